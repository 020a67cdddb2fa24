// All functions that take bytes from elsewhere, by name: every parser of the host program, and both ends of the link.
// An input is accepted, or refused by std::runtime_error; anything else ends the program.
#ifndef TOUCHDOWN_HOST_TESTS_HOST_ENDS_HPP
#define TOUCHDOWN_HOST_TESTS_HOST_ENDS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct HostEnd {
  const char *name;
  bool (*take)(const std::uint8_t *bytes, std::size_t count);  // false: refused
  std::string seed;                                            // an input that is taken, to begin with
};

std::vector<HostEnd> parser_ends();
std::vector<HostEnd> link_ends();
const std::vector<HostEnd> &host_ends();

#endif
