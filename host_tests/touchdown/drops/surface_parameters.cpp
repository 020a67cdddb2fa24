#include "drops/surface_parameters.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace touchdown::host {
namespace {

using Json = nlohmann::json;

Estimate estimate_of(const Json &json) {
  return {json.at("value").get<double>(), json.at("half_width_95").get<double>()};
}

SurfaceParameters surface_of(const Json &json, bool by_speed) {
  const Json &fit = by_speed ? json.at("by_speed") : json.at("constant").at(0);
  SurfaceParameters surface{{}, json.at("drops").get<std::size_t>(), {},
                            {}, estimate_of(fit.at("mu_k")),         fit.at("mu_s").get<double>()};
  const Json &restitution = fit.at("restitution");
  restitution.at("speed").get_to(surface.restitution.speed);
  for (const Json &e : restitution.at("e")) {
    surface.e.push_back(estimate_of(e));
    surface.restitution.e.push_back(surface.e.back().value);
  }
  if (by_speed) json.at("capture_speed").get_to(surface.restitution.capture_speed);
  return surface;
}

}  // namespace

SurfaceParameters read_surface(const std::string &path, bool by_speed) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  try {
    SurfaceParameters surface = surface_of(Json::parse(file), by_speed);
    surface.source = path;
    return surface;
  } catch (const Json::exception &error) {
    throw std::runtime_error(path + ": no parameters of a surface: " + error.what());
  }
}

std::string known_surface(const std::string &body) {
  const std::string path = std::string(TOUCHDOWN_DROPS_FOLDER "/") + body + ".surface.json";
  if (std::filesystem::exists(path)) return path;
  throw std::runtime_error("the surface of " + body +
                           " is not known here; `touchdown identify -o` finds it, --surface "
                           "takes it");
}

void lay_on(std::vector<Drop> &drops, const SurfaceParameters &surface) {
  for (Drop &drop : drops)
    drop.body.surface = {surface.mu_s, surface.mu_k.value, restitution_at(surface.restitution, approach_speed(drop))};
}

}  // namespace touchdown::host
