// Impacts in recorded trajectories: found between free flights, with the state before and after out of the fit of both,
// and judged: which are clean, and what spoils the others.
#ifndef TOUCHDOWN_HOST_TESTS_TRAJECTORY_IMPACTS_HPP
#define TOUCHDOWN_HOST_TESTS_TRAJECTORY_IMPACTS_HPP

#include "drops/impact_table.hpp"
#include "identify/flight_pair.hpp"
#include "records/trajectory.hpp"

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

}  // namespace touchdown::host

#endif
