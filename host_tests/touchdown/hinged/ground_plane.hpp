// The ground as records of tosses show it: a plane that is tilted in the tracker's frame, and whose height may differ
// from toss to toss.
#ifndef TOUCHDOWN_HOST_TESTS_GROUND_PLANE_HPP
#define TOUCHDOWN_HOST_TESTS_GROUND_PLANE_HPP

#include <vector>

#include "hinged/hinged_toss.hpp"

namespace touchdown::host {

struct Ground {
  Vector3<double> normal;
  std::size_t faces;           // that lay flat, and tell the normal; 0: too few, it is taken as z
  std::vector<double> height;  // [m] along the normal, of each toss
};

// The normal is the median of the faces that boxes lie on in the end; the height is that of the lowest corner in the
// end.
Ground ground_of(const HingedBody &body, const std::vector<HingedToss> &tosses);

// [m] of each corner over the ground.
std::array<double, hinged_corners> heights_over(const Ground &ground, std::size_t toss, const HingedBody &body,
                                                const HingedPose &pose);

}  // namespace touchdown::host

#endif
