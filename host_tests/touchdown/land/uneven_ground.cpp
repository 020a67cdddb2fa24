#include "land/uneven_ground.hpp"

#include "cli/text.hpp"
#include "records/csv.hpp"
#include "records/json.hpp"
#include "records/source.hpp"

namespace touchdown::host {
namespace {

constexpr double rounding = 1e-12;  // of the largest height: far beyond what sums of sixteen products err by

// Values and slopes at the nodes of one line, and at one node beyond each of its ends.
struct Line {
  std::vector<double> value, slope;
};

// Beyond an end the slope falls linearly to 0: half of it is left in the mean.
Line line_through(const std::vector<double> &given) {
  const std::size_t last = given.size() - 1;
  const double at_begin = given[1] - given[0], at_end = given[last] - given[last - 1];
  Line line;
  line.value = {given[0] - at_begin / 2};
  line.value.insert(line.value.end(), given.begin(), given.end());
  line.value.push_back(given[last] + at_end / 2);
  line.slope = {0, at_begin};
  for (std::size_t i = 1; i < last; ++i) line.slope.push_back((given[i + 1] - given[i - 1]) / 2);
  line.slope.insert(line.slope.end(), {at_end, 0});
  return line;
}

// What the ends of a spacing weigh at a part t of it, and their change with t: heights, then slopes.
struct Weights {
  double height[2], slope[2], height_change[2], slope_change[2];
};

Weights weights_at(double t) {
  const double rest = 1 - t, change = 6 * t * rest;
  return {{rest * rest * (1 + 2 * t), t * t * (3 - 2 * t)},
          {t * rest * rest, -t * t * rest},
          {-change, change},
          {rest * (1 - 3 * t), t * (3 * t - 2)}};
}

// A coordinate in spacings from the node beyond the edge: which spacing, and the part of it. Whatever it is.
struct Part {
  std::size_t index;
  double t;
};

Part part_of(double coordinate, std::size_t nodes) {
  const double most = static_cast<double>(nodes - 1);
  const double held = coordinate > 0 ? std::min(coordinate, most) : 0;
  const std::size_t index = std::min(static_cast<std::size_t>(held), nodes - 2);
  return {index, held - static_cast<double>(index)};
}

// Heights as they were given, and how the place of one is named.
struct Given {
  std::vector<double> heights;
  std::size_t columns = 0;
  std::function<std::string(std::size_t row, std::size_t column)> place;
};

[[noreturn]] void refuse_size(const std::string &place) {
  throw std::runtime_error(place + " must be 2 or more rows of 2 or more numbers, " + std::to_string(most_heights) +
                           " in all at most");
}

Given inline_rows(const JsonObject &ground) {
  const std::string place = ground.place_of("heights");
  Given given{ground.matrix<double>("heights", 0, 0), 0, {}};
  given.columns = given.heights.size() / ground.at("heights").size();
  if (ground.at("heights").size() < 2 || given.columns < 2) refuse_size(place);
  given.place = [place](std::size_t row, std::size_t column) {
    return place + '/' + std::to_string(row) + '/' + std::to_string(column);
  };
  return given;
}

// Every row has as many numbers as the first.
void append_row(const CsvRow &row, Given &given) {
  if (given.columns == 0) given.columns = row.fields.size();
  if (row.fields.size() != given.columns)
    throw CsvError(
        row, row.end_column,
        std::to_string(row.fields.size()) + " heights, where the first row has " + std::to_string(given.columns));
  for (std::size_t j = 0; j < given.columns; ++j) {
    const double height = number_in<double>(row, j, "height");
    if (!std::isfinite(height)) throw CsvError(row, row.fields[j].column, "height is not finite");
    given.heights.push_back(height);
  }
}

Given rows_of_file(const std::string &path) {
  Source in(path);
  CsvReader reader(in, path);
  Given given;
  std::vector<std::size_t> lines;
  for (CsvRow row; given.heights.size() <= most_heights && reader.next(row);) {
    append_row(row, given);
    lines.push_back(row.line);
  }
  if (lines.size() < 2 || given.columns < 2 || given.heights.size() > most_heights) refuse_size(path + ":");
  given.place = [path, lines](std::size_t row, std::size_t column) {
    return path + ':' + std::to_string(lines[row]) + ": height " + std::to_string(column + 1);
  };
  return given;
}

double height_of_ground(const void *context, const double *place, double *gradient) {
  const UnevenGround &ground = *static_cast<const UnevenGround *>(context);
  HeightGrid::Pair slope;
  const double height = ground.grid.height(place[0], place[1], slope) - ground.level;
  gradient[0] = slope[0];
  gradient[1] = slope[1];
  return height;
}

}  // namespace

HeightGrid::HeightGrid(const std::vector<double> &heights, std::size_t columns, const Pair &origin, const Pair &spacing)
    : rows_(heights.size() / columns + 2),
      columns_(columns + 2),
      origin_(origin),
      spacing_(spacing),
      nodes_(rows_ * columns_),
      highest_(-std::numeric_limits<double>::infinity()) {
  std::vector<Line> along_x;
  for (auto row = heights.begin(); row != heights.end(); row += static_cast<std::ptrdiff_t>(columns))
    along_x.push_back(line_through({row, row + static_cast<std::ptrdiff_t>(columns)}));
  for (std::size_t j = 0; j < columns_; ++j) {
    std::vector<double> values, slopes;
    for (const Line &line : along_x) {
      values.push_back(line.value[j]);
      slopes.push_back(line.slope[j]);
    }
    const Line value = line_through(values), slope = line_through(slopes);
    for (std::size_t i = 0; i < rows_; ++i)
      nodes_[i * columns_ + j] = {value.value[i], slope.value[i], value.slope[i], slope.slope[i]};
  }
  survey_all();
}

// Control points of one cell: how high, and how steep between neighbours at most.
double HeightGrid::survey(std::size_t row, std::size_t column) {
  double point[4][4];
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const Node &n = node(row + i / 2, column + j / 2);
      const double y = i == 1 ? 1.0 / 3 : i == 2 ? -1.0 / 3 : 0, x = j == 1 ? 1.0 / 3 : j == 2 ? -1.0 / 3 : 0;
      point[i][j] = n.height + x * n.along_x + y * n.along_y + x * y * n.twist;
      highest_ = std::max(highest_, point[i][j]);
    }
  double steep_x = 0, steep_y = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double rise_x = 3 * (point[i][j + 1] - point[i][j]), rise_y = 3 * (point[j + 1][i] - point[j][i]);
      if (!std::isfinite(rise_x) || !std::isfinite(rise_y)) return std::numeric_limits<double>::infinity();
      steep_x = std::max(steep_x, std::abs(rise_x) / spacing_[0]);
      steep_y = std::max(steep_y, std::abs(rise_y) / spacing_[1]);
    }
  return std::hypot(steep_x, steep_y);
}

void HeightGrid::survey_all() {
  double steepest = 0, largest = 0;
  std::size_t row = 0, column = 0;
  for (std::size_t i = 0; i + 1 < rows_; ++i)
    for (std::size_t j = 0; j + 1 < columns_; ++j) {
      const double steep = survey(i, j);
      if (!(steep > steepest)) continue;
      steepest = steep;
      row = i;
      column = j;
    }
  for (const Node &n : nodes_) largest = std::max(largest, std::abs(n.height));
  highest_ += rounding * largest;
  if (steepest <= TD_STEEPEST_GROUND) return;
  // Nodes beyond the edge are not the caller's.
  const std::size_t first = 1, last_row = rows_ - 2, last_column = columns_ - 2;
  throw HeightError(std::clamp(row, first, last_row) - 1, std::clamp(column, first, last_column) - 1,
                    formatted("from here to the next the ground may rise by %.3g per run, more than %d", steepest,
                              TD_STEEPEST_GROUND));
}

double HeightGrid::height(double x, double y, Pair &gradient) const {
  const Part in_x = part_of((x - origin_[0]) / spacing_[0] + 1, columns_);
  const Part in_y = part_of((y - origin_[1]) / spacing_[1] + 1, rows_);
  const Weights a = weights_at(in_x.t), b = weights_at(in_y.t);
  double height = 0, along_x = 0, along_y = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      const Node &n = node(in_y.index + i, in_x.index + j);
      const double on_x = a.height[j] * n.height + a.slope[j] * n.along_x;
      const double twist = a.height[j] * n.along_y + a.slope[j] * n.twist;
      height += b.height[i] * on_x + b.slope[i] * twist;
      along_y += b.height_change[i] * on_x + b.slope_change[i] * twist;
      along_x += b.height[i] * (a.height_change[j] * n.height + a.slope_change[j] * n.along_x) +
                 b.slope[i] * (a.height_change[j] * n.along_y + a.slope_change[j] * n.twist);
    }
  gradient = {along_x / spacing_[0], along_y / spacing_[1]};
  return height;
}

HeightGrid HeightGrid::moved_by(const std::function<double()> &offset) const {
  std::vector<double> heights;
  for (std::size_t i = 1; i + 1 < rows_; ++i)
    for (std::size_t j = 1; j + 1 < columns_; ++j) heights.push_back(node(i, j).height + offset());
  return {heights, columns_ - 2, origin_, spacing_};
}

bool HeightGrid::holds(double x, double y) const {
  const double u = (x - origin_[0]) / spacing_[0], v = (y - origin_[1]) / spacing_[1];
  return u >= 0 && v >= 0 && u <= static_cast<double>(columns_ - 3) && v <= static_cast<double>(rows_ - 3);
}

HeightGrid heights_in(const JsonObject &ground, const std::filesystem::path &folder) {
  HeightGrid::Pair origin{0, 0}, spacing{0, 0};
  ground.fill("spacing", spacing);
  ground.fill("origin", origin);
  const Given given =
      ground.at("heights").is_string() ? rows_of_file((folder / ground.text("heights")).string()) : inline_rows(ground);
  try {
    return HeightGrid(given.heights, given.columns, origin, spacing);
  } catch (const HeightError &error) {
    throw std::runtime_error(given.place(error.row, error.column) + ": " + error.what());
  }
}

void put_on(const UnevenGround &ground, Lander<double> &body) {
  body.highest = ground.grid.highest() - ground.level;
  body.height = height_of_ground;
  body.height_context = &ground;
}

}  // namespace touchdown::host
