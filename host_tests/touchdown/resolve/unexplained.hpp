// What no law of restitution and friction explains of an impact: an impulse a little longer or turned, which changes v'
// and w' by dp / m and I^-1 (r x dp); and a contact a little beside the given point, which changes how fast it
// comes, the mobility and the impulse's arm.
#ifndef TOUCHDOWN_HOST_TESTS_UNEXPLAINED_HPP
#define TOUCHDOWN_HOST_TESTS_UNEXPLAINED_HPP

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Columns of v and w after, world axes.
template <class Scalar>
struct UnexplainedImpulse {
  Eigen::Matrix<Scalar, 6, 3> by_impulse;  // by each component of dp / |p|; more where slip turns or stops
  Eigen::Matrix<Scalar, 6, 3> by_point;    // by each of dr [m]
};

// How far the slip of an impact turns or stops: 0 where it goes on as it was, 1/4 at a turn by 60 degrees, 1 where it
// turns back, stops, or was not there before.
template <class Scalar>
Scalar turn_of_slip(const BodyContact<Scalar> &contact, const BodyImpact<Scalar> &impact) {
  const Vector3<Scalar> n = vector(contact.n).normalized(), r = vector(contact.r);
  const auto slip = [&](const Vector3<Scalar> &v, const Vector3<Scalar> &w) {
    const Vector3<Scalar> u = v + w.cross(r);
    return Vector3<Scalar>(u - n.dot(u) * n);
  };
  const Vector3<Scalar> before = slip(vector(contact.body.v), vector(contact.body.w)),
                        after = slip(vector(impact.v), vector(impact.w));
  const Scalar product = before.norm() * after.norm();
  if (!(product > 0)) return 1;
  const Scalar turned = (1 - before.dot(after) / product) / 2;
  const Scalar lost = std::max(Scalar(0), 1 - after.norm() / before.norm());
  return std::max(turned, lost * lost * lost * lost);
}

// How many times more the impulse scatters along the surface where slip turns back or stops, beyond 1: there a little
// more or less friction is another direction of slip, which first order does not know. In a plane slip has no other
// direction, and nothing is wider. Found on halves of the recorded drops of a cube.
constexpr int wider_where_slip_turns = 2;

// `impact` and `by` are of this contact, and solved.
template <class Scalar>
UnexplainedImpulse<Scalar> unexplained_impulse(const BodyContact<Scalar> &contact, const BodyImpact<Scalar> &impact,
                                               const BodyPoseDerivatives<Scalar> &by) {
  const Vector3<Scalar> change = vector(impact.v) - vector(contact.body.v), r = vector(contact.r);
  const Matrix3<Scalar> by_moment = contact.body.mass * matrix(contact.body.inertia).inverse();
  const Vector3<Scalar> n = vector(contact.n).normalized();
  const bool planar = impact.impact.method == TD_METHOD_PLANAR;
  const Scalar wider = planar ? Scalar(0) : wider_where_slip_turns * turn_of_slip(contact, impact);
  UnexplainedImpulse<Scalar> columns;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3<Scalar> unit = Vector3<Scalar>::Unit(axis);
    const Vector3<Scalar> along = change.norm() * (unit + wider * (unit - n[axis] * n));
    columns.by_impulse.col(axis) << along, by_moment * r.cross(along);
  }
  using ByPose = Eigen::Matrix<Scalar, 6, TD_BODY_POSE_INPUTS, Eigen::RowMajor>;
  columns.by_point = Eigen::Map<const ByPose>(by.motion[0]).template middleCols<3>(TD_BODY_BY_R);
  return columns;
}

}  // namespace touchdown::host

#endif
