// The body that was dropped, and how records of it are laid out: mass, inertia, corners, and which column of a table
// holds what. A JSON file; data/cube.rig.json and data/square.rig.json are examples, data/README.md describes it.
#pragma once

#include "cli/standard.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Which columns a quantity stands in. A vector has 3 (x, y, z) or, in a planar record, 2 (x, z); an attitude 4
// (quaternion w, x, y, z, body to world) or 1 (angle counter-clockwise in the x-z plane); a spin 3 or 1.
struct ColumnMap {
  std::map<std::string, std::vector<std::string>> columns;  // by quantity
  std::map<std::string, std::vector<std::string>> spare;    // by quantity that a table may lack
  std::map<std::string, double> scale;                      // by quantity, to SI; 1 by default
  std::map<std::string, std::vector<std::string>> where;    // rows are used if these columns hold one of these values
  std::vector<std::string> log = {};                        // what a log in place of a table is read as (LogTable)
};

struct Rig {
  std::string name, description;
  bool planar = false;                      // all happens in x and z
  double mass = 0;                          // [kg]
  double gravity = 9.81;                    // [m/s^2] along -z
  double ground = 0;                        // [m] its height, in trajectories
  Matrix3<double> inertia;                  // [kg m^2] about the centre of mass, body axes
  Vector3<double> centre_of_mass{0, 0, 0};  // [m] from the tracked point, body axes
  double corner_radius = 0;                 // [m]
  std::vector<Vector3<double>> corners;     // [m] their centres, from the tracked point, body axes
  ColumnMap impacts, tosses;
};

// The columns t,x,y,z,qw,qx,qy,qz, as logs/table.mjs writes them, and toss where there are several.
ColumnMap usual_poses();

// [m] from the centre of mass to the farthest part of a corner.
double reach_of(const Rig &rig);

// No body has more inertia than its mass at its farthest corner, nor next to none. Throws std::runtime_error.
void check_inertia(double mass, const Matrix3<double> &inertia, double reach);

// Where the recorded drops are that come along, with their rigs.
std::string data_folder();

// Says on stderr that a table is taken for one of `body`, which comes along too, unless the table does.
void note_body(const std::string &table, const char *option, const std::string &body);

// Throws std::runtime_error naming the file and what it lacks.
Rig read_rig(const std::string &path);

// The rig of `path`, or, if that is empty, the one of data/ whose columns the table `data` has. A rig that names no
// columns has the usual ones.
Rig rig_for(const std::string &path, const std::string &data);

// Whether the table at `path` holds impacts and not poses, judged by the columns that it has.
bool holds_impacts(const std::string &path, const Rig &rig);

}  // namespace touchdown::host
