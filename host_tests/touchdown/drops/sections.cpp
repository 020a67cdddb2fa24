#include "drops/sections.hpp"

#include "cli/text.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

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
        for (const Motion *motion : {&r.drop->after, &r.predicted})
          row.push_back(one.in_plane || !run.set.planar ? Cell((motion->*one.part)[one.axis]) : Cell());
      table.add(row);
    }
  return table;
}

}  // namespace

Cells drop_row(const DropRun &run, const Rebound &r, double percent) {
  return {run.set.name,
          r.drop->id,
          -r.before.normal,
          r.measured_after.normal,
          r.predicted_after.normal,
          r.measured_after.slip.norm(),
          r.predicted_after.slip.norm(),
          percent * r.error.E_norm,
          r.error.linear,
          r.error.angular,
          name_of(r.measured_slip),
          name_of(r.predicted_slip),
          td_mode_name(static_cast<std::int32_t>(r.compression)),
          td_mode_name(static_cast<std::int32_t>(r.restitution)),
          r.answer.instructions,
          !r.same_bits ? Cell() : Cell(*r.same_bits ? "equal" : "differ")};
}

void add_components_section(Document &document, const std::vector<DropRun> &runs) {
  document.section("Predicted against measured");
  document.text(
      "Velocity of the centre of mass and angular velocity after the impact, world axes, z up. On the line prediction "
      "and measurement agree. Colour: what the slip was measured to do.");
  for (const DropRun &run : runs)
    if (!run.rebounds.empty()) document.text(run.set.name + ": " + run.set.description);
  document.tables["components"] = components_table(runs);
  document.figures("components");
}

void add_error_section(Document &document) {
  document.section("Error over approach speed");
  document.figures("errors");
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

void add_work_section(Document &document, const std::string &unit, const Budget &budget) {
  document.section("Work on the target");
  DataTable table("budget [" + unit + "]");
  if (budget) table.add({*budget});
  document.tables["budget"] = table;
  document.figures("work");
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
    for (const Rebound &r : rebounds) table.add(drop_row(run, r, 100));
  }
  document.table("drops", table);
}

}  // namespace touchdown::host
