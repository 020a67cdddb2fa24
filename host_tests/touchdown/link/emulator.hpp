// A board in the emulator: QEMU as a child that never outlives this process, its serial port as a stream.
#pragma once

#include <sys/types.h>

#include "link/stream.hpp"

namespace touchdown {

class Emulator : public DescriptorStream {
 public:
  // The drop_test firmware of `board`: TOUCHDOWN_FIRMWARE from the environment, else firmware/<board>.elf beside this
  // program, else that of the build tree. Throws TargetError where neither exists.
  static std::string firmware(const std::string &board);

  Emulator(std::string board, const std::string &image);
  ~Emulator() override;

  pid_t process() const { return process_; }

  // Presses the board's reset button.
  void reset();

 private:
  void start(const std::string &image, const Descriptor &serial, const Descriptor &monitor);
  std::string obituary() override;

  std::string board_;
  pid_t process_ = -1;
  Descriptor words_;    // what the emulator says on its standard error
  Descriptor monitor_;  // where it takes commands
};

}  // namespace touchdown
