#include "identify/flights.hpp"

namespace touchdown::host {
namespace {

// In squared standard deviations: what a pose costs that is in no flight (one in a flight costs 3 on average).
constexpr double stray_cost = 25;

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

// A pose that the last flight may begin with, and the least cost of all before it and the flight's own poses so far.
struct Start {
  std::size_t first;
  double cost;
  std::size_t useless_from;  // the end from which on another start is as good
};

// Residuals of a flight's parts add up to no more than its own. So where ending all at a pose is as cheap as a flight
// that goes on over it, a flight from that pose on is as cheap as that one, once it has poses enough (the pruning of
// Killick, Fearnhead & Eckley 2012): with it a long record takes a time in proportion, and the same flights are found.
void prune(std::vector<Start> &starts, double cost_of_end, std::size_t end) {
  for (Start &start : starts)
    if (start.cost >= cost_of_end) start.useless_from = std::min(start.useless_from, end + fewest_poses);
  starts.erase(
      std::remove_if(starts.begin(), starts.end(), [&](const Start &start) { return start.useless_from <= end + 1; }),
      starts.end());
}

std::vector<Way> cheapest_ways(const std::vector<Pose> &poses, const Lines &lines, double position_noise) {
  constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  std::vector<Way> ways(poses.size() + 1);
  std::vector<Start> starts;
  ways.front().cost = 0;
  for (std::size_t end = 1; end <= poses.size(); ++end) {
    ways[end] = {ways[end - 1].cost + stray_cost, end - 1, false};
    if (end >= fewest_poses) starts.push_back({end - fewest_poses, 0, never});
    for (Start &start : starts) {
      start.cost =
          ways[start.first].cost + lines.squared_residual(start.first, end - 1) / (position_noise * position_noise);
      if (start.cost + flight_cost < ways[end].cost) ways[end] = {start.cost + flight_cost, start.first, true};
    }
    prune(starts, ways[end].cost, end);
  }
  return ways;
}

}  // namespace

double least_cost(const std::vector<Pose> &poses, double gravity, double position_noise) {
  return cheapest_ways(poses, Lines(poses, gravity), position_noise).back().cost;
}

std::vector<Flight> flights_of(const std::vector<Pose> &poses, double gravity, double position_noise) {
  const std::vector<Way> ways = cheapest_ways(poses, Lines(poses, gravity), position_noise);
  std::vector<Flight> flights;
  for (std::size_t end = poses.size(); end > 0; end = ways[end].from)
    if (ways[end].flight) flights.push_back({ways[end].from, end - 1});
  std::reverse(flights.begin(), flights.end());
  return flights;
}

std::vector<Pose> without_drag(std::vector<Pose> poses, double drag, std::size_t since) {
  constexpr std::size_t about = 2;  // poses before and after, that the velocity is from
  if (!(drag > 0)) return poses;
  std::vector<Vector3<double>> slowed;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const bool earlier = since > 0 && i <= since;
    const std::size_t first = since > 0 && !earlier ? since + 1 : 0, last = earlier ? since : poses.size() - 1;
    const Pose &a = poses[i < first + about ? first : i - about], &b = poses[std::min(i + about, last)];
    const Vector3<double> v = (b.position - a.position) / std::max(b.time - a.time, 1e-9);
    slowed.emplace_back(-drag * v.norm() * v);
  }
  const auto take_off = [&](std::ptrdiff_t step, std::ptrdiff_t end) {
    Vector3<double> v = Vector3<double>::Zero(), x = Vector3<double>::Zero();
    for (auto i = static_cast<std::ptrdiff_t>(since); i + step != end; i += step) {
      const auto here = static_cast<std::size_t>(i), next = static_cast<std::size_t>(i + step);
      const double time = poses[next].time - poses[here].time;
      const Vector3<double> a = (slowed[here] + slowed[next]) / 2;
      x += time * v + time * time / 2 * a;
      v += time * a;
      poses[next].position -= x;
    }
  };
  take_off(1, static_cast<std::ptrdiff_t>(poses.size()));
  take_off(-1, -1);
  return poses;
}

}  // namespace touchdown::host
