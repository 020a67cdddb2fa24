// A target whose every answer is held, to the last bit, against that of the firmware's own function in this process; or
// that function alone.
#pragma once

#include "link/target.hpp"
#include "server.h"

namespace touchdown::host {

// What the answers of a target have cost, and whether they were right.
struct TargetWork {
  std::string counter;  // empty in process
  std::uint64_t work = 0, samples = 0;
  double dearest_batch = 0;           // work of a sample, the greatest mean of a batch
  std::size_t differing_answers = 0;  // in some bits from those of this process
};

class TargetBeside {
 public:
  // `count` functions, among them those that are called.
  TargetBeside(const std::string &place, const td_link_function *functions, int count)
      : functions_(functions), count_(count) {
    if (!is_target(place)) return;
    target_.emplace(place);
    work_.counter = target_->identity().counter;
  }

  // `answer` is written only if the status is not negative. Where the target differs it is the one it should have
  // given: numbers of feet, explanations and samples that do not exist go no further.
  template <class Request, class Answer>
  td_link_outcome call(std::uint8_t function, const Request &request, Answer &answer) {
    Answer here{};
    std::int32_t status = 0;
    for (int i = 0; i < count_; ++i)
      if (functions_[i].signature.function == function) status = functions_[i].call(nullptr, &request, &here);
    td_link_outcome outcome{0, status, 0};
    if (target_) {
      Answer there{};
      outcome = target_->call(function, request, there);
      const bool same = outcome.status == status && (status < 0 || std::memcmp(&there, &here, sizeof here) == 0);
      work_.differing_answers += same ? 0 : 1;
      outcome.status = status;
    }
    if (status >= 0) answer = here;
    return outcome;
  }

  // A batch of so many samples was answered.
  void count(const td_link_outcome &outcome, int samples) {
    work_.work += outcome.counter;
    work_.samples += static_cast<std::uint64_t>(samples);
    work_.dearest_batch = std::max(work_.dearest_batch, outcome.counter / static_cast<double>(samples));
  }
  bool on_target() const { return target_.has_value(); }
  const TargetWork &work() const { return work_; }

 private:
  std::optional<Target> target_;
  const td_link_function *functions_;
  int count_;
  TargetWork work_;
};

// Says it on stderr; whether there are any.
inline bool are_differing(const TargetWork &work) {
  if (work.differing_answers > 0)
    std::fprintf(stderr, "touchdown: the target differs from host-float in some bits of %zu answers\n",
                 work.differing_answers);
  return work.differing_answers > 0;
}

}  // namespace touchdown::host
