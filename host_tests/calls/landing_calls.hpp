// landing.h: landers.
#ifndef TOUCHDOWN_CALLS_LANDING_CALLS_HPP
#define TOUCHDOWN_CALLS_LANDING_CALLS_HPP

#include "draws.hpp"

namespace calls {
namespace CALLS_PRECISION {

struct LandingInput {
  td_lander lander;
  td_lander_state state;
};
template <class V>
void fields(V &v, LandingInput &x) {
  v.all(x.lander, x.state);
}

inline LandingInput &draw_landing(Draw &draw) {
  static LandingInput input;
  input = {draw_lander(draw), draw_lander_state(draw)};
  return input;
}

struct LandingOutput {
  td_landing landing;
};
template <class V>
void fields(V &v, LandingOutput &x) {
  v.all(x.landing);
}

inline void predict_landing(Trial &trial) {
  LandingInput &input = draw_landing(trial.draw);
  td_landing &landing = *untouched<td_landing>();
  attempt(trial, input, landing,
          [](const LandingInput &in, td_landing &out) { return td_predict_landing(&in.lander, &in.state, &out); });
  if (trial.status < 0) return;
  Hasher hasher(trial);
  hasher.first(input.lander.feet, landing.outlook);
  trial.promise(landing.count >= 0 && landing.count <= (input.lander.max_touchdowns == 0 ? TD_MAX_TOUCHDOWNS
                                                                                         : input.lander.max_touchdowns),
                "no more touchdowns than asked for");
  for (int i = 0; i + 1 < landing.count; ++i)
    trial.promise(landing.touchdown[i].time <= landing.touchdown[i + 1].time, "touchdowns in order");
}

inline void stability_of(Trial &trial) {
  attempt(trial, draw_landing(trial.draw), *untouched<td_stability>(),
          [](const LandingInput &in, td_stability &out) { return td_stability_of(&in.lander, &in.state, &out); });
}

struct EnvelopeInput {
  LandingInput &landing;
  td_landing_errors errors;
};
template <class V>
void fields(V &v, EnvelopeInput &x) {
  v.all(x.landing, x.errors);
}

inline void landing_envelope_of(Trial &trial) {
  EnvelopeInput input = {draw_landing(trial.draw), {}};
  for (td_real *x :
       {&input.errors.e, &input.errors.mu, &input.errors.slope, &input.errors.vertical, &input.errors.lateral})
    *x = uniform(trial.draw, 0, td_real(0.2));
  attempt(trial, input, *untouched<td_landing_envelope>(), [](const EnvelopeInput &in, td_landing_envelope &out) {
    return td_landing_envelope_of(&in.landing.lander, &in.landing.state, &in.errors, &out);
  });
}

struct FroudeInput {
  td_real full, model;
};
template <class V>
void fields(V &v, FroudeInput &x) {
  v.all(x.full, x.model);
}

inline void froude_of(Trial &trial) {
  FroudeInput input = {any_size(trial.draw, -4, 5), any_size(trial.draw, -4, 5)};
  attempt(trial, input, *untouched<td_froude>(),
          [](const FroudeInput &in, td_froude &out) { return td_froude_of(in.full, in.model, &out); });
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
