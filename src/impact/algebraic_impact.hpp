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
  TwoSegmentImpact<Scalar> normal;
  Vector2<Scalar> u;
  Vector2<Scalar> lambda;  // friction impulse so far
  Scalar friction_work;
  Scalar p_sliding, p_after_stop;
};

// Friction directions of a stage: before a stop, and after it unless it sticks.
template <class Scalar>
struct Segment {
  TwoSegmentPath<Scalar> path;
  Vector2<Scalar> t, t_after;
  bool sticks;
};

template <class Scalar>
TOUCHDOWN_INLINE Vector2<Scalar> unit(const Vector2<Scalar> &v, const Vector2<Scalar> &otherwise) {
  const Scalar square = dot(v, v);
  return square > tolerance::square_in_range<Scalar> ? unit(v, square) : otherwise;
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar slope(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &t) {
  return 1 - plane.mu_k * dot(plane.b, t);
}

// Renewed slip along b could not end compression: along the ray of the exact path it can.
template <class Scalar>
__attribute__((noinline)) Segment<Scalar> along_resumed_slip(const TangentialPlane<Scalar> &plane) {
  const Slip<Scalar> ray = resumed_slip(plane);
  return {{ray.f, 0, ray.f}, ray.t, ray.t, false};
}

// What follows a stop.
template <class Scalar>
TOUCHDOWN_INLINE Segment<Scalar> after_stop(const TangentialPlane<Scalar> &plane) {
  const Scalar f_stick = plane.f_stick;
  if (plane.sticks) return {{f_stick, 0, f_stick}, {1, 0}, {1, 0}, true};
  const Vector2<Scalar> driven = unit(plane.b, Vector2<Scalar>{1, 0});
  const Scalar f = slope(plane, driven);
  if (f <= 0) return along_resumed_slip(plane);
  return {{f, 0, f}, driven, driven, false};
}

// The piece of a stage that the frictionless impulse p would pass from slip u on (E51).
template <class Scalar>
TOUCHDOWN_INLINE Segment<Scalar> slide(const TangentialPlane<Scalar> &plane, const Segment<Scalar> &post_stop,
                                       const Vector2<Scalar> &u, Scalar p) {
  Segment<Scalar> segment = post_stop;
  const Vector2<Scalar> end = {u.x + plane.b.x * p, u.y + plane.b.y * p};
  const Scalar square = dot(end, end);
  segment.t = square > tolerance::square_in_range<Scalar> ? unit(end, square) : unit(u, segment.t_after);
  segment.path.f1 = slope(plane, segment.t);
  segment.path.length = largest<Scalar>;
  return segment;
}

// The piece that stops slip u (E52); its length is the largest number where nothing stops it.
template <class Scalar>
TOUCHDOWN_INLINE Segment<Scalar> stop(const TangentialPlane<Scalar> &plane, const Segment<Scalar> &post_stop,
                                      const Vector2<Scalar> &u) {
  Segment<Scalar> segment = post_stop;
  segment.path.length = impulse_to_stop(plane, u);
  if (segment.path.length == largest<Scalar>) return segment;
  segment.t = direction_to_stop(plane, u, segment.path.length);
  segment.path.f1 = slope(plane, segment.t);
  return segment;
}

// Passes p2 after a stop, or while friction holds whatever slip there is.
template <class Scalar>
TOUCHDOWN_INLINE void pass_after_stop(const TangentialPlane<Scalar> &plane, const Segment<Scalar> &segment, bool held,
                                      Scalar p2, State<Scalar> &state) {
  const Scalar mu = plane.mu_k;
  const Vector2<Scalar> friction =
      segment.sticks ? plane.c : Vector2<Scalar>{mu * segment.t_after.x, mu * segment.t_after.y};
  state.lambda.x -= friction.x * p2;
  state.lambda.y -= friction.y * p2;
  if (held) state.friction_work += p2 * dot(friction, state.u);
  if (segment.sticks) return;
  const Vector2<Scalar> rate = plane.b - mobility_times(plane, friction);
  const Vector2<Scalar> du = {rate.x * p2, rate.y * p2};
  state.friction_work += Scalar(0.5) * p2 * dot(friction, du);
  state.u = held ? Vector2<Scalar>{state.u.x + du.x, state.u.y + du.y} : du;
}

// Passes p1 before and p2 after the stop.
template <class Scalar>
TOUCHDOWN_INLINE void pass(const TangentialPlane<Scalar> &plane, const Segment<Scalar> &segment, Scalar p1, Scalar p2,
                           State<Scalar> &state) {
  const Scalar mu = plane.mu_k;
  const bool stopped = state.normal.stopped_in != Stage::none && segment.path.length < largest<Scalar>;
  const Vector2<Scalar> &t = segment.t;
  const Vector2<Scalar> before = state.u;
  const Vector2<Scalar> rate = plane.b - mobility_times(mu, plane, t);
  state.u = {before.x + rate.x * p1, before.y + rate.y * p1};
  const bool held = segment.path.length == 0;
  if (stopped && !held) state.u = {0, 0};
  const Scalar start = dot(t, before);
  const Scalar end = dot(t, state.u);
  if (start < 0 || end < 0) state.normal.caveats |= TD_CAVEAT_DIRECTION;
  state.lambda.x -= mu * t.x * p1;
  state.lambda.y -= mu * t.y * p1;
  state.friction_work += Scalar(0.5) * mu * p1 * (start + end);
  if (stopped) pass_after_stop(plane, segment, held, p2, state);
}

// Of the two pieces, the stop where it comes before compression ends, or where the slide could not end it.
template <class Scalar>
TOUCHDOWN_INLINE Segment<Scalar> compression_segment(const TangentialPlane<Scalar> &plane,
                                                     const Segment<Scalar> &post_stop, const Vector2<Scalar> &u) {
  if (u.x == 0 && u.y == 0) return post_stop;
  const Segment<Scalar> stopping = stop(plane, post_stop, u);
  const bool stops = stopping.path.length < largest<Scalar>;
  if (stops && stopping.path.f1 * stopping.path.length < 1) return stopping;
  const Segment<Scalar> sliding = slide(plane, post_stop, u, Scalar(1));
  if (sliding.path.f1 > 0) return sliding;
  return stops ? stopping : post_stop;
}

template <class Scalar>
TOUCHDOWN_INLINE State<Scalar> finish_compression(const TangentialPlane<Scalar> &plane,
                                                  const Segment<Scalar> &post_stop, const RestitutionLaw<Scalar> &law,
                                                  const Vector2<Scalar> &u) {
  const Segment<Scalar> segment = compression_segment(plane, post_stop, u);
  const bool held = segment.path.length == 0 && (u.x != 0 || u.y != 0);
  const NormalProgress<Scalar> touch = at_first_touch<Scalar>();
  TwoSegmentImpact<Scalar> normal = straight::wedges(segment.path, touch)
                                        ? straight::wedged(law, segment.path, touch)
                                        : straight::finish_compression(law, segment.path, touch);
  if (held) normal.caveats |= TD_CAVEAT_JAM | TD_CAVEAT_DIRECTION;
  State<Scalar> state;
  state.normal = normal;
  state.u = u;
  state.lambda = {0, 0};
  state.friction_work = 0;
  state.p_sliding = normal.p1;
  state.p_after_stop = normal.p2;
  pass(plane, segment, normal.p1, normal.p2, state);
  return state;
}

// Restitution after a slide: from the state at the end of compression, its direction by its own frictionless impulse
// (E53). Slip that the end of compression has just stopped has none.
template <class Scalar>
TOUCHDOWN_INLINE Segment<Scalar> restitution_segment(const TangentialPlane<Scalar> &plane,
                                                     const Segment<Scalar> &post_stop, const Segment<Scalar> &stopping,
                                                     const RestitutionLaw<Scalar> &law, const State<Scalar> &state) {
  const NormalProgress<Scalar> &end = state.normal.end;
  if (state.normal.stopped_in == Stage::none && stopping.path.length < largest<Scalar>) {
    const Scalar left = remaining_impulse(law, end.compression, end.reached, stopping.path.f1);
    if (stopping.path.length < left) return stopping;
  } else if (state.normal.stopped_in == Stage::none && state.u.x == 0 && state.u.y == 0) {
    return post_stop;  // no straight stop: impulse_to_stop finds none for slip that is 0
  }
  if (state.normal.stopped_in != Stage::none && plane.sticks) return post_stop;
  const Segment<Scalar> sliding =
      slide(plane, post_stop, state.u, remaining_impulse(law, end.compression, end.reached, Scalar(1)));
  return sliding.path.f1 > 0 ? sliding : post_stop;
}

// Restitution by one law: the piece, and what passes on it in the normal direction.
template <class Scalar>
struct Ending {
  Segment<Scalar> segment;
  TwoSegmentImpact<Scalar> normal;
};

template <class Scalar>
TOUCHDOWN_INLINE Ending<Scalar> ending(const TangentialPlane<Scalar> &plane, const Segment<Scalar> &post_stop,
                                       const Segment<Scalar> &stopping, const RestitutionLaw<Scalar> &law,
                                       const State<Scalar> &before) {
  const Segment<Scalar> segment = restitution_segment(plane, post_stop, stopping, law, before);
  const bool slides = segment.path.length > 0;
  TwoSegmentImpact<Scalar> start = before.normal;
  start.p1 = start.p2 = 0;
  if (slides) start.stopped_in = Stage::none;
  const bool held = !slides && before.normal.stopped_in == Stage::none && (before.u.x != 0 || before.u.y != 0);
  if (held) start.caveats |= TD_CAVEAT_JAM | TD_CAVEAT_DIRECTION;
  if (slides && segment.path.f1 <= 0) start.caveats |= TD_CAVEAT_JAM;
  if (slides && segment.path.length < largest<Scalar>) {  // the stop comes first: it has been weighed
    start.end.reached = advanced(start.end.reached, segment.path.f1, segment.path.length);
    start.p1 = segment.path.length;
    start.stopped_in = Stage::restitution;
  }
  const bool wedged = start.stopped_in != Stage::none && straight::is_wedge(segment.path.f2);
  if (!wedged) start = straight::finished(law, segment.path, start);
  start.law = law.law;
  return {segment, start};
}

// By the automatic law the more consistent of both its ends.
template <class Scalar>
TOUCHDOWN_INLINE Ending<Scalar> selected_ending(const TangentialPlane<Scalar> &plane, const Segment<Scalar> &post_stop,
                                                const RestitutionLaw<Scalar> &law, const State<Scalar> &before) {
  const bool automatic = is_law(law.law, TD_LAW_AUTOMATIC);
  const Segment<Scalar> stopping = stop(plane, post_stop, before.u);
  Ending<Scalar> selected = ending(plane, post_stop, stopping, automatic ? with_law(law, TD_LAW_POISSON) : law, before);
  if (!automatic) return selected;
  const Ending<Scalar> energetic = ending(plane, post_stop, stopping, with_law(law, TD_LAW_ENERGETIC), before);
  const Selection selection = select(law, selected.normal.end, energetic.normal.end);
  if (selection.law == TD_LAW_ENERGETIC) selected = energetic;
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
  pass(plane, end.segment, p1, p2, state);
  if (stopped) state.normal.stopped_in = stopped_in;
  state.p_sliding += stopped ? 0 : p1;
  state.p_after_stop += stopped ? p1 + p2 : p2;
}

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> solution_of(const ScaledContact<Scalar> &contact,
                                                    const TangentialPlane<Scalar> &plane, const State<Scalar> &state) {
  ImpactSolution<Scalar> solution;
  solution.normal = state.normal.end;
  solution.p = from_principal(plane, state.lambda);
  solution.u = from_principal(plane, state.u);
  solution.friction_work = state.friction_work;
  solution.p_sliding = state.p_sliding;
  solution.p_sticking = plane.sticks ? state.p_after_stop : 0;
  solution.p_reversed = plane.sticks ? 0 : state.p_after_stop;
  solution.R1 = solution.R3 = TD_NOT_APPLICABLE;
  solution.R2 = sqrt_unchecked(dot(plane.c, plane.c));
  solution.starts_at_rest = contact.u.x == 0 && contact.u.y == 0;
  solution.sticks = plane.sticks;
  solution.stopped_in = state.normal.stopped_in;
  solution.law = state.normal.law;
  solution.method = TD_METHOD_ALGEBRAIC;
  solution.steps = 0;
  solution.caveats = state.normal.caveats | (state.friction_work < 0 ? TD_CAVEAT_DIRECTION : 0);
  return solution;
}

}  // namespace algebraic

// In the plane of the contact, with the slip `u` there.
template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> algebraic_impact(const ScaledContact<Scalar> &contact,
                                                         const TangentialPlane<Scalar> &plane,
                                                         const Vector2<Scalar> &u) {
  const algebraic::Segment<Scalar> post_stop = algebraic::after_stop(plane);
  algebraic::State<Scalar> state = algebraic::finish_compression(plane, post_stop, contact.law, u);
  algebraic::restitute(plane, algebraic::selected_ending(plane, post_stop, contact.law, state), state);
  return algebraic::solution_of(contact, plane, state);
}

template <class Scalar>
TOUCHDOWN_INLINE ImpactSolution<Scalar> algebraic_impact(const ScaledContact<Scalar> &contact) {
  TangentialPlane<Scalar> plane = tangential_plane(contact);
  const Vector2<Scalar> u = slip_in(plane, contact.u);
  return algebraic_impact(contact, plane, u);
}

}  // namespace touchdown

#endif
