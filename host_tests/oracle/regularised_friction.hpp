// One impact with friction that has no stop: below the slip `creep` it grows with slip up to mu_s, above it is mu_k. A
// contact that sticks then creeps, one that slides on slides on. Poisson's law. Integrated in small steps that share
// nothing with the library's end of a path: Runge-Kutta of fourth order while the point slips, in the time in which
// slip decays evenly, and backward Euler, which stiffness does not upset, while it creeps.
#ifndef TOUCHDOWN_ORACLE_REGULARISED_FRICTION_HPP
#define TOUCHDOWN_ORACLE_REGULARISED_FRICTION_HPP

#include <algorithm>
#include <array>
#include <cmath>

#include "cast.hpp"

namespace oracle {

// The impulse of an impact, and the least slip met before it ended.
struct Regularised {
  double n, t, s;
  double least_slip;
};

class CreepingImpact {
 public:
  CreepingImpact(const Case &c, double creep_below)
      : W(c.W), surface(c.surface), creep(creep_below), y{c.v.t, c.v.s, c.v.n, 0, 0, 0} {
    stiffness = surface.mu_k * (W.tt + W.ss) + std::hypot(W.nt, W.ns);
    scale = -c.v.n / W.nn;
    least = slip(y);
  }

  Regularised run() {
    until([](const State &at) { return at[v_n]; });
    const double end = (1 + surface.e) * y[p_n];
    until([end](const State &at) { return at[p_n] - end; });
    return {y[p_n], y[p_t], y[p_s], least};
  }

 private:
  enum { v_t, v_s, v_n, p_n, p_t, p_s, size };
  using State = std::array<double, size>;

  static double slip(const State &at) { return std::hypot(at[v_t], at[v_s]); }

  // The changes by a normal impulse dp with the friction (t, s).
  State moved(const State &at, double dp, double t, double s) const {
    return {at[v_t] + W.nt * dp + W.tt * t + W.ts * s,
            at[v_s] + W.ns * dp + W.ts * t + W.ss * s,
            at[v_n] + W.nn * dp + W.nt * t + W.ns * s,
            at[p_n] + dp,
            at[p_t] + t,
            at[p_s] + s};
  }

  // While it slips, over `time` = int dp / |slip|.
  State slid(const State &at, double time) const {
    const auto after = [&](const State &rate, double span) {
      const double mu = surface.mu_k;
      return moved(at, span * slip(rate), -mu * span * rate[v_t], -mu * span * rate[v_s]);
    };
    const State k2 = after(at, time / 2), k3 = after(k2, time / 2), k4 = after(k3, time);
    const auto mean = [&](auto of) { return time / 6 * (of(at) + 2 * of(k2) + 2 * of(k3) + of(k4)); };
    const double mu = surface.mu_k;
    return moved(at, mean([](const State &k) { return slip(k); }), -mu * mean([](const State &k) { return k[v_t]; }),
                 -mu * mean([](const State &k) { return k[v_s]; }));
  }

  // While it creeps: (1 + a T) u = u_0 + b dp, a = mu_s dp / creep, and friction is -a u.
  State crept(const State &at, double dp) const {
    const double a = surface.mu_s * dp / creep, tt = 1 + a * W.tt, ts = a * W.ts, ss = 1 + a * W.ss;
    const double t = at[v_t] + W.nt * dp, s = at[v_s] + W.ns * dp, det = tt * ss - ts * ts;
    return moved(at, dp, -a * (ss * t - ts * s) / det, -a * (tt * s - ts * t) / det);
  }

  // The part `share` of one step.
  State stepped(double share) const {
    if (slip(y) > creep) return slid(y, share * 0.02 / stiffness);
    const double k = surface.mu_s / creep, t = W.nt - k * (W.tt * y[v_t] + W.ts * y[v_s]),
                 s = W.ns - k * (W.ts * y[v_t] + W.ss * y[v_s]);
    return crept(y, share * std::min(1e-3 * scale, 0.1 * creep / std::hypot(t, s)));
  }

  template <class Ends>
  void until(const Ends &ends) {
    for (long i = 0; i < 4000000 && ends(y) < 0; ++i) {
      State next = stepped(1);
      if (ends(next) > 0) {
        double low = 0, high = 1;
        for (int k = 0; k < 50; ++k) (ends(stepped((low + high) / 2)) > 0 ? high : low) = (low + high) / 2;
        next = stepped(high);
      }
      y = next;
      least = std::min(least, slip(y));
    }
  }

  touchdown::ContactInertia<double> W;
  touchdown::Surface<double> surface;
  double creep, stiffness = 0, scale = 0, least = 0;
  State y;
};

}  // namespace oracle

#endif
