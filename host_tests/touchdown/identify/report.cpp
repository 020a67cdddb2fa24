// The document of `identify`.
#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "drops/rebound.hpp"
#include "drops/sections.hpp"
#include "identify/identification.hpp"

namespace touchdown::host {
namespace {

std::string title(const char *what, const Identification &found) {
  return std::string(what) + ": " + found.set.name + ", " + std::to_string(found.set.drops.size()) + " impacts";
}

void give_answer(Document &document, const std::vector<Identification> &found) {
  const SurfaceFit &fit = found.front().laws.front().squares;
  document.answer = found.front().set.name + ": " + in_words("e", fit.e.front()) + ", " + in_words("mu_k", fit.mu_k) +
                    " (95 %). With one value of each, impacts are predicted within " +
                    formatted("%.2f %%", 100 * median(fit.E_norm)) + " (E-norm) in the median.";
  if (found.size() > 1)
    document.answer += " On " + std::to_string(found.back().set.drops.size()) + " further impacts: within " +
                       formatted("%.2f %%.", 100 * median(found.back().laws.front().squares.E_norm));
  document.verdict = fit.e.front().decided() && fit.mu_k.decided() ? Verdict::good : Verdict::open;
}

Cells model_row(const SurfaceFit &fit, const char *estimator, const std::string &e, const std::string &mu_k) {
  return {fit.model.name,
          estimator,
          e,
          mu_k,
          100 * median(fit.E_norm),
          100 * quantile(fit.E_norm, 0.9),
          median(fit.linear),
          median(fit.angular),
          std::to_string(fit.reversals_found) + " of " + std::to_string(fit.reversals),
          fit.energy_gained};
}

Cells squares_row(const SurfaceFit &fit) {
  return model_row(fit, "least squares", fit.e.size() == 1 ? in_table(fit.e.front()) : "by speed", in_table(fit.mu_k));
}

void add_models(Document &document, const Identification &found) {
  document.section(title("Models", found));
  DataTable table(
      "model; estimator; e; mu_k; E-norm, median [%]; E-norm, 90th percentile [%]; linear error, median [m/s]; "
      "angular error, median [rad/s]; reversals found; energy gained");
  for (const LawFit &law : found.laws) table.add(squares_row(law.squares));
  table.add(squares_row(found.by_speed));
  for (const LawFit &law : found.laws) {
    const SurfaceFit &fit = law.least_median;
    table.add(
        model_row(fit, "least median", formatted("%.4f", fit.e.front().value), formatted("%.4f", fit.mu_k.value)));
  }
  document.table("models of " + found.set.name, table);
}

std::string mu_s_of(const LawFit &law) {
  if (!law.mu_s) return "not in this model";
  const std::string from = formatted("%.3f", law.mu_s->smallest);
  return law.mu_s->largest ? from + " to " + formatted("%.3f", *law.mu_s->largest) : from + " or more";
}

void add_parameters(Document &document, const std::vector<std::string> &origin, const Identification &found) {
  document.section(title("Parameters", found));
  for (const std::string &sentence : origin) document.text(sentence);
  DataTable table("model; e; mu_k; mu_s");
  for (const LawFit &law : found.laws)
    table.add({law.squares.model.name, in_table(law.squares.e.front()), in_table(law.squares.mu_k), mu_s_of(law)});
  document.table("parameters", table);
  std::vector<Estimated> estimates;
  for (const LawFit &law : found.laws)
    for (const auto &[name, estimate] : {std::pair("e", law.squares.e.front()), std::pair("mu_k", law.squares.mu_k)})
      estimates.push_back({law.squares.model.name, name, estimate});
  document.table("estimates", table_of(estimates));
  for (const std::string &sentence : findings(found)) document.text(sentence);
}

// Medians of each tenth of the drops, by approach speed.
void add_medians(DataTable &table, const SurfaceFit &fit, const std::vector<Drop> &drops) {
  constexpr std::size_t groups = 10;
  std::vector<std::size_t> order(drops.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return approach_speed(drops[a]) < approach_speed(drops[b]); });
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<double> speeds, errors;
    for (std::size_t i = group * order.size() / groups; i < (group + 1) * order.size() / groups; ++i) {
      speeds.push_back(approach_speed(drops[order[i]]));
      errors.push_back(100 * fit.E_norm[order[i]]);
    }
    if (!speeds.empty()) table.add({fit.model.name, median(speeds), median(errors)});
  }
}

void add_comparison(Document &document, const Identification &found) {
  document.section(title("Models over approach speed", found));
  DataTable table("model; approach [m/s]; E-norm [%]");
  const std::string name = "models over speed of " + found.set.name;
  Figure figure{"", "Least squares. The laws of restitution lie on one another where they cannot be distinguished.",
                "approach speed [m/s]", Axis("E-norm error, median of each tenth [%]").from(0)};
  const auto add = [&](const SurfaceFit &fit) {
    add_medians(table, fit, found.set.drops);
    const std::string tone = tone_of(figure.marks.size() / 2);
    for (const char *mark : {"line", "dot"})
      figure.add(mark, name, "approach", "E-norm").of("model", fit.model.name).in(tone);
    figure.marks.back().named(fit.model.name);
  };
  for (const LawFit &law : found.laws) add(law.squares);
  add(found.by_speed);
  document.tables[name] = table;
  document.figures({std::move(figure)});
}

void add_restitution(Document &document, const Identification &found) {
  document.section(title("Restitution by approach speed", found));
  const SurfaceFit &fit = found.by_speed;
  DataTable ratios("drop; approach [m/s]; speed ratio");
  for (const Drop &drop : found.set.drops)
    ratios.add({drop.id, approach_speed(drop), contact_speed(drop.body, drop.after).normal / approach_speed(drop)});
  document.tables["speed ratios"] = ratios;
  DataTable curve("approach [m/s]; e; at least; at most");
  for (std::size_t i = 0; i < fit.e.size(); ++i)
    curve.add({fit.restitution.speed[i], fit.e[i].value, std::max(fit.e[i].least, 0.0), std::min(fit.e[i].most, 1.0)});
  Figure figure{"", "Linear between the points, constant beyond them.", "approach speed [m/s]",
                Axis("restitution").from(0).to(1)};
  figure.add("dot", "speed ratios", "approach", "speed ratio").in("before").named("speed ratio of each drop");
  figure.add("line", "e by speed", "approach", "e").in("b");
  figure.add("segment", "e by speed", "approach", "at least").to("approach", "at most").in("b");
  figure.add("dot", "e by speed", "approach", "e").in("b").named("e by speed, with 95 %");
  document.figures({std::move(figure)});
  document.table("e by speed", curve);
  document.code(c_table(fit.restitution));
}

// The drops as Poisson's law with one e and one friction foretells them.
DropRun run_of(const Identification &found) {
  DropRun run{found.set, {}};
  const SurfaceFit &fit = found.laws.front().squares;
  for (Drop &drop : run.set.drops) drop.body.surface = {fit.mu_s, fit.mu_k.value, fit.e.front().value};
  for (const Drop &drop : run.set.drops) run.rebounds.push_back(rebound_of<double>(drop));
  return run;
}

}  // namespace

Document identify_document(const std::vector<std::string> &origin, const std::vector<Identification> &found) {
  Document document{"identify", "Restitution and friction from drops"};
  give_answer(document, found);
  add_restitution(document, found.front());
  add_parameters(document, origin, found.front());
  std::vector<DropRun> runs;
  for (const Identification &one : found) {
    add_models(document, one);
    add_comparison(document, one);
    runs.push_back(run_of(one));
  }
  add_components_section(document, runs);
  add_error_section(document, runs);
  add_mode_section(document, runs);
  add_worst_section(document, runs);
  add_drops_section(document, runs);
  return document;
}

}  // namespace touchdown::host
