// Spatial impact by algebra alone: Sun & Baruh 2022, section 3; DESIGN.md (E50)..(E55).
//
// Problem. The curved slip path of each stage, compression and restitution, is replaced by one straight piece: friction
// acts against the slip that the stage would end with were there no friction, or, where slip stops within the stage, in
// the one direction that stops it, (55) and (56) of the paper (its (60) as printed determines too much). After a stop
// the contact sticks, or slips on along b, the direction in which the normal impulse drives it.
//
// Cases. Those of the plane (Baruh 2022, Table 1), with the same slopes when all vectors are aligned.
// Degenerate inputs. Where a slide could not end compression, f <= 0, slip is stopped first if it can be and held at
// once if not. What the frozen direction gets wrong is reported: a slide that ends against it, and energy gained.
#ifndef TOUCHDOWN_IMPACT_ALGEBRAIC_IMPACT_HPP
#define TOUCHDOWN_IMPACT_ALGEBRAIC_IMPACT_HPP

#include "impact/tangential_plane.hpp"
#include "impact/two_segment_path.hpp"

namespace touchdown {

namespace algebraic {

template <class Scalar>
struct State {
  StraightImpact<Scalar> normal;
  Plane<Scalar> u;
  Plane<Scalar> lambda;  // friction impulse so far
  Scalar friction_work;
  Scalar p_sliding, p_after_stop;
};

// Friction directions of a stage: before a stop, and after it unless it sticks.
template <class Scalar>
struct Stretch {
  StraightLegs<Scalar> legs;
  Plane<Scalar> t, t_after;
  bool sticks;
};

template <class Scalar>
TOUCHDOWN_INLINE Plane<Scalar> unit(const Plane<Scalar> &v, const Plane<Scalar> &otherwise) {
  const Scalar square = dot(v, v);
  return square > tolerance::square_in_range<Scalar> ? unit(v, square) : otherwise;
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar slope(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &t) {
  return 1 - plane.mu_k * dot(plane.b, t);
}

// Renewed slip along b could not end compression: along the ray of the exact path it can.
template <class Scalar>
__attribute__((noinline)) Stretch<Scalar> along_ray(const TangentialPlane<Scalar> &plane) {
  const Slip<Scalar> ray = resumed_slip(plane);
  return {{ray.f, 0, ray.f}, ray.t, ray.t, false};
}

// What follows a stop.
template <class Scalar>
TOUCHDOWN_INLINE Stretch<Scalar> after_stop(const TangentialPlane<Scalar> &plane) {
  const Scalar f_stick = plane.f_stick;
  if (plane.sticks) return {{f_stick, 0, f_stick}, {1, 0}, {1, 0}, true};
  const Plane<Scalar> driven = unit(plane.b, Plane<Scalar>{1, 0});
  const Scalar f = slope(plane, driven);
  if (f <= 0) return along_ray(plane);
  return {{f, 0, f}, driven, driven, false};
}

// The piece of a stage that the frictionless impulse p would pass from slip u on (E51).
template <class Scalar>
TOUCHDOWN_INLINE Stretch<Scalar> slide(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                       const Plane<Scalar> &u, Scalar p) {
  Stretch<Scalar> stretch = rest;
  const Plane<Scalar> end = {u.x + plane.b.x * p, u.y + plane.b.y * p};
  const Scalar square = dot(end, end);
  stretch.t = square > tolerance::square_in_range<Scalar> ? unit(end, square) : unit(u, stretch.t_after);
  stretch.legs.f1 = slope(plane, stretch.t);
  stretch.legs.length = largest<Scalar>;
  return stretch;
}

// The piece that stops slip u (E52); its length is the largest number where nothing stops it.
template <class Scalar>
TOUCHDOWN_INLINE Stretch<Scalar> stop(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                      const Plane<Scalar> &u) {
  Stretch<Scalar> stretch = rest;
  stretch.legs.length = impulse_to_stop(plane, u);
  if (stretch.legs.length == largest<Scalar>) return stretch;
  stretch.t = direction_to_stop(plane, u, stretch.legs.length);
  stretch.legs.f1 = slope(plane, stretch.t);
  return stretch;
}

// Passes p2 after a stop, or while friction holds whatever slip there is.
template <class Scalar>
TOUCHDOWN_INLINE void pass_after_stop(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &stretch, bool held,
                                      Scalar p2, State<Scalar> &state) {
  const Scalar mu = plane.mu_k;
  const Plane<Scalar> friction =
      stretch.sticks ? plane.c : Plane<Scalar>{mu * stretch.t_after.x, mu * stretch.t_after.y};
  state.lambda.x -= friction.x * p2;
  state.lambda.y -= friction.y * p2;
  if (held) state.friction_work += p2 * dot(friction, state.u);
  if (stretch.sticks) return;
  const Plane<Scalar> du = {(plane.b.x - plane.T.x * friction.x) * p2, (plane.b.y - plane.T.y * friction.y) * p2};
  state.friction_work += Scalar(0.5) * p2 * dot(friction, du);
  state.u = held ? Plane<Scalar>{state.u.x + du.x, state.u.y + du.y} : du;
}

// Passes p1 before and p2 after the stop.
template <class Scalar>
TOUCHDOWN_INLINE void pass(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &stretch, Scalar p1, Scalar p2,
                           State<Scalar> &state) {
  const Scalar mu = plane.mu_k;
  const bool stopped = state.normal.stopped_in != Stage::none && stretch.legs.length < largest<Scalar>;
  const Plane<Scalar> &t = stretch.t;
  const Plane<Scalar> before = state.u;
  state.u = {before.x + (plane.b.x - mu * plane.T.x * t.x) * p1, before.y + (plane.b.y - mu * plane.T.y * t.y) * p1};
  const bool held = stretch.legs.length == 0;
  if (stopped && !held) state.u = {0, 0};
  const Scalar start = dot(t, before);
  const Scalar end = dot(t, state.u);
  if (start < 0 || end < 0) state.normal.caveats |= TD_CAVEAT_DIRECTION;
  state.lambda.x -= mu * t.x * p1;
  state.lambda.y -= mu * t.y * p1;
  state.friction_work += Scalar(0.5) * mu * p1 * (start + end);
  if (stopped) pass_after_stop(plane, stretch, held, p2, state);
}

// Of the two pieces, the stop where it comes before compression ends, or where the slide could not end it.
template <class Scalar>
TOUCHDOWN_INLINE Stretch<Scalar> compression_stretch(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                                     const Plane<Scalar> &u) {
  if (u.x == 0 && u.y == 0) return rest;
  const Stretch<Scalar> stopping = stop(plane, rest, u);
  const bool stops = stopping.legs.length < largest<Scalar>;
  if (stops && stopping.legs.f1 * stopping.legs.length < 1) return stopping;
  const Stretch<Scalar> sliding = slide(plane, rest, u, Scalar(1));
  if (sliding.legs.f1 > 0) return sliding;
  return stops ? stopping : rest;
}

template <class Scalar>
TOUCHDOWN_INLINE State<Scalar> compressed(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                          const RestitutionLaw<Scalar> &law, const Plane<Scalar> &u) {
  const Stretch<Scalar> stretch = compression_stretch(plane, rest, u);
  const bool held = stretch.legs.length == 0 && (u.x != 0 || u.y != 0);
  const NormalProgress<Scalar> touch = at_first_touch<Scalar>();
  StraightImpact<Scalar> normal = straight::wedges(stretch.legs, touch)
                                      ? straight::wedged(law, stretch.legs, touch)
                                      : straight::compressed(law, stretch.legs, touch);
  if (held) normal.caveats |= TD_CAVEAT_JAM | TD_CAVEAT_DIRECTION;
  State<Scalar> state;
  state.normal = normal;
  state.u = u;
  state.lambda = {0, 0};
  state.friction_work = 0;
  state.p_sliding = normal.p1;
  state.p_after_stop = normal.p2;
  pass(plane, stretch, normal.p1, normal.p2, state);
  return state;
}

// Restitution after a slide: from the state at the end of compression, its direction by its own frictionless impulse
// (E53).
template <class Scalar>
TOUCHDOWN_INLINE Stretch<Scalar> restitution_stretch(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                                     const Stretch<Scalar> &stopping, const RestitutionLaw<Scalar> &law,
                                                     const State<Scalar> &state) {
  const NormalProgress<Scalar> &end = state.normal.end;
  if (state.normal.stopped_in == Stage::none && stopping.legs.length < largest<Scalar>) {
    const Scalar left = remaining_impulse(law, end.compression, end.reached, stopping.legs.f1);
    if (stopping.legs.length < left) return stopping;
  }
  if (state.normal.stopped_in != Stage::none && plane.sticks) return rest;
  const Stretch<Scalar> sliding =
      slide(plane, rest, state.u, remaining_impulse(law, end.compression, end.reached, Scalar(1)));
  return sliding.legs.f1 > 0 ? sliding : rest;
}

// Restitution by one law: the piece, and what passes on it in the normal direction.
template <class Scalar>
struct Ending {
  Stretch<Scalar> stretch;
  StraightImpact<Scalar> normal;
};

template <class Scalar>
TOUCHDOWN_INLINE Ending<Scalar> ending(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                       const Stretch<Scalar> &stopping, const RestitutionLaw<Scalar> &law,
                                       const State<Scalar> &before) {
  const Stretch<Scalar> stretch = restitution_stretch(plane, rest, stopping, law, before);
  const bool slides = stretch.legs.length > 0;
  StraightImpact<Scalar> start = before.normal;
  start.p1 = start.p2 = 0;
  if (slides) start.stopped_in = Stage::none;
  const bool held = !slides && before.normal.stopped_in == Stage::none && (before.u.x != 0 || before.u.y != 0);
  if (held) start.caveats |= TD_CAVEAT_JAM | TD_CAVEAT_DIRECTION;
  if (slides && stretch.legs.f1 <= 0) start.caveats |= TD_CAVEAT_JAM;
  if (slides && stretch.legs.length < largest<Scalar>) {  // the stop comes first: it has been weighed
    start.end.reached = advanced(start.end.reached, stretch.legs.f1, stretch.legs.length);
    start.p1 = stretch.legs.length;
    start.stopped_in = Stage::restitution;
  }
  const bool wedged = start.stopped_in != Stage::none && straight::is_wedge(stretch.legs.f2);
  if (!wedged) start = straight::finished(law, stretch.legs, start);
  start.law = law.law;
  return {stretch, start};
}

// By the automatic law the more consistent of both its ends.
template <class Scalar>
TOUCHDOWN_INLINE Ending<Scalar> selected_ending(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &rest,
                                                const RestitutionLaw<Scalar> &law, const State<Scalar> &before) {
  const bool automatic = law.law == Law::automatic;
  const Stretch<Scalar> stopping = stop(plane, rest, before.u);
  Ending<Scalar> selected = ending(plane, rest, stopping, automatic ? with_law(law, Law::poisson) : law, before);
  if (!automatic) return selected;
  const Ending<Scalar> energetic = ending(plane, rest, stopping, with_law(law, Law::energetic), before);
  const Selection selection = select(law, selected.normal.end, energetic.normal.end);
  if (selection.law == Law::energetic) selected = energetic;
  selected.normal.caveats |= selection.caveats;
  return selected;
}

template <class Scalar>
TOUCHDOWN_INLINE void restitute(const TangentialPlane<Scalar> &plane, const Ending<Scalar> &end, State<Scalar> &state) {
  const Stage stopped_in = state.normal.stopped_in;
  const bool stopped = stopped_in != Stage::none;
  const Scalar p1 = end.normal.p1;
  const Scalar p2 = end.normal.p2;
  state.normal = end.normal;
  pass(plane, end.stretch, p1, p2, state);
  if (stopped) state.normal.stopped_in = stopped_in;
  state.p_sliding += stopped ? 0 : p1;
  state.p_after_stop += stopped ? p1 + p2 : p2;
}

template <class Scalar>
TOUCHDOWN_INLINE Course<Scalar> course_of(const NormalForm<Scalar> &contact, const TangentialPlane<Scalar> &plane,
                                          const State<Scalar> &state) {
  Course<Scalar> course;
  course.normal = state.normal.end;
  course.p = from_principal(plane, state.lambda);
  course.u = from_principal(plane, state.u);
  course.friction_work = state.friction_work;
  course.p_sliding = state.p_sliding;
  course.p_sticking = plane.sticks ? state.p_after_stop : 0;
  course.p_reversed = plane.sticks ? 0 : state.p_after_stop;
  course.R1 = course.R3 = TD_NOT_APPLICABLE;
  course.R2 = root_of_positive(dot(plane.c, plane.c));
  course.starts_at_rest = contact.u.t == 0 && contact.u.s == 0;
  course.sticks = plane.sticks;
  course.stopped_in = state.normal.stopped_in;
  course.law = state.normal.law;
  course.method = Method::algebraic;
  course.steps = 0;
  course.caveats = state.normal.caveats | (state.friction_work < 0 ? TD_CAVEAT_DIRECTION : 0);
  return course;
}

}  // namespace algebraic

template <class Scalar>
TOUCHDOWN_INLINE Course<Scalar> algebraic_impact(const NormalForm<Scalar> &contact) {
  TangentialPlane<Scalar> plane = tangential_plane(contact);
  const Plane<Scalar> u = slip_in(plane, contact.u);
  const algebraic::Stretch<Scalar> rest = algebraic::after_stop(plane);
  algebraic::State<Scalar> state = algebraic::compressed(plane, rest, contact.law, u);
  algebraic::restitute(plane, algebraic::selected_ending(plane, rest, contact.law, state), state);
  return algebraic::course_of(contact, plane, state);
}

}  // namespace touchdown

#endif
