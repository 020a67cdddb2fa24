// touchdown: the host program, with all subcommands.
#include "cli/program.hpp"
#include "papers_command.hpp"

int main(int argc, char **argv) {
  using namespace touchdown::host;
  return run_program(argc, argv,
                     {add_resolve_command, add_replay_command, add_identify_command, add_land_command, add_drop_command,
                      add_roll_command, add_monitor_command, add_reach_command, papers::add_papers_command});
}
