// What comes of one impact, computed slowly and obviously in extended precision: the slip path of Darboux and Keller
// (Djerassi (8)-(11)) walked piece by piece. It shares nothing with the library but the names of inputs.
//
// With the slip u = (v_t, v_s), b = (W_nt, W_ns), T = [W_tt W_ts; W_ts W_ss], and the time tau = int dp / |u|:
//     u' = |u| b - mu T u     v_n' = W_nn |u| - mu b.u     lambda' = -mu u     p' = |u|
//     (work of the normal force)' = v_n |u|                (energy lost to friction)' = mu |u|^2
// integrated by extrapolated midpoint steps (Gragg, Bulirsch, Stoer) to some 1e-16 of the approach speed. Where the
// direction of slip no longer turns the path is straight and linear in p; so are sticking and renewed slip. Events are
// found by bracketing. All quantities are scaled by W_nn and the approach speed on entry.
#ifndef TOUCHDOWN_ORACLE_EXACT_IMPACT_HPP
#define TOUCHDOWN_ORACLE_EXACT_IMPACT_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "cast.hpp"

namespace oracle {

using Real = long double;
struct Result {
  bool solved = false;  // false: the law's end was never reached (W too singular), or too many pieces
  touchdown::ContactVector<double> p{0, 0, 0}, v{0, 0, 0};
  double p_compression = 0, p_sliding = 0, p_sticking = 0, p_reversed = 0;
  double work_compression = 0, work_restitution = 0, energy_friction = 0;
  static constexpr double absent = static_cast<double>(TD_NOT_APPLICABLE);
  double N_P = absent, N_N = absent, N_E = absent;
  int case_number = 0;
  std::int32_t law = TD_LAW_POISSON;  // what the automatic law chose; else the law asked for
  bool extended = false;              // the law ended while still approaching, and was run on to v_n = 0
  bool stopped = false;               // slip came to (or began at) zero
  double ratio_to_stick = 0;          // |T^-1 b|
  double least_slip = 0;              // [of the approach speed] least slip speed met by a path that never stops
  bool grazes = false;  // slip vanished in rounding while it still turned: stop or pass is not decided here
};

namespace detail {

struct Plane {  // a vector of the tangent plane
  Real t, s;
};
inline Plane operator+(Plane a, Plane b) { return {a.t + b.t, a.s + b.s}; }
inline Plane operator-(Plane a, Plane b) { return {a.t - b.t, a.s - b.s}; }
inline Plane operator*(Real k, Plane a) { return {k * a.t, k * a.s}; }
inline Real dot(Plane a, Plane b) { return a.t * b.t + a.s * b.s; }
inline Real length(Plane a) { return std::sqrt(dot(a, a)); }

struct Tensor {  // symmetric, of the tangent plane
  Real tt, ts, ss;
};
inline Plane operator*(const Tensor &m, Plane a) { return {m.tt * a.t + m.ts * a.s, m.ts * a.t + m.ss * a.s}; }
inline Plane solve(const Tensor &m, Plane a) {
  const Real det = m.tt * m.ss - m.ts * m.ts;
  return (1 / det) * Plane{m.ss * a.t - m.ts * a.s, m.tt * a.s - m.ts * a.t};
}

// The problem in units of W_nn and the approach speed: W_nn = 1, v_n = -1 at the start.
struct Scaled {
  Plane b, slip;
  Tensor T;
  Real mu_s, mu_k, e;
  Plane c;  // T^-1 b: the friction per normal impulse that holds the point
};

// T^-1 b. If T is singular to the rounding of its entries, only one direction has mobility, b is along it, and T^-1 b
// is b / trace.
inline Plane held_by(const Tensor &T, Plane b) {
  const Real product = T.tt * T.ss;
  if (product - T.ts * T.ts > 64 * static_cast<Real>(std::numeric_limits<double>::epsilon()) * product)
    return solve(T, b);
  return (1 / (T.tt + T.ss)) * b;
}

constexpr Real real(double x) { return static_cast<Real>(x); }

inline Scaled scaled(const Case &in) {
  const Real w = real(in.W.nn), speed = -real(in.v.n);
  Scaled m{};
  m.b = {real(in.W.nt) / w, real(in.W.ns) / w};
  m.T = {real(in.W.tt) / w, real(in.W.ts) / w, real(in.W.ss) / w};
  m.slip = {real(in.v.t) / speed, real(in.v.s) / speed};
  m.mu_s = real(in.surface.mu_s);
  m.mu_k = real(in.surface.mu_k);
  m.e = real(in.surface.e);
  m.c = held_by(m.T, m.b);
  return m;
}

enum Index { slip_t, slip_s, normal_velocity, normal_impulse, impulse_t, impulse_s, work, friction, size };
using State = std::array<Real, size>;

inline Plane slip_of(const State &y) { return {y[slip_t], y[slip_s]}; }

inline State sum(const State &a, Real k, const State &d) {
  State r{};
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = a[i] + k * d[i];
  return r;
}

inline State rate(const Scaled &m, const State &y) {
  const Plane u = slip_of(y), Tu = m.T * u;
  const Real s = length(u), mu = m.mu_k;
  return {s * m.b.t - mu * Tu.t,
          s * m.b.s - mu * Tu.s,
          s - mu * dot(m.b, u),
          s,
          -mu * u.t,
          -mu * u.s,
          y[normal_velocity] * s,
          mu * s * s};
}

// `count` midpoint steps over `span`, smoothed at the end (Gragg): its error has even powers of the step only.
inline State midpoint(const Scaled &m, const State &start, Real span, int count) {
  const Real step = span / count;
  State before = start, here = sum(start, step, rate(m, start));
  for (int i = 1; i < count; ++i) {
    const State next = sum(before, 2 * step, rate(m, here));
    before = here;
    here = next;
  }
  State end = sum(before, step, rate(m, here));
  for (std::size_t i = 0; i < end.size(); ++i) end[i] = (end[i] + here[i]) / 2;
  return end;
}

struct Step {
  State end;
  bool converged;
  int levels;
};

// How much two results differ: slip by its own size, all else by the unit of the problem.
inline Real change(const State &a, const State &b) {
  const Real s = length(slip_of(a));
  Real most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Real unit = i == slip_t || i == slip_s ? s : 1 + std::abs(a[i]);
    most = std::max(most, std::abs(a[i] - b[i]) / unit);
  }
  return most;
}

// Extrapolates midpoint results with 2, 4, 6, ... steps to zero step (Aitken-Neville) until two agree to rounding.
inline Step extrapolated(const Scaled &m, const State &start, Real span) {
  constexpr int most = 12;
  State row[most] = {};
  for (int k = 0; k < most; ++k) {
    State value = midpoint(m, start, span, 2 * (k + 1));
    for (int j = 1; j <= k; ++j) {
      const Real ratio = static_cast<Real>(k + 1) / (k - j + 1);
      const State better = sum(value, 1 / (ratio * ratio - 1), sum(value, -1, row[j - 1]));
      row[j - 1] = value;
      value = better;
    }
    if (k > 0 && change(value, row[k - 1]) < 2e-17L) return {value, true, k};
    row[k] = value;
  }
  return {row[most - 1], false, most};
}

// The root of a function that is negative at lo and not negative at hi: chords and, every third time, a bisection.
inline Real root(const std::function<Real(Real)> &f, Real lo, Real hi) {
  Real f_lo = f(lo), f_hi = f(hi);
  for (int i = 0; i < 200 && f_hi != 0 && hi - lo > 2e-19L * (std::abs(lo) + std::abs(hi)); ++i) {
    Real x = hi - f_hi * (hi - lo) / (f_hi - f_lo);
    if (i % 3 == 2 || !(x > lo && x < hi)) x = lo + (hi - lo) / 2;
    const Real f_x = f(x);
    (f_x < 0 ? lo : hi) = x;
    (f_x < 0 ? f_lo : f_hi) = f_x;
  }
  return hi;
}

enum class Motion { sliding, sticking, reversed };

// A piece of the path from `begin`: curved over tau in [0, length], or straight over p in [0, length].
struct Piece {
  State begin{};
  bool curved = false, ends_in_stop = false, endless = false;
  Real length = 0;
  Plane friction_direction{0, 0};  // straight: tangential impulse per normal impulse
};

inline State straight(const Scaled &m, const Piece &piece, Real p) {
  const Plane lambda = piece.friction_direction, gain = m.b + m.T * lambda;
  const Real f = 1 + dot(m.b, lambda);
  const State &a = piece.begin;
  const Plane u = slip_of(a);
  State y = a;
  y[slip_t] += p * gain.t;
  y[slip_s] += p * gain.s;
  y[normal_velocity] += p * f;
  y[normal_impulse] += p;
  y[impulse_t] += p * lambda.t;
  y[impulse_s] += p * lambda.s;
  y[work] += p * (a[normal_velocity] + p * f / 2);
  y[friction] -= p * (dot(lambda, u) + p * dot(lambda, gain) / 2);
  return y;
}

inline State along(const Scaled &m, const Piece &piece, Real x) {
  return piece.curved ? extrapolated(m, piece.begin, x).end : straight(m, piece, x);
}

// After a stop, where sticking needs more friction than there is: the one direction along which slip grows from zero,
// t ~ (g I + mu T)^-1 b with g > 0 such that |t| = 1. By bisection.
inline Plane resumed_direction(const Scaled &m) {
  const auto direction = [&m](Real g) {
    return solve({g + m.mu_k * m.T.tt, m.mu_k * m.T.ts, g + m.mu_k * m.T.ss}, m.b);
  };
  Real lo = 0, hi = length(m.b);
  if (m.mu_k == 0) return (1 / hi) * m.b;
  for (int i = 0; i < 90; ++i) {
    const Real g = (lo + hi) / 2;
    (length(direction(g)) > 1 ? lo : hi) = g;
  }
  const Plane t = direction(hi);
  return (1 / length(t)) * t;
}

// The end of a stage: the first time that `value` is not negative. `slope` has the sign of its derivative.
struct Event {
  std::function<Real(const State &)> value, slope;
};

class Walk {
 public:
  explicit Walk(const Scaled &problem) : m(problem) {
    y[slip_t] = m.slip.t;
    y[slip_s] = m.slip.s;
    y[normal_velocity] = -1;
    least_slip = length(m.slip);
    const Tensor &T = m.T;
    const Real stiffness = m.mu_k * (T.tt + T.ss) + length(m.b) + 1;
    step = 1 / stiffness;
    if (length(m.slip) == 0) stop();
  }

  // Walks until the event; false if it is never reached.
  bool until(const Event &event) {
    if (motion == Motion::sliding && length(slip_of(y)) == 0) stop();  // the last event fell on the stop
    for (int pieces = 0; pieces < 20000; ++pieces) {
      Piece piece = next_piece();
      const bool found = event_in(event, piece);
      if (!found && piece.endless) return false;
      take(piece);
      if (found) return true;
      if (piece.ends_in_stop) stop();
    }
    return false;
  }

  State y{};
  Motion motion = Motion::sliding;
  std::array<Real, 3> passed{0, 0, 0};  // normal impulse per motion
  Real least_slip = 0;
  bool grazes = false;

 private:
  void stop() {
    const bool sticks = length(m.c) <= m.mu_s;
    motion = sticks ? Motion::sticking : Motion::reversed;
    held = sticks ? Real(-1) * m.c : -m.mu_k * resumed_direction(m);
    y[slip_t] = y[slip_s] = 0;
    least_slip = 0;
  }

  Piece next_piece() {
    Piece piece;
    piece.begin = y;
    const Plane u = slip_of(y);
    const Real s = length(u);
    if (motion != Motion::sliding) {
      piece.endless = true;
      piece.friction_direction = held;
      return piece;
    }
    const Plane t = (1 / s) * u, along_t = m.b - m.mu_k * (m.T * t);
    const Real grows = dot(t, along_t), turns = t.t * along_t.s - t.s * along_t.t;
    const bool turning = std::abs(turns) > 1e-16L * (length(m.b) + m.mu_k * (m.T.tt + m.T.ss));
    grazes = grazes || (turning && s < 1e-17L);
    if (grazes || !turning) {
      piece.friction_direction = -m.mu_k * t;
      piece.ends_in_stop = grows < 0;
      piece.endless = !piece.ends_in_stop;
      piece.length = piece.ends_in_stop ? -s / grows : 0;
      return piece;
    }
    piece.curved = true;
    Step taken = extrapolated(m, y, step);
    while (!taken.converged || turned(t, slip_of(taken.end))) {
      step /= 2;
      taken = extrapolated(m, y, step);
    }
    piece.length = step;
    end_of_curved = taken.end;
    if (taken.levels < 8) step *= 1.5L;
    return piece;
  }

  static bool turned(Plane t, Plane u) { return dot(t, u) < 0.95L * length(u); }

  // Shortens the piece to the event if the event lies in it.
  bool event_in(const Event &event, Piece &piece) const {
    const auto value = [&](Real x) { return event.value(along(m, piece, x)); };
    Real far = piece.endless ? far_enough(value) : piece.length;
    const State end = piece.curved ? end_of_curved : along(m, piece, far);
    if (event.value(end) < 0) {  // a maximum inside may reach it all the same
      if (!(event.slope(piece.begin) > 0 && event.slope(end) < 0)) return false;
      far = root([&](Real x) { return -event.slope(along(m, piece, x)); }, 0, far);
      if (value(far) < 0) return false;
    }
    piece.length = root(value, 0, far);
    piece.ends_in_stop = false;
    return true;
  }

  static Real far_enough(const std::function<Real(Real)> &value) {
    Real far = 1e-6L;
    for (int i = 0; i < 200 && value(far) < 0; ++i) far *= 2;
    return far;
  }

  void take(const Piece &piece) {
    const Real before = y[normal_impulse];
    y = along(m, piece, piece.length);
    passed[static_cast<std::size_t>(motion)] += y[normal_impulse] - before;
    least_slip = std::min(least_slip, length(slip_of(y)));
  }

  const Scaled &m;
  Plane held{0, 0};
  Real step = 0;
  State end_of_curved{};
};

inline Real slope_of_normal_velocity(const Scaled &m, const State &y) {
  const Plane u = slip_of(y);
  const Real s = length(u);
  return s > 0 ? 1 - m.mu_k * dot(m.b, u) / s : 1;
}

inline Event reaches_velocity(const Scaled &m, Real target) {
  return {[target](const State &y) { return y[normal_velocity] - target; },
          [&m](const State &y) { return slope_of_normal_velocity(m, y); }};
}
inline Event reaches_impulse(Real target) {
  return {[target](const State &y) { return y[normal_impulse] - target; }, [](const State &) { return Real(1); }};
}
inline Event reaches_work(Real target) {
  return {[target](const State &y) { return y[work] - target; }, [](const State &y) { return y[normal_velocity]; }};
}

inline Real consistency_energy(const Scaled &m, const State &compressed, const State &y) {
  return std::sqrt(std::max<Real>(0, y[work] - compressed[work]) / -compressed[work]) / m.e;
}

// d/dp of d1 (1 - N_P)^2 + d2 (1 - N_E)^2, up to a factor 2.
inline Real compromise_slope(const Scaled &m, const State &compressed, const State &y, Real d1, Real d2) {
  const Real scale = m.e * compressed[normal_impulse];
  const Real N_P = (y[normal_impulse] - compressed[normal_impulse]) / scale;
  const Real N_E = consistency_energy(m, compressed, y);
  const Real dN_E = y[normal_velocity] / (2 * m.e * m.e * -compressed[work] * std::max<Real>(N_E, 1e-12L));
  return -d1 * (1 - N_P) / scale - d2 * (1 - N_E) * dN_E;
}

// The compromise lies between the ends by Poisson's and by the energetic law: below both, both N are below 1 and
// still rise; above both they exceed 1.
inline bool compromise(const Scaled &m, const Case &in, const State &compressed, Walk &walk) {
  const bool unset = in.options.d1 == 0 && in.options.d2 == 0;
  const Real d1 = unset ? 1 : real(in.options.d1), d2 = unset ? 1 : real(in.options.d2);
  const Real poisson_end = (1 + m.e) * compressed[normal_impulse];
  Walk energetic = walk;
  if (!energetic.until(reaches_work(compressed[work] * (1 - m.e * m.e)))) return false;
  const Real energetic_end = energetic.y[normal_impulse];
  if (d1 == 0) return walk.until(reaches_impulse(energetic_end));
  if (d2 == 0) return walk.until(reaches_impulse(poisson_end));
  const Real lo = std::min(poisson_end, energetic_end), hi = std::max(poisson_end, energetic_end);
  const auto at = [&walk](Real p) {
    Walk there = walk;
    return there.until(reaches_impulse(p)), there.y;
  };
  return walk.until(
      reaches_impulse(root([&](Real p) { return compromise_slope(m, compressed, at(p), d1, d2); }, lo, hi)));
}

inline bool restitution(const Scaled &m, const Case &in, const State &compressed, Walk &walk) {
  switch (in.options.law) {
    case TD_LAW_NEWTON:
      return walk.until(reaches_velocity(m, m.e));
    case TD_LAW_ENERGETIC:
      return walk.until(reaches_work(compressed[work] * (1 - m.e * m.e)));
    case TD_LAW_COMPROMISE:
      return compromise(m, in, compressed, walk);
    default:
      return walk.until(reaches_impulse((1 + m.e) * compressed[normal_impulse]));
  }
}

inline int case_number(const Scaled &m, Motion compression, Motion end) {
  if (m.slip.t == 0 && m.slip.s == 0) return end == Motion::sticking ? 5 : 6;
  if (end == Motion::sliding) return 0;
  return (compression == Motion::sliding ? 3 : 1) + (end == Motion::reversed ? 1 : 0);
}

inline void unscale(const Case &in, const Scaled &m, const State &compressed, const Walk &walk, Result &out) {
  const State &y = walk.y;
  const Real speed = -real(in.v.n), impulse = speed / real(in.W.nn), energy = speed * impulse;
  const auto real = [](Real x) { return static_cast<double>(x); };
  out.p = {real(impulse * y[normal_impulse]), real(impulse * y[impulse_t]), real(impulse * y[impulse_s])};
  out.v = {real(speed * y[normal_velocity]), real(speed * y[slip_t]), real(speed * y[slip_s])};
  out.p_compression = real(impulse * compressed[normal_impulse]);
  out.p_sliding = real(impulse * walk.passed[0]);
  out.p_sticking = real(impulse * walk.passed[1]);
  out.p_reversed = real(impulse * walk.passed[2]);
  out.work_compression = real(-energy * compressed[work]);
  out.work_restitution = real(energy * (y[work] - compressed[work]));
  out.energy_friction = real(energy * y[friction]);
  if (m.e > 0) {
    out.N_P = real((y[normal_impulse] - compressed[normal_impulse]) / (m.e * compressed[normal_impulse]));
    out.N_N = real(y[normal_velocity] / m.e);
    out.N_E = real(consistency_energy(m, compressed, y));
  }
  out.ratio_to_stick = real(length(m.c));
  out.stopped = walk.motion != Motion::sliding;
  out.least_slip = real(walk.least_slip);
  out.grazes = walk.grazes;
}

inline Result exact_impact_by(const Case &in) {
  Result out;
  out.law = in.options.law;
  const Scaled m = scaled(in);
  Walk walk(m);
  if (!walk.until(reaches_velocity(m, 0))) return out;
  const State compressed = walk.y;
  const Motion compression = walk.motion;
  if (m.e > 0 && !restitution(m, in, compressed, walk)) return out;
  if (walk.y[normal_velocity] < -1e-15L) {
    out.extended = true;
    if (!walk.until(reaches_velocity(m, 0))) return out;
  }
  unscale(in, m, compressed, walk, out);
  out.case_number = case_number(m, compression, walk.motion);
  out.solved = true;
  return out;
}

}  // namespace detail

inline Result exact_impact(const Case &in) {
  if (!(in.v.n < 0)) {
    Result out;
    out.solved = true;
    out.v = in.v;
    out.law = in.options.law;
    return out;
  }
  if (in.options.law != TD_LAW_AUTOMATIC) return detail::exact_impact_by(in);
  Case by_poisson = in, by_energy = in;
  by_poisson.options.law = TD_LAW_POISSON;
  by_energy.options.law = TD_LAW_ENERGETIC;
  const Result poisson = detail::exact_impact_by(by_poisson), energetic = detail::exact_impact_by(by_energy);
  return std::abs(1 - energetic.N_P) < std::abs(1 - poisson.N_E) ? energetic : poisson;
}

}  // namespace oracle

#endif
