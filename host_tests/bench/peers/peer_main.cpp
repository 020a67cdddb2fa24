// One peer, judged: how far its impacts are from the exact ones, and what they allocate.
//
//     peer_<engine> ways              the ways it can be asked, a line each
//     peer_<engine> judge SET WAY     one line of results, as in results.csv; SET is rods or bodies
//     peer_<engine> spin SET WAY N    resolves every seventh of the set N times and prints how many: to count
//     instructions
//     peer_<engine> slopes SET WAY    one line of slopes.csv: errors of its derivatives, or none where it has none
//     peer_<engine> spin_slopes SET WAY N
//
// Its derivatives, of the motion after by that before, are held against central differences of the exact impact under
// the law that suits the peer's impacts best, where a step ten times as long makes the same of these; the error is in
// Frobenius' norm.
//
// A peer is held against the exact impact under the law that suits it best (least median error). Its impulse is what
// the momentum of the body changed by; the error is over the exact impulse's size. A reversal is missed where the exact
// slip stops and goes on in a new direction, and the peer's slip after does not go along it at a hundredth of its
// speed. Violations are those of more than a thousandth: friction beyond the cone (of the impulse), energy gained (of
// the energy before).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "allocations.hpp"
#include "strikes.hpp"

namespace {

using peers::After;
using peers::Strike;
using peers::Vector;

struct Judgement {
  std::string law;
  std::vector<double> errors;
  int reversals = 0, missed = 0, out_of_cone = 0, gained = 0;

  double median() const { return errors[errors.size() / 2]; }
};

double energy(const Strike &strike, const After &u) {
  return (strike.mass * u.v.squaredNorm() + strike.inertia.dot(u.w.cwiseProduct(u.w))) / 2;
}

void judge_reversal(Judgement &judgement, const oracle::Result &exact, const touchdown::ContactVector<double> &v) {
  if (exact.case_number != 2 && exact.case_number != 4) return;
  ++judgement.reversals;
  const double along = v.t * exact.v.t + v.s * exact.v.s, speed = std::hypot(exact.v.t, exact.v.s);
  judgement.missed += !(along > 0.01 * speed * speed);
}

void judge_one(Judgement &judgement, const Strike &strike, const After &after, std::int32_t law) {
  constexpr double tolerance = 1e-3;
  const Eigen::Matrix3d axes = peers::frame(strike);
  const oracle::Result exact = oracle::exact_impact(peers::contact_of(strike, law));
  if (!exact.solved) return;
  const auto p = peers::in_frame(axes, strike.mass * (after.v - strike.v));
  const double size = std::hypot(exact.p.n, exact.p.t, exact.p.s);
  judgement.errors.push_back(std::hypot(p.n - exact.p.n, p.t - exact.p.t, p.s - exact.p.s) / size);
  judge_reversal(judgement, exact, peers::in_frame(axes, after.v + after.w.cross(strike.r)));
  judgement.out_of_cone += !(std::hypot(p.t, p.s) <= strike.mu * p.n + tolerance * std::hypot(p.n, p.t, p.s));
  judgement.gained += !(energy(strike, after) <= (1 + tolerance) * energy(strike, {strike.v, strike.w}));
}

Judgement judge(const std::vector<Strike> &strikes, const std::vector<After> &afters, std::int32_t law,
                const char *name) {
  Judgement judgement;
  judgement.law = name;
  for (std::size_t i = 0; i < strikes.size(); ++i) judge_one(judgement, strikes[i], afters[i], law);
  for (double &error : judgement.errors) error = std::isfinite(error) ? error : HUGE_VAL;
  std::sort(judgement.errors.begin(), judgement.errors.end());
  return judgement;
}

Judgement best(const std::vector<Strike> &strikes, const std::vector<After> &afters) {
  Judgement least = judge(strikes, afters, TD_LAW_POISSON, "Poisson");
  for (Judgement other :
       {judge(strikes, afters, TD_LAW_NEWTON, "Newton"), judge(strikes, afters, TD_LAW_ENERGETIC, "energetic")}) {
    if (other.median() < least.median()) least = std::move(other);
  }
  return least;
}

std::vector<After> resolve(peers::Peer &peer, std::size_t count) {
  std::vector<After> afters(count);
  for (std::size_t i = 0; i < count; ++i) afters[i] = peer.resolve(i);
  return afters;
}

void print(const std::string &set, const peers::Way &way) {
  const std::vector<Strike> strikes = peers::strikes(set);
  const std::unique_ptr<peers::Peer> peer = way.make(strikes);
  const std::vector<After> afters = resolve(*peer, strikes.size());
  const unsigned long before = peers::allocations();
  resolve(*peer, strikes.size());
  const auto allocated = static_cast<double>(peers::allocations() - before - 1);  // one is the list of results
  const Judgement judgement = best(strikes, afters);
  std::printf("%s;%s;%zu;%s;%.2g;%.2g;%d;%d;%d;%d;%.3g\n", set.c_str(), way.name.c_str(), strikes.size(),
              judgement.law.c_str(), judgement.median(), judgement.errors.back(), judgement.missed, judgement.reversals,
              judgement.out_of_cone, judgement.gained, allocated / static_cast<double>(strikes.size()));
}

peers::Slopes differences(Strike strike, std::int32_t law, double step, bool &smooth) {
  peers::Slopes slopes;
  const Eigen::Matrix3d axes = peers::frame(strike);
  const auto moved = [&](int j, double by) {
    Strike other = strike;
    (j < 3 ? other.v[j] : other.w[j - 3]) += by;
    const oracle::Result exact = oracle::exact_impact(peers::contact_of(other, law));
    smooth = smooth && exact.solved;
    const Vector p = axes * Vector(exact.p.t, exact.p.s, exact.p.n);
    Eigen::Matrix<double, 6, 1> after;
    after << other.v + p / strike.mass, other.w + strike.r.cross(p).cwiseQuotient(strike.inertia);
    return after;
  };
  for (int j = 0; j < 6; ++j) slopes.col(j) = (moved(j, step) - moved(j, -step)) / (2 * step);
  return slopes;
}

std::int32_t law_of(const std::string &name) {
  return name == "Poisson" ? TD_LAW_POISSON : name == "Newton" ? TD_LAW_NEWTON : TD_LAW_ENERGETIC;
}

void print_slopes(const std::string &set, const peers::Way &way) {
  constexpr double step = 1e-6, smooth_to = 1e-4;
  const std::vector<Strike> strikes = peers::strikes(set);
  const std::unique_ptr<peers::Peer> peer = way.make(strikes);
  if (!peer->slopes(0)) return;
  const std::string law = best(strikes, resolve(*peer, strikes.size())).law;
  std::vector<double> errors;
  for (std::size_t i = 0; i < strikes.size(); ++i) {
    bool smooth = true;
    const peers::Slopes exact = differences(strikes[i], law_of(law), step, smooth);
    const double off = (differences(strikes[i], law_of(law), 10 * step, smooth) - exact).norm() / exact.norm();
    const double error = (*peer->slopes(i) - exact).norm() / exact.norm();
    if (smooth && off < smooth_to) errors.push_back(std::isfinite(error) ? error : HUGE_VAL);
  }
  std::sort(errors.begin(), errors.end());
  std::printf("%s;%s;%zu;%s;%.2g;%.2g\n", set.c_str(), way.name.c_str(), errors.size(), law.c_str(),
              errors[errors.size() / 2], errors[errors.size() * 99 / 100]);
}

// Every seventh, since a counting emulator takes its time: 123 rods of all angles and slips, 143 bodies.
void spin(const std::string &set, const peers::Way &way, int passes, bool with_slopes) {
  const std::vector<Strike> all = peers::strikes(set);
  std::vector<Strike> strikes;
  for (std::size_t i = 0; i < all.size(); i += 7) strikes.push_back(all[i]);
  const std::unique_ptr<peers::Peer> peer = way.make(strikes);
  for (int pass = 0; pass < passes && !with_slopes; ++pass) resolve(*peer, strikes.size());
  for (int pass = 0; pass < passes && with_slopes; ++pass)
    for (std::size_t i = 0; i < strikes.size(); ++i) (void)peer->slopes(i);
  std::printf("%zu\n", strikes.size());
}

peers::Way way_named(const std::string &name) {
  for (const peers::Way &way : peers::ways()) {
    if (way.name == name) return way;
  }
  throw std::runtime_error("no such way: " + name);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "ways" && argc == 2) {
    for (const peers::Way &way : peers::ways())
      std::printf("%s;%s\n", way.space == peers::Space::plane ? "rods" : "rods bodies", way.name.c_str());
    return 0;
  }
  if (what == "judge" && argc == 4) return print(argv[2], way_named(argv[3])), 0;
  if (what == "slopes" && argc == 4) return print_slopes(argv[2], way_named(argv[3])), 0;
  if ((what == "spin" || what == "spin_slopes") && argc == 5)
    return spin(argv[2], way_named(argv[3]), std::atoi(argv[4]), what != "spin"), 0;
  return std::fprintf(stderr, "peer ways | judge SET WAY | slopes SET WAY | spin[_slopes] SET WAY N\n"), 2;
}
