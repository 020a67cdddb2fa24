// C API of end_effector.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/end_effector.h"

#include "c_api/publish.hpp"
#include "c_api/speeds_conversion.hpp"
#include "systems/end_effector.hpp"

template <class Scalar>
touchdown::Status touchdown::predict(const touchdown::Effector<Scalar> &effector,
                                     touchdown::EffectorImpact<Scalar> &impact) {
  return publish(impact, [&](EffectorImpact<Scalar> &scratch) { return predict_effector(effector, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::invariants(const touchdown::Speeds<Scalar> &speeds,
                                        touchdown::Invariants<Scalar> &invariants) {
  return publish(invariants, [&](Invariants<Scalar> &scratch) { return find_invariants(speeds, scratch); });
}

template touchdown::Status touchdown::predict(const touchdown::Effector<td_real> &,
                                              touchdown::EffectorImpact<td_real> &);
template touchdown::Status touchdown::invariants(const touchdown::Speeds<td_real> &, touchdown::Invariants<td_real> &);

td_status td_predict_effector(const td_effector *effector, td_effector_impact *impact) {
  if (effector == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  const touchdown::Effector<td_real> input{touchdown::from_c(effector->system), effector->max_speed_jump,
                                           effector->max_joint_impulse};
  touchdown::EffectorImpact<td_real> result;
  const td_status status = touchdown::predict_effector(input, result);
  if (status < 0) return status;
  touchdown::to_c(result.speeds, effector->system, &impact->speeds);
  touchdown::vector_to_c(result.slide, impact->slide);
  impact->energy_lost = result.energy_lost;
  impact->scale = result.scale;
  impact->limit = static_cast<std::int32_t>(result.limit);
  impact->joint = result.joint;
  return status;
}

td_status td_effector_invariants(const td_speeds *system, int32_t *count, td_real *rows) {
  if (system == nullptr || count == nullptr || rows == nullptr) return TD_REFUSED_NULL;
  touchdown::Invariants<td_real> result;
  const td_status status = touchdown::find_invariants(touchdown::from_c(*system), result);
  if (status < 0) return status;
  *count = result.count;
  touchdown::copy_out(result.count * system->n, result.rows, rows);
  return status;
}
