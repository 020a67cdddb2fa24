#include "land/report.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>

#include "cli/text.hpp"
#include "land/envelope.hpp"
#include "land/velocity_picture.hpp"
#include "report/picture.hpp"
#include "report/report.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

constexpr double degrees = 180 / 3.14159265358979323846;

// The vertical plane that the lander flies in: along its horizontal velocity, and up.
struct View {
  Vector along, across, up;
};

View view_of(const Scenario &scenario) {
  const Vector g = vector(scenario.lander.gravity), v = vector(scenario.state.v);
  const Vector up = g.norm() > 0 ? Vector(-g / g.norm()) : vector(scenario.lander.ground[0].n).normalized();
  Vector along = v - up * up.dot(v);
  if (!(along.norm() > 1e-9)) along = up.unitOrthogonal();
  along.normalize();
  return {along, up.cross(along), up};
}

Vector foot_at(const Scenario &scenario, const LanderState<double> &state, int i) {
  const Eigen::Quaterniond q(state.q[0], state.q[1], state.q[2], state.q[3]);
  return vector(state.x) + q.normalized() * vector(scenario.lander.foot[i].r);
}

const char *outlook_name(std::int32_t outlook) {
  constexpr const char *names[] = {"touches", "later than the horizon", "leaves", "parallel"};
  return names[static_cast<std::size_t>(outlook)];
}

const char *chain_end_name(std::int32_t end) {
  constexpr const char *names[] = {"the chain is full", "every foot rests", "nothing more within the horizon"};
  return names[static_cast<std::size_t>(end)];
}

std::string class_text(std::int32_t digits) {
  std::string text;
  for (const char digit : std::to_string(digits)) text += (text.empty() ? "" : "-") + std::string(1, digit);
  return text;
}

std::string margin_text(const Stability<double> &stability) {
  if (stability.worst < 0) return "";
  const Edge<double> &edge = stability.edge[stability.worst];
  return formatted("%.4g J, ", edge.energy_margin) + formatted("%.1f deg", edge.tipping_angle * degrees) + " over " +
         std::to_string(edge.from) + "-" + std::to_string(edge.to);
}

const Cells touchdown_heading = {"foot",      "time s",       "v_n m/s",       "slip m/s",
                                 "p_n N s",   "mode",         "energy lost J", "rebound m/s",
                                 "rebound m", "peak force N", "verdict",       "least margin"};

Cells touchdown_cells(const Touchdown<double> &t) {
  const bool weightless = t.rebound_height < 0, unknown = t.peak_force < 0;
  return {std::to_string(t.foot),
          formatted("%.4f", t.time),
          formatted("%.4g", t.v_n),
          formatted("%.4g", t.slip),
          formatted("%.4g", t.p_n),
          std::string(td_mode_name(static_cast<std::int32_t>(t.mode_compression))) + ", " +
              td_mode_name(static_cast<std::int32_t>(t.mode_restitution)),
          formatted("%.4g", t.energy_lost),
          formatted("%.4g", t.rebound_speed),
          weightless ? "" : formatted("%.4g", t.rebound_height),
          unknown ? "" : formatted("%.4g", t.peak_force),
          td_verdict_name(static_cast<std::int32_t>(t.stability.verdict)),
          margin_text(t.stability)};
}

std::vector<Picture::Row> lander_drawn(const Scenario &scenario, const LanderState<double> &state, const View &view) {
  std::vector<Picture::Row> rows;
  for (int i = 0; i < scenario.lander.feet; ++i) {
    const Vector foot = foot_at(scenario, state, i);
    rows.push_back({view.along.dot(vector(state.x)), view.up.dot(vector(state.x))});
    rows.push_back({view.along.dot(foot), view.up.dot(foot)});
    rows.emplace_back();
  }
  return rows;
}

// The first plane, as far as the legs and the way of the lander reach.
std::vector<Picture::Row> ground_drawn(const Scenario &scenario, const View &view, double from, double to) {
  const Ground<double> &ground = scenario.lander.ground[0];
  const Vector n = vector(ground.n), point = vector(ground.point);
  const double rise = -n.dot(view.along) / n.dot(view.up);
  const double x = view.along.dot(point), z = view.up.dot(point);
  return {{from, z + rise * (from - x)}, {to, z + rise * (to - x)}};
}

std::string side_view(const Scenario &scenario, const Landing<double> &landing) {
  const View view = view_of(scenario);
  const double reach = 1.5 * vector(scenario.lander.foot[0].r).norm();
  const double first = view.along.dot(vector(landing.touchdown[0].at.x));
  const double last = view.along.dot(vector(landing.touchdown[landing.count - 1].at.x));
  Picture picture(860, 420);
  picture.data("ground", ground_drawn(scenario, view, std::min(first, last) - reach, std::max(first, last) + reach));
  picture.script << plain_look
                 << "set size ratio -1\nset key outside right\nset xlabel 'along, m'\nset ylabel 'up, m'\n"
                 << "unset colorbox\nset palette defined (0 '#9ec5e8', 1 '#1d3f66')\n"
                 << "plot $ground with lines lw 3 lc rgb '#8a6d3b' title 'ground'";
  for (int k = 0; k < landing.count; ++k) {
    const std::string name = "lander" + std::to_string(k);
    picture.data(name, lander_drawn(scenario, landing.touchdown[k].at, view));
    picture.script << ", $" << name << " with linespoints pt 7 ps 0.4 lw 2 lc palette frac "
                   << (landing.count > 1 ? 0.9 * k / (landing.count - 1) : 0) << " title 'touchdown " << k + 1
                   << ", foot " << landing.touchdown[k].foot << "'";
  }
  picture.script << '\n';
  return picture.drawn();
}

std::string polygon_view(const Scenario &scenario, const Landing<double> &landing) {
  const View view = view_of(scenario);
  const Touchdown<double> &t = landing.touchdown[landing.count - 1];
  const auto foot = [&](int i) {
    const Vector x = foot_at(scenario, t.at, i) - vector(t.at.x);
    return Picture::Row{view.along.dot(x), view.across.dot(x)};
  };
  std::vector<Picture::Row> edges, worst, feet;
  for (int i = 0; i < t.stability.edges; ++i) {
    const Edge<double> &edge = t.stability.edge[i];
    edges.insert(edges.end(), {foot(edge.from), foot(edge.to), {}});
    if (i == t.stability.worst) worst = {foot(edge.from), foot(edge.to)};
  }
  for (int i = 0; i < scenario.lander.feet; ++i) feet.push_back(foot(i));
  Picture picture(480, 420);
  picture.data("edges", edges);
  picture.data("worst", worst);
  picture.data("feet", feet);
  picture.script << plain_look
                 << "set size ratio -1\nset key outside top\nset xlabel 'along, m'\nset ylabel 'across, m'\n"
                 << "plot $edges with lines lw 2 lc rgb '#2f6ca8' title 'support polygon', "
                    "$worst with lines lw 4 lc rgb '#d1495b' title 'least margin', "
                    "$feet with points pt 7 lc rgb '#1d2733' title 'feet', '+' using (0):(0) "
                    "every ::0::0 with points pt 2 ps 1.5 lw 2 lc rgb '#e07020' title 'centre of mass'\n";
  return picture.drawn();
}

std::string velocity_view(const Scenario &scenario, const Landing<double> &landing) {
  const View view = view_of(scenario);
  std::vector<Picture::Row> rows;
  const auto add = [&](double time, const LanderState<double> &s) {
    rows.push_back({time, view.up.dot(vector(s.v)), view.along.dot(vector(s.v)), vector(s.w).norm()});
  };
  add(0, scenario.state);
  for (int k = 0; k < landing.count; ++k) {
    add(landing.touchdown[k].time, landing.touchdown[k].at);
    add(landing.touchdown[k].time, landing.touchdown[k].after);
  }
  return velocity_picture(rows, "up", "along");
}

void print_envelope(const EnvelopeText &envelope) {
  if (envelope.rows.empty()) return;
  std::printf("\nEnvelope, over all corners of the errors\n");
  for (const Cells &c : envelope.rows)
    std::printf("  %-22s %10s .. %-10s least at %s; most at %s\n", c[0].c_str(), c[1].c_str(), c[3].c_str(),
                c[2].c_str(), c[4].c_str());
  std::printf("%s\n", envelope.summary.c_str());
}

constexpr const char *of_rigid_legs = "Touchdowns, their chain and the envelope are those of rigid legs.";

std::string summary(const Scenario &scenario, Status status, const Landing<double> &landing) {
  if (landing.count == 0) return "No contact: " + status_text(status) + ".";
  const Touchdown<double> &last = landing.touchdown[landing.count - 1];
  return "Foot " + std::to_string(landing.first) + " of " + std::to_string(scenario.lander.feet) + " touches after " +
         formatted("%.4g s", landing.touchdown[0].time) + " (class " + class_text(landing.landing_class) + "). " +
         std::to_string(landing.count) + " touchdowns: " + chain_end_name(landing.chain_end) +
         ". Then it: " + td_verdict_name(static_cast<std::int32_t>(last.stability.verdict)) +
         (last.stability.worst >= 0 ? ", least margin " + margin_text(last.stability) : std::string()) + ".";
}

constexpr const char *no_outcome = "not known: thrust is another after the first contact, and not 0";

}  // namespace

void print_landing(const Scenario &scenario, Status status, const Landing<double> &landing,
                   const std::optional<LandingOutcome> &outcome) {
  for (const std::string &line : {scenario.name, scenario.illustrates, scenario.source})
    std::printf("%s\n", printable(line).c_str());
  std::printf("\n");
  for (int i = 0; i < scenario.lander.feet; ++i) {
    const FootOutlook<double> &o = landing.outlook[i];
    if (o.outlook == TD_OUTLOOK_TOUCHES) std::printf("foot %d  in %.5f s at %.4f m/s\n", i, o.time, o.v_n);
    if (o.outlook != TD_OUTLOOK_TOUCHES) std::printf("foot %d  %s\n", i, outlook_name(o.outlook));
  }
  std::printf("\n%4s %10s %9s %9s %10s %-34s %9s %10s  %s\n", "foot", "time s", "v_n m/s", "slip m/s", "p_n N s",
              "mode", "lost J", "rebound", "verdict, least margin");
  for (int k = 0; k < landing.count; ++k) {
    const Cells c = touchdown_cells(landing.touchdown[k]);
    std::printf("%4s %10s %9s %9s %10s %-34s %9s %10s  %s, %s\n", c[0].c_str(), c[1].c_str(), c[2].c_str(),
                c[3].c_str(), c[4].c_str(), c[5].c_str(), c[6].c_str(), c[7].c_str(), c[10].c_str(), c[11].c_str());
  }
  std::printf("\n%s\n", summary(scenario, status, landing).c_str());
  std::printf("Followed to rest: %s\n", outcome ? outcome_text(*outcome).c_str() : no_outcome);
  const std::vector<Cells> legs = outcome ? leg_rows(scenario, *outcome) : std::vector<Cells>();
  print_legs(legs);
  if (!legs.empty()) std::printf("%s\n", of_rigid_legs);
  if (status > 0) std::printf("%s\n", status_text(status).c_str());
  print_envelope(envelope_of(scenario));
}

void write_landing_report(std::ostream &page, const Scenario &scenario, Status status, const Landing<double> &landing,
                          const std::optional<LandingOutcome> &outcome) {
  std::vector<Cells> rows;
  for (int k = 0; k < landing.count; ++k) rows.push_back(touchdown_cells(landing.touchdown[k]));
  Report report{scenario.name, scenario.illustrates, {}};
  const std::string badge =
      outcome ? outcome_badge(*outcome) : paragraph(std::string("Followed to rest: ") + no_outcome);
  report.sections.push_back({"Outcome", badge + paragraph(summary(scenario, status, landing)) +
                                            (outcome ? outcome_player(scenario, *outcome) : std::string()) +
                                            paragraph(scenario.source)});
  const std::vector<Cells> legs = outcome ? leg_rows(scenario, *outcome) : std::vector<Cells>();
  if (!legs.empty()) report.sections.push_back({"Legs", table(leg_heading, legs) + paragraph(of_rigid_legs)});
  report.sections.push_back({"Touchdowns", table(touchdown_heading, rows)});
  const EnvelopeText envelope = envelope_of(scenario);
  if (!envelope.rows.empty())
    report.sections.push_back(
        {"Envelope",
         paragraph(
             "Least and largest of each output over all corners of the errors, which bound nothing between them. " +
             envelope.summary) +
             table(envelope.heading, envelope.rows)});
  if (landing.count > 0)
    report.sections.push_back(
        {"Pictures",
         figure(side_view(scenario, landing), "Side view: legs at each touchdown, earlier ones lighter.") +
             figure(polygon_view(scenario, landing), "Support polygon after the last touchdown, from above.") +
             figure(velocity_view(scenario, landing), "Velocities over time; impacts are the jumps.")});
  write(page, report);
}

}  // namespace touchdown::host
