// touchdown with `replay` alone, for toolchain/demo.
#include "cli/program.hpp"

int main(int argc, char **argv) {
  return touchdown::host::run_program(argc, argv, {touchdown::host::add_replay_command});
}
