// The derivatives of the impact of several contacts on one free body: those by the coordinates of impact_changes.hpp,
// put by velocity and angular velocity, and the motion after by them.
#ifndef TOUCHDOWN_SIMULTANEOUS_MULTI_CONTACT_DERIVATIVES_HPP
#define TOUCHDOWN_SIMULTANEOUS_MULTI_CONTACT_DERIVATIVES_HPP

#include "simultaneous/impact_changes.hpp"
#include "simultaneous/simultaneous.hpp"

namespace touchdown::derivatives {

constexpr int body_speeds = TD_BODY_MOTION_INPUTS;
constexpr int max_surface_inputs = surface_inputs * max_contacts;

// Where the derivatives are found before they are the caller's; rows as wide as there are inputs.
template <class Scalar>
struct BodyRows {
  Scalar p[3 * max_contacts * body_speeds], p_by_surface[3 * max_contacts * max_surface_inputs];
  Scalar motion_by_surface[body_speeds * max_surface_inputs];
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

template <class Scalar, class System>
inline bool fill_columns(const System &system, ImpactChanges<Scalar, body_speeds> &changes,
                         BodyMultiContactDerivatives<Scalar> &result, BodyRows<Scalar> &rows) {
  const int count = system.set.count, width = surface_inputs * count;
  const BodyRoots<Scalar> roots = roots_of(system.body.factor);
  for (int i = 0; i < count; ++i) turn_to_velocities(system.body.factor, roots, i, changes);
  for (int k = 0; k < body_speeds; ++k) {
    put_impulses(count, changes.p[k], Column<Scalar>{rows.p + k, body_speeds});
    put_motion(system, changes.p[k], Column<Scalar>{&result.motion[0][k], body_speeds});
    result.motion[k][k] += 1;
  }
  for (int k = 0; k < width; ++k) {
    put_impulses(count, changes.p[body_speeds + k], Column<Scalar>{rows.p_by_surface + k, width});
    put_motion(system, changes.p[body_speeds + k], Column<Scalar>{rows.motion_by_surface + k, width});
  }
  return entries_finite(3 * count * body_speeds, rows.p) && entries_finite(3 * count * width, rows.p_by_surface) &&
         entries_finite(body_speeds * body_speeds, result.motion[0]) &&
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

// td_resolve_body_multi_contact_derivatives. All but `body` is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const BodyMultiContact<Scalar> &body, BodyMultiContactDerivatives<Scalar> &result,
                                ContactResult<Scalar> *contacts, BodyRows<Scalar> &rows) {
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  ImpactChanges<Scalar, body_speeds> changes;
  if (body.multi_contact.rule == TD_RULE_COUPLED) changes.target_law = body.multi_contact.options.law;
  using Watch = Follower<Scalar, body_speeds>;
  BodyWithContacts<Scalar, Watch> system{body, result.body, contacts, set, outcome, Watch{changes}};
  const Status resolved = resolve_system(system, result.body.result);
  if (resolved < 0) return resolved;
  if (depends_on_sharing(set, changes)) changes.status |= TD_CAVEAT_ONE_SIDED;
  drop_given_up(set, outcome, changes);
  if (!fill_columns(system, changes, result, rows)) return TD_REFUSED_RANGE;
  result.margin = margin_of(result.body.result.energy_before, changes);
  result.redundant = changes.redundant;
  if (!(result.margin > tolerance::one_sided<Scalar>) || is_left_open(set, outcome, result.margin))
    changes.status |= TD_CAVEAT_ONE_SIDED;
  return resolved | changes.status;
}

}  // namespace touchdown::derivatives

#endif
