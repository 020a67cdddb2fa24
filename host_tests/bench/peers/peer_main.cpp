// One peer, judged: how far its impacts are from the exact ones, and what they allocate.
//
//     peer_<engine> ways              the ways it can be asked, a line each
//     peer_<engine> judge SET WAY     one line of results, as in results.csv; SET is rods or bodies
//     peer_<engine> spin SET WAY N    resolves every seventh of the set N times and prints how many: to count
//     instructions
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

// Every seventh, since a counting emulator takes its time: 123 rods of all angles and slips, 143 bodies.
void spin(const std::string &set, const peers::Way &way, int passes) {
  const std::vector<Strike> all = peers::strikes(set);
  std::vector<Strike> strikes;
  for (std::size_t i = 0; i < all.size(); i += 7) strikes.push_back(all[i]);
  const std::unique_ptr<peers::Peer> peer = way.make(strikes);
  for (int pass = 0; pass < passes; ++pass) resolve(*peer, strikes.size());
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
  if (what == "spin" && argc == 5) return spin(argv[2], way_named(argv[3]), std::atoi(argv[4])), 0;
  return std::fprintf(stderr, "peer ways | judge SET WAY | spin SET WAY N\n"), 2;
}
