// All contacts of one phase at once: Newton's method on their laws, in x = sum Y p; DESIGN.md (E87)..(E89).
//   v_i = v_i before + Y_i^T x;  normal: v_n = target - kappa p_n, or p_n = least;  sticks: v_T = -kappa p_T;
//   slides: p_T = mu_k p_n t, t = -v_T / |v_T|.
// A compliance kappa, the same for all, makes the sharing among redundant contacts unique; it falls after the first
// step and is then taken off: what is left of it holds the change of an impulse, not the impulse. Which part of its law
// a contact is on is asked of p - v / rho, rho = 2 W_nn, where impulse and velocity weigh alike. A contact without
// impulse has no part in any sum: it changes no bit of the others' answer.
#ifndef TOUCHDOWN_SIMULTANEOUS_NEWTON_HPP
#define TOUCHDOWN_SIMULTANEOUS_NEWTON_HPP

#include <utility>

#include "simultaneous/phase.hpp"

namespace touchdown {

namespace newton {

// How compliant the contacts are in a step.
template <class Scalar>
struct Compliance {
  Scalar kappa, inv_kappa;
  bool holds_change;  // of the impulse; else the impulse
};

// A contact's law linearized: p = base - H dv, H = [nn 0 0; tn tt ts; sn ts ss].
template <class Scalar>
struct Linearized {
  ContactVector<Scalar> base;
  Scalar nn, tn, sn, tt, ts, ss;
  Scalar mu, along_t, along_s, turns, aside;  // of a slide
  std::int32_t mode;
};

// A contact before a step: p and v, less its target.
template <class Scalar>
struct Standing {
  ContactVector<Scalar> p, v;
  Scalar least, rho;
};

// The impulse that the compliance gives.
template <class Scalar>
inline Scalar given(const Compliance<Scalar> &compliance, Scalar p, Scalar v) {
  return (compliance.holds_change ? p : Scalar(0)) - v * compliance.inv_kappa;
}

// p - (v + kappa p) / rho.
template <class Scalar>
inline Scalar tried(const Compliance<Scalar> &compliance, Scalar p, Scalar v, Scalar rho) {
  return p - (compliance.holds_change ? v : v + compliance.kappa * p) / rho;
}

// Friction along t and, across it, as it turns: (E88).
template <class Scalar>
inline void slide(const Compliance<Scalar> &compliance, const Standing<Scalar> &now, Scalar mu, Scalar p_n,
                  Linearized<Scalar> &law) {
  const Scalar t = now.p.t - now.v.t / now.rho;
  const Scalar s = now.p.s - now.v.s / now.rho;
  const Scalar length = square_root(t * t + s * s);
  law.mode = TD_MODE_SLIDES;
  law.base.t = law.base.s = law.tn = law.sn = law.tt = law.ts = law.ss = 0;
  law.mu = law.along_t = law.along_s = law.turns = law.aside = 0;
  if (!(length > 0) || !(mu > 0)) return;
  const Scalar per = 1 / length;
  const ContactVector<Scalar> along = {0, t * per, s * per};
  const Scalar part = mu * p_n < length ? mu * p_n * per : Scalar(1);
  const Scalar stiff = (1 - part) * now.rho;
  const Scalar turns = stiff > part * compliance.kappa ? part / stiff : compliance.inv_kappa;
  const Scalar across = turns * now.rho * (now.p.s * along.t - now.p.t * along.s);
  law.base.t = mu * law.base.n * along.t + across * along.s;
  law.base.s = mu * law.base.n * along.s - across * along.t;
  law.mu = mu;
  law.along_t = along.t;
  law.along_s = along.s;
  law.turns = turns;
  law.aside = across;
  law.tn = mu * along.t * law.nn;
  law.sn = mu * along.s * law.nn;
  law.tt = turns * along.s * along.s;
  law.ts = -turns * along.t * along.s;
  law.ss = turns * along.t * along.t;
}

template <class Scalar>
inline Linearized<Scalar> linearized(const Compliance<Scalar> &compliance, const Standing<Scalar> &now,
                                     const Surface<Scalar> &surface) {
  Linearized<Scalar> law;
  const Scalar normal = tried(compliance, now.p.n, now.v.n, now.rho);
  const bool bears = normal > now.least;
  const Scalar p_n = bears ? normal : now.least;
  law.base.n = bears ? given(compliance, now.p.n, now.v.n) : now.least;
  law.nn = bears ? compliance.inv_kappa : 0;
  law.mode = TD_MODE_SEPARATING;
  if (!(p_n > 0)) return law;
  const Scalar t = tried(compliance, now.p.t, now.v.t, now.rho);
  const Scalar s = tried(compliance, now.p.s, now.v.s, now.rho);
  const Scalar reach = surface.mu_s * p_n;
  if (!(t * t + s * s < reach * reach)) {
    slide(compliance, now, surface.mu_k, p_n, law);
    return law;
  }
  law.mode = TD_MODE_STICKS;
  law.base.t = given(compliance, now.p.t, now.v.t);
  law.base.s = given(compliance, now.p.s, now.v.s);
  law.tt = law.ss = compliance.inv_kappa;
  law.tn = law.sn = law.ts = 0;
  return law;
}

template <class Scalar>
inline ContactVector<Scalar> response(const Linearized<Scalar> &law, const ContactVector<Scalar> &dv) {
  return {law.nn * dv.n, law.tn * dv.n + law.tt * dv.t + law.ts * dv.s, law.sn * dv.n + law.ts * dv.t + law.ss * dv.s};
}

// (1 + sum Y H Y^T) dx = sum Y base - x.
template <class Scalar>
struct Equations {
  Scalar A[set_column][set_column];
  Scalar x[set_column];
};

// Those of no contact.
template <class Scalar>
TOUCHDOWN_INLINE void start(int n, const Scalar *x, Equations<Scalar> &equations) {
#pragma GCC unroll 6
  for (int i = 0; i < n; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j) equations.A[i][j] = i == j ? Scalar(1) : Scalar(0);
    equations.x[i] = -x[i];
  }
}

// A slide's H is a sum of two products: of [1 mu t] and the normal, and, across the slide, of its turning with itself.
// Its base is a sum of the same two.
template <class Scalar>
TOUCHDOWN_INLINE void add_slide(int n, const ContactVector<Scalar> *Y, const Linearized<Scalar> &law,
                                Equations<Scalar> &equations) {
  Scalar normal[set_column], across[set_column];
#pragma GCC unroll 6
  for (int j = 0; j < n; ++j) {
    normal[j] = law.nn * Y[j].n;
    across[j] = law.turns * (law.along_t * Y[j].s - law.along_s * Y[j].t);
  }
  for (int i = 0; i < n; ++i) {
    const Scalar pushed = Y[i].n + law.mu * (law.along_t * Y[i].t + law.along_s * Y[i].s);
    const Scalar turned = law.along_t * Y[i].s - law.along_s * Y[i].t;
    equations.x[i] += law.base.n * pushed - law.aside * turned;
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j) equations.A[i][j] += pushed * normal[j] + turned * across[j];
  }
}

template <class Scalar>
inline void add_stick(int n, const ContactVector<Scalar> *Y, const Linearized<Scalar> &law,
                      Equations<Scalar> &equations) {
  for (int i = 0; i < n; ++i) {
    const ContactVector<Scalar> h = {law.nn * Y[i].n, law.tt * Y[i].t, law.tt * Y[i].s};
    equations.x[i] += law.base.n * Y[i].n + law.base.t * Y[i].t + law.base.s * Y[i].s;
    equations.A[i][i] += h.n * Y[i].n + h.t * Y[i].t + h.s * Y[i].s;
    for (int j = 0; j < i; ++j) {
      const Scalar entry = h.n * Y[j].n + h.t * Y[j].t + h.s * Y[j].s;
      equations.A[i][j] += entry;
      equations.A[j][i] += entry;
    }
  }
}

template <class Scalar>
inline void add(const ContactSet<Scalar> &set, int i, const Linearized<Scalar> &law, Equations<Scalar> &equations) {
  const ContactVector<Scalar> *const Y = set.member[i].Y;
  if (law.mode == TD_MODE_STICKS) return add_stick(set.length, Y, law, equations);
  if (set.length == 6) return add_slide(6, Y, law, equations);
  add_slide(set.length, Y, law, equations);
}

// The row below with the largest entry in column k comes up to k, where the pivot there is small: without slides none
// is below 1.
template <class Scalar>
inline void bring_up(int n, int k, Equations<Scalar> &equations) {
  if (equations.A[k][k] >= tolerance::sound_pivot<Scalar>) return;
  int pivot = k;
  for (int i = k + 1; i < n; ++i)
    if (abs(equations.A[i][k]) > abs(equations.A[pivot][k])) pivot = i;
  if (pivot == k) return;
  for (int j = k; j < n; ++j) std::swap(equations.A[k][j], equations.A[pivot][j]);
  std::swap(equations.x[k], equations.x[pivot]);
}

// Takes unknown k out of the rows below it, and leaves 1 / pivot in its place.
template <class Scalar>
TOUCHDOWN_INLINE void take_out(int n, int k, Equations<Scalar> &equations) {
  Scalar *row = equations.A[k];
  const Scalar per = 1 / row[k];
  for (int i = k + 1; i < n; ++i) {
    const Scalar factor = equations.A[i][k] * per;
#pragma GCC unroll 6
    for (int j = k + 1; j < n; ++j) equations.A[i][j] -= factor * row[j];
    equations.x[i] -= factor * equations.x[k];
  }
  row[k] = per;
}

// Unknowns k to 5 of a free body's six: the compiler knows how long each loop is.
template <int k, class Scalar>
inline void eliminate_six(Equations<Scalar> &equations) {
  bring_up(6, k, equations);
  take_out(6, k, equations);
  if constexpr (k < 5) eliminate_six<k + 1>(equations);
}

template <class Scalar>
TOUCHDOWN_INLINE void back_substitute(int n, Equations<Scalar> &equations) {
#pragma GCC unroll 6
  for (int k = n - 1; k >= 0; --k) {
    Scalar sum = equations.x[k];
#pragma GCC unroll 6
    for (int j = k + 1; j < n; ++j) sum -= equations.A[k][j] * equations.x[j];
    equations.x[k] = sum * equations.A[k][k];
  }
}

// Gauss, with row pivoting; dx in place of the right side. A zero pivot leaves what is not finite.
template <class Scalar>
inline void solve(int n, Equations<Scalar> &equations) {
  if (n == 6) {
    eliminate_six<0>(equations);
    back_substitute(6, equations);
    return;
  }
  for (int k = 0; k < n; ++k) {
    bring_up(n, k, equations);
    take_out(n, k, equations);
  }
  back_substitute(n, equations);
}

// What a step did.
template <class Scalar>
struct Step {
  Scalar moved;  // [m/s] largest change of a contact velocity
  bool same_modes;
};

template <class Scalar>
Standing<Scalar> standing(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, const ContactVector<Scalar> *v,
                          int i) {
  Standing<Scalar> now = {phase.impulses.p[i], v[i], phase.least[i], 2 * set.member[i].W.nn};
  now.v.n -= phase.target[i];
  return now;
}

// The equations of a step, by what each contact does now; `laws` receives that. Whether none changed its mode.
template <class Scalar>
inline bool assemble(const ContactSet<Scalar> &set, const Compliance<Scalar> &compliance,
                     const ContactVector<Scalar> *v, Phase<Scalar> &phase, Linearized<Scalar> *laws,
                     Equations<Scalar> &equations) {
  bool same_modes = true;
  if (set.length == 6)
    start(6, phase.impulses.x, equations);
  else
    start(set.length, phase.impulses.x, equations);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    laws[i] = linearized(compliance, standing(set, phase, v, i), set.member[i].surface);
    same_modes = same_modes && laws[i].mode == phase.mode[i];
    phase.mode[i] = laws[i].mode;
    if (laws[i].mode != TD_MODE_SEPARATING) add(set, i, laws[i], equations);
  }
  return same_modes;
}

// Goes on by dx. The largest change of a contact velocity.
template <class Scalar>
inline Scalar move(const ContactSet<Scalar> &set, const Linearized<Scalar> *laws, const Scalar *dx,
                   Phase<Scalar> &phase, ContactVector<Scalar> *v) {
  Scalar moved = 0;
  for (int i = 0; i < set.count; ++i) {
    const ContactVector<Scalar> dv = velocity_change_in_line(set, i, dx);
    v[i] = v[i] + dv;
    const bool separates = laws[i].mode == TD_MODE_SEPARATING;
    phase.impulses.p[i] = separates ? ContactVector<Scalar>{0, 0, 0} : laws[i].base - response(laws[i], dv);
    if (!separates) moved = max(moved, largest_entry(dv));
  }
  for (int i = 0; i < set.length; ++i) phase.impulses.x[i] += dx[i];
  return moved;
}

// One step, of the contacts in their order; their velocities v with it.
template <class Scalar>
Step<Scalar> step(const ContactSet<Scalar> &set, const Compliance<Scalar> &compliance, Phase<Scalar> &phase,
                  ContactVector<Scalar> *v) {
  Linearized<Scalar> laws[max_contacts];
  Equations<Scalar> equations;
  const bool same_modes = assemble(set, compliance, v, phase, laws, equations);
  solve(set.length, equations);
  return {move(set, laws, equations.x, phase, v), same_modes};
}

// The compliance of a step, as a part of W_nn, and whether it holds the change of the impulses already.
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

// What the next step will move: as much less than this one as this one than the last, while no contact changes its
// mode.
template <class Scalar>
Scalar to_move(const Step<Scalar> &done, Scalar last) {
  return done.same_modes && last < largest<Scalar> ? done.moved * (done.moved / last) : done.moved;
}

template <class Scalar>
void fill_velocities(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, ContactVector<Scalar> *v) {
  for (int i = 0; i < set.count; ++i) v[i] = phase.start[i] + velocity_change(set, i, phase.impulses.x);
}

// Whether the method settled, in at most so many steps. `near`: the start is close, and its compliance is taken off at
// once. The impulses are as linearized: not all in their cones yet.
template <class Scalar>
bool settles(const ContactSet<Scalar> &set, int steps, bool near, Phase<Scalar> &phase) {
  const Scalar scale = set.member[set.order[0]].W.nn;
  ContactVector<Scalar> v[max_contacts];
  fill_velocities(set, phase, v);
  Scalar moved = largest<Scalar>;  // by the last step that held the change
  Schedule<Scalar> schedule = {near ? tolerance::least_compliance<Scalar> : tolerance::first_compliance<Scalar>, near};
  bool settled = false;
  for (int i = 0; i < steps && !settled; ++i) {
    const Scalar kappa = schedule.part * scale;
    const Step<Scalar> done = step(set, Compliance<Scalar>{kappa, 1 / kappa, schedule.holds_change}, phase, v);
    ++phase.sweeps;
    if (schedule.holds_change) {
      settled = to_move(done, moved) <= tolerance::settled<Scalar> * set.fastest;
      moved = done.moved;
    }
    schedule = after(schedule, done, set.fastest);
  }
  const bool finite = dot(set.length, phase.impulses.x, phase.impulses.x) <= largest<Scalar>;
  return finite && (settled || moved <= tolerance::settling<Scalar> * set.fastest);
}

}  // namespace newton

}  // namespace touchdown

#endif
