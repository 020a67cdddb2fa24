// Several contacts of one system in contact space: columns Y_i with W_ij = Y_i^T Y_j, so that velocities after impulses
// p_j are v_i + Y_i^T x with x = sum Y_j p_j, and the energy changes by sum v_i . p_i + |x|^2 / 2.
// The contacts are ordered by their data alone, so the order of the list does not matter, to the last
// bit.
#ifndef TOUCHDOWN_MULTI_CONTACT_CONTACT_SET_HPP
#define TOUCHDOWN_MULTI_CONTACT_CONTACT_SET_HPP

#include "impact/validation.hpp"
#include "systems/generalized_speeds.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// A free body has six columns, even if the library has room for fewer speeds. One more, because GCC 12 warns that its
// unrolled loops of six pass the end of six.
constexpr int set_column = max_column < 7 ? 7 : max_column;

template <class Scalar>
struct SetMember {
  ContactFrame<Scalar> frame;
  ContactVector<Scalar> Y[set_column];
  ContactInertia<Scalar> W;
  Scalar inv_nn, c_t, c_s;  // 1 / W_nn, W_nT / W_nn
  Scalar S_tt, S_ts, S_ss;  // tangential block once v_n is held, W_TT - W_Tn W_nT / W_nn
  ContactVector<Scalar> v;  // before
  Surface<Scalar> surface;
};

template <class Scalar>
struct ContactSet {
  int count = 0, length = 0;
  Scalar fastest = 0;  // approach before
  int order[max_contacts];
  SetMember<Scalar> member[max_contacts];
};

// Impulses so far, and x = sum Y p.
template <class Scalar>
struct ImpulseSet {
  ContactVector<Scalar> p[max_contacts];
  Scalar x[set_column];
};

template <class Scalar>
void clear(const ContactSet<Scalar> &set, ImpulseSet<Scalar> &impulses) {
  for (int k = 0; k < set.count; ++k) impulses.p[set.order[k]] = {0, 0, 0};
  fill_zero(set.length, impulses.x);
}

// < 0, 0 or > 0, by the first difference.
template <class Scalar>
int compare(int n, const Scalar *a, const Scalar *b) {
  for (int i = 0; i < n; ++i) {
    if (a[i] < b[i]) return -1;
    if (b[i] < a[i]) return 1;
  }
  return 0;
}

template <class Scalar>
int compare(const ContactVector<Scalar> &a, const ContactVector<Scalar> &b) {
  const Scalar entries_a[] = {a.n, a.t, a.s};
  const Scalar entries_b[] = {b.n, b.t, b.s};
  return compare(3, entries_a, entries_b);
}

// The fastest approach comes first; contacts that are equal in everything are the same contact.
template <class Scalar>
bool comes_before(int length, const SetMember<Scalar> &a, const SetMember<Scalar> &b) {
  if (a.v.n != b.v.n) return a.v.n < b.v.n;
  const Scalar rest_a[] = {a.v.t, a.v.s, a.surface.mu_s, a.surface.mu_k, a.surface.e};
  const Scalar rest_b[] = {b.v.t, b.v.s, b.surface.mu_s, b.surface.mu_k, b.surface.e};
  int difference = compare(5, rest_a, rest_b);
  for (int i = 0; i < length && difference == 0; ++i) difference = compare(a.Y[i], b.Y[i]);
  return difference < 0;
}

template <class Scalar>
void put_in_order(ContactSet<Scalar> &set) {
  for (int i = 0; i < set.count; ++i) {
    int place = i;
    for (; place > 0 && comes_before(set.length, set.member[i], set.member[set.order[place - 1]]); --place)
      set.order[place] = set.order[place - 1];
    set.order[place] = i;
  }
}

// CONTACT_INERTIA, VELOCITY, a surface's refusal, or solved.
template <class Scalar>
Status check(const ContactSet<Scalar> &set) {
  for (int i = 0; i < set.count; ++i) {
    const SetMember<Scalar> &member = set.member[i];
    Status status = check_contact(member.W, member.v);
    if (status == TD_SOLVED) status = check_surface(member.surface);
    if (status != TD_SOLVED) return status;
  }
  return TD_SOLVED;
}

// If v_n leaves no freedom, as with one speed, only rounding remains: friction would be noise over noise.
template <class Scalar>
TOUCHDOWN_COMPACT void hold_tangents(SetMember<Scalar> &member) {
  if (!(member.S_tt > tolerance::immobile<Scalar> * member.W.tt)) member.S_tt = 0;
  if (!(member.S_ss > tolerance::immobile<Scalar> * member.W.ss)) member.S_ss = 0;
  member.S_ts = 0;
}

template <class Scalar>
void hold_normal(SetMember<Scalar> &member) {
  const ContactInertia<Scalar> &W = member.W;
  member.inv_nn = 1 / W.nn;
  member.c_t = W.nt * member.inv_nn;
  member.c_s = W.ns * member.inv_nn;
  member.S_tt = W.tt - member.c_t * W.nt;
  member.S_ts = W.ts - member.c_t * W.ns;
  member.S_ss = W.ss - member.c_s * W.ns;
  if (!(member.S_tt > tolerance::immobile<Scalar> * W.tt && member.S_ss > tolerance::immobile<Scalar> * W.ss))
    hold_tangents(member);
}

// To be called when all columns, velocities and surfaces are set.
template <class Scalar>
Status complete(ContactSet<Scalar> &set) {
  for (int i = 0; i < set.count; ++i) {
    SetMember<Scalar> &member = set.member[i];
    member.W = set.length == 6 ? gram_of_six(member.Y) : gram(set.length, member.Y);
    hold_normal(member);
    if (-member.v.n > set.fastest) set.fastest = -member.v.n;
  }
  put_in_order(set);
  return check(set);
}

// W p.
template <class Scalar>
inline ContactVector<Scalar> operator*(const ContactInertia<Scalar> &W, const ContactVector<Scalar> &p) {
  return {W.nn * p.n + W.nt * p.t + W.ns * p.s, W.nt * p.n + W.tt * p.t + W.ts * p.s,
          W.ns * p.n + W.ts * p.t + W.ss * p.s};
}

// The change of a contact's velocity by the impulses behind x.
template <class Scalar>
inline ContactVector<Scalar> velocity_change(const ContactSet<Scalar> &set, int i, const Scalar *x) {
  return set.length == 6 ? dot_of_six(x, set.member[i].Y) : dot(set.length, x, set.member[i].Y);
}

// x += Y_i p.
template <class Scalar>
void add_columns(const ContactSet<Scalar> &set, int i, const ContactVector<Scalar> &p, Scalar *x) {
  if (set.length == 6)
    add_six_columns(set.member[i].Y, p, x);
  else
    add_columns(set.length, set.member[i].Y, p, x);
}

template <class Scalar>
void add_impulse(const ContactSet<Scalar> &set, int i, const ContactVector<Scalar> &p, ImpulseSet<Scalar> &impulses) {
  impulses.p[i] = impulses.p[i] + p;
  add_columns(set, i, p, impulses.x);
}

template <class Scalar>
inline bool is_zero(const ContactVector<Scalar> &p) {
  return p.n == 0 && p.t == 0 && p.s == 0;
}

// Sums x anew, without the rounding of many small changes.
template <class Scalar>
void refresh(const ContactSet<Scalar> &set, ImpulseSet<Scalar> &impulses) {
  fill_zero(set.length, impulses.x);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    if (!is_zero(impulses.p[i])) add_columns(set, i, impulses.p[i], impulses.x);
  }
}

template <class Scalar>
void add(const ContactSet<Scalar> &set, const ImpulseSet<Scalar> &more, ImpulseSet<Scalar> &impulses) {
  for (int i = 0; i < set.count; ++i) impulses.p[i] = impulses.p[i] + more.p[i];
  for (int i = 0; i < set.length; ++i) impulses.x[i] += more.x[i];
}

template <class Scalar>
void scale(const ContactSet<Scalar> &set, Scalar factor, ImpulseSet<Scalar> &impulses) {
  for (int i = 0; i < set.count; ++i) impulses.p[i] = factor * impulses.p[i];
  for (int i = 0; i < set.length; ++i) impulses.x[i] *= factor;
}

}  // namespace touchdown

#endif
