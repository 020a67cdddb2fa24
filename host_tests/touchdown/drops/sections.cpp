#include "drops/sections.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "cli/text.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

// What `add` has to say of each body that has drops, under the body's name.
void add_each_body(Document &document, const std::vector<DropRun> &runs,
                   const std::function<void(const DropRun &)> &add) {
  for (const DropRun &run : runs) {
    if (run.rebounds.empty()) continue;
    document.heading(run.set.name + ": " + run.set.description);
    add(run);
  }
}

struct Component {
  std::string name;
  const char *unit;
  Vector Motion::*part;
  Eigen::Index axis;
  bool in_plane;
};
const Component components[] = {{"v_x", "m/s", &Motion::v, 0, true},   {"v_y", "m/s", &Motion::v, 1, false},
                                {"v_z", "m/s", &Motion::v, 2, true},   {"w_x", "rad/s", &Motion::w, 0, false},
                                {"w_y", "rad/s", &Motion::w, 1, true}, {"w_z", "rad/s", &Motion::w, 2, false}};

DataTable components_table(const std::vector<DropRun> &runs) {
  DataTable table("body; drop; slip, measured");
  for (const Component &one : components)
    for (const char *which : {" measured", " predicted"}) table.columns.emplace_back(one.name + which, one.unit);
  for (const DropRun &run : runs)
    for (const Rebound &r : run.rebounds) {
      Cells row = {run.set.name, r.drop->id, name_of(r.measured_slip)};
      for (const Component &one : components)
        for (const Motion *motion : {&r.drop->after, &r.predicted}) row.emplace_back((motion->*one.part)[one.axis]);
      table.add(row);
    }
  return table;
}

Figure component_figure(const DropRun &run, const Component &one) {
  Figure figure{one.name + " after", "", {"measured", one.unit}, {"predicted", one.unit}, true};
  figure.diagonal().in("before");
  figure.add("dot", "components", one.name + " measured", one.name + " predicted")
      .of("body", run.set.name)
      .by("slip, measured");
  return figure;
}

DataTable medians_table(const std::vector<DropRun> &runs) {
  DataTable table("body; approach [m/s]; E-norm [%]");
  for (const DropRun &run : runs) {
    std::vector<std::pair<double, double>> points;
    for (const Rebound &r : run.rebounds) points.emplace_back(-r.before.normal, 100 * r.error.E_norm);
    for (const auto &[approach, error] : medians_of_tenths(points)) table.add({run.set.name, approach, error});
  }
  return table;
}

Cells drop_row(const DropRun &run, const Rebound &r) {
  return {run.set.name,
          r.drop->id,
          -r.before.normal,
          r.measured_after.normal,
          r.predicted_after.normal,
          r.measured_after.slip.norm(),
          r.predicted_after.slip.norm(),
          100 * r.error.E_norm,
          r.error.linear,
          r.error.angular,
          name_of(r.measured_slip),
          name_of(r.predicted_slip),
          td_mode_name(static_cast<std::int32_t>(r.compression)),
          td_mode_name(static_cast<std::int32_t>(r.restitution)),
          r.answer.instructions,
          !r.same_bits ? Cell() : Cell(*r.same_bits ? "equal" : "differ")};
}

}  // namespace

std::vector<std::pair<double, double>> medians_of_tenths(std::vector<std::pair<double, double>> points) {
  constexpr std::size_t groups = 10;
  std::vector<std::pair<double, double>> medians;
  points.erase(std::remove_if(points.begin(), points.end(), [](const auto &p) { return !std::isfinite(p.second); }),
               points.end());
  std::sort(points.begin(), points.end());
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<double> x, y;
    for (std::size_t i = group * points.size() / groups; i < (group + 1) * points.size() / groups; ++i)
      x.push_back(points[i].first), y.push_back(points[i].second);
    if (!x.empty()) medians.emplace_back(median(x), median(y));
  }
  return medians;
}

void add_components_section(Document &document, const std::vector<DropRun> &runs) {
  document.section("Predicted against measured");
  document.text(
      "Velocity of the centre of mass and angular velocity after the impact, world axes, z up. On the line prediction "
      "and measurement agree. Colour: what the slip was measured to do.");
  document.tables["components"] = components_table(runs);
  add_each_body(document, runs, [&](const DropRun &run) {
    Figures figures;
    for (const Component &one : components)
      if (one.in_plane || !run.set.planar) figures.push_back(component_figure(run, one));
    document.figures(figures);
  });
}

void add_error_section(Document &document, const std::vector<DropRun> &runs) {
  document.section("Error over approach speed");
  document.tables["medians"] = medians_table(runs);
  add_each_body(document, runs, [&](const DropRun &run) {
    Figure figure{"", "The line is the median of each tenth of the drops.", "approach speed [m/s]", "E-norm error [%]"};
    figure["y"]["log"] = true;
    figure.add("dot", "drops", "approach", "E-norm").of("body", run.set.name).by("slip, measured");
    figure.add("line", "medians", "approach", "E-norm").of("body", run.set.name).in("measured").named("median");
    document.figures({std::move(figure)});
  });
}

void add_mode_section(Document &document, const std::vector<DropRun> &runs) {
  document.section("What became of the slip");
  document.text("Stops: below 0.1 m/s after. Reverses: turned by more than 90 degrees. Slides on: the rest.");
  DataTable table("body; measured");
  for (std::size_t kind = 0; kind < slip_kinds; ++kind)
    table.columns.emplace_back(std::string("predicted: ") + name_of(static_cast<Slip>(kind)), "");
  for (const DropRun &run : runs) {
    const DropSummary s = summary_of(run.rebounds);
    for (std::size_t measured = 0; measured < slip_kinds; ++measured) {
      Cells row = {run.set.name, name_of(static_cast<Slip>(measured))};
      for (const std::size_t count : s.slips[measured]) row.emplace_back(count);
      table.add(row);
    }
  }
  document.table("slips", table);
}

void add_work_section(Document &document, const std::vector<DropRun> &runs, const std::string &unit,
                      const Budget &budget) {
  document.section("Work on the target");
  DataTable table("body; from [" + unit + "]; to [" + unit + "]; drops");
  for (const DropRun &run : runs) {
    double most = budget ? *budget : 1;
    for (const Rebound &r : run.rebounds) most = std::max<double>(most, r.answer.instructions.value_or(0));
    const double width = most / 60;
    std::map<double, std::size_t> drops;
    for (const Rebound &r : run.rebounds) ++drops[std::floor(r.answer.instructions.value_or(0) / width)];
    for (const auto &[bin, count] : drops) table.add({run.set.name, width * bin, width * (bin + 1), count});
  }
  document.tables["work"] = table;
  add_each_body(document, runs, [&](const DropRun &run) {
    Figure figure{"", "Work of each impact, and how many drops took it.", Axis(unit, "").from(0),
                  Axis("drops").from(0)};
    figure.add("bar", "work", "from", "drops").to("to", "").of("body", run.set.name).named("drops");
    if (budget) figure.rule(*budget, "x").in("limit").named("budget");
    document.figures({std::move(figure)});
  });
}

void add_drops_section(Document &document, const std::vector<DropRun> &runs) {
  document.section("All drops");
  document.text(
      "Speeds of the contact point along the normal and along the ground. Work: instructions, or what else the target "
      "counts; bits: against the host build. The worst first; a click on a heading sorts otherwise.");
  DataTable table(
      "body; drop; approach [m/s]; normal after, measured [m/s]; normal after, predicted [m/s]; "
      "slip after, measured [m/s]; slip after, predicted [m/s]; E-norm [%]; linear error [m/s]; angular error [rad/s]; "
      "slip, measured; slip, predicted; compression; restitution; work; bits");
  for (const DropRun &run : runs) {
    std::vector<Rebound> rebounds = run.rebounds;
    const auto is_worse = [](const Rebound &a, const Rebound &b) { return a.error.E_norm > b.error.E_norm; };
    std::sort(rebounds.begin(), rebounds.end(), is_worse);
    for (const Rebound &r : rebounds) table.add(drop_row(run, r));
  }
  document.table("drops", table);
}

}  // namespace touchdown::host
