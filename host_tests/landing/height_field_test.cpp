// Landings on ground that a function tells: cases that know the answer, laws that hold whatever the ground, and
// functions that make no sense.
//
// Seen red: with the gradient turned in query_height() of src/landing/ground.hpp; with one look in find_plane_under();
// with what is below the ground left out of least_speed() in contacts.hpp; with no look in refine_touch(); with the
// check of `highest`, or of the gradient, left out; with the centre of mass held against the planes in outcome.hpp;
// with the points not asked for in watch_ground(); with the planes of the first step kept in go() of landing.hpp.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "../unit/relative.hpp"
#include "table.hpp"
#include "touchdown/landing.h"
#include "uneven_ground.hpp"

using namespace landers;

namespace {

constexpr double epsilon = static_cast<double>(std::numeric_limits<td_real>::epsilon());

struct Landing {
  UnevenGround ground;
  Case lander;
  td_lander body;
  td_lander_state state;
};

// `landing.ground` must stay where it is.
void draw_landing(std::uint64_t seed, Landing &landing) {
  Random random(seed);
  landing.lander = random_case_on(landing.ground, random);
  landing.body = body_of(landing.lander);
  landing.state = state_of(landing.lander);
  put_on(landing.ground, landing.body);
}

Vector place_of(const td_real (&x)[3]) { return {wide(x[0]), wide(x[1]), wide(x[2])}; }

Eigen::Quaterniond attitude_of(const td_lander_state &s) {
  return {wide(s.q[0]), wide(s.q[1]), wide(s.q[2]), wide(s.q[3])};
}

// Of the deepest foot, along the vertical.
double deepest_foot(const Landing &landing, const td_lander_state &state) {
  double deepest = 0;
  for (const Vector &foot : landing.lander.feet) {
    const Vector at = place_of(state.x) + attitude_of(state) * foot;
    Eigen::Vector2d gradient(0, 0);
    deepest = std::max(deepest, landing.ground.height(at[0], at[1], gradient) - at[2]);
  }
  return deepest;
}

double energy(const td_lander &body, const td_lander_state &s) {
  const Vector w = attitude_of(s).conjugate() * place_of(s.w);
  double sum = 0.5 * wide(body.mass) * place_of(s.v).squaredNorm();
  for (int i = 0; i < 3; ++i)
    sum += 0.5 * wide(body.inertia[i]) * w[i] * w[i] - wide(body.mass) * wide(body.gravity[i]) * wide(s.x[i]);
  return sum;
}

td_landing settled(const td_lander &body, const td_lander_state &state) {
  td_landing motion = {};
  REQUIRE(td_land(&body, &state, 20000, &motion, nullptr) >= 0);
  return motion;
}

// The same with slides in single steps: on one plane several are taken at once, which ground by a function does not
// allow.
td_landing settled_slowly(const td_lander &body, const td_lander_state &state, double step) {
  td_landing motion = {};
  REQUIRE(td_landing_start(&motion, &body, &state) >= 0);
  for (int i = 0; i < 20000 && motion.outcome == TD_OUTCOME_OPEN; ++i) {
    const bool slides = motion.phase == TD_PHASE_SLIDING;
    const td_real until = slides ? motion.time + static_cast<td_real>(step) : std::numeric_limits<td_real>::max();
    REQUIRE(td_landing_step(&motion, &body, until, nullptr) >= 0);
  }
  return motion;
}

double between(const td_landing &a, const td_landing &b) { return (place_of(a.state.x) - place_of(b.state.x)).norm(); }

double turn_between(const td_landing &a, const td_landing &b) {
  return attitude_of(a.state).angularDistance(attitude_of(b.state));
}

}  // namespace

// Steps, touches and slides are those of the plane; what is left is rounding, which bounces carry on: of one landing in
// float it makes another rest, as a change of its speed by a millionth does.
// Seen red: with long steps that are no whole numbers of steps, in span_of() of step.hpp; with what the search of a
// touch has left counted in refine_touch(); with feet pushed out that are less deep than those that bear are, in
// least_speed() of contacts.hpp.
TEST_CASE("a tilted plane given by a function is a tilted plane") {
  int rest = 0, apart = 0;
  double off = 0, turned = 0, later = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(i + 1);
    const Case c = random_case(random);
    td_lander by_plane = body_of(c), by_function = by_plane;
    UnevenGround ground;
    for (int k = 0; k < 2; ++k) ground.slope[k] = -c.normal[k] / c.normal[2];
    put_on(ground, by_function);
    by_function.ground[0] = {};
    by_function.ground[0].n[2] = 1;
    const td_lander_state state = state_of(c);
    const double step = 0.05 * std::sqrt(c.reach() / c.gravity);
    const td_landing a = settled_slowly(by_plane, state, step), b = settled_slowly(by_function, state, step);
    CHECK_MESSAGE(a.outcome == b.outcome, "landing ", i);
    if (a.outcome != TD_OUTCOME_RESTS_UPRIGHT && a.outcome != TD_OUTCOME_RESTS_OTHERWISE) continue;
    ++rest;
    const double by[3] = {between(a, b) / c.reach(), turn_between(a, b),
                          std::abs(wide(a.time) - wide(b.time)) / std::sqrt(c.reach() / c.gravity)};
    if (sizeof(td_real) == 4 && !(by[0] < 1e-3 && by[1] < 1e-3 && by[2] < 0.1)) {
      ++apart;
      continue;
    }
    off = std::max(off, by[0]);
    turned = std::max(turned, by[1]);
    later = std::max(later, by[2]);
  }
  MESSAGE("of " << rest << " that rest " << apart << " are elsewhere; off by " << off << " of its reach, " << turned
                << " rad and " << later << " sqrt(reach / g)");
  CHECK(rest > 100);
  CHECK(apart <= 3);
  CHECK(off < 1e-3);
  CHECK(turned < 1e-3);
  CHECK(later < 0.1);
}

// The same ground given in two ways: by its height over a level plane, and as the plane over which all heights are 0.
TEST_CASE("ground given over one plane is the same given over another") {
  int near = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random(i + 1);
    const Case c = random_case(random);
    UnevenGround sloped, level;
    for (int k = 0; k < 2; ++k) sloped.slope[k] = -c.normal[k] / c.normal[2];
    td_lander over_level = body_of(c), over_slope = over_level;
    put_on(sloped, over_level);
    put_on(level, over_slope);
    over_level.ground[0] = {};
    over_level.ground[0].n[2] = 1;
    over_level.horizon = over_slope.horizon = real(3 * c.fall_time());
    const td_lander_state state = state_of(c);
    const td_landing a = settled(over_level, state), b = settled(over_slope, state);
    CHECK_MESSAGE(a.outcome == b.outcome, "landing ", i);
    near += between(a, b) < 1e5 * epsilon * c.reach() ? 1 : 0;
  }
  INFO(near, " end alike; rounding grows with each impact of those that tumble");
  CHECK(near >= 90);
}

// ---- A ball without friction in a round cup is a pendulum ----------------------------------------------------------

namespace {

struct Cup {
  double radius;
};

td_real height_of_cup(const void *context, const td_real *place, td_real *gradient) {
  const double R = static_cast<const Cup *>(context)->radius, x = wide(place[0]), y = wide(place[1]);
  const double root = std::sqrt(R * R - x * x - y * y);
  gradient[0] = real(x / root);
  gradient[1] = real(y / root);
  return real(R - root);
}

struct Swing {
  double period, deepest, highest;
};

// A thrust of nothing holds back the verdict that a ball on a slope has nothing below it.
Swing swing_of(const Cup &cup, double ball, double angle, double step) {
  const double length = cup.radius - ball;
  td_lander body = {};
  body.mass = 2;
  for (int i = 0; i < 3; ++i) body.inertia[i] = real(0.02);
  body.up[2] = 1;
  body.feet = 1;
  body.foot[0].radius = real(ball);
  body.planes = 1;
  body.ground[0].n[2] = 1;
  body.gravity[2] = real(-9.81);
  body.thrust[2] = real(1e-9);
  body.cut_delay = 1000;
  body.horizon = 100;
  body.step = real(step);
  body.highest = real(cup.radius);
  body.height = height_of_cup;
  body.height_context = &cup;
  const td_lander_state state = [&] {
    td_lander_state from = standing(cup.radius - length * std::cos(angle));
    from.x[0] = real(-length * std::sin(angle));
    return from;
  }();
  td_landing ball_now = {};
  REQUIRE(td_landing_start(&ball_now, &body, &state) == TD_SOLVED);
  Swing swing = {0, 0, 0};
  double x = -1, t = 0, first = 0;
  for (int crossings = 0; crossings < 3;) {
    REQUIRE(td_landing_step(&ball_now, &body, 100, nullptr) >= 0);
    REQUIRE(ball_now.time < 10);
    const Vector now = place_of(ball_now.state.x) - Vector(0, 0, cup.radius);
    swing.highest = std::max(swing.highest, length - now.norm());
    swing.deepest = std::max(swing.deepest, now.norm() - length);
    if ((x < 0) != (now[0] < 0)) {
      const double crossed = t + (wide(ball_now.time) - t) * x / (x - now[0]);
      if (crossings++ == 0) first = crossed;
      swing.period = crossed - first;
    }
    x = now[0];
    t = wide(ball_now.time);
  }
  return swing;
}

// By the arithmetic-geometric mean (Gauss).
double pendulum_period(double length, double angle) {
  double a = 1, b = std::cos(angle / 2);
  for (int i = 0; i < 8; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * pi * std::sqrt(length / 9.81) / a;
}

}  // namespace

TEST_CASE("a ball that slides in a round cup swings as a pendulum, and is as deep as the square of its way in a step") {
  const Cup cup{1};
  for (const double ball : {0.02, 0.1}) {
    const double length = cup.radius - ball, angle = 0.5, exact = pendulum_period(length, angle);
    double before = 0;
    for (const double step : {0.02, 0.01, 0.005}) {
      CAPTURE(ball);
      CAPTURE(step);
      const Swing swing = swing_of(cup, ball, angle, step);
      const double way = step * std::sqrt(2 * 9.81 * length * (1 - std::cos(angle)));
      CHECK(std::abs(swing.period / exact - 1) < 0.3 * step + 1e-3);
      CHECK(swing.highest < 1e-4);
      CHECK(swing.deepest < 1.1 * way * way / (2 * length) + 1e-5);  // curvature / 2 of the way of its centre
      if (before > 0) CHECK(swing.deepest < 0.3 * before + 1e-5);
      before = swing.deepest;
    }
  }
}

// Along a parabola over waves, on a foot that is a point; between two waves by bisection.
TEST_CASE("the first touch of uneven ground is where the parabola meets it") {
  for (int i = 0; i < 20; ++i) {
    UnevenGround ground;
    ground.kind = UnevenGround::waves;
    ground.steep = 0.6;
    ground.length = 0.5;
    td_lander body = table(0, 0, 0.5);
    body.feet = 1;
    body.step = real(0.03);
    put_on(ground, body);
    td_lander_state state = standing(0.5 + 0.01 * i);
    state.v[0] = real(2 + 0.1 * i);
    const auto height = [&](double t) {
      Eigen::Vector2d gradient(0, 0);
      return wide(state.x[2]) - 0.5 * 9.81 * t * t - ground.height(wide(state.v[0]) * t, 0, gradient);
    };
    double touch = 0;
    while (height(touch) > 0) touch += 1e-4;
    double before = touch - 1e-4;
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (before + touch);
      (height(middle) > 0 ? before : touch) = middle;
    }
    CHECK(wide(settled(body, state).first_contact) == relative(touch, 1e-5));
  }
}

TEST_CASE("on uneven ground, too, no energy is created, and no foot is deep after any step") {
  double deepest = 0, deepest_of_few = 0;  // with few impacts or iterations
  for (std::uint64_t i = 0; i < 150; ++i) {
    static Landing landing;
    draw_landing(i + 1, landing);
    const bool few = i % 2 != 0;
    landing.body.impacts = few ? static_cast<std::int32_t>(i % 3) : 0;
    landing.body.iterations = few ? static_cast<std::int32_t>(i % 5) : 0;
    const double reach = landing.lander.reach();
    const double size = energy(landing.body, landing.state) + wide(landing.body.mass) * landing.lander.gravity * reach;
    double before = energy(landing.body, landing.state);
    td_landing motion = {};
    REQUIRE(td_landing_start(&motion, &landing.body, &landing.state) >= 0);
    for (int step = 0; step < 3000 && motion.outcome == TD_OUTCOME_OPEN; ++step) {
      REQUIRE(td_landing_step(&motion, &landing.body, landing.body.horizon, nullptr) >= 0);
      const double after = energy(landing.body, motion.state) - wide(motion.owed);
      CHECK_MESSAGE(after - before < 300 * epsilon * (size + std::abs(after)), "landing ", i, " step ", step);
      before = after;
      double &most = few ? deepest_of_few : deepest;
      most = std::max(most, deepest_foot(landing, motion.state) / reach);
    }
  }
  MESSAGE("deepest foot: " << deepest << " of its reach, " << deepest_of_few << " with few impacts or iterations");
  CHECK(deepest < 0.007);        // half the curvature times the square of the way in a step of 0.05 sqrt(reach / g)
  CHECK(deepest_of_few < 0.05);  // as on planes
}

// The bits are not the same, and bounces carry on what rounds otherwise.
TEST_CASE("uneven ground may be given in any frame and in any unit") {
  int near = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    static Landing landing, other;
    draw_landing(i + 1, landing);
    draw_landing(i + 1, other);
    Random random(i + 500);
    UnevenGround &ground = other.ground;
    ground.axes =
        Eigen::Quaterniond(Eigen::AngleAxisd(random.uniform(0, 3), Vector(1, 2, -2).normalized())).toRotationMatrix();
    ground.unit = 8;
    ground.origin = Vector(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)) * other.lander.reach();
    td_lander &body = other.body;
    put_on(ground, body);
    const auto put = [](const Vector &from, td_real(&to)[3]) {
      for (int k = 0; k < 3; ++k) to[k] = real(from[k]);
    };
    for (int k = 0; k < body.feet; ++k) put(8 * place_of(body.foot[k].r), body.foot[k].r);
    for (td_real &I : body.inertia) I *= 64;
    put(ground.axes * place_of(landing.body.gravity) * 8, body.gravity);
    put(ground.axes.col(2), body.ground[0].n);
    put(ground.origin, body.ground[0].point);
    put(ground.origin + ground.axes * place_of(landing.state.x) * 8, other.state.x);
    put(ground.axes * place_of(landing.state.v) * 8, other.state.v);
    put(ground.axes * place_of(landing.state.w), other.state.w);
    const Eigen::Quaterniond q = Eigen::Quaterniond(ground.axes) * attitude_of(landing.state);
    const double turned[4] = {q.w(), q.x(), q.y(), q.z()};
    for (int k = 0; k < 4; ++k) other.state.q[k] = real(turned[k]);
    landing.body.horizon = body.horizon = real(2 * landing.lander.fall_time());
    const td_landing a = settled(landing.body, landing.state), b = settled(body, other.state);
    const Vector back = ground.axes.transpose() * (place_of(b.state.x) - ground.origin) / 8;
    CHECK_MESSAGE(a.outcome == b.outcome, "landing ", i);
    near += (back - place_of(a.state.x)).norm() < 1e5 * epsilon * landing.lander.reach() ? 1 : 0;
  }
  CHECK(near > 55);
}

TEST_CASE("a step and td_land agree on uneven ground, and the function is asked no more often than said") {
  for (std::uint64_t i = 0; i < 40; ++i) {
    static Landing landing;
    draw_landing(i + 1, landing);
    td_lander &body = landing.body;
    body.points = static_cast<std::int32_t>(i % 3);
    body.impacts = static_cast<std::int32_t>(1 + i % 4);
    for (int k = 0; k < body.feet; ++k) body.foot[k].radius = real(i % 2 == 0 ? 0 : 0.02 * landing.lander.reach());
    const td_landing whole = settled(body, landing.state);
    td_landing stepped = {};
    REQUIRE(td_landing_start(&stepped, &body, &landing.state) >= 0);
    CHECK(landing.ground.asked > 0);
    while (stepped.outcome == TD_OUTCOME_OPEN) {
      landing.ground.asked = 0;
      REQUIRE(td_landing_step(&stepped, &body, body.horizon, nullptr) >= 0);
      const int queries = i % 2 == 0 ? 1 : TD_QUERIES_OF_A_FOOT;
      const int most =
          queries * (body.feet * (2 * body.impacts + 3) + TD_QUERIES_OF_A_TOUCH * body.impacts) + body.points + 1;
      CHECK(landing.ground.asked <= most);
    }
    CHECK(std::memcmp(&whole, &stepped, sizeof whole) == 0);
  }
}

// High above the ground, but for its points, nothing is asked, and the steps are long.
TEST_CASE("above the highest place a fall is one flight") {
  UnevenGround ground;
  ground.kind = UnevenGround::waves;
  ground.steep = 0.2;
  td_lander body = table(1, 0.5, 0.5);
  put_on(ground, body);
  td_lander_state state = standing(1000);
  td_landing motion = {};
  REQUIRE(td_landing_start(&motion, &body, &state) == TD_SOLVED);
  REQUIRE(td_landing_step(&motion, &body, 100, nullptr) == TD_SOLVED);
  CHECK(ground.asked == 0);
  CHECK(wide(motion.time) == relative(std::sqrt(2 * 1000 / 9.81), 2e-3));
  CHECK(settled(body, state).outcome == TD_OUTCOME_RESTS_UPRIGHT);
}

TEST_CASE("points of the body and its centre of mass are held against the ground below them") {
  UnevenGround ground;
  ground.kind = UnevenGround::ridge;
  ground.steep = 0.8;
  ground.length = 0.3;
  td_lander body = table(1, 1, 0.9);  // astride
  body.points = 1;
  body.point[0][2] = real(-0.1);
  put_on(ground, body);
  const double fall = 0.8 * (std::sqrt(1 + 0.09) - 0.3);  // of the ground, from the crest to the feet
  const td_landing end = settled(body, standing(1.01 - fall));
  CHECK(end.outcome == TD_OUTCOME_RESTS_UPRIGHT);
  CHECK(wide(end.clearance) == relative(0.9 - fall, 0.02));
  // All tangent planes of the feet are above this centre of mass, but not the ground.
  body = table(1, 0.62, 0.9);
  put_on(ground, body);
  CHECK(0.62 < 0.8 * (std::sqrt(1 + 0.09) - 0.3) + 0.2);
  CHECK(settled(body, standing(0.63 - fall)).outcome == TD_OUTCOME_RESTS_UPRIGHT);
}

// Slopes of 20 degrees: friction of 0.5 holds, of 0.2 does not.
TEST_CASE("on a slope of the ground it rests, or slides down into the valley and rests there") {
  for (const double mu : {0.5, 0.2}) {
    UnevenGround ground;
    ground.kind = UnevenGround::bowl;
    ground.steep = std::tan(20 * pi / 180);
    ground.length = 0.5;
    td_lander body = table(0.3, 0.2, mu);
    for (int i = 0; i < 4; ++i) body.foot[i].surface.e = 0;
    body.horizon = 30;
    put_on(ground, body);
    Eigen::Vector2d gradient(0, 0);
    td_lander_state state = standing(ground.height(4, 0, gradient) + 0.21 * std::cos(pi / 9));
    state.x[0] = real(4 - 0.21 * std::sin(pi / 9));
    state.q[0] = real(std::cos(10 * pi / 180));
    state.q[2] = real(-std::sin(10 * pi / 180));
    const td_landing end = settled(body, state);
    CAPTURE(mu);
    CHECK(end.outcome == TD_OUTCOME_RESTS_UPRIGHT);
    if (mu > 0.3)
      CHECK(wide(end.state.x[0]) > 3.5);
    else
      CHECK(std::abs(wide(end.state.x[0])) < 1);
  }
}

TEST_CASE("samples of a landing land on the same ground, tilted as a whole") {
  static Landing landing;
  draw_landing(3, landing);
  td_landing_errors errors = {};
  errors.slope = real(0.05);
  td_lander sampled = {};
  td_lander_state state = {};
  REQUIRE(td_landing_sample(&landing.body, &landing.state, &errors, 5, &sampled, &state) >= 0);
  CHECK((sampled.height == landing.body.height));
  CHECK(sampled.height_context == landing.body.height_context);
  CHECK(sampled.highest == landing.body.highest);
  CHECK(sampled.ground[0].n[0] != 0);
  td_landing_odds odds = {}, tallied = {};
  REQUIRE(td_land_sampled(&landing.body, &landing.state, &errors, 15, 20000, &odds) >= 0);
  for (std::int32_t i = 0; i < 15; ++i) {
    REQUIRE(td_landing_sample(&landing.body, &landing.state, &errors, i, &sampled, &state) >= 0);
    const td_landing end = settled(sampled, state);
    REQUIRE(td_landing_tally(&tallied, &end) == TD_SOLVED);
  }
  for (int i = 0; i < TD_OUTCOMES; ++i) CHECK(odds.outcomes[i] == tallied.outcomes[i]);
  CHECK(odds.x[0] == tallied.x[0]);
}

TEST_CASE("legs that yield stand on uneven ground as on planes, and create no energy there") {
  for (std::uint64_t i = 0; i < 40; ++i) {
    static Landing landing;
    draw_landing(i + 1, landing);
    td_lander &body = landing.body;
    const double weight = landing.lander.mass * landing.lander.gravity, reach = landing.lander.reach();
    for (int k = 0; k < body.feet; ++k) {
      td_leg &leg = body.leg[k];
      leg.kind = i % 2 == 0 ? TD_LEG_CRUSHES : TD_LEG_SPRINGS;
      leg.axis[2] = 1;
      leg.force = real(weight / 2);
      leg.stiffness = real(10 * weight / reach);
      leg.damping = real(std::sqrt(landing.lander.gravity / reach) * landing.lander.mass);
      leg.stroke = real(0.3 * reach);
    }
    td_landing motion = {};
    REQUIRE(td_landing_start(&motion, &body, &landing.state) >= 0);
    double before = energy(body, landing.state);
    const double size = before + weight * reach;
    const auto stored = [&] {
      double sum = 0;
      for (int k = 0; k < body.feet; ++k)
        if (body.leg[k].kind == TD_LEG_SPRINGS)
          sum += 0.5 * wide(body.leg[k].stiffness) * std::pow(wide(motion.leg[k].stroke), 2);
      return sum;
    };
    for (int step = 0; step < 400 && motion.outcome == TD_OUTCOME_OPEN; ++step) {
      REQUIRE(td_landing_step(&motion, &body, body.horizon, nullptr) >= 0);
      const double after = energy(body, motion.state) + stored() - wide(motion.owed);
      CHECK_MESSAGE(after - before < 1000 * epsilon * (size + std::abs(after)), "landing ", i, " step ", step);
      before = after;
    }
    CHECK_MESSAGE(-wide(motion.deepest) < 0.01 * reach, "landing ", i);
  }
}

// ---- Functions that make no sense ----------------------------------------------------------------------------------

namespace {

struct Nonsense {
  td_real height, gradient[3];
  mutable int sound = 0;  // answers before
};

td_real nonsense(const void *context, const td_real *, td_real *gradient) {
  const Nonsense &say = *static_cast<const Nonsense *>(context);
  if (say.sound > 0) {
    --say.sound;
    return 0;
  }
  for (int i = 0; i < 3; ++i) gradient[i] = say.gradient[i];
  return say.height;
}

// Another ground at each question.
struct Liar {
  mutable Random random;
};

td_real lie(const void *context, const td_real *, td_real *gradient) {
  Random &random = static_cast<const Liar *>(context)->random;
  const double steep = std::pow(10, random.uniform(-2, 2.5));
  for (int i = 0; i < 3; ++i) gradient[i] = real(random.uniform(-1, 1) * steep);
  return real(random.uniform(-1, 1) * std::pow(10, random.uniform(-3, 1)));
}

}  // namespace

TEST_CASE("a height function that makes no sense is refused, at whichever question, and nothing is written") {
  const td_real nan = std::numeric_limits<td_real>::quiet_NaN(), inf = std::numeric_limits<td_real>::infinity();
  const td_real huge = std::numeric_limits<td_real>::max();
  const Nonsense cases[] = {{nan, {0, 0, 0}},         {inf, {0, 0, 0}},  {-inf, {0, 0, 0}}, {2, {0, 0, 0}},
                            {0, {nan, 0, 0}},         {0, {0, inf, 0}},  {0, {huge, 0, 0}}, {0, {0, -1001, 0}},
                            {0, {huge, -huge, huge}}, {0, {0, 0, -inf}}, {0, {0, 0, nan}}};
  const td_lander_state state = standing(0.6);
  for (const Nonsense &given : cases)
    for (const int sound : {0, 1, 5, 17, 60}) {
      const Nonsense say = given;
      td_lander body = table(1, 0.5, 0.5);
      body.points = 1;
      for (int i = 0; i < 4; ++i) body.foot[i].radius = real(0.01);
      body.highest = 1;
      body.height = nonsense;
      body.height_context = &say;
      say.sound = sound;
      td_landing motion, untouched;
      std::memset(static_cast<void *>(&motion), 0x5A, sizeof motion);
      std::memset(static_cast<void *>(&untouched), 0x5A, sizeof untouched);
      CHECK(td_land(&body, &state, 1000, &motion, nullptr) == TD_REFUSED_HEIGHT);
      CHECK(std::memcmp(&motion, &untouched, sizeof motion) == 0);
      const td_landing_errors errors = {};
      td_landing_odds odds = {};
      say.sound = sound;
      CHECK(td_land_sampled(&body, &state, &errors, 1, 1000, &odds) == TD_REFUSED_HEIGHT);
    }
  td_lander body = table(1, 0.5, 0.5);
  const Nonsense flat = {0, {0, 0, 5}};  // what is along the normal is left out
  body.height = nonsense;
  body.height_context = &flat;
  CHECK(settled(body, state).outcome == TD_OUTCOME_RESTS_UPRIGHT);
  td_landing motion = {};
  body.planes = 4;
  CHECK(td_landing_start(&motion, &body, &state) == TD_REFUSED_GROUND);
  body.planes = 1;
  body.highest = nan;
  CHECK(td_landing_start(&motion, &body, &state) == TD_REFUSED_GROUND);
}

// A tilted table falls, touches foot by foot and presses its legs to their stops: whatever asks is refused.
TEST_CASE("a height function that makes sense no longer is refused, in flight, at a touch and at a leg's stop") {
  td_lander body = table(1, 0.5, 0.5);
  body.highest = 1;
  body.height = nonsense;
  td_lander_state state = standing(0.9);
  state.q[1] = real(0.05);
  state.q[2] = real(0.03);
  state.v[2] = -3;
  td_lander legged = body;
  for (int i = 0; i < 4; ++i) {
    legged.leg[i].kind = TD_LEG_CRUSHES;
    legged.leg[i].axis[2] = 1;
    legged.leg[i].force = 10;
    legged.leg[i].stroke = real(0.05);
  }
  const td_real nan = std::numeric_limits<td_real>::quiet_NaN();
  for (int sound = 0; sound < 150; ++sound) {
    const Nonsense say = {nan, {0, 0, 0}, sound};
    body.height_context = legged.height_context = &say;
    td_landing motion;
    CHECK(td_land(&body, &state, 1000, &motion, nullptr) == TD_REFUSED_HEIGHT);
    say.sound = sound;
    CHECK(td_land(&legged, &state, 1000, &motion, nullptr) == TD_REFUSED_HEIGHT);
  }
  const Nonsense say = {nan, {0, 0, 0}, 0};
  legged.height_context = &say;
  td_landing motion;
  REQUIRE(td_landing_start(&motion, &legged, &state) >= 0);
  td_stance stance;
  CHECK(td_stance_of(&motion, &legged, &stance) == TD_REFUSED_HEIGHT);
}

TEST_CASE("ground that is another at each question creates no energy") {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random(i + 1);
    const Case c = random_case(random);
    const Liar liar{Random(i + 1000)};
    td_lander body = body_of(c);
    body.highest = 100;
    body.height = lie;
    body.height_context = &liar;
    const td_lander_state state = state_of(c);
    double before = energy(body, state);
    td_landing motion = {};
    REQUIRE(td_landing_start(&motion, &body, &state) >= 0);
    for (int step = 0; step < 50 && motion.outcome == TD_OUTCOME_OPEN; ++step) {
      REQUIRE(td_landing_step(&motion, &body, body.horizon, nullptr) >= 0);
      const double after = energy(body, motion.state) - wide(motion.owed);
      const double size = c.mass * c.gravity * (c.reach() + place_of(motion.state.x).norm());
      CHECK_MESSAGE(after - before < 300 * epsilon * (size + std::abs(after)), "landing ", i, " step ", step);
      before = after;
    }
  }
}
