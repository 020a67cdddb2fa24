// A table of comma-separated values, plain or gzipped, read through a column map.
#ifndef TOUCHDOWN_HOST_TESTS_MAPPED_TABLE_HPP
#define TOUCHDOWN_HOST_TESTS_MAPPED_TABLE_HPP

#include <Eigen/Geometry>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "records/csv.hpp"
#include "records/rig.hpp"

namespace touchdown::host {

// The next row that the map lets through, quantity by quantity, in SI units. Everything throws std::runtime_error
// naming file, line and column of what cannot be used.
class MappedTable {
 public:
  MappedTable(std::string path, const ColumnMap &map);

  bool next();
  bool has(const std::string &quantity) const { return places_.count(quantity) != 0; }
  std::string text(const std::string &quantity) const;
  double number(const std::string &quantity) const;
  Vector3<double> vector(const std::string &quantity) const;
  Vector3<double> spin(const std::string &quantity) const;
  Eigen::Quaterniond attitude(const std::string &quantity) const;

 private:
  std::vector<double> numbers(const std::string &quantity) const;
  bool wanted() const;
  [[noreturn]] void fail(const CsvError &error) const;

  std::string path_;
  const ColumnMap &map_;
  std::istringstream text_;
  std::unique_ptr<CsvReader> reader_;
  CsvRow header_, row_;
  std::map<std::string, std::vector<std::size_t>> places_;
};

// Whether the table at `path` has every column of the map.
bool has_columns(const std::string &path, const ColumnMap &map);

}  // namespace touchdown::host

#endif
