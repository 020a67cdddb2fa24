#include "drop/drop_document.hpp"

#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "drops/surface_fit.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t most_recent = 8192;  // samples kept for the picture of an impact
constexpr std::size_t most_pictures = 12;  // impacts drawn
constexpr std::size_t most_points = 1500;  // samples drawn of one
constexpr double degrees = 180 / 3.14159265358979323846;

double size_of(const td_drop_sample &sample) {
  double square = 0;
  for (const td_real a : sample.a) square += static_cast<double>(a) * static_cast<double>(a);
  return std::sqrt(square);
}

Json figure_of(td_real value) {
  return value == td_real(TD_NOT_APPLICABLE) ? Json() : Json(static_cast<double>(value));
}
Json scaled(double times, td_real value) {
  const Json figure = figure_of(value);
  return figure.is_null() ? figure : Json(times * figure.get<double>());
}
// `bound`: TD_BOUND_*; up to `most`.
Estimate estimate_of(const td_measured &m, std::int32_t bound, double most) {
  constexpr double two_sided = 1.96, one_sided = 1.645;
  const double reach = (bound == 0 ? two_sided : one_sided) * static_cast<double>(m.uncertainty);
  Estimate estimate{static_cast<double>(m.value)};
  const double from = estimate.value - reach, to = estimate.value + reach;
  if ((bound & TD_BOUND_MOST) == 0 && from > 0) estimate.least = from;
  if ((bound & TD_BOUND_LEAST) == 0 && to < most) estimate.most = to;
  return estimate;
}

}  // namespace

const char *name_of_split(std::int32_t split) {
  switch (split) {
    case TD_SPLIT_SPEED:
      return "speed";
    case TD_SPLIT_FALL:
      return "fall";
    case TD_SPLIT_BOUNCE:
      return "bounce";
    case TD_SPLIT_FLIGHTS:
      return "flights";
    default:
      return "force";
  }
}

Estimate e_of(const td_drop_impact &impact) { return estimate_of(impact.e, impact.e_bound, 1); }

Estimate mu_of(const td_drop_impact &impact) { return estimate_of(impact.mu, impact.mu_bound, most_friction); }

void DropDocument::take(const TimedSample &sample) {
  recent_.push_back(sample);
  if (recent_.size() > most_recent) recent_.pop_front();
}

void DropDocument::add_trace(double begin, double duration) {
  const double from = begin - std::max(duration, 2e-3), to = begin + 3 * std::max(duration, 2e-3);
  const std::size_t number = impacts_;
  std::size_t within = 0, k = 0;
  for (const TimedSample &one : recent_) within += one.time >= from && one.time <= to ? 1 : 0;
  const std::size_t stride = within / most_points + 1;
  for (const TimedSample &one : recent_)
    if (one.time >= from && one.time <= to && k++ % stride == 0)
      trace_.add({number, 1000 * (one.time - begin), size_of(one.sample)});
  const auto mark = [&](const char *kind) {
    return Json{
        {"mark", kind}, {"table", "samples"}, {"where", {{"impact", number}}}, {"x", "after it began"}, {"y", "|a|"}};
  };
  figures_.push_back({{"title", "impact " + std::to_string(number) + formatted(" at %.4f s", begin)},
                      {"x", {{"label", "time after it began"}, {"unit", "ms"}}},
                      {"y", {{"label", "acceleration"}, {"unit", "m/s^2"}}},
                      {"marks",
                       {mark("line"),
                        mark("dot"),
                        {{"mark", "rule"}, {"at", 0}, {"tone", "before"}, {"name", "begins"}},
                        {{"mark", "rule"}, {"at", 1000 * duration}, {"tone", "b"}, {"name", "ends"}}}}});
}

void DropDocument::take(double begin, td_status status, const td_drop_impact &x) {
  ++impacts_;
  if (status < 0) {
    ++refused_;
    Json::array_t row(20);
    row[0] = impacts_;
    row[19] = status_text(status);
    table_.add(row);
    return;
  }
  const Estimate e = e_of(x), mu = mu_of(x);
  table_.add({impacts_,
              begin,
              figure_of(x.e.value),
              figure_of(x.e.uncertainty),
              e.least,
              e.most,
              name_of_split(x.split),
              figure_of(x.mu.value),
              mu.least,
              mu.most,
              figure_of(x.approach.value),
              figure_of(x.impulse.value),
              scaled(1000, x.duration.value),
              figure_of(x.peak.value),
              figure_of(x.sliding),
              scaled(degrees, x.turn),
              x.samples,
              x.clipped,
              x.missing,
              status_text(status)});
  const std::string name = "impact " + std::to_string(impacts_);
  const std::string which = "Impact " + std::to_string(impacts_) + formatted(" at %.3f s: ", begin);
  answers_.insert(answers_.end(), {{name, "e", e}, {name, "mu_k", mu}});
  undecided_ += e.decided() ? 0 : 1;
  if (sentences_.size() < 3) sentences_.push_back(which + in_words("e", e) + ", " + in_words("mu_k", mu) + " (95 %).");
  if (status > 0) caveats_.push_back(which + status_text(status));
  if (figures_.size() < most_pictures) add_trace(begin, static_cast<double>(x.duration.value));
}

Document DropDocument::finished() const {
  Document document{"drop", "Impacts in an accelerometer's record"};
  document.answer = impacts_ == 0 ? "No impact in the record." : "";
  for (const std::string &one : sentences_) document.answer += one + '\n';
  if (impacts_ > sentences_.size() && impacts_ > 0)
    document.answer += std::to_string(impacts_) + " impacts in all, " + std::to_string(refused_) + " of them refused.";
  const bool is_open = impacts_ == 0 || undecided_ > 0;
  document.verdict = refused_ > 0 ? Verdict::bad : is_open ? Verdict::open : Verdict::good;
  document.caveats = caveats_;
  document.section("Impacts");
  document.text(
      "Acceleration as the sensor gives it, around each impact. Of a clipped record, impulse and peak are the least.");
  document.tables["samples"] = trace_.json();
  if (!figures_.empty()) document.figures(figures_);
  document.table("impacts", table_);
  document.table("estimates", table_of(answers_));
  document.text(
      "Empty: does not apply, or no bound. e by: the speed that the rig says, that of the fall, that of the bounce, "
      "both "
      "flights, or the greatest force. Slid for: part of the normal impulse until slip stopped or turned.");
  return document;
}

}  // namespace touchdown::host
