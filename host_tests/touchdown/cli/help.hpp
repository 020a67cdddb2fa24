// What --help says below the options; --example: an input to begin with, on standard output; --report and --json.
#ifndef TOUCHDOWN_HOST_TESTS_HELP_HPP
#define TOUCHDOWN_HOST_TESTS_HELP_HPP

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/embedded.hpp"
#include "cli/exit_status.hpp"
#include "records/schema.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// help.txt of a subcommand's folder, then what schemas say of its inputs.
inline void add_help(CLI::App &command, const std::string &folder, const std::vector<std::string> &schemas) {
  command.footer([=] {
    std::string text = embedded(folder + "/help.txt");
    for (const std::string &schema : schemas) text += input_schema(schema).help();
    return text + exit_status_help;
  });
}

// Of the schema that input_schema() has under this name.
inline void add_example_option(CLI::App &command, const std::string &schema, const std::string &option = "--example") {
  const auto print = [schema] {
    std::fputs(input_schema(schema).example().c_str(), stdout);
    throw CLI::Success();
  };
  command.add_flag_callback(option, print, "Print a " + input_schema(schema).title() + " to begin with, with comments")
      ->trigger_on_parse();
}

inline void add_document_options(CLI::App &command, DocumentFiles &files) {
  command.add_option("--report", files.report, "HTML file to write: the answer, pictures, tables; opens offline");
  command.add_option("--json", files.json, "JSON file to write: all that the report shows");
}

}  // namespace touchdown::host

#endif
