#include "drops/surface_fit.hpp"

#include <filesystem>

#include "records/schema.hpp"

namespace touchdown::host {
namespace {

// null: no bound.
double end_of(JsonObject json, const char *key, double open) {
  return json.at(key).is_null() ? open : json.number<double>(key);
}

Estimate read_estimate(JsonObject json) {
  const Estimate open{json.number<double>("value")};
  return {open.value, end_of(json, "at_least", open.least), end_of(json, "at_most", open.most)};
}

SurfaceParameters surface_of(JsonObject json, bool by_speed) {
  if (json.has("e")) {
    const Estimate e{json.number<double>("e")}, mu_k{json.number<double>("mu")};
    return {{}, 0, {0, {0}, {e.value}}, {e}, mu_k, json.number<double>("mu_s", mu_k.value)};
  }
  JsonObject fit = by_speed ? json.object("by_speed") : json.objects("constant", 100).front();
  SurfaceParameters surface{{}, json.at("drops").get<std::size_t>(), {},
                            {}, read_estimate(fit.object("mu_k")),   fit.number<double>("mu_s")};
  JsonObject restitution = fit.object("restitution");
  surface.restitution.speed = restitution.list<double>("speed", 0);
  for (JsonObject &e : restitution.objects("e", TD_MAX_RESTITUTION_POINTS)) {
    surface.e.push_back(read_estimate(e));
    surface.restitution.e.push_back(surface.e.back().value);
  }
  if (surface.restitution.speed.size() != surface.e.size())
    throw std::runtime_error(restitution.place_of("speed") + " must have as many numbers as e");
  if (by_speed) surface.restitution.capture_speed = json.number<double>("capture_speed");
  return surface;
}

}  // namespace

SurfaceParameters read_surface(const std::string &path, bool by_speed) {
  return read_input(path, "drops/surface", [&](const JsonObject &json) {
    SurfaceParameters surface = surface_of(json, by_speed);
    surface.source = path;
    return surface;
  });
}

std::string known_surface(const std::string &body) {
  const std::string path = data_folder() + '/' + body + ".surface.json";
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
