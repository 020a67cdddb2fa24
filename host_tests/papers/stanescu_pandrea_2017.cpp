// Stanescu and Pandrea 2017: a plate on four feet falls flat; four frictionless impacts at once, each as if alone, and
// superposed: P_i = -(1 + k_i) v_n / g_i.
#include <array>
#include <stdexcept>

#include "paper_number.hpp"
#include "touchdown/touchdown.hpp"

namespace papers {
namespace {

constexpr double mass = 50, J_x = 200.0 / 3, J_y = 50.0 / 3, speed = 1;

struct Foot {
  double x, y, k;
};
constexpr std::array<Foot, 4> feet{{{-1, -2, 0.6}, {1, -2, 0.7}, {1, 2, 0.8}, {-1, 2, 0.9}}};  // A_1 is misprinted

struct Plate {
  touchdown::BodyMultiContactImpact<double> impact;
  touchdown::ContactResult<double> contacts[4];
};

Plate plate() {
  touchdown::BodyMultiContact<double> body{};
  body.body.mass = mass;
  body.body.inertia[0] = J_x;
  body.body.inertia[1] = J_y;
  body.body.inertia[2] = J_x + J_y;
  body.body.v[2] = -speed;
  body.count = static_cast<int>(feet.size());
  touchdown::Point<double> points[feet.size()];
  for (std::size_t i = 0; i < feet.size(); ++i) points[i] = {{feet[i].x, feet[i].y, -1}, {0, 0, 1}, {0, 0, feet[i].k}};
  Plate result;
  body.points = points;
  body.multi_contact.rule = TD_RULE_SUPERPOSED;
  if (touchdown::resolve(body, result.impact, result.contacts) < 0) throw std::runtime_error("the plate was refused");
  return result;
}

}  // namespace

PaperNumbers stanescu_pandrea_2017() {
  PaperNumbers list;
  const Plate plate_after = plate();
  const auto &r = plate_after.impact;
  for (std::size_t i = 0; i < feet.size(); ++i) {
    const double printed = (80 + 5 * static_cast<double>(i)) / 7;
    list.push_back(
        {"(44)", "g_" + std::to_string(i + 1), 7.0 / 50, 1e-15, (1 + feet[i].k) * speed / plate_after.contacts[i].p.n});
    list.push_back({"(47)", "P_" + std::to_string(i + 1), printed, 1e-12, plate_after.contacts[i].p.n});
  }
  const double spin = J_x * r.w[0] * r.w[0] + J_y * r.w[1] * r.w[1];
  const double lost_velocity = (mass * (r.v[2] + speed) * (r.v[2] + speed) + spin) / 2;
  list.push_back({"(46)", "v_z", 0, 1e-14, r.v[2]});
  list.push_back({"(46)", "omega_x", 3.0 / 35, 1e-14, r.w[0]});
  list.push_back({"(46)", "omega_y", 0, 1e-14, r.w[1]});
  list.push_back({"(48)", "E_p", 25.2449, 0.00005, lost_velocity});
  list.push_back({"(49)", "loss of kinetic energy (misprinted: 22.7959)", 24.7551, 0.00005,
                  r.result.energy_before - r.result.energy_after});
  for (const std::size_t i : {0u, 1u}) {
    list.push_back({"not printed", "v_n' of foot " + std::to_string(i + 1) + ", into the floor", -6.0 / 35, 1e-14,
                    plate_after.contacts[i].v.n});
  }
  list.push_back({"not printed", "fastest approach left", 6.0 / 35, 1e-14, r.result.approach_left});
  return list;
}

}  // namespace papers
