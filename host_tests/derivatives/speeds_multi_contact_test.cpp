// Derivatives of the impact of several contacts on generalized speeds, constraints included: against differences of an
// oracle that projects until nothing moves (coupled_oracle.hpp), with ways in and out by dense matrices; against
// differences of the function itself, by the rules that the oracle does not know; against those of a body; and of one
// contact alone.
//
// Seen red: columns freed of what is held for the ways in, in resolve_with_derivatives; columns of L for its rows in
// turn_to_speeds; solve_lower for solve_upper in put_column (src/sensitivity/multi_contact.hpp).
#include <doctest/doctest.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "coupled_oracle.hpp"
#include "random_cases.hpp"
#include "systems_tried.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using Matrix = Eigen::MatrixXd;
using Eigen::VectorXd;
template <class Scalar>
using RowsOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int most = TD_MAX_CONTACTS;

// A system and its contacts, in the contacts' own axes. `hold` is of its one row; at two rows both are held.
struct Limbs {
  RowsOf<double> M, J, A;
  VectorXd u;
  std::vector<touchdown::Surface<double>> surfaces;
  double hold = 1;
  std::int32_t rule = TD_RULE_COUPLED, law = TD_LAW_POISSON;

  int n() const { return static_cast<int>(M.rows()); }
  int count() const { return static_cast<int>(surfaces.size()); }
};

struct Wanted {
  int n, count, rows;
  double hold, static_part;  // mu_s = static_part mu_k
  std::int32_t rule, law;
};

Limbs random_limbs(oracle::Random &random, const Wanted &wanted) {
  Limbs limbs;
  const int n = wanted.n;
  const auto fill = [&random](auto &matrix, int rows, int columns) {
    matrix.resize(rows, columns);
    for (double &x : matrix.reshaped()) x = random.uniform(-1, 1);
  };
  RowsOf<double> root;
  fill(root, n, n);
  limbs.M = root * root.transpose() + RowsOf<double>::Identity(n, n);
  fill(limbs.J, 3 * wanted.count, n);
  fill(limbs.A, wanted.rows, n);
  fill(limbs.u, n, 1);
  for (int i = 0; i < wanted.count; ++i) {
    if (limbs.J.row(3 * i).dot(limbs.u) > 0) limbs.J.row(3 * i) *= -1;
    const double mu = random.uniform(0.02, 1);
    limbs.surfaces.push_back({wanted.static_part * mu, mu, random.uniform(0.05, 0.95)});
  }
  limbs.hold = wanted.hold;
  limbs.rule = wanted.rule;
  limbs.law = wanted.law;
  return limbs;
}

// The function's results, in double.
struct Found {
  touchdown::Status status = 0;
  Matrix p, motion;  // derivatives
  VectorXd impulses, after;
  double margin = 0, residual = 0;
  int redundant = 0;
};

// The description in Scalar, and the arrays that it points to.
template <class Scalar>
struct Described {
  RowsOf<Scalar> M, J, A;
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> u, after, hold;
  std::array<touchdown::Surface<Scalar>, most> surfaces;
  std::array<touchdown::ContactResult<Scalar>, most> contacts;
  touchdown::SpeedsMultiContact<Scalar> system;
  touchdown::SystemAfter<Scalar> to;

  explicit Described(const Limbs &limbs)
      : M(limbs.M.cast<Scalar>()),
        J(limbs.J.cast<Scalar>()),
        A(limbs.A.cast<Scalar>()),
        u(limbs.u.cast<Scalar>()),
        after(limbs.u.size()),
        hold(limbs.A.rows()) {
    hold.setConstant(static_cast<Scalar>(limbs.hold));
    for (std::size_t i = 0; i < limbs.surfaces.size(); ++i) {
      const touchdown::Surface<double> &from = limbs.surfaces[i];
      surfaces[i] = {static_cast<Scalar>(from.mu_s), static_cast<Scalar>(from.mu_k), static_cast<Scalar>(from.e)};
    }
    system.system.n = limbs.n();
    system.system.M = M.data();
    system.system.u = u.data();
    to.u_after = after.data();
    system.system.constraints = static_cast<std::int32_t>(A.rows());
    system.system.A = A.data();
    if (limbs.hold < 1) system.system.hold = hold.data();
    system.count = limbs.count();
    system.axes = TD_AXES_CONTACT;
    system.J = J.data();
    system.surfaces = surfaces.data();
    system.multi_contact.rule = limbs.rule;
    system.multi_contact.options.law = limbs.law;
    system.multi_contact.iterations = TD_MAX_ITERATIONS;
  }
  Described(const Described &) = delete;
};

template <class Scalar>
Found differentiated(const Limbs &limbs) {
  Described<Scalar> described(limbs);
  const int n = limbs.n(), rows = 3 * limbs.count();
  RowsOf<Scalar> p(rows, n), p_by(rows, rows), u(n, n), u_by(n, rows);
  touchdown::SpeedsMultiContactDerivatives<Scalar> impact;
  Found found;
  found.status = touchdown::resolve(described.system, impact, p.data(), p_by.data(), u.data(), u_by.data(),
                                    &described.to, described.contacts.data());
  REQUIRE(found.status >= 0);
  found.p.resize(rows, n + rows);
  found.p << p.template cast<double>(), p_by.template cast<double>();
  found.motion.resize(n, n + rows);
  found.motion << u.template cast<double>(), u_by.template cast<double>();
  found.after = described.after.template cast<double>();
  found.impulses.resize(rows);
  for (int i = 0; i < limbs.count(); ++i) {
    const touchdown::ContactVector<Scalar> &of = described.contacts[static_cast<std::size_t>(i)].p;
    found.impulses.segment<3>(3 * i) << static_cast<double>(of.n), static_cast<double>(of.t), static_cast<double>(of.s);
  }
  found.margin = static_cast<double>(impact.margin);
  found.residual = static_cast<double>(impact.speeds.result.residual);
  found.redundant = impact.redundant;
  return found;
}

// K = (1 - h M^-1 A^T (A M^-1 A^T)^-1 A) M^-1 J^T.
coupled_oracle::Problem problem_of(const Limbs &limbs) {
  coupled_oracle::Problem problem;
  problem.J = limbs.J;
  problem.u = limbs.u;
  const Matrix inverse = limbs.M.inverse();
  problem.K = inverse * limbs.J.transpose();
  if (limbs.A.rows() > 0) {
    const Matrix held = inverse * limbs.A.transpose();
    problem.K -= limbs.hold * held * (limbs.A * held).inverse() * (limbs.A * problem.K);
  }
  problem.W = problem.J * problem.K;
  problem.mu.resize(limbs.count());
  problem.e.resize(limbs.count());
  for (int i = 0; i < limbs.count(); ++i) {
    problem.mu[i] = limbs.surfaces[static_cast<std::size_t>(i)].mu_k;
    problem.e[i] = limbs.surfaces[static_cast<std::size_t>(i)].e;
  }
  return problem;
}

// The columns that the oracle has: where mu changes, mu_s changes with it, and mu_s has no derivative.
Matrix without_static_friction(const Matrix &by, int n, int count) {
  Matrix kept(by.rows(), n + 2 * count);
  kept.leftCols(n) = by.leftCols(n);
  for (int i = 0; i < count; ++i) kept.middleCols(n + 2 * i, 2) = by.middleCols(n + 1 + 3 * i, 2);
  return kept;
}

double error_of(const Found &ours, const coupled_oracle::Found &exact, const Limbs &limbs) {
  const Matrix p = without_static_friction(ours.p, limbs.n(), limbs.count());
  const Matrix motion = without_static_friction(ours.motion, limbs.n(), limbs.count());
  return std::max((p - exact.p).norm() / (exact.p.norm() + 1e-9), (motion - exact.motion).norm() / exact.motion.norm());
}

double quantile(std::vector<double> &list, double part) {
  REQUIRE(!list.empty());
  std::sort(list.begin(), list.end());
  return list[std::min(list.size() - 1, static_cast<std::size_t>(part * static_cast<double>(list.size())))];
}

// Errors of those without a caveat, in float and in double. The law may have another answer than the oracle's, and in
// float another than in double: such systems are left out, and counted.
struct Tally {
  std::vector<double> in_double, in_float;
  int tried = 0, apart = 0, float_apart = 0, one_sided = 0;
};

void judge(const Limbs &limbs, Tally &tally) {
  ++tally.tried;
  const coupled_oracle::Problem problem = problem_of(limbs);
  coupled_oracle::Start start;
  const coupled_oracle::Answer answer = coupled_oracle::solve(problem, limbs.law, start);
  const Found ours = differentiated<double>(limbs);
  const double off = (answer.motion - ours.after).norm() + (answer.p - ours.impulses).norm();
  const bool same = off <= 1e-7 * (answer.motion.norm() + answer.p.norm());
  tally.apart += answer.found && ours.redundant == 0 && ours.residual < 1e-9 && !same;
  if (!answer.found || !same) return;
  const coupled_oracle::Found exact = coupled_oracle::derivatives(problem, limbs.law, start);
  if (!exact.known || !(exact.doubt < 1e-4)) return;
  tally.one_sided += (ours.status & TD_CAVEAT_ONE_SIDED) != 0;
  if ((ours.status & TD_CAVEAT_ONE_SIDED) == 0) {
    tally.in_double.push_back(error_of(ours, exact, limbs));
    CHECK(tally.in_double.back() <= 1e-5 + 4 * exact.doubt);
  }
  const Found rough = differentiated<float>(limbs);
  if ((rough.impulses - ours.impulses).norm() > 0.01 * ours.impulses.norm()) {
    ++tally.float_apart;
    return;
  }
  if ((rough.status & TD_CAVEAT_ONE_SIDED) != 0) return;
  tally.in_float.push_back(error_of(rough, exact, limbs));
  CHECK(tally.in_float.back() <= 0.1 + 4 * exact.doubt);
}

// Of impulses and speeds after, from the function itself; where mu_k rises, mu_s gives way.
VectorXd slope(const Limbs &limbs, int input, double step) {
  Limbs ends[2] = {limbs, limbs};
  for (const int side : {0, 1}) {
    const double by = side == 0 ? -step : step;
    const int n = limbs.n(), parameter = (input - n) % 3;
    if (input < n) {
      ends[side].u[input] += by;
      continue;
    }
    touchdown::Surface<double> &surface = ends[side].surfaces[static_cast<std::size_t>(input - n) / 3];
    (parameter == 1 ? surface.mu_k : surface.e) += by;
    surface.mu_s = std::max(surface.mu_s, surface.mu_k);
  }
  const Found low = differentiated<double>(ends[0]), high = differentiated<double>(ends[1]);
  VectorXd change(low.impulses.size() + low.after.size());
  change << high.impulses - low.impulses, high.after - low.after;
  return change / (2 * step);
}

// Against them, where they agree with those over half the step: the largest error of a column.
double error_of_columns(const Limbs &limbs, const Found &ours, double &doubt) {
  double error = 0;
  doubt = 0;
  for (int input = 0; input < limbs.n() + 3 * limbs.count(); ++input) {
    if (input >= limbs.n() && (input - limbs.n()) % 3 == 0) continue;  // mu_s
    const VectorXd whole = slope(limbs, input, 1e-5), half = slope(limbs, input, 5e-6);
    VectorXd found(whole.size());
    found << ours.p.col(input), ours.motion.col(input);
    doubt = std::max(doubt, (whole - half).norm() / (half.norm() + 1));
    error = std::max(error, (found - half).norm() / (half.norm() + 1));
  }
  return error;
}

// A body on its feet, as generalized speeds: v, then w.
Limbs limbs_of(const touchdown::BodyMultiContact<double> &body, const touchdown::ContactResult<double> *contacts) {
  const coupled_oracle::Problem problem = coupled_oracle::problem_of(body, contacts);
  Limbs limbs;
  const double(&I)[6] = body.body.inertia;
  limbs.M = body.body.mass * RowsOf<double>::Identity(6, 6);
  limbs.M.bottomRightCorner<3, 3>() << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  limbs.J = problem.J;
  limbs.A.resize(0, 6);
  limbs.u = problem.u;
  for (int i = 0; i < body.count; ++i) limbs.surfaces.push_back(body.points[i].surface);
  limbs.rule = body.multi_contact.rule;
  limbs.law = body.multi_contact.options.law;
  return limbs;
}

}  // namespace

TEST_CASE("several contacts of generalized speeds: the coupled rule, against differences of projections") {
  oracle::Random random(241);
  for (const std::int32_t law : {TD_LAW_POISSON, TD_LAW_NEWTON}) {
    Tally tally;
    for (int i = 0; i < differences::systems_tried(240, 2); ++i) {
      const int rows = i % 4 == 3 ? 1 : i % 3, count = 2 + i % 3 / 2;
      const double hold = i % 4 == 3 ? 0.6 : 1;
      judge(random_limbs(random, {3 * count + rows + i % 2, count, rows, hold, 1, TD_RULE_COUPLED, law}), tally);
    }
    CHECK(25 * tally.apart <= tally.tried);
    CHECK(tally.float_apart <= 1 + tally.tried / 100);
    CHECK(tally.in_double.size() > 120);
    MESSAGE("law ", law, ": ", tally.in_double.size(), " of ", tally.tried, ", ", tally.apart, " apart, in float ",
            tally.float_apart, ", ", tally.one_sided, " one-sided; double 50 % ", quantile(tally.in_double, 0.5),
            ", 99 % ", quantile(tally.in_double, 0.99), "; float 50 % ", quantile(tally.in_float, 0.5), ", 99 % ",
            quantile(tally.in_float, 0.99), ", 99.9 % ", quantile(tally.in_float, 0.999));
    CHECK(quantile(tally.in_double, 0.5) < 1e-7);
    CHECK(quantile(tally.in_double, 0.99) < 1e-6);
    CHECK(quantile(tally.in_float, 0.5) < 1e-4);
    CHECK(quantile(tally.in_float, 0.99) < 1e-3);
  }
}

TEST_CASE("several contacts of generalized speeds: by every rule and law, against differences of itself") {
  oracle::Random random(242);
  std::vector<double> errors;
  int one_sided = 0, in_doubt = 0;
  for (int i = 0; i < 150; ++i) {
    const std::int32_t rule = i % 3, law = rule == TD_RULE_COUPLED ? TD_LAW_POISSON : i / 3 % 5;
    const Limbs limbs = random_limbs(random, {7 + i % 4, 1 + i % 3, i % 2, i % 4 == 1 ? 0.5 : 1, 1.1, rule, law});
    const Found ours = differentiated<double>(limbs);
    double doubt = 0;
    if ((ours.status & TD_CAVEAT_ONE_SIDED) != 0) {
      ++one_sided;
      continue;
    }
    const double error = error_of_columns(limbs, ours, doubt);
    if (doubt > 1e-5) {
      ++in_doubt;
      continue;
    }
    CHECK(error <= 1e-3 + 4 * doubt);
    errors.push_back(error);
  }
  MESSAGE(errors.size(), " judged, ", one_sided, " one-sided, ", in_doubt, " in doubt; 50 % ", quantile(errors, 0.5),
          ", 99 % ", quantile(errors, 0.99));
  CHECK(errors.size() > 100);
  CHECK(in_doubt < 15);
  CHECK(quantile(errors, 0.5) < 1e-7);
  CHECK(quantile(errors, 0.99) < 5e-4);
}

TEST_CASE("several contacts of generalized speeds: what is held keeps its speed, and J K is the way there and back") {
  oracle::Random random(243);
  for (int i = 0; i < 60; ++i) {
    const Limbs limbs = random_limbs(random, {9, 1 + i % 3, 1 + i % 2, 1, 1.1, i % 3, TD_LAW_POISSON});
    const Found ours = differentiated<double>(limbs);
    const Matrix kept = limbs.A * ours.motion.leftCols(9) - limbs.A;
    CHECK(kept.norm() < 1e-10);
    CHECK((limbs.A * ours.motion.rightCols(3 * limbs.count())).norm() < 1e-10);
    Matrix expected = problem_of(limbs).K * ours.p;
    expected.leftCols(9) += Matrix::Identity(9, 9);
    CHECK((ours.motion - expected).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE("several contacts of generalized speeds: those of a body are the body's") {
  oracle::Random random(244);
  int judged = 0;
  for (int i = 0; i < 150; ++i) {
    touchdown::BodyMultiContact<double> body = {};
    std::array<touchdown::Point<double>, 3> points;
    std::array<touchdown::ContactResult<double>, 3> contacts;
    body.body.mass = random.uniform(0.5, 3);
    for (int k = 0; k < 3; ++k) {
      body.body.inertia[k] = random.uniform(0.4, 0.6);
      body.body.v[k] = k == 2 ? -1 : random.uniform(-1, 1);
      body.body.w[k] = random.uniform(-1, 1);
    }
    for (touchdown::Point<double> &point : points) {
      const double mu = random.uniform(0.02, 1);
      for (int k = 0; k < 3; ++k) {
        point.r[k] = k == 2 ? -1 : random.uniform(-1, 1);
        point.n[k] = k == 2 ? 1 : random.uniform(-0.5, 0.5);
      }
      point.surface = {mu, mu, random.uniform(0.05, 0.95)};
    }
    body.count = 1 + i % 3;
    body.points = points.data();
    body.multi_contact.rule = i / 3 % 3;
    body.multi_contact.iterations = TD_MAX_ITERATIONS;
    RowsOf<double> p(3 * body.count, 6), by(3 * body.count, 3 * body.count), motion_by(6, 3 * body.count);
    touchdown::BodyMultiContactDerivatives<double> expected;
    const touchdown::Status status =
        touchdown::resolve(body, expected, p.data(), by.data(), motion_by.data(), contacts.data());
    REQUIRE(status >= 0);
    const Found ours = differentiated<double>(limbs_of(body, contacts.data()));
    if (((status | ours.status) & TD_CAVEAT_ONE_SIDED) != 0 || expected.margin < 1e-4) continue;
    ++judged;
    const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> motion(expected.motion[0]);
    CHECK((ours.p.leftCols(6) - p).norm() < 1e-7 * p.norm() + 1e-12);
    CHECK((ours.p.rightCols(3 * body.count) - by).norm() < 1e-7 * by.norm() + 1e-12);
    CHECK((ours.motion.leftCols(6) - motion).norm() < 1e-7 * motion.norm());
    CHECK((ours.motion.rightCols(3 * body.count) - motion_by).norm() < 1e-7 * motion_by.norm() + 1e-12);
    CHECK(ours.margin == doctest::Approx(expected.margin).epsilon(1e-6).scale(0));
    CHECK(ours.redundant == expected.redundant);
  }
  CHECK(judged > 100);
}

TEST_CASE("several contacts of generalized speeds, of which there is one: the derivatives of that contact") {
  oracle::Random random(245);
  for (int i = 0; i < 200; ++i) {
    const Limbs limbs =
        random_limbs(random, {4 + i % 6, 1, i % 3, i % 3 == 1 ? 0.7 : 1, 1.2, TD_RULE_SEQUENTIAL, i % 4});
    const int n = limbs.n();
    Described<double> described(limbs);
    touchdown::Speeds<double> speeds;
    speeds.system = described.system.system;
    speeds.J = limbs.J.data();
    speeds.axes = TD_AXES_CONTACT;
    speeds.surface = limbs.surfaces[0];
    speeds.options.law = limbs.law;
    RowsOf<double> p(3, n + 3), u(n, n + 3);
    touchdown::SpeedsDerivatives<double> alone;
    const touchdown::Status status = touchdown::resolve(speeds, alone, p.data(), u.data());
    const Found ours = differentiated<double>(limbs);
    if (((status | ours.status) & TD_CAVEAT_ONE_SIDED) != 0 || alone.margin < 1e-4) continue;
    // A second impact closes what rounding leaves of the first.
    CHECK((ours.p - p).norm() < 1e-8 * p.norm());
    CHECK((ours.motion - u).norm() < 1e-8 * u.norm());
  }
}

TEST_CASE(
    "several contacts of generalized speeds: the bits of the function without, by either face, nonsense refused") {
  oracle::Random random(246);
  for (int i = 0; i < 60; ++i) {
    const Limbs limbs = random_limbs(random, {8, 1 + i % 4, i % 3, i % 3 == 1 ? 0.3 : 1, 1.1, i % 3, TD_LAW_POISSON});
    Described<float> one(limbs), other(limbs);
    const int rows = 3 * limbs.count();
    RowsOf<float> p(rows, 8), p_by(rows, rows), u(8, 8), u_by(8, rows), same(8, 8);
    float *const none = nullptr;
    const auto call = [&](const td_speeds_multi_contact *system, td_speeds_multi_contact_derivatives *to) {
      return td_resolve_speeds_multi_contact_derivatives(system, to, p.data(), p_by.data(), u.data(), u_by.data(),
                                                         &other.to, other.contacts.data());
    };
    td_speeds_multi_contact_impact impact;
    td_speeds_multi_contact_derivatives found;
    const td_status status = td_resolve_speeds_multi_contact(&one.system, &impact, &one.to, one.contacts.data());
    const td_status with = call(&other.system, &found);
    REQUIRE(status >= 0);
    CHECK((with & ~TD_CAVEAT_ONE_SIDED) == status);
    CHECK(one.after == other.after);
    CHECK(impact.result.energy_after == found.speeds.result.energy_after);
    CHECK(impact.result.residual == found.speeds.result.residual);
    for (std::size_t k = 0; k < static_cast<std::size_t>(limbs.count()); ++k) {
      CHECK(one.contacts[k].p.n == other.contacts[k].p.n);
      CHECK(one.contacts[k].v.s == other.contacts[k].v.s);
    }
    CHECK(touchdown::resolve(other.system, found, none, none, same.data(), none) == with);
    CHECK(u == same);
    found.margin = 7;
    u(0, 0) = p(0, 0) = 8;
    other.system.count = 0;
    CHECK(call(&other.system, &found) == TD_REFUSED_SIZE);
    other.system.count = limbs.count();
    other.M(0, 0) = -1;
    CHECK(call(&other.system, &found) == TD_REFUSED_MASS_MATRIX);
    CHECK(call(nullptr, &found) == TD_REFUSED_NULL);
    CHECK(call(&other.system, nullptr) == TD_REFUSED_NULL);
    CHECK(found.margin == 7);
    CHECK(u(0, 0) == 8);
    CHECK(p(0, 0) == 8);
  }
}
