// The single impact in contact space, as every system calls it (impact/resolve.hpp). The library instantiates it once
// for each scalar, in api/contact.cpp, so that an image carries one resolver however many systems it resolves.
#ifndef TOUCHDOWN_IMPACT_SINGLE_IMPACT_HPP
#define TOUCHDOWN_IMPACT_SINGLE_IMPACT_HPP

#include "touchdown/touchdown.hpp"

namespace touchdown {

// Checks the contact first. `impact` is written only if the status is not negative.
template <class Scalar>
Status resolve_contact(const Contact<Scalar> &contact, Impact<Scalar> &impact);

}  // namespace touchdown

#endif
