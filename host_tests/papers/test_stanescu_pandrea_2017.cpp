// See stanescu_pandrea_2017.cpp.
#include "check_table.hpp"

namespace {

const papers::PaperNumbers &numbers() {
  static const papers::PaperNumbers list = papers::stanescu_pandrea_2017();
  return list;
}

}  // namespace

TEST_CASE("(44)") { papers::check_table(numbers(), "(44)", 4); }
TEST_CASE("(46)") { papers::check_table(numbers(), "(46)", 3); }
TEST_CASE("(47)") { papers::check_table(numbers(), "(47)", 4); }
TEST_CASE("(48)") { papers::check_table(numbers(), "(48)", 1); }
TEST_CASE("(49)") { papers::check_table(numbers(), "(49)", 1); }
TEST_CASE("not printed") { papers::check_table(numbers(), "not printed", 3); }
