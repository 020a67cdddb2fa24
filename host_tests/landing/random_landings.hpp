// Random landers in flight to find the first touch of; the same on every machine (see random_systems.hpp).
#ifndef TOUCHDOWN_LANDING_RANDOM_LANDINGS_HPP
#define TOUCHDOWN_LANDING_RANDOM_LANDINGS_HPP

#include "random_systems.hpp"
#include "touchdown/landing.h"

namespace landing {

using systems::Random;

struct Descent {
  td_lander body = {};
  td_lander_state state = {};
};

inline void random_vector(Random &random, td_real (&x)[3], double most) { random.fill(x, 3, -most, most); }

// Tilted by up to `most` in every direction.
inline void random_attitude(Random &random, td_real (&q)[4], double most) {
  random.fill(q, 4, -most / 2, most / 2);
  q[0] = 1;
}

// Feet of a table of 2 x 1.8 m, not quite alike, 1 m below the centre of mass.
inline void random_vehicle(Random &random, int feet, td_lander &body) {
  const double mass = random.uniform(50, 500);
  body.mass = static_cast<td_real>(mass);
  systems::box_inertia(random, mass, body.inertia);
  body.feet = feet;
  for (int i = 0; i < feet; ++i) {
    td_foot &foot = body.foot[i];
    foot.r[0] = static_cast<td_real>((i % 2 == 0 ? 1 : -1) * random.uniform(0.9, 1.1));
    foot.r[1] = static_cast<td_real>((i / 2 % 2 == 0 ? 1 : -1) * random.uniform(0.8, 1));
    foot.r[2] = static_cast<td_real>(random.uniform(-1.1, -0.9));
    foot.surface = systems::surface(random, 1);
    foot.surface.e *= td_real(0.6);
  }
}

// A legged lander coming down on a slope: lunar to terrestrial gravity, up to 5 m above the ground.
inline Descent random_descent(Random &random, int feet) {
  Descent d;
  td_lander &body = d.body;
  random_vehicle(random, feet, body);
  body.up[2] = 1;
  body.planes = 1;
  random.fill(body.ground[0].n, 2, -0.2, 0.2);
  body.ground[0].n[2] = 1;
  body.gravity[2] = static_cast<td_real>(-random.uniform(1.6, 9.8));
  body.horizon = 20;
  d.state.x[2] = static_cast<td_real>(random.uniform(2, 6));
  random_attitude(random, d.state.q, 0.3);
  random.fill(d.state.v, 2, -1, 1);
  d.state.v[2] = static_cast<td_real>(-random.uniform(0, 3));
  random_vector(random, d.state.w, 0.3);
  return d;
}

// Anything that falls: spinning, thrown up, with thrust, in little gravity or none, on tilted planes of its own.
inline Descent random_fall(Random &random) {
  Descent d = random_descent(random, 4);
  td_lander &body = d.body;
  body.options.steps = 16;  // the impact is not the subject
  const double kind = random.uniform(0, 4);
  const double gravity = kind < 1 ? 0 : kind < 2 ? 0.01 : random.uniform(1, 10);
  random_vector(random, body.gravity, 0.1 * gravity);
  body.gravity[2] = static_cast<td_real>(-gravity);
  random_vector(random, body.thrust, kind < 3 ? 0.2 * gravity * static_cast<double>(body.mass) : 0);
  body.planes = 4;
  for (int i = 0; i < 4; ++i) {
    random.fill(body.ground[i].n, 2, -0.3, 0.3);
    body.ground[i].n[2] = static_cast<td_real>(random.uniform(0.5, 2));
    random_vector(random, body.ground[i].point, 0.3);
  }
  random.fill(d.state.q, 4, -1, 1);
  random_vector(random, d.state.v, 2);
  if (gravity < 1) d.state.v[2] = static_cast<td_real>(-random.uniform(0.1, 1));
  random_vector(random, d.state.w, random.uniform(0, 1) < 0.7 ? 0.5 : 5);
  return d;
}

}  // namespace landing

#endif
