#include "monitor/detections.hpp"

#include <cmath>

#include "touchdown/drop.h"

namespace touchdown::host {
namespace {

constexpr double same_touch = 0.1;  // [s] by which an event and a touch of the log may differ

void match(Replay &replay) {
  for (Detection &detection : replay.detections)
    for (const Touch &touch : replay.truth) {
      const double off = std::abs(touch.time - detection.touch);
      if (off < same_touch && (!detection.truth || off < std::abs(detection.truth->time - detection.touch)))
        detection.truth = touch;
    }
}

std::vector<double> felt_in(const MonitorSample<double> &sample, const Heard &) { return {vector(sample.a).norm()}; }
std::vector<double> felt_in(const JointSample &, const Heard &heard) { return heard.residual; }

// What the place reported of samples, beside what the log knows of them.
template <class Sample>
void take(const std::vector<Logged<Sample>> &logged, const std::vector<Heard> &heard, Replay &replay) {
  for (std::size_t i = 0; i < logged.size(); ++i) {
    const double time = logged[i].time;
    if (logged[i].touches) replay.truth.push_back({time, *logged[i].touches});
    replay.moments.push_back({time, felt_in(logged[i].sample, heard[i]), heard[i]});
    replay.reported_now = replay.reported_now || heard[i].reported;
    if (!heard[i].ended) continue;
    const ContactEvent<double> &event = *heard[i].ended;
    replay.detections.push_back({time - event.age, event, replay.reported_now, std::nullopt});
    replay.reported_now = false;
  }
}

// The log ends before the event does.
void take_open(std::optional<ContactEvent<double>> event, Replay &replay) {
  if (!event) return;
  event->caveats |= TD_CAVEAT_UNFINISHED;
  replay.detections.push_back({replay.moments.back().time - event->age, *event, replay.reported_now, std::nullopt});
}

template <class Sample>
Replay replayed(ListeningPlace<Sample> &place, const NextSample<Sample> &next) {
  constexpr std::size_t batch = 32;
  Replay replay;
  std::vector<Logged<Sample>> logged;
  std::vector<Sample> samples;
  const auto flush = [&] {
    take(logged, place.listen(samples), replay);
    logged.clear();
    samples.clear();
  };
  while (const std::optional<Logged<Sample>> sample = next()) {
    logged.push_back(*sample);
    samples.push_back(sample->sample);
    if (samples.size() == batch) flush();
  }
  flush();
  take_open(place.open_event(), replay);
  match(replay);
  return replay;
}

}  // namespace

Replay replay_on(ListeningPlace<MonitorSample<double>> &place, const NextSample<MonitorSample<double>> &next) {
  return replayed(place, next);
}

Replay replay_on(ListeningPlace<JointSample> &place, const NextSample<JointSample> &next) {
  return replayed(place, next);
}

const char *explanation_name(std::int32_t explanation) {
  constexpr const char *names[TD_EXPLANATIONS] = {"nothing", "foot", "feet", "point", "no contact"};
  return explanation >= 0 && explanation < TD_EXPLANATIONS ? names[explanation] : "unknown";
}

}  // namespace touchdown::host
