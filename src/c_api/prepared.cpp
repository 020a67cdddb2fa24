// C API of prepared.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/prepared.h"

#include "impact/response.hpp"

// A function of its own that no other file has, so that the C functions jump to it: to one that the linker may have to
// choose, GCC would call, and save registers for that before the short way.
namespace {
__attribute__((noinline)) td_status respond_at_length(const td_contact &contact, const td_contact_vector &v,
                                                      td_response &response) {
  return touchdown::respond_at_length(contact, v, response);
}
}  // namespace

template <class Scalar>
touchdown::Status touchdown::prepare(const touchdown::Contact<Scalar> &contact, touchdown::Prepared<Scalar> &prepared) {
  return td_prepare(&contact, &prepared);
}
template touchdown::Status touchdown::prepare(const touchdown::Contact<td_real> &, touchdown::Prepared<td_real> &);

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Prepared<Scalar> &prepared,
                                     const touchdown::ContactVector<Scalar> &v, touchdown::Response<Scalar> &response) {
  return td_resolve_prepared(&prepared, &v, &response);
}
template touchdown::Status touchdown::resolve(const touchdown::Prepared<td_real> &,
                                              const touchdown::ContactVector<td_real> &,
                                              touchdown::Response<td_real> &);

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Contact<Scalar> &contact, touchdown::Response<Scalar> &response) {
  return td_resolve_lean(&contact, &response);
}
template touchdown::Status touchdown::resolve(const touchdown::Contact<td_real> &, touchdown::Response<td_real> &);

td_status td_prepare(const td_contact *contact, td_prepared *prepared) {
  if (contact == nullptr || prepared == nullptr) return TD_REFUSED_NULL;
  return touchdown::make_ready(*contact, *prepared);
}

td_status td_resolve_prepared(const td_prepared *prepared, const td_contact_vector *v, td_response *response) {
  if (prepared == nullptr || v == nullptr || response == nullptr) return TD_REFUSED_NULL;
  td_status status = TD_SOLVED;
  if (touchdown::respond_prepared(*prepared, *v, *response, status)) return status;
  return respond_at_length(prepared->contact, *v, *response);
}

td_status td_resolve_lean(const td_contact *contact, td_response *response) {
  if (contact == nullptr || response == nullptr) return TD_REFUSED_NULL;
  td_status status = TD_SOLVED;
  if (touchdown::respond_lean(*contact, *response, status)) return status;
  return respond_at_length(*contact, contact->v, *response);
}
