#include "roll/settling_place.hpp"

#include <algorithm>
#include <cstring>

#include "settle.h"

namespace touchdown::host {
namespace {

Call call_of(const td_link_settling &request) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&request);
  return {TD_LINK_SETTLE, {bytes, bytes + sizeof request}, sizeof(td_settling)};
}

// Status and every bit of the result.
bool same_as_here(const SettlingBody<float> &body, const SettlingRun<float> &run, const Outcome &there) {
  td_settling here = run.settling;
  if (td_settling_step(&body, run.until, &here) != there.status) return false;
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&here);
  return there.status < 0 || std::equal(there.result.begin(), there.result.end(), bytes, bytes + sizeof here);
}

}  // namespace

void SettlingOnTarget::step(const SettlingBody<float> &body, const std::vector<SettlingRun<float> *> &runs) {
  const auto request_of = [&](std::size_t i) {
    td_link_settling request{{}, runs[i]->settling, runs[i]->until};
    std::memcpy(request.body, &body, sizeof request.body);
    return request;
  };
  target_.call_all(
      runs.size(), [&](std::size_t i) { return call_of(request_of(i)); },
      [&](std::size_t i, const Outcome &outcome) {
        SettlingRun<float> &run = *runs[i];
        run.same_bits = run.same_bits && same_as_here(body, run, outcome);
        run.status = outcome.status;
        run.instructions = outcome.counter;
        if (outcome.status >= 0)
          std::memcpy(static_cast<void *>(&run.settling), outcome.result.data(), sizeof run.settling);
      });
}

}  // namespace touchdown::host
