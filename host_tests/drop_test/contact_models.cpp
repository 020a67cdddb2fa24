// How often the identifier is wrong without saying so: whole drops by seven contact models and seven sensors, none of
// which it knows (contact_models.hpp), without an approach speed. Wrong is e off by more than 0.05 and by more than
// twice its uncertainty, mu likewise, with a status of no caveat, and for mu without mu_bound. Fails where more than 1
// % are, of e in any of the streams or of mu of any length of slip, or where a stream that holds the speed is mostly
// not believed. Then the same of sensors that saturate: how often what is said, estimate or bound, holds the truth;
// fails below 95 %. Usage: contact_models [drops of each model and sensor]
//
// Seen red: before the fall and the bounce gave the speed, when 46 % and 53 % of the drops were wrong silently, and of
// those whose slip ended after a tenth of the impulse 70 % to 91 %.
#include "contact_models.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace pulses;

// What a stream holds of the approach speed.
enum class Holds { fall, bounce, neither, flights };
constexpr int streams = 4;
constexpr const char *stream_names[streams] = {"rest and fall", "the end of the fall, the bounce watched",
                                               "the end of the fall, nothing watched", "rest, fall and bounce"};

double wide(td_real x) { return static_cast<double>(x); }

td_drop_rig rig_of(const Fall &fall, const Motion &motion, Holds holds) {
  td_drop_rig rig = {};
  const double peak = peak_of(motion.first);
  rig.rate = static_cast<td_real>(fall.rate);
  rig.normal[2] = 1;
  rig.range = static_cast<td_real>(fall.range);
  rig.resolution = static_cast<td_real>(fall.resolution);
  rig.threshold = static_cast<td_real>(std::max({0.04 * peak, 1.5 * earth, earth + 6 * fall.noise}));
  rig.gravity = static_cast<td_real>(earth);
  if (fall.sensor == Sensor::crossed) rig.misalignment = td_real(0.03);
  if (fall.sensor == Sensor::scaled) rig.sensitivity = td_real(0.02);
  if (fall.sensor == Sensor::lagging || fall.sensor == Sensor::filtered)
    rig.bandwidth = static_cast<td_real>(1 / (2 * pi * fall.lag));
  if (holds == Holds::bounce || holds == Holds::flights) rig.bounce = 1;
  return rig;
}

struct Answer {
  td_status status = TD_REFUSED_NO_IMPACT;
  td_drop_impact impact = {};
};

// `range`: how many times the sensor's the rig says it is.
Answer identify(const Fall &fall, const Motion &motion, Holds holds, Random &random, double range = 1) {
  static td_drop_test test;
  td_drop_rig rig = rig_of(fall, motion, holds);
  rig.range *= static_cast<td_real>(range);
  (void)td_drop_start(&test, &rig);
  const double falls = std::max(motion.let_go + fall.release, motion.touch - 150 / fall.rate);
  sample(
      fall, motion, holds == Holds::fall || holds == Holds::flights ? 0 : falls, random,
      [](double normal, double tangential) {
        const td_drop_sample reading = {{static_cast<td_real>(tangential), 0, static_cast<td_real>(normal)}, {0, 0, 0}};
        (void)td_drop_feed(&test, &reading);
        return test.phase != TD_DROP_READY;
      });
  Answer answer;
  answer.status = td_drop_impact_of(&test, nullptr, &answer.impact);
  return answer;
}

bool is_off(const td_measured &measured, double truth) {
  const double off = std::abs(wide(measured.value) - truth);
  return off > 0.05 && off > 2 * wide(measured.uncertainty);
}

struct Score {
  int all = 0, silent = 0, said = 0, none = 0;
  std::vector<double> errors;
  void add(const Answer &answer, double e) {
    ++all;
    none += answer.status < 0;
    said += answer.status > 0;
    silent += answer.status == 0 && is_off(answer.impact.e, e);
    if (answer.status >= 0) errors.push_back(std::abs(wide(answer.impact.e.value) - e));
  }
  void add(const Score &other) {
    all += other.all;
    silent += other.silent;
    said += other.said;
    none += other.none;
    errors.insert(errors.end(), other.errors.begin(), other.errors.end());
  }
  double percent(int count) const { return 100.0 * count / all; }
  double most_of_95_percent() {
    std::sort(errors.begin(), errors.end());
    return errors.empty() ? 0 : errors[errors.size() * 95 / 100];
  }
};

std::uint64_t seed_of(int model, int sensor, int i) {
  return static_cast<std::uint64_t>(i * models * sensors + model * sensors + sensor + 1);
}

Score score_of(int model, int sensor, Holds holds, int drops) {
  Score score;
  for (int i = 0; i < drops; ++i) {
    Random random(seed_of(model, sensor, i));
    Fall fall = draw_fall(static_cast<Model>(model), static_cast<Sensor>(sensor), random);
    const Motion motion = motion_of(fall);
    draw_digits(motion, fall, random);
    score.add(identify(fall, motion, holds, random), motion.e());
  }
  return score;
}

bool try_stream(Holds holds, int drops) {
  std::printf("%s: of e, wrong silently [%%] / with a caveat [%%] / error that 95 %% keep\n%-22s",
              stream_names[static_cast<int>(holds)], "");
  for (const char *name : sensor_names) std::printf("%18s", name);
  Score whole;
  for (int model = 0; model < models; ++model) {
    std::printf("\n%-22s", model_names[model]);
    for (int sensor = 0; sensor < sensors; ++sensor) {
      Score score = score_of(model, sensor, holds, drops);
      std::printf("  %4.1f / %3.0f / %.2f", score.percent(score.silent), score.percent(score.said),
                  score.most_of_95_percent());
      whole.add(score);
    }
  }
  std::printf("\nall %d: wrong silently %.2f %%, with a caveat %.1f %%, no impact %d\n\n", whole.all,
              whole.percent(whole.silent), whole.percent(whole.said), whole.none);
  const bool believed = holds == Holds::neither || whole.percent(whole.said) <= 25;
  return whole.none == 0 && whole.percent(whole.silent) <= 1 && believed;
}

// Whether the truth is where a figure with its bound says that it is, 95 % of the time.
bool holds_truth(const td_measured &measured, std::int32_t bound, double truth) {
  const double reach = (bound == 0 ? 1.96 : 1.645) * wide(measured.uncertainty), value = wide(measured.value);
  const bool above = (bound & TD_BOUND_MOST) != 0 || truth >= value - reach;
  return above && ((bound & TD_BOUND_LEAST) != 0 || truth <= value + reach);
}

double impulse_of(const Pushed &pushed) {
  double sum = 0;
  for (const double force : pushed.force) sum += force * pushed.step;
  return sum;
}

// Sensors that saturate at a part of the peak, half of them below what the rig says.
struct Clipped {
  int all = 0, seen = 0, open = 0, e = 0, impulse = 0, peak = 0, duration = 0;
  double percent(int count) const { return 100.0 * count / all; }
  void add(const Answer &answer, const Motion &motion) {
    ++all;
    if (answer.status < 0) return;
    const td_drop_impact &x = answer.impact;
    seen += (answer.status & TD_CAVEAT_CLIPPED) != 0;
    open += x.e_bound == (TD_BOUND_LEAST | TD_BOUND_MOST);
    e += holds_truth(x.e, x.e_bound, motion.e());
    impulse += holds_truth(x.impulse, TD_BOUND_LEAST, impulse_of(motion.first));
    peak += holds_truth(x.peak, TD_BOUND_LEAST, peak_of(motion.first));
    duration += holds_truth(x.duration, 0, motion.first.length());
  }
};

bool try_clipping(Holds holds, double cut, int drops) {
  Clipped score;
  for (const Sensor sensor : {Sensor::ideal, Sensor::noisy})
    for (int model = 0; model < models; ++model)
      for (int i = 0; i < drops; ++i) {
        Random random(seed_of(model, static_cast<int>(sensor), i));
        Fall fall = draw_fall(static_cast<Model>(model), sensor, random);
        const Motion motion = motion_of(fall);
        draw_digits(motion, fall, random);
        fall.range = (1 - cut) * peak_of(motion.first);
        score.add(identify(fall, motion, holds, random, i % 2 == 0 ? 1 : 1.3), motion);
      }
  std::printf(
      "%s, %2.0f %% of the peak clipped: seen in %.1f %%; hold the truth: e %.1f (not decided %.0f), impulse %.1f, "
      "peak %.1f, duration %.1f\n",
      stream_names[static_cast<int>(holds)], 100 * cut, score.percent(score.seen), score.percent(score.e),
      score.percent(score.open), score.percent(score.impulse), score.percent(score.peak),
      score.percent(score.duration));
  const bool held = score.percent(std::min({score.e, score.impulse, score.peak})) >= 95;
  // Without a rest before the fall, the approach is in the pulse alone, and a pulse that is cut deeply has lost it.
  const bool decides = holds != Holds::neither && (holds != Holds::bounce || cut <= 0.2);
  return held && score.percent(score.seen) >= 95 && (!decides || score.percent(score.open) <= 10);
}

// Slip that ends after a part of the impulse, above 1 never; then the contact sticks without friction.
bool try_slip(double part, int drops) {
  std::printf("slip until %3.0f %% of the impulse: of mu, wrong silently [%%]", 100 * std::min(part, 1.0));
  int all = 0, silent = 0, seen = 0;
  for (int sensor = 0; sensor < sensors; ++sensor) {
    int here = 0, wrong = 0;
    for (int model = 0; model < models; ++model)
      for (int i = 0; i < drops; ++i) {
        Random random(seed_of(model, sensor, i));
        Fall fall = draw_fall(static_cast<Model>(model), static_cast<Sensor>(sensor), random);
        fall.mu = random.uniform(0.05, 0.9);
        fall.slips_for = part;
        const Motion motion = motion_of(fall);
        draw_digits(motion, fall, random);
        const Answer answer = identify(fall, motion, Holds::neither, random);
        ++here;
        wrong += answer.status >= 0 && answer.impact.mu_bound == 0 && is_off(answer.impact.mu, fall.mu);
        seen += answer.impact.mu_bound == 0;
      }
    std::printf("  %s %.1f", sensor_names[sensor], 100.0 * wrong / here);
    all += here;
    silent += wrong;
  }
  std::printf("; all %.2f %%, its end seen in %.0f %%\n", 100.0 * silent / all, 100.0 * seen / all);
  return silent <= all / 100 && (part > 1 || seen >= all * 3 / 4);
}

}  // namespace

int main(int argc, char **argv) {
  const int drops = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 60;
  bool good = true;
  for (int holds = 0; holds < streams; ++holds) good = try_stream(static_cast<Holds>(holds), drops) && good;
  for (int holds = 0; holds < streams; ++holds)
    for (const double cut : {0.05, 0.2, 0.4, 0.6}) good = try_clipping(static_cast<Holds>(holds), cut, drops) && good;
  for (const double part : {0.1, 0.15, 0.25, 0.5, 2.0}) good = try_slip(part, drops / 3 + 1) && good;
  std::printf(good ? "at most 1 %% wrong silently\n" : "FAILED\n");
  return good ? 0 : 1;
}
