// One body from its own flights: how its inertia is shared among its axes, where its centre of mass is, and the drag of
// the air; and from its impacts how large the inertia is. Least squares over all flights at once, in which each flight
// has a pose and a motion of its own.
#ifndef TOUCHDOWN_HOST_TESTS_FREE_BODY_HPP
#define TOUCHDOWN_HOST_TESTS_FREE_BODY_HPP

#include "drops/estimate.hpp"
#include "identify/trajectory_impacts.hpp"

namespace touchdown::host {

struct FreeBody {
  std::size_t flights;
  std::array<Estimate, 6> inertia;  // [-] xx, yy, zz, xy, xz, yz about the centre of mass, as parts of xx + yy + zz
  std::array<Estimate, 3> centre;   // [m] from the tracked point
  Estimate drag;                    // [1/m]
  Estimate sum;  // [kg m^2] xx + yy + zz, by clean impacts: the impulse's moment over the change of spin
};

// Nothing where there are too few flights, or where they do not turn. Of the impacts the rig's inertia was asked.
std::optional<FreeBody> free_body_of(const std::vector<Trajectory> &trajectories, const Rig &rig,
                                     const std::vector<FoundImpact> &impacts);

// A sentence each.
std::vector<std::string> words_of(const FreeBody &body);

}  // namespace touchdown::host

#endif
