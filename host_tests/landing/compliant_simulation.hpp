// A landing to rest without any impact law: each foot meets a stiff spring that gives back e^2 of the energy it took
// up (bilinear: Walton and Braun 1986; Stronge's energetic restitution), Coulomb's law acts on the force of each
// instant, and steps are a fortieth of a contact's time. Feet that are in contact at once share the load as their
// springs do.
#ifndef TOUCHDOWN_LANDING_COMPLIANT_SIMULATION_HPP
#define TOUCHDOWN_LANDING_COMPLIANT_SIMULATION_HPP

#include "simulated_body.hpp"

namespace landers {

class CompliantSimulation : SimulatedBody {
 public:
  // A contact takes some `contact_time` fall times.
  CompliantSimulation(const Case &body, double contact_time)
      : SimulatedBody(body), ground_(body.feet.size()), rate_(pi / (contact_time * body.fall_time())) {
    h_ = contact_time * body.fall_time() / 40;
    damped_below_ = 3e-3 * std::sqrt(reach_ * body.gravity);
  }

  using SimulatedBody::place;

  End run(double longest) {
    return SimulatedBody::run(h_, longest, [this] { return step(); });
  }

 private:
  // The spring below a foot. Unloaded, it is `level` below the plane until the foot is out of the ground.
  struct Spring {
    double level = 0, deepest = 0;
    bool loaded = false;
  };
  struct Press {
    Rub rub;
    double p;  // normal impulse of the step
  };

  // Over the reduced mass. Slow motion is damped, so that what rests comes to rest.
  double acceleration_by(Spring &spring, double depth, double v_n) const {
    if (!spring.loaded) {
      spring = {std::min(spring.level, depth), 0, depth > spring.level};
      if (!spring.loaded) return 0;
    }
    const double kept = std::max(1e-3, body_.e * body_.e), d = depth - spring.level;
    spring.deepest = std::max(spring.deepest, d);
    const double length = (d - spring.deepest * (1 - kept)) / kept;
    const double damping = std::abs(v_n) < damped_below_ ? 0.3 * rate_ * v_n : 0;
    const double a = rate_ * rate_ * length - damping;
    if (length > 0 && a > 0) return a;
    spring = {depth, 0, false};
    return 0;
  }

  std::vector<Press> presses() {
    std::vector<Press> found;
    for (std::size_t i = 0; i < ground_.size(); ++i) {
      Vector r;
      const Ground ground = ground_below(i, r);
      const double depth = -ground.height;
      if (depth <= 0) ground_[i] = {};
      if (depth <= 0) continue;
      const double a = acceleration_by(ground_[i], depth, ground.n.dot(velocity(r)));
      if (a > 0) found.push_back({rub_at(r, ground), h_ * a / mobility(r, ground.n)});
    }
    return found;
  }

  bool step() {
    turn_inertia();
    accelerate(h_);
    std::vector<Press> found = presses();
    for (const Press &press : found) push(press.rub.r, press.p * press.rub.n);
    for (int sweep = 0; sweep < (found.size() > 1 ? 10 : 4); ++sweep)
      for (Press &press : found) rub(press.rub, press.p);
    move(h_);
    steps_since_contact_ = found.empty() ? steps_since_contact_ + 1 : 0;
    return steps_since_contact_ < 200;
  }

  static constexpr double pi = 3.14159265358979323846;
  std::vector<Spring> ground_;
  double rate_, h_, damped_below_;
  int steps_since_contact_ = 1000;
};

}  // namespace landers

#endif
