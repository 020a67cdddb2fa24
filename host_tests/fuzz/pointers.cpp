// Every pointer of every public function null: refused if it is required, otherwise read as the header says. And the
// C++ face, which is the same function by another name: the same status.
//
// Seen red: with the check of u taken out of resolve_speeds in src/systems/generalized_speeds.hpp.
#include <doctest/doctest.h>

#include <cstring>
#include <initializer_list>

#include "touchdown/effector.h"
#include "touchdown/landing.h"
#include "touchdown/limits.h"
#include "touchdown/monitor.h"
#include "touchdown/prepared.h"
#include "touchdown/touchdown.hpp"

namespace {

template <class T>
T zeroed() {
  return T{};
}

const td_surface surface = {td_real(0.5), td_real(0.5), td_real(0.5)};

// Two speeds, along n and t of one point.
struct Slider {
  td_real M[4] = {1, 0, 0, 1}, J[6] = {1, 0, 0, 1, 0, 0}, u[2] = {-1, 1}, A[2] = {0, 1}, normal[3] = {0, 0, 1};
  td_speeds speeds() const {
    td_speeds x = {};
    x.system.n = 2;
    x.system.M = M;
    x.J = J;
    x.system.u = u;
    x.axes = TD_AXES_CONTACT;
    x.surface = surface;
    return x;
  }
  td_speeds_multi_contact with_contacts() const {
    td_speeds_multi_contact x = {};
    x.system.n = 2;
    x.system.M = M;
    x.system.u = u;
    x.J = J;
    x.count = 1;
    x.axes = TD_AXES_CONTACT;
    x.surfaces = &surface;
    return x;
  }
};

td_status status_of(const td_speeds &speeds) {
  td_speeds_impact impact = {};
  return td_resolve_speeds(&speeds, &impact, nullptr);
}
td_status status_of(const td_speeds_multi_contact &speeds) {
  td_speeds_multi_contact_impact impact = {};
  return td_resolve_speeds_multi_contact(&speeds, &impact, nullptr, nullptr);
}

}  // namespace

TEST_CASE("a null input or output is refused") {
  const Slider slider;
  const td_contact contact = {};
  td_impact impact = {};
  CHECK(td_resolve(nullptr, &impact) == TD_REFUSED_NULL);
  CHECK(td_resolve(&contact, nullptr) == TD_REFUSED_NULL);
  const td_body_contact body = {};
  td_body_impact body_impact = {};
  CHECK(td_resolve_body(nullptr, &body_impact) == TD_REFUSED_NULL);
  CHECK(td_resolve_body(&body, nullptr) == TD_REFUSED_NULL);
  const td_pair pair = {};
  td_pair_impact pair_impact = {};
  CHECK(td_resolve_pair(nullptr, &pair_impact) == TD_REFUSED_NULL);
  CHECK(td_resolve_pair(&pair, nullptr) == TD_REFUSED_NULL);
  const td_speeds speeds = slider.speeds();
  td_speeds_impact speeds_impact = {};
  CHECK(td_resolve_speeds(nullptr, &speeds_impact, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_speeds(&speeds, nullptr, nullptr) == TD_REFUSED_NULL);
  td_operational_space_inertia views = {};
  CHECK(td_operational_space_inertia_of(nullptr, &views) == TD_REFUSED_NULL);
  CHECK(td_operational_space_inertia_of(&speeds, nullptr) == TD_REFUSED_NULL);
  const td_effector effector = {speeds, nullptr, nullptr};
  td_effector_impact effector_impact = {};
  CHECK(td_predict_effector(nullptr, &effector_impact, nullptr) == TD_REFUSED_NULL);
  CHECK(td_predict_effector(&effector, nullptr, nullptr) == TD_REFUSED_NULL);
  int32_t count = 0;
  td_real rows[4] = {};
  CHECK(td_effector_invariants(nullptr, &count, rows) == TD_REFUSED_NULL);
  CHECK(td_effector_invariants(&speeds, nullptr, rows) == TD_REFUSED_NULL);
  CHECK(td_effector_invariants(&speeds, &count, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output is refused: prepared contacts") {
  const td_contact contact = zeroed<td_contact>();
  td_prepared prepared = zeroed<td_prepared>();
  td_response response = zeroed<td_response>();
  const td_contact_vector v = zeroed<td_contact_vector>();
  CHECK(td_prepare(nullptr, &prepared) == TD_REFUSED_NULL);
  CHECK(td_prepare(&contact, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_prepared(nullptr, &v, &response) == TD_REFUSED_NULL);
  CHECK(td_resolve_prepared(&prepared, nullptr, &response) == TD_REFUSED_NULL);
  CHECK(td_resolve_prepared(&prepared, &v, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output is refused: several contacts") {
  td_body_multi_contact feet = {};
  td_body_multi_contact_impact feet_impact = {};
  const td_point point = {};
  CHECK(td_resolve_body_multi_contact(&feet, &feet_impact, nullptr) == TD_REFUSED_NULL);
  feet.points = &point;
  CHECK(td_resolve_body_multi_contact(nullptr, &feet_impact, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_body_multi_contact(&feet, nullptr, nullptr) == TD_REFUSED_NULL);
  td_speeds_multi_contact limbs = Slider().with_contacts();
  td_speeds_multi_contact_impact limbs_impact = {};
  CHECK(td_resolve_speeds_multi_contact(nullptr, &limbs_impact, nullptr, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_speeds_multi_contact(&limbs, nullptr, nullptr, nullptr) == TD_REFUSED_NULL);
  limbs.surfaces = nullptr;
  CHECK(td_resolve_speeds_multi_contact(&limbs, &limbs_impact, nullptr, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output is refused: surfaces and landings") {
  const td_restitution table = {};
  td_real e = 0;
  CHECK(td_restitution_at(nullptr, 1, &e) == TD_REFUSED_NULL);
  CHECK(td_restitution_at(&table, 1, nullptr) == TD_REFUSED_NULL);
  const td_surface_pair pairs[1] = {};
  td_surface found = {};
  CHECK(td_surface_between(nullptr, 1, 0, 0, 1, &found) == TD_REFUSED_NULL);
  CHECK(td_surface_between(pairs, 1, 0, 0, 1, nullptr) == TD_REFUSED_NULL);
  const td_lander_state state = {};
  const td_lander lander = {};
  static td_first_touch first_touch = {};
  CHECK(td_find_first_touch(nullptr, &state, &first_touch) == TD_REFUSED_NULL);
  CHECK(td_find_first_touch(&lander, nullptr, &first_touch) == TD_REFUSED_NULL);
  CHECK(td_find_first_touch(&lander, &state, nullptr) == TD_REFUSED_NULL);
  td_landing landing = {};
  CHECK(td_landing_start(&landing, nullptr, &state) == TD_REFUSED_NULL);
  CHECK(td_landing_start(&landing, &lander, nullptr) == TD_REFUSED_NULL);
  CHECK(td_landing_start(nullptr, &lander, &state) == TD_REFUSED_NULL);
  CHECK(td_landing_step(&landing, nullptr, 1, nullptr) == TD_REFUSED_NULL);
  CHECK(td_landing_step(nullptr, &lander, 1, nullptr) == TD_REFUSED_NULL);
  CHECK(td_land(nullptr, &state, 1, &landing, nullptr) == TD_REFUSED_NULL);
  CHECK(td_land(&lander, nullptr, 1, &landing, nullptr) == TD_REFUSED_NULL);
  CHECK(td_land(&lander, &state, 1, nullptr, nullptr) == TD_REFUSED_NULL);
  const td_landing_errors spread = {};
  td_lander sampled_body = {};
  td_lander_state sampled_state = {};
  CHECK(td_landing_sample(nullptr, &state, &spread, 0, &sampled_body, &sampled_state) == TD_REFUSED_NULL);
  CHECK(td_landing_sample(&lander, nullptr, &spread, 0, &sampled_body, &sampled_state) == TD_REFUSED_NULL);
  CHECK(td_landing_sample(&lander, &state, nullptr, 0, &sampled_body, &sampled_state) == TD_REFUSED_NULL);
  CHECK(td_landing_sample(&lander, &state, &spread, 0, nullptr, &sampled_state) == TD_REFUSED_NULL);
  CHECK(td_landing_sample(&lander, &state, &spread, 0, &sampled_body, nullptr) == TD_REFUSED_NULL);
  td_landing_odds odds = {};
  CHECK(td_landing_tally(&odds, nullptr) == TD_REFUSED_NULL);
  CHECK(td_landing_tally(nullptr, &landing) == TD_REFUSED_NULL);
  CHECK(td_land_sampled(nullptr, &state, &spread, 1, 1, &odds) == TD_REFUSED_NULL);
  CHECK(td_land_sampled(&lander, nullptr, &spread, 1, 1, &odds) == TD_REFUSED_NULL);
  CHECK(td_land_sampled(&lander, &state, nullptr, 1, 1, &odds) == TD_REFUSED_NULL);
  CHECK(td_land_sampled(&lander, &state, &spread, 1, 1, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output of derivatives and limits is refused") {
  const td_contact contact = {};
  td_impact_derivatives impact = {};
  td_impact_inertia_derivatives by_W = {};
  CHECK(td_resolve_derivatives(nullptr, &impact, &by_W) == TD_REFUSED_NULL);
  CHECK(td_resolve_derivatives(&contact, nullptr, &by_W) == TD_REFUSED_NULL);
  const td_body_contact body = {};
  td_body_derivatives body_impact = {};
  td_body_pose_derivatives by_pose = {};
  CHECK(td_resolve_body_derivatives(nullptr, &body_impact, &by_pose) == TD_REFUSED_NULL);
  CHECK(td_resolve_body_derivatives(&body, nullptr, &by_pose) == TD_REFUSED_NULL);
  const td_body_multi_contact feet = {};
  td_body_multi_contact_derivatives feet_impact = {};
  td_real by[1] = {};
  CHECK(td_resolve_body_multi_contact_derivatives(nullptr, &feet_impact, by, by, by, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_body_multi_contact_derivatives(&feet, nullptr, by, by, by, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_body_multi_contact_derivatives(&feet, &feet_impact, by, by, by, nullptr) == TD_REFUSED_NULL);
  const td_speeds system = {};
  td_speeds_derivatives speeds_impact = {};
  td_real p[1] = {}, u[1] = {};
  CHECK(td_resolve_speeds_derivatives(nullptr, &speeds_impact, p, u, nullptr) == TD_REFUSED_NULL);
  CHECK(td_resolve_speeds_derivatives(&system, nullptr, p, u, nullptr) == TD_REFUSED_NULL);
  const td_speeds_multi_contact limbs = {};
  td_speeds_multi_contact_derivatives limbs_impact = {};
  CHECK(td_resolve_speeds_multi_contact_derivatives(nullptr, &limbs_impact, p, by, u, by, nullptr, nullptr) ==
        TD_REFUSED_NULL);
  CHECK(td_resolve_speeds_multi_contact_derivatives(&limbs, nullptr, p, by, u, by, nullptr, nullptr) ==
        TD_REFUSED_NULL);
  CHECK(td_resolve_speeds_multi_contact_derivatives(&limbs, &limbs_impact, p, by, u, by, nullptr, nullptr) ==
        TD_REFUSED_NULL);
  const td_real X[1] = {1}, C[1] = {1};
  td_real after[1] = {};
  CHECK(td_covariance_through(1, 1, nullptr, C, 1, X, C, after) == TD_REFUSED_NULL);
  CHECK(td_covariance_through(1, 1, X, nullptr, 1, X, C, after) == TD_REFUSED_NULL);
  CHECK(td_covariance_through(1, 1, X, C, 1, X, C, nullptr) == TD_REFUSED_NULL);
  CHECK(td_limits_of_library(nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output of saltations is refused") {
  const td_body_contact body = {};
  const td_body_loads loads = {};
  td_body_saltation saltation = {};
  td_saltation_reach reach = {};
  CHECK(td_body_saltation_of(nullptr, &loads, &loads, &saltation, &reach) == TD_REFUSED_NULL);
  CHECK(td_body_saltation_of(&body, nullptr, &loads, &saltation, &reach) == TD_REFUSED_NULL);
  CHECK(td_body_saltation_of(&body, &loads, &loads, nullptr, &reach) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output of a first touch with its covariance is refused") {
  const td_lander lander = {};
  const td_lander_state state = {};
  static td_first_touch landing;
  static td_touch_covariance covariance;
  const td_real P[TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE] = {};
  CHECK(td_first_touch_covariance(nullptr, &state, P, P, &landing, &covariance) == TD_REFUSED_NULL);
  CHECK(td_first_touch_covariance(&lander, nullptr, P, P, &landing, &covariance) == TD_REFUSED_NULL);
  CHECK(td_first_touch_covariance(&lander, &state, nullptr, P, &landing, &covariance) == TD_REFUSED_NULL);
  CHECK(td_first_touch_covariance(&lander, &state, P, P, nullptr, &covariance) == TD_REFUSED_NULL);
  CHECK(td_first_touch_covariance(&lander, &state, P, P, &landing, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input or output of saltations of generalized speeds is refused") {
  const td_real one[4] = {1};
  td_speeds system;
  system.system.n = 1;
  system.system.M = system.system.u = system.J = one;
  td_speeds_flow flow = {one, one, nullptr, nullptr, nullptr};
  td_speeds_saltation saltation = {};
  CHECK(td_speeds_saltation_of(nullptr, &flow, &saltation, nullptr, nullptr, nullptr) == TD_REFUSED_NULL);
  CHECK(td_speeds_saltation_of(&system, nullptr, &saltation, nullptr, nullptr, nullptr) == TD_REFUSED_NULL);
  CHECK(td_speeds_saltation_of(&system, &flow, nullptr, nullptr, nullptr, nullptr) == TD_REFUSED_NULL);
  flow.before = nullptr;
  CHECK(td_speeds_saltation_of(&system, &flow, &saltation, nullptr, nullptr, nullptr) == TD_REFUSED_NULL);
  flow = {one, nullptr, nullptr, nullptr, nullptr};
  CHECK(td_speeds_saltation_of(&system, &flow, &saltation, nullptr, nullptr, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("after a saltation the loads are those before, where no others are given") {
  td_body_contact body = {};
  body.body.mass = body.body.inertia[0] = body.body.inertia[1] = body.body.inertia[2] = 1;
  body.body.v[2] = -1;
  body.n[2] = 1;
  body.surface = surface;
  const td_body_loads loads = {{0, 0, -9}, {0, 1, 0}};
  td_body_saltation given = {}, by_default = {};
  REQUIRE(td_body_saltation_of(&body, &loads, &loads, &given, nullptr) >= 0);
  REQUIRE(td_body_saltation_of(&body, &loads, nullptr, &by_default, nullptr) >= 0);
  for (int i = 0; i < TD_ERRORS_OF_STATE; ++i)
    for (int k = 0; k < TD_ERRORS_OF_STATE; ++k) CHECK(by_default.X[i][k] == given.X[i][k]);
}

TEST_CASE("a null input or state of the contact monitor is refused") {
  static td_monitor monitor;
  const td_monitor_machine machine = {};
  const td_monitor_sample sample = {};
  CHECK(td_monitor_start(nullptr, &machine) == TD_REFUSED_NULL);
  CHECK(td_monitor_start(&monitor, nullptr) == TD_REFUSED_NULL);
  CHECK(td_monitor_feed(nullptr, &machine, &sample) == TD_REFUSED_NULL);
  CHECK(td_monitor_feed(&monitor, nullptr, &sample) == TD_REFUSED_NULL);
  CHECK(td_monitor_feed(&monitor, &machine, nullptr) == TD_REFUSED_NULL);
}

TEST_CASE("a null input, state or array of the momentum observer is refused") {
  td_monitor_machine machine = {};
  machine.speeds = machine.feet = 1;
  machine.noise[0] = machine.gain = machine.bearing_load = 1;
  static td_monitor observer = {};
  REQUIRE(td_monitor_start(&observer, &machine) == TD_SOLVED);
  const td_real one[3] = {1, 0, 0};
  td_joints_sample sample = {};
  sample.n = sample.feet = 1;
  sample.dt = 1;
  sample.M = sample.u = sample.force = sample.J = one;
  CHECK(td_monitor_feed_joints(nullptr, &machine, &sample) == TD_REFUSED_NULL);
  CHECK(td_monitor_feed_joints(&observer, nullptr, &sample) == TD_REFUSED_NULL);
  CHECK(td_monitor_feed_joints(&observer, &machine, nullptr) == TD_REFUSED_NULL);
  CHECK(td_monitor_feed_joints(&observer, &machine, &sample) == TD_SOLVED);  // no normals: they are unknown
  for (const td_real **array : {&sample.M, &sample.u, &sample.force, &sample.J}) {
    *array = nullptr;
    CHECK(td_monitor_feed_joints(&observer, &machine, &sample) == TD_REFUSED_NULL);
    *array = one;
  }
  sample.pushes = 1;
  CHECK(td_monitor_feed_joints(&observer, &machine, &sample) == TD_REFUSED_NULL);
  sample.push = one;
  CHECK(td_monitor_feed_joints(&observer, &machine, &sample) == TD_SOLVED);
}

TEST_CASE("arrays of a system: those that are required, and those that are not") {
  const Slider slider;
  CHECK(status_of(slider.speeds()) == TD_SOLVED);
  for (int array = 0; array < 3; ++array) {
    td_speeds speeds = slider.speeds();
    (array == 0 ? speeds.system.M : array == 1 ? speeds.system.u : speeds.J) = nullptr;
    CHECK(status_of(speeds) == TD_REFUSED_NULL);
  }
  td_speeds held = slider.speeds();
  held.system.constraints = 1;
  CHECK(status_of(held) == TD_REFUSED_NULL);
  held.system.A = slider.A;
  CHECK(status_of(held) >= 0);
}

TEST_CASE("arrays of a system with several contacts") {
  const Slider slider;
  CHECK(status_of(slider.with_contacts()) >= 0);
  for (int array = 0; array < 3; ++array) {
    td_speeds_multi_contact speeds = slider.with_contacts();
    (array == 0 ? speeds.system.M : array == 1 ? speeds.system.u : speeds.J) = nullptr;
    CHECK(status_of(speeds) == TD_REFUSED_NULL);
  }
  td_speeds_multi_contact turned = slider.with_contacts();
  turned.axes = TD_AXES_WORLD;
  CHECK(status_of(turned) == TD_REFUSED_NULL);
  turned.normals = slider.normal;
  CHECK(status_of(turned) != TD_REFUSED_NULL);
}

// The content of a result before the call does not matter: no function reads it. (host_tests/calls fills every result
// with garbage as well, for all functions.)
TEST_CASE("results full of garbage are safe, and receive the same as clean ones") {
  const auto garbage = [](auto &result) { std::memset(static_cast<void *>(&result), 0xA5, sizeof result); };
  const Slider slider;
  const td_speeds speeds = slider.speeds();
  td_speeds_impact clean = {}, impact;
  garbage(impact);
  REQUIRE(td_resolve_speeds(&speeds, &impact, nullptr) == td_resolve_speeds(&speeds, &clean, nullptr));
  CHECK(impact.impact.p.n == clean.impact.p.n);
  const td_effector effector = {speeds, nullptr, nullptr};
  td_effector_impact touch;
  garbage(touch);
  REQUIRE(td_predict_effector(&effector, &touch, nullptr) >= 0);
  CHECK(touch.speeds.impact.p.n == clean.impact.p.n);
  const td_speeds_multi_contact limbs = slider.with_contacts();
  td_speeds_multi_contact_impact limbs_impact;
  garbage(limbs_impact);
  REQUIRE(td_resolve_speeds_multi_contact(&limbs, &limbs_impact, nullptr, nullptr) >= 0);
  CHECK(limbs_impact.redundant == 0);
  const td_point point = {{0, 0, -1}, {0, 0, 1}, surface};
  td_body_multi_contact body = {};
  body.body.mass = body.body.inertia[0] = body.body.inertia[1] = body.body.inertia[2] = 1;
  body.body.v[2] = -1;
  body.count = 1;
  body.points = &point;
  td_body_multi_contact_impact body_impact;
  garbage(body_impact);
  REQUIRE(td_resolve_body_multi_contact(&body, &body_impact, nullptr) >= 0);
  CHECK(body_impact.v[2] > 0);
}

TEST_CASE_TEMPLATE("the C++ face refuses as the C face does", Scalar, float, double) {
  touchdown::Impact<Scalar> impact;
  CHECK(touchdown::resolve(zeroed<touchdown::Contact<Scalar>>(), impact) == TD_REFUSED_CONTACT_INERTIA);
  touchdown::BodyImpact<Scalar> body;
  CHECK(touchdown::resolve(zeroed<touchdown::BodyContact<Scalar>>(), body) == TD_REFUSED_MASS);
  touchdown::PairImpact<Scalar> pair;
  CHECK(touchdown::resolve(zeroed<touchdown::Pair<Scalar>>(), pair) == TD_REFUSED_MASS);
  touchdown::SpeedsImpact<Scalar> speeds;
  CHECK(touchdown::resolve(zeroed<touchdown::Speeds<Scalar>>(), speeds) == TD_REFUSED_NULL);
  touchdown::OperationalSpaceInertia<Scalar> views;
  CHECK(touchdown::operational_space_inertia(zeroed<touchdown::Speeds<Scalar>>(), views) == TD_REFUSED_NULL);
  touchdown::BodyMultiContactImpact<Scalar> feet;
  CHECK(touchdown::resolve(zeroed<touchdown::BodyMultiContact<Scalar>>(), feet) == TD_REFUSED_NULL);
  touchdown::SpeedsMultiContactImpact<Scalar> limbs;
  CHECK(touchdown::resolve(zeroed<touchdown::SpeedsMultiContact<Scalar>>(), limbs) == TD_REFUSED_NULL);
  touchdown::EffectorImpact<Scalar> effector;
  CHECK(touchdown::predict(zeroed<touchdown::Effector<Scalar>>(), effector) == TD_REFUSED_NULL);
  std::int32_t count = 0;
  Scalar rows[1];
  CHECK(touchdown::invariants(zeroed<touchdown::Speeds<Scalar>>(), count, rows) == TD_REFUSED_NULL);
  CHECK(touchdown::invariants(zeroed<touchdown::Speeds<Scalar>>(), count, static_cast<Scalar *>(nullptr)) ==
        TD_REFUSED_NULL);
  static touchdown::FirstTouch<Scalar> touch;
  const auto lander = zeroed<touchdown::Lander<Scalar>>();
  CHECK(touchdown::find_first_touch(lander, zeroed<touchdown::LanderState<Scalar>>(), touch) == TD_REFUSED_SIZE);
}
