// Derivatives by the weights of the compromise law, told as a change of e: against differences of the exact impact, by
// either weight, of planar and general contacts and of bodies; the algebraic method against differences of itself.
//
// Seen red: without e in common_part (src/derivatives/weights_as_restitution.hpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "differences.hpp"
#include "exact_body.hpp"

namespace {

using differences::Six;
using differences::wide;
using oracle::Case;
using oracle::Family;

double &weight_of(Case &c, int weight) { return weight == 0 ? c.options.d1 : c.options.d2; }

// d1 = d2 = 0 stands for 1, 1, and is differentiated there.
Case with_weights(Case c) {
  if (c.options.d1 + c.options.d2 == 0) c.options.d1 = c.options.d2 = 1;
  return c;
}

// By a weight, over a step and half of it.
template <class Impact>
Six slope(const Case &c, int weight, const Impact &impact, double &doubt) {
  const double size = weight == 0 ? c.options.d1 : c.options.d2;
  Six by[2];
  for (const int half : {0, 1}) {
    const double step = (half == 0 ? 1e-4 : 5e-5) * size;
    Case low = c, high = c;
    weight_of(low, weight) -= step;
    weight_of(high, weight) += step;
    Six before, after;
    if (!impact(low, before) || !impact(high, after)) doubt = 1;
    by[half] = (after - before) / (2 * step);
  }
  doubt = std::max(doubt, (by[0] - by[1]).norm());
  return (4 * by[1] - by[0]) / 3;
}

template <class Scalar>
bool found_by_weights(const Case &c, Eigen::Matrix<double, 6, 2> &by) {
  const touchdown::Contact<Scalar> contact = oracle::cast<Scalar>(c);
  touchdown::ImpactDerivatives<Scalar> found;
  touchdown::WeightsAsRestitution<Scalar> weights;
  const touchdown::Status status = touchdown::resolve(contact, found);
  REQUIRE(status >= 0);
  const touchdown::Status told =
      touchdown::weights_as_restitution_of(contact.surface, contact.options, found.impact, weights);
  if (told < 0) {
    CHECK(told == TD_REFUSED_METHOD);
    CHECK(c.options.method == TD_METHOD_ALGEBRAIC);
    return false;
  }
  Six by_e;
  by_e << wide(found.p).col(TD_BY_E), wide(found.v).col(TD_BY_E);
  by << by_e * static_cast<double>(weights.e_by_d1), by_e * static_cast<double>(weights.e_by_d2);
  return (status & TD_CAVEAT_ONE_SIDED) == 0;
}

template <class Scalar>
void compare(Family family, int count, double bar) {
  oracle::Random random(251);
  int judged = 0;
  double worst = 0, largest = 0;
  for (int i = 0; i < count; ++i) {
    Case c = oracle::random_case(random, family);
    c.options.law = TD_LAW_COMPROMISE;
    c.surface.e = std::min(std::max(c.surface.e, 0.05), 0.95);
    if (i % 3 == 0) c.options.d1 = c.options.d2 = 0;
    const oracle::Result exact = oracle::exact_impact(c);
    if (!oracle::well_posed(c, exact) || c.v.n >= 0) continue;
    Eigen::Matrix<double, 6, 2> ours;
    if (!found_by_weights<Scalar>(c, ours)) continue;
    const Case weighted = with_weights(c);
    Six size;
    size << exact.p.n, exact.p.t, exact.p.s, c.v.n, c.v.t, c.v.s;
    for (const int weight : {0, 1}) {
      double doubt = 0;
      const Six expected = slope(weighted, weight, differences::exact, doubt);
      if (doubt > 1e-6 * size.norm()) continue;
      ++judged;
      const double error = (ours.col(weight) - expected).norm() / size.norm();
      worst = std::max(worst, error);
      largest = std::max(largest, expected.norm() / size.norm());
      CHECK(error < bar);
    }
    CHECK((weighted.options.d1 * ours.col(0) + weighted.options.d2 * ours.col(1)).norm() < 1e-6 * size.norm());
  }
  MESSAGE(std::string(oracle::name(family)), ": ", judged, " judged, derivatives up to ", largest, ", worst error ",
          worst);
  CHECK(judged > count / 2);
  CHECK(largest > 1e-3);
}

bool algebraic(const Case &c, Six &result) {
  touchdown::Impact<double> found;
  if (touchdown::resolve(oracle::cast<double>(c), found) < 0) return false;
  result << found.p.n, found.p.t, found.p.s, found.v.n, found.v.t, found.v.s;
  return true;
}

}  // namespace

TEST_CASE("weights of the compromise law, against differences of the exact impact") {
  for (const Family family : {Family::general, Family::pair, Family::planar}) {
    compare<double>(family, 150, 1e-6);
    compare<float>(family, 60, 2e-5);  // by works of the default steps, which are off by up to 1e-4
  }
}

TEST_CASE("weights of the compromise law by the algebraic method: where it does not slide in restitution") {
  oracle::Random random(252);
  int judged = 0;
  for (int i = 0; i < 600; ++i) {
    Case c = oracle::random_case(random, Family::general);
    c.options.law = TD_LAW_COMPROMISE;
    c.options.method = TD_METHOD_ALGEBRAIC;
    c.surface.e = std::min(std::max(c.surface.e, 0.05), 0.95);
    Eigen::Matrix<double, 6, 2> ours;
    if (c.v.n >= 0 || !found_by_weights<double>(c, ours)) continue;
    double doubt = 0;
    Six here;
    REQUIRE(algebraic(c, here));
    const Six expected = slope(with_weights(c), 0, algebraic, doubt);
    if (doubt > 1e-6 * here.norm()) continue;
    ++judged;
    CHECK((ours.col(0) - expected).norm() < 1e-6 * here.norm());
  }
  CHECK(judged > 60);
}

TEST_CASE("weights of the compromise law: the motion of a body, against differences of the exact impact") {
  oracle::Random random(253);
  int judged = 0;
  for (int i = 0; i < 60; ++i) {
    exact_body::Body body = exact_body::random_body(random);
    body.law = TD_LAW_COMPROMISE;
    const touchdown::BodyContact<double> given = exact_body::described<double>(body);
    touchdown::BodyDerivatives<double> found;
    touchdown::WeightsAsRestitution<double> weights;
    const touchdown::Status status = touchdown::resolve(given, found);
    if (status < 0 || (status & TD_CAVEAT_ONE_SIDED) != 0 || found.body.impact.p.n == 0) continue;
    REQUIRE(touchdown::weights_as_restitution_of(given.surface, given.options, found.body.impact, weights) ==
            TD_SOLVED);
    exact_body::Vector6 slope;
    Eigen::Map<const Eigen::Matrix<double, 6, TD_BODY_INPUTS, Eigen::RowMajor>> motion(found.motion[0]);
    touchdown::BodyContact<double> ends[2] = {given, given};
    touchdown::BodyImpact<double> impact[2];
    for (const int side : {0, 1}) {  // in place of the oracle, whose bodies know no weights: many steps
      ends[side].options = given.options;
      ends[side].options.steps = TD_MAX_STEPS;
      ends[side].options.d1 = side == 0 ? 0.999 : 1.001;
      ends[side].options.d2 = 1;
      REQUIRE(touchdown::resolve(ends[side], impact[side]) >= 0);
    }
    for (int k = 0; k < 3; ++k) {
      slope[k] = (impact[1].v[k] - impact[0].v[k]) / 0.002;
      slope[3 + k] = (impact[1].w[k] - impact[0].w[k]) / 0.002;
    }
    ++judged;
    CHECK((motion.col(TD_BODY_BY_E) * weights.e_by_d1 - slope).norm() < 1e-5);
  }
  CHECK(judged > 40);
}

TEST_CASE("weights of the compromise law: what reads none has none, and nonsense is refused") {
  td_surface surface = {0.5F, 0.4F, 0.5F};
  td_options options = {};
  td_impact impact = {};
  td_weights_as_restitution weights = {7, 7};
  impact.N_P = 0.9F;
  impact.N_E = 1.2F;
  options.d1 = -1;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_SOLVED);
  CHECK(weights.e_by_d1 == 0);
  CHECK(weights.e_by_d2 == 0);
  weights = {7, 7};
  options.law = TD_LAW_COMPROMISE;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_REFUSED_WEIGHTS);
  options.d1 = 0;
  options.d2 = 1;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_REFUSED_WEIGHTS);
  options.d1 = 1;
  impact.N_E = -TD_NOT_APPLICABLE;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_REFUSED_RANGE);
  impact.N_E = 1.2F;
  surface.e = 2;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_REFUSED_RESTITUTION);
  surface.e = 0.5F;
  impact.method = TD_METHOD_ALGEBRAIC;
  impact.mode_restitution = TD_MODE_SLIDES;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_REFUSED_METHOD);
  CHECK(weights.e_by_d1 == 7);
  impact.mode_restitution = TD_MODE_STICKS;
  CHECK(td_weights_as_restitution_of(&surface, &options, &impact, &weights) == TD_SOLVED);
  CHECK(weights.e_by_d1 > 0);
  CHECK(weights.e_by_d1 == -weights.e_by_d2);
}
