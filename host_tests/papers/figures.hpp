// The papers' pictures, recomputed: coloured maps over two quantities.
#ifndef TOUCHDOWN_PAPERS_FIGURES_HPP
#define TOUCHDOWN_PAPERS_FIGURES_HPP

#include <string>
#include <vector>

namespace papers {

struct Axis {
  const char *label, *unit;
  double lo, hi;
  int count;
};

struct Map {
  std::string title;
  Axis x, y;
  bool of_cases;               // values are case numbers 0..6
  std::vector<double> values;  // row by row, from y.lo
  double least, greatest;      // of the colours
};

struct Figure {
  std::string name;     // "baruh_figure_2"
  std::string caption;  // what the paper says there, and what to see
  std::vector<Map> maps;
};

std::vector<Figure> figures();

}  // namespace papers

#endif
