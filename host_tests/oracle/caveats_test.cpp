// Caveats of one contact, each compared with its definition: raised where it holds, and nowhere else.
//
// Seen red: TD_CAVEAT_BUDGET_SPENT taken off the status in src/impact/audit.hpp.
#include <doctest/doctest.h>

#include "random_cases.hpp"

namespace {

using oracle::Case;

struct Solved {
  touchdown::Status status;
  touchdown::Impact<double> impact;
  bool has(std::int32_t caveat) const { return (status & caveat) != 0; }
};

Solved solved(Case c, std::int32_t method = TD_METHOD_SLIP_PATH, std::int32_t steps = 0) {
  c.options.method = method;
  c.options.steps = steps;
  Solved result{};
  result.status = touchdown::resolve(c, result.impact);
  REQUIRE(result.status >= 0);
  return result;
}

Case far_reaching_in_the_plane(oracle::Random &random) {
  Case c = oracle::random_case(random, oracle::Family::far_reaching);
  oracle::flatten(c, 0);
  c.surface.mu_s = c.surface.mu_k;
  return c;
}

}  // namespace

TEST_CASE("jam: sliding alone could not have ended compression") {
  oracle::Random random(1);
  int raised = 0;
  for (int i = 0; i < 5000; ++i) {
    const Case c = far_reaching_in_the_plane(random);
    const double slope = c.W.nn - c.surface.mu_k * std::copysign(1, c.v.t) * c.W.nt;  // dv_n/dp_n
    if (std::abs(slope) < 1e-9 * c.W.nn) continue;
    const bool jams = solved(c).has(TD_CAVEAT_JAM);
    CHECK(jams == (slope < 0));
    raised += jams;
  }
  CHECK(raised > 50);
}

// Rare: v_n must turn back on a curved path. These are five of seven found among 600 000 random bodies.
TEST_CASE("extended: Poisson's restitution ended in an approach and was run on to zero") {
  const Case cases[] = {
      {{162.458466, 27.7063694, 173.639557, 134.593979, 57.2501678, 197.408783},
       {-0.0776598677, 0.029356597, -0.0739651546},
       {1.37895, 1.37895, 0.409692},
       {}},
      {{1.36617839, -1.82598293, 1.00521183, 4.90367031, -0.0761598796, 5.32198572},
       {-2.73641014, -31.0880146, -38.1390533},
       {1.21978, 1.21978, 0.699326},
       {}},
      {{9.76446915, 6.66888714, -5.37950277, 12.9711237, 2.20157075, 10.1922045},
       {-1.19065917, -2.50419259, -2.35240674},
       {1.31677, 1.31677, 0.868741},
       {}},
      {{47.8332634, -58.4762573, -59.7470131, 173.534561, 4.91249371, 125.801613},
       {-0.408427984, -1.40648246, 1.73131382},
       {1.11276, 1.11276, 0.494475},
       {}},
      {{0.590970576, -0.41886577, 0.0719144195, 0.927304804, 0.224370122, 2.52466488},
       {-1.23467028, -10.8682985, -17.9832211},
       {1.46673, 1.46673, 0.799191},
       {}},
  };
  for (const Case &c : cases) {
    CHECK(oracle::exact_impact(c).extended);
    CHECK(solved(c).has(TD_CAVEAT_EXTENDED));
    CHECK(std::abs(solved(c).impact.v.n) < 1e-12 * -c.v.n);
  }
  oracle::Random random(2);
  for (int i = 0; i < 1000; ++i) {
    Case c = oracle::random_case(random);
    c.options.law = TD_LAW_POISSON;
    CHECK(solved(c).has(TD_CAVEAT_EXTENDED) == oracle::exact_impact(c).extended);
  }
}

// Found by the fuzzer: v_n turns back so late that it returns to 0 long after Poisson's impulse has passed. In the
// first case slip has stopped meanwhile, in the second it slides on.
TEST_CASE("restitution whose law had its end while the point approached ends as it returns to v_n = 0") {
  const Case stops = {{3.99994111, 3.40624928, -1.5882268, 3.16498041, -0.994500041, 3.14745235},
                      {-3.99999976, 20.5695782, 20.5695782},
                      {1.50294101, 1.49999988, 0.99999994},
                      {}};
  const Case slides = {{3.48483241e-4, 1.90891427e-4, 3.48671165e-4, 3.12150369e-4, 1.88685532e-4, 3.48892412e-4},
                       {-2.7435317, 10.2935104, 0.9444561},
                       {1.37647057, 0.917647004, 0.998422146},
                       {}};
  for (Case c : {stops, slides}) {
    for (const std::int32_t law : {TD_LAW_POISSON, TD_LAW_AUTOMATIC}) {
      c.options.law = law;
      const oracle::Result exact = oracle::exact_impact(c);
      const Solved found = solved(c, TD_METHOD_SLIP_PATH, TD_MAX_STEPS);
      CHECK(exact.extended);
      CHECK(found.has(TD_CAVEAT_EXTENDED));
      CHECK(found.impact.p.n == doctest::Approx(exact.p.n).epsilon(1e-8));
      CHECK(found.impact.p.t == doctest::Approx(exact.p.t).epsilon(1e-8));
      CHECK(found.impact.p.s == doctest::Approx(exact.p.s).epsilon(1e-8));
      CHECK(std::abs(found.impact.v.n) < 1e-12);
    }
  }
}

TEST_CASE("laws disagree: both figures are more than a fifth from 1") {
  oracle::Random random(3);
  int raised = 0;
  for (int i = 0; i < 20000; ++i) {
    Case c = oracle::random_case(random, oracle::Family::planar);
    if (c.surface.e == 0) continue;
    c.options.law = TD_LAW_POISSON;
    const double poisson_off = std::abs(solved(c).impact.N_E - 1);
    c.options.law = TD_LAW_ENERGETIC;
    const double off = std::min(poisson_off, std::abs(solved(c).impact.N_P - 1));
    if (std::abs(off - 0.2) < 1e-9) continue;
    c.options.law = TD_LAW_AUTOMATIC;
    const bool disagree = solved(c).has(TD_CAVEAT_LAWS_DISAGREE);
    CHECK(disagree == (off > 0.2));
    raised += disagree;
  }
  CHECK(raised > 10);
}

// The caveat's meaning, tested on the impact itself: with a little less mu_s the contact slides on, with a little more
// it sticks. Seen red: the bit left out in src/impact/audit.hpp; raised whatever mu_k is; raised where slip never
// stopped.
TEST_CASE("marginal: with mu_s a 256th less it slides on, with a 256th more it sticks") {
  oracle::Random random(31);
  int raised = 0, stops = 0;
  for (int i = 0; i < 6000; ++i) {
    Case c = oracle::random_case(random, i % 3 == 0 ? oracle::Family::planar : oracle::Family::general);
    if (i % 5 == 0) c.v.t = c.v.s = 0;
    const std::int32_t method = i % 2 == 0 ? TD_METHOD_SLIP_PATH : TD_METHOD_ALGEBRAIC;
    const double wanted = solved(c, method).impact.R2;  // |c|, the friction ratio of sticking
    if (!(wanted > 0)) continue;
    c.surface.mu_s = wanted * random.uniform(0.99, 1.01);
    c.surface.mu_k = c.surface.mu_s * random.uniform(0.3, 0.99);
    const Solved found = solved(c, method);
    const bool at_rest = found.impact.case_number >= 5;
    const bool stopped = at_rest || found.impact.case_number > 0;
    const bool held = method == TD_METHOD_SLIP_PATH && c.surface.mu_k < wanted && wanted <= c.surface.mu_s;
    if (held && !at_rest && found.impact.method == TD_METHOD_SLIP_PATH) continue;  // near_stop_test.cpp
    Case less = c, more = c;
    less.surface.mu_s *= 1 - 1.0 / 256;
    more.surface.mu_s *= 1 + 1.0 / 256;
    CAPTURE(i);
    CHECK(found.has(TD_CAVEAT_MARGINAL) ==
          (stopped && solved(less, method).impact.case_number != solved(more, method).impact.case_number));
    stops += stopped;
    raised += found.has(TD_CAVEAT_MARGINAL);
    c.surface.mu_k = c.surface.mu_s;  // no jump, so no caveat
    CHECK(!solved(c, method).has(TD_CAVEAT_MARGINAL));
  }
  CHECK(stops > 1500);
  CHECK(raised > stops / 4);
  CHECK(raised < stops / 2);
}

TEST_CASE("budget spent: with one step for many, with 64 for none, and never unless every step was taken") {
  oracle::Random random(4);
  int raised = 0;
  for (int i = 0; i < 2000; ++i) {
    const Case c = oracle::random_case(random);
    const Solved hasty = solved(c, TD_METHOD_SLIP_PATH, 1);
    raised += hasty.has(TD_CAVEAT_BUDGET_SPENT);
    if (hasty.has(TD_CAVEAT_BUDGET_SPENT)) CHECK(hasty.impact.steps == 1);
    CHECK(!solved(c, TD_METHOD_SLIP_PATH, TD_MAX_STEPS).has(TD_CAVEAT_BUDGET_SPENT));
  }
  CHECK(raised > 400);
}

// In the first three v_n has turned back when the budget is spent. In the others, without restitution, moving the
// impulse back into its cone would otherwise leave v_n too low.
TEST_CASE("budget spent: no approach is left even so, and the impulse stays in its cone") {
  const auto check = [](const Case &c, std::int32_t steps) {
    const touchdown::Impact<double> impact = solved(c, TD_METHOD_SLIP_PATH, steps).impact;
    CHECK(impact.v.n >= 1e-12 * c.v.n);
    CHECK(impact.cone_margin >= -1e-13 * c.surface.mu_s * impact.p.n);
  };
  check({{18.5067196, -0.350144356, 13.0053949, 2.19188905, 0.823998451, 10.5528946},
         {-0.720496178, 0.226444021, -0.298910946},
         {1.47731959, 1.47731959, 1},
         {}},
        0);
  check({{79.0029831, 64.3863754, 6.88152218, 111.438438, -33.7402496, 35.5289764},
         {-0.0995765105, 0.881299019, -0.710374415},
         {1.43092784, 1.43092784, 0.310449451},
         {}},
        3);
  check({{13.8423023, 5.24120188, 11.2503386, 8.10419369, -4.61475039, 27.3126488},
         {-0.0920786113, -0.431402832, 0.908028841},
         {1.20824742, 1.20824742, 0.747670889},
         {}},
        3);
  check({{757.708557, 9.58686543, -31.8019943, 624.788696, 364.739532, 220.331284},
         {-1.61538768, -0.0600719415, 0.0906834304},
         {0.276804124, 0.276804124, 0},
         {}},
        1);
  check({{2.42728806, 0.228996262, 0.0605337024, 1.07534397, 0.901199162, 2.24756002},
         {-3.99892545, -0.612822175, 0.551261187},
         {0.431443299, 0.431443299, 0},
         {}},
        1);
  oracle::Random random(6);
  for (int i = 0; i < 5000; ++i) {
    Case c = oracle::random_case(random);
    const double mu = 0.05 + 0.5 * (i % 97) / 97;
    if (i % 2 == 0) c.surface = {mu, mu, 0};
    check(c, 1);
  }
}

TEST_CASE("direction: the algebraic method owns up to it, the slip path needs not") {
  oracle::Random random(5);
  int raised = 0;
  for (int i = 0; i < 5000; ++i) {
    const Case c = oracle::random_case(random);
    const Solved result = solved(c, TD_METHOD_ALGEBRAIC);
    raised += result.has(TD_CAVEAT_DIRECTION);
    if (result.impact.energy_friction < -1e-12 * result.impact.energy_before) CHECK(result.has(TD_CAVEAT_DIRECTION));
    CHECK(!solved(c).has(TD_CAVEAT_DIRECTION));
  }
  CHECK(raised > 0);
}

TEST_CASE("a result beyond the range of its scalar is refused") {
  touchdown::Contact<float> c{};
  c.W = {1e-30f, 0, 0, 1e-30f, 0, 1e-30f};
  c.v = {-1e10f, 0, 0};
  touchdown::Impact<float> impact{};
  impact.p.n = 42;
  CHECK(touchdown::resolve(c, impact) == TD_REFUSED_RANGE);
  CHECK(impact.p.n == 42);
}
