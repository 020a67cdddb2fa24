// What no law of restitution and friction explains of an impact: an impulse a little longer or turned, which changes v'
// and w' by dp / m and I^-1 (r x dp); and a contact a little beside the given point, which changes how fast it
// comes, the mobility and the impulse's arm.
#ifndef TOUCHDOWN_HOST_TESTS_UNEXPLAINED_HPP
#define TOUCHDOWN_HOST_TESTS_UNEXPLAINED_HPP

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "cli/standard.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Columns of v and w after, world axes.
template <class Scalar>
struct UnexplainedImpulse {
  Eigen::Matrix<Scalar, 6, 3> by_impulse;  // by each component of dp / |p|
  Eigen::Matrix<Scalar, 6, 2> by_turn;     // by those of them along the surface; 0 unless slip turns
  Eigen::Matrix<Scalar, 6, 3> by_point;    // by each of dr [m]
};

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

// `impact` and `by` are of this contact, and solved.
template <class Scalar>
UnexplainedImpulse<Scalar> unexplained_impulse(const BodyContact<Scalar> &contact, const BodyImpact<Scalar> &impact,
                                               const BodyPoseDerivatives<Scalar> &by) {
  const Vector3<Scalar> change = vector(impact.v) - vector(contact.body.v), r = vector(contact.r);
  const Matrix3<Scalar> by_moment = contact.body.mass * matrix(contact.body.inertia).inverse();
  const auto by_part = [&](const Vector3<Scalar> &axis) {
    const Vector3<Scalar> along = change.norm() * axis;
    Eigen::Matrix<Scalar, 6, 1> column;
    column << along, by_moment * r.cross(along);
    return column;
  };
  UnexplainedImpulse<Scalar> columns;
  for (int axis = 0; axis < 3; ++axis) columns.by_impulse.col(axis) = by_part(Vector3<Scalar>::Unit(axis));
  columns.by_turn.setZero();
  if (slip_turns(contact, impact)) columns.by_turn << by_part(vector(impact.t)), by_part(vector(impact.s));
  using ByPose = Eigen::Matrix<Scalar, 6, TD_BODY_POSE_INPUTS, Eigen::RowMajor>;
  columns.by_point = Eigen::Map<const ByPose>(by.motion[0]).template middleCols<3>(TD_BODY_BY_R);
  return columns;
}

}  // namespace touchdown::host

#endif
