// Properties of impacts of bodies, pairs and generalized speeds, tried on random ones with rapidcheck, in double: the
// same system described in another way, turned, mirrored, swapped or in other units has the same answer, up to rounding
// times the condition of the impact.
//
// Seen red: with the second body of a pair given p in place of -p, in src/systems/bodies.hpp.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cstring>

#include "cases.hpp"
#include "random_systems.hpp"
#include "restated.hpp"

namespace properties {
namespace {

// As in contact_properties.cpp.
const int fixed_seed = setenv("RC_PARAMS", "seed=20220121 max_success=100", 0);

using Eigen::Matrix3d;
using Eigen::Vector3d;

Vector3d vector(const double (&x)[3]) { return {x[0], x[1], x[2]}; }
void put(const Vector3d &from, double (&to)[3]) { Eigen::Map<Vector3d>{to} = from; }

Matrix3d matrix(const double (&x)[6]) {
  Matrix3d m;
  m << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
  return m;
}
void put(const Matrix3d &m, double (&to)[6]) {
  const double entries[] = {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)};
  std::memcpy(to, entries, sizeof to);
}

// A system with its one contact, in contact space.
Case in_contact_space(const td_speeds &system, const Vector3d &t, const Vector3d &s, const Vector3d &n) {
  td_operational_space_inertia views{};
  RC_ASSERT(td_operational_space_inertia_of(&system, &views) >= 0);
  Vector3d v = Vector3d::Zero();
  for (int i = 0; i < system.system.n; ++i)
    v += Vector3d(system.J[i], system.J[system.system.n + i], system.J[2 * system.system.n + i]) * system.system.u[i];
  Case c{};
  const td_contact_inertia &W = views.free;
  c.W = {W.nn, W.nt, W.ns, W.tt, W.ts, W.ss};
  c.v = {n.dot(v), t.dot(v), s.dot(v)};
  c.surface = {system.surface.mu_s, system.surface.mu_k, system.surface.e};
  c.options.law = static_cast<std::int32_t>(system.options.law);
  return c;
}

// An impact in world axes, by the C API.
struct Hit {
  td_body_impact all{};
  Vector3d p, v, w;
  Case contact;
};

Hit hit_of(const td_body_contact &body) {
  Hit hit;
  RC_ASSERT(td_resolve_body(&body, &hit.all) >= 0);
  const Vector3d n = vector(body.n).normalized(), t = vector(hit.all.t), s = vector(hit.all.s);
  hit.p = n * hit.all.impact.p.n + t * hit.all.impact.p.t + s * hit.all.impact.p.s;
  hit.v = vector(hit.all.v);
  hit.w = vector(hit.all.w);
  hit.contact = in_contact_space(systems::BodyAsSpeeds(body).system, t, s, n);
  return hit;
}

// Any law but the automatic, which jumps between its two; the slip path, for algebra jumps between modes.
td_options any_options() {
  td_options options{};
  options.law = *rc::gen::inRange(TD_LAW_POISSON, TD_LAW_AUTOMATIC);
  options.steps = TD_MAX_STEPS;
  return options;
}

td_body_contact any_body() {
  systems::Random random(any_seed());
  td_body_contact body = systems::random_single(random);
  body.options = any_options();
  return body;
}

// Well posed: an answer to rounding can be expected.
void keep_if_well_posed(const Case &c) {
  RC_PRE(c.v.n < 0);
  RC_PRE(oracle::well_posed(c, oracle::exact_impact(c)));
}

double allowed(const Case &c) { return 16 * rounding<double>(condition(c)) + 4 * path_error<double>; }

void same(const Case &asked, const Vector3d &a, const Vector3d &b, double size) {
  RC_LOG() << "error " << (a - b).norm() / size << ", allowed " << allowed(asked) << " of " << described(asked) << "\n";
  RC_ASSERT((a - b).norm() <= allowed(asked) * size);
}

// x -> R x for vectors, and R x det R for vectors of rotation.
td_body_contact moved(const td_body_contact &body, const Matrix3d &R) {
  td_body_contact other = body;
  put(Matrix3d(R * matrix(body.body.inertia) * R.transpose()), other.body.inertia);
  put(Vector3d(R * vector(body.r)), other.r);
  put(Vector3d(R * vector(body.n)), other.n);
  put(Vector3d(R * vector(body.body.v)), other.body.v);
  put(Vector3d(R.determinant() * (R * vector(body.body.w))), other.body.w);
  return other;
}

void moves_along(const Matrix3d &R) {
  const td_body_contact body = any_body();
  const Hit a = hit_of(body), b = hit_of(moved(body, R));
  keep_if_well_posed(a.contact);
  same(a.contact, R.transpose() * b.p, a.p, a.p.norm());
  same(a.contact, R.transpose() * b.v, a.v, a.v.norm() + a.p.norm() / body.body.mass);
  RC_ASSERT(a.all.impact.case_number == b.all.impact.case_number);
}

Matrix3d any_turn() {
  const auto part = [] { return *rc::gen::inRange(-1000, 1001) / 1000.0; };
  const Eigen::Quaterniond q(part() + 1e-3, part(), part(), part());
  return q.normalized().toRotationMatrix();
}

}  // namespace

TEST_CASE("turning the world turns what a body does") {
  CHECK(rc::check([] { moves_along(any_turn()); }));
}

TEST_CASE("a body seen in a mirror does what is seen there") {
  CHECK(rc::check([] {
    const Vector3d across = any_turn().col(0);
    moves_along(Matrix3d::Identity() - 2 * across * across.transpose());
  }));
}

TEST_CASE("units of length, mass and time that are powers of two change no bit of a body's impact") {
  CHECK(rc::check([] {
    const auto unit = [] { return std::ldexp(1.0, *rc::gen::inRange(-10, 11)); };
    const double length = unit(), mass = unit(), speed = unit();
    td_body_contact body = any_body();
    body.options.law = *rc::gen::inRange(TD_LAW_POISSON, TD_LAW_AUTOMATIC + 1);
    body.options.method = *rc::gen::inRange(TD_METHOD_SLIP_PATH, TD_METHOD_PLANAR);
    td_body_contact other = body;
    other.body.mass *= mass;
    for (double &x : other.body.inertia) x *= mass * length * length;
    for (int i = 0; i < 3; ++i) {
      other.r[i] *= length;
      other.body.v[i] *= speed;
      other.body.w[i] *= speed / length;
    }
    const td_impact a = hit_of(body).all.impact, b = hit_of(other).all.impact;
    RC_ASSERT(b.p.n == a.p.n * mass * speed && b.p.t == a.p.t * mass * speed && b.p.s == a.p.s * mass * speed);
    RC_ASSERT(b.energy_after == a.energy_after * mass * speed * speed);
    RC_ASSERT(b.N_P == a.N_P && b.case_number == a.case_number);
  }));
}

TEST_CASE("a body is the special case of generalized speeds") {
  CHECK(rc::check([] {
    const td_body_contact body = any_body();
    const Hit hit = hit_of(body);
    keep_if_well_posed(hit.contact);
    systems::BodyAsSpeeds restated(body);
    double u[6];
    td_speeds_impact impact;
    td_system_after after = {u, nullptr, nullptr};
    RC_ASSERT(td_resolve_speeds(&restated.system, &impact, &after) >= 0);
    same(hit.contact, Vector3d(u[0], u[1], u[2]), hit.v, hit.v.norm() + hit.p.norm() / body.body.mass);
  }));
}

TEST_CASE("swapping the bodies of a pair negates the impulse") {
  CHECK(rc::check([] {
    systems::Random random(any_seed());
    td_pair pair = systems::random_pair(random);
    pair.options = any_options();
    td_pair swapped = pair;
    std::swap(swapped.a, swapped.b);
    std::swap(swapped.r_a, swapped.r_b);
    for (double &x : swapped.n) x = -x;
    td_pair_impact a{}, b{};
    RC_ASSERT(td_resolve_pair(&pair, &a) >= 0);
    RC_ASSERT(td_resolve_pair(&swapped, &b) >= 0);
    const Vector3d n = vector(pair.n).normalized();
    const Case contact = in_contact_space(systems::PairAsSpeeds(pair).system, vector(a.t), vector(a.s), n);
    keep_if_well_posed(contact);
    const Vector3d p = n * a.impact.p.n + vector(a.t) * a.impact.p.t + vector(a.s) * a.impact.p.s;
    const Vector3d q = -n * b.impact.p.n + vector(b.t) * b.impact.p.t + vector(b.s) * b.impact.p.s;
    same(contact, -q, p, p.norm());
    same(contact, vector(b.v_b), vector(a.v_a), vector(a.v_a).norm() + p.norm() / pair.a.mass);
  }));
}

TEST_CASE("one contact of several is the single impact") {
  CHECK(rc::check([] {
    td_body_contact body = any_body();
    body.options.law = TD_LAW_POISSON;
    const Hit hit = hit_of(body);
    const td_body_impact &single = hit.all;
    systems::BodyAsTogether together(body);
    td_contact_result share{};
    td_body_multi_contact_impact impact{};
    RC_ASSERT(td_resolve_body_multi_contact(&together.body, &impact, &share) >= 0);
    keep_if_well_posed(hit.contact);
    same(hit.contact, Vector3d(share.p.n, share.p.t, share.p.s),
         Vector3d(single.impact.p.n, single.impact.p.t, single.impact.p.s), hit.p.norm());
    same(hit.contact, vector(impact.v), hit.v, hit.v.norm() + hit.p.norm() / body.body.mass);
  }));
}

TEST_CASE("several contacts: velocities scaled by a power of two scale every impulse, to the bit") {
  CHECK(rc::check([] {
    systems::Random random(any_seed());
    const int contacts = 2 + *rc::gen::inRange(0, TD_MAX_CONTACTS - 1);
    systems::RandomSpeeds system(random, 8, 2, contacts);
    td_speeds_multi_contact speeds = system.with_contacts();
    speeds.multi_contact.options.law = *rc::gen::inRange(0, 2) * TD_LAW_NEWTON;
    td_contact_result a[TD_MAX_CONTACTS], b[TD_MAX_CONTACTS];
    td_speeds_multi_contact_impact impact{};
    const td_status before = td_resolve_speeds_multi_contact(&speeds, &impact, nullptr, a);
    const double factor = std::ldexp(1.0, *rc::gen::inRange(-20, 21));
    for (double &x : system.u) x *= factor;
    RC_ASSERT(td_resolve_speeds_multi_contact(&speeds, &impact, nullptr, b) == before);
    RC_ASSERT(before >= 0);
    for (int i = 0; i < contacts; ++i) {
      RC_ASSERT(b[i].p.n == a[i].p.n * factor && b[i].p.t == a[i].p.t * factor && b[i].p.s == a[i].p.s * factor);
      RC_ASSERT(b[i].v.n == a[i].v.n * factor && b[i].mode == a[i].mode);
    }
  }));
}

}  // namespace properties
