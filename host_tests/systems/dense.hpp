// Dense double matrices of the library's arrays, and the contact frame by its definition: for independent answers.
#ifndef TOUCHDOWN_SYSTEMS_DENSE_HPP
#define TOUCHDOWN_SYSTEMS_DENSE_HPP

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "touchdown/precision.h"

namespace systems {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

inline Matrix rows(const td_real *data, int r, int c) {
  Matrix result(r, c);
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < c; ++j) result(i, j) = static_cast<double>(data[i * c + j]);
  return result;
}

// Rows n, t, s: t is x laid into the surface, y where n is within 45 degrees of x.
inline Eigen::Matrix3d axes_of(const td_real (&normal)[3]) {
  const Eigen::Vector3d n = rows(normal, 3, 1).col(0).normalized();
  Eigen::Vector3d t = n.x() * n.x() < 0.5 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
  t = (t - n.dot(t) * n).normalized();
  Eigen::Matrix3d axes;
  axes << n.transpose(), t.transpose(), n.cross(t).transpose();
  return axes;
}

}  // namespace systems

#endif
