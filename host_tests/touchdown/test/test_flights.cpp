// Flights in a long record: those that a search over every pair of ends finds, in a time that grows with the record.
// Seen red: with a start thrown away at once, not after as many poses as a flight needs.
#include "identify/flights.hpp"
#include "identify/trajectory_impacts.hpp"
#include "report/statistics.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <limits>
#include <random>

using namespace touchdown::host;

namespace {

constexpr double gravity = 9.81, noise = 1e-3, rate = 150;

// A body that bounces, each time to less, and rests in the end.
std::vector<Pose> bouncing(std::mt19937 &random, std::size_t count) {
  std::normal_distribution<double> error(0, noise);
  std::vector<Pose> poses;
  double z = 0.3, v = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double time = static_cast<double>(i) / rate;
    poses.push_back(
        {time, {0.2 * time + error(random), error(random), z + error(random)}, Eigen::Quaterniond::Identity()});
    v -= gravity / rate, z += v / rate;
    if (z < 0) z = 0, v *= -0.6;
    if (std::abs(v) < 0.08 && z < 1e-3) v = 0;
  }
  return poses;
}

double residual(const std::vector<Pose> &poses, std::size_t first, std::size_t end) {
  double n = 0, t = 0, tt = 0, xx = 0;
  touchdown::Vector3<double> x(0, 0, 0), tx(0, 0, 0);
  for (std::size_t i = first; i < end; ++i) {
    const double time = poses[i].time - poses[first].time;
    const touchdown::Vector3<double> p =
        poses[i].position - poses[first].position + touchdown::Vector3<double>(0, 0, gravity * time * time / 2);
    n += 1, t += time, tt += time * time, x += p, tx += time * p, xx += p.squaredNorm();
  }
  const touchdown::Vector3<double> slope = tx - t / n * x;
  return std::max(xx - x.squaredNorm() / n - slope.squaredNorm() / (tt - t * t / n), 0.0);
}

// The least cost by every pair of ends: 25 a stray pose, 40 a flight, and its residuals in squared deviations.
double least_cost(const std::vector<Pose> &poses) {
  std::vector<double> cost(poses.size() + 1, 0);
  for (std::size_t end = 1; end <= poses.size(); ++end) {
    cost[end] = cost[end - 1] + 25;
    for (std::size_t first = 0; first + fewest_poses <= end; ++first)
      cost[end] = std::min(cost[end], cost[first] + 40 + residual(poses, first, end) / (noise * noise));
  }
  return cost.back();
}

double cost_of(const std::vector<Pose> &poses, const std::vector<Flight> &flights) {
  double cost = 25 * static_cast<double>(poses.size());
  for (const Flight &flight : flights)
    cost += 40 - 25 * static_cast<double>(poses_in(flight)) +
            residual(poses, flight.first, flight.last + 1) / (noise * noise);
  return cost;
}

}  // namespace

TEST_CASE("flights cost no more than those of a search over every pair of ends") {
  std::mt19937 random(1);
  for (int record = 0; record < 20; ++record) {
    const std::vector<Pose> poses = bouncing(random, 120 + static_cast<std::size_t>(record));
    const std::vector<Flight> flights = flights_of(poses, gravity, noise);
    CHECK(flights.size() > 1);
    CHECK(cost_of(poses, flights) == doctest::Approx(least_cost(poses)).epsilon(1e-6));
  }
}

TEST_CASE("a record ten times as long takes some ten times as long") {
  std::mt19937 random(2);
  const auto seconds = [&](std::size_t count) {
    const std::vector<Pose> poses = bouncing(random, count);
    const auto begun = std::chrono::steady_clock::now();
    flights_of(poses, gravity, noise);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  const double shorter = seconds(4000), longer = seconds(40000);
  MESSAGE("40 000 poses: " << longer << " s");
  CHECK(longer < 40 * shorter + 0.2);
}

// Seen red: with poses left out only where the fit is poor by the noise that is assumed.
TEST_CASE("a pose beyond the next impact is left out, whatever noise is assumed") {
  const Rig rig = read_rig(TOUCHDOWN_DROPS_FOLDER "/cube.rig.json");
  const Motion in{{0.3, 0, -1}, {1, 2, 3}}, out{{0.3, 0, 0.3}, {-2, 1, 3}};
  std::mt19937 random(4);
  std::normal_distribution<double> error(0, 2e-4);
  std::vector<Pose> poses;
  for (int i = -8; i < 8; ++i) {
    poses.push_back(
        flown(rig, {0, {0, 0, 0}, Eigen::Quaterniond::Identity()}, i < 0 ? in : out, {(i + 0.5) / rate})[0]);
    for (double &x : poses.back().position) x += error(random);
  }
  poses.back().position[2] += 2e-3;
  for (const double factor : {1.0, 3.0}) {
    CAPTURE(factor);
    const FlightPair pair = fit_flight_pair(rig, poses, {0, 7}, {8, 15}, {factor * 2e-4, factor * 2e-3});
    CHECK(pair.poses_after == 7);
    CHECK(std::abs(pair.after.v[2] - out.v[2]) < 0.02);
  }
}

// Seen red: with the noise that differences of neighbours show, times three because bounces look like smoothing: a
// median of 0.06.
TEST_CASE("the noise of poses is what flights leave, however often the body bounces") {
  const Rig rig = read_rig(TOUCHDOWN_DROPS_FOLDER "/cube.rig.json");
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const auto any = [&](double scale) {
    const double x = normal(random), y = normal(random), z = normal(random);
    return touchdown::Vector3<double>(scale * x, scale * y, scale * z);
  };
  std::vector<Trajectory> trajectories(12);
  for (Trajectory &one : trajectories) {
    Pose at{0, {0, 0, 1}, Eigen::Quaterniond::Identity()};
    for (int flight = 0; flight < 6; ++flight) {
      const Motion motion{any(1), any(8)};
      for (int i = 1; i <= 8; ++i) {
        Pose seen = flown(rig, at, motion, {at.time + (i - 0.5) / rate}).front();
        const touchdown::Vector3<double> turn = any(1e-3);
        seen.position += any(2e-4);
        seen.attitude = seen.attitude * Eigen::Quaterniond(1, turn[0], turn[1], turn[2]).normalized();
        one.poses.push_back(seen);
      }
      at = flown(rig, at, motion, {at.time + 8 / rate}).front();
    }
  }
  std::vector<double> chi_squared;
  for (const FoundImpact &impact : impacts_in(trajectories, rig)) chi_squared.push_back(impact.flights.chi_squared);
  CHECK(chi_squared.size() > 50);
  CHECK(median(chi_squared) > 0.7);
  CHECK(median(chi_squared) < 1.3);
}
