// Random landers that come down hard enough for a good part of them to tip: tall and squat, on three to eight feet, on
// slopes to 15 degrees, in gravity from 1e-3 to 10; a part of them upside down, on their side, or with feet above the
// centre of mass.
#ifndef TOUCHDOWN_LANDING_RANDOM_LANDERS_HPP
#define TOUCHDOWN_LANDING_RANDOM_LANDERS_HPP

#include "random_systems.hpp"
#include "simulated_body.hpp"
#include "touchdown/landing.h"

namespace landers {

using systems::Random;

constexpr double pi = 3.14159265358979323846;

inline Vector random_direction(Random &random) {
  const double around = random.uniform(0, 2 * pi);
  return {std::cos(around), std::sin(around), 0};
}

inline Eigen::Quaterniond tilted(Random &random, double angle) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, random_direction(random)));
}

inline void random_body(Random &random, Case &c) {
  const int feet = static_cast<int>(random.uniform(3, 8.999));
  const double ring = std::exp(random.uniform(std::log(0.3), std::log(3)));
  const double height = ring * std::exp(random.uniform(std::log(0.3), std::log(2)));
  const double first = random.uniform(0, 2 * pi);
  for (int i = 0; i < feet; ++i) {
    const double around = first + 2 * pi * i / feet;
    c.feet.emplace_back(ring * std::cos(around), ring * std::sin(around), -height);
  }
  c.mass = std::exp(random.uniform(0, std::log(2000)));
  const auto square = [&] { return std::pow(random.uniform(0.4, 0.9) * ring, 2) + std::pow(0.3 * height, 2); };
  c.inertia = Vector(square(), square(), square()).asDiagonal();
  const double most = c.inertia.diagonal().maxCoeff(), sum = c.inertia.trace();
  if (most > 0.9 * (sum - most)) c.inertia = Matrix::Identity() * (sum / 3);
  c.inertia *= 0.5 * c.mass;
}

inline Case random_case(Random &random) {
  Case c;
  random_body(random, c);
  c.gravity = std::exp(random.uniform(std::log(1e-3), std::log(10)));
  c.e = random.uniform(0, 0.5);
  c.mu = random.uniform(0.2, 0.9);
  c.normal = tilted(random, random.uniform(0, 15 * pi / 180)) * Vector(0, 0, 1);
  const double kind = random.uniform(0, 1);
  const double lean = kind < 0.8 ? random.uniform(0, 0.25) : kind < 0.9 ? pi - random.uniform(0, 0.3) : pi / 2;
  c.q = Eigen::Quaterniond(Eigen::AngleAxisd(random.uniform(0, 2 * pi), Vector(0, 0, 1))) * tilted(random, lean);
  if (kind > 0.85 && kind < 0.9)  // upside down on feet that are above its centre of mass, so that it stands on them
    c.up = {0, 0, 1};
  const double speed = std::sqrt(c.gravity * c.reach());
  c.v = speed * (random.uniform(0, 0.9) * random_direction(random) - Vector(0, 0, random.uniform(0, 1)));
  c.w = speed / c.reach() * random.uniform(0, 0.4) * random_direction(random);
  double lowest = 0;
  for (const Vector &foot : c.feet) lowest = std::min(lowest, c.normal.dot(c.q * foot));
  const double height = (random.uniform(0.01, 0.3) * c.reach() - lowest) / c.normal[2];
  c.x = {0, 0, height};
  return c;
}

inline td_lander body_of(const Case &c) {
  td_lander body = {};
  const auto put = [](const Vector &from, td_real(&to)[3]) {
    for (int i = 0; i < 3; ++i) to[i] = static_cast<td_real>(from[i]);
  };
  body.mass = static_cast<td_real>(c.mass);
  for (int i = 0; i < 3; ++i) body.inertia[i] = static_cast<td_real>(c.inertia(i, i));
  put(c.up, body.up);
  body.feet = static_cast<int>(c.feet.size());
  const td_real mu = static_cast<td_real>(c.mu);
  for (int i = 0; i < body.feet; ++i) {
    put(c.feet[static_cast<std::size_t>(i)], body.foot[i].r);
    body.foot[i].surface = {mu, mu, static_cast<td_real>(c.e)};
    body.foot[i].mu_sliding = mu;
  }
  body.planes = 1;
  put(c.normal, body.ground[0].n);
  body.gravity[2] = static_cast<td_real>(-c.gravity);
  body.horizon = static_cast<td_real>(200 * std::sqrt(c.reach() / c.gravity));
  return body;
}

inline td_lander_state state_of(const Case &c) {
  td_lander_state state = {};
  for (int i = 0; i < 3; ++i) {
    state.x[i] = static_cast<td_real>(c.x[i]);
    state.v[i] = static_cast<td_real>(c.v[i]);
    state.w[i] = static_cast<td_real>(c.w[i]);
  }
  const double q[4] = {c.q.w(), c.q.x(), c.q.y(), c.q.z()};
  for (int i = 0; i < 4; ++i) state.q[i] = static_cast<td_real>(q[i]);
  return state;
}

inline End end_of(const td_landing &landing) {
  switch (landing.outcome) {
    case TD_OUTCOME_RESTS_UPRIGHT:
      return End::upright;
    case TD_OUTCOME_RESTS_OTHERWISE:
      return End::otherwise;
    case TD_OUTCOME_TIPS:
      return End::tips;
    default:
      return End::open;
  }
}

}  // namespace landers

#endif
