// Formulas of legs that yield, by hand: what a leg that stands gives, what a piece ends at, what a solve misses.
// host_tests/landing tests whole landings.
//
// Seen red: with 2 for 1 in mobility_along() and in miss_of(); without the stiffness of struts in begin_rest(), the
// most that a leg gives in set_standing_leg(), the energy in all_finite(); with <= for < in set_standing_leg() and in
// time_to_stand(); with + for - in end_of_branch(); with a strut that goes on where its way ends, in run_strut().
#include <doctest/doctest.h>

#include <limits>

#include "landing/leg_step.hpp"

namespace {

using touchdown::Vector3;

constexpr double inf = std::numeric_limits<double>::infinity();

touchdown::Leg<double> a_spring(double preload, double friction) {
  touchdown::Leg<double> leg = {};
  leg.kind = TD_LEG_SPRINGS;
  leg.stiffness = 1000;
  leg.preload = preload;
  leg.friction = friction;
  leg.stroke = 0.5;
  return leg;
}

touchdown::StandingFoot<double> standing(const touchdown::Leg<double> &leg, double stroke) {
  touchdown::StandingFoot<double> foot;
  foot.force.setZero();
  foot.stiffness.setConstant(7);
  touchdown::set_standing_leg(leg, stroke, 1e-3, foot);
  return foot;
}

}  // namespace

// Seen red: with the last foot of an empty set.
TEST_CASE("values: sets of feet") {
  using touchdown::FootSet;
  FootSet feet = touchdown::only(1) | touchdown::only(3);
  CHECK(touchdown::first_of(feet) == 1);
  CHECK(touchdown::first_of(touchdown::without_first(feet)) == 3);
  CHECK(touchdown::without_first(touchdown::without_first(feet)).empty());
  CHECK(touchdown::first_of(FootSet{}) == 0);
  CHECK(touchdown::first_feet(4) - feet == (touchdown::only(0) | touchdown::only(2)));
  CHECK((feet ^ touchdown::first_feet(2)) == (touchdown::only(0) | touchdown::only(3)));
  CHECK(touchdown::feet_of_mask(touchdown::mask_of(feet)) == feet);
  feet.remove(3);
  CHECK(!feet.has(3));
  CHECK((touchdown::every_foot & feet) == touchdown::only(1));
}

TEST_CASE("values: what a leg gives that stands") {
  const auto spring = standing(a_spring(0, 0), 0.1);
  CHECK(spring.gives);
  CHECK(spring.force[0] == doctest::Approx(100));
  CHECK(spring.stiffness[0] == 1000);

  const auto rubs = standing(a_spring(0, 5), 0.1);  // its friction holds it
  CHECK(!rubs.gives);
  CHECK(rubs.least == doctest::Approx(95));
  CHECK(rubs.most == doctest::Approx(105));
  CHECK(rubs.stiffness[0] == 7);

  const auto whole = standing(a_spring(50, 0), 0.5e-3);  // its guide holds it at full length, up to its preload
  CHECK(!whole.gives);
  CHECK(whole.least == 0);
  CHECK(whole.most == doctest::Approx(50.5));
  CHECK(standing(a_spring(50, 0), 2e-3).gives);
  CHECK(standing(a_spring(50, 0), 1e-3).gives);  // no hair is left

  const auto stopped = standing(a_spring(0, 5), 0.5);
  CHECK(stopped.most == touchdown::largest<double>);
  CHECK(stopped.least == doctest::Approx(495));

  touchdown::Leg<double> crushes = {};
  crushes.kind = TD_LEG_CRUSHES;
  crushes.force = 80;
  crushes.stroke = 0.5;
  CHECK(standing(crushes, 0.1).most == 80);
  CHECK(standing(crushes, 0.1).least == 0);
}

// Two springs of 1000 N/m, and a tripod on the ground of struts of 100, 200, 300 N/m.
TEST_CASE("values: how stiff all is that holds a lander at rest") {
  touchdown::Lander<double> lander = {};
  lander.feet = 3;
  lander.leg[0] = lander.leg[1] = a_spring(0, 0);
  lander.leg[2].kind = TD_LEG_TRIPOD;
  for (int k = 0; k < 3; ++k) lander.leg[2].strut[k].stiffness = 100 * (k + 1);
  touchdown::MovingLegs<double> legs;
  legs.whole = &lander;
  legs.lander = lander;
  legs.tripods = touchdown::only(2);
  for (touchdown::LegRecord<double> &record : legs.record) record = {};
  legs.record[2].down = 1;
  touchdown::LegRest<double> rest;
  touchdown::begin_rest(legs, touchdown::only(0), rest);
  CHECK(rest.soft == 2600);
  CHECK(rest.stiff == doctest::Approx(touchdown::tolerance::stiff_at_rest<double> * 1000));
  CHECK(rest.down == (touchdown::only(0) | touchdown::only(2)));
}

TEST_CASE("values: how a body of 2 kg gives way along a line beside its centre of mass") {
  touchdown::BodyFactor<double> factor;
  const Vector3<double> moments(4, 5, 8);
  REQUIRE(touchdown::factorize(2.0, touchdown::Matrix3<double>(moments.asDiagonal()), factor) == TD_SOLVED);
  CHECK(touchdown::mobility_along(factor, 2.0, Vector3<double>(0, 0, 4)) == doctest::Approx(0.5 + 2));
}

// It flows at 100 N for 0.1 m, as far as it is pushed; the stage after it, of 40 N, is not begun.
TEST_CASE("values: a strut whose way ends with a stage stays there") {
  touchdown::Strut<double> strut = {};
  strut.stiffness = 1000;
  strut.crush[0] = {100, 0.125};
  strut.crush[1] = {40, 0.25};
  touchdown::StrutRecord<double> from = {};
  from.elastic = 0.1;
  const touchdown::StrutWay<double> way = touchdown::run_strut(strut, 1.0, from, 0.125);
  CHECK(way.after.crushed == 0.125);
  CHECK(way.after.elastic == doctest::Approx(0.1));
  CHECK(way.after.energy == doctest::Approx(12.5));
  CHECK(way.force == doctest::Approx(100));
}

// The pad came down at 2 m/s and stays; the joint of the strut, which is upright, came down at 1 m/s and goes up in the
// end at half of that.
TEST_CASE("values: a strut comes to a stand where its joint and its pad on the ground do") {
  touchdown::Leg<double> leg = {};
  touchdown::LegRecord<double> before = {};
  before.pad_v[2] = -2;
  touchdown::Tripod<double> foot = {};
  foot.leg = &leg;
  foot.before = &before;
  foot.span = 0.3;
  foot.n = {0, 0, 1};
  foot.v.setZero();
  foot.ground.setZero();
  for (int k = 0; k < 3; ++k) {
    foot.way[k] = {0, 0, 1};
    foot.strut[k].after = {};
  }
  foot.strut[0].after.crushed = 0.01;
  foot.closing = {-0.25, 0, 0};
  CHECK(touchdown::end_of_branch(Vector3<double>(-1, 0, 0), 0.3, foot) == doctest::Approx(0.2));
  foot.strut[0].after.crushed = 0;  // it does not flow
  CHECK(touchdown::end_of_branch(Vector3<double>(-1, 0, 0), 0.3, foot) == 0.3);
}

// Impulse 1 N s and mobility 1 take the foot from -1 m/s to 1 m/s; half-way it has gone 0.25 m, on the mean.
TEST_CASE("values: a leg comes to a stand half-way, if its foot is back on the ground by then") {
  touchdown::LegContact<double> contact = {};
  contact.W = touchdown::Matrix3<double>::Identity();
  contact.before = {-1, 0, 0};
  contact.q.setZero();
  contact.holds = contact.stands = true;
  contact.constant = 1;
  CHECK(touchdown::time_to_stand(contact, 0.0, 1e-3, 0.5) == 0.25);
  contact.stand = -0.125;
  CHECK(touchdown::time_to_stand(contact, 0.0, 1e-3, 0.5) == 0.25);
  contact.stand = -0.25;
  CHECK(touchdown::time_to_stand(contact, 0.0, 1e-3, 0.5) == 0.5);
  contact.stand = -0.5;
  CHECK(touchdown::time_to_stand(contact, 0.0, 1e-3, 0.5) == 0.5);
}

TEST_CASE("values: what keeps a foot still counts more where a solve misses it") {
  touchdown::LegContact<double> contact = {};
  contact.q.setZero();
  contact.alone = {1, 2, 3};
  constexpr double more = touchdown::tolerance::still_foot<double> * touchdown::tolerance::still_foot<double>;
  CHECK(touchdown::miss_of(contact, false, false) == 14);
  CHECK(touchdown::miss_of(contact, true, false) == more + 13);
  CHECK(touchdown::miss_of(contact, false, true) == 1 + 13 * more);
}

TEST_CASE("values: any number of a record that is not finite is seen") {
  touchdown::MovingLegs<double> legs;
  legs.lander.feet = 1;
  for (touchdown::LegRecord<double> &record : legs.record) record = {};
  CHECK(touchdown::all_finite(legs));
  touchdown::LegRecord<double> &record = legs.record[0];
  touchdown::StrutRecord<double> &strut = record.strut[2];
  for (double *one : {&record.most_stroke, &record.peak_force, &record.energy, &record.slide, &record.pad[1],
                      &record.pad_v[2], &strut.elastic, &strut.crushed, &strut.pulled, &strut.force, &strut.energy}) {
    *one = inf;
    CHECK(!touchdown::all_finite(legs));
    *one = 0;
  }
}
