// A landing as a JSON file says it; `touchdown land --help` describes the fields.
#pragma once

#include "land/uneven_ground.hpp"

namespace touchdown::host {

// sqrt(3) standard deviations of normal deviates about the scenario: as wide as uniform ones of these half widths.
struct Dispersion {
  Vector3<double> velocity{0, 0, 0}, angular_velocity{0, 0, 0}, tilt{0, 0, 0};
  double slope = 0, mu = 0, guides = 0, e = 0;  // slope: along either tangent
};

struct Scenario {
  std::string name, illustrates, source;
  Lander<double> body;
  // A grid of heights, over the level body.ground[0], which reads it. None: planes.
  std::shared_ptr<const UnevenGround> uneven;
  LanderState<double> state;
  Dispersion dispersion;
};

// Throws std::runtime_error naming the file and the field that cannot be used.
Scenario read_scenario(const std::string &path);

}  // namespace touchdown::host
