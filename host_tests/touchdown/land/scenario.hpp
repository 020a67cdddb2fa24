// A landing as a JSON file says it; `touchdown land --help` describes the fields.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_SCENARIO_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_SCENARIO_HPP

#include <memory>
#include <string>

#include "land/uneven_ground.hpp"
#include "touchdown/landing.hpp"
#include "touchdown/legs.hpp"

namespace touchdown::host {

// Half widths of uniform distributions about the scenario.
struct Dispersion {
  Vector3<double> velocity{0, 0, 0}, angular_velocity{0, 0, 0}, tilt{0, 0, 0}, slope{0, 0, 0};
  double mu = 0, e = 0;
};

struct Scenario {
  std::string name, illustrates, source;
  Lander<double> lander;
  Legs<double> legs;  // of the lander's feet; rigid unless told
  // A grid of heights, over the level lander.ground[0]. None: planes.
  std::shared_ptr<const UnevenGround> uneven;
  LanderState<double> state;
  Dispersion dispersion;
  LandingErrors<double> errors;
  Vector3<double> up{0, 0, 1};  // body axis: it rests upright within 45 deg of up
};

// Whether any leg does.
bool yields(const Scenario &scenario);

// Whether touchdown/settling.h has such a thrust: none is another after the first contact, and not 0.
bool has_known_thrust(const Scenario &scenario);

// Throws std::runtime_error naming the file and the field that cannot be used.
Scenario read_scenario(const std::string &path);

}  // namespace touchdown::host

#endif
