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

#include "straight_path.hpp"
#include "tangential_plane.hpp"

namespace touchdown {

namespace slip_path {

// Order of the series of u, a power of 2. DESIGN.md compares the cost of others.
template <class Scalar>
constexpr int order = sizeof(Scalar) == 4 ? 8 : 16;

// Where the path stands.
template <class Scalar>
struct Point {
  Plane<Scalar> u;
  Plane<Scalar> lambda;  // friction impulse so far
  Scalar friction_work;
  NormalProgress<Scalar> normal;
};

// Taylor coefficients of the integrals from a point on, for slip scaled to |u| = 1 and time tau kappa. Index k belongs
// to the power k + 1.
template <class Scalar>
struct Series {
  Scalar kappa;                    // stiffness of the path
  Scalar x[order<Scalar> + 1];     // int u_x
  Scalar y[order<Scalar> + 1];     // int u_y
  Scalar p[order<Scalar> + 1];     // int |u|
  Scalar bend[order<Scalar> + 1];  // int (u - u_0).u: what the work owes to the path's bend
};

template <class Scalar>
constexpr Scalar reciprocal(int k) {
  return Scalar(1) / static_cast<Scalar>(k);
}

// (E40): x_k = (b_x r_k-1 - m_x x_k-1) / k, likewise y, and r = |u| from r^2 = u.u.
template <class Scalar>
inline void expand(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip, Series<Scalar> &series) {
  const Scalar stiffest = plane.T.x > plane.T.y ? plane.T.x : plane.T.y;
  series.kappa = plane.mu_k * stiffest + magnitude(plane.b.x) + magnitude(plane.b.y);
  const Scalar per_kappa = 1 / series.kappa;
  const Plane<Scalar> b = {plane.b.x * per_kappa, plane.b.y * per_kappa};
  const Scalar mu = plane.mu_k * per_kappa;
  const Plane<Scalar> m = {mu * plane.T.x, mu * plane.T.y};
  Scalar *x = series.x;
  Scalar *y = series.y;
  Scalar *r = series.p;
  x[0] = slip.t.x;
  y[0] = slip.t.y;
  r[0] = 1;
  series.bend[0] = 0;
#pragma GCC unroll 16
  for (int k = 1; k <= order<Scalar>; ++k) {
    x[k] = (b.x * r[k - 1] - m.x * x[k - 1]) * reciprocal<Scalar>(k);
    y[k] = (b.y * r[k - 1] - m.y * y[k - 1]) * reciprocal<Scalar>(k);
    Scalar inner = 0;
    Scalar inner_r = 0;
#pragma GCC unroll 8
    for (int j = 1; 2 * j < k; ++j) {
      inner += x[j] * x[k - j] + y[j] * y[k - j];
      inner_r += r[j] * r[k - j];
    }
    inner += inner;
    inner_r += inner_r;
    if (k % 2 == 0) {
      inner += x[k / 2] * x[k / 2] + y[k / 2] * y[k / 2];
      inner_r += r[k / 2] * r[k / 2];
    }
    const Scalar along = x[0] * x[k] + y[0] * y[k];
    series.bend[k] = along + inner;
    r[k] = along + Scalar(0.5) * (inner - inner_r);
  }
}

// The last term of u is at most `tolerance` of |u| up to tau = (tolerance / |u_order|)^(1 / order), and tau is at most
// 4: (E41).
template <class Scalar>
inline Scalar trusted_step(const Series<Scalar> &series, Scalar work_share, Scalar tolerance) {
  constexpr Scalar longest = 4;
  constexpr int last = order<Scalar>;
  const Scalar before = magnitude(series.p[last - 1]);
  const Scalar work = work_share * magnitude(series.bend[last]);
  Scalar tau = tolerance / (magnitude(series.p[last]) + before / longest + work);
  for (int root = 1; root < last; root *= 2) tau = square_root(tau);
  return tau < longest ? tau : longest;
}

template <class Scalar>
inline void integrate(Series<Scalar> &series) {
#pragma GCC unroll 16
  for (int k = 1; k <= order<Scalar>; ++k) {
    series.x[k] *= reciprocal<Scalar>(k + 1);
    series.y[k] *= reciprocal<Scalar>(k + 1);
    series.p[k] *= reciprocal<Scalar>(k + 1);
    series.bend[k] *= reciprocal<Scalar>(k + 1);
  }
}

template <class Scalar>
inline Scalar evaluate(const Scalar (&series)[order<Scalar> + 1], Scalar tau) {
  Scalar sum = series[order<Scalar>];
#pragma GCC unroll 16
  for (int k = order<Scalar> - 1; k >= 0; --k) sum = sum * tau + series[k];
  return sum * tau;
}

// The point at tau: integrals from the series, u and v_n from the momentum balance, the work from the energy balance
// with the bend's share (E42), (E43).
template <class Scalar>
inline Point<Scalar> point_at(const TangentialPlane<Scalar> &plane, const Series<Scalar> &series,
                              const Point<Scalar> &from, Scalar speed, Scalar tau) {
  const Scalar scale = speed / series.kappa;
  const Scalar p = scale * evaluate(series.p, tau);
  const Scalar along_x = scale * evaluate(series.x, tau);
  const Scalar along_y = scale * evaluate(series.y, tau);
  const Scalar bend = speed * scale * evaluate(series.bend, tau);
  const Plane<Scalar> lambda = {-plane.mu_k * along_x, -plane.mu_k * along_y};
  const Plane<Scalar> du = {plane.b.x * p + plane.T.x * lambda.x, plane.b.y * p + plane.T.y * lambda.y};
  const Scalar dv = p + dot(plane.b, lambda);
  const Scalar work =
      p * (from.normal.restitution.v_n + Scalar(0.5) * dv) + Scalar(0.5) * dot(du, lambda) + plane.mu_k * bend;

  Point<Scalar> to = from;
  to.u = {from.u.x + du.x, from.u.y + du.y};
  to.lambda = {from.lambda.x + lambda.x, from.lambda.y + lambda.y};
  to.friction_work += plane.mu_k * bend - dot(from.u, lambda);
  to.normal.restitution.v_n += dv;
  if (from.normal.stage == Stage::compression) {
    to.normal.compression.p += p;
    to.normal.compression.work -= work;
  } else {
    to.normal.restitution.p += p;
    to.normal.restitution.work += work;
  }
  return to;
}

// Has the stage that the point is in ended by now?
template <class Scalar>
inline bool stage_has_ended(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &now, Scalar f) {
  if (now.stage == Stage::compression) return now.restitution.v_n >= 0;
  return restitution_has_ended(law, now.compression, now.restitution, f);
}

// The impulse from here to the end of the stage, were f to stay as it is.
template <class Scalar>
inline Scalar impulse_to_stage_end(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &now, Scalar f) {
  const bool to_separation = now.stage == Stage::compression || now.restitution.v_n < 0;
  if (to_separation) return -now.restitution.v_n / f;
  return remaining_impulse(law, now.compression, now.restitution, f);
}

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
  std::int32_t steps;
  std::int32_t caveats;
  Scalar tolerance;  // of u in the step to come
  Onward onward;     // unless it turns, the two straight legs end the impact from here
  bool ended;
};

// The tau that the rest of a stage takes, were f and the rate of slip g to stay as they are (E44): third order.
template <class Scalar>
inline Scalar tau_to_stage_end(const Path<Scalar> &path, const Slip<Scalar> &slip, Scalar kappa,
                               const NormalProgress<Scalar> &now) {
  const Scalar missing = kappa * impulse_to_stage_end(path.law, now, slip.f) / slip.speed;
  return missing / (1 + Scalar(0.5) * missing * slip.g / kappa);
}

// The point where the stage ends, which lies before tau_end: a bracketed Newton iteration on the series, in which each
// law's own closed form supplies the impulse that is missing.
template <class Scalar>
inline Point<Scalar> stage_end(const Path<Scalar> &path, const Series<Scalar> &series, const Point<Scalar> &from,
                               const Slip<Scalar> &start, Scalar tau_end) {
  Scalar low = 0;
  Scalar high = tau_end;
  Scalar tau = tau_to_stage_end(path, start, series.kappa, from.normal);
  if (!(tau > low && tau < high)) tau = Scalar(0.5) * tau_end;
  Point<Scalar> point = point_at(path.plane, series, from, start.speed, tau);
  for (int i = 0; i < tolerance::stage_end_steps<Scalar>; ++i) {
    const Slip<Scalar> slip = slip_of(path.plane, point.u);
    (stage_has_ended(path.law, point.normal, slip.f) ? high : low) = tau;
    const Scalar change = tau_to_stage_end(path, slip, series.kappa, point.normal);
    if (magnitude(change) <= tolerance::stage_end<Scalar> * tau) break;
    tau += change;
    if (!(tau > low && tau < high)) tau = Scalar(0.5) * (low + high);
    point = point_at(path.plane, series, from, start.speed, tau);
  }
  return point;
}

// What drives the function whose zero ends the stage: where it turns negative within a step, the end may lie before.
template <class Scalar>
inline Scalar drive(const Path<Scalar> &path, const NormalProgress<Scalar> &now, Scalar f) {
  const bool by_work = now.stage == Stage::restitution && path.law.law == Law::energetic;
  return by_work ? now.restitution.v_n : f;
}

// Over a step in which the drive turned from positive to negative: the tau of its crest, by halving.
template <class Scalar>
inline Scalar crest(const Path<Scalar> &path, const Series<Scalar> &series, const Point<Scalar> &from, Scalar speed,
                    Scalar tau_end) {
  Scalar low = 0;
  Scalar high = tau_end;
  for (int i = 0; i < tolerance::crest_halvings; ++i) {
    const Scalar tau = Scalar(0.5) * (low + high);
    const Point<Scalar> point = point_at(path.plane, series, from, speed, tau);
    const Slip<Scalar> slip = slip_of(path.plane, point.u);
    (drive(path, point.normal, slip.f) > 0 ? low : high) = tau;
  }
  return low;
}

// A tau within the step by which the stage has ended; 0 if it has not.
template <class Scalar>
inline Scalar tau_past_stage_end(const Path<Scalar> &path, const Series<Scalar> &series, const Point<Scalar> &from,
                                 const Slip<Scalar> &start, Scalar tau, const Point<Scalar> &end) {
  const Slip<Scalar> slip = slip_of(path.plane, end.u);
  if (stage_has_ended(path.law, end.normal, slip.f)) return tau;
  if (!(drive(path, from.normal, start.f) > 0 && drive(path, end.normal, slip.f) < 0)) return 0;
  const Scalar tau_crest = crest(path, series, from, start.speed, tau);
  const Point<Scalar> top = point_at(path.plane, series, from, start.speed, tau_crest);
  return stage_has_ended(path.law, top.normal, slip_of(path.plane, top.u).f) ? tau_crest : 0;
}

template <class Scalar>
inline void enter_next_stage(const RestitutionLaw<Scalar> &law, Trace<Scalar> &trace) {
  NormalProgress<Scalar> &normal = trace.point.normal;
  trace.ended = normal.stage == Stage::restitution || law.e == 0;
  if (normal.stage == Stage::compression) normal.restitution.v_n = 0;
  normal.stage = Stage::restitution;
}

template <class Scalar>
inline void take_step(const Path<Scalar> &path, const Slip<Scalar> &slip, Trace<Scalar> &trace) {
  Series<Scalar> series;
  expand(path.plane, slip, series);
  const Scalar relative = trace.tolerance / slip.speed + tolerance::epsilon<Scalar>;
  const Scalar work_share = tolerance::work_share<Scalar> * path.plane.mu_k * slip.speed / series.kappa;
  const Scalar tau = trusted_step(series, work_share,
                                  relative < tolerance::slip_share<Scalar> ? relative : tolerance::slip_share<Scalar>);
  integrate(series);
  const Point<Scalar> end = point_at(path.plane, series, trace.point, slip.speed, tau);
  const Scalar past = tau_past_stage_end(path, series, trace.point, slip, tau, end);
  trace.point = past > 0 ? stage_end(path, series, trace.point, slip, past) : end;
  ++trace.steps;
  if (2 * trace.steps > path.most_steps) trace.tolerance *= 2;
  if (past > 0) enter_next_stage(path.law, trace);
}

// How fast slip turns, as a part of the stiffness of the path.
template <class Scalar>
inline Scalar turn_rate(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip) {
  return magnitude(slip.h) / (plane.mu_k * (plane.T.x + plane.T.y) + magnitude(plane.b.x) + magnitude(plane.b.y));
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
  const Scalar p = impulse_to_stop(path.plane, trace.point.u);
  const Scalar turn = magnitude(slip.h / slip.g);
  const Scalar shift = p * turn * (1 + magnitude(slip.f));
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

// Follows the path until the stage has ended, the rest is straight, or the budget is spent.
template <class Scalar>
inline void follow(const Path<Scalar> &path, Stage stage, Trace<Scalar> &trace) {
  for (int i = 0; i <= TD_MAX_STEPS; ++i) {
    if (trace.ended || trace.onward != Onward::turns || trace.point.normal.stage != stage) return;
    const Slip<Scalar> slip = slip_of(path.plane, trace.point.u);
    if (slip.f <= 0) trace.caveats |= TD_CAVEAT_JAM;
    trace.onward = onward(path, slip, trace);
    if (trace.onward != Onward::turns) return;
    if (trace.steps >= path.most_steps) {
      trace.onward = slip.g < 0 || !path.resumes ? Onward::stops_straight : Onward::joins_ray;
      trace.caveats |= TD_CAVEAT_BUDGET_SPENT;
      return;
    }
    take_step(path, slip, trace);
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

template <class Scalar>
inline Closure<Scalar> closure_from(const Path<Scalar> &path, const Trace<Scalar> &trace) {
  const TangentialPlane<Scalar> &plane = path.plane;
  const Slip<Scalar> slip = trace.onward == Onward::joins_ray ? path.resumed : slip_of(plane, trace.point.u);
  Closure<Scalar> closure = {{slip.f, largest<Scalar>, 0}, slip.t, plane.sticks, false};
  if (trace.onward == Onward::stops_straight) {
    closure.misses = slip.speed > 0 && misses_the_stop(path, slip);
    closure.sticks = plane.sticks && !closure.misses;
    closure.legs.length = slip.speed > 0 ? impulse_to_stop(plane, trace.point.u) : 0;
    if (closure.legs.length > 0 && closure.legs.length < largest<Scalar>) {
      closure.t = direction_to_stop(plane, trace.point.u, closure.legs.length);
      closure.legs.f1 = 1 - plane.mu_k * dot(plane.b, closure.t);
    }
  }
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
inline Course<Scalar> course_of(const NormalForm<Scalar> &contact, const Path<Scalar> &path, Trace<Scalar> trace) {
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
  course.R1 = TD_NOT_APPLICABLE;
  course.R2 = square_root(dot(plane.c, plane.c));
  course.starts_at_rest = contact.u.t == 0 && contact.u.s == 0;
  course.method = Method::slip_path;
  course.steps = trace.steps;
  return course;
}

// Restitution by both laws from the end of compression, and the more consistent of the two.
template <class Scalar>
inline Course<Scalar> automatic_course(const NormalForm<Scalar> &contact, Path<Scalar> path,
                                       const Trace<Scalar> &compressed) {
  const RestitutionLaw<Scalar> law = path.law;
  Course<Scalar> course[2];
  for (int i = 0; i < 2; ++i) {
    Trace<Scalar> trace = compressed;
    path.law = with_law(law, i == 0 ? Law::poisson : Law::energetic);
    follow(path, Stage::restitution, trace);
    course[i] = course_of(contact, path, trace);
  }
  return selected(law, course[0], course[1]);
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
  const TangentialPlane<Scalar> plane = tangential_plane(contact);
  slip_path::Path<Scalar> path = {plane, contact.law, steps, false, {}};
  path.resumes = dot(plane.c, plane.c) > plane.mu_k * plane.mu_k;
  if (path.resumes) path.resumed = resumed_slip(plane);
  slip_path::Trace<Scalar> trace = {{to_principal(plane, contact.u), {0, 0}, 0, at_first_touch<Scalar>()},
                                    0,
                                    0,
                                    tolerance::slip_path<Scalar>(steps),
                                    Onward::turns,
                                    false};
  const bool at_rest = trace.point.u.x == 0 && trace.point.u.y == 0;
  if (!at_rest && contact.mu_k <= tolerance::frictionless<Scalar>) slip_path::follow_frictionless(path, trace);

  slip_path::follow(path, Stage::compression, trace);
  if (path.law.law == Law::automatic) return slip_path::automatic_course(contact, path, trace);
  slip_path::follow(path, Stage::restitution, trace);
  return slip_path::course_of(contact, path, trace);
}

}  // namespace touchdown

#endif
