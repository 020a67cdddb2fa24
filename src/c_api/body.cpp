// C API of touchdown.h for one free rigid body; compiled once for float and once, with TD_DOUBLE, for double.
#include "c_api/publish.hpp"
#include "systems/bodies.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyContact<Scalar> &body,
                                     touchdown::BodyImpact<Scalar> &impact) {
  return publish(impact, [&body](BodyImpact<Scalar> &scratch) { return resolve_body(body, scratch); });
}
template touchdown::Status touchdown::resolve(const touchdown::BodyContact<td_real> &,
                                              touchdown::BodyImpact<td_real> &);

td_status td_resolve_body(const td_body_contact *body, td_body_impact *impact) {
  if (body == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*body, *impact);
}
