#include "roll/landing_place.hpp"

#include <algorithm>
#include <cstring>

#include "land.h"

namespace touchdown::host {
namespace {

Call call_of(const td_link_landing &request) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&request);
  return {TD_LINK_LAND, {bytes, bytes + sizeof request}, sizeof(td_landing)};
}

// Takes the step. Whether the target answered so, in status and every bit; where it did not, its answer goes no
// further.
bool take_step(const Lander<float> &body, LandingRun<float> &run, const Outcome &there) {
  run.status = td_landing_step(&run.landing, &body, run.until, nullptr);
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&run.landing);
  return run.status == there.status &&
         (run.status < 0 || std::equal(there.result.begin(), there.result.end(), bytes, bytes + sizeof run.landing));
}

}  // namespace

void LandingOnTarget::step(const Lander<float> &body, const std::vector<LandingRun<float> *> &runs) {
  const auto request_of = [&](std::size_t i) {
    td_link_landing request{{}, runs[i]->landing, runs[i]->until};
    std::memcpy(request.lander, &body, sizeof request.lander);
    return request;
  };
  target_.call_all(
      runs.size(), [&](std::size_t i) { return call_of(request_of(i)); },
      [&](std::size_t i, const Outcome &outcome) {
        LandingRun<float> &run = *runs[i];
        run.same_bits = take_step(body, run, outcome) && run.same_bits;
        run.instructions = outcome.counter;
      });
}

}  // namespace touchdown::host
