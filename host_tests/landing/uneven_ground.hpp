// Ground that is not plane, given by formulas: a tilted plane, a bowl, a ridge, waves along two axes. The same for the
// library (td_lander's `height`) and for the simulations of this folder.
#ifndef TOUCHDOWN_LANDING_UNEVEN_GROUND_HPP
#define TOUCHDOWN_LANDING_UNEVEN_GROUND_HPP

#include "random_landers.hpp"

namespace landers {

struct UnevenGround {
  enum Kind { plane, bowl, ridge, waves } kind = plane;
  double slope[2] = {};      // of the plane
  double steep = 0;          // [-] the steepest of the others
  double length = 1;         // [m] over which they bend
  Vector place = {0, 0, 0};  // [m] where their middle is
  // Of the world that the library sees: axes in columns, unit of length, a point of the datum.
  Matrix axes = Matrix::Identity();
  double unit = 1;
  Vector origin = {0, 0, 0};
  mutable int asked = 0;

  // Over z = 0.
  double height(double x, double y, Eigen::Vector2d &gradient) const {
    const double a = (x - place[0]) / length, b = (y - place[1]) / length;
    switch (kind) {
      case plane:
        gradient = {slope[0], slope[1]};
        return slope[0] * x + slope[1] * y;
      case bowl: {
        const double root = std::sqrt(1 + a * a + b * b);
        gradient = steep / root * Eigen::Vector2d(a, b);
        return steep * length * (root - 1);
      }
      case ridge: {
        const double root = std::sqrt(1 + a * a);
        gradient = {-steep * a / root, 0};
        return -steep * length * (root - 1);
      }
      default:
        gradient = 0.5 * steep * Eigen::Vector2d(std::cos(a), std::cos(b));
        return 0.5 * steep * length * (std::sin(a) + std::sin(b));
    }
  }
  double highest() const { return kind == plane ? 1e3 : kind == ridge ? 0 : kind == bowl ? 1e3 : steep * length; }
};

inline td_real height_of_uneven_ground(const void *context, const td_real *place, td_real *gradient) {
  const UnevenGround &ground = *static_cast<const UnevenGround *>(context);
  ++ground.asked;
  const Vector p =
      ground.axes.transpose() *
      (Vector(static_cast<double>(place[0]), static_cast<double>(place[1]), static_cast<double>(place[2])) -
       ground.origin) /
      ground.unit;
  Eigen::Vector2d g(0, 0);
  const double height = ground.height(p[0], p[1], g);
  const Vector world = ground.axes * Vector(g[0], g[1], 0);
  for (int i = 0; i < 3; ++i) gradient[i] = static_cast<td_real>(world[i]);
  return static_cast<td_real>(height * ground.unit);
}

inline void put_on(const UnevenGround &ground, td_lander &body) {
  body.highest = static_cast<td_real>(ground.highest() * ground.unit);
  body.height = height_of_uneven_ground;
  body.height_context = &ground;
}

inline void put_on(const UnevenGround &ground, Case &c) {
  c.ground = [&ground](double x, double y, Eigen::Vector2d &gradient) { return ground.height(x, y, gradient); };
}

// Bends over 1.5 to 6 reaches, by 25 degrees at most.
inline UnevenGround random_ground(Random &random, double reach) {
  UnevenGround ground;
  ground.kind = static_cast<UnevenGround::Kind>(1 + static_cast<int>(random.uniform(0, 2.999)));
  ground.steep = random.uniform(0.1, 0.45);
  ground.length = reach * random.uniform(1.5, 6);
  ground.place = {random.uniform(-1, 1) * ground.length, random.uniform(-1, 1) * ground.length, 0};
  return ground;
}

// A random lander over random ground of its size, as high over it as random_case has it over its plane.
inline Case random_case_on(UnevenGround &ground, Random &random) {
  Case c = random_case(random);
  ground = random_ground(random, c.reach());
  c.normal = {0, 0, 1};
  put_on(ground, c);
  double lowest = 1e9;
  for (const Vector &foot : c.feet) {
    const Vector at = c.q * foot;
    Eigen::Vector2d gradient(0, 0);
    lowest = std::min(lowest, at[2] - ground.height(at[0], at[1], gradient));
  }
  c.x[2] = random.uniform(0.01, 0.3) * c.reach() - lowest;
  return c;
}

}  // namespace landers

#endif
