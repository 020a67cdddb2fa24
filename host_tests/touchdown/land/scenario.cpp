#include "land/outcome.hpp"

#include "cli/text.hpp"
#include "records/fields.hpp"
#include "records/rig.hpp"
#include "records/schema.hpp"

namespace touchdown::host {
namespace {

// Rows of a force and the stroke up to which it acts.
void read_stages(const JsonObject &strut, const char *key, StrutStage<double> (&stages)[TD_MAX_STRUT_STAGES]) {
  const std::vector<double> rows = strut.matrix<double>(key, 0, 2);
  if (rows.size() > 2 * std::size(stages))
    throw std::runtime_error(strut.place_of(key) + " must be " + std::to_string(std::size(stages)) + " rows at most");
  for (std::size_t i = 0; i < rows.size(); i += 2) stages[i / 2] = {rows[i], rows[i + 1]};
}

// Three struts hold a foot, honeycomb has a force, a spring a stiffness.
Leg<double> leg_in(const JsonObject &leg) {
  Leg<double> read;
  read.kind = leg.has("struts") ? TD_LEG_TRIPOD : leg.has("force") ? TD_LEG_CRUSHES : TD_LEG_SPRINGS;
  read_fields(leg, read);
  Strut<double> *next = read.strut;
  for (const JsonObject &strut : leg.objects("struts", 3)) {
    read_fields(strut, *next);
    read_stages(strut, "crush", next->crush);
    read_stages(strut, "pull", next->pull);
    ++next;
  }
  return read;
}

void read_foot(const JsonObject &foot, Lander<double> &body) {
  if (foot.has("leg")) body.leg[body.feet] = leg_in(foot.object("leg"));
  Foot<double> &read = body.foot[body.feet++];
  const auto mu = foot.number<double>("mu");
  read.surface = {foot.number<double>("mu_s", mu), mu, foot.number<double>("e")};
  read.mu_sliding = mu;
  read_fields(foot, read);
}

[[noreturn]] void refuse_more(const JsonObject &file, const char *key, std::size_t most) {
  throw std::runtime_error(file.place_of(key) + " must be " + std::to_string(most) + " at most");
}

// A foot takes from the common surface what it does not give itself; it may be r alone.
void read_feet(const JsonObject &file, Lander<double> &body) {
  if (file.at("feet").size() > max_feet) refuse_more(file, "feet", max_feet);
  for (const Json &given : file.at("feet")) {
    Json foot = file.has("surface") ? file.at("surface") : Json::object();
    if (given.contains("mu")) foot.erase("mu_s");
    foot.update(given.is_array() ? Json::object({{"r", given}}) : given);
    read_foot(JsonObject(foot, file.place_of("feet") + '/' + std::to_string(body.feet)), body);
  }
}

// Points that should not touch.
void read_points(const JsonObject &file, Lander<double> &body) {
  const std::vector<double> points = file.matrix<double>("points", 0, 3);
  if (points.size() > 3 * max_clearance_points) refuse_more(file, "points", max_clearance_points);
  for (std::size_t i = 0; i < points.size(); ++i) body.point[i / 3][i % 3] = points[i];
  body.points = static_cast<std::int32_t>(points.size() / 3);
}

Ground<double> ground_in(const JsonObject &plane) {
  Ground<double> ground;
  ground.n[2] = 1;
  plane.fill("point", ground.point);
  plane.fill("normal", ground.n);
  return ground;
}

// The datum of heights is level, below the lander.
void read_heights(const JsonObject &ground, const std::filesystem::path &folder, Scenario &scenario) {
  const HeightGrid grid = heights_in(ground, folder);
  const double(&x)[3] = scenario.state.x;
  HeightGrid::Pair gradient;
  const double level = grid.height(x[0], x[1], gradient);
  scenario.body.planes = 1;
  view(scenario.body.ground[0].point) = Vector3<double>(x[0], x[1], level);
  view(scenario.body.ground[0].n) = Vector3<double>(0, 0, 1);
  scenario.uneven = std::make_shared<const UnevenGround>(UnevenGround{grid, level, ground.number<double>("sigma", 0)});
  put_on(*scenario.uneven, scenario.body);
}

void read_ground(const JsonObject &file, const std::filesystem::path &folder, Scenario &scenario) {
  Lander<double> &body = scenario.body;
  if (file.at("ground").is_array()) {
    for (const JsonObject &plane : file.objects("ground", max_feet)) body.ground[body.planes++] = ground_in(plane);
    return;
  }
  JsonObject ground = file.object("ground");
  if (ground.has("heights")) {
    read_heights(ground, folder, scenario);
  } else {
    body.ground[body.planes++] = ground_in(ground);
  }
}

LanderState<double> state_in(const JsonObject &state) {
  LanderState<double> s;
  s.q[0] = 1;
  state.fill("position", s.x);
  state.fill("velocity", s.v);
  state.fill("angular_velocity", s.w);
  state.fill("attitude", s.q);
  return s;
}

Dispersion dispersion_in(const JsonObject &d) {
  Dispersion dispersion;
  d.fill("velocity", dispersion.velocity);
  d.fill("angular_velocity", dispersion.angular_velocity);
  d.fill("tilt", dispersion.tilt);
  if (d.at("slope").is_array()) {
    Vector3<double> slope(0, 0, 0);
    d.fill("slope", slope);
    dispersion.slope = slope.norm() / std::sqrt(2.0);
  } else {
    dispersion.slope = d.number<double>("slope", 0);
  }
  d.read("mu", dispersion.mu, "guides", dispersion.guides, "e", dispersion.e);
  return dispersion;
}

// How fast it meets the first plane if it falls freely, braked by all its thrust; 0 where the horizon comes before.
double fastest_approach(const Lander<double> &body, const LanderState<double> &state) {
  const Vector3<double> n = vector(body.ground[0].n).normalized();
  const double height = n.dot(vector(state.x) - vector(body.ground[0].point)), v_n = n.dot(vector(state.v));
  const double pull = -n.dot(vector(body.gravity)) - vector(body.thrust).norm() / body.mass;
  const double speed = std::sqrt(std::max(v_n * v_n + 2 * pull * height, 0.0));
  const double horizon = body.horizon > 0 ? body.horizon : TD_DEFAULT_HORIZON;
  return 2 * height < horizon * (speed - v_n) ? speed : 0;  // a fall takes 2 h / (v' - v)
}

// The axis of a leg that yields is taken either way, and any way; both are said.
void note_axes(const Lander<double> &body) {
  constexpr double least = 0.5;  // cosine: 60 deg
  for (int i = 0; i < body.feet; ++i) {
    if (body.leg[i].kind != TD_LEG_CRUSHES && body.leg[i].kind != TD_LEG_SPRINGS) continue;
    const Vector3<double> axis = vector(body.leg[i].axis).normalized(), up = vector(body.up).normalized();
    const char *const words = axis.dot(up) < 0 && axis.dot(vector(body.foot[i].r)) > 0
                                  ? "points to the foot: turned round"
                              : std::abs(axis.dot(up)) < least ? "is more than 60 deg off up: the foot goes sideways"
                                                               : nullptr;
    if (words != nullptr) std::fprintf(stderr, "/feet/%d/leg/axis %s; [0, 0, 1] is straight up\n", i, words);
  }
}

double reach_of(const Lander<double> &body) {
  double reach = 0;
  for (int i = 0; i < body.feet; ++i) reach = std::max(reach, vector(body.foot[i].r).norm() + body.foot[i].radius);
  for (int i = 0; i < body.points; ++i) reach = std::max(reach, vector(body.point[i]).norm());
  return reach;
}

// What no lander is, all at once: units of another size, gravity that points out of the ground.
void check_plausible(const Scenario &scenario) {
  constexpr double beyond_feet = 2;  // a part of the lander may be this much further than what touches
  constexpr double farthest = 100;   // [m] a booster of 70 m has its feet some 25 m from its centre of mass
  constexpr double fastest = 30;     // [m/s] airbags met Mars at 14 to 25
  constexpr double strongest = 200;  // [m/s^2] no engine of a lander pushes it with 20 g
  const Lander<double> &body = scenario.body;
  std::vector<std::string> faults;
  const double reach = reach_of(body), push = vector(body.thrust).norm() / body.mass;
  if (reach > farthest)
    faults.push_back(formatted("/feet reach %.0f m from the centre of mass; lengths are in m", reach));
  try {
    check_inertia(body.mass, matrix(body.inertia), beyond_feet * reach);
  } catch (const std::runtime_error &error) {
    faults.emplace_back(error.what());
  }
  bool upwards = true;
  for (int i = 0; i < body.planes; ++i) upwards = upwards && vector(body.ground[i].n).dot(vector(body.gravity)) > 0;
  if (upwards) faults.emplace_back("/gravity points out of the ground; down is negative: [0, 0, -9.81]");
  if (push > strongest) faults.push_back(formatted("/thrust pushes the lander with %.3g m/s^2; it is in N", push));
  if (const double speed = fastest_approach(body, scenario.state); speed > fastest)
    faults.push_back(formatted("/state leads to the ground at %.0f m/s; position is in m, velocity in m/s", speed));
  const double height = body.planes == 1 ? height_of(scenario, vector(scenario.state.x), 0) : 0;
  if (height < 0)
    faults.push_back(
        formatted("/state begins with the centre of mass %.3g m in the ground; position is in m", -height));
  if (!faults.empty()) throw InputFaults("", faults);
  note_axes(body);
}

Scenario scenario_in(const JsonObject &file, const std::filesystem::path &folder) {
  Scenario scenario;
  scenario.name = file.text("name", "lander");
  scenario.illustrates = file.text("illustrates", "");
  scenario.source = file.text("source", "");
  scenario.body.up[2] = 1;
  if (file.at("gravity").is_number()) scenario.body.gravity[2] = -file.number<double>("gravity");
  read_fields(file, scenario.body);
  read_feet(file, scenario.body);
  read_points(file, scenario.body);
  scenario.state = state_in(file.object("state"));
  read_ground(file, folder, scenario);
  scenario.body.margins = 1;
  check_plausible(scenario);
  scenario.dispersion = dispersion_in(file.object("dispersion"));
  return scenario;
}

}  // namespace

Scenario read_scenario(const std::string &path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return read_input(path, "land/scenario", [&](const JsonObject &file) { return scenario_in(file, folder); });
}

}  // namespace touchdown::host
