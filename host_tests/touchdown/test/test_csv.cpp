// Reading of CSV: quotes, blanks, ends of lines, and where errors are.
#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "records/csv.hpp"

using namespace touchdown::host;

namespace {

std::vector<CsvRow> rows_of(const std::string &text) {
  std::istringstream in(text);
  CsvReader reader(in);
  std::vector<CsvRow> rows;
  for (CsvRow row; reader.next(row);) rows.push_back(row);
  return rows;
}

void check_error(const std::string &text, std::size_t line, std::size_t column) {
  try {
    rows_of(text);
    FAIL("read without an error");
  } catch (const CsvError &error) {
    CHECK(error.line == line);
    CHECK(error.column == column);
  }
}

}  // namespace

TEST_CASE("csv: fields, blanks and empty fields") {
  const auto rows = rows_of("a, b ,,d\n");
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].fields.size() == 4);
  CHECK(rows[0].fields[1].text == "b");
  CHECK(rows[0].fields[1].raw == " b ");
  CHECK(rows[0].fields[2].text.empty());
  CHECK(rows[0].fields[3].column == 8);
}

TEST_CASE("csv: quoted fields keep commas and quotes") {
  const auto rows = rows_of("\"a, \"\"b\"\"\",\"\",c\n");
  REQUIRE(rows[0].fields.size() == 3);
  CHECK(rows[0].fields[0].text == "a, \"b\"");
  CHECK(rows[0].fields[0].raw == "\"a, \"\"b\"\"\"");
  CHECK(rows[0].fields[1].text.empty());
  CHECK(rows[0].fields[2].column == 15);
}

TEST_CASE("csv: byte order mark, carriage returns, empty lines, no newline at the end") {
  const auto rows = rows_of("\xEF\xBB\xBFid,x\r\n\r\n1,2\r\n\n3,");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].fields[0].text == "id");
  CHECK(rows[1].line == 3);
  CHECK(rows[1].fields[1].text == "2");
  CHECK(rows[2].line == 5);
  CHECK(rows[2].fields.size() == 2);
}

TEST_CASE("csv: a quote left open, and text behind a closed one") {
  check_error("a,b\n1,\"2\n", 2, 3);
  check_error("a,b\n\"1\"x,2\n", 2, 4);
}

TEST_CASE("csv: a row that is not well formed does not spoil the next") {
  std::istringstream in("\"a\nb\n");
  CsvReader reader(in);
  CsvRow row;
  CHECK_THROWS_AS(reader.next(row), CsvError);
  CHECK(reader.next(row));
  CHECK(row.fields[0].text == "b");
}

TEST_CASE("csv: numbers are rounded once, to the scalar that is asked for") {
  // Just above the middle of two floats; by way of double it would fall on the middle and round to even.
  const auto rows = rows_of("1.00000005960464477540,1e-50,1e50,0x1p-149,+2\n");
  CHECK(number_in<float>(rows[0], 0, "x") == 1.00000011920928955078125F);
  CHECK(number_in<float>(rows[0], 1, "x") == 0.0F);
  CHECK(number_in<float>(rows[0], 2, "x") == std::numeric_limits<float>::infinity());
  CHECK(number_in<float>(rows[0], 3, "x") == std::numeric_limits<float>::denorm_min());
  CHECK(number_in<double>(rows[0], 4, "x") == 2.0);
}

// Seen red: by the reader to which only commas part fields, and # is as any other text.
TEST_CASE("csv: semicolons or tabulators part fields, a comma is a point then, comments stand in front") {
  for (const char *separator : {";", "\t"}) {
    const std::string to = separator;
    const auto rows =
        rows_of("# logger 7, first\n\n#\nid" + to + "x\n#1" + to + " -0,5\n\"a" + to + "b\"" + to + "1.5\n");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].fields[0].text == "id");
    REQUIRE(rows[1].fields.size() == 2);
    CHECK(rows[1].fields[0].text == "#1");
    CHECK(number_in<double>(rows[1], 1, "x") == -0.5);
    CHECK(csv_again(rows[1].fields[1]) == "\"-0,5\"");
    REQUIRE(rows[2].fields.size() == 2);
    CHECK(rows[2].fields[0].text == "a" + to + "b");
    CHECK(number_in<double>(rows[2], 1, "x") == 1.5);
    CHECK_THROWS_AS(number_in<double>(rows_of("x" + to + "y\n1,234,5" + to + "1,234.5\n")[1], 0, "x"), CsvError);
    CHECK_THROWS_AS(number_in<double>(rows_of("x" + to + "y\n1,234,5" + to + "1,234.5\n")[1], 1, "y"), CsvError);
  }
  const auto commas = rows_of("a;b,c\n1;2,5\n");
  CHECK(commas[1].fields[0].text == "1;2");
  CHECK_THROWS_AS(number_in<double>(commas[1], 0, "a;b"), CsvError);
}

TEST_CASE("csv: what is written again is one field, and no formula") {
  const auto rows = rows_of("a;b\n=1+1,=2;@x\n");
  CHECK(csv_again(rows[1].fields[0]) == "\"'=1+1,'=2\"");
  CHECK(csv_again(rows[1].fields[1]) == "\"'@x\"");
}

// Seen red: rows of separators alone had fields that are missing, "kg m2" and "Acc_X" were no column, and a column in a
// unit that is not known was taken as it stood.
TEST_CASE("csv: headings as loggers and spreadsheets write them, and their units") {
  const struct {
    const char *heading, *name;
    double scale;
  } meant[] = {{"Mass (g)", "mass", 1e-3},
               {"Ixx [kg mm^2]", "Ixx", 1e-6},
               {"Ixx [kg·m²]", "Ixx", 1},
               {"v_x", "vx", 1},
               {"Acc_X", "ax", 1},
               {"accSmooth[2] (m/s/s)", "az", 1},
               {"gyroADC[1] (deg/s)", "wy", 0.017453292519943295},
               {"ωy (°/s)", "wy", 0.017453292519943295},
               {"gyro_rad[0]", "wx", 1},
               {"timestamp", "t", 1},
               {"time (µs)", "t", 1e-6}};
  for (const auto &one : meant) {
    CHECK_MESSAGE(means(one.heading, one.name), one.heading);
    CHECK_MESSAGE(scale_of(one.heading).value_or(0) == one.scale, one.heading);
  }
  const std::pair<const char *, const char *> others[] = {
      {"T", "t"}, {"E", "e"}, {"accSmooth[2]", "az"}, {"Mass [lb]", "mass"}, {"Time [furlongs]", "t"}};
  for (const auto &[heading, name] : others) CHECK_MESSAGE(!means(heading, name), heading);
  CHECK(scale_of("Shock (g)", "acceleration").value_or(0) == 9.80665);
  CHECK_FALSE(scale_of("Shock (lbf)", "acceleration"));
  CHECK(rows_of("a;b\n1;2\n;\n ; \n3;4\n").size() == 3);
}
