#include "link/place.hpp"

#include <fcntl.h>

#include "cli/output.hpp"
#include "link/emulator.hpp"
#include "link/stream.hpp"

namespace touchdown::host {

bool is_place(const std::string &place) { return place == "host-double" || place == "host-float" || is_target(place); }

void claim_firmware(const std::string &place) {
  if (!is_emulated(place)) return;
  const std::string image = Emulator::firmware(place);
  const Descriptor firmware(open(image.c_str(), O_RDONLY | O_CLOEXEC));
  if (firmware.get() >= 0) claim_input(firmware.get(), image);
}

}  // namespace touchdown::host
