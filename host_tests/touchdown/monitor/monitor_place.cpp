#include "monitor/monitor_place.hpp"

#include <stdexcept>

#include "cli/text.hpp"
#include "monitor/target_beside.hpp"
#include "monitor_link.h"

namespace touchdown::host {
namespace {

template <class Scalar>
class MonitorHere : public MonitorPlace {
 public:
  explicit MonitorHere(const MonitorMachine<double> &machine) {
    const Status status = start(monitor_, in_scalar<Scalar>(machine));
    if (status < 0) refuse_machine(status);
  }
  std::vector<Heard> listen(const std::vector<MonitorSample<double>> &samples) override {
    std::vector<Heard> heard;
    for (const MonitorSample<double> &sample : samples) {
      const bool was_open = monitor_.phase == TD_MONITOR_WEIGHS;
      (void)feed(monitor_, in_scalar<Scalar>(sample));  // a caveat is of the sample
      heard.push_back(heard_of(monitor_, was_open));
    }
    return heard;
  }
  std::optional<ContactEvent<double>> open_event() const override { return open_in(monitor_.event); }

 private:
  Monitor<Scalar> monitor_;
};

class MonitorOnTarget : public MonitorPlace {
 public:
  MonitorOnTarget(const std::string &place, const MonitorMachine<double> &machine)
      : target_(place, monitor_link, MONITOR_LINK_COUNT) {
    monitor_link_answer ignored{};
    const Status status = target_.call(MONITOR_LINK_START, in_scalar<float>(machine), ignored).status;
    if (status < 0) refuse_machine(status);
  }

  std::vector<Heard> listen(const std::vector<MonitorSample<double>> &samples) override {
    std::vector<Heard> heard;
    while (heard.size() < samples.size()) {
      monitor_link_samples batch{};
      for (std::size_t i = heard.size(); i < samples.size() && batch.count < MONITOR_LINK_BATCH; ++i)
        batch.samples[batch.count++] = in_scalar<float>(samples[i]);
      take(batch, heard);
    }
    return heard;
  }
  std::optional<ContactEvent<double>> open_event() const override { return open_; }
  Listened listened() const override { return target_.listened(); }

 private:
  void take(const monitor_link_samples &batch, std::vector<Heard> &heard) {
    monitor_link_answer answer{};
    const td_link_outcome outcome = target_.call(MONITOR_LINK_SAMPLES, batch, answer);
    if (outcome.status < 0) throw TargetError("the target's monitor: " + status_text(outcome.status));
    if (answer.taken < 1 || answer.taken > batch.count) throw TargetError("the target takes no samples");
    for (int i = 0; i < answer.taken; ++i) heard.push_back(heard_in(answer.moment[i]));
    if (answer.ended != 0) heard.back().ended = in_scalar<double>(answer.event);
    open_ = open_in(answer.event);
    target_.count(outcome, answer.taken);
  }

  TargetBeside target_;
  std::optional<ContactEvent<double>> open_;
};

}  // namespace

std::unique_ptr<MonitorPlace> start_monitor(const std::string &place, const MonitorMachine<double> &machine) {
  if (place == "host-double") return std::make_unique<MonitorHere<double>>(machine);
  if (place == "host-float") return std::make_unique<MonitorHere<float>>(machine);
  return std::make_unique<MonitorOnTarget>(place, machine);
}

}  // namespace touchdown::host
