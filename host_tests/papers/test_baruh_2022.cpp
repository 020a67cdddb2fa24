// See baruh_2022.cpp.
#include "check_table.hpp"

namespace {

const papers::PaperNumbers &numbers() {
  static const papers::PaperNumbers list = papers::baruh_2022();
  return list;
}

}  // namespace

TEST_CASE("Table 2") { papers::check_table(numbers(), "Table 2", 16); }
TEST_CASE("Text of section 3") { papers::check_table(numbers(), "Text of section 3", 4); }
TEST_CASE("Table 3") { papers::check_table(numbers(), "Table 3", 16); }
TEST_CASE("Table 4") { papers::check_table(numbers(), "Table 4", 16); }
TEST_CASE("Table 5") { papers::check_table(numbers(), "Table 5", 21); }
TEST_CASE("Table 6") { papers::check_table(numbers(), "Table 6", 21); }
TEST_CASE("Table 5, three digits") { papers::check_table(numbers(), "Table 5, three digits", 21); }
TEST_CASE("Table 6, three digits") { papers::check_table(numbers(), "Table 6, three digits", 21); }
