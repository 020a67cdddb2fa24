// See sun_baruh_2022.cpp.
#include "check_table.hpp"

namespace {

const papers::PaperNumbers &numbers() {
  static const papers::PaperNumbers list = papers::sun_baruh_2022();
  return list;
}

}  // namespace

TEST_CASE("Table 2, Fig. 3") { papers::check_table(numbers(), "Table 2, Fig. 3", 1); }
TEST_CASE("Figs. 3 and 4") { papers::check_table(numbers(), "Figs. 3 and 4", 1); }
TEST_CASE("Fig. 5") { papers::check_table(numbers(), "Fig. 5", 1); }
TEST_CASE("Section 5, theta_2 = 0") { papers::check_table(numbers(), "Section 5, theta_2 = 0", 1); }
TEST_CASE("Fig. 8 (recomputed)") { papers::check_table(numbers(), "Fig. 8 (recomputed)", 10); }
TEST_CASE("Fig. 8") { papers::check_table(numbers(), "Fig. 8", 1); }
TEST_CASE("Fig. 10") { papers::check_table(numbers(), "Fig. 10", 1); }
TEST_CASE("Fig. 11") { papers::check_table(numbers(), "Fig. 11", 1); }
TEST_CASE("Fig. 12 (recomputed)") { papers::check_table(numbers(), "Fig. 12 (recomputed)", 6); }
