// The command line of this run, for the documents that it writes.
#ifndef TOUCHDOWN_HOST_TESTS_COMMAND_LINE_HPP
#define TOUCHDOWN_HOST_TESTS_COMMAND_LINE_HPP

#include <string>
#include <vector>

namespace touchdown::host {

inline std::vector<std::string> &command_line() {
  static std::vector<std::string> words;
  return words;
}

}  // namespace touchdown::host

#endif
