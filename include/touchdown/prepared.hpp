// touchdown/prepared.hpp - the C++ face of prepared.h, templated on the scalar. Meanings, units, frames, ranges and
// status codes are those of prepared.h.
#ifndef TOUCHDOWN_PREPARED_HPP
#define TOUCHDOWN_PREPARED_HPP

#include "touchdown/prepared.h"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
using Prepared = td_prepared_in<Scalar>;
template <class Scalar>
using Response = td_response_in<Scalar>;

// td_prepare.
template <class Scalar>
[[nodiscard]] Status prepare(const Contact<Scalar> &contact, Prepared<Scalar> &prepared);

// td_resolve_prepared.
template <class Scalar>
[[nodiscard]] Status resolve(const Prepared<Scalar> &prepared, const ContactVector<Scalar> &v,
                             Response<Scalar> &response);

// td_resolve_lean.
template <class Scalar>
[[nodiscard]] Status resolve(const Contact<Scalar> &contact, Response<Scalar> &response);

}  // namespace touchdown

#endif
