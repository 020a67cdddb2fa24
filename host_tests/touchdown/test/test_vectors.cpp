// The reference results, through the program.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "program.hpp"
#include "vectors.hpp"

using namespace program;

namespace {

double largest(std::initializer_list<double> numbers) {
  double size = 0;
  for (const double x : numbers) size = std::max(size, std::fabs(x));
  return size;
}

// Greatest error of an impulse or velocity, each over the largest of its kind in the case.
double error_of(const Table &table, std::size_t row, const vectors::Vector &expected) {
  const auto &before = expected.contact.v;
  const double impulse = largest({expected.p.n, expected.p.t, expected.p.s, 1e-300});
  const double speed = largest({before.n, before.t, before.s, expected.v.n, expected.v.t, expected.v.s});
  const auto of = [&](const char *column, double value) { return table.number(row, column) - value; };
  return std::max(largest({of("p_n", expected.p.n), of("p_t", expected.p.t), of("p_s", expected.p.s)}) / impulse,
                  largest({of("v_n", expected.v.n), of("v_t", expected.v.t), of("v_s", expected.v.s)}) / speed);
}

void check_vectors(const std::string &name, const std::string &place, double tolerance) {
  const Ended ended = run("resolve " TOUCHDOWN_VECTORS "/" + name + ".csv --on " + place);
  REQUIRE(ended.status == 0);
  const Table table(ended.out);
  const std::vector<vectors::Vector> expected = vectors::read(name);
  REQUIRE(table.size() == expected.size());
  double worst = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    CAPTURE(expected[row].id);
    REQUIRE(table.text(row, "id") == expected[row].id);
    const double error = error_of(table, row, expected[row]);
    CHECK(error <= tolerance);
    CHECK(table.text(row, "case") == table.text(row, "expect_case"));
    worst = std::max(worst, error);
  }
  MESSAGE(name << " on " << place << ": worst error " << worst);
}

}  // namespace

TEST_CASE("vectors: planar in double") { check_vectors("planar", "host-double", 1e-12); }
TEST_CASE("vectors: planar in float") { check_vectors("planar", "host-float", 1e-5); }
TEST_CASE("vectors: slip path in double") { check_vectors("slip_path", "host-double", 6e-5); }
TEST_CASE("vectors: slip path in float") { check_vectors("slip_path", "host-float", 6e-5); }
