// Where touches are predicted: in this process, in double or in float, or on a target over its link.
#ifndef TOUCHDOWN_HOST_TESTS_TOUCH_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_TOUCH_PLACE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reach/touch.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// As td_effector_impact says it, of an approach at 1 m/s.
struct TouchAnswer {
  Status status;  // negative: nothing else is set
  double scale, impulse, tangential, energy_lost, peak_force;
  std::int32_t limit, joint, mode;
};

class TouchPlace {
 public:
  virtual ~TouchPlace() = default;
  // With this restitution. A target that is lost throws TargetError.
  virtual TouchAnswer predict(const Touch &touch, double e) = 0;
  // Of a target: what it counted for all of it, and how many answers differed in some bits from those of this process.
  virtual std::string counter() const { return ""; }
  virtual std::vector<std::uint32_t> work() const { return {}; }
  virtual std::size_t differing_answers() const { return 0; }
};

// `place` as for --on.
std::unique_ptr<TouchPlace> open_touch_place(const std::string &place);

}  // namespace touchdown::host

#endif
