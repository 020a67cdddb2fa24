#include "identify/flights.hpp"

#include <Eigen/LU>

#include "drops/least_squares.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;

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

// Of a flight, next to the impact: farther poses say little, and what no model has adds up. More of them as long as
// such an acceleration stays within the noise.
constexpr std::size_t usual_poses = 14;
constexpr double unmodelled = 0.05;       // [m/s^2]
constexpr double good_chi_squared = 1.5;  // no pose needs to be left out
constexpr double far_end_alike = 3;       // times what all poses are off, of a far end that belongs to its flight
constexpr int most_left_out = 4;
constexpr double longest_step = 10e-3;            // [s] of the integration: at 30 rad/s an error below 1e-6 rad
constexpr Eigen::Index unknowns = 1 + 6 + 6 + 6;  // time, pose (as change), motion before, motion after

// Rate of the attitude's coefficients under a constant angular momentum.
Eigen::Vector4d rate(const Matrix3<double> &inverse_inertia, const Vector &momentum, const Eigen::Vector4d &attitude) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(attitude).normalized();
  const Vector spin = inverse_inertia * (q.conjugate() * momentum);
  return (q * Eigen::Quaterniond(0, spin[0], spin[1], spin[2])).coeffs() / 2;
}

// One step of Runge and Kutta's fourth-order rule.
Eigen::Quaterniond turned(const Matrix3<double> &inverse_inertia, const Vector &momentum,
                          const Eigen::Quaterniond &attitude, double step) {
  const Eigen::Vector4d q = attitude.coeffs();
  const Eigen::Vector4d a = rate(inverse_inertia, momentum, q);
  const Eigen::Vector4d b = rate(inverse_inertia, momentum, q + step / 2 * a);
  const Eigen::Vector4d c = rate(inverse_inertia, momentum, q + step / 2 * b);
  const Eigen::Vector4d d = rate(inverse_inertia, momentum, q + step * c);
  return Eigen::Quaterniond(q + step / 6 * (a + 2 * b + 2 * c + d)).normalized();
}

// The poses of both flights that are used, each side going away from the impact.
struct Sides {
  std::vector<Pose> before, after;
};

Sides sides_of(const std::vector<Pose> &poses, const Flight &before, const Flight &after, const PoseNoise &noise) {
  const double longest =
      std::sqrt(8 * noise.position / unmodelled);  // [s] a parabola is off from its chord by the noise
  Sides sides;
  const auto takes = [&](const std::vector<Pose> &side, const Pose &pose) {
    return side.size() < usual_poses || std::abs(pose.time - side.front().time) < longest;
  };
  for (std::size_t i = before.last + 1; i-- > before.first && takes(sides.before, poses[i]);)
    sides.before.push_back(poses[i]);
  for (std::size_t i = after.first; i <= after.last && takes(sides.after, poses[i]); ++i)
    sides.after.push_back(poses[i]);
  return sides;
}

FlightPair pair_of(const Eigen::VectorXd &x, const Pose &start) {
  FlightPair pair{};
  pair.at = {start.time + x[0], start.position + x.segment<3>(1), start.attitude * turned_by(x.segment<3>(4))};
  pair.before = {x.segment<3>(7), x.segment<3>(10)};
  pair.after = {x.segment<3>(13), x.segment<3>(16)};
  return pair;
}

struct Residuals {
  Eigen::Index count() const { return static_cast<Eigen::Index>(6 * (sides.before.size() + sides.after.size())); }

  void operator()(const Eigen::VectorXd &x, Eigen::VectorXd &out) const {
    const FlightPair pair = pair_of(x, start);
    add(pair.at, pair.before, sides.before, 0, out);
    add(pair.at, pair.after, sides.after, static_cast<Eigen::Index>(6 * sides.before.size()), out);
  }

  void add(const Pose &at, const Motion &motion, const std::vector<Pose> &measured, Eigen::Index row,
           Eigen::VectorXd &out) const {
    std::vector<double> times;
    for (const Pose &pose : measured) times.push_back(pose.time);
    const std::vector<Pose> predicted = flown(rig, at, motion, times);
    for (std::size_t i = 0; i < measured.size(); ++i, row += 6) {
      out.segment<3>(row) = (predicted[i].position - measured[i].position) / noise.position;
      out.segment<3>(row + 3) = turning(measured[i].attitude, predicted[i].attitude) / noise.attitude;
    }
  }

  const Rig &rig;
  const Sides &sides;
  const Pose &start;
  const PoseNoise &noise;
};

// Mean motion over a side, at its pose next to the impact.
Motion mean_motion(const Rig &rig, const std::vector<Pose> &side) {
  const Pose &near = side.front(), &far = side[std::min<std::size_t>(side.size() - 1, 4)];
  const double time = far.time - near.time;
  const Vector v = (far.position - near.position) / time + Vector(0, 0, rig.gravity * time / 2);
  return {v, near.attitude * (turning(near.attitude, far.attitude) / time)};
}

// When the two flights, carried on, come nearest: gravity is the same for both, so their distance is linear in time.
double meeting_time(const Sides &sides, const Motion &before, const Motion &after, double gravity) {
  const Pose &a = sides.before.front(), &b = sides.after.front();
  const double time = b.time - a.time;
  const Vector carried = a.position + before.v * time - Vector(0, 0, gravity * time * time / 2);
  const Vector velocity = before.v - Vector(0, 0, gravity * time), jump = after.v - velocity;
  const double back = (carried - b.position).dot(jump) / std::max(jump.squaredNorm(), 1e-12);
  return std::clamp(b.time + back, a.time, b.time);
}

// Of all components of both motions together, as energy adds them up; J of residuals that have a deviation of 1.
double uncertainty_of(const Rig &rig, const FlightPair &pair, const Eigen::MatrixXd &J) {
  const Eigen::MatrixXd spread = pseudo_inverse(product(J.transpose(), J));
  const Matrix3<double> turn = pair.at.attitude.toRotationMatrix();
  const Matrix3<double> inertia = turn * rig.inertia * turn.transpose() / rig.mass;
  const auto squared = [&](Eigen::Index v) {
    return spread.block<3, 3>(v, v).trace() + (inertia * spread.block<3, 3>(v + 3, v + 3)).trace();
  };
  const double after = pair.after.v.squaredNorm() + pair.after.w.dot(inertia * pair.after.w);
  return std::sqrt((squared(7) + squared(13)) * std::max(pair.chi_squared, 1.0) / after);
}

// One standard deviation of what is left, that the fit takes up as much of as of all.
PoseNoise seen_in(const Eigen::VectorXd &off, const PoseNoise &noise) {
  double position = 0, attitude = 0;
  for (Eigen::Index row = 0; row < off.size(); row += 6) {
    position += off.segment<3>(row).squaredNorm();
    attitude += off.segment<3>(row + 3).squaredNorm();
  }
  const double each = static_cast<double>(off.size() - unknowns) / 2;
  return {noise.position * std::sqrt(position / each), noise.attitude * std::sqrt(attitude / each)};
}

// Whatever noise was assumed: a pose beyond the next impact is off by more than the others.
double farthest_of(const Sides &sides, const Eigen::VectorXd &off) {
  const auto before = static_cast<Eigen::Index>(6 * sides.before.size());
  const double ends = std::max(off.segment<6>(before - 6).squaredNorm(), off.tail<6>().squaredNorm());
  return ends / 6 * static_cast<double>(off.size()) / std::max(off.squaredNorm(), 1e-30);
}

struct Fitted {
  FlightPair pair;
  double farthest;  // chi squared of the worse far end, divided by the chi squared of all poses

  bool is_good() const { return pair.chi_squared <= good_chi_squared && farthest <= far_end_alike; }
};

// The flights as far as they are given.
Fitted fit(const Rig &rig, const Sides &sides, const PoseNoise &noise) {
  const Motion m = mean_motion(rig, sides.before), p = mean_motion(rig, sides.after);
  const double time = meeting_time(sides, m, p, rig.gravity);
  const Pose start = flown(rig, sides.before.front(), m, {time}).front();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(unknowns);
  x.segment<3>(7) = m.v - Vector(0, 0, rig.gravity * (time - sides.before.front().time));
  x.segment<3>(10) = m.w;
  x.segment<3>(13) = p.v + Vector(0, 0, rig.gravity * (sides.after.front().time - time));
  x.segment<3>(16) = p.w;
  const Residuals residuals{rig, sides, start, noise};
  LeastSquares search;
  search.residuals = residuals;
  search.count = residuals.count();
  const double left = minimize(search, x);
  FlightPair pair = pair_of(x, start);
  pair.poses_before = sides.before.size();
  pair.poses_after = sides.after.size();
  pair.chi_squared = left * left / static_cast<double>(search.count - unknowns);
  pair.uncertainty = uncertainty_of(rig, pair, jacobian(search, x));
  Eigen::VectorXd off(search.count);
  residuals(x, off);
  pair.seen = seen_in(off, noise);
  return {pair, farthest_of(sides, off)};
}

// The flights without the first or the last pose of one of them, as far as enough poses remain.
std::vector<std::pair<Flight, Flight>> one_pose_less(const std::pair<Flight, Flight> &flights) {
  std::vector<std::pair<Flight, Flight>> shorter;
  const auto &[a, b] = flights;
  if (poses_in(a) > fewest_poses)
    shorter.push_back({{a.first, a.last - 1}, b}), shorter.push_back({{a.first + 1, a.last}, b});
  if (poses_in(b) > fewest_poses)
    shorter.push_back({a, {b.first + 1, b.last}}), shorter.push_back({a, {b.first, b.last - 1}});
  return shorter;
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

std::vector<Pose> flown(const Rig &rig, const Pose &at, const Motion &motion, const std::vector<double> &times,
                        double drag) {
  const Matrix3<double> inverse_inertia = rig.inertia.inverse(), turn = at.attitude.toRotationMatrix();
  const Vector momentum = turn * rig.inertia * turn.transpose() * motion.w, gravity(0, 0, -rig.gravity);
  const auto acceleration = [&](const Vector &v) { return Vector(gravity - drag * v.norm() * v); };
  std::vector<Pose> poses;
  Pose pose = at;
  Vector v = motion.v;
  for (const double time : times) {
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(time - pose.time) / longest_step)));
    const double step = (time - pose.time) / steps;
    for (int i = 0; i < steps; ++i) {
      pose.attitude = turned(inverse_inertia, momentum, pose.attitude, step);
      const Vector a = acceleration(v + step / 2 * acceleration(v));  // of the middle: exact for a parabola
      pose.position += step * v + step * step / 2 * a;
      v += step * a;
    }
    pose.time = time;
    poses.push_back(pose);
  }
  return poses;
}

FlightPair fit_flight_pair(const Rig &rig, const std::vector<Pose> &poses, const Flight &before, const Flight &after,
                           const PoseNoise &noise) {
  std::pair<Flight, Flight> flights{before, after};
  Fitted best = fit(rig, sides_of(poses, before, after, noise), noise);
  for (int round = 0; round < most_left_out && !best.is_good(); ++round) {
    const double until_now = best.pair.chi_squared;
    for (const auto &[first, second] : one_pose_less(flights)) {
      const Fitted fitted = fit(rig, sides_of(poses, first, second, noise), noise);
      if (fitted.pair.chi_squared < best.pair.chi_squared) best = fitted, flights = {first, second};
    }
    if (!(best.pair.chi_squared < until_now)) break;
  }
  return best.pair;
}

}  // namespace touchdown::host
