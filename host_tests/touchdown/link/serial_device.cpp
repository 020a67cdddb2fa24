#include "link/serial_device.hpp"

#include <fcntl.h>
#include <termios.h>

#include <map>
#include <utility>

namespace touchdown {
namespace {

speed_t speed_of(unsigned baud) {
  static const std::map<unsigned, speed_t> speeds{
      {9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},     {115200, B115200},
      {230400, B230400}, {460800, B460800}, {921600, B921600}, {1000000, B1000000}, {2000000, B2000000}};
  const auto found = speeds.find(baud);
  if (found == speeds.end()) throw TargetError(std::to_string(baud) + " baud: not a speed of serial devices");
  return found->second;
}

}  // namespace

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

}  // namespace touchdown
