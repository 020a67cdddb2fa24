// Derivatives by central differences of the impact itself, in double: contacts of every case and method, a body, a
// system of speeds, a body's saltation; and margins where they have a closed form. Quick beside the tests of
// host_tests/derivatives, whose exact impact takes minutes: what the impact itself is, other tests say.
//
// Seen red: by what toolchain/mutants makes of src/sensitivity; with needs_impulse_alone in place of needs_no_work
// (path_step.hpp there), which leaves out the work of a stop where e is 0.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../derivatives/all_derivatives.hpp"
#include "relative.hpp"
#include "sensitivity/multi_contact_course.hpp"
#include "sensitivity/path.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using touchdown::Contact;
using Values = Eigen::Matrix<double, 6, 1>;  // impulse and velocity after
using Matrix = Eigen::Matrix<double, 6, 12>;

const touchdown::ContactInertia<double> mobilities[] = {
    {1, 0.3, 0.2, 2, 0.1, 3},        {1.135, 0.293, -0.352, 0.922, -0.124, 0.508},
    {2.5, -1.2, 0.9, 3.1, 0.6, 1.7}, {1, 0, 0, 3.5, 0, 3.5},
    {1, 0.8, 0, 2, 0, 1.5},          {2, 1.9, 0.5, 2.4, 0.3, 1.2}};
const touchdown::ContactVector<double> velocities[] = {{-1, 0.5, 0.2}, {-1, -2, 1},        {-2, 0.1, -0.3}, {-1, 3, -4},
                                                       {-1, -0.6, 0},  {-1, -0.15, 0.002}, {-1, 12, 9}};
const touchdown::Surface<double> surfaces[] = {
    {0.1, 0.1, 0.3}, {0.3, 0.3, 0.8}, {0.6, 0.5, 0.55}, {1.2, 1, 0.2}, {0.7, 0.3, 0.6}};

double &input_of(Contact<double> &c, int input) {
  double *const inputs[] = {&c.v.n,  &c.v.t,  &c.v.s,  &c.surface.mu_s, &c.surface.mu_k, &c.surface.e,
                            &c.W.nn, &c.W.nt, &c.W.ns, &c.W.tt,         &c.W.ts,         &c.W.ss};
  return *inputs[input];
}

Values values_of(const touchdown::Impact<double> &impact) {
  Values values;
  values << impact.p.n, impact.p.t, impact.p.s, impact.v.n, impact.v.t, impact.v.s;
  return values;
}

// False where it is of another case than `like`.
bool resolved(const Contact<double> &contact, const touchdown::Impact<double> &like, Values &values) {
  touchdown::Impact<double> impact;
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  values = values_of(impact);
  return impact.case_number == like.case_number;
}

bool slope_by(const Contact<double> &contact, int input, const touchdown::Impact<double> &like, Values &slope) {
  constexpr double step = 4e-6;
  Contact<double> low = contact, high = contact;
  Values before, after;
  input_of(low, input) -= step;
  input_of(high, input) += step;
  if (input == TD_BY_MU_K) high.surface.mu_s = contact.surface.mu_s + step;
  slope.setZero();
  if (!resolved(low, like, before) || !resolved(high, like, after)) return false;
  slope = (after - before) / (2 * step);
  return true;
}

Matrix columns_of(const all_derivatives::OfContact<double> &found) {
  Matrix columns;
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 6; ++k) {
      columns(row, k) = found.derivatives.p[row][k];
      columns(3 + row, k) = found.derivatives.v[row][k];
      columns(row, 6 + k) = found.p[row][k];
      columns(3 + row, 6 + k) = found.v[row][k];
    }
  return columns;
}

Contact<double> contact_at(int i) {
  const int law = i % 4;
  Contact<double> contact{mobilities[i / 35 % 6], velocities[i % 7], surfaces[i / 7 % 5], {}};
  contact.options.law = law;
  contact.options.steps = TD_MAX_STEPS;
  contact.options.method = i < 210 ? TD_METHOD_SLIP_PATH : TD_METHOD_ALGEBRAIC;
  if (i % 3 == 0) contact.options.d1 = 0.4, contact.options.d2 = 1.3;
  return contact;
}

}  // namespace

TEST_CASE("values: derivatives of contacts of every case, by each method") {
  int judged[2] = {}, of_case[7] = {};
  for (int i = 0; i < 420; ++i) {
    const Contact<double> contact = contact_at(i);
    all_derivatives::OfContact<double> found;
    touchdown::ImpactDerivatives<double> without;
    const touchdown::Status status = all_derivatives::resolve(contact, found);
    REQUIRE(status >= 0);
    if ((status & TD_CAVEAT_ONE_SIDED) != 0 || found.derivatives.margin < 1e-4) continue;
    REQUIRE(touchdown::resolve(contact, without) == status);
    CHECK(without.margin == relative(found.derivatives.margin).epsilon(5e-4));  // found at steps, which differ
    const Matrix columns = columns_of(found);
    const touchdown::Impact<double> &impact = found.derivatives.impact;
    for (int input = 0; input < 12; ++input) {
      Values slope;
      if (input == TD_BY_MU_S || !slope_by(contact, input, impact, slope)) continue;
      CAPTURE(i);
      CAPTURE(input);
      CHECK((columns.col(input) - slope).norm() < 2e-6 * (slope.norm() + values_of(impact).norm()));
      if (input >= 6) continue;
      for (int row = 0; row < 3; ++row) CHECK(std::abs(without.p[row][input] - slope[row]) < 1e-5 * (slope.norm() + 1));
      ++judged[i / 210];
    }
    CHECK(columns.col(TD_BY_MU_S).norm() == 0);
    ++of_case[impact.case_number];
  }
  CHECK(judged[0] > 700);
  CHECK(judged[1] > 700);
  for (int number = 1; number <= 3; ++number) CHECK(of_case[number] > 3);
}

namespace {

// The difference of derivatives without W from those with W. False if a derivative holds on one side only.
bool differ_by(const Contact<double> &contact, double &columns, double &margin) {
  all_derivatives::OfContact<double> with;
  touchdown::ImpactDerivatives<double> without;
  const touchdown::Status status = all_derivatives::resolve(contact, with);
  REQUIRE(status >= 0);
  CHECK(touchdown::resolve(contact, without) == status);
  const Matrix of_both = columns_of(with);
  double off = 0;
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 6; ++k) {
      off = std::max(off, std::abs(without.p[row][k] - of_both(row, k)));
      off = std::max(off, std::abs(without.v[row][k] - of_both(3 + row, k)));
    }
  columns = off / of_both.leftCols<6>().norm();
  margin = std::abs(without.margin - with.derivatives.margin) / with.derivatives.margin;
  return (status & TD_CAVEAT_ONE_SIDED) == 0;
}

}  // namespace

TEST_CASE("values: derivatives without those by W are the same") {
  int judged = 0;
  for (int i = 0; i < 3 * 420; ++i) {
    Contact<double> contact = contact_at(i % 420);
    if (i / 420 == 1) input_of(contact, i % 3 == 0 ? TD_BY_MU_K : TD_BY_E) = i % 3 == 2 ? 1 : 0;
    if (i / 420 == 2) contact.W.ns = contact.W.ts = contact.v.s = 0;
    double columns = 0, margin = 0;
    const bool two_sided = differ_by(contact, columns, margin);
    CAPTURE(i);
    if (i / 420 == 1 || two_sided) CHECK(columns < 1e-6);
    if (two_sided) CHECK(margin < 5e-4);
    judged += two_sided;
  }
  CHECK(judged > 700);
}

// Nearly straight along either axis: a remaining turn acts across the slip, however small it is.
TEST_CASE("values: derivatives of slip that hardly turns") {
  for (int i = 0; i < 48; ++i) {
    const double coupling = std::pow(10, -2 - i % 6), tt = i % 2 == 0 ? 1 : 2, mu = 0.5 + 0.1 * (i % 3);
    Contact<double> contact{{1, coupling, 0.3, tt, 0, 3 - tt}, {-1, 0, 0.3 + 0.2 * (i % 4)}, {mu, mu, 0.6}, {}};
    if (i % 8 < 4) {
      std::swap(contact.W.nt, contact.W.ns);
      std::swap(contact.v.t, contact.v.s);
    }
    contact.options.steps = TD_MAX_STEPS;
    all_derivatives::OfContact<double> found;
    REQUIRE(all_derivatives::resolve(contact, found) >= 0);
    if (found.derivatives.margin < 1e-3) continue;
    for (const int input : {0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11}) {
      Values slope;
      if (!slope_by(contact, input, found.derivatives.impact, slope)) continue;
      CAPTURE(i);
      CAPTURE(input);
      CHECK((columns_of(found).col(input) - slope).norm() < 2e-6 * (slope.norm() + 1));
    }
  }
}

// In space, slip almost never passes exactly through 0 and goes on in another direction; in a plane it does. Across the
// plane there is a kink; in it, and by the surface, derivatives are as usual.
TEST_CASE("values: derivatives in the plane, where slip reverses or begins from rest") {
  int of_case[7] = {}, from_rest = 0;
  for (int i = 0; i < 60; ++i) {
    const double slip[] = {-0.6, -1.1, -2, 0, 0.4}, mu[] = {0.2, 0.05, 0.9};
    Contact<double> contact{{1, 0.8, 0, 2, 0, 1.5}, {-1, slip[i % 5], 0}, {mu[i / 5 % 3], mu[i / 5 % 3], 0.7}, {}};
    contact.options.law = i / 15;
    all_derivatives::OfContact<double> found;
    REQUIRE(all_derivatives::resolve(contact, found) >= 0);
    const touchdown::Impact<double> &impact = found.derivatives.impact;
    const Matrix columns = columns_of(found);
    for (const int input :
         {TD_BY_V_N, TD_BY_V_T, TD_BY_MU_K, TD_BY_E, 6 + TD_BY_W_NN, 6 + TD_BY_W_NT, 6 + TD_BY_W_TT}) {
      Values slope;
      if (!slope_by(contact, input, impact, slope)) continue;
      CAPTURE(i);
      CAPTURE(input);
      CHECK((columns.col(input) - slope).norm() < 2e-6 * (slope.norm() + values_of(impact).norm()));
      ++of_case[impact.case_number];
      from_rest += contact.v.t == 0;
    }
  }
  for (const int number : {1, 2, 3, 4, 5, 6}) {
    CAPTURE(number);
    CHECK(of_case[number] > 6);
  }
  CHECK(from_rest > 20);
}

// At an end of its range: the difference to the inside, over two steps, extrapolated to none.
TEST_CASE("values: derivatives by e at 0 and 1, and by mu_k at 0") {
  for (int i = 0; i < 210; ++i) {
    Contact<double> contact = contact_at(i);
    const int input = i % 3 == 0 ? TD_BY_MU_K : TD_BY_E;
    input_of(contact, input) = i % 3 == 2 ? 1 : 0;
    all_derivatives::OfContact<double> found;
    const touchdown::Status status = all_derivatives::resolve(contact, found);
    REQUIRE(status >= 0);
    CHECK((status & TD_CAVEAT_ONE_SIDED) != 0);
    if (found.derivatives.margin < 1e-3) continue;
    Values here = values_of(found.derivatives.impact), once, twice;
    const double step = i % 3 == 2 ? -1e-6 : 1e-6;
    Contact<double> near = contact, far = contact;
    input_of(near, input) += step;
    input_of(far, input) += 2 * step;
    if (!resolved(near, found.derivatives.impact, once) || !resolved(far, found.derivatives.impact, twice)) continue;
    const Values slope = (4 * once - 3 * here - twice) / (2 * step);
    CAPTURE(i);
    CHECK((columns_of(found).col(input) - slope).norm() < 1e-5 * (slope.norm() + here.norm()));
  }
}

namespace {

// Without coupling slip is straight: it stops where p_n = |u| / (mu T), if that is before the end of compression at
// |v_n| / W_nn. The margin is the distance to that border, as a part of |v|; here u lies along (0.6, 0.8).
double margin_of(double slip, double T, double mu, touchdown::Status &status) {
  const Contact<double> contact{{1, 0, 0, T, 0, T}, {-1, 0.6 * slip, 0.8 * slip}, {mu, mu, 0.5}, {}};
  touchdown::ImpactDerivatives<double> found;
  status = touchdown::resolve(contact, found);
  REQUIRE(status >= 0);
  return found.margin;
}

}  // namespace

TEST_CASE("values: margins of straight slip are distances to the borders between cases") {
  touchdown::Status status;
  for (const double T : {1.5, 3.5})
    for (const double mu : {0.2, 0.7})
      for (const double off : {-1e-4, 1e-4, 1e-6}) {
        const double stops = mu * T;  // slip over approach that is used up as compression ends; as restitution does:
        for (const double border : {stops, 1.5 * stops}) {
          const double slip = border * (1 + off);
          // Along (-border, 1) / sqrt(1 + border^2) in (v_n, |u|).
          const double distance = std::abs(slip - border) / std::sqrt(1 + border * border) / std::sqrt(1 + slip * slip);
          CHECK(margin_of(slip, T, mu, status) == relative(distance).epsilon(1e-3));
          CHECK((status & TD_CAVEAT_ONE_SIDED) == 0);
        }
        (void)margin_of(stops * (1 + 1e-10), T, mu, status);
        CHECK((status & TD_CAVEAT_ONE_SIDED) != 0);
      }
  // What separates: the angle's sine to the plane of no approach; so does what hardly slips, to no slip.
  const Contact<double> parts{{1, 0.3, 0.2, 2, 0.1, 3}, {0.3, 0.5, -0.7}, {0.5, 0.5, 0.5}, {}};
  touchdown::ImpactDerivatives<double> found;
  REQUIRE(touchdown::resolve(parts, found) == TD_SOLVED);
  CHECK(found.margin == relative(0.3 / std::sqrt(0.83)));
  const Contact<double> creeps{{1, 0.8, 0, 2, 0, 1.5}, {-2, 6e-4, 8e-4}, {0.1, 0.1, 0.5}, {}};
  REQUIRE(touchdown::resolve(creeps, found) >= 0);
  CHECK(found.margin <= 5.001e-4);
  CHECK(found.margin > 4e-4);
}

// Slip against the direction that it ends in passes 0 at the distance of its part across.
TEST_CASE("values: the margin of slip that passes by none is its way to the slip that passes through it") {
  for (const double across : {1e-3, 1e-5}) {
    const Contact<double> contact{{1, 0.8, 0, 2, 0, 2}, {-1, -0.3, across}, {0.2, 0.2, 0.5}, {}};
    touchdown::ImpactDerivatives<double> found;
    REQUIRE(touchdown::resolve(contact, found) >= 0);
    CAPTURE(found.margin);
    CHECK(found.margin <= 1.05 * across / std::sqrt(1.09));
    CHECK(found.margin > 0.3 * across / std::sqrt(1.09));
  }
}

namespace {

using touchdown::BodyContact;
using touchdown::Matrix3;
using touchdown::Vector3;
using Vector3d = Vector3<double>;
using Matrix3d = Matrix3<double>;
using Vector12 = Eigen::Matrix<double, 12, 1>;

constexpr double step = 4e-6;

// Eigen's own takes a header that takes longer to compile than all of this.
Vector3d cross(const Vector3d &a, const Vector3d &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Matrix3d inverse_of(const Matrix3d &x) {
  Matrix3d adjoint;
  for (int i = 0; i < 3; ++i) adjoint.row(i) = cross(x.col((i + 1) % 3), x.col((i + 2) % 3)).transpose();
  return adjoint / adjoint.row(0).dot(x.col(0).transpose());
}

// To second order; the third is below rounding at such steps.
Matrix3d turn_by(const Vector3d &angle) {
  Matrix3d across;
  across << 0, -angle[2], angle[1], angle[2], 0, -angle[0], -angle[1], angle[0], 0;
  return Matrix3d::Identity() + across + 0.5 * across * across;
}

BodyContact<double> a_body(int i) {
  BodyContact<double> contact;
  contact.body.mass = 1.7;
  Matrix3d inertia;
  inertia << 0.5, 0.06, -0.04, 0.06, 0.8, 0.1, -0.04, 0.1, 0.6;
  touchdown::set_inertia(contact.body.inertia, inertia);
  touchdown::view(contact.body.v) = Vector3d(0.9, -0.4, -3);
  touchdown::view(contact.body.w) = Vector3d(0.7, -1.1, 0.5);
  touchdown::view(contact.r) = Vector3d(0.3, -0.2, -0.5);
  touchdown::view(contact.n) = Vector3d(0.2, -0.3, 1).normalized();
  contact.surface = surfaces[i % 5];
  contact.options.law = i % 4;
  contact.options.steps = TD_MAX_STEPS;
  if (i >= 5) contact.options.method = TD_METHOD_ALGEBRAIC;
  return contact;
}

void turn(BodyContact<double> &contact, const Vector3d &angle) {
  const Matrix3d R = turn_by(angle);
  touchdown::view(contact.r) = Vector3d(R * touchdown::vector(contact.r));
  touchdown::set_inertia(contact.body.inertia, Matrix3d(R * touchdown::matrix(contact.body.inertia) * R.transpose()));
}

// v, w, mu_s, mu_k, e; then r, n, attitude.
void move(BodyContact<double> &contact, int input, double by) {
  const Vector3d axis = Vector3d::Unit(input % 3);
  if (input < 3) contact.body.v[input] += by;
  if (input >= 3 && input < 6) contact.body.w[input - 3] += by;
  if (input == TD_BODY_BY_MU_S || input == TD_BODY_BY_MU_K) contact.surface.mu_s += std::abs(by);
  if (input == TD_BODY_BY_MU_K) contact.surface.mu_k += by;
  if (input == TD_BODY_BY_E) contact.surface.e += by;
  if (input >= 9 && input < 12) contact.r[input - 9] += by;
  if (input >= 12 && input < 15) contact.n[input - 12] += by;
  if (input >= 15) turn(contact, by * axis);
}

// Impulse in world axes, and motion after.
struct Struck {
  Vector3d p, v, w;
};

Struck struck(const BodyContact<double> &contact) {
  touchdown::BodyImpact<double> impact;
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  const auto &p = impact.impact.p;
  return {p.n * touchdown::vector(contact.n).normalized() + p.t * touchdown::vector(impact.t) +
              p.s * touchdown::vector(impact.s),
          touchdown::vector(impact.v), touchdown::vector(impact.w)};
}

}  // namespace

TEST_CASE("values: a body, by its motion, the surface, and where it is hit") {
  for (int i = 0; i < 10; ++i) {
    const BodyContact<double> contact = a_body(i);
    all_derivatives::OfBody<double> found;
    touchdown::BodyDerivatives<double> without;
    REQUIRE(all_derivatives::resolve(contact, found) == TD_SOLVED);
    REQUIRE(touchdown::resolve(contact, without) == TD_SOLVED);
    CHECK(without.margin == doctest::Approx(found.derivatives.margin).epsilon(1e-6));
    const auto &frame = found.derivatives.body;
    const Vector3d axes[3] = {touchdown::vector(contact.n), touchdown::vector(frame.t), touchdown::vector(frame.s)};
    for (int input = 0; input < 18; ++input) {
      BodyContact<double> low = contact, high = contact;
      move(low, input, -step);
      move(high, input, step);
      const Struck before = struck(low), after = struck(high);
      const Vector3d p = (after.p - before.p) / (2 * step);
      Vector3d slope[2] = {(after.v - before.v) / (2 * step), (after.w - before.w) / (2 * step)};
      CAPTURE(i);
      CAPTURE(input);
      for (int row = 0; row < 6; ++row) {
        const double by = input < 9 ? found.derivatives.motion[row][input] : found.motion[row][input - 9];
        CHECK(by == doctest::Approx(slope[row / 3][row % 3]).epsilon(2e-6));
        if (input < 9) CHECK(without.motion[row][input] == doctest::Approx(by).epsilon(2e-6));
      }
      for (int row = 0; row < 3; ++row) {
        if (input >= 9) CHECK(found.impulse[row][input - 9] == doctest::Approx(p[row]).epsilon(2e-6));
        if (input < 9) CHECK(without.p[row][input] == doctest::Approx(axes[row].dot(p)).epsilon(2e-6));
      }
    }
  }
}

namespace {

using Vector4 = Eigen::Matrix<double, 4, 1>;

struct Machine {
  double M[16] = {2, 0.3, -0.2, 0.1, 0.3, 1.5, 0.4, 0.2, -0.2, 0.4, 1.2, -0.3, 0.1, 0.2, -0.3, 0.9};
  double J[12] = {0.9, 0.2, -0.3, 0.4, 0.1, 1.1, 0.3, -0.5, -0.2, 0.3, 0.8, 0.6}, A[4] = {1, -0.4, 0.3, 0.2};
  double u[4] = {-1.4, 0.5, 0.7, -0.3}, after[4] = {};
  touchdown::Speeds<double> speeds;
};

void describe(Machine &machine, int constraints) {
  machine.speeds.system.n = 4;
  machine.speeds.system.M = machine.M;
  machine.speeds.system.u = machine.u;
  machine.speeds.system.constraints = constraints;
  machine.speeds.system.A = machine.A;
  machine.speeds.J = machine.J;
  machine.speeds.axes = TD_AXES_CONTACT;
  machine.speeds.surface = {0.5, 0.4, 0.6};
  machine.speeds.options.steps = TD_MAX_STEPS;
}

// Speeds and impulse after, of inputs u, mu_s, mu_k, e.
Eigen::Matrix<double, 7, 1> moved_machine(int constraints, int input, double by) {
  Machine machine;
  describe(machine, constraints);
  if (input < 4) machine.u[input] += by;
  machine.speeds.surface.mu_s += std::abs(by);
  if (input == 5) machine.speeds.surface.mu_k += by;
  if (input == 6) machine.speeds.surface.e += by;
  touchdown::SpeedsImpact<double> impact;
  touchdown::SystemAfter<double> to = {machine.after, nullptr, nullptr};
  REQUIRE(touchdown::resolve(machine.speeds, impact, &to) >= 0);
  Eigen::Matrix<double, 7, 1> result;
  result << machine.after[0], machine.after[1], machine.after[2], machine.after[3], impact.impact.p.n,
      impact.impact.p.t, impact.impact.p.s;
  return result;
}

}  // namespace

TEST_CASE("values: generalized speeds, free and with a row held") {
  for (const int constraints : {0, 1}) {
    Machine machine;
    describe(machine, constraints);
    double p[21], u[28];
    touchdown::SpeedsDerivatives<double> found;
    REQUIRE(touchdown::resolve(machine.speeds, found, p, u) == TD_SOLVED);
    for (int input = 0; input < 7; ++input) {
      const Eigen::Matrix<double, 7, 1> slope =
          (moved_machine(constraints, input, step) - moved_machine(constraints, input, -step)) / (2 * step);
      CAPTURE(input);
      for (int row = 0; row < 4; ++row) CHECK(u[7 * row + input] == doctest::Approx(slope[row]).epsilon(2e-6));
      for (int row = 0; row < 3; ++row) CHECK(p[7 * row + input] == doctest::Approx(slope[4 + row]).epsilon(2e-6));
    }
  }
}

namespace {

struct Flight {
  Vector3d x = Vector3d::Zero(), turn = Vector3d::Zero(), v, w;
};

// Over a time that is as small as an error: its square falls out of central differences.
Flight flown(Flight from, const BodyContact<double> &body, const touchdown::BodyLoads<double> &loads, double time) {
  const Matrix3d inertia = touchdown::matrix(body.body.inertia);
  const Vector3d moment = touchdown::vector(loads.torque) - cross(from.w, inertia * from.w);
  from.x += time * from.v;
  from.turn += time * from.w;
  from.v += time / body.body.mass * touchdown::vector(loads.force);
  from.w += time * (inverse_of(inertia) * moment);
  return from;
}

// An error at the time of the nominal impact, taken there or back to where it touches, through, and back again.
Vector12 through(BodyContact<double> contact, const touchdown::BodyLoads<double> (&loads)[2], Flight state,
                 double height) {
  const Vector3d r = touchdown::vector(contact.r), n = touchdown::vector(contact.n).normalized();
  const double gap = n.dot(state.x + turn_by(state.turn) * r - r) - height;
  const double time = -gap / n.dot(state.v + cross(state.w, r));
  state = flown(state, contact, loads[0], time);
  BodyContact<double> there = contact;
  turn(there, state.turn);
  touchdown::view(there.body.v) = state.v;
  touchdown::view(there.body.w) = state.w;
  const Struck after = struck(there);
  state.v = after.v;
  state.w = after.w;
  state = flown(state, there, loads[1], -time);
  Vector12 result;
  result << state.x, state.turn, state.v, state.w;
  return result;
}

Vector12 with_error(int input, double by, const BodyContact<double> &nominal,
                    const touchdown::BodyLoads<double> (&loads)[2]) {
  BodyContact<double> contact = nominal;
  Flight state;
  state.v = touchdown::vector(contact.body.v);
  state.w = touchdown::vector(contact.body.w);
  Vector3d *const parts[] = {&state.x, &state.turn, &state.v, &state.w};
  if (input < 12) (*parts[input / 3])[input % 3] += by;
  if (input == 12 + TD_ERROR_MU_K) move(contact, TD_BODY_BY_MU_K, by);
  if (input == 12 + TD_ERROR_E) move(contact, TD_BODY_BY_E, by);
  if (input >= 12 + TD_ERROR_N && input < 12 + TD_ERROR_HEIGHT) contact.n[input - 12 - TD_ERROR_N] += by;
  return through(contact, loads, state, input == 12 + TD_ERROR_HEIGHT ? by : 0);
}

}  // namespace

TEST_CASE("values: a body's saltation, by errors taken to the touch and back") {
  touchdown::BodyLoads<double> loads[2];
  touchdown::view(loads[0].force) = Vector3d(1, -2, -16);
  touchdown::view(loads[0].torque) = Vector3d(0.3, 0.2, -0.5);
  touchdown::view(loads[1].force) = Vector3d(-3, 0.5, 4);
  touchdown::view(loads[1].torque) = Vector3d(-0.1, 0.6, 0.4);
  for (int i = 0; i < 5; ++i) {
    const BodyContact<double> contact = a_body(i);
    touchdown::BodySaltation<double> found;
    REQUIRE(touchdown::saltation_of(contact, loads[0], loads[1], found) == TD_SOLVED);
    for (int input = 0; input < 18; ++input) {
      const Vector12 slope =
          (with_error(input, step, contact, loads) - with_error(input, -step, contact, loads)) / (2 * step);
      for (int row = 0; row < 12; ++row) {
        const double by = input < 12 ? found.X[row][input] : found.E[row][input - 12];
        CAPTURE(i);
        CAPTURE(row);
        CAPTURE(input);
        CHECK(std::abs(by - slope[row]) < 1e-5 * (1 + std::abs(slope[row])));
      }
    }
  }
}

TEST_CASE("values: a covariance through a map of two by three, by hand") {
  const double X[6] = {1, 2, 0, -1, 0.5, 3};
  const double C[9] = {4, 99, 99, 1, 2, 99, -0.5, 0.25, 1};  // the lower triangle is read
  double after[4];
  REQUIRE(touchdown::covariance_through<double>(2, 3, X, C, 0, nullptr, nullptr, after) == TD_SOLVED);
  // X C = (6, 5, 0; -4 + 0.5 - 1.5, -1 + 1 + 0.75, 0.5 + 0.125 + 3)
  CHECK(after[0] == doctest::Approx(6 + 10));
  CHECK(after[1] == doctest::Approx(-6 + 2.5));
  CHECK(after[2] == doctest::Approx(-6 + 2.5));
  CHECK(after[3] == doctest::Approx(5 + 0.375 + 10.875));
}

// From rest, or stopped on the way, and off along the ray that no friction holds (V.4): by all that leaves it at rest.
TEST_CASE("values: derivatives of slip that begins from rest, in space") {
  int judged = 0;
  for (int i = 0; i < 24; ++i) {
    Contact<double> contact{mobilities[i % 3], {-1.3, 0, 0}, {0.05 + 0.02 * (i % 4), 0.05 + 0.02 * (i % 4), 0.6}, {}};
    contact.options.law = i / 6;
    contact.options.steps = TD_MAX_STEPS;
    all_derivatives::OfContact<double> found;
    REQUIRE((all_derivatives::resolve(contact, found) & TD_CAVEAT_ONE_SIDED) != 0);
    const touchdown::Impact<double> &impact = found.derivatives.impact;
    REQUIRE(std::hypot(impact.v.t, impact.v.s) > 0.01);
    for (const int input : {0, 4, 5, 6, 7, 8, 9, 10, 11}) {
      Values slope;
      if (!slope_by(contact, input, impact, slope)) continue;
      CAPTURE(i);
      CAPTURE(input);
      CHECK((columns_of(found).col(input) - slope).norm() < 2e-6 * (slope.norm() + values_of(impact).norm()));
      ++judged;
    }
  }
  CHECK(judged == 24 * 9);
}

TEST_CASE("values: a saltation where nothing is hit, where it is beyond range, and of nothing") {
  BodyContact<double> contact = a_body(0);
  touchdown::BodyLoads<double> loads[2];
  touchdown::view(loads[0].force) = Vector3d(1, -2, -16);
  touchdown::view(loads[1].force) = Vector3d(-3, 0.5, 4);
  touchdown::BodySaltation<double> found;
  for (const double leaves : {1e-3, 0.5, 3.0}) {
    touchdown::view(contact.body.v) = leaves * touchdown::vector(contact.n);
    touchdown::view(contact.body.w).setZero();
    REQUIRE(touchdown::saltation_of(contact, loads[0], loads[1], found) >= 0);
    for (int i = 0; i < 12; ++i)
      for (int k = 0; k < 12; ++k) CHECK(found.X[i][k] == doctest::Approx(i == k ? 1 : 0));
  }
  // A ball that hardly approaches: its height is reversed as ever, its speed jumps without bound.
  BodyContact<double> ball = {};
  ball.body.mass = 2;
  ball.body.inertia[0] = ball.body.inertia[1] = ball.body.inertia[2] = 0.1;
  ball.body.v[2] = -1e-309;
  ball.n[2] = 1;
  ball.surface = {0.3, 0.3, 0.6};
  loads[1] = loads[0];
  loads[0].force[0] = loads[0].force[1] = loads[1].force[0] = loads[1].force[1] = 0;
  found.margin = 7;
  CHECK(touchdown::saltation_of(ball, loads[0], loads[1], found) == TD_REFUSED_RANGE);
  CHECK(found.margin == 7);
  const td_body_contact none = {};
  const td_body_loads flight = {};
  td_body_saltation unused;
  CHECK(td_body_saltation_of(nullptr, &flight, &flight, &unused, nullptr) == TD_REFUSED_NULL);
  CHECK(td_body_saltation_of(&none, nullptr, &flight, &unused, nullptr) == TD_REFUSED_NULL);
  CHECK(td_body_saltation_of(&none, &flight, &flight, nullptr, nullptr) == TD_REFUSED_NULL);
}

namespace {

__attribute__((noinline)) double leave_no_number() {
  volatile double left[8192];
  for (volatile double &x : left) x = std::numeric_limits<double>::quiet_NaN();
  return left[77];
}

}  // namespace

TEST_CASE("values: a system's derivatives do not read what the stack held") {
  Machine machine;
  describe(machine, 0);
  double p[21], u[28];
  touchdown::SpeedsDerivatives<double> found;
  CHECK(std::isnan(leave_no_number()));
  CHECK(touchdown::resolve(machine.speeds, found, p, u) == TD_SOLVED);
}

// A larger friction coefficient than the largest one used changes nothing.
TEST_CASE("values: derivatives of more friction than there is are those of the most there is") {
  constexpr double most = 1 / std::numeric_limits<double>::epsilon();
  Contact<double> contact{mobilities[1], velocities[1], {most, most, 0.5}, {}};
  touchdown::ImpactDerivatives<double> expected, found;
  REQUIRE(touchdown::resolve(contact, expected) >= 0);
  contact.surface.mu_s = contact.surface.mu_k = 1e30;
  REQUIRE(touchdown::resolve(contact, found) >= 0);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < TD_CONTACT_INPUTS; ++k) {
      CHECK(found.p[i][k] == expected.p[i][k]);
      CHECK(found.v[i][k] == expected.v[i][k]);
    }
}

// Such slip lasts, friction against it, and the path has no measure of how fast slip could change.
TEST_CASE("values: derivatives of a contact that nothing moves along its surface") {
  const Contact<double> contact{{2, 0, 0, 0, 0, 0}, {-1, 0.4, 0.3}, {0.3, 0.3, 0.5}, {}};
  all_derivatives::OfContact<double> found;
  REQUIRE(all_derivatives::resolve(contact, found) >= 0);
  const touchdown::ImpactDerivatives<double> &by = found.derivatives;
  CHECK(by.p[0][TD_BY_V_N] == doctest::Approx(-1.5 / 2));
  CHECK(by.v[0][TD_BY_V_N] == doctest::Approx(-0.5));
  CHECK(by.p[0][TD_BY_E] == doctest::Approx(0.5));
  CHECK(by.p[1][TD_BY_MU_K] == doctest::Approx(-0.75 * 0.8));
  CHECK(by.p[2][TD_BY_MU_K] == doctest::Approx(-0.75 * 0.6));
  CHECK(by.v[1][TD_BY_V_T] == doctest::Approx(1));
  CHECK(by.v[2][TD_BY_V_S] == doctest::Approx(1));
  CHECK(by.v[1][TD_BY_V_N] == doctest::Approx(0));
}

namespace {

BodyContact<float> heavy_ball(float mass, float speed, float mu) {
  BodyContact<float> ball = {};
  ball.body.mass = mass;
  ball.body.inertia[0] = ball.body.inertia[1] = ball.body.inertia[2] = mass;
  ball.body.v[2] = -speed;
  ball.body.v[0] = 1e3F * speed;
  ball.n[2] = 1;
  ball.surface = {mu, mu, 1};
  return ball;
}

}  // namespace

// Of a ball of 1e20 kg the impulse is in the range of float, and what W changes of it is not; of one of 1e37 kg, what
// friction makes of its speed is not.
TEST_CASE("values: derivatives beyond the range are refused, where the impact is in it, and nothing is written") {
  const BodyContact<float> ball = heavy_ball(1e20F, 1e3F, 0.3F);
  touchdown::BodyImpact<float> impact;
  touchdown::BodyDerivatives<float> by_speed;
  all_derivatives::OfBody<float> by_pose;
  by_pose.derivatives.margin = 7;
  CHECK(touchdown::resolve(ball, impact) >= 0);
  CHECK(touchdown::resolve(ball, by_speed) >= 0);
  CHECK(all_derivatives::resolve(ball, by_pose) == TD_REFUSED_RANGE);
  CHECK(by_pose.derivatives.margin == 7);

  const BodyContact<float> rubbing = heavy_ball(1e37F, 1e-10F, 100);
  by_speed.margin = 7;
  CHECK(touchdown::resolve(rubbing, impact) >= 0);
  CHECK(touchdown::resolve(rubbing, by_speed) == TD_REFUSED_RANGE);
  CHECK(by_speed.margin == 7);

  touchdown::BodyMultiContact<float> several;
  touchdown::Point<float> point;
  several.body = rubbing.body;
  several.count = 1;
  several.points = &point;
  several.multi_contact.rule = TD_RULE_SEQUENTIAL;
  touchdown::view(point.n) = touchdown::vector(rubbing.n);
  point.surface = rubbing.surface;
  touchdown::BodyMultiContactImpact<float> moved;
  touchdown::BodyMultiContactDerivatives<float> by_several;
  CHECK(touchdown::resolve(several, moved) >= 0);
  float p[18], p_by_surface[9], motion_by_surface[18];
  CHECK(touchdown::resolve(several, by_several, p, p_by_surface, motion_by_surface) == TD_REFUSED_RANGE);
}

// A light speed that the contact hardly feels: what friction makes of it is beyond the range, of the contact's it is
// not.
TEST_CASE("values: derivatives of speeds beyond the range are refused, and so is their saltation") {
  const float M[4] = {1e6F, 0, 0, 1e-36F}, u[2] = {-1e3F, 1e11F}, J[6] = {1, 0, 0, 1e-6F, 0, 0};
  float p[15], rows[10];
  touchdown::Speeds<float> speeds;
  speeds.system.n = 2;
  speeds.system.M = M;
  speeds.system.u = u;
  speeds.J = J;
  speeds.axes = TD_AXES_CONTACT;
  speeds.surface = {1e-30F, 1e-30F, 0.5F};
  speeds.options.method = TD_METHOD_ALGEBRAIC;
  touchdown::SpeedsImpact<float> impact;
  touchdown::SpeedsDerivatives<float> by;
  CHECK(touchdown::resolve(speeds, impact) >= 0);
  CHECK(touchdown::resolve(speeds, by, p, rows) == TD_REFUSED_RANGE);

  const float heavy[4] = {1e20F, 0, 0, 1e20F}, straight[2] = {-1e3F, 1}, one[6] = {1, 0, 0, 1, 0, 0};
  speeds.system.M = heavy;
  speeds.system.u = straight;
  speeds.J = one;
  speeds.surface = {0.3F, 0.3F, 0.5F};
  touchdown::SpeedsSaltation<float> saltation;
  float X[16], E[2 * 2 * TD_ERRORS_OF_PARAMETERS];
  CHECK(touchdown::resolve(speeds, by, p, rows) >= 0);
  const float at_rest[2] = {};
  touchdown::SpeedsFlow<float> flow;
  flow.before = flow.after = at_rest;
  CHECK(touchdown::saltation_of(speeds, flow, saltation, X, E) == TD_REFUSED_RANGE);
}

// Both sides of I.14, which have the factor e.
TEST_CASE("values: the compromise from rest, by e") {
  using Number = touchdown::Dual<double, 1>;
  touchdown::RestitutionLaw<Number> law = {TD_LAW_COMPROMISE, 0.6, 0.7, 1.1};
  law.e.by[0] = 1;
  const touchdown::Compression<Number> compression = {1, 0.5};
  const touchdown::Progress<Number> begun = {0, 0, 0};
  const auto left = touchdown::remaining_by_compromise(law, compression, begun, Number(0.8));
  CHECK(!left.ended);
  CHECK(left.impulse.by[0] == doctest::Approx(left.impulse.value / 0.6));
}

// |T^-1 (u + b z)| = mu z has z = 5 for its only root: (16, 12) is 20 long. How it moves with u has no number.
TEST_CASE("values: a stop that slip only just comes to moves by what is known of it") {
  touchdown::sensitivity::TangentPath<double, touchdown::sensitivity::inputs> walk = {};
  touchdown::TangentialPlane<double> &plane = walk.values.plane;
  plane.T = plane.inv_T = {1, 1};
  plane.b = plane.c = {5, 0};
  plane.mu_k = 4;
  plane.cosine = 1;
  touchdown::sensitivity::lift(plane, touchdown::sensitivity::by_friction, walk.path.plane);
  walk.state.point.u =
      touchdown::sensitivity::slip_before<touchdown::sensitivity::inputs>(plane, touchdown::Vector2<double>{-9, 12});
  const auto z = touchdown::sensitivity::impulse_of_stop(walk);
  CHECK(z.value == 5);
  CHECK(z.by[0] == 0);
}

// 3 part + 2 part^2 = stock at part = 0.5; and where neither has a slope, the change of the part has no value.
TEST_CASE("values: how much of a phase is taken by its energy, by hand") {
  static touchdown::ContactSet<double> set;
  static touchdown::Phase<double> phase;
  touchdown::sensitivity::SolvedPhase<double, 6> solved{set, phase, phase.impulses, nullptr, 0.5};
  solved.energy = {3, 2};
  CHECK(touchdown::sensitivity::part_by(solved, {0.4, 0.8}, 1.0) == doctest::Approx((1 - 0.5 * 0.8) / 5));
  solved.energy = {0, 0};
  CHECK(touchdown::sensitivity::part_by(solved, {0.4, 0.8}, 1.0) == 0);
  solved.energy = {3, 2};
  solved.part = 1;
  CHECK(touchdown::sensitivity::part_by(solved, {0.4, 0.8}, 1.0) == 0);
}

// In float the end of a stage of this impact is found at a crest of v_n only, from beyond which it has come down.
TEST_CASE("values: derivatives of an impact whose stage ends at a crest, by those in double") {
  Contact<float> contact{{1, -1.35884953F, -1.49701738F, 6.04728889F, -1.42741418F, 6.20932484F},
                         {-1, -63.5103989F, 56.0814018F},
                         {3.70346642F, 3.70346642F, 0.437015563F},
                         {TD_LAW_COMPROMISE, TD_METHOD_SLIP_PATH, TD_MAX_STEPS, 1, 1}};
  Contact<double> wide{};
  wide.W = {contact.W.nn, contact.W.nt, contact.W.ns, contact.W.tt, contact.W.ts, contact.W.ss};
  wide.v = {contact.v.n, contact.v.t, contact.v.s};
  wide.surface = {contact.surface.mu_s, contact.surface.mu_k, contact.surface.e};
  wide.options = {TD_LAW_COMPROMISE, TD_METHOD_SLIP_PATH, TD_MAX_STEPS, 1, 1};
  all_derivatives::OfContact<float> found;
  all_derivatives::OfContact<double> expected;
  REQUIRE(all_derivatives::resolve(contact, found) >= 0);
  REQUIRE(all_derivatives::resolve(wide, expected) >= 0);
  const Matrix columns = columns_of(expected);
  double off[12] = {}, size[12] = {};
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 12; ++k) {
      const auto p = static_cast<double>(k < 6 ? found.derivatives.p[row][k] : found.p[row][k - 6]);
      const auto v = static_cast<double>(k < 6 ? found.derivatives.v[row][k] : found.v[row][k - 6]);
      off[k] = std::max({off[k], std::abs(columns(row, k) - p), std::abs(columns(3 + row, k) - v)});
      size[k] = std::max({size[k], std::abs(columns(row, k)), std::abs(columns(3 + row, k))});
    }
  for (int k = 0; k < 12; ++k) CHECK(off[k] <= 1e-3 * size[k] + 1e-5);
}
