// Between td_speeds with its impact and their C++ face, for every part of the C API that takes an arm or a leg. Static:
// each of the two compilations of the C API has its own.
#ifndef TOUCHDOWN_C_API_SPEEDS_CONVERSION_HPP
#define TOUCHDOWN_C_API_SPEEDS_CONVERSION_HPP

#include "c_api/conversion.hpp"
#include "touchdown/systems.hpp"

namespace touchdown {

static inline Speeds<td_real> from_c(const td_speeds &x) {
  return {{x.n, x.M, x.L, x.u, x.constraints, x.A, x.hold},
          x.J,
          static_cast<Axes>(x.axes),
          vector_from_c(x.normal),
          touchdown::from_c(x.surface),
          touchdown::from_c(x.options)};
}

// Into the caller's arrays, which may be null.
static inline void to_c(const SpeedsImpact<td_real> &from, const td_speeds &system, td_speeds_impact *to) {
  to_c(from.impact, &to->impact);
  vector_to_c(from.t, to->t);
  vector_to_c(from.s, to->s);
  to->redundant = from.redundant;
  copy_out(system.n, from.u, to->u);
  copy_out(system.n, from.joint_impulses, to->joint_impulses);
  copy_out(system.constraints, from.constraint_impulses, to->constraint_impulses);
}

}  // namespace touchdown

#endif
