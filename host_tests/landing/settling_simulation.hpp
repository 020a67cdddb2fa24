// A rigid body on point feet that comes down on a plane, simulated on its own terms, in double: Moreau's time stepping
// (Moreau 1988, Jean 1999) in fine steps of one size, with Poisson's restitution in two phases (Anitescu and Potra
// 1997), projected Gauss-Seidel, positions by the new velocities. It shares neither code nor method with src/settling:
// no event is located, no impact integrated, no slide solved in closed form, and what becomes of the body is read off
// where its centre of mass ends up.
#ifndef TOUCHDOWN_LANDING_SETTLING_SIMULATION_HPP
#define TOUCHDOWN_LANDING_SETTLING_SIMULATION_HPP

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace settling {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

// All in SI; z is up, the plane goes through the origin.
struct Case {
  double mass = 1, gravity = 1, e = 0, mu = 0;
  Matrix inertia = Matrix::Identity();
  Vector normal = {0, 0, 1}, up = {0, 0, 1};
  std::vector<Vector> feet;
  Vector x, v, w;
  Eigen::Quaterniond q;

  double reach() const {
    double most = 0;
    for (const Vector &foot : feet) most = std::max(most, foot.norm());
    return most;
  }
};

enum class End { upright, otherwise, tips, open };

class Simulation {
 public:
  // `fineness` steps in the time that it takes to fall by half the reach.
  Simulation(const Case &body, int fineness)
      : body_(body), x_(body.x), v_(body.v), w_(body.w), q_(body.q), reach_(body.reach()) {
    h_ = std::sqrt(reach_ / body.gravity) / fineness;
    const Vector any = std::abs(body.normal[0]) < 0.7 ? Vector(1, 0, 0) : Vector(0, 1, 0);
    t_ = body.normal.cross(any).normalized();
    s_ = body.normal.cross(t_);
  }

  // Until it lies still, its centre of mass is down, or `longest` fall times have passed.
  End run(double longest) {
    const double still = 1e-3 * std::sqrt(body_.gravity * reach_);
    double quiet = 0;
    for (double time = 0; time < longest * std::sqrt(reach_ / body_.gravity); time += h_) {
      step();
      if (body_.normal.dot(x_) < 0.05 * reach_) return End::tips;
      quiet = touching_ && v_.norm() + w_.norm() * reach_ < still ? quiet + h_ : 0;
      if (quiet > 0.5 * std::sqrt(reach_ / body_.gravity))
        return (q_ * body_.up)[2] > std::sqrt(0.5) * body_.up.norm() ? End::upright : End::otherwise;
    }
    return End::open;
  }

  double energy() const {
    const Vector w = q_.conjugate() * w_;
    return body_.mass * (0.5 * v_.squaredNorm() + body_.gravity * x_[2]) + 0.5 * w.dot(body_.inertia * w);
  }

 private:
  struct Touch {
    Vector r, p;   // from the centre of mass; impulse of the phase: n, t, s
    bool strikes;  // not only bears
    double least;  // normal impulse of the phase
    double W_n, W_t;
  };

  Vector velocity(const Vector &r) const { return v_ + w_.cross(r); }

  void push(const Vector &r, const Vector &p) {
    v_ += p / body_.mass;
    w_ += inverse_ * r.cross(p);
  }

  double mobility(const Vector &r, const Vector &n) const {
    return 1 / body_.mass + n.dot((inverse_ * r.cross(n)).cross(r));
  }

  std::vector<Touch> touches() const {
    std::vector<Touch> found;
    for (const Vector &foot : body_.feet) {
      const Vector r = q_ * foot;
      if (body_.normal.dot(x_ + r) > 0) continue;
      const double v_n = body_.normal.dot(velocity(r));
      found.push_back({r, Vector::Zero(), v_n < -3 * body_.gravity * h_, 0, mobility(r, body_.normal),
                       std::max(mobility(r, t_), mobility(r, s_)) + 0.5 * std::abs(mobility(r, t_) - mobility(r, s_))});
    }
    return found;
  }

  void relax(Touch &touch) {
    const Vector &n = body_.normal;
    const double before = touch.p[0];
    touch.p[0] = std::max(touch.least, before - n.dot(velocity(touch.r)) / touch.W_n);
    push(touch.r, (touch.p[0] - before) * n);
    const Vector u = velocity(touch.r);
    Eigen::Vector2d slide(touch.p[1] - t_.dot(u) / touch.W_t, touch.p[2] - s_.dot(u) / touch.W_t);
    const double most = body_.mu * touch.p[0];
    if (slide.norm() > most) slide *= most / slide.norm();
    push(touch.r, (slide[0] - touch.p[1]) * t_ + (slide[1] - touch.p[2]) * s_);
    touch.p[1] = slide[0];
    touch.p[2] = slide[1];
  }

  void relax(std::vector<Touch> &found) {
    for (int sweep = 0; sweep < (found.size() > 1 ? 30 : 10); ++sweep)
      for (Touch &touch : found) relax(touch);
  }

  void step() {
    const Matrix R = q_.toRotationMatrix();
    const Matrix inertia = R * body_.inertia * R.transpose();
    inverse_ = inertia.inverse();
    std::vector<Touch> found = touches();
    touching_ = !found.empty();
    v_[2] -= body_.gravity * h_;
    w_ -= h_ * (inverse_ * w_.cross(inertia * w_));
    relax(found);
    if (std::any_of(found.begin(), found.end(), [](const Touch &touch) { return touch.strikes; })) {
      for (Touch &touch : found) {
        touch.least = touch.strikes ? body_.e * touch.p[0] : 0;
        touch.p = Vector::Zero();
      }
      relax(found);
    }
    x_ += h_ * v_;
    const double angle = h_ * w_.norm();
    if (angle > 0) q_ = (Eigen::Quaterniond(Eigen::AngleAxisd(angle, w_.normalized())) * q_).normalized();
  }

  const Case &body_;
  Vector x_, v_, w_, t_, s_;
  Eigen::Quaterniond q_;
  Matrix inverse_;
  double reach_, h_;
  bool touching_ = false;
};

}  // namespace settling

#endif
