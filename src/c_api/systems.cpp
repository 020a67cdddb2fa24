// C API of systems.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/systems.h"

#include "c_api/publish.hpp"
#include "systems/bodies.hpp"
#include "systems/generalized_speeds.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Pair<Scalar> &pair, touchdown::PairImpact<Scalar> &impact) {
  return publish(impact, [&pair](PairImpact<Scalar> &scratch) { return resolve_pair(pair, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::Speeds<Scalar> &speeds, touchdown::SpeedsImpact<Scalar> &impact) {
  SystemAnswer<Scalar> answer;
  const Status status =
      publish(impact, [&](SpeedsImpact<Scalar> &scratch) { return resolve_speeds(speeds, scratch, answer); });
  if (status >= 0) copy_out(speeds.system, answer);
  return status;
}

template <class Scalar>
touchdown::Status touchdown::operational_space_inertia(const touchdown::Speeds<Scalar> &speeds,
                                                       touchdown::OperationalSpaceInertia<Scalar> &inertia) {
  return publish(inertia, [&speeds](OperationalSpaceInertia<Scalar> &scratch) {
    return find_operational_space_inertia(speeds, scratch);
  });
}

template touchdown::Status touchdown::resolve(const touchdown::Pair<td_real> &, touchdown::PairImpact<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::Speeds<td_real> &, touchdown::SpeedsImpact<td_real> &);
template touchdown::Status touchdown::operational_space_inertia(const touchdown::Speeds<td_real> &,
                                                                touchdown::OperationalSpaceInertia<td_real> &);

td_status td_resolve_pair(const td_pair *pair, td_pair_impact *impact) {
  if (pair == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*pair, *impact);
}

td_status td_resolve_speeds(const td_speeds *system, td_speeds_impact *impact) {
  if (system == nullptr || impact == nullptr) return TD_REFUSED_NULL;
  return touchdown::resolve(*system, *impact);
}

td_status td_operational_space_inertia_of(const td_speeds *system, td_operational_space_inertia *inertia) {
  if (system == nullptr || inertia == nullptr) return TD_REFUSED_NULL;
  return touchdown::operational_space_inertia(*system, *inertia);
}
