// The option --on: where a command computes.
#ifndef TOUCHDOWN_HOST_TESTS_PLACE_OPTION_HPP
#define TOUCHDOWN_HOST_TESTS_PLACE_OPTION_HPP

#include <CLI/CLI.hpp>
#include <chrono>
#include <string>

#include "link/place.hpp"

namespace touchdown::host {

inline void add_place_option(CLI::App &command, std::string &place) {
  const auto refusal = [](const std::string &given) {
    return is_place(given) ? "" : given + " is neither host-double, host-float, serial:DEVICE[:BAUD], nor a board";
  };
  command
      .add_option("--on", place,
                  "where to compute: host-double, host-float, mps2-an386 (emulated Cortex-M4F) or serial:DEVICE[:BAUD] "
                  "(a board running the drop_test firmware; 115200 baud by default)")
      ->check(refusal)
      ->capture_default_str();
  command.parse_complete_callback([&place] { claim_firmware(place); });
}

// [s] after which a target that answers nothing is given up.
inline void add_patience_option(CLI::App &command, double &patience) {
  command.add_option("--patience", patience, "seconds after which a target that answers nothing is given up")
      ->check([](const std::string &given) {
        double seconds = 0;
        const bool fits = CLI::detail::lexical_cast(given, seconds) && seconds >= 0.1 && seconds <= 3600;
        return fits ? "" : given + " is not from 0.1 to 3600 s";
      })
      ->capture_default_str();
}

inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(1000 * seconds));
}

}  // namespace touchdown::host

#endif
