// Several contacts with friction at once, by sweeps over them (block Gauss-Seidel) and leaps ahead, in two phases.
//   Compression: 0 <= v_n, p_n >= 0, one of them 0; Coulomb. It starts from every contact as if alone, all scaled so
//   that the approach ends on the average: redundant feet are treated alike. Restitution by Poisson: the same on top of
//   it, with p_n >= e p_c. By Newton: one phase, v_n >= -e v_n before.
// Whatever the budget, a sweep leaves every impulse in its cone; so does scaling, which sees to the energy.
#ifndef TOUCHDOWN_SRC_COUPLED_SOLVE_HPP
#define TOUCHDOWN_SRC_COUPLED_SOLVE_HPP

#include "cone_step.hpp"
#include "mixing.hpp"

namespace touchdown {

// What each contact is to do in one phase, and did.
template <class Scalar>
struct Phase {
  ContactVector<Scalar> start[max_contacts];  // [m/s] velocity when the phase begins
  Scalar target[max_contacts];                // [m/s] v_n to end with
  Scalar least[max_contacts];                 // [N s] p_n to reach at least
  Exchange<Scalar> exchange;                  // of this phase alone
  Scalar g[max_contacts];                     // multipliers of the slides
  Mode mode[max_contacts];
  Scalar last_change = 0;  // [m/s] largest change of a contact velocity in the last sweep
  int sweeps = 0;
};

template <class Scalar>
Scalar largest_entry(const ContactVector<Scalar> &v) {
  const Scalar n = magnitude(v.n), t = magnitude(v.t), s = magnitude(v.s);
  const Scalar tangent = t > s ? t : s;
  return n > tangent ? n : tangent;
}

template <class Scalar>
ConeStep<Scalar> step_at(const ContactSet<Scalar> &set, Phase<Scalar> &phase, int i) {
  const ContactVector<Scalar> v = phase.start[i] + velocity_change(set, i, phase.exchange.x);
  ContactVector<Scalar> q = v - set.member[i].W * phase.exchange.p[i];
  q.n -= phase.target[i];
  return cone_step(set.member[i], q, phase.least[i], phase.g[i]);
}

// Every contact as if alone; then all by one factor, so that sum p_n v_n reaches its end.
template <class Scalar>
void start_alike(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  Exchange<Scalar> alone;
  clear(alone);
  for (int k = 0; k < set.count; ++k) add_impulse(set, set.order[k], step_at(set, phase, set.order[k]).p, alone);
  Scalar wanted = 0, reached = 0;
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    wanted += alone.p[i].n * (phase.target[i] - phase.start[i].n);
    reached += alone.p[i].n * velocity_change(set, i, alone.x).n;
  }
  scale(set, wanted > 0 && reached > wanted ? wanted / reached : Scalar(1), alone);
  phase.exchange = alone;
}

// Poisson's least impulses, which the sweeps then add to.
template <class Scalar>
void start_from_least(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  clear(phase.exchange);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    add_impulse(set, i, ContactVector<Scalar>{phase.least[i], 0, 0}, phase.exchange);
  }
}

// Once through all contacts. Whether each did as in the sweep before.
template <class Scalar>
bool sweep(const ContactSet<Scalar> &set, Phase<Scalar> &phase) {
  bool same_modes = phase.sweeps > 0;
  phase.last_change = 0;
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ConeStep<Scalar> step = step_at(set, phase, i);
    const ContactVector<Scalar> change = step.p - phase.exchange.p[i];
    const Scalar moved = largest_entry(set.member[i].W * change);
    if (moved > phase.last_change) phase.last_change = moved;
    add_impulse(set, i, change, phase.exchange);
    phase.exchange.p[i] = step.p;
    same_modes = same_modes && phase.mode[i] == step.mode;
    phase.mode[i] = step.mode;
  }
  ++phase.sweeps;
  return same_modes;
}

template <class Scalar>
ContactVector<Scalar> into_cone(const Surface<Scalar> &surface, Scalar least, const ContactVector<Scalar> &p) {
  const Scalar n = p.n > least ? p.n : least;
  const Scalar length = tangential(p);
  const Scalar reach = surface.mu_s * n;
  const Scalar part = length > reach ? reach / length : Scalar(1);
  return {n, part * p.t, part * p.s};
}

// Ahead of the sweeps, by what they showed.
template <class Scalar>
void leap(const ContactSet<Scalar> &set, const Mixing<Scalar> &mixing, Phase<Scalar> &phase) {
  Exchange<Scalar> ahead = phase.exchange;
  extrapolate(set, mixing, ahead.p);
  fill_zero(set.length, ahead.x);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    phase.exchange.p[i] = into_cone(set.member[i].surface, phase.least[i], ahead.p[i]);
    add_columns(set.length, set.member[i].Y, phase.exchange.p[i], ahead.x);
  }
  copy(set.length, ahead.x, phase.exchange.x);
}

// The last sweep is never followed by a leap: what it leaves obeys every contact's own law.
template <class Scalar>
void run(const ContactSet<Scalar> &set, int rounds, Phase<Scalar> &phase) {
  const Scalar settled = tolerance::settled<Scalar> * set.fastest;
  Mixing<Scalar> mixing;
  bool going = true;
  for (int round = 0; round < rounds && going; ++round) {
    if (mixing.known > 0) leap(set, mixing, phase);
    Scalar before[set_column];
    copy(set.length, phase.exchange.x, before);
    const bool same_modes = sweep(set, phase);
    observe(set, before, phase.exchange, same_modes, mixing);
    going = phase.last_change > settled;
  }
}

// Energy of a phase scaled by g: linear g + quadratic g^2.
template <class Scalar>
struct EnergyChange {
  Scalar linear, quadratic;
};

template <class Scalar>
EnergyChange<Scalar> energy_change(const ContactSet<Scalar> &set, const Phase<Scalar> &phase) {
  EnergyChange<Scalar> energy{0, Scalar(0.5) * dot(set.length, phase.exchange.x, phase.exchange.x)};
  for (int k = 0; k < set.count; ++k) energy.linear += dot(phase.start[set.order[k]], phase.exchange.p[set.order[k]]);
  return energy;
}

// The largest part of a phase, at most 1, that spends no more than what is in stock (>= 0). Rounding is forgiven.
template <class Scalar>
Scalar affordable(const EnergyChange<Scalar> &energy, Scalar stock) {
  const Scalar change = energy.linear + energy.quadratic;
  if (change <= stock + tolerance::energy_rounding<Scalar> * (magnitude(energy.linear) + energy.quadratic)) return 1;
  const Scalar root = square_root(energy.linear * energy.linear + 4 * energy.quadratic * stock);
  const Scalar part =
      energy.linear > 0 ? 2 * stock / (energy.linear + root) : (root - energy.linear) / (2 * energy.quadratic);
  return part > 0 ? part : 0;
}

template <class Scalar>
struct CoupledResult {
  Exchange<Scalar> total;
  Scalar p_compression[max_contacts];
  Mode mode[max_contacts];
  Scalar last_change = 0;  // of either phase
  Scalar restitution_scale = 1;
  int sweeps = 0;
  Status caveat = TD_SOLVED;
};

template <class Scalar>
void close_phase(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, CoupledResult<Scalar> &result) {
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    add_impulse(set, i, phase.exchange.p[i], result.total);
    if (phase.mode[i] != Mode::separating) result.mode[i] = phase.mode[i];
  }
  if (phase.last_change > result.last_change) result.last_change = phase.last_change;
  result.sweeps += phase.sweeps;
}

// From velocities `start` to v_n >= target. What a spent budget would gain in energy is scaled away; Newton's is kept.
template <class Scalar>
Scalar compress(const ContactSet<Scalar> &set, int rounds, bool scaled, Phase<Scalar> &phase,
                CoupledResult<Scalar> &result) {
  clear(phase.exchange);
  fill_zero(max_contacts, phase.least);
  fill_zero(max_contacts, phase.g);
  for (Mode &mode : phase.mode) mode = Mode::separating;
  start_alike(set, phase);
  run(set, rounds, phase);
  const EnergyChange<Scalar> energy = energy_change(set, phase);
  const Scalar part = scaled ? affordable(energy, Scalar(0)) : Scalar(1);
  if (part < 1) result.caveat |= TD_CAVEAT_RESTITUTION_SCALED;
  scale(set, part, phase.exchange);
  close_phase(set, phase, result);
  return -part * (energy.linear + part * energy.quadratic);
}

// Poisson's second phase, on top of `compression`, spending at most what that lost.
template <class Scalar>
void restitute(const ContactSet<Scalar> &set, int rounds, Scalar lost, Phase<Scalar> &phase,
               CoupledResult<Scalar> &result) {
  bool any = false;
  for (int i = 0; i < set.count; ++i) {
    phase.start[i] = set.member[i].v + velocity_change(set, i, result.total.x);
    phase.least[i] = set.member[i].surface.e * result.p_compression[i];
    any = any || phase.least[i] > 0;
  }
  if (!any) return;
  phase.sweeps = 0;
  start_from_least(set, phase);
  run(set, rounds, phase);
  result.restitution_scale = affordable(energy_change(set, phase), lost > 0 ? lost : Scalar(0));
  if (result.restitution_scale < 1) result.caveat |= TD_CAVEAT_RESTITUTION_SCALED;
  scale(set, result.restitution_scale, phase.exchange);
  close_phase(set, phase, result);
}

template <class Scalar>
void coupled_solve(const ContactSet<Scalar> &set, Law law, int rounds, CoupledResult<Scalar> &result) {
  Phase<Scalar> phase;
  clear(result.total);
  for (int i = 0; i < set.count; ++i) {
    const ContactVector<Scalar> &v = set.member[i].v;
    phase.start[i] = v;
    phase.target[i] = law == Law::newton && v.n < 0 ? -set.member[i].surface.e * v.n : Scalar(0);
    result.mode[i] = Mode::separating;
  }
  const Scalar lost = compress(set, rounds, law == Law::poisson, phase, result);
  for (int i = 0; i < set.count; ++i) result.p_compression[i] = result.total.p[i].n;
  if (law == Law::poisson) restitute(set, rounds, lost, phase, result);
}

}  // namespace touchdown

#endif
