// The algebraic procedure of Sun & Baruh 2022, section 3, as in the paper: slow, in extended precision, by Cramer's
// rule and the textbook's quadratics. It shares only the names of inputs with the library. Poisson's, the energetic and
// Newton's law; T is regular.
#ifndef TOUCHDOWN_ORACLE_FROZEN_DIRECTION_HPP
#define TOUCHDOWN_ORACLE_FROZEN_DIRECTION_HPP

#include "exact_impact.hpp"

namespace oracle {

struct FrozenResult {
  touchdown::ContactVector<double> p, v;
  double energy_friction;
};

namespace detail {

constexpr Real never = std::numeric_limits<Real>::infinity();

// A straight segment: friction impulse against slip, per normal impulse.
struct StraightPiece {
  Plane friction;
  Real f, length;  // dv_n/dp_n, and the normal impulse at which slip stops
};

class FrozenDirection {
 public:
  explicit FrozenDirection(const Case &c) : in(scaled(c)), u(in.slip), law(c.options.law) {
    pass_stage();
    p_c = p;
    W_c = -work;
    p = v_n = work = 0;
    restitutes = true;
    if (in.e > 0) pass_stage();
  }

  FrozenResult result(const Case &c) const {
    const double speed = -c.v.n, impulse = speed / c.W.nn;
    const auto times = [](Real x, double unit) { return static_cast<double>(x) * unit; };
    return {{times(p_c + p, impulse), times(lambda.t, impulse), times(lambda.s, impulse)},
            {times(v_n, speed), times(u.t, speed), times(u.s, speed)},
            times(friction_work, speed * impulse)};
  }

 private:
  Real slope(Plane friction) const { return 1 - dot(in.b, friction); }
  Plane against(Plane direction) const { return (in.mu_k / length(direction)) * direction; }

  // |T^-1 (u + b z)| = mu z, by its smallest root above 0.
  StraightPiece stop() const {
    const Plane q = solve(in.T, u);
    const Real a = dot(in.c, in.c) - in.mu_k * in.mu_k, half_b = dot(q, in.c), c = dot(q, q);
    const Real root = std::sqrt(half_b * half_b - a * c);
    Real z = never;
    for (const Real other : {(-half_b - root) / a, (-half_b + root) / a})
      if (other > 0 && other < z) z = other;
    if (z == never) return {{0, 0}, 1, never};
    const Plane friction = (1 / z) * q + in.c;
    return {friction, slope(friction), z};
  }

  // t = (g 1 + mu T)^-1 b of the one g that makes it a unit vector.
  Plane resumed() const {
    Real low = 0, high = length(in.b);
    Plane t = in.b;
    for (int i = 0; i < 200; ++i) {
      const Real g = (low + high) / 2;
      t = solve({g + in.mu_k * in.T.tt, in.mu_k * in.T.ts, g + in.mu_k * in.T.ss}, in.b);
      (length(t) > 1 ? low : high) = g;
    }
    return t;
  }

  StraightPiece after_stop() const {
    Plane friction = length(in.c) <= in.mu_s ? in.c : against(in.b);
    if (length(in.c) > in.mu_s && slope(friction) <= 0) friction = against(resumed());
    return {friction, slope(friction), never};
  }

  Real left(Real f) const {
    if (!restitutes) return f > 0 ? -v_n / f : never;
    if (law == TD_LAW_POISSON) return in.e * p_c - p;
    if (law == TD_LAW_NEWTON) return f > 0 ? (in.e - v_n) / f : never;
    const Real missing = in.e * in.e * W_c - work, square = v_n * v_n + 2 * f * missing;
    return square >= 0 && (f > 0 || v_n > 0) ? (-v_n + std::sqrt(square)) / f : never;
  }

  void pass(const StraightPiece &piece, Real dp) {
    const Plane impulse = dp * piece.friction, after = u + (dp * in.b - in.T * impulse);
    friction_work += (dot(impulse, u) + dot(impulse, after)) / 2;
    u = after;
    lambda = lambda - impulse;
    work += dp * (v_n + piece.f * dp / 2);
    v_n += piece.f * dp;
    p += dp;
  }

  void pass_after_stop() {
    const StraightPiece piece = after_stop();
    stopped = true;
    pass(piece, left(piece.f));
    if (v_n < 0 && restitutes) pass(piece, -v_n / piece.f);
  }

  void pass_stage() {
    const bool rests = (u.t == 0 && u.s == 0) || (stopped && length(in.c) <= in.mu_s);
    if (rests) return pass_after_stop();
    const StraightPiece stopping = stopped ? StraightPiece{{0, 0}, 1, never} : stop();
    if (stopping.length < left(stopping.f)) {
      pass(stopping, stopping.length);
      u = {0, 0};
      return pass_after_stop();
    }
    const Plane friction = against(u + left(1) * in.b);
    if (slope(friction) > 0) return pass({friction, slope(friction), never}, left(slope(friction)));
    if (!restitutes && stopping.length < never) return pass(stopping, left(stopping.f));
    pass_after_stop();
  }

  Scaled in;
  Plane u, lambda{0, 0};
  Real p = 0, v_n = -1, work = 0, friction_work = 0, p_c = 0, W_c = 0;
  std::int32_t law;
  bool restitutes = false, stopped = false;
};

}  // namespace detail

inline FrozenResult frozen_direction(const Case &c) { return detail::FrozenDirection(c).result(c); }

}  // namespace oracle

#endif
