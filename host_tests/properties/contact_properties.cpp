// What every impact of a single contact obeys, tried on random bodies with rapidcheck. Comparisons within one precision
// allow for rounding times the condition of the impact (asked of the oracle), never for a constant found to do.
//
// Seen red, each of them, by one or more of these in src: the turn back from the principal axes mirrored; mu_k a
// hundredth too large, slip or the speed of reference a thousandth off; e where e^2 belongs, 1 - e where e; restitution
// with e = 0; planar data kept from the closed form; the less consistent law chosen; a weight not divided by the sum.
#include <doctest/doctest.h>

#include <cstring>

#include "cases.hpp"

namespace properties {
namespace {

// The same tries in every run, and few enough; RC_PARAMS in the environment overrides.
const int fixed_seed = setenv("RC_PARAMS", "seed=20220121 max_success=200", 0);

constexpr std::int32_t laws[] = {TD_LAW_POISSON, TD_LAW_ENERGETIC, TD_LAW_NEWTON, TD_LAW_COMPROMISE, TD_LAW_AUTOMATIC};

// Any law, any method, any number of steps.
template <class Scalar>
Contact<Scalar> any_contact() {
  oracle::Random random(any_seed());
  Contact<Scalar> contact = cast<Scalar>(oracle::random_case(random, any_family(random)));
  contact.options.method = random.below(3) == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
  contact.options.steps = random.below(TD_MAX_STEPS + 1);
  return contact;
}

// The slip path at its most steps, on data that the outcome depends on continuously.
inline Case any_well_posed() {
  constexpr Family tame[] = {Family::general, Family::planar, Family::near_planar, Family::near_critical, Family::pair};
  oracle::Random random(any_seed());
  Case c = oracle::random_case(random, tame[random.below(std::size(tame))]);
  c.options.steps = TD_MAX_STEPS;
  if (c.options.law == TD_LAW_AUTOMATIC) c.options.law = TD_LAW_POISSON;  // it jumps between its two laws
  RC_PRE(oracle::well_posed(c, oracle::exact_impact(c)));
  return c;
}

// W = A'A of rank 1 or 2, and a velocity that such a mechanism can have.
inline Case few_freedoms(std::uint64_t seed) {
  oracle::Random random(seed);
  Case c = oracle::random_case(random, Family::general);
  c.options.method = random.below(3) == 0 ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
  Eigen::Matrix3d W = Eigen::Matrix3d::Zero();
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  for (int freedoms = 1 + random.below(2); freedoms > 0; --freedoms) {
    const Eigen::Vector3d moves = random.uniform(0.1, 2) * random.direction();
    W += moves * moves.transpose();
    v += random.uniform(-2, 2) * moves;
  }
  c.W = oracle::contact_inertia(W);
  c.v = {-std::abs(v.z()), v.z() > 0 ? -v.x() : v.x(), v.z() > 0 ? -v.y() : v.y()};
  return c;
}

// Two answers to the same question, equal up to rounding.
template <class Scalar>
void same_impulse(const Case &asked, const touchdown::ContactVector<double> &a,
                  const touchdown::ContactVector<double> &b, double factor = 1) {
  const double allowed = rounding<Scalar>(condition(asked)) + 2 * path_error<Scalar>;
  const double error = distance(a, b) / size(b);
  RC_LOG() << "error " << error << ", allowed " << factor * allowed << " of " << described(asked) << "\n";
  RC_ASSERT(error <= factor * allowed);
}

// The slip path finds the friction impulse from the slip by T^-1, so that a rounding of slip comes back in v_n times
// |W_Tn| |T^-1|.
inline double determinant(const touchdown::ContactInertia<double> &W) { return W.tt * W.ss - W.ts * W.ts; }
inline double amplification(const touchdown::ContactInertia<double> &W) {
  return std::hypot(W.nt, W.ns) * std::hypot(W.tt, W.ts, W.ss) / determinant(W);
}

// In a jam v_n can reach 0, fall back and reach it again: the end of compression, and with it Poisson's law, jumps from
// the first crossing to the second.
template <class Scalar>
bool jams(const Contact<Scalar> &contact) {
  Impact<Scalar> impact{};
  return (touchdown::resolve(contact, impact) & TD_CAVEAT_JAM) != 0;
}

template <class Scalar>
bool same_bits(const touchdown::ContactVector<Scalar> &a, const touchdown::ContactVector<Scalar> &b) {
  return a.n == b.n && a.t == b.t && a.s == b.s;
}

}  // namespace

TEST_CASE_TEMPLATE("the impulse pushes and is in the cone", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = any_contact<Scalar>();
    const Impact<Scalar> impact = solved(contact);
    const auto p = widened(impact.p);
    const double reach = static_cast<double>(contact.surface.mu_s) * p.n, friction = std::hypot(p.t, p.s);
    RC_ASSERT(p.n > 0);
    RC_ASSERT(friction <= reach + rounding<Scalar>(reach));
    RC_ASSERT(std::abs(static_cast<double>(impact.cone_margin) - (reach - friction)) <= rounding<Scalar>(reach));
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("momentum is kept and no approach is left", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = any_contact<Scalar>();
    const Impact<Scalar> impact = solved(contact);
    const Case c = widened(contact);
    RC_PRE(determinant(c.W) > 64 * epsilon<Scalar> * c.W.tt * c.W.ss);  // else check_momentum has its own bound
    const auto p = widened(impact.p), v = widened(impact.v), gain = push(c.W, p);
    const touchdown::ContactVector<double> sizes =
        push({c.W.nn, std::abs(c.W.nt), std::abs(c.W.ns), c.W.tt, std::abs(c.W.ts), c.W.ss},
             {p.n, std::abs(p.t), std::abs(p.s)});
    const double tangential = std::hypot(c.v.t, c.v.s) + std::hypot(sizes.t, sizes.s);
    const double normal = std::abs(c.v.n) + sizes.n + amplification(c.W) * tangential;
    RC_ASSERT(std::abs(c.v.n + gain.n - v.n) <= rounding<Scalar>(normal));
    RC_ASSERT(std::hypot(c.v.t + gain.t - v.t, c.v.s + gain.s - v.s) <= rounding<Scalar>(tangential));
    RC_ASSERT(v.n >= -rounding<Scalar>(normal));
  });
  CHECK(holds);
}

// Such a W has a direction in which nothing moves. A mobility below its rounding, 8 epsilon of the largest, counts as
// 0, and its coupling to the normal motion, at most the root of that, is neglected. The approach that remains in a
// wedge as rounding is as small a part as the error of the slip path's series.
template <class Scalar>
void check_momentum(const Contact<Scalar> &contact, const Impact<Scalar> &impact, double left_in_wedge) {
  const Case c = widened(contact);
  const auto p = widened(impact.p), v = widened(impact.v), gain = push(c.W, p);
  const double off = std::hypot(c.v.n + gain.n - v.n, c.v.t + gain.t - v.t, c.v.s + gain.s - v.s);
  const double reach = p.n + std::hypot(p.t, p.s), most = c.W.nn + c.W.tt + c.W.ss;
  const double neglected = std::sqrt(8 * epsilon<Scalar> * c.W.nn * std::max(c.W.tt, c.W.ss)) * reach;
  const double speed = std::hypot(c.v.n, c.v.t, c.v.s);
  if (off <= neglected + left_in_wedge * speed + rounding<Scalar>(speed + most * reach)) return;
  FAIL_CHECK("off by " << off / neglected << " of what may be neglected: " << described(c));
}

TEST_CASE_TEMPLATE("mechanisms of one freedom or of two keep their momentum", Scalar, float, double) {
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 100000; ++seed) {
    const Contact<Scalar> contact = cast<Scalar>(few_freedoms(seed));
    Impact<Scalar> impact{};
    if (touchdown::resolve(contact, impact) >= 0)
      check_momentum(contact, impact, 0);
    else
      ++refused;
  }
  CHECK(refused <= 5);  // an impulse that grows out of range, in a wedge
}

// As a leg whose locked joints are driven: friction can wedge it while it still approaches, and then no impulse ends
// that. Seen red: before wedges looked at what approaches in them, they left it and reported rest.
TEST_CASE_TEMPLATE("what approaches where a mechanism has no freedom is ended or refused", Scalar, float, double) {
  int solved = 0, out_of_range = 0;
  for (std::uint64_t seed = 1; seed <= 100000; ++seed) {
    Case driven = few_freedoms(seed);
    const Case other = few_freedoms(seed + 100000);
    driven.v = {driven.v.n, other.v.t, other.v.s};
    const Contact<Scalar> contact = cast<Scalar>(driven);
    Impact<Scalar> impact{};
    const touchdown::Status status = touchdown::resolve(contact, impact);
    if (status >= 0) {
      ++solved;
      check_momentum(contact, impact, sizeof(Scalar) == 4 ? 1e-2 : 1e-4);
    } else if (status == TD_REFUSED_RANGE) {
      ++out_of_range;
    }
  }
  CHECK(solved > 50000);
  CHECK(out_of_range > 10000);
  CHECK(solved + out_of_range > 99990);
}

TEST_CASE_TEMPLATE("energy is never gained silently, and on the slip path by Newton's law alone", Scalar, float,
                   double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = any_contact<Scalar>();
    Impact<Scalar> impact{};
    const Status status = touchdown::resolve(contact, impact);
    const auto p = widened(impact.p), before = widened(contact.v), after = widened(impact.v);
    const double terms = p.n * (std::abs(before.n) + std::abs(after.n)) +
                         std::abs(p.t) * (std::abs(before.t) + std::abs(after.t)) +
                         std::abs(p.s) * (std::abs(before.s) + std::abs(after.s));
    const double gain = (p.n * (before.n + after.n) + p.t * (before.t + after.t) + p.s * (before.s + after.s)) / 2;
    const bool reported = (status & TD_CAVEAT_ENERGY_GAINED) != 0;
    RC_ASSERT(status >= 0);
    RC_ASSERT(reported || gain <= rounding<Scalar>(terms + static_cast<double>(impact.energy_before)));
    const bool may = contact.options.law == TD_LAW_NEWTON || impact.method == TD_METHOD_ALGEBRAIC;
    RC_ASSERT(may || !reported);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("what energy is lost went to friction and restitution", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = any_contact<Scalar>();
    Impact<Scalar> impact{};
    const Status status = touchdown::resolve(contact, impact);
    RC_ASSERT(status >= 0);
    const double lost = static_cast<double>(impact.energy_before - impact.energy_after);
    const double reported = static_cast<double>(impact.energy_friction + impact.energy_restitution);
    const double work =
        static_cast<double>(impact.p.n) * size(widened(contact.v)) * (1 + static_cast<double>(contact.surface.mu_s));
    RC_ASSERT(impact.energy_friction >= 0 || (status & TD_CAVEAT_DIRECTION) != 0);
    RC_LOG() << "lost " << lost << " reported " << reported << "\n";
    RC_ASSERT(std::abs(lost - reported) <=
              rounding<Scalar>(work + static_cast<double>(impact.energy_before)) + 2 * path_error<Scalar> * work);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("turning the frame about n turns the result", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = cast<Scalar>(any_well_posed());
    const Case c = widened(contact);
    const double angle = *rc::gen::inRange(0, 360) * 0.017453292519943295, k = std::cos(angle), z = std::sin(angle);
    Case turned = c;
    turned.W.nt = k * c.W.nt + z * c.W.ns;
    turned.W.ns = -z * c.W.nt + k * c.W.ns;
    turned.W.tt = k * k * c.W.tt + 2 * k * z * c.W.ts + z * z * c.W.ss;
    turned.W.ss = z * z * c.W.tt - 2 * k * z * c.W.ts + k * k * c.W.ss;
    turned.W.ts = k * z * (c.W.ss - c.W.tt) + (k * k - z * z) * c.W.ts;
    turned.v = {c.v.n, k * c.v.t + z * c.v.s, -z * c.v.t + k * c.v.s};
    const auto p = widened(solved(contact).p), q = widened(solved(cast<Scalar>(turned)).p);
    same_impulse<Scalar>(turned, {q.n, k * q.t - z * q.s, z * q.t + k * q.s}, p);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("mirrored data give the mirrored result to the bit", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = any_contact<Scalar>();
    Contact<Scalar> mirrored = contact;
    mirrored.W.ns = -contact.W.ns;
    mirrored.W.ts = -contact.W.ts;
    mirrored.v.s = -contact.v.s;
    const Impact<Scalar> a = solved(contact), b = solved(mirrored);
    RC_ASSERT(same_bits(a.p, {b.p.n, b.p.t, -b.p.s}));
    RC_ASSERT(same_bits(a.v, {b.v.n, b.v.t, -b.v.s}));
    RC_ASSERT(a.case_number == b.case_number);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("units that are powers of two change no bit", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = any_contact<Scalar>();
    const Scalar mass = std::ldexp(Scalar(1), *rc::gen::inRange(-12, 13)),
                 speed = std::ldexp(Scalar(1), *rc::gen::inRange(-12, 13));
    Contact<Scalar> other = contact;
    for (Scalar *w : {&other.W.nn, &other.W.nt, &other.W.ns, &other.W.tt, &other.W.ts, &other.W.ss}) *w /= mass;
    for (Scalar *v : {&other.v.n, &other.v.t, &other.v.s}) *v *= speed;
    const Impact<Scalar> a = solved(contact), b = solved(other);
    const Scalar impulse = mass * speed, energy = impulse * speed;
    RC_ASSERT(same_bits(b.p, {a.p.n * impulse, a.p.t * impulse, a.p.s * impulse}));
    RC_ASSERT(same_bits(b.v, {a.v.n * speed, a.v.t * speed, a.v.s * speed}));
    RC_ASSERT(b.N_P == a.N_P && b.N_N == a.N_N && b.N_E == a.N_E);
    RC_ASSERT(b.energy_after == a.energy_after * energy && b.energy_friction == a.energy_friction * energy);
    RC_ASSERT(b.case_number == a.case_number && b.steps == a.steps);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("other units of mass, and velocity scaled, scale the impulse", Scalar, float, double) {
  const bool holds = rc::check([] {
    const Contact<Scalar> contact = cast<Scalar>(any_well_posed());
    const Case c = widened(contact);
    const double mass = *rc::gen::inRange(1, 1000) / 97.0, speed = *rc::gen::inRange(1, 1000) / 89.0;
    Case other = c;
    for (double *w : {&other.W.nn, &other.W.nt, &other.W.ns, &other.W.tt, &other.W.ts, &other.W.ss}) *w /= mass;
    for (double *v : {&other.v.n, &other.v.t, &other.v.s}) *v *= speed;
    const auto p = widened(solved(contact).p), q = widened(solved(cast<Scalar>(other)).p);
    same_impulse<Scalar>(c, {q.n / (mass * speed), q.t / (mass * speed), q.s / (mass * speed)}, p);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("planar data on the slip path take the closed form to the bit", Scalar, float, double) {
  const bool holds = rc::check([] {
    oracle::Random random(any_seed());
    Contact<Scalar> contact = cast<Scalar>(oracle::random_case(random, Family::planar));
    const Impact<Scalar> spatial = solved(contact);
    contact.options.method = TD_METHOD_PLANAR;
    const Impact<Scalar> planar = solved(contact);
    RC_ASSERT(spatial.method == TD_METHOD_PLANAR);
    RC_ASSERT(std::memcmp(&spatial, &planar, sizeof planar) == 0);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("planar data by the algebraic method agree with the closed form", Scalar, float, double) {
  const bool holds = rc::check([] {
    oracle::Random random(any_seed());
    Case c = oracle::random_case(random, Family::planar);
    if (c.options.law == TD_LAW_AUTOMATIC) c.options.law = TD_LAW_ENERGETIC;
    Contact<Scalar> contact = cast<Scalar>(c);
    RC_PRE(oracle::well_posed(widened(contact), oracle::exact_impact(widened(contact))));
    const auto closed = widened(solved(contact).p);
    contact.options.method = TD_METHOD_ALGEBRAIC;
    const auto algebraic = widened(solved(contact).p);
    const double allowed = rounding<Scalar>(condition(widened(contact)));
    RC_LOG() << "error " << distance(algebraic, closed) / size(closed) << ", allowed " << allowed << "\n";
    RC_ASSERT(distance(algebraic, closed) <= allowed * size(closed));
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("planar: the case does not depend on the law", Scalar, float, double) {
  const bool holds = rc::check([] {
    oracle::Random random(any_seed());
    Contact<Scalar> contact = cast<Scalar>(oracle::random_case(random, Family::planar));
    contact.options.law = TD_LAW_POISSON;
    const Impact<Scalar> poisson = solved(contact);
    const double ratio = static_cast<double>(contact.v.t / contact.v.n);
    for (const Scalar border : {poisson.R1, poisson.R3}) {
      const double there = static_cast<double>(border);
      RC_PRE(std::abs(std::abs(ratio) - there) > rounding<Scalar>(std::abs(ratio) + there));
    }
    for (const std::int32_t law : laws) {
      contact.options.law = law;
      const Impact<Scalar> impact = solved(contact);
      RC_ASSERT(impact.case_number == poisson.case_number);
      RC_ASSERT(impact.mode_compression == poisson.mode_compression);
      RC_ASSERT(impact.mode_restitution == poisson.mode_restitution);
    }
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("the impulse is continuous across the borders of the modes", Scalar, float, double) {
  int borders = 0;
  const bool holds = rc::check([&borders] {
    Case a = any_well_posed();
    a.surface.mu_s = a.surface.mu_k;
    Case b = a;
    oracle::Random random(any_seed());
    b.v = oracle::random_case(random).v;
    const auto blend = [&a, &b](double x) {
      Case c = a;
      c.v = {a.v.n + x * (b.v.n - a.v.n), a.v.t + x * (b.v.t - a.v.t), a.v.s + x * (b.v.s - a.v.s)};
      return cast<Scalar>(c);
    };
    const auto number = [](const Contact<Scalar> &c) { return solved(c).case_number; };
    double lo = 0, hi = 1;
    RC_PRE(number(blend(lo)) != number(blend(hi)));
    const int start = number(blend(lo));
    for (int i = 0; i < 60; ++i) {
      const double x = (lo + hi) / 2;
      (number(blend(x)) == start ? lo : hi) = x;
    }
    const Contact<Scalar> before = blend(lo), after = blend(hi);
    RC_PRE(!jams(before) && !jams(after));
    ++borders;
    same_impulse<Scalar>(widened(before), widened(solved(after).p), widened(solved(before).p));
  });
  CHECK(holds);
  CHECK(borders >= 50);
}

TEST_CASE_TEMPLATE("more restitution: more impulse, less energy lost to restitution", Scalar, float, double) {
  const bool holds = rc::check([] {
    Case c = any_well_posed();
    RC_PRE(c.options.law != TD_LAW_COMPROMISE);
    c.surface.e = *rc::gen::inRange(0, 100) / 100.0;
    const Contact<Scalar> less = cast<Scalar>(c);
    c.surface.e += *rc::gen::inRange(1, 101) / 100.0 * (1 - c.surface.e);
    const Contact<Scalar> more = cast<Scalar>(c);
    const Impact<Scalar> a = solved(less), b = solved(more);
    const double allowed = rounding<Scalar>(condition(widened(more))) + 2 * path_error<Scalar>;
    const double work = static_cast<double>(a.p.n) * size(widened(less.v));
    RC_ASSERT(static_cast<double>(b.p.n) >= static_cast<double>(a.p.n) * (1 - allowed));
    RC_ASSERT(static_cast<double>(b.energy_restitution) <= static_cast<double>(a.energy_restitution) + allowed * work);
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("without friction or slip, more restitution leaves more energy", Scalar, float, double) {
  const bool holds = rc::check([] {
    Case c = any_well_posed();
    const bool frictionless = *rc::gen::arbitrary<bool>();
    if (frictionless) c.surface.mu_k = c.surface.mu_s = 0;
    if (!frictionless) {
      c.v.t = c.v.s = 0;
      c.surface.mu_s = c.surface.mu_k = 2 * oracle::ratio_to_stick(c) + 0.1;
    }
    c.surface.e = *rc::gen::inRange(0, 100) / 100.0;
    const Impact<Scalar> less = solved(cast<Scalar>(c));
    c.surface.e += *rc::gen::inRange(1, 101) / 100.0 * (1 - c.surface.e);
    const Impact<Scalar> more = solved(cast<Scalar>(c));
    RC_ASSERT(static_cast<double>(more.energy_after) >=
              static_cast<double>(less.energy_after) - rounding<Scalar>(static_cast<double>(less.energy_before)));
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("the compromise law reads the ratio of its weights alone", Scalar, float, double) {
  const bool holds = rc::check([] {
    Contact<Scalar> contact = any_contact<Scalar>();
    oracle::Random random(any_seed());
    contact.options.law = TD_LAW_COMPROMISE;
    contact.options.d1 = static_cast<Scalar>(random.uniform(0.5, 2));
    contact.options.d2 = static_cast<Scalar>(random.uniform(0.5, 2));
    const Impact<Scalar> impact = solved(contact);
    const int most = std::numeric_limits<Scalar>::max_exponent - 3;
    const int power = *rc::gen::inRange(-most, most);
    contact.options.d1 = std::ldexp(contact.options.d1, power);
    contact.options.d2 = std::ldexp(contact.options.d2, power);
    RC_ASSERT(same_bits(solved(contact).p, impact.p));
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("without restitution all laws are one", Scalar, float, double) {
  const bool holds = rc::check([] {
    Contact<Scalar> contact = any_contact<Scalar>();
    contact.surface.e = 0;
    contact.options.law = TD_LAW_POISSON;
    const Impact<Scalar> poisson = solved(contact);
    for (const std::int32_t law : laws) {
      contact.options.law = law;
      const Impact<Scalar> impact = solved(contact);
      RC_ASSERT(same_bits(impact.p, poisson.p));
      const auto absent = static_cast<Scalar>(TD_NOT_APPLICABLE);
      RC_ASSERT(impact.N_P == absent && impact.N_N == absent && impact.N_E == absent);
    }
  });
  CHECK(holds);
}

TEST_CASE_TEMPLATE("the automatic law is the one it says", Scalar, float, double) {
  const bool holds = rc::check([] {
    Contact<Scalar> contact = any_contact<Scalar>();
    contact.options.law = TD_LAW_AUTOMATIC;
    contact.options.steps = TD_MAX_STEPS;
    const Impact<Scalar> chosen = solved(contact);
    RC_ASSERT(chosen.law == TD_LAW_POISSON || chosen.law == TD_LAW_ENERGETIC);
    contact.options.law = chosen.law;
    const auto alone = widened(solved(contact).p);
    RC_ASSERT(distance(widened(chosen.p), alone) <= (rounding<Scalar>(1) + 2 * path_error<Scalar>)*size(alone));
    contact.options.law = chosen.law == TD_LAW_POISSON ? TD_LAW_ENERGETIC : TD_LAW_POISSON;
    const Impact<Scalar> other = solved(contact);
    const Impact<Scalar> &poisson = chosen.law == TD_LAW_POISSON ? chosen : other;
    const Impact<Scalar> &energetic = chosen.law == TD_LAW_POISSON ? other : chosen;
    const double off_P = std::abs(static_cast<double>(energetic.N_P) - 1),
                 off_E = std::abs(static_cast<double>(poisson.N_E) - 1);
    RC_PRE(contact.surface.e > Scalar(0.01) &&
           std::abs(off_P - off_E) > rounding<Scalar>(1 / static_cast<double>(contact.surface.e)));
    RC_ASSERT((chosen.law == TD_LAW_ENERGETIC) == (off_P < off_E));
  });
  CHECK(holds);
}

}  // namespace properties
