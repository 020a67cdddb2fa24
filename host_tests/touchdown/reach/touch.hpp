// One touch of an arm, laid out for td_predict_effector: M and J of a pose, what is struck as three more speeds, speeds
// that bring the tool's point at 1 m/s, what is held and what is borne.
#pragma once

#include "drops/impact_model.hpp"
#include "link/target.hpp"
#include "reach/robot_arm.hpp"

namespace touchdown::host {

// An arm about to touch, as a JSON file describes it: its URDF, what it touches, what is held, and what its joints
// bear.

// A row of A: brakes and gears that hold through the impact.
struct HeldRow {
  std::string name;
  std::vector<double> row;  // coefficients of the joints
  double hold = 1;          // [-] as in touchdown/systems.h
  double max_impulse;       // [N m s] for a joint that turns; infinite: it has no limit
};

struct Arm {
  explicit Arm(RobotArm of) : robot(std::move(of)) {}

  std::string name, source;
  RobotArm robot;
  Vector3<double> normal{0, 0, 0};  // out of what is struck, axes of the base; 0: each pose says it
  std::optional<Vector3<double>>
      approach;                       // direction in which the tool's point comes; against the normal unless given
  double mu_s = 0, mu_k = 0;          // [-]
  RestitutionCurve restitution;       // one point: a constant
  double struck_mass = 0;             // [kg] of what is struck and gives way; 0: it does not
  std::vector<double> rotor_inertia;  // joints: [kg m^2] behind the gears, added to the diagonal of M
  std::vector<HeldRow> held;
  std::vector<double> max_speed_jump, max_joint_impulse;  // joints; infinite: no limit
  double stiffness = 0, max_force = 0;                    // as in touchdown/effector.h
};

// Throws std::runtime_error naming the file and what is wrong in it, and where.
Arm read_arm(const std::string &path);

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
  // As the library takes it, without its surface.
  Speeds<double> speeds() const;
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

// The poses of an arm: a table with a column for each joint, and where the poses have them an id, the normal of what is
// struck (nx,ny,nz) and the direction of the approach (dx,dy,dz), in the axes of the base.

// Calls `take` with each pose and its touch. Rows that cannot be used are named and counted. Throws std::runtime_error
// where the table lacks a joint or has a column that means nothing.
void each_touch(const std::string &path, const Arm &arm, RowsLeftOut &left_out,
                const std::function<void(const ArmPose &, const Touch &)> &take);

// The largest speed of an approach that respects every limit: with one restitution td_predict_effector says it at once;
// with a restitution by speed it is the first speed at which a limit is reached.

// Where touches are predicted: in this process, in double or in float, or on a target over its link.

// As td_effector_impact says it, of an approach at 1 m/s.
struct TouchAnswer {
  Status status;  // negative: nothing else is set
  EffectorImpact<double> impact;
  double impulse() const { return impact.speeds.impact.p.n; }
  double tangential() const { return std::hypot(impact.speeds.impact.p.t, impact.speeds.impact.p.s); }
};

class TouchPlace {
 public:
  // `place` as for --on.
  explicit TouchPlace(const std::string &place);
  ~TouchPlace();

  // With this restitution. A target that is lost throws TargetError.
  TouchAnswer predict(const Touch &touch, double e);
  TargetWork work() const;

  std::vector<std::uint32_t> counts;  // of each prediction on a target

 private:
  std::unique_ptr<TargetBeside> in_float_;  // null: in double
};

struct AllowedSpeed {
  std::optional<double> speed;  // [m/s] along the approach; none where no limit binds
  double e = 0;                 // [-] restitution there; without a speed, at 1 m/s
  TouchAnswer answer{};         // with that restitution
  double at() const { return speed.value_or(1); }
};

// Every speed below respects the limits too, looked at eight times between neighbouring points of the table; each look
// is a prediction.
AllowedSpeed allowed_speed(TouchPlace &place, const Touch &touch, const RestitutionCurve &restitution);

}  // namespace touchdown::host
