// The largest speed of an approach that respects every limit: with one restitution td_predict_effector says it at once;
// with a restitution by speed it is the first speed at which a limit is reached.
#ifndef TOUCHDOWN_HOST_TESTS_ALLOWED_SPEED_HPP
#define TOUCHDOWN_HOST_TESTS_ALLOWED_SPEED_HPP

#include "link/target_beside.hpp"
#include "reach/touch.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Where touches are predicted: in this process, in double or in float, or on a target over its link.

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
  TargetWork work() const;

  std::vector<std::uint32_t> counts;  // of each prediction on a target

 private:
  std::unique_ptr<TargetBeside> in_float_;  // null: in double
};

struct AllowedSpeed {
  std::optional<double> speed;  // [m/s] along the approach; none where no limit binds
  double e = 0;                 // [-] restitution there; without a speed, at 1 m/s
  TouchAnswer answer{};         // with that restitution
  double at() const { return speed.value_or(1); }
};

// Every speed below respects the limits too, looked at eight times between neighbouring points of the table; each look
// is a prediction.
AllowedSpeed allowed_speed(TouchPlace &place, const Touch &touch, const RestitutionCurve &restitution);

}  // namespace touchdown::host

#endif
