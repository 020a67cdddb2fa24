// Whole drops that know nothing of how the identifier works: rest, release, fall, contact by one of seven models
// integrated in time, flight of the bounce, second touch; as an accelerometer with one of seven faults reads them. The
// true restitution is its definition, the speed after the first contact over that before, -v'/v.
//
// Contact: Stronge, Impact Mechanics (2000), chapters 2 and 5; Hunt & Crossley (1975); Walton & Braun (1986);
// Goldsmith, Impact (1960), section 4.2.
#ifndef TOUCHDOWN_DROP_TEST_CONTACT_MODELS_HPP
#define TOUCHDOWN_DROP_TEST_CONTACT_MODELS_HPP

#include "pulses.hpp"

namespace pulses {

enum class Model { bilinear, half_sine, haversine, hertz, kelvin_voigt, hunt_crossley, elastic_plastic };
constexpr int models = 7;
constexpr const char *model_names[models] = {"bilinear",     "half sine",     "haversine",      "Hertz with hysteresis",
                                             "Kelvin-Voigt", "Hunt-Crossley", "elastic-plastic"};

enum class Sensor { ideal, noisy, lagging, filtered, ringing, crossed, scaled };
constexpr int sensors = 7;
constexpr const char *sensor_names[sensors] = {"ideal",   "14 bit + noise", "lag",  "2nd order",
                                               "ringing", "cross-axis",     "scale"};

constexpr double earth = 9.81;

// Force by mass [m/s^2] of a contact.
struct Contact {
  Model model = Model::bilinear;
  double time = 0.01;  // [s] scale of its length
  double speed = 2;    // [m/s] of approach, that its parameters are for
  double loss = 0.5;   // what makes it lose energy, in (0, 1); each model has its own
  double shape = 0;    // in [0, 1], likewise
};

// What a contact did.
struct Pushed {
  std::vector<double> force;  // [m/s^2] at steps of `step`
  double step = 0;            // [s]
  double after = 0;           // [m/s] speed at which it leaves
  double length() const { return step * static_cast<double>(force.size()); }
  double at(double time) const {
    const double place = time / step;
    if (!(place >= 0) || place >= static_cast<double>(force.size()) - 1) return 0;
    const auto k = static_cast<std::size_t>(place);
    return force[k] + (place - static_cast<double>(k)) * (force[k + 1] - force[k]);
  }
};

// Depth and its rate, with what the material remembers.
class Material {
 public:
  explicit Material(const Contact &contact) : contact_(contact), k_(square(pi / contact.time)) {
    const double scale = contact.speed / std::sqrt(k_);  // [m] depth that a linear spring would have
    hertz_ = k_ / std::sqrt(scale);
    yields_at_ = scale * (0.15 + 0.8 * (1 - contact.loss));
  }

  // Of a contact that touches: 0 ends it.
  double force(double time, double depth, double rate) {
    deepest_ = std::max(deepest_, depth);
    switch (contact_.model) {
      case Model::bilinear:
        return after_deepest(depth, k_ * deepest_, square(restitution()), 1, k_ * depth);
      case Model::hertz: {
        const double exponent = 1.5 + 1.5 * contact_.shape, load = hertz_ * std::pow(std::max(depth, 0.0), 1.5);
        const double left = std::min(1.0, square(restitution()) * (exponent + 1) / 2.5);
        return after_deepest(depth, hertz_ * std::pow(deepest_, 1.5), left, exponent, load);
      }
      case Model::kelvin_voigt:
        return k_ * depth + 2 * 0.6 * contact_.loss * std::sqrt(k_) * rate;
      case Model::hunt_crossley:
        return hertz_ * std::pow(std::max(depth, 0.0), 1.5) * (1 + 1.5 * contact_.loss * rate / contact_.speed);
      case Model::elastic_plastic:
        return plastic(depth);
      case Model::half_sine:
        return prescribed(pi / 2) * (time < contact_.time ? std::sin(pi * time / contact_.time) : 0);
      case Model::haversine:
        return prescribed(2) * (time < contact_.time ? square(std::sin(pi * time / contact_.time)) : 0);
    }
    return 0;
  }
  bool ends(double time, double depth, double rate, double force) const {
    if (contact_.model == Model::half_sine || contact_.model == Model::haversine) return time >= contact_.time;
    return (rate < 0 && force <= 0) || depth < 0;
  }

 private:
  static double square(double x) { return x * x; }
  double restitution() const { return 1 - 0.95 * contact_.loss; }
  // Of a given mean: speed is reversed to the restitution, whatever gravity does.
  double prescribed(double peak_by_mean) const {
    return peak_by_mean * (contact_.speed * (1 + restitution()) / contact_.time + earth);
  }
  // Unloads with a power, from the deepest to where that part of the depth is given back.
  double after_deepest(double depth, double greatest, double part, double exponent, double loading) const {
    if (depth >= deepest_) return loading;
    const double left = (depth - deepest_ * (1 - part)) / (deepest_ * part);
    return left > 0 ? greatest * std::pow(left, exponent) : 0;
  }
  // Elastic to a yield force, on with a tenth or less of the stiffness, back with all of it.
  double plastic(double depth) const {
    const auto load = [&](double x) {
      return k_ * (std::min(x, yields_at_) + 0.1 * contact_.shape * std::max(x - yields_at_, 0.0));
    };
    return depth >= deepest_ ? load(depth) : std::max(0.0, load(deepest_) - k_ * (deepest_ - depth));
  }

  Contact contact_;
  double k_, hertz_ = 0, yields_at_ = 0, deepest_ = 0;
};

// A body of mass 1 falls onto it, under gravity: explicit midpoint in steps of 1/4000 of its time.
inline Pushed push(Contact contact, double speed) {
  if (contact.model == Model::half_sine || contact.model == Model::haversine) contact.speed = speed;
  Material material(contact);
  Pushed pushed;
  pushed.step = contact.time / 4000;
  double depth = 0, rate = speed;
  for (int i = 0; i < 40000; ++i) {
    const double time = i * pushed.step, force = material.force(time, depth, rate);
    if (i > 0 && material.ends(time, depth, rate, force)) break;
    pushed.force.push_back(force);
    const double half_rate = rate + pushed.step / 2 * (earth - force), half_depth = depth + pushed.step / 2 * rate;
    const double middle = material.force(time + pushed.step / 2, half_depth, half_rate);
    depth += pushed.step * half_rate;
    rate += pushed.step * (earth - middle);
  }
  pushed.force.push_back(0);
  pushed.after = -rate;
  return pushed;
}

// A whole drop, and the sensor that records it.
struct Fall {
  Contact contact;
  Sensor sensor = Sensor::ideal;
  double rate = 10000;       // [Hz]
  double rest = 0.4;         // [s] before release
  double release = 0.0;      // [s] over which it is let go
  double tremor = 0;         // [m/s^2] of the hand, at 8 Hz
  double phase = 0;          // of a sample
  double mu = 0.4;           // friction over normal force, until `slips_for` of the impulse
  double slips_for = 2;      // part of the normal impulse; above 1: throughout
  double lag = 0;            // [s] time constant of the sensor's filter, of first or second order
  double clips_first = 1e9;  // [m/s^2] what goes into its filter at most
  double ring = 1000;        // [Hz]
  double quality = 10;       // of it
  double cross[2] = {};      // part of the tangential reading in the normal one, and the other way round
  double scale = 1;
  double noise = 0, resolution = 0, range = 1e5;  // [m/s^2]
};

// The motion, from the release on.
struct Motion {
  Pushed first, second;
  double let_go = 0;  // [s] when the release begins
  double touch = 0;   // [s] when it touches
  double again = 0;   // [s] when it touches again
  double speed = 0;   // [m/s] before
  double end = 0;     // [s]
  double e() const { return std::max(0.0, first.after / speed); }
};

// [m/s^2] what an accelerometer feels of the hand
inline double held(const Fall &fall, double time, double let_go) {
  const double s = fall.release > 0 ? std::clamp((time - let_go) / fall.release, 0.0, 1.0) : time < let_go ? 0 : 1;
  const double tremor = fall.tremor * std::sin(2 * pi * 8 * time);
  return (earth + tremor) * (1 - s * s * (3 - 2 * s));
}

inline Motion motion_of(const Fall &fall) {
  Motion motion;
  motion.let_go = fall.rest;
  const double step = 1 / (8 * fall.rate);
  // From where the hand's tremor turns: the body rests there.
  double time = std::max(0.0, fall.rest - 0.125), speed = fall.tremor > 0 ? -fall.tremor / (2 * pi * 8) : 0;
  speed *= fall.tremor > 0 ? -std::cos(2 * pi * 8 * time) : 0;
  while (time < fall.rest + fall.release || speed < fall.contact.speed) {
    speed += step * (earth - held(fall, time, motion.let_go));
    time += step;
  }
  motion.touch = time;
  motion.speed = speed;
  motion.first = push(fall.contact, speed);
  motion.again = time + motion.first.length() + 2 * std::max(0.0, motion.first.after) / earth;
  motion.second = motion.first.after > 0.05 ? push(fall.contact, motion.first.after) : Pushed{{0, 0}, 1e-4, 0};
  motion.end = motion.again + motion.second.length() + 0.05;
  return motion;
}

// Mount and filter, as states that are stepped through.
class Chain {
 public:
  Chain(const Fall &fall, double step, double at) : fall_(fall), step_(step), low_(at) {}
  double through(double x) {
    x = std::clamp(x, -fall_.clips_first, fall_.clips_first);
    if (fall_.sensor == Sensor::lagging) return low_ += step_ / (fall_.lag + step_) * (x - low_);
    if (fall_.sensor == Sensor::filtered) return second_order(x, 1 / fall_.lag, std::sqrt(0.5));
    if (fall_.sensor == Sensor::ringing) return second_order(x, 2 * pi * fall_.ring, 0.5 / fall_.quality);
    return x;
  }

 private:
  double second_order(double x, double frequency, double damping) {
    rate_ += step_ * (frequency * frequency * (x - low_) - 2 * damping * frequency * rate_);
    return low_ += step_ * rate_;
  }
  const Fall &fall_;
  double step_, low_, rate_ = 0;
};

inline double digits(double x, const Fall &fall) {
  if (fall.resolution > 0) x = std::round(x / fall.resolution) * fall.resolution;
  return std::clamp(x, -fall.range, fall.range);
}

// [s] until a part of the impulse has passed.
inline double time_of(const Pushed &pushed, double part) {
  double whole = 0, passed = 0;
  for (const double force : pushed.force) whole += force;
  std::size_t k = 0;
  while (k < pushed.force.size() && passed < part * whole) passed += pushed.force[k++];
  return k < pushed.force.size() ? static_cast<double>(k) * pushed.step : 1e9;
}

// Calls `take` with normal and tangential reading [m/s^2] of every sample from a time on, until it says that it has
// enough.
template <class Take>
void sample(const Fall &fall, const Motion &motion, double from, Random &random, const Take &take) {
  constexpr int fine = 16;
  const double step = 1 / (fine * fall.rate);
  Chain chain(fall, step, held(fall, from, motion.let_go)), side(fall, step, 0);
  const double stop = motion.touch + time_of(motion.first, fall.slips_for);
  int tick = static_cast<int>(fine * fall.phase);
  for (double time = from; time < motion.end; time += step) {
    const double pushed = motion.first.at(time - motion.touch) + motion.second.at(time - motion.again);
    const double slips = time < stop ? 1 : 0;
    const double normal = chain.through(pushed + (time < motion.touch ? held(fall, time, motion.let_go) : 0));
    const double tangential = side.through(-fall.mu * pushed * slips);
    if (++tick % fine != 0) continue;
    const double noise[2] = {fall.noise > 0 ? fall.noise * random.normal() : 0,
                             fall.noise > 0 ? fall.noise * random.normal() : 0};
    if (!take(digits(fall.scale * (normal + fall.cross[0] * tangential) + noise[0], fall),
              digits(fall.scale * (tangential + fall.cross[1] * normal) + noise[1], fall)))
      return;
  }
}

inline double peak_of(const Pushed &pushed) { return *std::max_element(pushed.force.begin(), pushed.force.end()); }

// 1 to 3 m/s, 4 to 20 ms, 30 to 300 samples a pulse.
inline Fall draw_fall(Model model, Sensor sensor, Random &random) {
  Fall fall;
  fall.contact = {model, random.uniform(0.004, 0.02), random.uniform(1, 3), random.uniform(0.05, 0.95),
                  random.uniform(0, 1)};
  fall.sensor = sensor;
  fall.rate = std::clamp(30 * std::pow(10, random.uniform(0, 1)) / fall.contact.time, 1500.0, 40000.0);
  fall.rest = random.uniform(0.2, 0.8);
  const bool hand = random.uniform(0, 1) < 0.5;
  fall.release = hand ? random.uniform(0.005, 0.04) : random.uniform(0, 0.002);
  fall.tremor = hand ? random.uniform(0, 0.3) : 0;
  fall.phase = random.uniform(0, 1);
  fall.mu = random.uniform(0, 0.8);
  fall.lag = fall.contact.time * random.uniform(0.02, 0.125);
  if (sensor == Sensor::filtered) fall.lag *= std::sqrt(0.5);  // as much delay
  fall.ring = random.uniform(5, 15) / fall.contact.time;
  fall.quality = random.uniform(5, 20);
  if (sensor == Sensor::crossed)
    for (double &c : fall.cross) c = random.uniform(0, 1) < 0.5 ? -0.03 : 0.03;
  if (sensor == Sensor::scaled) fall.scale = 1 + 0.02 * random.normal();
  return fall;
}

// Once the motion is known: digits and noise go by its peak.
inline void draw_digits(const Motion &motion, Fall &fall, Random &random) {
  const double peak = peak_of(motion.first);
  fall.range = peak * random.uniform(1.7, 5);
  if (fall.sensor == Sensor::noisy) {
    fall.noise = 0.01 * peak;
    fall.resolution = 2 * fall.range / 16384;
  }
}

}  // namespace pulses

#endif
