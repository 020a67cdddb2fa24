// The subcommands; main.cpp puts them together. Each fails by throwing CLI::RuntimeError(ExitStatus), TargetError, or
// any other std::exception (unusable).
#ifndef TOUCHDOWN_HOST_TESTS_COMMANDS_HPP
#define TOUCHDOWN_HOST_TESTS_COMMANDS_HPP

namespace CLI {
class App;
}

namespace touchdown::host {

void add_resolve_command(CLI::App &program);
void add_replay_command(CLI::App &program);
void add_identify_command(CLI::App &program);
void add_land_command(CLI::App &program);
void add_drop_command(CLI::App &program);
void add_roll_command(CLI::App &program);
void add_monitor_command(CLI::App &program);
void add_reach_command(CLI::App &program);

}  // namespace touchdown::host

#endif
