#include "link/backend.hpp"

namespace touchdown::host {

template <class Case, class Result>
Answer OnTarget::call(std::uint8_t function, const Case &to_resolve, Result &impact) {
  Result result{};
  const td_link_outcome outcome = target_.call(function, to_resolve, result);
  if (outcome.status >= 0) impact = result;
  return {outcome.status, outcome.counter};
}

Answer OnTarget::resolve(const Contact<float> &contact, Impact<float> &impact) {
  return call(TD_LINK_RESOLVE, contact, impact);
}

Answer OnTarget::resolve(const BodyContact<float> &body, BodyImpact<float> &impact) {
  return call(TD_LINK_RESOLVE_BODY, body, impact);
}

Answer OnTarget::resolve(const Contact<float> &contact, ImpactDerivatives<float> &impact) {
  return call(TD_LINK_RESOLVE_DERIVATIVES, contact, impact);
}

Answer OnTarget::resolve(const BodyContact<float> &body, BodyDerivatives<float> &impact) {
  return call(TD_LINK_RESOLVE_BODY_DERIVATIVES, body, impact);
}

std::unique_ptr<Backend<float>> open_float(const std::string &place) {
  if (place == "host-float") return std::make_unique<InProcess<float>>();
  return std::make_unique<OnTarget>(place);
}

}  // namespace touchdown::host
