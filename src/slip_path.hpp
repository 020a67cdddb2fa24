// Spatial impact along the exact slip path, in bounded work: Keller 1986, Djerassi 2012 (8)-(11); DESIGN.md
// (E30)..(E46).
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
  bool resumes;          // slip that has stopped starts again, unless mu_s > mu_k holds it
  Slip<Scalar> resumed;  // then, along this ray
};

// How the path goes on from a point.
enum class Onward : std::uint8_t { turns, stops_straight, slides_straight, joins_ray };

// What grows along it.
template <class Scalar>
struct Trace {
  Point<Scalar> point;
  Slip<Scalar> slip;  // there
  std::int32_t steps;
  std::int32_t caveats;
  Scalar tolerance;  // of u in the step to come
  Onward onward;     // unless it turns, the two straight legs end the impact from here
  bool ended;
};

template <class Scalar>
TOUCHDOWN_INLINE Point<Scalar> passed(Point<Scalar> from, const Increment<Scalar> &d) {
  const Scalar work = d.p * from.normal.restitution.v_n + d.work;
  from.friction_work += d.friction_work - dot(from.u, d.lambda);
  from.u = {from.u.x + d.u.x, from.u.y + d.u.y};
  from.lambda = {from.lambda.x + d.lambda.x, from.lambda.y + d.lambda.y};
  from.normal.restitution.v_n += d.v_n;
  if (from.normal.stage == Stage::compression) {
    from.normal.compression.p += d.p;
    from.normal.compression.work -= work;
  } else {
    from.normal.restitution.p += d.p;
    from.normal.restitution.work += work;
  }
  return from;
}

// Has the stage ended by now?
template <class Scalar>
TOUCHDOWN_INLINE bool stage_has_ended(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &now, Scalar f) {
  if (now.stage == Stage::compression) return now.restitution.v_n >= 0;
  return restitution_has_ended(law, now.compression, now.restitution, f);
}

// The impulse from here to the end of the stage, were f to stay as it is.
template <class Scalar>
TOUCHDOWN_INLINE Scalar impulse_to_stage_end(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &now,
                                             Scalar f) {
  const bool to_separation = now.stage == Stage::compression || now.restitution.v_n < 0;
  if (to_separation) return -now.restitution.v_n / f;
  return remaining_impulse(law, now.compression, now.restitution, f);
}

// The tau that the rest of a stage takes, were f and the rate of slip g to stay as they are: third order (E44).
template <class Scalar>
TOUCHDOWN_INLINE Scalar tau_to_stage_end(const Path<Scalar> &path, const Slip<Scalar> &slip,
                                         const NormalProgress<Scalar> &now) {
  const Scalar missing = impulse_to_stage_end(path.law, now, slip.f) / slip.speed;
  return missing * path.plane.kappa / (1 + Scalar(0.5) * missing * slip.g);
}

// What drives the function whose zero ends the stage: where it turns negative within a step, the end may lie before.
template <class Scalar>
TOUCHDOWN_INLINE Scalar drive(const Path<Scalar> &path, const NormalProgress<Scalar> &now, Scalar f) {
  const bool by_work = now.stage == Stage::restitution && path.law.law == Law::energetic;
  return by_work ? now.restitution.v_n : f;
}

// Over a step in which the drive fell from above 0 to `at_high`, below it: the tau of its crest, by false position, if
// the stage has ended there; 0 if it has not.
template <class Scalar>
__attribute__((noinline)) Scalar ended_crest(const Path<Scalar> &path, const Series<Scalar> &series,
                                             const Point<Scalar> &from, const Slip<Scalar> &start, Scalar high,
                                             Scalar at_high) {
  Scalar low = 0;
  Scalar at_low = drive(path, from.normal, start.f);
  for (int i = 0; i < tolerance::crest_steps; ++i) {
    const Scalar tau = low + (high - low) * at_low / (at_low - at_high);
    const Point<Scalar> point = passed(from, increment(path.plane, series, start.speed, tau));
    const Slip<Scalar> slip = slip_of(path.plane, point.u);
    if (stage_has_ended(path.law, point.normal, slip.f)) return tau;
    const Scalar at_tau = drive(path, point.normal, slip.f);
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
  bool last;         // what is found there is good enough
};

// A guess that the bracket allows, but for rounding: until the stage is known to end within it, all of it, otherwise
// its middle.
template <class Scalar>
TOUCHDOWN_INLINE Scalar within(const Search<Scalar> &search, Scalar tau) {
  const Scalar slack = search.ended ? tolerance::stage_end<Scalar> * search.high : 0;
  if (tau >= search.low - slack && tau <= search.high + slack) return tau;
  return search.ended ? Scalar(0.5) * (search.low + search.high) : search.high;
}

// Narrows the bracket by what was found at tau, and guesses again; a search that drags on goes to the end of the step.
template <class Scalar>
TOUCHDOWN_INLINE void narrow(const Path<Scalar> &path, const Trace<Scalar> &at_tau, bool past, bool drags_on,
                             Search<Scalar> &search) {
  const Scalar tau = search.tau;
  (past ? search.high : search.low) = tau;
  search.ended = search.ended || past;
  const Scalar guess = tau + tau_to_stage_end(path, at_tau.slip, at_tau.point.normal);
  search.tau = drags_on && !search.ended ? search.high : within(search, guess);
  const bool inside = search.ended || search.tau < search.high;
  search.last = inside && magnitude(search.tau - tau) <= tolerance::stage_end<Scalar> * tau;
}

// The stage has not ended at the end of the step; has it before, at a crest that v_n has come down from?
template <class Scalar>
TOUCHDOWN_INLINE bool turn_to_crest(const Path<Scalar> &path, const Series<Scalar> &series, const Point<Scalar> &from,
                                    const Slip<Scalar> &start, const Trace<Scalar> &at_end, Search<Scalar> &search) {
  const Scalar drive_end = drive(path, at_end.point.normal, at_end.slip.f);
  const bool turned = drive(path, from.normal, start.f) > 0 && drive_end <= 0;
  const Scalar crest = turned ? ended_crest(path, series, from, start, search.high, drive_end) : 0;
  if (crest == 0) return false;
  search = {0, crest, true, Scalar(0.5) * crest, false};
  return true;
}

// Follows the series to the end of the stage, or as far as it is trusted if the stage lasts longer, and says which. The
// end is found by a bracketed Newton iteration in which each law's closed form supplies the impulse that is missing.
template <class Scalar>
inline bool follow_series(const Path<Scalar> &path, const Series<Scalar> &series, Scalar trusted,
                          Trace<Scalar> &trace) {
  const Point<Scalar> from = trace.point;
  const Slip<Scalar> start = trace.slip;
  Search<Scalar> search = {0, trusted, false, trusted, false};
  search.tau = within(search, tau_to_stage_end(path, start, from.normal));
  for (int i = 0; i < tolerance::stage_end_steps<Scalar>; ++i) {
    trace.point = passed(from, increment(path.plane, series, start.speed, search.tau));
    trace.slip = slip_of(path.plane, trace.point.u);
    if (search.last) break;
    const bool past = stage_has_ended(path.law, trace.point.normal, trace.slip.f);
    if (past || search.tau < trusted)
      narrow(path, trace, past, i >= tolerance::stage_end_steps<Scalar> / 2, search);
    else if (!turn_to_crest(path, series, from, start, trace, search))
      return false;
  }
  return true;
}

// Lets a small dp pass at the present slip, so that v_n is what the stage ends at and yet agrees with the impulse.
template <class Scalar>
inline void trim(const Path<Scalar> &path, Trace<Scalar> &trace) {
  Point<Scalar> &point = trace.point;
  const Slip<Scalar> &slip = trace.slip;
  const Scalar dp = slip.f > tolerance::slip_share<Scalar> ? -point.normal.restitution.v_n / slip.f : 0;
  const Scalar friction = path.plane.mu_k * dp;
  point.u.x += path.plane.b.x * dp - path.plane.T.x * friction * slip.t.x;
  point.u.y += path.plane.b.y * dp - path.plane.T.y * friction * slip.t.y;
  point.lambda.x -= friction * slip.t.x;
  point.lambda.y -= friction * slip.t.y;
  point.friction_work += friction * slip.speed;
  point.normal.compression.p += dp;
  point.normal.restitution.v_n = 0;
}

template <class Scalar>
inline void enter_next_stage(const Path<Scalar> &path, Trace<Scalar> &trace) {
  NormalProgress<Scalar> &normal = trace.point.normal;
  trace.ended = normal.stage == Stage::restitution || path.law.e == 0;
  if (normal.stage == Stage::compression) trim(path, trace);
  normal.stage = Stage::restitution;
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
  if (!ahead && !misses_the_stop(path, slip)) return false;
  const Scalar across = slip.t.x * path.resumed.t.y - slip.t.y * path.resumed.t.x;
  const Scalar off = ahead ? slip.speed * magnitude(across) : slip.speed;
  return off <= tolerance::ray_share<Scalar> * trace.tolerance;
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
  return impulse_to_stage_end(path.law, trace.point.normal, slip.f) > p;
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
  return path.resumes && (ahead || slip.g >= 0) ? Onward::joins_ray : Onward::stops_straight;
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
    if (trace.ended || trace.onward != Onward::turns || trace.point.normal.stage != stage) return;
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

template <class Scalar>
inline Closure<Scalar> closure_from(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Slip<Scalar> slip = trace.onward == Onward::joins_ray ? path.resumed : trace.slip;
  Closure<Scalar> closure = {{slip.f, largest<Scalar>, 0}, slip.t, plane.sticks, false};
  if (trace.onward == Onward::stops_straight) aim_at_stop(path, trace, closure);
  closure.legs.f2 = closure.sticks ? plane.f_stick : path.resumed.f;
  if (closure.legs.length == 0) closure.legs.f1 = closure.legs.f2;
  return closure;
}

// walk() once for all the places here that end with it.
template <class Scalar>
__attribute__((noinline)) StraightImpact<Scalar> walk_on(const RestitutionLaw<Scalar> &law,
                                                         const StraightLegs<Scalar> &legs,
                                                         const NormalProgress<Scalar> &now) {
  return walk(law, legs, now);
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

template <class Scalar>
inline Course<Scalar> course_of(const NormalForm<Scalar> &contact, const Path<Scalar> &path, Trace<Scalar> &trace) {
  const TangentialPlane<Scalar> &plane = path.plane;
  Course<Scalar> course;
  course.stopped_in = Stage::none;
  course.sticks = plane.sticks;
  course.law = path.law.law;
  course.caveats = trace.caveats;
  Scalar p_after_stop = 0;
  if (!trace.ended) {
    const Closure<Scalar> closure = closure_from(path, trace);
    const StraightImpact<Scalar> impact = close(path, closure, trace.point);
    course.stopped_in = closure.misses ? Stage::none : impact.stopped_in;
    course.sticks = closure.sticks;
    course.law = impact.law;
    course.caveats |= impact.caveats;
    p_after_stop = closure.misses ? 0 : impact.p2;
  }
  const NormalProgress<Scalar> &normal = trace.point.normal;
  course.normal = normal;
  course.p = from_principal(plane, trace.point.lambda);
  course.u = from_principal(plane, trace.point.u);
  course.friction_work = trace.point.friction_work;
  course.p_sliding = normal.compression.p + normal.restitution.p - p_after_stop;
  course.p_sticking = course.sticks ? p_after_stop : 0;
  course.p_reversed = course.sticks ? 0 : p_after_stop;
  course.R1 = course.R3 = TD_NOT_APPLICABLE;
  course.R2 = square_root(dot(plane.c, plane.c));
  course.starts_at_rest = contact.u.t == 0 && contact.u.s == 0;
  course.method = Method::slip_path;
  course.steps = trace.steps;
  return course;
}

// Restitution by both laws, and the more consistent of the two impacts. Both run along the same path: to the end that
// comes first, and from there on to the other. Where the straight legs begin before, they lead to both.
template <class Scalar>
inline Course<Scalar> automatic_course(const NormalForm<Scalar> &contact, Path<Scalar> &path, Trace<Scalar> &trace) {
  follow(path, Stage::restitution, trace);
  if (!trace.ended) return course_of(contact, path, trace);
  const RestitutionLaw<Scalar> law = path.law;
  const Law first = first_to_end(law, trace.point.normal, trace.slip.f);
  const Law second = first == Law::poisson ? Law::energetic : Law::poisson;
  path.law = with_law(law, first);
  const Course<Scalar> earlier = course_of(contact, path, trace);
  path.law = with_law(law, second);
  trace.ended = law.e == 0;
  follow(path, Stage::restitution, trace);
  const Course<Scalar> later = course_of(contact, path, trace);
  return first == Law::poisson ? selected(law, earlier, later) : selected(law, later, earlier);
}

// Without friction slip drifts as it likes and the normal motion does not feel it.
template <class Scalar>
inline void follow_frictionless(const Path<Scalar> &path, Trace<Scalar> &trace) {
  const StraightImpact<Scalar> impact = walk(path.law, StraightLegs<Scalar>{1, largest<Scalar>, 1}, trace.point.normal);
  trace.point.normal = impact.end;
  trace.point.u.x += path.plane.b.x * impact.p1;
  trace.point.u.y += path.plane.b.y * impact.p1;
  trace.ended = true;
}

}  // namespace slip_path

template <class Scalar>
inline Course<Scalar> slip_path_impact(const NormalForm<Scalar> &contact, std::int32_t steps) {
  using slip_path::Onward;
  slip_path::Path<Scalar> path;
  path.plane = tangential_plane(contact);
  path.law = contact.law;
  path.most_steps = steps;
  path.resumes = dot(path.plane.c, path.plane.c) > contact.mu_k * contact.mu_k;
  path.resumed = path.resumes ? resumed_slip(path.plane) : Slip<Scalar>{};

  slip_path::Trace<Scalar> trace;
  trace.point.u = to_principal(path.plane, contact.u);
  trace.point.lambda = {0, 0};
  trace.point.friction_work = 0;
  trace.point.normal = at_first_touch<Scalar>();
  trace.slip = slip_of(path.plane, trace.point.u);
  trace.steps = 0;
  trace.caveats = 0;
  trace.tolerance = tolerance::slip_path<Scalar>(steps);
  trace.onward = Onward::turns;
  trace.ended = false;

  const bool frictionless = trace.slip.speed > 0 && contact.mu_k <= tolerance::frictionless<Scalar>;
  if (frictionless) slip_path::follow_frictionless(path, trace);
  slip_path::follow(path, Stage::compression, trace);
  if (path.law.law == Law::automatic) return slip_path::automatic_course(contact, path, trace);
  slip_path::follow(path, Stage::restitution, trace);
  return slip_path::course_of(contact, path, trace);
}

}  // namespace touchdown

#endif
