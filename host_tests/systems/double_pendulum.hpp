// The double pendulum of Shen & Townsend 1998, example 1, three times: by its mass matrix, and as two free rods pinned
// by constraints. x is along the ground, z up, y the axis of the pins; q counts from hanging down.
#ifndef TOUCHDOWN_SYSTEMS_DOUBLE_PENDULUM_HPP
#define TOUCHDOWN_SYSTEMS_DOUBLE_PENDULUM_HPP

#include "touchdown/systems.h"

namespace systems {

struct DoublePendulum {
  static constexpr double length = 2, mass = 3;
  static constexpr double sine[2] = {0.34202014332566871, 0.5};  // of 20 and 30 degrees
  static constexpr double cosine[2] = {0.93969262078590843, 0.86602540378443871};
  static constexpr double cosine_between = 0.98480775301220802;  // of 10 degrees
  static constexpr double rate[2] = {-0.1, -0.2};                // [rad/s]

  // n = 2: M and J of the paper's (11).
  td_real M[4], J[6], u[2];
  // n = 12: v and w of rod A, then of rod B; both ends of A's pins in A.
  td_real pinned_M[144] = {}, pinned_J[36] = {}, pinned_u[12] = {}, A[72] = {};

  DoublePendulum() {
    const double D = mass * length * length / 3, C = mass * length * length / 2 * cosine_between;
    M[0] = static_cast<td_real>(4 * D);
    M[1] = M[2] = static_cast<td_real>(C);
    M[3] = static_cast<td_real>(D);
    for (int i = 0; i < 2; ++i) {
      J[i] = static_cast<td_real>(length * sine[i]);        // n
      J[2 + i] = static_cast<td_real>(length * cosine[i]);  // t
      J[4 + i] = 0;                                         // s
      u[i] = static_cast<td_real>(rate[i]);
    }
    fill_pinned();
  }

  td_speeds minimal(const td_surface &surface) const {
    td_speeds system = {};
    system.system.n = 2;
    system.system.M = M;
    system.J = J;
    system.system.u = u;
    system.axes = TD_AXES_CONTACT;
    system.surface = surface;
    return system;
  }

  td_speeds pinned(const td_surface &surface) const {
    td_speeds system = {};
    system.system.n = 12;
    system.system.M = pinned_M;
    system.J = pinned_J;
    system.system.u = pinned_u;
    system.normal[2] = 1;
    system.system.constraints = 6;
    system.system.A = A;
    system.surface = surface;
    return system;
  }

 private:
  // Rows of  sign (v + at w x r)  of one rod into `rows`; r from its centre to its lower end, `at` +1 there, -1 above.
  static void put_point(td_real *rows, int rod, double sign, double at) {
    const double x = length / 2 * sine[rod] * at, z = -length / 2 * cosine[rod] * at;
    td_real *block = rows + 6 * rod;
    for (int i = 0; i < 3; ++i) block[12 * i + i] = static_cast<td_real>(sign);
    block[4] = static_cast<td_real>(sign * z);       // x: w_y z
    block[12 + 5] = static_cast<td_real>(sign * x);  // y: w_z x - w_x z
    block[12 + 3] = static_cast<td_real>(-sign * z);
    block[24 + 4] = static_cast<td_real>(-sign * x);  // z: - w_y x
  }

  void fill_pinned() {
    double end[2] = {0, 0};  // velocity of the upper end
    for (int rod = 0; rod < 2; ++rod) {
      for (int i = 0; i < 3; ++i) {
        pinned_M[13 * (6 * rod + i)] = static_cast<td_real>(mass);
        pinned_M[13 * (6 * rod + 3 + i)] = static_cast<td_real>(mass * length * length / 12);
      }
      const double half = length / 2 * rate[rod];
      td_real *v = pinned_u + 6 * rod;
      v[0] = static_cast<td_real>(end[0] + half * cosine[rod]);
      v[2] = static_cast<td_real>(end[1] + half * sine[rod]);
      v[4] = static_cast<td_real>(-rate[rod]);
      end[0] += 2 * half * cosine[rod];
      end[1] += 2 * half * sine[rod];
    }
    put_point(pinned_J, 1, 1, 1);
    put_point(A, 0, 1, -1);
    put_point(A + 36, 0, 1, 1);
    put_point(A + 36, 1, -1, -1);
  }
};

}  // namespace systems

#endif
