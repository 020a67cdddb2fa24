// Formulas of single impacts and of several, by hand or by what must hold between their figures.
//
// Seen red: by what toolchain/mutants makes of src/impact, src/systems and src/simultaneous.
#include <doctest/doctest.h>

#include <cmath>

#include "impact/tangential_plane.hpp"
#include "simultaneous/cone_step.hpp"
#include "touchdown/prepared.hpp"

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

TEST_CASE("values: the length of an impulse in the surface, at either end of the range") {
  for (const double size : {1e-200, 1e-3, 1.0, 1e200})
    CHECK(touchdown::tangential(touchdown::ContactVector<double>{7, -3 * size, 4 * size}) / size == doctest::Approx(5));
  CHECK(touchdown::tangential(touchdown::ContactVector<double>{7, 0, 0}) == 0);
}

// Isotropic: |p_T| = |b| / (S + g), and 1 - mu p_n / |p_T| is a straight line in g, which one step follows to its root.
TEST_CASE("values: the multiplier of a slide, by hand") {
  const touchdown::SurfaceProblem<double> problem = {2, 0, 2, 3, 4, 1.25, 0, 0, 0.8, 0.8};  // mu p_n = 1
  CHECK(touchdown::next_multiplier(problem, 0.0, 10.0) == doctest::Approx(3));              // 5 / (2 + 3) = 1
  CHECK(touchdown::next_multiplier(problem, 8.0, 10.0) == doctest::Approx(9));              // half way to the least
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
