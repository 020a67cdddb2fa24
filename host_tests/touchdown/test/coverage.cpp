// How often the intervals of `identify` and `drop` hold the truth, by simulations that share nothing with the library.
// `identify`: sets of throws of a cube, of surfaces that are drawn: flights in small steps of time, impacts in small
// steps of impulse with Coulomb's friction, as a tracker with white noise sees them. `drop`: whole drops by contact
// models that it does not know (drop_test/contact_models.hpp), clipped at 40 to 95 % of their peak, or recorded by a
// fine sensor that is and a coarse one that is not. Counted for each kind: sets whose interval has two ends, one,
// or none. docs/theory/recorded.md has the counts.
//
// Fails where chance does not explain the counts: intervals that hold the truth in 93 to 97 % where they have two ends,
// and in 95 % or more where they have one, would leave so few, or so many, in less than 1 of 40 draws (binomial law).
// Of drops more than 97 % may hold: an uncertainty there has in it what a rig does not say of its sensor.
// And where the answer is empty though data decide (throws; drops with both rest and bounce), or where more than half
// of a kind's sets have fewer than 8 clean impacts, or no impact.
//
// Prints a line of counts for each kind and parameter. Lines of other shards are added from files.
//
// Seen red: with intervals of half their width; with those of all drops that stick open, as they were.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "cli/progress.hpp"
#include "contact_models.hpp"
#include "drop/drop_document.hpp"
#include "identify/surface_fit.hpp"
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

// Chance of at most so many of all, each of which comes with one probability.
double at_most(int count, int all, double probability) {
  double sum = 0;
  for (int k = 0; k <= count; ++k)
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) + k * std::log(probability) +
                    (all - k) * std::log1p(-probability));
  return sum;
}

// Sets, by what became of them.
struct Count {
  int two_sided = 0, two_held = 0, one_sided = 0, one_held = 0, open = 0, open_decided = 0, useless = 0;

  void add(const Estimate &x, double truth, bool data_decide) {
    const bool held = truth >= x.least && truth <= x.most;
    const bool both = std::isfinite(x.least) && std::isfinite(x.most);
    open += x.decided() ? 0 : 1, open_decided += !x.decided() && data_decide;
    two_sided += both, two_held += both && held;
    one_sided += x.decided() && !both, one_held += x.decided() && !both && held;
  }
  bool good(bool of_drops) const {
    constexpr double chance = 1.0 / 40;
    const int answered = two_sided + one_sided + open;
    return at_most(two_held, two_sided, 0.93) >= chance && at_most(one_held, one_sided, 0.95) >= chance &&
           (of_drops || at_most(two_sided - two_held, two_sided, 1 - 0.97) >= chance) && open_decided == 0 &&
           useless <= answered;
  }
};

// Of each kind and parameter, in this order.
using Counts = std::map<std::string, Count>;
constexpr char of_clipped[] = "clipped e", of_two_ranges[] = "two-range e";
constexpr char head[] = "kind,two-sided,hold,one-sided,hold,not decided,though data decide,left out";

void print(const Counts &counts) {
  std::printf("%s\n", head);
  for (const auto &[name, x] : counts)
    std::printf("%s,%d,%d,%d,%d,%d,%d,%d\n", name.c_str(), x.two_sided, x.two_held, x.one_sided, x.one_held, x.open,
                x.open_decided, x.useless);
}

// The same as a table of docs/theory/recorded.md.
void print_table(const Counts &counts) {
  std::printf(
      "| kind | sets | two-sided, hold | one-sided, hold | not decided | left out |\n|---|---|---|---|---|---|\n");
  for (const auto &[name, x] : counts)
    std::printf("| %s | %d | %d, %d | %d, %d | %d | %d |\n", name.c_str(),
                x.two_sided + x.one_sided + x.open + x.useless, x.two_sided, x.two_held, x.one_sided, x.one_held,
                x.open, x.useless);
}

void add_from(const std::string &path, Counts &counts) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != head) throw std::runtime_error(path + ": no counts of this program");
  while (std::getline(file, line)) {
    const std::size_t comma = line.find(',');
    Count more;
    if (std::sscanf(line.c_str() + comma, ",%d,%d,%d,%d,%d,%d,%d", &more.two_sided, &more.two_held, &more.one_sided,
                    &more.one_held, &more.open, &more.open_decided, &more.useless) != 7)
      throw std::runtime_error(path + ": " + line);
    Count &all = counts[line.substr(0, comma)];
    for (int Count::*one : {&Count::two_sided, &Count::two_held, &Count::one_sided, &Count::one_held, &Count::open,
                            &Count::open_decided, &Count::useless})
      all.*one += more.*one;
  }
}

void try_kind(const Rig &rig, const Kind &kind, unsigned set, Counts &counts) {
  Random random(1000 * static_cast<unsigned>(&kind - kinds) + set);
  const double e = uniform(random, 0.1, 0.7), mu = uniform(random, kind.mu_from, kind.mu_to);
  std::vector<Trajectory> throws(throws_of_set);
  for (Trajectory &one : throws) {
    one = thrown(rig, kind, e, mu, random);
    one.id = std::to_string(&one - throws.data());
  }
  const DropSet clean = clean_set(impacts_in(throws, rig), rig);
  Count &of_e = counts[kind.name + std::string(" e")], &of_mu = counts[kind.name + std::string(" mu_k")];
  if (clean.drops.size() < 8) {
    ++of_e.useless, ++of_mu.useless;
    return;
  }
  const SurfaceFit fit = fit_surface(clean.drops, {"Poisson"}, {1.0});
  of_e.add(fit.e.front(), e, true);
  of_mu.add(fit.mu_k, mu, true);
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
  auto record = drop_record(path, map, fall.rate, clipped_at, left_out);
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

// A record's truth, and whether it shows both the rest before the fall and the bounce: rest is hidden by noise above
// gravity (D.12).
struct Recorded {
  double e;
  bool whole;
};

// Half of them with the rest before the fall, half with the bounce watched.
td_status try_record(bool two_ranges, pulses::Random &random, unsigned set, td_drop_impact &impact, Recorded &truth) {
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
  truth = {motion.e(), rests && watched && fall.noise < pulses::earth};
  return td_drop_impact_of(&test, nullptr, &impact);
}

void try_records(bool two_ranges, unsigned set, Counts &counts) {
  pulses::Random random(set + (two_ranges ? 1000000U : 0U));
  td_drop_impact impact;
  Recorded truth{};
  Count &count = counts[two_ranges ? of_two_ranges : of_clipped];
  if (try_record(two_ranges, random, set, impact, truth) < 0)
    ++count.useless;
  else
    count.add(e_of(impact), truth.e, truth.whole);
}

struct Arguments {
  unsigned sets = 12;
  std::string shard = "1/1", kind;
  bool table = false;
  std::vector<std::string> add;
};

Counts counts_of(const Arguments &arguments) {
  const Rig rig = read_rig(TOUCHDOWN_DROPS_FOLDER "/cube.rig.json");
  const auto wanted = [&](const char *kind) { return arguments.kind.empty() || arguments.kind == kind; };
  const ShardRange range = range_of(shard_in(arguments.shard), arguments.sets);
  Counts counts;
  for (auto set = static_cast<unsigned>(range.begin); set < range.end; ++set) {
    for (const Kind &kind : kinds)
      if (wanted(kind.name)) try_kind(rig, kind, set, counts);
    if (wanted("clipped")) try_records(false, set, counts);
    if (wanted("two-range")) try_records(true, set, counts);
  }
  for (const std::string &path : arguments.add) add_from(path, counts);
  return counts;
}

}  // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  CLI::App program("How often the intervals of identify and drop hold the truth");
  program.add_option("--sets", arguments.sets, "of each kind")->capture_default_str();
  program.add_option("--shard", arguments.shard, "i/k: the i-th of k parts of the sets");
  program.add_option("--kind", arguments.kind, "this one alone");
  program.add_option("--add", arguments.add, "files of counts of other shards");
  program.add_flag("--table", arguments.table, "print Markdown");
  CLI11_PARSE(program, argc, argv);
  const Counts counts = counts_of(arguments);
  arguments.table ? print_table(counts) : print(counts);
  bool good = true;
  for (const auto &[name, count] : counts) {
    if (count.good(name == of_clipped || name == of_two_ranges)) continue;
    std::fprintf(stderr, "FAILED: %s\n", name.c_str());
    good = false;
  }
  return good ? 0 : 1;
}
