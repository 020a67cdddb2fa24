// A body on feet of three struts, or on guided legs, moved by what it feels at each instant: nothing is solved and no
// piece has a mean. Lengths of struts come from where their hinges are, a guide and what crushes are stiff damped
// springs, and so is the ground; a pad that sticks bends a bristle. Classical Runge-Kutta in fine steps, in double, and
// no code of the library.
#ifndef TOUCHDOWN_LANDING_STRUT_SIMULATION_HPP
#define TOUCHDOWN_LANDING_STRUT_SIMULATION_HPP

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace struts {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

struct Stage {
  double force, stroke;
};

struct Strut {
  Vector joint;
  double k, c;
  std::vector<Stage> crush, pull;
};

// A leg along one axis of the body, of length 1: it crushes at `crush`, or is a spring and damper.
struct Guide {
  Vector axis = {0, 0, 0};
  double crush = 0, k = 0, c = 0;
  double stiff = 0, damped = 0;  // across the axis, and what does not yield
};

struct Foot {
  Vector pad;
  double mass, mu;
  Strut strut[3];
  Guide guide = {};
  bool guided() const { return guide.stiff > 0; }
};

struct Lander {
  double mass;
  Matrix inertia;
  double gravity, time;
  Vector normal;
  std::vector<Foot> feet;
  Vector x, v, w;
  Eigen::Quaterniond q;
};

struct Done {
  double crushed = 0, pulled = 0, push = 0, pull = 0, energy = 0;
};

class Simulation {
 public:
  Simulation(const Lander &lander, double h) : given_(lander), h_(h), done_(3 * lander.feet.size()) {
    const std::size_t feet = lander.feet.size();
    now_.resize(13 + 6 * static_cast<Eigen::Index>(feet));
    now_ << lander.x, lander.v, lander.w, lander.q.coeffs(), Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(feet));
    for (std::size_t i = 0; i < feet; ++i) {
      const Vector arm = lander.q * lander.feet[i].pad;
      place(i) = lander.x + arm;
      speed(i) = lander.v + lander.w.cross(arm);
      for (const Strut &strut : lander.feet[i].strut) {
        whole_.push_back((strut.joint - lander.feet[i].pad).norm());
        stiff_ = std::max(stiff_, 1000 * strut.k);
      }
    }
    bent_.assign(feet, Vector::Zero());
    slide_.assign(feet, 0);
    inverse_ = lander.inertia.inverse();
  }

  void run() {
    const int steps = static_cast<int>(std::ceil(given_.time / h_));
    h_ = given_.time / steps;
    for (int i = 0; i < steps; ++i) step();
  }

  const Done &done(std::size_t foot, std::size_t strut) const { return done_[3 * foot + strut]; }
  double slide(std::size_t foot) const { return slide_[foot]; }

 private:
  Eigen::VectorBlock<Eigen::VectorXd, 3> place(std::size_t i) { return now_.segment<3>(13 + 6 * long(i)); }
  Eigen::VectorBlock<Eigen::VectorXd, 3> speed(std::size_t i) { return now_.segment<3>(16 + 6 * long(i)); }

  static double limit(const std::vector<Stage> &stages, double flown) {
    for (const Stage &stage : stages)
      if (flown < stage.stroke) return stage.force;
    return 1e300;
  }

  // How far strut k of foot i is shorter than at first, and how fast it shortens; where it pushes.
  double shortening(const Eigen::VectorXd &s, std::size_t i, std::size_t k, double &rate, Vector &axis,
                    Vector &arm) const {
    const Eigen::Quaterniond q(Eigen::Vector4d(s.segment<4>(9)));
    arm = q * given_.feet[i].strut[k].joint;
    const Vector way = s.segment<3>(0) + arm - s.segment<3>(13 + 6 * long(i));
    axis = way.normalized();
    rate = axis.dot(s.segment<3>(16 + 6 * long(i)) - s.segment<3>(3) - Vector(s.segment<3>(6)).cross(arm));
    return whole_[3 * i + k] - way.norm();
  }

  double force(std::size_t i, std::size_t k, double shorter, double rate) const {
    const Strut &strut = given_.feet[i].strut[k];
    const Done &done = done_[3 * i + k];
    const double most = limit(strut.crush, done.crushed), least = -limit(strut.pull, done.pulled);
    const double elastic = std::clamp(strut.k * (shorter - done.crushed + done.pulled), least, most);
    return std::clamp(elastic + strut.c * rate, least, most);
  }

  // On the foot of a guided leg.
  Vector guide(const Eigen::VectorXd &s, std::size_t i, const Vector &arm, double &shorter, double &rate) const {
    const Guide &leg = given_.feet[i].guide;
    const Eigen::Quaterniond q(Eigen::Vector4d(s.segment<4>(9)));
    const Vector axis = q * leg.axis, off = arm - q * given_.feet[i].pad;
    const Vector u = s.segment<3>(16 + 6 * long(i)) - s.segment<3>(3) - Vector(s.segment<3>(6)).cross(arm);
    shorter = axis.dot(off);
    rate = axis.dot(u);
    const double beyond = shorter - (leg.k > 0 ? 0 : done_[3 * i].crushed);
    double f = leg.stiff * beyond + leg.damped * rate;
    if (leg.k > 0 && shorter > 0) f = std::max(0.0, leg.k * shorter + leg.c * rate);
    if (leg.crush > 0) f = std::min(f, leg.crush);
    return -f * axis - leg.stiff * (off - shorter * axis) - leg.damped * (u - rate * axis);
  }

  // Of the ground and of a bristle, beside struts of which the stiffest sets the pace.
  double stiffness() const { return stiff_; }

  Vector ground(const Eigen::VectorXd &s, std::size_t i, const Vector &bent, Vector &friction) const {
    const Vector &n = given_.normal;
    const Vector v = s.segment<3>(16 + 6 * long(i));
    const double k = stiffness(), c = std::sqrt(k * given_.feet[i].mass);
    const double N = std::max(0.0, -k * n.dot(s.segment<3>(13 + 6 * long(i))) - c * n.dot(v));
    if (n.dot(s.segment<3>(13 + 6 * long(i))) > 0) {
      friction.setZero();
      return Vector::Zero();
    }
    friction = -k * bent - c * (v - n * n.dot(v));
    const double most = given_.feet[i].mu * N, size = friction.norm();
    if (size > most) friction *= most / size;
    return N * n + friction;
  }

  Eigen::VectorXd rates(const Eigen::VectorXd &s) const {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(s.size());
    const Eigen::Quaterniond q(Eigen::Vector4d(s.segment<4>(9)));
    const Vector w = s.segment<3>(6), g(0, 0, -given_.gravity);
    Vector F(0, 0, 0), T(0, 0, 0), axis, arm, friction;
    for (std::size_t i = 0; i < given_.feet.size(); ++i) {
      Vector on_pad = ground(s, i, bent_[i], friction);
      double rate = 0;
      if (given_.feet[i].guided()) {
        double shorter = 0;
        arm = s.segment<3>(13 + 6 * long(i)) - s.segment<3>(0);
        const Vector f = guide(s, i, arm, shorter, rate);
        F -= f;
        T -= arm.cross(f);
        on_pad += f;
      }
      for (std::size_t k = 0; k < 3 && !given_.feet[i].guided(); ++k) {
        const double shorter = shortening(s, i, k, rate, axis, arm), f = force(i, k, shorter, rate);
        F += f * axis;
        T += arm.cross(f * axis);
        on_pad -= f * axis;
      }
      r.segment<3>(13 + 6 * long(i)) = s.segment<3>(16 + 6 * long(i));
      r.segment<3>(16 + 6 * long(i)) = on_pad / given_.feet[i].mass + g;
    }
    const Vector in_body = q.conjugate() * w;
    r.segment<3>(0) = s.segment<3>(3);
    r.segment<3>(3) = F / given_.mass + g;
    r.segment<3>(6) = q * (inverse_ * (q.conjugate() * T - in_body.cross(given_.inertia * in_body)));
    r.segment<4>(9) = 0.5 * (Eigen::Quaterniond(0, w[0], w[1], w[2]) * q).coeffs();
    return r;
  }

  void step() {
    const Eigen::VectorXd a = rates(now_), b = rates(now_ + 0.5 * h_ * a), c = rates(now_ + 0.5 * h_ * b),
                          d = rates(now_ + h_ * c);
    now_ += h_ / 6 * (a + 2 * b + 2 * c + d);
    now_.segment<4>(9).normalize();
    Vector axis, arm, friction;
    for (std::size_t i = 0; i < given_.feet.size(); ++i) {
      ground(now_, i, bent_[i], friction);
      const Vector v = speed(i) - given_.normal * given_.normal.dot(speed(i));
      if (friction.norm() > 0) slide_[i] += h_ * v.norm();
      const double k = stiffness(), damper = std::sqrt(k * given_.feet[i].mass);
      bent_[i] = friction.norm() > 0 ? Vector(bent_[i] + h_ / damper * (-friction - k * bent_[i])) : Vector(0, 0, 0);
      for (std::size_t j = 0; j < 3 && !given_.feet[i].guided(); ++j) flow(i, j);
      if (given_.feet[i].guided()) shorten(i);
    }
  }

  void shorten(std::size_t i) {
    const Guide &leg = given_.feet[i].guide;
    double shorter = 0, rate = 0;
    guide(now_, i, place(i) - now_.segment<3>(0), shorter, rate);
    const double flown = leg.k > 0 ? shorter : shorter - leg.crush / leg.stiff;
    done_[3 * i].crushed = std::max(done_[3 * i].crushed, flown);
  }

  void flow(std::size_t i, std::size_t k) {
    Vector axis, arm;
    double rate = 0;
    const Strut &strut = given_.feet[i].strut[k];
    Done &done = done_[3 * i + k];
    const double shorter = shortening(now_, i, k, rate, axis, arm), f = force(i, k, shorter, rate);
    const double elastic = shorter - done.crushed + done.pulled;
    const double most = limit(strut.crush, done.crushed), least = limit(strut.pull, done.pulled);
    const double over = elastic - most / strut.k, under = -elastic - least / strut.k;
    if (over > 0) done.crushed += over, done.energy += most * over;
    if (under > 0) done.pulled += under, done.energy += least * under;
    done.push = std::max(done.push, f);
    done.pull = std::max(done.pull, -f);
    const double settled = over > 0 ? most : under > 0 ? -least : strut.k * elastic;
    done.energy += h_ * rate * (f - settled);
  }

  const Lander given_;
  double h_, stiff_ = 0;
  std::vector<Done> done_;
  Eigen::VectorXd now_;
  std::vector<double> whole_, slide_;
  std::vector<Vector> bent_;
  Matrix inverse_;
};

}  // namespace struts

#endif
