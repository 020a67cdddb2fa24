// A filter that estimates the state of a free rigid body from poses, through its touchdowns: an extended Kalman filter
// on the errors of sensitivity.h, x, attitude, v and w. At an impact the covariance goes through the saltation matrix;
// or, to see what that is worth, through the derivatives of the reset alone, as if all states touched at one time.
#ifndef TOUCHDOWN_FLIGHT_FILTER_HPP
#define TOUCHDOWN_FLIGHT_FILTER_HPP

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "touchdown/touchdown.hpp"

namespace flight_filter {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
using Errors = Eigen::Matrix<double, 12, 1>;
using Covariance = Eigen::Matrix<double, 12, 12, Eigen::RowMajor>;
using ParameterCovariance = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

constexpr int corner_count = 8;

struct Pose {
  double time;
  Vector3 x;
  Eigen::Quaterniond q;
};

struct Body {
  double mass, gravity, drag, corner_radius;
  Matrix3 inertia;                // body axes
  Vector3 corners[corner_count];  // from the centre of mass
  double mu;
  touchdown::Restitution<double> restitution;  // by approach speed
};

// Standard deviations of a pose, and from one impact to the next, as `touchdown identify` reports them.
struct Noise {
  double position, attitude;  // [m], [rad]
  double mu, e;               // sd_mu, sd_e
  double impulse, point;      // sd_p, sd_r [m]
};

struct State {
  double time;
  Vector3 x, v, w;
  Eigen::Quaterniond q;
};

inline Matrix3 cross(const Vector3 &a) {
  Matrix3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

inline Eigen::Quaterniond exponential(const Vector3 &turn) {
  const double angle = turn.norm();
  return angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) : Eigen::Quaterniond::Identity();
}

inline Vector3 logarithm(const Eigen::Quaterniond &q) {
  const double sign = q.w() < 0 ? -1 : 1, sine = q.vec().norm();
  return sine > 0 ? Vector3(sign * 2 * std::atan2(sine, sign * q.w()) / sine * q.vec()) : Vector3(Vector3::Zero());
}

// a - b.
inline Errors difference(const State &a, const State &b) {
  Errors e;
  e << a.x - b.x, logarithm(a.q * b.q.conjugate()), a.v - b.v, a.w - b.w;
  return e;
}

// The height of the lowest point of a body in a pose over the ground, and from the centre of mass to it.
inline double lowest_of(const Body &body, const Vector3 &x, const Eigen::Quaterniond &q, Vector3 &r) {
  double least = 1e300;
  for (const Vector3 &corner : body.corners) {
    const Vector3 arm = q * corner - Vector3(0, 0, body.corner_radius);
    if (x.z() + arm.z() < least) {
      least = x.z() + arm.z();
      r = arm;
    }
  }
  return least;
}

struct Filter {
  const Body &body;
  const Noise &noise;
  State state;
  Covariance P;

  // Knows nothing of the motion but what two poses say.
  void start(const Pose &first, const Pose &second) {
    const double dt = second.time - first.time;
    state = {second.time, second.x, (second.x - first.x) / dt, logarithm(second.q * first.q.conjugate()) / dt,
             second.q};
    Errors sd;
    sd.segment<3>(TD_ERROR_X).setConstant(noise.position);
    sd.segment<3>(TD_ERROR_ATTITUDE).setConstant(noise.attitude);
    sd.segment<3>(TD_ERROR_V).setConstant(1 + 10 * noise.position / dt);
    sd.segment<3>(TD_ERROR_W).setConstant(10 + 10 * noise.attitude / dt);
    P = sd.cwiseAbs2().asDiagonal();
  }

  // On to `time`, or back.
  void fly(double time) {
    const int steps = static_cast<int>(std::ceil(std::abs(time - state.time) / 1e-3));
    const double h = steps > 0 ? (time - state.time) / steps : 0;
    for (int i = 0; i < steps; ++i) step(h);
    state.time = time;
  }

  // One pose; returns its normalized innovation squared, of 6 degrees of freedom.
  double measure(const Pose &pose) {
    Eigen::Matrix<double, 6, 1> off;
    off << pose.x - state.x, logarithm(pose.q * state.q.conjugate());
    Eigen::Matrix<double, 6, 6> S = P.topLeftCorner<6, 6>();
    S.diagonal().head<3>().array() += noise.position * noise.position;
    S.diagonal().tail<3>().array() += noise.attitude * noise.attitude;
    const Eigen::LDLT<Eigen::Matrix<double, 6, 6>> factor(S);
    const Eigen::Matrix<double, 12, 6> PH = P.leftCols<6>();
    const Eigen::Matrix<double, 12, 6> gain = factor.solve(PH.transpose()).transpose();
    const Errors by = gain * off;
    P -= gain * PH.transpose();
    P = (0.5 * (P + P.transpose())).eval();
    state.x += by.segment<3>(TD_ERROR_X);
    state.q = exponential(by.segment<3>(TD_ERROR_ATTITUDE)) * state.q;
    state.v += by.segment<3>(TD_ERROR_V);
    state.w += by.segment<3>(TD_ERROR_W);
    return off.dot(factor.solve(off));
  }

  double gap(Vector3 &r) const { return lowest_of(body, state.x, state.q, r); }

  // To the next contact, and through its impact. False where none comes before `until`, or it is refused.
  bool touch(double until, bool salted) {
    Vector3 r;
    while (gap(r) > 0 && state.time < until) fly(state.time + 1e-3);
    for (int i = 0; i < 4; ++i) {
      const double off = gap(r), rate = state.v.z() + state.w.cross(r).z();
      if (!(rate < -0.05)) return false;
      fly(state.time - off / rate);
    }
    return pass_impact(r, salted);
  }

 private:
  Matrix3 world_inertia() const {
    const Matrix3 R = state.q.toRotationMatrix();
    return R * body.inertia * R.transpose();
  }

  void step(double h) {
    const Matrix3 I = world_inertia(), inverse = I.inverse();
    const Vector3 &w = state.w;
    const Vector3 turning = inverse * -w.cross(I * w);
    const Vector3 a = Vector3(0, 0, -body.gravity) - body.drag * state.v.norm() * state.v;
    const Matrix3 by_w = inverse * (cross(I * w) - cross(w) * I);
    Covariance A = Covariance::Zero();
    A.block<3, 3>(TD_ERROR_X, TD_ERROR_V).setIdentity();
    A.block<3, 3>(TD_ERROR_ATTITUDE, TD_ERROR_ATTITUDE) = cross(w);
    A.block<3, 3>(TD_ERROR_ATTITUDE, TD_ERROR_W).setIdentity();
    A.block<3, 3>(TD_ERROR_W, TD_ERROR_ATTITUDE) = by_w * cross(w) - cross(turning);
    A.block<3, 3>(TD_ERROR_W, TD_ERROR_W) = by_w;
    const Covariance Phi = Covariance::Identity() + h * A + (h * h / 2) * A * A;
    P = (Phi * P * Phi.transpose()).eval();
    const Vector3 L = I * w;
    state.x += h * (state.v + h / 2 * a);
    state.v += h * a;
    state.q = (exponential(h * (w + h / 2 * turning)) * state.q).normalized();
    state.w = world_inertia().inverse() * L;  // momentum is kept
  }

  bool pass_impact(const Vector3 &r, bool salted) {
    touchdown::BodyContact<double> contact;
    contact.body.mass = body.mass;
    touchdown::set_inertia<double>(contact.body.inertia, world_inertia());
    for (int i = 0; i < 3; ++i) {
      contact.r[i] = r[i];
      contact.body.v[i] = state.v[i];
      contact.body.w[i] = state.w[i];
    }
    contact.n[2] = 1;
    const double approach = -(state.v + state.w.cross(r)).z();
    contact.surface = {body.mu, body.mu, 0};
    if (touchdown::restitution_at(body.restitution, approach, contact.surface.e) < 0) return false;
    touchdown::BodyLoads<double> loads;
    loads.force[2] = -body.mass * body.gravity;
    touchdown::BodySaltation<double> through;
    if (touchdown::saltation_of(contact, loads, loads, through) < 0) return false;
    if (!salted && !leave_times_out(contact, through)) return false;
    for (int i = 0; i < 3; ++i) {
      state.v[i] = through.body.v[i];
      state.w[i] = through.body.w[i];
    }
    return spread(contact, through);
  }

  // The corner is off in height as it is aside. What no law explains: v and w change by dp / m and I^-1 (r x dp + dr x
  // p).
  bool spread(const touchdown::BodyContact<double> &contact, const touchdown::BodySaltation<double> &through) {
    ParameterCovariance S = ParameterCovariance::Zero();
    S(TD_ERROR_MU_K, TD_ERROR_MU_K) = noise.mu * noise.mu;
    S(TD_ERROR_E, TD_ERROR_E) = noise.e * noise.e;
    S(TD_ERROR_HEIGHT, TD_ERROR_HEIGHT) = noise.point * noise.point;
    if (touchdown::covariance_through<double>(12, 12, through.X[0], P.data(), 6, through.E[0], S.data(), P.data()) < 0)
      return false;
    const Vector3 p = body.mass * (touchdown::vector(through.body.v) - touchdown::vector(contact.body.v));
    const Matrix3 inverse = touchdown::matrix(contact.body.inertia).inverse();
    Eigen::Matrix<double, 6, 6> off = Eigen::Matrix<double, 6, 6>::Zero();
    off.topLeftCorner<3, 3>().diagonal().setConstant(noise.impulse * p.norm() / body.mass);
    off.bottomLeftCorner<3, 3>() = noise.impulse * p.norm() * inverse * cross(touchdown::vector(contact.r));
    off.bottomRightCorner<3, 3>() = -noise.point * inverse * cross(p);
    P.bottomRightCorner<6, 6>() += off * off.transpose();
    return true;
  }

  // X and E of the reset alone.
  static bool leave_times_out(const touchdown::BodyContact<double> &contact,
                              touchdown::BodySaltation<double> &through) {
    touchdown::BodyDerivatives<double> by_motion;
    touchdown::BodyPoseDerivatives<double> by;
    if (touchdown::resolve(contact, by_motion, &by) < 0) return false;
    Eigen::Map<Covariance> X(through.X[0]);
    Eigen::Map<Eigen::Matrix<double, 12, 6, Eigen::RowMajor>> E(through.E[0]);
    E.col(TD_ERROR_HEIGHT).setZero();
    X.leftCols<6>().setZero();
    X.topLeftCorner<6, 6>().setIdentity();
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 3; ++k) X(6 + i, TD_ERROR_ATTITUDE + k) = by.motion[i][TD_BODY_BY_ATTITUDE + k];
    return true;
  }
};

}  // namespace flight_filter

#endif
