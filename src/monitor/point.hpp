// One impulse at another point of the body than its feet (docs/theory, M.7). All is scaled by the size of the momentum
// and by the body's reach.
#ifndef TOUCHDOWN_MONITOR_POINT_HPP
#define TOUCHDOWN_MONITOR_POINT_HPP

#include "monitor/evidence.hpp"
#include "monitor/hull_point.hpp"

namespace touchdown::monitor {

// The points that may be hit.
template <class Scalar>
struct Hull {
  SeenPoints<Scalar> seen;
  Scalar mu;  // greatest of them
};

template <class Scalar>
struct PointFound {
  Vector3<Scalar> impulse, r;
  Scalar r_variance;  // below 0: no impulse on the hull could
  Scalar likelihood;  // times the part of it that the noise leaves, over that of any momentum
};

template <class Scalar>
Vector3<Scalar> impulse_of(const Jump<Scalar> &jump, Scalar mu) {
  ImpulseFit<Scalar> fit;
  fit.information = jump.precision.p.asDiagonal();
  fit.mu = mu;
  (void)factorize(fit.information, fit.factor);  // definite: it is diagonal
  return best_impulse(fit, jump.normal, Vector3<Scalar>(jump.precision.p.cwiseProduct(jump.momentum.p)));
}

// One force has no moment along itself, and its line meets the hull.
template <class Scalar>
PointFound<Scalar> meet_hull(const Jump<Scalar> &jump, Hull<Scalar> &hull) {
  const Vector3<Scalar> p = impulse_of(jump, hull.mu);
  PointFound<Scalar> found = {p, Vector3<Scalar>::Zero(), -1, 0};
  ContactFrame<Scalar> frame;
  if (!(p.squaredNorm() > 0) || !frame_of(p, frame)) return found;
  const Scalar size = square_root(p.squaredNorm());
  const Vector3<Scalar> middle = frame.n.cross(jump.momentum.l) / size;
  for (int i = 0; i < hull.seen.count; ++i) {
    const Vector3<Scalar> from = hull.seen.point[i] - middle;
    hull.seen.point[i] = {frame.t.dot(from), frame.s.dot(from), frame.n.dot(from)};
  }
  const HullPoint<Scalar> met = meet(hull.seen);
  found.r = middle + frame.t * met.at[0] + frame.s * met.at[1] + frame.n * met.at[2];
  const Vector3<Scalar> n2 = frame.n.cwiseProduct(frame.n);
  const Scalar turned = found.r.squaredNorm() * jump.variance.p.sum() / 3;
  const Scalar along = jump.variance.l.dot(n2) + turned, across = (jump.variance.l.sum() - along) / 2 + turned;
  const Scalar moment = jump.momentum.l.dot(frame.n);
  found.r_variance = across / (size * size) * (2 + met.slope);
  const Scalar misfit = moment * moment / along + met.off * size * size / across +
                        chi_squared(jump, {jump.momentum.p - p, Vector3<Scalar>::Zero()});
  found.likelihood = likelihood(6, misfit + jump.taken_back) * square_root((1 + along) / along);
  return found;
}

}  // namespace touchdown::monitor

#endif
