// One touch of an arm, laid out for td_predict_effector: M and J of a pose, what is struck as three more speeds, speeds
// that bring the tool's point at 1 m/s, what is held and what is borne.
#ifndef TOUCHDOWN_HOST_TESTS_REACH_TOUCH_HPP
#define TOUCHDOWN_HOST_TESTS_REACH_TOUCH_HPP

#include <optional>
#include <string>
#include <vector>

#include "reach/arm.hpp"

namespace touchdown::host {

// Where the arm stands and what it touches there.
struct ArmPose {
  std::string id;
  std::vector<double> q;  // positions of the joints
  std::optional<Vector3<double>> normal, approach;
};

// Matrices are by rows. Speeds: of the joints, then, where it gives way, x, y, z of what is struck.
struct Touch {
  std::size_t n = 0, rows = 0;
  std::vector<double> M, J, u, A, hold;
  std::vector<double> max_speed_jump, max_joint_impulse, max_constraint_impulse;
  Vector3<double> normal, approach, point;  // axes of the base; of length 1; [m]
  double mu_s, mu_k, stiffness, max_force;

  // [m/s] along the normal when the point comes at 1 m/s along the approach; above 0.
  double approach_share() const { return -normal.dot(approach); }
};

// Throws std::runtime_error where the pose allows no such touch.
Touch touch_of(const Arm &arm, const ArmPose &pose);

// The approach that strikes least, of all at the same speed and each against a surface that stands across it: the
// eigenvector of the greatest eigenvalue of W, for which friction has nothing to do; docs/theory (L.11).
struct LeastBlow {
  Vector3<double> approach;  // of length 1; of both senses the one nearer to the touch's
  double mass;               // [kg] that is felt: the impulse is (1 + e) mass speed
  double mass_here;          // [kg] 1 / W_nn along the touch's normal
};

// Throws std::runtime_error where the library refuses M, J or what is held.
LeastBlow least_blow(const Touch &touch);

}  // namespace touchdown::host

#endif
