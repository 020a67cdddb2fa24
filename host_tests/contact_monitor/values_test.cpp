// What the monitor says of impulses that are known to the last digit, without noise: by hand, by dense matrices, or by
// the weights that learning is said to have. The streams of the other tests are judged in counts; here are values.
//
// Seen red: by what toolchain/mutants makes of src/monitor.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "../unit/relative.hpp"
#include "monitor/feed.hpp"

namespace {

using touchdown::monitor::HullPoint;
using Vector3d = touchdown::Vector3<double>;
using Matrix3d = touchdown::Matrix3<double>;

// Points, with what would be the nearest of them right before and behind: nothing there is read.
struct Hull {
  double before[4] = {};
  touchdown::monitor::SeenPoints<double> seen;
  double behind[3] = {};
};

HullPoint<double> met(const std::vector<Vector3d> &points) {
  Hull hull;
  hull.seen.count = static_cast<int>(points.size());
  for (Vector3d &point : hull.seen.point) point.setZero();
  for (std::size_t i = 0; i < points.size(); ++i) hull.seen.point[i] = points[i];
  return touchdown::monitor::meet(hull.seen);
}

void check_met(const HullPoint<double> &found, const Vector3d &at, double off, double slope) {
  for (int i = 0; i < 3; ++i) CHECK(std::abs(found.at[i] - at[i]) < 1e-12);
  CHECK(std::abs(found.off - off) < 1e-12);
  CHECK(found.slope == relative(slope));
}

}  // namespace

TEST_CASE("values: where a line meets a hull, by hand") {
  // The plane z = 2 + x / 2 - y / 4, behind it a point; small and large.
  for (const double size : {0.1, 1.0, 40.0}) {
    const auto on_plane = [size](double x, double y) {
      return Vector3d(size * x, size * y, size * (2 + x / 2 - y / 4));
    };
    check_met(met({on_plane(-1, -1), on_plane(2, -1), on_plane(-1, 2), Vector3d(0, 0, 7 * size)}), {0, 0, 2 * size}, 0,
              0.25 + 0.0625);
    check_met(met({Vector3d(0.1, 0.2, 7 * size), on_plane(-1, 2), on_plane(2, -1), on_plane(-1, -1)}), {0, 0, 2 * size},
              0, 0.25 + 0.0625);
  }
  // It passes by an edge, and by a corner.
  check_met(met({{2, 0, 1}, {0, 2, 3}, {5, 5, 1}, {4, 3, 1}}), {1, 1, 2}, 2, 1);
  check_met(met({{9, 9, 1}, {4, 3, 1}, {3, 0, 2}, {-1, 4, 4}}), {1.5, 1.5, 2.75}, 4.5, 1);
  check_met(met({{1, 1, 4}, {2, 3, 2}, {3, 1.5, 1}}), {1, 1, 4}, 2, 1);
  check_met(met({{1, 2, 3}}), {1, 2, 3}, 5, 1);
  // Points in a plane with it are no triangle over it.
  check_met(met({{-1, -1, 3}, {1, 1, 1}, {2, 2, 0}}), {0, 0, 2}, 0, 1);
}

TEST_CASE("values: likelihoods by their formula") {
  using touchdown::monitor::likelihood;
  CHECK(likelihood(6, 0.0) == 1);
  CHECK(likelihood(6, 20.0) == relative(1.0 / 8192));            // 2^-13
  CHECK(likelihood(6, 60.0) == relative(1.0 / (8192 * 8192.)));  // 4^-13
  CHECK(likelihood(4, 20.0) == relative(1.0 / 4096));
}

namespace {

Matrix3d cross_matrix(const Vector3d &r) {
  Matrix3d cross;
  cross << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
  return cross;
}

}  // namespace

namespace {

using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

struct Legs {
  using Scalar = double;
  using Size = int;
  static constexpr bool jointed = true;
  Eigen::Matrix<double, 3, 6> J[3];
  touchdown::CholeskyView<double> mass;
  touchdown::MonitorMachine<double> machine;
  int n = 6;
  void fill_columns(int foot, const Vector3d &, Vector3d *columns) const {
    for (int j = 0; j < 6; ++j) columns[j] = J[foot].col(j);
  }
};
using Asked = touchdown::monitor::Weighing<Legs>;

using Sensor = touchdown::monitor::SensorSource<double>;
using Joints = touchdown::monitor::JointsSource<double>;

// A body whose mass matrix is not diagonal, asked about two of three feet, of which one has no known normal.
struct Questioned {
  Matrix6d M = Matrix6d::Identity();
  Legs legs;
  Vector3d normal[3] = {{0, 0, 1}, {0.3, -0.2, 0.9}, {0, 0, 0}};
  double mu[3] = {0.5, 0.8, 0.3};
  Vector6d y, deviation;
  double M_rows[36], L[36], inverse_diagonal[6];
  Asked asked{legs};

  Questioned() {
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) M(i, j) = (i == j ? 3.0 + i : 0) + 0.2 * std::cos(i + j + i * j);
    M = (0.5 * (M + M.transpose())).eval();
    for (int i = 0; i < 36; ++i) M_rows[i] = M(i / 6, i % 6);
    REQUIRE(touchdown::cholesky(6, M_rows, L, inverse_diagonal));
    y << 0.4, -0.3, 2.0, 0.7, -0.1, 0.2;
    deviation << 0.02, 0.03, 0.05, 0.01, 0.02, 0.04;
    asked.energy = y.dot(M.inverse() * y);
    for (int i = 0; i < 6; ++i) {
      asked.y[i] = y[i] / deviation[i];
      asked.per_deviation[i] = 1 / deviation[i];
      asked.thrust[i] = 0;
    }
    for (int i = 0; i < 3; ++i) {
      const Vector3d r(0.3 * (i - 1), 0.2 * i - 0.1, -0.4);
      Matrix3d cross;
      cross << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
      legs.J[i] << Matrix3d::Identity(), -cross;
      legs.machine.foot[i].mu = mu[i];
      (void)asked.ask_foot(i, touchdown::monitor::unit_or_zero(normal[i]), asked.feet);
    }
    legs.mass = {6, L, inverse_diagonal};
    count();
  }
  void count() {
    Asked::Fitted nothing;
    asked.fit_nothing(nothing);
    asked.count_hidden();
  }
  void clip(int axis, double reading) {
    asked.hidden[axis] = reading / deviation[axis];
    count();
  }
  Matrix3d spread(int i) const {
    const Vector3d n = normal[i].norm() > 0 ? Vector3d(normal[i].normalized()) : Vector3d(normal[i]);
    if (n.norm() == 0) return Matrix3d::Identity();
    return n * n.transpose() + mu[i] * mu[i] / 2 * (Matrix3d::Identity() - n * n.transpose());
  }
};

}  // namespace

// y ~ N(s sum J^T n, S + s^2 sum J^T Q J), s so that y^T M^-1 y is as expected; what each foot took is its regression
// on y.
TEST_CASE("values: evidence and impulses of a set of feet, by dense matrices") {
  const Questioned q;
  const Matrix6d S = q.deviation.cwiseProduct(q.deviation).asDiagonal();
  for (const unsigned set : {1U, 2U, 4U, 3U, 5U, 7U}) {
    Vector6d mean = Vector6d::Zero();
    Matrix6d varies = Matrix6d::Zero();
    for (int i = 0; i < 3; ++i) {
      if ((set >> i & 1U) == 0) continue;
      if (q.normal[i].norm() > 0) mean += q.legs.J[i].transpose() * q.normal[i].normalized();
      varies += q.legs.J[i].transpose() * q.spread(i) * q.legs.J[i];
    }
    const Matrix6d D = q.M.inverse();
    const double s = std::sqrt(q.asked.energy / (mean.dot(D * mean) + (D * varies).trace()));
    const Matrix6d C = S + s * s * varies;
    const Vector6d rest = q.y - s * mean;
    Asked::Fitted fitted;
    q.asked.fit_whole(q.asked.sum_of(set), fitted);
    CHECK(fitted.chi_squared == relative(rest.dot(C.inverse() * rest)).epsilon(1e-9));
    CHECK(fitted.part == relative(std::sqrt(S.determinant() / C.determinant())).epsilon(1e-9));
    Vector3d impulse[TD_MAX_FEET];
    const double varies_by = q.asked.share_among_feet(set, fitted, impulse);
    Matrix3d variance = Matrix3d::Zero();
    Eigen::Matrix<double, 3, 6> known = Eigen::Matrix<double, 3, 6>::Zero();
    for (int i = 0; i < 3; ++i) {
      Vector3d took = Vector3d::Zero();
      if ((set >> i & 1U) != 0) {
        if (q.normal[i].norm() > 0) took += s * q.normal[i].normalized();
        took += s * s * q.spread(i) * q.legs.J[i] * (C.inverse() * rest);
        variance += s * s * q.spread(i);
        known += s * s * q.spread(i) * q.legs.J[i];
      }
      CHECK((impulse[i] - took).norm() < 1e-9);
    }
    variance -= known * C.inverse() * known.transpose();
    CHECK(varies_by == relative(variance.trace()).epsilon(1e-6));
  }
}

// Whitened: thrust t adds t t^T, a clipped reading h adds (2 h)^2 and the mean h. An excess of mean 1 / 2 that is below
// 0 once y is known counts against the set by its square over its variance.
TEST_CASE("values: thrust, clipped readings and what would be negative, by dense matrices") {
  int counted = 0;
  for (const double reading : {0.0, 1.5, -1.5, 0.2}) {
    Questioned q;
    const double thrust[6] = {3, -2, 5, 1, 0, 4}, hidden[3] = {reading / 0.02, -0.3 * reading / 0.03, reading / 0.05};
    const Eigen::Map<const Vector6d> acts(thrust);
    std::copy(thrust, thrust + 6, q.asked.thrust);
    std::copy(hidden, hidden + 3, q.asked.hidden);
    if (reading == 0.2 || reading == 0)
      for (double &y : q.asked.y) y = -y;
    const Vector6d y(q.asked.y), per_deviation(q.asked.per_deviation);
    q.count();
    for (const unsigned set : {1U, 4U, 3U, 6U, 7U}) {
      Asked::Fitted fitted;
      q.asked.expect(fitted, q.asked.sum_of(set));
      fitted.fit(6);
      const double s = fitted.scale;
      Matrix6d C = Matrix6d::Identity() + acts * acts.transpose();
      Vector6d rest = y;
      for (int i = 0; i < 3; ++i) {
        if ((set >> i & 1U) == 0) continue;
        const Eigen::Matrix<double, 3, 6> J = q.legs.J[i] * per_deviation.asDiagonal();
        C += s * s * J.transpose() * q.spread(i) * J;
        rest -= s * J.transpose() * q.asked.foot[i].normal;
      }
      for (int k = 0; k < 3; ++k) {
        C(k, k) += 4 * hidden[k] * hidden[k];
        rest[k] += hidden[k];
      }
      CHECK(fitted.chi_squared == relative(rest.dot(C.inverse() * rest)).epsilon(1e-6));
      CHECK(fitted.part == relative(1 / std::sqrt(C.determinant())).epsilon(1e-6));
      double negative = 0;
      const auto count = [&](double mean, const Vector6d &row) {
        mean += row.dot(C.inverse() * rest);
        counted += mean < 0;
        negative += mean < 0 ? mean * mean / (1 - row.dot(C.inverse() * row)) : 0;
      };
      for (int k = 0; k < 3 && reading != 0; ++k) count(0.5, -2 * hidden[k] * Vector6d::Unit(k));
      CHECK(q.asked.below_zero(fitted) == relative(negative).scale(1e-9).epsilon(1e-3));
    }
  }
  CHECK(counted >= 5);
}

// A reading at the end of its range was that or more: where the rest says less, it hides nothing.
TEST_CASE("values: what a clipped reading hides has the sign of the reading") {
  const auto upwards = [](double reading) {
    Questioned q;
    q.clip(2, reading);
    Asked::Fitted fitted;
    q.asked.fit_whole(q.asked.sum_of(7U), fitted);
    Vector3d impulse[TD_MAX_FEET];
    q.asked.share_among_feet(7U, fitted, impulse);
    return impulse[0][2] + impulse[1][2] + impulse[2][2];
  };
  for (const double reading : {0.1, 0.5, 2.0, -0.1, -0.5, -2.0})
    CHECK((upwards(reading) - upwards(0)) * reading > -1e-9);
  CHECK(upwards(0.5) > upwards(0) + 0.1);
}

// By integrals over all x >= 0 of what a clipped reading hides, of prior mean 1 / 2 and deviation 1: mean and variance
// of the feet's impulse. The bound that the monitor takes is up to 12 % off in the mean of x, 38 % in its variance.
TEST_CASE("values: what feet took where a clipped reading would have hidden less than nothing, by integrals") {
  for (const double reading : {-0.1, -0.5, -2.0}) {
    Questioned q;
    q.clip(2, reading);
    Asked::Fitted fitted;
    q.asked.fit_whole(q.asked.sum_of(7U), fitted);
    const double s = fitted.scale;
    Vector3d least = Vector3d::Zero();
    Vector6d mean = Vector6d::Zero();
    Matrix6d C = q.deviation.cwiseProduct(q.deviation).asDiagonal();
    Eigen::Matrix<double, 3, 6> known = Eigen::Matrix<double, 3, 6>::Zero();
    Matrix3d variance = Matrix3d::Zero();
    for (int i = 0; i < 3; ++i) {
      const Vector3d pushes = i < 2 ? Vector3d(s * q.normal[i].normalized()) : Vector3d(Vector3d::Zero());
      least += pushes;
      mean += q.legs.J[i].transpose() * pushes;
      C += s * s * q.legs.J[i].transpose() * q.spread(i) * q.legs.J[i];
      known += s * s * q.spread(i) * q.legs.J[i];
      variance += s * s * q.spread(i);
    }
    const Vector6d hides = 2 * reading * Vector6d::Unit(2);
    double weights = 0, first = 0, second = 0;
    for (double x = 5e-4; x < 12; x += 1e-3) {
      const Vector6d rest = q.y + x * hides - mean;
      const double w = std::exp(-0.5 * ((x - 0.5) * (x - 0.5) + rest.dot(C.inverse() * rest)));
      weights += w;
      first += w * x;
      second += w * x * x;
    }
    REQUIRE(weights > 0);
    const double x = first / weights, varies = second / weights - x * x;
    const Vector3d per_x = known * (C.inverse() * hides),
                   took = least + known * (C.inverse() * (q.y - mean)) + x * per_x;
    Vector3d impulse[TD_MAX_FEET];
    const double found = q.asked.share_among_feet(7U, fitted, impulse);
    CHECK((impulse[0] + impulse[1] + impulse[2] - took).norm() < 0.12 * x * per_x.norm() + 1e-9);
    const double rest = (variance - known * C.inverse() * known.transpose()).trace();
    CHECK(found > rest + 0.99 * varies * per_x.squaredNorm());
    CHECK(found < rest + 1.4 * varies * per_x.squaredNorm());
  }
}

// Far below 0, it is as an exponential number: variance over distance. Near 0, half a normal one.
TEST_CASE("values: a normal number above 0") {
  for (const float mean : {-2.0F, -100.0F, -1e4F})
    CHECK(touchdown::monitor::mean_above_zero(mean, 1e-5F) == doctest::Approx(1e-5F / -mean).epsilon(1e-4).scale(0));
  CHECK(touchdown::monitor::mean_above_zero(-0.0, 1.0) == relative(std::sqrt(2 / 3.141592653589793)).epsilon(0.12));
  // An excess that contradicts all else by thousands of deviations: what is learnt of it stays a number, in float too.
  using Source = touchdown::monitor::JointsSource<float>;
  touchdown::Monitor<float> monitor;
  const touchdown::MonitorMachine<float> machine;
  Source source(monitor, machine);
  source.n = 2;
  touchdown::monitor::Weighing<Source> asked(source);
  touchdown::monitor::Weighing<Source>::Fitted fitted;
  asked.hidden[0] = 1.5F;
  asked.y[0] = 2e4F;
  asked.noise[0] = asked.noise[2] = 1;
  asked.y[1] = asked.noise[1] = asked.energy = 0;
  asked.fit_whole({}, fitted);
  CHECK(std::isfinite(fitted.chi_squared));
  CHECK(std::isfinite(fitted.rest[0]));
}

// A low-pass of first order, from rest, one sample after its input began to be clipped; and one that was not.
TEST_CASE("values: what went into a filter, by two readings") {
  touchdown::Monitor<double> monitor;
  touchdown::MonitorMachine<double> machine;
  machine.rate = 1000;
  machine.range = 100;
  for (const double filter : {0.0, 40.0, 150.0, 300.0}) {
    machine.filter = filter;
    const double share = filter > 0 ? 1 - std::exp(-6.283185307179586 * filter / 1000) : 1;
    const double before[3] = {0, 0, 0}, now[3] = {-100 * share, 40 * share, 0};
    Sensor source(monitor, machine);
    source.find_clipped(before, now);
    CHECK(source.clipped[0] == relative(-100).epsilon(0.06));
    CHECK(source.clipped[1] == 0);
    CHECK(source.clipped[2] == 0);
  }
}

// (1 + load_sharing) f - l r x (r x f) = p + l L x r.
TEST_CASE("values: the force that a foot bears, by dense matrices") {
  const Vector3d r(0.4, -0.7, -0.3), p(4, 3, 20), L(-9, 5, 1);
  const double reach = 0.9, l = 1 / (reach * reach);
  const Matrix3d R = cross_matrix(r), A = 1.02 * Matrix3d::Identity() + l * R.transpose() * R;
  const Vector3d pull = p + l * L.cross(r);
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine;
  machine.feet = 1;
  touchdown::view(machine.foot[0].r) = r;
  monitor.reach = reach;
  monitor.last.n[2] = 1;
  Sensor::put(p, L, monitor.residual);
  const auto borne = [&](double mu) {
    machine.foot[0].mu = mu;
    return Sensor(monitor, machine).share_load(0);
  };
  CHECK((A * borne(9) - pull).norm() < 1e-12);
  const Vector3d edge = borne(0.1);
  CHECK(std::hypot(edge[0], edge[1]) == relative(0.1 * edge[2]));
  CHECK(edge.dot(pull - A * edge) == relative(0).scale(1));
  CHECK(edge.norm() > 1);
}

TEST_CASE("values: momentum between samples, and the rise of a force, by hand") {
  touchdown::MonitorMachine<double> machine;
  machine.rate = 100;
  machine.mass = 2;
  touchdown::set_inertia<double>(machine.inertia, Vector3d(0.1, 0.2, 0.4).asDiagonal());
  touchdown::view(machine.sensor) = Vector3d(0.3, 0, 0);
  touchdown::MonitorSample<double> before, now;
  touchdown::view(before.w) = Vector3d(0, 1, 2);
  touchdown::view(now.w) = Vector3d(0, 3, 2);  // in the middle (0, 2, 2)
  touchdown::view(now.a) = Vector3d(5, 6, 7);
  touchdown::view(now.force) = Vector3d(10, 20, 30);
  touchdown::view(now.torque) = Vector3d(1, 2, 3);
  touchdown::Monitor<double> monitor;
  Sensor source(monitor, machine);
  const double *const found = source.p;
  CHECK(source.measure_momentum(before, now));
  // w x (w x s) = (w . s) w - w^2 s = (-2.4, 0, 0); dw x s = (0, 2, 0) x (0.3, 0, 0) = (0, 0, -0.6)
  CHECK(found[0] == relative(2 * 0.074 - 0.1));
  CHECK(found[1] == relative(2 * 0.06 - 0.2));
  CHECK(found[2] == relative(2 * (0.07 + 0.6) - 0.3));
  // I dw = (0, 0.4, 0); w x I w = (0, 2, 2) x (0, 0.4, 0.8) = (0.8, 0, 0)
  CHECK(found[3] == relative(0.01 * (0.8 - 1)));
  CHECK(found[4] == relative(0.4 - 0.02));
  CHECK(found[5] == relative(-0.03));
  for (const double x : {0.1, 0.3, 1.0, 1.7})
    CHECK(touchdown::monitor::begun_before(x * x / 2, x + 0.5) == relative(x));
  CHECK(touchdown::monitor::begun_before(1.0, 0.0) == 2);
}

namespace {

constexpr double rate = 1000, mass = 0.2, inertia = 0.002;

touchdown::MonitorPoint<double> point(double x, double y, double z, double mu) {
  touchdown::MonitorPoint<double> result;
  touchdown::view(result.r) = Vector3d(x, y, z);
  result.mu = mu;
  return result;
}

// Three feet below a box, whose first corner is rough.
touchdown::MonitorMachine<double> small_machine() {
  touchdown::MonitorMachine<double> machine;
  machine.rate = rate;
  machine.mass = mass;
  machine.inertia[0] = machine.inertia[1] = machine.inertia[2] = inertia;
  machine.feet = 3;
  machine.foot[0] = point(0.2, 0.2, -0.2, 0.8);
  machine.foot[1] = point(-0.2, 0.2, -0.2, 0.8);
  machine.foot[2] = point(0, -0.2, -0.2, 0.8);
  machine.points = 8;
  for (int i = 0; i < 8; ++i)
    machine.point[i] =
        point(i % 2 == 0 ? 0.3 : -0.3, i / 2 % 2 == 0 ? 0.3 : -0.3, i < 4 ? -0.15 : 0.25, i == 0 ? 0.7 : 0.05);
  machine.range = 1e4;
  machine.accelerometer_noise = 0.05;
  machine.gyro_noise = 0.01;
  machine.model_error = 1e-3;
  return machine;
}

using touchdown::monitor::least_variance;

// A machine that stands still on unknown ground, and so has a level.
class Stream {
 public:
  explicit Stream(const touchdown::MonitorMachine<double> &machine = small_machine()) : machine_(machine) {
    REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
    sample_.n[2] = 1;
  }
  // Momentum that comes in beside the level.
  void feed(const Vector3d &p = Vector3d::Zero(), const Vector3d &l = Vector3d::Zero()) {
    touchdown::view(sample_.a) = p * rate / mass + Vector3d(0.5, 0, 9.81);
    touchdown::view(sample_.w) += l / inertia + Vector3d(1e-4, 0, 0);
    REQUIRE(touchdown::feed(monitor, machine_, sample_) == TD_SOLVED);
  }
  void feed(int samples) {
    for (int i = 0; i < samples; ++i) feed();
  }
  // An impulse at r.
  void strike(const Vector3d &impulse, const Vector3d &r) { feed(impulse, cross_matrix(r) * impulse); }
  // Samples until the event is over.
  int wait() {
    int samples = 0;
    for (; monitor.event.phase != TD_EVENT_OVER && samples < 200; ++samples) feed();
    return samples;
  }
  void forget_normal() { sample_.n[2] = 0; }

  touchdown::Monitor<double> monitor;

 private:
  touchdown::MonitorMachine<double> machine_;
  touchdown::MonitorSample<double> sample_;
};

void check_near(const double *found, const Vector3d &expected, double bar) {
  for (int i = 0; i < 3; ++i) CHECK(std::abs(found[i] - expected[i]) < bar);
}

void check_probabilities(const touchdown::ContactEvent<double> &event) {
  double sum = 0, feet = 0;
  for (const double part : event.probability) {
    CHECK(part >= 0);
    sum += part;
  }
  for (const double part : event.foot_probability) {
    CHECK(part <= event.touched + 1e-12);
    feet += part;
  }
  CHECK(sum == relative(1));
  CHECK(feet >= event.probability[TD_EXPLAINED_BY_FOOT] + 2 * event.probability[TD_EXPLAINED_BY_FEET] - 1e-12);
  CHECK(event.touched ==
        relative(1 - event.probability[TD_EXPLAINED_BY_NOTHING] - event.probability[TD_EXPLAINED_BY_NO_CONTACT])
            .scale(1));
}

}  // namespace

TEST_CASE("values: a blow at a foot, and what it leaves as it was") {
  Stream stream;
  stream.feed(1200);
  const Vector3d impulse(0.01, -0.005, 0.06), foot(-0.2, 0.2, -0.2);
  stream.strike(impulse / 9, foot);  // a rise that began half a sample before the end of the first: 1 / 8 to 1
  stream.strike(impulse * 8 / 9, foot);
  const int waited = stream.wait();
  CHECK(waited < 24);
  const auto &event = stream.monitor.event;
  check_probabilities(event);
  CHECK(event.explanation == TD_EXPLAINED_BY_FOOT);
  CHECK(event.number == 1);
  CHECK(event.foot == 1);
  CHECK(stream.monitor.foot[1] == TD_FOOT_TOUCHING);
  CHECK(stream.monitor.foot[0] == TD_FOOT_CLEAR);
  // What is expected of a foot draws by the square of deviation over expectation, 1e-3^2.
  check_near(event.impulse, impulse, 1e-6);
  check_near(event.foot_impulse[1], impulse, 1e-6);
  // Where its line meets the box's bottom.
  check_near(event.r, foot + 0.05 / 0.06 * impulse, 1e-6);
  CHECK(event.age * rate == relative(waited + 1 + 0.5).epsilon(1e-4));
  // A contact is no noise; and its level is that of before.
  for (int i = 0; i < 3; ++i) CHECK(stream.monitor.variance[i] == relative(least_variance(small_machine(), i)));
  check_near(stream.monitor.level, mass * Vector3d(0.5, 0, 9.81), 1e-6);
  check_near(stream.monitor.level + 3, rate * inertia * Vector3d(1e-4, 0, 0), 1e-6);
  // Another one soon afterwards is another event, with nothing of the first.
  const Vector3d next(0, 0, 0.05), other(0, -0.2, -0.2);
  stream.feed(3);
  stream.strike(next, other);
  stream.feed(6);
  CHECK(stream.monitor.event.number == 2);
  (void)stream.wait();
  CHECK(event.foot == 2);
  check_near(event.impulse, next, 1e-6);
}

namespace {

void check_told_at_point(Stream &stream, const Vector3d &impulse, const Vector3d &r) {
  stream.feed(400);
  stream.strike(impulse, r);
  (void)stream.wait();
  const auto &event = stream.monitor.event;
  check_probabilities(event);
  CHECK(event.explanation == TD_EXPLAINED_BY_POINT);
  check_near(event.impulse, impulse, 1e-5);
  check_near(event.r, r, 1e-4);
}

}  // namespace

TEST_CASE("values: a blow at the hull, inside the greatest cone of its points") {
  Stream stream;
  check_told_at_point(stream, Vector3d(0.012, 0.02, 0.06), Vector3d(0.1, -0.05, -0.15));
}

TEST_CASE("values: a blow from the side, of unknown normal") {
  Stream stream;
  stream.forget_normal();
  check_told_at_point(stream, Vector3d(-0.06, 0.01, -0.02), Vector3d(0.3, 0.11, 0.07));
  const auto &event = stream.monitor.event;
  for (int i = 0; i < 3; ++i) check_near(event.foot_impulse[i], Vector3d::Zero(), 1e-300);
}

TEST_CASE("values: two feet at once are reported with their sum") {
  touchdown::MonitorMachine<double> machine = small_machine();
  machine.model_error = 0;
  Stream stream(machine);
  stream.feed(400);
  const Vector3d first(0.01, 0, 0.06), second(-0.004, 0.005, 0.05), a(0.2, 0.2, -0.2), b(0, -0.2, -0.2);
  stream.feed(first + second, cross_matrix(a) * first + cross_matrix(b) * second);
  (void)stream.wait();
  const auto &event = stream.monitor.event;
  check_probabilities(event);
  CHECK(event.explanation == TD_EXPLAINED_BY_FEET);
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int foot = 0; foot < TD_MAX_FEET; ++foot) sum += event.foot_impulse[foot][i];
    CHECK(event.impulse[i] == sum);
    CHECK(std::abs(sum - (first + second)[i]) < 2e-3);
  }
}

TEST_CASE("values: what hardly draws attention is most likely nothing") {
  Stream stream;
  stream.feed(400);
  // Chi squared of 42, and 40 draws attention.
  const double noise = std::sqrt(stream.monitor.variance[0]);
  stream.feed(Vector3d(std::sqrt(42.0) * noise, 0, 0));
  const auto &event = stream.monitor.event;
  check_probabilities(event);
  CHECK(event.phase == TD_EVENT_OPEN);
  CHECK(event.explanation == TD_EXPLAINED_BY_NOTHING);
  CHECK(event.probability[TD_EXPLAINED_BY_NOTHING] > 0.5);
}

// 0.02 s after it came, with the odds for it in the last 5 ms.
TEST_CASE("values: a push counts as a touch once it is as old as the wait") {
  for (const double wait : {0.0, 0.01}) {
    touchdown::MonitorMachine<double> machine = small_machine();
    machine.wait = wait;
    Stream stream(machine);
    stream.feed(400);
    double age = 0;
    for (int i = 0; i < 60 && stream.monitor.touched == 0; ++i) {
      stream.strike({0, 0, 0.01}, {0.2, 0.2, -0.2});
      age = stream.monitor.event.age;
    }
    CHECK(stream.monitor.touched == 1);
    CHECK(stream.monitor.foot[0] == TD_FOOT_TOUCHING);
    CHECK(std::abs(age - (wait > 0 ? wait : 0.02)) < 0.002);
  }
}

namespace {

// Of readings 0 .. n - 1, the later ones weigh more: reading k by k + 1.
struct Weighted {
  Vector3d sum = Vector3d::Zero();
  double weights = 0;
  void add(const Vector3d &x) {
    weights += 1;
    sum += weights * x;
    total += weights;
  }
  Vector3d mean() const { return sum / total; }
  double total = 0;
};

Vector3d window_of(const std::vector<Vector3d> &p, const Vector3d &level, int samples) {
  Vector3d sum = -samples * level;
  for (int i = 0; i < samples; ++i) sum += p[p.size() - 1 - static_cast<std::size_t>(i)];
  return sum.cwiseProduct(sum);
}

}  // namespace

// The level of the samples that leave the ring of 16, then noise about it, in windows of 8 and of 16.
TEST_CASE("values: level and noise are learnt with weights that rise") {
  Stream stream;
  std::vector<Vector3d> p;
  Weighted level, variance, growth;
  const Vector3d standing = mass / rate * Vector3d(0.5, 0, 9.81);
  for (int i = 0; stream.monitor.phase == TD_MONITOR_LEARNS; ++i) {
    REQUIRE(i < 200);
    const double size = 1e-3 * (1 + 0.02 * i);
    const Vector3d more(size * std::sin(1.3 * i), size * std::cos(2.1 * i), size * std::sin(0.7 * i + 1));
    stream.feed(more);
    p.push_back(more + standing);
    if (i < 15) continue;
    const Vector3d known = touchdown::monitor::first_three(stream.monitor.level) / rate;
    if (i < 15 + 64) level.add(p[static_cast<std::size_t>(i - 15)]);
    if (i < 15 + 64) continue;
    const Vector3d narrow = window_of(p, known, 8);
    variance.add(narrow);
    growth.add(window_of(p, known, 16) - narrow);
  }
  CHECK(p.size() == 15 + 128);
  check_near(stream.monitor.level, rate * level.mean(), 1e-9);
  for (int i = 0; i < 3; ++i) {
    CHECK(stream.monitor.variance[i] ==
          relative(std::max(variance.mean()[i], least_variance(small_machine(), i))).epsilon(1e-9));
    CHECK(stream.monitor.growth[i] == relative(growth.mean()[i]).epsilon(1e-9));
  }
}

TEST_CASE("values: what follows from a machine, and what it may not be") {
  touchdown::Monitor<double> monitor;
  touchdown::MonitorMachine<double> machine = small_machine();
  machine.normal_error = 0.1;
  machine.model_error = 0;
  machine.inertia[3] = 0.0005;
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  CHECK(touchdown::monitor::cone_of(machine, machine.foot[0]) == relative(0.8 + 0.1 * 1.64));
  CHECK(touchdown::monitor::unless_zero(0.0, 0.03) == 0.03);
  CHECK(monitor.reach == relative(std::sqrt(0.09 + 0.09 + 0.0625)));
  CHECK(least_variance(machine, 1) == relative(8 * std::pow(mass * 0.05 / rate, 2)));
  CHECK(least_variance(machine, 3) == relative(2 * 1e-4 * (inertia * inertia + 0.0005 * 0.0005)));
  CHECK(least_variance(machine, 5) == relative(2 * 1e-4 * inertia * inertia));

  const auto refused = [](auto change) {
    touchdown::MonitorMachine<double> other = small_machine();
    change(other);
    touchdown::Monitor<double> unused;
    return touchdown::start(unused, other);
  };
  using Machine = touchdown::MonitorMachine<double>;
  for (const double bad : {0.0, -1.0, 1e60, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refused([bad](Machine &m) { m.rate = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.range = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.accelerometer_noise = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.gyro_noise = bad; }) == TD_REFUSED_MONITOR);
  }
  for (const double bad : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refused([bad](Machine &m) { m.model_error = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.normal_error = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.confidence = bad; }) == TD_REFUSED_MONITOR);
  }
  for (const double bad : {-1.0, 1e60, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refused([bad](Machine &m) { m.force_rate = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.torque_rate = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.filter = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.bearing_load = bad; }) == TD_REFUSED_MONITOR);
    CHECK(refused([bad](Machine &m) { m.foot[1].mu = bad; }) == TD_REFUSED_POSITION);
    CHECK(refused([bad](Machine &m) { m.point[7].radius = bad; }) == TD_REFUSED_POSITION);
  }
  for (const int bad : {-1, TD_MAX_FEET + 1}) CHECK(refused([bad](Machine &m) { m.feet = bad; }) == TD_REFUSED_SIZE);
  for (const int bad : {-1, TD_MAX_HULL_POINTS + 1})
    CHECK(refused([bad](Machine &m) { m.points = bad; }) == TD_REFUSED_SIZE);
  CHECK(refused([](Machine &m) { m.feet = 0; }) == TD_REFUSED_SIZE);
  for (const double bad : {0.4, 1.0}) CHECK(refused([bad](Machine &m) { m.confidence = bad; }) == TD_REFUSED_MONITOR);
  const auto at_centre = [](Machine &m) {
    for (auto &foot : m.foot) foot.r[0] = foot.r[1] = foot.r[2] = foot.radius = 0;
    for (auto &point : m.point) point.r[0] = point.r[1] = point.r[2] = point.radius = 0;
  };
  CHECK(refused(at_centre) == TD_REFUSED_POSITION);  // without a lever arm no moment shows where it was struck
  machine.confidence = 0.5;
  CHECK(touchdown::monitor::unless_zero(machine.confidence, 0.95) == 0.5);
  REQUIRE(touchdown::start(monitor, machine) == TD_SOLVED);
  CHECK(refused([](Machine &m) { m.sensor[2] = 1 / (m.rate - rate); }) == TD_REFUSED_POSITION);
}

TEST_CASE("values: a push that does not end is over after 128 samples") {
  Stream stream;
  stream.feed(400);
  for (int i = 0; i < 130 && stream.monitor.event.phase != TD_EVENT_OVER; ++i)
    stream.strike({0, 0, 0.01}, {0.2, 0.2, -0.2});
  CHECK(stream.monitor.event.phase == TD_EVENT_OVER);
  CHECK(stream.monitor.event.samples == TD_MONITOR_LONGEST);
  CHECK(stream.monitor.event.caveats == TD_CAVEAT_UNFINISHED);
  CHECK(stream.monitor.event.explanation == TD_EXPLAINED_BY_FOOT);
}

TEST_CASE("values: level and noise of joints in flight, by hand") {
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine;
  machine.speeds = 1;
  monitor.fresh = TD_MONITOR_LEARNING;
  monitor.level[0] = 2;
  monitor.variance[0] = 0.05;
  Joints source(monitor, machine);
  source.n = 1;
  source.depth = 2;
  // A place in which no sample was says nothing: of a monitor that was not started, but filled in.
  monitor.ring[0] = 1.3;
  for (const double none : {0.0, 0.5}) {
    monitor.ring[1] = none;
    source.learn_on();
  }
  monitor.ring[1] = 0;
  touchdown::monitor::shift_level(source);
  CHECK(monitor.level[0] == 2);
  CHECK(monitor.variance[0] == 0.05);
  monitor.ring[1] = 0.5;
  monitor.ring[2] = 3;
  source.learn_on();
  CHECK(monitor.level[0] == relative(2 + 0.3 / 32));
  CHECK(monitor.variance[0] == relative(0.05 + (0.03 - 0.05) / 256));
}

namespace {

// A point of 2 kg that is its own foot, along three axes.
class Point {
 public:
  Point() {
    touchdown::MonitorMachine<double> &machine = machine_;
    machine.speeds = 3;
    machine.feet = 1;
    machine.foot[0].mu = 0.6;
    machine.noise[0] = machine.noise[1] = machine.noise[2] = 1e-3;
    machine.gain = 50;
    machine.bearing_load = 5;
    REQUIRE(touchdown::start(observer, machine) == TD_SOLVED);
    for (int i = 0; i < 300; ++i) CHECK(feed({0, 0, 0}) == TD_SOLVED);
  }
  touchdown::Status feed(const Vector3d &impulse, double dt = 1e-3) {
    u_ += impulse / 2;
    sample_.n = 3;
    sample_.feet = 1;
    sample_.dt = dt;
    sample_.M = mass_;
    sample_.u = u_.data();
    sample_.force = none_;
    sample_.J = one_;
    sample_.normals = normals;
    return touchdown::feed(observer, machine_, sample_);
  }
  touchdown::Monitor<double> observer;
  const double up[3] = {0, 0, 1}, *normals = up;

 private:
  touchdown::MonitorMachine<double> machine_;
  touchdown::JointsSample<double> sample_;
  Vector3d u_ = Vector3d::Zero();
  const double mass_[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, one_[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double none_[3] = {};
};

}  // namespace

TEST_CASE("values: the observer reports a blow, a push from its beginning, and what is out of range") {
  Point struck;
  const Vector3d impulse(0.1, 0.05, 0.5);
  (void)struck.feed(impulse);
  for (int i = 0; i < 40 && struck.observer.event.phase != TD_EVENT_OVER; ++i) (void)struck.feed({0, 0, 0});
  const auto &event = struck.observer.event;
  check_probabilities(event);
  CHECK(event.phase == TD_EVENT_OVER);
  CHECK(event.caveats == 0);
  CHECK(event.explanation == TD_EXPLAINED_BY_FOOT);
  CHECK(event.foot_probability[0] > 0.8);
  // What is expected of a foot draws by the square of deviation over expectation, 0.05^2.
  check_near(event.impulse, impulse, 2e-3);

  Point pushed;
  for (int i = 0; i < 40; ++i) (void)pushed.feed({0, 0, 0.05});
  CHECK(pushed.observer.event.phase == TD_EVENT_OPEN);
  CHECK(pushed.observer.event.age > 0.0385);
  CHECK(pushed.observer.event.age < 0.0405);
  check_near(pushed.observer.event.impulse, {0, 0, 2}, 5e-3);

  Point far;
  CHECK(far.feed({0, 0, 1e46}) == TD_SOLVED);                 // 1e49 N
  CHECK(far.feed({0, 0, 1e48}) == TD_CAVEAT_MISSING_SAMPLE);  // 1e51 N
}

// A force that is in the range for so long that its impulse is not.
TEST_CASE("values: momentum that leaves the range over a long sample is missed") {
  constexpr double most = touchdown::monitor::square_in_range_root<double>;
  Point slow;
  CHECK(slow.feed({0, 0, 0.5 * most}, 4) == TD_SOLVED);
  CHECK(slow.feed({0, 0, 2 * most}, 4) == TD_CAVEAT_MISSING_SAMPLE);
  CHECK(slow.observer.fed == 0);
}

TEST_CASE("values: a normal of length 0 is one that is not known") {
  Point unknown, unsaid;
  const double none[3] = {};
  unknown.normals = none;
  unsaid.normals = nullptr;
  for (Point *point : {&unknown, &unsaid}) {
    CHECK(point->feed({0.1, 0.05, 0.5}) == TD_SOLVED);
    for (int i = 0; i < 40; ++i) CHECK(point->feed({0, 0, 0}) == TD_SOLVED);
  }
  const auto &a = unknown.observer.event, &b = unsaid.observer.event;
  CHECK(a.explanation == b.explanation);
  for (int i = 0; i < 3; ++i) CHECK(a.impulse[i] == b.impulse[i]);
  for (int i = 0; i < TD_EXPLANATIONS; ++i) CHECK(a.probability[i] == b.probability[i]);
  check_near(a.impulse, {0.1, 0.05, 0.5}, 2e-3);
}

// 40 samples of 60 N s squared each: their weight is 40 / (40 + monitor_noise).
TEST_CASE("values: shaking is noise from then on, but where a sample of it is spoilt") {
  Stream stream;
  stream.feed(1200);
  touchdown::Monitor<double> &monitor = stream.monitor;
  const touchdown::MonitorMachine<double> machine = small_machine();
  const Sensor source(monitor, machine);
  monitor.event.samples = 40;
  monitor.begun = 1;
  std::fill(monitor.shaking, monitor.shaking + 6, 0.0);
  monitor.shaking[0] = 2400;
  const double before = monitor.variance[0];
  for (const touchdown::Status spoilt : {TD_CAVEAT_CLIPPED, TD_CAVEAT_MISSING_SAMPLE}) {
    monitor.event.caveats = spoilt;
    source.learn_shaking();
    CHECK(monitor.variance[0] == before);
  }
  monitor.event.caveats = 0;
  source.learn_shaking();
  const double weight = 40.0 / (40 + touchdown::tolerance::monitor_noise);
  CHECK(monitor.variance[0] == relative(before + weight * (60 - before)));
}

TEST_CASE("values: sizes, noise and drift of an inertial sensor, by hand") {
  touchdown::Monitor<double> monitor = {};
  touchdown::MonitorMachine<double> machine;
  const Sensor source(monitor, machine);
  monitor.reach = 2;
  const double six[] = {1, 2, 3, 4, 5, 6};
  CHECK(source.size_squared(six) == relative(14 + 77.0 / 4));
  machine.rate = 100;
  machine.force_rate = 30;
  machine.torque_rate = 70;
  monitor.event.samples = 10;
  monitor.lost = 0.5;
  for (int j = 0; j < 6; ++j) {
    CHECK(source.share_of_size(j) == (j < 3 ? 1 : 4));
    monitor.variance[j] = 2;
    monitor.growth[j] = 3;
    const double many = 3.0 * TD_MONITOR_WINDOW, learnt = (2 + 2 * 3) * (1 + many / TD_MONITOR_LEARNING);
    const double drift = j < 3 ? 0.15 * 0.15 + 0.5 : 0.35 * 0.35;
    CHECK(source.noise_of(j, many) == relative(learnt + drift));
  }
}

TEST_CASE("values: how sure an impulse is, along an axis") {
  Questioned q;
  touchdown::ContactEvent<double> event = {};
  event.explanation = TD_EXPLAINED_BY_FOOT;
  q.asked.likeliest[0] = 2;
  q.asked.report_impulses(event);
  Asked::Fitted fitted;
  Vector3d impulse[TD_MAX_FEET];
  q.asked.fit_whole(q.asked.sum_of(2), fitted);
  CHECK(event.impulse_uncertainty == relative(std::sqrt(q.asked.share_among_feet(2, fitted, impulse) / 3)));
}

TEST_CASE("values: a hull is as rough as its roughest point, whatever was there before") {
  touchdown::Monitor<double> monitor = {};
  monitor.reach = 0.5;
  monitor.normal[2] = 1;
  touchdown::monitor::Blow<double> blow;
  blow.size = 1;
  blow.hull.mu = 99;
  const double variance[6] = {1, 1, 1, 1, 1, 1};
  touchdown::monitor::ask_blow(monitor, small_machine(), variance, blow);
  CHECK(blow.hull.mu == relative(0.7));
}

TEST_CASE("values: a foot that stands may have taken anything") {
  touchdown::Monitor<double> monitor;
  const touchdown::MonitorMachine<double> machine = small_machine();
  const Sensor source(monitor, machine);
  touchdown::monitor::Weighing<Sensor> asked(source);
  touchdown::monitor::Weighing<Sensor>::Fitted nothing;
  asked.feet = asked.standing = 1;
  asked.energy = 8;
  for (int j = 0; j < 6; ++j) asked.thrust[j] = asked.y[j] = 0;
  auto &stands = asked.foot[1].kept = {};
  stands.spread = 2;
  for (int k = 0; k < 3; ++k) stands.covariance[touchdown::monitor::row_of(k) + k] = 9;
  asked.fit_nothing(nothing);
  for (int j = 0; j < 6; ++j)
    CHECK(asked.noise[touchdown::monitor::row_of(j) + j] == relative(j < 3 ? 1 + 8.0 / 2 * 9 : 1));
}

TEST_CASE("values: a sample of joints is good where every foot's rows are finite") {
  double rows[12] = {}, speeds[2] = {}, force[2] = {};
  touchdown::JointsSample<double> sample = {};
  sample.n = sample.feet = 2;
  sample.u = speeds;
  sample.force = force;
  sample.J = rows;
  CHECK(touchdown::monitor::is_good(sample));
  for (double &entry : rows) {
    entry = std::numeric_limits<double>::infinity();
    CHECK(!touchdown::monitor::is_good(sample));
    entry = 0;
  }
}
