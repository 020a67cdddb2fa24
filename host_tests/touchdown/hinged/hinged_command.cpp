// `touchdown identify --model`: tosses of two links on a hinge.
#include <CLI/CLI.hpp>
#include <Eigen/Cholesky>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"
#include "hinged/hinged_identification.hpp"
#include "link/backend.hpp"
#include "report/picture.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

void print_sentences(const std::vector<std::string> &sentences) {
  std::printf("\n");
  for (const std::string &sentence : sentences) std::printf("  %s\n", printable(sentence).c_str());
}

void print_models(const HingedSet &set, const char *what) {
  std::printf("\n%s: %zu impacts, %s\n\n  %-32s %6s %6s %6s  %8s %8s  %8s  %s\n", printable(set.name).c_str(),
              set.impulses.size(), what, "least median", "e", "mu", "hold", "E-norm", "90 %", "impulse",
              "energy gained");
  for (const HingedFit &fit : set.fits)
    std::printf("  %-32s %6.3f %6.3f %6s  %6.2f %% %6.2f %%  %6.2f %%  %5zu\n", fit.name.c_str(), fit.found.e,
                fit.found.mu, fit.handling == HingedHandling::giving ? formatted("%.2f", fit.found.hold).c_str() : "",
                100 * median(fit.norm), 100 * quantile(fit.norm, 0.9), 100 * median(fit.impulse), fit.gains);
}

// Impacts of a file, once the body is known.
void find_impacts(const HingedBody &body, const MassProperties &properties, const std::vector<HingedToss> &tosses,
                  HingedSet &set) {
  set.impacts = impacts_in(body, properties, tosses, set.ground, set.noise);
  set.impulses = impulses_of(body, properties, set.impacts);
  if (set.impulses.empty()) throw std::runtime_error(set.name + ": holds no clean impact");
}

std::vector<HingedToss> tosses_in(const std::string &path, const HingedBody &body, RowsLeftOut &left_out,
                                  HingedSet &set) {
  std::vector<HingedToss> tosses = read_hinged_tosses(path, body, left_out);
  if (tosses.empty()) throw std::runtime_error(path + ": holds no toss");
  set.name = path;
  set.tosses = tosses.size();
  set.ground = ground_of(body, tosses);
  set.noise = noise_of(tosses);
  if (!(set.noise.position > 0 && set.noise.attitude > 0 && set.noise.joint > 0)) {
    set.noise.position = std::max(set.noise.position, 1e-6);
    set.noise.attitude = std::max(set.noise.attitude, 1e-5);
    set.noise.joint = std::max(set.noise.joint, 1e-5);
  }
  return tosses;
}

// ---- bits ----

template <class Scalar>
Contact<Scalar> contact_of(const HingedImpact &impact, const HingedParameters &with) {
  const Vector3<double> &n = impact.normal, t = n.unitOrthogonal(), s = n.cross(t);
  Matrix3<double> frame;
  frame << n.transpose(), t.transpose(), s.transpose();
  const HingedJacobian J = frame * impact.J;
  const Matrix3<double> W = J * impact.M.ldlt().solve(J.transpose());
  const Vector3<double> v = J * impact.before;
  const auto in = [](double x) { return static_cast<Scalar>(x); };
  Contact<Scalar> contact;
  contact.W = {in(W(0, 0)), in(W(0, 1)), in(W(0, 2)), in(W(1, 1)), in(W(1, 2)), in(W(2, 2))};
  contact.v = {in(v[0]), in(v[1]), in(v[2])};
  contact.surface = {in(with.mu), in(with.mu), in(with.e)};
  return contact;
}

template <class Scalar>
PlaceCheck checked_on(Backend<Scalar> &backend, const std::string &place, const HingedSet &set) {
  PlaceCheck check{place};
  for (const HingedImpulse &impulse : set.impulses) {
    const HingedParameters &with = set.fits.front().found;
    const Contact<Scalar> contact = contact_of<Scalar>(*impulse.impact, with);
    Impact<Scalar> there{}, here{};
    Impact<double> exact{};
    const Status status = backend.resolve(contact, there).status, status_here = resolve(contact, here);
    ++check.impacts;
    if (status == status_here && std::memcmp(&there, &here, sizeof here) == 0) ++check.same_bits;
    if (status < 0 || resolve(contact_of<double>(*impulse.impact, with), exact) < 0) continue;
    const Vector3<double> off(exact.p.n - static_cast<double>(there.p.n), exact.p.t - static_cast<double>(there.p.t),
                              exact.p.s - static_cast<double>(there.p.s));
    check.largest_difference = std::max(check.largest_difference, off.norm() / exact.p.n);
  }
  return check;
}

PlaceCheck check_place(const std::string &place, const HingedSet &set) {
  PlaceCheck check;
  with_backend(place, [&](auto &backend) {
    check = checked_on(backend, place, set);
    return 0;
  });
  return check;
}

std::vector<std::string> words_of(const PlaceCheck &check, const HingedSet &set) {
  const double pinned_difference = largest_pinned_difference(set.impulses, set.fits.front().found);
  return {"M, J against two bodies held by five rows, and the exact path through both: at most " +
              formatted("%.1e", pinned_difference) + " apart on any impact.",
          "On " + check.place + ", in contact space: bits as here in " + std::to_string(check.same_bits) + " of " +
              std::to_string(check.impacts) + "; impulses at most " + formatted("%.1e", check.largest_difference) +
              " from those in double."};
}

// ---- the command ----

// Errors of each model, by impact.
std::vector<ImpactColumn> columns_of(const HingedSet &set) {
  std::vector<ImpactColumn> columns;
  for (const HingedFit &fit : set.fits) {
    columns.push_back({fit.column, {}});
    for (std::size_t i = 0; i < set.impulses.size(); ++i) columns.back().figures[set.impulses[i].impact] = fit.norm[i];
  }
  return columns;
}

struct Outputs {
  std::optional<Output> impacts, report;

  explicit Outputs(const HingedArguments &arguments) {
    if (!arguments.impacts.empty()) impacts.emplace(arguments.impacts);
    if (!arguments.report.empty()) report.emplace(arguments.report);
  }
  void keep() {
    for (std::optional<Output> *output : {&impacts, &report})
      if (*output) (*output)->keep();
  }
};

void hold_against(const HingedArguments &arguments, HingedIdentification &found, RowsLeftOut &left_out) {
  HingedSet set;
  const std::vector<HingedToss> tosses = tosses_in(arguments.check, found.body, left_out, set);
  find_impacts(found.body, found.flights.properties, tosses, set);
  for (const HingedFit &fit : found.sets.front().fits) set.fits.push_back(judged_on(set.impulses, fit));
  print_sentences(words_of(set.impacts));
  print_models(set, "parameters found on the others");
  set.findings = findings(set);
  print_sentences(set.findings);
  found.sets.push_back(std::move(set));
}

HingedIdentification identified(const HingedArguments &arguments, RowsLeftOut &left_out) {
  HingedIdentification found{read_hinged_body(arguments.model), {}, {}};
  HingedSet set;
  const std::vector<HingedToss> tosses = tosses_in(arguments.data, found.body, left_out, set);
  found.flights = properties_of_flights(found.body, tosses, set.ground, set.noise);
  print_sentences({arguments.data + ": " + std::to_string(tosses.size()) + " tosses."});
  print_sentences(words_of(found.body, found.flights, set));
  find_impacts(found.body, found.flights.properties, tosses, set);
  set.fits = fit_models(set.impulses);
  print_sentences(words_of(set.impacts));
  print_models(set, "parameters found on them");
  set.findings = findings(set);
  print_sentences(set.findings);
  found.sets.push_back(std::move(set));
  return found;
}

}  // namespace

void identify_hinged(const HingedArguments &arguments) {
  if (!arguments.report.empty()) check_gnuplot();
  Outputs outputs(arguments);
  RowsLeftOut left_out;
  HingedIdentification found = identified(arguments, left_out);
  const PlaceCheck check = check_place(arguments.place, found.sets.front());
  print_sentences(words_of(check, found.sets.front()));
  if (!arguments.check.empty()) hold_against(arguments, found, left_out);
  const HingedSet &set = found.sets.front();
  if (outputs.impacts) write_impacts(outputs.impacts->stream(), set.impacts, columns_of(set));
  if (outputs.report) write_hinged_report(outputs.report->stream(), found);
  outputs.keep();
  if (check.same_bits < check.impacts) throw CLI::RuntimeError(bits_differ);
  if (left_out.count() == 0) return;
  std::fprintf(stderr, "touchdown identify: %zu rows left out\n", left_out.count());
  throw CLI::RuntimeError(some_failed);
}

}  // namespace touchdown::host
