// Ground of a scenario that is given by a grid of heights, as td_lander takes it: a function over a level datum.
#pragma once

#include <filesystem>

#include "cli/standard.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// Ground between the heights of a grid, with a gradient that is continuous: along either axis a cubic for each spacing,
// from the heights and slopes at its ends (Hermite), the slope at a node that of its two neighbours (Catmull & Rom
// 1974).
//   slope_i = (h_{i+1} - h_{i-1}) / 2,  at an edge that of the last spacing, so that planes are met exactly
//   along both axes the product of the two, with height, both slopes and the twist of each node
// The planes under a lander's feet follow the gradient and not its change: no more smoothness is needed, and so a node
// moves no ground beyond two spacings. Between nodes the ground may rise above both, along a step by 2/27 of it.
//
// Beyond the grid the slope across the edge goes to 0 within one spacing, linearly, and the ground goes on level from
// there.

constexpr std::size_t most_heights = 1000000;

// A height that cannot be used; rows and columns count from 0.
struct HeightError : std::runtime_error {
  HeightError(std::size_t row_, std::size_t column_, const std::string &what)
      : std::runtime_error(what), row(row_), column(column_) {}
  std::size_t row, column;
};

class HeightGrid {
 public:
  using Pair = std::array<double, 2>;  // along x and y

  // `heights` [m] row by row: that of row i, column j is at origin + (j dx, i dy); as many as make rows of `columns`,
  // of which there are two or more, as there are rows. Throws HeightError where the ground may be steeper than
  // TD_STEEPEST_GROUND.
  HeightGrid(const std::vector<double> &heights, std::size_t columns, const Pair &origin, const Pair &spacing);

  // [m] at any place; `gradient` [-] of it.
  double height(double x, double y, Pair &gradient) const;

  // [m] no place is higher. Of each cell the highest of the control points of Bernstein's form of its cubics, between
  // which they stay (Farin, Curves and Surfaces for CAGD); some of them are above all of the ground.
  double highest() const { return highest_; }

  // With `offset` added to each height, row by row. Throws as the constructor does.
  HeightGrid moved_by(const std::function<double()> &offset) const;

  // Whether heights are given all around a place.
  bool holds(double x, double y) const;

 private:
  // Slopes are for each spacing. One node beyond the grid stands at each edge.
  struct Node {
    double height, along_x, along_y, twist;
  };

  const Node &node(std::size_t row, std::size_t column) const { return nodes_[row * columns_ + column]; }
  double survey(std::size_t row, std::size_t column);
  void survey_all();

  std::size_t rows_, columns_;  // of nodes_
  Pair origin_, spacing_;
  std::vector<Node> nodes_;
  double highest_;
};

class JsonObject;

struct UnevenGround {
  HeightGrid grid;
  double level;  // [m] of the datum: below the lander at the start, so that what tilts the datum tilts the ground there
  double sigma = 0;  // [m] of each height by itself
};

// {heights, spacing, origin}: z of the world over its x and y, rows of numbers or the name of a CSV file of them, which
// counts from `folder`. Throws std::runtime_error that names the place of what cannot be used.
HeightGrid heights_in(const JsonObject &ground, const std::filesystem::path &folder);

// `ground` must stay where it is as long as the body is used; the body's ground[0] is level, at its level.
void put_on(const UnevenGround &ground, Lander<double> &body);

}  // namespace touchdown::host
