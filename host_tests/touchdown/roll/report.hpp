// The document of `touchdown roll`: figures, how errors grow with time, the worst cases, and chosen tosses as moving
// pictures in space, measured beside predicted.
#ifndef TOUCHDOWN_HOST_TESTS_ROLL_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_ROLL_REPORT_HPP

#include <string>
#include <utility>
#include <vector>

#include "report/document.hpp"
#include "roll/measures.hpp"

namespace touchdown::host {

struct RollRecord {
  const ThrownBody &body;
  const Prediction &prediction;
  const std::vector<TossErrors> &errors;
  const RollSummary &summary;
  std::string data, place;  // as given
};

// What is measured, and its figure.
std::vector<std::pair<std::string, std::string>> summary_rows(const RollSummary &summary, const Prediction &prediction);

Document roll_document(const RollRecord &record);

}  // namespace touchdown::host

#endif
