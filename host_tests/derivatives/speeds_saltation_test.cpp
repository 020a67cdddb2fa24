// The saltation matrix of generalized speeds: against a simulation of flight, impact and flight from perturbed states.
// The system is a hub that carries an arm, its tip touches; its equations of motion are written down here, its flight
// is Runge and Kutta's, its impact the exact one between ways in and out with dense matrices.
//
// Seen red: with all of M K for its half in by_displacement (src/sensitivity/configuration.hpp); without
// take_held_motion there, and with its second row read as its first; without what A adds to y in change_way_out; with
// the sign of `turned_p` in by_lean; without add_times.
#include "touchdown/touchdown.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <array>
#include <limits>

#include "exact_body.hpp"
#include "sampled_errors.hpp"

namespace {

constexpr int n = 5, width = 2 * n;  // place of the hub, azimuth and elevation of the arm
using Speeds = Eigen::Matrix<double, n, 1>;
using State = Eigen::Matrix<double, width, 1>;
using StateMatrix = Eigen::Matrix<double, width, width>;
using ParameterMatrix = Eigen::Matrix<double, width, TD_ERRORS_OF_PARAMETERS>;
using Mass = Eigen::Matrix<double, n, n>;
using Rows = Eigen::Matrix<double, 3, n>;
using HeldRows = Eigen::Matrix<double, Eigen::Dynamic, n>;
using Eigen::Vector3d;

enum class Holding { free, held, in_part, held_twice };

struct World {
  double hub, tip, length;  // masses, arm
  Eigen::Vector2d rotors;
  Vector3d gravity;
  Vector3d normal;
  double height = 0;  // of the ground above the nominal contact point
  Vector3d surface;   // mu_s, mu_k, e
  std::int32_t law;
  Holding holding;
  double inertia = 0;  // that holds the row in part
  State struck;        // at the nominal impact
};

Vector3d arm_of(const State &s) {
  const double a = s[3], b = s[4];
  return {std::cos(b) * std::cos(a), std::cos(b) * std::sin(a), std::sin(b)};
}

Rows jacobian(const World &world, const State &s) {
  const double a = s[3], b = s[4];
  Rows J;
  J << Eigen::Matrix3d::Identity(), world.length * Vector3d(-std::cos(b) * std::sin(a), std::cos(b) * std::cos(a), 0),
      world.length * Vector3d(-std::sin(b) * std::cos(a), -std::sin(b) * std::sin(a), std::cos(b));
  return J;
}

Mass mass_of(const World &world, const State &s) {
  const Rows J = jacobian(world, s);
  Mass M = world.tip * J.transpose() * J;
  M.diagonal().head<3>().array() += world.hub;
  M.diagonal().tail<2>() += world.rotors;
  return M;
}

int rows_of(const World &world) {
  if (world.holding == Holding::free) return 0;
  return world.holding == Holding::held_twice ? 2 : 1;
}

HeldRows held_rows(const World &world, const State &s) {
  Eigen::Matrix<double, 2, n> A;
  A << 0.4, 0.1, -0.2, std::sin(s[3]), 1 + 0.3 * std::cos(s[4]),  //
      -0.3, 0.5, 0.1, 0.8 + 0.2 * std::sin(s[4]), 0.4 * std::cos(s[3]);
  return A.topRows(rows_of(world));
}

// The part of the tip's acceleration due to the speeds.
Vector3d curving(const World &world, const State &s) {
  const double a = s[3], b = s[4], da = s[8], db = s[9];
  const Vector3d both(std::sin(b) * std::sin(a), -std::sin(b) * std::cos(a), 0);
  const Vector3d turning(-std::cos(b) * std::cos(a), -std::cos(b) * std::sin(a), 0);
  return world.length * (da * da * turning + 2 * da * db * both - db * db * arm_of(s));
}

Speeds acceleration(const World &world, const State &s) {
  Speeds force = jacobian(world, s).transpose() * (world.tip * (world.gravity - curving(world, s)));
  force.head<3>() += world.hub * world.gravity;
  return mass_of(world, s).llt().solve(force);
}

State rate_of(const World &world, const State &s) {
  State rate;
  rate << s.tail<n>(), acceleration(world, s);
  return rate;
}

State flown(const World &world, State s, double time) {
  constexpr int steps = 40;
  const double dt = time / steps;
  for (int i = 0; i < steps; ++i) {
    const State a = rate_of(world, s), b = rate_of(world, s + dt / 2 * a), c = rate_of(world, s + dt / 2 * b),
                d = rate_of(world, s + dt * c);
    s += dt / 6 * (a + 2 * b + 2 * c + d);
  }
  return s;
}

double gap(const World &world, const State &s) {
  const Vector3d moved =
      s.head<3>() + world.length * arm_of(s) - world.struck.head<3>() - world.length * arm_of(world.struck);
  return world.normal.dot(moved) - world.height;
}

// M^-1 J^T with rows held, in part, or not.
Eigen::Matrix<double, n, 3> way_out(const World &world, const State &s, const Rows &J) {
  const HeldRows A = held_rows(world, s);
  Mass M = mass_of(world, s);
  if (world.holding == Holding::in_part) M += world.inertia * A.transpose() * A;
  Eigen::Matrix<double, n, 3> K = M.inverse() * J.transpose();
  if (world.holding == Holding::free || world.holding == Holding::in_part) return K;
  const Eigen::Matrix<double, n, Eigen::Dynamic> held = M.inverse() * A.transpose();
  return K - held * (A * held).inverse() * (A * K);
}

bool resets(const World &world, State &s, int &case_number) {
  Eigen::Matrix3d frame;
  const Vector3d t = Vector3d(1, 0.2, 0).cross(world.normal).normalized();
  frame << world.normal.transpose(), t.transpose(), world.normal.cross(t).transpose();
  const Rows J = frame * jacobian(world, s);
  const Eigen::Matrix<double, n, 3> K = way_out(world, s, J);
  const Eigen::Matrix3d W = J * K;
  const Vector3d v = J * s.tail<n>();
  oracle::Case c{{W(0, 0), W(0, 1), W(0, 2), W(1, 1), W(1, 2), W(2, 2)},
                 {v[0], v[1], v[2]},
                 {world.surface[0], world.surface[1], world.surface[2]},
                 {}};
  c.options.law = world.law;
  const oracle::Result result = oracle::exact_impact(c);
  s.tail<n>() += K * Vector3d(result.p.n, result.p.t, result.p.s);
  case_number = result.case_number;
  return result.solved && v[0] < 0 && oracle::well_posed(c, result);
}

constexpr double flight_before = 0.02, flight_after = 0.03;

// From a state before the impact to one after it; false where the impact is of another case than `case_number`.
bool through(const World &world, const State &start, int &case_number, State &end) {
  double low = flight_before - 1e-3, high = flight_before + 1e-3;
  double at_low = gap(world, flown(world, start, low)), at_high = gap(world, flown(world, start, high));
  for (int i = 0; i < 30 && std::abs(at_high) > 1e-16 && at_high != at_low; ++i) {
    const double next = high - at_high * (high - low) / (at_high - at_low);
    low = high;
    at_low = at_high;
    high = next;
    at_high = gap(world, flown(world, start, high));
  }
  State s = flown(world, start, high);
  int found;
  if (!resets(world, s, found)) return false;
  const bool same = case_number < 0 || found == case_number;
  case_number = found;
  end = flown(world, s, flight_before + flight_after - high);
  return same;
}

World random_world(oracle::Random &random, Holding holding) {
  World world;
  world.hub = random.uniform(0.5, 3);
  world.tip = random.uniform(0.3, 1);
  world.length = random.uniform(0.3, 0.8);
  world.rotors = {random.uniform(0.01, 0.05), random.uniform(0.01, 0.05)};
  world.gravity = {0, 0, -9.81};
  world.normal = (Vector3d(0, 0, 1) + 0.3 * random.direction()).normalized();
  const double mu_k = random.uniform(0.1, 0.9);
  world.surface = {1.2 * mu_k, mu_k, random.uniform(0.1, 0.9)};
  world.law = random.below(4);
  world.holding = holding;
  for (double &x : world.struck.reshaped()) x = random.uniform(-1, 1);
  world.struck[7] -= 3;
  const double v_n = world.normal.dot(jacobian(world, world.struck) * world.struck.tail<n>());
  if (v_n > -0.5) world.struck.segment<3>(5) -= (v_n + 1) * world.normal;
  const HeldRows A = held_rows(world, world.struck);
  if (holding == Holding::in_part)
    world.inertia = 0.7 / 0.3 / (A * mass_of(world, world.struck).inverse() * A.transpose())(0);
  return world;
}

StateMatrix flight_matrix(const World &world, const State &start, double time) {
  StateMatrix Phi;
  constexpr double step = 1e-5;
  for (int k = 0; k < width; ++k)
    Phi.col(k) =
        (flown(world, start + step * State::Unit(k), time) - flown(world, start - step * State::Unit(k), time)) /
        (2 * step);
  return Phi;
}

World with_error(World world, int parameter, double d) {
  if (parameter == TD_ERROR_MU_K) world.surface[1] += d;
  if (parameter == TD_ERROR_E) world.surface[2] += d;
  if (parameter >= TD_ERROR_N && parameter < TD_ERROR_HEIGHT)
    world.normal = (world.normal + d * Vector3d::Unit(parameter - TD_ERROR_N)).normalized();
  if (parameter == TD_ERROR_HEIGHT) world.height = d;
  return world;
}

struct Found {
  StateMatrix by_state;
  ParameterMatrix by_parameters;
};

// Between starts, and between parameters, a step to either side.
bool differences(const World &world, const State &start, Found &found) {
  constexpr double step = 1e-6;
  int here = -1;
  State low, high;
  if (!through(world, start, here, low)) return false;
  for (int k = 0; k < width; ++k) {
    if (!through(world, start - step * State::Unit(k), here, low) ||
        !through(world, start + step * State::Unit(k), here, high))
      return false;
    found.by_state.col(k) = (high - low) / (2 * step);
  }
  for (int k = 0; k < TD_ERRORS_OF_PARAMETERS; ++k) {
    if (!through(with_error(world, k, -step), start, here, low) ||
        !through(with_error(world, k, step), start, here, high))
      return false;
    found.by_parameters.col(k) = (high - low) / (2 * step);
  }
  return true;
}

// A system as the library gets it, with its arrays.
template <class Scalar>
struct Given {
  template <int rows>
  using ByRows = Eigen::Matrix<Scalar, rows, n, Eigen::RowMajor>;

  ByRows<n> M, M_by[n];
  ByRows<3> J, J_by[n];
  Eigen::Matrix<Scalar, Eigen::Dynamic, n, Eigen::RowMajor> A, A_by;
  Eigen::Matrix<Scalar, n, 1> u, before, after;
  Scalar hold[2];
  touchdown::Speeds<Scalar> speeds;
  touchdown::SpeedsFlow<Scalar> flow;

  Given(const Given &) = delete;
  Given &operator=(const Given &) = delete;
  explicit Given(const World &world, const State &after_impact) {
    const State &s = world.struck;
    constexpr double step = 1e-5;
    const int rows = rows_of(world);
    A_by.resize(n * rows, n);
    for (int k = 0; k < n; ++k) {
      const State low = s - step * State::Unit(k), high = s + step * State::Unit(k);
      M_by[k] = ((mass_of(world, high) - mass_of(world, low)) / (2 * step)).template cast<Scalar>();
      J_by[k] = ((jacobian(world, high) - jacobian(world, low)) / (2 * step)).template cast<Scalar>();
      A_by.middleRows(k * rows, rows) =
          ((held_rows(world, high) - held_rows(world, low)) / (2 * step)).template cast<Scalar>();
    }
    M = mass_of(world, s).template cast<Scalar>();
    J = jacobian(world, s).template cast<Scalar>();
    A = held_rows(world, s).template cast<Scalar>();
    u = s.template tail<n>().template cast<Scalar>();
    before = acceleration(world, s).template cast<Scalar>();
    after = acceleration(world, after_impact).template cast<Scalar>();
    hold[0] = hold[1] = Scalar(world.holding == Holding::in_part ? 0.7 : 1);
    speeds.system.n = n;
    speeds.system.M = M.data();
    speeds.system.u = u.data();
    speeds.system.constraints = rows;
    speeds.system.A = A.data();
    speeds.system.hold = hold;
    speeds.J = J.data();
    for (int i = 0; i < 3; ++i) speeds.normal[i] = static_cast<Scalar>(2 * world.normal[i]);
    speeds.surface = {static_cast<Scalar>(world.surface[0]), static_cast<Scalar>(world.surface[1]),
                      static_cast<Scalar>(world.surface[2])};
    speeds.options.law = world.law;
    flow = {before.data(), after.data(), M_by[0].data(), J_by[0].data(), A_by.data()};
  }
};

template <class Scalar>
struct Answer {
  touchdown::SpeedsSaltation<Scalar> saltation;
  Eigen::Matrix<Scalar, width, width, Eigen::RowMajor> X;
  Eigen::Matrix<Scalar, width, TD_ERRORS_OF_PARAMETERS, Eigen::RowMajor> E;
};

// The library's speeds after come first: accelerations depend on them.
template <class Scalar>
touchdown::Status saltation_of(const World &world, State &after, Answer<Scalar> &answer) {
  Given<Scalar> first(world, world.struck);
  Eigen::Matrix<Scalar, n, 1> u;
  touchdown::SystemAfter<Scalar> to = {u.data(), nullptr, nullptr};
  touchdown::SpeedsImpact<Scalar> impact;
  REQUIRE(touchdown::resolve(first.speeds, impact, &to) >= 0);
  after = world.struck;
  after.tail<n>() = u.template cast<double>();
  const Given<Scalar> given(world, after);
  return touchdown::saltation_of(given.speeds, given.flow, answer.saltation, answer.X.data(), answer.E.data());
}

template <class Scalar>
void compare(const World &world, const State &start, const Found &exact, double bar) {
  Answer<Scalar> answer;
  State after;
  REQUIRE(saltation_of(world, after, answer) >= 0);
  const StateMatrix Phi = flight_matrix(world, after, flight_after);
  const StateMatrix by_state = Phi * answer.X.template cast<double>() * flight_matrix(world, start, flight_before);
  CHECK((by_state - exact.by_state).norm() < bar * exact.by_state.norm());
  const ParameterMatrix by_parameters = Phi * answer.E.template cast<double>();
  for (int k = 0; k < TD_ERRORS_OF_PARAMETERS; ++k)
    CHECK((by_parameters - exact.by_parameters).col(k).norm() < bar * (exact.by_parameters.col(k).norm() + 0.1));
}

StateMatrix random_covariance(oracle::Random &random) {
  State sizes;
  sizes << 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 3e-3, 3e-3, 3e-3, 1e-2, 1e-2;
  return sampled_errors::random_covariance<width>(sizes, random);
}

// Of the ends of flights from errors of covariance P at the nominal impact.
bool sampled_covariance(const World &world, const StateMatrix &P, oracle::Random &random, StateMatrix &sampled) {
  const StateMatrix root = flight_matrix(world, world.struck, -flight_before) * StateMatrix(P.llt().matrixL());
  const State start = flown(world, world.struck, -flight_before);
  int here = -1;
  State nominal, end;
  if (!through(world, start, here, nominal)) return false;
  sampled.setZero();
  for (int k = 0; k < sampled_errors::count; ++k) {
    const State z = sampled_errors::normal_deviates<width>(random);
    int any = -1;
    if (!through(world, start + root * z, any, end)) return false;
    sampled += (end - nominal) * (end - nominal).transpose() / sampled_errors::count;
  }
  return true;
}

}  // namespace

TEST_CASE(
    "saltation of generalized speeds: errors after flight, impact and flight, by those before and of parameters") {
  for (const Holding holding : {Holding::free, Holding::held, Holding::in_part, Holding::held_twice}) {
    CAPTURE(static_cast<int>(holding));
    oracle::Random random(81);
    int judged = 0;
    for (int i = 0; i < 8; ++i) {
      const World world = random_world(random, holding);
      const State start = flown(world, world.struck, -flight_before);
      Answer<float> answer;
      State after;
      const touchdown::Status status = saltation_of(world, after, answer);
      REQUIRE(status >= 0);
      Found exact;
      if ((status & TD_CAVEAT_ONE_SIDED) != 0 || !differences(world, start, exact)) continue;
      compare<double>(world, start, exact, 1e-5);
      compare<float>(world, start, exact, 1e-2);
      ++judged;
    }
    CHECK(judged >= 5);
  }
}

TEST_CASE("saltation of generalized speeds: covariance is that of simulated errors, and not so without the times") {
  oracle::Random random(82);
  int judged = 0;
  for (int i = 0; i < 40 && judged < 2; ++i) {
    const World world = random_world(random, Holding::held);
    Answer<double> answer;
    State after;
    REQUIRE(saltation_of(world, after, answer) >= 0);
    const StateMatrix P = random_covariance(random);
    StateMatrix through_impact, sampled;
    if (answer.saltation.margin < 0.1 || !sampled_covariance(world, P, random, sampled)) continue;
    REQUIRE(touchdown::covariance_through<double>(width, width, answer.X.data(), P.data(), 0, nullptr, nullptr,
                                                  through_impact.data()) == TD_SOLVED);
    StateMatrix reset = answer.X;  // what acts at other times taken off: X = R + jump (gap's gradient)
    const State jump = answer.E.col(TD_ERROR_HEIGHT);
    reset.leftCols<n>() += jump * (world.normal.transpose() * jacobian(world, world.struck));
    sampled_errors::check<width>(through_impact, P, reset, flight_matrix(world, after, flight_after), sampled);
    ++judged;
  }
  CHECK(judged == 2);
}

namespace {

Eigen::Matrix3d cross_matrix(const Vector3d &r) {
  Eigen::Matrix3d cross;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return cross;
}

// A free body by its generalized speeds v and w, whose displacements are those of td_body_saltation_of.
struct BodyAsSpeeds {
  using Six = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;
  using Contact = Eigen::Matrix<double, 3, 6, Eigen::RowMajor>;
  Six M = Six::Zero(), M_by[6];
  Contact J = Contact::Zero(), J_by[6];
  Eigen::Matrix<double, 6, 1> u, before, after;
  touchdown::Speeds<double> speeds;
  touchdown::SpeedsFlow<double> flow;

  BodyAsSpeeds(const exact_body::Body &body, const touchdown::BodyLoads<double> &loads, const Vector3d &w_after) {
    const Vector3d force = Eigen::Map<const Vector3d>(loads.force), torque = Eigen::Map<const Vector3d>(loads.torque);
    const auto turning = [&](const Vector3d &w) -> Vector3d {
      return body.inertia.inverse() * (torque - w.cross(body.inertia * w));
    };
    M.topLeftCorner<3, 3>() = body.mass * Eigen::Matrix3d::Identity();
    M.bottomRightCorner<3, 3>() = body.inertia;
    J << Eigen::Matrix3d::Identity(), -cross_matrix(body.r);
    u = body.inputs.head<6>();
    before << force / body.mass, turning(u.tail<3>());
    after << force / body.mass, turning(w_after);
    for (int k = 0; k < 6; ++k) {
      M_by[k].setZero();
      J_by[k].setZero();
      if (k < 3) continue;
      const Eigen::Matrix3d turn = cross_matrix(Vector3d::Unit(k - 3));
      M_by[k].bottomRightCorner<3, 3>() = turn * body.inertia - body.inertia * turn;
      J_by[k].rightCols<3>() = -cross_matrix(turn * body.r);
    }
    speeds.system.n = 6;
    speeds.system.M = M.data();
    speeds.system.u = u.data();
    speeds.J = J.data();
    const touchdown::BodyContact<double> given = exact_body::described<double>(body);
    for (int i = 0; i < 3; ++i) speeds.normal[i] = given.n[i];
    speeds.surface = given.surface;
    speeds.options = given.options;
    flow = {before.data(), after.data(), M_by[0].data(), J_by[0].data(), nullptr};
  }
};

}  // namespace

TEST_CASE("saltation of generalized speeds: a free body's are those of the body") {
  oracle::Random random(83);
  for (int i = 0; i < 100; ++i) {
    const exact_body::Body body = exact_body::random_body(random);
    touchdown::BodyLoads<double> loads = {};
    for (double &x : loads.force) x = random.uniform(-10, 10);
    for (double &x : loads.torque) x = random.uniform(-1, 1);
    touchdown::BodySaltation<double> of_body;
    const touchdown::Status status =
        touchdown::saltation_of(exact_body::described<double>(body), loads, loads, of_body);
    if (status < 0 || of_body.margin < 1e-6) continue;
    const BodyAsSpeeds given(body, loads, Eigen::Map<const Vector3d>(of_body.body.w));
    touchdown::SpeedsSaltation<double> saltation;
    Eigen::Matrix<double, 12, 12, Eigen::RowMajor> X, X_body = Eigen::Map<decltype(X_body)>(of_body.X[0]);
    Eigen::Matrix<double, 12, TD_ERRORS_OF_PARAMETERS, Eigen::RowMajor> E,
        E_body = Eigen::Map<decltype(E_body)>(of_body.E[0]);
    REQUIRE(touchdown::saltation_of(given.speeds, given.flow, saltation, X.data(), E.data()) >= 0);
    CHECK((X - X_body).norm() < 1e-6 * X_body.norm());
    CHECK((E - E_body).norm() < 1e-6 * E_body.norm());
    CHECK(saltation.margin == doctest::Approx(of_body.margin).epsilon(1e-6));
  }
}

TEST_CASE("saltation of generalized speeds: rows of J along n, t and s, and the normal with them") {
  oracle::Random random(84);
  for (int i = 0; i < 30; ++i) {
    const World world = random_world(random, Holding::held);
    Answer<double> world_axes, contact_axes;
    State after;
    REQUIRE(saltation_of(world, after, world_axes) >= 0);
    Given<double> given(world, after);
    const touchdown::SpeedsImpact<double> &impact = world_axes.saltation.speeds;
    Eigen::Matrix3d frame;
    frame << world.normal.transpose(), Eigen::RowVector3d(impact.t[0], impact.t[1], impact.t[2]),
        Eigen::RowVector3d(impact.s[0], impact.s[1], impact.s[2]);
    given.J = frame * given.J;
    for (auto &J : given.J_by) J = frame * J;
    given.speeds.axes = TD_AXES_CONTACT;
    REQUIRE(touchdown::saltation_of(given.speeds, given.flow, contact_axes.saltation, contact_axes.X.data(),
                                    contact_axes.E.data()) >= 0);
    if (world_axes.saltation.margin < 1e-6) continue;
    CHECK((contact_axes.X - world_axes.X).norm() < 1e-6 * world_axes.X.norm());
    ParameterMatrix expected = world_axes.E;
    expected.middleCols<3>(TD_ERROR_N) *= frame.transpose();
    CHECK((contact_axes.E - expected).norm() < 1e-6 * expected.norm());
  }
}

TEST_CASE("saltation of generalized speeds: covariance is X P X^T + E S E^T, and positive semidefinite of nonsense") {
  oracle::Random random(85);
  const World world = random_world(random, Holding::free);
  Answer<float> answer;
  State ignored;
  REQUIRE(saltation_of(world, ignored, answer) >= 0);
  using Parameters = Eigen::Matrix<float, TD_ERRORS_OF_PARAMETERS, TD_ERRORS_OF_PARAMETERS>;
  using Covariance = Eigen::Matrix<float, width, width>;
  for (int i = 0; i < 200; ++i) {
    Covariance P, after;
    Parameters S;
    for (float &x : P.reshaped()) x = static_cast<float>(random.uniform(-1, 1));
    for (float &x : S.reshaped()) x = static_cast<float>(random.uniform(-1, 1));
    const bool sound = i % 2 == 0;
    if (sound) P = (P * P.transpose()).eval(), S = (S * S.transpose()).eval();
    const touchdown::Status status = touchdown::covariance_through<float>(
        width, width, answer.X.data(), P.data(), TD_ERRORS_OF_PARAMETERS, answer.E.data(), S.data(), after.data());
    REQUIRE(status == (sound ? TD_SOLVED : TD_CAVEAT_COVARIANCE));
    CHECK(after == after.transpose());
    const Eigen::MatrixXd wide = after.cast<double>();
    CHECK(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(wide).eigenvalues()[0] >= -1e-5 * wide.trace());
    const Covariance expected = answer.X * P * answer.X.transpose() + answer.E * S * answer.E.transpose();
    if (sound) CHECK((after - expected).norm() < 1e-5F * expected.norm());
  }
  float none[4 * TD_MAX_SPEEDS * TD_MAX_SPEEDS] = {};
  const auto through_impact = [&](std::int32_t speeds) {
    return touchdown::covariance_through<float>(2 * speeds, 2 * speeds, none, none, TD_ERRORS_OF_PARAMETERS, none, none,
                                                none);
  };
  CHECK(through_impact(0) == TD_REFUSED_SIZE);
  CHECK(through_impact(TD_MAX_SPEEDS) == TD_SOLVED);
  CHECK(through_impact(TD_MAX_SPEEDS + 1) == TD_REFUSED_SIZE);
  // A parameter that is refused is refused whatever the state.
  float P[4 * n * n] = {-1}, S[TD_ERRORS_OF_PARAMETERS * TD_ERRORS_OF_PARAMETERS] = {}, after[4 * n * n];
  const auto of_both = [&] {
    return touchdown::covariance_through<float>(width, width, answer.X.data(), P, TD_ERRORS_OF_PARAMETERS,
                                                answer.E.data(), S, after);
  };
  REQUIRE(of_both() == TD_CAVEAT_COVARIANCE);
  S[0] = std::numeric_limits<float>::quiet_NaN();
  after[0] = 7;
  CHECK(of_both() == TD_REFUSED_RANGE);
  CHECK(after[0] == 7);
}

TEST_CASE("saltation of generalized speeds: what separates keeps its errors, and nonsense is refused") {
  oracle::Random random(86);
  const World world = random_world(random, Holding::held);
  Given<double> given(world, world.struck);
  Answer<double> answer;
  const auto call = [&] {
    return touchdown::saltation_of(given.speeds, given.flow, answer.saltation, answer.X.data(), answer.E.data());
  };
  for (double &x : given.speeds.normal) x = -x;
  REQUIRE(call() >= 0);
  CHECK((answer.X - StateMatrix::Identity()).norm() < 1e-12);
  CHECK(answer.E.norm() < 1e-12);
  for (double *entry : {given.before.data() + 1, given.after.data(), given.M_by[2].data() + 2 * n,
                        given.J_by[3].data() + 4, given.A_by.row(4).data()}) {
    const double kept = *entry;
    *entry = std::numeric_limits<double>::quiet_NaN();
    answer.saltation.margin = answer.X(0, 1) = 7;
    CHECK(call() == TD_REFUSED_RANGE);
    CHECK(answer.saltation.margin == 7);
    CHECK(answer.X(0, 1) == 7);
    *entry = kept;
  }
  const touchdown::SpeedsFlow<double> flow = given.flow;
  given.flow.before = nullptr;
  CHECK(call() == TD_REFUSED_NULL);
  given.flow = flow;
  given.flow.after = nullptr;
  CHECK(call() == TD_REFUSED_NULL);
}
