// Random landers on three or four feet of three struts, or on those beside other legs, and the same for the library.
#ifndef TOUCHDOWN_LANDING_RANDOM_STRUTS_HPP
#define TOUCHDOWN_LANDING_RANDOM_STRUTS_HPP

#include "random_landers.hpp"
#include "strut_simulation.hpp"
#include "touchdown/landing.h"

namespace struts {

using landers::Random;

// A primary from above the pad, which crushes in two stages, and two secondaries from below, which also give way where
// they are pulled; or, of one lander in five, springs and dampers.
inline Foot random_foot(Random &random, double around, double reach, double needed, double way, bool springs) {
  const double out = reach * random.uniform(0.7, 0.9), height = reach * random.uniform(0.4, 0.6);
  const auto at = [&](double x, double y, double z) {
    return Vector(std::cos(around) * x - std::sin(around) * y, std::sin(around) * x + std::cos(around) * y, z);
  };
  Foot foot = {at(out, 0, -height), 0, 0, {}};
  foot.strut[0].joint = at(0.5 * out, 0, 0.1 * reach);
  foot.strut[1].joint = at(0.45 * out, 0.3 * out, -0.6 * height);
  foot.strut[2].joint = at(0.45 * out, -0.3 * out, -0.6 * height);
  for (Strut &strut : foot.strut) {
    const bool primary = &strut == foot.strut;
    const double force = needed * random.uniform(0.8, 1.2);
    strut.k = springs ? (primary ? 1.0 : 4.0) * needed / way : force / (0.06 * way);
    strut.c = random.uniform(0.2, 0.5) * std::sqrt(strut.k * needed * way) / 3;
    if (springs) continue;
    strut.crush = {{force, 0.4 * way}, {2 * force, 3 * way}};
    if (!primary) strut.pull = {{0.3 * force, 0.3 * way}, {1.5 * force, 3 * way}};
  }
  return foot;
}

// One foot at least stays on its struts; others crush or spring.
inline void mix(Random &random, double needed, double way, Lander &lander) {
  for (std::size_t i = 1; i < lander.feet.size(); ++i) {
    Foot &foot = lander.feet[i];
    const double kind = random.uniform(0, 1), lean = random.uniform(0, 0.3), part = random.uniform(0.9, 1.4);
    const double each = lander.mass / static_cast<double>(lander.feet.size()), zeta = random.uniform(0.1, 0.5);
    if (kind < 0.25) continue;
    Guide &leg = foot.guide;
    leg.axis = (Vector(0, 0, 1) - lean * Vector(foot.pad[0], foot.pad[1], 0).normalized()).normalized();
    leg.stiff = 400 * needed / way;
    leg.damped = 2.5 * std::sqrt(leg.stiff * each);
    if (kind < 0.6)
      leg.crush = part * needed;
    else
      leg.k = needed / way, leg.c = 2 * zeta * std::sqrt(leg.k * each);
  }
}

inline Lander random_lander(Random &random, bool mixed = false) {
  Lander lander;
  const int feet = random.uniform(0, 1) < 0.4 ? 3 : 4;
  const double reach = std::exp(random.uniform(std::log(0.5), std::log(4)));
  lander.mass = std::exp(random.uniform(std::log(20), std::log(8000)));
  lander.inertia = Vector(random.uniform(0.15, 0.2), random.uniform(0.15, 0.2), 0.2).asDiagonal();
  lander.inertia *= lander.mass * reach * reach;
  lander.gravity = std::exp(random.uniform(std::log(1e-3), std::log(9.81)));
  lander.normal = landers::tilted(random, random.uniform(0, 0.1)) * Vector(0, 0, 1);
  lander.q = landers::tilted(random, random.uniform(0, 0.1));
  const double way = random.uniform(0.05, 0.12) * reach;
  const double speed = std::sqrt(lander.gravity * reach) * random.uniform(0.4, 1.2);
  lander.v = 0.25 * speed * random.uniform(0, 1) * landers::random_direction(random) - Vector(0, 0, speed);
  lander.w = 0.1 * speed / reach * random.uniform(0, 1) * landers::random_direction(random);
  const double needed = lander.mass / feet * (lander.gravity + speed * speed / (2 * way));
  const bool springs = random.uniform(0, 1) < 0.2;
  const double mu = random.uniform(0.2, 1), first = random.uniform(0, 6);
  double lowest = 0;
  for (int i = 0; i < feet; ++i) {
    Foot foot = random_foot(random, first + 2 * landers::pi * i / feet, reach, needed, way, springs);
    foot.mass = 0.003 * lander.mass;
    foot.mu = mu;
    lowest = std::min(lowest, lander.normal.dot(lander.q * foot.pad));
    lander.feet.push_back(foot);
  }
  lander.x = Vector(0, 0, (random.uniform(0.005, 0.05) * reach - lowest) / lander.normal[2]);
  lander.time = (0.15 * reach + 4 * way) / speed;
  if (mixed) mix(random, needed, way, lander);
  return lander;
}

inline void copy(const Vector &from, td_real *to) {
  for (int k = 0; k < 3; ++k) to[k] = static_cast<td_real>(from[k]);
}

inline void copy(const std::vector<Stage> &from, td_strut_stage *to) {
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = {static_cast<td_real>(from[i].force), static_cast<td_real>(from[i].stroke)};
}

inline td_lander body_of(const Lander &lander) {
  td_lander body = {};
  body.mass = static_cast<td_real>(lander.mass);
  for (int i = 0; i < 3; ++i) body.inertia[i] = static_cast<td_real>(lander.inertia(i, i));
  body.up[2] = 1;
  body.feet = static_cast<std::int32_t>(lander.feet.size());
  for (std::size_t i = 0; i < lander.feet.size(); ++i) {
    copy(lander.feet[i].pad, body.foot[i].r);
    const td_real mu = static_cast<td_real>(lander.feet[i].mu);
    body.foot[i].surface = {mu, mu, 0};
    body.foot[i].mu_sliding = mu;
  }
  body.planes = 1;
  copy(lander.normal, body.ground[0].n);
  body.gravity[2] = static_cast<td_real>(-lander.gravity);
  body.horizon = static_cast<td_real>(lander.time);
  for (std::size_t i = 0; i < lander.feet.size(); ++i) {
    td_leg &leg = body.leg[i];
    const Guide &guide = lander.feet[i].guide;
    if (lander.feet[i].guided()) {
      copy(guide.axis, leg.axis);
      leg.kind = guide.crush > 0 ? TD_LEG_CRUSHES : TD_LEG_SPRINGS;
      leg.force = static_cast<td_real>(guide.crush);
      leg.stiffness = static_cast<td_real>(guide.k);
      leg.damping = static_cast<td_real>(guide.c);
      continue;
    }
    leg.kind = TD_LEG_TRIPOD;
    leg.pad_mass = static_cast<td_real>(lander.feet[i].mass);
    for (int k = 0; k < 3; ++k) {
      const Strut &from = lander.feet[i].strut[k];
      copy(from.joint, leg.strut[k].joint);
      leg.strut[k].stiffness = static_cast<td_real>(from.k);
      leg.strut[k].damping = static_cast<td_real>(from.c);
      copy(from.crush, leg.strut[k].crush);
      copy(from.pull, leg.strut[k].pull);
    }
  }
  return body;
}

inline td_lander_state state_of(const Lander &lander) {
  td_lander_state state = {};
  copy(lander.x, state.x);
  copy(lander.v, state.v);
  copy(lander.w, state.w);
  state.q[0] = static_cast<td_real>(lander.q.w());
  state.q[1] = static_cast<td_real>(lander.q.x());
  state.q[2] = static_cast<td_real>(lander.q.y());
  state.q[3] = static_cast<td_real>(lander.q.z());
  return state;
}

}  // namespace struts

#endif
