// The rig of a drop test as a JSON file says it, for the streaming identifier (touchdown/drop.h).
#ifndef TOUCHDOWN_HOST_TESTS_DROP_RIG_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_RIG_HPP

#include <string>

#include "records/rig.hpp"
#include "touchdown/drop.h"

namespace touchdown::host {

struct DropTestRig {
  td_drop_rig rig{};            // rate 0: the record's; range: of the coarser of two sensors
  double low_range = 0;         // [m/s^2] of the finer one; 0: there is one
  td_drop_approach approach{};  // speed 0: not known
  // `spin` is spare where the rig does not name its columns.
  ColumnMap record{{{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}}, {{"spin", {"wx", "wy", "wz"}}}, {}, {}};
};

// Throws std::runtime_error naming the file and the field that cannot be used.
DropTestRig read_drop_rig(const std::string &path);

}  // namespace touchdown::host

#endif
