// Ground of a grid of heights as the moving picture of a report draws it.
#ifndef TOUCHDOWN_HOST_TESTS_LAND_GROUND_MESH_HPP
#define TOUCHDOWN_HOST_TESTS_LAND_GROUND_MESH_HPP

#include "land/uneven_ground.hpp"
#include "records/json_object.hpp"

namespace touchdown::host {

// Puts a mesh into the `shape` of page/report.schema.json, as far as the picture of these poses reaches.
void draw_ground(const UnevenGround &ground, const Json &poses, Json &shape);

}  // namespace touchdown::host

#endif
