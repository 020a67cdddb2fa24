// The first touch, and stability.
#ifndef TOUCHDOWN_CALLS_LANDING_CALLS_HPP
#define TOUCHDOWN_CALLS_LANDING_CALLS_HPP

#include "settling_calls.hpp"

namespace calls {
namespace CALLS_PRECISION {

inline void find_first_touch(Trial &trial) {
  td_first_touch &touch = *untouched<td_first_touch>();
  SettlingInput &input = draw_settling(trial.draw);
  attempt(trial, input, touch,
          [](const SettlingInput &in, td_first_touch &out) { return td_find_first_touch(&in.body, &in.state, &out); });
  if (trial.status < 0) return;
  trial.promise(touch.count >= 0 && touch.count <= input.body.feet, "no more touches than feet");
  trial.promise((touch.count == 0) == ((trial.status & TD_CAVEAT_NO_CONTACT) != 0), "no touch is said");
  for (int i = 0; i < touch.count; ++i) trial.promise(touch.touch[i].time == touch.time, "feet strike together");
}

inline void stability_of(Trial &trial) {
  attempt(trial, draw_settling(trial.draw), *untouched<td_stability>(),
          [](const SettlingInput &in, td_stability &out) { return td_stability_of(&in.body, &in.state, &out); });
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
