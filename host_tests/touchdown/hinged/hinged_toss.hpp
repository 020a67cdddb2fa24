// Recorded tosses of a hinged body: pose and joint angle over time.
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_TOSS_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_TOSS_HPP

#include <string>
#include <vector>

#include "hinged/hinged_body.hpp"
#include "records/mapped_table.hpp"

namespace touchdown::host {

struct HingedToss {
  std::string id;
  std::vector<HingedPose> poses;  // in the order of time; the joint angle goes on over full turns
};

// A table with the columns toss, k (counts poses at body.rate), qw qx qy qz, x y z, joint; further ones are not read.
// Rows that cannot be used are told and counted in `left_out`. Throws std::runtime_error where nothing can be read.
std::vector<HingedToss> read_hinged_tosses(const std::string &path, const HingedBody &body, RowsLeftOut &left_out);

// How exactly the poses are recorded.
struct HingedNoise {
  double position, attitude, joint;  // [m], [rad], [rad]
};
HingedNoise noise_of(const std::vector<HingedToss> &tosses);

}  // namespace touchdown::host

#endif
