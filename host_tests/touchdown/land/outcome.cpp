#include "land/outcome.hpp"

#include <cmath>
#include <stdexcept>

#include "cli/text.hpp"
#include "land/end_of_motion.hpp"

namespace touchdown::host {
namespace {

constexpr int frames = 400;
constexpr double degrees = 180 / 3.14159265358979323846;

bool is_given(double number) { return number != static_cast<double>(TD_NOT_APPLICABLE); }

void require(Status status) {
  if (status < 0) throw std::runtime_error(status_text(status));
}

// The way once more, in frames.
std::vector<LandingOutcome::Frame> way_of(const Scenario &scenario, double end) {
  Landing<double> landing;
  require(start(landing, scenario.body, scenario.state));
  std::vector<LandingOutcome::Frame> way = {{0, landing}};
  for (int frame = 1; frame <= frames; ++frame) {
    const double until = end * frame / frames;
    for (int i = 0; i < TD_MAX_LANDING_STEPS && landing.time < until; ++i) require(step(landing, scenario.body, until));
    way.push_back({until, landing});
  }
  return way;
}

std::string count_text(const LandingOdds<double> &odds) {
  std::string text = "of " + std::to_string(odds.samples) + " samples";
  const char *comma = " ";
  for (std::int32_t outcome = 0; outcome < TD_OUTCOMES; ++outcome) {
    if (odds.outcomes[outcome] == 0) continue;
    text += comma + std::to_string(odds.outcomes[outcome]) + ": " + td_outcome_name(outcome);
    comma = ", ";
  }
  return text;
}

std::string feet_text(std::int32_t from, std::int32_t to) {
  return "foot " + std::to_string(from) + (to != from ? " and " + std::to_string(to) : std::string());
}

}  // namespace

LandingOutcome land_scenario(const Scenario &scenario, std::int32_t samples, int jobs) {
  LandingOutcome outcome{};
  outcome.ended = follow(scenario, &outcome.touches);
  require(outcome.ended.status);
  outcome.beyond = ends_beyond(scenario, outcome.ended.landing);
  outcome.way = way_of(scenario, outcome.ended.landing.time);
  if (is_dispersed(scenario)) outcome.samples = land_samples(scenario, samples, {}, jobs, nullptr);
  return outcome;
}

std::string outcome_text(const LandingOutcome &outcome) {
  const Landing<double> &end = outcome.ended.landing;
  std::string text = td_outcome_name(end.outcome);
  if (end.outcome == TD_OUTCOME_TIPS && end.edge_from >= 0) text += " over " + feet_text(end.edge_from, end.edge_to);
  text += formatted(" after %.4g s", end.time);
  const SampleTally &samples = outcome.samples;
  if (samples.odds.samples > 0) text += "; " + count_text(samples.odds);
  if (samples.refused > 0) text += "; " + std::to_string(samples.refused) + " samples are refused";
  return text;
}

std::string end_text(const Scenario &scenario, const LandingOutcome &outcome) {
  const Landing<double> &end = outcome.ended.landing;
  const double(&x)[3] = end.state.x;
  std::string text = is_given(end.first_contact) ? formatted("First touch after %.4g s. ", end.first_contact)
                                                 : std::string("No foot touches. ");
  text += formatted("In the end at (%.4g, ", x[0]) + formatted("%.4g, ", x[1]) + formatted("%.4g) m", x[2]) +
          formatted(", %.3g deg off up", degrees * lean_of(scenario, end.state)) +
          formatted(", at %.3g m/s", vector(end.state.v).norm()) +
          formatted(" and %.3g rad/s. ", vector(end.state.w).norm()) +
          formatted("Energy lost: %.4g J. ", end.energy_lost);
  if (end.least_from >= 0)
    text += formatted("Least margin against tipping: %.3g J", end.least_margin) + " over " +
            feet_text(end.least_from, end.least_to) + formatted(", after %.4g s. ", end.least_time);
  if (end.closest_point >= 0)
    text +=
        formatted("Least clearance: %.3g m", end.clearance) + " of point " + std::to_string(end.closest_point) + ". ";
  text += formatted("No foot was deeper in the ground than %.2g m.", std::abs(end.deepest));
  if (outcome.beyond) text += " It ends beyond the heights, where the ground is taken to be level.";
  if (outcome.samples.beyond > 0)
    text += " Of the samples " + std::to_string(outcome.samples.beyond) + " end beyond the heights.";
  return text;
}

DataTable touch_table(const LandingOutcome &outcome) {
  DataTable table("touch; time [s]; foot; v_n [m/s]; slip [m/s]; impulse [N s]; energy lost [J]");
  for (const Touch<double> &touch : outcome.touches)
    table.add({table.rows.size() + 1, touch.time, touch.foot, touch.v_n, touch.slip, vector(touch.p).norm(),
               touch.energy_lost});
  const auto shown = static_cast<std::int32_t>(table.rows.size());
  if (outcome.ended.landing.touches > shown)
    table.add({std::to_string(outcome.ended.landing.touches - shown) + " more"});
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
