// The error of the derivatives of an impact against differences of the exact one: COUNT random well-posed bodies of a
// family, by all laws, in float and double. Prints median, 99 %, 99.9 % and greatest error, without a caveat and with
// TD_CAVEAT_ONE_SIDED, minus the error of the differences themselves; fails if not 99.9 % of those without a caveat are
// within the bar.
//
//     derivative_accuracy [count] [family] [seed]
//
// Seen red: without the share of the speed in StepChain (src/sensitivity/path_step.hpp).
#include <cstdio>
#include <cstdlib>
#include <string>

#include "contact_samples.hpp"

namespace {

using contact_samples::Sample;

struct Figures {
  std::vector<double> certain, one_sided;
  int refused = 0;
};

template <class Scalar>
void add(Figures &figures, const Sample &sample) {
  touchdown::Status status = 0;
  const double error = contact_samples::error_of<Scalar>(sample, status) - 4 * sample.exact.doubt;
  if (status < 0)
    ++figures.refused;
  else
    ((status & TD_CAVEAT_ONE_SIDED) != 0 ? figures.one_sided : figures.certain).push_back(std::max(error, 0.0));
}

// The error of 99.9 %.
double print_row(const char *what, std::vector<double> errors) {
  std::sort(errors.begin(), errors.end());
  const auto at = [&](double quantile) {
    return errors.empty() ? 0 : errors[static_cast<std::size_t>(quantile * static_cast<double>(errors.size() - 1))];
  };
  std::printf("%-26s %8zu %9.1e %9.1e %9.1e %9.1e\n", what, errors.size(), at(0.5), at(0.99), at(0.999), at(1));
  return at(0.999);
}

// Whether it passes.
bool judge(const char *precision, const Figures &figures, double bar) {
  const double most = print_row(precision, figures.certain);
  print_row("  one-sided", figures.one_sided);
  const auto beyond =
      std::count_if(figures.certain.begin(), figures.certain.end(), [&](double x) { return !(x <= bar); });
  std::printf("  beyond %.0e: %td without a caveat; refused: %d\n", bar, beyond, figures.refused);
  return most <= bar;
}

double bar_of_float(oracle::Family family) {
  if (family == oracle::Family::general || family == oracle::Family::pair) return 1e-3;
  return oracle::is_extreme(family) || family == oracle::Family::far_reaching ? 5e-3 : 2e-3;
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  const std::string wanted = argc > 2 ? argv[2] : "general";
  oracle::Random random(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  for (const oracle::Family family : oracle::families) {
    if (wanted != oracle::name(family)) continue;
    Figures in_double, in_float;
    for (int i = 0; i < count; ++i) {
      const Sample sample = contact_samples::next_sample(random, family);
      add<double>(in_double, sample);
      add<float>(in_float, sample);
    }
    std::printf("%s, %d bodies\n%-26s %8s %9s %9s %9s %9s\n", wanted.c_str(), count, "relative error", "bodies", "50 %",
                "99 %", "99.9 %", "greatest");
    const bool passed = judge("double", in_double, 1e-6);
    return judge("float", in_float, bar_of_float(family)) && passed ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  std::fprintf(stderr, "%s: no such family\n", wanted.c_str());
  return EXIT_FAILURE;
}
