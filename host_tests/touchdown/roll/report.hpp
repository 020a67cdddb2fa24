// The report of `touchdown roll`: figures, how errors grow with time, the worst cases, and chosen tosses as moving
// pictures in space, measured beside predicted.
#ifndef TOUCHDOWN_HOST_TESTS_ROLL_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_ROLL_REPORT_HPP

#include "report/report.hpp"
#include "roll/measures.hpp"

namespace touchdown::host {

struct RollRecord {
  const ThrownBody &body;
  const Prediction &prediction;
  const std::vector<TossErrors> &errors;
  const RollSummary &summary;
  std::string data, place;  // as given
};

// What is measured, its figure: rows of a table.
std::vector<Cells> summary_rows(const RollSummary &summary, const Prediction &prediction);

// Throws std::runtime_error if it cannot be drawn.
void write_roll_report(std::ostream &page, const RollRecord &record);

}  // namespace touchdown::host

#endif
