// Stanescu and Pandrea 2017: a plate on four feet falls flat; four frictionless impacts at once, each as if alone, and
// superposed: P_i = -(1 + k_i) v_n / g_i.
#include <array>

#include "paper_number.hpp"
#include "rod.hpp"

namespace papers {
namespace {

constexpr double mass = 50, J_x = 200.0 / 3, J_y = 50.0 / 3, speed = 1;

struct Foot {
  double x, y, k;
};
constexpr std::array<Foot, 4> feet{{{-1, -2, 0.6}, {1, -2, 0.7}, {1, 2, 0.8}, {-1, 2, 0.9}}};  // A_1 is misprinted

double inertance(const Foot &foot) { return 1 / mass + foot.y * foot.y / J_x + foot.x * foot.x / J_y; }

double impulse(const Foot &foot) {
  Contact contact{};
  contact.W = {inertance(foot), 0, 0, 1 / mass, 0, 1 / mass};
  contact.v = {-speed, 0, 0};
  contact.surface = {0, 0, foot.k};
  contact.options.law = Law::newton;
  return resolved(contact).p.n;
}

}  // namespace

PaperNumbers stanescu_pandrea_2017() {
  PaperNumbers list;
  double v_z = -speed, w_x = 0, w_y = 0;
  for (std::size_t i = 0; i < feet.size(); ++i) {
    const Foot &foot = feet[i];
    const double P = impulse(foot), printed = (80 + 5 * static_cast<double>(i)) / 7;
    list.push_back({"(44)", "g_" + std::to_string(i + 1), 7.0 / 50, 1e-15, inertance(foot)});
    list.push_back({"(47)", "P_" + std::to_string(i + 1), printed, 1e-12, P});
    v_z += P / mass;
    w_x += foot.y * P / J_x;
    w_y -= foot.x * P / J_y;
  }
  const double spin = J_x * w_x * w_x + J_y * w_y * w_y;
  const double lost_velocity = (mass * (v_z + speed) * (v_z + speed) + spin) / 2;
  const double loss = (mass * speed * speed - mass * v_z * v_z - spin) / 2;
  list.push_back({"(46)", "v_z", 0, 1e-14, v_z});
  list.push_back({"(46)", "omega_x", 3.0 / 35, 1e-14, w_x});
  list.push_back({"(46)", "omega_y", 0, 1e-14, w_y});
  list.push_back({"(48)", "E_p", 25.2449, 0.00005, lost_velocity});
  list.push_back({"(49)", "loss of kinetic energy (misprinted: 22.7959)", 24.7551, 0.00005, loss});
  for (const std::size_t i : {0u, 1u}) {  // what the paper leaves unsaid
    list.push_back({"not printed", "v_n' of foot " + std::to_string(i + 1) + ", into the floor", -6.0 / 35, 1e-14,
                    v_z + feet[i].y * w_x - feet[i].x * w_y});
  }
  return list;
}

}  // namespace papers
