#include "host_ends.hpp"

#include <utility>

const std::vector<HostEnd> &host_ends() {
  static const std::vector<HostEnd> ends = [] {
    std::vector<HostEnd> all = parser_ends();
    for (HostEnd &end : link_ends()) all.push_back(std::move(end));
    return all;
  }();
  return ends;
}
