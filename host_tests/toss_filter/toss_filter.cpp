// The filter of flight_filter.hpp on recorded tosses of a cube, with the saltation matrix and without: poses up to 20
// ms before an impact and from 20 ms after it, and none between. What the filter holds of the state when the poses come
// back, and after each of the first of them, against the flight that those poses alone are fitted by: errors, and the
// normalized estimation error squared (NEES). What the filter knows of noise and surface is of the other half of the
// impacts: e, mu and their scatter as `touchdown identify` finds them, and the noise of poses, in the proportions that
// flights without an impact have, by which the filter is consistent there. The filter without the saltation matrix is
// judged with the same noise, and with one that is found for it in the same way.
// Seen red: with the rows of time left out of X for the filter with the saltation matrix too.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "drops/impact_table.hpp"
#include "flight_filter.hpp"
#include "identify/identification.hpp"
#include "records/csv.hpp"
#include "records/trajectory.hpp"

namespace {

using namespace flight_filter;

constexpr double pause = 0.020;       // [s] without poses, before an impact and after
constexpr double clear_gap = 0.0015;  // [m] a pose is of a flight if every corner is higher
constexpr std::size_t fewest_poses = 4;
constexpr double freedom = 12;

struct Impact {
  std::vector<Pose> before, after;
};

// By their toss, in cube.csv.
struct Row {
  std::size_t number;
  double time;
};
std::multimap<std::string, Row> read_times(const std::string &path) {
  std::ifstream file(path);
  touchdown::host::CsvReader reader(file);
  touchdown::host::CsvRow header, row;
  reader.next(header);
  const std::size_t toss = *place_of(header, "toss"), time = *place_of(header, "t");
  std::multimap<std::string, Row> times;
  while (reader.next(row))
    times.emplace(row.fields[toss].text, Row{times.size(), touchdown::host::number_in<double>(row, time, "t")});
  return times;
}

bool is_free(const Body &body, const Pose &pose) {
  Vector3 r;
  return lowest_of(body, pose.x, pose.q, r) > clear_gap;
}

// The poses of the flights on both sides, but for the pause.
Impact around(const Body &body, const std::vector<Pose> &poses, double time) {
  Impact impact;
  for (auto pose = poses.rbegin(); pose != poses.rend(); ++pose) {
    if (pose->time > time - pause) continue;
    if (!is_free(body, *pose)) break;
    impact.before.insert(impact.before.begin(), *pose);
  }
  for (const Pose &pose : poses) {
    if (pose.time < time + pause) continue;
    if (!is_free(body, pose)) break;
    impact.after.push_back(pose);
  }
  return impact;
}

// Of the rows in odd places, and of those in even ones.
using Halves = std::array<std::vector<Impact>, 2>;

Halves read_impacts(const Body &body, const touchdown::host::Rig &rig, const std::string &folder) {
  const auto times = read_times(folder + "/cube.csv");
  touchdown::host::RowsLeftOut left_out;
  Halves halves;
  for (const auto &toss : touchdown::host::read_trajectories(folder + "/cube_tosses.csv.gz", rig, left_out)) {
    std::vector<Pose> poses;
    for (const auto &pose : toss.poses) poses.push_back({pose.time, pose.position, pose.attitude});
    const auto range = times.equal_range(toss.id);
    for (auto at = range.first; at != range.second; ++at) {
      const Impact impact = around(body, poses, at->second.time);
      if (impact.before.size() >= fewest_poses && impact.after.size() >= fewest_poses)
        halves[at->second.number % 2].push_back(impact);
    }
  }
  return halves;
}

Body body_of(const touchdown::host::Rig &rig) {
  Body body = {rig.mass, 9.805, 0.042, rig.corner_radius, rig.inertia, {}, 0, {}};
  for (std::size_t i = 0; i < corner_count; ++i) body.corners[i] = rig.corners.at(i) - rig.centre_of_mass;
  return body;
}

// Sums over impacts.
struct Figures {
  int count = 0;
  double nees = 0;                                                                   // as the poses come back
  double x[3] = {0, 0, 0}, turn[3] = {0, 0, 0}, v[3] = {0, 0, 0}, w[3] = {0, 0, 0};  // squares

  Figures &operator+=(const Figures &other) {
    count += other.count;
    nees += other.nees;
    for (int stage = 0; stage < 3; ++stage) {
      x[stage] += other.x[stage];
      turn[stage] += other.turn[stage];
      v[stage] += other.v[stage];
      w[stage] += other.w[stage];
    }
    return *this;
  }
};

// The flight after by its own poses, at the first of them.
Filter reference_of(const Body &body, const Noise &noise, const std::vector<Pose> &poses) {
  Filter reference = {body, noise, {}, {}};
  reference.start(poses[0], poses[1]);
  for (std::size_t i = 2; i < poses.size(); ++i) {
    reference.fly(poses[i].time);
    reference.measure(poses[i]);
  }
  return reference;
}

void judge(const Filter &filter, Filter reference, int stage, Figures &figures) {
  reference.fly(filter.state.time);
  const Errors e = difference(filter.state, reference.state);
  const Eigen::Matrix<double, 12, 12> C = filter.P + reference.P;  // of poses that the other does not know
  if (stage == 0) figures.nees += e.dot(Eigen::LDLT<Eigen::Matrix<double, 12, 12>>(C).solve(e));
  figures.x[stage] += e.segment<3>(TD_ERROR_X).squaredNorm();
  figures.turn[stage] += e.segment<3>(TD_ERROR_ATTITUDE).squaredNorm();
  figures.v[stage] += e.segment<3>(TD_ERROR_V).squaredNorm();
  figures.w[stage] += e.segment<3>(TD_ERROR_W).squaredNorm();
}

bool follow(const Body &body, const Noise &noise, const Impact &impact, bool salted, Figures &figures) {
  Filter filter = {body, noise, {}, {}};
  filter.start(impact.before[0], impact.before[1]);
  for (std::size_t i = 2; i < impact.before.size(); ++i) {
    filter.fly(impact.before[i].time);
    filter.measure(impact.before[i]);
  }
  const double back = impact.after[0].time;
  if (!filter.touch(back, salted) || filter.state.time > back) return false;
  filter.fly(back);
  const Filter reference = reference_of(body, noise, impact.after);
  for (int stage = 0; stage < 3; ++stage) {
    judge(filter, reference, stage, figures);
    filter.measure(impact.after[static_cast<std::size_t>(stage)]);
    if (stage < 2) filter.fly(impact.after[static_cast<std::size_t>(stage) + 1].time);
  }
  ++figures.count;
  return true;
}

Figures over(const Body &body, const Noise &noise, const std::vector<Impact> &impacts, bool salted) {
  Figures figures;
  for (const Impact &impact : impacts) follow(body, noise, impact, salted, figures);
  return figures;
}

// The squared error of a flight's last pose by those that end two pauses before it, over its expected square, per
// degree of freedom: of position and of attitude.
struct Surprise {
  double position = 0, attitude = 0;
  int count = 0;
};

void add_surprise(const Body &body, const Noise &noise, const std::vector<Pose> &flight, Surprise &sum) {
  std::size_t fed = 0;
  while (fed < flight.size() && flight[fed].time < flight.back().time - 2 * pause) ++fed;
  if (fed < fewest_poses) return;
  Filter filter = reference_of(body, noise, {flight.begin(), flight.begin() + static_cast<std::ptrdiff_t>(fed)});
  filter.fly(flight.back().time);
  const Vector3 x = flight.back().x - filter.state.x, turn = logarithm(flight.back().q * filter.state.q.conjugate());
  const Matrix3 one = Matrix3::Identity();
  const Matrix3 of_x = filter.P.topLeftCorner<3, 3>() + noise.position * noise.position * one;
  const Matrix3 of_turn = filter.P.block<3, 3>(3, 3) + noise.attitude * noise.attitude * one;
  sum.position += x.dot(of_x.inverse() * x) / 3;
  sum.attitude += turn.dot(of_turn.inverse() * turn) / 3;
  ++sum.count;
}

// By which flights without an impact are predicted over two pauses as well as the filter says.
void find_noise_of_poses(const Body &body, const std::vector<Impact> &impacts, Noise &noise) {
  constexpr int rounds = 6;
  noise.position = 1e-4, noise.attitude = 1e-3;
  for (int round = 0; round < rounds; ++round) {
    Surprise sum;
    for (const Impact &impact : impacts)
      for (const auto *flight : {&impact.before, &impact.after}) add_surprise(body, noise, *flight, sum);
    noise.position *= std::sqrt(sum.position / sum.count);
    noise.attitude *= std::sqrt(sum.attitude / sum.count);
  }
}

// The surface by one half of the impacts, in `body`, and its scatter.
touchdown::host::Scatter find_surface(const touchdown::host::DropSet &all, std::size_t half, Body &body) {
  touchdown::host::DropSet set = all;
  set.drops.clear();
  for (std::size_t i = half; i < all.drops.size(); i += 2) set.drops.push_back(all.drops[i]);
  constexpr std::size_t points = 6;
  const auto constant = fit_surface(set.drops, {"Poisson"}, touchdown::host::spread_speeds(set.drops, 1));
  const auto fit = fit_by_speed(set.drops, constant, points);
  body.mu = fit.mu_k.value;
  body.restitution.points = static_cast<int>(fit.restitution.e.size());
  std::copy(fit.restitution.speed.begin(), fit.restitution.speed.end(), body.restitution.speed);
  std::copy(fit.restitution.e.begin(), fit.restitution.e.end(), body.restitution.e);
  return fit_scatter(set, fit);
}

// Poses are off alike from one to the next, and not over an impact: the noise of flights alone is too small over one.
// So much of it that the filter is consistent over these.
Noise consistent_noise(const Body &body, Noise noise, const std::vector<Impact> &impacts, bool salted) {
  constexpr int rounds = 12;
  for (int round = 0; round < rounds; ++round) {
    const Figures figures = over(body, noise, impacts, salted);
    const double factor = std::sqrt(figures.nees / (freedom * figures.count));
    noise.position *= factor;
    noise.attitude *= factor;
  }
  return noise;
}

double root_mean(double sum, int count) { return std::sqrt(sum / count); }

void print(const char *name, const Figures &f) {
  std::printf("  %s: mean NEES %.1f\n", name, f.nees / f.count);
  for (int stage = 0; stage < 3; ++stage)
    std::printf("    %d poses fed: x %5.2f mm  attitude %5.2f mrad  v %5.1f mm/s  w %5.3f rad/s\n", stage,
                1e3 * root_mean(f.x[stage], f.count), 1e3 * root_mean(f.turn[stage], f.count),
                1e3 * root_mean(f.v[stage], f.count), root_mean(f.w[stage], f.count));
}

// Its errors are lower once poses come again.
bool has_lower_errors(const Figures &one, const Figures &other) {
  bool lower = one.count > 200;
  for (int stage = 1; stage < 3; ++stage)
    lower = lower && one.x[stage] < other.x[stage] && one.turn[stage] < other.turn[stage] &&
            one.v[stage] < other.v[stage] && one.w[stage] < other.w[stage];
  return lower;
}

struct Judgement {
  Figures with, without, without_by_noise_of_its_own;
};

// A half of the impacts by what the other half says.
void judge_half(const touchdown::host::DropSet &drops, const Halves &halves, std::size_t half, Body body,
                Judgement &sum) {
  const std::vector<Impact> &judged = halves[half], &other = halves[1 - half];
  const touchdown::host::Scatter scatter = find_surface(drops, 1 - half, body);
  Noise of_flights{0, 0, scatter.mu, scatter.e, scatter.impulse, scatter.point};
  find_noise_of_poses(body, other, of_flights);
  const Noise noise = consistent_noise(body, of_flights, other, true);
  const Noise of_its_own = consistent_noise(body, of_flights, other, false);
  const Figures with = over(body, noise, judged, true);
  std::printf("%s half, %d impacts, poses off by %.2f mm and %.2f mrad: mean NEES %.1f\n", half == 0 ? "odd" : "even",
              with.count, 1e3 * noise.position, 1e3 * noise.attitude, with.nees / with.count);
  sum.with += with;
  sum.without += over(body, noise, judged, false);
  sum.without_by_noise_of_its_own += over(body, of_its_own, judged, false);
}

}  // namespace

int main() {
  const std::string folder = TOUCHDOWN_DROPS_FOLDER;
  const touchdown::host::Rig rig = touchdown::host::read_rig(folder + "/cube.rig.json");
  Body body = body_of(rig);
  touchdown::host::RowsLeftOut left_out;
  const touchdown::host::DropSet drops = touchdown::host::read_impacts(folder + "/cube.csv", rig, left_out);
  const Halves halves = read_impacts(body, rig, folder);
  Judgement all;
  for (std::size_t half = 0; half < 2; ++half) judge_half(drops, halves, half, body, all);
  const double spread = 1.96 * std::sqrt(2 * freedom / all.with.count);
  std::printf("both halves, each by the other; consistent is a mean NEES within %.0f +- %.1f\n", freedom, spread);
  print("with the saltation matrix", all.with);
  print("with the reset alone", all.without);
  print("with the reset alone and noise for it", all.without_by_noise_of_its_own);
  const bool good = std::abs(all.with.nees / all.with.count - freedom) < spread &&
                    all.without.nees / all.without.count > freedom + spread &&
                    has_lower_errors(all.with, all.without) &&
                    has_lower_errors(all.with, all.without_by_noise_of_its_own);
  std::puts(good ? "pass" : "FAIL");
  return good ? 0 : 1;
}
