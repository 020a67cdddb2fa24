// Landings on legs that yield: strokes with a closed form, random landers against a simulation that knows no impulse,
// the energy ledger, and invalid input.
//
// Seen red: the stop's ledger with legs_at_stop() of src/landing/leg_step.hpp left out; the random landers with feet
// within 1e-5 of the reach taken as down in feet_down(), with pieces of a sixteenth of a step, and with pieces that did
// not yet end where a slip does.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "../unit/relative.hpp"
#include "landed_legs.hpp"
#include "landing/follow.hpp"
#include "landings_tried.hpp"
#include "table.hpp"

using namespace yielding;
using landers::real;
using landers::wide;

namespace {

constexpr bool is_double = sizeof(td_real) == 8;

// A table of 1000 kg on the Moon.
td_lander moon_table() {
  td_lander body = landers::table(2, 1.5, 0.5);
  body.mass = 1000;
  for (int i = 0; i < 3; ++i) body.inertia[i] = 800;
  body.gravity[2] = real(-1.62);
  body.horizon = 30;
  return body;
}

// On four upright legs of one kind.
td_lander table_on(std::int32_t kind, double force, double stiffness, double damping, double stroke) {
  td_lander body = moon_table();
  for (td_leg &leg : body.leg) {
    leg.kind = kind;
    leg.axis[2] = 2;  // of any length
    leg.force = real(force);
    leg.stiffness = real(stiffness);
    leg.damping = real(damping);
    leg.stroke = real(stroke);
  }
  return body;
}

td_lander_state falling(double drop, double speed) {
  td_lander_state state = landers::standing(1.5 + drop);
  state.v[2] = real(-speed);
  return state;
}

// A simulation whose honeycomb and bristles give by a tenth of what they do at first; how far it may be off, as the
// same made stiffer differs; and what 1e-4 of the speed of the landing changes.
struct Expected {
  std::vector<Done> done;
  double uncertain, sensitive;
};

constexpr double gives = 1e-6;

Expected integrate_finely(const Landing &landing) {
  constexpr double h = 1e-5;
  Landing faster = landing;
  faster.v *= 1 + 1e-4;
  const std::vector<Done> soft = Simulation(landing, h, gives).run();
  const std::vector<Done> stiff = Simulation(landing, h, 0.1 * gives).run();
  return {stiff, difference(stiff, soft), difference(soft, Simulation(faster, h, gives).run())};
}

}  // namespace

TEST_CASE("a table on crushing legs comes down by E / (F - m g)") {
  const double force = 2500, drop = 0.5, speed = 3, m = 1000, g = 1.62;
  const double stroke = m * (speed * speed / 2 + g * drop) / (4 * force - m * g);
  const Landed landed = land(table_on(TD_LEG_CRUSHES, force, 0, 0, 2), falling(drop, speed));
  CHECK(landed.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(landed.status == TD_SOLVED);
  const double falls = (std::sqrt(speed * speed + 2 * g * drop) - speed) / g;
  CHECK(wide(landed.motion.first_contact) == relative(falls, 1e-6));
  double taken = 0;
  for (int i = 0; i < 4; ++i) {
    const td_leg_record &leg = landed.motion.leg[i];
    CHECK(wide(leg.stroke) == relative(stroke, 1e-5));
    CHECK(leg.most_stroke == leg.stroke);
    CHECK(wide(leg.peak_force) == relative(force, 1e-6));
    CHECK(wide(leg.energy) == relative(force * stroke, 1e-5));
    CHECK(leg.stops == 0);
    taken += wide(leg.energy);
  }
  CHECK(wide(landed.motion.energy_lost) == relative(taken, 1e-5));
  CHECK(wide(landed.motion.state.x[2]) == relative(1.5 - stroke, 1e-5));
}

// Also where a step, which follows from gravity, is far longer than the crush.
// Seen red: in float, with a piece whose forces are not found taken beyond where legs come to a stand.
TEST_CASE("a table crushes its legs by that in any gravity, however hard they are") {
  const double drop = 0.01, m = 1000;
  for (const double g : {9.81, 1e-3})
    for (const double force : {8000.0, 32000.0})
      for (const double speed : {0.4, 3.2}) {
        CAPTURE(g);
        CAPTURE(force);
        CAPTURE(speed);
        td_lander body = table_on(TD_LEG_CRUSHES, force, 0, 0, 0);
        body.gravity[2] = real(-g);
        const double stroke = m * (speed * speed / 2 + g * drop) / (4 * force - m * g);
        const td_landing landing = land(body, falling(drop, speed)).motion;
        for (int i = 0; i < 4; ++i) CHECK(wide(landing.leg[i].most_stroke) == relative(stroke, 2e-3));
      }
}

TEST_CASE("a leg pushes nothing off the ground, then its force") {
  const td_lander body = table_on(TD_LEG_CRUSHES, 2500, 0, 0, 2);
  const td_lander_state state = falling(0.5, 3);
  td_landing landing;
  REQUIRE(td_landing_start(&landing, &body, &state) == TD_SOLVED);
  int crushing = 0;
  while (landing.outcome == TD_OUTCOME_OPEN) {
    REQUIRE(td_landing_step(&landing, &body, body.horizon, nullptr) == TD_SOLVED);
    const bool flies = landing.first_contact < 0, falls = landing.state.v[2] < -1;
    if (flies) CHECK(wide(landing.leg[0].force[2]) == 0);
    if (flies || !falls) continue;
    CHECK(wide(landing.leg[0].force[2]) == relative(2500, 1e-5));
    ++crushing;
  }
  CHECK(crushing >= 3);
}

// Seen red: with the stroke in reach_of() of src/landing/legs.hpp, as what is small follows from the reach.
TEST_CASE("a stop that is never reached, or is not there, changes nothing") {
  for (const std::int32_t kind : {TD_LEG_CRUSHES, TD_LEG_SPRINGS}) {
    const td_lander_state state = falling(0.5, 3);
    const td_landing near = land(table_on(kind, 2500, 5000, 2500, 2), state).motion;
    for (const double stroke : {0.0, 10.0, 1e6}) {
      const Landed landed = land(table_on(kind, 2500, 5000, 2500, stroke), state);
      CAPTURE(stroke);
      CHECK(landed.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
      for (int i = 0; i < 4; ++i) {
        CHECK(landed.motion.leg[i].most_stroke == near.leg[i].most_stroke);
        CHECK(landed.motion.leg[i].stops == 0);
      }
    }
  }
}

// m s'' = m g - k s - c s', s(0) = 0, s'(0) = v.
TEST_CASE("a table on springs and dampers comes down as the damped oscillator does") {
  for (const double zeta : {0.0, 0.1, 0.5, 1.5}) {
    CAPTURE(zeta);
    const double k = 5000, m = 1000, g = 1.62, omega = std::sqrt(4 * k / m), c = zeta * 2 * m * omega / 4;
    double s = 0, v = std::sqrt(9 + 2 * g * 0.5), most = 0, peak = 0, energy = 0;
    for (constexpr double h = 1e-5; v > 0; most = s) {  // the midpoint rule, 1e5 steps to a second
      const double a = g - 4 * (k * s + c * v) / m, v_m = v + 0.5 * h * a, s_m = s + 0.5 * h * v;
      peak = std::max(peak, k * s + c * v);
      energy += h * c * v_m * v_m;
      s += h * v_m;
      v += h * (g - 4 * (k * s_m + c * v_m) / m);
    }
    if (zeta == 0)
      CHECK(most ==
            relative(g / (omega * omega) * (1 + std::sqrt(1 + std::pow(std::sqrt(9 + 2 * g * 0.5) * omega / g, 2))),
                     1e-6));
    td_lander body = table_on(TD_LEG_SPRINGS, 0, k, c, 2);
    body.horizon = real(0.172 + 0.6 / omega + 3);
    const Landed landed = land(body, falling(0.5, 3));
    CHECK(wide(landed.motion.leg[2].most_stroke) == relative(most, 1e-3));
    CHECK(wide(landed.motion.leg[2].peak_force) == relative(peak, 1e-3));
    CHECK(wide(landed.motion.leg[2].energy) >= energy * (1 - 1e-3));
    double taken = 0;
    for (const td_leg_record &leg : landed.motion.leg) taken += wide(leg.energy);
    CHECK(wide(landed.motion.energy_lost) == doctest::Approx(taken).epsilon(5e-3).scale(100));
  }
}

// m v^2 / 2 + m g (drop + s) = 4 (f_0 s + k s^2 / 2).
TEST_CASE("preloaded springs come down by what their preload and stiffness take up") {
  for (const double preload : {200.0, 800.0}) {  // the weight is 405 N a leg
    CAPTURE(preload);
    const double k = 5000, m = 1000, g = 1.62, drop = 0.5, speed = 3;
    const double b = 4 * preload - m * g, E = m * (speed * speed / 2 + g * drop);
    const double stroke = (std::sqrt(b * b + 8 * k * E) - b) / (4 * k);
    td_lander body = table_on(TD_LEG_SPRINGS, 0, k, 0, 2);
    for (td_leg &leg : body.leg) leg.preload = real(preload);
    body.horizon = real(0.172 + 0.8);
    const Landed landed = land(body, falling(drop, speed));
    for (int i = 0; i < 4; ++i) {
      CHECK(wide(landed.motion.leg[i].most_stroke) == relative(stroke, 1e-4));
      CHECK(wide(landed.motion.leg[i].peak_force) == relative(preload + k * stroke, 1e-4));
      CHECK(wide(landed.motion.leg[i].energy) < 1e-3 * E);
    }
    CHECK(wide(landed.motion.energy_lost) < 1e-3 * E);
  }
}

// In 1e-4 m/s^2 a slide lasts minutes, on dampers that are done in fifty milliseconds: it stops after v^2 / (2 mu g).
// In float the heights' rounding changes forces too. Seen red: with pieces whose forces are steady at most 8 times as
// long as others: 1900 steps, and no rest in float.
TEST_CASE("legs whose forces are steady do not ask for short steps") {
  td_lander body = table_on(TD_LEG_SPRINGS, 0, 100, 3900, 2);
  body.gravity[2] = real(-1e-4);
  body.horizon = 1000;
  td_lander_state state = falling(0, 0);
  state.v[0] = real(0.005);
  const td_landing end = land(body, state).motion;
  CHECK(end.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(wide(end.state.x[0]) == relative(0.005 * 0.005 / (2 * wide(body.foot[0].mu_sliding) * 1e-4), 0.01));
  CHECK(end.steps < (sizeof(td_real) == 4 ? 6000 : 500));
}

// Seen red: without the end of a piece at full length in meet_event() of src/landing/leg_step.hpp: it creeps.
TEST_CASE("a preload above the weight holds at full length, from the start and after a landing") {
  td_lander body = table_on(TD_LEG_SPRINGS, 0, 5000, 2500, 2);
  for (td_leg &leg : body.leg) leg.preload = 500;
  for (const double speed : {0.0, 1.5}) {
    CAPTURE(speed);
    const Landed landed = land(body, falling(0, speed));
    CHECK(landed.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    CHECK(wide(landed.motion.state.x[2]) == relative(1.5, 3e-5));
    double taken = 0;
    for (int i = 0; i < 4; ++i) {
      const td_leg_record &leg = landed.motion.leg[i];
      CHECK(wide(leg.stroke) < 1e-4);
      if (speed == 0) CHECK(wide(leg.peak_force) == relative(405, 1e-3));
      if (speed == 0) CHECK(wide(leg.most_stroke) < 1e-6);
      taken += wide(leg.energy);
    }
    CHECK(wide(landed.motion.energy_lost) == doctest::Approx(taken).epsilon(1e-2).scale(10));
  }
}

// About where it balances, it swings less by 2 F_f / k each time, until friction holds it.
TEST_CASE("friction of its springs ends the swings of a table after as many as there must be") {
  const double k = 5000, m = 1000, g = 1.62, friction = 25, level = m * g / 4 / k;
  for (const double first : {0.063, 0.048, -0.027, 0.004}) {
    CAPTURE(first);
    td_lander body = table_on(TD_LEG_SPRINGS, 0, k, 0, 2);
    td_lander_state state = falling(-level - first, 0);
    for (td_leg &leg : body.leg) leg.friction = real(friction);
    td_landing motion = {};
    REQUIRE(td_landing_start(&motion, &body, &state) >= 0);
    for (int i = 0; i < 4; ++i) motion.leg[i].stroke = motion.leg[i].most_stroke = real(level + first);
    double end = first, way = 0;
    int swings = 0;
    for (; std::abs(end) > friction / k; ++swings) {
      const double to = -end + (end > 0 ? 2 : -2) * friction / k;
      way += std::abs(to - end);
      end = to;
    }
    while (motion.outcome == TD_OUTCOME_OPEN) REQUIRE(td_landing_step(&motion, &body, 30, nullptr) >= 0);
    CHECK(motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    for (int i = 0; i < 4; ++i) {
      CHECK(wide(motion.leg[i].stroke) == relative(level + end, is_double ? 1e-4 : 1e-3));
      CHECK(std::abs(wide(motion.leg[i].energy) - friction * way) <= 2e-3 * friction * way);
    }
    const double half = landers::pi / std::sqrt(4 * k / m);
    CHECK(wide(motion.time) > swings * half);
    CHECK(wide(motion.time) < (swings + 1) * half + 0.5);
  }
}

TEST_CASE("a table that friction of its springs holds off balance stands, and leans, as it is") {
  td_lander body = table_on(TD_LEG_SPRINGS, 0, 5000, 100, 2);
  const double level = 1000 * 1.62 / 4 / 5000, lean = 0.004;
  for (td_leg &leg : body.leg) leg.friction = 60;
  td_lander_state state = falling(-level, 0);
  state.q[1] = real(lean / 2);
  td_landing motion = {};
  REQUIRE(td_landing_start(&motion, &body, &state) >= 0);
  for (int i = 0; i < 4; ++i)
    motion.leg[i].stroke = motion.leg[i].most_stroke = real(level) - real(lean) * body.foot[i].r[1];
  td_stance stance;
  REQUIRE(td_stance_of(&motion, &body, &stance) >= 0);
  CHECK(stance.stance == TD_STANCE_STANDS);
  while (motion.outcome == TD_OUTCOME_OPEN) REQUIRE(td_landing_step(&motion, &body, 30, nullptr) >= 0);
  CHECK(motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  for (int i = 0; i < 4; ++i)
    CHECK(wide(motion.leg[i].stroke) == relative(level - lean * wide(body.foot[i].r[1]), 1e-3));
}

// c s' = F_f - f_0 - k s.
TEST_CASE("off the ground friction keeps a leg short, and preload brings it to full length") {
  td_lander body = table_on(TD_LEG_SPRINGS, 0, 5000, 500, 2);
  body.leg[0].friction = 250;
  body.leg[1].preload = 250;
  body.leg[1].friction = 750;
  body.leg[2].preload = 50;
  td_lander_state state = falling(200, 0);
  td_landing motion = {};
  REQUIRE(td_landing_start(&motion, &body, &state) >= 0);
  for (int i = 0; i < 4; ++i) motion.leg[i].stroke = motion.leg[i].most_stroke = real(0.3);
  for (int i = 0; i < 8; ++i) REQUIRE(td_landing_step(&motion, &body, motion.time + 1, nullptr) >= 0);
  const td_leg_record *const leg = motion.leg;
  CHECK(wide(leg[0].stroke) == relative(0.05, 1e-3));
  CHECK(wide(leg[1].stroke) == relative(0.1, 1e-3));
  CHECK(leg[2].stroke == 0);
  CHECK(wide(leg[0].energy) == relative(2500 * (0.09 - 0.0025), 1e-3));
  CHECK(wide(leg[1].energy) == relative(2500 * (0.09 - 0.01) + 250 * 0.2, 1e-3));
  CHECK(wide(leg[2].energy) == relative(2500 * 0.09 + 50 * 0.3, 1e-3));
}

// exp(-k t / c) with k t = c, of a leg that is light.
TEST_CASE("off the ground a light leg returns as its spring and damper say") {
  touchdown::Leg<td_real> leg = {};
  leg.kind = TD_LEG_SPRINGS;
  leg.stiffness = 100;
  leg.damping = real(0.1);
  CHECK(wide(touchdown::free_stroke(leg, real(0.02), real(1e-3))) == relative(0.02 * std::exp(-1), 0.1));
}

TEST_CASE("on springs it rests at m g / k, and what it lost the dampers took") {
  const Landed landed = land(table_on(TD_LEG_SPRINGS, 0, 5000, 2500, 2), falling(0.5, 3));
  CHECK(landed.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  double taken = 0;
  for (int i = 0; i < 4; ++i) {
    CHECK(wide(landed.motion.leg[i].stroke) == relative(1000 * 1.62 / 20000, 1e-2));
    taken += wide(landed.motion.leg[i].energy);
  }
  CHECK(wide(landed.motion.energy_lost) == relative(taken, 1e-3));
}

// Feet that stick hold a lander on leaning legs as a frame would. Seen red with sweeps over the feet in place of
// Newton's method in solve_contacts() of src/landing/leg_contacts.hpp, to which they come too slowly: 21 of 24 are
// undecided.
TEST_CASE("on springs that lean it comes to rest") {
  int rested = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Landing landing = random_landing(random);
    td_lander body = body_of(landing);
    bool springs = true;
    for (int i = 0; i < body.feet; ++i) springs = springs && body.leg[i].kind == TD_LEG_SPRINGS;
    if (!springs) continue;
    CAPTURE(seed);
    body.horizon = landers::body_of(case_of(landing)).horizon;
    const Landed landed = land(body, state_of(landing));
    CHECK(landed.motion.outcome != TD_OUTCOME_UNDECIDED);
    if (landed.motion.outcome != TD_OUTCOME_RESTS_UPRIGHT) continue;
    ++rested;
    CHECK(landed.motion.steps < 1000);
  }
  MESSAGE(rested, " at rest");
  CHECK(rested > 20);
}

TEST_CASE("at the stop the rest of the speed is an impact") {
  const double force = 2500, stroke = 0.3, m = 1000, g = 1.62, drop = 0.5, e = 0.3;
  const double left = m * (4.5 + g * drop) - (4 * force - m * g) * stroke;  // kinetic, at the stop
  const td_lander body = table_on(TD_LEG_CRUSHES, force, 0, 0, stroke);
  const td_lander_state state = falling(drop, 3);
  td_landing motion = {};
  const td_leg_record *const leg = motion.leg;
  REQUIRE(td_landing_start(&motion, &body, &state) == TD_SOLVED);
  while (leg[0].stops + leg[1].stops + leg[2].stops + leg[3].stops == 0)
    REQUIRE(td_landing_step(&motion, &body, 10, nullptr) >= 0);
  double taken = 0;
  for (int i = 0; i < 4; ++i) {
    CHECK(wide(leg[i].stroke) == relative(stroke, 1e-5));
    CHECK(wide(leg[i].peak_force) == relative(force, 1e-6));
    CHECK(wide(leg[i].energy) == relative(force * stroke, 1e-4));
    taken += wide(leg[i].energy);
  }
  CHECK(wide(motion.state.v[2]) > 0);
  CHECK(wide(motion.energy_lost) == relative(taken + (1 - e * e) * left, 2e-3));
  const Landed landed = land(body, state);  // rigid from now on
  CHECK(landed.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(wide(landed.motion.state.x[2]) == relative(1.5 - stroke, 1e-3));
}

// m s'' = m g - 4 (k s + c s') as far as the stop. A leg that stays there holds its foot by impulses, which have no
// force. Seen red: with the mean force of a piece taken for one of the spring's in note_peaks() of
// src/landing/legs.hpp.
TEST_CASE("a spring at its stop has the force of the spring and the damper") {
  for (const double zeta : {0.0, 0.3}) {
    CAPTURE(zeta);
    const double k = 5000, m = 1000, g = 1.62, omega = std::sqrt(4 * k / m), c = zeta * 2 * m * omega / 4, stroke = 0.3;
    double s = 0, v = std::sqrt(9 + 2 * g * 0.5), peak = 0;
    for (constexpr double h = 1e-5; s < stroke; peak = std::max(peak, k * s + c * v)) {
      const double v_m = v + 0.5 * h * (g - 4 * (k * s + c * v) / m), s_m = s + 0.5 * h * v;
      s += h * v_m;
      v += h * (g - 4 * (k * s_m + c * v_m) / m);
    }
    td_lander body = table_on(TD_LEG_SPRINGS, 0, k, c, stroke);
    for (td_foot &foot : body.foot) foot.surface.e = 0;
    const Landed landed = land(body, falling(0.5, 3));
    int stops = 0;
    for (int i = 0; i < 4; ++i) {
      CHECK(wide(landed.motion.leg[i].most_stroke) == relative(stroke, 1e-5));
      CHECK(wide(landed.motion.leg[i].peak_force) == relative(peak, 1e-3));
      stops += landed.motion.leg[i].stops;
    }
    CHECK(stops > 0);
  }
}

// Random bodies whose first legs run into their stops, of 1 to 3 feet: stiff dampers along the axes and stiff viscous
// friction as far as the cone, in fine steps of an instant in which nothing moves. Where legs are nearly at rest in
// their stops the dampers grow with the time, so that none is left on its way; legs that are given back their impulse
// press others in, which dampers stiffer still hold at once.
//
// Seen red: with the coordinates of a rigid foot in strike_stops() of src/landing/leg_stops.hpp, without rebound(),
// with next_share() that overlooks where a slip ends, where it turns, or both, and with one sweep over several feet.
namespace {

struct Struck {
  Vector v, w;
};

class StopImpact {
 public:
  StopImpact(const Landing &landing, std::size_t feet) : given_(landing), feet_(feet), after_{landing.v, landing.w} {
    const Matrix R = landing.q.toRotationMatrix();
    inverse_ = R * landing.inertia.inverse() * R.transpose();
    for (std::size_t i = 0; i < feet; ++i) {
      const Leg &leg = landing.legs[i];
      axis_.push_back(R * leg.axis);
      arm_.push_back(R * (leg.foot + leg.stroke * leg.axis) - leg.radius * landing.normal);
      Matrix cross;
      cross << 0, -arm_[i][2], arm_[i][1], arm_[i][2], 0, -arm_[i][0], -arm_[i][1], arm_[i][0], 0;
      moves_ += 1 / landing.mass + (cross * inverse_ * cross.transpose()).operatorNorm();
    }
  }

  Struck run(double e) {
    std::vector<double> given(feet_, 0), back(feet_, 0);
    for (std::size_t i = 0; i < feet_; ++i) back[i] = rate(i) > captured_below() ? e : 0;
    double damper = 1e-3;
    const auto damped = [&](double rate) { return damper / moves_ * std::max(0.0, rate); };
    double passed = 0;
    for (int step = 0; step < 100000; ++step, passed += damper) {
      damper = 1e-3 * std::max(1.0, passed / 15);
      press([&](std::size_t i, double rate) {
        given[i] += damped(rate);
        return damped(rate);
      });
    }
    constexpr int steps = 20000;
    damper = 0.05;
    for (int step = 0; step < steps && e > 0; ++step)
      press([&](std::size_t i, double rate) { return std::max(back[i] * given[i] / steps, damped(rate)); });
    return after_;
  }

 private:
  double rate(std::size_t i) const {
    return -given_.normal.dot(after_.v + after_.w.cross(arm_[i])) / given_.normal.dot(axis_[i]);
  }
  // A quarter of what gravity gives in a step of the library, of touchdown/landing.h.
  double captured_below() const {
    return 0.25 * 0.035 * std::sqrt(given_.gravity * (case_of(given_).reach() + given_.legs[0].radius));
  }
  // One step of axial impulses.
  template <class Law>
  void press(const Law &law) {
    const Vector &n = given_.normal;
    Struck change = {Vector::Zero(), Vector::Zero()};
    for (std::size_t i = 0; i < feet_; ++i) {
      const Vector v = after_.v + after_.w.cross(arm_[i]);
      const double rise = n.dot(axis_[i]), rate = -n.dot(v) / rise, q = law(i, rate), mu = given_.legs[i].mu;
      const Vector held = -0.3 / moves_ * (v + rate * axis_[i]);  // in the plane
      const double normal = (q - held.dot(axis_[i])) / rise;
      Vector p = normal * n + held;
      if (!(held.norm() <= mu * normal)) {
        const Vector way = held.normalized();
        p = q / (rise + mu * way.dot(axis_[i])) * (n + mu * way);
      }
      change.v += p / given_.mass;
      change.w += inverse_ * arm_[i].cross(p);
    }
    after_.v += change.v;
    after_.w += change.w;
  }

  const Landing given_;
  const std::size_t feet_;
  Struck after_;
  Matrix inverse_;
  std::vector<Vector> axis_, arm_;
  double moves_ = 0;
};

Struck struck_by_library(const Landing &landing, std::size_t feet, double e) {
  td_lander body = body_of(landing);
  td_leg_record record[TD_MAX_FEET] = {};
  for (std::size_t i = 0; i < feet; ++i) {
    body.foot[i].surface.e = real(e);
    record[i].stroke = body.leg[i].stroke;
  }
  touchdown::Terrain<td_real> terrain;
  touchdown::MovingLegs<td_real> legs;
  REQUIRE(touchdown::prepare(body, terrain) == TD_SOLVED);
  REQUIRE(touchdown::prepare_legs(body, record, terrain, legs) == TD_SOLVED);
  auto motion = touchdown::landing_from(touchdown::state_from(state_of(landing)));
  touchdown::LegContacts<td_real> scratch;
  touchdown::Stride<td_real> stride;
  const touchdown::FootSet all = touchdown::first_feet(static_cast<int>(feet));
  REQUIRE(touchdown::strike_stops(legs, all, scratch, stride, motion) == TD_SOLVED);
  CHECK(motion.impacts == 1);
  CHECK(stride.touched == all);
  return {motion.state.v.cast<double>(), motion.state.w.cast<double>()};
}

}  // namespace

TEST_CASE("legs at their stops are struck along the path of their feet's slips") {
  double worst[2] = {0, 0};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Landing landing = random_landing(random);
    for (Leg &leg : landing.legs) leg.stroke = 0.05 * leg.foot.norm();
    const std::size_t feet = 1 + seed % 3;
    const double e = seed % 2 == 0 ? 0.4 : 0;
    const Struck expected = StopImpact(landing, feet).run(e), struck = struck_by_library(landing, feet, e);
    const double speed = landing.v.norm(), reach = landing.legs[0].foot.norm();
    const double off = std::max((struck.v - expected.v).norm(), reach * (struck.w - expected.w).norm()) / speed;
    worst[feet > 1] = std::max(worst[feet > 1], off);
    CHECK(off < 1e-3);
  }
  MESSAGE("the worst: one foot ", worst[0], ", several ", worst[1]);
}

// Seen red: with check_leg() of src/landing/leg_validation.hpp that looks at the axis first.
TEST_CASE("what a rigid leg says beside its kind is not read") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const landers::Case c = landers::random_case(random);
    td_lander body = landers::body_of(c);
    const td_lander_state state = landers::state_of(c);
    td_landing plain = {}, filled = {};
    const td_status status = td_land(&body, &state, 4000, &plain, nullptr);
    for (td_leg &leg : body.leg) leg.stroke = leg.force = leg.axis[0] = real(-1);
    CHECK(td_land(&body, &state, 4000, &filled, nullptr) == status);
    CHECK(std::memcmp(&plain, &filled, sizeof plain) == 0);
    for (const td_leg_record &leg : plain.leg) CHECK(leg.stroke == 0);
  }
}

TEST_CASE("steps taken one by one are those of the whole landing") {
  const td_lander body = table_on(TD_LEG_CRUSHES, 2500, 0, 0, 2);
  const td_lander_state state = falling(0.5, 3);
  const Landed landed = land(body, state);
  td_landing motion = {};
  REQUIRE(td_landing_start(&motion, &body, &state) == TD_SOLVED);
  while (motion.outcome == TD_OUTCOME_OPEN) REQUIRE(td_landing_step(&motion, &body, body.horizon, nullptr) >= 0);
  CHECK(std::memcmp(&motion, &landed.motion, sizeof motion) == 0);
}

// s = 0.1 + 0.4 t - 3 t^2, F = 1000 s + 50 s' = 120 + 100 t - 3000 t^2.
TEST_CASE("the greatest stroke and force within a piece, and the law of a rigid foot, by hand") {
  touchdown::Leg<td_real> leg = {};
  leg.kind = TD_LEG_SPRINGS;
  leg.stiffness = 1000;
  leg.damping = 50;
  leg.stroke = 1;
  touchdown::LegRecord<td_real> record = {};
  touchdown::note_peaks(leg, {real(0.1), 0, real(0.4), real(-0.2)}, real(0.1), real(0.11), record);
  CHECK(wide(record.most_stroke) == relative(0.1 + 0.04 / 3, 1e-6));
  CHECK(wide(record.peak_force) == relative(120 + 100.0 / 120, 1e-6));
  touchdown::LegContact<td_real> contact;
  const touchdown::Lander<td_real> body = {};
  touchdown::Terrain<td_real> terrain = {};
  terrain.lander = &body;
  for (const double gap : {-0.01, 0.02}) {
    touchdown::set_rigid_law(touchdown::least_speed(terrain, real(gap), real(0.1)), contact);
    CHECK(contact.constant == 0);
    CHECK(contact.by_rate == 0);
    CHECK((contact.above == 0 && contact.below == 0));
    CHECK(wide(contact.stop) == doctest::Approx(gap > 0 ? -0.2 : 0));
    CHECK((contact.stops && !contact.holds));
  }
}

// With b what acts beside friction, slip of y_T = -part (S q_T + b) is over after this part, as y_T + part (S q_T + b)
// = 0. S is what friction changes of it, less what it changes through a leg that keeps its rate.
TEST_CASE("a slip ends where friction and what acts beside it have taken it") {
  using Vector = touchdown::Vector3<td_real>;
  touchdown::LegContact<td_real> contact = {};
  contact.W << real(3), real(0.7), real(-0.4), real(0.7), real(2), real(0.3), real(-0.4), real(0.3), real(1.5);
  contact.rise = real(0.9), contact.lean_t = real(0.3), contact.lean_s = real(-0.2), contact.mu = real(0.6);
  const Vector q(0, real(-0.4), real(0.3)), beside(0, real(-0.05), real(0.08));
  const td_real most = q.norm();
  contact.q = q;
  contact.q[0] = most * contact.rise / contact.mu + contact.lean_t * q[1] + contact.lean_s * q[2];
  for (const bool stands : {false, true})
    for (const double part : {0.1, 0.5, 0.9}) {
      CAPTURE(stands);
      CAPTURE(part);
      contact.stands = stands;
      touchdown::Matrix3<td_real> S = contact.W;
      if (stands) S -= contact.W.col(0) * contact.W.row(0) / contact.W(0, 0);
      const Vector along(0, q[2], -q[1]);
      contact.before = -real(part) * (S * along + beside);
      const Vector after = contact.before + S * q + beside;
      const double span = 0.01, found = wide(touchdown::time_to_stick(contact, after, real(span), td_real(0)));
      CHECK(found == relative(part * span, is_double ? 1e-12 : 1e-5));
    }
}

// Preloads and friction of up to a half and a third of what each leg gives. Legs that stand in the simulation creep.
// Seen red: with pieces of src/landing/leg_step.hpp that do not end where friction brings a leg to a stand.
TEST_CASE("strokes, peak forces and energies with preload and friction are those of the simulation") {
  const int cases = landings_tried(is_double ? 40 : 15);
  std::vector<double> off[2];
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    Landing landing = random_landing_with_friction(random);
    const Landed landed = land(in_fine_steps(landing), state_of(landing));
    if (landed.motion.outcome == TD_OUTCOME_TIPS) landing.time = wide(landed.motion.time);
    const std::vector<Done> expected = Simulation(landing, 4e-5, gives).run();
    off[0].push_back(difference(expected, done_of(landed.motion, landing.legs.size())));
    off[1].push_back(
        difference(expected, done_of(land(body_of(landing), state_of(landing)).motion, landing.legs.size())));
    double taken = 0;
    for (const td_leg_record &leg : landed.motion.leg) taken += wide(leg.energy);
    CHECK(taken <= wide(landed.motion.energy_lost) * 1.0001 + 1e-5);
  }
  for (std::vector<double> &figures : off) {
    std::sort(figures.begin(), figures.end());
    const auto part = [&](double p) { return figures[static_cast<std::size_t>(p * double(figures.size() - 1))]; };
    MESSAGE(figures.size(), " landings: median ", part(0.5), ", nine of ten ", part(0.9), ", worst ", part(1));
    CHECK(part(0.5) < (is_double ? 1e-3 : 2e-3));
    CHECK(part(0.9) < 5e-3);
  }
}

// Those of them that a coarse simulation knows well, which is quick.
// Seen red: by what toolchain/mutants makes of src/landing/leg_contacts.hpp.
TEST_CASE("strokes, peak forces and energies of a few landers are those of a coarse simulation") {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 6U, 7U, 13U, 14U, 17U, 20U, 22U, 26U, 27U, 32U, 49U, 56U}) {
    CAPTURE(seed);
    Random random(seed);
    Landing landing = random_landing(random);
    const Landed landed = land(in_fine_steps(landing), state_of(landing));
    if (landed.motion.outcome == TD_OUTCOME_TIPS) landing.time = wide(landed.motion.time);
    const std::vector<Done> done = done_of(landed.motion, landing.legs.size());
    const std::vector<Done> expected = Simulation(landing, 1e-4).run();
    CHECK(difference(expected, done) < (is_double ? 1e-3 : 5e-3));
    const Landed coarse = land(body_of(landing), state_of(landing));
    CHECK(difference(expected, done_of(coarse.motion, landing.legs.size())) < (is_double ? 2.5e-3 : 5e-3));
  }
}

// Seen red: with pieces that follow from gravity alone, in pace() of src/landing/leg_step.hpp.
TEST_CASE("strokes, peak forces and energies in weak gravity, at the default step, are those of a coarse simulation") {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Landing landing = random_landing(random);
    landing.gravity *= 1e-3;
    const Landed landed = land(body_of(landing), state_of(landing));
    if (landed.motion.outcome == TD_OUTCOME_TIPS) landing.time = wide(landed.motion.time);
    const double off = difference(Simulation(landing, 4e-5, gives).run(), done_of(landed.motion, landing.legs.size()));
    CHECK(off < 1.2e-2);  // mostly of the simulation
  }
}

// Seen red: with pieces that are short beside a crush however short that is.
TEST_CASE("legs too hard to crush by a way that counts cost no more than others") {
  int steps = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    Landing landing = random_landing(random);
    for (Leg &leg : landing.legs) leg.crush *= 1e6;
    const Landed landed = land(body_of(landing), state_of(landing));
    steps = std::max(steps, static_cast<int>(landed.motion.steps));
  }
  CHECK(steps < 1000);
}

// A landing on six legs is a chain of touches, so that some are sensitive: a foot that lifts off by a hair, and is
// back. What the simulation does not know itself is counted apart.
TEST_CASE("strokes, peak forces and energies of random landers are those of an independent simulation") {
  const int cases = landings_tried(is_double ? 60 : 25);
  int unknown = 0, sensitive = 0, beyond = 0;
  double worst = 0;
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    Landing landing = random_landing(random);
    const Landed landed = land(in_fine_steps(landing), state_of(landing));
    if (landed.motion.outcome == TD_OUTCOME_TIPS) landing.time = wide(landed.motion.time);
    const std::vector<Done> done = done_of(landed.motion, landing.legs.size());
    CHECK(wide(landed.motion.energy_lost) > 0);
    if (difference(Simulation(landing, 4e-5, gives).run(), done) <= 1e-3) continue;
    const Expected expected = integrate_finely(landing);
    const double off = difference(expected.done, done);
    worst = std::max(worst, off);
    if (off <= 1e-3) continue;
    const bool known = off > 1e-3 + expected.uncertain, stable = off > 1e-3 + expected.uncertain + expected.sensitive;
    ++(stable ? beyond : known ? sensitive : unknown);
    MESSAGE("landing ", i + 1, ": ", off, ", known to ", expected.uncertain, ", changed by ", expected.sensitive);
  }
  MESSAGE(cases, " landings, off by more than 1e-3: ", beyond,
          ", by no more than 1e-4 of the speed changes: ", sensitive, ", than the simulation knows: ", unknown,
          "; the worst ", worst);
  CHECK(beyond <= 1 + cases / 100);
  CHECK((worst < 3e-3 || cases > 100));
}

// What the random landers below have come upon. A simulation may know them less well than these figures differ, but for
// these seeds does not.
//
// Seen red, by two to five of them each: with a foot a hair above the ground taken as down in feet_down(); without
// meet_ground(), without is_still_above(), and with a slip followed at once to where it ends in meet_slip(), all of
// src/landing/leg_step.hpp; with the direction of a slip that may turn taken from the slip alone in slide_on(), and
// without sweeps after Newton's method in solve_contacts(), of src/landing/leg_contacts.hpp.
TEST_CASE("feet that come back slowly, slip off as they stand, or reach out, as in a simulation") {
  if (!is_double) return;
  for (const unsigned seed :
       {29U, 338U, 387U, 1139U, 1259U, 1861U, 2040U, 3577U, 5325U, 5941U, 6545U, 7070U, 7814U, 9017U, 9067U, 9124U}) {
    CAPTURE(seed);
    Random random(seed);
    const Landing landing = random_landing(random);
    const Landed landed = land(in_fine_steps(landing), state_of(landing));
    const std::vector<Done> done = done_of(landed.motion, landing.legs.size());
    const bool sensitive = seed == 29 || seed == 338;  // finer steps miss by as much, now above, now below
    const bool slips = seed == 1139 || seed == 9017;   // and miss their end within a sub-step
    const double most = sensitive || slips ? 3e-3 : 1e-3;
    CHECK(difference(Simulation(landing, 4e-5, gives).run(), done) < most);
  }
}

// A height function is asked for each foot and sub-step. Seen red: with 44 sub-steps of one length to a step (1842).
// Seen red: with feet above the ground that stand where they would if they were on it.
TEST_CASE("a leg stands where its foot has pressed until then") {
  touchdown::LegContact<td_real> contact = {};
  contact.W.setIdentity();
  contact.before = {real(-0.01), 0, 0};
  contact.q.setZero();
  contact.above = 1;
  contact.holds = contact.stands = true;
  const auto stands = [&] { return wide(touchdown::time_to_stand<td_real>(contact, 0, real(1e-3), 1)); };
  CHECK(stands() == doctest::Approx(0.01 / 1.01));
  contact.stand = real(-1e-5);
  CHECK(stands() == doctest::Approx(0.01 / 1.01));
  contact.stand = real(-1e-3);
  CHECK(stands() == 1);
}

// Seen red: with 253 where rest was looked for after slow steps alone, with 186 where each step began with short
// pieces.
TEST_CASE("a landing on crushing legs takes few sub-steps") {
  td_lander body = table_on(TD_LEG_CRUSHES, 2500, 0, 0, 2);
  int asked = 0;
  body.highest = real(0.001);
  body.height_context = &asked;
  body.height = [](const void *context, const td_real *, td_real *) -> td_real {
    ++*static_cast<int *>(const_cast<void *>(context));
    return 0;
  };
  const Landed landed = land(body, falling(0.5, 3));
  CHECK(landed.motion.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(asked < 160);
}

TEST_CASE("bad legs are refused, and nothing is written") {
  const td_lander_state state = falling(0.5, 3);
  const td_real nan = std::numeric_limits<td_real>::quiet_NaN(), inf = std::numeric_limits<td_real>::infinity();
  const td_lander crushes = table_on(TD_LEG_CRUSHES, 2500, 0, 0, 2),
                  springs = table_on(TD_LEG_SPRINGS, 0, 5000, 500, 2);
  const auto refused = [&](const td_lander &good, auto change) {
    td_lander body = good;
    change(body.leg[3]);
    td_landing motion, untouched;
    std::memset(static_cast<void *>(&motion), 0x5a, sizeof motion);
    std::memcpy(static_cast<void *>(&untouched), &motion, sizeof motion);
    CHECK(td_land(&body, &state, 10, &motion, nullptr) == TD_REFUSED_LEG);
    CHECK(td_landing_start(&motion, &body, &state) == TD_REFUSED_LEG);
    CHECK(std::memcmp(&motion, &untouched, sizeof motion) == 0);
  };
  for (const std::int32_t kind : {-1, 3, 1 << 30}) refused(crushes, [&](td_leg &leg) { leg.kind = kind; });
  for (const td_real bad : {td_real(0), td_real(-1), nan, inf}) {
    refused(crushes, [&](td_leg &leg) { leg.force = bad; });
    if (!(bad == 0)) refused(crushes, [&](td_leg &leg) { leg.stroke = bad; });
    if (!(bad == 0)) refused(springs, [&](td_leg &leg) { leg.stroke = bad; });
    refused(springs, [&](td_leg &leg) { leg.stiffness = bad; });
    if (bad != -1) refused(springs, [&](td_leg &leg) { leg.axis[2] = bad; });
    if (!(bad == 0)) refused(springs, [&](td_leg &leg) { leg.damping = bad; });
    if (!(bad == 0)) refused(springs, [&](td_leg &leg) { leg.preload = bad; });
    if (!(bad == 0)) refused(springs, [&](td_leg &leg) { leg.friction = bad; });
  }
}

TEST_CASE("a record that no step produces is refused, and so is what a step refuses") {
  const td_lander body = table_on(TD_LEG_SPRINGS, 0, 5000, 500, 2);
  const td_lander_state state = falling(0.5, 3);
  const td_real nan = std::numeric_limits<td_real>::quiet_NaN();
  td_landing motion = {};
  REQUIRE(td_landing_start(&motion, &body, &state) == TD_SOLVED);
  const auto refused = [&](auto change) {
    td_landing bad = motion;
    td_stance stance;
    change(bad.leg[1]);
    CHECK(td_landing_step(&bad, &body, 1, nullptr) == TD_REFUSED_LEG);
    CHECK(td_stance_of(&bad, &body, &stance) == TD_REFUSED_LEG);
  };
  refused([&](td_leg_record &leg) { leg.stroke = nan; });
  refused([](td_leg_record &leg) { leg.stroke = 3; });
  refused([](td_leg_record &leg) { leg.most_stroke = -1; });
  refused([&](td_leg_record &leg) { leg.peak_force = nan; });
  refused([](td_leg_record &leg) { leg.energy = -1; });
  refused([](td_leg_record &leg) { leg.stops = -1; });
  CHECK(td_landing_step(&motion, &body, nan, nullptr) == TD_REFUSED_TIME);
  CHECK(td_land(&body, &state, 0, &motion, nullptr) == TD_REFUSED_STEPS);
}
