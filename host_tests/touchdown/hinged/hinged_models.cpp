#include "hinged/hinged_models.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "drops/impact_model.hpp"
#include "report/statistics.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
template <int rows, int columns>
using RowMajor = Eigen::Matrix<double, rows, columns, Eigen::RowMajor>;

constexpr int coarse = 10;        // points each way of the first grid
constexpr int fine_each_way = 2;  // of the finer ones, on either side
constexpr double largest_mu = 0.6;
constexpr double finer[] = {0.03, 0.012, 0.005, 0.002};
constexpr double holds[] = {0.98, 0.95, 0.92, 0.9, 0.87, 0.84, 0.8, 0.7};

// Rows that the hinge or its joint is held by.
struct Held {
  const double *A = nullptr;
  std::int32_t rows = 0;
  const double *hold = nullptr;
};

// What the library makes of n speeds; the impulse at the corner, world.
template <int n>
struct Resolved {
  Eigen::Matrix<double, n, 1> after;
  Vector impulse;
};

template <int n>
Resolved<n> resolved(const Eigen::Matrix<double, n, n> &M, const Eigen::Matrix<double, 3, n> &J,
                     const Eigen::Matrix<double, n, 1> &u, const Vector &normal, const HingedParameters &with,
                     std::int32_t method, const Held &held) {
  const RowMajor<3, n> rows = J;
  Resolved<n> result;
  Speeds<double> speeds;
  speeds.system.n = n;
  speeds.system.M = M.data();
  speeds.system.u = u.data();
  speeds.system.A = held.A, speeds.system.constraints = held.rows, speeds.system.hold = held.hold;
  speeds.system.u_after = result.after.data();
  speeds.J = rows.data();
  speeds.axes = TD_AXES_WORLD;
  view(speeds.normal) = normal;
  speeds.surface = {with.mu, with.mu, with.e};
  speeds.options.method = method;
  SpeedsImpact<double> impact;
  const Status status = resolve(speeds, impact);
  if (status < 0) throw std::runtime_error(td_status_name(status));
  result.impulse =
      impact.impact.p.n * normal + impact.impact.p.t * vector(impact.t) + impact.impact.p.s * vector(impact.s);
  return result;
}

PinnedSpeeds with_joint(const HingedImpulse &impulse, const HingedSpeeds &u) { return impulse.pinned.from_joint * u; }

HingedSpeeds after_impulse(const HingedImpact &impact, const Vector &p) {
  return impact.before + impact.M.ldlt().solve(impact.J.transpose() * p);
}

HingedSpeeds by_joint(const HingedImpact &impact, const HingedParameters &with, std::int32_t method, bool locked) {
  Eigen::Matrix<double, 1, hinged_speeds> row = Eigen::Matrix<double, 1, hinged_speeds>::Zero();
  row[6] = 1;
  const Held held = locked ? Held{row.data(), 1, nullptr} : Held{};
  return resolved<hinged_speeds>(impact.M, impact.J, impact.before, impact.normal, with, method, held).after;
}

HingedSpeeds by_one_step(const HingedImpact &impact, const HingedParameters &with) {
  const Matrix3<double> W = impact.J * impact.M.ldlt().solve(impact.J.transpose());
  return after_impulse(impact, one_step_impulse(W, impact.J * impact.before, impact.normal, with.e, with.mu));
}

PinnedSpeeds by_itself(const HingedImpulse &impulse, const HingedParameters &with) {
  const HingedImpact &impact = *impulse.impact;
  const auto at = static_cast<Eigen::Index>(6 * (impact.corner / corners_of_link));
  PinnedSpeeds u = with_joint(impulse, impact.before);
  const Eigen::Matrix<double, 6, 6> M = impulse.pinned.M.block<6, 6>(at, at);
  const Eigen::Matrix<double, 3, 6> J = impulse.pinned.J.middleCols<6>(at);
  const Eigen::Matrix<double, 6, 1> before = u.segment<6>(at);
  u.segment<6>(at) = resolved<6>(M, J, before, impact.normal, with, TD_METHOD_SLIP_PATH, {}).after;
  return u;
}

Resolved<pinned_speeds> by_pinned(const HingedImpulse &impulse, const HingedParameters &with) {
  const RowMajor<pinned_rows, pinned_speeds> A = impulse.pinned.A;
  std::array<double, pinned_rows> hold;
  hold.fill(with.hold);
  return resolved<pinned_speeds>(impulse.pinned.M, impulse.pinned.J, with_joint(impulse, impulse.impact->before),
                                 impulse.impact->normal, with, TD_METHOD_SLIP_PATH,
                                 {A.data(), static_cast<std::int32_t>(pinned_rows), hold.data()});
}

double energy(const HingedImpulse &impulse, const PinnedSpeeds &u) { return u.dot(impulse.pinned.M * u); }

double error_of(const HingedImpulse &impulse, const PinnedSpeeds &u, const HingedSpeeds &against) {
  const PinnedSpeeds off = u - with_joint(impulse, against);
  const HingedImpact &impact = *impulse.impact;
  return std::sqrt(energy(impulse, off) / impact.after.dot(impact.M * impact.after));
}

double median_error(const std::vector<HingedImpulse> &impulses, HingedHandling handling, const HingedParameters &with) {
  return median(collected(impulses, [&](const HingedImpulse &impulse) {
    return error_of(impulse, predicted(impulse, handling, with), impulse.impact->after);
  }));
}

struct Found {
  HingedParameters at;
  double error;
};

void try_there(const std::vector<HingedImpulse> &impulses, HingedHandling handling, HingedParameters at, Found &best) {
  at.e = std::clamp(at.e, 0.0, 1.0), at.mu = std::clamp(at.mu, 0.0, largest_mu);
  const double error = median_error(impulses, handling, at);
  if (error < best.error) best = {at, error};
}

// Least median of squares (Rousseeuw 1984) on grids that grow finer.
Found searched(const std::vector<HingedImpulse> &impulses, HingedHandling handling, double hold) {
  Found best{{0.5, 0.2, hold}, std::numeric_limits<double>::infinity()};
  for (int i = 0; i <= coarse; ++i)
    for (int j = 0; j <= coarse; ++j)
      try_there(impulses, handling, {1.0 * i / coarse, largest_mu * j / coarse, hold}, best);
  for (const double step : finer) {
    const HingedParameters middle = best.at;
    for (int i = -fine_each_way; i <= fine_each_way; ++i)
      for (int j = -fine_each_way; j <= fine_each_way; ++j)
        try_there(impulses, handling, {middle.e + i * step, middle.mu + j * step, hold}, best);
  }
  return best;
}

Found searched(const std::vector<HingedImpulse> &impulses, HingedHandling handling) {
  if (handling != HingedHandling::giving) return searched(impulses, handling, 1);
  Found best = searched(impulses, handling, 1);
  for (const double hold : holds) {
    const Found there = searched(impulses, handling, hold);
    if (there.error < best.error) best = there;
  }
  return best;
}

bool is_taken(const HingedImpulse &impulse) {
  try {
    for (const HingedHandling handling : {HingedHandling::slip_path, HingedHandling::frozen_direction,
                                          HingedHandling::locked, HingedHandling::separate, HingedHandling::giving})
      predicted(impulse, handling, {0.5, 0.2, 0.9});
    return true;
  } catch (const std::runtime_error &) {
    return false;
  }
}

}  // namespace

std::vector<HingedImpulse> impulses_of(const HingedBody &body, const MassProperties &properties,
                                       const std::vector<HingedImpact> &impacts) {
  std::vector<HingedImpulse> impulses;
  for (const HingedImpact &impact : impacts) {
    if (!impact.clean()) continue;
    impulses.push_back({&impact, pinned_bodies(body, properties, impact.pose, impact.corner, impact.normal)});
    if (!is_taken(impulses.back())) impulses.pop_back();
  }
  return impulses;
}

PinnedSpeeds predicted(const HingedImpulse &impulse, HingedHandling handling, const HingedParameters &with) {
  const HingedImpact &impact = *impulse.impact;
  switch (handling) {
    case HingedHandling::one_step:
      return with_joint(impulse, by_one_step(impact, with));
    case HingedHandling::frozen_direction:
      return with_joint(impulse, by_joint(impact, with, TD_METHOD_ALGEBRAIC, false));
    case HingedHandling::locked:
      return with_joint(impulse, by_joint(impact, with, TD_METHOD_SLIP_PATH, true));
    case HingedHandling::separate:
      return by_itself(impulse, with);
    case HingedHandling::giving:
      return with_joint(impulse, after_impulse(impact, by_pinned(impulse, with).impulse));
    case HingedHandling::slip_path:
      break;
  }
  return with_joint(impulse, by_joint(impact, with, TD_METHOD_SLIP_PATH, false));
}

HingedFit judged_on(const std::vector<HingedImpulse> &impulses, HingedFit fit) {
  constexpr double rounding = 1e-9;
  fit.norm.clear(), fit.impulse.clear(), fit.gains = 0;
  for (const HingedImpulse &impulse : impulses) {
    const PinnedSpeeds u = predicted(impulse, fit.handling, fit.found);
    fit.norm.push_back(error_of(impulse, u, impulse.impact->after));
    fit.impulse.push_back(error_of(impulse, u, nearest_after(*impulse.impact)));
    if (energy(impulse, u) > (1 + rounding) * energy(impulse, with_joint(impulse, impulse.impact->before))) ++fit.gains;
  }
  return fit;
}

std::vector<HingedFit> fit_models(const std::vector<HingedImpulse> &impulses) {
  std::vector<HingedFit> fits{{"exact slip path, joint free", "error_path", HingedHandling::slip_path, {}, {}, {}},
                              {"one step, Newton and cone", "error_one_step", HingedHandling::one_step, {}, {}, {}},
                              {"slip direction frozen", "error_frozen", HingedHandling::frozen_direction, {}, {}, {}},
                              {"exact slip path, joint locked", "error_locked", HingedHandling::locked, {}, {}, {}},
                              {"separate bodies", "error_separate", HingedHandling::separate, {}, {}, {}},
                              {"exact slip path, hinge gives way", "error_giving", HingedHandling::giving, {}, {}, {}}};
  for (HingedFit &fit : fits) {
    fit.found = searched(impulses, fit.handling).at;
    fit = judged_on(impulses, std::move(fit));
  }
  return fits;
}

double median_with_own_parameters(const std::vector<HingedImpulse> &impulses, HingedHandling handling) {
  return median(
      collected(impulses, [&](const HingedImpulse &impulse) { return searched({impulse}, handling, 1).error; }));
}

double coupling(const HingedImpulse &impulse) {
  const HingedImpact &impact = *impulse.impact;
  const PinnedSpeeds alone = impulse.pinned.J.transpose() * impact.normal;
  const HingedSpeeds whole = impact.J.transpose() * impact.normal;
  return alone.dot(impulse.pinned.M.ldlt().solve(alone)) / whole.dot(impact.M.ldlt().solve(whole));
}

double largest_pinned_difference(const std::vector<HingedImpulse> &impulses, const HingedParameters &with) {
  double largest = 0;
  const HingedParameters held{with.e, with.mu, 1};
  for (const HingedImpulse &impulse : impulses) {
    const HingedImpact &impact = *impulse.impact;
    const auto &to = impulse.pinned.from_joint;
    const HingedMass M = to.transpose() * impulse.pinned.M * to;
    const HingedJacobian J = impulse.pinned.J * to;
    const HingedSpeeds u = by_joint(impact, held, TD_METHOD_SLIP_PATH, false);
    largest = std::max({largest, error_of(impulse, by_pinned(impulse, held).after, u),
                        (M - impact.M).norm() / impact.M.norm(), (J - impact.J).norm() / impact.J.norm()});
  }
  return largest;
}

}  // namespace touchdown::host
