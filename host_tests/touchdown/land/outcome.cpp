#include "land/outcome.hpp"

#include <random>
#include <thread>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr double uniform_deviation = 0.57735026918962576;  // 1 / sqrt(3): of a uniform distribution's half width
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
  errors.guides = uniform_deviation * d.guides;
  errors.slope = uniform_deviation * d.slope;
  errors.laws = 1 << TD_LAW_POISSON | 1 << TD_LAW_ENERGETIC | 1 << TD_LAW_NEWTON;
  return errors;
}

constexpr const char *heading =
    "run,status,outcome,first_contact_s,time_s,energy_lost_J,least_margin_J,clearance_m,most_stroke_m,peak_force_N,"
    "x_m,y_m,z_m,lean_rad,speed_m_s,beyond_heights\n";
constexpr std::size_t csv_columns = 16;

Cell given(double number) { return number == static_cast<double>(TD_NOT_APPLICABLE) ? Cell() : Cell(number); }

// Whether anything is not known.
bool is_dispersed(const Scenario &scenario) {
  const Dispersion &d = scenario.dispersion;
  const double halves =
      d.velocity.cwiseAbs().sum() + d.angular_velocity.cwiseAbs().sum() + d.tilt.cwiseAbs().sum() + d.slope;
  return (scenario.uneven != nullptr && scenario.uneven->sigma > 0) || halves > 0 || d.mu > 0 || d.guides > 0 ||
         d.e > 0;
}

// Whether a foot ends where no heights are given, though they are elsewhere.
bool ends_beyond(const Scenario &scenario, const Landing<double> &end) {
  if (scenario.uneven == nullptr) return false;
  for (int i = 0; i < scenario.body.feet; ++i) {
    const Vector3<double> foot = foot_at(scenario, end, i);
    if (!scenario.uneven->grid.holds(foot[0], foot[1])) return true;
  }
  return false;
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

Cells row_of(const Scenario &scenario, std::int32_t index, const Run &run) {
  Cells row = {index, status_text(run.ended.status)};
  if (run.ended.status < 0) return row.resize(csv_columns), row;
  double stroke = 0, force = 0;
  for (const LegRecord<double> &leg : run.ended.landing.leg) {
    stroke = std::max(stroke, leg.most_stroke);
    force = std::max(force, leg.peak_force);
  }
  const Landing<double> &end = run.ended.landing;
  const double(&x)[3] = end.state.x;
  row.emplace_back(td_outcome_name(end.outcome));
  for (const double number : {end.first_contact, end.time, end.energy_lost, end.least_margin, end.clearance, stroke,
                              force, x[0], x[1], x[2], lean_of(scenario, end.state), vector(end.state.v).norm()})
    row.push_back(given(number));
  row.emplace_back(run.beyond ? 1 : 0);
  return row;
}

void count(const Run &run, SampleTally &tally) {
  if (run.ended.status < 0 || touchdown::tally(tally.odds, run.ended.landing) < 0) {
    ++tally.refused;
    return;
  }
  tally.beyond += run.beyond ? 1U : 0U;
  for (const std::string &caveat : caveats_in(run.ended.status)) ++tally.caveats[caveat];
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

// Whether a foot begins deeper in the heights than rounding takes it.
bool begins_in_heights(const Scenario &scenario) {
  constexpr double rounding = 1e-9;  // of how far away things are
  if (scenario.uneven == nullptr) return false;
  Landing<double> begin{};
  begin.state = scenario.state;
  for (int i = 0; i < scenario.body.feet; ++i) {
    const Vector3<double> foot = foot_at(scenario, begin, i);
    const double far = foot.norm() + vector(scenario.body.foot[i].r).norm();
    if (height_of(scenario, foot, i) - scenario.body.foot[i].radius < -rounding * far) return true;
  }
  return false;
}

bool is_given(double number) { return number != static_cast<double>(TD_NOT_APPLICABLE); }

std::string feet_text(std::int32_t from, std::int32_t to) {
  return "foot " + std::to_string(from) + (to != from ? " and " + std::to_string(to) : std::string());
}

}  // namespace

Ended follow(const Scenario &scenario) {
  Ended ended{};
  ended.status = land(scenario.body, scenario.state, TD_MAX_LANDING_STEPS, ended.landing);
  if (ended.status >= 0 && begins_in_heights(scenario)) ended.status |= TD_CAVEAT_BELOW_GROUND;
  return ended;
}

Status sampled(const Scenario &scenario, std::int32_t index, Scenario &sample) {
  sample = scenario;
  const Status status =
      touchdown::sample(scenario.body, scenario.state, errors_of(scenario), index, sample.body, sample.state);
  if (status < 0 || index == 0 || scenario.uneven == nullptr || scenario.uneven->sigma == 0) return status;
  std::mt19937 random(static_cast<std::uint32_t>(index));
  std::normal_distribution<double> offset(0, scenario.uneven->sigma);
  try {
    const HeightGrid grid = scenario.uneven->grid.moved_by([&] { return offset(random); });
    sample.uneven = std::make_shared<const UnevenGround>(UnevenGround{grid, scenario.uneven->level});
  } catch (const HeightError &) {
    return TD_REFUSED_GROUND;
  }
  put_on(*sample.uneven, sample.body);
  return status;
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
      if (table != nullptr) write_csv(*table, row_of(scenario, begin, run), 17);
      ++begin;
    }
    progress.at(static_cast<std::size_t>(begin - first));
  }
  return tally;
}

Vector3<double> up_of(const Scenario &scenario) {
  const Vector3<double> g = vector(scenario.body.gravity);
  return g.norm() > 0 ? Vector3<double>(-g / g.norm()) : vector(scenario.body.ground[0].n).normalized();
}

double lean_of(const Scenario &scenario, const LanderState<double> &state) {
  const Vector3<double> up = attitude_of(state) * vector(scenario.body.up).normalized(), world = up_of(scenario);
  return std::atan2(up.cross(world).norm(), up.dot(world));
}

Vector3<double> moved_foot(const Scenario &scenario, const LegRecord<double> &record, int foot) {
  const Leg<double> &leg = scenario.body.leg[foot];
  if (leg.kind == TD_LEG_RIGID) return {0, 0, 0};
  if (leg.kind == TD_LEG_TRIPOD) return vector(record.pad);
  const Vector3<double> axis = vector(leg.axis).normalized();
  const bool turned =
      axis.dot(vector(scenario.body.up)) < 0 && axis.dot(vector(scenario.body.foot[foot].r)) > 0;  // as in landing.h
  return (turned ? -record.stroke : record.stroke) * axis;
}

Vector3<double> foot_at(const Scenario &scenario, const Landing<double> &landing, int foot) {
  const Vector3<double> held = vector(scenario.body.foot[foot].r) + moved_foot(scenario, landing.leg[foot], foot);
  return vector(landing.state.x) + attitude_of(landing.state) * held;
}

LandingOutcome land_scenario(const Scenario &scenario, std::int32_t samples, int jobs, std::ostream *table) {
  LandingOutcome outcome = walk(scenario);
  if (begins_in_heights(scenario)) outcome.ended.status |= TD_CAVEAT_BELOW_GROUND;
  outcome.beyond = ends_beyond(scenario, outcome.ended.landing);
  if (table != nullptr || is_dispersed(scenario)) outcome.samples = land_samples(scenario, samples, {}, jobs, table);
  return outcome;
}

std::string samples_text(const SampleTally &samples) {
  std::string text = "of " + std::to_string(samples.odds.samples) + " samples";
  const char *comma = " ";
  for (std::int32_t outcome = 0; outcome < TD_OUTCOMES; ++outcome) {
    if (samples.odds.outcomes[outcome] == 0) continue;
    text += comma + std::to_string(samples.odds.outcomes[outcome]) + ": " + td_outcome_name(outcome);
    comma = ", ";
  }
  if (samples.refused > 0) text += "; " + std::to_string(samples.refused) + " samples are refused";
  return text;
}

std::vector<std::string> caveats_of(const SampleTally &samples) {
  std::vector<std::string> all;
  for (const auto &[caveat, count] : samples.caveats)
    all.push_back(caveat + ", in " + std::to_string(count) + " of " + std::to_string(samples.odds.samples) +
                  " samples");
  return all;
}

std::string outcome_text(const LandingOutcome &outcome) {
  const Landing<double> &end = outcome.ended.landing;
  std::string text = td_outcome_name(end.outcome);
  if (end.outcome == TD_OUTCOME_TIPS && end.edge_from >= 0) text += " over " + feet_text(end.edge_from, end.edge_to);
  text += formatted(" after %.4g s", end.time);
  const SampleTally &samples = outcome.samples;
  if (samples.odds.samples > 0 || samples.refused > 0) text += "; " + samples_text(samples);
  return text;
}

std::string end_text(const Scenario &scenario, const LandingOutcome &outcome) {
  const Landing<double> &end = outcome.ended.landing;
  const double(&x)[3] = end.state.x;
  std::string text =
      is_given(end.first_contact) ? formatted("First touch after %.4g s. ", end.first_contact) : "No foot touches. ";
  text += formatted(
      "In the end at (%.4g, %.4g, %.4g) m, %.3g deg off up, at %.3g m/s and %.3g rad/s. Energy lost: %.4g J. ", x[0],
      x[1], x[2], degrees * lean_of(scenario, end.state), vector(end.state.v).norm(), vector(end.state.w).norm(),
      end.energy_lost);
  if (end.least_from >= 0)
    text += formatted("Least margin against tipping: %.3g J over %s, after %.4g s. ", end.least_margin,
                      feet_text(end.least_from, end.least_to).c_str(), end.least_time);
  if (end.closest_point >= 0)
    text += formatted("Least clearance: %.3g m of point %d. ", end.clearance, end.closest_point);
  text += formatted("No foot was deeper in the ground than %.2g m.", std::abs(end.deepest));
  if (outcome.beyond) text += " It ends beyond the heights, where the ground is taken to be level.";
  if (outcome.samples.beyond > 0)
    text += " Of the samples " + std::to_string(outcome.samples.beyond) + " end beyond the heights.";
  return text;
}

DataTable touch_table(const LandingOutcome &outcome) {
  DataTable table(
      "touch; time [s]; foot; v_n [m/s]; slip [m/s]; impulse [N s]; lost [J]; stroke [m]; clearance [m]; margin [J]");
  for (const FootTouch &is : outcome.touches) {
    const Touch<double> &touch = is.touch;
    table.add({table.rows.size() + 1, touch.time, touch.foot, touch.v_n, touch.slip, vector(touch.p).norm(),
               touch.energy_lost, is.stroke, is.clearance, given(is.least_margin)});
  }
  if (outcome.more_touches > 0) table.add({std::to_string(outcome.more_touches) + " more"});
  return table;
}

DataTable leg_table(const Scenario &scenario, const LandingOutcome &outcome) {
  constexpr const char *laws[] = {"rigid", "crushes", "springs", "struts"};
  DataTable table("leg; law; stroke [m]; at most [m]; peak force [N]; energy [J]; stops");
  for (int i = 0; i < scenario.body.feet; ++i) {
    const Leg<double> &leg = scenario.body.leg[i];
    const LegRecord<double> &record = outcome.ended.landing.leg[i];
    if (leg.kind != TD_LEG_RIGID)
      table.add({i, laws[leg.kind], record.most_stroke, leg.kind == TD_LEG_TRIPOD ? Cell() : Cell(leg.stroke),
                 record.peak_force, record.energy, record.stops});
  }
  return table;
}

DataTable strut_table(const Scenario &scenario, const LandingOutcome &outcome) {
  DataTable table("leg; strut; crushed [m]; pulled [m]; push [N]; pushed at [s]; pull [N]; pulled at [s]; energy [J]");
  for (int i = 0; i < scenario.body.feet; ++i)
    for (int k = 0; k < 3 && scenario.body.leg[i].kind == TD_LEG_TRIPOD; ++k) {
      const StrutRecord<double> &strut = outcome.ended.landing.leg[i].strut[k];
      table.add({i, k, strut.crushed, strut.pulled, strut.most_push, strut.push_time, strut.most_pull, strut.pull_time,
                 strut.energy});
    }
  return table;
}

}  // namespace touchdown::host
