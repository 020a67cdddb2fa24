// A body on legs that yield, moved by what its feet feel at each instant: nothing is solved, no impulse and no
// constraint is in it. The honeycomb is a stiff spring that flows at its force, a foot that sticks bends a stiff
// bristle, and the stop of a leg is a stiff damper that pushes as long as the leg shortens. Explicit midpoint rule in
// fine steps, finer still while a leg runs into its stop, in double, and no code of the library.
#ifndef TOUCHDOWN_LANDING_YIELDING_SIMULATION_HPP
#define TOUCHDOWN_LANDING_YIELDING_SIMULATION_HPP

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace yielding {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

struct Leg {
  Vector foot = {0, 0, 0}, axis = {0, 0, 1};  // in the body; the foot at full length, and the way it goes, of length 1
  double crush = 0;                           // [N]; 0: a spring and damper
  double k = 0, c = 0;                        // [N/m], [N s/m]
  double preload = 0, friction = 0;           // [N]
  double radius = 0, mu = 0;
  double stroke = 1e9;  // [m] to the stop
};

struct Landing {
  double mass = 1, gravity = 1, time = 1;  // [s] until it ends
  Matrix inertia = Matrix::Identity();
  Vector normal = {0, 0, 1};  // of a plane through the origin
  std::vector<Leg> legs;
  Vector x, v, w;
  Eigen::Quaterniond q;
};

struct Done {
  double stroke = 0, peak = 0, energy = 0;
};

class Simulation {
 public:
  // h in parts of the landing's time; what honeycomb and bristles give, in parts of the length of a leg from the centre
  // of mass; by how much the damper of a bristle is stiffer than that of a stop. With a dent, each stop is softer than
  // the one before by this factor.
  Simulation(const Landing &landing, double h, double gives = 1e-5, double stiffer = 300, double dent = 1)
      : given_(landing), h_(h * landing.time), gives_(gives), stiffer_(stiffer), legs_(landing.legs.size()) {
    double stiffness = 1;
    for (Moving &leg : legs_) {
      leg.stop = stiffness;
      stiffness /= dent;
    }
    now_ = {landing.x, landing.v, landing.w, landing.q};
    inverse_ = landing.inertia.inverse();
  }

  std::vector<Done> run() {
    const int steps = static_cast<int>(std::ceil(given_.time / h_));
    h_ = given_.time / steps;
    for (int i = 0; i < steps; ++i) step();
    std::vector<Done> done;
    for (const Moving &leg : legs_) done.push_back(leg.done);
    return done;
  }

  // Kinetic, of height, and in springs.
  double energy() const {
    const Vector w = now_.q.conjugate() * now_.w;
    double sum = 0.5 * given_.mass * now_.v.squaredNorm() + 0.5 * w.dot(given_.inertia * w);
    sum += given_.mass * given_.gravity * now_.x[2];
    for (std::size_t i = 0; i < legs_.size(); ++i)
      sum += (0.5 * given_.legs[i].k * legs_[i].s + given_.legs[i].preload) * legs_[i].s;
    return sum;
  }

 private:
  struct State {
    Vector x, v, w;
    Eigen::Quaterniond q;
  };
  struct Rate {
    Vector v, w;  // accelerations
  };
  struct Moving {
    double s = 0;             // crushed so far; of a spring its shortening
    double slid = 0;          // of that, in its guide
    Vector bent = {0, 0, 0};  // bristle
    bool down = false;
    double rate = 0;
    double stop = 1;  // of the stops' stiffness
    Done done;
  };
  struct Foot {
    double s, rate, force;  // where the ground is, how it comes, what leg and stop give
    double stop;            // of that, the stop
  };

  // The force of the ground on a foot that slips at u, of which the leg takes `force` along its axis. A foot that
  // sticks bends a bristle, under the weight of the body, damped like the honeycomb.
  Vector ground_force(std::size_t i, const Vector &axis, const Vector &u, double force) const {
    const Leg &leg = given_.legs[i];
    const double k = bristle(leg), rise = given_.normal.dot(axis);
    const Vector held = -k * legs_[i].bent - grip(leg) * u;
    const double normal = (force - held.dot(axis)) / rise;
    if (held.norm() <= leg.mu * normal) return normal * given_.normal + held;
    const Vector way = held.normalized();
    const double most = leg.mu * force / (rise + leg.mu * way.dot(axis));
    return most / leg.mu * given_.normal + most * way;
  }
  double bristle(const Leg &leg) const { return given_.mass * given_.gravity / (gives_ * leg.foot.norm()); }
  // Of a bristle: while a leg runs into its stop, as stiff as the step allows.
  double grip(const Leg &leg) const {
    const double damper = 2 * std::sqrt(bristle(leg) * given_.mass);
    return in_stop_ ? std::max(damper, given_.mass / (8 * part())) : damper;
  }
  double part() const { return h_ / (7 * stiffer_); }
  // Of a stop: what a foot slips before friction is all it can be is the part of its rate by which bristles are
  // stiffer.
  double stop() const { return given_.mass / (in_stop_ ? 8 * stiffer_ * part() : 10 * h_); }

  // `since` the beginning of the step.
  Foot look(const State &at, const Matrix &R, std::size_t i, double since, Vector &arm, Vector &axis, Vector &u) const {
    const Leg &leg = given_.legs[i];
    const Vector &n = given_.normal;
    axis = R * leg.axis;
    const Vector whole = R * leg.foot - leg.radius * n;
    Foot foot;
    foot.s = -n.dot(at.x + whole) / n.dot(axis);
    arm = whole + foot.s * axis;
    const Vector v = at.v + at.w.cross(arm);
    foot.rate = -n.dot(v) / n.dot(axis);
    u = v + foot.rate * axis;
    foot.force = foot.stop = 0;
    if (foot.s <= back(leg, legs_[i].s, since)) return foot;
    if (leg.crush > 0)
      foot.force = std::clamp(held(leg, foot, legs_[i].s), 0.0, leg.crush);
    else
      foot.force =
          std::max(0.0, end_of_guide(leg, foot) + leg.k * foot.s + leg.c * foot.rate + dry(leg, foot, legs_[i].slid));
    if (foot.s > leg.stroke) foot.stop = legs_[i].stop * stop() * std::max(0.0, foot.rate);
    foot.force += foot.stop;
    return foot;
  }

  // Where the foot is that was at s, off the ground.
  static double back(const Leg &leg, double s, double span) {
    if (leg.crush > 0) return s;
    if (leg.k * s + leg.preload <= leg.friction) return s;
    const double beyond = leg.k > 0 ? (leg.preload - leg.friction) / leg.k : 0;
    return std::max(0.0, (leg.c > 0 ? (s + beyond) * std::exp(-leg.k * span / leg.c) : 0.0) - beyond);
  }

  // What a preloaded leg gives near its full length, and friction while it has not slid, grow like the honeycomb's
  // force.
  double end_of_guide(const Leg &leg, const Foot &foot) const {
    if (!(leg.preload > 0)) return 0;
    const double k = leg.preload / (gives_ * leg.foot.norm());
    return std::clamp(k * foot.s + std::sqrt(k * given_.mass) * foot.rate, 0.0, leg.preload);
  }
  double dry(const Leg &leg, const Foot &foot, double slid) const {
    if (!(leg.friction > 0)) return 0;
    const double k = leg.friction / (gives_ * leg.foot.norm());
    return std::clamp(k * (foot.s - slid) + std::sqrt(k * given_.mass) * foot.rate, -leg.friction, leg.friction);
  }

  // The honeycomb is rigid until it flows. Here it gives by 1e-5 of the length of its leg from the centre of mass, and
  // is damped so that it does not recoil.
  double stiffness(const Leg &leg) const { return leg.crush / (gives_ * leg.foot.norm()); }
  double damping(const Leg &leg) const { return 2 * std::sqrt(stiffness(leg) * given_.mass); }
  double held(const Leg &leg, const Foot &foot, double s) const {
    return stiffness(leg) * (foot.s - s) + damping(leg) * foot.rate;
  }

  Rate rates(const State &at, double since) const {
    const Matrix R = at.q.toRotationMatrix();
    Vector force(0, 0, -given_.mass * given_.gravity), torque(0, 0, 0), arm, axis, u;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const Foot foot = look(at, R, i, since, arm, axis, u);
      if (!(foot.force > 0)) continue;
      const Vector F = ground_force(i, axis, u, foot.force);
      force += F;
      torque += arm.cross(F);
    }
    const Vector w = R.transpose() * at.w;
    const Vector turning = R.transpose() * torque - w.cross(given_.inertia * w);
    return {force / given_.mass, R * (inverse_ * turning)};
  }

  static State moved(const State &from, const State &by, const Rate &rate, double h) {
    State to = from;
    to.x += h * by.v;
    to.v += h * rate.v;
    to.w += h * rate.w;
    const Eigen::Quaterniond turn(0, by.w[0], by.w[1], by.w[2]);
    to.q.coeffs() += 0.5 * h * (turn * by.q).coeffs();
    to.q.normalize();
    return to;
  }

  // A leg is on its way into its stop, or nearly so, and has not come to a stand in it.
  bool runs_into_stop() const {
    const Matrix R = now_.q.toRotationMatrix();
    Vector arm, axis, u;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const Foot foot = look(now_, R, i, 0, arm, axis, u);
      const bool shortens = legs_[i].down && foot.rate > 2e-3 * given_.v.norm();
      if (shortens && foot.s + 2 * h_ * foot.rate > given_.legs[i].stroke) return true;
    }
    return false;
  }

  // A step in which a foot comes down, or a leg runs into its stop, is taken in parts.
  void step() {
    in_stop_ = runs_into_stop();
    if (in_stop_) {
      const int parts = static_cast<int>(std::lround(h_ / part()));
      for (int i = 0; i < parts; ++i) take(h_ / parts);
      return;
    }
    const State from = now_;
    const std::vector<Moving> before = legs_;
    take(h_);
    bool came_down = false;
    for (std::size_t i = 0; i < legs_.size(); ++i) came_down = came_down || (legs_[i].down && !before[i].down);
    if (!came_down) return;
    now_ = from;
    legs_ = before;
    constexpr int parts = 32;
    for (int part = 0; part < parts; ++part) take(h_ / parts);
  }

  void take(double h) {
    const State middle = moved(now_, now_, rates(now_, 0), 0.5 * h);
    now_ = moved(now_, middle, rates(middle, 0.5 * h), h);
    const Matrix R = now_.q.toRotationMatrix();
    Vector arm, axis, u;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const Foot foot = look(now_, R, i, h, arm, axis, u);
      if (foot.force > 0)
        bend(i, h, ground_force(i, axis, u, foot.force));
      else
        legs_[i].bent.setZero();
      note(given_.legs[i], foot, h, legs_[i]);
    }
  }

  // A bristle gives what friction does: its own force and its damper's.
  void bend(std::size_t i, double h, const Vector &force) {
    const double k = bristle(given_.legs[i]), c = grip(given_.legs[i]);
    const Vector friction = force - given_.normal.dot(force) * given_.normal;
    legs_[i].bent -= h / c * (friction + k * legs_[i].bent);
  }

  void note(const Leg &leg, const Foot &foot, double h, Moving &moving) const {
    if (!in_stop_) moving.done.peak = std::max(moving.done.peak, foot.force - foot.stop);
    if (leg.crush > 0)
      crush(leg, foot, h, moving);
    else
      spring(leg, foot, h, moving);
    moving.done.stroke = std::max(moving.done.stroke, std::min(moving.s, leg.stroke));
    moving.down = foot.force > 0;
    moving.rate = foot.rate;
  }

  void crush(const Leg &leg, const Foot &foot, double h, Moving &moving) const {
    const double over = held(leg, foot, moving.s) - leg.crush;
    if (!(foot.s > moving.s && over > 0)) return;
    const double flow = std::min(h * over / damping(leg), foot.s - moving.s);
    moving.done.energy += leg.crush * std::clamp(leg.stroke - moving.s, 0.0, flow);
    moving.s += flow;
  }

  void spring(const Leg &leg, const Foot &foot, double h, Moving &moving) const {
    const double s = std::max({foot.s, back(leg, moving.s, h), 0.0});
    const double before = moving.down ? moving.rate : foot.rate;
    const double damped = 0.5 * leg.c * h * (before * before + foot.rate * foot.rate);
    const double freed = 0.5 * leg.k * (moving.s * moving.s - s * s) + leg.preload * (moving.s - s);
    const double give = gives_ * leg.foot.norm(), slid = std::clamp(moving.slid, s - give, s + give);
    moving.done.energy += foot.force > 0 ? damped + leg.friction * std::abs(slid - moving.slid) : std::max(freed, 0.0);
    moving.slid = slid;
    moving.s = s;
  }

  const Landing given_;
  double h_;
  const double gives_, stiffer_;
  bool in_stop_ = false;
  State now_;
  Matrix inverse_;
  std::vector<Moving> legs_;
};

}  // namespace yielding

#endif
