// The same hinged body as two free bodies, held together by five rows of constraints: velocity and angular velocity of
// link 1 and of link 2, each at its own centre of mass. It takes how the mass is shared between the links, which no
// flight tells.
#ifndef TOUCHDOWN_HOST_TESTS_PINNED_BODIES_HPP
#define TOUCHDOWN_HOST_TESTS_PINNED_BODIES_HPP

#include <Eigen/Core>

#include "hinged/hinged_body.hpp"

namespace touchdown::host {

constexpr Eigen::Index pinned_speeds = 12, pinned_rows = 5;

struct PinnedBodies {
  Eigen::Matrix<double, pinned_speeds, pinned_speeds> M;
  Eigen::Matrix<double, pinned_rows, pinned_speeds> A;  // A u = 0: the hinge holds
  Eigen::Matrix<double, 3, pinned_speeds> J;            // of the touching point
  Eigen::Matrix<double, pinned_speeds, hinged_speeds> from_joint;
};

// Throws std::runtime_error where a link would have no positive inertia about its centre of mass.
PinnedBodies pinned_bodies(const HingedBody &body, const MassProperties &properties, const HingedPose &pose,
                           std::size_t corner, const Vector3<double> &normal);

}  // namespace touchdown::host

#endif
