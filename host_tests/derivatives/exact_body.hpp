// Random bodies, and their impact by the exact oracle between ways in and out with dense matrices, to compare the
// library's derivatives of bodies with.
#ifndef TOUCHDOWN_SENSITIVITY_EXACT_BODY_HPP
#define TOUCHDOWN_SENSITIVITY_EXACT_BODY_HPP

#include <Eigen/LU>

#include "exact_impact.hpp"
#include "random_cases.hpp"
#include "touchdown/touchdown.hpp"

namespace exact_body {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Vector9 = Eigen::Matrix<double, 9, 1>;

struct Body {
  Eigen::Matrix3d inertia;
  Eigen::Vector3d r, n;
  double mass;
  Vector9 inputs;  // v, w, mu_s, mu_k, e
  std::int32_t law;
};

inline Body random_body(oracle::Random &random) {
  Body body;
  body.mass = random.uniform(0.5, 3);
  const Eigen::Vector3d extent(random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1));
  const Eigen::Vector3d square = extent.cwiseProduct(extent);
  const Eigen::Matrix3d turn = random.rotation();
  const Eigen::Vector3d principal = body.mass / 3 * (square.sum() * Eigen::Vector3d::Ones() - square);
  body.inertia = turn * principal.asDiagonal() * turn.transpose();
  body.n = (Eigen::Vector3d(0, 0, 1) + 0.4 * random.direction()).normalized();
  body.r = turn * extent.cwiseProduct(random.direction());
  const Eigen::Vector3d v = Eigen::Vector3d(0, 0, -3) + random.uniform(0, 2) * random.direction();
  const Eigen::Vector3d w = random.uniform(0, 2) * random.direction();
  const double mu_k = random.uniform(0.05, 1.2);
  body.inputs << v, w, mu_k * random.uniform(1, 1.4), mu_k, random.uniform(0.05, 0.95);
  body.law = random.below(4);
  return body;
}

// The motion after, by the oracle.
inline bool exact_motion(const Body &body, const Vector9 &inputs, Vector6 &after, int &case_number) {
  Eigen::Matrix3d frame;  // rows n, t, s
  const Eigen::Vector3d t = Eigen::Vector3d(1, 0.2, 0).cross(body.n).normalized();
  frame << body.n.transpose(), t.transpose(), body.n.cross(t).transpose();
  Eigen::Matrix3d cross;
  cross << 0, -body.r.z(), body.r.y(), body.r.z(), 0, -body.r.x(), -body.r.y(), body.r.x(), 0;
  Eigen::Matrix<double, 3, 6> J;
  J << frame, -frame * cross;
  Eigen::Matrix<double, 6, 6> M = Eigen::Matrix<double, 6, 6>::Zero();
  M.topLeftCorner<3, 3>() = body.mass * Eigen::Matrix3d::Identity();
  M.bottomRightCorner<3, 3>() = body.inertia;
  const Eigen::Matrix<double, 6, 3> K = M.inverse() * J.transpose();
  const Eigen::Matrix3d W = J * K;
  const Eigen::Vector3d v = J * inputs.head<6>();
  oracle::Case c{{W(0, 0), W(0, 1), W(0, 2), W(1, 1), W(1, 2), W(2, 2)},
                 {v[0], v[1], v[2]},
                 {inputs[6], inputs[7], inputs[8]},
                 {}};
  c.options.law = body.law;
  const oracle::Result result = oracle::exact_impact(c);
  after = inputs.head<6>() + K * Eigen::Vector3d(result.p.n, result.p.t, result.p.s);
  case_number = result.case_number;
  return result.solved && v[0] < 0 && oracle::well_posed(c, result);
}

template <class Scalar>
touchdown::BodyContact<Scalar> described(const Body &body) {
  touchdown::BodyContact<Scalar> given;
  given.body.mass = static_cast<Scalar>(body.mass);
  touchdown::set_inertia<Scalar>(given.body.inertia, body.inertia.cast<Scalar>());
  for (int i = 0; i < 3; ++i) {
    given.r[i] = static_cast<Scalar>(body.r[i]);
    given.n[i] = static_cast<Scalar>(body.n[i]);
    given.body.v[i] = static_cast<Scalar>(body.inputs[i]);
    given.body.w[i] = static_cast<Scalar>(body.inputs[3 + i]);
  }
  given.surface = {static_cast<Scalar>(body.inputs[6]), static_cast<Scalar>(body.inputs[7]),
                   static_cast<Scalar>(body.inputs[8])};
  given.options.law = body.law;
  return given;
}

}  // namespace exact_body

#endif
