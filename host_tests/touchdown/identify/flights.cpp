#include "identify/flights.hpp"

#include <algorithm>
#include <limits>

namespace touchdown::host {
namespace {

// In squared standard deviations: what a pose costs that is in no flight (one in a flight costs 3 on average), and what
// each flight costs besides (so that chance does not break one in two).
constexpr double stray_cost = 25, flight_cost = 40;

// Sums over the first poses, from which the squared residual of a straight line through any stretch follows at once;
// with gravity's share taken off, a flight is a straight line.
class Lines {
 public:
  Lines(const std::vector<Pose> &poses, double gravity) : sums_(1) {
    for (const Pose &pose : poses) {
      const double t = pose.time - poses.front().time;
      const Vector3<double> x = pose.position - poses.front().position + Vector3<double>(0, 0, gravity * t * t / 2);
      Sums next = sums_.back();
      next.n += 1, next.t += t, next.tt += t * t;
      next.x += x, next.tx += t * x, next.xx += x.squaredNorm();
      sums_.push_back(next);
    }
  }

  double squared_residual(std::size_t first, std::size_t last) const {
    const Sums &a = sums_[first], &b = sums_[last + 1];
    const double n = b.n - a.n, t = (b.t - a.t) / n, tt = b.tt - a.tt - n * t * t;
    const Vector3<double> x = (b.x - a.x) / n, tx = b.tx - a.tx - n * t * x;
    const double xx = b.xx - a.xx - n * x.squaredNorm();
    return std::max(xx - tx.squaredNorm() / tt, 0.0);
  }

 private:
  struct Sums {
    double n = 0, t = 0, tt = 0, xx = 0;
    Vector3<double> x = Vector3<double>::Zero(), tx = Vector3<double>::Zero();
  };
  std::vector<Sums> sums_;
};

// The cheapest way to account for the poses before one, and where its last part began.
struct Way {
  double cost = std::numeric_limits<double>::infinity();
  std::size_t from = 0;
  bool flight = false;
};

}  // namespace

std::vector<Flight> flights_of(const std::vector<Pose> &poses, double gravity, double position_noise) {
  const Lines lines(poses, gravity);
  std::vector<Way> ways(poses.size() + 1);
  ways.front().cost = 0;
  for (std::size_t end = 1; end <= poses.size(); ++end) {
    ways[end] = {ways[end - 1].cost + stray_cost, end - 1, false};
    for (std::size_t first = 0; first + fewest_poses <= end; ++first) {
      const double cost =
          ways[first].cost + flight_cost + lines.squared_residual(first, end - 1) / (position_noise * position_noise);
      if (cost < ways[end].cost) ways[end] = {cost, first, true};
    }
  }
  std::vector<Flight> flights;
  for (std::size_t end = poses.size(); end > 0; end = ways[end].from)
    if (ways[end].flight) flights.push_back({ways[end].from, end - 1});
  std::reverse(flights.begin(), flights.end());
  return flights;
}

}  // namespace touchdown::host
