#include "identification.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "statistics.hpp"
#include "text.hpp"

namespace touchdown::host {
namespace {

const std::vector<Model> &models() {
  static const std::vector<Model> all{{"Poisson, slip path", Handling::slip_path, Law::poisson},
                                      {"energetic, slip path", Handling::slip_path, Law::energetic},
                                      {"Newton, slip path", Handling::slip_path, Law::newton},
                                      {"Poisson, frozen direction", Handling::frozen_direction, Law::poisson},
                                      {"Newton and cone in one step", Handling::one_step, Law::newton}};
  return all;
}

std::string interval(const Estimate &estimate) {
  return formatted("%.4f", estimate.value) + formatted(" +- %.4f", estimate.half_width);
}

std::string against_first(const SurfaceFit &first, const SurfaceFit &other) {
  const Comparison c = compare(first, other);
  if (!c.told_apart())
    return first.model.name + " and " + other.model.name + " cannot be told apart by these drops (E-norm differs by " +
           formatted("%.3f", 100 * c.difference) + formatted(" +- %.3f %% on average).", 100 * c.half_width);
  return other.model.name + " describes these drops " + (c.difference > 0 ? "worse" : "better") + " than " +
         first.model.name + " (E-norm differs by " + formatted("%.3f", 100 * c.difference) +
         formatted(" +- %.3f %% on average).", 100 * c.half_width);
}

std::string words(const StaticFriction &mu_s) {
  if (!mu_s.largest && mu_s.smallest <= mu_s.best && mu_s.best == mu_s.smallest)
    return "mu_s is not decided by these drops: any value from " + formatted("%.3f", mu_s.smallest) +
           " (mu_k) up describes them as well.";
  return "mu_s: " + formatted("%.3f fits best; from ", mu_s.best) + formatted("%.3f", mu_s.smallest) +
         (mu_s.largest ? formatted(" to %.3f", *mu_s.largest) : std::string(" up")) + " cannot be told from it.";
}

std::string words_of_capture(const Identification &found) {
  const std::vector<double> speeds = collected(found.set.drops, approach_speed);
  if (found.capture_speed > 0)
    return "Impacts below " + formatted("%.3f m/s", found.capture_speed) + " are plastic (capture speed).";
  return "No capture speed is seen: impacts down to the slowest, " +
         formatted("%.3f m/s", *std::min_element(speeds.begin(), speeds.end())) + ", rebound.";
}

nlohmann::json json_of(const Estimate &estimate) {
  return {{"value", estimate.value}, {"half_width_95", estimate.half_width}};
}

nlohmann::json json_of(const SurfaceFit &fit) {
  nlohmann::json e = nlohmann::json::array();
  for (const Estimate &estimate : fit.e) e.push_back(json_of(estimate));
  return {{"model", fit.model.name},
          {"mu_k", json_of(fit.mu_k)},
          {"mu_s", fit.mu_s},
          {"restitution", {{"speed", fit.restitution.speed}, {"e", e}}},
          {"median_E_norm", median(fit.E_norm)},
          {"median_linear", median(fit.linear)},
          {"median_angular", median(fit.angular)}};
}

}  // namespace

Identification identified(DropSet set, std::size_t points) {
  Identification found{std::move(set), {}, {}, {}, 0};
  const std::vector<Drop> &drops = found.set.drops;
  for (const Model &model : models()) found.constant.push_back(fit_surface(drops, model, spread_speeds(drops, 1)));
  found.by_speed = fit_surface(drops, models().front(), spread_speeds(drops, points));
  found.static_friction = fit_static_friction(drops, found.constant.front());
  found.capture_speed = fit_capture_speed(drops, found.by_speed);
  return found;
}

Identification judged_on(DropSet set, const Identification &found) {
  Identification judged = found;
  judged.set = std::move(set);
  for (SurfaceFit &fit : judged.constant) fit = judged_on(judged.set.drops, fit);
  judged.by_speed = judged_on(judged.set.drops, judged.by_speed);
  return judged;
}

std::vector<std::string> findings(const Identification &found) {
  const SurfaceFit &first = found.constant.front();
  std::vector<std::string> sentences;
  for (std::size_t i = 1; i < found.constant.size(); ++i) sentences.push_back(against_first(first, found.constant[i]));
  sentences.push_back(against_first(first, [&] {
    SurfaceFit named = found.by_speed;
    named.model.name = "e by approach speed";
    return named;
  }()));
  sentences.push_back(words(found.static_friction));
  sentences.push_back(words_of_capture(found));
  sentences.push_back("Restitution e = " + interval(first.e.front()) + ", friction mu_k = " + interval(first.mu_k) +
                      " (95 %).");
  return sentences;
}

void write_parameters(const std::string &path, const Identification &found) {
  nlohmann::json models = nlohmann::json::array();
  for (const SurfaceFit &fit : found.constant) models.push_back(json_of(fit));
  const nlohmann::json parameters{{"body", found.set.name},
                                  {"drops", found.set.drops.size()},
                                  {"constant", models},
                                  {"by_speed", json_of(found.by_speed)},
                                  {"capture_speed", found.capture_speed}};
  std::ofstream file(path);
  file << parameters.dump(2) << '\n';
  file.flush();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace touchdown::host
