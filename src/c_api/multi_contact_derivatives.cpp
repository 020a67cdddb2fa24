// C API of the impact of several contacts with derivatives, of derivatives.h; compiled once for float and once, with
// TD_DOUBLE, for double.
#include "derivatives/inline_less.hpp"

#include "c_api/publish.hpp"
#include "simultaneous/multi_contact_derivatives.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<Scalar> &body,
                                     touchdown::BodyMultiContactDerivatives<Scalar> &impact, Scalar *p,
                                     Scalar *p_by_surface, Scalar *motion_by_surface) {
  ContactResult<Scalar> contacts[max_contacts];
  derivatives::BodyRows<Scalar> rows;
  const Status status = publish(impact, [&](BodyMultiContactDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(body, scratch, contacts, rows);
  });
  if (status < 0) return status;
  const int entries = 3 * body.count, by_surface = derivatives::surface_inputs * body.count;
  copy_out(entries * TD_BODY_MOTION_INPUTS, rows.impulses.p, p);
  copy_out(entries * by_surface, rows.impulses.p_by_surface, p_by_surface);
  copy_out(TD_BODY_MOTION_INPUTS * by_surface, rows.motion_by_surface, motion_by_surface);
  copy_out(body.count, contacts, body.contacts);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<Scalar> &speeds,
                                     touchdown::SpeedsMultiContactDerivatives<Scalar> &impact, Scalar *p,
                                     Scalar *p_by_surface, Scalar *u, Scalar *u_by_surface) {
  SystemAnswer<Scalar> answer;
  ContactResult<Scalar> contacts[max_contacts];
  derivatives::LimbsRows<Scalar> rows;
  const Status status = publish(impact, [&](SpeedsMultiContactDerivatives<Scalar> &scratch) {
    return derivatives::resolve_with_derivatives(speeds, scratch, answer, contacts, rows);
  });
  if (status < 0) return status;
  const int n = speeds.system.n, entries = 3 * speeds.count, by_surface = derivatives::surface_inputs * speeds.count;
  copy_out(entries * n, rows.impulses.p, p);
  copy_out(entries * by_surface, rows.impulses.p_by_surface, p_by_surface);
  copy_out(n * n, rows.u, u);
  copy_out(n * by_surface, rows.u_by_surface, u_by_surface);
  copy_out(speeds.system, answer);
  copy_out(speeds.count, contacts, speeds.contacts);
  return status;
}

template touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<td_real> &,
                                              touchdown::SpeedsMultiContactDerivatives<td_real> &, td_real *, td_real *,
                                              td_real *, td_real *);
template touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<td_real> &,
                                              touchdown::BodyMultiContactDerivatives<td_real> &, td_real *, td_real *,
                                              td_real *);

td_status td_resolve_body_multi_contact_derivatives(const td_body_multi_contact *body,
                                                    td_body_multi_contact_derivatives *impact, td_real *p,
                                                    td_real *p_by_surface, td_real *motion_by_surface) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact, p, p_by_surface, motion_by_surface);
}

td_status td_resolve_speeds_multi_contact_derivatives(const td_speeds_multi_contact *system,
                                                      td_speeds_multi_contact_derivatives *impact, td_real *p,
                                                      td_real *p_by_surface, td_real *u, td_real *u_by_surface) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact, p, p_by_surface, u, u_by_surface);
}
