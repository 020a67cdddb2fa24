// C API of systems.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/systems.h"

#include "c_api/conversion.hpp"
#include "c_api/publish.hpp"
#include "c_api/speeds_conversion.hpp"
#include "systems/generalized_speeds.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Pair<Scalar> &pair, touchdown::PairImpact<Scalar> &impact) {
  return publish(impact, [&pair](PairImpact<Scalar> &scratch) { return resolve_pair(pair, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Speeds<Scalar> &speeds, touchdown::SpeedsImpact<Scalar> &impact) {
  return publish(impact, [&speeds](SpeedsImpact<Scalar> &scratch) { return resolve_speeds(speeds, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::operational_space_inertia(const touchdown::Speeds<Scalar> &speeds,
                                                       touchdown::OperationalSpaceInertia<Scalar> &views) {
  return publish(views, [&speeds](OperationalSpaceInertia<Scalar> &scratch) {
    return find_operational_space_inertia(speeds, scratch);
  });
}

template touchdown::Status touchdown::resolve(const touchdown::Pair<td_real> &, touchdown::PairImpact<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::Speeds<td_real> &, touchdown::SpeedsImpact<td_real> &);
template touchdown::Status touchdown::operational_space_inertia(const touchdown::Speeds<td_real> &,
                                                                touchdown::OperationalSpaceInertia<td_real> &);

namespace touchdown {

static RigidBody<td_real> from_c(const td_rigid_body &x) {
  return {x.mass, inertia_from_c(x.inertia), vector_from_c(x.r), vector_from_c(x.v), vector_from_c(x.w)};
}

static td_contact_inertia to_c(const ContactInertia<td_real> &W) { return {W.nn, W.nt, W.ns, W.tt, W.ts, W.ss}; }

}  // namespace touchdown

td_status td_resolve_pair(const td_pair *pair, td_pair_impact *impact) {
  if (pair == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  touchdown::PairImpact<td_real> result;
  const td_status status =
      touchdown::resolve(touchdown::Pair<td_real>{touchdown::from_c(pair->a), touchdown::from_c(pair->b),
                                                  touchdown::vector_from_c(pair->n), touchdown::from_c(pair->surface),
                                                  touchdown::from_c(pair->options)},
                         result);
  if (status < 0) return status;
  touchdown::to_c(result.impact, &impact->impact);
  touchdown::vector_to_c(result.t, impact->t);
  touchdown::vector_to_c(result.s, impact->s);
  touchdown::vector_to_c(result.v_a, impact->v_a);
  touchdown::vector_to_c(result.w_a, impact->w_a);
  touchdown::vector_to_c(result.v_b, impact->v_b);
  touchdown::vector_to_c(result.w_b, impact->w_b);
  return status;
}

td_status td_resolve_speeds(const td_speeds *system, td_speeds_impact *impact) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  touchdown::SpeedsImpact<td_real> result;
  const td_status status = touchdown::resolve_speeds(touchdown::from_c(*system), result);
  if (status < 0) return status;
  touchdown::to_c(result, *system, impact);
  return status;
}

td_status td_operational_space_inertia_of(const td_speeds *system, td_operational_space_inertia *views) {
  if (system == nullptr || views == nullptr) return TD_REFUSED_NULL;
  touchdown::OperationalSpaceInertia<td_real> result;
  const td_status status = touchdown::find_operational_space_inertia(touchdown::from_c(*system), result);
  if (status < 0) return status;
  views->free = touchdown::to_c(result.free);
  views->locked = touchdown::to_c(result.locked);
  views->blended = touchdown::to_c(result.blended);
  return status;
}
