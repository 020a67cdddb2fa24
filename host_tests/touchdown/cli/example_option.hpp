// The option --example: an input to begin with, on standard output.
#ifndef TOUCHDOWN_HOST_TESTS_EXAMPLE_OPTION_HPP
#define TOUCHDOWN_HOST_TESTS_EXAMPLE_OPTION_HPP

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "records/schema.hpp"

namespace touchdown::host {

// Of the schema that input_schema() has under this name.
inline void add_example_option(CLI::App &command, const std::string &schema, const std::string &option = "--example") {
  const auto print = [schema] {
    std::fputs(input_schema(schema).example().c_str(), stdout);
    throw CLI::Success();
  };
  command.add_flag_callback(option, print, "Print a " + input_schema(schema).title() + " to begin with, with comments")
      ->trigger_on_parse();
}

}  // namespace touchdown::host

#endif
