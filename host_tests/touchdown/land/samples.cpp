#include "land/samples.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <thread>
#include <vector>

#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "land/end_of_motion.hpp"

namespace touchdown::host {
namespace {

constexpr double uniform_deviation = 0.57735026918962576;  // of half widths: 1 / sqrt(3)
constexpr std::int32_t samples_of_a_job = 32;              // before all jobs are waited for

LandingErrors<double> errors_of(const Scenario &scenario) {
  const Dispersion &d = scenario.dispersion;
  LandingErrors<double> errors;
  const Matrix3<double> R = attitude_of(scenario.state).toRotationMatrix();
  const auto enter = [&](int first, const Matrix3<double> &covariance) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) errors.covariance[TD_ERRORS_OF_STATE * (first + i) + first + j] = covariance(i, j);
  };
  const auto variance = [](const Vector3<double> &half) -> Matrix3<double> {
    return (half.cwiseAbs2() / 3).asDiagonal();
  };
  enter(3, R * variance(d.tilt) * R.transpose());
  enter(6, variance(d.velocity));
  enter(9, variance(d.angular_velocity));
  errors.e = uniform_deviation * d.e;
  errors.mu = uniform_deviation * d.mu;
  errors.slope = uniform_deviation * d.slope.norm() / std::sqrt(2.0);
  errors.laws = 1 << TD_LAW_POISSON | 1 << TD_LAW_ENERGETIC | 1 << TD_LAW_NEWTON;
  return errors;
}

constexpr const char *heading =
    "run,status,outcome,first_contact_s,time_s,energy_lost_J,least_margin_J,clearance_m,most_stroke_m,peak_force_N,"
    "x_m,y_m,z_m,lean_rad,speed_m_s,beyond_heights\n";

// What is absent is left empty.
std::string cell(double number) {
  return number == static_cast<double>(TD_NOT_APPLICABLE) ? "" : formatted("%.17g", number);
}

struct Run {
  Ended ended;
  bool beyond;
};

Run run_of(const Scenario &scenario, std::int32_t index) {
  Scenario sample;
  const Status status = sampled(scenario, index, sample);
  if (status < 0) return {{status, {}}, false};
  Run run{follow(sample), false};
  run.beyond = run.ended.status >= 0 && ends_beyond(sample, run.ended.landing);
  return run;
}

void write_row(const Scenario &scenario, std::int32_t index, const Run &run, std::ostream &table) {
  table << index << ',' << status_field(run.ended.status);
  if (run.ended.status < 0) {
    table << std::string(14, ',') << '\n';
    return;
  }
  double stroke = 0, force = 0;
  for (const LegRecord<double> &leg : run.ended.landing.leg) {
    stroke = std::max(stroke, leg.most_stroke);
    force = std::max(force, leg.peak_force);
  }
  const Landing<double> &end = run.ended.landing;
  const double(&x)[3] = end.state.x;
  table << ',' << td_outcome_name(end.outcome);
  for (const double number : {end.first_contact, end.time, end.energy_lost, end.least_margin, end.clearance, stroke,
                              force, x[0], x[1], x[2], lean_of(scenario, end.state), vector(end.state.v).norm()})
    table << ',' << cell(number);
  table << ',' << (run.beyond ? 1 : 0) << '\n';
}

void count(const Run &run, SampleTally &tally) {
  if (run.ended.status < 0 || touchdown::tally(tally.odds, run.ended.landing) < 0) {
    ++tally.refused;
    return;
  }
  tally.beyond += run.beyond ? 1U : 0U;
}

// Samples from `begin` on, one for each of `runs`.
void run_all(const Scenario &scenario, std::int32_t begin, int jobs, std::vector<Run> &runs) {
  const auto part = [&](std::size_t job) {
    for (std::size_t i = job; i < runs.size(); i += static_cast<std::size_t>(jobs))
      runs[i] = run_of(scenario, begin + static_cast<std::int32_t>(i));
  };
  std::vector<std::thread> threads;
  for (int job = 1; job < jobs; ++job) threads.emplace_back(part, static_cast<std::size_t>(job));
  part(0);
  for (std::thread &thread : threads) thread.join();
}

}  // namespace

Ended follow(const Scenario &scenario, std::vector<Touch<double>> *touches) {
  Ended ended{};
  Lander<double> body = scenario.body;
  if (touches != nullptr) touches->resize(most_touches);
  body.most_touches = most_touches;
  ended.status =
      land(body, scenario.state, TD_MAX_LANDING_STEPS, ended.landing, touches == nullptr ? nullptr : touches->data());
  if (touches != nullptr)
    touches->resize(static_cast<std::size_t>(std::min(ended.status < 0 ? 0 : ended.landing.touches, most_touches)));
  return ended;
}

bool is_dispersed(const Scenario &scenario) {
  const Dispersion &d = scenario.dispersion;
  const double halves = d.velocity.cwiseAbs().sum() + d.angular_velocity.cwiseAbs().sum() + d.tilt.cwiseAbs().sum() +
                        d.slope.cwiseAbs().sum();
  return halves > 0 || d.mu > 0 || d.e > 0;
}

Status sampled(const Scenario &scenario, std::int32_t index, Scenario &sample) {
  sample = scenario;
  return touchdown::sample(scenario.body, scenario.state, errors_of(scenario), index, sample.body, sample.state);
}

SampleTally land_samples(const Scenario &scenario, std::int32_t samples, const Shard &shard, int jobs,
                         std::ostream *table) {
  const ShardRange range = range_of(shard, static_cast<std::uint64_t>(samples));
  const auto first = static_cast<std::int32_t>(range.begin), end = static_cast<std::int32_t>(range.end);
  SampleTally tally;
  Progress progress("landing", static_cast<std::size_t>(end - first));
  if (table != nullptr && shard.number == 1) *table << heading;
  std::vector<Run> runs;
  for (std::int32_t begin = first; begin < end && (table == nullptr || *table);) {
    runs.resize(static_cast<std::size_t>(std::min(end - begin, samples_of_a_job * jobs)));
    run_all(scenario, begin, jobs, runs);
    for (const Run &run : runs) {
      count(run, tally);
      if (table != nullptr) write_row(scenario, begin, run, *table);
      ++begin;
    }
    progress.at(static_cast<std::size_t>(begin - first));
  }
  return tally;
}

}  // namespace touchdown::host
