// A rigid body on point feet over a plane, or over ground given by its height, as the simulations of this folder move
// it: a step of flight, impulses at points, and what became of it, read off where its centre of mass ends up. Double,
// and no code of the library.
#ifndef TOUCHDOWN_LANDING_SIMULATED_BODY_HPP
#define TOUCHDOWN_LANDING_SIMULATED_BODY_HPP

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace landers {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

// All in SI; z is up, the plane goes through the origin.
struct Case {
  double mass = 1, gravity = 1, e = 0, mu = 0;
  Matrix inertia = Matrix::Identity();
  Vector normal = {0, 0, 1}, up = {0, 0, 1};
  // Height of the ground over z = 0, and its gradient; without it, the plane.
  std::function<double(double x, double y, Eigen::Vector2d &gradient)> ground;
  std::vector<Vector> feet;
  std::vector<double> radius;                        // of each foot; empty: points
  Vector thrust = {0, 0, 0}, thrust_at = {0, 0, 0};  // in the body
  double cut_delay = 0;                              // of the thrust, after the first touch
  Vector x, v, w;
  Eigen::Quaterniond q;

  double radius_of(std::size_t i) const { return radius.empty() ? 0 : radius[i]; }

  double reach() const {
    double most = 0;
    for (std::size_t i = 0; i < feet.size(); ++i) most = std::max(most, feet[i].norm() + radius_of(i));
    return most;
  }
  // It falls by half its reach meanwhile.
  double fall_time() const { return std::sqrt(reach() / gravity); }
};

enum class End { upright, otherwise, tips, open };

class SimulatedBody {
 public:
  const Vector &place() const { return x_; }

 protected:
  // The ground below a point: axes, and how high the point is over the plane that is tangent there.
  struct Ground {
    Vector n, t, s;
    double height;
  };
  // A contact of a step: where, from the centre of mass, and the tangential impulse so far.
  struct Rub {
    Vector r;
    Vector n, t_way, s_way;
    double t = 0, s = 0;
    double W_t;  // no tangential direction moves more easily
  };

  explicit SimulatedBody(const Case &body)
      : body_(body), x_(body.x), v_(body.v), w_(body.w), q_(body.q), reach_(body.reach()) {
    plane_ = axes_along(body.normal);
  }

  // Steps of h by `step`, which returns whether it touches, until it lies still, its centre of mass is down, or
  // `longest` fall times have passed.
  template <class Step>
  End run(double h, double longest, const Step &step) {
    const double still = 1e-3 * std::sqrt(body_.gravity * reach_), fall_time = body_.fall_time();
    double quiet = 0, cut = -1;
    for (double time = 0; time < longest * fall_time; time += h) {
      const bool touches = step();
      if (touches && cut < 0) cut = time + body_.cut_delay;
      thrusts_ = cut < 0 || time < cut;
      if (height(Vector::Zero()) < 0.05 * reach_) return End::tips;
      quiet = touches && !thrusts_ && v_.norm() + w_.norm() * reach_ < still ? quiet + h : 0;
      if (quiet > 0.5 * fall_time)
        return (q_ * body_.up)[2] > std::sqrt(0.5) * body_.up.norm() ? End::upright : End::otherwise;
    }
    return End::open;
  }

  // First in each step.
  void turn_inertia() {
    const Matrix R = q_.toRotationMatrix();
    inertia_ = R * body_.inertia * R.transpose();
    inverse_ = inertia_.inverse();
  }

  // Gravity, the thrust and the gyroscopic torque of one step.
  void accelerate(double h) {
    v_[2] -= body_.gravity * h;
    w_ -= h * (inverse_ * w_.cross(inertia_ * w_));
    if (!thrusts_) return;
    v_ += h / body_.mass * (q_ * body_.thrust);
    w_ += h * (inverse_ * (q_ * body_.thrust_at.cross(body_.thrust)));
  }

  void move(double h) {
    x_ += h * v_;
    const double angle = h * w_.norm();
    if (angle > 0) q_ = (Eigen::Quaterniond(Eigen::AngleAxisd(angle, w_.normalized())) * q_).normalized();
  }

  Vector velocity(const Vector &r) const { return v_ + w_.cross(r); }
  Ground ground_at(const Vector &r) const {
    const Vector p = x_ + r;
    if (!body_.ground) {
      Ground ground = plane_;
      ground.height = body_.normal.dot(p);
      return ground;
    }
    Eigen::Vector2d gradient(0, 0);
    const double level = body_.ground(p[0], p[1], gradient);
    Ground ground = axes_along(Vector(-gradient[0], -gradient[1], 1).normalized());
    ground.height = (p[2] - level) * ground.n[2];
    return ground;
  }
  double height(const Vector &r) const { return ground_at(r).height; }

  // The ground below foot i, which touches it at r.
  Ground ground_below(std::size_t i, Vector &r) const {
    r = q_ * body_.feet[i];
    Ground ground = ground_at(r);
    ground.height -= body_.radius_of(i);
    r -= body_.radius_of(i) * ground.n;
    return ground;
  }

  void push(const Vector &r, const Vector &p) {
    v_ += p / body_.mass;
    w_ += inverse_ * r.cross(p);
  }

  double mobility(const Vector &r, const Vector &n) const {
    return 1 / body_.mass + n.dot((inverse_ * r.cross(n)).cross(r));
  }

  Rub rub_at(const Vector &r, const Ground &ground) const {
    const double t = mobility(r, ground.t), s = mobility(r, ground.s);
    return {r, ground.n, ground.t, ground.s, 0, 0, std::max(t, s) + 0.5 * std::abs(t - s)};
  }

  // Coulomb's law: the impulse that stops the slip, or as much of it as friction gives under the normal impulse.
  void rub(Rub &at, double normal_impulse) {
    const Vector u = velocity(at.r);
    Eigen::Vector2d p(at.t - at.t_way.dot(u) / at.W_t, at.s - at.s_way.dot(u) / at.W_t);
    const double most = body_.mu * normal_impulse;
    if (p.norm() > most) p *= most / p.norm();
    push(at.r, (p[0] - at.t) * at.t_way + (p[1] - at.s) * at.s_way);
    at.t = p[0];
    at.s = p[1];
  }

  static Ground axes_along(const Vector &n) {
    const Vector any = std::abs(n[0]) < 0.7 ? Vector(1, 0, 0) : Vector(0, 1, 0);
    const Vector t = n.cross(any).normalized();
    return {n, t, n.cross(t), 0};
  }

  const Case body_;
  Ground plane_;
  Vector x_, v_, w_;
  Eigen::Quaterniond q_;
  Matrix inertia_, inverse_;
  double reach_;
  bool thrusts_ = true;
};

}  // namespace landers

#endif
