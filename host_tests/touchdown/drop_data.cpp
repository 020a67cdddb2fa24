#include "drop_data.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <fstream>

#include "csv.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Matrix = Matrix3<double>;

// data/README.md says where these come from.
constexpr double cube_mass = 0.37, cube_e = 0.276, cube_mu = 0.160;
constexpr double cube_moments[] = {1.003e-3, 0.999e-3, 0.951e-3};
constexpr double cube_offset = 5.95e-3;     // of the centre of mass on body +z
constexpr double cube_half_edge = 50.4e-3;  // drawn with sharp corners that reach as far as the round ones do
constexpr double square_e = 0.46, square_mu = 0.13;
constexpr double square_moment = 4.22e-4;  // for a mass of 1
constexpr double square_half_edge = 30e-3;

const std::vector<std::string> cube_columns{"id",   "qw",   "qx",   "qy",   "qz",   "r_x",  "r_y",
                                            "r_z",  "vm_x", "vm_y", "vm_z", "wm_x", "wm_y", "wm_z",
                                            "vp_x", "vp_y", "vp_z", "wp_x", "wp_y", "wp_z"};
const std::vector<std::string> square_columns{"id", "theta", "r_x", "r_z", "vm_x", "vm_z", "wm", "vp_x", "vp_z", "wp"};

// The columns of a form in one row, taken one after the other.
class Record {
 public:
  Record(const CsvRow &row, const std::vector<std::size_t> &places, const std::vector<std::string> &names)
      : row_(row), places_(places), names_(names) {}
  std::string text() { return row_.fields[places_[next_++]].text; }
  double number() {
    const std::size_t at = next_++;
    return number_in<double>(row_, places_[at], names_[at]);
  }
  Vector vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Vector planar_vector() {
    const double x = number(), z = number();
    return {x, 0, z};
  }
  Vector planar_spin() { return {0, -number(), 0}; }

 private:
  const CsvRow &row_;
  const std::vector<std::size_t> &places_;
  const std::vector<std::string> &names_;
  std::size_t next_ = 0;
};

Body<double> body_on_ground(double mass, const Matrix &inertia, double mu, double e) {
  Body<double> body;
  body.mass = mass;
  body.inertia = inertia;
  body.n = Vector::UnitZ();
  body.surface = {mu, mu, e};
  return body;
}

Drop cube_drop(Record record) {
  Drop drop;
  drop.id = record.text();
  const double qw = record.number(), qx = record.number(), qy = record.number(), qz = record.number();
  const Matrix turn = Eigen::Quaterniond(qw, qx, qy, qz).normalized().toRotationMatrix();
  const Matrix moments = Vector(cube_moments).asDiagonal();
  drop.body = body_on_ground(cube_mass, turn * moments * turn.transpose(), cube_mu, cube_e);
  drop.body.r = record.vector();
  drop.body.v = record.vector();
  drop.body.w = record.vector();
  drop.after.v = record.vector();
  drop.after.w = record.vector();
  for (unsigned corner = 0; corner < 8; ++corner) {
    const auto side = [corner](unsigned bit) { return (corner >> bit & 1U) != 0 ? cube_half_edge : -cube_half_edge; };
    drop.corners.push_back(turn * Vector(side(0), side(1), side(2) - cube_offset));
  }
  return drop;
}

Drop square_drop(Record record) {
  Drop drop;
  drop.id = record.text();
  const double theta = record.number();
  drop.body = body_on_ground(1, square_moment * Matrix::Identity(), square_mu, square_e);
  drop.body.r = record.planar_vector();
  drop.body.v = record.planar_vector();
  drop.body.w = record.planar_spin();
  drop.after.v = record.planar_vector();
  drop.after.w = record.planar_spin();
  const Matrix turn = Eigen::AngleAxisd(-theta, Vector::UnitY()).toRotationMatrix();
  for (const auto &[x, z] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}})
    drop.corners.push_back(turn * (square_half_edge * Vector(x, 0, z)));
  return drop;
}

DropSet cubes() {
  DropSet set{"cube", "tossed acrylic cube, 0.37 kg, in space", false, {}, {}};
  for (std::size_t corner = 0; corner < 8; ++corner)
    for (std::size_t bit = 1; bit < 8; bit *= 2)
      if ((corner & bit) == 0) set.edges.emplace_back(corner, corner | bit);
  return set;
}

DropSet squares() { return {"square", "60 mm square, in the plane", true, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {}}; }

std::vector<std::size_t> places_of(const CsvRow &header, const std::vector<std::string> &names) {
  std::vector<std::size_t> places;
  for (const std::string &name : names)
    if (const auto place = place_of(header, name)) places.push_back(*place);
  return places;
}

DropSet read(std::istream &in) {
  CsvReader reader(in);
  CsvRow header;
  if (!reader.next(header)) throw CsvError(1, 1, "the file is empty");
  const bool is_cube = place_of(header, "qw").has_value();
  const std::vector<std::string> &names = is_cube ? cube_columns : square_columns;
  const std::vector<std::size_t> places = places_of(header, names);
  if (places.size() != names.size()) throw CsvError(header.line, 1, "not the columns of cube.csv or square.csv");
  DropSet set = is_cube ? cubes() : squares();
  for (CsvRow row; reader.next(row);) {
    check_width(row, header.fields.size());
    const Record record(row, places, names);
    set.drops.push_back(is_cube ? cube_drop(record) : square_drop(record));
  }
  return set;
}

}  // namespace

DropSet read_drops(const std::string &path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  try {
    return read(file);
  } catch (const CsvError &error) {
    throw std::runtime_error(path + ':' + std::to_string(error.line) + ':' + std::to_string(error.column) + ": " +
                             error.what());
  }
}

std::vector<std::string> recorded_drops() {
  return {TOUCHDOWN_DROPS_FOLDER "/cube.csv", TOUCHDOWN_DROPS_FOLDER "/square.csv"};
}

}  // namespace touchdown::host
