// The slip of a foot on a leg: what friction gives at most, the impulse that ends a slip, when one ends within a piece,
// and whether it turns. The piece ends there: afterwards friction has another direction, and may be less than its most.
// docs/theory (L.22), (L.23).
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

// The impulse across the axis that ends the slip y of a foot of mobility W; y[0] is not read.
template <class Scalar>
inline Vector3<Scalar> impulse_to_end_slip(const Matrix3<Scalar> &W, const Vector3<Scalar> &y) {
  const Scalar part = W(1, 2) / W(1, 1), left = W(2, 2) - part * W(1, 2);
  const Scalar s = left > 0 ? (part * y[1] - y[2]) / left : Scalar(0);
  return {0, -y[1] / W(1, 1) - part * s, s};
}

// When the slip of a foot ends; `span`: not in this piece. Until a part of the piece is over friction has given that
// part of `most`, and what it would have to give to end the slip there is ends + part * grow: it ends where both are as
// great. Whether the foot then sticks or slips another way the next piece decides. An end before a part of `least` is
// what the piece errs.
template <class Scalar>
inline Scalar time_to_stick(const LegContact<Scalar> &contact, const Vector3<Scalar> &after, Scalar span,
                            Scalar least) {
  const Scalar most = friction_of(contact);
  Matrix3<Scalar> W = contact.W;
  if (contact.stands)  // its rate is kept whatever friction gives
    W -= (1 / contact.W(0, 0)) * contact.W.col(0) * contact.W.row(0);
  const Vector3<Scalar> ends = impulse_to_end_slip(W, contact.before),
                        grow = contact.q + impulse_to_end_slip(W, after) - ends;
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
