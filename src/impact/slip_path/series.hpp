// The slip path over one step as Taylor series: slip u, its magnitude, and what they integrate to.
// docs/theory (I.39)..(I.42).
//
// In dp / |u| the law of slip is analytic through its stop, and homogeneous: the series are for unit slip, in time tau
// kappa, kappa being the stiffness of the path. Slip falls off nearly exponentially, so w = u / (1 - a tau), which
// hardly changes, is expanded in its place, in dtau = dp / |w|.
#ifndef TOUCHDOWN_IMPACT_SLIP_PATH_SERIES_HPP
#define TOUCHDOWN_IMPACT_SLIP_PATH_SERIES_HPP

#include "impact/tangential_plane.hpp"

namespace touchdown::slip_path {

// Order of the series of u, a power of 2. docs/theory compares the cost of others.
template <class Scalar>
constexpr int order = sizeof(Real<Scalar>) == 4 ? 8 : 16;

// Coefficients of tau^0 .. tau^order.
template <class Scalar>
struct Coefficients {
  Scalar x[order<Scalar> + 1];  // w
  Scalar y[order<Scalar> + 1];
  Scalar r[order<Scalar> + 1];     // |w|
  Scalar bend[order<Scalar> + 1];  // (u - u_0).w: the work due to the path's bend
};

template <class Scalar>
struct Series : Coefficients<Scalar> {
  Real<Scalar> inv_kappa;
  Real<Scalar> shrink;  // a
};

// 1 / k, so that a loop over k need not divide.
template <class Scalar>
struct Reciprocals {
  Scalar of[order<Scalar> + 2] = {};
  constexpr Reciprocals() {
    for (int k = 1; k < order<Scalar> + 2; ++k) of[k] = 1 / static_cast<Scalar>(k);
  }
};

template <class Scalar>
constexpr Reciprocals<Scalar> reciprocals = {};

template <class Scalar>
constexpr Real<Scalar> reciprocal(int k) {
  return reciprocals<Real<Scalar>>.of[k];
}

// The a that leaves the smallest change of slip to the series, in the mean over random bodies; its optimum is flat
// (I.39).
template <class Scalar>
TOUCHDOWN_INLINE Real<Scalar> shrink_of(const TangentialPlane<Scalar> &plane, const Slip<Scalar> &slip) {
  const Scalar stiff = plane.mu_k * (plane.T.x + plane.T.y);
  return (Real<Scalar>(0.1) * stiff - Real<Scalar>(0.2) * slip.g) * plane.inv_kappa;
}

// (I.39): k x_k = b_x r_k-1 - (m_x - a k) x_k-1, likewise y, and r from r^2 = w.w.
template <class Scalar>
TOUCHDOWN_SHARED void expand(const TangentialPlane<Scalar> &plane, const Vector2<Scalar> &t, Real<Scalar> shrink,
                             Series<Scalar> &series) {
  const Real<Scalar> inv_kappa = plane.inv_kappa;
  const Vector2<Scalar> b = {plane.b.x * inv_kappa, plane.b.y * inv_kappa};
  const Scalar mu = plane.mu_k * inv_kappa;
  Vector2<Scalar> rate = {mu * plane.T.x, mu * plane.T.y};  // mu_k T - a k
  Scalar *x = series.x;
  Scalar *y = series.y;
  Scalar *r = series.r;
  x[0] = t.x;
  y[0] = t.y;
  r[0] = 1;
  series.inv_kappa = inv_kappa;
  series.shrink = shrink;
  series.bend[0] = 0;
  Scalar square = 1;  // the last coefficient of w.w
#pragma GCC unroll every
  for (int k = 1; k <= order<Scalar>; ++k) {
    rate = {rate.x - shrink, rate.y - shrink};
    const Vector2<Scalar> drag = diagonal_times(rate, mu, Vector2<Scalar>{x[k - 1], y[k - 1]});
    x[k] = (b.x * r[k - 1] - drag.x) * reciprocal<Scalar>(k);
    y[k] = (b.y * r[k - 1] - drag.y) * reciprocal<Scalar>(k);
    Scalar inner = 0;
    Scalar inner_r = 0;
#pragma GCC unroll every
    for (int j = 1; 2 * j < k; ++j) {
      inner += x[j] * x[k - j] + y[j] * y[k - j];
      inner_r += r[j] * r[k - j];
    }
    inner += inner;
    inner_r += inner_r;
    if (k % 2 == 0) {
      inner += x[k / 2] * x[k / 2] + y[k / 2] * y[k / 2];
      inner_r += r[k / 2] * r[k / 2];
    }
    const Scalar along = x[0] * x[k] + y[0] * y[k];
    const Scalar bend = along + inner;
    series.bend[k] = bend - shrink * square;
    square = bend + along;
    r[k] = along + Real<Scalar>(0.5) * (inner - inner_r);
  }
}

// The weight of the work in a step: it is a square of u, and so slower to converge (I.40).
template <class Scalar>
TOUCHDOWN_INLINE Scalar share_of_work(Scalar mu_k, Scalar speed, const Series<Scalar> &series) {
  return tolerance::work_share<Scalar> * mu_k * speed * series.inv_kappa;
}

// The last term of |w|. The term before guards against a last one that vanishes by chance; the term of the work has its
// share too (I.40).
template <class Scalar>
TOUCHDOWN_INLINE Scalar last_term(const Coefficients<Scalar> &series, Scalar work_share) {
  constexpr int last = order<Scalar>;
  return abs(series.r[last]) + Scalar(0.25) * abs(series.r[last - 1]) + work_share * abs(series.bend[last]);
}

// The step over which `last_term()` is at most `tolerance`: tau = (tolerance / term)^(1 / order), at most 6, and less
// than 1 / a, where slip ends in any case.
template <class Scalar, class Term>
inline Scalar trusted_step(const Series<Scalar> &series, const Term &last_term, Scalar tolerance) {
  const Scalar longest = series.shrink > Scalar(0.15) ? Scalar(0.9) / series.shrink : Scalar(6);
  Scalar tau = tolerance / last_term();
#pragma GCC unroll every
  for (int root = 1; root < order<Scalar>; root *= 2) tau = sqrt_unchecked(tau);
  return tau < longest ? tau : longest;
}

// The changes from the start of the step to tau. The slip at the start and tau are mere scales: the series are for unit
// slip.
template <class Scalar>
struct Increment {
  Scalar p;
  Vector2<Scalar> lambda;  // friction impulse
  Vector2<Scalar> u;       // slip and v_n, by the momentum balance: they agree with the impulse to rounding
  Scalar v_n;
  Scalar work;           // of the normal force, without v_n at the start, by the energy balance (I.42)
  Scalar friction_work;  // for unit slip at the start
};

// The integrals of the series over the step.
template <class Scalar>
struct Integrals {
  Scalar x, y, r, bend;
};

template <class Scalar>
TOUCHDOWN_INLINE Integrals<Scalar> integrals_of(const Coefficients<Scalar> &series, Real<Scalar> power,
                                                Real<Scalar> tau) {
  Integrals<Scalar> sum = {0, 0, 0, 0};
#pragma GCC unroll every
  for (int k = 0; k <= order<Scalar>; ++k) {
    power *= tau;
    const Real<Scalar> weight = power * reciprocal<Scalar>(k + 1);
    sum.r += weight * series.r[k];
    sum.x += weight * series.x[k];
    sum.y += weight * series.y[k];
    sum.bend += weight * series.bend[k];
  }
  return sum;
}

template <class Scalar>
TOUCHDOWN_INLINE void increment_from(const TangentialPlane<Scalar> &plane, const Integrals<Scalar> &sum,
                                     Real<Scalar> speed, Increment<Scalar> &d) {
  const Scalar mu = plane.mu_k;
  d.p = sum.r;
  d.lambda = {-mu * sum.x, -mu * sum.y};
  const Vector2<Scalar> by_friction = mobility_times(plane, d.lambda);
  d.u = {plane.b.x * sum.r + by_friction.x, plane.b.y * sum.r + by_friction.y};
  d.v_n = sum.r + dot(plane.b, d.lambda);
  d.friction_work = mu * speed * sum.bend;
  d.work = Real<Scalar>(0.5) * (sum.r * d.v_n + dot(d.u, d.lambda)) + d.friction_work;
}

template <class Scalar>
TOUCHDOWN_INLINE void increment(const TangentialPlane<Scalar> &plane, const Series<Scalar> &series, Real<Scalar> speed,
                                Real<Scalar> tau, Increment<Scalar> &d) {
  increment_from(plane, integrals_of<Scalar>(series, speed * series.inv_kappa, tau), speed, d);
}

}  // namespace touchdown::slip_path

#endif
