// The largest speed of an approach that respects every limit: with one restitution td_predict_effector says it at once;
// with a restitution by speed it is the first speed at which a limit is reached.
#ifndef TOUCHDOWN_HOST_TESTS_ALLOWED_SPEED_HPP
#define TOUCHDOWN_HOST_TESTS_ALLOWED_SPEED_HPP

#include <optional>

#include "reach/touch_place.hpp"

namespace touchdown::host {

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
