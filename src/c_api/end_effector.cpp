// C API of end_effector.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/end_effector.h"

#include "c_api/publish.hpp"
#include "systems/end_effector.hpp"

template <class Scalar>
touchdown::Status touchdown::predict(const touchdown::Effector<Scalar> &effector,
                                     touchdown::EffectorImpact<Scalar> &impact) {
  SystemAnswer<Scalar> answer;
  const Status status =
      publish(impact, [&](EffectorImpact<Scalar> &scratch) { return predict_effector(effector, scratch, answer); });
  if (status >= 0) copy_out(effector.speeds.system, answer);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::invariants(const touchdown::Speeds<Scalar> &speeds, std::int32_t &count, Scalar *rows) {
  return rows == nullptr ? TD_REFUSED_NULL : find_invariants(speeds, count, rows);
}

template touchdown::Status touchdown::predict(const touchdown::Effector<td_real> &,
                                              touchdown::EffectorImpact<td_real> &);
template touchdown::Status touchdown::invariants(const touchdown::Speeds<td_real> &, std::int32_t &, td_real *);

td_status td_predict_effector(const td_effector *effector, td_effector_impact *impact) {
  if (effector == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::predict(*effector, *impact);
}

td_status td_effector_invariants(const td_speeds *system, int32_t *count, td_real *rows) {
  if (system == nullptr || count == nullptr) return TD_REFUSED_NULL;
  return touchdown::invariants(*system, *count, rows);
}
