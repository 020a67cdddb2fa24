// Several contacts with friction at once, in two phases: by sweeps over them (block Gauss-Seidel) with extrapolations,
// and by Newton's method before, if the budget is above the default.
//   Compression: 0 <= v_n, p_n >= 0, one of them 0; Coulomb. It starts with each contact as if alone, all scaled so
//   that the mean approach ends: redundant feet are treated alike. Restitution by Poisson: the same in addition, with
//   p_n >= e p_c. By Newton: one phase, v_n >= -e v_n before.
// Whatever the budget, a sweep leaves every impulse in its cone; so does the scaling that keeps the energy.
#ifndef TOUCHDOWN_MULTI_CONTACT_COUPLED_SOLVE_HPP
#define TOUCHDOWN_MULTI_CONTACT_COUPLED_SOLVE_HPP

#include "multi_contact/cone_step.hpp"
#include "multi_contact/newton.hpp"

namespace touchdown {

template <class Scalar>
ConeStep<Scalar> step_at(const ContactSet<Scalar> &set, Phase<Scalar> &phase, int i) {
  const ContactVector<Scalar> v = phase.start[i] + velocity_change(set, i, phase.impulses.x);
  ContactVector<Scalar> q = v - set.member[i].W * phase.impulses.p[i];
  q.n -= phase.target[i];
  return cone_step(set.member[i], q, phase.least[i], phase.mu_s[i], phase.g[i]);
}

// Each contact as if alone and without friction; then all times one factor, so that sum p_n v_n reaches its end.
template <class Scalar>
void start_alike(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  clear(set, phase.impulses);
  Scalar wanted = 0;
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const Scalar lacking = phase.target[i] - phase.start[i].n;
    if (!(lacking > 0)) continue;
    const Scalar p = lacking * set.member[i].inv_nn;
    wanted += p * lacking;
    add_impulse(set, i, ContactVector<Scalar>{p, 0, 0}, phase.impulses);
  }
  const Scalar reached = dot(set.length, phase.impulses.x, phase.impulses.x);
  if (reached > 0) scale(set, wanted / reached, phase.impulses);
}

// Poisson's least impulses, with their share of friction: slip mostly continues as it was.
template <class Scalar>
void start_from_least(const ContactSet<Scalar> &set, const ImpulseSet<Scalar> &compression, Phase<Scalar> &phase) {
  clear(set, phase.impulses);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    add_impulse(set, i, set.member[i].surface.e * compression.p[i], phase.impulses);
  }
}

// Replaces the impulse of contact i.
template <class Scalar>
inline void replace(const ContactSet<Scalar> &set, int i, const ContactVector<Scalar> &p, Phase<Scalar> &phase) {
  const ContactVector<Scalar> change = p - phase.impulses.p[i];
  const Scalar moved = largest_entry(set.member[i].W * change);
  if (moved > phase.last_change) phase.last_change = moved;
  phase.impulses.p[i] = p;
  add_columns(set, i, change, phase.impulses.x);
}

// One sweep over all contacts. Returns whether each kept its mode of the last sweep.
template <class Scalar>
bool sweep(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  bool same_modes = phase.sweeps > 0;
  phase.last_change = 0;
  phase.marginal = false;
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ConeStep<Scalar> step = step_at(set, phase, i);
    if (step.mode != TD_MODE_SEPARATING || !is_zero(phase.impulses.p[i])) replace(set, i, step.p, phase);
    same_modes = same_modes && phase.mode[i] == step.mode;
    note_mode(set, i, step.mode, phase);
    phase.marginal = phase.marginal || step.marginal;
  }
  ++phase.sweeps;
  return same_modes;
}

template <class Scalar>
ContactVector<Scalar> into_cone(Scalar mu_s, Scalar least, ContactVector<Scalar> p) {
  if (p.n < least) p.n = least;
  const Scalar square = p.t * p.t + p.s * p.s;
  const Scalar reach = mu_s * p.n;
  if (square <= reach * reach) return p;
  const Scalar part = reach / square_root(square);
  return {p.n, part * p.t, part * p.s};
}

constexpr int few_sweeps = 3;  // after which x has no more rounding than a new sum

// The result of a sweep, and its step in x, in which redundant contacts are one.
template <class Scalar>
struct Trail {
  ImpulseSet<Scalar> end;
  Scalar step[set_column];
  Scalar square = 0;  // |step|^2
};

// How much further to go, as a part of the way between the ends of two sweeps: to the end of a sequence that goes on
// changing like this (the secant; Aitken's extrapolation). 0 if the sweeps show no such sequence.
template <class Scalar>
Scalar secant_factor(int length, const Trail<Scalar> &last, const Scalar *went) {
  Scalar along = 0, square = 0;
  for (int i = 0; i < length; ++i) {
    const Scalar change = went[i] - last.step[i];
    along -= went[i] * change;
    square += change * change;
  }
  return square > 0 ? along / square : Scalar(0);
}

template <class Scalar>
void extrapolate(const ContactSet<Scalar> &set, const ImpulseSet<Scalar> &last, Scalar part, Phase<Scalar> &phase) {
  ImpulseSet<Scalar> &impulses = phase.impulses;
  for (int i = 0; i < set.length; ++i) impulses.x[i] += part * (impulses.x[i] - last.x[i]);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ContactVector<Scalar> ahead = impulses.p[i] + part * (impulses.p[i] - last.p[i]);
    impulses.p[i] = into_cone(phase.mu_s[i], phase.least[i], ahead);
    const ContactVector<Scalar> pushed = impulses.p[i] - ahead;
    if (!(dot(pushed, pushed) == 0)) add_columns(set, i, pushed, impulses.x);
  }
}

template <class Scalar>
void remember(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, Trail<Scalar> &trail) {
  copy(set.count, phase.impulses.p, trail.end.p);
  copy(set.length, phase.impulses.x, trail.end.x);
  for (int i = 0; i < set.length; ++i) trail.step[i] += phase.impulses.x[i];
  trail.square = dot(set.length, trail.step, trail.step);
}

// A sweep that remembers its start and its end. Returns whether no contact changed its mode.
template <class Scalar>
inline bool sweep_along(const ContactSet<Scalar> &set, Phase<Scalar> &phase, Trail<Scalar> &trail) {
  for (int i = 0; i < set.length; ++i) trail.step[i] = -phase.impulses.x[i];
  const bool same_modes = sweep(set, phase);
  remember(set, phase, trail);
  return same_modes;
}

// A sweep and, if more follow, an extrapolation: worth it while no contact changes its mode and the sweeps shorten. The
// last sweep is not followed by one, so that its result obeys every contact's own law.
template <class Scalar>
void run(const ContactSet<Scalar> &set, int iterations, Phase<Scalar> &phase) {
  const Scalar settled = tolerance::converged<Scalar> * set.fastest;
  Trail<Scalar> trails[2];
  bool going = true;
  for (int round = 0; round < iterations && going; ++round) {
    const bool leaps = (round > 0 ? round : 1) + 1 < iterations;  // after this sweep, or the next
    Trail<Scalar> &now = trails[round % 2];
    const Trail<Scalar> &last = trails[(round + 1) % 2];
    const bool same_modes = leaps ? sweep_along(set, phase, now) : sweep(set, phase);
    going = phase.last_change > settled;
    if (leaps && same_modes && now.square <= last.square && going)
      extrapolate(set, last.end, secant_factor(set.length, last, now.step), phase);
  }
  if (phase.sweeps > few_sweeps) refresh(set, phase.impulses);
}

// The same for a single contact: each sweep is a step towards its slide, and there is nothing to extrapolate.
template <class Scalar>
void run_alone(const ContactSet<Scalar> &set, int iterations, Phase<Scalar> &phase) {
  const Scalar settled = tolerance::converged<Scalar> * set.fastest;
  const SetMember<Scalar> &member = set.member[0];
  ContactVector<Scalar> q = phase.start[0], &p = phase.impulses.p[0];
  q.n -= phase.target[0];
  bool going = true;
  for (int round = 0; round < iterations && going; ++round) {
    const ConeStep<Scalar> step = cone_step(member, q, phase.least[0], phase.mu_s[0], phase.g[0]);
    phase.last_change = largest_entry(member.W * (step.p - p));
    note_mode(set, 0, step.mode, phase);
    phase.marginal = step.marginal;
    p = step.p;
    ++phase.sweeps;
    going = step.mode == TD_MODE_SLIDES && phase.last_change > settled;
  }
  refresh(set, phase.impulses);
}

// Steps of Newton's method if it is tried and settles; else 0, and the start is unchanged.
template <class Scalar>
bool settles_by_newton(const ContactSet<Scalar> &set, int most, bool near, Phase<Scalar> &phase) {
  if (!phase.by_newton || most <= 0) return false;
  const ImpulseSet<Scalar> start = phase.impulses;
  const bool settled =
      newton::settles(set, most < tolerance::newton_steps ? most : tolerance::newton_steps, near, phase);
  if (settled) {
    refresh(set, phase.impulses);
  } else {
    phase.impulses = start;
    reset_friction(set, phase);
  }
  return settled;
}

// Whether contact i obeys every law without slip.
template <class Scalar>
bool is_solved(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, int i) {
  const Scalar enough = tolerance::converged<Scalar> * set.fastest;
  const ContactVector<Scalar> v = phase.start[i] + velocity_change(set, i, phase.impulses.x);
  const Scalar p_n = phase.impulses.p[i].n, above = v.n - phase.target[i];
  const bool still = p_n > 0 ? max(abs(v.t), abs(v.s)) <= enough : true;
  const bool ends = p_n > phase.least[i] ? abs(above) <= enough : above >= -enough;
  return still && ends;
}

// Whether the start already is the solution: like feet that come straight down on flat ground.
template <class Scalar>
bool starts_solved(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  for (int i = 0; i < set.count; ++i)
    if (!is_solved(set, phase, i)) return false;
  for (int i = 0; i < set.count; ++i) phase.mode[i] = phase.impulses.p[i].n > 0 ? TD_MODE_STICKS : TD_MODE_SEPARATING;
  return true;
}

// Newton's method and, if it settled, a quarter of the budget for sweeps that put each contact under its own law; else
// sweeps with the rest of the budget.
template <class Scalar>
void find(const ContactSet<Scalar> &set, int iterations, bool near, Phase<Scalar> &phase) {
  constexpr int floor = 3;  // sweeps that are always kept
  if (phase.by_newton && starts_solved(set, phase)) return;
  const bool settled = settles_by_newton(set, iterations - floor, near, phase);
  const int left = iterations - phase.sweeps;
  const int closing = iterations / 4 > floor ? iterations / 4 : floor;
  const int sweeps = settled && closing < left ? closing : left;
  if (set.count == 1)
    run_alone(set, sweeps, phase);
  else
    run(set, sweeps, phase);
}

// Energy of a phase scaled by g: linear g + quadratic g^2.
template <class Scalar>
struct EnergyChange {
  Scalar linear, quadratic;
};

template <class Scalar>
EnergyChange<Scalar> energy_change(const ContactSet<Scalar> &set, const Phase<Scalar> &phase) {
  EnergyChange<Scalar> energy{0, Scalar(0.5) * dot(set.length, phase.impulses.x, phase.impulses.x)};
  for (int k = 0; k < set.count; ++k) energy.linear += dot(phase.start[set.order[k]], phase.impulses.p[set.order[k]]);
  return energy;
}

// The largest part of a phase, at most 1, that spends no more than the stock (>= 0). Rounding is forgiven.
template <class Scalar>
Scalar energy_limited_scale(const EnergyChange<Scalar> &energy, Scalar stock) {
  const Scalar change = energy.linear + energy.quadratic;
  if (change <= stock + tolerance::energy_rounding<Scalar> * (abs(energy.linear) + energy.quadratic)) return 1;
  const Scalar root = square_root(energy.linear * energy.linear + 4 * energy.quadratic * stock);
  const Scalar part =
      energy.linear > 0 ? 2 * stock / (energy.linear + root) : (root - energy.linear) / (2 * energy.quadratic);
  return part > 0 ? part : 0;
}

template <class Scalar>
struct CoupledResult {
  ImpulseSet<Scalar> total;
  Scalar p_compression[max_contacts];
  std::int32_t mode[max_contacts];
  Scalar last_change = 0;  // of either phase
  Scalar restitution_scale = 1;
  int sweeps = 0;
  Status caveat = TD_SOLVED;
};

template <class Scalar>
void close_phase(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, CoupledResult<Scalar> &result) {
  add(set, phase.impulses, result.total);
  for (int i = 0; i < set.count; ++i)
    if (phase.mode[i] != TD_MODE_SEPARATING) result.mode[i] = phase.mode[i];
  if (phase.last_change > result.last_change) result.last_change = phase.last_change;
  result.sweeps += phase.sweeps;
  if (phase.marginal) result.caveat |= TD_CAVEAT_MARGINAL;
  if (phase.scaled) result.caveat |= TD_CAVEAT_RESTITUTION_SCALED;
}

// From velocities `start` to v_n >= target. Energy gained by a spent budget is scaled away; Newton's gain is kept.
// Returns the energy lost.
template <class Scalar, class Watch = Unwatched>
Scalar compress(const ContactSet<Scalar> &set, int iterations, bool scaled, Phase<Scalar> &phase,
                const Watch &watch = Watch{}) {
  reset_friction(set, phase);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    phase.least[i] = phase.g[i] = 0;
    phase.mode[i] = TD_MODE_SEPARATING;
  }
  start_alike(set, phase);
  find(set, iterations, false, phase);
  const EnergyChange<Scalar> energy = energy_change(set, phase);
  const Scalar part = scaled ? energy_limited_scale(energy, Scalar(0)) : Scalar(1);
  watch.ended(set, phase, static_cast<const Scalar *>(nullptr), part, Scalar(0));
  phase.scaled = part < 1;
  if (phase.scaled) scale(set, part, phase.impulses);
  return -part * (energy.linear + part * energy.quadratic);
}

// Poisson's second phase, after `compression`, spending at most the energy that it lost.
template <class Scalar, class Watch>
void restitute(const ContactSet<Scalar> &set, int iterations, Scalar lost, Phase<Scalar> &phase,
               CoupledResult<Scalar> &result, const Watch &watch) {
  bool any = false;
  for (int i = 0; i < set.count; ++i) {
    phase.start[i] = set.member[i].v + velocity_change(set, i, result.total.x);
    phase.least[i] = set.member[i].surface.e * result.p_compression[i];
    any = any || phase.least[i] > 0;
  }
  if (!any) return watch.stayed(set, phase, result.p_compression);
  phase.sweeps = 0;
  phase.marginal = false;
  reset_friction(set, phase);
  start_from_least(set, result.total, phase);
  find(set, iterations, true, phase);
  const Scalar stock = lost > 0 ? lost : Scalar(0);
  result.restitution_scale = energy_limited_scale(energy_change(set, phase), stock);
  watch.ended(set, phase, result.p_compression, result.restitution_scale, stock);
  phase.scaled = result.restitution_scale < 1;
  if (phase.scaled) scale(set, result.restitution_scale, phase.impulses);
  close_phase(set, phase, result);
}

// Whether any contact bounces.
template <class Scalar>
bool has_restitution(const ContactSet<Scalar> &set) {
  bool any = false;
  for (int i = 0; i < set.count; ++i) any = any || set.member[i].surface.e > 0;
  return any;
}

// Of `iterations` sweeps, at least a third is kept for Poisson's restitution, if there is any.
template <class Scalar, class Watch = Unwatched>
void coupled_solve(const ContactSet<Scalar> &set, std::int32_t law, int iterations, CoupledResult<Scalar> &result,
                   const Watch &watch = Watch{}) {
  Phase<Scalar> phase;
  phase.by_newton = iterations > TD_DEFAULT_ITERATIONS;
  clear(set, result.total);
  for (int i = 0; i < set.count; ++i) {
    const ContactVector<Scalar> &v = set.member[i].v;
    phase.start[i] = v;
    phase.target[i] = law == TD_LAW_NEWTON && v.n < 0 ? -set.member[i].surface.e * v.n : Scalar(0);
    result.mode[i] = TD_MODE_SEPARATING;
  }
  const bool poisson = law == TD_LAW_POISSON;
  const int kept = poisson && has_restitution(set) ? iterations / 3 : 0;
  const Scalar lost = compress(set, iterations - kept, poisson, phase, watch);
  close_phase(set, phase, result);
  for (int i = 0; i < set.count; ++i) result.p_compression[i] = result.total.p[i].n;
  if (poisson) restitute(set, iterations - result.sweeps, lost, phase, result, watch);
}

}  // namespace touchdown

#endif
