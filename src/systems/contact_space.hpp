// The frame of a contact, and vectors into it and out of it.
#ifndef TOUCHDOWN_SYSTEMS_CONTACT_SPACE_HPP
#define TOUCHDOWN_SYSTEMS_CONTACT_SPACE_HPP

#include "numerics/linalg.hpp"

namespace touchdown {

// (t, s, n), orthonormal and right-handed.
template <class Scalar>
struct ContactFrame {
  Vector3<Scalar> t, s, n;
};

// t is the world x axis projected into the surface, or y if n is within 45 deg of x. A normal of any length above 0 is
// first divided by its largest entry, so that no square leaves the range. False if it is not finite, or 0.
template <class Scalar>
bool frame_of(const Vector3<Scalar> &normal, ContactFrame<Scalar> &frame) {
  const Scalar largest = normal.cwiseAbs().maxCoeff();
  if (!all_finite(normal) || !(largest > 0)) return false;
  const Vector3<Scalar> direction = normal / largest;
  const Vector3<Scalar> n = direction / square_root(direction.squaredNorm());
  const Scalar off_x = n[1] * n[1] + n[2] * n[2];
  if (n[0] * n[0] < off_x) {
    const Scalar length = square_root(off_x);
    frame.s = {Scalar(0), n[2] / length, Scalar(0) - n[1] / length};
  } else {
    const Scalar length = square_root(n[0] * n[0] + n[2] * n[2]);
    frame.s = {Scalar(0) - n[2] / length, Scalar(0), n[0] / length};
  }
  frame.t = frame.s.cross(n);
  frame.n = n;
  return true;
}

template <class Scalar>
ContactVector<Scalar> to_contact(const ContactFrame<Scalar> &frame, const Vector3<Scalar> &world) {
  return {frame.n.dot(world), frame.t.dot(world), frame.s.dot(world)};
}

template <class Scalar>
Vector3<Scalar> to_world(const ContactFrame<Scalar> &frame, const ContactVector<Scalar> &x) {
  return frame.n * x.n + frame.t * x.t + frame.s * x.s;
}

}  // namespace touchdown

#endif
