// Landings simulated on their own terms, in double: flight sampled densely with the library's sine and cosine, contacts
// bracketed and halved, W by inverting the inertia, the impact by the oracle of host_tests/oracle. It shares the model
// with td_find_first_touch (constant acceleration, constant angular velocity) and none of its code.
#ifndef TOUCHDOWN_LANDING_SIMULATION_HPP
#define TOUCHDOWN_LANDING_SIMULATION_HPP

#include <Eigen/Dense>
#include <cmath>

#include "exact_impact.hpp"
#include "touchdown/landing.h"

namespace landing {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

inline Vector vector_of(const td_real (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

struct Pose {
  Vector x, v, w;
  Matrix R;
};

inline Pose pose_of(const td_lander_state &state) {
  Eigen::Quaterniond q(static_cast<double>(state.q[0]), static_cast<double>(state.q[1]),
                       static_cast<double>(state.q[2]), static_cast<double>(state.q[3]));
  return {vector_of(state.x), vector_of(state.v), vector_of(state.w), q.normalized().toRotationMatrix()};
}

class Simulation {
 public:
  explicit Simulation(const td_lander &given) : body(given) {
    const auto I = [&](int i) { return static_cast<double>(body.inertia[i]); };
    inertia << I(0), I(3), I(4), I(3), I(1), I(5), I(4), I(5), I(2);
  }

  Vector normal(int i) const { return vector_of(body.ground[plane(i)].n).normalized(); }
  Vector arm(const Pose &pose, int i) const { return pose.R * vector_of(body.foot[i].r); }

  // Thrust as it stands at the start.
  Pose at(const Pose &from, double t) const {
    const Vector a = vector_of(body.gravity) + from.R * vector_of(body.thrust) / static_cast<double>(body.mass);
    const double rate = from.w.norm();
    Pose pose = from;
    pose.x += from.v * t + 0.5 * a * t * t;
    pose.v += a * t;
    if (rate > 0) pose.R = Eigen::AngleAxisd(rate * t, from.w / rate).toRotationMatrix() * from.R;
    return pose;
  }

  double height(const Pose &pose, int i) const {
    return normal(i).dot(pose.x + arm(pose, i) - vector_of(body.ground[plane(i)].point));
  }

  double approach(const Pose &pose, int i) const { return normal(i).dot(pose.v + pose.w.cross(arm(pose, i))); }

  // First time in (0, limit] at which foot i comes down to the ground; < 0: none.
  double contact(const Pose &from, int i, double limit, int samples) const {
    const double start = height(from, i);
    const double shift = start < 0 ? -start : 0;
    const auto h = [&](double t) { return height(at(from, t), i) + shift; };
    if (start <= 0 && approach(from, i) < 0) return 0;
    double before = 0;
    bool above = start > 0;
    for (int k = 1; k <= samples; ++k) {
      const double t = limit * k / samples;
      const bool is_above = h(t) > 0;
      if (above && !is_above) return halve(h, before, t);
      above = above || is_above;
      before = t;
    }
    return -1;
  }

  // The impulse of foot i; false where the oracle found none.
  bool strike(const Pose &pose, int i, Vector &impulse) const {
    const Vector n = normal(i), r = arm(pose, i);
    const Vector t = (Vector::UnitX() - n * n.x()).normalized(), s = n.cross(t);
    const Matrix inverse = (pose.R * inertia * pose.R.transpose()).inverse();
    Matrix cross;
    cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    const Matrix W = Matrix::Identity() / static_cast<double>(body.mass) - cross * inverse * cross;
    const Vector u = pose.v + pose.w.cross(r);
    oracle::Case in = {};
    in.W = {n.dot(W * n), n.dot(W * t), n.dot(W * s), t.dot(W * t), t.dot(W * s), s.dot(W * s)};
    in.v = {n.dot(u), t.dot(u), s.dot(u)};
    const td_surface &surface = body.foot[i].surface;
    in.surface = {static_cast<double>(surface.mu_s), static_cast<double>(surface.mu_k), static_cast<double>(surface.e)};
    const oracle::Result out = oracle::exact_impact(in);
    if (!out.solved) return false;
    impulse = n * out.p.n + t * out.p.t + s * out.p.s;
    return true;
  }

 private:
  int plane(int i) const { return body.planes == 1 ? 0 : i; }

  template <class Function>
  static double halve(const Function &h, double low, double high) {
    for (int k = 0; k < 100; ++k) {
      const double middle = 0.5 * (low + high);
      (h(middle) > 0 ? low : high) = middle;
    }
    return high;
  }

  td_lander body;
  Matrix inertia;
};

}  // namespace landing

#endif
