// A real board on a serial device.
#ifndef TOUCHDOWN_HOST_TESTS_SERIAL_DEVICE_HPP
#define TOUCHDOWN_HOST_TESTS_SERIAL_DEVICE_HPP

#include "link/descriptor_stream.hpp"

namespace touchdown {

class SerialDevice : public DescriptorStream {
 public:
  // 8 data bits, no parity, one stop bit, no flow control.
  SerialDevice(std::string path, unsigned baud);

 private:
  std::string obituary() override;
  std::string path_;
};

}  // namespace touchdown

#endif
