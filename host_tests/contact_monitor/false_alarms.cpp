// false_alarms SAMPLES TOUCHES [FIRST_SEED]: the monitor, and what others do, in flights without any contact, and at
// touches of 0.1 m/s of a lander of 100 kg. Rules with a threshold are set so that they report 19 of 20 touches without
// shaking; then the alarms of all are counted. Fails where the monitor gives any or names another foot; of the seeds
// from 1 on, that it was tuned on, also where it reports less than 95, 90 and 80 of 100 touches with shaking of 0, 0.05
// and 0.15 m/s^2. Of others it says how many.
//
// Seen red: without the spoilt events that learn_shaking leaves out (src/monitor/sensor.hpp), sure_impulse (feed.hpp)
// and a rule that is gone, together, seeds from 23000000: 3 alarms in 10^8 samples. There were 50 in 2 10^7 without
// `onset` and the `errors` of next_hold (feed.hpp) too.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "rivals.hpp"

namespace {

using lander::Vector3d;
using Scalar = float;
using Sample = touchdown::MonitorSample<Scalar>;

Vector3d wide(const Scalar (&x)[3]) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

// All that listen to one stream.
struct Listeners {
  touchdown::MonitorMachine<Scalar> machine = lander::machine<Scalar>();
  touchdown::Monitor<Scalar> monitor;
  rivals::Bump bump;
  rivals::Size size;
  rivals::Observer observer;
  Vector3d a{0, 0, imu::gravity}, w{0, 0, 0};
  bool bumped = false, touched = false;
  double off = 0, missing = 0;

  Listeners() {
    if (touchdown::start(monitor, machine) != TD_SOLVED) std::abort();
  }
  void feed(const Sample &sample) {
    if (touchdown::feed(monitor, machine, sample) < 0) std::abort();
    if (sample.a[0] == sample.a[0]) {  // else the sample before stands in
      a = wide(sample.a);
      w = wide(sample.w);
    }
    bumped = bump.feed(a[2]);
    off = size.feed(a);
    missing = observer.feed(a, w, wide(sample.force), wide(sample.torque));
    touched = monitor.touched != 0;
    for (int i = 0; i < 4; ++i) touched = touched || monitor.foot[i] != TD_FOOT_CLEAR;
  }
};

double quantile(std::vector<double> x, double part) {
  if (x.empty()) return 0;
  std::sort(x.begin(), x.end());
  return x[static_cast<std::size_t>(part * static_cast<double>(x.size() - 1))];
}

// ---- Touches
// ---------------------------------------------------------------------------------------------------------

struct Touches {
  int count = 0, reported = 0, wrong = 0, bumps = 0;
  std::vector<double> off, missing, late;
};

// What was reported of one touch, until 0.15 s after it.
struct Report {
  bool first = false, wrong = false, bumped = false;
  double at = 0, off = 0, missing = 0;

  void listen(const lander::World &world, const Listeners &listeners) {
    off = std::max(off, listeners.off);
    missing = std::max(missing, listeners.missing);
    bumped = bumped || listeners.bumped;
    const auto &monitor = listeners.monitor;
    for (int i = 0; i < 4; ++i) wrong = wrong || (monitor.foot[i] >= TD_FOOT_TOUCHING && !world.has_touched(i));
    if (first || monitor.foot[world.touched()] == TD_FOOT_CLEAR) return;
    first = true;
    at = world.time() - static_cast<double>(monitor.event.age);
  }
};

void touch(std::uint64_t seed, double speed, double shaking, Touches &touches) {
  lander::Which alone = lander::nothing();
  alone.shaking = alone.lost = true;
  lander::World world(seed, alone);
  oracle::Random &random = world.random;
  const Vector3d towards = random.direction();
  const Vector3d tilt = random.uniform(1, 6) * imu::degree * Vector3d(towards[0], towards[1], 0);
  world.place(1.02 + speed * 0.6, {random.uniform(-0.03, 0.03), random.uniform(-0.03, 0.03), -speed}, tilt);
  world.set_thrust(lander::weight / 1.02);
  world.shake(shaking);
  Listeners listeners;
  Report report;
  for (int i = 0; i < 3000 && (world.touched() < 0 || world.time() - world.touched_at() < 0.15); ++i) {
    listeners.feed(world.sample<Scalar>());
    if (world.touched() >= 0) report.listen(world, listeners);
  }
  ++touches.count;
  touches.reported += report.first;
  touches.wrong += report.wrong;
  touches.bumps += report.bumped;
  touches.off.push_back(report.off);
  touches.missing.push_back(report.missing);
  if (report.first) touches.late.push_back(report.at - world.touched_at());
}

Touches touch_all(int count, double shaking, std::uint64_t first_seed) {
  Touches touches;
  for (int i = 0; i < count; ++i) touch(first_seed + 999 + static_cast<std::uint64_t>(i), 0.1, shaking, touches);
  std::printf("%-10.2f %8d %8d %8d %8d %10.1f %10.1f\n", shaking, touches.count, touches.reported, touches.wrong,
              touches.bumps, 1000 * quantile(touches.late, 0.05), 1000 * quantile(touches.late, 0.95));
  return touches;
}

// ---- Flights
// ---------------------------------------------------------------------------------------------------------

// An alarm is counted when it begins, after a fifth of a second without.
struct Alarm {
  int rest = 0;
  long long count = 0;
  void feed(bool on) {
    if (on && rest <= 0) ++count;
    rest = on ? 200 : rest - 1;
  }
};

struct Alarms {
  Alarm monitor, bump, size, observer;
  long long samples = 0, events = 0, no_contact = 0;
};

struct Thresholds {
  double off, missing;
};

void fly(std::uint64_t seed, const lander::Which &which, long long samples, const Thresholds &bars, Alarms &alarms) {
  lander::World world(seed, which);
  Listeners listeners;
  int over = 0;
  for (long long i = 0; i < samples; ++i) {
    listeners.feed(world.sample<Scalar>());
    if (i < 2000) continue;  // the slow means of the others
    alarms.monitor.feed(listeners.touched);
    alarms.bump.feed(listeners.bumped);
    alarms.size.feed(listeners.off > bars.off);
    alarms.observer.feed(listeners.missing > bars.missing);
    const auto &event = listeners.monitor.event;
    if (event.phase != TD_EVENT_OVER || event.number == over) continue;
    over = event.number;
    ++alarms.events;
    alarms.no_contact += event.explanation == TD_EXPLAINED_BY_NO_CONTACT;
  }
  alarms.samples += samples;
}

struct Flight {
  const char *name;
  bool lander::Which::*what;
};

constexpr Flight flights[] = {
    {"vibration", &lander::Which::shaking},
    {"gusts", &lander::Which::gusts},
    {"engine", &lander::Which::engine},
    {"thrusters", &lander::Which::thrusters},
    {"shocks", &lander::Which::shocks},
    {"legs deployed", &lander::Which::legs},
    {"lost samples", &lander::Which::lost},
    {"valves", &lander::Which::valves},
    {"pulses", &lander::Which::pulses},
    {"slosh", &lander::Which::slosh},
    {"bolts", &lander::Which::bolts},
    {"latches", &lander::Which::latches},
    {"clipped", &lander::Which::clipped},
    {"jitter", &lander::Which::jitter},
    {"unannounced thrust", &lander::Which::unannounced},
    {"all at once", nullptr},
};
constexpr int alone = 15;  // of them

lander::Which only(const Flight &flight) {
  if (flight.what == nullptr) return {};
  lander::Which which = lander::nothing();
  which.*flight.what = true;
  return which;
}

long long fly_all(const Flight &flight, long long samples, const Thresholds &bars, std::uint64_t first_seed) {
  constexpr long long one = 100000;
  Alarms alarms;
  for (long long done = 0; done < samples; done += one)
    fly(first_seed + static_cast<std::uint64_t>(done / one), only(flight), std::min(one, samples - done), bars, alarms);
  std::printf("%-14s %10lld %8lld %8lld %8lld %8lld %10lld %10lld\n", flight.name, alarms.samples, alarms.monitor.count,
              alarms.bump.count, alarms.size.count, alarms.observer.count, alarms.events, alarms.no_contact);
  return alarms.monitor.count;
}

}  // namespace

int main(int count, char **words) {
  if (count != 3 && count != 4) return 2;
  const long long samples = std::atoll(words[1]);
  const int tries = std::atoi(words[2]);
  const std::uint64_t seed = count == 4 ? std::strtoull(words[3], nullptr, 10) : 1;
  std::printf("touches at 0.1 m/s, 100 kg\n%-10s %8s %8s %8s %8s %10s %10s\n", "shaking", "touches", "reported",
              "wrong", "bump", "from [ms]", "to [ms]");
  const Touches still = touch_all(tries, 0, seed), calm = touch_all(tries, 0.05, seed),
                engine = touch_all(tries, 0.15, seed);
  (void)touch_all(tries, 0.4, seed);
  const Thresholds bars = {quantile(still.off, 0.05), quantile(still.missing, 0.05)};
  std::printf("\nflights; | |a| - level | above %.2f m/s^2, momentum observer above %.1f N\n", bars.off, bars.missing);
  std::printf("%-14s %10s %8s %8s %8s %8s %10s %10s\n", "", "samples", "monitor", "bump", "|a|", "observer", "events",
              "no contact");
  long long alarms = 0;
  for (const Flight &flight : flights)
    alarms += fly_all(flight, flight.what == nullptr ? samples / 2 : samples / (2 * alone), bars, seed);
  const int wrong = still.wrong + calm.wrong + engine.wrong;
  const bool enough =
      count == 4 || (still.reported >= 0.95 * tries && calm.reported >= 0.9 * tries && engine.reported >= 0.8 * tries);
  return alarms == 0 && wrong == 0 && enough ? 0 : 1;
}
