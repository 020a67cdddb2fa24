// Spatial impact by algebra alone: Sun & Baruh 2022, section 3; docs/theory (I.57)..(I.63).
//
// Problem. The curved slip path of each stage, compression and restitution, is replaced by one straight segment.
// Friction acts against the slip that the stage would end with if there were no friction. If slip stops within the
// stage, friction acts in the one direction that stops it, (55) and (56) of the paper (its (60) as printed determines
// too much). After a stop the contact sticks, or slips on along b, the direction in which the normal impulse drives it.
//
// Cases. Those of the plane (Baruh 2022, Table 1), with the same slopes when all vectors are aligned.
// Degenerate inputs. If a slide could not end compression, f <= 0, slip is stopped first if it can be, else held at
// once. Errors of the frozen direction are reported: a slide that ends against it, and energy gained.
#ifndef TOUCHDOWN_IMPACT_ALGEBRAIC_IMPACT_HPP
#define TOUCHDOWN_IMPACT_ALGEBRAIC_IMPACT_HPP

#include "impact/tangential_plane.hpp"
#include "impact/two_segment_path.hpp"

namespace touchdown {

namespace algebraic {

// The contact plane in the axes of the contact; `Fixed` numbers are as in ScaledContact.
template <class Scalar, class Fixed = Scalar>
struct Plane {
  Symmetric2<Fixed> T;
  Factors<Fixed> factors;  // of T
  Vector2<Fixed> b, c;
  Scalar mu_k;
  Vector2<Scalar> friction_after;  // after a stop, friction impulse and v_n by the normal impulse
  Scalar f_after;
  Real<Scalar> R2;  // friction ratio that sticking needs
  bool sticks;
  bool never_stops;  // slip has a part in a direction without mobility
};

template <class Scalar>
TOUCHDOWN_INLINE bool has_direction(Scalar square) {
  return square > tolerance::square_in_range<Scalar>;
}

// T is tau e e^T to rounding, so a vector along e is divided by tau. Components of b, and of little slip, across e are
// rounding as well; larger slip across e never stops.
template <class Scalar, class Fixed>
TOUCHDOWN_SHORT void keep_to_one_direction(Plane<Scalar, Fixed> &plane, Vector2<Scalar> &u) {
  const Fixed tau = plane.T.xx + plane.T.yy;
  const Fixed inv_tau = tau > 0 ? 1 / tau : Fixed(0);
  const Symmetric2<Fixed> along = inv_tau * plane.T;
  plane.factors = {0, inv_tau, inv_tau};
  plane.b = along * plane.b;
  const Vector2<Scalar> kept = along * u;
  const Scalar noise = tolerance::indefinite<Scalar> * (1 + abs(u.x) + abs(u.y));
  plane.never_stops = abs(u.x - kept.x) > noise || abs(u.y - kept.y) > noise;
  if (!plane.never_stops) u = kept;
}

// A vector of plain numbers; with other numbers, plain ones become constants.
template <class Scalar>
TOUCHDOWN_INLINE const Vector2<Scalar> &lifted(const Vector2<Scalar> &v) {
  return v;
}

template <class Scalar, class Fixed>
TOUCHDOWN_SHORT void set_after_stop(Plane<Scalar, Fixed> &plane) {
  if (plane.sticks) {
    const Fixed f = 1 - dot(plane.b, plane.c);
    const Fixed terms = 1 + plane.c.y * plane.c.y * plane.T.yy;  // what f is made of, its digits in c included
    plane.f_after = f > tolerance::wedged<Scalar> * terms ? f : Fixed(0);
    plane.friction_after = {plane.c.x, plane.c.y};
    return;
  }
  const Vector2<Scalar> b = lifted<Scalar>(plane.b);
  const Fixed square = dot(plane.b, plane.b);
  const Fixed length = sqrt_unchecked(square);
  const Scalar braked = plane.mu_k * length;
  plane.friction_after = (plane.mu_k / length) * b;
  plane.f_after = 1 - braked;
  if (!(has_direction(square) && braked < 1)) {
    const Vector2<Scalar> t = has_direction(square) ? resumed_direction(plane.mu_k * plane.T, Vector2<Scalar>{b.x, b.y})
                                                    : Vector2<Scalar>{1, 0};
    plane.friction_after = plane.mu_k * t;
    plane.f_after = 1 - dot(b, plane.friction_after);
  }
}

// A copy to hand over: 7 % less work than handing over the plane itself.
template <class Scalar>
TOUCHDOWN_INLINE Plane<Scalar> copy_of(const Plane<Scalar> &plane) {
  return {{plane.T.xx, plane.T.xy, plane.T.yy},
          {plane.factors.l, plane.factors.inv_x, plane.factors.inv_y},
          {plane.b.x, plane.b.y},
          {plane.c.x, plane.c.y},
          plane.mu_k,
          {plane.friction_after.x, plane.friction_after.y},
          plane.f_after,
          plane.R2,
          plane.sticks,
          plane.never_stops};
}

// Removes from `u` slip without a direction, and rounding.
template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Plane<Scalar, Fixed> plane_of(const ScaledContact<Scalar, Fixed> &contact, Vector2<Scalar> &u) {
  Plane<Scalar, Fixed> plane;
  plane.T = {contact.tt, contact.ts, contact.ss};
  plane.b = {contact.b.x, contact.b.y};
  plane.mu_k = contact.mu_k;
  plane.never_stops = false;
  Fixed left = 0;
  plane.factors = factors_of(plane.T, left);
  constexpr Real<Scalar> least = std::numeric_limits<Real<Scalar>>::min();  // its reciprocal is finite
  if (!(left > tolerance::immobile_axis<Scalar> * plane.T.yy + least)) keep_to_one_direction(plane, u);
  plane.c = plane.b / plane.factors;
  plane.R2 = sqrt_unchecked(value_of(dot(plane.c, plane.c)));
  plane.sticks = plane.R2 <= value_of(contact.mu_s);
  set_after_stop(plane);
  return plane;
}

// The segment that stops slip (I.59): its normal and its friction impulse, and the change of v_n over it.
template <class Scalar>
struct Stop {
  Scalar p;  // the largest number if nothing stops slip
  Vector2<Scalar> friction;
  Scalar dv_n;
};

// The friction impulse of a stop, with the length of friction. Its error is the part along the smaller mobility.
template <class Scalar, class Fixed>
TOUCHDOWN_COMPACT Vector2<Scalar> with_length(Symmetric2<Fixed> T, Vector2<Scalar> impulse, Scalar square) {
  const bool x_larger = T.xx >= T.yy;
  const Fixed l = -T.xy / (x_larger ? T.xx : T.yy);
  const Vector2<Fixed> smaller = x_larger ? Vector2<Fixed>{l, 1} : Vector2<Fixed>{1, l};
  const Fixed per = 1 / (1 + l * l);
  const Scalar off = dot(impulse, smaller) * per;
  const Vector2<Scalar> kept = impulse - off * smaller;
  const Scalar rest = (square - dot(kept, kept)) * per;
  if (rest <= 0) return sqrt_unchecked(square / dot(impulse, impulse)) * impulse;
  const Scalar length = sqrt_unchecked(rest);
  return kept + (off < 0 ? -length : length) * smaller;
}

template <class Scalar, class Fixed>
TOUCHDOWN_SHORT Stop<Scalar> stop_of(const Plane<Scalar, Fixed> &plane, const Vector2<Scalar> &u) {
  const Vector2<Scalar> q = u / plane.factors;
  Scalar p = 0;
  if (plane.never_stops || !stops_by(plane.mu_k, plane.c, q, p)) return {largest<Scalar>, {0, 0}, largest<Scalar>};
  Vector2<Scalar> friction = q + p * plane.c;
  const Scalar length = plane.mu_k * p;
  const Scalar square = length * length;
  if (abs(dot(friction, friction) - square) > tolerance::indefinite<Scalar> * square)
    friction = with_length(Symmetric2<Fixed>{plane.T.xx, plane.T.xy, plane.T.yy}, friction, square);
  return {p, friction, p - dot(plane.b, friction)};
}

// Friction and dv_n/dp_n if a slide with f <= 0 could not end compression: those of the segment that stops slip (I.62).
// Returns whether they hold up to the end of the stage.
template <class Scalar>
TOUCHDOWN_INLINE bool goes_like_stop(Stage stage, const Stop<Scalar> &stop, Vector2<Scalar> &friction, Scalar &f) {
  if (!(f <= 0) || stage != Stage::compression || !(stop.p < largest<Scalar>)) return false;
  friction.x = stop.friction.x / stop.p;
  friction.y = stop.friction.y / stop.p;
  f = stop.dv_n / stop.p;
  return f > 0;
}

// Friction impulse per normal impulse, against the slip that starts at u and would end after the frictionless impulse p
// (I.58).
template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Vector2<Scalar> friction_of_slide(const Plane<Scalar, Fixed> &plane, const Vector2<Scalar> &u,
                                                   Scalar p) {
  const Vector2<Scalar> end = u + p * plane.b;
  const Scalar square = dot(end, end);
  return plane.mu_k * (has_direction(square) ? unit(end, square) : unit(u, dot(u, u)));
}

// The state so far: friction since first touch, the normal force since the stage began.
template <class Scalar>
struct Course {
  Vector2<Scalar> u;
  Vector2<Scalar> p = {0, 0};
  Real<Scalar> friction_work = 0, p_after_stop = 0;  // reported, and never differentiated
  Progress<Scalar> normal = {0, -1, 0};
  Stage stopped_in = Stage::none;
  std::int32_t caveats = 0;
};

// The remaining impulse of the stage if v_n grows by f.
template <class Scalar>
TOUCHDOWN_INLINE Scalar left_of(Stage stage, const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                const Progress<Scalar> &now, Scalar f) {
  if (stage == Stage::compression) return -now.v_n / f;
  return remaining_in_brief(law, compression, now, f);
}

template <class Scalar>
TOUCHDOWN_INLINE bool comes_within(const Stop<Scalar> &stop, Stage stage, const RestitutionLaw<Scalar> &law,
                                   const Compression<Scalar> &compression, const Progress<Scalar> &now) {
  if (stage == Stage::compression) return stop.dv_n < -now.v_n;
  return stop.p < left_of(stage, law, compression, now, stop.dv_n / stop.p);
}

// Passes the normal impulse dp and with it the friction impulse, against slip.
template <class Scalar>
TOUCHDOWN_INLINE void pass(Scalar dp, const Vector2<Scalar> &friction, Scalar dv_n, Course<Scalar> &course) {
  course.p = course.p - friction;
  if (course.stopped_in != Stage::none) course.p_after_stop += value_of(dp);
  Progress<Scalar> &now = course.normal;
  now.work += dp * (now.v_n + Scalar(0.5) * dv_n);
  now.p += dp;
  now.v_n += dv_n;
}

// The slip after (I.29).
template <class Scalar, class Fixed>
TOUCHDOWN_INLINE Vector2<Scalar> slip_after(const Plane<Scalar, Fixed> &plane, Scalar dp,
                                            const Vector2<Scalar> &friction, const Vector2<Scalar> &u) {
  return u + (dp * plane.b - plane.T * friction);
}

// The work that a force takes by slip, as if slip lasted.
template <class Scalar>
TOUCHDOWN_INLINE Real<Scalar> work_of(const Vector2<Scalar> &force, const Vector2<Scalar> &slip) {
  return value_of(dot(force, slip));
}

// Friction takes its work from slip, and should not add any.
template <class Scalar>
TOUCHDOWN_INLINE void take_work(Real<Scalar> start, Real<Scalar> end, Course<Scalar> &course) {
  if (start < 0 || end < 0) course.caveats |= TD_CAVEAT_DIRECTION;
  course.friction_work += Real<Scalar>(0.5) * (start + end);
}

// A normal impulse, and the change of v_n over it.
template <class Scalar>
struct Growth {
  Scalar dp, dv_n;
};

// The impulse after a stop, up to v_n = 0 at the least.
template <class Scalar>
TOUCHDOWN_INLINE Growth<Scalar> impulse_after_stop(Stage stage, const RestitutionLaw<Scalar> &law,
                                                   const Compression<Scalar> &compression, const Progress<Scalar> &now,
                                                   Scalar f, std::int32_t &caveats) {
  const bool wedge = straight::is_wedge(f);
  if (stage == Stage::compression) {
    if (wedge) caveats |= TD_CAVEAT_JAM;
    return {straight::until_rest(now.v_n, f), -now.v_n};
  }
  const Scalar dp = wedge ? Scalar(0) : left_of(stage, law, compression, now, f);
  const Scalar dv_n = f * dp;
  if (now.v_n + dv_n >= 0) return {dp, dv_n};
  caveats |= TD_CAVEAT_EXTENDED;
  return {straight::until_rest(now.v_n, f), -now.v_n};
}

// The segment after a stop, or of slip that is held because no slide could end compression.
template <class Scalar, class Fixed>
TOUCHDOWN_SHORT void pass_after_stop(const Plane<Scalar, Fixed> &plane, Stage stage, const RestitutionLaw<Scalar> &law,
                                     const Compression<Scalar> &compression, Course<Scalar> &course) {
  const Scalar f = plane.f_after;
  if (course.stopped_in == Stage::none) course.stopped_in = stage;
  const auto [dp, dv_n] = impulse_after_stop(stage, law, compression, course.normal, f, course.caveats);
  const Vector2<Scalar> friction = dp * plane.friction_after;
  course.friction_work += work_of(friction, course.u);
  if (!plane.sticks) {
    const Vector2<Scalar> before = course.u;
    course.u = slip_after(plane, dp, friction, before);
    take_work(Real<Scalar>(0), work_of(friction, course.u - before), course);
  }
  pass(dp, friction, dv_n, course);
}

// Passes slip to the end of the stage, or not at all. Returns whether slip has to be held.
template <class Scalar, class Fixed>
TOUCHDOWN_SHORT bool pass_slide(const Plane<Scalar, Fixed> &plane, Stage stage, const RestitutionLaw<Scalar> &law,
                                const Compression<Scalar> &compression, const Stop<Scalar> &stop,
                                Course<Scalar> &course) {
  const Vector2<Scalar> before = course.u;
  Vector2<Scalar> by_p = friction_of_slide(plane, before, left_of(stage, law, compression, course.normal, Scalar(1)));
  Scalar f = 1 - dot(plane.b, by_p);
  if (!(f > 0) && !goes_like_stop(stage, stop, by_p, f)) {
    if (course.stopped_in == Stage::none) course.caveats |= TD_CAVEAT_JAM | TD_CAVEAT_DIRECTION;
    return true;
  }
  const Scalar dp = left_of(stage, law, compression, course.normal, f);
  const Vector2<Scalar> friction = dp * by_p;
  course.u = slip_after(plane, dp, friction, before);
  take_work(work_of(friction, before), work_of(friction, course.u), course);
  pass(dp, friction, stage == Stage::compression ? -course.normal.v_n : f * dp, course);
  return false;
}

// Passes slip, to its stop or to the end of the stage. Returns whether it has stopped, or has to be held.
template <class Scalar, class Fixed>
TOUCHDOWN_SHORT bool pass_slip(const Plane<Scalar, Fixed> &plane, Stage stage, const RestitutionLaw<Scalar> &law,
                               const Compression<Scalar> &compression, Course<Scalar> &course) {
  const bool first = course.stopped_in == Stage::none;
  const Stop<Scalar> stop = first ? stop_of(plane, course.u) : Stop<Scalar>{largest<Scalar>, {0, 0}, largest<Scalar>};
  if (!comes_within(stop, stage, law, compression, course.normal))
    return pass_slide(plane, stage, law, compression, stop, course);
  if (stop.dv_n <= 0) course.caveats |= TD_CAVEAT_JAM;
  take_work(work_of(stop.friction, course.u), Real<Scalar>(0), course);
  pass(stop.p, stop.friction, stop.dv_n, course);
  course.u = {0, 0};
  return true;
}

// Slip that has stopped has no direction. Slip so small that its square has left the range has no direction either, and
// counts as 0.
template <class Scalar, class Fixed>
TOUCHDOWN_INLINE void pass_stage(const Plane<Scalar, Fixed> &plane, Stage stage, const RestitutionLaw<Scalar> &law,
                                 const Compression<Scalar> &compression, Course<Scalar> &course) {
  const bool held = plane.sticks && course.stopped_in != Stage::none;
  const bool slips = has_direction(dot(course.u, course.u));
  if (!slips) course.u = {0, 0};
  if (held || !slips || pass_slip(plane, stage, law, compression, course))
    pass_after_stop(plane, stage, law, compression, course);
}

// By the automatic law, the more consistent of both its ends. Returns its law.
template <class Scalar>
TOUCHDOWN_COMPACT std::int32_t restitute_by_both(const Plane<Scalar> &plane, RestitutionLaw<Scalar> law,
                                                 const Compression<Scalar> &compression, Course<Scalar> &course) {
  Course<Scalar> energetic = course;
  for (Course<Scalar> *const one : {&energetic, &course}) {
    law.law = one == &course ? TD_LAW_POISSON : TD_LAW_ENERGETIC;
    pass_stage(plane, Stage::restitution, law, compression, *one);
  }
  const Selection selection = select(law, {compression, course.normal, Stage::restitution},
                                     {compression, energetic.normal, Stage::restitution});
  if (selection.law == TD_LAW_ENERGETIC) course = energetic;
  course.caveats |= selection.caveats;
  return selection.law;
}

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> solution_of(const ScaledContact<Scalar> &contact, const Plane<Scalar> &plane,
                                                    const Compression<Scalar> &compression, std::int32_t law,
                                                    const Course<Scalar> &course) {
  ImpactSolution<Scalar> solution;
  solution.normal.compression.p = compression.p;
  solution.normal.compression.work = compression.work;
  solution.normal.reached.p = course.normal.p;
  solution.normal.reached.v_n = course.normal.v_n;
  solution.normal.reached.work = course.normal.work;
  solution.p = {course.p.x, course.p.y};
  solution.u = {course.u.x, course.u.y};
  solution.friction_work = course.friction_work;
  solution.p_sliding = compression.p + course.normal.p - course.p_after_stop;
  solution.p_sticking = plane.sticks ? course.p_after_stop : Scalar(0);
  solution.p_reversed = plane.sticks ? Scalar(0) : course.p_after_stop;
  solution.R1 = solution.R3 = TD_NOT_APPLICABLE;
  solution.R2 = plane.R2;
  solution.case_number = case_of(contact.u, !plane.sticks, course.stopped_in);
  solution.law = law;
  solution.method = TD_METHOD_ALGEBRAIC;
  solution.steps = 0;
  solution.caveats = course.caveats;
  return solution;
}

}  // namespace algebraic

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> algebraic_impact(const ScaledContact<Scalar> &contact) {
  Vector2<Scalar> u = {contact.u.x, contact.u.y};
  const algebraic::Plane<Scalar> plane = algebraic::plane_of(contact, u);
  algebraic::Course<Scalar> course;
  course.u = u;
  algebraic::pass_stage(plane, Stage::compression, contact.law, {0, 0}, course);
  const Compression<Scalar> compression = {course.normal.p, -course.normal.work};
  course.normal = {0, 0, 0};
  const bool automatic = is_law(contact.law.law, TD_LAW_AUTOMATIC);
  std::int32_t law = automatic ? TD_LAW_POISSON : contact.law.law;
  if (contact.law.e > 0 && automatic) {
    // Copies go to the call, which takes 7 % less work by Poisson's law.
    algebraic::Course<Scalar> kept = course;
    law = algebraic::restitute_by_both(algebraic::copy_of(plane), contact.law, Compression<Scalar>(compression), kept);
    course = kept;
  } else if (contact.law.e > 0) {
    algebraic::pass_stage(plane, Stage::restitution, contact.law, compression, course);
  }
  return algebraic::solution_of(contact, plane, compression, law, course);
}

}  // namespace touchdown

#endif
