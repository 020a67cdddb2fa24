#include "monitor/listening.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "cli/text.hpp"
#include "monitor_link.h"
#include "observer_link.h"

namespace touchdown::host {
namespace {

template <class Scalar>
std::vector<Scalar> numbers_in(const std::vector<double> &from) {
  std::vector<Scalar> to(from.size());
  std::transform(from.begin(), from.end(), to.begin(), [](double x) { return static_cast<Scalar>(x); });
  return to;
}

// At it, or in the batch that it begins.
[[noreturn]] void refuse_sample(const JointSample &sample, Status status) {
  throw std::runtime_error("samples from " + formatted("%.9g", sample.time) + " s on: " + status_text(status));
}

template <class Scalar>
class ObserverHere : public ObserverPlace {
 public:
  explicit ObserverHere(const MonitorMachine<double> &machine) {
    const Status status = start(observer_, in_scalar<Scalar>(machine));
    if (status < 0) refuse_machine(status);
  }
  std::vector<Heard> listen(const std::vector<JointSample> &samples) override {
    std::vector<Heard> heard;
    heard.reserve(samples.size());
    for (const JointSample &sample : samples) heard.push_back(hear(sample));
    return heard;
  }
  std::optional<ContactEvent<double>> open_event() const override { return open_in(observer_.event); }

 private:
  Heard hear(const JointSample &given) {
    const std::vector<Scalar> M = numbers_in<Scalar>(given.M), u = numbers_in<Scalar>(given.u),
                              force = numbers_in<Scalar>(given.force), J = numbers_in<Scalar>(given.J),
                              normals = numbers_in<Scalar>(given.normals);
    JointsSample<Scalar> sample = {};
    sample.n = observer_.machine.speeds;
    sample.feet = observer_.machine.feet;
    sample.dt = static_cast<Scalar>(given.dt);
    sample.M = M.data();
    sample.u = u.data();
    sample.force = force.data();
    sample.J = J.data();
    sample.normals = normals.data();
    const bool was_open = observer_.phase == TD_MONITOR_WEIGHS;
    const Status status = feed(observer_, sample);
    if (status < 0) refuse_sample(given, status);  // a caveat is of the sample
    Heard heard = heard_of(observer_, was_open);
    heard.residual.assign(observer_.residual, observer_.residual + sample.n);
    return heard;
  }

  Monitor<Scalar> observer_ = {};
};

// Samples of `machine`, as many as the link carries at once.
class SampleBatch {
 public:
  explicit SampleBatch(const MonitorMachine<float> &machine) {
    batch.n = machine.speeds;
    batch.feet = machine.feet;
  }

  bool has_room() const {
    return batch.count < OBSERVER_LINK_BATCH && (batch.count + 1) * batch.n <= OBSERVER_LINK_RESIDUALS &&
           (batch.count + 1) * observer_link_stride(batch.n, batch.feet) <= OBSERVER_LINK_NUMBERS;
  }
  void add(const JointSample &sample) {
    float *at = batch.numbers + used_;
    *at++ = static_cast<float>(sample.dt);
    for (const std::vector<double> *numbers : {&sample.M, &sample.u, &sample.force, &sample.J, &sample.normals})
      at = std::transform(numbers->begin(), numbers->end(), at, [](double x) { return static_cast<float>(x); });
    used_ = at - batch.numbers;
    ++batch.count;
  }

  observer_link_samples batch{};

 private:
  std::ptrdiff_t used_ = 0;
};

class ObserverOnTarget : public ObserverPlace {
 public:
  ObserverOnTarget(const std::string &place, const MonitorMachine<double> &machine)
      : target_(place, observer_link, OBSERVER_LINK_COUNT), machine_(in_scalar<float>(machine)) {
    if (!SampleBatch(machine_).has_room())
      throw std::runtime_error("a machine of more joints and contacts than the link carries");
    observer_link_answer ignored{};
    const Status status = target_.call(OBSERVER_LINK_START, machine_, ignored).status;
    if (status < 0) refuse_machine(status);
  }

  std::vector<Heard> listen(const std::vector<JointSample> &samples) override {
    std::vector<Heard> heard;
    while (heard.size() < samples.size()) {
      SampleBatch batch(machine_);
      for (std::size_t i = heard.size(); i < samples.size() && batch.has_room(); ++i) batch.add(samples[i]);
      take(batch.batch, samples[heard.size()], heard);
    }
    return heard;
  }
  std::optional<ContactEvent<double>> open_event() const override { return open_; }
  TargetWork work() const override { return target_.work(); }

 private:
  void take(const observer_link_samples &batch, const JointSample &first, std::vector<Heard> &heard) {
    observer_link_answer answer{};
    const td_link_outcome outcome = target_.call(OBSERVER_LINK_SAMPLES, batch, answer);
    if (outcome.status < 0) refuse_sample(first, outcome.status);
    if (answer.taken < 1 || answer.taken > batch.count) throw TargetError("the target takes no samples");
    const float *residual = answer.residual;
    for (int i = 0; i < answer.taken; ++i, residual += batch.n) {
      heard.push_back(heard_in(answer.moment[i]));
      heard.back().residual.assign(residual, residual + batch.n);
    }
    if (answer.ended != 0) heard.back().ended = in_scalar<double>(answer.event);
    open_ = open_in(answer.event);
    target_.count(outcome, answer.taken);
  }

  TargetBeside target_;
  std::optional<ContactEvent<double>> open_;
  MonitorMachine<float> machine_;
};

}  // namespace

std::unique_ptr<ObserverPlace> start_observer(const std::string &place, const MonitorMachine<double> &machine) {
  if (place == "host-double") return std::make_unique<ObserverHere<double>>(machine);
  if (place == "host-float") return std::make_unique<ObserverHere<float>>(machine);
  return std::make_unique<ObserverOnTarget>(place, machine);
}

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
  TargetWork work() const override { return target_.work(); }

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
