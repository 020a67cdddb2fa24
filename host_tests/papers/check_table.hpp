// Checks the numbers of one table of a paper.
#ifndef TOUCHDOWN_PAPERS_CHECK_TABLE_HPP
#define TOUCHDOWN_PAPERS_CHECK_TABLE_HPP

#include <doctest/doctest.h>

#include "paper_number.hpp"

namespace papers {

// `count`: how many numbers the table has, so that a table that has gone missing shows.
inline void check_table(const PaperNumbers &numbers, const std::string &table, int count) {
  int found = 0;
  for (const PaperNumber &number : numbers) {
    if (number.table != table) continue;
    ++found;
    CAPTURE(number.name);
    CAPTURE(number.printed);
    CAPTURE(number.computed);
    CHECK(number.agrees());
  }
  CHECK(found == count);
}

}  // namespace papers

#endif
