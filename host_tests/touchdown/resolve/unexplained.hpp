// What no law of restitution and friction explains of an impact: an impulse a little longer or turned, at a point a
// little beside the corner. v' and w' change by dp / m and I^-1 (r x dp + dr x p).
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

template <class Scalar>
UnexplainedImpulse<Scalar> unexplained_impulse(const BodyContact<Scalar> &contact, const BodyImpact<Scalar> &impact) {
  const Vector3<Scalar> change = vector(impact.v) - vector(contact.body.v), r = vector(contact.r);
  const Matrix3<Scalar> by_moment = contact.body.mass * matrix(contact.body.inertia).inverse();
  UnexplainedImpulse<Scalar> columns;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3<Scalar> along = Vector3<Scalar>::Unit(axis);
    columns.by_impulse.col(axis) << change.norm() * along, change.norm() * (by_moment * r.cross(along));
    columns.by_point.col(axis) << Vector3<Scalar>::Zero(), by_moment * along.cross(change);
  }
  return columns;
}

}  // namespace touchdown::host

#endif
