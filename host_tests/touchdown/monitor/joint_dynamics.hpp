// What a momentum observer needs of each sample of a log of joints: mass matrix, known forces and contact Jacobians, of
// the middle between this row and the one before (docs/theory, M.13).
#ifndef TOUCHDOWN_HOST_TESTS_JOINT_DYNAMICS_HPP
#define TOUCHDOWN_HOST_TESTS_JOINT_DYNAMICS_HPP

#include <optional>
#include <vector>

#include "monitor/joint_log.hpp"
#include "monitor/jointed_machine.hpp"

namespace touchdown::host {

// As td_joints_sample: of a sample that is missing the speeds are not numbers.
struct JointSample {
  double time, dt;  // [s]
  std::vector<double> M, u, force, J, normals;
};

class JointDynamics {
 public:
  // The machine's rate is known.
  explicit JointDynamics(const JointedMachine &machine) : machine_(machine) {}

  // Of the log's rows in their order.
  JointSample sample_of(const Logged<JointState> &row);

 private:
  std::vector<double> known_forces(const JointState &now, const std::vector<double> &q,
                                   const std::vector<double> &u) const;

  const JointedMachine &machine_;
  std::optional<JointState> last_;  // that was not missing
  std::optional<double> last_time_;
};

}  // namespace touchdown::host

#endif
