// Spatial impact along the exact slip path, in bounded work: Keller 1986, Djerassi 2012 (8)-(11); docs/theory
// (I.28)..(I.47).
//
// Problem. In the normal form and the principal axes of T the slip u obeys u' = b - mu_k T u / |u| by the normal
// impulse. With dtau = dp / |u| the stop is no longer singular, and everything else is an integral along the path:
//     du/dtau = |u| b - mu_k T u      dp/dtau = |u|      dlambda/dtau = -mu_k u      dW_friction/dtau = mu_k |u|^2
// The field is analytic in tau, so each step is a Taylor series of u and |u|, built by recurrence (I.39). The momentum
// balance, not the series, gives u and v_n after a step: they agree with the impulse to rounding.
//
// Cases. (1) The path is straight, or as good as straight up to its stop: the two straight segments of
// impact/two_segment_path.hpp end the impact in closed form. (2) It turns: Taylor steps up to the end of the stage or
// until (1); one step without a series where it turns mildly. (3) No slip at first: (1) with a first segment of length
// 0. (4) No friction: slip drifts, and v_n does not depend on it. (5) A stop in compression is certain: momentum ends
// the impact, whatever the path.
//
// Degenerate inputs. The slip law is a contraction (I.31), so slip below the tolerance counts as 0. The exception is a
// stop that mu_s holds and mu_k does not: there slip has stopped only once rounding hides it (I.38). A jam, f <= 0,
// needs no care: f > g always, so slip is being stopped. A direction without mobility never stops.
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_SLIP_PATH_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_SLIP_PATH_HPP

#include "impact/slip_path/certain_stop.hpp"
#include "impact/slip_path/closure.hpp"
#include "impact/slip_path/mild_turn.hpp"
#include "impact/slip_path/stage_end.hpp"

namespace touchdown {

namespace slip_path {

// Whether restitution ended by a return to v_n = 0, after its law's end (I.20).
template <class Scalar>
inline bool ran_on(const Path<Scalar> &path, const NormalProgress<Scalar> &end, const IntegratorState<Scalar> &state) {
  if (end.reached.v_n > state.tolerance) return false;
  return remaining_by_law(path.law, end.compression, end.reached, state.slip.f).impulse < -state.tolerance;
}

template <class Scalar>
inline void enter_next_stage(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  NormalProgress<Scalar> &normal = state.point.normal;
  if (normal.stage == Stage::restitution || path.law.e == 0) state.continuation = Continuation::ended;
  if (normal.stage == Stage::restitution) {
    if (ran_on(path, normal, state)) state.caveats |= TD_CAVEAT_EXTENDED;
    return;
  }
  normal = begin_restitution(normal.reached.p, -normal.reached.work);
  begin_stage(path, state);
}

template <class Scalar>
inline bool pass_along_series(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  const Scalar speed = state.slip.speed;
  Series<Scalar> series;
  expand(path.plane, state.slip.t, shrink_of(path.plane, state.slip), series);
  const Scalar relative = state.tolerance / speed + tolerance::epsilon<Scalar>;
  const Scalar work_share = share_of_work(path.plane.mu_k, speed, series);
  const Scalar trusted = trusted_step(
      series, [&] { return last_term<Scalar>(series, work_share); },
      relative < tolerance::slip_share<Scalar> ? relative : tolerance::slip_share<Scalar>);
  return follow_series(path, series, trusted, state);
}

template <class Scalar>
inline void take_step(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  const bool mild = turns_mildly(path, state);
  const bool stage_ends = mild ? pass_mildly(path, state) : pass_along_series(path, state);
  ++state.steps;
  if (2 * state.steps > path.most_steps) state.tolerance *= 2;
  if (stage_ends) enter_next_stage(path, state);
}

// Follows the path until the stage has ended, the rest is straight, or the budget is spent.
template <class Scalar>
inline void follow(const Path<Scalar> &path, Stage stage, IntegratorState<Scalar> &state) {
  for (int i = 0; i <= TD_MAX_STEPS; ++i) {
    if (state.continuation != Continuation::turns || state.point.normal.stage != stage) return;
    if (choose_continuation(path, state)) take_step(path, state);
  }
}

// Where slip hardly turns, the truncation of the series may have moved the impulse out of its cone (I.47). Moves it
// back, and the velocities with it; if the point then approaches again, goes on to v_n = 0.
template <class Scalar>
TOUCHDOWN_COMPACT void put_into_cone(const TangentialPlane<Scalar> &plane, Scalar share, Point<Scalar> &point) {
  const Vector2<Scalar> d = {(share - 1) * point.lambda.x, (share - 1) * point.lambda.y};
  Progress<Scalar> &normal = point.normal.reached;
  const Scalar v_n = normal.v_n + dot(plane.b, d);
  const Scalar dp = v_n < 0 ? -v_n : 0;
  point.lambda = {share * point.lambda.x, share * point.lambda.y};
  point.u.x += plane.T.x * d.x + plane.b.x * dp;
  point.u.y += plane.T.y * d.y + plane.b.y * dp;
  normal.p += dp;
  normal.v_n = v_n + dp;
}

template <class Scalar>
TOUCHDOWN_INLINE void keep_in_cone(const TangentialPlane<Scalar> &plane, Scalar mu_s, Point<Scalar> &point) {
  const Scalar most = mu_s * (point.normal.compression.p + point.normal.reached.p);
  const Scalar square = dot(point.lambda, point.lambda);
  if (square > (1 + tolerance::cone<Scalar>)*(most * most)) put_into_cone(plane, most / sqrt_unchecked(square), point);
}

template <class Scalar>
inline ImpactSolution<Scalar> solution_of(const ScaledContact<Scalar> &contact, const Path<Scalar> &path,
                                          IntegratorState<Scalar> &state, const Ending<Scalar> &ending) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const NormalProgress<Scalar> &normal = state.point.normal;
  keep_in_cone(plane, contact.mu_s, state.point);
  ImpactSolution<Scalar> solution;
  solution.normal = normal;
  solution.p = from_principal(plane, state.point.lambda);
  solution.u = from_principal(plane, state.point.u);
  const Scalar work = state.point.friction_work;
  const bool against = work < -tolerance::energy_rounding<Scalar>;
  solution.friction_work = work < 0 && !against ? 0 : work;
  solution.p_sliding = normal.compression.p + normal.reached.p - ending.p_after_stop;
  solution.p_sticking = ending.sticks ? ending.p_after_stop : 0;
  solution.p_reversed = ending.sticks ? 0 : ending.p_after_stop;
  solution.R1 = solution.R3 = TD_NOT_APPLICABLE;
  solution.R2 = sqrt_unchecked(dot(plane.c, plane.c));
  solution.case_number = case_of(contact.u, !ending.sticks, ending.stopped_in);
  solution.law = ending.law;
  solution.method = TD_METHOD_SLIP_PATH;
  solution.steps = state.steps;
  solution.caveats = ending.caveats | (against ? TD_CAVEAT_DIRECTION : 0);
  const bool still_falls = solution.case_number == 0 && !(dot(state.point.u, path.resumed.t) > 0);
  if (still_falls) solution.caveats &= ~TD_CAVEAT_MARGINAL;
  return solution;
}

// Restitution by both laws: `state` becomes the end of the more consistent impact. Both run along the same path: to
// the end that comes first, and from there on to the other. If the straight segments begin before, they lead to
// both.
template <class Scalar>
TOUCHDOWN_COMPACT Ending<Scalar> finish_by_both(Path<Scalar> &path, IntegratorState<Scalar> &state) {
  const RestitutionLaw<Scalar> law = path.law;
  const Point<Scalar> first = state.point;
  const std::int32_t first_steps = state.steps;
  const std::int32_t first_caveats = state.caveats;
  const std::int32_t first_law = first_to_end(law, state.point.normal, state.slip.f);
  path.law = with_law(law, first_law == TD_LAW_POISSON ? TD_LAW_ENERGETIC : TD_LAW_POISSON);
  begin_stage(path, state);
  if (law.e > 0) state.continuation = Continuation::turns;
  follow(path, Stage::restitution, state);
  Ending<Scalar> ending = finish(path, state);

  const bool poisson_first = first_law == TD_LAW_POISSON;
  const Selection selection = select_by_call(law, poisson_first ? first.normal : state.point.normal,
                                             poisson_first ? state.point.normal : first.normal);
  if (selection.law == first_law) {
    ending = {Stage::none, path.plane.sticks, first_law, first_caveats, 0};
    state.point = first;
    state.steps = first_steps;
  }
  ending.caveats |= selection.caveats;
  return ending;
}

// From the end of compression to the end of the impact.
template <class Scalar>
inline Ending<Scalar> restitute(Path<Scalar> &path, IntegratorState<Scalar> &state) {
  follow(path, Stage::restitution, state);
  const bool one_end = state.continuation != Continuation::ended || !is_law(path.law.law, TD_LAW_AUTOMATIC);
  return one_end ? finish(path, state) : finish_by_both(path, state);
}

// Without friction slip drifts freely, and the normal motion does not depend on it.
template <class Scalar>
inline void follow_frictionless(const Path<Scalar> &path, IntegratorState<Scalar> &state) {
  const TwoSegmentImpact<Scalar> impact =
      solve_remaining(path.law, TwoSegmentPath<Scalar>{1, largest<Scalar>, 1}, state.point.normal);
  state.point.normal = impact.end;
  state.point.u.x += path.plane.b.x * impact.p1;
  state.point.u.y += path.plane.b.y * impact.p1;
  state.continuation = Continuation::ended;
}

}  // namespace slip_path

template <class Scalar>
TOUCHDOWN_COMPACT ImpactSolution<Scalar> slip_path_impact(const ScaledContact<Scalar> &contact, std::int32_t steps) {
  using slip_path::Continuation;
  slip_path::Path<Scalar> path;
  path.plane = tangential_plane(contact);
  path.law = contact.law;
  path.most_steps = steps;
  path.tolerance = tolerance::slip_path<Scalar>(steps);
  path.resumes = dot(path.plane.c, path.plane.c) > contact.mu_k * contact.mu_k;
  Slip<Scalar> &resumed = path.resumed;
  resumed.speed = resumed.t.x = resumed.t.y = resumed.f = resumed.g = resumed.h = 0;
  if (path.resumes) resumed = resumed_slip(path.plane);
  path.holds = path.resumes && path.plane.sticks;

  slip_path::IntegratorState<Scalar> state;
  state.point.u = slip_in(path.plane, contact.u);
  const bool directed = dot(state.point.u, state.point.u) > tolerance::square_in_range<Scalar>;
  if (!directed) state.point.u = {0, 0};
  state.point.lambda = {0, 0};
  state.point.friction_work = 0;
  state.point.normal = at_first_touch<Scalar>();
  slip_path::begin_stage(path, state);
  path.start_speed = state.slip.speed;
  state.steps = 0;
  state.spare_trials = tolerance::spare_trials;
  state.caveats = 0;
  state.tolerance = path.tolerance;
  state.continuation = Continuation::turns;

  slip_path::Ending<Scalar> ending;
  const bool certain =
      slip_path::needs_impulse_alone(path.law) && slip_path::stops_for_certain(path.plane, state.point.u);
  if (!certain || !slip_path::ends_certainly(path, state, ending)) {
    const bool frictionless = state.slip.speed > 0 && contact.mu_k <= tolerance::frictionless<Scalar>;
    if (frictionless) slip_path::follow_frictionless(path, state);
    slip_path::follow(path, Stage::compression, state);
    ending = slip_path::restitute(path, state);
  }
  return slip_path::solution_of(contact, path, state, ending);
}

}  // namespace touchdown

#endif
