// C API of prepared.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/prepared.h"

#include "impact/response.hpp"

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

td_status td_prepare(const td_contact *contact, td_prepared *prepared) {
  if (contact == nullptr || prepared == nullptr) return TD_REFUSED_NULL;
  return touchdown::make_ready(*contact, *prepared);
}

td_status td_resolve_prepared(const td_prepared *prepared, const td_contact_vector *v, td_response *response) {
  if (prepared == nullptr || v == nullptr || response == nullptr) return TD_REFUSED_NULL;
  td_status status = TD_SOLVED;
  if (touchdown::respond_prepared(*prepared, *v, *response, status)) return status;
  return touchdown::respond_at_length(prepared->contact, *v, *response);
}
