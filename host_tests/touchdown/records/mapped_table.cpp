#include "records/mapped_table.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace touchdown::host {
namespace {

// zlib reads what is not compressed as it is.
std::string contents(const std::string &path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error(path + ": cannot be read");
  std::string text;
  std::array<char, 1 << 16> part{};
  int count = 0;
  while ((count = gzread(file, part.data(), part.size())) > 0)
    text.append(part.data(), static_cast<std::size_t>(count));
  gzclose(file);
  if (count < 0) throw std::runtime_error(path + ": cannot be read to its end");
  return text;
}

Vector3<double> in_space(const std::vector<double> &x) {
  if (x.size() == 2) return {x[0], 0, x[1]};
  return {x.at(0), x.at(1), x.at(2)};
}

}  // namespace

MappedTable::MappedTable(std::string path, const ColumnMap &map)
    : path_(std::move(path)), map_(map), text_(contents(path_)), reader_(std::make_unique<CsvReader>(text_)) {
  try {
    if (!reader_->next(header_)) throw CsvError(1, 1, "the file is empty");
    for (const auto &[quantity, names] : map_.columns)
      for (const std::string &name : names) {
        const auto place = place_of(header_, name);
        if (!place)
          throw CsvError(header_.line, header_.end_column, "column " + name + " (" + quantity + ") is missing");
        places_[quantity].push_back(*place);
      }
  } catch (const CsvError &error) {
    fail(error);
  }
}

void MappedTable::fail(const CsvError &error) const {
  throw std::runtime_error(path_ + ':' + std::to_string(error.line) + ':' + std::to_string(error.column) + ": " +
                           error.what());
}

bool MappedTable::wanted() const {
  for (const auto &[column, values] : map_.where) {
    const auto place = place_of(header_, column);
    if (place && std::find(values.begin(), values.end(), row_.fields[*place].text) == values.end()) return false;
  }
  return true;
}

bool MappedTable::next() {
  try {
    while (reader_->next(row_)) {
      check_width(row_, header_.fields.size());
      if (wanted()) return true;
    }
    return false;
  } catch (const CsvError &error) {
    fail(error);
  }
}

std::string MappedTable::text(const std::string &quantity) const {
  return row_.fields[places_.at(quantity).front()].text;
}

std::vector<double> MappedTable::numbers(const std::string &quantity) const {
  const auto found = places_.find(quantity);
  if (found == places_.end()) throw std::runtime_error(path_ + ": the rig names no column for " + quantity);
  const auto scale = map_.scale.find(quantity);
  std::vector<double> values;
  try {
    for (const std::size_t place : found->second)
      values.push_back(number_in<double>(row_, place, header_.fields[place].text) *
                       (scale == map_.scale.end() ? 1 : scale->second));
  } catch (const CsvError &error) {
    fail(error);
  }
  return values;
}

double MappedTable::number(const std::string &quantity) const { return numbers(quantity).front(); }

Vector3<double> MappedTable::vector(const std::string &quantity) const { return in_space(numbers(quantity)); }

Vector3<double> MappedTable::spin(const std::string &quantity) const {
  const std::vector<double> x = numbers(quantity);
  return x.size() == 1 ? Vector3<double>(0, -x[0], 0) : in_space(x);
}

Eigen::Quaterniond MappedTable::attitude(const std::string &quantity) const {
  const std::vector<double> x = numbers(quantity);
  if (x.size() == 1) return Eigen::Quaterniond(Eigen::AngleAxisd(-x[0], Eigen::Vector3d::UnitY()));
  return Eigen::Quaterniond(x.at(0), x.at(1), x.at(2), x.at(3)).normalized();
}

bool has_columns(const std::string &path, const ColumnMap &map) {
  std::istringstream text(contents(path));
  CsvRow header;
  if (map.columns.empty() || !CsvReader(text).next(header)) return false;
  for (const auto &[quantity, names] : map.columns)
    for (const std::string &name : names)
      if (!place_of(header, name)) return false;
  return true;
}

}  // namespace touchdown::host
