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

// Takes the step. Whether the target answered so, in status and every bit; where it did not, its answer goes no
// further.
bool take_step(const SettlingBody<float> &body, SettlingRun<float> &run, const Outcome &there) {
  run.status = td_settling_step(&body, run.until, &run.settling);
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&run.settling);
  return run.status == there.status &&
         (run.status < 0 || std::equal(there.result.begin(), there.result.end(), bytes, bytes + sizeof run.settling));
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
        run.same_bits = take_step(body, run, outcome) && run.same_bits;
        run.instructions = outcome.counter;
      });
}

}  // namespace touchdown::host
