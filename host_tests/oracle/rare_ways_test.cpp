// Bodies that go the rare ways of the slip path, found by a search among twelve million: a stage that ends at a crest
// of v_n, from beyond which it has come down; a certain stop whose straight piece leads away from it; a stage whose end
// by the law has just passed. Held against the exact path, in both precisions.
//
// Seen red: turn_to_crest of src/impact/slip_path/stage_end.hpp returning false.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "exact_impact.hpp"

namespace {

using oracle::Case;

struct Rare {
  Case given;
  double tolerance;  // of the impulse, as a part of it; at a crest, where f is 0, a little of v_n moves it far
};

constexpr Rare bodies[] = {
    // At a crest: in both precisions; in double.
    {{{1, 0x1.5e1446p+0, 0x1.9a53acp+0, 0x1.3e3692p+1, 0x1.8655dap+0, 0x1.ba14cap+1},
      {-1, 0x1.b48996p+5, -0x1.367b9ap+4},
      {0x1.efb888p+0, 0x1.fbe6d6p-1, 0x1.56b13cp-1},
      {TD_LAW_NEWTON, 0, 0, 1, 1}},
     5e-3},
    {{{1, -0x1.c9ddc03e017ebp-3, 0x1.97f766d4b135dp-1, 0x1.76ae53cfe2e1ep+2, 0x1.a6cf2edb3b526p-4,
       0x1.e34246aa5dc32p+1},
      {-1, -0x1.317cdf5a4a379p+6, 0x1.e89b3881ece61p+3},
      {0x1.d37eba7fd870bp+1, 0x1.dc0fc37f5bbbep+0, 0x1.18891ba215881p-1},
      {TD_LAW_AUTOMATIC, 0, 0, 1, 1}},
     5e-3},
    // Away from the stop.
    {{{1, -0x1.1cda02p+1, 0x1.61221cp-3, 0x1.02b502p+4, 0x1.63bf5ep+2, 0x1.179fa4p+3},
      {-1, 0x1.ff7adp-6, 0x1.01a922p-5},
      {0x1.cffa8ep-2, 0x1.f3f182p-3, 0x1.04bde2p-1},
      {TD_LAW_POISSON, 0, 0, 1, 1}},
     1e-5},
    {{{1, 0x1.17c146p-5, -0x1.08e786p+0, 0x1.11c074p-4, -0x1.27e33ap-2, 0x1.c8023ep+2},
      {-1, -0x1.285046p-7, 0x1.cd0d6ep-5},
      {0x1.20fddep+0, 0x1.333954p-1, 0x1.a5af48p-2},
      {TD_LAW_NEWTON, 0, 0, 1, 1}},
     1e-5},
    // Just passed, in float.
    {{{1, -0x1.20578ap-2, -0x1.1caf96p-4, 0x1.b5a186p-4, 0x1.c9064cp-6, 0x1.2a278p-4},
      {-1, -0x1.7884eap+6, -0x1.70ba8ep+4},
      {0x1.69b0bep+0, 0x1.3b3c5ep+0, 0x1.933a32p-3},
      {TD_LAW_AUTOMATIC, 0, 0, 1, 1}},
     1e-5},
};

template <class Scalar>
void check(const Rare &body) {
  touchdown::Impact<Scalar> found;
  REQUIRE(touchdown::resolve(oracle::cast<Scalar>(body.given), found) >= 0);
  Case by = body.given;
  by.options.law = found.law;  // both ends of the automatic law may be as good
  const oracle::Result exact = oracle::exact_impact(by);
  REQUIRE(exact.solved);
  const auto off = [](Scalar x, double expected) { return std::abs(static_cast<double>(x) - expected); };
  CHECK(std::max({off(found.p.n, exact.p.n), off(found.p.t, exact.p.t), off(found.p.s, exact.p.s)}) <=
        body.tolerance * exact.p.n);
  CHECK(std::max({off(found.v.n, exact.v.n), off(found.v.t, exact.v.t), off(found.v.s, exact.v.s)}) <= 1e-4);
  CHECK(off(found.energy_friction, exact.energy_friction) <= 1e-3 * exact.energy_friction);
  CHECK(found.case_number == exact.case_number);
}

}  // namespace

TEST_CASE("rare ways of the slip path, by the exact path") {
  for (const Rare &body : bodies) {
    CAPTURE(&body - bodies);
    check<float>(body);
    check<double>(body);
  }
}
