// What a foot that bears takes of the residual of a machine with joints (DESIGN.md, E176).
#ifndef TOUCHDOWN_MONITOR_JOINTS_JUMP_HPP
#define TOUCHDOWN_MONITOR_JOINTS_JUMP_HPP

#include "monitor/jump.hpp"
#include "systems/generalized_speeds.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::monitor {

// x -= J^T p.
template <class Scalar>
void take_away(int n, const Scalar *J, const Vector3<Scalar> &p, Scalar *x) {
  for (int k = 0; k < 3; ++k) add_scaled(n, Scalar(-p[k]), J + k * n, x);
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

// W = J M^-1 J^T, and the columns Y = L^-1 J^T of which it is made.
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

}  // namespace touchdown::monitor

#endif
