// The moving picture of a report: bodies on their way drawn on a canvas, in a view that turns with the mouse. It
// fetches nothing.
#ifndef TOUCHDOWN_HOST_TESTS_PLAYER_HPP
#define TOUCHDOWN_HOST_TESTS_PLAYER_HPP

#include <string>

#include "records/json_object.hpp"

namespace touchdown::host {

// `data`: {shape: {feet: [[x, y, z]] of the body, axes: [[x, y, z]] along which they go by their strokes, edges: [[a,
// b]] between feet, point and normal of the ground, size, mesh: if the ground is not plane, {x, y, pitch, heights: rows
// of z along x, one for each y}}, seconds: how long one way takes to play at most, legend,
// runs: [{name, t: [s], tracks: [{colour, poses: [[x, y, z, qw, qx, qy, qz, strokes if there are any..]] at each t}]}]}
std::string player(const Json &data);

}  // namespace touchdown::host

#endif
