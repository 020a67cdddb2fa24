// The library against the reference results: planar within 1e-12 of the largest quantity in double and 1e-5 in float,
// the slip path within 6e-5 at the default steps, 1e-5 at 12, and 1e-9 in double with enough.
//
// Seen red: every tolerance of float's slip path 0.1, in src/numerics/tolerances.hpp.
#include "vectors.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cast.hpp"

namespace {

template <class Scalar>
double largest(const touchdown::ContactVector<Scalar> &v) {
  const auto size = [](Scalar x) { return std::abs(static_cast<double>(x)); };
  return std::max({size(v.n), size(v.t), size(v.s)});
}

template <class Scalar>
double off(const touchdown::ContactVector<Scalar> &got, const touchdown::ContactVector<double> &expected) {
  const auto difference = [](Scalar a, double b) { return static_cast<double>(a) - b; };
  return largest<double>({difference(got.n, expected.n), difference(got.t, expected.t), difference(got.s, expected.s)});
}

// Greatest error of a row: impulses by the largest impulse, velocities by the largest velocity.
template <class Scalar>
double error_of(const vectors::Vector &row, int steps) {
  touchdown::Contact<Scalar> contact = oracle::cast<Scalar>(row.contact);
  contact.options.steps = steps;
  touchdown::Impact<Scalar> impact{};
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  CHECK(impact.case_number == row.case_number);
  const double P = std::max(largest(row.p), 1e-300), V = std::max(largest(row.contact.v), largest(row.v));
  const double compression = std::abs(static_cast<double>(impact.p_compression) - row.p_compression);
  return std::max({off(impact.p, row.p) / P, off(impact.v, row.v) / V, compression / P});
}

template <class Scalar>
void check(const char *name, int steps, double most) {
  const auto rows = vectors::read(name);
  REQUIRE(rows.size() > 30);
  for (const auto &row : rows) {
    CAPTURE(row.id);
    CHECK(error_of<Scalar>(row, steps) <= most);
  }
}

}  // namespace

TEST_CASE("planar, double") { check<double>("planar", 0, 1e-12); }
TEST_CASE("planar, float") { check<float>("planar", 0, 1e-5); }
TEST_CASE("slip path, default steps, double") { check<double>("slip_path", 0, 6e-5); }
TEST_CASE("slip path, default steps, float") { check<float>("slip_path", 0, 6e-5); }
TEST_CASE("slip path, 12 steps, double") { check<double>("slip_path", 12, 1e-5); }
TEST_CASE("slip path, 12 steps, float") { check<float>("slip_path", 12, 1e-5); }
TEST_CASE("slip path, 64 steps, double") { check<double>("slip_path", 64, 1e-9); }

TEST_CASE("consistency figures, double") {
  for (const char *name : {"planar", "slip_path"}) {
    for (const auto &row : vectors::read(name)) {
      CAPTURE(row.id);
      touchdown::Contact<double> contact = oracle::cast<double>(row.contact);
      contact.options.steps = TD_MAX_STEPS;
      touchdown::Impact<double> impact{};
      REQUIRE(touchdown::resolve(contact, impact) >= 0);
      if (row.N_P >= 0) CHECK(std::abs(impact.N_P - row.N_P) < 1e-9);
      if (row.N_N >= 0) CHECK(std::abs(impact.N_N - row.N_N) < 1e-9);
      if (row.N_E >= 0) CHECK(std::abs(impact.N_E - row.N_E) < 1e-9);
    }
  }
}
