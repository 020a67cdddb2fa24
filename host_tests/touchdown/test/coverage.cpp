// How often the intervals of `identify` and `drop` hold the truth, by simulations that share nothing with the library.
// `identify`: sets of throws of a cube, of surfaces that are drawn: flights in small steps of time, impacts in small
// steps of impulse with Coulomb's friction, as a tracker with white noise sees them. `drop`: whole drops by contact
// models that it does not know (drop_test/contact_models.hpp), clipped at 40 to 95 % of their peak, or recorded by a
// fine sensor that is and a coarse one that is not. Counted for each kind: sets whose interval has two ends, one,
// or none. Fails where two-sided intervals hold less than 93 % or one-sided ones less than 95 %, by more than two
// deviations of that many sets, or where more than half of a kind's sets have fewer than 8 clean impacts, or no impact.
// Usage: coverage [sets of each kind]
//
// Seen red: with intervals of half their width.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "contact_models.hpp"
#include "drop/drop_document.hpp"
#include "drops/surface_fit.hpp"
#include "identify/trajectory_impacts.hpp"

namespace {

using namespace touchdown::host;
using Vector = touchdown::Vector3<double>;
using Matrix = touchdown::Matrix3<double>;
using Random = std::mt19937;

struct Kind {
  const char *name;
  double mu_from, mu_to, sideways;  // friction, and [m/s] standard, of the throws
  double position, attitude;        // [m], [rad] of the noise
  double rate, height;              // [Hz], [m] most, of a throw over the ground
};
constexpr Kind kinds[] = {{"sticking", 0.6, 1.0, 0.1, 2e-4, 2e-3, 150, 0.12},
                          {"slipping", 0.05, 0.25, 1.0, 2e-4, 2e-3, 150, 0.12},
                          {"mixed", 0.2, 0.6, 0.5, 2e-4, 2e-3, 150, 0.12},
                          {"noisy", 0.1, 0.4, 0.6, 5e-4, 4.4e-3, 150, 0.12},
                          {"60 Hz", 0.1, 0.4, 0.6, 2e-4, 2e-3, 60, 0.5}};
constexpr int throws_of_set = 40;

double uniform(Random &random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}
Vector normal(Random &random, double scale) {
  std::normal_distribution<double> one;
  const double x = one(random), y = one(random), z = one(random);
  return scale * Vector(x, y, z);
}

struct Body {
  const Rig &rig;
  Vector x, v, L;  // of the centre of mass, and the angular momentum
  Eigen::Quaterniond q;

  Matrix inverse() const { return q.toRotationMatrix() * rig.inertia.inverse() * q.toRotationMatrix().transpose(); }
  Vector spin() const { return inverse() * L; }
  Eigen::Quaterniond turned(const Vector &turn) const {
    const double angle = turn.norm();
    return angle > 0 ? (Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) * q).normalized() : q;
  }
  // Turns by the spin at half the step: the spin of a body that is no ball changes.
  void fly(double step) {
    Body middle = *this;
    middle.q = turned(step / 2 * spin());
    q = turned(step * middle.spin());
    x += step * v - Vector(0, 0, rig.gravity * step * step / 2);
    v[2] -= rig.gravity * step;
  }
  // From the centre of mass to where the lowest corner would touch.
  Vector lowest() const {
    Vector least(0, 0, 1e9);
    for (const Vector &corner : rig.corners) {
      const Vector r = q * (corner - rig.centre_of_mass) - Vector(0, 0, rig.corner_radius);
      if (r[2] < least[2]) least = r;
    }
    return least;
  }
};

// Poisson's law, in steps of some thousandth of the compression; the ends of compression and restitution are met.
void strike(Body &body, const Vector &r, double e, double mu) {
  const Matrix inverse = body.inverse();
  Matrix W;
  for (int k = 0; k < 3; ++k)
    W.col(k) = Vector::Unit(k) / body.rig.mass + (inverse * r.cross(Vector::Unit(k))).cross(r);
  Vector u = body.v + body.spin().cross(r), whole(0, 0, 0);
  const double step = body.rig.mass * std::abs(u[2]) / 5000;
  double compression = -1;
  while (compression < 0 || whole[2] < (1 + e) * compression) {
    Vector p(0, 0, compression < 0 ? step : std::min(step, (1 + e) * compression - whole[2] + 1e-12));
    // What would hold the contact still, if friction suffices; else against the slip.
    const Eigen::Vector2d slip = u.head<2>(),
                          hold = -W.topLeftCorner<2, 2>().inverse() * (slip + p[2] * W.col(2).head<2>());
    if (hold.norm() <= mu * p[2])
      p.head<2>() = hold;
    else if (slip.norm() > 0)
      p.head<2>() = -mu * p[2] * slip / slip.norm();
    if (compression < 0 && u[2] + W.row(2).dot(p) >= 0) {
      p *= -u[2] / W.row(2).dot(p);
      compression = whole[2] + p[2];
    }
    whole += p;
    u += W * p;
  }
  body.v += whole / body.rig.mass;
  body.L += r.cross(whole);
}

Trajectory thrown(const Rig &rig, const Kind &kind, double e, double mu, Random &random) {
  std::normal_distribution<double> one;
  Body body{rig, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {}};
  body.q = Eigen::Quaterniond(one(random), one(random), one(random), one(random)).normalized();
  body.v = Vector(kind.sideways * one(random), kind.sideways * one(random), uniform(random, -0.6, 0));
  body.L = body.q * (rig.inertia * normal(random, 4));
  body.x = Vector(0, 0, rig.ground - body.lowest()[2] + uniform(random, 0.4, 1) * kind.height);
  Trajectory trajectory;
  constexpr int fine = 40;
  const double step = 1 / (kind.rate * fine);
  const int poses = static_cast<int>(0.6 * kind.rate), phase = static_cast<int>(uniform(random, 0, fine));
  for (int i = 0; i < poses * fine; ++i) {
    const Vector r = body.lowest(), u = body.v + body.spin().cross(r);
    const bool strikes = body.x[2] + r[2] <= rig.ground && u[2] < 0;
    if (strikes && u[2] > -0.1) break;  // it comes to rest
    if (strikes) strike(body, r, e, mu);
    if (i % fine == phase) {
      const Vector turn = normal(random, kind.attitude / 2);
      const Eigen::Quaterniond seen = body.q * Eigen::Quaterniond(1, turn[0], turn[1], turn[2]).normalized();
      trajectory.poses.push_back({i * step, body.x + normal(random, kind.position), seen});
    }
    body.fly(step);
  }
  return trajectory;
}

struct Count {
  int two_sided = 0, two_held = 0, one_sided = 0, one_held = 0, open = 0;
  void add(const Estimate &x, double truth) {
    const bool held = truth >= x.least && truth <= x.most;
    const bool both = std::isfinite(x.least) && std::isfinite(x.most);
    open += x.decided() ? 0 : 1;
    two_sided += both, two_held += both && held;
    one_sided += x.decided() && !both, one_held += x.decided() && !both && held;
  }
  static bool enough(int held, int all, double share) {
    return held >= share * all - 2 * std::sqrt(all * share * (1 - share));
  }
  bool good() const { return enough(two_held, two_sided, 0.93) && enough(one_held, one_sided, 0.95); }
  void print(const char *name) const {
    std::printf("  %s: two-sided %d of %d, one-sided %d of %d, not decided %d;", name, two_held, two_sided, one_held,
                one_sided, open);
  }
};

bool try_kind(const Rig &rig, const Kind &kind, int sets) {
  Count e_count, mu_count;
  int few = 0;
  for (int set = 0; set < sets; ++set) {
    Random random(static_cast<unsigned>(1000 * (&kind - kinds) + set));
    const double e = uniform(random, 0.1, 0.7), mu = uniform(random, kind.mu_from, kind.mu_to);
    std::vector<Trajectory> throws(throws_of_set);
    for (Trajectory &one : throws) {
      one = thrown(rig, kind, e, mu, random);
      one.id = std::to_string(&one - throws.data());
    }
    const DropSet clean = clean_set(impacts_in(throws, rig), rig);
    if (clean.drops.size() < 8) {
      ++few;
      continue;
    }
    const SurfaceFit fit = fit_surface(clean.drops, {"Poisson"}, {1.0});
    e_count.add(fit.e.front(), e);
    mu_count.add(fit.mu_k, mu);
  }
  std::printf("%-9s", kind.name);
  e_count.print("e");
  mu_count.print("mu_k");
  std::printf(" too few impacts %d of %d\n", few, sets);
  return e_count.good() && mu_count.good() && 2 * few <= sets;
}

// A fall as two sensors record it, of which the fine one is clipped, read as `drop` reads it.
std::vector<td_drop_sample> by_two_ranges(const pulses::Fall &fall, const pulses::Motion &motion, double from,
                                          double clipped_at, pulses::Random &random) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("coverage_" + std::to_string(std::random_device()()));
  const double digit = pulses::peak_of(motion.first) / 250, offset = random.uniform(-2, 2) * digit;
  std::ofstream file(path);
  file.precision(9);
  file << "t,ax,ay,az,hx,hy,hz\n";
  int row = 0;
  pulses::sample(fall, motion, from, random, [&](double normal, double tangential) {
    const auto fine = [&](double x) { return std::clamp(x, -clipped_at, clipped_at); };
    const auto coarse = [&](double x) { return digit * std::round((x + offset + digit * random.normal()) / digit); };
    file << row++ / fall.rate << ',' << fine(tangential) << ",0," << fine(normal) << ',' << coarse(tangential) << ','
         << coarse(0) << ',' << coarse(normal) << '\n';
    return true;
  });
  file.close();
  const ColumnMap map{
      {{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}, {"high", {"hx", "hy", "hz"}}}, {}, {}, {}};
  RowsLeftOut left_out;
  DropRecord record(path, map, fall.rate, clipped_at, left_out);
  std::vector<td_drop_sample> samples;
  while (const std::optional<TimedSample> one = record.next()) samples.push_back(one->sample);
  std::filesystem::remove(path);
  return samples;
}

std::vector<td_drop_sample> by_one(const pulses::Fall &fall, const pulses::Motion &motion, double from,
                                   pulses::Random &random) {
  std::vector<td_drop_sample> samples;
  pulses::sample(fall, motion, from, random, [&](double normal, double tangential) {
    samples.push_back({{static_cast<td_real>(tangential), 0, static_cast<td_real>(normal)}, {0, 0, 0}});
    return true;
  });
  return samples;
}

// Half of them with the rest before the fall, half with the bounce watched.
td_status try_record(bool two_ranges, pulses::Random &random, int set, td_drop_impact &impact, double &e) {
  pulses::Fall fall =
      pulses::draw_fall(static_cast<pulses::Model>(set % pulses::models), pulses::Sensor::noisy, random);
  const pulses::Motion motion = pulses::motion_of(fall);
  pulses::draw_digits(motion, fall, random);
  const double peak = pulses::peak_of(motion.first), clipped_at = (1 - random.uniform(0.05, 0.6)) * peak;
  const bool rests = random.uniform(0, 1) < 0.5, watched = random.uniform(0, 1) < 0.5 || !rests;
  const double from = rests ? 0 : motion.let_go + fall.release + 0.01;
  td_drop_rig rig = {};
  rig.rate = static_cast<td_real>(fall.rate), rig.normal[2] = 1, rig.gravity = td_real(pulses::earth);
  rig.range = static_cast<td_real>(two_ranges ? 2 * peak : clipped_at);
  rig.threshold = static_cast<td_real>(std::max(0.05 * peak, 1.5 * pulses::earth));
  rig.bounce = watched ? 1 : 0;
  if (!two_ranges) fall.range = clipped_at, fall.resolution = clipped_at / 8192;
  rig.resolution = static_cast<td_real>(fall.resolution);
  td_drop_test test;
  if (td_drop_start(&test, &rig) < 0) return TD_REFUSED_RIG;
  for (const td_drop_sample &one :
       two_ranges ? by_two_ranges(fall, motion, from, clipped_at, random) : by_one(fall, motion, from, random))
    if (test.phase != TD_DROP_READY) (void)td_drop_feed(&test, &one);
  e = motion.e();
  return td_drop_impact_of(&test, nullptr, &impact);
}

bool try_records(const char *name, bool two_ranges, int sets) {
  Count count;
  int none = 0;
  for (int set = 0; set < sets; ++set) {
    pulses::Random random(static_cast<std::uint64_t>(set) + (two_ranges ? 1000000 : 0));
    td_drop_impact impact;
    double e = 0;
    if (try_record(two_ranges, random, set, impact, e) < 0)
      ++none;
    else
      count.add(e_of(impact), e);
  }
  std::printf("%-9s", name);
  count.print("e");
  std::printf(" no impact %d of %d\n", none, sets);
  return count.good() && 2 * none <= sets;
}

}  // namespace

int main(int argc, char **argv) {
  const int sets = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 12;
  const Rig rig = read_rig(TOUCHDOWN_DROPS_FOLDER "/cube.rig.json");
  bool good = true;
  for (const Kind &kind : kinds) good = try_kind(rig, kind, sets) && good;
  good = try_records("clipped", false, 10 * sets) && good;
  good = try_records("two-range", true, 10 * sets) && good;
  std::printf(good ? "as often as they say\n" : "FAILED\n");
  return good ? 0 : 1;
}
