#include "land/campaign.hpp"
#include "cli/text.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <iterator>
#include <stdexcept>

#include "cli/progress.hpp"
#include "land/outcome.hpp"

namespace touchdown::host {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

// The finalizer of SplitMix64 (Steele, Lea & Flood 2014; constants by D. Stafford, variant 13).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t run) : key_(mixed(mixed(seed + golden) + golden * (run + 1))) {}

  // Uniform in [-half, half); the next quantity.
  double within(double half) {
    const std::uint64_t bits = mixed(key_ + golden * ++quantity_);
    return half * (static_cast<double>(bits >> 11) * 0x1p-52 - 1);
  }

  Vector3<double> within(const Vector3<double> &half) {
    const double x = within(half[0]), y = within(half[1]), z = within(half[2]);
    return {x, y, z};
  }

 private:
  std::uint64_t key_, quantity_ = 0;
};

// Small rotation by `tilt` [rad] after q, to second order; the library makes it a unit quaternion.
void turn(double (&q)[4], const Vector3<double> &tilt) {
  const double w = 1 - tilt.squaredNorm() / 8, x = tilt[0] / 2, y = tilt[1] / 2, z = tilt[2] / 2;
  const double turned[4] = {w * q[0] - x * q[1] - y * q[2] - z * q[3], w * q[1] + x * q[0] + y * q[3] - z * q[2],
                            w * q[2] - x * q[3] + y * q[0] + z * q[1], w * q[3] + x * q[2] - y * q[1] + z * q[0]};
  std::copy(std::begin(turned), std::end(turned), q);
}

constexpr const char *heading =
    "run,status,first,landing_class,touchdowns,chain_end,time_s,v_n_m_s,p_n_N_s,energy_lost_J,rebound_m_s,"
    "peak_force_N,least_margin_J,least_margin_rad,verdict\n";

struct Worst {
  double lost = 0, rebound = 0, peak = 0, energy = 0, angle = 0;
  std::int32_t verdict = TD_VERDICT_NO_POLYGON;
};

Worst worst_of(const Landing<double> &landing) {
  Worst worst;
  bool any = false;
  for (int k = 0; k < landing.count; ++k) {
    const Touchdown<double> &t = landing.touchdown[k];
    worst.lost += t.energy_lost;
    worst.rebound = k == 0 ? t.rebound_speed : std::max(worst.rebound, t.rebound_speed);
    worst.peak = k == 0 ? t.peak_force : std::max(worst.peak, t.peak_force);
    if (t.stability.worst < 0 && !any) worst.verdict = t.stability.verdict;
    if (t.stability.worst < 0) continue;
    const Edge<double> &edge = t.stability.edge[t.stability.worst];
    if (!any || edge.energy_margin < worst.energy) {
      worst.energy = edge.energy_margin;
      worst.angle = edge.tipping_angle;
      worst.verdict = t.stability.verdict;
    }
    any = true;
  }
  return worst;
}

void write_row(std::uint64_t run, Status status, const Landing<double> &landing, std::ostream &out) {
  char text[1024];
  const bool landed = status >= 0 && landing.count > 0;
  if (!landed) {
    std::snprintf(text, sizeof text, "%" PRIu64 ",%s,,,0,,,,,,,,,,\n", run, status_field(status).c_str());
    out << text;
    return;
  }
  const Touchdown<double> &first = landing.touchdown[0];
  const Worst worst = worst_of(landing);
  std::snprintf(text, sizeof text, "%" PRIu64 ",%s,%d,%d,%d,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%s\n",
                run, status_field(status).c_str(), static_cast<int>(landing.first),
                static_cast<int>(landing.landing_class), static_cast<int>(landing.count),
                static_cast<int>(landing.chain_end), first.time, first.v_n, first.p_n, worst.lost, worst.rebound,
                worst.peak, worst.energy, worst.angle, td_verdict_name(static_cast<std::int32_t>(worst.verdict)));
  out << text;
}

void count(Status status, const Landing<double> &landing, CampaignTally &tally) {
  ++tally.runs;
  if (status < 0) ++tally.refused;
  if (status < 0 || landing.count == 0) return;
  ++tally.landed;
  if (worst_of(landing).verdict == TD_VERDICT_STAYS) ++tally.stays;
}

// ---- Followed to rest -----------------------------------------------------------------------------------------------

constexpr const char *settled_heading =
    "run,status,outcome,first_contact_s,time_s,energy_lost_J,least_margin_J,most_stroke_m,peak_force_N,x_m,y_m,z_m,"
    "beyond_heights\n";

// What there is none of is left empty.
std::string cell(double number) {
  return number == static_cast<double>(TD_NOT_APPLICABLE) ? "" : formatted("%.17g", number);
}

void settle_run(std::uint64_t run, const Scenario &scenario, std::ostream &out, CampaignTally &tally) {
  Settling<double> end;
  LegsRecord<double> legs;
  const Status status =
      settle_on_legs(settling_body_of(scenario), scenario.legs, scenario.state, TD_MAX_SETTLING_STEPS, end, legs);
  ++tally.runs;
  out << run << ',' << status_field(status);
  if (status < 0) {
    ++tally.refused;
    out << ",,,,,,,,,,,\n";
    return;
  }
  if (end.first_contact != static_cast<double>(TD_NOT_APPLICABLE)) ++tally.landed;
  if (end.outcome == TD_OUTCOME_RESTS_UPRIGHT) ++tally.stays;
  double stroke = 0, force = 0;
  for (const LegRecord<double> &leg : legs.leg) {
    stroke = std::max(stroke, leg.most_stroke);
    force = std::max(force, leg.peak_force);
  }
  out << ',' << td_outcome_name(end.outcome);
  for (const double number : {end.first_contact, end.time, end.energy_lost, end.least_margin, stroke, force,
                              end.state.x[0], end.state.x[1], end.state.x[2]})
    out << ',' << cell(number);
  out << ',' << (ends_beyond(scenario, end.state, legs) ? 1 : 0) << '\n';
}

void predict_run(std::uint64_t run, const Scenario &scenario, std::ostream &out, CampaignTally &tally) {
  Landing<double> landing = {};
  const Status status = predict(scenario.lander, scenario.state, landing);
  write_row(run, status, landing, out);
  count(status, landing, tally);
}

}  // namespace

Scenario dispersed(const Scenario &scenario, std::uint64_t seed, std::uint64_t run) {
  Scenario s = scenario;
  const Dispersion &d = scenario.dispersion;
  Draw draw(seed, run);
  view(s.state.v) += draw.within(d.velocity);
  view(s.state.w) += draw.within(d.angular_velocity);
  turn(s.state.q, draw.within(d.tilt));
  const Vector3<double> slope = draw.within(d.slope);
  for (int i = 0; i < s.lander.planes; ++i) view(s.lander.ground[i].n) += slope;
  const double mu = draw.within(d.mu), e = draw.within(d.e);
  for (int i = 0; i < s.lander.feet; ++i) {
    Surface<double> &surface = s.lander.foot[i].surface;
    surface.mu_k = std::max(0.0, surface.mu_k + mu);
    surface.mu_s = std::max(surface.mu_k, surface.mu_s + mu);
    surface.e = std::clamp(surface.e + e, 0.0, 1.0);
  }
  return s;
}

CampaignTally run_campaign(const Scenario &scenario, std::uint64_t runs, std::uint64_t seed, const Shard &shard,
                           std::ostream &out) {
  const bool to_rest = yields(scenario) || scenario.uneven != nullptr;
  if (to_rest && !has_known_thrust(scenario))
    throw std::runtime_error("/thrust_after must be that of /thrust, or 0, where landings are followed to rest");
  const auto [begin, end] = range_of(shard, runs);
  CampaignTally tally;
  Progress progress("landing", static_cast<std::size_t>(end - begin));
  if (shard.number == 1) out << (to_rest ? settled_heading : heading);
  for (std::uint64_t run = begin; run < end && out; ++run) {
    (to_rest ? settle_run : predict_run)(run, dispersed(scenario, seed, run), out, tally);
    progress.at(static_cast<std::size_t>(run - begin + 1));
  }
  return tally;
}

}  // namespace touchdown::host
