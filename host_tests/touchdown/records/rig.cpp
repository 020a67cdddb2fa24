#include "records/rig.hpp"

#include <filesystem>

#include "cli/embedded.hpp"
#include "cli/text.hpp"
#include "records/mapped_table.hpp"
#include "records/schema.hpp"

namespace touchdown::host {
namespace {

ColumnMap column_map_of(JsonObject rig, const char *name) {
  ColumnMap map;
  const JsonObject table = rig.object(name), columns = table.object("columns");
  const JsonObject scale = table.object("scale"), where = table.object("where");
  for (const std::string &quantity : columns.keys())
    (quantity.rfind("sd_", 0) == 0 ? map.spare : map.columns)[quantity] = columns.texts(quantity);
  for (const std::string &quantity : scale.keys()) map.scale[quantity] = scale.number<double>(quantity);
  for (const std::string &column : where.keys()) map.where[column] = where.texts(column);
  return map;
}

Rig rig_of(JsonObject json) {
  Rig rig;
  rig.name = json.text("name", "body");
  rig.description = json.text("description", "");
  rig.planar = json.flag("planar", false);
  json.read("mass", rig.mass, "gravity", rig.gravity, "ground", rig.ground, "corner_radius", rig.corner_radius);
  double inertia[6] = {};
  const std::vector<double> moments = json.list<double>("inertia", 0);
  std::copy_n(moments.begin(), std::min<std::size_t>(moments.size(), 6), inertia);
  rig.inertia = matrix(inertia);
  json.fill("centre_of_mass", rig.centre_of_mass);
  const std::vector<double> corners = json.matrix<double>("corners", 0, 3);
  for (std::size_t i = 0; i < corners.size(); i += 3)
    rig.corners.emplace_back(corners[i], corners[i + 1], corners[i + 2]);
  if (!rig.corners.empty()) check_inertia(rig.mass, rig.inertia, reach_of(rig));
  rig.impacts = column_map_of(json, "impacts");
  rig.tosses = column_map_of(json, "tosses");
  return rig;
}

}  // namespace

ColumnMap usual_poses() {
  ColumnMap map;
  map.columns = {{"time", {"t"}}, {"position", {"x", "y", "z"}}, {"attitude", {"qw", "qx", "qy", "qz"}}};
  map.spare = {{"toss", {"toss"}}, {"k", {"k"}}};
  map.log = {"poses"};
  return map;
}

double reach_of(const Rig &rig) {
  double reach = 0;
  for (const Vector3<double> &corner : rig.corners) reach = std::max(reach, (corner - rig.centre_of_mass).norm());
  return reach + rig.corner_radius;
}

void check_inertia(double mass, const Matrix3<double> &inertia, double reach) {
  constexpr double least = 1e-3, rounding = 1e-6;
  const double part = inertia.trace() / (2 * mass * reach * reach);
  const auto between = [&](double from, double to) { return part >= from && part <= to; };
  if (between(least, 1 + rounding)) return;
  const std::string words = "inertia is " + formatted("%.3g", part) + " times what the mass has at the farthest corner";
  const bool in_g_mm2 = between(1e9 * least, 1e9 * (1 + rounding)), in_kg_mm2 = between(1e6 * least, 1e6);
  throw std::runtime_error(words + (in_kg_mm2  ? "; it looks like kg mm^2, where kg m^2 is meant"
                                    : in_g_mm2 ? "; it looks like g mm^2, where kg m^2 is meant"
                                               : "; from 1e-3 to 1 is possible, of kg, m and kg m^2"));
}

std::string data_folder() { return in_the_tree("data"); }

void note_body(const std::string &table, const char *option, const std::string &body) {
  std::error_code error;
  if (std::filesystem::equivalent(std::filesystem::absolute(table).parent_path(), data_folder(), error)) return;
  std::fprintf(stderr, "%s: taken for the %s that comes along; %s names another body\n", printable(table).c_str(),
               body.c_str(), option);
}

Rig read_rig(const std::string &path) { return read_input(path, "records/rig", rig_of); }

Rig rig_for(const std::string &path, const std::string &data) {
  if (!path.empty()) {
    Rig rig = read_rig(path);
    if (rig.impacts.columns.empty()) rig.impacts = read_rig(data_folder() + "/cube.rig.json").impacts;
    if (rig.tosses.columns.empty()) rig.tosses = usual_poses();
    rig.impacts.log = rig.tosses.log = {"poses"};
    return rig;
  }
  constexpr double nearly = 0.2;  // of the columns missing: more is another table
  double least = nearly;
  std::string words =
      "its columns are those of no rig known here; --rig names the body, and columns of other names "
      "(touchdown identify --example)";
  for (const char *known : {"cube", "square"}) {
    Rig rig = read_rig(data_folder() + '/' + known + ".rig.json");
    for (const ColumnMap *map : {&rig.impacts, &rig.tosses}) {
      const MissingColumns missing = missing_columns(data, *map);
      if (missing.none()) return note_body(data, "--rig", known), rig;
      if (missing.part() >= least || missing.names == std::vector<std::string>{"toss"}) continue;
      least = missing.part();
      words = std::string("its columns are those of the rig ") + known + ", but for " + in_words(missing);
    }
  }
  throw std::runtime_error(data + ": " + words);
}

bool holds_impacts(const std::string &path, const Rig &rig) {
  const MissingColumns impacts = missing_columns(path, rig.impacts), poses = missing_columns(path, rig.tosses);
  return impacts.none() || (!poses.none() && impacts.part() <= poses.part());
}

}  // namespace touchdown::host
