// Generalized momentum that is missing, and what an impulse at a foot inside its friction cone leaves of it unexplained
// (DESIGN.md, E177, E178): what jump.hpp is for a body.
#ifndef TOUCHDOWN_CONTACT_MONITOR_OBSERVER_JUMP_HPP
#define TOUCHDOWN_CONTACT_MONITOR_OBSERVER_JUMP_HPP

#include "contact_monitor/jump.hpp"
#include "systems/generalized_speeds.hpp"
#include "touchdown/momentum_observer.hpp"

namespace touchdown::monitor {

template <class Scalar>
struct GeneralizedMomentum {
  int n;
  Scalar of[max_speeds];
};

template <class Scalar>
struct GeneralizedJump {
  GeneralizedMomentum<Scalar> momentum;
  Scalar precision[max_speeds];  // 1 / variance
  Scalar taken_back;
};

// A foot: rows of its Jacobian, and how large an impulse there may be expected.
template <class Scalar>
struct FootFit : ImpulseFit<Scalar> {
  int n;
  const Scalar *J;         // 3 x n
  Vector3<Scalar> normal;  // of length 1; 0: unknown
  Scalar unit;
};

template <class Scalar>
Vector3<Scalar> normal_at(const GeneralizedJump<Scalar> &, const FootFit<Scalar> &foot) {
  return foot.normal;
}

template <class Scalar>
Scalar chi_squared(const GeneralizedJump<Scalar> &jump, const GeneralizedMomentum<Scalar> &rest) {
  Scalar sum = 0;
  for (int j = 0; j < rest.n; ++j) sum += jump.precision[j] * square(rest.of[j]);
  return sum;
}

template <class Scalar>
Vector3<Scalar> pull_of(const GeneralizedJump<Scalar> &jump, const FootFit<Scalar> &foot,
                        const GeneralizedMomentum<Scalar> &rest) {
  Scalar weighed[max_speeds];
  for (int j = 0; j < foot.n; ++j) weighed[j] = jump.precision[j] * rest.of[j];
  return {dot(foot.n, foot.J, weighed), dot(foot.n, foot.J + foot.n, weighed),
          dot(foot.n, foot.J + 2 * foot.n, weighed)};
}

// x -= J^T p.
template <class Scalar>
void take_away(int n, const Scalar *J, const Vector3<Scalar> &p, Scalar *x) {
  for (int k = 0; k < 3; ++k) add_scaled(n, Scalar(-p[k]), J + k * n, x);
}

template <class Scalar>
GeneralizedMomentum<Scalar> without(const GeneralizedMomentum<Scalar> &momentum, const FootFit<Scalar> &foot,
                                    const Vector3<Scalar> &impulse) {
  GeneralizedMomentum<Scalar> rest = momentum;
  take_away(foot.n, foot.J, impulse, rest.of);
  return rest;
}

// What a leg does not feel at all is left out, by a small part of what it feels most.
template <class Scalar>
void finish(ImpulseFit<Scalar> &fit) {
  const Scalar felt = fit.information.trace();
  if (felt > 0 && is_finite(felt))
    fit.information.diagonal().array() += tolerance::felt<Scalar> * felt;
  else
    fit.information.setIdentity();
  (void)factorize(fit.information, fit.factor);
}

template <class Scalar>
Vector3<Scalar> normal_of(const ObservedSample<Scalar> &sample, int foot) {
  if (sample.normals == nullptr) return Vector3<Scalar>::Zero();
  const Scalar *n = sample.normals + 3 * foot;
  ContactFrame<Scalar> frame;
  return frame_of(Vector3<Scalar>(n[0], n[1], n[2]), frame) ? frame.n : Vector3<Scalar>(Vector3<Scalar>::Zero());
}

// (E177): A = J S^-1 J^T.
template <class Scalar>
FootFit<Scalar> fit_of(const GeneralizedJump<Scalar> &jump, const ObservedSample<Scalar> &sample, Scalar mu, int foot) {
  const int n = jump.momentum.n;
  FootFit<Scalar> fit;
  fit.n = n;
  fit.J = sample.J + 3 * n * foot;
  fit.mu = mu;
  fit.normal = normal_of(sample, foot);
  fit.unit = 1;
  for (int a = 0; a < 3; ++a) {
    Scalar weighed[max_speeds];
    for (int j = 0; j < n; ++j) weighed[j] = jump.precision[j] * fit.J[a * n + j];
    for (int b = 0; b <= a; ++b) fit.information(a, b) = fit.information(b, a) = dot(n, fit.J + b * n, weighed);
  }
  finish(fit);
  return fit;
}

// Chi squared that a foot explains.
template <class Scalar>
Scalar explained(const GeneralizedJump<Scalar> &jump, const FootFit<Scalar> &foot) {
  const Vector3<Scalar> pull = pull_of(jump, foot, jump.momentum);
  return best_impulse(foot, foot.normal, pull).dot(pull);
}

// ---- In the metric of M^-1
// --------------------------------------------------------------------------------------------

// (E176): W = J M^-1 J^T, and the columns Y = L^-1 J^T of which it is made.
template <class Scalar>
Matrix3<Scalar> operational_inverse(const CholeskyView<Scalar> &mass, const Scalar *J, ContactVector<Scalar> *Y) {
  const int n = mass.n;
  for (int j = 0; j < n; ++j) Y[j] = {J[j], J[n + j], J[2 * n + j]};
  solve_lower(mass, Y);
  const ContactInertia<Scalar> W = gram(n, Y);
  Matrix3<Scalar> full;
  full << W.nn, W.nt, W.ns, W.nt, W.tt, W.ts, W.ns, W.ts, W.ss;
  return full;
}

// sqrt(p^T M^-1 p): the size of a momentum, whatever the coordinates.
template <class Scalar>
Scalar size_of(const CholeskyView<Scalar> &mass, const Scalar *momentum) {
  Scalar z[max_speeds];
  copy(mass.n, momentum, z);
  solve_lower(mass, z);
  return square_root(dot(mass.n, z, z));
}

}  // namespace touchdown::monitor

#endif
