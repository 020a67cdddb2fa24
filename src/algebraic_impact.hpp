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
#ifndef TOUCHDOWN_SRC_ALGEBRAIC_IMPACT_HPP
#define TOUCHDOWN_SRC_ALGEBRAIC_IMPACT_HPP

#include "straight_path.hpp"
#include "tangential_plane.hpp"

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
inline Plane<Scalar> unit(const Plane<Scalar> &v, const Plane<Scalar> &otherwise) {
  const Scalar square = dot(v, v);
  if (!(square > 0)) return otherwise;
  const Scalar per = 1 / square_root(square);
  return {per * v.x, per * v.y};
}

template <class Scalar>
inline Scalar slope(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &t) {
  return 1 - plane.mu_k * dot(plane.b, t);
}

// What follows a stop.
template <class Scalar>
inline Stretch<Scalar> after_stop(const TangentialPlane<Scalar> &plane) {
  const Plane<Scalar> driven = unit(plane.b, Plane<Scalar>{1, 0});
  const Scalar f = plane.sticks ? plane.f_stick : slope(plane, driven);
  return {{f, 0, f}, driven, driven, plane.sticks};
}

// The piece of a stage that the frictionless impulse p would pass from slip u on (E51).
template <class Scalar>
inline Stretch<Scalar> slide(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &u, Scalar p) {
  Stretch<Scalar> stretch = after_stop(plane);
  const Plane<Scalar> end = {u.x + plane.b.x * p, u.y + plane.b.y * p};
  stretch.t = unit(end, unit(u, stretch.t_after));
  stretch.legs.f1 = slope(plane, stretch.t);
  stretch.legs.length = largest<Scalar>;
  return stretch;
}

// The piece that stops slip u (E52); its length is the largest number where nothing stops it.
template <class Scalar>
inline Stretch<Scalar> stop(const TangentialPlane<Scalar> &plane, const Plane<Scalar> &u) {
  Stretch<Scalar> stretch = after_stop(plane);
  stretch.legs.length = impulse_to_stop(plane, u);
  if (stretch.legs.length == largest<Scalar>) return stretch;
  stretch.t = direction_to_stop(plane, u, stretch.legs.length);
  stretch.legs.f1 = slope(plane, stretch.t);
  return stretch;
}

// Passes p1 before and p2 after the stop.
template <class Scalar>
inline void pass(const TangentialPlane<Scalar> &plane, const Stretch<Scalar> &stretch, Scalar p1, Scalar p2,
                 State<Scalar> &state) {
  const Scalar mu = plane.mu_k;
  const bool stopped = state.normal.stopped_in != Stage::none && stretch.legs.length < largest<Scalar>;
  const Plane<Scalar> &t = stretch.t;
  const Plane<Scalar> before = state.u;
  state.u = {before.x + (plane.b.x - mu * plane.T.x * t.x) * p1, before.y + (plane.b.y - mu * plane.T.y * t.y) * p1};
  if (stopped) state.u = {0, 0};
  const Scalar end = dot(t, state.u);
  if (end < 0) state.normal.caveats |= TD_CAVEAT_DIRECTION;
  state.lambda.x -= mu * t.x * p1;
  state.lambda.y -= mu * t.y * p1;
  state.friction_work += Scalar(0.5) * mu * p1 * (dot(t, before) + end);
  if (!stopped) return;
  const Plane<Scalar> friction =
      stretch.sticks ? plane.c : Plane<Scalar>{mu * stretch.t_after.x, mu * stretch.t_after.y};
  state.u = {(plane.b.x - plane.T.x * friction.x) * p2, (plane.b.y - plane.T.y * friction.y) * p2};
  if (stretch.sticks) state.u = {0, 0};
  state.lambda.x -= friction.x * p2;
  state.lambda.y -= friction.y * p2;
  state.friction_work += Scalar(0.5) * p2 * dot(friction, state.u);
}

// Of the two pieces, the stop where it comes before compression ends, or where the slide could not end it.
template <class Scalar>
inline Stretch<Scalar> compression_stretch(const TangentialPlane<Scalar> &plane, const State<Scalar> &state) {
  if (state.u.x == 0 && state.u.y == 0) return after_stop(plane);
  const Stretch<Scalar> stopping = stop(plane, state.u);
  const bool stops = stopping.legs.length < largest<Scalar>;
  if (stops && stopping.legs.f1 * stopping.legs.length < 1) return stopping;
  const Stretch<Scalar> sliding = slide(plane, state.u, Scalar(1));
  if (sliding.legs.f1 > 0) return sliding;
  return after_stop(plane);
}

template <class Scalar>
inline void compress(const TangentialPlane<Scalar> &plane, const RestitutionLaw<Scalar> &law, State<Scalar> &state) {
  const Stretch<Scalar> stretch = compression_stretch(plane, state);
  const bool held = stretch.legs.length == 0 && (state.u.x != 0 || state.u.y != 0);
  const NormalProgress<Scalar> touch = at_first_touch<Scalar>();
  state.normal = straight::wedges(stretch.legs, touch) ? straight::wedged(law, stretch.legs, touch)
                                                       : straight::compressed(law, stretch.legs, touch);
  if (held) state.normal.caveats |= TD_CAVEAT_JAM | TD_CAVEAT_DIRECTION;
  pass(plane, stretch, state.normal.p1, state.normal.p2, state);
  state.p_sliding = state.normal.p1;
  state.p_after_stop = state.normal.p2;
}

// Restitution after a slide: from the state at the end of compression, its direction by its own frictionless impulse
// (E53).
template <class Scalar>
inline Stretch<Scalar> restitution_stretch(const TangentialPlane<Scalar> &plane, const RestitutionLaw<Scalar> &law,
                                           const State<Scalar> &state) {
  const NormalProgress<Scalar> &end = state.normal.end;
  const bool stopped = state.normal.stopped_in == Stage::compression;
  if (stopped && plane.sticks) return after_stop(plane);
  const Stretch<Scalar> stopping = stop(plane, state.u);
  const Scalar left = remaining_impulse(law, end.compression, end.restitution, stopping.legs.f1);
  if (!stopped && stopping.legs.length < left) return stopping;
  return slide(plane, state.u, remaining_impulse(law, end.compression, end.restitution, Scalar(1)));
}

template <class Scalar>
inline void restitute(const TangentialPlane<Scalar> &plane, const RestitutionLaw<Scalar> &law, State<Scalar> &state) {
  const Stretch<Scalar> stretch = restitution_stretch(plane, law, state);
  const Stage stopped_before = state.normal.stopped_in;
  const bool slides = stretch.legs.length > 0;
  StraightImpact<Scalar> start = state.normal;
  start.p1 = start.p2 = 0;
  if (slides) start.stopped_in = Stage::none;
  if (slides && stretch.legs.f1 <= 0) start.caveats |= TD_CAVEAT_JAM;
  state.normal = straight::separated(stretch.legs, straight::restituted(law, stretch.legs, start));
  pass(plane, stretch, state.normal.p1, state.normal.p2, state);
  if (stopped_before != Stage::none) {
    state.normal.stopped_in = stopped_before;
    state.p_after_stop += state.normal.p1 + state.normal.p2;
  } else {
    state.p_sliding += state.normal.p1;
    state.p_after_stop += state.normal.p2;
  }
  state.normal.law = law.law;
}

template <class Scalar>
inline Course<Scalar> course_of(const NormalForm<Scalar> &contact, const TangentialPlane<Scalar> &plane,
                                const RestitutionLaw<Scalar> &law, State<Scalar> state) {
  restitute(plane, law, state);
  Course<Scalar> course;
  course.normal = state.normal.end;
  course.p = from_principal(plane, state.lambda);
  course.u = from_principal(plane, state.u);
  course.friction_work = state.friction_work;
  course.p_sliding = state.p_sliding;
  course.p_sticking = plane.sticks ? state.p_after_stop : 0;
  course.p_reversed = plane.sticks ? 0 : state.p_after_stop;
  course.R1 = course.R3 = TD_NOT_APPLICABLE;
  course.R2 = square_root(dot(plane.c, plane.c));
  course.starts_at_rest = contact.u.t == 0 && contact.u.s == 0;
  course.sticks = plane.sticks;
  course.stopped_in = state.normal.stopped_in;
  course.law = law.law;
  course.method = Method::algebraic;
  course.steps = 0;
  course.caveats = state.normal.caveats;
  return course;
}

}  // namespace algebraic

template <class Scalar>
inline Course<Scalar> algebraic_impact(const NormalForm<Scalar> &contact) {
  const TangentialPlane<Scalar> plane = tangential_plane(contact);
  algebraic::State<Scalar> state = {{}, to_principal(plane, contact.u), {0, 0}, 0, 0, 0};
  algebraic::compress(plane, contact.law, state);
  const RestitutionLaw<Scalar> &law = contact.law;
  if (law.law != Law::automatic) return algebraic::course_of(contact, plane, law, state);
  return selected(law, algebraic::course_of(contact, plane, with_law(law, Law::poisson), state),
                  algebraic::course_of(contact, plane, with_law(law, Law::energetic), state));
}

}  // namespace touchdown

#endif
