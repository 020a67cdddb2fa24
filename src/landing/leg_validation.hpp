// Which legs, and records of what they have done, are refused.
#ifndef TOUCHDOWN_LANDING_LEG_VALIDATION_HPP
#define TOUCHDOWN_LANDING_LEG_VALIDATION_HPP

#include "numerics/linalg.hpp"
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

// Whether the stages of a strut in one direction are finite and follow each other.
template <class Scalar>
inline bool are_stages(const StrutStage<Scalar> *stages) {
  Scalar before = 0;
  for (int i = 0; i < TD_MAX_STRUT_STAGES && stages[i].force != 0; ++i) {
    if (!is_positive(stages[i].force) || !(stages[i].stroke > before) || !is_length(stages[i].stroke)) return false;
    before = stages[i].stroke;
  }
  return true;
}

template <class Scalar>
inline bool is_strut(const Strut<Scalar> &strut) {
  return all_finite(vector(strut.joint)) && is_positive(strut.stiffness) && is_length(strut.damping) &&
         are_stages(strut.crush) && are_stages(strut.pull);
}

// Whether the struts of a leg hold a pad: their axes are in no plane.
template <class Scalar>
inline bool holds_pad(const Leg<Scalar> &leg, const Vector3<Scalar> &pad) {
  Vector3<Scalar> axis[3];
  for (int k = 0; k < 3; ++k) {
    if (!is_strut(leg.strut[k])) return false;
    axis[k] = vector(leg.strut[k].joint) - pad;
    axis[k] /= square_root(axis[k].squaredNorm());
  }
  const Scalar volume = axis[0].dot(axis[1].cross(axis[2]));
  return is_positive(leg.pad_mass) && volume * volume > tolerance::flat_tripod<Scalar>;
}

// LEG or solved.
template <class Scalar>
inline Status check_leg(const Leg<Scalar> &leg, const Vector3<Scalar> &foot) {
  if (leg.kind == TD_LEG_RIGID) return TD_SOLVED;
  if (leg.kind == TD_LEG_TRIPOD) return holds_pad(leg, foot) ? TD_SOLVED : TD_REFUSED_LEG;
  const bool whole = is_positive(vector(leg.axis).squaredNorm()) && is_length(leg.stroke);
  const bool crushes = leg.kind == TD_LEG_CRUSHES && is_positive(leg.force);
  const bool springs = leg.kind == TD_LEG_SPRINGS && is_positive(leg.stiffness) && is_length(leg.damping) &&
                       is_length(leg.preload) && is_length(leg.friction) &&
                       is_length((leg.preload + leg.friction) / leg.stiffness);
  return whole && (crushes || springs) ? TD_SOLVED : TD_REFUSED_LEG;
}

template <class Scalar>
inline Status check_legs(const Lander<Scalar> &lander) {
  Status status = TD_SOLVED;
  for (int i = 0; i < lander.feet && status == TD_SOLVED; ++i)
    status = check_leg(lander.leg[i], vector(lander.foot[i].r));
  return status;
}

// What of a leg is read; the rest is 0.
template <class Scalar>
inline Leg<Scalar> leg_as_read(const Leg<Scalar> &leg) {
  Leg<Scalar> read;
  if (leg.kind == TD_LEG_RIGID) return read;
  read = leg;
  if (leg.kind == TD_LEG_TRIPOD) {
    view(read.axis).setZero();
    read.force = read.stiffness = read.damping = read.preload = read.friction = read.stroke = 0;
    return read;
  }
  read.pad_mass = 0;
  for (Strut<Scalar> &strut : read.strut) strut = Strut<Scalar>{};
  if (leg.kind == TD_LEG_CRUSHES) read.stiffness = read.damping = read.preload = read.friction = 0;
  if (leg.kind == TD_LEG_SPRINGS) read.force = 0;
  return read;
}

// What the struts of a leg have done.
template <class Scalar>
inline bool are_records(const LegRecord<Scalar> &leg) {
  bool sound = all_finite(vector(leg.pad)) && all_finite(vector(leg.pad_v)) && is_length(leg.slide) &&
               (leg.down == 0 || leg.down == 1);
  for (const StrutRecord<Scalar> &strut : leg.strut)
    sound = sound && is_finite(strut.elastic) && is_length(strut.crushed) && is_length(strut.pulled) &&
            is_finite(strut.force) && is_length(strut.most_push) && is_length(strut.push_time) &&
            is_length(strut.most_pull) && is_length(strut.pull_time) && is_length(strut.energy);
  return sound;
}

// What the legs have done: LEG or solved. Those that the lander lacks go through to the answer, and are numbers too.
template <class Scalar>
inline Status check_records(const Lander<Scalar> &lander, const LegRecord<Scalar> *record) {
  bool sound = true;
  for (int i = 0; i < max_feet; ++i) {
    const LegRecord<Scalar> &leg = record[i];
    sound = sound && is_length(leg.stroke) && is_length(leg.most_stroke) && is_length(leg.peak_force) &&
            is_length(leg.energy) && leg.stops >= 0 && all_finite(vector(leg.force)) && are_records(leg);
    const std::int32_t kind = i < lander.feet ? lander.leg[i].kind : TD_LEG_RIGID;
    if (kind != TD_LEG_RIGID && kind != TD_LEG_TRIPOD) sound = sound && leg.stroke <= stop_of(lander.leg[i]);
  }
  return sound ? TD_SOLVED : TD_REFUSED_LEG;
}

}  // namespace touchdown

#endif
