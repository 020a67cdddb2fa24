#include "land/outcome.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "cli/text.hpp"
#include "land/ground_mesh.hpp"
#include "report/player.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

constexpr int frames = 400;
constexpr double uniform_deviation = 0.57735026918962576;  // of half widths: 1 / sqrt(3)

Eigen::Quaterniond attitude_of(const LanderState<double> &state) {
  return Eigen::Quaterniond(state.q[0], state.q[1], state.q[2], state.q[3]).normalized();
}

double reach_of(const Lander<double> &lander) {
  double reach = 0;
  for (int i = 0; i < lander.feet; ++i) reach = std::max(reach, vector(lander.foot[i].r).norm());
  return reach;
}

// Thrust in the world is thrust of the body as it stands at the start.
void add_thrust(const Scenario &scenario, SettlingBody<double> &body) {
  view(body.thrust) = attitude_of(scenario.state).conjugate() * vector(scenario.lander.thrust);
  body.cut_delay = vector(scenario.lander.thrust_after).norm() > 0 ? body.horizon : 0;
}

SettlingErrors<double> errors_of(const Scenario &scenario) {
  const Dispersion &d = scenario.dispersion;
  SettlingErrors<double> errors;
  const Matrix3<double> R = attitude_of(scenario.state).toRotationMatrix();
  const auto enter = [&](int first, const Matrix3<double> &covariance) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j)
        errors.covariance[TD_SETTLING_STATE_ERRORS * (first + i) + first + j] = covariance(i, j);
  };
  const auto variance = [](const Vector &half) -> Matrix3<double> { return (half.cwiseAbs2() / 3).asDiagonal(); };
  enter(3, R * variance(d.tilt) * R.transpose());
  enter(6, variance(d.velocity));
  enter(9, variance(d.angular_velocity));
  errors.e = uniform_deviation * d.e;
  errors.mu = uniform_deviation * d.mu;
  errors.slope = uniform_deviation * d.slope.norm() / std::sqrt(2.0);
  return errors;
}

bool is_dispersed(const SettlingErrors<double> &errors) {
  const bool still =
      std::all_of(std::begin(errors.covariance), std::end(errors.covariance), [](double entry) { return entry == 0; });
  return !still || errors.e > 0 || errors.mu > 0 || errors.slope > 0;
}

void require(Status status) {
  if (status < 0) throw std::runtime_error(status_text(status));
}

// The way once more, in frames.
std::vector<LandingOutcome::Frame> way_of(const SettlingBody<double> &body, const Legs<double> &legs,
                                          const LanderState<double> &state, double end) {
  Settling<double> settling;
  LegsRecord<double> record;
  require(start(body, state, settling));
  std::vector<LandingOutcome::Frame> way = {{0, settling.state, record}};
  for (int frame = 1; frame <= frames; ++frame) {
    const double until = end * frame / frames;
    for (int i = 0; i < TD_MAX_SETTLING_STEPS && settling.time < until; ++i)
      require(step_on_legs(body, legs, until, settling, record));
    way.push_back({until, settling.state, record});
  }
  return way;
}

// Along which a foot goes, for each metre of stroke.
Vector axis_of(const Leg<double> &leg) {
  return leg.kind == TD_LEG_RIGID ? Vector(0, 0, 0) : Vector(vector(leg.axis) / vector(leg.axis).norm());
}

void settle_samples(const Scenario &scenario, const SettlingBody<double> &body, const SettlingErrors<double> &errors,
                    int samples, LandingOutcome &outcome) {
  for (int i = 0; i < samples; ++i) {
    SettlingBody<double> sampled;
    LanderState<double> from;
    Settling<double> settling;
    LegsRecord<double> record;
    require(sample(body, scenario.state, errors, i, sampled, from));
    sampled.margins = 0;
    require(settle_on_legs(sampled, scenario.legs, from, TD_MAX_SETTLING_STEPS, settling, record));
    require(tally(settling, outcome.odds));
    outcome.samples_beyond += ends_beyond(scenario, settling.state, record) ? 1 : 0;
  }
}

std::string count_text(const SettlingOdds<double> &odds) {
  std::string text = "of " + std::to_string(odds.samples) + " samples";
  const char *comma = " ";
  for (std::int32_t outcome = 0; outcome < TD_OUTCOMES; ++outcome) {
    if (odds.outcomes[outcome] == 0) continue;
    text += comma + std::to_string(odds.outcomes[outcome]) + ": " + td_outcome_name(outcome);
    comma = ", ";
  }
  return text;
}

// Legs from the centre of mass, which stands behind the feet.
Json shape_of(const Scenario &scenario) {
  const Lander<double> &lander = scenario.lander;
  Json feet = Json::array(), axes = Json::array(), edges = Json::array();
  for (int i = 0; i < lander.feet; ++i) {
    feet.push_back({lander.foot[i].r[0], lander.foot[i].r[1], lander.foot[i].r[2]});
    const Vector axis = axis_of(scenario.legs.leg[i]);
    axes.push_back({axis[0], axis[1], axis[2]});
    edges.push_back({i, lander.feet});
    edges.push_back({i, (i + 1) % lander.feet});
  }
  feet.push_back({0, 0, 0});
  const Ground<double> &ground = lander.ground[0];
  return {{"feet", feet},
          {"axes", axes},
          {"edges", edges},
          {"point", {ground.point[0], ground.point[1], ground.point[2]}},
          {"normal", {ground.n[0], ground.n[1], ground.n[2]}},
          {"size", 2 * reach_of(lander)}};
}

}  // namespace

SettlingBody<double> settling_body_of(const Scenario &scenario) {
  const Lander<double> &lander = scenario.lander;
  SettlingBody<double> body;
  body.mass = lander.mass;
  std::copy(std::begin(lander.inertia), std::end(lander.inertia), body.inertia);
  view(body.up) = scenario.up;
  body.feet = lander.feet;
  for (int i = 0; i < lander.feet; ++i) {
    view(body.foot[i].r) = vector(lander.foot[i].r);
    body.foot[i].surface = lander.foot[i].surface;
    body.foot[i].mu_sliding = lander.foot[i].surface.mu_k;
  }
  body.planes = lander.planes;
  std::copy(std::begin(lander.ground), std::end(lander.ground), body.ground);
  if (scenario.uneven != nullptr) put_on(*scenario.uneven, body);
  view(body.gravity) = vector(lander.gravity);
  body.options = lander.options;
  const double gravity = vector(lander.gravity).norm();
  const double to_rest = gravity > 0 ? 200 * std::sqrt(reach_of(lander) / gravity) : 0;
  body.horizon = lander.horizon + to_rest;
  body.margins = 1;
  add_thrust(scenario, body);
  return body;
}

std::optional<LandingOutcome> settle_landing(const Scenario &scenario, int samples) {
  if (!has_known_thrust(scenario)) return std::nullopt;
  const SettlingBody<double> body = settling_body_of(scenario);
  LandingOutcome outcome{};
  outcome.status =
      settle_on_legs(body, scenario.legs, scenario.state, TD_MAX_SETTLING_STEPS, outcome.settling, outcome.legs);
  require(outcome.status);
  outcome.way = way_of(body, scenario.legs, scenario.state, outcome.settling.time);
  const SettlingErrors<double> errors = errors_of(scenario);
  outcome.beyond = ends_beyond(scenario, outcome.settling.state, outcome.legs);
  if (is_dispersed(errors)) settle_samples(scenario, body, errors, samples, outcome);
  return outcome;
}

Vector3<double> foot_at(const Scenario &scenario, const LanderState<double> &state, const LegsRecord<double> &legs,
                        int foot) {
  const Vector held = vector(scenario.lander.foot[foot].r);
  return vector(state.x) + attitude_of(state) * (held + legs.leg[foot].stroke * axis_of(scenario.legs.leg[foot]));
}

bool ends_beyond(const Scenario &scenario, const LanderState<double> &end, const LegsRecord<double> &legs) {
  if (scenario.uneven == nullptr) return false;
  for (int i = 0; i < scenario.lander.feet; ++i) {
    const Vector foot = foot_at(scenario, end, legs, i);
    if (!scenario.uneven->grid.holds(foot[0], foot[1])) return true;
  }
  return false;
}

std::string outcome_text(const LandingOutcome &outcome) {
  const Settling<double> &end = outcome.settling;
  std::string text = td_outcome_name(end.outcome);
  if (end.outcome == TD_OUTCOME_TIPS && end.edge_from >= 0)
    text += " over foot " + std::to_string(end.edge_from) +
            (end.edge_to != end.edge_from ? " and " + std::to_string(end.edge_to) : std::string());
  text += formatted(" after %.4g s", end.time);
  if (end.least_from >= 0)
    text += formatted("; least margin against tipping %.3g J", end.least_margin) + " over foot " +
            std::to_string(end.least_from) + " and " + std::to_string(end.least_to) +
            formatted(", after %.4g s", end.least_time);
  return outcome.odds.samples > 0 ? text + "; " + count_text(outcome.odds) : text;
}

// Green where it rests upright, in every sample as well; red where it tips; amber else.
std::string outcome_badge(const LandingOutcome &outcome) {
  const SettlingOdds<double> &odds = outcome.odds;
  const std::int32_t end = outcome.settling.outcome;
  const bool all = odds.outcomes[end] == odds.samples;
  const char *colour = end == TD_OUTCOME_TIPS ? "bad" : end == TD_OUTCOME_RESTS_UPRIGHT && all ? "good" : "open";
  return std::string("<p><span class='badge ") + colour + "'>" + escaped(outcome_text(outcome)) + "</span></p>";
}

std::string ground_text(const LandingOutcome &outcome) {
  std::string text = formatted("No foot was deeper in the ground than %.2g m.", std::abs(outcome.settling.deepest));
  if (outcome.beyond) text += " It ends beyond the heights, where the ground is taken to be level.";
  if (outcome.samples_beyond > 0)
    text += " Of the samples " + std::to_string(outcome.samples_beyond) + " end beyond the heights.";
  return text;
}

const Cells leg_heading = {"leg", "law", "stroke m", "at most m", "peak force N", "energy J", "stops"};

std::vector<Cells> leg_rows(const Scenario &scenario, const LandingOutcome &outcome) {
  std::vector<Cells> rows;
  for (int i = 0; i < scenario.lander.feet; ++i) {
    const Leg<double> &leg = scenario.legs.leg[i];
    const LegRecord<double> &record = outcome.legs.leg[i];
    if (leg.kind == TD_LEG_RIGID) continue;
    rows.push_back({std::to_string(i), leg.kind == TD_LEG_CRUSHES ? "crushes" : "springs",
                    formatted("%.4g", record.most_stroke), formatted("%.4g", leg.stroke),
                    formatted("%.4g", record.peak_force), formatted("%.4g", record.energy),
                    std::to_string(record.stops)});
  }
  return rows;
}

void print_legs(const std::vector<Cells> &rows) {
  if (rows.empty()) return;
  std::printf("\n%4s %-8s %10s %10s %13s %10s %6s\n", "leg", "law", "stroke m", "at most m", "peak force N", "energy J",
              "stops");
  for (const Cells &c : rows)
    std::printf("%4s %-8s %10s %10s %13s %10s %6s\n", c[0].c_str(), c[1].c_str(), c[2].c_str(), c[3].c_str(),
                c[4].c_str(), c[5].c_str(), c[6].c_str());
}

std::string outcome_player(const Scenario &scenario, const LandingOutcome &outcome) {
  Json times = Json::array(), poses = Json::array();
  for (const LandingOutcome::Frame &frame : outcome.way) {
    const double(&x)[3] = frame.state.x, (&q)[4] = frame.state.q;
    times.push_back(frame.time);
    Json pose = {x[0], x[1], x[2], q[0], q[1], q[2], q[3]};
    for (int i = 0; i < scenario.lander.feet; ++i) pose.push_back(frame.legs.leg[i].stroke);
    poses.push_back(pose);
  }
  const Json run = {{"name", "to rest"}, {"t", times}, {"tracks", {{{"colour", "#1f6fb8"}, {"poses", poses}}}}};
  Json shape = shape_of(scenario);
  if (scenario.uneven != nullptr) draw_ground(*scenario.uneven, poses, shape);
  return player({{"shape", shape},
                 {"seconds", 10},
                 {"legend", "Legs from the centre of mass to the feet; drag turns the view, the wheel comes nearer."},
                 {"runs", Json::array({run})}});
}

}  // namespace touchdown::host
