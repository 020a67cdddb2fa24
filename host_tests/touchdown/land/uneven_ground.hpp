// Ground of a scenario that is given by a grid of heights, as td_lander takes it: a function over a level datum.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_UNEVEN_GROUND_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_UNEVEN_GROUND_HPP

#include <filesystem>
#include <string>

#include "land/height_grid.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

class JsonObject;

struct UnevenGround {
  HeightGrid grid;
  double level;  // [m] of the datum: below the lander at the start, so that what tilts the datum tilts the ground there
};

// {heights, spacing, origin}: z of the world over its x and y, rows of numbers or the name of a CSV file of them, which
// counts from `folder`. Throws std::runtime_error that names the place of what cannot be used.
HeightGrid heights_in(const JsonObject &ground, const std::filesystem::path &folder);

// `ground` must stay where it is as long as the body is used; the body's ground[0] is level, at its level.
void put_on(const UnevenGround &ground, Lander<double> &body);

}  // namespace touchdown::host

#endif
