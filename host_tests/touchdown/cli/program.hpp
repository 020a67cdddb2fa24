// The host program, of whichever subcommands it is given.
#pragma once

#include "cli/standard.hpp"

namespace CLI {
class App;
}

namespace touchdown::host {

using AddCommand = void(CLI::App &program);

AddCommand add_resolve_command, add_replay_command, add_identify_command, add_land_command, add_drop_command,
    add_roll_command, add_monitor_command, add_reach_command;

// Carries out the command line; returns the exit status.
int run_program(int argc, char **argv, std::initializer_list<AddCommand *> commands);

}  // namespace touchdown::host
