// The two sets of impacts that all peers are given. Friction at rest is that of sliding and the approach is 1 m/s: no
// peer's thresholds come into play, and the exact impact depends continuously on its data.
#ifndef TOUCHDOWN_PEERS_STRIKES_HPP
#define TOUCHDOWN_PEERS_STRIKES_HPP

#include "peer.hpp"
#include "random_cases.hpp"
#include "rod.hpp"

namespace peers {

// The slender rod of Sun & Baruh: 21 angles within 70 degrees by 41 slips to 3 times the approach.
inline std::vector<Strike> rods() {
  std::vector<Strike> list;
  const double I = papers::slender * papers::half_length * papers::half_length;
  for (int i = 0; i < 21; ++i) {
    for (int j = 0; j < 41; ++j) {
      const double theta = papers::radians(papers::spaced(-70, 70, i, 21));
      const Vector r = -papers::half_length * Vector(std::sin(theta), std::cos(theta), 0);
      // The impulse has no moment about the rod: a ball of its inertia feels the same.
      list.push_back(
          {1, {I, I, I}, r, Vector::UnitY(), {papers::spaced(0, 3, j, 41), -1, 0}, Vector::Zero(), 0.15, 0.7});
    }
  }
  return list;
}

// Boxes of every shape, struck anywhere to one and a half times their size, in any direction, turning and sliding at up
// to 3 times the approach. Friction and restitution anywhere from 0 to 1.
inline std::vector<Strike> bodies() {
  constexpr int count = 1000;
  std::vector<Strike> list;
  oracle::Random random(1);
  for (int i = 0; i < count; ++i) {
    const double mass = random.log_uniform(0.1, 10);
    const Vector extent(random.log_uniform(0.1, 1), random.log_uniform(0.1, 1), random.log_uniform(0.1, 1));
    const Vector square = extent.cwiseProduct(extent), n = random.direction();
    const Vector r = random.uniform(0.2, 1.5) * extent.cwiseProduct(random.direction());
    const Vector slip = n.cross(random.direction()).normalized() * random.uniform(0, 3);
    const Vector w = random.uniform(0, 2) * random.direction();
    list.push_back({mass, mass / 3 * (square.sum() * Vector::Ones() - square), r, n, slip - n - w.cross(r), w,
                    random.uniform(0, 1), random.uniform(0, 1)});
  }
  return list;
}

inline std::vector<Strike> strikes(const std::string &set) { return set == "rods" ? rods() : bodies(); }

// The frame of a contact, its columns t, s, n.
inline Eigen::Matrix3d frame(const Strike &strike) {
  const Vector along = std::abs(strike.n.x()) < 0.7 ? Vector::UnitX() : Vector::UnitY();
  Eigen::Matrix3d axes;
  axes.col(2) = strike.n;
  axes.col(0) = (along - along.dot(strike.n) * strike.n).normalized();
  axes.col(1) = strike.n.cross(axes.col(0));
  return axes;
}

inline touchdown::ContactVector<double> in_frame(const Eigen::Matrix3d &axes, const Vector &world) {
  const Vector a = axes.transpose() * world;
  return {a.z(), a.x(), a.y()};
}

// The same strike in contact space, for the exact impact.
inline oracle::Case contact_of(const Strike &strike, std::int32_t law) {
  const Eigen::Matrix3d axes = frame(strike);
  Eigen::Matrix3d cross;
  const Vector &r = strike.r;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  const Eigen::Matrix3d inverse = strike.inertia.cwiseInverse().asDiagonal();
  const Eigen::Matrix3d W = Eigen::Matrix3d::Identity() / strike.mass - cross * inverse * cross;
  oracle::Case c{};
  c.W = oracle::contact_inertia(axes.transpose() * W * axes);
  c.v = in_frame(axes, strike.v + strike.w.cross(r));
  c.surface = {strike.mu, strike.mu, strike.e};
  c.options.law = law;
  return c;
}

}  // namespace peers

#endif
