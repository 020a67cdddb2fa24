#include "hinged/hinged_flight.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "records/trajectory.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Four = Eigen::Vector4d;

constexpr double longest_step = 7e-3;  // [s] of the integration: at 40 rad/s an error below 1e-5 rad
constexpr double slow = 1;             // [rad/s] below it dry friction fades, so that it has no jump
constexpr std::size_t rough_poses = 4;

// What changes in flight, besides the centre of mass.
struct Turning {
  Four attitude;
  double joint, momentum;  // of the joint
};

Turning after(const Turning &a, double step, const Turning &rate) {
  return {a.attitude + step * rate.attitude, a.joint + step * rate.joint, a.momentum + step * rate.momentum};
}

Turning rate_of(const HingedBody &body, const MassProperties &properties, const Vector &angular_momentum,
                const Turning &at) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(at.attitude).normalized();
  const JointMass mass = joint_mass(body, properties, at.joint);
  Four momentum;
  momentum << q.conjugate() * angular_momentum, at.momentum;
  const Four speed = mass.M.ldlt().solve(momentum);
  const double rate = speed[3];
  const double friction = properties.viscous * rate + properties.coulomb * rate / std::hypot(rate, slow);
  return {(q * Eigen::Quaterniond(0, speed[0], speed[1], speed[2])).coeffs() / 2, rate,
          speed.dot(mass.slope * speed) / 2 - friction};
}

// One step of Runge and Kutta's fourth-order rule.
Turning stepped(const HingedBody &body, const MassProperties &properties, const Vector &angular_momentum,
                const Turning &at, double step) {
  const auto rate = [&](const Turning &there) { return rate_of(body, properties, angular_momentum, there); };
  const Turning a = rate(at), b = rate(after(at, step / 2, a)), c = rate(after(at, step / 2, b)),
                d = rate(after(at, step, c));
  Turning next = after(after(after(after(at, step / 6, a), step / 3, b), step / 3, c), step / 6, d);
  next.attitude.normalize();
  return next;
}

HingedPose pose_of(const HingedBody &body, const MassProperties &properties, double time, const Vector &centre,
                   const Turning &turning) {
  HingedPose pose{time, Vector::Zero(), Eigen::Quaterniond(turning.attitude), turning.joint};
  pose.position = centre - centre_of_mass(body, properties, pose);
  return pose;
}

}  // namespace

HingedState changed(const HingedState &state, const Eigen::VectorXd &change) {
  return {state.time + change[0], state.centre + change.segment<3>(1), state.attitude * turned_by(change.segment<3>(4)),
          state.joint + change[7], state.u + change.segment<hinged_speeds>(8)};
}

Eigen::VectorXd state_steps() {
  Eigen::VectorXd step(state_unknowns);
  step << Eigen::VectorXd::Constant(8, 1e-6), Eigen::VectorXd::Constant(hinged_speeds, 1e-5);
  return step;
}

std::vector<HingedPose> flown(const HingedBody &body, const MassProperties &properties, const HingedState &at,
                              const std::vector<HingedPose> &times) {
  const Eigen::Matrix3d turn = at.attitude.toRotationMatrix();
  Four speed;
  speed << turn.transpose() * at.u.segment<3>(3), at.u[6];
  const Four momentum = joint_mass(body, properties, at.joint).M * speed;
  const Vector angular_momentum = turn * momentum.head<3>();
  Turning turning{at.attitude.coeffs(), at.joint, momentum[3]};
  double now = at.time;
  std::vector<HingedPose> poses;
  for (const HingedPose &asked : times) {
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(asked.time - now) / longest_step)));
    const double step = (asked.time - now) / steps;
    for (int i = 0; i < steps; ++i) turning = stepped(body, properties, angular_momentum, turning, step);
    now = asked.time;
    const double flight = now - at.time;
    const Vector centre = at.centre + flight * at.u.head<3>() + flight * flight / 2 * properties.fall;
    poses.push_back(pose_of(body, properties, now, centre, turning));
  }
  return poses;
}

Eigen::VectorXd deviations(const std::vector<HingedPose> &predicted, const std::vector<HingedPose> &measured,
                           const HingedNoise &noise) {
  Eigen::VectorXd off(7 * static_cast<Eigen::Index>(measured.size()));
  for (std::size_t i = 0; i < measured.size(); ++i)
    off.segment<7>(7 * static_cast<Eigen::Index>(i)) << (predicted[i].position - measured[i].position) / noise.position,
        turning(measured[i].attitude, predicted[i].attitude) / noise.attitude,
        (predicted[i].joint - measured[i].joint) / noise.joint;
  return off;
}

std::vector<Flight> flights_of(const HingedBody &body, const MassProperties &properties, const HingedToss &toss,
                               const HingedNoise &noise) {
  const double down = properties.fall.norm();
  const Eigen::Quaterniond level = Eigen::Quaterniond::FromTwoVectors(properties.fall, -Vector::UnitZ());
  std::vector<Pose> poses;
  for (const HingedPose &pose : toss.poses)
    poses.push_back({pose.time, level * centre_of_mass(body, properties, pose), pose.attitude});
  const double arms = (properties.moment[0].norm() + properties.moment[1].norm()) * noise.attitude;
  const double error = std::hypot(std::hypot(noise.position, arms), properties.moment[1].norm() * noise.joint);
  return touchdown::host::flights_of(poses, down, error);
}

HingedState rough_state(const HingedBody &body, const MassProperties &properties,
                        const std::vector<HingedPose> &poses) {
  const HingedPose &near = poses.front(), &far = poses[std::min(poses.size(), rough_poses) - 1];
  const double time = far.time - near.time;
  HingedState state{near.time, centre_of_mass(body, properties, near), near.attitude, near.joint, {}};
  state.u << (centre_of_mass(body, properties, far) - state.centre) / time - time / 2 * properties.fall,
      near.attitude * (turning(near.attitude, far.attitude) / time), (far.joint - near.joint) / time;
  return state;
}

}  // namespace touchdown::host
