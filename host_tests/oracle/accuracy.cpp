// The error of the library against the exact impact: N random well-posed bodies, in float and double, at the default,
// 12 and 64 steps of the slip path and by the algebraic method. Prints median, 99.9 % and greatest error of the total
// impulse with the inputs and the condition number of the worst; fails where the slip path misses its bars. If W is
// singular the impulse is not unique; then the error of the velocity after counts, as a part of the velocity before.
//
//     accuracy [count] [family] [seed]
//
// "Silent": off by more than 1e-2 without a caveat, although the digits of the data suffice. In every family at most 1
// case in 10 000 may be silent.
//
// Seen red: every tolerance of float's slip path 0.1, in src/numerics/tolerances.hpp; with slow-slip, passes_the_stop
// in src/impact/slip_path/continuation.hpp without its last line.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "condition.hpp"
#include "random_cases.hpp"

namespace {

using oracle::Case;

struct Sample {
  Case input;
  oracle::Result exact;
  oracle::Result other;  // by the law that the automatic law rejected
  bool singular;         // W
};

// If both laws are nearly as consistent, rounding decides which one the automatic law takes: its answer is compared
// with the law that it reports.
const oracle::Result &exact_of(const Sample &sample, std::int32_t law) {
  return law == sample.exact.law ? sample.exact : sample.other;
}

oracle::Result other_law(Case input, std::int32_t chosen) {
  input.options.law = chosen == TD_LAW_POISSON ? TD_LAW_ENERGETIC : TD_LAW_POISSON;
  return oracle::exact_impact(input);
}

std::vector<Sample> samples(int count, oracle::Family family, std::uint64_t seed) {
  oracle::Random random(seed);
  std::vector<Sample> list;
  while (static_cast<int>(list.size()) < count) {
    const Case input = oracle::random_case(random, family);
    const oracle::Result exact = oracle::exact_impact(input);
    if (!oracle::well_posed(input, exact)) continue;
    const bool chosen = input.options.law == TD_LAW_AUTOMATIC;
    list.push_back({input, exact, chosen ? other_law(input, exact.law) : exact, oracle::is_singular(family)});
  }
  return list;
}

struct Figures {
  std::vector<double> errors;
  int refused = 0, gained = 0, gained_silently = 0, budget_spent = 0, silent = 0;
  double worst = -1, greatest_gain = 0;
  Sample worst_sample{};

  double at(double quantile) const {
    return errors[static_cast<std::size_t>(quantile * static_cast<double>(errors.size() - 1))];
  }
};

template <class Scalar>
double error_of(const Sample &sample, const touchdown::Impact<Scalar> &impact) {
  const auto off = [](Scalar x, double exact) { return static_cast<double>(x) - exact; };
  const oracle::Result &exact = exact_of(sample, impact.law);
  const auto &p = exact.p;
  const auto &v = exact.v;
  if (sample.singular)
    return std::hypot(off(impact.v.n, v.n), off(impact.v.t, v.t), off(impact.v.s, v.s)) / oracle::size(sample.input.v);
  return std::hypot(off(impact.p.n, p.n), off(impact.p.t, p.t), off(impact.p.s, p.s)) / oracle::size(p);
}

// Off by more than a hundredth, without a caveat, although the rounding of the data does not explain it.
template <class Scalar>
bool is_silent(const Sample &sample, double error, touchdown::Status status) {
  constexpr touchdown::Status said = TD_CAVEAT_BUDGET_SPENT | TD_CAVEAT_DIRECTION;
  if (error <= 1e-2 || (status & said) != 0) return false;
  return oracle::condition(sample.input) * static_cast<double>(std::numeric_limits<Scalar>::epsilon()) < 1e-3;
}

template <class Scalar>
void add(Figures &figures, const Sample &sample, std::int32_t method, int steps) {
  touchdown::Contact<Scalar> contact = oracle::cast<Scalar>(sample.input);
  contact.options.method = method;
  contact.options.steps = steps;
  touchdown::Impact<Scalar> impact{};
  const touchdown::Status status = touchdown::resolve(contact, impact);
  if (status < 0) {
    ++figures.refused;
    return;
  }
  const double error = error_of(sample, impact);
  figures.errors.push_back(error);
  figures.silent += is_silent<Scalar>(sample, error, status);
  if (!(error <= figures.worst)) {
    figures.worst = error;
    figures.worst_sample = sample;
  }
  const double gain = static_cast<double>(impact.energy_after / impact.energy_before) - 1;
  const bool gained = gain > 64 * static_cast<double>(std::numeric_limits<Scalar>::epsilon());
  figures.gained += gained;
  figures.gained_silently += gained && (status & TD_CAVEAT_ENERGY_GAINED) == 0;
  figures.greatest_gain = std::max(figures.greatest_gain, gain);
  figures.budget_spent += (status & TD_CAVEAT_BUDGET_SPENT) != 0;
}

void print_worst(const Figures &figures) {
  const Case &c = figures.worst_sample.input;
  const oracle::Result &exact = figures.worst_sample.exact;
  std::printf("    worst: W nn nt ns tt ts ss %.17g %.17g %.17g %.17g %.17g %.17g\n", c.W.nn, c.W.nt, c.W.ns, c.W.tt,
              c.W.ts, c.W.ss);
  std::printf("           v n t s %.17g %.17g %.17g  mu_s %.17g mu_k %.17g e %.17g  law %d d1 %.17g d2 %.17g\n", c.v.n,
              c.v.t, c.v.s, c.surface.mu_s, c.surface.mu_k, c.surface.e, static_cast<int>(c.options.law), c.options.d1,
              c.options.d2);
  std::printf("           exact p %.17g %.17g %.17g  case %d  ratio to stick %.6g  least slip %.3g  condition %.3g\n",
              exact.p.n, exact.p.t, exact.p.s, exact.case_number, exact.ratio_to_stick, exact.least_slip,
              oracle::condition(c));
}

struct Bar {
  double most_999, most;
  double silent = 1e-4;  // part of the cases
  double refused = 0;
};
constexpr Bar none{1e300, 1e300, 1};

template <class Scalar>
bool judge(const std::vector<Sample> &list, const char *name, std::int32_t method, int steps, Bar bar) {
  Figures figures;
  for (const Sample &sample : list) add<Scalar>(figures, sample, method, steps);
  if (figures.errors.empty()) return std::printf("%-32s all refused\n", name), false;
  std::sort(figures.errors.begin(), figures.errors.end());
  const double q = figures.at(0.999), most = figures.errors.back();
  const auto part = [&list](double share) { return share * static_cast<double>(list.size()); };
  const bool good = q <= bar.most_999 && most <= bar.most && figures.refused <= part(bar.refused) &&
                    figures.silent <= part(bar.silent) && figures.gained_silently == 0;
  const auto beyond = figures.errors.end() - std::upper_bound(figures.errors.begin(), figures.errors.end(), 6e-4);
  std::printf(
      "%-32s median %.2e  99.9 %% %.2e  greatest %.2e  beyond 6e-4 %td  silent %d  refused %d  budget spent %d  energy "
      "gained %d",
      name, figures.at(0.5), q, most, beyond, figures.silent, figures.refused, figures.budget_spent, figures.gained);
  if (figures.gained > 0)
    std::printf(" (to %+.2g %%, silently %d)", 100 * figures.greatest_gain, figures.gained_silently);
  std::printf("%s\n", good ? "" : "  MISSED");
  print_worst(figures);
  return good;
}

oracle::Family family_named(const std::string &wanted) {
  for (const oracle::Family family : oracle::families) {
    if (wanted == oracle::name(family)) return family;
  }
  std::fprintf(stderr, "no such family: %s\n", wanted.c_str());
  std::exit(2);
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100000;
  const oracle::Family family = argc > 2 ? family_named(argv[2]) : oracle::Family::general;
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  if (count < 1) return std::fprintf(stderr, "accuracy [count] [family] [seed]\n"), 2;
  const std::vector<Sample> list = samples(count, family, seed);
  std::printf("%d random cases, %s; error of the impulse over its size\n", count, oracle::name(family));
  const bool easy = family == oracle::Family::general || family == oracle::Family::pair;
  const Bar standard = easy ? Bar{2.5e-4, 6e-4} : Bar{1e300, 1e300};
  bool good = true;
  good &= judge<float>(list, "float, slip path, default", TD_METHOD_SLIP_PATH, 0, standard);
  good &= judge<double>(list, "double, slip path, default", TD_METHOD_SLIP_PATH, 0, standard);
  good &= judge<float>(list, "float, slip path, 12 steps", TD_METHOD_SLIP_PATH, 12, none);
  good &= judge<double>(list, "double, slip path, 12 steps", TD_METHOD_SLIP_PATH, 12, none);
  good &= judge<float>(list, "float, slip path, 64 steps", TD_METHOD_SLIP_PATH, TD_MAX_STEPS, none);
  good &= judge<double>(list, "double, slip path, 64 steps", TD_METHOD_SLIP_PATH, TD_MAX_STEPS, none);
  good &= judge<float>(list, "float, algebraic", TD_METHOD_ALGEBRAIC, 0, none);
  good &= judge<double>(list, "double, algebraic", TD_METHOD_ALGEBRAIC, 0, none);
  return good ? 0 : 1;
}
