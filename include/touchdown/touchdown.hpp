// touchdown/touchdown.hpp - the C++ face: the functions of touchdown.h, templated on the scalar (float or double), over
// the same structs. Meanings, units, frames, ranges and status codes are those of touchdown.h; this header only names
// what differs. Every function here is instantiated in the library for float and for double.
#ifndef TOUCHDOWN_TOUCHDOWN_HPP
#define TOUCHDOWN_TOUCHDOWN_HPP

#include <cstdint>

#include <Eigen/Core>

#include "touchdown/touchdown.h"

namespace touchdown {

using Status = td_status;  // 0 solved, negative refused, positive the sum of the caveats

// x, y, z.
template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;

// An inertia; symmetric.
template <class Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;

template <class Scalar>
using ContactVector = td_contact_vector_in<Scalar>;
template <class Scalar>
using ContactInertia = td_contact_inertia_in<Scalar>;
template <class Scalar>
using Surface = td_surface_in<Scalar>;
template <class Scalar>
using Options = td_options_in<Scalar>;
template <class Scalar>
using Contact = td_contact_in<Scalar>;
template <class Scalar>
using Impact = td_impact_in<Scalar>;
template <class Scalar>
using RigidBody = td_rigid_body_in<Scalar>;
template <class Scalar>
using BodyContact = td_body_contact_in<Scalar>;
template <class Scalar>
using BodyImpact = td_body_impact_in<Scalar>;
template <class Scalar>
using Restitution = td_restitution_in<Scalar>;
template <class Scalar>
using SurfacePair = td_surface_pair_in<Scalar>;

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

// td_resolve.
template <class Scalar>
[[nodiscard]] Status resolve(const Contact<Scalar> &contact, Impact<Scalar> &impact);

// td_resolve_body.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyContact<Scalar> &body, BodyImpact<Scalar> &impact);

// td_restitution_at.
template <class Scalar>
[[nodiscard]] Status restitution_at(const Restitution<Scalar> &restitution, Scalar approach_speed, Scalar &e);

// td_surface_between, of `count` pairs.
template <class Scalar>
[[nodiscard]] Status surface_between(const SurfacePair<Scalar> *pairs, std::int32_t count, std::int32_t a,
                                     std::int32_t b, Scalar approach_speed, Surface<Scalar> &surface);

}  // namespace touchdown

#endif
