// Comma-separated values, read row by row so that what is wrong can be named by line and column.
//
// Where the first row has no comma outside quotes but a semicolon or a tabulator, that is what parts fields; a comma
// is then taken for the point of a decimal number. Lines that begin with # in front of the first row are comments; one
// behind it is a row. Fields may be quoted ("a, ""b"""). A row is one line, quoted or not: a quote that is never closed
// then spoils its own row only. Rows without a text are skipped; a byte order mark and carriage returns are taken off.
#pragma once

#include "cli/standard.hpp"

namespace touchdown::host {

struct CsvField {
  std::string text;    // without quotes and surrounding blanks
  std::string raw;     // as it stands
  std::size_t column;  // where it begins
};

struct CsvRow {
  std::size_t line = 0;
  std::size_t end_column = 0;  // just behind the last byte
  std::vector<CsvField> fields = {};
  char separator = ',';
  const std::string *file = nullptr;  // the reader's name for it, if it has one
};

// Something in the text cannot be used; line and column (in bytes) count from 1. In words "file:line:column: what", or
// without a file what alone.
struct CsvError : std::runtime_error {
  CsvError(const CsvRow &row, std::size_t column_, const std::string &what);
  std::size_t line, column;
};

class CsvReader {
 public:
  explicit CsvReader(std::istream &in, std::string file = "") : in_(in), file_(std::move(file)) {}

  // False at the end. Throws CsvError for a row that is not well formed; the next call goes on behind it. Throws
  // std::runtime_error where no row comes for too long.
  bool next(CsvRow &row);

 private:
  void check_goes_on(std::size_t length) const;
  bool read_line();
  bool next_line();

  std::istream &in_;
  std::string file_, text_;
  std::size_t line_ = 0, bytes_ = 0, row_end_ = 0;
  char separator_ = 0;  // 0: no row was read
};

// Where the column `name` stands. Throws CsvError if it stands there twice.
std::optional<std::size_t> place_of(const CsvRow &header, const std::string &name);

// Throws CsvError where a first row cannot be one of headings: numbers, or words between blanks.
void check_headings(const CsvRow &header);

// Throws CsvError unless the row has `width` fields.
void check_width(const CsvRow &row, std::size_t width);

// The number (float or double) in a field, correctly rounded whatever its size. Throws CsvError for anything else.
template <class Scalar>
Scalar number_in(const CsvRow &row, std::size_t place, const std::string &name);

// A text on one line and without control characters, with a ' in front of what a spreadsheet would take for a formula
// (=, +, -, @, and not a number): where the text begins, and where a comma, semicolon, tab or bar would begin a cell.
std::string csv_defused(const std::string &text);

// A field as it is written, for a text that is not ours: defused, in quotes.
std::string csv_text(const std::string &text);

// A field that was read, as it is written again: as it stood, unless it has to be defused or would be two fields.
std::string csv_again(const CsvField &field);

// Headings of columns as loggers write them, with their units: "Time [ms]" for t, "Acc X (g)" for ax, "Gyro Z [deg/s]"
// for wz, "VZ [m/s]" for vz.

// What makes SI units of a unit of the quantity or column `of`: 0.001 for "ms". None: it is not known.
std::optional<double> unit_in_si(const std::string &unit, const std::string &of);

// Of a heading (of the quantity `of`, if given) that says its unit in brackets; else 1. None: it is not known.
std::optional<double> scale_of(const std::string &heading, const std::string &of = "");

// Whether a heading means the column `name`: in other letters, as Toss is toss and v_x is vx, or as loggers call it, as
// acc_x is ax. A unit that it says must be known.
bool means(const std::string &heading, const std::string &name);

}  // namespace touchdown::host
