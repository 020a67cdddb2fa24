// touchdown/simultaneous.hpp - the C++ face of simultaneous.h, templated on the scalar. Meanings, units, frames, ranges
// and status codes are those of simultaneous.h.
#ifndef TOUCHDOWN_SIMULTANEOUS_HPP
#define TOUCHDOWN_SIMULTANEOUS_HPP

#include "touchdown/simultaneous.h"
#include "touchdown/systems.hpp"

namespace touchdown {

inline constexpr int max_contacts = TD_MAX_CONTACTS;  // contacts at once, at most

template <class Scalar>
using MultiContact = td_multi_contact_in<Scalar>;
template <class Scalar>
using ContactResult = td_contact_result_in<Scalar>;
template <class Scalar>
using MultiContactResult = td_multi_contact_result_in<Scalar>;
template <class Scalar>
using Point = td_point_in<Scalar>;
template <class Scalar>
using BodyMultiContact = td_body_multi_contact_in<Scalar>;
template <class Scalar>
using BodyMultiContactImpact = td_body_multi_contact_impact_in<Scalar>;
template <class Scalar>
using SpeedsMultiContact = td_speeds_multi_contact_in<Scalar>;
template <class Scalar>
using SpeedsMultiContactImpact = td_speeds_multi_contact_impact_in<Scalar>;

// td_resolve_body_multi_contact.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyMultiContact<Scalar> &body, BodyMultiContactImpact<Scalar> &impact);

// td_resolve_speeds_multi_contact.
template <class Scalar>
[[nodiscard]] Status resolve(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactImpact<Scalar> &impact);

}  // namespace touchdown

#endif
