// Which explanation of an event is likeliest (DESIGN.md, E155 to E158). The noise is learnt from a finite number of
// samples, so that a misfit is Student's: no exponential is needed. An explanation with more freedom explains more, and
// pays for it: its evidence is by the part of what it allows that the measurement leaves.
#ifndef TOUCHDOWN_CONTACT_MONITOR_EVIDENCE_HPP
#define TOUCHDOWN_CONTACT_MONITOR_EVIDENCE_HPP

#include "contact_monitor/hull_point.hpp"
#include "systems/contact_space.hpp"

namespace touchdown::monitor {

// The points that may be touched, scaled by the reach.
template <class Scalar>
struct Places {
  int feet;
  PointFit<Scalar> foot[TD_MAX_FEET];
  SeenPoints<Scalar> hull;
  Vector3<Scalar> middle;  // of the hull's points and the centre of mass
  Scalar mu;               // greatest of the hull
  Scalar prior;            // of another point than a foot
};

template <class Scalar>
struct Evidence {
  Scalar of[TD_EXPLANATIONS];
  Scalar of_foot[TD_MAX_FEET];
  Vector3<Scalar> single[TD_MAX_FEET];   // best impulse at each foot alone
  Vector3<Scalar> several[TD_MAX_FEET];  // at all of them together
  Vector3<Scalar> r;                     // on the hull
  Scalar r_variance;
  Vector3<Scalar> point_impulse;
  int best_foot;
};

// (E155): (1 + chi squared / nu)^-(nu + 6)/2, for nu = 20.
template <class Scalar>
Scalar likelihood(Scalar chi_squared) {
  const Scalar x = 1 / (1 + chi_squared / tolerance::noise_freedoms<Scalar>);
  const Scalar x2 = x * x;
  const Scalar x4 = x2 * x2;
  return x4 * x4 * x4 * x;
}

// The part that the noise leaves of an impulse of size 1: 1 / sqrt(det(1 + A)).
template <class Scalar>
Scalar part_left(const Matrix3<Scalar> &information) {
  Factor3<Scalar> factor;
  (void)factorize(Matrix3<Scalar>(information + Matrix3<Scalar>::Identity()), factor);
  return square_root(factor.inverse_d[0] * factor.inverse_d[1] * factor.inverse_d[2]);
}

template <class Scalar>
Scalar part_left(const PointFit<Scalar> &fit) {
  return part_left(fit.information);
}

// The same of any momentum: the product of s / sqrt(1 + s^2) over the six axes.
template <class Scalar>
Scalar part_left(const Pair<Scalar> &variance) {
  Scalar part = 1;
  for (int i = 0; i < 3; ++i) {
    part *= variance.p[i] / (1 + variance.p[i]);
    part *= variance.l[i] / (1 + variance.l[i]);
  }
  return square_root(part);
}

// The ground is outside: the body is on the side of a foot that its normal, or where that is unknown the impulse,
// points to. Else the line of action through two feet would not tell them apart.
template <class Scalar>
bool is_possible(const Jump<Scalar> &jump, const Places<Scalar> &places, const PointFit<Scalar> &foot,
                 const Vector3<Scalar> &impulse) {
  const Vector3<Scalar> inwards = jump.normal.squaredNorm() > 0 ? jump.normal : impulse;
  return places.feet == 1 || inwards.dot(places.middle - foot.r) > 0;
}

template <class Scalar>
Scalar likelihood(const Jump<Scalar> &, Scalar chi_squared) {
  return likelihood(chi_squared);
}

// Of a body or of generalized speeds (observer_jump.hpp), as is the next function.
template <class AnyJump, class AnyPlaces, class Scalar>
void weigh_feet_alone(const AnyJump &jump, const AnyPlaces &places, Evidence<Scalar> &evidence, Scalar &least) {
  evidence.best_foot = 0;
  evidence.of[TD_EXPLAINED_BY_FOOT] = 0;
  for (int i = 0; i < places.feet; ++i) {
    const auto &foot = places.foot[i];
    const Vector3<Scalar> p = best_impulse(foot, normal_at(jump, foot), pull_of(jump, foot, jump.momentum));
    const Scalar misfit = chi_squared(jump, without(jump.momentum, foot, p));
    const bool possible = is_possible(jump, places, foot, p);
    const Scalar share = possible ? tolerance::cone_prior<Scalar> / static_cast<Scalar>(places.feet) : Scalar(0);
    evidence.single[i] = p;
    evidence.of_foot[i] = share * part_left(foot) * likelihood(jump, misfit + jump.taken_back);
    evidence.of[TD_EXPLAINED_BY_FOOT] += evidence.of_foot[i];
    if (evidence.of_foot[i] > evidence.of_foot[evidence.best_foot]) evidence.best_foot = i;
    if (i == 0 || misfit < least) least = misfit;
  }
}

// (E157): sweeps over the feet, each taking what the others leave. Returns the misfit.
template <class AnyJump, class AnyPlaces, class Scalar>
Scalar share_among_feet(const AnyJump &jump, const AnyPlaces &places, Vector3<Scalar> *impulse) {
  auto rest = jump.momentum;
  for (int i = 0; i < places.feet; ++i) impulse[i].setZero();
  for (int sweep = 0; sweep < tolerance::sharing_sweeps; ++sweep) {
    for (int i = 0; i < places.feet; ++i) {
      const auto &foot = places.foot[i];
      // What it took so far pulls as if it were still there.
      const Vector3<Scalar> pull = pull_of(jump, foot, rest) + foot.information * impulse[i];
      const Vector3<Scalar> taken = best_impulse(foot, normal_at(jump, foot), pull);
      rest = without(rest, foot, Vector3<Scalar>(taken - impulse[i]));
      impulse[i] = taken;
    }
  }
  return chi_squared(jump, rest);
}

// (E156): one force has no moment along itself, and its line meets the hull.
template <class Scalar>
Scalar weigh_point(const Jump<Scalar> &jump, Places<Scalar> &places, Evidence<Scalar> &evidence) {
  PointFit<Scalar> centre = fit_at(jump, Vector3<Scalar>(Vector3<Scalar>::Zero()), places.mu);
  const Vector3<Scalar> p = best_impulse(centre, jump.normal, pull_of(jump, centre, jump.momentum));
  evidence.point_impulse = p;
  evidence.r.setZero();
  evidence.r_variance = -1;
  ContactFrame<Scalar> frame;
  if (!(p.squaredNorm() > 0) || !frame_of(p, frame)) return 0;
  const Scalar size = square_root(p.squaredNorm());
  const Vector3<Scalar> middle = frame.n.cross(jump.momentum.l) / size;
  for (int i = 0; i < places.hull.count; ++i) {
    const Vector3<Scalar> from = places.hull.point[i] - middle;
    places.hull.point[i] = {frame.t.dot(from), frame.s.dot(from), frame.n.dot(from)};
  }
  const HullPoint<Scalar> met = meet(places.hull);
  evidence.r = middle + frame.t * met.at[0] + frame.s * met.at[1] + frame.n * met.at[2];
  const Vector3<Scalar> n2 = frame.n.cwiseProduct(frame.n);
  const Scalar turned = evidence.r.squaredNorm() * jump.variance.p.sum() / 3;
  const Scalar along = jump.variance.l.dot(n2) + turned, across = (jump.variance.l.sum() - along) / 2 + turned;
  const Scalar moment = jump.momentum.l.dot(frame.n);
  evidence.r_variance = across / (size * size) * (2 + met.slope);
  const Scalar misfit = moment * moment / along + met.off * size * size / across +
                        chi_squared(jump, {jump.momentum.p - p, Vector3<Scalar>::Zero()});
  return likelihood(misfit + jump.taken_back) * square_root((1 + along) / along);
}

template <class Scalar>
void weigh(const Jump<Scalar> &jump, Places<Scalar> &places, Evidence<Scalar> &evidence) {
  const Scalar anything = part_left(jump.variance), in_cones = tolerance::cone_prior<Scalar> * anything;
  Scalar least = 0;
  weigh_feet_alone(jump, places, evidence, least);
  // What one foot explains, several do no better.
  Scalar together = least;
  if (least > tolerance::explained<Scalar>)
    together = share_among_feet(jump, places, evidence.several);
  else
    for (int i = 0; i < places.feet; ++i) evidence.several[i].setZero();
  evidence.of[TD_EXPLAINED_BY_NOTHING] =
      likelihood(chi_squared(jump, jump.momentum)) * tolerance::contacts_are_rare<Scalar>;
  evidence.of[TD_EXPLAINED_BY_FEET] = in_cones * likelihood(together + jump.taken_back);
  evidence.of[TD_EXPLAINED_BY_POINT] = places.prior * in_cones * weigh_point(jump, places, evidence);
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] = anything;
}

}  // namespace touchdown::monitor

#endif
