#include "hinged/flight_properties.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "hinged/robust_fit.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector3d = Vector3<double>;

constexpr std::size_t fewest = 7, most = 12;  // poses of a stretch; longer flights give several
constexpr std::size_t most_stretches = 600;   // of more, these evenly out of them
constexpr double clearance = 0.16;            // over the ground, as a part of the thinnest side
constexpr int segmentations = 3, weighings = 20, rounds = 6;
constexpr double knee = 2.0;
// How far solid boxes of the told masses may be off, one standard deviation.
constexpr double moment_prior = 1e-3, fall_prior = 1;         // [m], [m/s^2]
constexpr double inertia_prior = 0.03;                        // of the largest entry
constexpr double viscous_prior = 0.02, coulomb_prior = 0.02;  // [m^2/s], [m^2/s^2]

constexpr Eigen::Index line_unknowns = 9, turn_unknowns = 14;  // moments, fall; inertias, friction

bool clear_of_ground(const HingedBody &body, const Ground &ground, std::size_t toss, const HingedPose &pose) {
  const auto heights = heights_over(ground, toss, body, pose);
  const double thinnest = std::min(body.link[0].size.minCoeff(), body.link[1].size.minCoeff());
  return *std::min_element(heights.begin(), heights.end()) > clearance * thinnest;
}

// The parts of a flight that are clear of the ground; its first and last pose may touch an impact.
void add_stretches(const HingedBody &body, const Ground &ground, const std::vector<HingedToss> &tosses,
                   std::size_t toss, const Flight &flight, std::vector<Stretch> &all) {
  Stretch stretch;
  for (std::size_t i = flight.first + 1; i <= flight.last; ++i) {
    const HingedPose &pose = tosses[toss].poses[i];
    const bool flies = i < flight.last && clear_of_ground(body, ground, toss, pose);
    if (flies) stretch.push_back(pose);
    if (flies && stretch.size() < most) continue;
    if (stretch.size() >= fewest) all.push_back(stretch);
    stretch.clear();
  }
}

std::vector<Stretch> stretches_of(const HingedBody &body, const MassProperties &properties,
                                  const std::vector<HingedToss> &tosses, const Ground &ground,
                                  const HingedNoise &noise) {
  std::vector<Stretch> all, some;
  for (std::size_t toss = 0; toss < tosses.size(); ++toss)
    for (const Flight &flight : flights_of(body, properties, tosses[toss], noise))
      add_stretches(body, ground, tosses, toss, flight, all);
  if (all.empty()) throw std::runtime_error("no free flight is long enough to tell the mass properties");
  const std::size_t count = std::min(all.size(), most_stretches);
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

// ---- moments and fall: linear ----

// Rows of a stretch with its own straight line taken out.
struct LineRows {
  Matrix A;
  Vector b;
};

LineRows line_rows(const HingedBody &body, const Stretch &stretch) {
  const auto n = static_cast<Eigen::Index>(stretch.size());
  Matrix A(3 * n, line_unknowns), lines = Matrix::Zero(3 * n, 6);
  Vector b(3 * n);
  const double middle = (stretch.front().time + stretch.back().time) / 2;
  for (Eigen::Index i = 0; i < n; ++i) {
    const HingedPose &pose = stretch[static_cast<std::size_t>(i)];
    const double time = pose.time - middle;
    A.middleRows<3>(3 * i) << turn_of(body, pose, 0), turn_of(body, pose, 1),
        -time * time / 2 * Matrix3<double>::Identity();
    lines.middleRows<3>(3 * i) << Matrix3<double>::Identity(), time * Matrix3<double>::Identity();
    b.segment<3>(3 * i) = -(pose.position + pose.attitude * body.hinge);
  }
  const Matrix onto = (lines.transpose() * lines).ldlt().solve(lines.transpose());
  return {A - lines * (onto * A), b - lines * (onto * b)};
}

struct Linear {
  Vector x, deviation;
};

// Robust, by weighing anew.
Linear solve_lines(const HingedBody &body, const std::vector<Stretch> &stretches, const MassProperties &boxes,
                   double noise) {
  Vector prior(line_unknowns), x(line_unknowns);
  prior << boxes.moment[0], boxes.moment[1], boxes.fall;
  Vector weight(line_unknowns);
  weight << Vector::Constant(6, 1 / moment_prior), Vector::Constant(3, 1 / fall_prior);
  std::vector<LineRows> rows;
  rows.reserve(stretches.size());
  for (const Stretch &stretch : stretches) rows.push_back(line_rows(body, stretch));
  x = prior;
  Matrix information;
  for (int weighing = 0; weighing < weighings; ++weighing) {
    information = weight.cwiseAbs2().asDiagonal();
    Vector pull = information * prior;
    for (const LineRows &r : rows) {
      const Vector off = (r.A * x - r.b) / noise;
      const Vector w = (1 + (off / knee).array().square()).inverse() / (noise * noise);
      information += r.A.transpose() * w.asDiagonal() * r.A;
      pull += r.A.transpose() * w.cwiseProduct(r.b);
    }
    x = information.ldlt().solve(pull);
  }
  return {x, information.ldlt().solve(Matrix::Identity(line_unknowns, line_unknowns)).diagonal().cwiseSqrt()};
}

// ---- inertias and friction: the links' turning ----

constexpr std::array<std::pair<int, int>, 6> places = {{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

Vector turning_of(const MassProperties &properties) {
  Vector x(turn_unknowns);
  for (std::size_t link = 0; link < links; ++link)
    for (std::size_t k = 0; k < places.size(); ++k)
      x[static_cast<Eigen::Index>(6 * link + k)] = properties.inertia[link](places[k].first, places[k].second);
  x.tail<2>() << properties.viscous, properties.coulomb;
  return x;
}

MassProperties with_turning(MassProperties properties, const Vector &x) {
  for (std::size_t link = 0; link < links; ++link)
    for (std::size_t k = 0; k < places.size(); ++k) {
      const auto [row, column] = places[k];
      properties.inertia[link](row, column) = properties.inertia[link](column, row) =
          x[static_cast<Eigen::Index>(6 * link + k)];
    }
  properties.viscous = x[12], properties.coulomb = x[13];
  return properties;
}

// A stretch and its own state, in its middle.
struct Flying {
  Stretch earlier, later;  // each going away from the middle
  HingedState state;
};

Flying flying_of(const HingedBody &body, const MassProperties &properties, const Stretch &stretch) {
  const std::size_t middle = stretch.size() / 2;
  Flying flying{};
  for (std::size_t i = middle; i-- > 0;) flying.earlier.push_back(stretch[i]);
  for (std::size_t i = middle; i < stretch.size(); ++i) flying.later.push_back(stretch[i]);
  flying.state = rough_state(body, properties, flying.later);
  return flying;
}

Vector residuals_of(const HingedBody &body, const MassProperties &properties, const Flying &flying,
                    const HingedState &state, const HingedNoise &noise) {
  const Vector a = deviations(flown(body, properties, state, flying.earlier), flying.earlier, noise);
  const Vector b = deviations(flown(body, properties, state, flying.later), flying.later, noise);
  Vector off(a.size() + b.size());
  off << a, b;
  return off;
}

// What a stretch says of its own state (without its time) and of what all share.
struct Normal {
  Matrix own, both, shared;
  Vector own_pull, shared_pull;
  double chi_squared;
};

constexpr Eigen::Index own_unknowns = state_unknowns - 1;

HingedState moved(const HingedState &state, const Vector &own) {
  Vector change = Vector::Zero(state_unknowns);
  change.tail(own_unknowns) = own;
  return changed(state, change);
}

Normal normal_of(const HingedBody &body, const MassProperties &properties, const Vector &step, const Flying &flying,
                 const HingedNoise &noise) {
  const auto by_state = [&](const Vector &own) {
    return residuals_of(body, properties, flying, moved(flying.state, own), noise);
  };
  const auto by_shared = [&](const Vector &x) {
    return residuals_of(body, with_turning(properties, x), flying, flying.state, noise);
  };
  const Vector at = by_state(Vector::Zero(own_unknowns));
  const Matrix own = slopes(by_state, Vector::Zero(own_unknowns), at, state_steps().tail(own_unknowns));
  const Matrix shared = slopes(by_shared, turning_of(properties), at, step);
  Normal normal{own.transpose() * own, own.transpose() * shared, shared.transpose() * shared,
                own.transpose() * at,  shared.transpose() * at,  0};
  normal.own.diagonal().array() += 1e-12 * normal.own.trace();
  normal.chi_squared = at.squaredNorm() / static_cast<double>(std::max<Eigen::Index>(at.size() - own_unknowns, 1));
  return normal;
}

struct Turned {
  Vector x, deviation;
  double error;
};

// One step of Gauss and Newton for what all share, the own states eliminated; stretches that fit badly count less.
Turned turned_once(std::vector<Flying> &all, const std::vector<Normal> &normals, const Vector &x, const Vector &prior,
                   const Vector &spread) {
  const double usual = median(collected(normals, [](const Normal &n) { return n.chi_squared; }));
  Matrix information = usual * spread.cwiseAbs2().cwiseInverse().asDiagonal();
  Vector pull = information * (x - prior);
  std::vector<Matrix> eliminated;
  std::vector<Vector> own;
  for (const Normal &n : normals) {
    const auto factor = n.own.ldlt();
    eliminated.push_back(factor.solve(n.both));
    own.push_back(factor.solve(n.own_pull));
    const double weight = std::min(1.0, knee * knee * usual / std::max(n.chi_squared, 1e-12));
    information += weight * (n.shared - n.both.transpose() * eliminated.back());
    pull += weight * (n.shared_pull - n.both.transpose() * own.back());
  }
  const Vector change = -information.ldlt().solve(pull);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].state = moved(all[i].state, -own[i] - eliminated[i] * change);
  const Matrix covariance = usual * information.ldlt().solve(Matrix::Identity(x.size(), x.size()));
  return {x + change, covariance.diagonal().cwiseSqrt(), std::sqrt(usual)};
}

// A hinge does not drive: dry friction below 0 is taken as none, and all is fitted again without it.
Turned solve_turning(const HingedBody &body, const MassProperties &start, const std::vector<Stretch> &stretches,
                     const HingedNoise &noise, double coulomb_spread) {
  const Vector prior = turning_of(start);
  const double largest = prior.head(12).cwiseAbs().maxCoeff();
  Vector spread(turn_unknowns), step(turn_unknowns);
  spread << Vector::Constant(12, inertia_prior * largest), viscous_prior, coulomb_spread;
  step << Vector::Constant(12, 1e-5 * largest), 1e-7, 1e-7;
  std::vector<Flying> all;
  all.reserve(stretches.size());
  for (const Stretch &stretch : stretches) all.push_back(flying_of(body, start, stretch));
  Turned found{prior, spread, 0};
  for (int round = 0; round < rounds; ++round) {
    std::vector<Normal> normals;
    normals.reserve(all.size());
    const MassProperties properties = with_turning(start, found.x);
    for (const Flying &flying : all) normals.push_back(normal_of(body, properties, step, flying, noise));
    found = turned_once(all, normals, found.x, prior, spread);
  }
  return found;
}

}  // namespace

FlightProperties properties_of_flights(const HingedBody &body, const std::vector<HingedToss> &tosses,
                                       const Ground &ground, const HingedNoise &noise) {
  const MassProperties boxes = properties_of_boxes(body);
  FlightProperties found{boxes, boxes, 0, 0};
  std::vector<Stretch> stretches;
  for (int i = 0; i < segmentations; ++i) {
    stretches = stretches_of(body, found.properties, tosses, ground, noise);
    const Linear line = solve_lines(body, stretches, boxes, noise.position);
    for (MassProperties *to : {&found.properties, &found.deviation}) {
      const Vector &x = to == &found.properties ? line.x : line.deviation;
      to->moment = {x.head<3>(), x.segment<3>(3)};
      to->fall = x.tail<3>();
    }
  }
  Turned turned = solve_turning(body, found.properties, stretches, noise, coulomb_prior);
  constexpr double none = 1e-9;
  if (turned.x[13] < 0) turned = solve_turning(body, found.properties, stretches, noise, none);
  turned.x[13] = std::max(turned.x[13], 0.0);
  found.properties = with_turning(found.properties, turned.x);
  found.deviation = with_turning(found.deviation, turned.deviation);
  found.flights = stretches.size();
  found.error = turned.error;
  return found;
}

}  // namespace touchdown::host
