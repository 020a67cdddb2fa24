// Where samples are listened to: in this process, in double or in float, or on a target over its link; and what is
// reported of each.
#pragma once

#include "cli/in_scalar.hpp"
#include "cli/text.hpp"
#include "link/target.hpp"
#include "monitor/jointed_machine.hpp"
#include "monitor_link.h"
#include "observer_link.h"

namespace touchdown::host {

// What a monitor reported of one sample.
struct Heard {
  double contact = 0;                            // [-] probability that the open event is a contact
  std::array<std::int32_t, TD_MAX_FEET> foot{};  // TD_FOOT_*
  bool reported = false;                         // feet were said to touch just now
  std::vector<double> residual;                  // [N m] of each joint; of an inertial sensor there is none
  std::optional<ContactEvent<double>> ended;     // the event that it ended
};

template <class Sample>
class ListeningPlace {
 public:
  ListeningPlace() = default;
  ListeningPlace(const ListeningPlace &) = delete;
  ListeningPlace &operator=(const ListeningPlace &) = delete;
  virtual ~ListeningPlace() = default;
  // Of each sample, in order. A target that is lost or refuses throws TargetError.
  virtual std::vector<Heard> listen(const std::vector<Sample> &samples) = 0;
  // The event that was not over after the last of them.
  virtual std::optional<ContactEvent<double>> open_event() const = 0;
  virtual TargetWork work() const { return {}; }
};

[[noreturn]] inline void refuse_machine(Status status) {
  throw std::runtime_error("the machine: " + status_text(status));
}

// The same as the firmware's functions report (monitor_link.c, observer_link.c), in any scalar.
template <class Scalar>
Heard heard_of(const Monitor<Scalar> &monitor, int speeds, bool was_open) {
  Heard heard;
  const auto &p = monitor.event.probability;
  if (monitor.phase == TD_MONITOR_WEIGHS)
    heard.contact = static_cast<double>(p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT]);
  std::copy(std::begin(monitor.foot), std::end(monitor.foot), heard.foot.begin());
  heard.reported = std::any_of(std::begin(monitor.hold), std::end(monitor.hold),
                               [](std::int32_t left) { return left >= TD_MONITOR_LONGEST - 1; });
  if (was_open && monitor.phase != TD_MONITOR_WEIGHS) heard.ended = in_scalar<double>(monitor.event);
  heard.residual.assign(monitor.residual, monitor.residual + speeds);
  return heard;
}

template <class Scalar>
std::optional<ContactEvent<double>> open_in(const ContactEvent<Scalar> &event) {
  if (event.phase != TD_EVENT_OPEN) return std::nullopt;
  return in_scalar<double>(event);
}

// Of a moment on the link: TD_FOOT_* of foot i in bits 2 i and 2 i + 1.
template <class Moment>
Heard heard_in(const Moment &moment) {
  Heard heard;
  heard.contact = static_cast<double>(moment.contact);
  for (std::size_t i = 0; i < heard.foot.size(); ++i)
    heard.foot[i] = static_cast<std::int32_t>(moment.feet >> (2 * i) & 3U);
  heard.reported = moment.reported != 0;
  return heard;
}

template <class Scalar>
std::vector<Scalar> numbers_in(const std::vector<double> &from) {
  std::vector<Scalar> to(from.size());
  std::transform(from.begin(), from.end(), to.begin(), [](double x) { return static_cast<Scalar>(x); });
  return to;
}

// At it, or in the batch that it begins.
[[noreturn]] inline void refuse_sample(const JointSample &sample, Status status) {
  throw std::runtime_error("samples from " + formatted("%.9g", sample.time) + " s on: " + status_text(status));
}

// In this process.
template <class Scalar, class Sample>
class ListeningHere : public ListeningPlace<Sample> {
 public:
  explicit ListeningHere(const MonitorMachine<double> &machine) : machine_(in_scalar<Scalar>(machine)) {
    const Status status = start(monitor_, machine_);
    if (status < 0) refuse_machine(status);
  }
  std::vector<Heard> listen(const std::vector<Sample> &samples) override {
    std::vector<Heard> heard;
    for (const Sample &sample : samples) {
      const bool was_open = monitor_.phase == TD_MONITOR_WEIGHS;
      take(sample);
      heard.push_back(heard_of(monitor_, machine_.speeds, was_open));
    }
    return heard;
  }
  std::optional<ContactEvent<double>> open_event() const override { return open_in(monitor_.event); }

 private:
  void take(const MonitorSample<double> &sample) {
    (void)feed(monitor_, machine_, in_scalar<Scalar>(sample));  // a caveat is of the sample
  }
  void take(const JointSample &given) {
    const std::vector<Scalar> M = numbers_in<Scalar>(given.M), u = numbers_in<Scalar>(given.u),
                              force = numbers_in<Scalar>(given.force), J = numbers_in<Scalar>(given.J),
                              normals = numbers_in<Scalar>(given.normals), push = numbers_in<Scalar>(given.push);
    JointsSample<Scalar> sample = {};
    sample.n = machine_.speeds;
    sample.feet = machine_.feet;
    sample.dt = static_cast<Scalar>(given.dt);
    sample.M = M.data();
    sample.u = u.data();
    sample.force = force.data();
    sample.J = J.data();
    sample.normals = normals.data();
    sample.pushes = static_cast<std::int32_t>(push.size()) / sample.n;
    sample.push = push.data();
    const Status status = feed(monitor_, machine_, sample);
    if (status < 0) refuse_sample(given, status);
  }

  MonitorMachine<Scalar> machine_;
  Monitor<Scalar> monitor_ = {};
};

// Samples of an inertial sensor, as many as the link carries at once.
class SensorBatch {
 public:
  using Sample = MonitorSample<double>;
  using Answer = monitor_link_answer;
  static constexpr std::uint8_t start = MONITOR_LINK_START, samples = MONITOR_LINK_SAMPLES;
  static constexpr int count = MONITOR_LINK_COUNT;
  static const td_link_function *functions() { return monitor_link; }

  explicit SensorBatch(const MonitorMachine<float> &) {}
  bool has_room(const Sample &) const { return batch.count < MONITOR_LINK_BATCH; }
  void add(const Sample &sample) { batch.samples[batch.count++] = in_scalar<float>(sample); }
  void put_residual(const Answer &, int, Heard &) const {}
  [[noreturn]] static void refuse(const Sample &, Status status) {
    throw TargetError("the target's monitor: " + status_text(status));
  }

  monitor_link_samples batch{};
};

// The same of joints.
class JointBatch {
 public:
  using Sample = JointSample;
  using Answer = observer_link_answer;
  static constexpr std::uint8_t start = OBSERVER_LINK_START, samples = OBSERVER_LINK_SAMPLES;
  static constexpr int count = OBSERVER_LINK_COUNT;
  static const td_link_function *functions() { return observer_link; }

  explicit JointBatch(const MonitorMachine<float> &machine) {
    batch.n = machine.speeds;
    batch.feet = machine.feet;
  }
  bool has_room(const Sample &sample) const {
    const int pushes = pushes_of(sample);
    return batch.count < OBSERVER_LINK_BATCH && (batch.count == 0 || pushes == batch.pushes) &&
           (batch.count + 1) * batch.n <= OBSERVER_LINK_RESIDUALS &&
           (batch.count + 1) * observer_link_stride(batch.n, batch.feet, pushes) <= OBSERVER_LINK_NUMBERS;
  }
  void add(const Sample &sample) {
    batch.pushes = pushes_of(sample);
    float *at = batch.numbers + used_;
    *at++ = static_cast<float>(sample.dt);
    for (const std::vector<double> *numbers :
         {&sample.M, &sample.u, &sample.force, &sample.J, &sample.normals, &sample.push})
      at = std::transform(numbers->begin(), numbers->end(), at, [](double x) { return static_cast<float>(x); });
    used_ = at - batch.numbers;
    ++batch.count;
  }
  void put_residual(const Answer &answer, int i, Heard &heard) const {
    heard.residual.assign(answer.residual + i * batch.n, answer.residual + (i + 1) * batch.n);
  }
  [[noreturn]] static void refuse(const Sample &first, Status status) { refuse_sample(first, status); }

  observer_link_samples batch{};

 private:
  int pushes_of(const Sample &sample) const { return static_cast<int>(sample.push.size()) / batch.n; }

  std::ptrdiff_t used_ = 0;
};

template <class Batch>
class ListeningOnTarget : public ListeningPlace<typename Batch::Sample> {
 public:
  using Sample = typename Batch::Sample;

  ListeningOnTarget(const std::string &place, const MonitorMachine<double> &machine)
      : target_(place, Batch::functions(), Batch::count), machine_(in_scalar<float>(machine)) {
    typename Batch::Answer ignored{};
    const Status status = target_.call(Batch::start, machine_, ignored).status;
    if (status < 0) refuse_machine(status);
  }

  std::vector<Heard> listen(const std::vector<Sample> &samples) override {
    std::vector<Heard> heard;
    while (heard.size() < samples.size()) {
      Batch batch(machine_);
      for (std::size_t i = heard.size(); i < samples.size() && batch.has_room(samples[i]); ++i) batch.add(samples[i]);
      if (batch.batch.count == 0) throw std::runtime_error("more joints, contacts and pushes than the link carries");
      take(batch, samples[heard.size()], heard);
    }
    return heard;
  }
  std::optional<ContactEvent<double>> open_event() const override { return open_; }
  TargetWork work() const override { return target_.work(); }

 private:
  void take(const Batch &batch, const Sample &first, std::vector<Heard> &heard) {
    typename Batch::Answer answer{};
    const td_link_outcome outcome = target_.call(Batch::samples, batch.batch, answer);
    if (outcome.status < 0) Batch::refuse(first, outcome.status);
    if (answer.taken < 1 || answer.taken > batch.batch.count) throw TargetError("the target takes no samples");
    for (int i = 0; i < answer.taken; ++i) {
      heard.push_back(heard_in(answer.moment[i]));
      batch.put_residual(answer, i, heard.back());
    }
    if (answer.ended != 0) heard.back().ended = in_scalar<double>(answer.event);
    open_ = open_in(answer.event);
    target_.count(outcome, answer.taken);
  }

  TargetBeside target_;
  std::optional<ContactEvent<double>> open_;
  MonitorMachine<float> machine_;
};

// To samples of an inertial sensor (MonitorSample<double>) or of joints (JointSample); `place` as for --on. Throws
// std::runtime_error where the machine is refused, and so does listening where a sample of joints is.
template <class Sample>
std::unique_ptr<ListeningPlace<Sample>> start_listening(const std::string &place,
                                                        const MonitorMachine<double> &machine) {
  using Batch = std::conditional_t<std::is_same_v<Sample, JointSample>, JointBatch, SensorBatch>;
  if (place == "host-double") return std::make_unique<ListeningHere<double, Sample>>(machine);
  if (place == "host-float") return std::make_unique<ListeningHere<float, Sample>>(machine);
  return std::make_unique<ListeningOnTarget<Batch>>(place, machine);
}

}  // namespace touchdown::host
