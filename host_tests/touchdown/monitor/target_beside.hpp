// A target whose every answer is held, to the last bit, against that of the firmware's own function in this process.
#ifndef TOUCHDOWN_HOST_TESTS_TARGET_BESIDE_HPP
#define TOUCHDOWN_HOST_TESTS_TARGET_BESIDE_HPP

#include <algorithm>
#include <cstring>
#include <string>

#include "link/target.hpp"
#include "monitor/listening_place.hpp"
#include "server.h"

namespace touchdown::host {

class TargetBeside {
 public:
  // `count` functions, among them those that are called.
  TargetBeside(const std::string &place, const td_link_function *functions, int count)
      : target_(place), functions_(functions), count_(count) {
    listened_.counter = target_.identity().counter;
  }

  // `answer` is written only if the status is not negative. Where the target differs it is the one it should have
  // given: numbers of feet, explanations and samples that do not exist go no further.
  template <class Request, class Answer>
  td_link_outcome call(std::uint8_t function, const Request &request, Answer &answer) {
    Answer here{};
    std::int32_t status = 0;
    for (int i = 0; i < count_; ++i)
      if (functions_[i].signature.function == function) status = functions_[i].call(nullptr, &request, &here);
    Answer there = answer;
    td_link_outcome outcome = target_.call(function, request, there);
    const bool same = outcome.status == status && (status < 0 || std::memcmp(&there, &here, sizeof here) == 0);
    listened_.differing_answers += same ? 0 : 1;
    outcome.status = status;
    if (status >= 0) answer = here;
    return outcome;
  }

  // A batch of so many samples was listened to.
  void count(const td_link_outcome &outcome, int samples) {
    listened_.work += outcome.counter;
    listened_.samples += static_cast<std::uint64_t>(samples);
    listened_.dearest_batch = std::max(listened_.dearest_batch, outcome.counter / static_cast<double>(samples));
  }
  const Listened &listened() const { return listened_; }

 private:
  Target target_;
  const td_link_function *functions_;
  int count_;
  Listened listened_;
};

}  // namespace touchdown::host

#endif
