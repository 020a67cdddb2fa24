// touchdown/eigen.hpp - vectors and inertias of the C structs as Eigen has them.
#ifndef TOUCHDOWN_EIGEN_HPP
#define TOUCHDOWN_EIGEN_HPP

#include <cstdint>

#include <Eigen/Core>

#include "touchdown/status.h"

namespace touchdown {

using Status = td_status;  // 0 solved, negative refused, positive the sum of the caveats

// x, y, z.
template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;

// An inertia; symmetric.
template <class Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;

// A vector of a struct as Eigen's.
template <class Scalar>
Vector3<Scalar> vector(const Scalar (&x)[3]) {
  return {x[0], x[1], x[2]};
}
// The same as a view that can be assigned to.
template <class Scalar>
Eigen::Map<Vector3<Scalar>> view(Scalar (&x)[3]) {
  return Eigen::Map<Vector3<Scalar>>(x);
}

// An inertia of a struct, xx, yy, zz, xy, xz, yz, as a matrix.
template <class Scalar>
Matrix3<Scalar> matrix(const Scalar (&x)[6]) {
  Matrix3<Scalar> inertia;
  inertia << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
  return inertia;
}
// A matrix, of which the lower triangle is read, as the inertia of a struct.
template <class Scalar>
void set_inertia(Scalar (&x)[6], const Matrix3<Scalar> &inertia) {
  for (int i = 0; i < 3; ++i) x[i] = inertia(i, i);
  x[3] = inertia(1, 0);
  x[4] = inertia(2, 0);
  x[5] = inertia(2, 1);
}

}  // namespace touchdown

#endif
