// The byte stream to a target: an emulator started here, or a serial device. What happens at its far end is reported as
// an exception with a sentence a user can act on.
#ifndef TOUCHDOWN_HOST_TESTS_STREAM_HPP
#define TOUCHDOWN_HOST_TESTS_STREAM_HPP

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

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

}  // namespace touchdown

#endif
