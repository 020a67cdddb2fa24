// A table of comma-separated values, plain or gzipped, read through a column map.
#pragma once

#include <Eigen/Geometry>

#include "records/csv.hpp"
#include "records/rig.hpp"
#include "records/source.hpp"

namespace touchdown::host {

// The next row that the map lets through, quantity by quantity, in SI units. Throws CsvError for what is wrong in one
// row, after which the next can be read.
class MappedTable {
 public:
  MappedTable(const std::string &path, const ColumnMap &map);

  bool next();
  bool has(const std::string &quantity) const { return places_.count(quantity) != 0; }
  std::string text(const std::string &quantity) const;
  double number(const std::string &quantity) const;
  Vector3<double> vector(const std::string &quantity) const;
  Vector3<double> spin(const std::string &quantity) const;
  Eigen::Quaterniond attitude(const std::string &quantity) const;
  // Says on stderr which vectors the table has that it may lack, and which columns nothing reads. Throws, naming the
  // place, where one stands without the others of its vector.
  void account_for_columns() const;
  // What is wrong with a quantity of this row.
  [[noreturn]] void refuse(const std::string &quantity, const std::string &why) const;

  const Source &source() const { return source_; }

 private:
  std::vector<double> numbers(const std::string &quantity) const;
  bool wanted() const;
  void place_spare(const std::string &quantity, const std::vector<std::string> &names);

  Source source_;
  const ColumnMap &map_;
  CsvReader reader_{source_, source_.name()};
  CsvRow header_, row_;
  std::map<std::string, std::vector<std::size_t>> places_;
};

// Rows that could not be read: each is named on stderr, the first of them at least, and counted.
class RowsLeftOut {
 public:
  void add(const std::runtime_error &error);
  std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
};

// Calls `take` at each row. Those that cannot be used, for the table or for `take`, are named and counted.
template <class Take>
void each_row(MappedTable &table, RowsLeftOut &left_out, const Take &take) {
  for (bool more = true; more;) try {
      more = table.next();
      if (more) take();
    } catch (const CsvError &error) {
      left_out.add(error);
    }
}

// The columns that the map names and the table at `path` lacks, and how many it names.
struct MissingColumns {
  std::vector<std::string> names, unused;  // `unused`: what the table has besides
  std::size_t of = 0;
  bool none() const { return of > 0 && names.empty(); }
  // A part of one; a map that names none lacks all.
  double part() const { return of > 0 ? static_cast<double>(names.size()) / static_cast<double>(of) : 1; }
};
MissingColumns missing_columns(const std::string &path, const ColumnMap &map);

// "vm_x; did you mean vmx?"
std::string in_words(const MissingColumns &missing);

}  // namespace touchdown::host
