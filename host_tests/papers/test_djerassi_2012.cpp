// See djerassi_2012.cpp.
#include "check_table.hpp"

namespace {

const papers::PaperNumbers &numbers() {
  static const papers::PaperNumbers list = papers::djerassi_2012();
  return list;
}

}  // namespace

TEST_CASE("(8)") { papers::check_table(numbers(), "(8)", 4); }
TEST_CASE("(9)") { papers::check_table(numbers(), "(9)", 4); }
TEST_CASE("(10)") { papers::check_table(numbers(), "(10)", 4); }
TEST_CASE("(12)") { papers::check_table(numbers(), "(12)", 3); }
TEST_CASE("test after (12), turned over") { papers::check_table(numbers(), "test after (12), turned over", 2); }
