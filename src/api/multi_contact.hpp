// What the C functions of multi_contact.h call: toolchain/api makes them from this file.
#ifndef TOUCHDOWN_API_MULTI_CONTACT_HPP
#define TOUCHDOWN_API_MULTI_CONTACT_HPP

#include "touchdown/multi_contact.h"

#include "api/publish.hpp"
#include "multi_contact/rules.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<Scalar> &body,
                                     touchdown::BodyMultiContactImpact<Scalar> &impact,
                                     touchdown::ContactResult<Scalar> *contacts) {
  ContactResult<Scalar> found[max_contacts];
  const Status status = publish(
      impact, [&](BodyMultiContactImpact<Scalar> &scratch) { return resolve_multi_contact(body, scratch, found); });
  if (status >= 0) copy_out(body.count, found, contacts);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<Scalar> &speeds,
                                     touchdown::SpeedsMultiContactImpact<Scalar> &impact,
                                     touchdown::SystemAfter<Scalar> *after,
                                     touchdown::ContactResult<Scalar> *contacts) {
  SystemAnswer<Scalar> answer;
  ContactResult<Scalar> found[max_contacts];
  const Status status = publish(impact, [&](SpeedsMultiContactImpact<Scalar> &scratch) {
    return resolve_multi_contact(speeds, scratch, answer, found);
  });
  if (status < 0) return status;
  copy_out(speeds.system, answer, after);
  copy_out(speeds.count, found, contacts);
  return status;
}

#endif
