// Random landers on legs that yield: three to six of them, crushing, sprung or both, leaning outwards; on slopes, with
// sideways speed, tilted and turning; and the same for the library.
#ifndef TOUCHDOWN_LANDING_RANDOM_LEGS_HPP
#define TOUCHDOWN_LANDING_RANDOM_LEGS_HPP

#include "random_landers.hpp"
#include "yielding_simulation.hpp"

namespace yielding {

using landers::Random;

// Legs that together take up the fall in `way`.
inline void random_legs(Random &random, double speed, double way, Landing &landing) {
  const int count = static_cast<int>(landing.legs.size());
  const double kind = random.uniform(0, 1), each = landing.mass / count;
  const double needed = each * (landing.gravity + speed * speed / (2 * way));
  const double omega = std::sqrt(needed / each / way), zeta = random.uniform(0.1, 1);
  for (int i = 0; i < count; ++i) {
    Leg &leg = landing.legs[static_cast<std::size_t>(i)];
    const Vector out(leg.foot[0], leg.foot[1], 0);
    leg.axis = (Vector(0, 0, 1) - random.uniform(0, 0.3) * out.normalized()).normalized();
    if (kind < 0.4 || (kind > 0.8 && i % 2 == 0)) {
      leg.crush = needed * random.uniform(0.9, 1.4);
    } else {
      leg.k = each * omega * omega * random.uniform(0.9, 1.1);
      leg.c = 2 * zeta * each * omega;
    }
  }
}

inline Landing random_landing(Random &random) {
  landers::Case c;
  landers::random_body(random, c);
  while (c.feet.size() > 6) c.feet.pop_back();
  Landing landing;
  landing.mass = c.mass;
  landing.inertia = c.inertia;
  landing.gravity = random.uniform(1, 10);
  landing.normal = landers::tilted(random, random.uniform(0, 0.15)) * Vector(0, 0, 1);
  landing.q = Eigen::Quaterniond(Eigen::AngleAxisd(random.uniform(0, 2 * landers::pi), Vector(0, 0, 1))) *
              landers::tilted(random, random.uniform(0, 0.15));
  const double reach = c.reach(), scale = std::sqrt(landing.gravity * reach), speed = scale * random.uniform(0.3, 1.2);
  landing.v = 0.3 * scale * random.uniform(0, 1) * landers::random_direction(random) - Vector(0, 0, speed);
  landing.w = 0.15 * scale / reach * random.uniform(0, 1) * landers::random_direction(random);
  const double mu = random.uniform(0.2, 0.8), radius = random.uniform(0, 0.05) * reach;
  double lowest = 0;
  for (const Vector &foot : c.feet) {
    Leg leg = {};
    leg.foot = foot;
    leg.mu = mu;
    leg.radius = radius;
    landing.legs.push_back(leg);
    lowest = std::min(lowest, landing.normal.dot(landing.q * foot) - radius);
  }
  const double way = random.uniform(0.03, 0.15) * reach;
  random_legs(random, speed, way, landing);
  landing.x = Vector(0, 0, (random.uniform(0.01, 0.1) * reach - lowest) / landing.normal[2]);
  landing.time = 0.1 * reach / speed + 4 * way / speed;
  return landing;
}

// The same, all springs, with preload and friction of up to half of what each leg gives in the mean.
inline Landing random_landing_with_friction(Random &random) {
  Landing landing = random_landing(random);
  const double each = landing.mass / static_cast<double>(landing.legs.size()), gives = landing.gravity * each;
  for (Leg &leg : landing.legs) {
    const double force = std::max(leg.crush, gives + leg.k * 0.05 * leg.foot.norm());
    if (leg.crush > 0) leg.k = 0.5 * force / (0.1 * leg.foot.norm()), leg.c = 0.1 * std::sqrt(leg.k * each);
    leg.crush = 0;
    leg.preload = std::max(0.0, random.uniform(-0.2, 0.5)) * force;
    leg.friction = std::max(0.0, random.uniform(-0.2, 0.3)) * force;
  }
  return landing;
}

// The same, with a stop on each leg at 0.3 to 0.9 of the longest stroke that there is without.
inline Landing random_landing_on_stops(Random &random) {
  Landing landing = random_landing(random);
  double longest = 0;
  for (const Done &done : Simulation(landing, 1e-4).run()) longest = std::max(longest, done.stroke);
  const double part = random.uniform(0.3, 0.9);
  for (Leg &leg : landing.legs) leg.stroke = part * longest;
  return landing;
}

// All legs have the friction and the radius of the first.
inline landers::Case case_of(const Landing &landing) {
  landers::Case c;
  c.mass = landing.mass;
  c.gravity = landing.gravity;
  c.mu = landing.legs[0].mu;
  c.inertia = landing.inertia;
  c.normal = landing.normal;
  for (const Leg &leg : landing.legs) c.feet.push_back(leg.foot);
  c.x = landing.x;
  c.v = landing.v;
  c.w = landing.w;
  c.q = landing.q;
  return c;
}

inline td_lander body_of(const Landing &landing) {
  td_lander body = landers::body_of(case_of(landing));
  for (int i = 0; i < body.feet; ++i) {
    const Leg &from = landing.legs[static_cast<std::size_t>(i)];
    td_leg &to = body.leg[i];
    body.foot[i].radius = static_cast<td_real>(from.radius);
    to.kind = from.crush > 0 ? TD_LEG_CRUSHES : TD_LEG_SPRINGS;
    for (int k = 0; k < 3; ++k) to.axis[k] = static_cast<td_real>(from.axis[k]);
    to.force = static_cast<td_real>(from.crush);
    to.stiffness = static_cast<td_real>(from.k);
    to.damping = static_cast<td_real>(from.c);
    to.preload = static_cast<td_real>(from.preload);
    to.friction = static_cast<td_real>(from.friction);
    to.stroke = static_cast<td_real>(std::min(from.stroke, 10 * from.foot.norm()));
  }
  body.horizon = static_cast<td_real>(landing.time);
  return body;
}

// At an eighth of the default step, of which sub-steps are parts.
inline td_lander in_fine_steps(const Landing &landing) {
  td_lander body = body_of(landing);
  body.step = static_cast<td_real>(0.00625 * std::sqrt(case_of(landing).reach() / landing.gravity));
  return body;
}

inline td_lander_state state_of(const Landing &landing) { return landers::state_of(case_of(landing)); }

}  // namespace yielding

#endif
