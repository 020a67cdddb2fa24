// Cassie, the biped of Agility Robotics, as DAIRLab/dairlib describes it (cassie_v2.urdf, BSD-3): bodies, joints,
// rotors, leaf springs, and the rods that close each leg. Mass matrix, bias forces and the speeds of points, by the
// positions and speeds of its recorded states: the pelvis' attitude, place and twist, then the joints (data/README.md).
#ifndef TOUCHDOWN_CONTACT_MONITOR_CASSIE_MODEL_HPP
#define TOUCHDOWN_CONTACT_MONITOR_CASSIE_MODEL_HPP

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <array>
#include <vector>

namespace cassie {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int positions = 23, speeds = 22, motors = 10, legs = 2, leg_joints = 7;
using Positions = Eigen::Matrix<double, positions, 1>;
using Speeds = Eigen::Matrix<double, speeds, 1>;
using Torques = Eigen::Matrix<double, motors, 1>;
using MassMatrix = Eigen::Matrix<double, speeds, speeds>;
using PointSpeeds = Eigen::Matrix<double, 3, speeds>;

// Speeds that the motors drive, those of each leg, and those of the springs at the heels, which no encoder sees.
constexpr std::array<int, motors> driven{6, 7, 8, 9, 10, 11, 12, 13, 19, 21};
constexpr std::array<std::array<int, leg_joints>, legs> of_leg{
    {{6, 8, 10, 12, 14, 16, 19}, {7, 9, 11, 13, 15, 17, 21}}};
constexpr std::array<int, legs> shin{14, 15}, heel{18, 20}, shin_at{15, 16}, heel_at{19, 21};
// Rotors as their joints feel them, [kg m^2]; damping of the joints, [N m s]; leaf springs, [N m].
constexpr std::array<double, motors> rotor{0.038125, 0.038125, 0.038125, 0.038125, 0.09344,
                                           0.09344,  0.09344,  0.09344,  0.01225,  0.01225};
constexpr double damping = 1, damping_of_springs = 0.1, shin_spring = 1500, heel_spring = 1250;

struct State {
  double time;
  Positions q;
  Speeds u;
  Torques torque;
};

inline Matrix3d cross(const Vector3d &v) {
  Matrix3d m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}
inline Matrix3d turned(double roll, double pitch, double yaw) {
  return (Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) * Eigen::AngleAxisd(pitch, Vector3d::UnitY()) *
          Eigen::AngleAxisd(roll, Vector3d::UnitX()))
      .toRotationMatrix();
}
inline Matrix3d moments(double xx, double xy, double xz, double yy, double yz, double zz) {
  Matrix3d m;
  m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return m;
}

struct Mass {
  int body;
  double mass;
  Vector3d centre;
  Matrix3d inertia;
};
struct Joint {
  int parent, position, speed;
  Vector3d at;
  Matrix3d turned;
};

// What moves at one instant: of each body its axes, its origin, what the speeds make of it, and its accelerations at
// constant speeds.
struct Motion {
  std::vector<Matrix3d> axes;
  std::vector<Vector3d> origin, spin, angular, linear;
  std::vector<PointSpeeds> spins, moves;
};

class Model {
 public:
  static constexpr int bodies_of_leg = 8;
  enum Body {
    yaw = 1,
    hip,
    thigh,
    knee,
    shin_body,
    tarsus,
    heel_body,
    toe
  };  // of the left leg; the right one's follow

  Model() {
    masses_.push_back({0,
                       10.33,
                       {0.05066, 0.000346, 0.02841},
                       moments(0.094158, 0.0001685, 0.015026, 0.084066, 0.0005156, 0.112770)});
    joints_.push_back({});
    for (int leg = 0; leg < legs; ++leg) add_leg(leg);
  }

  Motion motion(const Positions &q, const Speeds &u) const {
    Motion m;
    const Matrix3d axes = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
    PointSpeeds spins = PointSpeeds::Zero(), moves = PointSpeeds::Zero();
    spins.leftCols<3>().setIdentity();
    moves.middleCols<3>(3).setIdentity();
    push(m, axes, q.segment<3>(4), u.head<3>(), Vector3d::Zero(), Vector3d::Zero(), spins, moves);
    for (std::size_t i = 1; i < joints_.size(); ++i) move_joint(joints_[i], q, u, m);
    return m;
  }

  // Mass matrix with rotors, and the forces that keep the speeds constant in gravity.
  void dynamics(const Motion &m, MassMatrix &M, Speeds &bias) const {
    M.setZero();
    bias.setZero();
    const Vector3d gravity(0, 0, -9.81);
    for (const Mass &part : masses_) {
      const auto i = static_cast<std::size_t>(part.body);
      const Vector3d r = m.axes[i] * part.centre, w = m.spin[i];
      const Matrix3d I = m.axes[i] * part.inertia * m.axes[i].transpose();
      const PointSpeeds J = m.moves[i] - cross(r) * m.spins[i];
      M += part.mass * J.transpose() * J + m.spins[i].transpose() * I * m.spins[i];
      const Vector3d a = m.linear[i] + m.angular[i].cross(r) + w.cross(w.cross(r));
      bias += part.mass * J.transpose() * (a - gravity) +
              m.spins[i].transpose() * (I * m.angular[i] + w.cross(Vector3d(I * w)));
    }
    for (std::size_t k = 0; k < motors; ++k) M(driven[k], driven[k]) += rotor[k];
  }

  // Of a point of a body of a leg.
  static Vector3d place(const Motion &m, int leg, int body, const Vector3d &at) {
    const auto i = index(leg, body);
    return m.origin[i] + m.axes[i] * at;
  }
  static PointSpeeds speeds_of(const Motion &m, int leg, int body, const Vector3d &at) {
    const auto i = index(leg, body);
    return m.moves[i] - cross(m.axes[i] * at) * m.spins[i];
  }

  // What the rod of a leg holds at 0: the rate of its length.
  static Eigen::Matrix<double, 1, speeds> rod(const Motion &m, int leg) {
    const Vector3d heel_end(0.11877, -0.01, 0), thigh_end(0, 0, leg == 0 ? 0.045 : -0.045);
    const Vector3d along = place(m, leg, heel_body, heel_end) - place(m, leg, thigh, thigh_end);
    return along.normalized().transpose() *
           (speeds_of(m, leg, heel_body, heel_end) - speeds_of(m, leg, thigh, thigh_end));
  }

  // Motors, leaf springs and damping.
  static Speeds driven_by(const State &s) {
    Speeds force = Speeds::Zero();
    for (std::size_t k = 0; k < motors; ++k) {
      const int i = driven[k];
      force[i] = s.torque[static_cast<Eigen::Index>(k)] - damping * s.u[i];
    }
    for (std::size_t leg = 0; leg < legs; ++leg) {
      const int tarsus_speed = shin[leg] + 2;
      force[shin[leg]] = -shin_spring * s.q[shin_at[leg]] - damping_of_springs * s.u[shin[leg]];
      force[tarsus_speed] = -damping_of_springs * s.u[tarsus_speed];
      force[heel[leg]] = -heel_spring * s.q[heel_at[leg]];
    }
    return force;
  }

 private:
  static std::size_t index(int leg, int body) { return static_cast<std::size_t>(body + leg * bodies_of_leg); }

  static void push(Motion &m, const Matrix3d &axes, const Vector3d &origin, const Vector3d &spin,
                   const Vector3d &angular, const Vector3d &linear, const PointSpeeds &spins,
                   const PointSpeeds &moves) {
    m.axes.push_back(axes);
    m.origin.push_back(origin);
    m.spin.push_back(spin);
    m.angular.push_back(angular);
    m.linear.push_back(linear);
    m.spins.push_back(spins);
    m.moves.push_back(moves);
  }

  static void move_joint(const Joint &joint, const Positions &q, const Speeds &u, Motion &m) {
    const auto p = static_cast<std::size_t>(joint.parent);
    const Vector3d r = m.axes[p] * joint.at, w = m.spin[p];
    const Matrix3d before = m.axes[p] * joint.turned;
    const Vector3d axis = before.col(2), turning = u[joint.speed] * axis;
    PointSpeeds spins = m.spins[p], moves = m.moves[p] - cross(r) * m.spins[p];
    spins.col(joint.speed) = axis;
    push(m, before * Eigen::AngleAxisd(q[joint.position], Vector3d::UnitZ()).toRotationMatrix(), m.origin[p] + r,
         w + turning, m.angular[p] + w.cross(turning), m.linear[p] + m.angular[p].cross(r) + w.cross(w.cross(r)), spins,
         moves);
  }

  void add(int leg, int body, double mass, const Vector3d &centre, const Matrix3d &inertia) {
    masses_.push_back({static_cast<int>(index(leg, body)), mass, centre, inertia});
  }

  void add_leg(int leg) {
    const double s = leg == 0 ? 1 : -1, half_turn = 1.570796;
    const auto along = [](const Matrix3d &axes, const Matrix3d &I) { return Matrix3d(axes * I * axes.transpose()); };
    add(leg, yaw, 1.82, {0.0257, 0.0001 * s, 0.0179},
        along(turned(0, -half_turn, 0), moments(0.002722, 7.03e-7 * s, 1.53e-6, 0.005586, 2.61e-6 * s, 0.004638)));
    add(leg, hip, 1.171, {-0.05572, 0, 0.00001 * s},
        along(turned(-half_turn, half_turn, 0),
              moments(0.000842, 2.462e-7, -6.251e-7 * s, 0.006076, -4e-8 * s, 0.006436)));
    add(leg, thigh, 5.52, {0.05946, 0.00005, -0.03581 * s},
        moments(0.017969, 0.0002836, -0.011685 * s, 0.056284, -0.00001926 * s, 0.049756));
    add(leg, knee, 0.7578, {0.023, 0.03207, -0.002181 * s},
        moments(0.002159, 0.0009564, 0.000002837 * s, 0.001438, 7.39e-7 * s, 0.003344));
    add(leg, shin_body, 0.5771, {0.18338, 0.001169, 0.0002123 * s},
        moments(0.0003602, 0.0003335, -1.941e-7 * s, 0.034132, 2.652e-7 * s, 0.034111));
    add(leg, tarsus, 0.782, {0.11046, -0.03058, -0.00131 * s},
        moments(0.001125, -0.002878, -0.00006329 * s, 0.023138, 0.00003615 * s, 0.023947));
    add(leg, heel_body, 0.1259, {0.08097, 0.00223, -0.0000385},
        moments(0.00003016, 0.00001528, 5.75e-7, 0.001049, -5.57e-8, 0.001028));
    add(leg, toe, 0.1498, {0.00474, 0.02748, -0.00014 * s},
        moments(0.000287, -0.00009863, -1.456e-6 * s, 0.0001713, 1.716e-7 * s, 0.0004491));
    // The knee's spring, and the toe's two rods and crank as points.
    add(leg, knee, 0.1864, {0.14432, 0.085837, 0}, moments(0.0000543, 0.00004601, 0, 0.001712, 0, 0.001669));
    add(leg, toe, 0.129 + 0.1186, {0.055, 0, 0.00776 * s}, Matrix3d::Zero());
    add_joints(leg, s, half_turn);
  }

  void add_joints(int leg, double s, double half_turn) {
    const auto parent = [leg](int body) { return body == 0 ? 0 : static_cast<int>(index(leg, body)); };
    const Matrix3d straight = Matrix3d::Identity();
    joints_.push_back({0, 7 + leg, 6 + leg, {0.021, 0.135 * s, 0}, turned(0, half_turn, 0)});
    joints_.push_back({parent(yaw), 9 + leg, 8 + leg, {0, 0, -0.07}, turned(0, -half_turn, 0)});
    joints_.push_back({parent(hip), 11 + leg, 10 + leg, {0, 0, -0.09}, turned(half_turn, half_turn, 0)});
    joints_.push_back({parent(thigh), 13 + leg, 12 + leg, {0.12, 0, 0.0045 * s}, straight});
    joints_.push_back({parent(knee), 15 + leg, 14 + leg, {0.06068, 0.04741, 0}, straight});
    joints_.push_back({parent(shin_body), 17 + leg, 16 + leg, {0.43476, 0.02, 0}, straight});
    joints_.push_back({parent(tarsus),
                       19 + 2 * leg,
                       18 + 2 * leg,
                       {-0.01269, -0.03059, 0.00092 * s},
                       turned(0.0780 * s, 0.00549 * s, 2.7192)});
    joints_.push_back({parent(tarsus), 20 + 2 * leg, 19 + 2 * leg, {0.408, -0.04, 0}, straight});
  }

  std::vector<Mass> masses_;
  std::vector<Joint> joints_;
};

}  // namespace cassie

#endif
