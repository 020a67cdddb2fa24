#include "land/scenario.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace touchdown::host {
namespace {

using Json = nlohmann::json;
using Vector = Vector3<double>;

// Three numbers, or what stands there already where the field is missing.
void read_vector(const Json &object, const char *field, double (&x)[3]) {
  if (!object.contains(field)) return;
  const Json &list = object.at(field);
  if (!list.is_array() || list.size() != 3) throw std::runtime_error(std::string(field) + " is not three numbers");
  for (std::size_t i = 0; i < 3; ++i) x[i] = list[i].get<double>();
}

Vector vector_in(const Json &object, const char *field) {
  double x[3] = {0, 0, 0};
  read_vector(object, field, x);
  return vector(x);
}

Surface<double> surface_in(const Json &object) {
  const double mu_k = object.at("mu").get<double>();
  return {object.value("mu_s", mu_k), mu_k, object.at("e").get<double>()};
}

void read_vehicle(const Json &file, Lander<double> &lander) {
  lander.mass = file.at("mass").get<double>();
  const Json &I = file.at("inertia");
  if (I.size() != 6) throw std::runtime_error("inertia is not xx, yy, zz, xy, xz, yz");
  for (std::size_t i = 0; i < 6; ++i) lander.inertia[i] = I[i].get<double>();
  const Json &feet = file.at("feet");
  if (feet.empty() || feet.size() > max_feet) throw std::runtime_error("feet: 1 to 8 are needed");
  lander.feet = static_cast<std::int32_t>(feet.size());
  for (std::size_t i = 0; i < feet.size(); ++i) {
    read_vector(feet[i], "r", lander.foot[i].r);
    lander.foot[i].surface = surface_in(feet[i].contains("mu") ? feet[i] : file.at("surface"));
  }
}

void read_site(const Json &file, Lander<double> &lander) {
  const Json ground = file.at("ground").is_array() ? file.at("ground") : Json::array({file.at("ground")});
  if (ground.empty() || ground.size() > max_feet) throw std::runtime_error("ground: one plane, or one for each foot");
  lander.planes = static_cast<std::int32_t>(ground.size());
  for (std::size_t i = 0; i < ground.size(); ++i) {
    read_vector(ground[i], "point", lander.ground[i].point);
    lander.ground[i].n[2] = 1;
    read_vector(ground[i], "normal", lander.ground[i].n);
  }
  read_vector(file, "gravity", lander.gravity);
  read_vector(file, "thrust", lander.thrust);
  read_vector(file, "thrust_after", lander.thrust_after);
  lander.horizon = file.at("horizon").get<double>();
  lander.simultaneity_window = file.value("window", 0.0);
  lander.rest_speed = file.value("rest_speed", 0.0);
  lander.contact_duration = file.value("contact_duration", 0.0);
  lander.max_touchdowns = file.value("touchdowns", max_touchdowns);
}

LanderState<double> state_in(const Json &state) {
  LanderState<double> s;
  read_vector(state, "position", s.x);
  read_vector(state, "velocity", s.v);
  read_vector(state, "angular_velocity", s.w);
  s.q[0] = 1;
  if (!state.contains("attitude")) return s;
  const Json &q = state.at("attitude");
  if (q.size() != 4) throw std::runtime_error("attitude is not w, x, y, z");
  for (std::size_t i = 0; i < 4; ++i) s.q[i] = q[i].get<double>();
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
