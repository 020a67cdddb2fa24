// Random impacts to try solvers on: a body with a possible mass distribution, struck somewhere on or beyond it, in
// contact space (W = 1/m 1 - [r]x I^-1 [r]x; Sun & Baruh 2022, section 3). Friction to 1.5, restitution in [0, 1], slip
// 0.01 to 20 times the approach. Beside the general family, families that are hard for solvers: data at the ends of
// their ranges.
#ifndef TOUCHDOWN_ORACLE_RANDOM_CASES_HPP
#define TOUCHDOWN_ORACLE_RANDOM_CASES_HPP

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "exact_impact.hpp"

namespace oracle {

enum class Family {
  general,
  planar,         // W_ns = W_ts = v_s = 0
  near_planar,    // the same, but for a part in a million
  near_critical,  // friction within a part in ten to a billion of what sticking needs
  far_reaching,   // struck up to ten body sizes away: jams, ill-conditioned W
  pair,           // two bodies
  slow_slip,      // slip 1e-12 to 1e-3 of the approach
  fast_slip,      // slip 20 to 1e6 times the approach
  conditioned,    // principal mobilities that differ by up to 1e3, along any axes
  graded,         // W_tt and W_ss, or W_nn and W_ss, down to 1e-8 of the third
  rank_two,       // mechanisms of two freedoms, and of one: what moves is what they allow
  rank_one,
};
inline constexpr Family families[] = {Family::general,      Family::planar, Family::near_planar, Family::near_critical,
                                      Family::far_reaching, Family::pair,   Family::slow_slip,   Family::fast_slip,
                                      Family::conditioned,  Family::graded, Family::rank_two,    Family::rank_one};
inline const char *name(Family family) {
  constexpr const char *names[] = {"general",      "planar", "near-planar", "near-critical",
                                   "far-reaching", "pair",   "slow-slip",   "fast-slip",
                                   "conditioned",  "graded", "rank-two",    "rank-one"};
  return names[static_cast<std::size_t>(family)];
}
inline bool is_singular(Family family) { return family == Family::rank_two || family == Family::rank_one; }
inline bool is_extreme(Family family) { return family >= Family::slow_slip; }

// One generator for all: the same seed gives the same cases everywhere. Std distributions do not promise that, nor does
// C++ say in which order arguments and operands are evaluated, so that no call or product below draws twice.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine(seed) {}
  double uniform(double lo, double hi) { return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53; }
  double log_uniform(double lo, double hi) { return lo * std::exp(uniform(0, std::log(hi / lo))); }
  int below(int count) { return static_cast<int>(engine() % static_cast<std::uint64_t>(count)); }
  Eigen::Vector3d direction() {
    const double z = uniform(-1, 1), a = uniform(0, 6.283185307179586), r = std::sqrt(1 - z * z);
    return {r * std::cos(a), r * std::sin(a), z};
  }
  Eigen::Matrix3d rotation() {
    const Eigen::Vector3d axis = direction();
    return Eigen::AngleAxisd(uniform(0, 6.283185307179586), axis).toRotationMatrix();
  }

 private:
  std::mt19937_64 engine;
};

// A box, by its inertia and the point where it is struck.
struct Box {
  double mass;
  Eigen::Vector3d principal, r;
  Eigen::Matrix3d turn;
};

// Struck at a random point up to `reach` body sizes from its centre of mass.
inline Box random_box(Random &random, double reach) {
  const double mass = random.log_uniform(0.1, 10);
  const double height = random.log_uniform(0.1, 1), width = random.log_uniform(0.1, 1);
  const Eigen::Vector3d extent(random.log_uniform(0.1, 1), width, height);
  const Eigen::Vector3d square = extent.cwiseProduct(extent);
  const Eigen::Matrix3d turn = random.rotation();
  const Eigen::Vector3d principal = mass / 3 * (square.sum() * Eigen::Vector3d::Ones() - square);  // of a box
  const Eigen::Vector3d towards = turn * extent.cwiseProduct(random.direction());
  return {mass, principal, random.uniform(0.2, reach) * towards, turn};
}

// W of a random box, in the order (t, s, n).
inline Eigen::Matrix3d random_inverse_inertia(Random &random, double reach) {
  const Box box = random_box(random, reach);
  const Eigen::Vector3d &r = box.r;
  Eigen::Matrix3d cross;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  const Eigen::Matrix3d inverse = box.turn * box.principal.cwiseInverse().asDiagonal() * box.turn.transpose();
  return Eigen::Matrix3d::Identity() / box.mass - cross * inverse * cross;
}

inline touchdown::ContactInertia<double> contact_inertia(const Eigen::Matrix3d &W) {
  return {W(2, 2), W(2, 0), W(2, 1), W(0, 0), W(0, 1), W(1, 1)};
}

inline double ratio_to_stick(const Case &c) {
  const double det = c.W.tt * c.W.ss - c.W.ts * c.W.ts;
  return std::hypot((c.W.ss * c.W.nt - c.W.ts * c.W.ns) / det, (c.W.tt * c.W.ns - c.W.ts * c.W.nt) / det);
}

// Keeps the part of the case that is out of plane times `rest`.
inline void flatten(Case &c, double rest) {
  c.W.ns *= rest;
  c.W.ts *= rest;
  c.v.s *= rest;
}

// The same case, every number rounded to float, so that both precisions can be given the same data.
inline Case to_float(Case c) {
  for (double *x : {&c.W.nn, &c.W.nt, &c.W.ns, &c.W.tt, &c.W.ts, &c.W.ss, &c.v.n, &c.v.t, &c.v.s, &c.surface.mu_s,
                    &c.surface.mu_k, &c.surface.e, &c.options.d1, &c.options.d2}) {
    *x = static_cast<double>(static_cast<float>(*x));
  }
  return c;
}

using Options = touchdown::Options<double>;

inline Options random_options(Random &random) {
  Options options;
  options.law = static_cast<std::int32_t>(random.below(5));
  if (random.below(2) == 0) return options;  // weights 0, 0: the default
  options.d1 = random.uniform(0.1, 2);
  options.d2 = random.uniform(0.1, 2);
  return options;
}

inline touchdown::Surface<double> random_surface(Random &random) {
  const double mu_k = random.uniform(0, 1.5), mu_s = mu_k * (random.below(2) == 0 ? 1 : random.uniform(1, 1.5));
  const double e = random.below(10) == 0 ? random.below(2) : random.uniform(0, 1);
  return {mu_s, mu_k, e};
}

inline touchdown::ContactVector<double> random_velocity(Random &random) {
  const double approach = random.log_uniform(0.05, 5), slip = approach * random.log_uniform(0.01, 20);
  const double heading = random.uniform(0, 6.283185307179586);
  return {-approach, slip * std::cos(heading), slip * std::sin(heading)};
}

inline void set_slip(Random &random, double least, double most, Case &c) {
  const double slip = -c.v.n * random.log_uniform(least, most), heading = random.uniform(0, 6.283185307179586);
  c.v.t = slip * std::cos(heading);
  c.v.s = slip * std::sin(heading);
}

inline Eigen::Matrix3d random_mobility(Random &random, double condition) {
  const Eigen::Matrix3d turn = random.rotation();
  const double third = 1 / random.log_uniform(1, condition);
  const Eigen::Vector3d principal(1, random.log_uniform(1 / condition, 1), third);
  return turn * principal.asDiagonal() * turn.transpose();
}

inline Eigen::Matrix3d random_graded_mobility(Random &random) {
  const double third = random.log_uniform(1e-4, 1);
  Eigen::Vector3d grade(1, random.log_uniform(1e-4, 1), third);
  if (random.below(2) == 0) std::swap(grade[0], grade[2]);
  return grade.asDiagonal() * random_mobility(random, 10) * grade.asDiagonal();
}

// A contact of a mechanism with unit masses: its Jacobian gives W and the velocity.
inline void set_mechanism(Random &random, int freedoms, Case &c) {
  Eigen::MatrixXd J(3, freedoms);
  Eigen::VectorXd speeds(freedoms);
  for (int k = 0; k < freedoms; ++k) {
    for (int i = 0; i < 3; ++i) J(i, k) = random.uniform(-1, 1);
    speeds[k] = random.uniform(-1, 1);
  }
  const Eigen::Vector3d v = J * speeds;
  const double approaching = v[2] < 0 ? 1 : -1;
  c.W = contact_inertia(J * J.transpose());
  c.v = {approaching * v[2], approaching * v[0], approaching * v[1]};
}

inline Case extreme(Random &random, Family family, Case c) {
  if (family == Family::slow_slip) set_slip(random, 1e-12, 1e-3, c);
  if (family == Family::fast_slip) set_slip(random, 20, 1e6, c);
  if (family == Family::conditioned) c.W = contact_inertia(random_mobility(random, 1e3));
  if (family == Family::graded) c.W = contact_inertia(random_graded_mobility(random));
  if (!is_singular(family)) return to_float(c);
  set_mechanism(random, family == Family::rank_two ? 2 : 1, c);
  return c;  // rounded to float it would be another mechanism, singular or not
}

inline Case random_case(Random &random, Family family = Family::general) {
  Eigen::Matrix3d W = random_inverse_inertia(random, family == Family::far_reaching ? 10 : 1.5);
  if (family == Family::pair) W += random_inverse_inertia(random, 1.5);
  Case c{contact_inertia(W), random_velocity(random), random_surface(random), random_options(random)};
  if (family == Family::planar) flatten(c, 0);
  if (family == Family::near_planar) flatten(c, 1e-6);
  if (family == Family::near_critical) {
    const double off = random.log_uniform(1e-9, 0.1);
    c.surface.mu_k = ratio_to_stick(c) * (random.below(2) == 0 ? 1 - off : 1 + off);
    c.surface.mu_s = c.surface.mu_k;
  }
  return is_extreme(family) ? extreme(random, family, c) : to_float(c);
}

// Whether the outcome depends on the data continuously. It does wherever mu_s = mu_k (the slip law is then a
// contraction). With mu_k < ratio to stick <= mu_s a path that passes close by zero slip slides on, while one that
// meets zero sticks: cases that pass within `margin` of the approach speed are left out, and so is a ratio just at
// mu_s. A wedge, which no impulse moves, is left out as well: it ends by convention (I.19); so is slip that the oracle
// lost in its own rounding without a stop.
inline bool well_posed(const Case &c, const Result &exact, double margin = 0.02) {
  if (!exact.solved || exact.p.n * c.W.nn > -1e6 * c.v.n) return false;
  if (!exact.stopped && exact.least_slip < 1e-16) return false;
  const double ratio = exact.ratio_to_stick;
  if (c.surface.mu_s == c.surface.mu_k || ratio <= c.surface.mu_k) return true;
  if (std::abs(ratio / c.surface.mu_s - 1) < 1e-4) return false;
  return ratio > c.surface.mu_s || (exact.stopped ? !exact.grazes : exact.least_slip > margin);
}

}  // namespace oracle

#endif
