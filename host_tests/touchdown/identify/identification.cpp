#include "identify/identification.hpp"

#include <Eigen/Cholesky>

#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "drops/rebound.hpp"
#include "resolve/unexplained.hpp"

namespace touchdown::host {
namespace {

bool fits_better(const SurfaceFit &a, const SurfaceFit &b) { return mean(a.E_norm) < mean(b.E_norm); }

const std::vector<Model> &models() {
  static const std::vector<Model> all{{"Poisson, slip path", Handling::slip_path, TD_LAW_POISSON},
                                      {"energetic, slip path", Handling::slip_path, TD_LAW_ENERGETIC},
                                      {"Newton, slip path", Handling::slip_path, TD_LAW_NEWTON},
                                      {"Poisson, frozen direction", Handling::frozen_direction, TD_LAW_POISSON},
                                      {"Newton and cone in one step", Handling::one_step, TD_LAW_NEWTON}};
  return all;
}

// The number of steps, each of which is reported when it is done.
constexpr std::size_t steps_of_law = 2;
LawFit fit_law(const std::vector<Drop> &drops, const Model &model, const std::function<void()> &step_done) {
  LawFit law{fit_surface(drops, model, spread_speeds(drops, 1)), {}};
  step_done();
  if (model.handling != Handling::one_step) law.mu_s = fit_static_friction(drops, law.squares);
  step_done();
  return law;
}

// Those that a surface does not catch.
std::vector<Drop> faster_than(double speed, std::vector<Drop> drops) {
  const auto caught = [&](const Drop &drop) { return approach_speed(drop) < speed; };
  drops.erase(std::remove_if(drops.begin(), drops.end(), caught), drops.end());
  return drops;
}

SurfaceFit curve_fit(const std::vector<Drop> &drops, const SurfaceFit &constant, std::size_t points) {
  const SurfaceFit fit = fit_surface(drops, constant.model, spread_speeds(drops, points));
  if (!(constant.mu_s > constant.mu_k.value)) return fit;
  return with_intervals(drops, refit_surface(drops, fit, constant.mu_s / constant.mu_k.value));
}

// The comparisons of one identification are five; at 99 % each they are right together 95 % of the time.
std::string against_first(const SurfaceFit &first, const SurfaceFit &other) {
  const Comparison c = compare(first, other, normal_99);
  const std::string by = formatted("(mean E-norm differs by %.3f +- %.3f %%).", 100 * c.difference, 100 * c.half_width);
  if (!c.is_distinguished())
    return first.model.name + " and " + other.model.name + " cannot be distinguished by these drops " + by;
  return other.model.name + " describes these drops " + (c.difference > 0 ? "worse" : "better") + " than " +
         first.model.name + ' ' + by;
}

std::string words(const StaticFriction &mu_s) {
  if (!mu_s.decided())
    return formatted("mu_s is not decided by these drops: any value from %.3f%s up describes them as well.",
                     mu_s.smallest, mu_s.slides ? " (mu_k)" : "");
  return formatted("mu_s: %.3f fits best; from %.3f ", mu_s.best, mu_s.smallest) +
         (mu_s.largest ? formatted("to %.3f", *mu_s.largest) : "up") + " cannot be distinguished from it.";
}

std::string words_of_capture(const Identification &found) {
  const std::vector<double> speeds = collected(found.set.drops, approach_speed);
  if (found.by_speed.restitution.capture_speed > 0)
    return formatted("Impacts below %.3f m/s are plastic (capture speed).", found.by_speed.restitution.capture_speed);
  return formatted("No capture speed is seen: impacts down to the slowest, %.3f m/s, rebound.",
                   *std::min_element(speeds.begin(), speeds.end()));
}

std::string shares_in_words(const EllipsoidShares &x) {
  return formatted("%.1f %% and %.1f %% of %zu", 100 * x.fifty, 100 * x.ninety_five, x.drops);
}

std::vector<std::string> words_of(const std::string &what, const HeldOutScatter &scatter) {
  const Scatter &sd = scatter.all;
  return {
      "Scatter about " + what +
          formatted(", as columns of resolve --derivatives: sd_e = %.4f, sd_mu = %.4f, sd_p = %.4f, sd_turn = %.4f, "
                    "sd_r = %.6f m, and the measured deviations times %.2f.",
                    sd.e, sd.mu, sd.impulse, sd.turn, sd.point, sd.measured),
      "Its ellipsoids of 50 % and 95 %, found on half of the drops, hold " + shares_in_words(scatter.odd) + " and " +
          shares_in_words(scatter.even) + " that the other half is."};
}

Json json_of(const SurfaceFit &fit) {
  Json e = Json::array();
  for (const Estimate &estimate : fit.e) e.push_back(json_of(estimate));
  return Json::object({{"model", fit.model.name},
                       {"mu_k", json_of(fit.mu_k)},
                       {"mu_s", fit.mu_s},
                       {"restitution", Json::object({{"speed", fit.restitution.speed}, {"e", e}})},
                       {"median_E_norm", median(fit.E_norm)},
                       {"median_linear", median(fit.linear)},
                       {"median_angular", median(fit.angular)}});
}

Json json_of(const EllipsoidShares &shares) {
  return Json::object({{"drops", shares.drops}, {"inside_50", shares.fifty}, {"inside_95", shares.ninety_five}});
}

// The names of `touchdown resolve --derivatives`.
Json json_of(const HeldOutScatter &scatter) {
  return Json::object({{"sd_e", scatter.all.e},
                       {"sd_mu", scatter.all.mu},
                       {"sd_p", scatter.all.impulse},
                       {"sd_turn", scatter.all.turn},
                       {"sd_r", scatter.all.point},
                       {"sd_measured_times", scatter.all.measured},
                       {"held_out", Json::array({json_of(scatter.odd), json_of(scatter.even)})}});
}

Json json_of(const LawFit &law) {
  Json json = json_of(law.squares);
  if (law.mu_s) json["mu_s_between"] = Json::array({law.mu_s->smallest, law.mu_s->largest});
  return json;
}

std::string list_of(const std::vector<double> &values) {
  std::string list;
  for (const double value : values) list += (list.empty() ? "" : ", ") + formatted("%.4ff", value);
  return '{' + list + '}';
}

void find_scatter(Identification &found, std::size_t points) {
  const auto constant = [](const std::vector<Drop> &drops) {
    return fit_surface(drops, models().front(), spread_speeds(drops, 1));
  };
  const auto by_speed = [&](const std::vector<Drop> &drops) { return fit_by_speed(drops, constant(drops), points); };
  found.scatter = held_out_scatter(found.set, found.laws.front().squares, constant);
  found.scatter_by_speed = held_out_scatter(found.set, found.by_speed, by_speed);
}

// The speed below which impacts are plastic, as far as the drops say: the speed whose e = 0 below fits best, if the
// drops show that there is such a speed; else 0.
double fit_capture_speed(const std::vector<Drop> &drops, const SurfaceFit &fit) {
  std::vector<double> candidates = collected(drops, approach_speed);
  std::sort(candidates.begin(), candidates.end());
  candidates.resize((candidates.size() + 1) / 2);  // a surface that is plastic for more than half has e = 0
  const SurfaceFit without = judged_on(drops, fit);
  SurfaceFit best = without;
  for (const double speed : candidates) {
    SurfaceFit with = fit;
    with.restitution.capture_speed = speed;
    with = judged_on(drops, std::move(with));
    if (fits_better(with, best)) best = std::move(with);
  }
  const Comparison against = compare(best, without);
  return against.is_distinguished() && against.difference > 0 ? best.restitution.capture_speed : 0;
}

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

enum Component { of_e, of_mu, of_impulse, of_turn, of_point, of_measurement, components };
using Variances = std::array<double, components>;

// First column of each component, and the end of the last. Those of measurement: before, by their derivatives; after.
constexpr std::array<Eigen::Index, components + 1> first_column{by_e,     by_mu,     by_impulse,       by_turn,
                                                                by_point, by_motion, after_columns + 6};
using Factors = Eigen::Matrix<double, 6, first_column[components]>;

// A drop: predicted minus measured, and the square root of each component's covariance at one for its deviation.
// In a plane the rows that cannot move are unit rows without error, which add nothing.
struct Spread {
  Vector6 off;
  Factors factors;
};

bool moves(const DropSet &set, int row) { return !set.planar || row == 0 || row == 2 || row == 4; }

Vector6 stacked(const Motion &motion) {
  Vector6 x;
  x << motion.v, motion.w;
  return x;
}

Spread spread_of(const DropSet &set, const Drop &drop, const SurfaceFit &fit) {
  BodyContact<double> body = in_scalar<double>(drop.body);
  body.surface = {fit.mu_s, fit.mu_k.value, restitution_at(fit.restitution, approach_speed(drop))};
  body.options.law = fit.model.law;
  BodyDerivatives<double> by;
  BodyPoseDerivatives<double> by_pose;
  if (resolve(body, by, &by_pose) < 0) throw std::runtime_error("drop " + drop.id + " is refused");
  Spread spread{stacked({vector(by.body.v), vector(by.body.w)}) - stacked(drop.after), Factors::Zero()};
  Factors &F = spread.factors;
  F.leftCols<after_columns>() = after_by(body, by, &by_pose);
  F.middleCols<6>(by_motion) *= stacked(drop.sd_before).asDiagonal();
  F.rightCols<6>() = stacked(drop.sd_after).asDiagonal();
  for (int row = 0; row < 6; ++row)
    if (!moves(set, row)) F.row(row).setZero(), spread.off[row] = 0;
  return spread;
}

std::vector<Spread> spreads_of(const DropSet &set, const SurfaceFit &fit) {
  std::vector<Spread> spreads;
  spreads.reserve(set.drops.size());
  for (const Drop &drop : set.drops) spreads.push_back(spread_of(set, drop, fit));
  return spreads;
}

Eigen::LLT<Matrix6> covariance_of(const DropSet &set, const Spread &spread, const Variances &variances) {
  Matrix6 C = Matrix6::Zero();
  for (std::size_t k = 0; k < components; ++k) {
    const auto F = spread.factors.middleCols(first_column[k], first_column[k + 1] - first_column[k]);
    C += variances[k] * F * F.transpose();
  }
  for (int row = 0; row < 6; ++row)
    if (!moves(set, row)) C(row, row) = 1;
  return C.llt();
}

// One round of the minorization: each variance by the root of what the deviations say of it over what is expected.
void improve(const DropSet &set, const std::vector<Spread> &spreads, Variances &variances) {
  Variances seen{}, expected{};
  for (const Spread &spread : spreads) {
    const Eigen::LLT<Matrix6> C = covariance_of(set, spread, variances);
    const Factors whitened = C.matrixL().solve(spread.factors);
    const Vector6 off = C.solve(spread.off);
    for (std::size_t k = 0; k < components; ++k) {
      const auto F = whitened.middleCols(first_column[k], first_column[k + 1] - first_column[k]);
      seen[k] += (spread.factors.middleCols(first_column[k], F.cols()).transpose() * off).squaredNorm();
      expected[k] += F.squaredNorm();
    }
  }
  for (std::size_t k = 0; k < components; ++k) variances[k] *= expected[k] > 0 ? std::sqrt(seen[k] / expected[k]) : 0;
}

Variances variances_of(const Scatter &s) {
  return {s.e * s.e, s.mu * s.mu, s.impulse * s.impulse, s.turn * s.turn, s.point * s.point, s.measured * s.measured};
}

DropSet every_other(const DropSet &set, std::size_t first) {
  DropSet half{set.name, set.description, set.planar, {}};
  for (std::size_t i = first; i < set.drops.size(); i += 2) half.drops.push_back(set.drops[i]);
  return half;
}

}  // namespace

Comparison compare(const SurfaceFit &a, const SurfaceFit &b, double normal_quantile) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.E_norm.size(); ++i) differences.push_back(b.E_norm[i] - a.E_norm[i]);
  const double middle = mean(differences), count = static_cast<double>(differences.size());
  double squares = 0;
  for (const double d : differences) squares += (d - middle) * (d - middle);
  return {middle, student(normal_quantile, count - 1) * std::sqrt(squares / (count - 1) / count)};
}

StaticFriction fit_static_friction(const std::vector<Drop> &drops, SurfaceFit &fit) {
  if (std::isfinite(fit.mu_k.least) && !std::isfinite(fit.mu_k.most))
    return {fit.mu_k.least, fit.mu_k.value, {}, false};
  constexpr double step = 1.06, widest = 4;
  std::vector<SurfaceFit> tried;
  for (double ratio = 1; ratio < widest; ratio *= step) tried.push_back(refit_surface(drops, fit, ratio));
  const auto best = std::min_element(tried.begin(), tried.end(), fits_better);
  const auto agrees = [&](const SurfaceFit &with) {
    const Comparison against = compare(*best, with);
    return !(against.is_distinguished() && against.difference > 0);
  };
  const auto smallest = std::find_if(tried.begin(), tried.end(), agrees);
  const auto largest = std::find_if(tried.rbegin(), tried.rend(), agrees);
  StaticFriction result{smallest->mu_s, best->mu_s, std::nullopt};
  if (largest != tried.rbegin()) result.largest = largest->mu_s;
  if (result.decided()) fit = with_intervals(drops, *best);
  return result;
}

SurfaceFit fit_by_speed(const std::vector<Drop> &drops, const SurfaceFit &constant, std::size_t points) {
  SurfaceFit fit = curve_fit(drops, constant, points);
  const double capture_speed = fit_capture_speed(drops, fit);
  if (capture_speed > 0) fit = curve_fit(faster_than(capture_speed, drops), constant, points);
  fit.restitution.capture_speed = capture_speed;
  fit.model.name += ", e by speed";
  return judged_on(drops, std::move(fit));
}

Identification identified(DropSet set, std::size_t points) {
  Identification found{std::move(set), {}, {}};
  Progress progress("steps of the fits done:", steps_of_law * models().size() + 2);
  std::size_t done = 0;
  const auto step_done = [&] { progress.at(++done); };
  for (const Model &model : models()) found.laws.push_back(fit_law(found.set.drops, model, step_done));
  found.by_speed = fit_by_speed(found.set.drops, found.laws.front().squares, points);
  step_done();
  find_scatter(found, points);
  return found;
}

std::vector<std::string> findings(const Identification &found) {
  const LawFit &first = found.laws.front();
  std::vector<std::string> sentences{in_words("Restitution e", first.squares.e.front()) + ", " +
                                     in_words("friction mu_k", first.squares.mu_k) + " (95 %)."};
  for (std::size_t i = 1; i < found.laws.size(); ++i)
    sentences.push_back(against_first(first.squares, found.laws[i].squares));
  sentences.push_back(against_first(first.squares, found.by_speed));
  if (first.mu_s) sentences.push_back(words(*first.mu_s));
  sentences.push_back(words_of_capture(found));
  const auto add = [&](const std::string &what, const std::optional<HeldOutScatter> &scatter) {
    if (!scatter) return;
    for (const std::string &sentence : words_of(what, *scatter)) sentences.push_back(sentence);
  };
  add("one e", found.scatter);
  add("e by speed", found.scatter_by_speed);
  return sentences;
}

std::string c_table(const RestitutionCurve &curve) {
  return "td_restitution e_by_speed = {" + formatted("%.4ff, ", curve.capture_speed) + list_of(curve.speed) + ", " +
         list_of(curve.e) + ", " + std::to_string(curve.e.size()) + "};";
}

void write_parameters(std::ostream &out, const Identification &found) {
  Json laws = Json::array();
  for (const LawFit &law : found.laws) laws.push_back(json_of(law));
  if (found.scatter) laws.front()["scatter"] = json_of(*found.scatter);
  Json by_speed = json_of(found.by_speed);
  if (found.scatter_by_speed) by_speed["scatter"] = json_of(*found.scatter_by_speed);
  const Json parameters = Json::object({{"body", found.set.name},
                                        {"drops", found.set.drops.size()},
                                        {"constant", laws},
                                        {"by_speed", by_speed},
                                        {"capture_speed", found.by_speed.restitution.capture_speed}});
  out << written(parameters, 2) << '\n';
}

bool has_deviations(const DropSet &set) {
  return std::all_of(set.drops.begin(), set.drops.end(), [&](const Drop &drop) {
    const Vector6 before = stacked(drop.sd_before), after = stacked(drop.sd_after);
    for (int row = 0; row < 6; ++row)
      if (moves(set, row) && !(before[row] > 0 && after[row] > 0)) return false;
    return true;
  });
}

Scatter fit_scatter(const DropSet &set, const SurfaceFit &fit) {
  constexpr int rounds = 400;
  const std::vector<Spread> spreads = spreads_of(set, fit);
  Variances variances = variances_of({0.05, 0.05, 0.02, 0.02, 1e-3, 2});
  for (int round = 0; round < rounds; ++round) improve(set, spreads, variances);
  return {std::sqrt(variances[of_e]),    std::sqrt(variances[of_mu]),    std::sqrt(variances[of_impulse]),
          std::sqrt(variances[of_turn]), std::sqrt(variances[of_point]), std::sqrt(variances[of_measurement])};
}

EllipsoidShares shares_inside(const DropSet &set, const SurfaceFit &fit, const Scatter &scatter) {
  // Quantiles of chi squared with 6 and 3 degrees of freedom.
  const double fifty = set.planar ? 2.365974 : 5.348121, ninety_five = set.planar ? 7.814728 : 12.591587;
  std::size_t in_fifty = 0, in_ninety_five = 0;
  for (const Spread &spread : spreads_of(set, fit)) {
    const double squared = spread.off.dot(covariance_of(set, spread, variances_of(scatter)).solve(spread.off));
    in_fifty += squared <= fifty ? 1 : 0;
    in_ninety_five += squared <= ninety_five ? 1 : 0;
  }
  const auto count = static_cast<double>(set.drops.size());
  return {set.drops.size(), static_cast<double>(in_fifty) / count, static_cast<double>(in_ninety_five) / count};
}

std::optional<HeldOutScatter> held_out_scatter(const DropSet &set, const SurfaceFit &of_all, const FitOf &fit) {
  constexpr std::size_t fewest = 40;  // five deviations from half of them
  if (set.drops.size() < fewest || !has_deviations(set)) return {};
  const DropSet odd = every_other(set, 0), even = every_other(set, 1);
  const SurfaceFit of_odd = fit(odd.drops), of_even = fit(even.drops);
  return HeldOutScatter{fit_scatter(set, of_all), shares_inside(odd, of_even, fit_scatter(even, of_even)),
                        shares_inside(even, of_odd, fit_scatter(odd, of_odd))};
}

}  // namespace touchdown::host
