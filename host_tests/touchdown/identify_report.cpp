// The sections of `identify` in an HTML report.
#include <sstream>

#include "identification.hpp"
#include "picture.hpp"
#include "rebound.hpp"
#include "report.hpp"
#include "statistics.hpp"
#include "text.hpp"

namespace touchdown::host {
namespace {

std::string interval(const Estimate &estimate) {
  return formatted("%.4f", estimate.value) + formatted(" \u00b1 %.4f", estimate.half_width);
}

Cells model_row(const SurfaceFit &fit, const std::string &name) {
  return {name,
          fit.e.size() == 1 ? interval(fit.e.front()) : "see table",
          interval(fit.mu_k),
          formatted("%.2f", 100 * median(fit.E_norm)),
          formatted("%.2f", 100 * quantile(fit.E_norm, 0.9)),
          formatted("%.4f", median(fit.linear)),
          formatted("%.3f", median(fit.angular)),
          std::to_string(fit.reversals_found) + " of " + std::to_string(fit.reversals),
          std::to_string(fit.energy_gained)};
}

Section models_section(const Identification &found) {
  std::vector<Cells> rows;
  for (const SurfaceFit &fit : found.constant) rows.push_back(model_row(fit, fit.model.name));
  rows.push_back(model_row(found.by_speed, "Poisson, slip path, e by speed"));
  std::string html = table({"model", "e", "mu_k", "E-norm, median, %", "90th percentile, %", "linear, median, m/s",
                            "angular, median, rad/s", "reversals found", "energy gained"},
                           rows, true);
  for (const std::string &sentence : findings(found)) html += paragraph(sentence);
  return {"Models of " + found.set.name + ", " + std::to_string(found.set.drops.size()) + " impacts", html};
}

std::string restitution_picture(const Identification &found, const std::string &name) {
  std::ostringstream script;
  script << "set xlabel 'approach speed, m/s'\nset ylabel 'restitution'\nset yrange [0:1]\nset key top right\n$drops "
            "<< EOD\n";
  for (const Drop &drop : found.set.drops)
    script << approach_speed(drop) << ' ' << contact_speed(drop.body, drop.after).normal / approach_speed(drop) << '\n';
  script << "EOD\n$curve << EOD\n";
  const SurfaceFit &fit = found.by_speed;
  for (std::size_t i = 0; i < fit.e.size(); ++i)
    script << fit.restitution.speed[i] << ' ' << fit.e[i].value << ' ' << fit.e[i].half_width << '\n';
  script << "EOD\nplot $drops with points pt 7 ps 0.3 lc rgb '#9aa7b5' title 'speed ratio of each drop', "
            "$curve with yerrorlines lw 2 pt 7 ps 0.6 lc rgb '#2f6ca8' title 'e by speed, 95 %'\n";
  return drawn(name, 760, 380, script.str());
}

Section restitution_section(const Identification &found, std::size_t number) {
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < found.by_speed.e.size(); ++i)
    rows.push_back({formatted("%.3f", found.by_speed.restitution.speed[i]), interval(found.by_speed.e[i])});
  return {"Restitution of " + found.set.name + " by approach speed",
          figure(restitution_picture(found, "restitution" + std::to_string(number)),
                 "Linear between the points, constant beyond them; td_restitution takes these numbers.") +
              table({"approach speed, m/s", "e"}, rows)};
}

}  // namespace

void write_identify_report(const std::string &path, const std::vector<Identification> &found) {
  Report report{"Restitution and friction from drops", "Touchdown, intervals of 95 %", {}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    report.sections.push_back(models_section(found[i]));
    report.sections.push_back(restitution_section(found[i], i));
  }
  write(path, report);
}

}  // namespace touchdown::host
