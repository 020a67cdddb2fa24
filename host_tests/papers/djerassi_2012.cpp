// Djerassi 2012 (from its extended abstract, which prints equations but no numbers): the slopes f, g, h of (8)-(10) as
// the library's impulses show them, sticking by (12), and the test for it, which the paper prints turned over.
#include <Eigen/LU>

#include "paper_number.hpp"
#include "rod.hpp"

namespace papers {
namespace {

constexpr double mu = 0.4;

Contact leaning_rod(double approach, double slip, double heading) {
  Contact contact = falling_rod(25, 15, {mu, 0, 0}, slender);
  contact.v = {-approach, slip * std::cos(heading), slip * std::sin(heading)};
  return contact;
}

// A glancing impact, with slip a million times the approach, shows the slopes at the start of the path:
// f = dv_n/dp_n, g = ds/dp_n, h = s dphi/dp_n.
void add_slopes(PaperNumbers &list, double degrees) {
  constexpr double approach = 1e-6, slip = 1;
  const double phi = radians(degrees), c = std::cos(phi), s = std::sin(phi);
  const Contact contact = leaning_rod(approach, slip, phi);
  const auto &W = contact.W;
  const double f = W.nn - mu * W.nt * c - mu * W.ns * s;
  const double g = W.nt * c + W.ns * s - mu * W.tt * c * c - mu * W.ss * s * s - 2 * mu * W.ts * s * c;
  const double h = -W.nt * s + W.ns * c - mu * W.ts * (c * c - s * s) + mu * (W.tt - W.ss) * s * c;
  const Impact impact = resolved(contact);
  const double dt = impact.v.t - contact.v.t, ds = impact.v.s - contact.v.s, p = impact.p.n;
  const std::string at = ", phi " + std::to_string(static_cast<int>(degrees)) + " degrees";
  list.push_back({"(8)", "f" + at, f, 1e-5, approach / p});
  list.push_back({"(9)", "g" + at, g, 1e-5, (dt * c + ds * s) / p});
  list.push_back({"(10)", "h" + at, h, 1e-5, (ds * c - dt * s) / p});
}

// (12): from a stop, the impulse per change of normal velocity is the last column of W^-1.
void add_sticking(PaperNumbers &list) {
  Contact contact = leaning_rod(1, 0, 0);
  contact.surface = {2, 2, 0.5};
  const auto &w = contact.W;
  Eigen::Matrix3d W;
  W << w.nn, w.nt, w.ns, w.nt, w.tt, w.ts, w.ns, w.ts, w.ss;
  const Eigen::Vector3d c = W.inverse().col(0);
  const Impact impact = resolved(contact);
  const double change = impact.v.n - contact.v.n, ratio = std::hypot(c(1), c(2)) / c(0);
  list.push_back({"(12)", "c_n", c(0), 1e-12, impact.p.n / change});
  list.push_back({"(12)", "c_t", c(1), 1e-12, impact.p.t / change});
  list.push_back({"(12)", "c_s", c(2), 1e-12, impact.p.s / change});
  contact.surface = {ratio * 1.001, ratio * 1.001, 0.5};
  list.push_back({"test after (12), turned over", "friction above |(c_t, c_s)|/c_n: case (5: sticks)", 5, 0,
                  double(resolved(contact).case_number)});
  contact.surface = {ratio * 0.999, ratio * 0.999, 0.5};
  list.push_back({"test after (12), turned over", "friction below |(c_t, c_s)|/c_n: case (6: slides)", 6, 0,
                  double(resolved(contact).case_number)});
}

}  // namespace

PaperNumbers djerassi_2012() {
  PaperNumbers list;
  for (const double degrees : {0.0, 60.0, 150.0, 260.0}) add_slopes(list, degrees);
  add_sticking(list);
  return list;
}

}  // namespace papers
