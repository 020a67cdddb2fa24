#include "hinged/hinged_body.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Matrix = Matrix3<double>;
using Map = Eigen::Matrix<double, 3, 4>;  // from the speeds of joint_mass to an angular velocity or a velocity

Vector sign_of(std::size_t corner) {
  return {corner & 4 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 1 ? 1.0 : -1.0};
}

// Of the centre of the corner's rounding, `inset` from each face, from the hinge; link axes.
Vector corner_in_link(const HingedBody &body, std::size_t corner, double inset) {
  const std::size_t link = corner / corners_of_link;
  const HingedLink &box = body.link[link];
  const Vector half = box.size / 2 - Vector::Constant(inset);
  const Vector from_centre = sign_of(corner % corners_of_link).cwiseProduct(half);
  return from_centre + box.centre - (link == 0 ? body.hinge : Vector::Zero());
}

Vector hinge_at(const HingedBody &body, const HingedPose &pose) { return pose.position + pose.attitude * body.hinge; }

}  // namespace

Matrix cross_matrix(const Vector &r) {
  Matrix matrix;
  matrix << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
  return matrix;
}

Eigen::Quaterniond turned_by(const Vector &turn) {
  const double angle = turn.norm();
  return angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) : Eigen::Quaterniond::Identity();
}

Eigen::Quaterniond joint_turn(const HingedBody &body, double angle) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, body.axis));
}

Matrix turn_of(const HingedBody &body, const HingedPose &pose, std::size_t link) {
  return (link == 0 ? pose.attitude : pose.attitude * joint_turn(body, pose.joint)).toRotationMatrix();
}

MassProperties properties_of_boxes(const HingedBody &body) {
  MassProperties properties{};
  const double mass = body.link[0].mass + body.link[1].mass;
  for (std::size_t i = 0; i < links; ++i) {
    const HingedLink &box = body.link[i];
    const double part = box.mass / mass;
    const Vector arm = box.centre - (i == 0 ? body.hinge : Vector::Zero()), squares = box.size.cwiseAbs2() / 12;
    const Matrix cross = cross_matrix(arm);
    properties.moment[i] = part * arm;
    properties.inertia[i] = -part * cross * cross;
    properties.inertia[i].diagonal() += part * (Vector::Constant(squares.sum()) - squares);
  }
  properties.fall = {0, 0, -body.gravity};
  return properties;
}

JointMass joint_mass(const HingedBody &body, const MassProperties &properties, double angle) {
  const Matrix turn = joint_turn(body, angle).toRotationMatrix(), spin = cross_matrix(body.axis);
  const Vector moment = turn * properties.moment[1];
  const Matrix inertia = turn * properties.inertia[1] * turn.transpose();
  Map first = Map::Zero(), second = Map::Zero();
  first.leftCols<3>() = second.leftCols<3>() = Matrix::Identity();
  second.col(3) = body.axis;
  const Map velocity = -cross_matrix(properties.moment[0]) * first - cross_matrix(moment) * second;
  const Map velocity_slope = -cross_matrix(spin * moment) * second;
  const Matrix4 cross_term = velocity.transpose() * velocity_slope;
  return {first.transpose() * properties.inertia[0] * first + second.transpose() * inertia * second -
              velocity.transpose() * velocity,
          second.transpose() * (spin * inertia - inertia * spin) * second - cross_term - cross_term.transpose()};
}

Vector from_hinge_to_centre(const HingedBody &body, const MassProperties &properties, const HingedPose &pose) {
  return turn_of(body, pose, 0) * properties.moment[0] + turn_of(body, pose, 1) * properties.moment[1];
}

Vector centre_of_mass(const HingedBody &body, const MassProperties &properties, const HingedPose &pose) {
  return hinge_at(body, pose) + from_hinge_to_centre(body, properties, pose);
}

HingedMass mass_matrix(const HingedBody &body, const MassProperties &properties, const HingedPose &pose) {
  Matrix4 to_link = Matrix4::Identity();
  to_link.topLeftCorner<3, 3>() = turn_of(body, pose, 0).transpose();
  HingedMass M = HingedMass::Identity();
  M.bottomRightCorner<4, 4>() = to_link.transpose() * joint_mass(body, properties, pose.joint).M * to_link;
  return M;
}

std::array<Vector, hinged_corners> corners_at(const HingedBody &body, const HingedPose &pose) {
  std::array<Vector, hinged_corners> corners;
  const Matrix turn[links] = {turn_of(body, pose, 0), turn_of(body, pose, 1)};
  for (std::size_t i = 0; i < hinged_corners; ++i)
    corners[i] = hinge_at(body, pose) + turn[i / corners_of_link] * corner_in_link(body, i, 0);
  return corners;
}

Vector contact_arm(const HingedBody &body, const HingedPose &pose, std::size_t corner, const Vector &normal) {
  const double radius = body.corner_radius;
  return turn_of(body, pose, corner / corners_of_link) * corner_in_link(body, corner, radius) - radius * normal;
}

HingedJacobian contact_jacobian(const HingedBody &body, const MassProperties &properties, const HingedPose &pose,
                                std::size_t corner, const Vector &normal) {
  const Vector arm = contact_arm(body, pose, corner, normal);
  const Vector axis = pose.attitude * body.axis;
  const Vector moves = corner / corners_of_link == 1 ? arm : Vector::Zero();
  HingedJacobian J;
  J.leftCols<3>() = Matrix::Identity();
  J.middleCols<3>(3) = -cross_matrix(arm - from_hinge_to_centre(body, properties, pose));
  J.col(6) = axis.cross(moves - turn_of(body, pose, 1) * properties.moment[1]);
  return J;
}

}  // namespace touchdown::host
