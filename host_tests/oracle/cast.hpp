// A contact in the precision that is to be tried.
#ifndef TOUCHDOWN_ORACLE_CAST_HPP
#define TOUCHDOWN_ORACLE_CAST_HPP

#include "touchdown/touchdown.hpp"

namespace oracle {

using Case = touchdown::Contact<double>;

// The case in another precision, rounded.
template <class Scalar>
touchdown::Contact<Scalar> cast(const Case &c) {
  const auto to = [](double x) { return static_cast<Scalar>(x); };
  touchdown::Contact<Scalar> r{};
  r.W = {to(c.W.nn), to(c.W.nt), to(c.W.ns), to(c.W.tt), to(c.W.ts), to(c.W.ss)};
  r.v = {to(c.v.n), to(c.v.t), to(c.v.s)};
  r.surface = {to(c.surface.mu_s), to(c.surface.mu_k), to(c.surface.e)};
  r.options.law = c.options.law;
  r.options.method = c.options.method;
  r.options.d1 = to(c.options.d1);
  r.options.d2 = to(c.options.d2);
  return r;
}

}  // namespace oracle

#endif
