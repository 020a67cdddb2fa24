// A landing to rest with an impact law other than the library's: Moreau's time stepping (Moreau 1988, Jean 1999) in
// fine steps of one size, with Poisson's restitution in two phases (Anitescu and Potra 1997), projected Gauss-Seidel,
// positions by the new velocities. It shares neither code nor method with src/landing: no event is located, no impact
// integrated, no slide solved in closed form.
#ifndef TOUCHDOWN_LANDING_STEPPED_SIMULATION_HPP
#define TOUCHDOWN_LANDING_STEPPED_SIMULATION_HPP

#include "simulated_body.hpp"

namespace landers {

class SteppedSimulation : SimulatedBody {
 public:
  // `fineness` steps in a fall time.
  SteppedSimulation(const Case &body, int fineness) : SimulatedBody(body), h_(body.fall_time() / fineness) {}

  using SimulatedBody::place;

  End run(double longest) {
    return SimulatedBody::run(h_, longest, [this] { return step(); });
  }

 private:
  struct Touch {
    Rub rub;
    double p;      // normal impulse of the phase
    double least;  // and what it is at the least
    bool strikes;  // not only bears
    double W_n;
  };

  std::vector<Touch> touches() const {
    std::vector<Touch> found;
    for (std::size_t i = 0; i < body_.feet.size(); ++i) {
      Vector r;
      const Ground ground = ground_below(i, r);
      if (ground.height > 0) continue;
      const bool strikes = ground.n.dot(velocity(r)) < -3 * body_.gravity * h_;
      found.push_back({rub_at(r, ground), 0, 0, strikes, mobility(r, ground.n)});
    }
    return found;
  }

  void relax(Touch &touch) {
    const Vector &n = touch.rub.n, &r = touch.rub.r;
    const double before = touch.p;
    touch.p = std::max(touch.least, before - n.dot(velocity(r)) / touch.W_n);
    push(r, (touch.p - before) * n);
    rub(touch.rub, touch.p);
  }

  void relax(std::vector<Touch> &found) {
    for (int sweep = 0; sweep < (found.size() > 1 ? 30 : 10); ++sweep)
      for (Touch &touch : found) relax(touch);
  }

  bool step() {
    turn_inertia();
    std::vector<Touch> found = touches();
    accelerate(h_);
    relax(found);
    if (std::any_of(found.begin(), found.end(), [](const Touch &touch) { return touch.strikes; })) {
      for (Touch &touch : found) {
        touch.least = touch.strikes ? body_.e * touch.p : 0;
        touch.p = touch.rub.t = touch.rub.s = 0;
      }
      relax(found);
    }
    move(h_);
    return !found.empty();
  }

  double h_;
};

}  // namespace landers

#endif
