// What the C functions of sensitivity.h for several contacts call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_MULTI_CONTACT_SENSITIVITY_HPP
#define TOUCHDOWN_API_MULTI_CONTACT_SENSITIVITY_HPP

#include "sensitivity/inline_less.hpp"

#include "api/publish.hpp"
#include "sensitivity/multi_contact.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<Scalar> &body,
                                     touchdown::BodyMultiContactDerivatives<Scalar> &impact, Scalar *p,
                                     Scalar *p_by_surface, Scalar *motion_by_surface,
                                     touchdown::ContactResult<Scalar> *contacts) {
  ContactResult<Scalar> found[max_contacts];
  sensitivity::MultiContactRows<Scalar, sensitivity::body_speeds> rows;
  const Status status = publish(impact, [&](BodyMultiContactDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(body, scratch, found, rows);
  });
  if (status < 0) return status;
  const int entries = 3 * body.count, by_surface = sensitivity::surface_inputs * body.count;
  copy_out(entries * TD_BODY_MOTION_INPUTS, rows.p, p);
  copy_out(entries * by_surface, rows.p_by_surface, p_by_surface);
  copy_out(TD_BODY_MOTION_INPUTS * by_surface, rows.u_by_surface, motion_by_surface);
  copy_out(body.count, found, contacts);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<Scalar> &speeds,
                                     touchdown::SpeedsMultiContactDerivatives<Scalar> &impact, Scalar *p,
                                     Scalar *p_by_surface, Scalar *u, Scalar *u_by_surface,
                                     touchdown::SystemAfter<Scalar> *after,
                                     touchdown::ContactResult<Scalar> *contacts) {
  SystemAnswer<Scalar> answer;
  ContactResult<Scalar> found[max_contacts];
  sensitivity::MultiContactRows<Scalar, max_speeds> rows;
  const Status status = publish(impact, [&](SpeedsMultiContactDerivatives<Scalar> &scratch) {
    return sensitivity::resolve_with_derivatives(speeds, scratch, answer, found, rows);
  });
  if (status < 0) return status;
  const int n = speeds.system.n, entries = 3 * speeds.count, by_surface = sensitivity::surface_inputs * speeds.count;
  copy_out(entries * n, rows.p, p);
  copy_out(entries * by_surface, rows.p_by_surface, p_by_surface);
  copy_out(n * n, rows.u, u);
  copy_out(n * by_surface, rows.u_by_surface, u_by_surface);
  copy_out(speeds.system, answer, after);
  copy_out(speeds.count, found, contacts);
  return status;
}

#endif
