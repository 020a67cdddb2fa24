// The report of `identify`.
#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "drops/rebound.hpp"
#include "drops/sections.hpp"
#include "identify/identification.hpp"
#include "report/picture.hpp"
#include "report/report.hpp"
#include "touchdown/touchdown.h"

namespace touchdown::host {
namespace {

Cells model_row(const SurfaceFit &fit, const std::string &estimator, const std::string &e, const std::string &mu_k) {
  return {fit.model.name,
          estimator,
          e,
          mu_k,
          formatted("%.2f", 100 * median(fit.E_norm)),
          formatted("%.2f", 100 * quantile(fit.E_norm, 0.9)),
          formatted("%.4f", median(fit.linear)),
          formatted("%.3f", median(fit.angular)),
          std::to_string(fit.reversals_found) + " of " + std::to_string(fit.reversals),
          std::to_string(fit.energy_gained)};
}

Cells squares_row(const SurfaceFit &fit) {
  return model_row(fit, "least squares", fit.e.size() == 1 ? in_table(fit.e.front()) : "by speed", in_table(fit.mu_k));
}

Cells median_row(const SurfaceFit &fit) {
  return model_row(fit, "least median", formatted("%.4f", fit.e.front().value), formatted("%.4f", fit.mu_k.value));
}

std::string title(const char *what, const Identification &found) {
  return std::string(what) + ": " + found.set.name + ", " + std::to_string(found.set.drops.size()) + " impacts";
}

Section models_section(const Identification &found) {
  std::vector<Cells> rows;
  for (const LawFit &law : found.laws) rows.push_back(squares_row(law.squares));
  rows.push_back(squares_row(found.by_speed));
  for (const LawFit &law : found.laws) rows.push_back(median_row(law.least_median));
  return {title("Models", found),
          table({"model", "estimator", "e", "mu_k", "E-norm, median, %", "90th percentile, %", "linear, median, m/s",
                 "angular, median, rad/s", "reversals found", "energy gained"},
                rows, true)};
}

std::string mu_s_of(const LawFit &law) {
  if (!law.mu_s) return "not in this model";
  const std::string from = formatted("%.3f", law.mu_s->smallest);
  return law.mu_s->largest ? from + " to " + formatted("%.3f", *law.mu_s->largest) : from + " or more";
}

Section parameters_section(const std::vector<std::string> &origin, const Identification &found) {
  std::string html;
  for (const std::string &sentence : origin) html += paragraph(sentence);
  std::vector<Cells> rows;
  for (const LawFit &law : found.laws)
    rows.push_back({law.squares.model.name, in_table(law.squares.e.front()), in_table(law.squares.mu_k), mu_s_of(law)});
  html += table({"model", "e", "mu_k", "mu_s"}, rows);
  for (const std::string &sentence : findings(found)) html += paragraph(sentence);
  return {title("Parameters", found), html};
}

std::vector<Picture::Point> points_of(const SurfaceFit &fit, const std::vector<Drop> &drops) {
  constexpr std::size_t groups = 10;
  std::vector<std::size_t> order(drops.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return approach_speed(drops[a]) < approach_speed(drops[b]); });
  std::vector<Picture::Point> points;
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<double> speeds, errors;
    for (std::size_t i = group * order.size() / groups; i < (group + 1) * order.size() / groups; ++i) {
      speeds.push_back(approach_speed(drops[order[i]]));
      errors.push_back(100 * fit.E_norm[order[i]]);
    }
    if (!speeds.empty()) points.emplace_back(median(speeds), median(errors));
  }
  return points;
}

Section comparison_section(const Identification &found) {
  Picture picture(1080, 380);
  picture.script << "set xlabel 'approach speed, m/s'\nset ylabel 'E-norm error, median of each tenth, %'\n"
                 << "set yrange [0:*]\nset key outside right top\n";
  std::size_t line = 0;
  const auto add = [&](const SurfaceFit &fit) {
    const std::string name = "model" + std::to_string(line);
    picture.data(name, points_of(fit, found.set.drops));
    picture.script << (line == 0 ? "plot $" : ", $") << name << " with linespoints pt 7 ps 0.4 lw 1.5 title '"
                   << fit.model.name << "'";
    ++line;
  };
  for (const LawFit &law : found.laws) add(law.squares);
  add(found.by_speed);
  picture.script << '\n';
  return {title("Models over approach speed", found),
          figure(picture.drawn(),
                 "Least squares. The laws of restitution lie on one another where they cannot be told apart.")};
}

std::string restitution_picture(const Identification &found) {
  Picture picture(760, 380);
  std::vector<Picture::Point> drops;
  for (const Drop &drop : found.set.drops)
    drops.emplace_back(approach_speed(drop), contact_speed(drop.body, drop.after).normal / approach_speed(drop));
  std::vector<Picture::Row> curve;
  const SurfaceFit &fit = found.by_speed;
  for (std::size_t i = 0; i < fit.e.size(); ++i)
    curve.push_back(
        {fit.restitution.speed[i], fit.e[i].value, std::max(fit.e[i].least, 0.0), std::min(fit.e[i].most, 1.0)});
  picture.data("drops", drops);
  picture.data("curve", curve);
  picture.script << "set xlabel 'approach speed, m/s'\nset ylabel 'restitution'\nset yrange [0:1]\nset key top right\n"
                 << "plot $drops with points pt 7 ps 0.3 lc rgb '#9aa7b5' title 'speed ratio of each drop', "
                    "$curve with yerrorlines lw 2 pt 7 ps 0.6 lc rgb '#2f6ca8' title 'e by speed, 95 %'\n";
  return picture.drawn();
}

Section restitution_section(const Identification &found) {
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < found.by_speed.e.size(); ++i)
    rows.push_back({formatted("%.3f", found.by_speed.restitution.speed[i]), in_table(found.by_speed.e[i])});
  return {title("Restitution by approach speed", found),
          figure(restitution_picture(found), "Linear between the points, constant beyond them.") +
              table({"approach speed, m/s", "e"}, rows) + paragraph(c_table(found.by_speed.restitution))};
}

// The drops as Poisson's law with one e and one friction foretells them.
DropRun run_of(const Identification &found) {
  DropRun run{found.set, {}};
  const SurfaceFit &fit = found.laws.front().squares;
  for (Drop &drop : run.set.drops) drop.body.surface = {fit.mu_s, fit.mu_k.value, fit.e.front().value};
  for (const Drop &drop : run.set.drops) run.rebounds.push_back(rebound_of<double>(drop));
  return run;
}

std::string version() {
  return std::to_string(TD_VERSION_MAJOR) + '.' + std::to_string(TD_VERSION_MINOR) + '.' +
         std::to_string(TD_VERSION_PATCH);
}

}  // namespace

void write_identify_report(std::ostream &page, const std::vector<std::string> &origin,
                           const std::vector<Identification> &found) {
  Report report{"Restitution and friction from drops",
                "Touchdown " + version() + ", intervals of 95 %",
                {parameters_section(origin, found.front()), restitution_section(found.front())}};
  std::vector<DropRun> runs;
  for (std::size_t i = 0; i < found.size(); ++i) {
    report.sections.push_back(models_section(found[i]));
    report.sections.push_back(comparison_section(found[i]));
    runs.push_back(run_of(found[i]));
  }
  for (const auto &section : {components_section, error_section, mode_section, worst_section, drops_section})
    report.sections.push_back(section(runs));
  write(page, report);
}

}  // namespace touchdown::host
