// How the end of a phase of several contacts changes with its inputs, by the implicit function of the laws that its
// contacts obey there, docs/theory (V.18)..(V.22).
//   bears: v_n = target;  given: p_n = least;  sticks: v_T = 0;  slides: p_T = mu_k p_n t, and across t,
//   dv + g dp = 0, g = |v_T| / |p_T|: a slide that turns is as compliant as that.
// The unknowns are changes of impulses that no law gives: three of a contact at most.
#ifndef TOUCHDOWN_SENSITIVITY_MULTI_CONTACT_PHASE_HPP
#define TOUCHDOWN_SENSITIVITY_MULTI_CONTACT_PHASE_HPP

#include "multi_contact/phase.hpp"
#include "numerics/elimination.hpp"

namespace touchdown::sensitivity {

constexpr int max_unknowns = 3 * max_contacts;

// The law that a contact obeys at the end of a phase.
template <class Scalar>
struct ContactLaw {
  bool acts, bears;       // it has an impulse; p_n is above its least and follows from v_n
  std::int32_t friction;  // TD_MODE_STICKS, TD_MODE_SLIDES; SEPARATING: none
  Scalar t, s;            // against the slip, of unit length; 0 without slip
  Scalar mu;              // p_T = mu p_n (t, s)
  Scalar compliance;      // g
  ContactVector<Scalar> p, v;
};

// An impulse whose change is unknown, and the velocity that gives its equation: both along directions at the contact.
template <class Scalar>
struct Unknown {
  int contact;
  ContactVector<Scalar> row, push;
  Scalar compliance;
};

// Laws of all contacts, and the system of their changes. Impulses q of the unknowns are B^T z, with one z for each
// independent equation; equations of `turning` slides come first.
template <class Scalar, int most>
struct PhaseLaws {
  ContactLaw<Scalar> law[max_contacts];
  Unknown<Scalar> unknown[max_unknowns];
  int unknowns = 0;
  int equation[max_unknowns];  // for each z, the unknown whose equation it takes
  Scalar B[max_unknowns][max_unknowns];
  Elimination<Scalar, max_unknowns> system;
  int turning = 0, redundant = 0;
  ContactVector<Scalar> shared[max_contacts];  // a change of impulses that does not move the held equations
};

// Changes of a contact by an input, before the phase is solved, and direct changes of its impulse.
template <class Scalar>
struct PhaseChange {
  ContactVector<Scalar> start, besides;
  Scalar target, least, mu;
};

template <class Scalar>
inline void set_direction(const ContactVector<Scalar> &p, const ContactVector<Scalar> &v, ContactLaw<Scalar> &law) {
  const Scalar friction = square_root(p.t * p.t + p.s * p.s), slip = square_root(v.t * v.t + v.s * v.s);
  law.t = law.s = law.compliance = 0;
  if (friction > 0) {
    law.t = p.t / friction;
    law.s = p.s / friction;
    law.compliance = max(Scalar(0), -(v.t * law.t + v.s * law.s)) / friction;
  } else if (slip > 0) {
    law.t = -v.t / slip;
    law.s = -v.s / slip;
  }
}

// The law of a contact with p and v at the end of its phase. `pressed`: it has an impulse as soon as e is above 0.
template <class Scalar>
inline ContactLaw<Scalar> law_of(const Surface<Scalar> &surface, const ContactVector<Scalar> &p,
                                 const ContactVector<Scalar> &v, Scalar least, bool pressed, std::int32_t mode) {
  ContactLaw<Scalar> law;
  law.p = p;
  law.v = v;
  law.acts = p.n > 0 || pressed;
  law.bears = p.n > least;
  law.friction = law.acts ? mode : TD_MODE_SEPARATING;
  law.mu = surface.mu_k;
  law.t = law.s = law.compliance = 0;
  if (law.friction == TD_MODE_SLIDES) set_direction(p, v, law);
  return law;
}

template <class Scalar, int most>
inline void add_unknowns(int i, PhaseLaws<Scalar, most> &laws) {
  const ContactLaw<Scalar> &law = laws.law[i];
  const bool slides = law.friction == TD_MODE_SLIDES;
  const ContactVector<Scalar> n = {1, 0, 0}, t = {0, 1, 0}, s = {0, 0, 1}, across = {0, -law.s, law.t};
  const Scalar mu = slides ? law.mu : Scalar(0);
  const auto add = [&](const ContactVector<Scalar> &row, const ContactVector<Scalar> &push, Scalar compliance) {
    laws.unknown[laws.unknowns++] = {i, row, push, compliance};
  };
  if (law.bears) add(n, {1, mu * law.t, mu * law.s}, 0);
  if (slides && law.p.n > 0 && law.mu > 0) add(across, across, law.compliance);
  if (law.friction != TD_MODE_STICKS) return;
  add(t, t, 0);
  add(s, s, 0);
}

// Vectors of the held equations, whose velocities are prescribed whatever the impulse. They are made orthogonal to one
// another, the longest first.
template <class Scalar, int most>
struct HeldRows {
  Scalar a[max_unknowns][most];
  Scalar length[max_unknowns];
  bool open[max_unknowns];
};

template <class Scalar, int most>
inline void fill_held(const ContactSet<Scalar> &set, const PhaseLaws<Scalar, most> &laws,
                      HeldRows<Scalar, most> &rows) {
  for (int j = 0; j < laws.unknowns; ++j) {
    const Unknown<Scalar> &unknown = laws.unknown[j];
    const ContactVector<Scalar> *Y = set.member[unknown.contact].Y;
    for (int k = 0; k < set.length; ++k) rows.a[j][k] = dot(Y[k], unknown.row);
    rows.length[j] = square_root(dot(set.length, rows.a[j], rows.a[j]));
    rows.open[j] = !(unknown.compliance > 0);
  }
}

// The open row with the largest remainder, and that remainder; -1 if only rounding remains in all.
template <class Scalar, int most>
inline int longest(const ContactSet<Scalar> &set, const PhaseLaws<Scalar, most> &laws,
                   const HeldRows<Scalar, most> &rows, Scalar &left) {
  int chosen = -1;
  left = 0;
  for (int j = 0; j < laws.unknowns; ++j) {
    if (!rows.open[j]) continue;
    const Scalar length = square_root(dot(set.length, rows.a[j], rows.a[j]));
    if (!(length > tolerance::rank<Scalar> * rows.length[j]) || !(length > left)) continue;
    left = length;
    chosen = j;
  }
  return chosen;
}

// Takes the equation of unknown j, for a z that is its impulse.
template <class Scalar, int most>
inline void add_equation(int j, PhaseLaws<Scalar, most> &laws) {
  int &count = laws.system.count;
  laws.equation[count] = j;
  fill_zero(laws.unknowns, laws.B[count]);
  laws.B[count][j] = 1;
  ++count;
}

// Row j, with the remainder `left`, becomes a direction; the components of the open rows along it go into the last B.
template <class Scalar, int most>
inline void take_out(const ContactSet<Scalar> &set, int j, Scalar left, HeldRows<Scalar, most> &rows,
                     PhaseLaws<Scalar, most> &laws) {
  Scalar *const B = laws.B[laws.system.count - 1];
  rows.open[j] = false;
  for (int k = 0; k < set.length; ++k) rows.a[j][k] /= left;
  B[j] = left;
  for (int i = 0; i < laws.unknowns; ++i)
    if (rows.open[i]) project_out(1, set.length, rows.a[j], most, rows.a[i], B + i);
}

// Unknown j minus the sum of chosen ones that moves the same, times its own weight: one such sum stands for all.
template <class Scalar, int most>
inline void share_one(int j, PhaseLaws<Scalar, most> &laws) {
  const Scalar weight = 1 / static_cast<Scalar>(1 + j);
  Scalar part[max_unknowns];
  for (int z = laws.system.count - 1; z >= laws.turning; --z) {
    Scalar left = laws.B[z][j];
    for (int k = z + 1; k < laws.system.count; ++k) left -= laws.B[z][laws.equation[k]] * part[k];
    const Unknown<Scalar> &unknown = laws.unknown[laws.equation[z]];
    part[z] = left / laws.B[z][laws.equation[z]];
    laws.shared[unknown.contact] = laws.shared[unknown.contact] - weight * part[z] * unknown.push;
  }
  const Unknown<Scalar> &unknown = laws.unknown[j];
  laws.shared[unknown.contact] = laws.shared[unknown.contact] + weight * unknown.push;
}

// The rows that are still open hold nothing but rounding.
template <class Scalar, int most>
inline void share(const HeldRows<Scalar, most> &rows, PhaseLaws<Scalar, most> &laws) {
  for (ContactVector<Scalar> &p : laws.shared) p = {0, 0, 0};
  for (int j = 0; j < laws.unknowns; ++j)
    if (rows.open[j]) share_one(j, laws);
}

// Finds the independent equations, and B. A change of redundant impulses is shared as between equally compliant
// contacts, a sum of the held rows; without redundant contacts it is any change.
template <class Scalar, int most>
void choose_equations(const ContactSet<Scalar> &set, PhaseLaws<Scalar, most> &laws) {
  HeldRows<Scalar, most> rows;
  fill_held(set, laws, rows);
  laws.system.count = 0;
  for (int j = 0; j < laws.unknowns; ++j)
    if (!rows.open[j]) add_equation(j, laws);
  laws.turning = laws.system.count;
  for (int z = 0; z < set.length; ++z) {
    Scalar left = 0;
    const int j = longest(set, laws, rows, left);
    if (j < 0) break;
    add_equation(j, laws);
    take_out(set, j, left, rows, laws);
  }
  laws.redundant = laws.unknowns - laws.system.count;
  share(rows, laws);
  if (laws.redundant > 0) return;
  for (int z = laws.turning; z < laws.system.count; ++z) {
    fill_zero(laws.unknowns, laws.B[z]);
    laws.B[z][laws.equation[z]] = 1;
  }
}

// Velocities by z, at each equation.
template <class Scalar, int most>
void fill_system(const ContactSet<Scalar> &set, PhaseLaws<Scalar, most> &laws) {
  const int count = laws.system.count;
  for (int z = 0; z < count; ++z) {
    Scalar x[most];
    fill_zero(set.length, x);
    for (int j = 0; j < laws.unknowns; ++j) {
      const Unknown<Scalar> &unknown = laws.unknown[j];
      add_columns(set.length, set.member[unknown.contact].Y, laws.B[z][j] * unknown.push, x);
    }
    for (int row = 0; row < count; ++row) {
      const int j = laws.equation[row];
      const Unknown<Scalar> &unknown = laws.unknown[j];
      laws.system.A[row][z] =
          dot(velocity_change(set, unknown.contact, x), unknown.row) + unknown.compliance * laws.B[z][j];
    }
  }
}

// To be called when the laws of the contacts are known.
template <class Scalar, int most>
void prepare(const ContactSet<Scalar> &set, PhaseLaws<Scalar, most> &laws) {
  for (int k = 0; k < set.count; ++k)
    if (laws.law[set.order[k]].acts) add_unknowns(set.order[k], laws);
  choose_equations(set, laws);
  fill_system(set, laws);
  eliminate(laws.system);
}

// The change of an impulse that the laws give, whatever the unknowns are.
template <class Scalar>
inline ContactVector<Scalar> given_change(const ContactLaw<Scalar> &law, const PhaseChange<Scalar> &change) {
  if (!law.acts) return {0, 0, 0};
  const Scalar n = law.bears ? Scalar(0) : change.least;
  if (law.friction != TD_MODE_SLIDES) return {n, 0, 0};
  const Scalar along = law.mu * n + change.mu * law.p.n;
  return {n, along * law.t, along * law.s};
}

// The changes of the phase's impulses, and of x by them.
template <class Scalar, int most>
void solve_changes(const ContactSet<Scalar> &set, const PhaseLaws<Scalar, most> &laws,
                   const PhaseChange<Scalar> *change, ContactVector<Scalar> *p, Scalar *x) {
  fill_zero(set.length, x);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    p[i] = change[i].besides + given_change(laws.law[i], change[i]);
    add_columns(set.length, set.member[i].Y, p[i], x);
  }
  Scalar b[max_unknowns], z[max_unknowns];
  for (int row = 0; row < laws.system.count; ++row) {
    const Unknown<Scalar> &unknown = laws.unknown[laws.equation[row]];
    ContactVector<Scalar> v = change[unknown.contact].start + velocity_change(set, unknown.contact, x);
    v.n -= change[unknown.contact].target;
    b[row] = -dot(v, unknown.row);
  }
  solve(laws.system, b, z);
  for (int j = 0; j < laws.unknowns; ++j) {
    const Unknown<Scalar> &unknown = laws.unknown[j];
    Scalar q = 0;
    for (int k = 0; k < laws.system.count; ++k) q += laws.B[k][j] * z[k];
    p[unknown.contact] = p[unknown.contact] + q * unknown.push;
    add_columns(set.length, set.member[unknown.contact].Y, q * unknown.push, x);
  }
}

}  // namespace touchdown::sensitivity

#endif
