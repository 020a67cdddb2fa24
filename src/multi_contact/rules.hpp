// Several contacts in one instant, by one of three rules, for a free body or generalized speeds.
//   superposed: Stanescu & Pandrea 2017 (35), p_i = -(1 + e_i) v_n,i / g_i with the inertance g_i = W_ii,nn
//   coupled:    multi_contact/coupled_solve.hpp;  a single contact is the single impact
//   sequential: single impacts, the fastest approach first
#ifndef TOUCHDOWN_MULTI_CONTACT_RULES_HPP
#define TOUCHDOWN_MULTI_CONTACT_RULES_HPP

#include "multi_contact/coupled_solve.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown {

// The share of a common budget for a solve that asks for this much: it is never refused `least`.
inline int share_of_budget(int asked, int left, int least) {
  const int most = left > least ? left : least;
  return asked < most ? asked : most;
}

inline Status check_iterations(std::int32_t iterations) {
  return iterations >= 0 && iterations <= TD_MAX_ITERATIONS ? TD_SOLVED : TD_REFUSED_ITERATIONS;
}

// Steps along the slip path that the impacts of one sequence share; each impact after they are spent takes one. So a
// long sequence is bounded by its impacts plus these steps, not by its impacts times TD_MAX_STEPS. A sequence of the
// default length never spends them.
constexpr int max_sequence_steps = TD_DEFAULT_ITERATIONS * TD_MAX_STEPS;

// The result of a rule for a set.
template <class Scalar>
struct Outcome {
  CoupledResult<Scalar> solved;
  ContactVector<Scalar> v[max_contacts];  // after
  Scalar approach_left = 0;
  std::int32_t steps_left = max_sequence_steps;
};

template <class Scalar>
Status check(const MultiContact<Scalar> &multi_contact) {
  if (static_cast<std::uint32_t>(multi_contact.rule) > TD_RULE_SEQUENTIAL) return TD_REFUSED_RULE;
  Status status = check_iterations(multi_contact.iterations);
  if (status == TD_SOLVED) status = check_options(multi_contact.options);
  if (status != TD_SOLVED) return status;
  const std::int32_t law = multi_contact.options.law;
  const bool coupled_has = law == TD_LAW_POISSON || law == TD_LAW_NEWTON;
  return multi_contact.rule == TD_RULE_COUPLED && !coupled_has ? TD_REFUSED_LAW : TD_SOLVED;
}

template <class Scalar>
void superpose(const ContactSet<Scalar> &set, CoupledResult<Scalar> &result) {
  clear(set, result.total);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const SetMember<Scalar> &member = set.member[i];
    const Scalar approach = member.v.n < 0 ? -member.v.n : Scalar(0);
    result.p_compression[i] = approach / member.W.nn;
    result.mode[i] = approach > 0 ? TD_MODE_SLIDES : TD_MODE_SEPARATING;
    add_impulse(set, i, ContactVector<Scalar>{(1 + member.surface.e) * result.p_compression[i], 0, 0}, result.total);
  }
}

// The contact that approaches fastest now, or -1 if none approaches by more than rounding.
template <class Scalar>
int fastest_now(const ContactSet<Scalar> &set, const ContactVector<Scalar> *v) {
  int chosen = -1;
  Scalar least = -tolerance::converged<Scalar> * set.fastest;
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    if (v[i].n < least) {
      least = v[i].n;
      chosen = i;
    }
  }
  return chosen;
}

template <class Scalar>
void update_velocities(const ContactSet<Scalar> &set, const Scalar *x, ContactVector<Scalar> *v) {
  for (int i = 0; i < set.count; ++i) v[i] = set.member[i].v + velocity_change(set, i, x);
}

// The steps of an impact. By the automatic law this may be more than the steps of the law that it reports.
template <class Scalar>
std::int32_t steps_spent(const Options<Scalar> &options, const Impact<Scalar> &impact) {
  const bool by_both = options.law == TD_LAW_AUTOMATIC && impact.method == TD_METHOD_SLIP_PATH;
  return by_both ? options.steps : impact.steps;
}

// One single impact of contact i.
template <class Scalar, class Watch>
Status single_impact(const ContactSet<Scalar> &set, int i, const Options<Scalar> &options, Outcome<Scalar> &outcome,
                     const Watch &watch) {
  const SetMember<Scalar> &member = set.member[i];
  Contact<Scalar> contact = {member.W, outcome.v[i], member.surface, options};
  contact.options.steps = share_of_budget(options.steps == 0 ? TD_DEFAULT_STEPS : options.steps, outcome.steps_left, 1);
  Impact<Scalar> impact;
  const Status status = resolve_contact(contact, impact);
  if (status < 0) return status;
  outcome.steps_left -= steps_spent(contact.options, impact);
  const Status watched = watch.hit(set, i, contact, impact);
  if (watched < 0) return watched;
  outcome.solved.p_compression[i] += impact.p_compression;
  if (impact.mode_restitution != TD_MODE_SEPARATING) outcome.solved.mode[i] = impact.mode_restitution;
  add_impulse(set, i, impact.p, outcome.solved.total);
  update_velocities(set, outcome.solved.total.x, outcome.v);
  ++outcome.solved.sweeps;
  return status;
}

// For contacts that still approach when the budget is spent: one compression of all.
template <class Scalar, class Watch>
void close_approach(const ContactSet<Scalar> &set, Outcome<Scalar> &outcome, const Watch &watch) {
  Phase<Scalar> phase;
  for (int i = 0; i < set.count; ++i) {
    phase.start[i] = outcome.v[i];
    phase.target[i] = 0;
  }
  compress(set, TD_DEFAULT_ITERATIONS, true, phase, watch);
  close_phase(set, phase, outcome.solved);
  for (int i = 0; i < set.count; ++i) outcome.solved.p_compression[i] += phase.impulses.p[i].n;
}

// The contacts that a little more approach would have put before contact i, one bit each.
template <class Scalar>
std::uint32_t rivals_of(const ContactSet<Scalar> &set, const ContactVector<Scalar> *v, int i) {
  std::uint32_t rivals = 0;
  for (int k = 0; k < set.count; ++k)
    if (k != i && v[k].n < (1 - tolerance::marginal<Scalar>)*v[i].n) rivals |= 1U << k;
  return rivals;
}

// Whether the impact of contact i moved one of these contacts, so that their order decides the result.
template <class Scalar>
bool moves_any(const ContactSet<Scalar> &set, std::uint32_t contacts, const ContactVector<Scalar> *before,
               const ContactVector<Scalar> *after) {
  bool moved = false;
  for (int k = 0; k < set.count; ++k) {
    const Scalar change = largest_entry(after[k] - before[k]);
    moved = moved || ((contacts >> k & 1U) != 0 && change > tolerance::marginal<Scalar> * set.fastest);
  }
  return moved;
}

// A call, so that the other rules' stack does not carry it.
template <class Scalar, class Watch>
TD_COLD Status resolve_in_sequence(const ContactSet<Scalar> &set, const Options<Scalar> &options, int impacts,
                                   Outcome<Scalar> &outcome, const Watch &watch) {
  Status caveats = TD_SOLVED;
  ContactVector<Scalar> before[max_contacts];
  for (int impact = 0; impact < impacts; ++impact) {
    const int i = fastest_now(set, outcome.v);
    watch.chosen(set, outcome.v, i);
    if (i < 0) return caveats;
    const std::uint32_t rivals = rivals_of(set, outcome.v, i);
    copy(set.count, outcome.v, before);
    const Status status = single_impact(set, i, options, outcome, watch);
    if (status < 0) return status;
    caveats |= status | (moves_any(set, rivals, before, outcome.v) ? TD_CAVEAT_MARGINAL : TD_SOLVED);
  }
  if (fastest_now(set, outcome.v) < 0) return caveats;
  close_approach(set, outcome, watch);
  return caveats | TD_CAVEAT_BUDGET_SPENT;
}

template <class Scalar, class Watch>
Status apply_rule(const ContactSet<Scalar> &set, const MultiContact<Scalar> &multi_contact, Outcome<Scalar> &outcome,
                  const Watch &watch) {
  const int iterations = multi_contact.iterations == 0 ? TD_DEFAULT_ITERATIONS : multi_contact.iterations;
  if (multi_contact.rule == TD_RULE_SUPERPOSED) {
    superpose(set, outcome.solved);
    watch.superposed(set);
    return TD_SOLVED;
  }
  if (multi_contact.rule == TD_RULE_SEQUENTIAL)
    return resolve_in_sequence(set, multi_contact.options, iterations, outcome, watch);
  if (set.count == 1) return single_impact(set, 0, multi_contact.options, outcome, watch);
  coupled_solve(set, multi_contact.options.law, iterations, outcome.solved, watch);
  return outcome.solved.last_change > tolerance::approach_left<Scalar> * set.fastest ? TD_CAVEAT_BUDGET_SPENT
                                                                                     : TD_SOLVED;
}

// Applies the rule and checks the result. A negative status comes from a single impact.
template <class Scalar, class Watch>
Status resolve(const ContactSet<Scalar> &set, const MultiContact<Scalar> &multi_contact, Outcome<Scalar> &outcome,
               const Watch &watch) {
  watch.begin(set, multi_contact);
  clear(set, outcome.solved.total);
  for (int i = 0; i < set.count; ++i) {
    outcome.v[i] = set.member[i].v;
    outcome.solved.p_compression[i] = 0;
    outcome.solved.mode[i] = TD_MODE_SEPARATING;
  }
  const Status status = apply_rule(set, multi_contact, outcome, watch);
  if (status < 0) return status;
  refresh(set, outcome.solved.total);  // much larger impulses that have cancelled cost x digits
  update_velocities(set, outcome.solved.total.x, outcome.v);
  for (int i = 0; i < set.count; ++i)
    if (-outcome.v[i].n > outcome.approach_left) outcome.approach_left = -outcome.v[i].n;
  const bool left = outcome.approach_left > tolerance::approach_left<Scalar> * set.fastest;
  return status | outcome.solved.caveat | (left ? TD_CAVEAT_APPROACH : TD_SOLVED);
}

// Poisson's rule gains no energy. If rounding still would (an inertia that spans the range of Scalar), only an answer
// without impulses does not.
template <class Scalar>
bool must_give_up(const ContactSet<Scalar> &set, const MultiContact<Scalar> &multi_contact,
                  const Energies<Scalar> &energies) {
  const bool poisson = multi_contact.rule == TD_RULE_COUPLED && multi_contact.options.law == TD_LAW_POISSON;
  return set.count > 1 && poisson && tolerance::gains(energies.before, energies.gain);
}

template <class Scalar>
Status give_up(const ContactSet<Scalar> &set, Outcome<Scalar> &outcome) {
  clear(set, outcome.solved.total);
  outcome.solved.restitution_scale = 0;
  outcome.solved.last_change = outcome.approach_left = set.fastest;
  for (int i = 0; i < set.count; ++i) {
    outcome.v[i] = set.member[i].v;
    outcome.solved.p_compression[i] = 0;
    outcome.solved.mode[i] = TD_MODE_SEPARATING;
  }
  return TD_CAVEAT_RESTITUTION_SCALED | TD_CAVEAT_APPROACH | TD_CAVEAT_BUDGET_SPENT;
}

template <class Scalar>
void report_contact(const SetMember<Scalar> &member, const Outcome<Scalar> &outcome, int i,
                    ContactResult<Scalar> &contact) {
  contact.p = outcome.solved.total.p[i];
  contact.v = outcome.v[i];
  contact.p_compression = outcome.solved.p_compression[i];
  contact.cone_margin = member.surface.mu_s * contact.p.n - tangential(contact.p);
  contact.mode = outcome.solved.mode[i];
  view(contact.t) = member.frame.t;
  view(contact.s) = member.frame.s;
}

// Whether a contact's result is finite and in its cone. Every rule leaves it there, except for numbers near the ends of
// the range, whose squares are beyond it.
template <class Scalar>
bool is_valid(const ContactResult<Scalar> &contact, const Surface<Scalar> &surface) {
  const Scalar sizes =
      largest_entry(contact.p) + largest_entry(contact.v) + contact.cone_margin + contact.p_compression;
  return zero_if_finite(sizes) == 0 && contact.p.n >= 0 &&
         contact.cone_margin >= -tolerance::cone<Scalar> * (surface.mu_s * contact.p.n);
}

// The contacts, and how far the rule came. False if something is not valid.
template <class Scalar>
bool report(const ContactSet<Scalar> &set, const MultiContact<Scalar> &multi_contact, const Outcome<Scalar> &outcome,
            MultiContactResult<Scalar> &result, ContactResult<Scalar> *contacts) {
  bool valid = true;
  for (int i = 0; i < set.count; ++i) {
    report_contact(set.member[i], outcome, i, contacts[i]);
    valid = valid && is_valid(contacts[i], set.member[i].surface);
  }
  const bool swept = multi_contact.rule == TD_RULE_COUPLED && set.count > 1;
  const Scalar left = swept ? outcome.solved.last_change : outcome.approach_left;
  result.approach_left = outcome.approach_left;
  result.residual = set.fastest > 0 ? left / set.fastest : Scalar(0);
  result.restitution_scale = outcome.solved.restitution_scale;
  result.iterations = outcome.solved.sweeps;
  return valid && is_finite(result.residual);
}

// The energy that the contacts gave to the system: sum v . p + |x|^2 / 2.
template <class Scalar>
Scalar gain_of(const ContactSet<Scalar> &set, const ImpulseSet<Scalar> &total) {
  Scalar sum = Scalar(0.5) * dot(set.length, total.x, total.x);
  for (int k = 0; k < set.count; ++k) sum += dot(set.member[set.order[k]].v, total.p[set.order[k]]);
  return sum;
}

// 1 / sqrt(m) and D^-1/2.
template <class Scalar>
struct BodyRoots {
  Scalar mass;
  Vector3<Scalar> inertia;
};

template <class Scalar>
BodyRoots<Scalar> roots_of(const BodyFactor<Scalar> &factor) {
  const Vector3<Scalar> &d = factor.inertia.inverse_d;
  return {square_root(factor.inverse_mass), {square_root(d[0]), square_root(d[1]), square_root(d[2])}};
}

// Columns of a free body: e / sqrt(m) and D^-1/2 L^-1 (r x e), e = n, t, s.
template <class Scalar>
void fill_body_columns(const BodyFactor<Scalar> &factor, const BodyRoots<Scalar> &roots, const Vector3<Scalar> &r,
                       const ContactFrame<Scalar> &frame, ContactVector<Scalar> *Y) {
  const Vector3<Scalar> n = forward_substitute(factor.inertia, Vector3<Scalar>(r.cross(frame.n)));
  const Vector3<Scalar> t = forward_substitute(factor.inertia, Vector3<Scalar>(r.cross(frame.t)));
  const Vector3<Scalar> s = forward_substitute(factor.inertia, Vector3<Scalar>(r.cross(frame.s)));
  for (int i = 0; i < 3; ++i) {
    Y[i] = roots.mass * ContactVector<Scalar>{frame.n[i], frame.t[i], frame.s[i]};
    Y[3 + i] = roots.inertia[i] * ContactVector<Scalar>{n[i], t[i], s[i]};
  }
}

template <class Scalar, class Watch = Unwatched>
struct BodyWithContacts {
  const BodyMultiContact<Scalar> &given;
  BodyMultiContactImpact<Scalar> &result;
  ContactResult<Scalar> *contacts;
  ContactSet<Scalar> &set;
  Outcome<Scalar> &outcome;
  Watch watch = {};
  FreeBody<Scalar> body = {};

  Status enter() {
    if (given.points == nullptr) return TD_REFUSED_NULL;
    if (given.count < 1 || given.count > max_contacts) return TD_REFUSED_SIZE;
    Status status = check(given.multi_contact);
    if (status == TD_SOLVED) status = body.enter(given.body);
    if (status != TD_SOLVED) return status;
    set.count = given.count;
    set.length = 6;
    const BodyRoots<Scalar> roots = roots_of(body.factor);
    for (int i = 0; i < set.count; ++i) {
      const Vector3<Scalar> r = vector(given.points[i].r);
      SetMember<Scalar> &member = set.member[i];
      if (!frame_of(vector(given.points[i].n), member.frame)) return TD_REFUSED_NORMAL;
      if (!all_finite(r)) return TD_REFUSED_POSITION;
      fill_body_columns(body.factor, roots, r, member.frame, member.Y);
      member.v = to_contact(member.frame, body.velocity_at(r));
      member.surface = given.points[i].surface;
    }
    return complete(set);
  }
  Status resolve() { return touchdown::resolve(set, given.multi_contact, outcome, watch); }
  Status move(Energies<Scalar> &energies) {
    for (int k = 0; k < set.count; ++k) {
      const int i = set.order[k];
      body.take(vector(given.points[i].r), to_world(set.member[i].frame, outcome.solved.total.p[i]));
    }
    energies = {body.energy(body.before), body.energy(body.after)};
    const Status caveat = inertia_caveat(body.inertia);
    if (!must_give_up(set, given.multi_contact, energies)) return caveat;
    body.after = body.before;
    energies = {energies.before, energies.before};
    return caveat | give_up(set, outcome);
  }
  bool finish() {
    view(result.v) = body.after.v;
    view(result.w) = body.after.w;
    return report(set, given.multi_contact, outcome, result.result, contacts) && all_finite(body.after);
  }
};

// td_resolve_body_multi_contact, with room for its contacts. All but `body` is scratch when the status is negative.
template <class Scalar>
Status resolve_multi_contact(const BodyMultiContact<Scalar> &body, BodyMultiContactImpact<Scalar> &impact,
                             ContactResult<Scalar> *contacts) {
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  BodyWithContacts<Scalar> system{body, impact, contacts, set, outcome};
  return resolve_system(system, impact.result);
}

template <class Scalar>
struct SystemSpace {
  MassFactor<Scalar> mass;
  ConstraintBasis<Scalar> held;
};

template <class Scalar>
Status check_shape(const SpeedsMultiContact<Scalar> &speeds) {
  if (speeds.J == nullptr || speeds.system.u == nullptr || speeds.surfaces == nullptr) return TD_REFUSED_NULL;
  if (speeds.axes == TD_AXES_WORLD && speeds.normals == nullptr) return TD_REFUSED_NULL;
  Status status = check_shape(speeds.system);
  if (status != TD_SOLVED) return status;
  if (speeds.count < 1 || speeds.count > max_contacts) return TD_REFUSED_SIZE;
  status = check(speeds.multi_contact);
  return status == TD_SOLVED ? check_axes(speeds.axes) : status;
}

template <class Scalar, class Watch>
Status enter_member(const SpeedsMultiContact<Scalar> &speeds, const SystemSpace<Scalar> &space, int i,
                    SetMember<Scalar> &member, const Watch &watch) {
  const int n = speeds.system.n;
  ContactVector<Scalar> J[max_speeds];
  Vector3<Scalar> normal(Scalar(0), Scalar(0), Scalar(0));
  if (speeds.axes == TD_AXES_WORLD)
    normal = {speeds.normals[3 * i], speeds.normals[3 * i + 1], speeds.normals[3 * i + 2]};
  const Status status = read_rows(n, speeds.J + 3 * i * n, speeds.axes, normal, member.frame, J);
  if (status < 0) return status;
  watch.entered(space.mass.view, i, J);
  fill_columns(space.mass.view, space.held, J, member.Y);
  member.v = dot(n, speeds.system.u, J);
  member.surface = speeds.surfaces[i];
  return TD_SOLVED;
}

// Sum of J^T p, contact by contact, in the set's order.
template <class Scalar>
void sum_joint_impulses(const SpeedsMultiContact<Scalar> &speeds, const ContactSet<Scalar> &set,
                        const ImpulseSet<Scalar> &total, Scalar *joint_impulses) {
  const int n = speeds.system.n;
  fill_zero(n, joint_impulses);
  for (int k = 0; k < set.count; ++k) {
    const int i = set.order[k];
    const ContactVector<Scalar> &p = total.p[i];
    const Vector3<Scalar> rows =
        speeds.axes == TD_AXES_WORLD ? to_world(set.member[i].frame, p) : Vector3<Scalar>(p.n, p.t, p.s);
    for (int row = 0; row < 3; ++row) add_scaled(n, rows[row], speeds.J + (3 * i + row) * n, joint_impulses);
  }
}

template <class Scalar, class Watch = Unwatched>
struct SystemWithContacts {
  const SpeedsMultiContact<Scalar> &given;
  SpeedsMultiContactImpact<Scalar> &result;
  SystemAnswer<Scalar> &answer;
  ContactResult<Scalar> *contacts;
  ContactSet<Scalar> &set;
  Outcome<Scalar> &outcome;
  SystemSpace<Scalar> &space;
  Watch watch = {};

  Status enter() {
    const System<Scalar> &system = given.system;
    Status status = check_shape(given);
    if (status == TD_SOLVED) status = factorize(system, space.mass);
    if (status == TD_SOLVED) status = hold_constraints(space.mass.view, system, system.hold, space.held);
    if (status < 0) return status;
    set.count = given.count;
    set.length = space.held.length;
    for (int i = 0; i < set.count; ++i) {
      const Status refused = enter_member(given, space, i, set.member[i], watch);
      if (refused < 0) return refused;
    }
    const Status refused = complete(set);
    return refused < 0 ? refused : status;
  }
  Status resolve() { return touchdown::resolve(set, given.multi_contact, outcome, watch); }
  Status move(Energies<Scalar> &energies) {
    const CholeskyView<Scalar> &mass = space.mass.view;
    const Scalar *u = given.system.u;
    Scalar x[set_column];
    copy(mass.n, outcome.solved.total.x, x);
    apply_impulse(mass, u, x, answer.u);
    energies = {kinetic_energy(mass, u), kinetic_energy(mass, answer.u)};
    if (space.held.rows > 0) energies.gain = gain_of(set, outcome.solved.total);
    if (!must_give_up(set, given.multi_contact, energies)) return TD_SOLVED;
    copy(mass.n, u, answer.u);
    energies = {energies.before, energies.before};
    return give_up(set, outcome);
  }
  bool finish() {
    sum_joint_impulses(given, set, outcome.solved.total, answer.joint_impulses);
    constraint_reaction(space.mass.view, space.held, answer.joint_impulses, answer.constraint_impulses);
    result.redundant = space.held.redundant;
    return report(set, given.multi_contact, outcome, result.result, contacts) && is_finite(given.system, answer);
  }
};

// td_resolve_speeds_multi_contact. All but `speeds` is scratch when the status is negative.
template <class Scalar>
Status resolve_multi_contact(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactImpact<Scalar> &impact,
                             SystemAnswer<Scalar> &answer, ContactResult<Scalar> *contacts) {
  SystemSpace<Scalar> space;
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  SystemWithContacts<Scalar> system{speeds, impact, answer, contacts, set, outcome, space};
  return resolve_system(system, impact.result);
}

}  // namespace touchdown

#endif
