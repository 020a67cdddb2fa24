#include "link/place.hpp"

#include "link/stream.hpp"

namespace touchdown::host {

bool is_place(const std::string &place) { return place == "host-double" || place == "host-float" || is_target(place); }

}  // namespace touchdown::host
