// Velocities of a lander over time, as both reports of a landing draw them.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_VELOCITY_PICTURE_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_VELOCITY_PICTURE_HPP

#include <string>
#include <vector>

#include "report/picture.hpp"

namespace touchdown::host {

// Rows: time [s], two components of the velocity [m/s] with their names, rate of rotation [rad/s].
std::string velocity_picture(const std::vector<Picture::Row> &rows, const char *first, const char *second);

}  // namespace touchdown::host

#endif
