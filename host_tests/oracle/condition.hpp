// By how much more than its data an impact changes.
#ifndef TOUCHDOWN_ORACLE_CONDITION_HPP
#define TOUCHDOWN_ORACLE_CONDITION_HPP

#include "exact_impact.hpp"

namespace oracle {

inline double size(const touchdown::ContactVector<double> &v) { return std::hypot(v.n, v.t, v.s); }
inline double distance(const touchdown::ContactVector<double> &a, const touchdown::ContactVector<double> &b) {
  return size({a.n - b.n, a.t - b.t, a.s - b.s});
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

}  // namespace oracle

#endif
