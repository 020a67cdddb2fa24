// Sweeps converge slowly where contacts lie close to each other. Seen as one map p -> G(p), with the residual f = G - p
// measured in x = Y p (where redundant contacts are one), a few sweeps show along which changes of p the residual
// falls; the rest of it is then extrapolated away (Anderson's mixing: for a linear map the same as a Krylov method).
// What was learned holds as long as no contact changes its mode and the residual falls.
#ifndef TOUCHDOWN_SRC_MIXING_HPP
#define TOUCHDOWN_SRC_MIXING_HPP

#include "contact_set.hpp"

namespace touchdown {

constexpr int mixing_depth = 3;

template <class Scalar>
struct Mixing {
  int known = 0;
  Scalar q[mixing_depth][set_column];                   // orthonormal: changes of f
  ContactVector<Scalar> h[mixing_depth][max_contacts];  // the change of G that goes with each
  Scalar f[set_column];                                 // of the last sweep
  ContactVector<Scalar> G[max_contacts];
  Scalar square = 0;  // |f|^2
};

// One direction more; the oldest are forgotten together once there is no room.
template <class Scalar>
void learn(const ContactSet<Scalar> &set, const Scalar *f, const ContactVector<Scalar> *G, Mixing<Scalar> &mixing) {
  if (mixing.known == mixing_depth) mixing.known = 0;
  Scalar *q = mixing.q[mixing.known];
  ContactVector<Scalar> *h = mixing.h[mixing.known];
  for (int i = 0; i < set.length; ++i) q[i] = f[i] - mixing.f[i];
  for (int i = 0; i < set.count; ++i) h[i] = G[i] - mixing.G[i];
  const Scalar square = dot(set.length, q, q);
  Scalar along[mixing_depth] = {};
  project_out(mixing.known, set.length, mixing.q[0], set_column, q, along);
  const Scalar left = dot(set.length, q, q);
  if (!(left > tolerance::mixing<Scalar> * square)) return;
  const Scalar per = 1 / square_root(left);
  for (int i = 0; i < set.length; ++i) q[i] *= per;
  for (int i = 0; i < set.count; ++i) {
    for (int m = 0; m < mixing.known; ++m) h[i] = h[i] - along[m] * mixing.h[m][i];
    h[i] = per * h[i];
  }
  ++mixing.known;
}

// After a sweep that led from x = `before` to G.
template <class Scalar>
void observe(const ContactSet<Scalar> &set, const Scalar *before, const Exchange<Scalar> &G, bool same_modes,
             Mixing<Scalar> &mixing) {
  Scalar f[set_column];
  for (int i = 0; i < set.length; ++i) f[i] = G.x[i] - before[i];
  const Scalar square = dot(set.length, f, f);
  if (same_modes && square <= mixing.square)
    learn(set, f, G.p, mixing);
  else
    mixing.known = 0;
  mixing.square = square;
  copy(set.length, f, mixing.f);
  for (int i = 0; i < set.count; ++i) mixing.G[i] = G.p[i];
}

// p, which is the last G, less what the known directions say that its residual still is.
template <class Scalar>
void extrapolate(const ContactSet<Scalar> &set, const Mixing<Scalar> &mixing, ContactVector<Scalar> *p) {
  for (int m = 0; m < mixing.known; ++m) {
    const Scalar along = dot(set.length, mixing.q[m], mixing.f);
    for (int i = 0; i < set.count; ++i) p[i] = p[i] - along * mixing.h[m][i];
  }
}

}  // namespace touchdown

#endif
