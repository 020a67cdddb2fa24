#include "land/uneven_ground.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>

#include "records/csv.hpp"
#include "records/json_object.hpp"
#include "records/source.hpp"

namespace touchdown::host {
namespace {

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
  given.columns = given.heights.size() / ground.size("heights");
  if (ground.size("heights") < 2 || given.columns < 2) refuse_size(place);
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
        row.line, row.end_column,
        std::to_string(row.fields.size()) + " heights, where the first row has " + std::to_string(given.columns));
  for (std::size_t j = 0; j < given.columns; ++j) {
    const double height = number_in<double>(row, j, "height");
    if (!std::isfinite(height)) throw CsvError(row.line, row.fields[j].column, "height is not finite");
    given.heights.push_back(height);
  }
}

Given rows_of_file(const std::string &path) {
  Source in(path);
  CsvReader reader(in);
  Given given;
  std::vector<std::size_t> lines;
  try {
    for (CsvRow row; given.heights.size() <= most_heights && reader.next(row);) {
      append_row(row, given);
      lines.push_back(row.line);
    }
  } catch (const CsvError &error) {
    throw std::runtime_error(path + ':' + std::to_string(error.line) + ':' + std::to_string(error.column) + ": " +
                             error.what());
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

HeightGrid heights_in(const JsonObject &ground, const std::filesystem::path &folder) {
  HeightGrid::Pair origin{0, 0}, spacing{0, 0};
  ground.fill("spacing", spacing);
  ground.fill_if_given("origin", origin);
  const Given given =
      ground.is_text("heights") ? rows_of_file((folder / ground.text("heights")).string()) : inline_rows(ground);
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
