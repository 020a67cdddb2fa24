// What no law of restitution and friction explains of an impact: an impulse a little longer or turned, which changes v'
// and w' by dp / m and I^-1 (r x dp); and a contact a little beside the given point, which changes how fast it
// comes, the mobility and the impulse's arm.
#ifndef TOUCHDOWN_HOST_TESTS_UNEXPLAINED_HPP
#define TOUCHDOWN_HOST_TESTS_UNEXPLAINED_HPP

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Columns of v and w after, world axes.
template <class Scalar>
struct UnexplainedImpulse {
  Eigen::Matrix<Scalar, 6, 3> by_impulse;  // by each component of dp / |p|
  Eigen::Matrix<Scalar, 6, 3> by_point;    // by each of dr [m]
};

// `impact` and `by` are of this contact, and solved.
template <class Scalar>
UnexplainedImpulse<Scalar> unexplained_impulse(const BodyContact<Scalar> &contact, const BodyImpact<Scalar> &impact,
                                               const BodyPoseDerivatives<Scalar> &by) {
  const Vector3<Scalar> change = vector(impact.v) - vector(contact.body.v), r = vector(contact.r);
  const Matrix3<Scalar> by_moment = contact.body.mass * matrix(contact.body.inertia).inverse();
  UnexplainedImpulse<Scalar> columns;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3<Scalar> along = Vector3<Scalar>::Unit(axis);
    columns.by_impulse.col(axis) << change.norm() * along, change.norm() * (by_moment * r.cross(along));
  }
  using ByPose = Eigen::Matrix<Scalar, 6, TD_BODY_POSE_INPUTS, Eigen::RowMajor>;
  columns.by_point = Eigen::Map<const ByPose>(by.motion[0]).template middleCols<3>(TD_BODY_BY_R);
  return columns;
}

}  // namespace touchdown::host

#endif
