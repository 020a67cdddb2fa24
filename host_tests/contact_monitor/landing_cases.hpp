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
};

struct Tally {
  int count = 0, in_time = 0, missed = 0, held = 0, exact = 0, wrong = 0, alarms = 0;
  std::vector<double> delay;
  double percent(int part) const { return 100.0 * part / std::max(count, 1); }
  double median_delay() const {
    if (delay.empty()) return -1;
    std::vector<double> sorted = delay;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

// Feet that are said to touch, and that may, at any time so far.
struct Said {
  bool touching[feet] = {}, maybe[feet] = {};
};

template <class Scalar>
Outcome land(const Craft &craft, const Case &what, std::uint64_t seed) {
  Flight flight(craft, what, seed);
  touchdown::Monitor<Scalar> monitor;
  Outcome outcome;
  if (touchdown::start(monitor, machine<Scalar>(craft, what.sensor)) < 0) return outcome;
  Said said;
  while (flight.time() < 0.2) {
    const auto sample = flight.sample<Scalar>();
    if (touchdown::feed(monitor, sample) < 0) return outcome;
    const bool flies = flight.time() < 0;
    outcome.alarmed = outcome.alarmed || (flies && monitor.touched != 0);
    if (!flies && outcome.reported < 0 && monitor.touched != 0) outcome.reported = flight.time();
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
    tally.held += outcome.holds;
    tally.exact += outcome.exact;
    tally.wrong += outcome.wrong;
  }
  return tally;
}

}  // namespace landings

#endif
