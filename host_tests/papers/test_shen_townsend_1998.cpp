// See shen_townsend_1998.cpp.
#include "check_table.hpp"

namespace {

const papers::PaperNumbers &numbers() {
  static const papers::PaperNumbers list = papers::shen_townsend_1998();
  return list;
}

}  // namespace

TEST_CASE("Example 1") { papers::check_table(numbers(), "Example 1", 1); }
TEST_CASE("Table 3") { papers::check_table(numbers(), "Table 3", 12); }
TEST_CASE("Table 4") { papers::check_table(numbers(), "Table 4", 6); }
TEST_CASE("Text") { papers::check_table(numbers(), "Text", 2); }
TEST_CASE("Example 2") { papers::check_table(numbers(), "Example 2", 11); }
