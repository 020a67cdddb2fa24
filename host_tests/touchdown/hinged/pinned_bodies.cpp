#include "hinged/pinned_bodies.hpp"

#include <Eigen/Cholesky>
#include <stdexcept>

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Matrix = Matrix3<double>;

// A link by itself; from the hinge to its centre of mass, world.
struct FreeLink {
  double part;  // of the mass of both
  Matrix inertia;
  Vector centre;
};

FreeLink link_at(const HingedBody &body, const MassProperties &properties, const HingedPose &pose, std::size_t i) {
  const Matrix turn = turn_of(body, pose, i);
  const double part = body.link[i].mass / (body.link[0].mass + body.link[1].mass);
  const Vector centre = properties.moment[i] / part;
  const Matrix cross = cross_matrix(centre), inertia = properties.inertia[i] + part * cross * cross;
  if (Eigen::LLT<Matrix>(inertia).info() != Eigen::Success)
    throw std::runtime_error(
        "link " + std::to_string(i + 1) + " of " + body.name +
        " would have no positive inertia: its mass is told wrongly, or the flights tell too little");
  return {part, turn * inertia * turn.transpose(), turn * centre};
}

}  // namespace

PinnedBodies pinned_bodies(const HingedBody &body, const MassProperties &properties, const HingedPose &pose,
                           std::size_t corner, const Vector &normal) {
  const Vector axis = pose.attitude * body.axis, to_centre = from_hinge_to_centre(body, properties, pose);
  const Vector second_moment = turn_of(body, pose, 1) * properties.moment[1];
  PinnedBodies pinned;
  pinned.M.setZero(), pinned.A.setZero(), pinned.J.setZero(), pinned.from_joint.setZero();
  for (std::size_t i = 0; i < links; ++i) {
    const FreeLink link = link_at(body, properties, pose, i);
    const auto v = static_cast<Eigen::Index>(6 * i), w = v + 3;
    pinned.M.block<3, 3>(v, v) = link.part * Matrix::Identity();
    pinned.M.block<3, 3>(w, w) = link.inertia;
    pinned.A.block<3, 3>(0, v) = (i == 0 ? -1 : 1) * Matrix::Identity();
    pinned.A.block<3, 3>(0, w) = (i == 0 ? -1 : 1) * cross_matrix(link.centre);
    pinned.from_joint.block<3, 3>(v, 0) = pinned.from_joint.block<3, 3>(w, 3) = Matrix::Identity();
    pinned.from_joint.block<3, 3>(v, 3) = -cross_matrix(link.centre - to_centre);
    pinned.from_joint.block<3, 1>(v, 6) = axis.cross((i == 0 ? Vector::Zero() : link.centre) - second_moment);
    if (i == 1) pinned.from_joint.block<3, 1>(w, 6) = axis;
    if (i != corner / corners_of_link) continue;
    pinned.J.block<3, 3>(0, v) = Matrix::Identity();
    pinned.J.block<3, 3>(0, w) = -cross_matrix(contact_arm(body, pose, corner, normal) - link.centre);
  }
  const Vector across = axis.unitOrthogonal(), other = axis.cross(across);
  pinned.A.block<1, 3>(3, 3) = -across.transpose(), pinned.A.block<1, 3>(3, 9) = across.transpose();
  pinned.A.block<1, 3>(4, 3) = -other.transpose(), pinned.A.block<1, 3>(4, 9) = other.transpose();
  return pinned;
}

}  // namespace touchdown::host
