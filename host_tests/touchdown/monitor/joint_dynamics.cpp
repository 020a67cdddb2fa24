#include "monitor/joint_dynamics.hpp"

#include <algorithm>
#include <limits>

namespace touchdown::host {
namespace {

constexpr double creeping = 0.01;  // [rad/s] or [m/s]: friction grows with the speed up to here

std::vector<double> middle_of(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> middle(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) middle[i] = a[i] + (b[i] - a[i]) / 2;
  return middle;
}

// Rows of a contact's Jacobian, wider by the joints that do not move it.
void append_rows(const std::vector<double> &J, std::size_t moving, std::size_t all, std::vector<double> &to) {
  for (std::size_t row = 0; row < 3; ++row) {
    const auto begin = J.begin() + static_cast<std::ptrdiff_t>(row * moving);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(moving));
    to.insert(to.end(), all - moving, 0);
  }
}

JointSample missing_sample(std::size_t joints, std::size_t contacts) {
  JointSample sample = {};
  sample.M.assign(joints * joints, 0);
  sample.u.assign(joints, std::numeric_limits<double>::quiet_NaN());
  sample.force.assign(joints, 0);
  sample.J.assign(3 * joints * contacts, 0);
  sample.normals.assign(3 * contacts, 0);
  return sample;
}

}  // namespace

std::vector<double> JointDynamics::known_forces(const JointState &now, const std::vector<double> &q,
                                                const std::vector<double> &u) const {
  std::vector<double> force = machine_.held_torque ? last_->torque : middle_of(last_->torque, now.torque);
  const std::vector<double> bias = machine_.robot.bias(q, u, machine_.gravity);
  for (std::size_t i = 0; i < force.size(); ++i)
    force[i] -= bias[i] + machine_.damping[i] * u[i] + machine_.friction[i] * std::clamp(u[i] / creeping, -1.0, 1.0);
  return force;
}

JointSample JointDynamics::sample_of(const Logged<JointState> &row) {
  const std::size_t joints = machine_.robot.joints().size();
  JointSample sample = missing_sample(joints, machine_.contacts.size());
  sample.time = row.time;
  sample.dt = last_time_ ? row.time - *last_time_ : 1 / machine_.rate;
  last_time_ = row.time;
  const JointState &now = row.sample;
  if (now.q.empty()) return sample;
  if (!last_) last_ = now;
  const std::vector<double> q = middle_of(last_->q, now.q), u = middle_of(last_->u, now.u);
  sample.M = machine_.robot.at(q).M;
  for (std::size_t i = 0; i < joints; ++i) sample.M[i * (joints + 1)] += machine_.rotor_inertia[i];
  sample.u = now.u;
  sample.force = known_forces(now, q, u);
  sample.J.clear();
  sample.normals.clear();
  for (const MachineContact &contact : machine_.contacts) {
    const std::size_t moving = contact.robot.joints().size();
    const std::vector<double> some(q.begin(), q.begin() + static_cast<std::ptrdiff_t>(moving));
    append_rows(contact.robot.at(some).J, moving, joints, sample.J);
    sample.normals.insert(sample.normals.end(), contact.normal.data(), contact.normal.data() + 3);
  }
  last_ = now;
  return sample;
}

}  // namespace touchdown::host
