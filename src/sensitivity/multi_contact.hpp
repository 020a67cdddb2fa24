// The derivatives of the impact of several contacts on one free body, or on generalized speeds.
// multi_contact_course.hpp finds them by its coordinates; here they become derivatives by the speeds before, and of the
// speeds after. A free body has six speeds, v and w.
#ifndef TOUCHDOWN_SENSITIVITY_MULTI_CONTACT_HPP
#define TOUCHDOWN_SENSITIVITY_MULTI_CONTACT_HPP

#include "multi_contact/rules.hpp"
#include "sensitivity/multi_contact_course.hpp"

namespace touchdown::sensitivity {

constexpr int max_surface_inputs = surface_inputs * max_contacts;

// Scratch for derivatives before they are copied to the caller, for `most` speeds; rows are as wide as the number of
// inputs.
template <class Scalar, int most>
struct MultiContactRows {
  Scalar p[3 * max_contacts * most], p_by_surface[3 * max_contacts * max_surface_inputs];
  Scalar u[most * most], u_by_surface[most * max_surface_inputs];
};

// From derivatives by the coordinates L^T u to derivatives by u, for the impulse of one contact.
template <class Scalar, int most>
inline void turn_to_speeds(const CholeskyView<Scalar> &mass, int contact, ImpactChanges<Scalar, most> &changes) {
  for (int k = mass.n - 1; k >= 0; --k) {
    const Scalar *row = mass.L + k * mass.n;
    ContactVector<Scalar> by = row[k] * changes.p[k][contact];
    for (int j = 0; j < k; ++j) by = by + row[j] * changes.p[j][contact];
    changes.p[k][contact] = by;
  }
}

// The destination of a column of derivatives, for impulses and for speeds after, and the distance between its rows.
template <class Scalar>
struct Columns {
  Scalar *p, *u;
  int width;
};

template <class Scalar>
inline void put_column(const ContactSet<Scalar> &set, const CholeskyView<Scalar> &mass, const ContactVector<Scalar> *p,
                       const Columns<Scalar> &to) {
  for (int i = 0; i < set.count; ++i)
    for (int k = 0; k < 3; ++k) to.p[(3 * i + k) * to.width] = p[i].*contact_axes<Scalar>[k];
  Scalar x[set_column];
  sum_columns(set, p, x);
  solve_upper(mass, x);
  for (int k = 0; k < mass.n; ++k) to.u[k * to.width] = x[k];
}

// False if a derivative is not finite.
template <class Scalar, int longest, int most>
inline bool fill_rows(const ContactSet<Scalar> &set, const CholeskyView<Scalar> &mass,
                      ImpactChanges<Scalar, longest> &changes, MultiContactRows<Scalar, most> &rows) {
  const int n = mass.n, width = surface_inputs * set.count, entries = 3 * set.count;
  for (int i = 0; i < set.count; ++i) turn_to_speeds(mass, i, changes);
  for (int k = 0; k < n; ++k) {
    put_column(set, mass, changes.p[k], Columns<Scalar>{rows.p + k, rows.u + k, n});
    rows.u[k * (n + 1)] += 1;
  }
  for (int k = 0; k < width; ++k)
    put_column(set, mass, changes.p[n + k], Columns<Scalar>{rows.p_by_surface + k, rows.u_by_surface + k, width});
  return entries_finite(entries * n, rows.p) && entries_finite(entries * width, rows.p_by_surface) &&
         entries_finite(n * n, rows.u) && entries_finite(n * width, rows.u_by_surface);
}

// If rounding alone would have gained energy, the answer has no impulse, whatever the input.
template <class Scalar, int most>
inline void drop_given_up(const ContactSet<Scalar> &set, const Outcome<Scalar> &outcome,
                          ImpactChanges<Scalar, most> &changes) {
  bool any = !(set.fastest > 0);
  for (int i = 0; i < set.count; ++i) any = any || outcome.solved.total.p[i].n > 0;
  if (any) return;
  changes.status |= TD_CAVEAT_ONE_SIDED;
  for (auto &column : changes.p) fill_zero(set.count, column);
}

// The least relative change of the motion before that changes a case: at most 1, which stops the motion.
template <class Scalar, int most>
inline Scalar margin_of(Scalar energy, const ImpactChanges<Scalar, most> &changes) {
  const Scalar speed = square_root(2 * energy);
  if (!(speed > 0)) return 0;
  return changes.nearest < speed ? changes.nearest / speed : Scalar(1);
}

// Whether the solver stopped too early for derivatives: near another case, earlier than elsewhere.
template <class Scalar>
inline bool is_left_open(const ContactSet<Scalar> &set, const Outcome<Scalar> &outcome, Scalar margin) {
  const Scalar left = outcome.solved.last_change;
  return left > tolerance::sweeps_left<Scalar> * set.fastest ||
         left > tolerance::sweeps_left_of_margin<Scalar> * margin * set.fastest;
}

// Rows, margin and redundant impulses of an impact that `system` has resolved, and all caveats.
template <class System, class Scalar, int longest, int most, class Derivatives>
inline Status put_together(const System &system, const CholeskyView<Scalar> &mass,
                           ImpactChanges<Scalar, longest> &changes, MultiContactRows<Scalar, most> &rows,
                           Derivatives &result) {
  const ContactSet<Scalar> &set = system.set;
  if (depends_on_sharing(set, changes)) changes.status |= TD_CAVEAT_ONE_SIDED;
  drop_given_up(set, system.outcome, changes);
  if (!fill_rows(set, mass, changes, rows)) return TD_REFUSED_RANGE;
  result.margin = margin_of(system.result.result.energy_before, changes);
  result.redundant = changes.redundant;
  const bool near = !(result.margin > tolerance::one_sided<Scalar>) || is_left_open(set, system.outcome, result.margin);
  return near ? changes.status | TD_CAVEAT_ONE_SIDED : changes.status;
}

// td_resolve_body_multi_contact_derivatives. All but `body` is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const BodyMultiContact<Scalar> &body, BodyMultiContactDerivatives<Scalar> &result,
                                ContactResult<Scalar> *contacts, MultiContactRows<Scalar, body_speeds> &rows) {
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  ImpactChanges<Scalar, body_speeds> changes;
  changes.speeds = body_speeds;
  for (int i = 0; i < max_contacts; ++i) changes.way_in[i] = set.member[i].Y;
  using Watch = Follower<Scalar, body_speeds>;
  BodyWithContacts<Scalar, Watch> system{body, result.body, contacts, set, outcome, Watch{changes}};
  const Status resolved = resolve_system(system, result.body.result);
  if (resolved < 0) return resolved;
  const BodyMass<Scalar> mass(system.body.factor);
  const Status filled = put_together(system, mass.view(), changes, rows, result);
  copy(body_speeds * body_speeds, rows.u, result.motion[0]);
  return filled < 0 ? filled : resolved | filled;
}

// td_resolve_speeds_multi_contact_derivatives. All but `speeds` is scratch when the status is negative.
template <class Scalar>
Status resolve_with_derivatives(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactDerivatives<Scalar> &result,
                                SystemAnswer<Scalar> &answer, ContactResult<Scalar> *contacts,
                                MultiContactRows<Scalar, max_speeds> &rows) {
  SystemSpace<Scalar> space;
  ContactSet<Scalar> set;
  Outcome<Scalar> outcome;
  ImpactChanges<Scalar, set_column> changes;
  ContactVector<Scalar> way_in[max_contacts][max_speeds];
  changes.speeds = speeds.system.n;
  using Watch = Follower<Scalar, set_column>;
  SystemWithContacts<Scalar, Watch> system{speeds, result.speeds, answer, contacts,
                                           set,    outcome,       space,  Watch{changes, way_in}};
  const Status resolved = resolve_system(system, result.speeds.result);
  if (resolved < 0) return resolved;
  const Status filled = put_together(system, space.mass.view, changes, rows, result);
  return filled < 0 ? filled : resolved | filled;
}

}  // namespace touchdown::sensitivity

#endif
