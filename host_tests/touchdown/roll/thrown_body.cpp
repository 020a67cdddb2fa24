#include "roll/thrown_body.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "drops/plausible.hpp"
#include "records/schema.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

// What a foot touches with.
struct Touching {
  Surface<double> surface;
  double mu_sliding;
};

Touching surface_in(JsonObject from) {
  const double mu = from.number<double>("mu");
  const Touching touching = {{from.number<double>("mu_s", mu), mu, from.number<double>("e")},
                             from.number<double>("mu_sliding", mu)};
  return touching;
}

// A foot may say otherwise than the body.
void read_feet(JsonObject &file, ThrownBody &body) {
  std::optional<Touching> all;
  if (file.has("surface")) all = surface_in(file.object("surface"));
  Lander<double> &s = body.lander;
  for (JsonObject &foot : file.objects("feet", 1, max_feet)) {
    Foot<double> &read = s.foot[s.feet++];
    foot.fill("r", read.r);
    view(read.r) -= body.centre_of_mass;
    read.radius = foot.number<double>("radius", 0);
    const Touching touching = all && !foot.has("surface") ? *all : surface_in(foot.object("surface"));
    read.surface = touching.surface;
    read.mu_sliding = touching.mu_sliding;
  }
}

void read_edges(JsonObject &file, ThrownBody &body) {
  if (!file.has("edges")) return;
  const std::vector<std::int32_t> ends = file.matrix<std::int32_t>("edges", 0, 2);
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    const bool feet = std::min(ends[i], ends[i + 1]) >= 0 && std::max(ends[i], ends[i + 1]) < body.lander.feet;
    if (!feet) throw std::runtime_error(file.place_of("edges") + '/' + std::to_string(i / 2) + " must be two feet");
    body.edges.emplace_back(ends[i], ends[i + 1]);
  }
}

double extent_of(const Lander<double> &body) {
  double least = 0, most = 0;
  for (int i = 0; i < body.feet; ++i) {
    const double x = body.foot[i].r[0], radius = body.foot[i].radius;
    least = i == 0 ? x - radius : std::min(least, x - radius);
    most = i == 0 ? x + radius : std::max(most, x + radius);
  }
  return most - least;
}

void read_surroundings(JsonObject &file, ThrownBody &body) {
  Lander<double> &s = body.lander;
  body.gravity = file.number<double>("gravity", 9.81);
  body.drag = file.number<double>("drag", 0);
  body.free_height = file.number<double>("free_height", 0.0015);
  body.width = file.number<double>("width", extent_of(s));
  if (!(body.width > 0)) throw std::runtime_error("/width must be above 0");
  s.planes = 1;
  s.ground[0].point[2] = file.number<double>("ground", 0);
  s.ground[0].n[2] = 1;
  s.gravity[2] = -body.gravity;
}

// Deviations of the flight's end, the same along all axes, and of the surface.
LandingErrors<double> scatter_in(JsonObject from) {
  LandingErrors<double> errors;
  const char *const names[] = {"position", "attitude", "velocity", "angular_velocity"};
  for (int i = 0; i < TD_ERRORS_OF_STATE; ++i) {
    const double deviation = from.number<double>(names[i / 3], 0);
    errors.covariance[(TD_ERRORS_OF_STATE + 1) * i] = deviation * deviation;
  }
  errors.e = from.number<double>("e", 0);
  errors.mu = from.number<double>("mu", 0);
  errors.slope = from.number<double>("slope", 0);
  return errors;
}

// What the library would refuse is refused here already.
void check(const ThrownBody &body) {
  LanderState<double> still;
  still.q[0] = 1;
  Landing<double> ignored;
  Status status = start(ignored, body.lander, still);
  Lander<double> sampled;
  if (status >= 0 && body.scatter) status = sample(body.lander, still, *body.scatter, 0, sampled, still);
  if (status < 0) throw std::runtime_error(td_status_name(status));
  double reach = 0;
  for (int i = 0; i < body.lander.feet; ++i)
    reach = std::max(reach, vector(body.lander.foot[i].r).norm() + body.lander.foot[i].radius);
  check_inertia(body.lander.mass, matrix(body.lander.inertia), reach);
}

ThrownBody body_in(JsonObject file) {
  ThrownBody body{};
  body.name = file.text("name", "body");
  body.description = file.text("description", "");
  Lander<double> &s = body.lander;
  s.mass = file.number<double>("mass");
  file.fill("inertia", s.inertia);
  file.fill_if_given("centre_of_mass", body.centre_of_mass);
  s.up[2] = 1;
  file.fill_if_given("up", s.up);
  read_feet(file, body);
  read_edges(file, body);
  read_surroundings(file, body);
  if (file.has("scatter")) body.scatter = scatter_in(file.object("scatter"));
  s.step = file.number<double>("step", 0);
  s.horizon = 1000;
  s.iterations = file.number<std::int32_t>("iterations", 0);
  s.impacts = file.number<std::int32_t>("impacts", 0);
  s.options.steps = file.number<std::int32_t>("steps", 0);
  check(body);
  return body;
}

// Of a table that is no file, k is not looked for: its header is read once.
ColumnMap toss_columns(const std::string &path) {
  ColumnMap map{
      {{"toss", {"toss"}}, {"time", {"t"}}, {"position", {"x", "y", "z"}}, {"attitude", {"qw", "qx", "qy", "qz"}}},
      {},
      {},
      {}};
  const ColumnMap number{{{"k", {"k"}}}, {}, {}, {}};
  if (path != "-" && missing_columns(path, number).none())
    map.columns.insert(number.columns.begin(), number.columns.end());
  return map;
}

void append(const MappedTable &table, const ThrownBody &body, std::vector<Toss> &all) {
  const Eigen::Quaterniond attitude = table.attitude("attitude");
  const Pose pose = {table.number("time"), table.vector("position") + attitude * body.centre_of_mass, attitude};
  const std::string id = table.text("toss");
  if (all.empty() || all.back().id != id) all.push_back({{id, {}}, {}, {}});
  Toss &toss = all.back();
  if (!toss.poses.empty() && !(pose.time > toss.poses.back().time))
    table.refuse("time", "time does not go on in toss " + id);
  toss.k.push_back(table.has("k") ? table.text("k") : std::to_string(toss.poses.size()));
  toss.t.push_back(table.text("time"));
  toss.poses.push_back(pose);
}

}  // namespace

ThrownBody read_thrown_body(const std::string &path) { return read_input(path, "roll/body", body_in); }

std::vector<Toss> read_tosses(const std::string &path, const ThrownBody &body, RowsLeftOut &left_out) {
  const ColumnMap columns = toss_columns(path);
  MappedTable table(path, columns);
  std::vector<Toss> all;
  each_row(table, left_out, [&] { append(table, body, all); });
  return all;
}

Rig rig_of(const ThrownBody &body) {
  const Lander<double> &s = body.lander;
  Rig rig;
  rig.name = body.name;
  rig.mass = s.mass;
  rig.gravity = body.gravity;
  rig.ground = s.ground[0].point[2];
  rig.inertia = matrix(s.inertia);
  rig.centre_of_mass = body.centre_of_mass;
  for (int i = 0; i < s.feet; ++i) {
    rig.corners.emplace_back(vector(s.foot[i].r) + body.centre_of_mass);
    rig.corner_radius = std::max(rig.corner_radius, s.foot[i].radius);
  }
  return rig;
}

double lowest_gap(const ThrownBody &body, const Vector &position, const Eigen::Quaterniond &attitude) {
  const Lander<double> &s = body.lander;
  double lowest = 0;
  for (int i = 0; i < s.feet; ++i) {
    const Vector foot = attitude * vector(s.foot[i].r);
    const double gap = position[2] + foot[2] - s.foot[i].radius - s.ground[0].point[2];
    lowest = i == 0 ? gap : std::min(lowest, gap);
  }
  return lowest;
}

}  // namespace touchdown::host
