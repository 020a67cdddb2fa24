// The report of `identify --model`.
#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "hinged/hinged_identification.hpp"
#include "report/picture.hpp"
#include "report/report.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

constexpr const char *key = "set key autotitle outside right top\n";

std::string title(const char *what, const HingedSet &set) {
  return std::string(what) + ": " + set.name + ", " + std::to_string(set.impulses.size()) + " impacts";
}

Section models_section(const HingedSet &set) {
  std::vector<Cells> rows;
  for (const HingedFit &fit : set.fits)
    rows.push_back({fit.name, formatted("%.3f", fit.found.e), formatted("%.3f", fit.found.mu),
                    fit.handling == HingedHandling::giving ? formatted("%.2f", fit.found.hold) : "1",
                    formatted("%.2f", 100 * median(fit.norm)), formatted("%.2f", 100 * quantile(fit.norm, 0.9)),
                    formatted("%.2f", 100 * median(fit.impulse)), std::to_string(fit.gains)});
  std::string html = table({"model", "e", "mu", "hold", "E-norm, median, %", "90th percentile, %",
                            "of the impulse, median, %", "energy gained"},
                           rows, true);
  for (const std::string &sentence : set.findings) html += paragraph(sentence);
  return {title("Models", set), html};
}

// How many of the impacts, in percent, have an error up to each value.
std::vector<Picture::Point> shares(std::vector<double> errors) {
  std::sort(errors.begin(), errors.end());
  std::vector<Picture::Point> points;
  for (std::size_t i = 0; i < errors.size(); ++i)
    points.emplace_back(100 * errors[i], 100 * static_cast<double>(i + 1) / static_cast<double>(errors.size()));
  return points;
}

Section errors_section(const HingedSet &set) {
  Picture picture(1080, 420);
  picture.script << plain_look << key
                 << "set xlabel 'E-norm error, %'\nset ylabel 'impacts below it, %'\nset xrange [0:100]\n"
                 << "set yrange [0:100]\n";
  picture.data("floor", shares(collected(set.impulses, [](const HingedImpulse &i) { return i.impact->floor; })));
  picture.script << "plot $floor with lines lw 2 dt 2 lc rgb '#66717e' title 'best impulse at that corner'";
  for (std::size_t i = 0; i < set.fits.size(); ++i) {
    const std::string name = "model" + std::to_string(i);
    picture.data(name, shares(set.fits[i].norm));
    picture.script << ", $" << name << " with lines lw 2 title '" << set.fits[i].name << "'";
  }
  picture.script << '\n';
  return {title("Errors", set), figure(picture.drawn(), "How many impacts each model predicts how well.")};
}

// What of the other link the corner feels, against how well the exact path predicts.
Section coupling_section(const HingedSet &set) {
  Picture picture(760, 380);
  std::vector<Picture::Point> rigid, giving;
  for (std::size_t i = 0; i < set.impulses.size(); ++i) {
    const double coupled = coupling(set.impulses[i]);
    rigid.emplace_back(coupled, 100 * set.fits.front().norm[i]);
    giving.emplace_back(coupled, 100 * set.fits.back().norm[i]);
  }
  picture.data("rigid", rigid);
  picture.data("giving", giving);
  picture.script << plain_look << key
                 << "set xlabel 'W_n_n of the link by itself over W_n_n on the hinge'\nset ylabel 'E-norm error, "
                    "%'\nset yrange [0:80]\n"
                 << "plot $rigid with points pt 7 ps 0.4 lc rgb '#9aa7b5' title 'hinge rigid', "
                    "$giving with points pt 6 ps 0.4 lc rgb '#b5482f' title 'hinge gives way'\n";
  return {title("Error by how much the hinge carries", set),
          figure(picture.drawn(), "The exact slip path, the joint free, with a rigid hinge and with one partly held.")};
}

Section measured_section(const HingedSet &set) {
  Picture picture(760, 380);
  std::vector<Picture::Point> first, second;
  for (const HingedImpulse &impulse : set.impulses) {
    const HingedImpact &impact = *impulse.impact;
    const double e = impact.normal.dot(impact.J * impact.after) / approach_speed(impact);
    (impact.corner < corners_of_link ? first : second).emplace_back(approach_speed(impact), e);
  }
  picture.data("first", first);
  picture.data("second", second);
  picture.script << plain_look << key
                 << "set xlabel 'approach speed, m/s'\nset ylabel 'speed ratio'\nset yrange [0:1.2]\n"
                 << "plot $first with points pt 7 ps 0.4 lc rgb '#2f6ca8' title 'link 1', "
                    "$second with points pt 7 ps 0.4 lc rgb '#c07f2c' title 'link 2'\n";
  return {title("Rebound of the corner", set), figure(picture.drawn(), "Normal speed after over before, measured.")};
}

Section body_section(const HingedIdentification &found) {
  std::string html;
  for (const std::string &sentence : words_of(found.body, found.flights, found.sets.front()))
    html += paragraph(sentence);
  for (const std::string &sentence : words_of(found.sets.front().impacts)) html += paragraph(sentence);
  return {"The body", html};
}

}  // namespace

void write_hinged_report(std::ostream &page, const HingedIdentification &found) {
  const HingedBody &body = found.body;
  Report report{"Impacts of " + body.name + ", identified",
                (body.description.empty() ? body.name : body.description) + "; " +
                    std::to_string(found.sets.front().tosses) + " tosses of " + found.sets.front().name,
                {body_section(found)}};
  for (const HingedSet &set : found.sets)
    for (const auto &section : {models_section(set), errors_section(set), coupling_section(set), measured_section(set)})
      report.sections.push_back(section);
  write(page, report);
}

}  // namespace touchdown::host
