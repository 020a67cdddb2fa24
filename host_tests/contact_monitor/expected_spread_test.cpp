// What a prediction and its derivatives say of a touch's impulse, as an expectation: the spread of
// td_covariance_through, held against impacts that are resolved one by one with dispersed speeds and surfaces. Draws
// know no derivatives.
//
// Seen red: a covariance whose speeds spread by 2 % instead of 4 %.
#include <doctest/doctest.h>

#include <cmath>

#include "imu.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using Vector = Eigen::Vector3d;

constexpr double sigma[TD_CONTACT_INPUTS] = {0.04, 0.04, 0.04, 0, 0.02, 0.03};  // v, mu_s, mu_k, e

touchdown::Contact<double> foot_of_a_lander() {
  touchdown::Contact<double> contact = {};
  contact.W = {0.05, 0.008, -0.004, 0.06, 0.002, 0.055};
  contact.v = {-1, 0.4, 0.2};
  contact.surface.mu_s = contact.surface.mu_k = 0.3;
  contact.surface.e = 0.3;
  return contact;
}

touchdown::Contact<double> dispersed(oracle::Random &random) {
  touchdown::Contact<double> contact = foot_of_a_lander();
  contact.v.n += sigma[0] * imu::normal(random);
  contact.v.t += sigma[1] * imu::normal(random);
  contact.v.s += sigma[2] * imu::normal(random);
  contact.surface.mu_k += sigma[4] * imu::normal(random);
  contact.surface.mu_s = contact.surface.mu_k;
  contact.surface.e += sigma[5] * imu::normal(random);
  return contact;
}

Vector impulse_of(const touchdown::Impact<double> &impact) { return {impact.p.n, impact.p.t, impact.p.s}; }

// By the derivatives of the size of the impulse.
touchdown::TouchExpectation<double> expected() {
  touchdown::ImpactDerivatives<double> impact;
  REQUIRE(touchdown::resolve(foot_of_a_lander(), impact) >= 0);
  touchdown::TouchExpectation<double> expectation = {};
  const Vector p = impulse_of(impact.impact);
  expectation.impulse = p.norm();
  double row[TD_CONTACT_INPUTS] = {}, C[TD_CONTACT_INPUTS * TD_CONTACT_INPUTS] = {}, variance = 0;
  for (int i = 0; i < TD_CONTACT_INPUTS; ++i) {
    for (int k = 0; k < 3; ++k) row[i] += p[k] / p.norm() * impact.p[k][i];
    C[i * TD_CONTACT_INPUTS + i] = sigma[i] * sigma[i];
  }
  REQUIRE(touchdown::covariance_through(1, TD_CONTACT_INPUTS, row, C, &variance) == TD_SOLVED);
  expectation.impulse_spread = std::sqrt(variance);
  expectation.time_spread = 0.01;
  expectation.foot = -1;
  return expectation;
}

}  // namespace

TEST_CASE("expectation: the spread that derivatives give is that of dispersed impacts") {
  const touchdown::TouchExpectation<double> expectation = expected();
  oracle::Random random(5);
  touchdown::ContactEvent<double> event = {};
  event.phase = TD_EVENT_OVER;
  event.explanation = TD_EXPLAINED_BY_FOOT;
  double sum = 0;
  int surprising = 0;
  constexpr int draws = 4000;
  for (int i = 0; i < draws; ++i) {
    touchdown::Impact<double> impact;
    REQUIRE(touchdown::resolve(dispersed(random), impact) >= 0);
    Eigen::Map<Vector>(event.impulse) = impulse_of(impact);
    touchdown::TouchSurprise<double> surprise;
    REQUIRE(touchdown::surprise_of(expectation, event, surprise) == TD_SOLVED);
    sum += surprise.harder * surprise.harder;
    surprising += surprise.flags != 0 ? 1 : 0;
  }
  MESSAGE("spread " << std::sqrt(sum / draws) << " of the one foretold, " << surprising << " of " << draws
                    << " surprising");
  CHECK(std::abs(std::sqrt(sum / draws) - 1) < 0.1);
  CHECK(surprising < 0.01 * draws);
  event.impulse[0] *= 1.5;
  touchdown::TouchSurprise<double> surprise;
  REQUIRE(touchdown::surprise_of(expectation, event, surprise) == TD_SOLVED);
  CHECK(surprise.flags == TD_TOUCH_HARD);
}
