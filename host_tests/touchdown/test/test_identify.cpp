// Identification of restitution and friction: what it finds in recorded impacts, and whether its intervals hold the
// truth.
#include <doctest/doctest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "cli/text.hpp"
#include "document.hpp"
#include "drops/impact_table.hpp"
#include "drops/least_squares.hpp"
#include "drops/rebound.hpp"
#include "identify/identification.hpp"
#include "identify/trajectory_impacts.hpp"
#include "program.hpp"
#include "report/statistics.hpp"

namespace {

using namespace touchdown::host;
using touchdown::Vector3;

const std::string folder = TOUCHDOWN_DROPS_FOLDER;

DropSet recorded(const std::string &body) {
  const std::string path = folder + "/" + body + ".csv";
  RowsLeftOut left_out;
  return read_impacts(path, rig_for("", path), left_out);
}

// How synthetic drops are made: on a surface that is known, with errors of measurement before and after.
struct Recipe {
  Model model{"truth"};
  double e = 0.5, mu_s = 0.2, mu_k = 0.2;
  double error = 0.002;  // [m/s]; ten times that in rad/s
  double capture_speed = 0;
};

Vector3<double> random_vector(std::mt19937 &random, double scale) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return scale * Vector3<double>(x, y, z);
}

void put_in_plane(Drop &drop) {
  drop.body.v[1] = drop.after.v[1] = 0;
  for (Vector3<double> *w : {&drop.body.w, &drop.after.w}) (*w)[0] = (*w)[2] = 0;
}

// The body about to hit the ground with its lowest corner.
Drop falling(const Rig &rig, std::mt19937 &random) {
  std::normal_distribution<double> normal;
  Eigen::Quaterniond attitude(normal(random), normal(random), normal(random), normal(random));
  if (rig.planar) attitude = Eigen::Quaterniond(attitude.w(), 0, attitude.y(), 0);
  Drop drop = drop_at(rig, attitude.normalized());
  drop.body.r = drop.corners.front();
  for (const Vector3<double> &corner : drop.corners)
    if (corner[2] < drop.body.r[2]) drop.body.r = corner;
  drop.body.v = Vector3<double>(0, 0, -1) + random_vector(random, 0.5);
  drop.body.w = random_vector(random, 4);
  if (rig.planar) put_in_plane(drop);
  return drop;
}

std::vector<Drop> synthetic(const Rig &rig, const Recipe &recipe, std::mt19937 &random, int count) {
  std::vector<Drop> drops;
  while (static_cast<int>(drops.size()) < count) {
    Drop drop = falling(rig, random);
    const double approach = approach_speed(drop), e = approach < recipe.capture_speed ? 0 : recipe.e;
    if (approach < 0.3) continue;
    drop.after = predicted(drop, recipe.model, e, {recipe.mu_s, recipe.mu_k});
    for (Vector3<double> *v : {&drop.after.v, &drop.body.v}) *v += random_vector(random, recipe.error);
    for (Vector3<double> *w : {&drop.after.w, &drop.body.w}) *w += random_vector(random, 10 * recipe.error);
    if (rig.planar) put_in_plane(drop);
    drops.push_back(drop);
  }
  return drops;
}

// The cube thrown and hitting the ground once, as a tracker with errors sees it.
Trajectory thrown(const Rig &rig, const Recipe &recipe, std::mt19937 &random, double &approach) {
  Drop drop;
  Pose at{0.1, {}, {}};
  std::normal_distribution<double> normal;
  do {
    at.attitude = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
    drop = drop_at(rig, at.attitude);
    const auto lower = [](const auto &a, const auto &b) { return a[2] < b[2]; };
    drop.body.r = *std::min_element(drop.corners.begin(), drop.corners.end(), lower) - rig.corner_radius * drop.body.n;
    drop.body.v = Vector3<double>(0, 0, -1.2) + random_vector(random, 0.3);
    drop.body.w = random_vector(random, 3);
    approach = approach_speed(drop);
  } while (approach < 0.4);
  at.position = {0, 0, rig.ground - drop.body.r[2]};
  drop.after = predicted(drop, recipe.model, recipe.e, {recipe.mu_s, recipe.mu_k});
  Trajectory trajectory;
  for (int frame = 0; frame < 30; ++frame) {
    const double time = frame / 150.0;
    Pose pose = flown(rig, at, time < at.time ? Motion{drop.body.v, drop.body.w} : drop.after, {time}).front();
    const Vector3<double> turn = random_vector(random, recipe.error);
    pose.attitude = pose.attitude * Eigen::Quaterniond(1, turn[0] / 2, turn[1] / 2, turn[2] / 2).normalized();
    pose.position += random_vector(random, recipe.error / 10);
    trajectory.poses.push_back(pose);
  }
  return trajectory;
}

bool says(const std::vector<std::string> &sentences, const std::string &part) {
  for (const std::string &sentence : sentences)
    if (sentence.find(part) != std::string::npos) return true;
  return false;
}

// Each on the site's page of records.
void check_page(const std::vector<std::string> &figures) {
  std::ostringstream page;
  page << std::ifstream(folder + "/../../../docs/recorded_by_others.md").rdbuf();
  for (const std::string &figure : figures) {
    CAPTURE(figure);
    CHECK(page.str().find(figure) != std::string::npos);
  }
}

bool holds(const Estimate &estimate, double truth) { return truth > estimate.least && truth < estimate.most; }

Vector3<double> slip_before(const Drop &drop) { return contact_speed(drop.body, {drop.body.v, drop.body.w}).slip; }

bool turns(const Drop &drop, const Motion &after) {
  const Vector3<double> a = slip_before(drop), b = contact_speed(drop.body, after).slip;
  return a.dot(b) < 0.5 * a.norm() * b.norm() || b.norm() < 0.1 * a.norm();
}

// Drops that scatter about a surface as `given` says, with measurements `given.measured` times as far off as their
// deviations.
DropSet scattered(const Rig &rig, const Recipe &recipe, const Scatter &given, std::mt19937 &random, int count) {
  std::normal_distribution<double> normal;
  DropSet set = empty_set(rig);
  while (static_cast<int>(set.drops.size()) < count) {
    Drop drop = falling(rig, random);
    if (approach_speed(drop) < 0.3) continue;
    const double mu = recipe.mu_k + given.mu * normal(random);
    const Vector3<double> seen_at = drop.body.r;
    drop.body.r += random_vector(random, given.point);
    drop.after = predicted(drop, recipe.model, recipe.e + given.e * normal(random), {mu, mu});
    const Vector3<double> p = drop.body.mass * (drop.after.v - drop.body.v);
    Vector3<double> off = random_vector(random, given.impulse * p.norm());
    if (!rig.planar && turns(drop, drop.after)) {
      const Vector3<double> more = random_vector(random, given.turn * p.norm());
      off += more - more.dot(drop.body.n) * drop.body.n;
    }
    drop.after.v += off / drop.body.mass;
    drop.after.w += drop.body.inertia.inverse() * drop.body.r.cross(off);
    drop.body.r = seen_at;
    drop.sd_before =
        drop.sd_after = {recipe.error * Vector3<double>::Ones(), 10 * recipe.error * Vector3<double>::Ones()};
    for (Vector3<double> *v : {&drop.after.v, &drop.body.v}) *v += random_vector(random, given.measured * recipe.error);
    for (Vector3<double> *w : {&drop.after.w, &drop.body.w})
      *w += random_vector(random, given.measured * 10 * recipe.error);
    if (rig.planar) put_in_plane(drop);
    set.drops.push_back(drop);
  }
  return set;
}

SurfaceFit constant_fit(const std::vector<Drop> &drops) { return fit_surface(drops, {"Poisson"}, {1.0}); }

// Inside are as many as should be, within three deviations of so many draws. Of both halves together: a scatter that
// one half finds too large by chance the other finds too small.
void check_shares(const HeldOutScatter &scatter) {
  const EllipsoidShares &odd = scatter.odd, &even = scatter.even;
  const double root = std::sqrt(static_cast<double>(odd.drops + even.drops));
  CHECK(std::abs(0.5 * (odd.fifty + even.fifty) - 0.5) < 3 * 0.5 / root);
  CHECK(std::abs(0.5 * (odd.ninety_five + even.ninety_five) - 0.95) < 3 * 0.218 / root);
}

// Each half by place for itself, then halves at random in the mean, of which some lie outside by chance.
void check_recorded_shares(const Identification &found, std::size_t points, double least_of_ninety_five) {
  const auto by_speed = [&](const std::vector<Drop> &drops) {
    return fit_by_speed(drops, constant_fit(drops), points);
  };
  const auto check = [](const std::string &which, double fifty, double ninety_five, double least) {
    MESSAGE(which, ", inside 50 %: ", fifty, ", 95 %: ", ninety_five);
    CHECK(fifty > 0.46);
    CHECK(fifty < 0.54);
    CHECK(ninety_five > least);
    CHECK(ninety_five < 0.97);
  };
  for (const EllipsoidShares &half : {found.scatter_by_speed->odd, found.scatter_by_speed->even})
    check("half by place", half.fifty, half.ninety_five, least_of_ninety_five);
  constexpr int splits = 5;
  double fifty = 0, ninety_five = 0;
  DropSet set = found.set;
  std::mt19937 random(1);
  for (int i = 0; i < splits; ++i) {
    std::shuffle(set.drops.begin(), set.drops.end(), random);
    const HeldOutScatter halves = held_out_scatter(set, found.by_speed, by_speed).value();
    fifty += 0.5 * (halves.odd.fifty + halves.even.fifty) / splits;
    ninety_five += 0.5 * (halves.odd.ninety_five + halves.even.ninety_five) / splits;
  }
  check("ten halves at random", fifty, ninety_five, 0.93);
}

// Of the drops whose predicted slip turns by more than 60 degrees or nearly stops, and of the others.
std::array<DropSet, 2> by_turn(const DropSet &set, const SurfaceFit &fit) {
  const DropSet none{set.name, set.description, set.planar, {}};
  std::array<DropSet, 2> parts{none, none};
  for (const Drop &drop : set.drops) {
    const double e = restitution_at(fit.restitution, approach_speed(drop));
    const Motion after = predicted(drop, fit.model, e, {fit.mu_s, fit.mu_k.value});
    parts[turns(drop, after) ? 0 : 1].drops.push_back(drop);
  }
  return parts;
}

// Inside 95 %, of each half by the fit of the other: where slip turns, and elsewhere.
std::array<double, 2> shares_by_turn(const DropSet &set, std::size_t points) {
  std::array<double, 2> inside{}, drops{};
  for (std::size_t half = 0; half < 2; ++half) {
    DropSet judged{set.name, set.description, set.planar, {}}, other = judged;
    for (std::size_t i = 0; i < set.drops.size(); ++i) (i % 2 == half ? judged : other).drops.push_back(set.drops[i]);
    const SurfaceFit fit = fit_by_speed(other.drops, constant_fit(other.drops), points);
    const Scatter scatter = fit_scatter(other, fit);
    const std::array<DropSet, 2> parts = by_turn(judged, fit);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto count = static_cast<double>(parts[k].drops.size());
      inside[k] += count * shares_inside(parts[k], fit, scatter).ninety_five;
      drops[k] += count;
    }
  }
  return {inside[0] / drops[0], inside[1] / drops[1]};
}

// With both scalars free to any extent and no more than the measured deviations besides.
double most_that_two_scalars_hold(const Identification &found) {
  return shares_inside(found.set, found.by_speed, {100, 100, 0, 0, 0, 1}).ninety_five;
}

}  // namespace

TEST_CASE("cube, one restitution and one friction") {
  const Identification found = identified(recorded("cube"), 6);
  const SurfaceFit &poisson = found.laws.front().squares;
  CHECK(median(poisson.E_norm) < 0.0355);
  CHECK(median(poisson.linear) < 0.0255);
  CHECK(median(poisson.angular) <= 0.5);
  CHECK(median(found.by_speed.E_norm) <= 0.032);
  for (const LawFit &law : found.laws) CHECK(law.squares.energy_gained == 0);
  CHECK(poisson.reversals_found > 0);
  const SurfaceFit &frozen = found.laws[3].squares, &one_step = found.laws[4].squares;
  CHECK(compare(poisson, frozen).is_distinguished());
  // What README states.
  CHECK(median(found.by_speed.E_norm) == doctest::Approx(0.031).epsilon(0.016));
  CHECK(median(frozen.E_norm) == doctest::Approx(0.043).epsilon(0.011));
  CHECK(median(one_step.E_norm) == doctest::Approx(0.051).epsilon(0.009));
  CHECK(says(findings(found), "Poisson, slip path and energetic, slip path cannot be distinguished"));
  CHECK(says(findings(found), "mu_s is not decided"));
  check_page({formatted("e = %.3f, ", poisson.e.front().value) + formatted("mu_k = %.3f", poisson.mu_k.value)});
  // Ellipsoids found on one half, held against the other.
  REQUIRE(found.scatter_by_speed);
  check_recorded_shares(found, 6, 0.93);
  CHECK(most_that_two_scalars_hold(found) == doctest::Approx(0.15).epsilon(0.033));
  CHECK(says(findings(found), "Scatter about e by speed"));
}

TEST_CASE("square") {
  const Identification found = identified(recorded("square"), 6);
  CHECK(median(found.laws.front().squares.E_norm) <= 0.18);
  REQUIRE(found.scatter_by_speed);
  check_recorded_shares(found, 6, 0.925);
  CHECK(most_that_two_scalars_hold(found) == doctest::Approx(0.38).epsilon(0.013));
}

// Of a half of the drops by the fit and the scatter of the other half. A square's slip, in a plane, has no other
// direction. Seen red: without the columns by_turn of resolve/unexplained.hpp, by which ellipsoids hold 81 % where the
// slip of a cube turns.
TEST_CASE("scatter: ellipsoids hold 95 % where slip turns by more than 60 degrees or nearly stops as elsewhere") {
  for (const std::string name : {"cube", "square"}) {
    const auto [turning, elsewhere] = shares_by_turn(recorded(name), 6);
    for (const double share : {turning, elsewhere}) {
      CAPTURE(name);
      CHECK(share > 0.91);
      CHECK(share < 0.96);
    }
  }
}

// Seen red: with the point's columns left out of the scatter, which then is found in the measurements.
TEST_CASE("scatter: what drops were scattered by is found, and ellipsoids hold the shares that they name") {
  for (const std::string name : {"/cube.rig.json", "/square.rig.json"}) {
    CAPTURE(name);
    std::mt19937 random(7);
    const Recipe recipe;  // what is quadratic in the scatter stays below its errors
    const Scatter given{0.03, 0.02, 0.01, 0.03, 5e-4, 2};
    const DropSet set = scattered(read_rig(folder + name), recipe, given, random, 600);
    const auto found = held_out_scatter(set, constant_fit(set.drops), constant_fit);
    REQUIRE(found);
    CHECK(found->all.e == doctest::Approx(given.e).epsilon(0.15));
    CHECK(found->all.mu == doctest::Approx(given.mu).epsilon(0.15));
    CHECK(found->all.impulse == doctest::Approx(given.impulse).epsilon(0.15));
    if (name == "/cube.rig.json") CHECK(found->all.turn == doctest::Approx(given.turn).epsilon(0.15));
    CHECK(found->all.point == doctest::Approx(given.point).epsilon(0.15));
    CHECK(found->all.measured == doctest::Approx(given.measured).epsilon(0.15));
    check_shares(*found);
  }
}

TEST_CASE("scatter: nothing is found without deviations of what was measured, or of few drops") {
  DropSet set = recorded("cube");
  REQUIRE(has_deviations(set));
  DropSet few = set;
  few.drops.resize(30);
  CHECK_FALSE(held_out_scatter(few, {}, constant_fit));
  set.drops.back().sd_after.w[1] = 0;
  CHECK_FALSE(has_deviations(set));
  CHECK_FALSE(held_out_scatter(set, {}, constant_fit));
}

TEST_CASE("laws are distinguished only where they differ") {
  const Rig rig = read_rig(folder + "/cube.rig.json");
  std::mt19937 random(2);
  DropSet set = empty_set(rig);
  Recipe newton;
  newton.model.law = TD_LAW_NEWTON;
  newton.e = 0.7, newton.mu_s = newton.mu_k = 0.3;
  set.drops = synthetic(rig, newton, random, 80);
  CHECK(says(findings(identified(set, 2)), "Newton, slip path describes these drops better than Poisson, slip path"));
  Recipe smooth;
  smooth.mu_s = smooth.mu_k = 0;  // without friction all laws are one
  set.drops = synthetic(rig, smooth, random, 80);
  const std::vector<std::string> words = findings(identified(set, 2));
  CHECK(says(words, "Poisson, slip path and energetic, slip path cannot be distinguished"));
  CHECK(says(words, "Poisson, slip path and Newton, slip path cannot be distinguished"));
  CHECK(says(words, "Poisson, slip path and Newton and cone in one step cannot be distinguished"));
}

// In space a slip that turns passes by zero, and mu_s has no say; in the plane it goes through zero.
TEST_CASE("static friction is found where drops depend on it") {
  std::mt19937 random(3);
  Recipe sticky;
  sticky.mu_k = 0.2, sticky.mu_s = 0.3;
  const auto law_of = [&](const char *name) {
    const std::vector<Drop> drops = synthetic(read_rig(folder + name), sticky, random, 300);
    LawFit law{fit_surface(drops, {"Poisson"}, {1.0}), {}};
    law.mu_s = fit_static_friction(drops, law.squares);
    return law;
  };
  const LawFit plane = law_of("/square.rig.json");
  CHECK(holds(plane.squares.mu_k, sticky.mu_k));
  REQUIRE(plane.mu_s->decided());
  CHECK(plane.mu_s->smallest > 0.25);
  CHECK(plane.mu_s->smallest <= 0.31);
  CHECK(plane.mu_s->largest.value_or(1) >= 0.29);
  CHECK(plane.mu_s->largest.value_or(1) < 0.4);
  CHECK_FALSE(law_of("/cube.rig.json").mu_s->decided());
}

TEST_CASE("capture speed is found, and the table is one that the library takes") {
  const Rig rig = read_rig(folder + "/cube.rig.json");
  std::mt19937 random(4);
  Recipe captured;
  captured.capture_speed = 0.6;
  const std::vector<Drop> drops = synthetic(rig, captured, random, 150);
  const RestitutionCurve curve = fit_by_speed(drops, fit_surface(drops, {"Poisson"}, {1.0}), 4).restitution;
  CHECK(curve.capture_speed == doctest::Approx(0.6).epsilon(0.05));
  CHECK(restitution_at(curve, 0.5) == 0);
  CHECK(restitution_at(curve, 0.65) == doctest::Approx(0.5).epsilon(0.05));
}

TEST_CASE("intervals hold the truth") {
  constexpr int sets = 500;
  const Rig rig = read_rig(folder + "/cube.rig.json");
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any_e(0.1, 0.8), any_mu(0.05, 0.5);
  int e_held = 0, mu_held = 0;
  for (int i = 0; i < sets; ++i) {
    const double e = any_e(random), mu = any_mu(random);
    Recipe recipe;
    recipe.e = e, recipe.mu_s = recipe.mu_k = mu;
    const SurfaceFit fit = fit_surface(synthetic(rig, recipe, random, 80), {"Poisson"}, {1.0});
    e_held += holds(fit.e.front(), e) ? 1 : 0;
    mu_held += holds(fit.mu_k, mu) ? 1 : 0;
  }
  MESSAGE("e held in ", e_held, ", mu_k in ", mu_held, " of ", sets);
  CHECK(e_held >= 0.95 * sets);
  CHECK(mu_held >= 0.95 * sets);
  CHECK(e_held <= 0.985 * sets);  // nor wider than need be
  CHECK(mu_held <= 0.985 * sets);
}

// Friction beyond what sticking needs moves an answer by its rounding only. Seen red: with the search given up when it
// did not move, x stayed where it began.
TEST_CASE("least squares: a parameter that only rounding feels does not hold up the others") {
  for (const double rounding : {0.0, 1e-17, 1e-15}) {
    LeastSquares search;
    search.count = 12;
    search.step = 1e-4;
    search.most = 200;
    search.residuals = [&](const Eigen::VectorXd &x, Eigen::VectorXd &out) {
      out.resize(search.count);
      const double cliff = std::max(0.0, std::abs(x[1] - 1) - 0.5);
      for (Eigen::Index i = 0; i < out.size(); ++i) {
        const auto k = static_cast<double>(i);
        out[i] = x[0] - 0.01 * k + rounding * std::sin(1e6 * x[1] + k) + cliff;
      }
    };
    Eigen::VectorXd x(2);
    x << 0.2, 1;
    minimize(search, x);
    CHECK(x[0] == doctest::Approx(0.055));  // the mean of 0, 0.01 .. 0.11
  }
}

// Drops that stick all, and drops of which a few slide, by a friction that such a body needs for sticking: one answer
// is a bound, the other an interval or a bound; and e is decided whatever friction is, by each way of handling it.
// Seen red: with value and half width, mu_k = 14223702.69 +- 0; with the scatter of a drop that speaks of friction
// alone taken for that of e, which left e open.
TEST_CASE("friction that drops do not decide has a bound, which holds the truth") {
  constexpr int sets = 150;
  const Rig rig = read_rig(folder + "/cube.rig.json");
  std::mt19937 random(8);
  std::uniform_real_distribution<double> any_e(0.1, 0.8), any_mu(0.4, 1.2);
  int held = 0, open = 0, sticking = 0, e_held = 0;
  for (int i = 0; i < sets; ++i) {
    Recipe recipe;
    recipe.e = any_e(random), recipe.mu_s = recipe.mu_k = any_mu(random);
    std::vector<Drop> drops = synthetic(rig, recipe, random, 30);
    // More friction would change no drop by half of what they are off: a slide that ends in the impact speaks of it
    // too.
    const bool all_stick = std::all_of(drops.begin(), drops.end(), [&](const Drop &drop) {
      const Motion more = predicted(drop, recipe.model, recipe.e, {most_friction, most_friction});
      const Motion as_is = predicted(drop, recipe.model, recipe.e, {recipe.mu_s, recipe.mu_k});
      return (more.v - as_is.v).norm() < recipe.error / 2;
    });
    const SurfaceFit fit = fit_surface(drops, {"Poisson"}, {1.0});
    CHECK(fit.mu_k.value <= most_friction);
    held += holds(fit.mu_k, recipe.mu_k) ? 1 : 0;
    e_held += holds(fit.e.front(), recipe.e) ? 1 : 0;
    sticking += all_stick ? 1 : 0;
    open += all_stick && !std::isfinite(fit.mu_k.most) ? 1 : 0;
    if (i % 5 != 0) continue;
    for (const Model &model : {Model{"energetic", Handling::slip_path, TD_LAW_ENERGETIC},
                               Model{"frozen", Handling::frozen_direction, TD_LAW_POISSON}}) {
      const SurfaceFit other = fit_surface(drops, model, spread_speeds(drops, 3));
      for (const Estimate &e : other.e) CHECK((std::isfinite(e.least) && std::isfinite(e.most)));
      CHECK(other.mu_k.least > 0.05);
    }
  }
  MESSAGE("mu_k held in ", held, ", e in ", e_held, " of ", sets, "; open in ", open, " of ", sticking, " that stick");
  CHECK(held >= 0.95 * sets);
  CHECK(e_held >= 0.95 * sets);
  CHECK(sticking > 10);
  CHECK(open >= 0.95 * sticking);
}

TEST_CASE("impacts in recorded tosses: 345 of 349 clean ones are found, with the state before and after") {
  const std::string path = folder + "/cube_tosses.csv.gz";
  const Rig rig = rig_for("", path);
  RowsLeftOut left_out;
  const std::vector<FoundImpact> found = impacts_in(read_trajectories(path, rig, left_out), rig);
  CHECK(left_out.count() == 0);
  const program::Table table([] {
    std::ostringstream text;
    text << std::ifstream(folder + "/cube.csv").rdbuf();
    return text.str();
  }());
  constexpr double frame = 1 / 148.0;
  std::size_t clean = 0;
  std::vector<double> linear, angular;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto same = [&](const FoundImpact &impact) {
      return impact.clean() && impact.trajectory == table.text(row, "toss") &&
             std::abs(impact.flights.at.time - table.number(row, "t")) < frame;
    };
    const auto at = std::find_if(found.begin(), found.end(), same);
    if (at == found.end()) continue;
    ++clean;
    const auto vector = [&](const std::string &name) -> Vector3<double> {
      return {table.number(row, name + "_x"), table.number(row, name + "_y"), table.number(row, name + "_z")};
    };
    linear.push_back((at->drop.after.v - vector("vp")).norm());
    angular.push_back((at->drop.after.w - vector("wp")).norm());
  }
  CHECK(table.size() == 349);
  CHECK(clean == 345);
  CHECK(median(linear) < 0.005);
  CHECK(median(angular) < 0.05);
  const SurfaceFit fit = fit_surface(clean_set(found, rig).drops, {"Poisson"}, {1.0});
  CHECK(median(fit.E_norm) < 0.036);
  CHECK(holds(fit.e.front(), 0.2768));  // of the table
  CHECK(holds(fit.mu_k, 0.1609));
}

TEST_CASE("impacts in synthetic throws: all are found, with the surface they were made on") {
  Rig rig = read_rig(folder + "/cube.rig.json");
  rig.ground = 0.7;
  std::mt19937 random(5);
  Recipe recipe;
  recipe.error = 5e-4;
  std::vector<Trajectory> throws;
  std::vector<double> approaches(60);
  for (double &approach : approaches) {
    throws.push_back(thrown(rig, recipe, random, approach));
    throws.back().id = std::to_string(throws.size());
  }
  const std::vector<FoundImpact> found = impacts_in(throws, rig);
  REQUIRE(found.size() == throws.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i].flights.at.time == doctest::Approx(0.1).epsilon(0.01));
    CHECK(approach_speed(found[i].drop) == doctest::Approx(approaches[i]).epsilon(0.05));
    CHECK((found[i].clean() || found[i].spoiled_by == "several corners at the ground"));
  }
  const SurfaceFit fit = fit_surface(clean_set(found, rig).drops, {"Poisson"}, {1.0});
  CHECK(holds(fit.e.front(), recipe.e));
  CHECK(holds(fit.mu_k, recipe.mu_k));
}

// Seen red: with the upper end of 10 of 10 at minus infinity.
TEST_CASE("estimates: an end that nothing bounds is open to its own side") {
  const Estimate all = share_of(10, 10), none = share_of(0, 10), some = share_of(3, 10);
  CHECK(all.least == doctest::Approx(std::exp(-1.9207 / 10)).epsilon(0.02));
  CHECK(all.most == std::numeric_limits<double>::infinity());
  CHECK(none.least == -std::numeric_limits<double>::infinity());
  CHECK(none.most == doctest::Approx(1 - all.least).epsilon(0.05));
  CHECK((some.least > 0.07 && some.least < 0.12 && some.most > 0.57 && some.most < 0.65));
  CHECK(!share_of(0, 0).decided());
  CHECK(in_words("p", all).find("p is at least 0.8") == 0);
}

// Seen red: with noise taken to be three times what neighbours differ by, and no more than 14 poses, which refused all.
TEST_CASE("impacts in throws that are seen to 0.5 mm and 0.25 degrees: enough are clean, with the surface they had") {
  const Rig rig = read_rig(folder + "/cube.rig.json");
  std::mt19937 random(8);
  Recipe recipe;
  recipe.error = 5e-3;
  std::vector<Trajectory> throws(60);
  double approach = 0;
  for (Trajectory &one : throws) {
    one = thrown(rig, recipe, random, approach);
    one.id = std::to_string(&one - throws.data());
  }
  const DropSet clean = clean_set(impacts_in(throws, rig), rig);
  REQUIRE(clean.drops.size() >= 20);
  const SurfaceFit fit = fit_surface(clean.drops, {"Poisson"}, {1.0});
  CHECK(holds(fit.e.front(), recipe.e));
  CHECK(holds(fit.mu_k, recipe.mu_k));
}

// The end of an interval far from its best value on a plateau. Seen red: 0 to 3 % of the way from 2 was the end's
// bound.
TEST_CASE("estimates: a bound near the range's own is found from a best value far away") {
  const auto loss = [](double x) { return x < 0.05 ? (0.05 - x) * (0.05 - x) : 0; };
  const Estimate found = estimate_of({loss, 2, 0, 1e-4, 0, 2});
  CHECK(found.least == doctest::Approx(0.04).epsilon(0.05));
  CHECK(found.value == doctest::Approx(0.05).epsilon(0.05));
  CHECK(found.most == std::numeric_limits<double>::infinity());
}

// Seen red: without drag, by which a flight of half a second falls into three, with 59 impacts that were none; with
// drag by velocities from poses on both sides of the bounce, e = 0.798; with attitudes that do not turn, chi squared
// was NaN, and no fit was too poor.
TEST_CASE("a ball's drag is found from its flights, and breaks none of them") {
  Rig rig;
  rig.mass = 0.1;
  rig.inertia = 1e-4 * touchdown::Matrix3<double>::Identity();
  rig.corners = {{0, 0, 0}};
  rig.corner_radius = 0.05;
  const double drag = 0.05, e = 0.8, step = 1e-4;
  std::mt19937 random(3);
  std::vector<Trajectory> throws(10);
  std::size_t touches = 0;
  for (Trajectory &one : throws) {
    one.id = std::to_string(&one - throws.data());
    Vector3<double> x(0, 0, 1.5), v = Vector3<double>(2, 1, -3) + random_vector(random, 1);
    for (int i = 0; i < 16000; ++i) {
      if (i % 67 == 0) one.poses.push_back({i * step, x + random_vector(random, 5e-4), Eigen::Quaterniond::Identity()});
      v += step * (Vector3<double>(0, 0, -rig.gravity) - drag * v.norm() * v);
      x += step * v;
      if (x[2] < rig.corner_radius && v[2] < 0) v[2] *= -e, ++touches;
    }
  }
  const std::vector<FoundImpact> found = impacts_in(throws, rig);
  REQUIRE(!found.empty());
  CHECK(found.front().drag == doctest::Approx(drag).epsilon(0.1));
  CHECK(found.size() <= touches);
  CHECK(found.size() >= 0.8 * static_cast<double>(touches));
  std::vector<double> ratios;
  for (const FoundImpact &impact : found) {
    CHECK(std::isfinite(impact.flights.chi_squared));
    if (impact.clean())
      ratios.push_back(contact_speed(impact.drop.body, impact.drop.after).normal / approach_speed(impact.drop));
  }
  CHECK(median(ratios) == doctest::Approx(e).epsilon(0.0015));
}

// By small steps of time with the angular momentum held, the midpoint's attitude, and drag along the path: the fit has
// Runge and Kutta's rule. Seen red: with the rig's own inertia, centre of mass and drag in the place of what was found.
TEST_CASE("a free body is found from its flights: inertia, centre of mass and drag, whatever the rig says") {
  Rig rig;
  rig.mass = 0.4;
  const double drag = 0.04;
  touchdown::Matrix3<double> inertia;
  inertia << 0.30, 0.02, -0.01, 0.02, 0.37, 0.015, -0.01, 0.015, 0.33;
  const Vector3<double> centre(1e-3, -2e-3, 6e-3);
  std::mt19937 random(11);
  std::vector<Trajectory> flights(40);
  for (Trajectory &one : flights) {
    one.id = std::to_string(&one - flights.data());
    const Vector3<double> any = random_vector(random, 1);
    Eigen::Quaterniond q = Eigen::Quaterniond(any[0], any[1], any[2], 0.5).normalized();
    Vector3<double> x(0, 0, 1), v = random_vector(random, 1) + Vector3<double>(0, 0, 2), w = random_vector(random, 8);
    const Vector3<double> momentum = q * (inertia * (q.conjugate() * w));
    const double step = 1e-4;
    const auto turn = [&](const Eigen::Quaterniond &at, double time) {
      const Vector3<double> by = time * (at * (inertia.inverse() * (at.conjugate() * momentum)));
      return Eigen::Quaterniond(Eigen::AngleAxisd(by.norm(), by.normalized())) * q;
    };
    for (int i = 0; i < 3500; ++i) {
      if (i % 67 == 0) {
        const Vector3<double> off = random_vector(random, 1e-3);
        const Eigen::Quaterniond seen = (q * Eigen::Quaterniond(1, off[0], off[1], off[2])).normalized();
        const Vector3<double> tracked = x - q * centre + random_vector(random, 2e-4);
        one.poses.push_back({i * step, tracked, seen});
      }
      q = turn(turn(q, step / 2), step).normalized();
      x += step / 2 * v;
      v += step * (Vector3<double>(0, 0, -rig.gravity) - drag * v.norm() * v);
      x += step / 2 * v;
    }
  }
  rig.centre_of_mass = Vector3<double>(0, 0, 4e-3);
  for (Trajectory &one : flights)
    for (Pose &pose : one.poses) pose.position += pose.attitude * rig.centre_of_mass;
  rig.inertia = 1e-3 * touchdown::Matrix3<double>::Identity();
  const std::optional<FreeBody> found = free_body_of(flights, rig, {});
  REQUIRE(found);
  const double parts[] = {0.30, 0.37, 0.33, 0.02, -0.01, 0.015};
  int held = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    CAPTURE(found->inertia[i].value);
    CHECK(std::abs(found->inertia[i].value - parts[i]) < 0.004);
    CHECK(found->inertia[i].reach() < 0.006);
    held += holds(found->inertia[i], parts[i]) ? 1 : 0;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::abs(found->centre[i].value - centre[static_cast<Eigen::Index>(i)]) < 1e-4);
    held += holds(found->centre[i], centre[static_cast<Eigen::Index>(i)]) ? 1 : 0;
  }
  held += holds(found->drag, drag) ? 1 : 0;
  MESSAGE(words_of(*found).front(), " ", words_of(*found).back());
  CHECK(std::abs(found->drag.value - drag) < 0.004);
  CHECK(held >= 8);  // of ten intervals of 95 %
}

// The source's README of the impacts gives what others found in these flights; the URDF that was published with them
// says 0.81e-3 kg m^2 about each axis. Seen red: with the rig's own inertia and drag in the place of what was found.
TEST_CASE("the recorded cube's inertia, centre of mass and drag, from a body that is wrong by a quarter") {
  Rig rig = read_rig(folder + "/cube.rig.json");
  RowsLeftOut left_out;
  const std::vector<Trajectory> tosses = read_trajectories(folder + "/cube_tosses.csv.gz", rig, left_out);
  const std::vector<FoundImpact> impacts = impacts_in(tosses, rig);
  rig.inertia = 0.81e-3 * touchdown::Matrix3<double>::Identity();
  const std::optional<FreeBody> found = free_body_of(tosses, rig, impacts);
  REQUIRE(found);
  for (const std::string &sentence : words_of(*found)) MESSAGE(sentence);
  const double parts[] = {1.003 / 2.953, 0.999 / 2.953, 0.951 / 2.953};
  for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(found->inertia[i].value - parts[i]) < 0.006);
  CHECK(std::abs(found->centre[2].value - 5.95e-3) < 3e-4);
  CHECK(std::abs(found->drag.value - 0.042) < 0.015);
  CHECK(found->sum.value == doctest::Approx(2.953e-3).epsilon(0.03));
  CHECK(found->sum.least > 1.1 * 3 * 0.81e-3);
  check_page({formatted("%.2fe-3 kg m^2 in all", 1e3 * found->sum.value),
              formatted("%.1f mm from the middle", 1e3 * found->centre[2].value),
              formatted("drag %.3f /m", found->drag.value)});
}

TEST_CASE("identify: the command writes parameters, impacts and a report with its pictures") {
  const program::Folder out;
  const std::string impacts = out.file("impacts.csv");
  const program::Ended ended =
      program::run("identify " + folder + "/square.csv -o " + out.file("s.json") + " --report " + out.file("s.html"));
  CHECK(ended.status == 0);
  CHECK(out.text("s.json").find("\"at_least\"") != std::string::npos);
  for (const char *name : {"sd_e", "sd_mu", "sd_p", "sd_turn", "sd_r", "sd_measured_times", "inside_95"})
    CHECK(out.text("s.json").find(std::string("\"") + name + "\": ") != std::string::npos);
  const auto scatter_in = [](const std::string &text) { return nlohmann::json::parse(text)["by_speed"]["scatter"]; };
  const nlohmann::json found = scatter_in(out.text("s.json"));
  const nlohmann::json shipped = scatter_in(program::Folder::all_of(folder + "/square.surface.json"));
  const nlohmann::json cube = scatter_in(program::Folder::all_of(folder + "/cube.surface.json"));
  for (const char *name : {"sd_e", "sd_mu", "sd_p", "sd_turn", "sd_r", "sd_measured_times"}) {
    CHECK(shipped.at(name).get<double>() == doctest::Approx(found.at(name).get<double>()).epsilon(0.01));
    CHECK(cube.at(name).get<double>() > 0);
  }
  const nlohmann::json report = program::document_in(out.text("s.html"));
  CHECK(program::figures_in(report) == "restitution models components errors ");
  CHECK(report["sections"].size() == 2 + 1 + 5);
  CHECK(report["tables"]["e by speed"]["rows"].size() >= 1);
  CHECK(program::texts_in(report["answer"]).find("square: e is between 0.4") == 0);
  CHECK(program::run("identify " + out.file("none.csv")).status == 2);
}

TEST_CASE("identify: impacts found in trajectories are written as a table that can be read again") {
  const program::Folder out;
  const std::string header = "toss,t,x,y,z,qw,qx,qy,qz\n";
  const Rig rig = read_rig(folder + "/cube.rig.json");
  std::mt19937 random(6);
  std::ostringstream text;
  text.precision(9);
  text << header;
  double approach = 0;
  for (int toss = 0; toss < 12; ++toss) {
    Recipe recipe;
    recipe.error = 5e-4;
    for (const Pose &pose : thrown(rig, recipe, random, approach).poses) {
      const Vector3<double> tracked = pose.position - pose.attitude * rig.centre_of_mass;
      const Eigen::Quaterniond &q = pose.attitude;
      text << toss << ',' << pose.time << ',' << tracked[0] << ',' << tracked[1] << ',' << tracked[2] << ',' << q.w()
           << ',' << q.x() << ',' << q.y() << ',' << q.z() << '\n';
    }
  }
  const std::string found = out.file("found.csv");
  const program::Ended ended =
      program::run("identify " + out.file("tosses.csv", text.str()) + " --points 1 --impacts " + found);
  CHECK(ended.status == 0);
  CHECK(ended.out.find("12 trajectories.") != std::string::npos);
  const program::Table table(out.text("found.csv"));
  CHECK(table.size() == 12);
  RowsLeftOut left_out;
  CHECK(read_impacts(found, rig_for("", found), left_out).drops.size() >= 6);
}
