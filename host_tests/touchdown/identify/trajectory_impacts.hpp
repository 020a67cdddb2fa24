// Impacts in recorded trajectories: found between free flights, with the state before and after out of the fit of both,
// and judged: which are clean, and what spoils the others.
#pragma once

#include "drops/estimate.hpp"
#include "identify/flights.hpp"

namespace touchdown::host {

struct FoundImpact {
  Drop drop;               // its id counts the impacts of all trajectories
  std::string trajectory;  // its id
  FlightPair flights;
  std::size_t lost_poses;      // between the flights
  double height, next_height;  // [m] of the lowest corner over the ground, and of the next over the lowest
  double drag;                 // [1/m] of the air, that was taken off; the same for all
  double arm_residual;         // [m] by which the line of one impulse that explains both changes misses the corner
  std::string spoiled_by;      // empty: clean
  bool clean() const { return spoiled_by.empty(); }
};

std::vector<FoundImpact> impacts_in(const std::vector<Trajectory> &trajectories, const Rig &rig);

// The clean ones, to identify from.
DropSet clean_set(const std::vector<FoundImpact> &impacts, const Rig &rig);

// How many are clean, and how many of the others are spoiled by what; a sentence each.
std::vector<std::string> words_of(const std::vector<FoundImpact> &impacts);

// As a table in the columns of data/cube.csv, with what was found besides.
void write_impacts(std::ostream &file, const std::vector<FoundImpact> &impacts);

// One body from its own flights: how its inertia is shared among its axes, where its centre of mass is, and the drag of
// the air; and from its impacts how large the inertia is. Least squares over all flights at once, in which each flight
// has a pose and a motion of its own.

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
