#include "records/rig.hpp"

#include <cstdint>
#include <stdexcept>

#include "records/json_object.hpp"
#include "records/mapped_table.hpp"

namespace touchdown::host {
namespace {

// How many columns a quantity of a table may have.
struct Quantity {
  const char *name;
  std::size_t in_space, in_plane;
  bool needed = true;  // by a rig
  bool spare = false;  // a table may lack it, whatever the rig says
};
const std::vector<Quantity> of_impacts{{"id", 1, 1},
                                       {"attitude", 4, 1},
                                       {"r", 3, 2},
                                       {"v_before", 3, 2},
                                       {"w_before", 3, 1},
                                       {"v_after", 3, 2},
                                       {"w_after", 3, 1},
                                       {"sd_v_before", 3, 2, false, true},
                                       {"sd_w_before", 3, 1, false, true},
                                       {"sd_v_after", 3, 2, false, true},
                                       {"sd_w_after", 3, 1, false, true}};
const std::vector<Quantity> of_tosses{{"time", 1, 1}, {"position", 3, 2}, {"attitude", 4, 1}, {"toss", 1, 1, false}};

std::vector<std::string> texts_in(JsonObject &object, const std::string &key) {
  const Json &list = object.at(key);
  std::vector<std::string> texts;
  for (const Json &text : list.is_array() ? list : Json::array({nullptr})) {
    if (!text.is_string()) throw std::runtime_error(object.place_of(key) + " must be a list of texts");
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

std::vector<std::string> columns_in(JsonObject &object, const Quantity &quantity) {
  std::vector<std::string> columns = texts_in(object, quantity.name);
  if (columns.size() != quantity.in_space && columns.size() != quantity.in_plane)
    throw std::runtime_error(
        object.place_of(quantity.name) + " must name " +
        (quantity.in_plane != quantity.in_space ? std::to_string(quantity.in_plane) + " or " : "") +
        std::to_string(quantity.in_space) + " columns");
  return columns;
}

ColumnMap column_map_of(JsonObject &rig, const char *name, const std::vector<Quantity> &quantities) {
  ColumnMap map;
  if (!rig.has(name)) return map;
  JsonObject table = rig.object(name), columns = table.object("columns");
  for (const Quantity &quantity : quantities)
    if (quantity.needed || columns.has(quantity.name))
      (quantity.spare ? map.spare : map.columns)[quantity.name] = columns_in(columns, quantity);
  columns.finish();
  if (table.has("scale")) {
    JsonObject scale = table.object("scale");
    for (const Quantity &quantity : quantities)
      if (scale.has(quantity.name)) map.scale[quantity.name] = scale.number<double>(quantity.name);
    scale.finish();
  }
  if (table.has("where")) {
    JsonObject where = table.object("where");
    for (const std::string &column : where.keys()) map.where[column] = texts_in(where, column);
  }
  table.finish();
  return map;
}

void read_corners(JsonObject &json, Rig &rig) {
  constexpr std::size_t most_corners = 1000;
  const std::size_t count = json.has("corners") ? json.at("corners").size() : 0;
  if (count > most_corners) throw std::runtime_error("/corners must be " + std::to_string(most_corners) + " at most");
  if (count > 0) {
    const std::vector<double> all = json.matrix<double>("corners", count, 3);
    for (std::size_t i = 0; i < count; ++i) rig.corners.emplace_back(all[3 * i], all[3 * i + 1], all[3 * i + 2]);
  }
  if (!json.has("edges")) return;
  const std::vector<std::int32_t> ends = json.matrix<std::int32_t>("edges", 0, 2);
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    for (const std::int32_t end : {ends[i], ends[i + 1]})
      if (end < 0 || static_cast<std::size_t>(end) >= count)
        throw std::runtime_error("/edges/" + std::to_string(i / 2) + " names corner " + std::to_string(end) + " of " +
                                 std::to_string(count) + ", counted from 0");
    rig.edges.emplace_back(ends[i], ends[i + 1]);
  }
}

// Moments and products xx, yy, zz, xy, xz, yz.
Matrix3<double> inertia_in(JsonObject &json) {
  double x[6];
  json.fill("inertia", x);
  Matrix3<double> inertia;
  inertia << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
  return inertia;
}

Rig rig_of(JsonObject json) {
  Rig rig;
  rig.name = json.text("name");
  rig.description = json.text("description", "");
  rig.planar = json.flag("planar", false);
  rig.mass = json.number<double>("mass");
  if (!(rig.mass > 0)) throw std::runtime_error("/mass must be above 0");
  rig.gravity = json.number<double>("gravity", rig.gravity);
  rig.ground = json.number<double>("ground", rig.ground);
  rig.inertia = inertia_in(json);
  json.fill_if_given("centre_of_mass", rig.centre_of_mass);
  rig.corner_radius = json.number<double>("corner_radius", 0);
  read_corners(json, rig);
  rig.impacts = column_map_of(json, "impacts", of_impacts);
  rig.tosses = column_map_of(json, "tosses", of_tosses);
  json.finish();
  return rig;
}

}  // namespace

Rig read_rig(const std::string &path) { return read_object(path, "rig", rig_of); }

Rig rig_for(const std::string &path, const std::string &data) {
  if (!path.empty()) return read_rig(path);
  constexpr double nearly = 0.2;  // of the columns missing: more is another table
  double least = nearly;
  std::string words = "its columns are those of no rig known here; say with --rig which hold what";
  for (const char *known : {"cube", "square"}) {
    Rig rig = read_rig(std::string(TOUCHDOWN_DROPS_FOLDER "/") + known + ".rig.json");
    for (const ColumnMap *map : {&rig.impacts, &rig.tosses}) {
      const MissingColumns missing = missing_columns(data, *map);
      if (missing.none()) return rig;
      if (missing.part() >= least) continue;
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
