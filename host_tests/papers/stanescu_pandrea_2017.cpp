// Stanescu and Pandrea 2017: a plate on four feet falls flat; four frictionless impacts at once, each as if alone, and
// superposed: P_i = -(1 + k_i) v_n / g_i.
#include <array>
#include <stdexcept>

#include "paper_number.hpp"
#include "touchdown/simultaneous.hpp"

namespace papers {
namespace {

constexpr double mass = 50, J_x = 200.0 / 3, J_y = 50.0 / 3, speed = 1;

struct Foot {
  double x, y, k;
};
constexpr std::array<Foot, 4> feet{{{-1, -2, 0.6}, {1, -2, 0.7}, {1, 2, 0.8}, {-1, 2, 0.9}}};  // A_1 is misprinted

touchdown::BodyMultiContactImpact<double> plate() {
  touchdown::BodyMultiContact<double> body{};
  body.mass = mass;
  body.inertia = touchdown::Vector3<double>(J_x, J_y, J_x + J_y).asDiagonal();
  body.v = {0, 0, -speed};
  body.w.setZero();
  body.count = static_cast<int>(feet.size());
  for (std::size_t i = 0; i < feet.size(); ++i) {
    body.points[i] = {{feet[i].x, feet[i].y, -1}, {0, 0, 1}, {0, 0, feet[i].k}};
  }
  body.multi_contact.rule = touchdown::Rule::superposed;
  touchdown::BodyMultiContactImpact<double> result{};
  if (touchdown::resolve(body, result) < 0) throw std::runtime_error("the plate was refused");
  return result;
}

}  // namespace

PaperNumbers stanescu_pandrea_2017() {
  PaperNumbers list;
  const auto r = plate();
  for (std::size_t i = 0; i < feet.size(); ++i) {
    const double printed = (80 + 5 * static_cast<double>(i)) / 7;
    list.push_back(
        {"(44)", "g_" + std::to_string(i + 1), 7.0 / 50, 1e-15, (1 + feet[i].k) * speed / r.contacts[i].p.n});
    list.push_back({"(47)", "P_" + std::to_string(i + 1), printed, 1e-12, r.contacts[i].p.n});
  }
  const double spin = J_x * r.w.x() * r.w.x() + J_y * r.w.y() * r.w.y();
  const double lost_velocity = (mass * (r.v.z() + speed) * (r.v.z() + speed) + spin) / 2;
  list.push_back({"(46)", "v_z", 0, 1e-14, r.v.z()});
  list.push_back({"(46)", "omega_x", 3.0 / 35, 1e-14, r.w.x()});
  list.push_back({"(46)", "omega_y", 0, 1e-14, r.w.y()});
  list.push_back({"(48)", "E_p", 25.2449, 0.00005, lost_velocity});
  list.push_back({"(49)", "loss of kinetic energy (misprinted: 22.7959)", 24.7551, 0.00005,
                  r.result.energy_before - r.result.energy_after});
  for (const std::size_t i : {0u, 1u}) {
    list.push_back({"not printed", "v_n' of foot " + std::to_string(i + 1) + ", into the floor", -6.0 / 35, 1e-14,
                    r.contacts[i].v.n});
  }
  list.push_back({"not printed", "fastest approach left", 6.0 / 35, 1e-14, r.result.approach_left});
  return list;
}

}  // namespace papers
