#include "drop/drop_document.hpp"

#include "cli/text.hpp"
#include "drops/impact_model.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

constexpr double pi = 3.14159265358979323846;

// A recursion of the second order.
struct Filter {
  double b0, b1, b2, a1, a2;
  double out = 0, before = 0, in = 0, in_before = 0;

  double next(double x) {
    const double y = b0 * x + b1 * in + b2 * in_before - a1 * out - a2 * before;
    in_before = in, in = x;
    before = out, out = y;
    return y;
  }
};

constexpr std::size_t most_recent = 8192;  // samples kept for the picture of an impact
constexpr std::size_t most_pictures = 12;  // impacts drawn
constexpr std::size_t most_shocks = 6;     // impacts whose shock response spectra are given
constexpr std::size_t most_points = 1500;  // samples drawn of one
constexpr double shock_damping = 0.05;     // [-] Q = 10, as shocks are compared by

double size_of(const td_drop_sample &sample) {
  double square = 0;
  for (const td_real a : sample.a) square += static_cast<double>(a) * static_cast<double>(a);
  return std::sqrt(square);
}

Cell figure_of(td_real value, double times = 1) {
  return value == td_real(TD_NOT_APPLICABLE) ? Cell() : Cell(times * static_cast<double>(value));
}
// [s] what is shown of an impact.
std::pair<double, double> around(double begin, double duration) {
  const double length = std::max(duration, 2e-3);
  return {begin - length, begin + 3 * length};
}

// Sixths of octaves up to a tenth of the rate, from a 2000th of it on.
std::vector<double> shock_frequencies(double rate) {
  std::vector<double> frequencies;
  for (double octave = std::log2(2000.0 / 10); octave >= 0; octave -= 1.0 / 6)
    frequencies.push_back(rate / 10 / std::exp2(octave));
  return frequencies;
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

ShockResponse shock_response(const std::vector<double> &acceleration, double rate, double frequency, double damping) {
  const double turn = 2 * pi * frequency / rate, root = std::sqrt(1 - damping * damping);
  const double decay = std::exp(-damping * turn), cosine = decay * std::cos(root * turn);
  const double sine = decay * std::sin(root * turn), smooth = sine / (root * turn);
  const double a1 = -2 * cosine, a2 = decay * decay, skew = (2 * damping * damping - 1) * sine / root;
  Filter absolute{1 - smooth, 2 * (smooth - cosine), a2 - smooth, a1, a2};
  const double times = 1 / (turn * turn * rate);
  Filter relative{times * (2 * damping * (cosine - 1) + skew + turn),
                  times * (2 * damping * (1 - a2) - 2 * skew - 2 * cosine * turn),
                  times * (a2 * (turn + 2 * damping) - 2 * damping * cosine + skew), a1, a2};
  ShockResponse response{frequency, 0, 0};
  const std::size_t period = static_cast<std::size_t>(rate / frequency) + 2;
  for (std::size_t i = 0; i < acceleration.size() + period; ++i) {
    const double x = i < acceleration.size() ? acceleration[i] : 0;
    response.acceleration = std::max(response.acceleration, std::abs(absolute.next(x)));
    response.pseudo_velocity = std::max(response.pseudo_velocity, std::abs(relative.next(x)));
  }
  return response;
}

const char *name_of_split(std::int32_t split) {
  constexpr const char *names[] = {"force", "speed", "fall", "bounce", "flights"};  // in the order of TD_SPLIT_*
  return names[split];
}

Estimate e_of(const td_drop_impact &impact) { return estimate_of(impact.e, impact.e_bound, 1); }

Estimate mu_of(const td_drop_impact &impact) { return estimate_of(impact.mu, impact.mu_bound, most_friction); }

DropDocument::DropDocument(const td_drop_rig &rig)
    : rate_(static_cast<double>(rig.rate)), normal_(vector(rig.normal).cast<double>().normalized()) {}

void DropDocument::take(const TimedSample &sample) {
  recent_.push_back(sample);
  if (recent_.size() > most_recent) recent_.pop_front();
}

void DropDocument::add_trace(double begin, double duration) {
  const auto [from, to] = around(begin, duration);
  std::size_t within = 0, k = 0;
  for (const TimedSample &one : recent_) within += one.time >= from && one.time <= to ? 1 : 0;
  const std::size_t stride = within / most_points + 1;
  for (const TimedSample &one : recent_)
    if (one.time >= from && one.time <= to && k++ % stride == 0)
      trace_.add({impacts_, 1000 * (one.time - begin), size_of(one.sample)});
}

// Along the normal, over the mean of as much time before.
void DropDocument::add_shock(double begin, double duration) {
  const auto [from, to] = around(begin, duration);
  ++shocks_;
  std::vector<double> level, shock;
  for (const TimedSample &one : recent_) {
    const double normal = normal_.dot(vector(one.sample.a).cast<double>());
    if (one.time >= 2 * from - begin && one.time < from) level.push_back(normal);
    if (one.time >= from && one.time <= to) shock.push_back(normal);
  }
  const double before = level.empty() ? 0 : mean(level);
  for (double &a : shock) a -= before;
  for (const double frequency : shock_frequencies(rate_)) {
    const ShockResponse x = shock_response(shock, rate_, frequency, shock_damping);
    shock_.add({impacts_, frequency, x.acceleration, x.pseudo_velocity});
  }
}

void DropDocument::take(double begin, td_status status, const td_drop_impact &x) {
  ++impacts_;
  if (status < 0) {
    ++refused_;
    Cells row(table_.columns.size());
    row.front() = impacts_;
    row.back() = status_text(status);
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
              figure_of(x.duration.value, 1000),
              figure_of(x.peak.value),
              figure_of(x.sliding),
              figure_of(x.turn, degrees),
              x.samples,
              x.clipped,
              x.missing,
              status_text(status)});
  const std::string name = "impact " + std::to_string(impacts_);
  const std::string at = formatted(" at %.3f s", begin);
  answers_.insert(answers_.end(), {{name, "e", e}, {name, "mu_k", mu}});
  undecided_ += e.decided() ? 0 : 1;
  if (first_.empty()) first_ = "Impact" + at + ": " + in_words("e", e) + ", " + in_words("mu_k", mu) + " (95 %); ";
  if (status > 0) caveats_.push_back("Impact " + std::to_string(impacts_) + at + ": " + status_text(status));
  if (pictures_++ >= most_pictures) return;
  add_trace(begin, static_cast<double>(x.duration.value));
  if (x.clipped == 0 && x.missing == 0 && shocks_ < most_shocks)
    add_shock(begin, static_cast<double>(x.duration.value));
}

// "Impact at 0.247 s: e is between 0.4901 and 0.5102, mu_k is at most 0.3100 (95 %); 2 later impacts; none refused".
std::string DropDocument::answer() const {
  const std::size_t later = impacts_ - refused_ - (first_.empty() ? 0 : 1);
  const auto counted = [](std::size_t count, const char *none) { return count > 0 ? std::to_string(count) : none; };
  const std::string rest = counted(refused_, "none") + " refused.";
  if (first_.empty()) return "No impact; " + rest;
  return first_ + counted(later, "no") + (later == 1 ? " later impact; " : " later impacts; ") + rest;
}

Document DropDocument::finished() const {
  Document document{"drop", "Impacts in an accelerometer's record"};
  document.answer = answer();
  const bool is_open = impacts_ == 0 || undecided_ > 0;
  document.verdict = refused_ > 0 ? Verdict::bad : is_open ? Verdict::open : Verdict::good;
  document.caveats = caveats_;
  document.section("Impacts");
  document.text(
      "Acceleration as the sensor gives it, around each impact. Of a clipped record, impulse and peak are the least.");
  document.tables["samples"] = trace_;
  document.figures("impacts");
  document.table("impacts", table_);
  document.table("estimates", table_of(answers_));
  document.text(
      "Empty: does not apply, or no bound. e by: the rig's speed, the fall, the bounce, both flights, or the greatest "
      "force. Slid for: part of the normal impulse until slip stopped or turned.");
  if (shocks_ == 0) return document;
  document.section("Shock response spectrum");
  document.text(
      "Along the normal, of what is shown above, less its mean before; by ISO 18431-4 with a damping of 5 % (Q = 10). "
      "Of an impact with clipped or missing samples it is not known.");
  document.tables["shock response"] = shock_;
  document.figures("shock response");
  return document;
}

}  // namespace touchdown::host
