#include "link/backend.hpp"

namespace touchdown::host {

Answer OnTarget::resolve(const Contact<float> &contact, Impact<float> &impact) {
  td_impact result{};
  const td_link_outcome outcome = target_.call(TD_LINK_RESOLVE, contact, result);
  if (outcome.status >= 0) impact = result;
  return {outcome.status, outcome.counter};
}

Answer OnTarget::resolve(const BodyContact<float> &body, BodyImpact<float> &impact) {
  td_body_impact result{};
  const td_link_outcome outcome = target_.call(TD_LINK_RESOLVE_BODY, body, result);
  if (outcome.status >= 0) impact = result;
  return {outcome.status, outcome.counter};
}

bool is_place(const std::string &place) { return place == "host-double" || place == "host-float" || is_target(place); }

std::unique_ptr<Backend<float>> open_float(const std::string &place) {
  if (place == "host-float") return std::make_unique<InProcess<float>>();
  return std::make_unique<OnTarget>(place);
}

}  // namespace touchdown::host
