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
using Point = std::pair<double, double>;

constexpr std::size_t worst_shown = 5;

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

// Medians of ten groups of neighbours in the approach.
std::vector<Point> medians_of(std::vector<Point> points) {
  constexpr std::size_t groups = 10;
  std::vector<Point> medians;
  points.erase(std::remove_if(points.begin(), points.end(), [](const Point &p) { return !std::isfinite(p.second); }),
               points.end());
  std::sort(points.begin(), points.end());
  for (std::size_t group = 0; group < groups; ++group) {
    const auto at = [&](std::size_t i) {
      return points.begin() + static_cast<std::ptrdiff_t>(i * points.size() / groups);
    };
    const std::vector<Point> some(at(group), at(group + 1));
    if (some.empty()) continue;
    medians.emplace_back(median(collected(some, [](const Point &p) { return p.first; })),
                         median(collected(some, [](const Point &p) { return p.second; })));
  }
  return medians;
}

DataTable medians_table(const std::vector<DropRun> &runs) {
  DataTable table("body; approach [m/s]; E-norm [%]");
  for (const DropRun &run : runs) {
    std::vector<Point> points;
    for (const Rebound &r : run.rebounds) points.emplace_back(-r.before.normal, 100 * r.error.E_norm);
    for (const auto &[approach, error] : medians_of(points)) table.add({run.set.name, approach, error});
  }
  return table;
}

// The worst first.
std::vector<Rebound> worst(std::vector<Rebound> rebounds) {
  std::sort(rebounds.begin(), rebounds.end(),
            [](const Rebound &a, const Rebound &b) { return a.error.E_norm > b.error.E_norm; });
  rebounds.resize(std::min(rebounds.size(), worst_shown));
  return rebounds;
}

std::string caption(const Rebound &r) {
  return "E-norm " + percent(r.error.E_norm) + ", linear " + formatted("%.3f m/s", r.error.linear) + ", angular " +
         formatted("%.2f rad/s", r.error.angular) + ", approach " + formatted("%.2f m/s", -r.before.normal) +
         "; slip measured: " + name_of(r.measured_slip) + ", predicted: " + name_of(r.predicted_slip) + '.';
}

// Where the slip goes before; x where slip is negligible.
Vector slip_direction(const Rebound &r) {
  const double speed = r.before.slip.norm();
  return speed > 1e-9 ? Vector(r.before.slip / speed) : Vector(Vector::UnitX());
}

// The worst drops as rows of lines: each belongs to the picture of a drop, from the side or from above.
class WorstDrawn {
 public:
  void take(const DropRun &run, const Rebound &r) {
    const Vector right = slip_direction(r), up = r.drop->body.n, away = up.cross(right);
    const auto seen = [&](std::size_t corner) {
      const Vector from_contact = r.drop->corners[corner] - r.drop->body.r;
      return Point{1000 * from_contact.dot(right), 1000 * from_contact.dot(up)};
    };
    for (const auto &[a, b] : run.set.edges) add(run, r, "side", "body", seen(a), seen(b));
    const auto arrows = [&](const char *what, const ContactSpeed &speed) {
      constexpr double length = 40;  // [mm] that 1 m/s is drawn as
      add(run, r, "side", what, {0, 0}, {length * speed.slip.dot(right), length * speed.normal});
      if (!run.set.planar) add(run, r, "above", what, {0, 0}, {speed.slip.dot(right), speed.slip.dot(away)});
    };
    arrows("before", r.before);
    arrows("after, measured", r.measured_after);
    arrows("after, predicted", r.predicted_after);
  }
  const DataTable &table() const { return table_; }

  static Figure figure(const DropRun &run, const Rebound &r, bool side) {
    const std::string unit = side ? "mm" : "m/s", drop = "drop " + r.drop->id;
    Figure figure{drop + (side ? ", from the side" : ", its slip from above"),
                  side ? caption(r) : "The slip before the impact goes right.",
                  {"along the slip", unit},
                  {side ? "upwards" : "across", unit}};
    figure.to_scale = true;
    const auto mark = [&](const char *what, const char *tone) -> Mark & {
      Mark &one = figure.add("segment", "worst", "x", "y").to("x2", "y2").in(tone).named(what);
      return one.of("body", run.set.name).of("drop", r.drop->id).of("view", side ? "side" : "above").of("what", what);
    };
    if (side) figure.rule(0, "y").in("before").named("ground");
    if (side) mark("body", "a");
    for (const auto &[what, tone] :
         {std::pair("before", "before"), {"after, measured", "measured"}, {"after, predicted", "predicted"}})
      mark(what, tone).arrow = true;
    return figure;
  }

 private:
  void add(const DropRun &run, const Rebound &r, const char *view, const char *what, const Point &from,
           const Point &to) {
    table_.add({run.set.name, r.drop->id, view, what, from.first, from.second, to.first, to.second});
  }

  DataTable table_{"body; drop; view; what; x; y; x2; y2"};
};

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
    figure.y.log = true;
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

void add_worst_section(Document &document, const std::vector<DropRun> &runs) {
  document.section("Worst five");
  document.text(
      "Side view along the ground, from the contact point, the slip before the impact going right. Arrows: velocity of "
      "the contact point, 40 mm for 1 m/s.");
  WorstDrawn drawn;
  add_each_body(document, runs, [&](const DropRun &run) {
    Figures figures;
    for (const Rebound &r : worst(run.rebounds)) {
      drawn.take(run, r);
      figures.push_back(WorstDrawn::figure(run, r, true));
      if (!run.set.planar) figures.push_back(WorstDrawn::figure(run, r, false));
    }
    document.figures(figures);
  });
  document.tables["worst"] = drawn.table();
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
      "counts; bits: against the host build. A click on a heading sorts.");
  DataTable table(
      "body; drop; approach [m/s]; normal after, measured [m/s]; normal after, predicted [m/s]; "
      "slip after, measured [m/s]; slip after, predicted [m/s]; E-norm [%]; linear error [m/s]; angular error [rad/s]; "
      "slip, measured; slip, predicted; compression; restitution; work; bits");
  for (const DropRun &run : runs)
    for (const Rebound &r : run.rebounds) table.add(drop_row(run, r));
  document.table("drops", table);
}

}  // namespace touchdown::host
