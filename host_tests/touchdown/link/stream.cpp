#include "link/stream.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "link/emulator.hpp"
#include "link/serial_device.hpp"

namespace touchdown {
namespace {

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
