#include "identify/identification.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "drops/rebound.hpp"
#include "resolve/unexplained.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {
namespace {

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
