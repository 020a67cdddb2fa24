#include "records/rig.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "records/mapped_table.hpp"

namespace touchdown::host {
namespace {

using Json = nlohmann::json;

Vector3<double> vector_of(const Json &json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

ColumnMap column_map_of(const Json &rig, const char *name) {
  ColumnMap map;
  const auto found = rig.find(name);
  if (found == rig.end()) return map;
  found->at("columns").get_to(map.columns);
  if (found->contains("scale")) found->at("scale").get_to(map.scale);
  if (found->contains("where")) found->at("where").get_to(map.where);
  return map;
}

Matrix3<double> inertia_of(const Json &six) {
  const Vector3<double> moments = vector_of(six);
  Matrix3<double> inertia = moments.asDiagonal();
  const auto set = [&](int i, int j, double product) { inertia(i, j) = inertia(j, i) = product; };
  set(0, 1, six.at(3).get<double>());
  set(0, 2, six.at(4).get<double>());
  set(1, 2, six.at(5).get<double>());
  return inertia;
}

Rig rig_of(const Json &json) {
  Rig rig;
  json.at("name").get_to(rig.name);
  rig.description = json.value("description", "");
  rig.planar = json.value("planar", false);
  json.at("mass").get_to(rig.mass);
  rig.gravity = json.value("gravity", rig.gravity);
  rig.ground = json.value("ground", rig.ground);
  rig.inertia = inertia_of(json.at("inertia"));
  rig.centre_of_mass = vector_of(json.value("centre_of_mass", Json{0, 0, 0}));
  rig.corner_radius = json.value("corner_radius", 0.0);
  for (const Json &corner : json.value("corners", Json::array())) rig.corners.push_back(vector_of(corner));
  for (const Json &edge : json.value("edges", Json::array()))
    rig.edges.emplace_back(edge.at(0).get<std::size_t>(), edge.at(1).get<std::size_t>());
  rig.impacts = column_map_of(json, "impacts");
  rig.tosses = column_map_of(json, "tosses");
  return rig;
}

}  // namespace

Rig read_rig(const std::string &path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  try {
    return rig_of(Json::parse(file));
  } catch (const Json::exception &error) {
    throw std::runtime_error(path + ": no rig: " + error.what());
  }
}

Rig rig_for(const std::string &path, const std::string &data) {
  if (!path.empty()) return read_rig(path);
  for (const char *known : {"cube", "square"}) {
    const Rig rig = read_rig(std::string(TOUCHDOWN_DROPS_FOLDER "/") + known + ".rig.json");
    if (has_columns(data, rig.impacts) || has_columns(data, rig.tosses)) return rig;
  }
  throw std::runtime_error(data + ": its columns are those of no rig known here; say with --rig which hold what");
}

}  // namespace touchdown::host
