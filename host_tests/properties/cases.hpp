// What the properties share: random well-posed impacts, and how far rounding may carry their results.
#ifndef TOUCHDOWN_PROPERTIES_CASES_HPP
#define TOUCHDOWN_PROPERTIES_CASES_HPP

#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "random_cases.hpp"

namespace properties {

using oracle::Case;
using oracle::Family;
using touchdown::Contact;
using touchdown::Impact;
using touchdown::Law;
using touchdown::Method;
using touchdown::Mode;
using touchdown::Status;

template <class Scalar>
constexpr double epsilon = static_cast<double>(std::numeric_limits<Scalar>::epsilon());

// A seed says everything about a random case, so there is nothing to shrink.
inline std::uint64_t any_seed() { return *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()); }

inline Family any_family(oracle::Random &random) { return oracle::families[random.below(std::size(oracle::families))]; }

template <class Scalar>
touchdown::ContactVector<Scalar> cast(const touchdown::ContactVector<double> &v) {
  return {static_cast<Scalar>(v.n), static_cast<Scalar>(v.t), static_cast<Scalar>(v.s)};
}

template <class Scalar>
Contact<Scalar> cast(const Case &c) {
  const auto to = [](double x) { return static_cast<Scalar>(x); };
  Contact<Scalar> r{};
  r.W = {to(c.W.nn), to(c.W.nt), to(c.W.ns), to(c.W.tt), to(c.W.ts), to(c.W.ss)};
  r.v = cast<Scalar>(c.v);
  r.surface = {to(c.surface.mu_s), to(c.surface.mu_k), to(c.surface.e)};
  r.options = {c.options.law, c.options.method, c.options.steps, to(c.options.d1), to(c.options.d2)};
  return r;
}

inline Case widened(const Contact<float> &c) {
  const auto to = [](float x) { return static_cast<double>(x); };
  Case r{};
  r.W = {to(c.W.nn), to(c.W.nt), to(c.W.ns), to(c.W.tt), to(c.W.ts), to(c.W.ss)};
  r.v = {to(c.v.n), to(c.v.t), to(c.v.s)};
  r.surface = {to(c.surface.mu_s), to(c.surface.mu_k), to(c.surface.e)};
  r.options = {c.options.law, c.options.method, c.options.steps, to(c.options.d1), to(c.options.d2)};
  return r;
}
inline Case widened(const Case &c) { return c; }

template <class Scalar>
touchdown::ContactVector<double> widened(const touchdown::ContactVector<Scalar> &v) {
  return {static_cast<double>(v.n), static_cast<double>(v.t), static_cast<double>(v.s)};
}

template <class Scalar>
Impact<Scalar> solved(const Contact<Scalar> &contact) {
  Impact<Scalar> impact{};
  const Status status = touchdown::resolve(contact, impact);
  if (status < 0) RC_LOG() << "refused: " << td_status_name(status) << "\n";
  RC_ASSERT(status >= 0);
  return impact;
}

inline double size(const touchdown::ContactVector<double> &v) { return std::hypot(v.n, v.t, v.s); }
inline double distance(const touchdown::ContactVector<double> &a, const touchdown::ContactVector<double> &b) {
  return size({a.n - b.n, a.t - b.t, a.s - b.s});
}

// dv = W dp.
inline touchdown::ContactVector<double> push(const touchdown::ContactInertia<double> &W,
                                             const touchdown::ContactVector<double> &p) {
  return {W.nn * p.n + W.nt * p.t + W.ns * p.s, W.nt * p.n + W.tt * p.t + W.ts * p.s,
          W.ns * p.n + W.ts * p.t + W.ss * p.s};
}

// The condition number of an impact: by how much more than its data its impulse changes, each relative to its size.
// The exact impact is asked, one datum after the other. (Weights of laws are left out: they are used once.)
inline double condition(const Case &c) {
  constexpr double factor = 1 - 1e-6;
  const oracle::Result here = oracle::exact_impact(c);
  double sum = 1;
  const auto add = [&](const auto &move) {
    Case moved = c;
    move(moved);
    sum += distance(oracle::exact_impact(moved).p, here.p) / (1e-6 * size(here.p));
  };
  add([](Case &k) { k.W.nn *= factor; });
  add([](Case &k) { k.W.nt *= factor; });
  add([](Case &k) { k.W.ns *= factor; });
  add([](Case &k) { k.W.tt *= factor; });
  add([](Case &k) { k.W.ts *= factor; });
  add([](Case &k) { k.W.ss *= factor; });
  add([](Case &k) { k.v.n *= factor; });
  add([](Case &k) { k.v.t *= factor; });
  add([](Case &k) { k.v.s *= factor; });
  add([](Case &k) { k.surface.e *= factor; });
  add([](Case &k) {
    k.surface.mu_k *= factor;
    k.surface.mu_s *= factor;
  });
  return sum;
}

// Rounding of a product sum of the sizes given: each term is rounded a few times.
template <class Scalar>
double rounding(double terms) {
  return 16 * epsilon<Scalar> * terms;
}

// What the slip path at its most steps may be off by itself, relative to the impulse.
template <class Scalar>
constexpr double path_error = sizeof(Scalar) == 4 ? 2e-5 : 1e-8;

}  // namespace properties

#endif
