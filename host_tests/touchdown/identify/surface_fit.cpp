#include "identify/surface_fit.hpp"

#include "drops/least_squares.hpp"
#include "drops/rebound.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Column = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Huber's norm is quadratic up to this part of the median deviation, linear beyond: nearer to 0, nearer to the median.
constexpr double quadratic_part = 0.5;
constexpr int reweighting_rounds = 12;
// Steps of numerical derivatives: the path has kinks where a stage changes, and the simpler handlings jump, which a
// small step would feel. Of a search, as a part of the parameter; of the influence of drops, of e and mu_k.
constexpr double search_step = 1e-4, influence_step = 5e-3;
// Intervals are widened by this, for what their formula leaves out (the path's kinks between the drops): without it
// they held the truth in 95.0 % of 8000 synthetic sets, with it in 96.4 %, so that a thousand sets stay above 95 % too.
constexpr double allowance = 1.07;
constexpr double least_of_others = 0.1;   // share of the other drops in an estimate: with less a drop speaks alone
constexpr double least_freedom = 3;       // that a scatter is taken to have: Student's law of less is endless
constexpr double fewest_that_speak = 10;  // drops, by their freedom, that a parameter's own scatter is known from
// Of the search with one parameter held, which begins where the loss is least: reweightings, and evaluations for each
// parameter.
constexpr int profile_rounds = 2;
constexpr Eigen::Index profile_evaluations = 6;

// What is sought: e at each speed, then mu_k.
struct Problem {
  const std::vector<Drop> &drops;
  const Model &model;
  const std::vector<double> &speeds;
  double mu_s_ratio;
  std::vector<double> approach;
  std::vector<double> weights;          // of each drop
  double knee = 0;                      // where Huber's norm turns linear
  std::vector<Eigen::Index> free = {};  // parameters that a search changes

  Problem(const std::vector<Drop> &drops_, const Model &model_, const std::vector<double> &speeds_, double ratio)
      : drops(drops_), model(model_), speeds(speeds_), mu_s_ratio(ratio), weights(drops_.size(), 1) {
    for (const Drop &drop : drops) approach.push_back(approach_speed(drop));
    for (std::size_t k = 0; k <= speeds.size(); ++k) free.push_back(static_cast<Eigen::Index>(k));
  }
};

RestitutionCurve curve_of(const Problem &problem, const Column &x) {
  RestitutionCurve curve{0, problem.speeds, {}};
  for (std::size_t i = 0; i < problem.speeds.size(); ++i)
    curve.e.push_back(std::clamp(x[static_cast<Eigen::Index>(i)], 0.0, 1.0));
  return curve;
}

Friction friction_of(const Problem &problem, const Column &x) {
  const double mu = std::clamp(x[x.size() - 1], 0.0, most_friction);
  return {problem.mu_s_ratio * mu, mu};
}

// Deviations of all drops, one below the other; unweighted.
Column deviations(const Problem &problem, const Column &x) {
  const RestitutionCurve curve = curve_of(problem, x);
  Column all(static_cast<Eigen::Index>(6 * problem.drops.size()));
  for (std::size_t i = 0; i < problem.drops.size(); ++i) {
    const double e = restitution_at(curve, problem.approach[i]);
    const Motion motion = predicted(problem.drops[i], problem.model, e, friction_of(problem, x));
    all.segment<6>(static_cast<Eigen::Index>(6 * i)) = deviation(problem.drops[i], motion);
  }
  return all;
}

Column weighted_deviations(const Problem &problem, const Column &x) {
  Column all = deviations(problem, x);
  for (std::size_t i = 0; i < problem.weights.size(); ++i)
    all.segment<6>(static_cast<Eigen::Index>(6 * i)) *= std::sqrt(problem.weights[i]);
  return all;
}

std::vector<double> lengths(const Column &deviations) {
  std::vector<double> norms;
  for (Eigen::Index i = 0; i < deviations.size(); i += 6) norms.push_back(deviations.segment<6>(i).norm());
  return norms;
}

void solve_weighted(const Problem &problem, Column &x, Eigen::Index most = 200) {
  LeastSquares search;
  search.count = static_cast<Eigen::Index>(6 * problem.drops.size());
  // Where drops do not decide a parameter, the search may step to no number.
  search.residuals = [&](const Column &at, Column &out) {
    Column all = x;
    all(problem.free) = at;
    if (at.allFinite())
      out = weighted_deviations(problem, all);
    else
      out.setConstant(search.count, std::numeric_limits<double>::infinity());
  };
  search.step = search_step;
  search.most = most;
  Column free = x(problem.free);
  minimize(search, free);
  x(problem.free) = free;
}

// The best of a grid: far from the truth a drop that changes its mode can lead the search astray.
Column best_of(const Problem &problem, const std::vector<double> &es, const std::vector<double> &mus) {
  Column best, x(static_cast<Eigen::Index>(problem.speeds.size()) + 1);
  double least = std::numeric_limits<double>::infinity();
  for (const double e : es)
    for (const double mu : mus) {
      x.setConstant(e);
      x[x.size() - 1] = mu;
      const double error = median(lengths(deviations(problem, x)));
      if (error < least) least = error, best = x;
    }
  return best;
}

double knee_of(const std::vector<double> &norms) { return std::max(quadratic_part * median(norms), 1e-12); }

void weigh(Problem &problem, const std::vector<double> &norms) {
  for (std::size_t i = 0; i < norms.size(); ++i) problem.weights[i] = problem.knee / std::max(norms[i], problem.knee);
}

// Parameters that a surface can have.
Column within_range(Column x) {
  for (double &value : x) value = std::clamp(value, 0.0, &value == &x[x.size() - 1] ? most_friction : 1.0);
  return x;
}

// Iteratively reweighted least squares.
Column solve(Problem &problem, Column x) {
  for (int round = 0; round < reweighting_rounds; ++round) {
    const Column before = x;
    solve_weighted(problem, x);
    const std::vector<double> norms = lengths(deviations(problem, x));
    problem.knee = knee_of(norms);
    weigh(problem, norms);
    if (round > 0 && (x - before).norm() < 1e-6) break;
  }
  return within_range(x);
}

Matrix jacobian(const Problem &problem, const Column &x) {
  Matrix J(static_cast<Eigen::Index>(6 * problem.drops.size()), x.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    Column above = x, below = x;
    above[k] += influence_step, below[k] -= influence_step;
    above = within_range(above), below = within_range(below);
    J.col(k) = (deviations(problem, above) - deviations(problem, below)) / (above[k] - below[k]);
  }
  return J;
}

// A drop in the estimating equation: how it draws, and how that changes with its deviation.
struct Drawn {
  Matrix J;
  Column force;
  Matrix curvature;
};

Drawn drawn(const Matrix &J, const Deviation &d, double knee) {
  const double length = d.norm(), weight = knee / std::max(length, knee);
  Matrix curvature = weight * Matrix::Identity(6, 6);
  if (length > knee) curvature -= weight * d * d.transpose() / (length * length);
  return {J, weight * d, curvature};
}

// How far each drop moves each parameter (a row, a drop), which share of what is known of it the drop has, the inverse
// of the loss's curvature, and by how many times it would have to be multiplied to be the spread, if all deviations
// were alike.
struct Drawing {
  Matrix influence, share, inverse;
  double scatter;
};

// The terms of the estimating equation over its derivative. A drop draws the estimate towards itself, so its deviation
// is taken as it would be without it (MacKinnon and White 1985, "HC3", in blocks), or small sets would seem surer than
// they are. Along a direction in which a drop speaks alone there is no such deviation.
Drawing drawing_of(const Problem &problem, const Column &x) {
  const Matrix J = jacobian(problem, x);
  const Column off = deviations(problem, x);
  std::vector<Drawn> drops;
  Matrix A = Matrix::Zero(x.size(), x.size());
  for (Eigen::Index i = 0; i < off.size(); i += 6) {
    drops.push_back(drawn(J.middleRows<6>(i), off.segment<6>(i), problem.knee));
    A += product(product(drops.back().J.transpose(), drops.back().curvature), drops.back().J);
  }
  const Matrix inverse = pseudo_inverse(A);
  double squares = 0, curvature = 0, rows = 0;  // of those that can deviate: in a plane some cannot
  for (const Drawn &drop : drops)
    for (int row = 0; row < 6; ++row)
      if (drop.force[row] != 0)
        squares += drop.force[row] * drop.force[row], curvature += drop.curvature(row, row), rows += 1;
  const double freedom = std::max(rows - static_cast<double>(x.size()), 1.0);
  const double scatter = curvature > 0 ? squares / freedom / (curvature / rows) : 0;
  Matrix all(x.size(), static_cast<Eigen::Index>(drops.size())), share = all;
  for (Eigen::Index i = 0; i < all.cols(); ++i) {
    const Drawn &drop = drops[static_cast<std::size_t>(i)];
    const Matrix pull = product(inverse, drop.J.transpose()), curved = product(drop.curvature, pull.transpose());
    const Matrix without = Matrix::Identity(6, 6) - product(product(drop.curvature, drop.J), pull);
    all.col(i) = product(pull, least_squares(without, drop.force, least_of_others));
    share.col(i) = product(pull, curved).diagonal();
  }
  return {all, share, inverse, scatter};
}

// Satterthwaite's freedom, 3 (sum a^2)^2 / sum a^4, is the number of drops where all count alike.
double freedom_of(const Column &squares, Eigen::Index parameters) {
  return 3 / (squares / squares.sum()).squaredNorm() - static_cast<double>(parameters);
}

// The spread is the sum of the squared influences, which needs no model of errors ("sandwich"). It is itself the less
// certain the fewer drops it rests on.
struct Sandwich {
  double half_width, freedom;
};

Sandwich sandwich_of(const Drawing &drawing, Eigen::Index k) {
  const Column squares = drawing.influence.row(k).cwiseAbs2(), shares = drawing.share.row(k);
  const double sum = squares.sum(), most = static_cast<double>(squares.size() - drawing.inverse.rows());
  if (!(sum > std::numeric_limits<double>::min() && shares.sum() > 0)) return {0, 0};
  const double freedom =
      std::min(freedom_of(squares, drawing.inverse.rows()), freedom_of(shares, drawing.inverse.rows()));
  return {allowance * student(normal_95, std::clamp(freedom, std::min(least_freedom, most), most)) * std::sqrt(sum),
          freedom};
}

// By how much the loss of drops rises at the ends of an interval of each parameter: that of a parabola with the
// curvature of the profile, at the sandwich's half width. Where few drops speak of a parameter, what they scatter is
// not known from them alone: no less is taken than what all drops scatter, and what those of other parameters do; and
// that by Student's law, since one of so few may be off by more.
Column rises_of(const Drawing &drawing, std::vector<Sandwich> &sandwiches) {
  const Eigen::Index parameters = drawing.inverse.rows();
  Column rises = Column::Zero(parameters);
  double greatest = allowance * allowance * normal_95 * normal_95 / 2 * drawing.scatter;
  for (Eigen::Index k = 0; k < parameters; ++k) {
    sandwiches.push_back(sandwich_of(drawing, k));
    const double width = sandwiches.back().half_width;
    if (drawing.inverse(k, k) > 0) rises[k] = width * width / (2 * drawing.inverse(k, k));
    if (!(sandwiches.back().freedom < fewest_that_speak)) greatest = std::max(greatest, rises[k]);
  }
  for (Eigen::Index k = 0; k < parameters; ++k) {
    const double freedom = std::max(sandwiches[static_cast<std::size_t>(k)].freedom, least_freedom);
    const double wider = student(normal_95, freedom) / normal_95;
    if (freedom < fewest_that_speak) rises[k] = std::max(rises[k], wider * wider * greatest);
  }
  return rises;
}

double loss(const Problem &problem, const Column &x) {
  double sum = 0;
  for (const double norm : lengths(deviations(problem, x)))
    sum += norm < problem.knee ? norm * norm / 2 : problem.knee * (norm - problem.knee / 2);
  return sum;
}

// The least loss with one parameter held.
double profiled(Problem problem, Column x, Eigen::Index k, double value) {
  x[k] = value;
  problem.free.erase(problem.free.begin() + k);
  for (int round = 0; round < profile_rounds; ++round) {
    weigh(problem, lengths(deviations(problem, x)));
    solve_weighted(problem, x, profile_evaluations * x.size());
  }
  return loss(problem, x);
}

double kinetic_energy(const DropBody &body, const Motion &motion) {
  return (body.mass * motion.v.squaredNorm() + motion.w.dot(body.inertia * motion.w)) / 2;
}

void count(const Drop &drop, const Motion &motion, SurfaceFit &fit) {
  constexpr double rounding = 1e-9;
  const Motion before{drop.body.v, drop.body.w};
  const ContactSpeed slip_before = contact_speed(drop.body, before);
  const auto reverses = [&](const Motion &after) {
    return slip_between(slip_before, contact_speed(drop.body, after)) == Slip::reversed;
  };
  if (kinetic_energy(drop.body, motion) > (1 + rounding) * kinetic_energy(drop.body, before)) fit.energy_gained++;
  if (!reverses(drop.after)) return;
  fit.reversals++;
  if (reverses(motion)) fit.reversals_found++;
}

Column parameters_of(const SurfaceFit &fit) {
  Column x(static_cast<Eigen::Index>(fit.e.size()) + 1);
  for (std::size_t i = 0; i < fit.e.size(); ++i) x[static_cast<Eigen::Index>(i)] = fit.e[i].value;
  x[x.size() - 1] = fit.mu_k.value;
  return x;
}

SurfaceFit fit_from(Problem &problem, const Column &start) {
  const Column x = solve(problem, start);
  const Friction friction = friction_of(problem, x);
  SurfaceFit fit{problem.model, curve_of(problem, x), {}, {friction.mu_k}, friction.mu_s, {}, {}, {}, 0, 0, 0};
  for (const double e : fit.restitution.e) fit.e.push_back({e});
  return judged_on(problem.drops, std::move(fit));
}

}  // namespace

SurfaceFit fit_surface(const std::vector<Drop> &drops, const Model &model, const std::vector<double> &speeds) {
  if (drops.size() < speeds.size() + 2) throw std::runtime_error("too few impacts to identify a surface from");
  Problem problem(drops, model, speeds, 1);
  SurfaceFit fit = fit_from(problem, best_of(problem, {0.1, 0.3, 0.5, 0.7, 0.9}, {0.05, 0.1, 0.2, 0.3, 0.5, 0.8}));
  // Where a point of a finer grid is better than what was found from there, the search went astray.
  const Column on_finer_grid = best_of(problem, {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1},
                                       {0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 1});
  if (loss(problem, on_finer_grid) < loss(problem, parameters_of(fit))) {
    Problem again(drops, model, speeds, 1);
    fit = fit_from(again, on_finer_grid);
  }
  return with_intervals(drops, fit);
}

SurfaceFit refit_surface(const std::vector<Drop> &drops, const SurfaceFit &start, double mu_s_ratio) {
  Problem problem(drops, start.model, start.restitution.speed, mu_s_ratio);
  return fit_from(problem, parameters_of(start));
}

SurfaceFit with_intervals(const std::vector<Drop> &drops, SurfaceFit fit) {
  const double ratio = fit.mu_k.value > 0 ? fit.mu_s / fit.mu_k.value : 1;
  Problem problem(drops, fit.model, fit.restitution.speed, ratio);
  const Column x = parameters_of(fit);
  problem.knee = knee_of(lengths(deviations(problem, x)));
  std::vector<Sandwich> sandwiches;
  const Column rises = rises_of(drawing_of(problem, x), sandwiches);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const bool friction = k == x.size() - 1;
    const auto at = [&](double value) { return profiled(problem, x, k, value); };
    Estimate &estimate = friction ? fit.mu_k : fit.e[static_cast<std::size_t>(k)];
    estimate = estimate_of(
        {at, x[k], sandwiches[static_cast<std::size_t>(k)].half_width, rises[k], 0, friction ? most_friction : 1});
  }
  for (std::size_t i = 0; i < fit.e.size(); ++i) fit.restitution.e[i] = fit.e[i].value;
  fit.mu_s = ratio * fit.mu_k.value;
  return judged_on(drops, std::move(fit));
}

SurfaceFit judged_on(const std::vector<Drop> &drops, SurfaceFit fit) {
  fit.E_norm.clear(), fit.linear.clear(), fit.angular.clear();
  fit.energy_gained = fit.reversals = fit.reversals_found = 0;
  for (const Drop &drop : drops) {
    const double e = restitution_at(fit.restitution, approach_speed(drop));
    const Motion motion = predicted(drop, fit.model, e, {fit.mu_s, fit.mu_k.value});
    fit.E_norm.push_back(deviation(drop, motion).norm());
    fit.linear.push_back((motion.v - drop.after.v).norm());
    fit.angular.push_back((motion.w - drop.after.w).norm());
    count(drop, motion, fit);
  }
  return fit;
}

std::vector<double> spread_speeds(const std::vector<Drop> &drops, std::size_t count) {
  const std::vector<double> approach = collected(drops, approach_speed);
  std::vector<double> speeds;
  for (std::size_t i = 0; i < count; ++i) {
    const double speed = quantile(approach, (static_cast<double>(i) + 0.5) / static_cast<double>(count));
    if (speeds.empty() || speed > 1.05 * speeds.back()) speeds.push_back(speed);
  }
  return speeds;
}

}  // namespace touchdown::host
