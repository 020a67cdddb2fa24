// The derivatives of the impact of several contacts on one free body, or on generalized speeds: those by the
// coordinates of impact_changes.hpp, put by the motion before, and the motion after by them.
#ifndef TOUCHDOWN_MULTI_CONTACT_MULTI_CONTACT_DERIVATIVES_HPP
#define TOUCHDOWN_MULTI_CONTACT_MULTI_CONTACT_DERIVATIVES_HPP

#include "multi_contact/rules.hpp"
#include "sensitivity/multi_contact_course.hpp"

namespace touchdown::sensitivity {

constexpr int body_speeds = TD_BODY_MOTION_INPUTS;
constexpr int max_surface_inputs = surface_inputs * max_contacts;

// Where the derivatives are found before they are the caller's, of so many speeds at most; rows as wide as there are
// inputs.
template <class Scalar, int most>
struct ImpulseRows {
  Scalar p[3 * max_contacts * most], p_by_surface[3 * max_contacts * max_surface_inputs];
};
template <class Scalar>
struct BodyRows {
  ImpulseRows<Scalar, body_speeds> impulses;
  Scalar motion_by_surface[body_speeds * max_surface_inputs];
};
template <class Scalar>
struct LimbsRows {
  ImpulseRows<Scalar, max_speeds> impulses;
  Scalar u[max_speeds * max_speeds], u_by_surface[max_speeds * max_surface_inputs];
};

// A column among others.
template <class Scalar>
struct Column {
  Scalar *first;
  int width;

  void put(int row, Scalar entry) const {
    const int place = row * width;
    first[place] = entry;
  }
};

// From the coordinates sqrt(m) v and D^1/2 L^T w to v and w: what one contact's impulse is differentiated by.
template <class Scalar, int most>
inline void turn_to_velocities(const BodyFactor<Scalar> &factor, const BodyRoots<Scalar> &roots, int contact,
                               ImpactChanges<Scalar, most> &changes) {
  const auto by = [&](int input) -> ContactVector<Scalar> & { return changes.p[input][contact]; };
  for (int k = 0; k < 3; ++k) {
    by(k) = (1 / roots.mass) * by(k);
    by(3 + k) = (1 / roots.inertia[k]) * by(3 + k);
  }
  by(5) = factor.inertia.l20 * by(3) + factor.inertia.l21 * by(4) + by(5);
  by(4) = factor.inertia.l10 * by(3) + by(4);
}

template <class Scalar, class System>
inline void put_motion(const System &system, const ContactVector<Scalar> *p, const Column<Scalar> &column) {
  Vector3<Scalar> force(Scalar(0), Scalar(0), Scalar(0)), moment = force;
  for (int k = 0; k < system.set.count; ++k) {
    const int i = system.set.order[k];
    const Vector3<Scalar> at = to_world(system.set.member[i].frame, p[i]);
    force += at;
    moment += vector(system.given.points[i].r).cross(at);
  }
  const Vector3<Scalar> v = system.body.factor.inverse_mass * force, w = solve(system.body.factor.inertia, moment);
  for (int k = 0; k < 3; ++k) {
    column.put(k, v[k]);
    column.put(3 + k, w[k]);
  }
}

template <class Scalar>
inline void put_impulses(int count, const ContactVector<Scalar> *p, const Column<Scalar> &column) {
  for (int i = 0; i < count; ++i) {
    column.put(3 * i, p[i].n);
    column.put(3 * i + 1, p[i].t);
    column.put(3 * i + 2, p[i].s);
  }
}

// False where one is not finite.
template <class Scalar, int most, int longest>
inline bool fill_impulses(int count, const ImpactChanges<Scalar, longest> &changes, ImpulseRows<Scalar, most> &rows) {
  const int speeds = changes.speeds, width = surface_inputs * count;
  for (int k = 0; k < changes.speeds; ++k) put_impulses(count, changes.p[k], Column<Scalar>{rows.p + k, speeds});
  for (int k = 0; k < width; ++k)
    put_impulses(count, changes.p[speeds + k], Column<Scalar>{rows.p_by_surface + k, width});
  return entries_finite(3 * count * speeds, rows.p) && entries_finite(3 * count * width, rows.p_by_surface);
}

template <class Scalar, class System>
inline bool fill_columns(const System &system, ImpactChanges<Scalar, body_speeds> &changes,
                         BodyMultiContactDerivatives<Scalar> &result, BodyRows<Scalar> &rows) {
  const int count = system.set.count, width = surface_inputs * count;
  const BodyRoots<Scalar> roots = roots_of(system.body.factor);
  for (int i = 0; i < count; ++i) turn_to_velocities(system.body.factor, roots, i, changes);
  for (int k = 0; k < body_speeds; ++k) {
    put_motion(system, changes.p[k], Column<Scalar>{&result.motion[0][k], body_speeds});
    result.motion[k][k] += 1;
  }
  for (int k = 0; k < width; ++k)
    put_motion(system, changes.p[body_speeds + k], Column<Scalar>{rows.motion_by_surface + k, width});
  return fill_impulses(count, changes, rows.impulses) && entries_finite(body_speeds * body_speeds, result.motion[0]) &&
         entries_finite(body_speeds * width, rows.motion_by_surface);
}

// Where rounding alone would have gained energy, no impulse is the answer, whatever the input.
template <class Scalar, int most>
inline void drop_given_up(const ContactSet<Scalar> &set, const Outcome<Scalar> &outcome,
                          ImpactChanges<Scalar, most> &changes) {
  bool any = !(set.fastest > 0);
  for (int i = 0; i < set.count; ++i) any = any || outcome.solved.total.p[i].n > 0;
  if (any) return;
  changes.status |= TD_CAVEAT_ONE_SIDED;
  for (auto &column : changes.p) fill_zero(set.count, column);
}

// The least change of the motion before that changes a case, as a part of it: at most 1, which stops it.
template <class Scalar, int most>
inline Scalar margin_of(Scalar energy, const ImpactChanges<Scalar, most> &changes) {
  const Scalar speed = square_root(2 * energy);
  if (!(speed > 0)) return 0;
  return changes.nearest < speed ? changes.nearest / speed : Scalar(1);
}

// Whether the budget left more open than derivatives bear: beside a case that is near, less.
template <class Scalar>
inline bool is_left_open(const ContactSet<Scalar> &set, const Outcome<Scalar> &outcome, Scalar margin) {
  const Scalar left = outcome.solved.last_change;
  return left > tolerance::sweeps_left<Scalar> * set.fastest ||
         left > tolerance::sweeps_left_of_margin<Scalar> * margin * set.fastest;
}

// Once the impact is solved, before its columns are filled.
template <class Scalar, int most>
inline void look_back(const ContactSet<Scalar> &set, const Outcome<Scalar> &outcome,
                      ImpactChanges<Scalar, most> &changes) {
  if (depends_on_sharing(set, changes)) changes.status |= TD_CAVEAT_ONE_SIDED;
  drop_given_up(set, outcome, changes);
}

// Margin and redundant impulses, and the caveats of all.
template <class Scalar, int most, class Derivatives>
inline Status tell_of(const ContactSet<Scalar> &set, const Outcome<Scalar> &outcome, Scalar energy,
                      const ImpactChanges<Scalar, most> &changes, Derivatives &result) {
  result.margin = margin_of(energy, changes);
  result.redundant = changes.redundant;
  const bool near = !(result.margin > tolerance::one_sided<Scalar>) || is_left_open(set, outcome, result.margin);
  return near ? changes.status | TD_CAVEAT_ONE_SIDED : changes.status;
}

// td_resolve_body_multi_contact_derivatives. All but `body` is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const BodyMultiContact<Scalar> &body, BodyMultiContactDerivatives<Scalar> &result,
                                ContactResult<Scalar> *contacts, BodyRows<Scalar> &rows) {
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  ImpactChanges<Scalar, body_speeds> changes;
  if (body.multi_contact.rule == TD_RULE_COUPLED) changes.target_law = body.multi_contact.options.law;
  changes.speeds = body_speeds;
  for (int i = 0; i < max_contacts; ++i) changes.way_in[i] = set.member[i].Y;
  using Watch = Follower<Scalar, body_speeds>;
  BodyWithContacts<Scalar, Watch> system{body, result.body, contacts, set, outcome, Watch{changes}};
  const Status resolved = resolve_system(system, result.body.result);
  if (resolved < 0) return resolved;
  look_back(set, outcome, changes);
  if (!fill_columns(system, changes, result, rows)) return TD_REFUSED_RANGE;
  return resolved | tell_of(set, outcome, result.body.result.energy_before, changes, result);
}

// Generalized speeds z = L^T u come in by L^-1 J^T, whatever is held.
template <class Scalar>
struct SpeedsFollower : Follower<Scalar, set_column> {
  ContactVector<Scalar> (*way_in)[max_speeds];  // of each contact

  void entered(const CholeskyView<Scalar> &mass, int i, const ContactVector<Scalar> *J) const {
    copy(mass.n, J, way_in[i]);
    solve_lower(mass, way_in[i]);
  }
};

// From the coordinates L^T u to u: what one contact's impulse is differentiated by.
template <class Scalar, int most>
inline void turn_to_speeds(const CholeskyView<Scalar> &mass, int contact, ImpactChanges<Scalar, most> &changes) {
  for (int k = mass.n - 1; k >= 0; --k) {
    const Scalar *row = mass.L + k * mass.n;
    ContactVector<Scalar> by = row[k] * changes.p[k][contact];
    for (int j = 0; j < k; ++j) by = by + row[j] * changes.p[j][contact];
    changes.p[k][contact] = by;
  }
}

template <class Scalar>
inline void put_speeds(const ContactSet<Scalar> &set, const CholeskyView<Scalar> &mass, const ContactVector<Scalar> *p,
                       const Column<Scalar> &column) {
  Scalar x[set_column];
  sum_columns(set, p, x);
  solve_upper(mass, x);
  for (int k = 0; k < mass.n; ++k) column.put(k, x[k]);
}

template <class Scalar>
inline bool fill_limbs(const ContactSet<Scalar> &set, const CholeskyView<Scalar> &mass,
                       ImpactChanges<Scalar, set_column> &changes, LimbsRows<Scalar> &rows) {
  const int n = mass.n, width = surface_inputs * set.count;
  for (int i = 0; i < set.count; ++i) turn_to_speeds(mass, i, changes);
  for (int k = 0; k < n; ++k) {
    put_speeds(set, mass, changes.p[k], Column<Scalar>{rows.u + k, n});
    rows.u[k * (n + 1)] += 1;
  }
  for (int k = 0; k < width; ++k) put_speeds(set, mass, changes.p[n + k], Column<Scalar>{rows.u_by_surface + k, width});
  return fill_impulses(set.count, changes, rows.impulses) && entries_finite(n * n, rows.u) &&
         entries_finite(n * width, rows.u_by_surface);
}

// td_resolve_speeds_multi_contact_derivatives. All but `speeds` is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactDerivatives<Scalar> &result,
                                SystemAnswer<Scalar> &answer, ContactResult<Scalar> *contacts,
                                LimbsRows<Scalar> &rows) {
  SystemSpace<Scalar> space;
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  ImpactChanges<Scalar, set_column> changes;
  ContactVector<Scalar> way_in[max_contacts][max_speeds];
  if (speeds.multi_contact.rule == TD_RULE_COUPLED) changes.target_law = speeds.multi_contact.options.law;
  changes.speeds = speeds.system.n;
  for (int i = 0; i < max_contacts; ++i) changes.way_in[i] = way_in[i];
  using Watch = SpeedsFollower<Scalar>;
  SystemWithContacts<Scalar, Watch> system{speeds, result.speeds, answer, contacts,
                                           set,    outcome,       space,  Watch{{changes}, way_in}};
  const Status resolved = resolve_system(system, result.speeds.result);
  if (resolved < 0) return resolved;
  look_back(set, outcome, changes);
  if (!fill_limbs(set, space.mass.view, changes, rows)) return TD_REFUSED_RANGE;
  return resolved | tell_of(set, outcome, result.speeds.result.energy_before, changes, result);
}

}  // namespace touchdown::sensitivity

#endif
