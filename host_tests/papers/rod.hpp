// The falling rod of Baruh's two papers, in contact space: half length L = 2.3 m, mass 1 kg, no initial spin, struck at
// its end. The axes of the contact frame are x (t), z (s) and up (n); theta_1 > 0 leans so that the normal impulse
// pushes the end towards -x. The impulse has no moment about the rod, so that one inertia alpha m L^2 decides:
//     m W = 1 + (1 - a a^T) / alpha,    a: unit vector along the rod.
#ifndef TOUCHDOWN_PAPERS_ROD_HPP
#define TOUCHDOWN_PAPERS_ROD_HPP

#include <cmath>
#include <stdexcept>

#include "touchdown/touchdown.hpp"

namespace papers {

using Contact = touchdown::Contact<double>;
using Impact = touchdown::Impact<double>;

inline constexpr double half_length = 2.3;
inline constexpr double slender = 1.0 / 3.0;                                                    // radius 0
inline constexpr double cylinder = 1.0 / 3.0 + 0.25 * 0.5 * 0.5 / (half_length * half_length);  // radius 0.5 m

inline double radians(double degrees) { return degrees * 3.14159265358979323846 / 180; }

inline touchdown::ContactInertia<double> rod(double theta_1, double theta_2, double alpha) {
  const double t1 = radians(theta_1), t2 = radians(theta_2);
  const double t = -std::sin(t1) * std::cos(t2), s = std::sin(t2), n = -std::cos(t1) * std::cos(t2);
  return {1 + (1 - n * n) / alpha, -n * t / alpha, -n * s / alpha,
          1 + (1 - t * t) / alpha, -t * s / alpha, 1 + (1 - s * s) / alpha};
}

struct Setting {
  double mu, e, ratio;  // ratio: v_t / |v_n|, at |v_n| = 1
  std::int32_t law = TD_LAW_POISSON;
  std::int32_t method = TD_METHOD_SLIP_PATH;
};

inline Contact falling_rod(double theta_1, double theta_2, const Setting &setting, double alpha) {
  Contact contact{};
  contact.W = rod(theta_1, theta_2, alpha);
  contact.v = {-1, setting.ratio, 0};
  contact.surface = {setting.mu, setting.mu, setting.e};
  contact.options.law = setting.law;
  contact.options.method = setting.method;
  contact.options.steps = TD_MAX_STEPS;
  return contact;
}

// The library's answer; what the papers ask can never be refused.
inline Impact resolved(const Contact &contact) {
  Impact impact{};
  const touchdown::Status status = touchdown::resolve(contact, impact);
  if (status < 0) throw std::runtime_error(std::string("a paper's data ") + td_status_name(status));
  return impact;
}

inline Impact rod_impact(double theta_1, double theta_2, const Setting &setting, double alpha) {
  return resolved(falling_rod(theta_1, theta_2, setting, alpha));
}

// The point `i` of `count` evenly spaced from lo to hi.
inline double spaced(double lo, double hi, int i, int count) { return lo + (hi - lo) * i / (count - 1); }

}  // namespace papers

#endif
