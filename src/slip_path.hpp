// Spatial impact along the exact slip path, in bounded work: Keller 1986, Djerassi 2012 (8)-(11); DESIGN.md
// (E30)..(E48).
//
// Problem. In the normal form and the principal axes of T the slip u obeys u' = b - mu_k T u / |u| by the normal
// impulse. With dtau = dp / |u| the stop is no longer singular, and everything else is an integral along the path:
//     du/dtau = |u| b - mu_k T u      dp/dtau = |u|      dlambda/dtau = -mu_k u      dW_friction/dtau = mu_k |u|^2
// The field is analytic in tau, so each step is a Taylor series of u and |u|, built by recurrence (E40). The momentum
// balance, not the series, gives u and v_n after a step: they agree with the impulse to rounding.
//
// Cases. (1) The path is straight, or as good as straight up to its stop: the two straight legs of straight_path.hpp
// end the impact in closed form. (2) It turns: Taylor steps up to the end of the stage or until (1). (3) No slip at
// first: (1) with a first leg of no length. (4) No friction: the slip drifts, v_n does not feel it.
//
// Degenerate inputs. The slip law is a contraction (E33), so slip below the tolerance may be taken for none. A jam, f
// <= 0, needs no care: f > g always, so slip is then being stopped. A direction without mobility never stops.
#ifndef TOUCHDOWN_SRC_SLIP_PATH_HPP
#define TOUCHDOWN_SRC_SLIP_PATH_HPP

#include "slip_series.hpp"
#include "straight_path.hpp"

namespace touchdown {

namespace slip_path {

// Where the path stands.
template <class Scalar>
struct Point {
  Plane<Scalar> u;
  Plane<Scalar> lambda;  // friction impulse so far
  Scalar friction_work;
  NormalProgress<Scalar> normal;
};

// What is constant along a path.
template <class Scalar>
struct Path {
  TangentialPlane<Scalar> plane;
  RestitutionLaw<Scalar> law;
  std::int32_t most_steps;
  Scalar tolerance;      // of u in the first half of them
  bool resumes;          // slip that has stopped starts again, unless mu_s > mu_k holds it
  Slip<Scalar> resumed;  // then, along this ray
};

// How the path goes on from a point.
enum class Onward : std::uint8_t { turns, stops_straight, slides_straight, joins_ray, nears_ray, ended };

// What grows along it.
template <class Scalar>
struct Trace {
  Point<Scalar> point;
  Slip<Scalar> slip;       // there
  Remaining<Scalar> left;  // of the stage, from there
  std::int32_t steps;
  std::int32_t caveats;
  Scalar tolerance;  // of u in the step to come
  Onward onward;     // unless it turns or has ended, the two straight legs end the impact from here
};

template <class Scalar>
TOUCHDOWN_INLINE Progress<Scalar> passed(const Progress<Scalar> &from, Scalar p, Scalar dv_n, Scalar work) {
  return {from.p + p, from.v_n + dv_n, from.work + work};
}

// A point on a series.
template <class Scalar>
struct Place {
  Increment<Scalar> d;  // since the start of the step
  Plane<Scalar> u;
  Slip<Scalar> slip;
  Progress<Scalar> normal;
  Remaining<Scalar> left;
};

// What is left of the stage that `normal` is in, from where it has got to, were f to stay as it is.
template <class Scalar>
TOUCHDOWN_INLINE Remaining<Scalar> left_of_stage(const RestitutionLaw<Scalar> &law,
                                                 const NormalProgress<Scalar> &normal, const Progress<Scalar> &now,
                                                 Scalar f) {
  if (normal.stage == Stage::compression) return {until_separation(now.v_n, f), now.v_n >= 0};
  return left_of_restitution(law, normal.compression, now, f);
}

template <class Scalar>
TOUCHDOWN_INLINE void look_at(const Path<Scalar> &path, const Series<Scalar> &series, const Trace<Scalar> &start,
                              Scalar tau, Place<Scalar> &there) {
  Increment<Scalar> &d = there.d;
  increment(path.plane, series, start.slip.speed, tau, d);
  there.u = {start.point.u.x + d.u.x, start.point.u.y + d.u.y};
  there.slip = slip_of(path.plane, there.u);
  const Progress<Scalar> &from = start.point.normal.reached;
  there.normal = passed(from, d.p, d.v_n, d.p * from.v_n + d.work);
  there.left = left_of_stage(path.law, start.point.normal, there.normal, there.slip.f);
}

template <class Scalar>
TOUCHDOWN_INLINE void go_to(const Place<Scalar> &there, Trace<Scalar> &trace) {
  Point<Scalar> &point = trace.point;
  point.friction_work += there.d.friction_work - dot(point.u, there.d.lambda);
  point.lambda = {point.lambda.x + there.d.lambda.x, point.lambda.y + there.d.lambda.y};
  point.u = there.u;
  point.normal.reached = there.normal;
  trace.slip = there.slip;
  trace.left = there.left;
}

// The tau in which an impulse passes, were the rate of slip g to stay as it is: ln(1 + x) / x to fourth order; the
// largest number where slip would stop well before (E44).
template <class Scalar>
TOUCHDOWN_INLINE Scalar tau_of(const Path<Scalar> &path, const Slip<Scalar> &slip, Scalar impulse) {
  const Scalar relative = impulse / slip.speed;
  const Scalar growth = relative * slip.g;
  const Scalar denominator = 6 + 4 * growth;
  return denominator > 0 ? relative * path.plane.kappa * (6 + growth) / denominator : largest<Scalar>;
}

// What drives the function whose zero ends the stage: where it turns negative within a step, the end may lie before.
template <class Scalar>
TOUCHDOWN_INLINE Scalar drive(const Path<Scalar> &path, Stage stage, Scalar v_n, Scalar f) {
  const bool by_work = stage == Stage::restitution && path.law.law == Law::energetic;
  return by_work ? v_n : f;
}

// Over a step in which the drive fell from above 0 to `at_high`, below it: the tau of its crest, by false position, if
// the stage has ended there; 0 if it has not.
template <class Scalar>
__attribute__((noinline)) Scalar ended_crest(const Path<Scalar> &path, const Series<Scalar> &series,
                                             const Trace<Scalar> &start, Scalar high, Scalar at_high) {
  const NormalProgress<Scalar> &normal = start.point.normal;
  Scalar low = 0;
  Scalar at_low = drive(path, normal.stage, normal.reached.v_n, start.slip.f);
  for (int i = 0; i < tolerance::crest_steps; ++i) {
    const Scalar tau = low + (high - low) * at_low / (at_low - at_high);
    Place<Scalar> there;
    look_at(path, series, start, tau, there);
    if (there.left.ended) return tau;
    const Scalar at_tau = drive(path, normal.stage, there.normal.v_n, there.slip.f);
    (at_tau > 0 ? low : high) = tau;
    (at_tau > 0 ? at_low : at_high) = at_tau;
  }
  return 0;
}

// The search for a stage's end on a step.
template <class Scalar>
struct Search {
  Scalar low, high;  // the bracket
  bool ended;        // by `high`; until that is known, `high` is as far as the series is trusted
  Scalar tau;        // where to look next
};

// A guess that the bracket allows, but for rounding: until the stage is known to end within it, all of it, otherwise
// its middle.
template <class Scalar>
TOUCHDOWN_INLINE Scalar within(const Search<Scalar> &search, Scalar tau) {
  const Scalar slack = search.ended ? tolerance::bracket<Scalar> : 0;
  if (tau >= search.low - slack * search.low && tau <= search.high + slack * search.high) return tau;
  return search.ended ? Scalar(0.5) * (search.low + search.high) : search.high;
}

// Narrows the bracket by what was found at tau, and guesses again; a search that drags on goes to the end of the step.
template <class Scalar>
TOUCHDOWN_INLINE void narrow(const Path<Scalar> &path, const Place<Scalar> &there, bool drags_on,
                             Search<Scalar> &search) {
  const Scalar tau = search.tau;
  (there.left.ended ? search.high : search.low) = tau;
  search.ended = search.ended || there.left.ended;
  const Scalar guess = tau + tau_of(path, there.slip, there.left.impulse);
  search.tau = drags_on && !search.ended ? search.high : within(search, guess);
}

// Whether an impulse may as well pass in a straight line: what that bends aside, and the Newton step that it may be,
// are off by second order.
template <class Scalar>
TOUCHDOWN_INLINE bool is_small(const Path<Scalar> &path, const Slip<Scalar> &slip, Scalar impulse) {
  const Scalar bend = slip.speed + path.plane.kappa * magnitude(slip.h);
  return impulse * impulse * bend <= tolerance::straight_end<Scalar> * slip.speed;
}

// The stage has not ended at the end of the step; has it before, at a crest that v_n has come down from?
template <class Scalar>
TOUCHDOWN_INLINE bool turn_to_crest(const Path<Scalar> &path, const Series<Scalar> &series, const Trace<Scalar> &start,
                                    const Place<Scalar> &end, Search<Scalar> &search) {
  const NormalProgress<Scalar> &normal = start.point.normal;
  const Scalar drive_end = drive(path, normal.stage, end.normal.v_n, end.slip.f);
  const bool turned = drive_end <= 0 && drive(path, normal.stage, normal.reached.v_n, start.slip.f) > 0;
  const Scalar crest = turned ? ended_crest(path, series, start, search.high, drive_end) : 0;
  if (crest == 0) return false;
  search = {0, crest, true, Scalar(0.5) * crest};
  return true;
}

// Lets a small impulse pass at the present slip.
template <class Scalar>
TOUCHDOWN_INLINE void pass_straight(const TangentialPlane<Scalar> &plane, Scalar dp, Trace<Scalar> &trace) {
  Point<Scalar> &point = trace.point;
  const Slip<Scalar> &slip = trace.slip;
  const Plane<Scalar> friction = {plane.mu_k * slip.t.x * dp, plane.mu_k * slip.t.y * dp};
  point.u.x += plane.b.x * dp - plane.T.x * friction.x;
  point.u.y += plane.b.y * dp - plane.T.y * friction.y;
  point.lambda.x -= friction.x;
  point.lambda.y -= friction.y;
  point.friction_work += plane.mu_k * dp * (slip.speed + Scalar(0.5) * slip.g * dp);
  const Scalar dv_n = slip.f * dp;
  Progress<Scalar> &normal = point.normal.reached;
  normal = passed(normal, dp, dv_n, dp * (normal.v_n + Scalar(0.5) * dv_n));
}

// Where to look first: at the guess, or if that is beyond trust, as far as that goes. A stage that ends only a little
// beyond is worth less than another step.
template <class Scalar>
TOUCHDOWN_INLINE Search<Scalar> first_look(const Path<Scalar> &path, const Trace<Scalar> &trace, Scalar trusted) {
  const Scalar guess = tau_of(path, trace.slip, trace.left.impulse);
  const Scalar stretched = tolerance::stretch<Scalar> * trusted;
  const bool near = guess >= 0 && guess <= stretched;
  return {0, near ? stretched : trusted, false, near ? guess : trusted};
}

// Ends the search at a place, and with it the stage if little is left of that.
template <class Scalar>
TOUCHDOWN_INLINE void arrive(const Path<Scalar> &path, const Place<Scalar> &there, bool small, Trace<Scalar> &trace) {
  go_to(there, trace);
  if (small) pass_straight(path.plane, there.left.impulse, trace);
}

// Follows the series to the end of the stage, or as far as it is trusted if the stage lasts longer, and says which. The
// end is found by a bracketed Newton iteration in which each law's closed form supplies the impulse that is missing.
template <class Scalar>
inline bool follow_series(const Path<Scalar> &path, const Series<Scalar> &series, Scalar trusted,
                          Trace<Scalar> &trace) {
  constexpr int most = tolerance::stage_end_steps<Scalar>;
  Search<Scalar> search = first_look(path, trace, trusted);
  for (int i = 1; i <= most; ++i) {
    Place<Scalar> there;
    look_at(path, series, trace, search.tau, there);
    const bool small = is_small(path, there.slip, there.left.impulse);
    const bool lasts = !there.left.ended && search.tau >= search.high;
    if (small || i == most || (lasts && !turn_to_crest(path, series, trace, there, search))) {
      arrive(path, there, small, trace);
      return small || !lasts;
    }
    if (!lasts) narrow(path, there, 2 * i > most, search);
  }
  return false;  // not reached
}

// Whether restitution ended by a return to v_n = 0, its law's end being past (E20).
template <class Scalar>
TOUCHDOWN_INLINE bool ran_on(const Path<Scalar> &path, const NormalProgress<Scalar> &end, const Trace<Scalar> &trace) {
  if (end.reached.v_n > trace.tolerance) return false;
  return left_by_law(path.law, end.compression, end.reached, trace.slip.f).impulse < -trace.tolerance;
}

template <class Scalar>
inline void enter_next_stage(const Path<Scalar> &path, Trace<Scalar> &trace) {
  NormalProgress<Scalar> &normal = trace.point.normal;
  if (normal.stage == Stage::restitution || path.law.e == 0) trace.onward = Onward::ended;
  if (normal.stage == Stage::restitution) {
    if (ran_on(path, normal, trace)) trace.caveats |= TD_CAVEAT_EXTENDED;
    return;
  }
  normal = compressed(normal.reached.p, -normal.reached.work);
  trace.left = left_of_stage(path.law, normal, normal.reached, trace.slip.f);
}

template <class Scalar>
inline void take_step(const Path<Scalar> &path, Trace<Scalar> &trace) {
  const Scalar speed = trace.slip.speed;
  Series<Scalar> series;
  expand(path.plane, trace.slip.t, series);
  series.per_kappa = path.plane.per_kappa;
  const Scalar relative = trace.tolerance / speed + tolerance::epsilon<Scalar>;
  const Scalar work_share = tolerance::work_share<Scalar> * path.plane.mu_k * speed * series.per_kappa;
  const Scalar trusted = trusted_step(
      series, work_share, relative < tolerance::slip_share<Scalar> ? relative : tolerance::slip_share<Scalar>);
  const bool stage_ends = follow_series(path, series, trusted, trace);
  ++trace.steps;
  if (2 * trace.steps > path.most_steps) trace.tolerance *= 2;
  if (stage_ends) enter_next_stage(path, trace);
}

// How fast slip turns, as a part of the stiffness of the path.
template <class Scalar>
inline Scalar turn_rate(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip) {
  return magnitude(slip.h) * plane.per_kappa;
}

// Where slip can resume, it stops only along a direction that attracts it: h' = -(g + mu_k t_perp.T t_perp) < 0. Along
// one that repels, the exact path turns away before it stops, however close to it that is (E38).
template <class Scalar>
inline bool misses_the_stop(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Scalar across = plane.mu_k * (plane.T.x * slip.t.y * slip.t.y + plane.T.y * slip.t.x * slip.t.x);
  return path.resumes && slip.g + across < 0 && turn_rate(plane, slip) > plane.turn_noise;
}

// Slip within the tolerance of the ray of resumed slip stays as close to it ever after, for the law is a contraction
// (E39).
template <class Scalar>
inline bool joins_ray(const Path<Scalar> &path, const Slip<Scalar> &slip, const Trace<Scalar> &trace) {
  if (!path.resumes || slip.speed == 0) return false;
  const bool ahead = dot(slip.t, path.resumed.t) > 0;
  const Scalar across = slip.t.x * path.resumed.t.y - slip.t.y * path.resumed.t.x;
  const Scalar off = ahead ? slip.speed * magnitude(across) : slip.speed;
  const bool near = off <= path.tolerance || slip.speed <= tolerance::slip_share<Scalar> * trace.tolerance;
  return near && (ahead || misses_the_stop(path, slip));
}

// The path up to its stop may be taken for straight if the turn that is left, about h / g for each e-fold of slip,
// shifts the stop, and with it v_n, by less than the tolerance: by second order of the turn, but by first where the
// stage ends before (E45).
template <class Scalar>
inline bool stops_straight(const Path<Scalar> &path, const Slip<Scalar> &slip, const Trace<Scalar> &trace) {
  if (slip.speed <= tolerance::slip_share<Scalar> * trace.tolerance) return true;
  if (slip.g >= 0) return false;
  const Scalar per_g = -1 / slip.g;
  const Scalar turn = magnitude(slip.h) * per_g;
  const Scalar weight = turn * (1 + magnitude(slip.f));
  if (slip.speed * per_g * weight * turn > 4 * trace.tolerance) return false;  // far from it, at a glance
  const Scalar p = impulse_to_stop(path.plane, trace.point.u);
  const Scalar shift = p * weight;
  if (shift <= trace.tolerance) return true;
  if (shift * turn > trace.tolerance || misses_the_stop(path, slip)) return false;
  return trace.left.impulse > p;
}

template <class Scalar>
inline Onward onward(const Path<Scalar> &path, const Slip<Scalar> &slip, const Trace<Scalar> &trace) {
  if (joins_ray(path, slip, trace)) return Onward::joins_ray;
  if (turn_rate(path.plane, slip) <= path.plane.turn_noise)
    return slip.g < 0 || slip.speed == 0 ? Onward::stops_straight : Onward::slides_straight;
  return stops_straight(path, slip, trace) ? Onward::stops_straight : Onward::turns;
}

// What is left when the budget is spent: the ray if slip is on its way there, the stop otherwise.
template <class Scalar>
inline Onward close_early(const Path<Scalar> &path, const Slip<Scalar> &slip) {
  const bool ahead = dot(slip.t, path.resumed.t) > 0;
  return path.resumes && (ahead || slip.g >= 0) ? Onward::nears_ray : Onward::stops_straight;
}

// Looks at how the path goes on, and says whether another step is to be taken.
template <class Scalar>
inline bool look_ahead(const Path<Scalar> &path, Trace<Scalar> &trace) {
  if (trace.slip.f <= 0) trace.caveats |= TD_CAVEAT_JAM;
  trace.onward = onward(path, trace.slip, trace);
  if (trace.onward == Onward::turns && trace.steps >= path.most_steps) {
    trace.onward = close_early(path, trace.slip);
    trace.caveats |= TD_CAVEAT_BUDGET_SPENT;
  }
  return trace.onward == Onward::turns;
}

// Follows the path until the stage has ended, the rest is straight, or the budget is spent.
template <class Scalar>
inline void follow(const Path<Scalar> &path, Stage stage, Trace<Scalar> &trace) {
  for (int i = 0; i <= TD_MAX_STEPS; ++i) {
    if (trace.onward != Onward::turns || trace.point.normal.stage != stage) return;
    if (look_ahead(path, trace)) take_step(path, trace);
  }
}

// The two straight legs from a point on.
template <class Scalar>
struct Closure {
  StraightLegs<Scalar> legs;
  Plane<Scalar> t;  // slip direction of the first
  bool sticks;      // the second; otherwise it is the ray
  bool misses;      // the second follows on the first without a stop between them
};

// The first leg up to the stop.
template <class Scalar>
inline void aim_at_stop(const Path<Scalar> &path, const Trace<Scalar> &trace, Closure<Scalar> &closure) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const bool at_rest = trace.slip.speed == 0;
  closure.misses = !at_rest && misses_the_stop(path, trace.slip);
  closure.sticks = plane.sticks && !closure.misses;
  closure.legs.length = at_rest ? 0 : impulse_to_stop(plane, trace.point.u);
  if (at_rest || closure.legs.length == largest<Scalar>) return;
  closure.t = direction_to_stop(plane, trace.point.u, closure.legs.length);
  closure.legs.f1 = 1 - plane.mu_k * dot(plane.b, closure.t);
}

// The mean slip on the way to the ray: the angle between them falls off exponentially, at the rate at which it falls
// now, over the impulse that is left (E47).
template <class Scalar>
inline Slip<Scalar> mean_slip(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  const Plane<Scalar> &ray = path.resumed.t;
  const Plane<Scalar> &t = trace.slip.t;
  const Scalar falls = trace.slip.h * trace.left.impulse;
  const Scalar across = (t.x * ray.y - t.y * ray.x) * trace.slip.speed;
  if (!(falls * across > 0)) return path.resumed;
  const Scalar share = 1 / (1 + Scalar(0.5) * falls / across);
  const Plane<Scalar> mean = {ray.x + share * (t.x - ray.x), ray.y + share * (t.y - ray.y)};
  const Slip<Scalar> slip = slip_of(path.plane, mean);
  return slip.f > 0 ? slip : path.resumed;
}

template <class Scalar>
inline Slip<Scalar> first_slip(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  if (trace.onward == Onward::joins_ray) return path.resumed;
  return trace.onward == Onward::nears_ray ? mean_slip(path, trace) : trace.slip;
}

template <class Scalar>
inline Closure<Scalar> closure_from(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Slip<Scalar> slip = first_slip(path, trace);
  Closure<Scalar> closure = {{slip.f, largest<Scalar>, 0}, slip.t, plane.sticks, false};
  if (trace.onward == Onward::stops_straight) aim_at_stop(path, trace, closure);
  closure.legs.f2 = closure.sticks ? plane.f_stick : path.resumed.f;
  if (closure.legs.length == 0) closure.legs.f1 = closure.legs.f2;
  return closure;
}

// Both walks once for all the places here that end with one.
template <class Scalar>
__attribute__((noinline)) StraightImpact<Scalar> walk_on(const RestitutionLaw<Scalar> &law,
                                                         const StraightLegs<Scalar> &legs,
                                                         const NormalProgress<Scalar> &now) {
  return now.stage == Stage::compression ? walk(law, legs, now) : walk_restitution(law, legs, now);
}

// Ends the impact along the two straight legs; adds what they do to `point` and returns the impact.
template <class Scalar>
inline StraightImpact<Scalar> close(const Path<Scalar> &path, const Closure<Scalar> &closure, Point<Scalar> &point) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Scalar mu = plane.mu_k;
  const StraightImpact<Scalar> impact = walk_on(path.law, closure.legs, point.normal);
  const Slip<Scalar> first = slip_along(plane, closure.t, Scalar(1));
  const bool stopped = impact.stopped_in != Stage::none;
  const Plane<Scalar> du = {(plane.b.x - mu * plane.T.x * first.t.x) * impact.p1,
                            (plane.b.y - mu * plane.T.y * first.t.y) * impact.p1};
  const Plane<Scalar> second = closure.sticks ? plane.c : Plane<Scalar>{mu * path.resumed.t.x, mu * path.resumed.t.y};
  const Scalar slip_back = closure.sticks ? 0 : path.resumed.g * impact.p2;
  const Plane<Scalar> before = point.u;
  point.u = stopped ? Plane<Scalar>{slip_back * path.resumed.t.x, slip_back * path.resumed.t.y}
                    : Plane<Scalar>{before.x + du.x, before.y + du.y};
  const Scalar slid = dot(first.t, before) + (stopped ? 0 : dot(first.t, point.u));
  point.friction_work += Scalar(0.5) * mu * (slid * impact.p1 + slip_back * impact.p2);
  point.lambda.x -= mu * first.t.x * impact.p1 + second.x * impact.p2;
  point.lambda.y -= mu * first.t.y * impact.p1 + second.y * impact.p2;
  point.normal = impact.end;
  return impact;
}

// What the end of an impact was like.
template <class Scalar>
struct Ending {
  Stage stopped_in;
  bool sticks;
  Law law;
  std::int32_t caveats;
  Scalar p_after_stop;
};

// Takes the path to the end of the impact, along the straight legs if they are what is left.
template <class Scalar>
inline Ending<Scalar> finish(const Path<Scalar> &path, Trace<Scalar> &trace) {
  if (trace.onward == Onward::ended) return {Stage::none, path.plane.sticks, path.law.law, trace.caveats, 0};
  const Closure<Scalar> closure = closure_from(path, trace);
  const StraightImpact<Scalar> impact = close(path, closure, trace.point);
  const std::int32_t caveats = trace.caveats | impact.caveats;
  if (closure.misses) return {Stage::none, false, impact.law, caveats, 0};
  return {impact.stopped_in, closure.sticks, impact.law, caveats, impact.p2};
}

// Where slip hardly turns, what the series cut off may have carried the impulse out of its cone (E48). Back into it,
// and the velocities with it; should that bring the point down again, up to v_n = 0.
template <class Scalar>
__attribute__((noinline)) void put_into_cone(const TangentialPlane<Scalar> &plane, Scalar share, Point<Scalar> &point) {
  const Plane<Scalar> d = {(share - 1) * point.lambda.x, (share - 1) * point.lambda.y};
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
  if (square > (1 + tolerance::cone<Scalar>)*(most * most))
    put_into_cone(plane, most / root_of_positive(square), point);
}

template <class Scalar>
inline Course<Scalar> course_of(const NormalForm<Scalar> &contact, const Path<Scalar> &path, Trace<Scalar> &trace,
                                const Ending<Scalar> &ending) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const NormalProgress<Scalar> &normal = trace.point.normal;
  keep_in_cone(plane, contact.mu_s, trace.point);
  Course<Scalar> course;
  course.normal = normal;
  course.p = from_principal(plane, trace.point.lambda);
  course.u = from_principal(plane, trace.point.u);
  const Scalar work = trace.point.friction_work;
  const bool against = work < -tolerance::energy_rounding<Scalar>;
  course.friction_work = work < 0 && !against ? 0 : work;
  course.p_sliding = normal.compression.p + normal.reached.p - ending.p_after_stop;
  course.p_sticking = ending.sticks ? ending.p_after_stop : 0;
  course.p_reversed = ending.sticks ? 0 : ending.p_after_stop;
  course.R1 = course.R3 = TD_NOT_APPLICABLE;
  course.R2 = root_of_positive(dot(plane.c, plane.c));
  course.starts_at_rest = contact.u.t == 0 && contact.u.s == 0;
  course.sticks = ending.sticks;
  course.stopped_in = ending.stopped_in;
  course.law = ending.law;
  course.method = Method::slip_path;
  course.steps = trace.steps;
  course.caveats = ending.caveats | (against ? TD_CAVEAT_DIRECTION : 0);
  return course;
}

// Restitution by both laws, and the more consistent of the two impacts. Both run along the same path: to the end that
// comes first, and from there on to the other. Where the straight legs begin before, they lead to both.
template <class Scalar>
inline Course<Scalar> automatic_course(const NormalForm<Scalar> &contact, Path<Scalar> &path, Trace<Scalar> &trace) {
  follow(path, Stage::restitution, trace);
  const RestitutionLaw<Scalar> law = path.law;
  if (trace.onward != Onward::ended) return course_of(contact, path, trace, finish(path, trace));
  Trace<Scalar> first = trace;
  const Law first_law = first_to_end(law, trace.point.normal, trace.slip.f);
  path.law = with_law(law, first_law == Law::poisson ? Law::energetic : Law::poisson);
  trace.left = left_of_stage(path.law, trace.point.normal, trace.point.normal.reached, trace.slip.f);
  if (law.e > 0) trace.onward = Onward::turns;
  follow(path, Stage::restitution, trace);
  Ending<Scalar> ending = finish(path, trace);

  const bool poisson_first = first_law == Law::poisson;
  const Selection selection = select(law, poisson_first ? first.point.normal : trace.point.normal,
                                     poisson_first ? trace.point.normal : first.point.normal);
  const bool keeps_first = selection.law == first_law;
  if (keeps_first) ending = {Stage::none, path.plane.sticks, first_law, first.caveats, 0};
  ending.caveats |= selection.caveats;
  return course_of(contact, path, keeps_first ? first : trace, ending);
}

// Without friction slip drifts as it likes and the normal motion does not feel it.
template <class Scalar>
inline void follow_frictionless(const Path<Scalar> &path, Trace<Scalar> &trace) {
  const StraightImpact<Scalar> impact =
      walk_on(path.law, StraightLegs<Scalar>{1, largest<Scalar>, 1}, trace.point.normal);
  trace.point.normal = impact.end;
  trace.point.u.x += path.plane.b.x * impact.p1;
  trace.point.u.y += path.plane.b.y * impact.p1;
  trace.onward = Onward::ended;
}

}  // namespace slip_path

template <class Scalar>
inline Course<Scalar> slip_path_impact(const NormalForm<Scalar> &contact, std::int32_t steps) {
  using slip_path::Onward;
  slip_path::Path<Scalar> path;
  path.plane = tangential_plane(contact);
  path.law = contact.law;
  path.most_steps = steps;
  path.tolerance = tolerance::slip_path<Scalar>(steps);
  path.resumes = dot(path.plane.c, path.plane.c) > contact.mu_k * contact.mu_k;
  path.resumed = path.resumes ? resumed_slip(path.plane) : Slip<Scalar>{};

  slip_path::Trace<Scalar> trace;
  trace.point.u = slip_in(path.plane, contact.u);
  const bool directed = dot(trace.point.u, trace.point.u) > tolerance::square_in_range<Scalar>;
  if (!directed) trace.point.u = {0, 0};
  trace.point.lambda = {0, 0};
  trace.point.friction_work = 0;
  trace.point.normal = at_first_touch<Scalar>();
  trace.slip = slip_of(path.plane, trace.point.u);
  trace.left = slip_path::left_of_stage(path.law, trace.point.normal, trace.point.normal.reached, trace.slip.f);
  trace.steps = 0;
  trace.caveats = 0;
  trace.tolerance = path.tolerance;
  trace.onward = Onward::turns;

  const bool frictionless = trace.slip.speed > 0 && contact.mu_k <= tolerance::frictionless<Scalar>;
  if (frictionless) slip_path::follow_frictionless(path, trace);
  slip_path::follow(path, Stage::compression, trace);
  if (path.law.law == Law::automatic) return slip_path::automatic_course(contact, path, trace);
  slip_path::follow(path, Stage::restitution, trace);
  return slip_path::course_of(contact, path, trace, slip_path::finish(path, trace));
}

}  // namespace touchdown

#endif
