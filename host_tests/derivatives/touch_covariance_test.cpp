// Covariance up to the first touch, and after it: against a simulation of flight, impact and flight from perturbed
// states, which has flights by Runge and Kutta's method, a search of its own for the touch and the exact impact, and
// knows neither the library's flight nor its derivatives.
//
// Seen red, each alone, in src/landing/touch_covariance.hpp: another sign of [a]x in what an error of w turns; no
// torque that keeps w; the thrust before the touch in the place of that after it; a thrust that no error of attitude
// turns.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cstring>
#include <limits>

#include "exact_body.hpp"
#include "sampled_errors.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Vector12 = Eigen::Matrix<double, 12, 1>;
using Vector13 = Eigen::Matrix<double, 13, 1>;  // x, v, w, q (x, y, z, w)
using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Errors6 = Eigen::Matrix<double, 6, 1>;

constexpr int feet = 4;
constexpr double flight_after = 0.05;

struct World {
  double mass;
  Matrix3d inertia;   // body
  bool turns_freely;  // else at constant w, as landing.h says of a flight
  Vector3d r[feet], gravity, n[feet], point[feet];
  Vector3d thrust, after;  // body, as it stands at the start; world, past the touch
  touchdown::Surface<double> surface[feet];
  std::int32_t law;
};

struct Touch {
  int foot, case_number;
  double time;
  Vector3d point;
};

Quaterniond attitude(const Vector13 &s) { return Quaterniond(s.tail<4>()).normalized(); }

Vector13 rate_of(const World &world, const Vector3d &thrust, const Vector13 &s) {
  const Vector3d w = s.segment<3>(6);
  const Quaterniond q(s.tail<4>());
  const Matrix3d R = q.normalized().toRotationMatrix(), I = R * world.inertia * R.transpose();
  Vector13 rate;
  rate.head<3>() = s.segment<3>(3);
  rate.segment<3>(3) = world.gravity + thrust / world.mass;
  rate.segment<3>(6).setZero();
  if (world.turns_freely) rate.segment<3>(6) = -I.inverse() * w.cross(I * w);
  rate.tail<4>() = 0.5 * (Quaterniond(0, w.x(), w.y(), w.z()) * q).coeffs();
  return rate;
}

Vector13 stepped(const World &world, const Vector3d &thrust, const Vector13 &s, double dt) {
  const Vector13 a = rate_of(world, thrust, s), b = rate_of(world, thrust, s + 0.5 * dt * a),
                 c = rate_of(world, thrust, s + 0.5 * dt * b), d = rate_of(world, thrust, s + dt * c);
  Vector13 next = s + dt / 6 * (a + 2 * b + 2 * c + d);
  next.tail<4>().normalize();
  return next;
}

constexpr double longest_step = 8e-3;

Vector13 flown(const World &world, const Vector3d &thrust, Vector13 s, double time) {
  const int steps = 1 + static_cast<int>(std::abs(time) / longest_step);
  for (int i = 0; i < steps; ++i) s = stepped(world, thrust, s, time / steps);
  return s;
}

struct Plane {
  Vector3d n, point;
  double height(const Vector13 &s, const Vector3d &r) const { return n.dot(s.head<3>() + attitude(s) * r - point); }
};

// Of a foot, as it is found by a touch that was foreseen elsewhere.
Plane plane_met(const World &world, int foot, const Touch *foreseen, const Errors6 &deviation) {
  if (foreseen == nullptr || foreseen->foot != foot) return {world.n[foot], world.point[foot]};
  const Vector3d n = (world.n[foot] + deviation.segment<3>(TD_ERROR_N)).normalized();
  return {n, foreseen->point + deviation[TD_ERROR_HEIGHT] * world.n[foot]};
}

// To the next touch; -1: none within a second.
int to_next_touch(const World &world, const Vector3d &thrust, const Plane (&plane)[feet], Vector13 &s, double &time) {
  for (int i = 0; i < 125; ++i) {
    const Vector13 next = stepped(world, thrust, s, longest_step);
    int first = -1;
    double soonest = longest_step;
    for (int k = 0; k < feet; ++k) {
      if (plane[k].height(next, world.r[k]) >= 0) continue;
      double low = 0, high = longest_step;  // above, below
      for (int j = 0; j < 40; ++j) {
        const double middle = 0.5 * (low + high);
        (plane[k].height(stepped(world, thrust, s, middle), world.r[k]) > 0 ? low : high) = middle;
      }
      if (low > soonest) continue;
      first = k;
      soonest = low;
    }
    if (first >= 0) {
      s = stepped(world, thrust, s, soonest);
      time += soonest;
      return first;
    }
    s = next;
    time += longest_step;
  }
  return -1;
}

bool strike(const World &world, const Plane &plane, const Errors6 &deviation, Touch &touch, Vector13 &s) {
  const Matrix3d R = attitude(s).toRotationMatrix();
  touchdown::Surface<double> surface = world.surface[touch.foot];
  exact_body::Body body = {
      R * world.inertia * R.transpose(), R * world.r[touch.foot], plane.n, world.mass, {}, world.law};
  body.inputs << s.segment<3>(3), s.segment<3>(6), surface.mu_s, surface.mu_k + deviation[TD_ERROR_MU_K],
      surface.e + deviation[TD_ERROR_E];
  exact_body::Vector6 after;
  if (!exact_body::exact_motion(body, body.inputs, after, touch.case_number)) return false;
  s.segment<6>(3) = after;
  return true;
}

// A landing as far as its first touch, and on until a time: in `at` the state as if the touch had not come.
struct Run {
  Touch touch;
  Vector13 at, after, end;
};

Vector3d thrust_from(const World &world, const Vector13 &start) { return attitude(start) * world.thrust; }

// `deviation`: the parameters' difference from their expected values, as in sensitivity.h. False if the flight takes
// another course, or the impact has another case.
bool run(const World &world, Vector13 s, const Errors6 &deviation, const Run *foreseen, Run &run) {
  double time = 0;
  const Vector3d thrust = thrust_from(world, s);
  const Touch *const expected = foreseen == nullptr ? nullptr : &foreseen->touch;
  Plane plane[feet];
  for (int i = 0; i < feet; ++i) plane[i] = plane_met(world, i, expected, deviation);
  Touch &touch = run.touch;
  touch.foot = to_next_touch(world, thrust, plane, s, time);
  if (touch.foot < 0) return false;
  touch.time = time;
  touch.point = s.head<3>() + attitude(s) * world.r[touch.foot];
  run.at = foreseen == nullptr ? s : flown(world, thrust, s, expected->time - time);
  if (!strike(world, plane[touch.foot], deviation, touch, s)) return false;
  if (expected != nullptr && (expected->foot != touch.foot || expected->case_number != touch.case_number)) return false;
  run.after = s;
  run.end = flown(world, world.after, s, (foreseen == nullptr ? run : *foreseen).touch.time + flight_after - time);
  return true;
}

Vector13 erred(const Vector13 &s, const Vector12 &error) {
  const Vector3d turn = error.segment<3>(TD_ERROR_ATTITUDE);
  const double angle = turn.norm();
  Vector13 other = s;
  other.head<3>() += error.segment<3>(TD_ERROR_X);
  other.segment<3>(3) += error.segment<3>(TD_ERROR_V);
  other.segment<3>(6) += error.segment<3>(TD_ERROR_W);
  if (angle > 0) other.tail<4>() = (Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) * attitude(s)).coeffs();
  return other;
}

Vector12 difference(const Vector13 &a, const Vector13 &b) {
  Quaterniond turn = attitude(a) * attitude(b).conjugate();
  if (turn.w() < 0) turn.coeffs() *= -1;
  Vector12 error;
  error << a.head<3>() - b.head<3>(), 2 * turn.vec(), a.segment<3>(3) - b.segment<3>(3),
      a.segment<3>(6) - b.segment<3>(6);
  return error;
}

Matrix12 flight_matrix(const World &world, const Vector13 &start, const Vector3d &thrust, double time) {
  Matrix12 Phi;
  constexpr double step = 1e-5;
  for (int k = 0; k < 12; ++k)
    Phi.col(k) = difference(flown(world, thrust, erred(start, step * Vector12::Unit(k)), time),
                            flown(world, thrust, erred(start, -step * Vector12::Unit(k)), time)) /
                 (2 * step);
  return Phi;
}

World random_world(oracle::Random &random, bool turns_freely) {
  World world;
  world.mass = random.uniform(1, 4);
  world.turns_freely = turns_freely;
  const Vector3d moments = 0.2 * world.mass * Vector3d(1, turns_freely ? 1 : 0.6, turns_freely ? 1 : 1.3);
  world.inertia = moments.asDiagonal();
  world.gravity = {0, 0, -random.uniform(1.6, 9.8)};
  world.thrust = 0.3 * world.mass * random.direction();
  for (int i = 0; i < feet; ++i) {
    world.r[i] = Vector3d(i % 2 == 0 ? 0.5 : -0.5, i < 2 ? 0.5 : -0.5, -0.4) + 0.1 * random.direction();
    world.n[i] = (Vector3d(0, 0, 1) + 0.2 * random.direction()).normalized();
    world.point[i] = 0.05 * random.direction();
    const double mu_k = random.uniform(0.2, 0.9);
    world.surface[i] = {1.3 * mu_k, mu_k, random.uniform(0.2, 0.7)};
  }
  world.law = random.below(4);
  return world;
}

Vector13 random_start(oracle::Random &random) {
  Vector13 s;
  const Quaterniond q(Eigen::AngleAxisd(random.uniform(0.1, 0.5), random.direction()));
  s << Vector3d(0, 0, random.uniform(0.9, 1.4)), Vector3d(0, 0, -1) + 0.7 * random.direction(),
      0.8 * random.direction(), q.coeffs();
  return s;
}

template <class Scalar>
void put(const Vector3d &from, Scalar (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = static_cast<Scalar>(from[i]);
}

template <class Scalar>
touchdown::Lander<Scalar> lander_of(const World &world) {
  touchdown::Lander<Scalar> lander;
  lander.up[2] = 1;
  lander.horizon = 60;
  lander.mass = static_cast<Scalar>(world.mass);
  touchdown::set_inertia<Scalar>(lander.inertia, world.inertia.cast<Scalar>());
  lander.feet = lander.planes = feet;
  for (int i = 0; i < feet; ++i) {
    put(world.r[i], lander.foot[i].r);
    const touchdown::Surface<double> &surface = world.surface[i];
    lander.foot[i].surface = {static_cast<Scalar>(surface.mu_s), static_cast<Scalar>(surface.mu_k),
                              static_cast<Scalar>(surface.e)};
    put(world.n[i], lander.ground[i].n);
    put(world.point[i], lander.ground[i].point);
  }
  put(world.gravity, lander.gravity);
  put(world.thrust, lander.thrust);
  lander.cut_delay = world.after.isZero() ? 0 : 1;
  lander.options.law = world.law;
  lander.options.steps = TD_MAX_STEPS;
  return lander;
}

template <class Scalar>
touchdown::LanderState<Scalar> state_of(const Vector13 &s) {
  touchdown::LanderState<Scalar> state;
  put(s.head<3>(), state.x);
  put(s.segment<3>(3), state.v);
  put(s.segment<3>(6), state.w);
  const Quaterniond q = attitude(s);
  for (int i = 0; i < 4; ++i) state.q[i] = static_cast<Scalar>(i == 0 ? q.w() : q.coeffs()[i - 1]);
  return state;
}

template <class Scalar>
Matrix12 wide(const Scalar (&rows)[12][12]) {
  return Eigen::Map<const Eigen::Matrix<Scalar, 12, 12>>(rows[0]).template cast<double>();
}

// The library's covariances.
struct Found {
  touchdown::Status status;
  Matrix12 at, after;
  double margin;
};

template <class Scalar>
Found found_by(const World &world, const Vector13 &start, const Matrix12 &P, const sampled_errors::Matrix<6> &S,
               const Run &nominal) {
  const Eigen::Matrix<Scalar, 12, 12> given = P.cast<Scalar>();
  const Eigen::Matrix<Scalar, 6, 6> parameters = S.cast<Scalar>();
  touchdown::FirstTouch<Scalar> touch;
  touchdown::TouchCovariance<Scalar> covariance;
  const touchdown::Status status = touchdown::find_first_touch(lander_of<Scalar>(world), state_of<Scalar>(start),
                                                               given.data(), parameters.data(), touch, covariance);
  REQUIRE(status >= 0);
  REQUIRE(covariance.known == 2);
  REQUIRE(touch.touch[0].foot == nominal.touch.foot);
  return {status, wide(covariance.at), wide(covariance.after), static_cast<double>(covariance.margin)};
}

// A simulated landing; past the touch the thrust continues, or is cut.
struct Case {
  World world;
  Vector13 start;
  Run nominal;
};

Case next_case(oracle::Random &random, bool turns_freely) {
  while (true) {
    Case c = {random_world(random, turns_freely), random_start(random), {}};
    c.world.after = turns_freely ? thrust_from(c.world, c.start) : Vector3d(Vector3d::Zero());
    if (run(c.world, c.start, Errors6::Zero(), nullptr, c.nominal) && c.nominal.touch.time > 0.05) return c;
  }
}

// By differences of whole landings: state `end` and `at` by an error of the start, or of a parameter of the touch.
struct Slope {
  Vector12 at, end;
};

bool slope_by(const Case &c, const Vector12 &error, const Errors6 &deviation, Slope &slope) {
  constexpr double step = 1e-6;
  Run low, high;
  if (!run(c.world, erred(c.start, -step * error), -step * deviation, &c.nominal, low) ||
      !run(c.world, erred(c.start, step * error), step * deviation, &c.nominal, high))
    return false;
  slope = {difference(high.at, low.at) / (2 * step), difference(high.end, low.end) / (2 * step)};
  return true;
}

double off(const Matrix12 &found, const Matrix12 &exact) { return (found - exact).norm() / (exact.norm() + 1e-3); }

// The covariance of an error of size 1 is its square. Returns how many were judged.
template <class Scalar>
int compare(const Case &c, const Matrix12 &Phi, double bar) {
  int judged = 0;
  Slope slope;
  for (int k = 0; k < 12; ++k) {
    const Vector12 unit = Vector12::Unit(k);
    if (!slope_by(c, unit, Errors6::Zero(), slope)) continue;
    const Found found =
        found_by<Scalar>(c.world, c.start, unit * unit.transpose(), sampled_errors::Matrix<6>::Zero(), c.nominal);
    if ((found.status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    CAPTURE(k);
    CHECK(off(found.at, slope.at * slope.at.transpose()) < bar);
    CHECK(off(Phi * found.after * Phi.transpose(), slope.end * slope.end.transpose()) < bar);
    ++judged;
  }
  for (int k = 0; k < 6; ++k) {
    const Errors6 unit = Errors6::Unit(k);
    if (!slope_by(c, Vector12::Zero(), unit, slope)) continue;
    const Found found = found_by<Scalar>(c.world, c.start, Matrix12::Zero(), unit * unit.transpose(), c.nominal);
    if ((found.status & TD_CAVEAT_ONE_SIDED) != 0) continue;
    CAPTURE(k);
    CHECK(off(found.at, slope.at * slope.at.transpose()) < bar);
    CHECK(off(Phi * found.after * Phi.transpose(), slope.end * slope.end.transpose()) < bar);
    ++judged;
  }
  return judged;
}

Matrix12 random_covariance(oracle::Random &random) {
  Vector12 sizes;
  sizes << 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 2e-3, 2e-3, 2e-3, 3e-3, 3e-3, 3e-3;
  return sampled_errors::random_covariance<12>(sizes, random);
}

template <int n>
sampled_errors::Matrix<n> root_of(const sampled_errors::Matrix<n> &C) {
  if (C.isZero()) return C;
  return C.llt().matrixL();
}

struct Samples {
  Matrix12 at = Matrix12::Zero(), end = Matrix12::Zero();
};

bool sample(const Case &c, const Matrix12 &P, const sampled_errors::Matrix<6> &S, oracle::Random &random,
            Samples &sampled) {
  const Matrix12 root = root_of<12>(P);
  const sampled_errors::Matrix<6> spread = root_of<6>(S);
  for (int k = 0; k < sampled_errors::count; ++k) {
    const Vector12 error = root * sampled_errors::normal_deviates<12>(random);
    const Errors6 met = spread * sampled_errors::normal_deviates<6>(random);
    Run other;
    if (!run(c.world, erred(c.start, error), met, &c.nominal, other)) return false;
    const Vector12 at = difference(other.at, c.nominal.at), end = difference(other.end, c.nominal.end);
    sampled.at += at * at.transpose() / sampled_errors::count;
    sampled.end += end * end.transpose() / sampled_errors::count;
  }
  return true;
}

double distance(const Matrix12 &expected, const Matrix12 &sampled) {
  return sampled_errors::distance<12>(expected, expected.diagonal().cwiseSqrt(), sampled);
}

// The map of errors past the touch by which the impact is its reset alone, at the time foreseen.
Matrix12 reset_of(const World &world, const Touch &touch, const Vector13 &at) {
  const auto struck = [&](const Vector12 &error) {
    Vector13 s = erred(at, error);
    Touch other = touch;
    REQUIRE(strike(world, {world.n[touch.foot], world.point[touch.foot]}, Errors6::Zero(), other, s));
    return s;
  };
  constexpr double step = 1e-6;
  Matrix12 reset;
  for (int k = 0; k < 12; ++k)
    reset.col(k) = difference(struck(step * Vector12::Unit(k)), struck(-step * Vector12::Unit(k))) / (2 * step);
  return reset;
}

Matrix12 without_times(const Case &c) {
  constexpr double step = 1e-5;
  Matrix12 arrival;
  const auto arrived = [&](const Vector12 &error) {
    const Vector13 s = erred(c.start, error);
    return flown(c.world, thrust_from(c.world, s), s, c.nominal.touch.time);
  };
  for (int k = 0; k < 12; ++k)
    arrival.col(k) = difference(arrived(step * Vector12::Unit(k)), arrived(-step * Vector12::Unit(k))) / (2 * step);
  return reset_of(c.world, c.nominal.touch, c.nominal.at) * arrival;
}

}  // namespace

TEST_CASE("covariance at the first touch: each error of the start and of the ground, before it and after") {
  oracle::Random random(171);
  int judged = 0;
  for (int i = 0; i < 6; ++i) {
    const Case c = next_case(random, i % 2 == 0);
    const Matrix12 Phi = flight_matrix(c.world, c.nominal.after, c.world.after, flight_after);
    judged += compare<double>(c, Phi, 1e-5);
    compare<float>(c, Phi, 1e-2);
  }
  CHECK(judged > 80);
}

TEST_CASE("covariance at the first touch: that of simulated errors, and not so without the times of touching") {
  oracle::Random random(172);
  int judged = 0;
  for (int i = 0; i < 40 && judged < 3; ++i) {
    const Case c = next_case(random, i % 2 == 0);
    const Matrix12 P = random_covariance(random);
    const sampled_errors::Matrix<6> none = sampled_errors::Matrix<6>::Zero();
    const Found found = found_by<double>(c.world, c.start, P, none, c.nominal);
    Samples sampled;
    if (found.margin < 0.05 || !sample(c, P, none, random, sampled)) continue;
    const Matrix12 Phi = flight_matrix(c.world, c.nominal.after, c.world.after, flight_after);
    CHECK(distance(found.at, sampled.at) < 0.2);
    sampled_errors::check<12>(found.after, P, without_times(c), Phi, sampled.end);
    ++judged;
  }
  CHECK(judged == 3);
}

TEST_CASE("covariance at the first touch: scatter of the ground, of friction and restitution") {
  oracle::Random random(173);
  Errors6 sizes;
  sizes << 1e-3, 2e-3, 1e-3, 1e-3, 1e-3, 2e-4;
  int judged = 0;
  for (int i = 0; i < 40 && judged < 2; ++i) {
    const Case c = next_case(random, i % 2 == 0);
    const Matrix12 P = 1e-2 * random_covariance(random);
    const sampled_errors::Matrix<6> S = sampled_errors::random_covariance<6>(sizes, random);
    const Found found = found_by<double>(c.world, c.start, P, S, c.nominal);
    Samples sampled;
    if (found.margin < 0.05 || !sample(c, P, S, random, sampled)) continue;
    const Matrix12 Phi = flight_matrix(c.world, c.nominal.after, c.world.after, flight_after);
    CHECK(distance(found.at, sampled.at) < 0.2);
    CHECK(distance(Phi * found.after * Phi.transpose(), sampled.end) < 0.2);
    ++judged;
  }
  CHECK(judged == 2);
}

namespace {

// A ball that falls straight and bounces on its lowest point, by the formula of its height and speed.
template <class Scalar>
void compare_ball(double bar) {
  const double g = 1.62, e = 0.8, drop = 2;
  touchdown::Lander<Scalar> ball;
  ball.mass = 3;
  ball.inertia[0] = ball.inertia[1] = ball.inertia[2] = Scalar(0.1);
  ball.up[2] = 1;
  ball.feet = ball.planes = 1;
  ball.foot[0].surface = {Scalar(0.4), Scalar(0.4), Scalar(e)};
  ball.foot[0].r[2] = Scalar(-0.4);
  ball.foot[0].radius = Scalar(0.1);
  ball.ground[0].n[2] = 1;
  ball.gravity[2] = Scalar(-g);
  ball.horizon = 10;
  touchdown::LanderState<Scalar> state;
  state.x[2] = Scalar(drop + 0.5);
  state.q[0] = 1;
  Scalar P[144] = {}, S[36] = {};
  P[2 * 12 + 2] = Scalar(0.04);
  P[8 * 12 + 8] = Scalar(0.01);
  S[TD_ERROR_E * 6 + TD_ERROR_E] = Scalar(0.0009);
  S[TD_ERROR_HEIGHT * 6 + TD_ERROR_HEIGHT] = Scalar(0.0025);
  touchdown::FirstTouch<Scalar> touch;
  touchdown::TouchCovariance<Scalar> found;
  REQUIRE(touchdown::find_first_touch(ball, state, P, S, touch, found) >= 0);
  REQUIRE(found.known == 2);
  Eigen::Matrix2d C = Eigen::Vector2d(0.04, 0.01).asDiagonal(), flight, X, by;
  const double time = std::sqrt(2 * drop / g), speed = g * time;
  flight << 1, time, 0, 1;
  X << -e, 0, (1 + e) * g / speed, -e;
  by << 0, 1 + e, speed, -(1 + e) * g / speed;  // e, height
  const auto check = [&](const Scalar(&rows)[12][12]) {
    const Eigen::Matrix2d part{{double(rows[2][2]), double(rows[2][8])}, {double(rows[8][2]), double(rows[8][8])}};
    CHECK((part - C).norm() < bar * C.norm());
  };
  C = flight * C * flight.transpose();
  check(found.at);
  C = X * C * X.transpose() + by * Eigen::Vector2d(0.0009, 0.0025).asDiagonal() * by.transpose();
  check(found.after);
}

}  // namespace

TEST_CASE("covariance at the first touch: of a ball, by its formula") {
  compare_ball<double>(1e-9);
  compare_ball<float>(1e-3);
}

TEST_CASE("covariance at the first touch: with it the touch has the same bits as without, by either face") {
  oracle::Random random(174);
  for (int i = 0; i < 20; ++i) {
    const Case c = next_case(random, true);
    const touchdown::Lander<float> lander = lander_of<float>(c.world);
    const touchdown::LanderState<float> state = state_of<float>(c.start);
    const Eigen::Matrix<float, 12, 12> P = random_covariance(random).cast<float>();
    td_first_touch plain, touch, other;
    td_touch_covariance covariance, twin;
    for (td_first_touch *each : {&plain, &touch, &other}) std::memset(static_cast<void *>(each), 0, sizeof *each);
    for (td_touch_covariance *each : {&covariance, &twin}) std::memset(static_cast<void *>(each), 0, sizeof *each);
    const touchdown::Status status = touchdown::find_first_touch(lander, state, plain);
    const touchdown::Status with =
        touchdown::find_first_touch<float>(lander, state, P.data(), nullptr, touch, covariance);
    CHECK((with & ~TD_CAVEAT_ONE_SIDED) == status);
    CHECK(td_first_touch_covariance(&lander, &state, P.data(), nullptr, &other, &twin) == with);
    CHECK(std::memcmp(&plain, &touch, sizeof plain) == 0);
    CHECK(std::memcmp(&plain, &other, sizeof plain) == 0);
    CHECK(std::memcmp(&covariance, &twin, sizeof twin) == 0);
  }
}

TEST_CASE("covariance at the first touch: positive semidefinite, also in float") {
  oracle::Random random(175);
  int touches = 0;
  for (int i = 0; i < 300; ++i) {
    World world = random_world(random, i % 2 == 0);
    world.after.setZero();
    const touchdown::Lander<float> lander = lander_of<float>(world);
    const touchdown::LanderState<float> state = state_of<float>(random_start(random));
    Eigen::Matrix<float, 12, 12> P = random_covariance(random).cast<float>();
    if (i % 3 == 0) P.bottomRows<6>().setZero(), P.rightCols<6>().setZero();
    touchdown::FirstTouch<float> touch;
    touchdown::TouchCovariance<float> found;
    const touchdown::Status status = touchdown::find_first_touch<float>(lander, state, P.data(), nullptr, touch, found);
    REQUIRE(status >= 0);
    CHECK((status & TD_CAVEAT_COVARIANCE) == 0);
    if (found.known < 2) continue;
    for (const auto &rows : {found.at, found.after}) {
      const Eigen::Map<const Eigen::Matrix<float, 12, 12>> C(rows[0]);
      CHECK(C == C.transpose());
      const Vector12 size = C.diagonal().cast<double>().cwiseMax(1e-30).cwiseSqrt().cwiseInverse();
      const Matrix12 share = size.asDiagonal() * C.cast<double>() * size.asDiagonal();
      CHECK(Eigen::SelfAdjointEigenSolver<Matrix12>(share).eigenvalues()[0] >= -1e-5);
      ++touches;
    }
  }
  CHECK(touches > 500);
}

// Seen red: with a strike of several carried through one.
TEST_CASE("covariance at the first touch ends where feet strike together, and says so") {
  oracle::Random random(176);
  World world = random_world(random, true);
  world.thrust.setZero();
  world.after.setZero();
  touchdown::Lander<double> lander = lander_of<double>(world);
  for (int i = 0; i < feet; ++i) {
    for (double &x : lander.foot[i].r) x = std::round(2 * x) / 2;
    put<double>(Vector3d(0, 0, 1), lander.ground[i].n);
    put<double>(Vector3d::Zero(), lander.ground[i].point);
  }
  touchdown::LanderState<double> state;
  state.x[2] = 1.5;
  state.q[0] = 1;
  const Matrix12 P = Matrix12::Identity();
  touchdown::FirstTouch<double> touch;
  touchdown::TouchCovariance<double> found;
  const touchdown::Status status = touchdown::find_first_touch<double>(lander, state, P.data(), nullptr, touch, found);
  REQUIRE(touch.count == feet);
  CHECK((status & TD_CAVEAT_COVARIANCE_ENDS) != 0);
  CHECK(found.known == 1);
  const Matrix12 there = wide(found.at);
  CHECK(there(0, 0) == doctest::Approx(1 + touch.time * touch.time));
  // A little off level one touches first.
  state.q[1] = 0.01;
  state.q[2] = 0.02;
  CHECK((touchdown::find_first_touch<double>(lander, state, P.data(), nullptr, touch, found) &
         TD_CAVEAT_COVARIANCE_ENDS) == 0);
  CHECK(found.known == 2);
  state.v[2] = 100;  // no touch, and nothing known
  lander.gravity[2] = 0;
  CHECK((touchdown::find_first_touch<double>(lander, state, P.data(), nullptr, touch, found) & TD_CAVEAT_NO_CONTACT) !=
        0);
  CHECK(found.known == 0);
}

TEST_CASE(
    "covariance at the first touch: ends of ranges are one-sided, negative variance has a caveat, nonsense is "
    "refused") {
  oracle::Random random(177);
  const Case c = next_case(random, true);
  touchdown::Lander<float> lander = lander_of<float>(c.world);
  touchdown::LanderState<float> state = state_of<float>(c.start);
  Eigen::Matrix<float, 12, 12> P = Eigen::Matrix<float, 12, 12>::Identity();
  Eigen::Matrix<float, 6, 6> S = Eigen::Matrix<float, 6, 6>::Identity();
  td_first_touch touch;
  td_touch_covariance found;
  const auto predict = [&] {
    touch.count = found.known = -7;
    return td_first_touch_covariance(&lander, &state, P.data(), S.data(), &touch, &found);
  };
  const auto refused = [&](touchdown::Status status) {
    CHECK(predict() == status);
    CHECK(touch.count == -7);
    CHECK(found.known == -7);
  };
  lander.foot[c.nominal.touch.foot].surface.e = 1;
  CHECK((predict() & TD_CAVEAT_ONE_SIDED) != 0);
  P(3, 3) = -1;
  CHECK((predict() & TD_CAVEAT_COVARIANCE) != 0);
  P(3, 3) = 1e38F;
  P(9, 9) = 3e38F;
  CHECK((predict() & TD_CAVEAT_COVARIANCE_ENDS) != 0);
  P(9, 9) = std::numeric_limits<float>::infinity();
  refused(TD_REFUSED_RANGE);
  P.setZero();
  S(2, 5) = std::numeric_limits<float>::quiet_NaN();
  refused(TD_REFUSED_RANGE);
  S(2, 5) = 0;
  lander.mass = -1;
  refused(TD_REFUSED_MASS);
  const auto with_null = [&](const td_lander *in, const td_lander_state *from, const float *C, td_first_touch *out,
                             td_touch_covariance *covariance) {
    CHECK(td_first_touch_covariance(in, from, C, nullptr, out, covariance) == TD_REFUSED_NULL);
  };
  with_null(nullptr, &state, P.data(), &touch, &found);
  with_null(&lander, nullptr, P.data(), &touch, &found);
  with_null(&lander, &state, nullptr, &touch, &found);
  with_null(&lander, &state, P.data(), nullptr, &found);
  with_null(&lander, &state, P.data(), &touch, nullptr);
}
