// Where impacts are computed, by name, and what comes back from there.
#ifndef TOUCHDOWN_HOST_TESTS_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_PLACE_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "touchdown/touchdown.h"

namespace touchdown::host {

struct Answer {
  td_status status = TD_SOLVED;
  std::optional<std::uint32_t> instructions;  // or what else the target counts; none in process
};

inline std::chrono::milliseconds milliseconds_in(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(1000 * seconds));
}

// Whether `place` is host-double, host-float or a target.
bool is_place(const std::string &place);

// This run reads what the emulator of this place runs, so that no output is written over it.
void claim_firmware(const std::string &place);

}  // namespace touchdown::host

#endif
