// Two rigid links on a hinge: what is told of them, and mass matrix and contact Jacobian by seven generalized speeds,
// the velocity of the common centre of mass, the angular velocity of link 1 and the joint rate. All is per unit of the
// mass of both links, so that only what a flight can tell enters (DESIGN, E134 and E135).
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_BODY_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_BODY_HPP

#include <Eigen/Geometry>
#include <array>
#include <string>

#include "touchdown/touchdown.hpp"

namespace touchdown::host {

constexpr std::size_t links = 2, corners_of_link = 8, hinged_corners = links * corners_of_link;
constexpr Eigen::Index hinged_speeds = 7;

// A box. Its place is told in its own axes: link 1's begin at the tracked point, link 2's at the hinge, and at the
// joint angle 0 both are turned alike.
struct HingedLink {
  Vector3<double> size, centre;  // [m]
  double mass;                   // [kg] as is known beforehand
};

struct HingedBody {
  std::string name, description;
  std::array<HingedLink, links> link;
  Vector3<double> hinge;     // [m] on link 1
  Vector3<double> axis;      // unit; link 2 turns about it by the joint angle
  double corner_radius = 0;  // [m]
  double rate = 0;           // [Hz] poses of a record
  double gravity = 9.81;     // [m/s^2] as it is known to be
};

// Throws std::runtime_error naming the file, and the place in it.
HingedBody read_hinged_body(const std::string &path);

// What moves the body, per unit of the mass of both links; moments and inertias about the hinge, in the link's axes.
struct MassProperties {
  std::array<Vector3<double>, links> moment;   // [m]
  std::array<Matrix3<double>, links> inertia;  // [m^2]
  double viscous = 0, coulomb = 0;  // [m^2/s], [m^2/s^2] friction torque of the hinge: viscous rate + coulomb
  Vector3<double> fall;             // [m/s^2] what the common centre of mass falls with
};

// Solid boxes of the masses told, falling along -z.
MassProperties properties_of_boxes(const HingedBody &body);

struct HingedPose {
  double time;                  // [s]
  Vector3<double> position;     // [m] of the tracked point of link 1
  Eigen::Quaterniond attitude;  // link 1 to world
  double joint;                 // [rad]
};

using HingedSpeeds = Eigen::Matrix<double, hinged_speeds, 1>;  // world
using HingedMass = Eigen::Matrix<double, hinged_speeds, hinged_speeds>;
using HingedJacobian = Eigen::Matrix<double, 3, hinged_speeds>;
using Matrix4 = Eigen::Matrix4d;

Matrix3<double> cross_matrix(const Vector3<double> &r);
// A vector turned by an angle.
Eigen::Quaterniond turned_by(const Vector3<double> &turn);
Eigen::Quaterniond joint_turn(const HingedBody &body, double angle);
// Link to world.
Matrix3<double> turn_of(const HingedBody &body, const HingedPose &pose, std::size_t link);

// Of the angular velocity of link 1 (its axes) and the joint rate, in the frame of the common centre of mass; and its
// derivative by the joint angle.
struct JointMass {
  Matrix4 M, slope;
};
JointMass joint_mass(const HingedBody &body, const MassProperties &properties, double angle);

// [m] from the hinge to the common centre of mass, world.
Vector3<double> from_hinge_to_centre(const HingedBody &body, const MassProperties &properties, const HingedPose &pose);
Vector3<double> centre_of_mass(const HingedBody &body, const MassProperties &properties, const HingedPose &pose);

HingedMass mass_matrix(const HingedBody &body, const MassProperties &properties, const HingedPose &pose);

// World places of the corners, link by link; their tips without the rounding.
std::array<Vector3<double>, hinged_corners> corners_at(const HingedBody &body, const HingedPose &pose);

// Of the point of a corner that touches a plane with this normal.
HingedJacobian contact_jacobian(const HingedBody &body, const MassProperties &properties, const HingedPose &pose,
                                std::size_t corner, const Vector3<double> &normal);
// [m] from the hinge to that point, world.
Vector3<double> contact_arm(const HingedBody &body, const HingedPose &pose, std::size_t corner,
                            const Vector3<double> &normal);

}  // namespace touchdown::host

#endif
