// touchdown: the host program. Each subcommand is a file; here they are put together.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "link/stream.hpp"
#include "papers_command.hpp"
#include "records/json_object.hpp"
#include "touchdown/touchdown.h"

namespace {

std::string version() {
  return std::to_string(TD_VERSION_MAJOR) + '.' + std::to_string(TD_VERSION_MINOR) + '.' +
         std::to_string(TD_VERSION_PATCH);
}

void describe(CLI::App &program) {
  program.name("touchdown");
  program.set_version_flag("--version", version());
  program.require_subcommand(1);
  program.footer(std::string("Examples:\n"
                             "  touchdown resolve cases.csv --on host-float -o results.csv\n"
                             "  touchdown replay --on mps2-an386 --report drops.html\n"
                             "  touchdown resolve --help\n\n") +
                 touchdown::host::exit_status_help);
  touchdown::host::add_resolve_command(program);
  touchdown::host::add_replay_command(program);
  touchdown::host::add_identify_command(program);
  touchdown::host::add_land_command(program);
  touchdown::host::add_drop_command(program);
  touchdown::host::add_roll_command(program);
  touchdown::host::add_monitor_command(program);
  touchdown::host::add_reach_command(program);
  papers::add_papers_command(program);
}

// A word where a subcommand must stand, that is none.
void check_subcommand(const CLI::App &program, int argc, char **argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word.empty() || word[0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App *command : program.get_subcommands([](const CLI::App *) { return true; })) {
    if (command->check_name(word)) return;
    names.push_back(command->get_name());
  }
  throw std::runtime_error(word + " is no subcommand" + touchdown::host::did_you_mean(word, names));
}

int run(CLI::App &program, int argc, char **argv) {
  using namespace touchdown;
  try {
    check_subcommand(program, argc, argv);
    program.parse(argc, argv);
    return host::all_done;
  } catch (const CLI::RuntimeError &failed) {
    return failed.get_exit_code();
  } catch (const CLI::ParseError &refused) {
    return program.exit(refused) == 0 ? host::all_done : host::unusable;
  } catch (const TargetError &lost) {
    std::fprintf(stderr, "touchdown: %s\n", host::printable(lost.what()).c_str());
    return host::target_lost;
  } catch (const std::exception &failed) {
    std::fprintf(stderr, "touchdown: %s\n", host::printable(failed.what()).c_str());
    return host::unusable;
  }
}

// What was printed must have been taken, to the last byte.
int finished(int status) {
  if (touchdown::host::finish_standard_output()) return status;
  std::fprintf(stderr, "touchdown: standard output cannot be written\n");
  return status == touchdown::host::all_done ? touchdown::host::unusable : status;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App program{
      "What happens when this body hits the ground? Resolves impacts on the host and on targets, and holds "
      "them against recorded drops."};
  describe(program);
  return finished(run(program, argc, argv));
}
