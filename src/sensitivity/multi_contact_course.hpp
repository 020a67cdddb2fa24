// How an impact of several contacts changes with its inputs. Follows the solver phase by phase and single impact by
// single impact: docs/theory (V.18)..(V.24).
// Inputs are the speeds before, in coordinates whose square is twice the kinetic energy, then mu_s, mu_k and e of each
// contact. mu_s decides cases and changes nothing else.
#ifndef TOUCHDOWN_SENSITIVITY_MULTI_CONTACT_COURSE_HPP
#define TOUCHDOWN_SENSITIVITY_MULTI_CONTACT_COURSE_HPP

#include "multi_contact/coupled_solve.hpp"
#include "sensitivity/multi_contact_phase.hpp"
#include "sensitivity/system.hpp"

namespace touchdown::sensitivity {

// For a system with at most `most` speeds, and columns no longer than that. The number of speeds, and the columns by
// which they enter, are set before the solver begins: with held rows, impulses act by other columns.
template <class Scalar, int most>
struct ImpactChanges {
  static constexpr int max_inputs = most + surface_inputs * max_contacts + 1;  // and how redundant contacts share

  int speeds = 0;
  const ContactVector<Scalar> *way_in[max_contacts];  // of each contact, a column for each speed
  std::int32_t target_law;                            // coupled rule: the law of the targets of compression
  ContactVector<Scalar> p[max_inputs][max_contacts];  // derivatives of the impulses so far
  Scalar lost[max_inputs];                            // and of the energy that compression lost
  Scalar nearest = largest<Scalar>;                   // change of the speeds that changes a case (V.23)
  Status status = TD_SOLVED;
  int redundant = 0;
};

// The input that is mu_s, mu_k or e of a contact, TD_BY_*.
inline int surface_input(int speeds, int contact, int parameter) {
  return speeds + surface_inputs * contact + parameter - TD_BY_MU_S;
}

// mu_s has no column: its derivatives are 0.
template <class Scalar, int most>
inline bool is_static_friction(const ImpactChanges<Scalar, most> &changes, int input) {
  return input >= changes.speeds && (input - changes.speeds) % surface_inputs == 0;
}

// The last column: a change of how redundant contacts share.
template <class Scalar, int most>
inline int inputs_of(const ContactSet<Scalar> &set, const ImpactChanges<Scalar, most> &changes) {
  return changes.speeds + surface_inputs * set.count;
}

// x = sum Y p.
template <class Scalar>
inline void sum_columns(const ContactSet<Scalar> &set, const ContactVector<Scalar> *p, Scalar *x) {
  fill_zero(set.length, x);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    add_columns(set.length, set.member[i].Y, p[i], x);
  }
}

// Changes of the contacts' velocities by an input, with the impulses so far.
template <class Scalar, int most>
inline void velocity_changes(const ContactSet<Scalar> &set, const ImpactChanges<Scalar, most> &changes, int input,
                             ContactVector<Scalar> *v) {
  Scalar x[most];
  sum_columns(set, changes.p[input], x);
  for (int i = 0; i < set.count; ++i) {
    v[i] = velocity_change(set, i, x);
    if (input < changes.speeds) v[i] = v[i] + changes.way_in[i][input];
  }
}

// A gap that closes where a case ends: its value, the sum of the squares of its derivatives by the speeds, and the
// largest derivative by a parameter of a surface.
template <class Scalar>
struct Gap {
  Scalar value = 0, squares = 0, by_surface = 0;

  void add(Scalar by, bool is_speed) {
    if (is_speed)
      squares += by * by;
    else
      by_surface = max(by_surface, abs(by));
  }
};

// A gap that no speed changes is never closed.
template <class Scalar, int most>
inline void meet(const Gap<Scalar> &gap, ImpactChanges<Scalar, most> &changes) {
  const Scalar slope = square_root(gap.squares), value = abs(gap.value);
  if (value < tolerance::one_sided<Scalar> * gap.by_surface) changes.status |= TD_CAVEAT_ONE_SIDED;
  if (slope > 0 && value < changes.nearest * slope) changes.nearest = value / slope;
}

// A phase at its end; `part` of its impulses is taken.
template <class Scalar, int most>
struct SolvedPhase {
  const ContactSet<Scalar> &set;
  const Phase<Scalar> &phase;
  const ImpulseSet<Scalar> &impulses;
  const Scalar *p_compression;  // null: of compression
  Scalar part;
  PhaseLaws<Scalar, most> laws = {};
  EnergyChange<Scalar> energy = {};
  Gap<Scalar> normal[max_contacts] = {}, friction[max_contacts] = {}, spent = {};
};

// Poisson's least impulse is 0 at e = 0, and grows with e. A contact without an impulse neither sticks nor turns.
template <class Scalar>
inline std::int32_t friction_of_pressed(const ContactVector<Scalar> &v, Scalar fastest) {
  const Scalar slip = max(abs(v.t), abs(v.s));
  return slip > tolerance::converged<Scalar> * fastest ? TD_MODE_SLIDES : TD_MODE_SEPARATING;
}

template <class Scalar, int most>
inline void set_gaps(int i, SolvedPhase<Scalar, most> &solved) {
  const ContactLaw<Scalar> &law = solved.laws.law[i];
  const Scalar mu_s = solved.phase.mu_s[i];
  solved.normal[i].value = law.bears ? law.p.n - solved.phase.least[i] : law.v.n - solved.phase.target[i];
  solved.friction[i].value = law.friction == TD_MODE_STICKS
                                 ? mu_s * law.p.n - square_root(law.p.t * law.p.t + law.p.s * law.p.s)
                                 : square_root(law.v.t * law.v.t + law.v.s * law.v.s);
}

// `none_yet`: no contact has an impulse, because every e is 0.
template <class Scalar, int most>
void find_laws(bool none_yet, SolvedPhase<Scalar, most> &solved) {
  const ContactSet<Scalar> &set = solved.set;
  const Phase<Scalar> &phase = solved.phase;
  for (int i = 0; i < set.count; ++i) {
    const ContactVector<Scalar> v = phase.start[i] + velocity_change(set, i, solved.impulses.x);
    const ContactVector<Scalar> &p = solved.impulses.p[i];
    const bool pressed = solved.p_compression != nullptr && solved.p_compression[i] > 0 && !(p.n > 0);
    const std::int32_t mode = pressed && !none_yet ? friction_of_pressed(v, set.fastest) : phase.mode[i];
    solved.laws.law[i] = law_of(set.member[i].surface, p, v, phase.least[i], pressed, mode);
    set_gaps(i, solved);
  }
  prepare(set, solved.laws);
}

// Sets by how much an input moves the target speed and the least impulse of contact i, whose start is set.
template <class Scalar, int most>
inline void set_goal_changes(const SolvedPhase<Scalar, most> &solved, const ImpactChanges<Scalar, most> &changes,
                             int input, int i, PhaseChange<Scalar> &change) {
  const SetMember<Scalar> &member = solved.set.member[i];
  const Scalar e = input == surface_input(changes.speeds, i, TD_BY_E) ? 1 : 0;
  const bool bounces = solved.p_compression == nullptr && changes.target_law == TD_LAW_NEWTON && member.v.n < 0;
  change.target = bounces ? -member.surface.e * change.start.n - e * member.v.n : Scalar(0);
  change.least = solved.p_compression == nullptr
                     ? Scalar(0)
                     : member.surface.e * changes.p[input][i].n + e * solved.p_compression[i];
}

// Changes of each contact by an input, before the phase.
template <class Scalar, int most>
inline void changes_before(const SolvedPhase<Scalar, most> &solved, const ImpactChanges<Scalar, most> &changes,
                           int input, PhaseChange<Scalar> *change) {
  const ContactSet<Scalar> &set = solved.set;
  ContactVector<Scalar> v[max_contacts];
  velocity_changes(set, changes, input, v);
  for (int i = 0; i < set.count; ++i) {
    change[i].start = v[i];
    change[i].besides = {0, 0, 0};
    if (input == inputs_of(set, changes)) change[i].besides = solved.laws.shared[i];
    change[i].mu = input == surface_input(changes.speeds, i, TD_BY_MU_K) ? 1 : 0;
    set_goal_changes(solved, changes, input, i, change[i]);
  }
}

template <class Scalar>
inline Scalar friction_gap_change(const ContactLaw<Scalar> &law, Scalar mu_s, const ContactVector<Scalar> &p,
                                  const ContactVector<Scalar> &v) {
  if (law.friction != TD_MODE_STICKS) return law.t * v.t + law.s * v.s;
  const Scalar length = square_root(law.p.t * law.p.t + law.p.s * law.p.s);
  if (!(length > 0)) return abs(mu_s * p.n) + square_root(p.t * p.t + p.s * p.s);
  return mu_s * p.n - (law.p.t * p.t + law.p.s * p.s) / length;
}

// Changes of the gaps of all contacts by an input.
template <class Scalar, int most>
inline void add_to_gaps(bool is_speed, const PhaseChange<Scalar> *change, const ContactVector<Scalar> *p,
                        const Scalar *x, SolvedPhase<Scalar, most> &solved) {
  const ContactSet<Scalar> &set = solved.set;
  for (int i = 0; i < set.count; ++i) {
    const ContactLaw<Scalar> &law = solved.laws.law[i];
    const ContactVector<Scalar> v = change[i].start + velocity_change(set, i, x);
    solved.normal[i].add(law.bears ? p[i].n - change[i].least : v.n - change[i].target, is_speed);
    solved.friction[i].add(friction_gap_change(law, solved.phase.mu_s[i], p[i], v), is_speed);
  }
}

// Changes of the energies of a phase by an input.
template <class Scalar, int most>
inline EnergyChange<Scalar> energy_by(const SolvedPhase<Scalar, most> &solved, const PhaseChange<Scalar> *change,
                                      const ContactVector<Scalar> *p, const Scalar *x) {
  EnergyChange<Scalar> by = {0, dot(solved.set.length, solved.impulses.x, x)};
  for (int k = 0; k < solved.set.count; ++k) {
    const int i = solved.set.order[k];
    by.linear += dot(change[i].start, solved.impulses.p[i]) + dot(solved.phase.start[i], p[i]);
  }
  return by;
}

// Change of the part that is taken, part linear + part^2 quadratic = stock; 0 if all is taken.
template <class Scalar, int most>
inline Scalar part_by(const SolvedPhase<Scalar, most> &solved, const EnergyChange<Scalar> &by, Scalar stock_by) {
  if (!(solved.part < 1) || !(solved.part > 0)) return 0;
  const Scalar slope = solved.energy.linear + 2 * solved.part * solved.energy.quadratic;
  return slope > 0 ? (stock_by - solved.part * (by.linear + solved.part * by.quadratic)) / slope : Scalar(0);
}

template <class Scalar, int most>
inline void follow_input(int input, SolvedPhase<Scalar, most> &solved, ImpactChanges<Scalar, most> &changes) {
  const ContactSet<Scalar> &set = solved.set;
  const bool compression = solved.p_compression == nullptr;
  PhaseChange<Scalar> change[max_contacts] = {};
  ContactVector<Scalar> p[max_contacts];
  Scalar x[most];
  changes_before(solved, changes, input, change);
  solve_changes(set, solved.laws, change, p, x);
  const EnergyChange<Scalar> by = energy_by(solved, change, p, x);
  const Scalar stock_by = compression ? Scalar(0) : changes.lost[input];
  const Scalar part_change = part_by(solved, by, stock_by);
  if (compression) changes.lost[input] = solved.part < 1 ? Scalar(0) : -(by.linear + by.quadratic);
  for (int i = 0; i < set.count; ++i)
    changes.p[input][i] = changes.p[input][i] + solved.part * p[i] + part_change * solved.impulses.p[i];
  if (input == inputs_of(set, changes)) return;
  const bool is_speed = input < changes.speeds;
  add_to_gaps(is_speed, change, p, x, solved);
  solved.spent.add(by.linear + by.quadratic - stock_by, is_speed);
}

// Whether another case is near although no gap is small. Redundant contacts whose targets differ, as they do by
// Newton's law for another e, cannot all be met by one motion, so one of them leaves. And a contact whose slide is
// rounding, as redundant contacts at rest may have, could as well stick.
template <class Scalar, int most>
inline bool is_one_sided(const SolvedPhase<Scalar, most> &solved, const ImpactChanges<Scalar, most> &changes) {
  const bool newton = solved.p_compression == nullptr && changes.target_law == TD_LAW_NEWTON;
  bool any = !solved.laws.system.regular || (newton && solved.laws.redundant > 0);
  for (int i = 0; i < solved.set.count; ++i) {
    const ContactLaw<Scalar> &law = solved.laws.law[i];
    const bool slides = law.friction == TD_MODE_SLIDES && law.p.n > 0;
    any = any || (law.acts && at_end_of_range(solved.set.member[i].surface)) ||
          (slides && !(solved.friction[i].value > tolerance::one_sided<Scalar> * solved.set.fastest));
  }
  return any;
}

template <class Scalar, int most>
inline void meet_all(const SolvedPhase<Scalar, most> &solved, ImpactChanges<Scalar, most> &changes) {
  for (int i = 0; i < solved.set.count; ++i) {
    meet(solved.normal[i], changes);
    if (solved.impulses.p[i].n > 0) meet(solved.friction[i], changes);
  }
  if (solved.p_compression != nullptr) meet(solved.spent, changes);
}

template <class Scalar, int most>
TD_COLD void follow_phase(bool none_yet, SolvedPhase<Scalar, most> &solved, ImpactChanges<Scalar, most> &changes) {
  const ContactSet<Scalar> &set = solved.set;
  find_laws(none_yet, solved);
  const int all_inputs = inputs_of(set, changes);
  for (int input = 0; input < all_inputs; ++input)
    if (!is_static_friction(changes, input)) follow_input(input, solved, changes);
  if (solved.laws.redundant > 0 || changes.redundant > 0) follow_input(inputs_of(set, changes), solved, changes);
  if (!none_yet) meet_all(solved, changes);
  if (is_one_sided(solved, changes)) changes.status |= TD_CAVEAT_ONE_SIDED;
  if (solved.laws.redundant > changes.redundant) changes.redundant = solved.laws.redundant;
}

// Whether the motion after depends on how redundant contacts share.
template <class Scalar, int most>
inline bool depends_on_sharing(const ContactSet<Scalar> &set, const ImpactChanges<Scalar, most> &changes) {
  if (changes.redundant == 0) return false;
  Scalar x[most], sizes = 0;
  fill_zero(set.length, x);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ContactVector<Scalar> &p = changes.p[inputs_of(set, changes)][i];
    add_columns(set.length, set.member[i].Y, p, x);
    sizes += square_root(dot(p, set.member[i].W * p));
  }
  return square_root(dot(set.length, x, x)) > tolerance::one_sided<Scalar> * sizes;
}

// What the solver reports of its phases; see Unwatched.
template <class Scalar, int most>
struct Follower {
  ImpactChanges<Scalar, most> &changes;
  ContactVector<Scalar> (*way_in)[max_speeds] = nullptr;  // generalized speeds: columns of each contact

  // Generalized speeds z = L^T u enter by L^-1 J^T, whether rows are held or not.
  void entered(const CholeskyView<Scalar> &mass, int i, const ContactVector<Scalar> *J) const {
    changes.way_in[i] = way_in[i];
    copy(mass.n, J, way_in[i]);
    solve_lower(mass, way_in[i]);
  }

  void begin(const ContactSet<Scalar> &set, const MultiContact<Scalar> &rule) const {
    changes.target_law = rule.rule == TD_RULE_COUPLED ? rule.options.law : TD_LAW_POISSON;
    const int sharing = inputs_of(set, changes);
    for (int input = 0; input <= sharing; ++input) {
      changes.lost[input] = 0;
      for (int i = 0; i < set.count; ++i) changes.p[input][i] = {0, 0, 0};
    }
  }

  void ended(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, const Scalar *p_compression, Scalar part,
             Scalar stock) const {
    SolvedPhase<Scalar, most> solved{set, phase, phase.impulses, p_compression, part};
    solved.energy = energy_change(set, phase);
    solved.spent.value = solved.energy.linear + solved.energy.quadratic - stock;
    follow_phase(false, solved, changes);
  }

  // There is no restitution: every e is 0.
  void stayed(const ContactSet<Scalar> &set, const Phase<Scalar> &phase, const Scalar *p_compression) const {
    ImpulseSet<Scalar> none;
    touchdown::clear(set, none);
    SolvedPhase<Scalar, most> solved{set, phase, none, p_compression, 1};
    follow_phase(true, solved, changes);
  }

  // Contact i is the next to be hit, the one with the fastest approach v; -1: no contact approaches any more.
  void chosen(const ContactSet<Scalar> &set, const ContactVector<Scalar> *v, int i) const {
    Gap<Scalar> gaps[max_contacts];
    for (int input = 0; input < changes.speeds; ++input) {
      ContactVector<Scalar> by[max_contacts];
      velocity_changes(set, changes, input, by);
      const Scalar of_fastest = i < 0 ? Scalar(0) : by[i].n;
      for (int k = 0; k < set.count; ++k) gaps[k].add(by[k].n - of_fastest, true);
    }
    const Scalar fastest = i < 0 ? Scalar(0) : v[i].n;
    for (int k = 0; k < set.count; ++k) {
      gaps[k].value = v[k].n - fastest;
      if (k != i) meet(gaps[k], changes);
    }
  }

  // Adds what an input changes of the single impact of contact i; gives its change of the velocity before.
  ContactVector<Scalar> add_hit(const ContactSet<Scalar> &set, int i, const ImpactDerivatives<Scalar> &at,
                                int input) const {
    ContactVector<Scalar> by[max_contacts];
    velocity_changes(set, changes, input, by);
    const int own = input - surface_input(changes.speeds, i, TD_BY_MU_S);
    const bool is_own = own >= 0 && own < surface_inputs;
    for (int k = 0; k < 3; ++k)
      changes.p[input][i].*contact_axes<Scalar>[k] +=
          dot(by_velocity(at, k), by[i]) + (is_own ? at.p[k][TD_BY_MU_S + own] : Scalar(0));
    return by[i];
  }

  // The single impact of contact i.
  Status hit(const ContactSet<Scalar> &set, int i, const Contact<Scalar> &contact, const Impact<Scalar> &impact) const {
    ImpactDerivatives<Scalar> at;
    at.impact = impact;
    const Status status = differentiate(contact, at, static_cast<ImpactInertiaDerivatives<Scalar> *>(nullptr));
    if (status < 0) return status;
    changes.status |= status;
    Gap<Scalar> gap;
    const ContactVector<Scalar> &v = contact.v;
    gap.value = at.margin * square_root(dot(v, v));
    const int all_inputs = inputs_of(set, changes);
    for (int input = 0; input < all_inputs; ++input) {
      if (is_static_friction(changes, input)) continue;
      const ContactVector<Scalar> by = add_hit(set, i, at, input);
      if (input < changes.speeds) gap.squares += dot(by, by);
    }
    meet(gap, changes);
    return TD_SOLVED;
  }

  void superposed(const ContactSet<Scalar> &set) const {
    for (int i = 0; i < set.count; ++i) {
      const SetMember<Scalar> &member = set.member[i];
      Gap<Scalar> gap;
      gap.value = member.v.n;
      for (int input = 0; input < changes.speeds; ++input) {
        const Scalar by = changes.way_in[i][input].n;
        gap.add(by, true);
        if (member.v.n < 0) changes.p[input][i].n = -(1 + member.surface.e) * by / member.W.nn;
      }
      if (member.v.n < 0) changes.p[surface_input(changes.speeds, i, TD_BY_E)][i].n = -member.v.n / member.W.nn;
      meet(gap, changes);
    }
  }
};

}  // namespace touchdown::sensitivity

#endif
