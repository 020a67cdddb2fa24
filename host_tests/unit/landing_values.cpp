// Formulas of bodies that settle, by hand: attitudes and angles, friction under feet that lie flat, friction and stops
// of legs. host_tests/landing tests whole landings.
//
// Seen red: with the entry y left out of has_direction(); with 1 for 0 in angle_of(); with the least friction that of
// the first foot in holds_turn(); with the moment about s left out of holds(); with the sign of a lean changed in
// rub_along().
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "landing/leg_step.hpp"
#include "landing/sliding.hpp"

namespace {

using touchdown::FlatBody;
using touchdown::PlanarVector;

}  // namespace

TEST_CASE("values: a quaternion of one entry is a direction, and one of none is not") {
  for (int k = 0; k < 4; ++k) {
    double entry[4] = {};
    entry[k] = -3;
    touchdown::Quaternion<double> q = {entry[0], entry[1], entry[2], entry[3]};
    CHECK(touchdown::normalize(q));
    CHECK(q.w == (k == 0 ? -1 : 0));
    CHECK(q.x == (k == 1 ? -1 : 0));
    CHECK(q.y == (k == 2 ? -1 : 0));
    CHECK(q.z == (k == 3 ? -1 : 0));
  }
  touchdown::Quaternion<double> none = {0, 0, 0, 0};
  CHECK(!touchdown::normalize(none));
}

TEST_CASE("values: the angle of a vector, and of none") {
  for (int i = -31; i <= 31; ++i) {
    const double angle = 0.1 * i;
    CHECK(touchdown::angle_of(2 * std::cos(angle), 2 * std::sin(angle)) == doctest::Approx(angle));
  }
  CHECK(touchdown::angle_of(0.0, 0.0) == 0);
}

namespace {

// Four feet at the corners of a square of side 2, 10 N into the plane.
FlatBody<double> a_table() {
  FlatBody<double> flat;
  flat.count = 4;
  for (int i = 0; i < 4; ++i) {
    flat.t[i] = i % 2 == 0 ? 1 : -1;
    flat.s[i] = i < 2 ? 1 : -1;
    flat.mu[i] = 0.5;
  }
  flat.height = 0.1;
  flat.mass = 1;
  flat.inertia = 2;
  flat.weight = 10;
  flat.pull = {0, 0, 0};
  return flat;
}

}  // namespace

// Each foot bears 2.5 N, sqrt(2) from the middle: 0.5 * 10 * sqrt(2) N m about it at most.
TEST_CASE("values: friction holds a moment about the normal up to that of the least of its feet") {
  const double most = 0.5 * 10 * std::sqrt(2.0);
  FlatBody<double> flat = a_table();
  flat.pull.turn = 0.99 * most;
  CHECK(touchdown::holds(flat));
  flat.pull.turn = 1.01 * most;
  CHECK(!touchdown::holds(flat));
  flat.mu[2] = 0.25;
  flat.pull.turn = 0.51 * most;
  CHECK(!touchdown::holds(flat));
  flat.pull.turn = 0.49 * most;
  CHECK(touchdown::holds(flat));
}

// A moment of 10 N m about an axis of the plane takes all load from two of the feet.
TEST_CASE("values: feet that lie flat hold a moment about either axis of the plane until two of them lift") {
  for (const double moment : {0.0, 9.9, 10.1}) {
    FlatBody<double> about_t = a_table(), about_s = a_table();
    about_t.tilt_t = moment;
    about_s.tilt_s = moment;
    CHECK(touchdown::holds(about_t) == (moment < 10));
    CHECK(touchdown::holds(about_s) == (moment < 10));
  }
}

TEST_CASE("values: what part of a change brings a motion to its least energy, by hand") {
  const FlatBody<double> flat = a_table();
  const PlanarVector<double> still = {0, 0, 0};
  CHECK(touchdown::part_to_stop(flat, still, still) == 0);
  for (const PlanarVector<double> &u : {PlanarVector<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    CHECK(touchdown::part_to_stop(flat, u, u) == 1);
    CHECK(touchdown::part_to_stop(flat, u, {-u.t, -u.s, -u.turn}) == doctest::Approx(0.5));
    CHECK(touchdown::part_to_stop(flat, u, {0.5 * u.t, 0.5 * u.s, 0.5 * u.turn}) == 1);
  }
}

// |q| = mu (rise q_0 - ..): friction down along a leg that leans over the cone takes the load with it, and has no bound
// that grows with it.
TEST_CASE("values: friction under a leg that leans is what its cone has, and none where the leg leans out of it") {
  constexpr double axial = 4;
  touchdown::LegContact<double> contact;
  contact.W = touchdown::Matrix3<double>::Identity();
  contact.W(0, 1) = contact.W(1, 0) = 0.25;
  contact.rise = 0.8;
  contact.lean_t = 0.6;
  contact.lean_s = 0;
  contact.mu = 0.5;
  const touchdown::Vector3<double> still(0, 0, 0);
  const touchdown::AlongAxis<double> pushed{axial, axial, 0, false};
  for (const double side : {9.0, -9.0}) {
    contact.q = {axial, side, 0};
    contact.slope.setZero();
    const touchdown::Vector3<double> found = touchdown::slide_on(still, 1.0, 100.0, pushed, contact);
    const double friction = contact.alone[1];
    // p_n = (q_0 - lean_t q_t) / rise
    CHECK(std::abs(friction) == doctest::Approx(0.5 * (axial - 0.6 * friction) / 0.8));
    CHECK(friction * side > 0);
    CHECK(found[1] == doctest::Approx(friction));
  }
  contact.mu = 2;
  touchdown::slide_on(still, 1.0, 100.0, pushed, contact);
  CHECK(contact.alone[1] == 0);
}

TEST_CASE("values: when a stroke comes to its stop, by hand") {
  CHECK(touchdown::time_to_stop(0.5, 1.0, 2.0, 0.5) == doctest::Approx(0.25));  // at an even rate
  CHECK(touchdown::time_to_stop(0.25, 1.0, 0.0, 1.0) == doctest::Approx(0.5));  // from rest, the square root of the way
  // There at the very end, and never longer than that.
  CHECK(touchdown::time_to_stop(1.0, 1.0, 0.0, 2.0) == 2);
  CHECK(touchdown::time_to_stop(1.0, 0.5, 0.0, 2.0) == 2);
}

// 3000 N/m. A piece from 0.1 m turns round at 0.105 m: 315 N. One that begins at the stop, 0.5 m: no more than 1500 N.
// Seen red: 1515 N, where the stroke is carried on beyond the stop.
TEST_CASE("values: the peak force of a spring is no greater than at its stop") {
  touchdown::Leg<double> leg = {};
  leg.kind = TD_LEG_SPRINGS;
  leg.stiffness = 3000;
  leg.stroke = 0.5;
  touchdown::LegRecord<double> record = {};
  touchdown::note_peaks(leg, touchdown::LegWork<double>{0.2, 300, 0.1, -0.1}, 0.1, 0.1, record);
  CHECK(record.peak_force == doctest::Approx(315));
  touchdown::note_peaks(leg, touchdown::LegWork<double>{0.2, 1500, 0.1, -0.1}, 0.5, 0.5, record);
  CHECK(record.peak_force == doctest::Approx(1500));
}

namespace {

// A body of 2 kg that comes down at 3 m/s and slides at 4 m/s, on one leg below its centre of mass, at its stop.
touchdown::LegContacts<double> a_leg_at_its_stop() {
  touchdown::LegContacts<double> contacts;
  contacts.count = 1;
  REQUIRE(touchdown::factorize(2.0, touchdown::Matrix3<double>(touchdown::Matrix3<double>::Identity()),
                               contacts.factor) == TD_SOLVED);
  contacts.motion = {{4, 0, -3}, {0, 0, 0}};
  touchdown::LegContact<double> &contact = contacts.contact[0];
  contact.way[0] = {0, 0, 1};
  contact.way[1] = {1, 0, 0};
  contact.way[2] = {0, 1, 0};
  for (touchdown::Vector3<double> &turn : contact.turn) turn.setZero();
  contact.W = 0.5 * touchdown::Matrix3<double>::Identity();
  contact.before = {-3, 4, 0};
  contact.q.setZero();
  contact.rise = 1;
  contact.lean_t = contact.lean_s = 0;
  contact.mu = 0.25;
  return contacts;
}

}  // namespace

// p_n = 6 N s, and 1.5 N s of friction takes 0.75 m/s of the slip; restitution half of both once more. Friction of more
// than 2 ends the slip.
TEST_CASE("values: an impact at a stop is what it is by hand") {
  for (const double mu : {0.0, 0.25, 3.0}) {
    touchdown::LegContacts<double> contacts = a_leg_at_its_stop();
    contacts.contact[0].mu = mu;
    touchdown::StopImpact<double> impact{};
    impact.mobility = 0.5;
    impact.slow = 0.01;
    touchdown::compress_stops(impact, contacts);
    CHECK(impact.given[0] == doctest::Approx(6));
    CHECK(contacts.motion.v[2] == doctest::Approx(0));
    CHECK(contacts.motion.v[0] == doctest::Approx(mu > 2 ? 0 : 4 - 3 * mu));
    impact.back[0] = 3;
    touchdown::rebound(impact, contacts);
    CHECK(contacts.motion.v[2] == doctest::Approx(1.5));
    CHECK(contacts.motion.v[0] == doctest::Approx(mu > 2 ? 0 : 4 - 4.5 * mu));
  }
}
