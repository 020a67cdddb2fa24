// Impacts of a hinged body: found between free flights, the state before and after out of the fit of both, classified
// by the link and the corner that touch, and judged: which are clean, and what spoils the others.
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_IMPACTS_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_IMPACTS_HPP

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "hinged/flight_properties.hpp"

namespace touchdown::host {

struct HingedImpact {
  std::string toss;
  std::size_t corner;          // over both links; corner / corners_of_link is the link
  HingedPose pose;             // at the impact
  HingedSpeeds before, after;  // measured
  HingedMass M;
  HingedJacobian J;  // of the touching point
  Vector3<double> normal;
  std::size_t poses_before, poses_after, lost_poses;
  double chi_squared, uncertainty;  // of the fit; one standard deviation of both states, as an M-norm
  double height, next_height;       // [m] of the lowest corner over the ground, of the next over the lowest
  double floor;                     // M-norm of what no impulse at the corner explains
  std::string spoiled_by;           // empty: clean
  bool clean() const { return spoiled_by.empty(); }
  char letter() const;  // A, B with shorter flights, M several corners, C other
};

// [m/s] of the touching point towards the ground.
double approach_speed(const HingedImpact &impact);

// sqrt(du.M.du) over that of the measured speeds after.
double norm_of(const HingedImpact &impact, const HingedSpeeds &du);

// The speeds after with the impulse at the corner that comes nearest to those measured.
HingedSpeeds nearest_after(const HingedImpact &impact);

std::vector<HingedImpact> impacts_in(const HingedBody &body, const MassProperties &properties,
                                     const std::vector<HingedToss> &tosses, const Ground &ground,
                                     const HingedNoise &noise);

std::vector<std::string> words_of(const std::vector<HingedImpact> &impacts);

// A column of further figures, by the impact; without one where it has none.
struct ImpactColumn {
  std::string name;
  std::map<const HingedImpact *, double> figures;
};

void write_impacts(std::ostream &file, const std::vector<HingedImpact> &impacts,
                   const std::vector<ImpactColumn> &columns);

}  // namespace touchdown::host

#endif
