#include "link/stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <filesystem>

#include "link/emulator.hpp"

namespace touchdown {
namespace {

// A real board on a serial device.

class SerialDevice : public DescriptorStream {
 public:
  // 8 data bits, no parity, one stop bit, no flow control.
  SerialDevice(std::string path, unsigned baud);

 private:
  std::string obituary() override;
  std::string path_;
};

speed_t speed_of(unsigned baud) {
  static const std::map<unsigned, speed_t> speeds{
      {9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},     {115200, B115200},
      {230400, B230400}, {460800, B460800}, {921600, B921600}, {1000000, B1000000}, {2000000, B2000000}};
  const auto found = speeds.find(baud);
  if (found == speeds.end()) throw TargetError(std::to_string(baud) + " baud: not a speed of serial devices");
  return found->second;
}

SerialDevice::SerialDevice(std::string path, unsigned baud) : path_(std::move(path)) {
  const speed_t speed = speed_of(baud);
  Descriptor opened(open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (opened.get() < 0) throw TargetError(system_error(path_));
  use(std::move(opened));
  termios settings{};
  if (tcgetattr(descriptor(), &settings) != 0) throw TargetError(system_error(path_ + " is no serial device"));
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | CRTSCTS);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  if (cfsetspeed(&settings, speed) != 0 || tcsetattr(descriptor(), TCSANOW, &settings) != 0)
    throw TargetError(system_error(path_));
  tcflush(descriptor(), TCIOFLUSH);
}

std::string SerialDevice::obituary() { return path_ + ": the board has been unplugged"; }

constexpr std::chrono::seconds longest_write{10};

bool wait_for(short event, int descriptor, std::chrono::milliseconds timeout) {
  pollfd ready{descriptor, event, 0};
  return poll(&ready, 1, static_cast<int>(timeout.count())) > 0;
}

const std::string serial = "serial:";

bool is_serial(const std::string &place) { return place.compare(0, serial.size(), serial) == 0; }

std::unique_ptr<Stream> open_serial(const std::string &place) {
  const std::size_t colon = place.find(':', serial.size());
  const std::string path = place.substr(serial.size(), colon == std::string::npos ? colon : colon - serial.size());
  const std::string baud = colon == std::string::npos ? "115200" : place.substr(colon + 1);
  const bool is_number = !baud.empty() && baud.size() < 9 && std::all_of(baud.begin(), baud.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
  if (path.empty() || !is_number) throw TargetError(place + ": expected serial:DEVICE or serial:DEVICE:BAUD");
  return std::make_unique<SerialDevice>(path, static_cast<unsigned>(std::stoul(baud)));
}

}  // namespace

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::string system_error(const std::string &what) { return what + ": " + std::strerror(errno); }

void DescriptorStream::use(Descriptor descriptor) {
  descriptor_ = std::move(descriptor);
  const int flags = fcntl(descriptor_.get(), F_GETFL);
  if (flags < 0 || fcntl(descriptor_.get(), F_SETFL, flags | O_NONBLOCK) != 0) throw TargetError(system_error("fcntl"));
}

std::vector<std::uint8_t> DescriptorStream::read(std::chrono::milliseconds timeout) {
  std::vector<std::uint8_t> bytes;
  if (!wait_for(POLLIN, descriptor_.get(), timeout)) return bytes;
  bytes.resize(4096);
  const ssize_t count = ::read(descriptor_.get(), bytes.data(), bytes.size());
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) throw TargetError(obituary());
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

void DescriptorStream::write(const std::vector<std::uint8_t> &bytes) {
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(descriptor_.get(), bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR && errno != EAGAIN) throw TargetError(obituary());
    if (count > 0) written += static_cast<std::size_t>(count);
    if (count <= 0 && !wait_for(POLLOUT, descriptor_.get(), longest_write))
      throw TargetError("the target has taken nothing for " + std::to_string(longest_write.count()) + " s");
  }
}

bool is_emulated(const std::string &place) {
  const std::vector<std::string> boards{TOUCHDOWN_KNOWN_BOARDS};
  return std::find(boards.begin(), boards.end(), place) != boards.end();
}

bool is_target(const std::string &place) { return is_serial(place) || is_emulated(place); }

std::unique_ptr<Stream> open_stream(const std::string &place) {
  if (is_serial(place)) return open_serial(place);
  if (!is_target(place)) throw TargetError(place + ": no such target");
  return std::make_unique<Emulator>(place, Emulator::firmware(place));
}

}  // namespace touchdown
