// The numbers that the papers print, each beside what the library makes of the same data. The tests and the command
// `touchdown papers` read the same lists.
#ifndef TOUCHDOWN_PAPERS_PAPER_NUMBER_HPP
#define TOUCHDOWN_PAPERS_PAPER_NUMBER_HPP

#include <cmath>
#include <string>
#include <vector>

namespace papers {

struct PaperNumber {
  std::string table;  // "Table 2"
  std::string name;   // what is printed there
  double printed;
  double tolerance;  // half a unit of the last printed digit, unless a comment says more
  double computed;

  double difference() const { return computed - printed; }
  bool agrees() const { return std::abs(difference()) <= tolerance; }
};
using PaperNumbers = std::vector<PaperNumber>;

struct Paper {
  const char *key, *title;
  PaperNumbers (*numbers)();
};

PaperNumbers baruh_2022();
PaperNumbers sun_baruh_2022();
PaperNumbers shen_townsend_1998();
PaperNumbers djerassi_2012();
PaperNumbers stanescu_pandrea_2017();

inline const std::vector<Paper> &all() {
  static const std::vector<Paper> list = {
      {"sun_baruh_2022", "H. Sun, H. Baruh: Analysis of Three-Dimensional Rigid-Body Impact with Friction (2022)",
       sun_baruh_2022},
      {"baruh_2022", "H. Baruh: Inconsistencies in Modeling Impact with Friction by Algebraic Equations (2022)",
       baruh_2022},
      {"shen_townsend_1998",
       "H. Shen, M. A. Townsend: Collisions of constrained rigid body systems with friction (1998)",
       shen_townsend_1998},
      {"djerassi_2012", "S. Djerassi: Three-dimensional, one-point collision with friction (2012)", djerassi_2012},
      {"stanescu_pandrea_2017",
       "N.-D. Stanescu, N. Pandrea: Simultaneous multi-collision of a rigid body without friction (2017)",
       stanescu_pandrea_2017},
  };
  return list;
}

}  // namespace papers

#endif
