// What no law of restitution and friction explains of an impact: an impulse a little longer or turned, which changes v'
// and w' by dp / m and I^-1 (r x dp); and a contact a little beside the given point, which changes how fast it
// comes, the mobility and the impulse's arm.
#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "cli/standard.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// How v and w after change, world axes: column by column by e, by both coefficients of friction together, by each
// component of dp / |p|, by those of them along the surface (0 unless slip turns), by each of dr [m], by v and w
// before.
enum AfterColumns { by_e, by_mu, by_impulse, by_turn = 5, by_point = 7, by_motion = 10, after_columns = 16 };
template <class Scalar>
using AfterBy = Eigen::Matrix<Scalar, 6, after_columns>;

// Whether slip turns by more than 60 degrees or nearly stops, 30 % of it left: a little more or less friction is
// another direction of slip there, which first order does not know. In a plane slip has no other direction.
template <class Scalar>
bool slip_turns(const BodyContact<Scalar> &contact, const BodyImpact<Scalar> &impact) {
  if (impact.impact.method == TD_METHOD_PLANAR) return false;
  const Vector3<Scalar> n = vector(contact.n).normalized(), r = vector(contact.r);
  const auto slip = [&](const Vector3<Scalar> &v, const Vector3<Scalar> &w) {
    const Vector3<Scalar> u = v + w.cross(r);
    return Vector3<Scalar>(u - n.dot(u) * n);
  };
  const Vector3<Scalar> before = slip(vector(contact.body.v), vector(contact.body.w)),
                        after = slip(vector(impact.v), vector(impact.w));
  return after.norm() < Scalar(0.3) * before.norm() || before.dot(after) < before.norm() * after.norm() / 2;
}

// `of` and `by_pose` are of this contact, and solved. Without `by_pose` there is nothing that no law explains.
template <class Scalar>
AfterBy<Scalar> after_by(const BodyContact<Scalar> &contact, const BodyDerivatives<Scalar> &of,
                         const BodyPoseDerivatives<Scalar> *by_pose) {
  const Eigen::Map<const Eigen::Matrix<Scalar, 6, TD_BODY_INPUTS, Eigen::RowMajor>> motion(of.motion[0]);
  AfterBy<Scalar> columns = AfterBy<Scalar>::Zero();
  columns.col(by_e) = motion.col(TD_BODY_BY_E);
  columns.col(by_mu) = motion.col(TD_BODY_BY_MU_S) + motion.col(TD_BODY_BY_MU_K);
  columns.template rightCols<6>() = motion.template leftCols<6>();
  if (by_pose == nullptr) return columns;
  const BodyImpact<Scalar> &impact = of.body;
  const Vector3<Scalar> change = vector(impact.v) - vector(contact.body.v), r = vector(contact.r);
  const Matrix3<Scalar> by_moment = contact.body.mass * matrix(contact.body.inertia).inverse();
  const auto enter = [&](int column, const Vector3<Scalar> &axis) {
    const Vector3<Scalar> along = change.norm() * axis;
    columns.col(column) << along, by_moment * r.cross(along);
  };
  for (int axis = 0; axis < 3; ++axis) enter(by_impulse + axis, Vector3<Scalar>::Unit(axis));
  if (slip_turns(contact, impact)) enter(by_turn, vector(impact.t)), enter(by_turn + 1, vector(impact.s));
  using ByPose = Eigen::Matrix<Scalar, 6, TD_BODY_POSE_INPUTS, Eigen::RowMajor>;
  columns.template middleCols<3>(by_point) =
      Eigen::Map<const ByPose>(by_pose->motion[0]).template middleCols<3>(TD_BODY_BY_R);
  return columns;
}

}  // namespace touchdown::host
