// Shared by the properties: random well-posed impacts, and the rounding of their results.
#ifndef TOUCHDOWN_PROPERTIES_CASES_HPP
#define TOUCHDOWN_PROPERTIES_CASES_HPP

#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>

#include "condition.hpp"
#include "random_cases.hpp"

namespace properties {

using oracle::Case;
using oracle::condition;
using oracle::distance;
using oracle::Family;
using oracle::size;
using touchdown::Contact;
using touchdown::Impact;
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

inline std::string described(const Case &c) {
  std::ostringstream text;
  text.precision(17);
  for (const double x : {c.W.nn, c.W.nt, c.W.ns, c.W.tt, c.W.ts, c.W.ss, c.v.n, c.v.t, c.v.s, c.surface.mu_s,
                         c.surface.mu_k, c.surface.e}) {
    text << x << ' ';
  }
  text << static_cast<int>(c.options.law) << ' ' << c.options.d1 << ' ' << c.options.d2;
  return text.str();
}

// dv = W dp.
inline touchdown::ContactVector<double> push(const touchdown::ContactInertia<double> &W,
                                             const touchdown::ContactVector<double> &p) {
  return {W.nn * p.n + W.nt * p.t + W.ns * p.s, W.nt * p.n + W.tt * p.t + W.ts * p.s,
          W.ns * p.n + W.ts * p.t + W.ss * p.s};
}

// Rounding of a product sum of the sizes given: each term is rounded a few times.
template <class Scalar>
double rounding(double terms) {
  return 16 * epsilon<Scalar> * terms;
}

// Largest error of the slip path itself at its most steps, relative to the impulse.
template <class Scalar>
constexpr double path_error = sizeof(Scalar) == 4 ? 2e-5 : 1e-8;

}  // namespace properties

#endif
