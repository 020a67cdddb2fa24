// Random systems to try the library on: a body, a pair, generalized speeds, constraints, feet. One generator, integer
// arithmetic and + - * / sqrt only, so that the same seed gives the same cases on every machine.
#ifndef TOUCHDOWN_SYSTEMS_RANDOM_SYSTEMS_HPP
#define TOUCHDOWN_SYSTEMS_RANDOM_SYSTEMS_HPP

#include <cmath>
#include <cstdint>

#include "touchdown/multi_contact.h"

namespace systems {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state(seed * 2 + 1) {}
  double uniform(double low, double high) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * static_cast<double>((state ^ (state >> 29)) >> 11 & 0xfffffffffffffU) * 0x1p-52;
  }
  void fill(td_real *x, int n, double low, double high) {
    for (int i = 0; i < n; ++i) x[i] = static_cast<td_real>(uniform(low, high));
  }

 private:
  std::uint64_t state;
};

// Half of them have static friction that exceeds kinetic friction, by up to a half: by later digits of mu_k.
inline td_surface surface(Random &random, double most_mu) {
  const double mu = random.uniform(0, most_mu), digits = 4096 * mu - std::floor(4096 * mu);
  const td_real mu_k = static_cast<td_real>(mu);
  const td_real mu_s = digits < 0.5 ? mu_k : mu_k * static_cast<td_real>(0.5 + digits);
  return {mu_s, mu_k, static_cast<td_real>(random.uniform(0, 1))};
}

// A solid box of half sides a, turned: an inertia with all six entries.
inline void box_inertia(Random &random, double mass, td_real (&inertia)[6]) {
  double q[4], norm = 0;
  for (double &x : q) x = random.uniform(-1, 1);
  for (const double x : q) norm += x * x;
  const double k = 2 / norm, w = q[0], x = q[1], y = q[2], z = q[3];
  const double R[3][3] = {{1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y)},
                          {k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x)},
                          {k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y)}};
  double a[3];
  for (double &side : a) side = random.uniform(0.2, 1);
  const double principal[3] = {mass / 3 * (a[1] * a[1] + a[2] * a[2]), mass / 3 * (a[0] * a[0] + a[2] * a[2]),
                               mass / 3 * (a[0] * a[0] + a[1] * a[1])};
  const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
  for (int entry = 0; entry < 6; ++entry) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += R[rows[entry]][i] * principal[i] * R[columns[entry]][i];
    inertia[entry] = static_cast<td_real>(sum);
  }
}

// And the point of it that touches.
inline void random_body(Random &random, td_rigid_body &body, td_real (&r)[3]) {
  const double mass = random.uniform(0.5, 3);
  body.mass = static_cast<td_real>(mass);
  box_inertia(random, mass, body.inertia);
  random.fill(r, 3, -1, 1);
  random.fill(body.v, 3, -1, 1);
  random.fill(body.w, 3, -1, 1);
}

// a falls on b along about -z.
inline td_pair random_pair(Random &random) {
  td_pair pair = {};
  random_body(random, pair.a, pair.r_a);
  random_body(random, pair.b, pair.r_b);
  random.fill(pair.n, 3, -0.7, 0.7);
  pair.n[2] = 1;
  pair.a.v[2] -= 3;
  pair.surface = surface(random, 1);
  return pair;
}

inline td_body_contact random_single(Random &random) {
  const td_pair pair = random_pair(random);
  td_body_contact body = {};
  body.body = pair.a;
  for (int i = 0; i < 3; ++i) {
    body.r[i] = pair.r_a[i];
    body.n[i] = pair.n[i];
  }
  body.surface = pair.surface;
  return body;
}

// Generalized speeds with constraints and contacts, and the arrays that its pointers point to.
struct RandomSpeeds {
  static constexpr int most = TD_MAX_SPEEDS;
  int n, constraints, count;
  td_real M[most * most], L[most * most], u[most], A[TD_MAX_CONSTRAINTS * most];
  td_real J[3 * TD_MAX_CONTACTS * most], normals[3 * TD_MAX_CONTACTS];
  td_surface surfaces[TD_MAX_CONTACTS];

  // M = B B^T + 1 with random B; every contact approaches.
  RandomSpeeds(Random &random, int speeds, int rows, int contacts) : n(speeds), constraints(rows), count(contacts) {
    double B[most * most];
    for (int i = 0; i < n * n; ++i) B[i] = random.uniform(-1, 1);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = i == j ? 1 : 0;
        for (int k = 0; k < n; ++k) sum += B[i * n + k] * B[j * n + k];
        M[i * n + j] = static_cast<td_real>(sum);
      }
    factorize();
    random.fill(u, n, -1, 1);
    random.fill(A, rows * n, -1, 1);
    random.fill(J, 3 * contacts * n, -1, 1);
    for (int c = 0; c < contacts; ++c) {
      random.fill(normals + 3 * c, 3, -0.7, 0.7);
      normals[3 * c + 2] = 1;
      surfaces[c] = surface(random, 1);
      approach(c);
    }
  }

  td_speeds single() const {
    td_speeds system = {};
    system.system.n = n;
    system.system.M = M;
    system.J = J;
    system.system.u = u;
    for (int i = 0; i < 3; ++i) system.normal[i] = normals[i];
    system.system.constraints = constraints;
    system.system.A = constraints > 0 ? A : nullptr;
    system.surface = surfaces[0];
    return system;
  }

  td_speeds_multi_contact with_contacts() const {
    td_speeds_multi_contact system = {};
    system.system.n = n;
    system.system.M = M;
    system.system.u = u;
    system.system.constraints = constraints;
    system.system.A = constraints > 0 ? A : nullptr;
    system.count = count;
    system.J = J;
    system.normals = normals;
    system.surfaces = surfaces;
    return system;
  }

 private:
  void factorize() {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = static_cast<double>(M[i * n + j]);
        for (int k = 0; k < j; ++k) sum -= static_cast<double>(L[i * n + k]) * static_cast<double>(L[j * n + k]);
        L[i * n + j] = static_cast<td_real>(i == j ? std::sqrt(sum) : sum / static_cast<double>(L[j * n + j]));
      }
  }

  // Turns the contact's rows over where it would separate.
  void approach(int c) {
    double v = 0;
    for (int row = 0; row < 3; ++row)
      for (int i = 0; i < n; ++i)
        v += static_cast<double>(normals[3 * c + row]) * static_cast<double>(J[(3 * c + row) * n + i]) *
             static_cast<double>(u[i]);
    if (v <= 0) return;
    for (int i = 0; i < 3 * n; ++i) J[3 * c * n + i] = -J[3 * c * n + i];
  }
};

// A body on `count` feet, spread over a rectangle (the first four in its corners' quarters), flat ground or rough.
struct RandomFeet {
  td_point points[TD_MAX_CONTACTS];
  td_body_multi_contact body = {};

  RandomFeet(Random &random, int count, bool flat, double most_mu) {
    const double mass = random.uniform(0.5, 3);
    double side[3];
    for (double &a : side) a = random.uniform(0.3, 1);
    body.body.mass = static_cast<td_real>(mass);
    body.body.inertia[0] = static_cast<td_real>(mass / 3 * (side[1] * side[1] + side[2] * side[2]));
    body.body.inertia[1] = static_cast<td_real>(mass / 3 * (side[0] * side[0] + side[2] * side[2]));
    body.body.inertia[2] = static_cast<td_real>(mass / 3 * (side[0] * side[0] + side[1] * side[1]));
    random.fill(body.body.v, 3, -1, 1);
    random.fill(body.body.w, 3, -1, 1);
    body.body.v[2] = -1;
    body.count = count;
    body.points = points;
    const td_surface same = surface(random, most_mu);
    for (int i = 0; i < count; ++i) {
      td_point &point = points[i];
      point.r[0] = static_cast<td_real>((i % 2 == 0 ? 1 : -1) * side[0] * random.uniform(0.5, 1));
      point.r[1] = static_cast<td_real>((i / 2 % 2 == 0 ? 1 : -1) * side[1] * random.uniform(0.5, 1));
      point.r[2] = static_cast<td_real>(-side[2]);
      random.fill(point.n, 2, flat ? 0 : -0.5, flat ? 0 : 0.5);
      point.n[2] = 1;
      point.surface = flat ? same : surface(random, most_mu);
    }
  }
  RandomFeet(const RandomFeet &) = delete;
};

}  // namespace systems

#endif
