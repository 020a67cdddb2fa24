// Several contacts against Siconos (fc3d: v = W r + q, Coulomb's cone and its complementarity), which knows one impact
// law: v_n >= -e v_n before. So Newton's rule is compared whole, and Poisson's by its compression (e = 0); its second
// phase is checked by its own law. N random bodies on 2 .. 6 feet, on flat and on rough ground, in double.
// Where the two end apart, each is held against the problem itself, in plain dense arithmetic: it may have two
// solutions.
//
//     siconos [count] [rounds, 0: as many as there are]
//
// Half of the feet have mu_s > mu_k: Siconos knows one mu, and takes the one that we say each contact has.
//
// Seen red: Newton's e a tenth too great in src/multi_contact/coupled_solve.hpp.
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "dense.hpp"
#include "random_systems.hpp"
#include "restated.hpp"

namespace {

using systems::axes_of;
using systems::Matrix;
using systems::rows;
using systems::Vector;

constexpr double settled = 1e-6;  // a solution, if no condition is missed by more (of the fastest approach)
constexpr double same = 1e-5;     // the same solution, if no speed differs by more

// The feet in contact space: rows n, t, s of each contact.
struct Problem {
  int contacts;
  Matrix response, W;  // du = response p, v = J u
  Vector u, v, mu;
  double fastest = 0;

  explicit Problem(const systems::RandomFeet &feet) : contacts(feet.body.count) {
    const td_body_multi_contact &body = feet.body;
    Matrix J(3 * contacts, 6), M(6, 6);
    mu.resize(contacts);
    u.resize(6);
    for (int i = 0; i < contacts; ++i) {
      systems::AsSpeeds<1> same_body;
      same_body.put(0, body.body, body.points[i].r);
      J.middleRows(3 * i, 3) = axes_of(body.points[i].n) * rows(same_body.J, 3, 6);
      M = rows(same_body.M, 6, 6);
      u = rows(same_body.u, 6, 1);
    }
    response = M.fullPivLu().solve(J.transpose());
    W = J * response;
    v = J * u;
    for (int i = 0; i < contacts; ++i) fastest = std::max(fastest, -v(3 * i));
  }
};

// How far p is from solving: cone, v_n >= target, one of the two 0, friction against the slip.
double missed(const Problem &problem, const Vector &p, const Vector &v, const Vector &target, const Vector &least) {
  double worst = 0;
  for (int i = 0; i < problem.contacts; ++i) {
    const double W_nn = problem.W(3 * i, 3 * i);
    const double more = (p(3 * i) - least(i)) * W_nn, gap = v(3 * i) - target(i);
    worst = std::max({worst, -more, -gap, std::min(more, gap)});
    const Eigen::Vector2d friction = p.segment(3 * i + 1, 2), slip = v.segment(3 * i + 1, 2);
    const double limit = problem.mu(i) * p(3 * i);
    worst = std::max(worst, (friction.norm() - limit) * W_nn);
    // Projecting p_T - v_T / W onto the disc gives p_T back.
    Eigen::Vector2d pushed = friction - slip / W_nn;
    if (pushed.norm() > limit) pushed *= limit / pushed.norm();
    worst = std::max(worst, (pushed - friction).norm() * W_nn);
  }
  return worst / problem.fastest;
}

// Static friction at a contact that sticks, kinetic at all others.
void set_friction(const systems::RandomFeet &feet, const td_contact_result *shares, Problem &problem) {
  for (int i = 0; i < problem.contacts; ++i) {
    const td_surface &surface = feet.points[i].surface;
    problem.mu(i) = shares[i].mode == TD_MODE_STICKS ? surface.mu_s : surface.mu_k;
  }
}

struct Found {
  Vector u, p;  // after; impulses
};

Found by_siconos(const Problem &problem, const Vector &target) {
  const int size = 3 * problem.contacts;
  Matrix W = problem.W;
  Vector q = problem.v, reaction = Vector::Zero(size), velocity = Vector::Zero(size);
  for (int i = 0; i < problem.contacts; ++i) q(3 * i) -= target(i);
  Vector mu = problem.mu;
  NumericsMatrix *matrix = NM_new();
  NM_fill(matrix, NM_DENSE, size, size, W.data());
  FrictionContactProblem *const task = frictionContactProblem_new();
  task->dimension = 3;
  task->numberOfContacts = problem.contacts;
  task->M = matrix;
  task->q = q.data();
  task->mu = mu.data();
  SolverOptions *const options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-12;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 20000;
  options->iparam[SICONOS_FRICTION_3D_IPARAM_INTERNAL_ERROR_STRATEGY] =
      SICONOS_FRICTION_3D_INTERNAL_ERROR_STRATEGY_GIVEN_VALUE;
  fc3d_driver(task, reaction.data(), velocity.data(), options);
  solver_options_delete(options);
  std::free(options);
  std::free(matrix);
  std::free(task);
  return {problem.u + problem.response * reaction, reaction};
}

struct Ours {
  Found found;
  Vector compression;
  bool usable, scaled;
};

// And the friction that each contact then has.
Ours by_us(systems::RandomFeet &feet, int law, int rounds, Problem &problem) {
  feet.body.multi_contact.options.law = law;
  feet.body.multi_contact.iterations = rounds;
  td_contact_result shares[TD_MAX_CONTACTS];
  td_body_multi_contact_impact impact = {};
  const td_status status = td_resolve_body_multi_contact(&feet.body, &impact, shares);
  Ours ours{{Vector(6), Vector(3 * feet.body.count)},
            Vector(feet.body.count),
            status >= 0,
            impact.result.restitution_scale < 1};
  set_friction(feet, shares, problem);
  ours.found.u << impact.v[0], impact.v[1], impact.v[2], impact.w[0], impact.w[1], impact.w[2];
  for (int i = 0; i < feet.body.count; ++i) {
    ours.found.p.segment(3 * i, 3) << shares[i].p.n, shares[i].p.t, shares[i].p.s;
    ours.compression(i) = shares[i].p_compression;
  }
  return ours;
}

struct Tally {
  int cases = 0, agree = 0, two_solutions = 0, ours_open = 0, theirs_open = 0;
  std::vector<double> differences, open;

  void take(double difference, double ours, double theirs) {
    ++cases;
    differences.push_back(difference);
    open.push_back(ours);
    if (difference <= same)
      ++agree;
    else if (ours > settled)
      ++ours_open;
    else if (theirs > settled)
      ++theirs_open;
    else
      ++two_solutions;
  }

  void print(const char *name) {
    std::sort(differences.begin(), differences.end());
    std::sort(open.begin(), open.end());
    const std::size_t n = differences.size();
    std::printf("%-26s %6d %7d %7d %7d %7d   %.0e %.0e %.0e   %.0e %.0e\n", name, cases, agree, two_solutions,
                ours_open, theirs_open, differences[n / 2], differences[n * 99 / 100], differences[n - 1], open[n / 2],
                open[n * 99 / 100]);
  }
};

// At least this part of the cases must be solved.
constexpr double bar = 0.99;
constexpr double restitution_bar =
    0.96;  // it gets a third of the sweeps, and its least impulses switch contacts off and on

bool report(Tally &tally, const char *name, double least) {
  tally.print(name);
  return tally.agree + tally.two_solutions + tally.theirs_open >= tally.cases * least;
}

Vector targets(const systems::RandomFeet &feet, const Problem &problem, bool newton) {
  Vector target = Vector::Zero(problem.contacts);
  for (int k = 0; k < problem.contacts && newton; ++k)
    target(k) = std::max(0.0, -feet.points[k].surface.e * problem.v(3 * k));
  return target;
}

void compare(systems::RandomFeet &feet, bool newton, int rounds, Tally &tally) {
  Problem problem(feet);
  const Vector target = targets(feet, problem, newton), none = Vector::Zero(problem.contacts);
  const Ours ours = by_us(feet, newton ? TD_LAW_NEWTON : TD_LAW_POISSON, rounds, problem);
  const Found theirs = by_siconos(problem, target);
  if (!ours.usable || problem.fastest <= 0) return;
  tally.take((ours.found.u - theirs.u).cwiseAbs().maxCoeff() / problem.fastest,
             missed(problem, ours.found.p, problem.v + problem.W * ours.found.p, target, none),
             missed(problem, theirs.p, problem.v + problem.W * theirs.p, target, none));
}

// The second phase is what restitution adds to the same impact without it.
void check_restitution(systems::RandomFeet &feet, int rounds, Tally &tally) {
  Problem problem(feet);
  const Ours whole = by_us(feet, TD_LAW_POISSON, rounds, problem);
  Vector least(problem.contacts);
  for (int k = 0; k < problem.contacts; ++k) {
    least(k) = feet.points[k].surface.e * whole.compression(k);
    feet.points[k].surface.e = 0;
  }
  Problem before(feet);
  const Ours compression = by_us(feet, TD_LAW_POISSON, rounds, before);
  if (!whole.usable || whole.scaled || problem.fastest <= 0) return;
  const double open = missed(problem, whole.found.p - compression.found.p, problem.v + problem.W * whole.found.p,
                             Vector::Zero(problem.contacts), least);
  tally.take(open, open, 0);
}

}  // namespace

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 2500;
  const int rounds = argc > 2 && std::atoi(argv[2]) > 0 ? std::atoi(argv[2]) : TD_MAX_ITERATIONS;
  std::printf(
      "%d sweeps at most. Differences of the speeds after, and what we left open of the law, as a part of the "
      "fastest approach.\n%-26s %6s %7s %7s %7s %7s   difference: median, 99 %%, greatest; open: median, 99 %%\n",
      rounds, "", "cases", "agree", "two", "ours", "theirs");
  bool good = true;
  for (const bool flat : {true, false}) {
    Tally compression, newton, restitution;
    for (int i = 0; i < count; ++i) {
      systems::Random random(static_cast<std::uint64_t>(i) * 2 + (flat ? 0 : 1));
      systems::RandomFeet feet(random, 2 + i % 5, flat, 0.8);
      compare(feet, true, rounds, newton);
      check_restitution(feet, rounds, restitution);
      compare(feet, false, rounds, compression);  // e is 0 by now
    }
    good &= report(compression, flat ? "flat, compression" : "rough, compression", bar);
    good &= report(newton, flat ? "flat, Newton" : "rough, Newton", bar);
    good &= report(restitution, flat ? "flat, Poisson's restitution" : "rough, Poisson's restitution", restitution_bar);
  }
  return good ? 0 : 1;
}
