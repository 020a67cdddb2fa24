#include "land/scenario.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace touchdown::host {
namespace {

using Json = nlohmann::json;
using Vector = Vector3<double>;

const Vector zero(0, 0, 0);

Vector vector_in(const Json &object, const char *field, const Vector &otherwise = zero) {
  if (!object.contains(field)) return otherwise;
  const Json &list = object.at(field);
  if (!list.is_array() || list.size() != 3) throw std::runtime_error(std::string(field) + " is not three numbers");
  return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

Surface<double> surface_in(const Json &object) {
  const double mu_k = object.at("mu").get<double>();
  return {object.value("mu_s", mu_k), mu_k, object.at("e").get<double>()};
}

void read_vehicle(const Json &file, Lander<double> &lander) {
  lander.mass = file.at("mass").get<double>();
  const Json &I = file.at("inertia");
  if (I.size() != 6) throw std::runtime_error("inertia is not xx, yy, zz, xy, xz, yz");
  const auto entry = [&](std::size_t i) { return I[i].get<double>(); };
  lander.inertia << entry(0), entry(3), entry(4), entry(3), entry(1), entry(5), entry(4), entry(5), entry(2);
  const Json &feet = file.at("feet");
  if (feet.empty() || feet.size() > max_feet) throw std::runtime_error("feet: 1 to 8 are needed");
  lander.feet = static_cast<std::int32_t>(feet.size());
  for (std::size_t i = 0; i < feet.size(); ++i)
    lander.foot[i] = {vector_in(feet[i], "r"), surface_in(feet[i].contains("mu") ? feet[i] : file.at("surface"))};
}

void read_site(const Json &file, Lander<double> &lander) {
  const Json ground = file.at("ground").is_array() ? file.at("ground") : Json::array({file.at("ground")});
  if (ground.empty() || ground.size() > max_feet) throw std::runtime_error("ground: one plane, or one for each foot");
  lander.planes = static_cast<std::int32_t>(ground.size());
  for (std::size_t i = 0; i < ground.size(); ++i)
    lander.ground[i] = {vector_in(ground[i], "point"), vector_in(ground[i], "normal", Vector(0, 0, 1))};
  lander.gravity = vector_in(file, "gravity");
  lander.thrust = vector_in(file, "thrust");
  lander.thrust_after = vector_in(file, "thrust_after");
  lander.options = {};
  lander.horizon = file.at("horizon").get<double>();
  lander.simultaneity_window = file.value("window", 0.0);
  lander.rest_speed = file.value("rest_speed", 0.0);
  lander.contact_duration = file.value("contact_duration", 0.0);
  lander.max_touchdowns = file.value("touchdowns", max_touchdowns);
}

LanderState<double> state_in(const Json &state) {
  LanderState<double> s{
      vector_in(state, "position"), {1, 0, 0, 0}, vector_in(state, "velocity"), vector_in(state, "angular_velocity")};
  if (!state.contains("attitude")) return s;
  const Json &q = state.at("attitude");
  if (q.size() != 4) throw std::runtime_error("attitude is not w, x, y, z");
  s.q = {q[0].get<double>(), q[1].get<double>(), q[2].get<double>(), q[3].get<double>()};
  return s;
}

Scenario scenario_in(const Json &file) {
  Scenario scenario;
  scenario.name = file.at("name").get<std::string>();
  scenario.illustrates = file.value("illustrates", std::string());
  scenario.source = file.value("source", std::string());
  read_vehicle(file, scenario.lander);
  read_site(file, scenario.lander);
  scenario.state = state_in(file.at("state"));
  const Json d = file.value("dispersion", Json::object());
  scenario.dispersion = {vector_in(d, "velocity"), vector_in(d, "angular_velocity"),
                         vector_in(d, "tilt"),     vector_in(d, "slope"),
                         d.value("mu", 0.0),       d.value("e", 0.0)};
  const Json e = file.value("errors", Json::object());
  scenario.errors = {e.value("e", 0.0), e.value("mu", 0.0), e.value("slope", 0.0), e.value("vertical", 0.0),
                     e.value("lateral", 0.0)};
  return scenario;
}

}  // namespace

Scenario read_scenario(const std::string &path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + ": cannot be read");
  try {
    return scenario_in(Json::parse(in));
  } catch (const std::exception &wrong) {
    throw std::runtime_error(path + ": " + wrong.what());
  }
}

}  // namespace touchdown::host
