// What a change of the compromise law's weights does: it ends restitution elsewhere on the same path, as a change of e
// does. Of the law's end, F = d1 (1 - N_P) N_P' + d2 (1 - N_E) N_E' = 0, de / d(d1) = (dF / d(d1)) / (dF / de); the
// rates N' by the impulse go out by F = 0 itself (E108).
#ifndef TOUCHDOWN_DERIVATIVES_WEIGHTS_AS_RESTITUTION_HPP
#define TOUCHDOWN_DERIVATIVES_WEIGHTS_AS_RESTITUTION_HPP

#include "impact/validation.hpp"
#include "touchdown/derivatives.hpp"

namespace touchdown::derivatives {

// A slide in restitution whose direction is frozen by what e and the weights tell of its length, each in its own way.
template <class Scalar>
inline bool is_frozen_by_law(const Impact<Scalar> &impact) {
  const std::int32_t mode = impact.mode_restitution;
  return impact.method == TD_METHOD_ALGEBRAIC && (mode == TD_MODE_SLIDES || mode == TD_MODE_REVERSED);
}

// The figures of an end by the law lie on either side of 1, or both at it; an end at v_n = 0 depends on neither.
template <class Scalar>
inline Scalar common_part(Scalar e, Scalar N_P, Scalar N_E) {
  const Scalar product = (1 - N_P) * (1 - N_E);
  return product < 0 ? e * product / (N_P - N_E) : Scalar(0);
}

// td_weights_as_restitution_of. `result` is scratch when the status is negative.
template <class Scalar>
Status weights_as_restitution(const Surface<Scalar> &surface, const Options<Scalar> &options,
                              const Impact<Scalar> &impact, WeightsAsRestitution<Scalar> &result) {
  Status status = check_surface(surface);
  if (status == TD_SOLVED) status = check_options(options);
  if (status != TD_SOLVED) return status;
  result = {0, 0};
  if (!is_law(options.law, TD_LAW_COMPROMISE) || impact.N_P == TD_NOT_APPLICABLE) return TD_SOLVED;
  const bool weighted = options.d1 + options.d2 > 0;
  const Scalar d1 = weighted ? options.d1 : Scalar(1), d2 = weighted ? options.d2 : Scalar(1);
  if (!(d1 > 0 && d2 > 0)) return TD_REFUSED_WEIGHTS;
  if (is_frozen_by_law(impact)) return TD_REFUSED_METHOD;
  const Scalar part = common_part(surface.e, impact.N_P, impact.N_E);
  result = {part / d1, -part / d2};
  return are_finite(impact.N_P, impact.N_E, result.e_by_d1, result.e_by_d2) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown::derivatives

#endif
