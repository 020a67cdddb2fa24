// Formulas of single impacts and of several, by hand or by what must hold between their figures.
//
// Seen red: by what toolchain/mutants makes of src/impact, src/systems and src/multi_contact.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "impact/algebraic_impact.hpp"
#include "impact/slip_path/slip_path.hpp"
#include "multi_contact/cone_step.hpp"
#include "multi_contact/coupled_solve.hpp"
#include "multi_contact/rules.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using touchdown::Contact;
using touchdown::Impact;

}  // namespace

// du/dp = b - mu T t: along t its part g, across it h, and dv_n/dp = f.
TEST_CASE("values: how slip changes, along itself and across, by hand") {
  touchdown::TangentialPlane<double> plane = {};
  plane.b = {0.5, -0.25};
  plane.T = {2, 3};
  plane.mu_k = 0.5;
  const auto slip = touchdown::slip_along(plane, {0.6, 0.8}, 4.0);
  CHECK(slip.speed == 4);
  CHECK(slip.f == doctest::Approx(1 - 0.5 * (0.3 - 0.2)));
  // The rate is (0.5 - 0.6, -0.25 - 1.2) = (-0.1, -1.45).
  CHECK(slip.g == doctest::Approx(-0.06 - 1.16));
  CHECK(slip.h == doctest::Approx(-1.45 * 0.6 + 0.1 * 0.8));
}

TEST_CASE("values: slip without a mobility never stops, and a direction stays one whatever rounding made of it") {
  touchdown::TangentialPlane<double> plane = {};
  plane.cosine = 1;
  plane.T = {1, 0};
  plane.inv_T = {1, 0};
  CHECK(touchdown::slip_in(plane, {0.5, 0}).x == 0.5);
  CHECK(!plane.never_stops);
  CHECK(touchdown::slip_in(plane, {0.5, 0.25}).y == 0.25);
  CHECK(plane.never_stops);
  CHECK(touchdown::slip_in(plane, {0.5, 1e-18}).y == 0);
  CHECK(!plane.never_stops);
  plane.T = plane.inv_T = {0, 1};
  CHECK(touchdown::slip_in(plane, {0.5, 0.25}).x == 0.5);
  CHECK(plane.never_stops);
  plane.T = plane.inv_T = {1, 1};
  plane.mu_k = 1;
  for (const double x : {0.9, 1.001}) {
    const auto t = touchdown::direction_to_stop(plane, {x, 0.02}, 1.0);
    CHECK(t.x * t.x + t.y * t.y == doctest::Approx(1));
    CHECK(t.y > 0);
  }
}

// The root of a number below 0 depends on the target: "without friction slip lasts" asks the boards.
TEST_CASE("values: without friction nothing stops slip, unless it runs straight into its stop") {
  CHECK(touchdown::impulse_to_stop<double, double>(0, {-0.5, -1}, {-0.01, 0.02}) == std::numeric_limits<double>::max());
  CHECK(touchdown::impulse_to_stop<float, float>(0, {-0.5F, -1}, {-0.01F, 0.02F}) == std::numeric_limits<float>::max());
  CHECK(touchdown::impulse_to_stop<double, double>(0, {-0.5, -1}, {0.25, 0.5}) == doctest::Approx(0.5));
}

// Slip along s has no mobility and so no end, and friction against it all jams: it is held at once.
TEST_CASE("values: the algebraic method says what it holds though it could not stop") {
  Contact<double> contact{{1, 0.8, 0, 1, 0, 0}, {-1, 0.6, 0.8}, {3, 3, 0.5}, {}};
  contact.options.method = TD_METHOD_ALGEBRAIC;
  Impact<double> impact;
  const touchdown::Status status = touchdown::resolve(contact, impact);
  REQUIRE(status >= 0);
  CHECK((status & TD_CAVEAT_JAM) != 0);
  CHECK((status & TD_CAVEAT_DIRECTION) != 0);
}

// The normal motion is almost the one along the surface, up to 3e-6: sticking, it takes 4e5 times the approach.
// Seen red: the law of such a contact left as it was.
TEST_CASE("values: a contact that separates reports the law that it was given, and Poisson's for the automatic one") {
  for (const std::int32_t law :
       {TD_LAW_POISSON, TD_LAW_ENERGETIC, TD_LAW_NEWTON, TD_LAW_COMPROMISE, TD_LAW_AUTOMATIC}) {
    touchdown::Contact<double> contact;
    contact.W = {1, 0, 0, 1, 0, 1};
    contact.v = {1, 0.5, 0};
    contact.surface = {0.3, 0.3, 0.5};
    contact.options.law = law;
    if (law == TD_LAW_COMPROMISE) contact.options.d1 = contact.options.d2 = 1;
    touchdown::Impact<double> impact;
    REQUIRE(touchdown::resolve(contact, impact) >= 0);
    CHECK(impact.mode_restitution == TD_MODE_SEPARATING);
    CHECK(impact.law == (law == TD_LAW_AUTOMATIC ? TD_LAW_POISSON : law));
  }
}

TEST_CASE("values: an impulse whose rounding moves the point is refused") {
  const Contact<float> contact{{1.14F + 3e-6F, 0.8F, 1, 1, 0, 2}, {-1, 0.3F, 0.2F}, {1.2F, 1.2F, 0.5F}, {}};
  Impact<float> impact;
  const touchdown::Status status = touchdown::resolve(contact, impact);
  CHECK(status == TD_REFUSED_RANGE);
}

// The normal motion is that along the surface: slip and approach end at once, wherever friction jams on the way.
TEST_CASE("values: wedges that end with their slip are solved, and energy is accounted for") {
  int jams = 0;
  for (int i = 0; i < 3000; ++i) {
    const double along_t = 0.9 * std::cos(0.37 * i), along_s = i % 4 == 0 ? 0 : 0.8 * std::sin(0.63 * i);
    const double ss = 0.3 + 1.5 * std::abs(std::sin(0.73 * i)), mu = 0.2 + 0.1 * (i % 20);
    double v_t = 2 * std::cos(2.2 * i), v_s = i % 4 == 0 ? 0 : 2 * std::sin(0.8 * i);
    if (along_t * v_t + along_s * v_s > 0) v_t = -v_t, v_s = -v_s;
    Contact<double> contact{{along_t * along_t + along_s * along_s * ss, along_t, along_s * ss, 1, 0, ss},
                            {along_t * v_t + along_s * v_s, v_t, v_s},
                            {mu, mu, 0.5},
                            {}};
    contact.options = {i % 5, i % 2 == 0 ? TD_METHOD_SLIP_PATH : TD_METHOD_ALGEBRAIC, TD_MAX_STEPS, 0, 0};
    Impact<double> impact;
    CAPTURE(i);
    const touchdown::Status status = touchdown::resolve(contact, impact);
    REQUIRE(status >= 0);
    jams += (status & TD_CAVEAT_JAM) != 0;
    const double lost = impact.energy_before - impact.energy_after;
    CHECK(std::abs(lost - impact.energy_friction - impact.energy_restitution) < 1e-6 * (1 + std::abs(lost)));
  }
  CHECK(jams > 1000);
}

TEST_CASE("values: the length of an impulse in the surface, at either end of the range") {
  for (const double size : {1e-200, 1e-3, 1.0, 1e200})
    CHECK(touchdown::tangential(touchdown::ContactVector<double>{7, -3 * size, 4 * size}) / size == doctest::Approx(5));
  CHECK(touchdown::tangential(touchdown::ContactVector<double>{7, 0, 0}) == 0);
}

// Isotropic: |p_T| = |b| / (S + g), and 1 - mu p_n / |p_T| is a straight line in g, which one step follows to its root.
TEST_CASE("values: the multiplier of a slide, by hand") {
  const touchdown::SurfaceProblem<double> problem = {2, 0, 2, 3, 4, 1.25, 0, 0, 0.8, 0.8, 0.8};  // mu p_n = 1
  CHECK(touchdown::next_multiplier(problem, 0.0, 10.0) == doctest::Approx(3));                   // 5 / (2 + 3) = 1
  CHECK(touchdown::next_multiplier(problem, 8.0, 10.0) == doctest::Approx(9));  // half way to the least
}

// A contact alone, of unit mass, that slides: one step of Newton's method does not settle, 20 do.
TEST_CASE("values: Newton's method leaves what it was given where it does not settle") {
  touchdown::ContactSet<double> set;
  set.count = 1;
  set.length = 3;
  touchdown::SetMember<double> &member = set.member[0];
  member.Y[0] = {1, 0, 0};
  member.Y[1] = {0, 1, 0};
  member.Y[2] = {0, 0, 1};
  member.v = {-1, 2, 0};
  member.surface = {0.5, 0.4, 0};
  REQUIRE(touchdown::complete(set) == TD_SOLVED);
  touchdown::Phase<double> phase = {};
  phase.by_newton = true;
  phase.start[0] = member.v;
  touchdown::reset_friction(set, phase);
  touchdown::start_alike(set, phase);
  CHECK_FALSE(touchdown::settles_by_newton(set, 1, false, phase));
  CHECK(phase.impulses.p[0].n == 1);
  CHECK(phase.impulses.p[0].t == 0);
  CHECK(phase.g[0] == 0);
  CHECK(touchdown::settles_by_newton(set, 20, false, phase));
  CHECK(phase.impulses.p[0].n == doctest::Approx(1));
  CHECK(phase.impulses.p[0].t == doctest::Approx(-0.4));
  CHECK(phase.g[0] == doctest::Approx(1.6 / 0.4));  // |v_T| / |p_T|
}

// A plate has no thickness: the largest moment is the sum of the others, whatever rounding makes of that.
TEST_CASE("values: the inertia of thin plates and rods is that of a body, beyond them it is not") {
  int beyond = 0;
  for (int i = 1; i <= 200; ++i) {
    touchdown::BodyContact<double> contact;
    const double a = 0.1 + 0.013 * i, b = i % 5 == 0 ? 1e-9 : 0.7 - 0.003 * i, cosine = std::cos(i), sine = std::sin(i);
    touchdown::Matrix3<double> turn, principal = touchdown::Matrix3<double>::Zero();
    turn << cosine, -sine, 0, sine * 0.6, cosine * 0.6, -0.8, sine * 0.8, cosine * 0.8, 0.6;
    for (const double share : {1.0, 1.001}) {
      principal(0, 0) = a;
      principal(1, 1) = b;
      principal(2, 2) = share * (a + b);
      contact.body.mass = 1;
      touchdown::set_inertia(contact.body.inertia, touchdown::Matrix3<double>(turn * principal * turn.transpose()));
      contact.body.v[2] = -1;
      contact.n[2] = 1;
      contact.surface = {0.3, 0.3, 0.5};
      touchdown::BodyImpact<double> impact;
      const touchdown::Status status = touchdown::resolve(contact, impact);
      REQUIRE(status >= 0);
      if (share == 1) CHECK((status & TD_CAVEAT_INERTIA) == 0);
      beyond += (status & TD_CAVEAT_INERTIA) != 0;
    }
  }
  CHECK(beyond == 200);
}

TEST_CASE("values: from rest the algebraic method sticks or slides throughout") {
  for (const double mu : {0.2, 1.0}) {
    Contact<double> contact{{1, 0.6, -0.3, 2, 0.1, 1.5}, {-1, 0, 0}, {mu, mu, 0.5}, {}};
    contact.options.method = TD_METHOD_ALGEBRAIC;
    Impact<double> impact;
    REQUIRE(touchdown::resolve(contact, impact) >= 0);
    const bool sticks = impact.R2 <= mu;
    CHECK(sticks == (mu > 0.5));
    CHECK(impact.p_sliding == 0);
    CHECK((sticks ? impact.p_sticking : impact.p_reversed) == doctest::Approx(impact.p.n));
    for (const std::int32_t mode : {impact.mode_compression, impact.mode_restitution})
      CHECK(mode == (sticks ? TD_MODE_STICKS : TD_MODE_SLIDES));
  }
}

// Slip that b drives from rest ends against b where friction along b bends it round: friction gave work in compression,
// however much it takes in restitution.
TEST_CASE("values: slip that resumes and ends against its direction is reported, whatever follows") {
  for (const double mu : {0.4, 0.5, 0.6}) {
    for (const double e : {0.0, 0.3, 0.6, 0.9}) {
      Contact<double> contact{{1, 0.5, 0.4, 0.3, 0, 4}, {-1, 0, 0}, {mu, mu, e}, {}};
      contact.options.method = TD_METHOD_ALGEBRAIC;
      Impact<double> impact;
      const touchdown::Status status = touchdown::resolve(contact, impact);
      REQUIRE(status >= 0);
      CHECK((status & TD_CAVEAT_DIRECTION) != 0);
      contact.options.method = TD_METHOD_SLIP_PATH;
      Impact<double> exact;
      REQUIRE(touchdown::resolve(contact, exact) == TD_SOLVED);
      CHECK(std::abs(impact.v.s - exact.v.s) > 0.005);
    }
  }
}

// Across its one direction T is 1e-42, to rounding: more than its noise, yet too small to divide by.
TEST_CASE("values: a mobility whose reciprocal leaves the range is 0") {
  Contact<float> contact{
      {0.67696619F, -1.16493061e-06F, 8.34165946e-19F, 9.42578481e-12F, -6.73189442e-24F, 4.80792794e-36F},
      {-0.832278192F, -0.17417945F, 0.269486129F},
      {0.985201F, 0.815318F, 0.916816F},
      {}};
  contact.options.method = TD_METHOD_ALGEBRAIC;
  Impact<float> impact;
  REQUIRE(touchdown::resolve(contact, impact) == TD_SOLVED);
  const float slip = std::hypot(contact.v.t, contact.v.s);
  CHECK(impact.p.t == doctest::Approx(-contact.surface.mu_k * impact.p.n * contact.v.t / slip));
  CHECK(impact.p.s == doctest::Approx(-contact.surface.mu_k * impact.p.n * contact.v.s / slip));
}

// It sticks all the same.
TEST_CASE("values: slip too small to have a direction is no reason to distrust one") {
  Contact<float> contact{{1, 0.2F, -0.1F, 2, 0.3F, 3}, {-1, 1e-25F, 2e-26F}, {0.5F, 0.5F, 0.5F}, {}};
  contact.options.method = TD_METHOD_ALGEBRAIC;
  for (const float turn : {1.0F, -1.0F}) {
    contact.v.t = turn * contact.v.t;
    Impact<float> impact;
    CHECK(touchdown::resolve(contact, impact) == TD_SOLVED);
    CHECK(impact.p_sticking == impact.p.n);
    CHECK(impact.energy_friction >= 0);
  }
}

// Friction that is just enough to stick, and kinetic friction that is not.
TEST_CASE("values: a prepared contact is as marginal as the contact") {
  for (const double off : {-0.1, -0.002, 0.0, 0.002, 0.1})
    for (const double slip : {0.0, -0.3}) {
      const double needed = 0.5;  // W_nt / W_tt
      const Contact<double> contact{{1, 1, 0, 2, 0, 3}, {-1, slip, 0}, {needed * (1 + off), 0.3, 0.5}, {}};
      touchdown::Prepared<double> prepared;
      touchdown::Response<double> response;
      Impact<double> impact;
      REQUIRE(touchdown::prepare(contact, prepared) >= 0);
      const touchdown::Status status = touchdown::resolve(prepared, contact.v, response);
      CHECK(status == touchdown::resolve(contact, impact));
      CHECK(((status & TD_CAVEAT_MARGINAL) != 0) == (std::abs(off) < 1.0 / 256));
    }
}

// v' = v + W p, and p in the static cone, in few steps too.
TEST_CASE("values: velocity after and impulse agree however few the steps") {
  for (int i = 0; i < 4000; ++i) {
    const double a = 0.37 * i, b = 0.73 * i, size = std::pow(10, (i % 9) - 6);
    Contact<float> contact{
        {1.0F, static_cast<float>(0.8 * std::cos(a)), static_cast<float>(0.8 * std::sin(a)),
         static_cast<float>(1.5 + std::cos(b)), static_cast<float>(0.3 * std::sin(b)),
         static_cast<float>(1.4 + std::sin(b))},
        {-1.0F, static_cast<float>(size * std::cos(3 * a)), static_cast<float>(size * std::sin(3 * a))},
        {},
        {}};
    const float mu = 0.05F * static_cast<float>(1 + i % 23);
    contact.surface = {mu, mu, 0.5F};
    contact.options.steps = 1 + i % 7;
    contact.options.law = i % 4;
    Impact<float> impact;
    if (touchdown::resolve(contact, impact) < 0) continue;
    const auto &W = contact.W;
    const auto &p = impact.p;
    const float rounding = 4e-5F * (1 + std::abs(contact.v.t) + std::abs(contact.v.s) + 3 * p.n);
    CAPTURE(i);
    CHECK(std::abs(impact.v.n - (contact.v.n + W.nn * p.n + W.nt * p.t + W.ns * p.s)) < rounding);
    CHECK(std::abs(impact.v.t - (contact.v.t + W.nt * p.n + W.tt * p.t + W.ts * p.s)) < rounding);
    CHECK(std::abs(impact.v.s - (contact.v.s + W.ns * p.n + W.ts * p.t + W.ss * p.s)) < rounding);
    CHECK(std::hypot(p.t, p.s) <= mu * p.n * 1.00001F);
  }
}

// v' = v + W p at the ends of the range too: of friction, and of slip beside its mobility. Seen red: mu_k as it comes,
// and a stop of slip whose square is infinite.
TEST_CASE_TEMPLATE("values: friction and slip at the ends of their range do not stop what they cannot", Scalar, float,
                   double) {
  const Scalar most = std::numeric_limits<Scalar>::max(), root = std::sqrt(most), e = Scalar(0.5);
  const auto check = [](const Contact<Scalar> &contact) {
    Impact<Scalar> impact;
    CHECK(touchdown::resolve(contact, impact) >= 0);
    const auto &W = contact.W;
    const auto &p = impact.p;
    const Scalar rounding = 256 * std::numeric_limits<Scalar>::epsilon() * (std::abs(contact.v.t) + contact.v.s);
    CHECK(std::abs(impact.v.t - (contact.v.t + W.nt * p.n + W.tt * p.t + W.ts * p.s)) <= rounding);
    CHECK(std::abs(impact.v.s - (contact.v.s + W.ns * p.n + W.ts * p.t + W.ss * p.s)) <= rounding);
  };
  for (const std::int32_t method : {TD_METHOD_SLIP_PATH, TD_METHOD_ALGEBRAIC}) {
    for (const Scalar mu : {Scalar(1e6), Scalar(1e10), root / 64, root, root * 64, most / 4}) {
      Contact<Scalar> contact{{3, Scalar(0.5), Scalar(-0.75), 4, -3, 4}, {Scalar(-0.125), -32, 24}, {mu, mu, e}, {}};
      contact.options.method = method;
      check(contact);
    }
    for (const Scalar lightest : {Scalar(256), Scalar(16), Scalar(4), Scalar(1)}) {
      Contact<Scalar> contact{{root, 3, -1, most / 4, -1, lightest}, {-4, 16, 16}, {2, Scalar(1.5), e}, {}};
      contact.options.method = method;
      check(contact);
    }
  }
}

// Each law's own figure is 1, and the energy is where the report says; jams too.
TEST_CASE("values: each law holds, and energy is accounted for") {
  int jams = 0, judged = 0;
  for (int i = 0; i < 6000; ++i) {
    const double a = 0.37 * i, b = 0.73 * i, couples = 0.3 + 0.115 * (i % 7), slip = 0.02 * (i % 11) * (i % 11);
    const double t = 0.9 + 0.8 * std::cos(b), s = i % 5 == 0 ? 0.01 : 0.9 - 0.8 * std::cos(b);

    const double x = couples * std::sqrt(t) * std::cos(a), y = couples * std::sqrt(s) * std::sin(a);
    Contact<double> contact{{1, x, y, t, i % 3 == 0 ? 0 : 0.5 * x * y, s},
                            {-1, slip * std::cos(3 * a), i % 4 == 0 ? 0 : slip * std::sin(3 * a)},
                            {},
                            {}};
    const double mu = 0.1 * (1 + i % 23);
    contact.surface = {mu, mu, 0.5};
    contact.options = {i % 3, i % 2 == 0 ? TD_METHOD_SLIP_PATH : TD_METHOD_ALGEBRAIC, TD_MAX_STEPS, 0, 0};
    Impact<double> impact;
    const touchdown::Status status = touchdown::resolve(contact, impact);
    if (status < 0) continue;
    CAPTURE(i);
    const double lost = impact.energy_before - impact.energy_after;
    CHECK(lost == doctest::Approx(impact.energy_friction + impact.energy_restitution).epsilon(1e-6));
    jams += (status & TD_CAVEAT_JAM) != 0;
    if ((status & TD_CAVEAT_EXTENDED) != 0) continue;
    const double own[3] = {impact.N_P, impact.N_E, impact.N_N};
    CHECK(own[i % 3] == doctest::Approx(1).epsilon(1e-6));
    ++judged;
  }
  CHECK(jams > 100);
  CHECK(judged > 4000);
}

namespace {

using Vector2d = Eigen::Vector2d;

// A box that comes down on its four corners, or nearly so.
struct OnFeet {
  explicit OnFeet(int i) {
    const double tilt = i % 3 == 0 ? 0 : 0.04;
    for (int k = 0; k < 4; ++k) {
      const double x = k % 2 == 0 ? 0.4 : -0.4, y = k < 2 ? 0.3 : -0.3, a = 1.7 * i + 2.1 * k;
      const touchdown::Vector3<double> n(tilt * std::cos(a), tilt * std::sin(a), 1);
      point[k].r[0] = x;
      point[k].r[1] = y;
      point[k].r[2] = -0.5;
      touchdown::view(point[k].n) = n.normalized();
      const double mu = 0.15 + 0.07 * (i % 9);
      point[k].surface = {mu, mu, 0};
    }
    body.body.mass = 1.5;
    body.body.inertia[0] = 0.11 + 0.01 * (i % 4);
    body.body.inertia[1] = 0.15;
    body.body.inertia[2] = 0.18;
    touchdown::view(body.body.v) = touchdown::Vector3<double>(0.9 * std::sin(i), 0.7 * std::cos(2.3 * i), -1.5);
    touchdown::view(body.body.w) =
        touchdown::Vector3<double>(0.8 * std::cos(1.1 * i), 0.8 * std::sin(0.7 * i), std::sin(3.0 * i));
    body.count = 4;
    body.points = point;
  }
  touchdown::Point<double> point[4];
  touchdown::ContactResult<double> contact[4];
  touchdown::BodyMultiContact<double> body;
};

// By how much contacts miss the law, in m/s: in the cone, v_n >= 0 and nothing where it is above, friction at its bound
// against slip. Of mass that a contact feels no more than 2 kg.
double missed(const OnFeet &on) {
  double worst = 0;
  for (int k = 0; k < 4; ++k) {
    const auto &p = on.contact[k].p, &v = on.contact[k].v;
    const double limit = on.point[k].surface.mu_k * p.n;
    Vector2d friction(p.t, p.s), pushed = friction - Vector2d(v.t, v.s);
    if (pushed.norm() > limit) pushed *= limit / pushed.norm();
    worst = std::max({worst, -p.n, -v.n, std::min(p.n, v.n), friction.norm() - limit, (pushed - friction).norm()});
  }
  return worst;
}

}  // namespace

TEST_CASE("values: compressions of four contacts obey the law, at the converged budget") {
  int nearly = 0, about = 0;
  for (int i = 0; i < 300; ++i) {
    OnFeet on(i);
    on.body.multi_contact.iterations = TD_CONVERGED_ITERATIONS;
    touchdown::BodyMultiContactImpact<double> impact;
    REQUIRE(touchdown::resolve(on.body, impact, on.contact) >= 0);
    nearly += missed(on) < 1.5e-3;  // of the approach 1e-3
    about += missed(on) < 1.5e-2;
  }
  CHECK(nearly > 285);
  CHECK(about > 296);
}

// Mass in units of a millionth, lengths in units of a thousandth: the same bits where units are powers of 4.
TEST_CASE("values: several contacts do not depend on units") {
  for (int i = 0; i < 40; ++i) {
    OnFeet given(i), heavy(i);
    for (OnFeet *on : {&given, &heavy}) {
      on->body.multi_contact.iterations = i % 2 == 0 ? TD_CONVERGED_ITERATIONS : 0;
      for (touchdown::Point<double> &point : on->point) point.surface.e = 0.3;
    }
    heavy.body.body.mass *= 0x1p20;
    for (double &x : heavy.body.body.inertia) x *= 0x1p40;
    for (touchdown::Point<double> &point : heavy.point)
      for (double &x : point.r) x *= 0x1p10;
    for (double &x : heavy.body.body.v) x *= 0x1p10;
    touchdown::BodyMultiContactImpact<double> impact, scaled;
    CHECK(touchdown::resolve(given.body, impact, given.contact) ==
          touchdown::resolve(heavy.body, scaled, heavy.contact));
    for (int k = 0; k < 3; ++k) {
      CHECK(scaled.v[k] == 0x1p10 * impact.v[k]);
      CHECK(scaled.w[k] == impact.w[k]);
    }
    CHECK(scaled.result.energy_after == 0x1p40 * impact.result.energy_after);
  }
}

// v_n = -1 in restitution, after an impulse of 0.1 and a work of -0.02. By the law 0.4 are left.
TEST_CASE("values: recompression that ends before slip stops, and after it, by hand") {
  const touchdown::RestitutionLaw<double> law = {TD_LAW_POISSON, 0.5, 0, 0};
  touchdown::NormalProgress<double> now = touchdown::begin_restitution(1.0, 0.5);
  now.reached = {0.1, -1, -0.02};
  const auto before = touchdown::solve_remaining(law, {2.0, 1.0, 4.0}, now);
  CHECK(before.stopped_in == touchdown::Stage::none);
  CHECK(before.p1 == 0.5);  // until v_n = 0, by which the law has ended
  CHECK(before.p2 == 0);
  CHECK(before.end.reached.v_n == 0);
  CHECK(before.end.reached.work == doctest::Approx(-0.02 - 0.25));
  CHECK(before.caveats == TD_CAVEAT_EXTENDED);
  const auto after = touchdown::solve_remaining(law, {2.0, 0.25, 4.0}, now);
  CHECK(after.stopped_in == touchdown::Stage::restitution);
  CHECK(after.p1 == 0.25);
  CHECK(after.p2 == doctest::Approx(0.125 + 0.025));  // from v_n = -0.5 to 0, and what the law has left
  CHECK(after.end.reached.v_n == doctest::Approx(0.1));
  CHECK(after.end.reached.p == doctest::Approx(0.5));
  CHECK(after.end.reached.work == doctest::Approx(-0.02 - 0.1875 - 0.03125 + 0.00125));
  CHECK(after.caveats == 0);
}

// v_n = 0.5, and by the law an impulse of 0.5 is left: v_n turns back before, and slip stops on its way down.
TEST_CASE("values: recompression that is still ahead, by hand") {
  const touchdown::RestitutionLaw<double> law = {TD_LAW_POISSON, 1, 0, 0};
  touchdown::NormalProgress<double> now = touchdown::begin_restitution(1.0, 0.5);
  now.reached = {0.5, 0.5, 0.1};
  const auto impact = touchdown::solve_remaining(law, {-4.0, 0.25, 4.0}, now);
  CHECK(impact.stopped_in == touchdown::Stage::restitution);
  CHECK(impact.p1 == 0.25);                            // to v_n = -0.5
  CHECK(impact.p2 == doctest::Approx(0.125 + 0.125));  // to v_n = 0, and what the law has left
  CHECK(impact.end.reached.v_n == doctest::Approx(0.5));
  CHECK(impact.end.reached.p == doctest::Approx(1));
  CHECK(impact.end.reached.work == doctest::Approx(0.1 - 0.03125 + 0.03125));
}

// A wedge: past the stop nothing moves any more, by no law; where v_n < 0 is left, no impulse ends it.
// Rounding has passed the end by the law before v_n has risen: going back to it would leave v_n below 0.
TEST_CASE("values: restitution that the law has just ended where v_n is 0 leaves no approach") {
  const touchdown::RestitutionLaw<double> law = {TD_LAW_POISSON, 0.5, 0, 0};
  const touchdown::TwoSegmentPath<double> segments = {0.5, touchdown::largest<double>, 0.5};
  const double passed = 1 + 8 * std::numeric_limits<double>::epsilon();
  const auto impact = touchdown::straight::follow_pieces<double>(
      law, segments, {{1, 0.5}, {0.5 * passed, 0, 0}, touchdown::Stage::restitution});
  CHECK(impact.end.reached.v_n == 0);
  CHECK(std::abs(impact.end.reached.p - 0.5) <= 1e-15);
  CHECK(std::abs(impact.end.reached.work) <= 1e-15);
  CHECK(impact.stopped_in == touchdown::Stage::none);
}

TEST_CASE("values: a path that ends in a wedge") {
  for (const std::int32_t law :
       {TD_LAW_POISSON, TD_LAW_ENERGETIC, TD_LAW_NEWTON, TD_LAW_COMPROMISE, TD_LAW_AUTOMATIC}) {
    const touchdown::RestitutionLaw<double> by = {law, 0.5, 1, 1};
    const auto held = touchdown::solve_remaining(by, {2.0, 0.5, 0.0}, touchdown::at_first_touch<double>());
    CHECK(held.caveats == TD_CAVEAT_JAM);
    CHECK(held.stopped_in == touchdown::Stage::compression);
    CHECK(held.end.compression.p == 0.5);
    CHECK(held.end.compression.work == 0.25);
    CHECK(held.end.reached.p == 0);
    CHECK(held.end.reached.v_n == 0);
    const auto late = touchdown::solve_remaining(by, {2.0, 0.625, 0.0}, touchdown::at_first_touch<double>());
    CHECK(late.stopped_in == touchdown::Stage::restitution);
    CHECK(late.p1 == 0.625);
    CHECK(late.p2 == 0);
    CHECK(late.end.reached.v_n == 0.25);
    const auto driven = touchdown::solve_remaining(by, {2.0, 0.25, 0.0}, touchdown::at_first_touch<double>());
    CHECK(!(driven.end.compression.p < 1e300));
  }
}

namespace {

struct Restituting {
  touchdown::RestitutionLaw<double> law = {TD_LAW_COMPROMISE, 0.6, 0.7, 1.1};
  touchdown::Compression<double> compression = {1, 0.5};
  touchdown::Progress<double> now = {0, 0, 0};
  double f = 0.8;

  // J of Baruh 2022, section 6, after another impulse dp.
  double off(double dp) const {
    const double work = std::max(0.0, now.work + dp * (now.v_n + 0.5 * f * dp));
    const double poisson = 1 - (now.p + dp) / (law.e * compression.p);
    const double energetic = 1 - std::sqrt(work / compression.work) / law.e;
    return law.d1 * poisson * poisson + law.d2 * energetic * energetic;
  }
  double best() const {
    double least = 0;
    for (int i = 1; i <= 200000; ++i)
      if (off(1e-5 * i) < off(least)) least = 1e-5 * i;
    return least;
  }
};

}  // namespace

TEST_CASE("values: the compromise from where restitution has begun, and from where its work is 0, by search") {
  Restituting at;
  const auto from_rest = touchdown::remaining_by_compromise(at.law, at.compression, at.now, at.f);
  CHECK(from_rest.impulse == doctest::Approx(at.best()).epsilon(1e-4));
  CHECK(!from_rest.ended);
  at.now = {0.1, 0.3, 0};  // what was won has been lost again
  CHECK(touchdown::remaining_compromise(at.law, at.compression, at.now, at.f) ==
        doctest::Approx(at.best()).epsilon(1e-4));
}

// J bends down there: a step of Newton's method would lead away from where it is least.
TEST_CASE("values: the compromise where its function bends down stays between the ends by either law") {
  int bent = 0;
  for (int i = 0; i < 2000; ++i) {
    const double a = 0.37 * i, b = 0.73 * i;
    Restituting at;
    at.law.e = 0.05 + 0.9 * std::abs(std::sin(a));
    at.law.d1 = 0.02;
    at.law.d2 = 2;
    at.now = {1.5 * std::abs(std::sin(b)), 0.8 * std::abs(std::cos(a)), 0.3 * std::abs(std::sin(a + b))};
    at.f = 3 * std::sin(1.9 * i);
    const auto J = touchdown::compromise(at.law, at.compression, at.now);
    const double energetic = touchdown::remaining_energetic(at.law, at.compression, at.now, at.f);
    if (!(energetic < 100)) continue;
    const double low = std::max(0.0, std::min(energetic, J.by_poisson)), high = std::max(energetic, J.by_poisson);
    bent += touchdown::compromise_slope(J, low, at.now.v_n + at.f * low,
                                        at.now.work + low * (at.now.v_n + 0.5 * at.f * low), at.f)
                .second < 0;
    const double found = touchdown::remaining_compromise(at.law, at.compression, at.now, at.f);
    CHECK(found >= low);
    CHECK(found <= std::max(low, high));
  }
  CHECK(bent > 50);
}

// Friction is put back, and with it v_n and slip: v_n = 0.05 - 0.25, which the point is then pushed out of.
TEST_CASE("values: friction put back into its cone, and the point that this brings down, by hand") {
  touchdown::TangentialPlane<double> plane = {};
  plane.b = {0.5, -0.2};
  plane.T = {2, 1};
  touchdown::slip_path::Point<double> point = {};
  point.lambda = {1, 0};
  point.u = {3, 1};
  point.normal.reached = {1, 0.05, 0};
  touchdown::slip_path::put_into_cone(plane, 0.5, point);
  CHECK(point.lambda.x == 0.5);
  CHECK(point.normal.reached.v_n == 0);
  CHECK(point.normal.reached.p == doctest::Approx(1.2));
  CHECK(point.u.x == doctest::Approx(3 - 1 + 0.1));
  CHECK(point.u.y == doctest::Approx(1 - 0.04));
  point.lambda = {1, 0};
  point.normal.reached = {1, 0.5, 0};
  touchdown::slip_path::put_into_cone(plane, 0.5, point);
  CHECK(point.normal.reached.v_n == 0.25);
  CHECK(point.normal.reached.p == 1);
}

// The tolerance as grown in the second half of the budget is the size below which slip counts as 0.
TEST_CASE("values: slip ahead is on the ray if it is near it, or is as good as none") {
  touchdown::slip_path::Path<double> path = {};
  path.resumes = true;
  path.resumed.t = {1, 0};
  path.tolerance = 1e-6;
  touchdown::slip_path::IntegratorState<double> state = {};
  touchdown::Slip<double> slip = {};
  slip.t = {0.8, 0.6};
  for (const double speed : {1e-6, 1e-3}) {
    slip.speed = speed;
    state.tolerance = path.tolerance;
    CHECK(touchdown::slip_path::on_resumed_slip(path, slip, state) == (0.6 * speed <= path.tolerance));
    state.tolerance = 100 * speed;
    CHECK(touchdown::slip_path::on_resumed_slip(path, slip, state));
  }
}

TEST_CASE("values: no stop is certain without mobility along an axis") {
  touchdown::TangentialPlane<double> plane = {};
  plane.T = {2, 0};
  plane.inv_T = {0.5, 0};
  plane.mu_k = 0.5;
  plane.f_stick = 1;
  CHECK(!touchdown::slip_path::stops_for_certain(plane, {0.01, 0}));
  plane.T.y = plane.inv_T.y = 1;
  CHECK(touchdown::slip_path::stops_for_certain(plane, {0.01, 0}));
}

TEST_CASE("values: the direction in which slip resumes, by the equation that it solves") {
  for (const double size : {0.3, 1.0, 4.0}) {  // below the braking's trace, and above
    const touchdown::Vector2<double> b = {2 * size, size};
    const auto t = touchdown::resumed_direction(touchdown::Symmetric2<double>{0.3, 0.05, 0.5}, b);
    const touchdown::Vector2<double> pull = {b.x - 0.3 * t.x - 0.05 * t.y, b.y - 0.05 * t.x - 0.5 * t.y};  // g t
    CHECK(t.x * t.x + t.y * t.y == doctest::Approx(1));
    CHECK(pull.x * t.y - pull.y * t.x == doctest::Approx(0));
    CHECK(pull.x * t.x + pull.y * t.y > 0);
  }
}

// W_ss - W_ns^2 / W_nn is -0.5: an impulse along s would gain energy.
TEST_CASE("values: without mobility along t, too, W is refused if it is no inverse inertia along s") {
  Contact<double> contact{{1, 0, 1, 0, 0, 0.5}, {-1, 0, 0.3}, {0.3, 0.3, 0.5}, {}};
  Impact<double> impact;
  CHECK(touchdown::resolve(contact, impact) == TD_REFUSED_CONTACT_INERTIA);
  contact.W.ss = 1.5;
  CHECK(touchdown::resolve(contact, impact) >= 0);
}

// Of a row of unit 1e-20 what holds it is 1e20 times as much.
TEST_CASE("values: what holds a row is refused where its number leaves the range") {
  const float M[4] = {1e15F, 3e14F, 3e14F, 2e15F}, u[2] = {-1e3F, 0}, J[6] = {1, 0, 0, 0, 0, 1};
  for (const float unit : {1.0F, 1e-10F, 1e-25F}) {
    const float A[2] = {unit, unit};
    float after[2], held[1];
    touchdown::Speeds<float> speeds;
    speeds.system.n = 2;
    speeds.system.M = M;
    speeds.system.u = u;
    speeds.system.constraints = 1;
    speeds.system.A = A;
    touchdown::SystemAfter<float> to = {after, nullptr, held};
    speeds.J = J;
    speeds.axes = TD_AXES_CONTACT;
    speeds.surface = {0.3F, 0.3F, 0.5F};
    touchdown::SpeedsImpact<float> impact;
    const touchdown::Status status = touchdown::resolve(speeds, impact, &to);
    CHECK(status == (unit < 1e-20F ? TD_REFUSED_RANGE : TD_SOLVED));
    if (status != TD_SOLVED) continue;
    const float gained = M[2] * (after[0] - u[0]) + M[3] * (after[1] - u[1]);  // along the second speed
    CHECK(gained == doctest::Approx(impact.impact.p.s + unit * held[0]).epsilon(1e-4));
  }
}

// Nothing changes such slip: friction is against it throughout.
TEST_CASE_TEMPLATE("values: slip along a surface that nothing moves along is solved by every method", Scalar, float,
                   double) {
  for (const std::int32_t method : {TD_METHOD_SLIP_PATH, TD_METHOD_ALGEBRAIC}) {
    Contact<Scalar> contact{
        {2, 0, 0, 0, 0, 0}, {-1, Scalar(0.4), Scalar(-0.3)}, {Scalar(0.3), Scalar(0.3), Scalar(0.5)}, {}};
    contact.options.method = method;
    Impact<Scalar> impact;
    REQUIRE(touchdown::resolve(contact, impact) == TD_SOLVED);
    CHECK(impact.p.n == doctest::Approx(0.75));
    CHECK(impact.p.t == doctest::Approx(-0.3 * 0.75 * 0.8));
    CHECK(impact.p.s == doctest::Approx(0.3 * 0.75 * 0.6));
    CHECK(impact.v.n == doctest::Approx(0.5));
    CHECK(impact.v.t == Scalar(0.4));
    CHECK(impact.v.s == Scalar(-0.3));
  }
}

// Of a rod that hardly resists its turns, least of all that about itself, rounding gains energy.
TEST_CASE("values: a body whose contacts would gain energy by rounding is left as it is") {
  int left = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto draw = [i](int k) { return static_cast<float>(std::sin(1.3 * i + 2.7 * k + 0.11 * i * k)); };
    touchdown::BodyMultiContact<float> body;
    touchdown::Point<float> point[3];
    touchdown::ContactResult<float> contact[3];
    body.body.mass = 3;
    body.body.inertia[0] = body.body.inertia[1] = 2e-8F;
    body.body.inertia[2] = 3e-16F;
    for (int k = 0; k < 3; ++k) body.body.v[k] = draw(3 + k);
    for (int k = 0; k < 3; ++k) body.body.w[k] = 1e3F * draw(6 + k);
    body.count = 3;
    body.points = point;
    for (int k = 0; k < 9; ++k) {
      point[k / 3].r[k % 3] = draw(10 + k);
      point[k / 3].n[k % 3] = draw(20 + k);
      point[k / 3].surface = {0.5F, 0.5F, 0.5F};
    }
    touchdown::BodyMultiContactImpact<float> impact;
    const touchdown::Status status = touchdown::resolve(body, impact, contact);
    if (status < 0 || impact.result.restitution_scale != 0 || contact[0].p.n + contact[1].p.n + contact[2].p.n != 0)
      continue;
    ++left;
    CHECK((status & TD_CAVEAT_APPROACH) != 0);
    CHECK(impact.result.energy_after == impact.result.energy_before);
    for (int k = 0; k < 3; ++k) {
      CHECK(impact.v[k] == body.body.v[k]);
      CHECK(impact.w[k] == body.body.w[k]);
    }
  }
  CHECK(left > 0);
}

TEST_CASE("values: a budget that is shared is never refused its least") {
  CHECK(touchdown::share_of_budget(9, 100, 4) == 9);
  CHECK(touchdown::share_of_budget(9, 7, 4) == 7);
  CHECK(touchdown::share_of_budget(9, 2, 4) == 4);
  CHECK(touchdown::share_of_budget(9, -5, 4) == 4);
  CHECK(touchdown::share_of_budget(3, 2, 4) == 3);
}

namespace {

struct StepsTaken {
  int taken, of_one, least_allowed;  // of_one: impacts that may take one
};

// Who counts the steps along the slip path that the impacts of a sequence may take and do.
struct StepsCounted : touchdown::Unwatched {
  StepsTaken *steps;
  explicit StepsCounted(StepsTaken &to) : steps(&to) {}
  template <class Set>
  touchdown::Status hit(const Set & /*set*/, int /*i*/, const Contact<double> &contact,
                        const Impact<double> &impact) const {
    steps->taken += impact.steps;
    steps->of_one += contact.options.steps == 1;
    steps->least_allowed = std::min(steps->least_allowed, int{contact.options.steps});
    return TD_SOLVED;
  }
};

// A body that slides down between two walls, hardly apart from parallel, and is thrown from one to the other.
StepsTaken steps_of_sequence(int k, std::int32_t iterations, std::int32_t law) {
  td_point_in<double> points[2] = {};
  for (int i = 0; i < 2; ++i) {
    points[i].r[0] = i == 0 ? -0.5 : 0.5;
    points[i].n[0] = i == 0 ? 1 : -1;
    points[i].n[2] = 0.0005;
    points[i].surface = {0.02, 0.02, 1};
  }
  touchdown::BodyMultiContact<double> body = {};
  body.body.mass = 1;
  body.body.inertia[0] = 0.2;
  body.body.inertia[1] = 0.02;
  body.body.inertia[2] = 0.4;
  body.body.v[0] = 1;
  body.body.v[1] = 150 + 20 * k;
  body.body.v[2] = -100;
  body.count = 2;
  body.points = points;
  body.multi_contact.rule = TD_RULE_SEQUENTIAL;
  body.multi_contact.iterations = iterations;
  body.multi_contact.options.law = law;
  body.multi_contact.options.method = TD_METHOD_SLIP_PATH;
  body.multi_contact.options.steps = TD_MAX_STEPS;
  StepsTaken steps = {0, 0, TD_MAX_STEPS};
  touchdown::BodyMultiContactImpact<double> impact;
  touchdown::ContactResult<double> contacts[2];
  touchdown::ContactSet<double> set;
  touchdown::Outcome<double> outcome;
  touchdown::BodyWithContacts<double, StepsCounted> system{body, impact, contacts, set, outcome, StepsCounted(steps)};
  CHECK(touchdown::resolve_system(system, impact.result) >= 0);
  return steps;
}

}  // namespace

TEST_CASE("values: the impacts of a sequence share steps, which the default number of them never spends") {
  for (int k = 0; k < 4; ++k) {
    for (const std::int32_t law : {TD_LAW_POISSON, TD_LAW_ENERGETIC, TD_LAW_AUTOMATIC}) {
      const StepsTaken few = steps_of_sequence(k, 0, law);
      CHECK(few.least_allowed == TD_MAX_STEPS);
      const StepsTaken many = steps_of_sequence(k, TD_MAX_ITERATIONS, law);
      CHECK(many.of_one > 0);
      CHECK(many.taken <= touchdown::max_sequence_steps + many.of_one);
    }
  }
}
