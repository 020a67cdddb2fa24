#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "hinged/hinged_identification.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

constexpr double degrees = 180 / 3.14159265358979323846;

std::string list(const char *format, const Vector3<double> &values) {
  return formatted(format, values[0]) + ", " + formatted(format, values[1]) + ", " + formatted(format, values[2]);
}

const HingedFit *fit_of(const HingedSet &set, HingedHandling handling) {
  const auto found =
      std::find_if(set.fits.begin(), set.fits.end(), [&](const HingedFit &fit) { return fit.handling == handling; });
  return found == set.fits.end() ? nullptr : &*found;
}

std::string in_flight(const MassProperties &p, const MassProperties &d) {
  return "Hinge friction, over the mass of both links: " + formatted("%.3g", p.viscous) +
         formatted(" +- %.1g m^2/s per rad/s and ", d.viscous) + formatted("%.3g", p.coulomb) + " m^2/s^2 dry.";
}

// The share of the mass that a link has if its centre of mass is in the middle of its box along the arm.
double share(const HingedBody &body, const MassProperties &properties, std::size_t i) {
  const Vector3<double> arm = body.link[i].centre - (i == 0 ? body.hinge : Vector3<double>::Zero());
  const Vector3<double> across =
      arm - arm.dot(body.axis) * body.axis;  // along the axis either link may have the moment
  return across.squaredNorm() > 0 ? properties.moment[i].dot(across) / across.squaredNorm() : std::nan("");
}

// The median error of a fit on the third of the impacts whose link feels the other one least (0) .. most (2).
double by_coupling(const HingedSet &set, const HingedFit &fit, std::size_t third) {
  std::vector<std::pair<double, double>> errors;
  for (std::size_t i = 0; i < set.impulses.size(); ++i) errors.emplace_back(coupling(set.impulses[i]), fit.norm[i]);
  std::sort(errors.begin(), errors.end());
  std::vector<double> some;
  for (std::size_t i = third * errors.size() / 3; i < (third + 1) * errors.size() / 3; ++i)
    some.push_back(errors[i].second);
  return 100 * median(some);
}

}  // namespace

std::vector<std::string> words_of(const HingedBody &body, const FlightProperties &flights, const HingedSet &set) {
  const MassProperties &p = flights.properties, &d = flights.deviation;
  std::vector<std::string> words;
  const double tilt = degrees * std::acos(std::min(1.0, set.ground.normal[2]));
  words.push_back("Ground: " + std::to_string(set.ground.faces) + " faces that lay on it say that it is tilted by " +
                  formatted("%.2f degrees in the tracker's frame.", tilt));
  words.push_back("Free flights: " + std::to_string(flights.flights) + " stretches, fitted to " +
                  formatted("%.2f standard deviations of the noise of neighbours: ", flights.error) +
                  formatted("%.2g mm, ", 1000 * set.noise.position) +
                  formatted("%.2g mrad, ", 1000 * set.noise.attitude) +
                  formatted("%.2g mrad of the joint.", 1000 * set.noise.joint));
  words.push_back(formatted("They fall with %.3f", p.fall.norm()) + formatted(" +- %.3f m/s^2; ", d.fall.norm()) +
                  formatted("against %.2f", body.gravity) +
                  formatted(" lengths are %.1f %% small, or times large.", 100 * (1 - p.fall.norm() / body.gravity)));
  for (std::size_t i = 0; i < links; ++i)
    words.push_back("Link " + std::to_string(i + 1) + ": first moment about the hinge over the mass of both " +
                    list("%.2f", 1000 * p.moment[i]) + " +- " + list("%.2f", 1000 * d.moment[i]) + " mm (" +
                    formatted("%.3f of the mass, ", share(body, p, i)) + "if centred in its box); inertia " +
                    list("%.0f", 1e6 * p.inertia[i].diagonal()) + " +- " + list("%.0f", 1e6 * d.inertia[i].diagonal()) +
                    " mm^2.");
  words.push_back(in_flight(p, d));
  return words;
}

std::vector<std::string> findings(const HingedSet &set) {
  const HingedFit *path = fit_of(set, HingedHandling::slip_path), *step = fit_of(set, HingedHandling::one_step),
                  *giving = fit_of(set, HingedHandling::giving);
  std::vector<std::string> words;
  if (path == nullptr || set.impulses.empty()) return words;
  std::size_t nearer = 0;
  for (std::size_t i = 0; i < path->norm.size(); ++i) nearer += path->norm[i] < step->norm[i] ? 1 : 0;
  words.push_back("Best impulse at that corner, the floor of the data: " +
                  percent(median(collected(set.impulses, [](const HingedImpulse &i) { return i.impact->floor; }))) +
                  " in the median; no model with a rigid hinge comes below it.");
  words.push_back(
      "The exact path is " +
      formatted("%.0f %% below one step in the median", 100 * (1 - median(path->norm) / median(step->norm))) +
      ", and nearer in " + std::to_string(nearer) + " of " + std::to_string(path->norm.size()) + ".");
  words.push_back("With an e and a mu of its own for each impact, the exact path is " +
                  percent(median_with_own_parameters(set.impulses, HingedHandling::slip_path)) +
                  " off in the median, one step " +
                  percent(median_with_own_parameters(set.impulses, HingedHandling::one_step)) + ".");
  words.push_back("By thirds, from where the corner feels the other link least to where most: exact path " +
                  formatted("%.1f, ", by_coupling(set, *path, 0)) + formatted("%.1f, ", by_coupling(set, *path, 1)) +
                  formatted("%.1f %%; one step ", by_coupling(set, *path, 2)) +
                  formatted("%.1f, ", by_coupling(set, *step, 0)) + formatted("%.1f, ", by_coupling(set, *step, 1)) +
                  formatted("%.1f %%.", by_coupling(set, *step, 2)));
  words.push_back("A hinge held " + formatted("%.2f", giving->found.hold) + " instead of 1 takes the exact path from " +
                  formatted("%.1f to ", 100 * median(path->norm)) +
                  formatted("%.1f %% in the median, from ", 100 * median(giving->norm)) +
                  formatted("%.1f to ", 100 * quantile(path->norm, 0.9)) +
                  formatted("%.1f %% at the 90th percentile.", 100 * quantile(giving->norm, 0.9)));
  return words;
}

}  // namespace touchdown::host
