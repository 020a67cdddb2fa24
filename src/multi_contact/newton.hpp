// All contacts of one phase at once: Newton's method on their laws, in x = sum Y p; docs/theory (C.8)..(C.10).
//   v_i = v_i before + Y_i^T x;  normal: v_n = target - kappa p_n, or p_n = least;  sticks: v_T = -kappa p_T;
//   slides: p_T = mu_k p_n t, t = -v_T / |v_T|.
// A compliance kappa, the same for all, makes the sharing among redundant contacts unique. It falls after the first
// step and is then removed: the remaining compliance acts on changes of impulses, not on impulses. Which part of its
// law a contact is on is read from p - v / rho, rho = 2 W_nn, where impulse and velocity weigh alike. A contact without
// impulse is in no sum: it changes no bit of the others' answer.
#ifndef TOUCHDOWN_MULTI_CONTACT_NEWTON_HPP
#define TOUCHDOWN_MULTI_CONTACT_NEWTON_HPP

#include "multi_contact/phase.hpp"

namespace touchdown {

namespace newton {

// The compliance of the contacts in a step.
template <class Scalar>
struct Compliance {
  Scalar kappa, inv_kappa;
  bool holds_change;  // it acts on the change of the impulse; else on the impulse
};

// A contact's law linearized: p = base - H dv. p_n yields by nn; friction by tt, of a stick in every direction, of a
// slide only across it; along a slide, friction is `push` of p_n.
template <class Scalar>
struct Linearized {
  ContactVector<Scalar> base;
  Scalar nn, tt;
  Scalar along_t, along_s, push_t, push_s, aside;  // of a slide; `aside`: the part of its base across it
  std::int32_t mode;
};

// A contact before a step: p and v, minus its target.
template <class Scalar>
struct Standing {
  ContactVector<Scalar> p, v;
  Scalar least, rho, per_rho;
};

// The impulse by the compliance.
template <class Scalar>
inline Scalar given(const Compliance<Scalar> &compliance, Scalar p, Scalar v) {
  return (compliance.holds_change ? p : Scalar(0)) - v * compliance.inv_kappa;
}

// p - (v + kappa p) / rho.
template <class Scalar>
inline Scalar tried(const Compliance<Scalar> &compliance, Scalar p, Scalar v, Scalar per_rho) {
  return p - (compliance.holds_change ? v : v + compliance.kappa * p) * per_rho;
}

// Friction along t and, across t, friction that turns: (C.9).
template <class Scalar>
inline void slide(const Compliance<Scalar> &compliance, const Standing<Scalar> &now, Scalar mu, Scalar p_n,
                  Linearized<Scalar> &law) {
  const Scalar t = now.p.t - now.v.t * now.per_rho;
  const Scalar s = now.p.s - now.v.s * now.per_rho;
  const Scalar length = square_root(t * t + s * s);
  law.mode = TD_MODE_SLIDES;
  law.base.t = law.base.s = law.tt = 0;
  law.along_t = law.along_s = law.push_t = law.push_s = law.aside = 0;
  if (!(length > 0) || !(mu > 0)) return;
  const Scalar per = 1 / length;
  law.along_t = t * per;
  law.along_s = s * per;
  law.push_t = mu * law.along_t;
  law.push_s = mu * law.along_s;
  const Scalar part = mu * p_n < length ? mu * p_n * per : Scalar(1);
  const Scalar stiff = (1 - part) * now.rho;
  law.tt = stiff > part * compliance.kappa ? part / stiff : compliance.inv_kappa;
  law.aside = law.tt * now.rho * (now.p.t * law.along_s - now.p.s * law.along_t);
  law.base.t = law.push_t * law.base.n - law.aside * law.along_s;
  law.base.s = law.push_s * law.base.n + law.aside * law.along_t;
}

template <class Scalar>
inline Linearized<Scalar> linearized(const Compliance<Scalar> &compliance, const Standing<Scalar> &now, Scalar mu_s,
                                     Scalar mu_k) {
  Linearized<Scalar> law;
  const Scalar normal = tried(compliance, now.p.n, now.v.n, now.per_rho);
  const bool bears = normal > now.least;
  const Scalar p_n = bears ? normal : now.least;
  law.base.n = bears ? given(compliance, now.p.n, now.v.n) : now.least;
  law.nn = bears ? compliance.inv_kappa : 0;
  law.mode = TD_MODE_SEPARATING;
  if (!(p_n > 0)) return law;
  const Scalar t = tried(compliance, now.p.t, now.v.t, now.per_rho);
  const Scalar s = tried(compliance, now.p.s, now.v.s, now.per_rho);
  const Scalar reach = mu_s * p_n;
  if (!(t * t + s * s < reach * reach)) {
    slide(compliance, now, mu_k, p_n, law);
    return law;
  }
  law.mode = TD_MODE_STICKS;
  law.base.t = given(compliance, now.p.t, now.v.t);
  law.base.s = given(compliance, now.p.s, now.v.s);
  law.tt = compliance.inv_kappa;
  return law;
}

// H dv.
template <class Scalar>
inline ContactVector<Scalar> response(const Linearized<Scalar> &law, const ContactVector<Scalar> &dv) {
  const Scalar n = law.nn * dv.n;
  if (law.mode == TD_MODE_STICKS) return {n, law.tt * dv.t, law.tt * dv.s};
  const Scalar across = law.tt * (law.along_t * dv.s - law.along_s * dv.t);
  return {n, law.push_t * n - law.along_s * across, law.push_s * n + law.along_t * across};
}

// (1 + A) dx = sum Y base - x, A = sum Y H Y^T. In place of `x`: the sum, and dx at the end.
template <class Scalar>
struct Equations {
  Scalar A[set_column][set_column];
  Scalar x[set_column];
};

// The equations without any contact.
template <class Scalar>
void clear(int n, Equations<Scalar> &equations) {
  for (int i = 0; i < n; ++i) fill_zero(n, equations.A[i]);
  fill_zero(n, equations.x);
}

// A slide's H is a sum of two products: of [1 mu t] and the normal, and, across the slide, of its turning with itself.
// Its base is a sum of the same two.
template <class Scalar>
inline void add_slide(int n, const ContactVector<Scalar> *Y, const Linearized<Scalar> &law,
                      Equations<Scalar> &equations) {
  Scalar normal[set_column], across[set_column];
  for (int j = 0; j < n; ++j) {
    normal[j] = law.nn * Y[j].n;
    across[j] = law.tt * (law.along_t * Y[j].s - law.along_s * Y[j].t);
  }
  for (int i = 0; i < n; ++i) {
    const Scalar pushed = Y[i].n + law.push_t * Y[i].t + law.push_s * Y[i].s;
    const Scalar turned = law.along_t * Y[i].s - law.along_s * Y[i].t;
    equations.x[i] += law.base.n * pushed + law.aside * turned;
    for (int j = 0; j < n; ++j) equations.A[i][j] += pushed * normal[j] + turned * across[j];
  }
}

template <class Scalar>
inline void add_stick(int n, const ContactVector<Scalar> *Y, const Linearized<Scalar> &law,
                      Equations<Scalar> &equations) {
  ContactVector<Scalar> H_Y[set_column];
  for (int j = 0; j < n; ++j) H_Y[j] = {law.nn * Y[j].n, law.tt * Y[j].t, law.tt * Y[j].s};
  for (int i = 0; i < n; ++i) {
    equations.x[i] += dot(law.base, Y[i]);
    for (int j = 0; j < n; ++j) equations.A[i][j] += dot(Y[i], H_Y[j]);
  }
}

// Replaces 1 + A by its factors, with 1 / pivot on the diagonal: Gauss without pivoting, since without slides no pivot
// is below 1. A pivot of zero gives results that are not finite.
template <class Scalar>
inline void factorize_equations(int n, Equations<Scalar> &equations) {
  for (int i = 0; i < n; ++i) {
    Scalar *const row = equations.A[i];
    row[i] += 1;
    for (int k = 0; k < i; ++k) {
      row[k] *= equations.A[k][k];
      for (int j = k + 1; j < n; ++j) row[j] -= row[k] * equations.A[k][j];
    }
    row[i] = 1 / row[i];
  }
}

// dx in place of the right side less x.
template <class Scalar>
inline void solve(int n, const Scalar *x, Equations<Scalar> &equations) {
  for (int i = 0; i < n; ++i) {
    Scalar sum = equations.x[i] - x[i];
    for (int j = 0; j < i; ++j) sum -= equations.A[i][j] * equations.x[j];
    equations.x[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    Scalar sum = equations.x[i];
    for (int j = i + 1; j < n; ++j) sum -= equations.A[i][j] * equations.x[j];
    equations.x[i] = sum * equations.A[i][i];
  }
}

// The result of a step.
template <class Scalar>
struct Step {
  Scalar moved;  // [m/s] largest change of a contact velocity
  bool same_modes, kept;
};

template <class Scalar>
Standing<Scalar> standing(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, const ContactVector<Scalar> *v,
                          int i) {
  Standing<Scalar> now = {phase.impulses.p[i], v[i], phase.least[i], 2 * set.member[i].W.nn,
                          Scalar(0.5) * set.member[i].inv_nn};
  now.v.n -= phase.target[i];
  return now;
}

// The modes of all contacts. Returns whether none changed its mode.
template <class Scalar>
inline bool linearize(const ContactSet<Scalar> &set, const Compliance<Scalar> &compliance,
                      const ContactVector<Scalar> *v, Phase<Scalar> &phase, Linearized<Scalar> *laws) {
  bool same_modes = true;
  for (int i = 0; i < set.count; ++i) {
    laws[i] = linearized(compliance, standing(set, phase, v, i), phase.mu_s[i], set.member[i].surface.mu_k);
    same_modes = same_modes && laws[i].mode == phase.mode[i];
    note_mode(set, i, laws[i].mode, phase);
  }
  return same_modes;
}

// The equations of a step, their matrix as factors.
template <class Scalar>
inline void assemble(const ContactSet<Scalar> &set, const Linearized<Scalar> *laws, Equations<Scalar> &equations) {
  clear(set.length, equations);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ContactVector<Scalar> *const Y = set.member[i].Y;
    if (laws[i].mode == TD_MODE_STICKS) add_stick(set.length, Y, laws[i], equations);
    if (laws[i].mode == TD_MODE_SLIDES) add_slide(set.length, Y, laws[i], equations);
  }
  factorize_equations(set.length, equations);
}

// Their right-hand side alone; the factors are kept.
template <class Scalar>
inline void renew(const ContactSet<Scalar> &set, const Linearized<Scalar> *laws, Equations<Scalar> &equations) {
  fill_zero(set.length, equations.x);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    if (laws[i].mode != TD_MODE_SEPARATING) add_columns(set, i, laws[i].base, equations.x);
  }
}

// Adds dx. Returns the largest change of a contact velocity.
template <class Scalar>
inline Scalar move(const ContactSet<Scalar> &set, const Linearized<Scalar> *laws, const Scalar *dx,
                   Phase<Scalar> &phase, ContactVector<Scalar> *v) {
  Scalar moved = 0;
  for (int i = 0; i < set.count; ++i) {
    const ContactVector<Scalar> dv = velocity_change(set, i, dx);
    v[i] = v[i] + dv;
    const bool separates = laws[i].mode == TD_MODE_SEPARATING;
    phase.impulses.p[i] = separates ? ContactVector<Scalar>{0, 0, 0} : laws[i].base - response(laws[i], dv);
    if (!separates) moved = max(moved, largest_entry(dv));
  }
  for (int i = 0; i < set.length; ++i) phase.impulses.x[i] += dx[i];
  return moved;
}

// One step, of the contacts in their order; updates their velocities v. `kept`: reuses the last step's factors, if no
// contact changes its mode.
template <class Scalar>
inline Step<Scalar> step(const ContactSet<Scalar> &set, const Compliance<Scalar> &compliance, bool kept,
                         Phase<Scalar> &phase, ContactVector<Scalar> *v, Equations<Scalar> &equations) {
  Linearized<Scalar> laws[max_contacts];
  const bool same_modes = linearize(set, compliance, v, phase, laws);
  kept = kept && same_modes;
  if (kept)
    renew(set, laws, equations);
  else
    assemble(set, laws, equations);
  solve(set.length, phase.impulses.x, equations);
  return {move(set, laws, equations.x, phase, v), same_modes, kept};
}

// The compliance of a step, as a part of W_nn, and whether it acts on changes of impulses already.
template <class Scalar>
struct Schedule {
  Scalar part;
  bool holds_change;
};

template <class Scalar>
Schedule<Scalar> after(const Schedule<Scalar> &now, const Step<Scalar> &done, Scalar fastest) {
  const Scalar last = tolerance::least_compliance<Scalar>;
  const bool settling = now.part <= last && (done.same_modes || done.moved <= tolerance::compliant<Scalar> * fastest);
  return {last, now.holds_change || settling};
}

// The expected length of the next step: shorter by the ratio of this step to the last, while no contact changes its
// mode; twice that after a step by kept factors, whose slopes are a step old.
template <class Scalar>
Scalar to_move(const Step<Scalar> &done, Scalar last) {
  if (!done.same_modes || !(last < largest<Scalar>)) return done.moved;
  return (done.kept ? 2 : 1) * done.moved * (done.moved / last);
}

// |v_T| / |p_T|: the multiplier of a slide.
template <class Scalar>
Scalar multiplier(const ContactVector<Scalar> &v, const ContactVector<Scalar> &p) {
  const Scalar friction = p.t * p.t + p.s * p.s;
  return friction > 0 ? square_root((v.t * v.t + v.s * v.s) / friction) : Scalar(0);
}

template <class Scalar>
void fill_velocities(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, ContactVector<Scalar> *v) {
  for (int i = 0; i < set.count; ++i) v[i] = phase.start[i] + velocity_change(set, i, phase.impulses.x);
}

// Whether the method settled, in at most `steps` steps. `near`: the start is close, so its compliance is removed at
// once. The impulses are those of the linearized laws, not all in their cones yet; so are the multipliers.
template <class Scalar>
bool settles(const ContactSet<Scalar> &set, int steps, bool near, Phase<Scalar> &phase) {
  const Scalar scale = set.member[set.order[0]].W.nn;
  ContactVector<Scalar> v[max_contacts];
  fill_velocities(set, phase, v);
  Equations<Scalar> equations;
  Scalar moved = largest<Scalar>, next = largest<Scalar>;  // by the last step of this kind, and by the next
  Schedule<Scalar> schedule = {near ? tolerance::least_compliance<Scalar> : tolerance::first_compliance<Scalar>, near};
  const Scalar enough = tolerance::settled<Scalar> * set.fastest;
  for (int i = 0; i < steps && !(next <= enough); ++i) {
    const Scalar kappa = schedule.part * scale;
    const bool keep = next <= tolerance::kept_factors<Scalar> * set.fastest;
    const Step<Scalar> done =
        step(set, Compliance<Scalar>{kappa, 1 / kappa, schedule.holds_change}, keep, phase, v, equations);
    ++phase.sweeps;
    if (schedule.holds_change) {
      next = to_move(done, moved);
      moved = done.moved;
    }
    schedule = after(schedule, done, set.fastest);
  }
  const bool finite = dot(set.length, phase.impulses.x, phase.impulses.x) <= largest<Scalar>;
  if (!finite || !(next <= enough || moved <= tolerance::settling<Scalar> * set.fastest)) return false;
  for (int i = 0; i < set.count; ++i) phase.g[i] = multiplier(v[i], phase.impulses.p[i]);
  return true;
}

}  // namespace newton

}  // namespace touchdown

#endif
