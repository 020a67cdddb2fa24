// The impact of several contacts on one free body, as a landing calls it (multi_contact/rules.hpp). The library
// instantiates it once for each scalar, in api/multi_contact.cpp.
#ifndef TOUCHDOWN_MULTI_CONTACT_MULTI_CONTACT_HPP
#define TOUCHDOWN_MULTI_CONTACT_MULTI_CONTACT_HPP

#include "touchdown/touchdown.hpp"

namespace touchdown {

// The share of a common budget for a solve that asks for this much: it is never refused `least`.
inline int share_of_budget(int asked, int left, int least) {
  const int most = left > least ? left : least;
  return asked < most ? asked : most;
}

inline Status check_iterations(std::int32_t iterations) {
  return iterations >= 0 && iterations <= TD_MAX_ITERATIONS ? TD_SOLVED : TD_REFUSED_ITERATIONS;
}

// td_resolve_body_multi_contact, with room for its contacts. All but `body` is scratch when the status is negative.
// `steps_left`: the steps that sequences share; the steps taken are subtracted.
template <class Scalar>
Status resolve_multi_contact(const BodyMultiContact<Scalar> &body, BodyMultiContactImpact<Scalar> &impact,
                             ContactResult<Scalar> *contacts, std::int32_t &steps_left);

}  // namespace touchdown

#endif
