// The cases of landings.hpp that are counted, and what is counted of each.
#ifndef TOUCHDOWN_CONTACT_MONITOR_LANDING_CASES_HPP
#define TOUCHDOWN_CONTACT_MONITOR_LANDING_CASES_HPP

#include <algorithm>
#include <vector>

#include "landings.hpp"

namespace landings {

constexpr Sensor usual{1000, 200, 0, false, 0.05, 0.002}, slow{200, 200, 0, false, 0.05, 0.002},
    fast{4000, 200, 0, false, 0.1, 0.004}, small_range{1000, 16, 0, false, 0.05, 0.002},
    filtered_40{1000, 200, 40, false, 0.05, 0.002}, filtered_200{1000, 200, 200, false, 0.05, 0.002};

// What each error of a sensor costs, one at a time.
constexpr Sensor perfect{1000, 200, 0, false, 0.05, 0.002, 0, 0, 0, 0, 0, 0},
    offset{1000, 200, 0, false, 0.05, 0.002, 1, 0.05, 0, 0, 0, 0},
    scaled{1000, 200, 0, false, 0.05, 0.002, 0, 0, 0.05, 0, 0, 0},
    tilted{1000, 200, 0, false, 0.05, 0.002, 0, 0, 0, 0.1, 0, 0},
    late{1000, 200, 0, false, 0.05, 0.002, 0, 0, 0, 0, 5, 5},
    gyro_late{1000, 200, 0, false, 0.05, 0.002, 0, 0, 0, 0, 0, 3};

constexpr Case cases[] = {
    {"one foot, 4 ms", Feet::one, 0.004, 0, usual, nothing},
    {"one foot, 20 ms", Feet::one, 0.02, 0, usual, nothing},
    {"one foot, 200 ms", Feet::one, 0.2, 0, usual, nothing},
    {"one foot, ring of 20 m/s^2", Feet::one, 0.02, 0, usual, {0, 20, 0, 0}},
    {"one foot, 4 ms, 16 g", Feet::one, 0.004, 0, small_range, nothing},
    {"two on an edge, 4 ms", Feet::edge, 0.004, 0.001, usual, nothing},
    {"two on an edge, 20 ms", Feet::edge, 0.02, 0.001, usual, nothing},
    {"two on a diagonal, 20 ms", Feet::diagonal, 0.02, 0.001, usual, nothing},
    {"two on an edge, 4 ms, 16 g", Feet::edge, 0.004, 0.001, small_range, nothing},
    {"four within 1 ms", Feet::four, 0.02, 0.001, usual, nothing},
    {"four within 5 ms", Feet::four, 0.02, 0.005, usual, nothing},
    {"four within 30 ms", Feet::four, 0.02, 0.03, usual, nothing},
    {"four, 4 ms, 16 g", Feet::four, 0.004, 0.001, small_range, nothing},
    {"four, vibration 3 m/s^2", Feet::four, 0.02, 0.001, usual, {3, 0, 0, 0}},
    {"four, gust of 10 %", Feet::four, 0.02, 0.001, usual, {0, 0, 0.1, 0}},
    {"four, engine cut, tail of 50 ms", Feet::four, 0.02, 0.001, usual, {0, 0, 0, 0.05}},
    {"four, 200 Hz", Feet::four, 0.02, 0.001, slow, nothing},
    {"four, 4 kHz", Feet::four, 0.02, 0.001, fast, nothing},
    {"four, filter of 40 Hz", Feet::four, 0.02, 0.001, filtered_40, nothing},
    {"four, filter of 200 Hz", Feet::four, 0.02, 0.001, filtered_200, nothing},
    {"one foot, 20 ms, 200 Hz", Feet::one, 0.02, 0, slow, nothing},
    {"one foot, 20 ms, 4 kHz", Feet::one, 0.02, 0, fast, nothing},
    {"one foot, 20 ms, filter of 40 Hz", Feet::one, 0.02, 0, filtered_40, nothing},
    {"one foot, 20 ms, noise alone", Feet::one, 0.02, 0, perfect, nothing},
    {"and offsets of 1 m/s^2, 0.05 rad/s", Feet::one, 0.02, 0, offset, nothing},
    {"or scales that are 5 % off", Feet::one, 0.02, 0, scaled, nothing},
    {"or axes that are tilted by 6 degrees", Feet::one, 0.02, 0, tilted, nothing},
    {"or readings that are 5 ms late", Feet::one, 0.02, 0, late, nothing},
    {"or a gyro that lags by 3 ms", Feet::one, 0.02, 0, gyro_late, nothing},
};

struct Tally {
  int count = 0, in_time = 0, missed = 0, held = 0, exact = 0, wrong = 0, alarms = 0;
  std::vector<double> delay, off;
  double percent(int part) const { return 100.0 * part / std::max(count, 1); }
};

inline double median_of(std::vector<double> x) {
  if (x.empty()) return -1;
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

// The normal part of the event's impulse over all that the ground gave, less 1.
template <class Scalar>
double error_of(const touchdown::ContactEvent<Scalar> &event, const Scalar (&normal)[3], const Flight &flight) {
  double found = 0, all = 0;
  for (int i = 0; i < 3; ++i) found += static_cast<double>(event.impulse[i] * normal[i]);
  for (int i = 0; i < feet; ++i) all += flight.impulse(i);
  return std::abs(found / all - 1);
}

// Feet that are said to touch, and that may, at any time so far.
struct Said {
  bool touching[feet] = {}, maybe[feet] = {};
};

template <class Scalar>
Outcome land(const Craft &craft, const Case &what, std::uint64_t seed) {
  Flight flight(craft, what, seed);
  touchdown::Monitor<Scalar> monitor;
  Outcome outcome;
  const touchdown::MonitorMachine<Scalar> watched = machine<Scalar>(craft, what.sensor);
  if (touchdown::start(monitor, watched) < 0) return outcome;
  Said said;
  while (flight.time() < 0.2) {
    const auto sample = flight.sample<Scalar>();
    if (touchdown::feed(monitor, watched, sample) < 0) return outcome;
    const bool flies = flight.time() < 0;
    outcome.alarmed = outcome.alarmed || (flies && monitor.touched != 0);
    if (!flies && outcome.reported < 0 && monitor.touched != 0) outcome.reported = flight.time();
    if (outcome.reported >= 0 && outcome.off < 0 && monitor.event.phase == TD_EVENT_OVER)
      outcome.off = error_of(monitor.event, sample.n, flight);
    for (int i = 0; i < feet; ++i) {
      said.touching[i] = said.touching[i] || monitor.foot[i] >= TD_FOOT_TOUCHING;
      said.maybe[i] = said.maybe[i] || monitor.foot[i] == TD_FOOT_MAYBE;
      outcome.wrong = outcome.wrong || (monitor.foot[i] >= TD_FOOT_TOUCHING && !(flight.impulse(i) > 0));
    }
  }
  double most = 0;
  for (int i = 0; i < feet; ++i) most = std::max(most, flight.impulse(i));
  for (int i = 0; i < feet; ++i) {
    const bool truly = flight.impulse(i) > 0.05 * most;
    outcome.holds = outcome.holds && (!truly || said.touching[i] || said.maybe[i]);
    outcome.exact = outcome.exact && truly == said.touching[i];
  }
  return outcome;
}

template <class Scalar>
Tally land_all(const Craft &craft, const Case &what, int count, std::uint64_t seed) {
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const Outcome outcome = land<Scalar>(craft, what, seed + static_cast<std::uint64_t>(i));
    ++tally.count;
    tally.alarms += outcome.alarmed;
    tally.missed += outcome.reported < 0;
    tally.in_time += outcome.reported >= 0 && outcome.reported <= 0.025;
    if (outcome.reported >= 0) tally.delay.push_back(outcome.reported);
    if (outcome.off >= 0) tally.off.push_back(outcome.off);
    tally.held += outcome.holds;
    tally.exact += outcome.exact;
    tally.wrong += outcome.wrong;
  }
  return tally;
}

}  // namespace landings

#endif
