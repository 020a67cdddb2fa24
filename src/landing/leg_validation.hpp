// Which legs, and records of what they have done, are refused.
#ifndef TOUCHDOWN_LANDING_LEG_VALIDATION_HPP
#define TOUCHDOWN_LANDING_LEG_VALIDATION_HPP

#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
inline bool is_length(Scalar x) {
  return x >= 0 && x <= largest<Scalar>;
}

template <class Scalar>
inline bool is_positive(Scalar x) {
  return x > 0 && x <= largest<Scalar>;
}

// Whether any leg yields. Of a lander that has not been checked, `feet` may be any number.
template <class Scalar>
inline bool has_legs(const Lander<Scalar> &lander) {
  std::int32_t kinds = 0;
  for (int i = 0; i < max_feet; ++i)
    if (i < lander.feet) kinds |= lander.leg[i].kind;
  return kinds != TD_LEG_RIGID;
}

// The stroke at which it stops; one that says 0 never comes there.
template <class Scalar>
inline Scalar stop_of(const Leg<Scalar> &leg) {
  return leg.stroke > 0 ? leg.stroke : Scalar(0.25) * largest<Scalar>;
}

// LEG or solved.
template <class Scalar>
inline Status check_leg(const Leg<Scalar> &leg) {
  if (leg.kind == TD_LEG_RIGID) return TD_SOLVED;
  const bool whole = is_positive(vector(leg.axis).squaredNorm()) && is_length(leg.stroke);
  const bool crushes = leg.kind == TD_LEG_CRUSHES && is_positive(leg.force);
  const bool springs = leg.kind == TD_LEG_SPRINGS && is_positive(leg.stiffness) && is_length(leg.damping);
  return whole && (crushes || springs) ? TD_SOLVED : TD_REFUSED_LEG;
}

// Of all legs.
template <class Scalar>
inline Status check_legs(const Lander<Scalar> &lander) {
  Status status = TD_SOLVED;
  for (int i = 0; i < lander.feet && status == TD_SOLVED; ++i) status = check_leg(lander.leg[i]);
  return status;
}

// What of a leg is read; the rest is 0.
template <class Scalar>
inline Leg<Scalar> leg_as_read(const Leg<Scalar> &leg) {
  Leg<Scalar> read;
  if (leg.kind == TD_LEG_RIGID) return read;
  read = leg;
  if (leg.kind == TD_LEG_CRUSHES) read.stiffness = read.damping = 0;
  if (leg.kind == TD_LEG_SPRINGS) read.force = 0;
  return read;
}

// What the legs have done: LEG or solved.
template <class Scalar>
inline Status check_records(const Lander<Scalar> &lander, const LegRecord<Scalar> *record) {
  bool sound = true;
  for (int i = 0; i < lander.feet; ++i) {
    const LegRecord<Scalar> &leg = record[i];
    sound = sound && is_length(leg.stroke) && is_length(leg.most_stroke) && is_length(leg.peak_force) &&
            is_length(leg.energy) && leg.stops >= 0;
    if (lander.leg[i].kind != TD_LEG_RIGID) sound = sound && leg.stroke <= stop_of(lander.leg[i]);
  }
  return sound ? TD_SOLVED : TD_REFUSED_LEG;
}

}  // namespace touchdown

#endif
