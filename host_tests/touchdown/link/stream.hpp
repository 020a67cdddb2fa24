// The byte stream to a target: an emulator started here, or a serial device. What happens at its far end is reported as
// an exception with a sentence a user can act on.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "cli/standard.hpp"

namespace touchdown {

// The target could not be opened, is gone, stays silent, or is not what was expected.
struct TargetError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Stream {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Stream() = default;
  // What has come, waiting up to `timeout` if nothing has; empty then. Throws TargetError once the far end is gone.
  virtual std::vector<std::uint8_t> read(std::chrono::milliseconds timeout) = 0;
  // All of it. Throws TargetError once the far end is gone.
  virtual void write(const std::vector<std::uint8_t> &bytes) = 0;
  // The time there; a simulated line has its own.
  virtual Clock::time_point now() const { return Clock::now(); }
};

// "mps2-an386" (or another board the firmware was built for): starts the emulator on its drop_test firmware.
// "serial:/dev/ttyACM0" or "serial:/dev/ttyACM0:921600": a real board; 115200 baud by default.
std::unique_ptr<Stream> open_stream(const std::string &place);

// Whether `place` names a target, that is, whether open_stream would try it.
bool is_target(const std::string &place);
// Whether it is a board of the emulator.
bool is_emulated(const std::string &place);

// A stream over an open file descriptor: what emulator and serial device have in common.

// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor &&other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor();
  int get() const { return number_; }

 private:
  int number_;
};

class DescriptorStream : public Stream {
 public:
  std::vector<std::uint8_t> read(std::chrono::milliseconds timeout) override;
  void write(const std::vector<std::uint8_t> &bytes) override;

 protected:
  void use(Descriptor descriptor);
  int descriptor() const { return descriptor_.get(); }

 private:
  Descriptor descriptor_;

  // Why the far end is gone, in a sentence.
  virtual std::string obituary() = 0;
};

// A board in the emulator: QEMU as a child that never outlives this process, its serial port as a stream.
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

// "what: the system's reason", for the last call that failed.
std::string system_error(const std::string &what);

}  // namespace touchdown
