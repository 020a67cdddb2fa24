// The impact of several contacts on one free body, as a landing calls it (simultaneous/simultaneous.hpp). The library
// instantiates it once for each scalar, in c_api/simultaneous.cpp.
#ifndef TOUCHDOWN_SIMULTANEOUS_MULTI_CONTACT_HPP
#define TOUCHDOWN_SIMULTANEOUS_MULTI_CONTACT_HPP

#include "touchdown/simultaneous.hpp"

namespace touchdown {

// What a solve may take that asks for so much of a budget that several share: it is never refused `least`.
inline int share_of_budget(int asked, int left, int least) {
  const int most = left > least ? left : least;
  return asked < most ? asked : most;
}

// Steps along the slip path that the impacts of one sequence share; each that comes when they are spent takes one. A
// long sequence is then bounded by its impacts and these, not by the product of its impacts and TD_MAX_STEPS. A
// sequence of the default length never spends them.
constexpr int max_sequence_steps = TD_DEFAULT_ITERATIONS * TD_MAX_STEPS;

// The steps that an impact took. By the automatic law it may have taken more than those of the law it reports.
template <class Scalar>
std::int32_t steps_spent(const Options<Scalar> &options, const Impact<Scalar> &impact) {
  const bool by_both = options.law == TD_LAW_AUTOMATIC && impact.method == TD_METHOD_SLIP_PATH;
  return by_both ? options.steps : impact.steps;
}

inline Status check_iterations(std::int32_t iterations) {
  return iterations >= 0 && iterations <= TD_MAX_ITERATIONS ? TD_SOLVED : TD_REFUSED_ITERATIONS;
}

// td_resolve_body_multi_contact, with room for its contacts, which body.contacts does not receive. All but `body` is
// scratch when the status is negative. `steps_left`: of those that sequences share; less by what it takes.
template <class Scalar>
Status resolve_multi_contact(const BodyMultiContact<Scalar> &body, BodyMultiContactImpact<Scalar> &impact,
                             ContactResult<Scalar> *contacts, std::int32_t &steps_left);

}  // namespace touchdown

#endif
