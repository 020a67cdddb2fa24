#include "drops/summary.hpp"

#include <algorithm>

#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

Spread spread_of(const std::vector<Rebound> &rebounds, double ReboundError::*figure) {
  const std::vector<double> values = collected(rebounds, [figure](const Rebound &r) { return r.error.*figure; });
  return {median(values), quantile(values, 0.9)};
}

std::optional<TargetFigures> target_figures(const std::vector<Rebound> &rebounds) {
  if (rebounds.empty() || !rebounds.front().answer.instructions) return std::nullopt;
  const std::vector<double> counts =
      collected(rebounds, [](const Rebound &r) { return static_cast<double>(*r.answer.instructions); });
  const auto same =
      std::count_if(rebounds.begin(), rebounds.end(), [](const Rebound &r) { return r.same_bits == true; });
  return TargetFigures{median(counts), static_cast<std::uint32_t>(quantile(counts, 1)), static_cast<std::size_t>(same)};
}

}  // namespace

DropSummary summary_of(const std::vector<Rebound> &rebounds) {
  DropSummary summary{rebounds.size(),
                      spread_of(rebounds, &ReboundError::E_norm),
                      spread_of(rebounds, &ReboundError::linear),
                      spread_of(rebounds, &ReboundError::angular),
                      {},
                      0,
                      0,
                      target_figures(rebounds)};
  for (const Rebound &r : rebounds) {
    summary.slips[static_cast<std::size_t>(r.measured_slip)][static_cast<std::size_t>(r.predicted_slip)]++;
    summary.slips_agree += r.measured_slip == r.predicted_slip ? 1 : 0;
    summary.energy_gained += (r.answer.status & TD_CAVEAT_ENERGY_GAINED) != 0 ? 1 : 0;
  }
  return summary;
}

bool is_over(const Rebound &rebound, const Budget &budget) {
  return budget && rebound.answer.instructions && *rebound.answer.instructions > *budget;
}

std::size_t over_budget(const DropRun &run, const Budget &budget) {
  return static_cast<std::size_t>(std::count_if(run.rebounds.begin(), run.rebounds.end(),
                                                [&](const Rebound &rebound) { return is_over(rebound, budget); }));
}

}  // namespace touchdown::host
