// Where touches are predicted: in this process, in double or in float, or on a target over its link.
#ifndef TOUCHDOWN_HOST_TESTS_TOUCH_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_TOUCH_PLACE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reach/touch.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {
class Target;
}

namespace touchdown::host {

// As td_effector_impact says it, of an approach at 1 m/s.
struct TouchAnswer {
  Status status;  // negative: nothing else is set
  double scale, impulse, tangential, energy_lost, peak_force;
  std::int32_t limit, joint, mode;
};

class TouchPlace {
 public:
  // `place` as for --on.
  explicit TouchPlace(const std::string &place);
  TouchPlace(const TouchPlace &) = delete;
  TouchPlace &operator=(const TouchPlace &) = delete;
  ~TouchPlace();

  // With this restitution. A target that is lost throws TargetError.
  TouchAnswer predict(const Touch &touch, double e);
  // What the target counts, if it is one.
  std::string counter() const;

  std::vector<std::uint32_t> work;    // of each prediction on a target
  std::size_t differing_answers = 0;  // of a target: in some bits from those of this process

 private:
  bool in_double_;
  std::unique_ptr<Target> target_;
};

}  // namespace touchdown::host

#endif
