// What all engines are given: the recorded tosses that come along, each with the state before its first contact that
// `touchdown roll` fits to its free flight, by the very code of `roll`. Printed as text, for the engines' programs are
// compiled otherwise than the library (engines.cmake says why).
//
//   body: mass, inertia, centre of mass, radius, gravity, width, e, mu, mu_sliding, step; corners
//   toss: name, time of the state, time of the last free pose, x, q, v, w; errors of the flight: poses, sum of
//   positions [m], sum of turns [rad]; poses after it: time, tracked point, attitude
#include <cstdio>

#include "records/mapped_table.hpp"
#include "roll/thrown_body.hpp"

namespace {

using namespace touchdown::host;

void print(double value) { std::printf(" %.17g", value); }

template <class Values>
void print_all(const Values &values) {
  for (const double value : values) print(value);
}

void print(const Eigen::Quaterniond &q) { print_all(std::initializer_list<double>{q.w(), q.x(), q.y(), q.z()}); }

void print_body(const ThrownBody &body) {
  const touchdown::Lander<double> &s = body.lander;
  const touchdown::Foot<double> &foot = s.foot[0];
  std::printf("%d", s.feet);
  print_all(std::initializer_list<double>{s.mass, s.inertia[0], s.inertia[1], s.inertia[2]});
  print_all(body.centre_of_mass);
  print_all(std::initializer_list<double>{foot.radius, body.gravity, body.width, foot.surface.e, foot.surface.mu_k,
                                          foot.mu_sliding, s.step});
  for (int i = 0; i < s.feet; ++i) print_all(touchdown::vector(s.foot[i].r));
  std::printf("\n");
}

void print_toss(const ThrownBody &body, const Toss &toss, const FreeFlight &flight) {
  const std::size_t free = flight.poses.size();
  double position = 0, turn = 0;
  for (std::size_t i = 0; i < free; ++i) {
    position += (tracked_point(body, flight.poses[i]) - tracked_point(body, toss.poses[i])).norm();
    turn += flight.poses[i].attitude.angularDistance(toss.poses[i].attitude);
  }
  std::printf("%s", toss.id.c_str());
  print(flight.at.time);
  print(toss.poses[flight.last].time);
  print_all(flight.at.position);
  print(flight.at.attitude);
  print_all(flight.v);
  print_all(flight.w);
  std::printf(" %zu", free);
  print(position);
  print(turn);
  std::printf(" %zu\n", toss.poses.size() - free);
  for (std::size_t i = free; i < toss.poses.size(); ++i) {
    print(toss.poses[i].time);
    print_all(tracked_point(body, toss.poses[i]));
    print(toss.poses[i].attitude);
    std::printf("\n");
  }
}

}  // namespace

int main() {
  const std::string folder = TOUCHDOWN_DROPS_FOLDER;
  const ThrownBody body = read_thrown_body(folder + "/cube.body.json");
  RowsLeftOut left_out;
  print_body(body);
  for (const Toss &toss : read_tosses(folder + "/cube_tosses.csv.gz", body, left_out)) {
    const std::optional<FreeFlight> flight = fit_free_flight(body, toss.poses);
    if (flight && flight->last + 1 < toss.poses.size()) print_toss(body, toss, *flight);
  }
  return left_out.count() == 0 ? 0 : 1;
}
