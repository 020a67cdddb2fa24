// Directions along a surface of motions that may have no part along it: the remainder of a velocity beside its normal
// part is then rounding, which points anywhere.
#ifndef TOUCHDOWN_SYSTEMS_SLIDE_HPP
#define TOUCHDOWN_SYSTEMS_SLIDE_HPP

#include "systems/contact_space.hpp"

namespace touchdown {

// Unit direction of v along the surface, without a part along n; 0 if no more than `rounding` of v is along it. The
// larger part is removed first, so that no square leaves the range.
template <class Scalar>
inline ContactVector<Scalar> along_surface(const ContactVector<Scalar> &v, Scalar rounding) {
  const Scalar most = max(abs(v.t), abs(v.s));
  if (!(most > rounding)) return {0, 0, 0};
  const Scalar t = v.t / most, s = v.s / most;
  const Scalar length = square_root(t * t + s * s);
  return {0, t / length, s / length};
}

// Unit direction in which a contact slides with velocity v after its impact; 0 if it sticks.
template <class Scalar>
inline ContactVector<Scalar> slide_of(const ContactVector<Scalar> &v, std::int32_t mode, Scalar rounding) {
  const bool holds = mode == TD_MODE_STICKS || mode == TD_MODE_STOPS_AND_STICKS;
  return holds ? ContactVector<Scalar>{0, 0, 0} : along_surface(v, rounding);
}

}  // namespace touchdown

#endif
