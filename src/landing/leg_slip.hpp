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

// Where the slip of a foot comes to 0: friction has given all it can until then, and what it would have to give to end
// the slip grows evenly with time, from what the slip itself takes. Afterwards the foot sticks, or slips another way:
// the next piece decides. What is less than a part of `least` of the piece counts as 0.
template <class Scalar>
inline Scalar time_to_stick(const LegContact<Scalar> &contact, const Vector3<Scalar> &after, Scalar span,
                            Scalar least) {
  const Vector3<Scalar> &q = contact.q;
  const Scalar most = friction_of(contact);
  const Matrix3<Scalar> &W = contact.W;
  const Scalar held = contact.stands ? 1 / W(0, 0) : Scalar(0);
  const Scalar tt = W(1, 1) - held * W(0, 1) * W(0, 1), ss = W(2, 2) - held * W(0, 2) * W(0, 2);
  const Scalar ts = W(1, 2) - held * W(0, 1) * W(0, 2), per = 1 / (tt * ss - ts * ts);
  const auto t_of = [&](const Vector3<Scalar> &y) { return per * (ss * y[1] - ts * y[2]); };
  const auto s_of = [&](const Vector3<Scalar> &y) { return per * (tt * y[2] - ts * y[1]); };
  const Scalar t = t_of(contact.before), s = s_of(contact.before);
  const Scalar grow_t = t + q[1] - t_of(after), grow_s = s + q[2] - s_of(after);
  const Scalar slip = t * t + s * s, slope = t * grow_t + s * grow_s;  // |(t, s) - part grow| = most part
  const Scalar square = slope * slope - (grow_t * grow_t + grow_s * grow_s - most * most) * slip;
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
