// The legs of a lander on its way to rest: where they hold its feet now, which of them yield, and what each has done. A
// foot has no mass, so that the stroke of a leg whose foot is on the ground is where the lander has come to:
//   stroke  s = -gap(0) / (n . a),  rate = -n . v / (n . a)
//           a the axis, v the lander's velocity where the foot touches
//   force   crushing: at most F;  spring and damper: f_0 + k s + c rate, F_f more or less, at least 0
//           off the ground: that is 0
// docs/theory (L.17), (L.20).
#ifndef TOUCHDOWN_LANDING_LEGS_HPP
#define TOUCHDOWN_LANDING_LEGS_HPP

#include "landing/validation.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// The legs of a landing under way.
template <class Scalar>
struct MovingLegs {
  Terrain<Scalar> *terrain;        // under `lander`
  const Lander<Scalar> *whole;     // with legs at full length
  Vector3<Scalar> axis[max_feet];  // of length 1
  Lander<Scalar> lander;           // with the feet where the legs hold them
  LegRecord<Scalar> record[max_feet];
  Scalar fastest;    // [1/s] of what springs and dampers do
  Scalar swings;     // [1/s] of what springs of guided legs do
  Scalar crush;      // [m/s^2] by which legs that crush can slow the lander
  FootSet yielding;  // those that are not of the kind "rigid"
  FootSet tripods;   // of them
};

template <class Scalar>
inline bool is_tripod(const MovingLegs<Scalar> &legs, int i) {
  return legs.tripods.has(i);
}

// Whether feet on guided legs, or rigid ones, are among them.
template <class Scalar>
inline bool are_mixed(const MovingLegs<Scalar> &legs) {
  return legs.tripods != first_feet(legs.lander.feet);
}

template <class Scalar>
inline void hold_foot(int i, MovingLegs<Scalar> &legs) {
  view(legs.lander.foot[i].r) = vector(legs.whole->foot[i].r) + legs.record[i].stroke * legs.axis[i];
}

template <class Scalar>
inline void hold_pad(int i, MovingLegs<Scalar> &legs) {
  view(legs.lander.foot[i].r) = vector(legs.whole->foot[i].r) + vector(legs.record[i].pad);
}

// The way the foot of leg i goes as it shortens. An axis that points down the lander and away from its centre of mass
// was written the other way.
template <class Scalar>
inline Vector3<Scalar> way_of(const Leg<Scalar> &leg, const Lander<Scalar> &lander, int i) {
  const Vector3<Scalar> axis = vector(leg.axis) / square_root(vector(leg.axis).squaredNorm());
  const bool turned = axis.dot(vector(lander.up)) < 0 && axis.dot(vector(lander.foot[i].r)) > 0;
  return turned ? Vector3<Scalar>(-axis) : axis;
}

// Of either kind.
template <class Scalar>
inline void hold_leg(int i, MovingLegs<Scalar> &legs) {
  if (legs.whole->leg[i].kind == TD_LEG_TRIPOD)
    hold_pad(i, legs);
  else if (legs.whole->leg[i].kind != TD_LEG_RIGID)
    hold_foot(i, legs);
}

// What the legs have done; they hold the feet accordingly.
template <class Scalar>
inline void take_records(const LegRecord<Scalar> *record, MovingLegs<Scalar> &legs) {
  for (int i = 0; i < legs.lander.feet; ++i) {
    legs.record[i] = record[i];
    hold_leg(i, legs);
  }
}

// Of a lander that has been checked, with what its legs have done.
template <class Scalar>
inline void enter_legs(const Lander<Scalar> &lander, const LegRecord<Scalar> *record, MovingLegs<Scalar> &legs) {
  legs.whole = &lander;
  legs.lander = lander;
  for (int i = 0; i < lander.feet; ++i) {
    if (lander.leg[i].kind == TD_LEG_RIGID) continue;
    legs.yielding.add(i);
    if (lander.leg[i].kind == TD_LEG_TRIPOD)
      legs.tripods.add(i);
    else
      legs.axis[i] = way_of(lander.leg[i], lander, i);
  }
  take_records(record, legs);
}

template <class Scalar>
inline void keep_records(const MovingLegs<Scalar> &legs, LegRecord<Scalar> *record) {
  for (int i = 0; i < legs.lander.feet; ++i) record[i] = legs.record[i];
}

// How far the feet reach, at full length or as their legs are now.
template <class Scalar>
inline Scalar reach_of(const MovingLegs<Scalar> &legs) {
  Scalar reach = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    const Scalar whole = vector(legs.whole->foot[i].r).squaredNorm(), now = vector(legs.lander.foot[i].r).squaredNorm();
    reach = max(reach, square_root(max(whole, now)) + legs.lander.foot[i].radius);
  }
  return reach;
}

// [1/kg] Of the lander along a line of length 1, `turn` the line's moment about its centre of mass.
template <class Scalar>
inline Scalar mobility_along(const BodyFactor<Scalar> &factor, Scalar mass, const Vector3<Scalar> &turn) {
  return 1 / mass + turn.dot(solve(factor.inertia, turn));
}

// What the struts of a body do no faster with it.
template <class Scalar>
inline Scalar rate_of_struts(const BodyFactor<Scalar> &factor, const MovingLegs<Scalar> &legs) {
  Scalar stiff = 0, damped = 0;
  for (int i = 0; i < legs.whole->feet; ++i) {
    for (int k = 0; k < 3 && is_tripod(legs, i); ++k) {
      const Strut<Scalar> &strut = legs.whole->leg[i].strut[k];
      const Vector3<Scalar> way = vector(strut.joint) - vector(legs.whole->foot[i].r);
      const Vector3<Scalar> turn = vector(strut.joint).cross(way) / square_root(way.squaredNorm());
      const Scalar mobility = mobility_along(factor, legs.whole->mass, turn);
      stiff += strut.stiffness * mobility;
      damped += strut.damping * mobility;
    }
  }
  return max(square_root(stiff), damped);
}

// What no foot does faster, beside the mass that it feels at its place in the lander.
template <class Scalar>
inline void measure_legs(const BodyFactor<Scalar> &factor, MovingLegs<Scalar> &legs) {
  constexpr Scalar of_struts = 1 / (tolerance::strut_turn<Scalar> * tolerance::leg_pieces_of_radian<Scalar>);
  legs.swings = legs.crush = 0;
  legs.fastest = of_struts * rate_of_struts(factor, legs);
  for (int i = 0; i < legs.whole->feet; ++i) {
    const Leg<Scalar> &leg = legs.whole->leg[i];
    if (leg.kind == TD_LEG_CRUSHES) legs.crush += leg.force / legs.whole->mass;
    if (leg.kind != TD_LEG_SPRINGS) continue;
    const Vector3<Scalar> turn = vector(legs.whole->foot[i].r).cross(legs.axis[i]);
    const Scalar mobility = mobility_along(factor, legs.whole->mass, turn);
    const Scalar swings = square_root(leg.stiffness * mobility);
    legs.swings = max(legs.swings, swings);
    legs.fastest = max(legs.fastest, max(swings, leg.damping * mobility));
  }
}

// Of the axis of leg i, in the attitude R, along the normal of the ground.
template <class Scalar>
inline Scalar rise_of(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i) {
  return legs.terrain->frame[plane_of(*legs.terrain, i)].n.dot(R * legs.axis[i]);
}

// Whether the force of the ground along the axis of the leg makes it shorter. Friction holds the foot whatever the
// force where the axis leans too much; near that, forces grow beyond all bounds.
template <class Scalar>
inline bool stands_up(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i) {
  if (!legs.yielding.has(i)) return false;
  const Scalar rise = rise_of(legs, R, i);
  const Scalar lean = square_root(max(1 - rise * rise, Scalar(0)));
  return rise - legs.lander.foot[i].mu_sliding * lean > tolerance::jams<Scalar>;
}

// Whether the leg gives way under a foot on the ground.
template <class Scalar>
inline bool gives_way(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R, int i) {
  if (is_tripod(legs, i)) return true;
  const Leg<Scalar> &leg = legs.whole->leg[i];
  const bool crushed = leg.kind == TD_LEG_CRUSHES && !(legs.record[i].stroke < stop_of(leg));
  return !crushed && stands_up(legs, R, i);
}

template <class Scalar>
inline FootSet legs_that_give_way(const MovingLegs<Scalar> &legs, const Matrix3<Scalar> &R) {
  FootSet feet;
  for (int i = 0; i < legs.lander.feet; ++i)
    if (gives_way(legs, R, i)) feet.add(i);
  return feet;
}

// The stroke at which foot i is on the ground.
template <class Scalar>
inline Scalar stroke_on_ground(const MovingLegs<Scalar> &legs, const Vector3<Scalar> &x, const Matrix3<Scalar> &R,
                               int i) {
  return legs.record[i].stroke - gap_of(*legs.terrain, x, R, i) / rise_of(legs, R, i);
}

template <class Scalar>
inline bool is_preloaded(const Leg<Scalar> &leg) {
  return leg.kind == TD_LEG_SPRINGS && leg.preload > 0;
}

// Of a spring and damper off the ground, to within 1/6 of a cube: exp(-k t / c), of the way to where friction holds it
// or to full length.
template <class Scalar>
inline Scalar free_stroke(const Leg<Scalar> &leg, Scalar stroke, Scalar span) {
  if (leg.kind != TD_LEG_SPRINGS) return stroke;
  const Scalar beyond = (leg.preload - leg.friction) / leg.stiffness;
  if (!(stroke + beyond > 0)) return stroke;
  const Scalar damping = leg.damping, push = leg.stiffness * span;
  const Scalar square = damping * damping;
  const Scalar whole = square + push * (damping + Scalar(0.5) * push);
  const Scalar left = whole > 0 && whole <= largest<Scalar> ? square / whole : Scalar(0);
  return max((stroke + beyond) * left - beyond, Scalar(0));
}

// What the springs hold.
template <class Scalar>
inline Scalar stored_energy(const MovingLegs<Scalar> &legs) {
  Scalar sum = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    const Scalar stroke = legs.record[i].stroke;
    for (int k = 0; k < 3 && is_tripod(legs, i); ++k) {
      const Scalar elastic = legs.record[i].strut[k].elastic;
      sum += legs.whole->leg[i].strut[k].stiffness * elastic * elastic;
    }
    const Leg<Scalar> &leg = legs.whole->leg[i];
    if (leg.kind == TD_LEG_SPRINGS) sum += leg.stiffness * stroke * stroke + 2 * leg.preload * stroke;
  }
  return Scalar(0.5) * sum;
}

template <class Scalar>
inline bool all_finite(const MovingLegs<Scalar> &legs) {
  Scalar sum = 0;
  for (int i = 0; i < legs.lander.feet; ++i) {
    const LegRecord<Scalar> &record = legs.record[i];
    sum += zero_if_finite(record.most_stroke) + zero_if_finite(record.peak_force) + zero_if_finite(record.energy);
    sum += zero_if_finite(record.slide);
    for (int k = 0; k < 3; ++k) {
      const StrutRecord<Scalar> &strut = record.strut[k];
      sum += zero_if_finite(record.pad[k]) + zero_if_finite(record.pad_v[k]) + zero_if_finite(strut.elastic) +
             zero_if_finite(strut.crushed) + zero_if_finite(strut.pulled) + zero_if_finite(strut.force) +
             zero_if_finite(strut.energy);
    }
  }
  return sum == 0;
}

// Of one piece: how a leg went from one stroke to the other, by which mean force.
template <class Scalar>
struct LegWork {
  Scalar span, force;         // [s], [N]
  Scalar rate_from, rate_to;  // [m/s] of shortening
};

// The greatest force and stroke within a piece of a foot on the ground, whose rate is linear in time. What has crushed
// does not come back.
template <class Scalar>
inline void note_peaks(const Leg<Scalar> &leg, const LegWork<Scalar> &work, Scalar from, Scalar to,
                       LegRecord<Scalar> &record) {
  const Scalar a = (work.rate_to - work.rate_from) / work.span;
  const bool turns = leg.kind == TD_LEG_SPRINGS && work.rate_from > 0 && work.rate_to < 0;
  const Scalar most = turns ? from - Scalar(0.5) * work.rate_from * work.rate_from / a : to;
  record.most_stroke = max(record.most_stroke, clamp(max(most, to), Scalar(0), stop_of(leg)));
  if (leg.kind != TD_LEG_SPRINGS) {
    record.peak_force = max(record.peak_force, clamp(work.force, Scalar(0), leg.force));
    return;
  }
  Scalar first = leg.stiffness * from + leg.damping * work.rate_from;
  Scalar last = leg.stiffness * to + leg.damping * work.rate_to;
  const Scalar beside =
      clamp(work.force - Scalar(0.5) * (first + last), Scalar(-leg.friction), leg.preload + leg.friction);
  first += beside;
  last += beside;
  record.peak_force = max(record.peak_force, max(first, last));
  const Scalar slope = leg.stiffness * work.rate_from + leg.damping * a;  // of the force; its change is k a
  const Scalar until = a < 0 && slope > 0 ? slope / (-leg.stiffness * a) : work.span;
  const bool before_stop = from + (work.rate_from + Scalar(0.5) * a * until) * until < stop_of(leg);
  if (until < work.span && before_stop) record.peak_force = max(record.peak_force, first + Scalar(0.5) * slope * until);
}

// Enters a piece of leg i with its foot on the ground. Work is mean force times stroke: a crush may be shorter than the
// piece; what the spring has not taken is lost.
template <class Scalar>
inline void enter_work(const LegWork<Scalar> &work, Scalar to, int i, MovingLegs<Scalar> &legs) {
  const Leg<Scalar> &leg = legs.whole->leg[i];
  LegRecord<Scalar> &record = legs.record[i];
  const Scalar from = record.stroke;
  const bool springs = leg.kind == TD_LEG_SPRINGS;
  const Scalar stored = springs ? leg.preload + Scalar(0.5) * leg.stiffness * (from + to) : Scalar(0);
  record.energy = max(record.energy + (work.force - stored) * (to - from), Scalar(0));
  note_peaks(leg, work, from, to, record);
  record.stroke = to;
  hold_foot(i, legs);
}

}  // namespace touchdown

#endif
