// Where within a piece the slip of a foot ends, and whether it turns. What is not small there is a matter of the piece,
// so that it ends where the slip does: afterwards friction has another direction, and may be less than the most it can
// be. docs/theory (L.22), (L.23).
#ifndef TOUCHDOWN_LANDING_LEG_SLIP_HPP
#define TOUCHDOWN_LANDING_LEG_SLIP_HPP

#include "landing/leg_contacts.hpp"

namespace touchdown {

// What friction gives at most beside the axial impulse.
template <class Scalar>
inline Scalar friction_of(const LegContact<Scalar> &contact) {
  const Vector3<Scalar> &q = contact.q;
  return contact.mu * (q[0] - contact.lean_t * q[1] - contact.lean_s * q[2]) / contact.rise;
}

template <class Scalar>
inline Scalar slip_squared(const Vector3<Scalar> &y) {
  return y[1] * y[1] + y[2] * y[2];
}

// The impulse beside the axis that ends the slip y.
template <class Scalar>
inline Vector3<Scalar> ending_slip(const Matrix3<Scalar> &W, const Vector3<Scalar> &y) {
  const Scalar part = W(1, 2) / W(1, 1), left = W(2, 2) - part * W(1, 2);
  const Scalar s = left > 0 ? (part * y[1] - y[2]) / left : Scalar(0);
  return {0, -y[1] / W(1, 1) - part * s, s};
}

// Where the slip of a foot comes to 0: friction has given all it can until then, and what it would have to give to end
// the slip grows evenly with time, from what the slip itself takes. Afterwards the foot sticks, or slips another way:
// the next piece decides. What is less than a part of `least` of the piece counts as 0.
template <class Scalar>
inline Scalar time_to_stick(const LegContact<Scalar> &contact, const Vector3<Scalar> &after, Scalar span,
                            Scalar least) {
  const Scalar most = friction_of(contact);
  Matrix3<Scalar> W = contact.W;
  if (contact.stands) W -= (1 / contact.W(0, 0)) * contact.W.col(0) * contact.W.row(0);
  const Vector3<Scalar> ends = ending_slip(W, contact.before), grow = contact.q + ending_slip(W, after) - ends;
  const Scalar slip = slip_squared(ends), slope = -ends[1] * grow[1] - ends[2] * grow[2];
  const Scalar square = slope * slope - (slip_squared(grow) - most * most) * slip;  // |ends + part grow| = part most
  const Scalar sum = slope + square_root(max(square, Scalar(0)));
  const bool inside = square > 0 && slip > least * sum && slip < tolerance::whole_piece_of_slip<Scalar> * sum;
  return inside ? slip / sum * span : span;
}

// Whether the slip of a foot turns, or ends, within the piece: friction turns with it, and the piece knows one
// direction. A foot that sticks slips by what the piece errs, little beside what friction can change.
template <class Scalar>
inline bool slip_turns(const LegContact<Scalar> &contact, const Vector3<Scalar> &after) {
  const Vector3<Scalar> &before = contact.before;
  const Scalar change = tolerance::slip_that_errs<Scalar> * friction_of(contact) * (contact.W(1, 1) + contact.W(2, 2));
  const Scalar from = slip_squared(before), to = slip_squared(after);
  const Scalar along = before[1] * after[1] + before[2] * after[2];
  return from > change * change && !(along > 0 && along * along > tolerance::straight_slip<Scalar> * from * to);
}

}  // namespace touchdown

#endif
