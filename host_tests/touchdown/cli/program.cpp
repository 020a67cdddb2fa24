#include "cli/program.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "link/stream.hpp"
#include "records/schema.hpp"
#include "touchdown/touchdown.h"

namespace touchdown::host {
namespace {

void describe(CLI::App &program, std::initializer_list<AddCommand> commands) {
  program.name("touchdown");
  program.set_version_flag("--version", version_text(td_version()));
  program.require_subcommand(1);
  program.footer(std::string("Examples:\n"
                             "  touchdown resolve cases.csv --on host-float -o results.csv\n"
                             "  touchdown replay --on mps2-an386 --report drops.html\n"
                             "  touchdown resolve --help\n\n") +
                 exit_status_help);
  for (const AddCommand add : commands) add(program);
}

// A word where a subcommand must stand, and which is not one.
void check_subcommand(const CLI::App &program, int argc, char **argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word.empty() || word[0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App *command : program.get_subcommands([](const CLI::App *) { return true; })) {
    if (command->check_name(word)) return;
    names.push_back(command->get_name());
  }
  throw std::runtime_error(word + " is no subcommand" + did_you_mean(word, names));
}

// Help, or what is wrong with the arguments, which may be names of files that are not the user's own.
int said(const CLI::App &program, const CLI::ParseError &refused) {
  std::ostringstream out, err;
  const int code = program.exit(refused, out, err);
  std::fputs(out.str().c_str(), stdout);
  std::fputs(without_controls(err.str(), "?", "\n").c_str(), stderr);
  return code == 0 ? all_done : unusable;
}

int run(CLI::App &program, int argc, char **argv) {
  try {
    check_subcommand(program, argc, argv);
    program.parse(argc, argv);
    return all_done;
  } catch (const CLI::RuntimeError &failed) {
    return failed.get_exit_code();
  } catch (const CLI::ParseError &refused) {
    return said(program, refused);
  } catch (const TargetError &lost) {
    std::fprintf(stderr, "touchdown: %s\n", printable(lost.what()).c_str());
    return target_lost;
  } catch (const InputFaults &refused) {
    for (const std::string &fault : refused.faults) std::fprintf(stderr, "touchdown: %s\n", printable(fault).c_str());
    return unusable;
  } catch (const std::exception &failed) {
    std::fprintf(stderr, "touchdown: %s\n", printable(failed.what()).c_str());
    return unusable;
  }
}

// What was printed must have been taken, to the last byte.
int finished(int status) {
  if (finish_standard_output()) return status;
  std::fprintf(stderr, "touchdown: standard output cannot be written\n");
  return status == all_done ? unusable : status;
}

}  // namespace

int run_program(int argc, char **argv, std::initializer_list<AddCommand> commands) {
  CLI::App program{
      "What happens when this body hits the ground? Resolves impacts on the host and on targets, and holds "
      "them against recorded drops."};
  describe(program, commands);
  command_line().assign(argv, argv + argc);
  command_line().front() = program.get_name();
  return finished(run(program, argc, argv));
}

}  // namespace touchdown::host
