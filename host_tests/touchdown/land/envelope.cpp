#include "land/envelope.hpp"

#include <stdexcept>

#include "cli/text.hpp"
#include "touchdown/landing.hpp"

namespace touchdown::host {
namespace {

constexpr double degrees = 180 / 3.14159265358979323846;

// The errors with the side that a corner takes of each: "e +0.1, mu -0.2".
std::string corner_text(const LandingErrors<double> &errors, int corner) {
  if (corner == TD_ENVELOPE_CORNERS) return "nominal";
  const struct {
    const char *name;
    double error;
  } parts[] = {{"e", errors.e},
               {"mu", errors.mu},
               {"slope", errors.slope},
               {"vertical", errors.vertical},
               {"lateral", errors.lateral}};
  std::string text;
  for (int bit = 0; bit < 5; ++bit) {
    if (parts[bit].error == 0) continue;
    const double error = (corner >> bit & 1) != 0 ? parts[bit].error : -parts[bit].error;
    text += (text.empty() ? "" : ", ") + std::string(parts[bit].name) + formatted(" %+g", error);
  }
  return text;
}

}  // namespace

EnvelopeText envelope_of(const Scenario &scenario) {
  const LandingErrors<double> &e = scenario.errors;
  EnvelopeText text;
  if (e.e == 0 && e.mu == 0 && e.slope == 0 && e.vertical == 0 && e.lateral == 0) return text;
  LandingEnvelope<double> envelope;
  const Status status = touchdown::envelope_of(scenario.lander, scenario.state, e, envelope);
  if (status < 0) throw std::runtime_error("envelope: " + status_text(status));

  const bool weighed = envelope.energy_margin.min != static_cast<double>(TD_NOT_APPLICABLE);
  text.heading = {"", "least", "at", "most", "at"};
  const auto row = [&](const char *name, const Extremes<double> &extremes, double unit = 1) {
    text.rows.push_back({name, formatted("%.4g", unit * extremes.min), corner_text(e, extremes.corner_min),
                         formatted("%.4g", unit * extremes.max), corner_text(e, extremes.corner_max)});
  };
  if (envelope.landed > 0) {
    row("first contact, s", envelope.time);
    row("its impulse p_n, N s", envelope.impulse);
    row("energy lost, J", envelope.energy_lost);
    row("rebound speed, m/s", envelope.rebound_speed);
    if (scenario.lander.contact_duration > 0) row("peak force, N", envelope.peak_force);
  }
  if (weighed) {
    row("toppling margin, J", envelope.energy_margin);
    row("toppling margin, deg", envelope.tipping_angle, degrees);
  }
  text.summary = "A foot touches in " + std::to_string(envelope.landed) + " of 33 cases" +
                 (envelope.refused > 0 ? ", " + std::to_string(envelope.refused) + " were refused" : std::string());
  if (envelope.landed > 0 && !weighed)
    text.summary +=
        std::string(". No toppling margin: ") + td_verdict_name(static_cast<std::int32_t>(envelope.worst_verdict));
  if (weighed)
    text.summary += ". Worst: " + corner_text(e, envelope.worst_corner) +
                    ", where the lander: " + td_verdict_name(static_cast<std::int32_t>(envelope.worst_verdict));
  text.summary += ".";
  return text;
}

}  // namespace touchdown::host
