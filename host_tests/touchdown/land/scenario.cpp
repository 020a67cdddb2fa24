#include "land/scenario.hpp"

#include <algorithm>
#include <optional>

#include "records/json_object.hpp"

namespace touchdown::host {
namespace {

// What a foot does not say of its surface is that of all.
Surface<double> surface_in(JsonObject &foot, JsonObject *all) {
  const auto either = [&](const char *key) {
    return all == nullptr || foot.has(key) ? foot.number<double>(key) : all->number<double>(key);
  };
  const double mu_k = either("mu");
  const bool from_foot = foot.has("mu") || foot.has("mu_s") || all == nullptr;
  const double mu_s = from_foot ? foot.number<double>("mu_s", mu_k) : all->number<double>("mu_s", mu_k);
  return {mu_s, mu_k, either("e")};
}

// Honeycomb has a force, a spring a stiffness.
Leg<double> leg_in(JsonObject leg) {
  const bool crushes = leg.has("force");
  if (crushes == leg.has("stiffness"))
    throw std::runtime_error(leg.place_of("force") + " or stiffness must be given, one of both");
  Leg<double> read;
  read.kind = crushes ? TD_LEG_CRUSHES : TD_LEG_SPRINGS;
  leg.fill("axis", read.axis);
  read.stroke = leg.number<double>("stroke");
  if (crushes) read.force = leg.number<double>("force");
  if (!crushes) read.stiffness = leg.number<double>("stiffness");
  if (!crushes) read.damping = leg.number<double>("damping", 0);
  leg.finish();
  return read;
}

void read_vehicle(JsonObject &file, Lander<double> &lander, Legs<double> &legs) {
  lander.mass = file.number<double>("mass");
  file.fill("inertia", lander.inertia);
  std::optional<JsonObject> surface;
  if (file.has("surface")) surface.emplace(file.object("surface"));
  lander.feet = 0;
  for (JsonObject &foot : file.objects("feet", 1, max_feet)) {
    if (foot.has("leg")) legs.leg[lander.feet] = leg_in(foot.object("leg"));
    Foot<double> &read = lander.foot[lander.feet++];
    foot.fill("r", read.r);
    read.surface = surface_in(foot, surface ? &*surface : nullptr);
    foot.finish();
  }
  if (!surface) return;
  for (const char *key : {"mu", "mu_s", "e"}) surface->number<double>(key, 0);  // each foot may have its own
  surface->finish();
}

Ground<double> ground_in(JsonObject &plane) {
  Ground<double> ground;
  ground.n[2] = 1;
  plane.fill_if_given("point", ground.point);
  plane.fill_if_given("normal", ground.n);
  plane.finish();
  return ground;
}

// The datum of heights is level, below the lander.
void read_heights(JsonObject &ground, const std::filesystem::path &folder, Scenario &scenario) {
  const HeightGrid grid = heights_in(ground, folder);
  ground.finish();
  const double(&x)[3] = scenario.state.x;
  HeightGrid::Pair gradient;
  const double level = grid.height(x[0], x[1], gradient);
  scenario.lander.planes = 1;
  view(scenario.lander.ground[0].point) = Vector3<double>(x[0], x[1], level);
  view(scenario.lander.ground[0].n) = Vector3<double>(0, 0, 1);
  scenario.uneven = std::make_shared<const UnevenGround>(UnevenGround{grid, level});
}

void read_ground(JsonObject &file, const std::filesystem::path &folder, Scenario &scenario) {
  Lander<double> &lander = scenario.lander;
  lander.planes = 0;
  if (file.at("ground").is_array()) {
    for (JsonObject &plane : file.objects("ground", 1, max_feet)) lander.ground[lander.planes++] = ground_in(plane);
    return;
  }
  JsonObject ground = file.object("ground");
  if (ground.has("heights")) {
    read_heights(ground, folder, scenario);
  } else {
    lander.ground[lander.planes++] = ground_in(ground);
  }
}

void read_forces(JsonObject &file, Lander<double> &lander) {
  file.fill_if_given("gravity", lander.gravity);
  file.fill_if_given("thrust", lander.thrust);
  file.fill_if_given("thrust_after", lander.thrust_after);
  lander.options = {};
  lander.horizon = file.number<double>("horizon");
}

// Of impacts one by one.
void read_chain(JsonObject &file, Lander<double> &lander) {
  lander.simultaneity_window = file.number<double>("window", 0);
  lander.rest_speed = file.number<double>("rest_speed", 0);
  lander.contact_duration = file.number<double>("contact_duration", 0);
  lander.max_touchdowns = file.number<std::int32_t>("touchdowns", max_touchdowns);
  lander.iterations = file.number<std::int32_t>("iterations", 0);
}

LanderState<double> state_in(JsonObject state) {
  LanderState<double> s;
  s.q[0] = 1;
  state.fill_if_given("position", s.x);
  state.fill_if_given("velocity", s.v);
  state.fill_if_given("angular_velocity", s.w);
  state.fill_if_given("attitude", s.q);
  state.finish();
  return s;
}

Dispersion dispersion_in(JsonObject d) {
  Dispersion dispersion;
  d.fill_if_given("velocity", dispersion.velocity);
  d.fill_if_given("angular_velocity", dispersion.angular_velocity);
  d.fill_if_given("tilt", dispersion.tilt);
  d.fill_if_given("slope", dispersion.slope);
  dispersion.mu = d.number<double>("mu", 0);
  dispersion.e = d.number<double>("e", 0);
  d.finish();
  return dispersion;
}

LandingErrors<double> errors_in(JsonObject e) {
  const LandingErrors<double> errors{e.number<double>("e", 0), e.number<double>("mu", 0), e.number<double>("slope", 0),
                                     e.number<double>("vertical", 0), e.number<double>("lateral", 0)};
  e.finish();
  return errors;
}

// Impacts one by one, their chain and the envelope are of planes: what asks for them means nothing on heights.
void refuse_chain(JsonObject &file, const Scenario &scenario) {
  const std::string where = " where /ground/heights are given";
  for (const char *key : {"window", "rest_speed", "contact_duration", "touchdowns", "iterations", "errors"})
    if (file.has(key))
      throw std::runtime_error(file.place_of(key) + " has no meaning" + where + ": it is of impacts on planes");
  if (!has_known_thrust(scenario))
    throw std::runtime_error(file.place_of("thrust_after") + " must be that of /thrust, or 0," + where);
}

Scenario scenario_in(JsonObject file, const std::filesystem::path &folder) {
  Scenario scenario;
  scenario.name = file.text("name");
  scenario.illustrates = file.text("illustrates", "");
  scenario.source = file.text("source", "");
  read_vehicle(file, scenario.lander, scenario.legs);
  file.fill_if_given("up", scenario.up);
  scenario.state = state_in(file.object("state"));
  read_ground(file, folder, scenario);
  read_forces(file, scenario.lander);
  if (scenario.uneven != nullptr) refuse_chain(file, scenario);
  if (scenario.uneven == nullptr) read_chain(file, scenario.lander);
  if (file.has("dispersion")) scenario.dispersion = dispersion_in(file.object("dispersion"));
  if (file.has("errors")) scenario.errors = errors_in(file.object("errors"));
  file.finish();
  return scenario;
}

}  // namespace

bool yields(const Scenario &scenario) {
  return std::any_of(std::begin(scenario.legs.leg), std::end(scenario.legs.leg),
                     [](const Leg<double> &leg) { return leg.kind != TD_LEG_RIGID; });
}

bool has_known_thrust(const Scenario &scenario) {
  const Vector3<double> after = vector(scenario.lander.thrust_after);
  return after.norm() == 0 || after == vector(scenario.lander.thrust);
}

Scenario read_scenario(const std::string &path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return read_object(path, "landing", [&](const JsonObject &file) { return scenario_in(file, folder); });
}

}  // namespace touchdown::host
