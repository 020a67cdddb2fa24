#include "tosses/recorded_toss.hpp"

#include <stdexcept>

namespace peers {
namespace {

constexpr double after_the_record = 0.5;  // [s]
constexpr double lost = 1;                // [m] beyond which an engine's body has left the table
constexpr double half_turn = 3.14159265358979;

Vector vector(std::istream &from) {
  double x = 0, y = 0, z = 0;
  from >> x >> y >> z;
  return {x, y, z};
}

Attitude attitude(std::istream &from) {
  double w = 0, x = 0, y = 0, z = 0;
  from >> w >> x >> y >> z;
  return {w, x, y, z};
}

TossedBody read_body(std::istream &from) {
  TossedBody body{};
  std::size_t corners = 0;
  from >> corners >> body.mass;
  body.inertia = vector(from);
  body.centre = vector(from);
  from >> body.radius >> body.gravity >> body.width >> body.e >> body.mu >> body.mu_sliding >> body.step;
  for (std::size_t i = 0; i < corners; ++i) body.corners.push_back(vector(from));
  return body;
}

RecordedToss read_toss(std::istream &from, const std::string &name) {
  RecordedToss toss{};
  toss.name = name;
  std::size_t poses = 0;
  from >> toss.start >> toss.last_free;
  toss.state.x = vector(from);
  toss.state.q = attitude(from);
  toss.state.v = vector(from);
  toss.state.w = vector(from);
  from >> toss.free >> toss.free_position >> toss.free_turn >> poses;
  for (std::size_t i = 0; i < poses && from; ++i) {
    RecordedPose pose{};
    from >> pose.time;
    pose.point = vector(from);
    pose.q = attitude(from);
    toss.poses.push_back(pose);
  }
  if (!from) throw std::runtime_error("toss " + name + " ends too early");
  return toss;
}

Error error_of(const TossedBody &body, const Placed &placed, const RecordedPose &recorded) {
  const double far = (placed.x - placed.q * body.centre - recorded.point).norm();
  if (!(far < lost)) return {lost, half_turn};
  return {far, placed.q.angularDistance(recorded.q)};
}

// The body axis that points up the most, and which way.
int face_up(const Attitude &q) {
  const Vector up = q.conjugate() * Vector::UnitZ();
  Eigen::Index axis = 0;
  const double most = up.cwiseAbs().maxCoeff(&axis);
  return static_cast<int>(axis) + (up[axis] < most ? 3 : 0);
}

}  // namespace

Recorded read_recorded(std::istream &from) {
  Recorded recorded{read_body(from), {}};
  for (std::string name; from >> name;) recorded.tosses.push_back(read_toss(from, name));
  if (recorded.tosses.empty()) throw std::runtime_error("holds no toss");
  return recorded;
}

TossError errors_of(const TossedBody &body, const RecordedToss &toss, Simulator &simulator, bool to_the_end) {
  TossError error;
  Error sum{toss.free_position, toss.free_turn};
  std::size_t look = 0;
  error.at.fill({std::nan(""), std::nan("")});
  simulator.start(toss.state);
  for (const RecordedPose &pose : toss.poses) {
    simulator.to(pose.time - toss.start);
    const Error here = error_of(body, simulator.now(), pose);
    sum.position += here.position;
    sum.turn += here.turn;
    for (; look < looks.size() && pose.time >= toss.last_free + looks[look]; ++look) error.at[look] = here;
  }
  const auto poses = static_cast<double>(toss.free + toss.poses.size());
  error.path = {sum.position / poses, sum.turn / poses};
  if (!to_the_end) return error;
  const RecordedPose &last = toss.poses.back();
  simulator.to(last.time + after_the_record - toss.start);
  error.final_pose = error_of(body, simulator.now(), last);
  error.right_face = face_up(simulator.now().q) == face_up(last.q);
  return error;
}

}  // namespace peers
