// One contact among others: its impulse by Coulomb's law and the end of its phase, while all other impulses are fixed.
//   v = q + W p;  v_n = 0 ("free": p_n follows) or p_n = m ("given");  v_T = 0 with |p_T| <= mu_s p_n (mu_k p_n after a
//   slide), or v_T = -g p_T, g > 0, with |p_T| = mu_k p_n.
// Eliminating p_n leaves a 2 x 2 problem in the surface, (S + g 1) p_T = -b, p_n = alpha + beta . p_T. Its ratio |p_T|
// / p_n falls from above mu_k to 0 as g grows, so a slide always exists, jam or not: a root of mu_k p_n / |p_T| - 1,
// which is linear in g if S is isotropic and beta = 0. Each sweep takes two Newton steps from its last g. The impulse
// is exactly on its cone, and exact at the end of its phase, for any g.
#ifndef TOUCHDOWN_MULTI_CONTACT_CONE_STEP_HPP
#define TOUCHDOWN_MULTI_CONTACT_CONE_STEP_HPP

#include "multi_contact/contact_set.hpp"

namespace touchdown {

template <class Scalar>
struct SurfaceProblem {
  Scalar tt, ts, ss;  // S
  Scalar b_t, b_s;
  Scalar alpha, beta_t, beta_s;
  Scalar mu_s, mu_k;
  Scalar mu_now;  // limit of a stick: mu_s, or mu_k
};

// v_n = 0 where W_nn p_n + ... + q_n = 0.
template <class Scalar>
inline SurfaceProblem<Scalar> free_problem(const SetMember<Scalar> &member, const ContactVector<Scalar> &q,
                                           Scalar mu_now) {
  return {member.S_tt,
          member.S_ts,
          member.S_ss,
          q.t - member.c_t * q.n,
          q.s - member.c_s * q.n,
          -q.n * member.inv_nn,
          -member.c_t,
          -member.c_s,
          member.surface.mu_s,
          member.surface.mu_k,
          mu_now};
}

// p_n = m.
template <class Scalar>
inline SurfaceProblem<Scalar> given_problem(const SetMember<Scalar> &member, const ContactVector<Scalar> &q, Scalar m,
                                            Scalar mu_now) {
  const ContactInertia<Scalar> &W = member.W;
  const Surface<Scalar> &surface = member.surface;
  return {W.tt, W.ts, W.ss, q.t + W.nt * m, q.s + W.ns * m, m, 0, 0, surface.mu_s, surface.mu_k, mu_now};
}

// p_T and p_n at g, and the inverse determinant.
template <class Scalar>
struct SurfaceImpulse {
  Scalar n, t, s, per;
};

template <class Scalar>
inline SurfaceImpulse<Scalar> impulse_at(const SurfaceProblem<Scalar> &problem, Scalar g) {
  const Scalar tt = problem.tt + g, ss = problem.ss + g;
  const Scalar determinant = tt * ss - problem.ts * problem.ts;
  if (!(determinant > 0)) return {problem.alpha, 0, 0, 0};
  const Scalar per = 1 / determinant;
  const Scalar t = (problem.ts * problem.b_s - ss * problem.b_t) * per;
  const Scalar s = (problem.ts * problem.b_t - tt * problem.b_s) * per;
  return {problem.alpha + problem.beta_t * t + problem.beta_s * s, t, s, per};
}

// The next g of a slide: Newton's step; half way to `least` if it would go below; twice as far if the ratio does not
// rise with g (which coupling can cause far from the root).
template <class Scalar>
inline Scalar next_multiplier(const SurfaceProblem<Scalar> &problem, Scalar least, Scalar g) {
  const SurfaceImpulse<Scalar> p = impulse_at(problem, g);
  const Scalar square = p.t * p.t + p.s * p.s;
  if (!(square > 0)) return g;
  const Scalar fall_t = ((problem.ss + g) * p.t - problem.ts * p.s) * p.per;  // -dp_T/dg = (S + g)^-1 p_T
  const Scalar fall_s = ((problem.tt + g) * p.s - problem.ts * p.t) * p.per;
  const Scalar ratio = problem.mu_k * p.n;  // times 1 / |p_T|
  const Scalar slope = ratio * (p.t * fall_t + p.s * fall_s) / square -
                       problem.mu_k * (problem.beta_t * fall_t + problem.beta_s * fall_s);
  if (!(slope > 0)) return g + g;
  const Scalar newton = g + (square_root(square) - ratio) / slope;
  return newton > least ? newton : Scalar(0.5) * (g + least);
}

// The g of an isotropic contact's slide.
template <class Scalar>
inline Scalar first_multiplier(const SurfaceProblem<Scalar> &problem, Scalar least) {
  const Scalar half_trace = Scalar(0.5) * (problem.tt + problem.ss);
  const Scalar b = square_root(problem.b_t * problem.b_t + problem.b_s * problem.b_s);
  const Scalar guess = b / (problem.mu_k * problem.alpha) - half_trace;
  return guess > least ? guess : least + half_trace;
}

template <class Scalar>
inline ContactVector<Scalar> slide(const SurfaceProblem<Scalar> &problem, Scalar least, Scalar &g) {
  if (!(problem.mu_k > 0)) return {problem.alpha, 0, 0};
  if (!(g > least)) g = first_multiplier(problem, least);
  g = next_multiplier(problem, least, g);
  const SurfaceImpulse<Scalar> p = impulse_at(problem, g);
  const Scalar length = square_root(p.t * p.t + p.s * p.s);
  if (!(length > 0)) return {problem.alpha, 0, 0};
  const Scalar per = problem.mu_k / length;
  const Scalar t = p.t * per, s = p.s * per;
  const Scalar share = 1 - problem.beta_t * t - problem.beta_s * s;
  const Scalar n = share > 0 ? problem.alpha / share : problem.alpha;
  return {n, n * t, n * s};
}

template <class Scalar>
struct ConeStep {
  ContactVector<Scalar> p;
  std::int32_t mode;
  bool marginal = false;  // a little of mu_s decided between stick and slide
};

// Whether sticking needs nearly mu_s, and mu_k would be too little: as in impact/audit.hpp, for squares. (1 +- m)^2 is
// 1 +- 2 m up to m^2.
template <class Scalar>
bool is_marginal(const SurfaceProblem<Scalar> &problem, const SurfaceImpulse<Scalar> &stick, Scalar square) {
  constexpr Scalar slack = tolerance::marginal<Scalar>;
  const Scalar reach = problem.mu_s * stick.n, most = reach * reach;
  return stick.n >= 0 && problem.mu_s - problem.mu_k > slack * problem.mu_s && abs(square - most) < 2 * slack * most;
}

template <class Scalar>
ConeStep<Scalar> solve(const SurfaceProblem<Scalar> &problem, Scalar &g) {
  const Scalar least = tolerance::immobile<Scalar> * (problem.tt + problem.ss);
  const SurfaceImpulse<Scalar> stick = impulse_at(problem, least);
  const Scalar reach = problem.mu_now * stick.n;
  const Scalar square = stick.t * stick.t + stick.s * stick.s;
  const bool marginal = is_marginal(problem, stick, square);
  if (stick.n >= 0 && square <= reach * reach) return {{stick.n, stick.t, stick.s}, TD_MODE_STICKS, marginal};
  return {slide(problem, least, g), TD_MODE_SLIDES, marginal};
}

// q: velocity without this contact's own impulse, minus the v_n at its end. p_n is at least m. g: the multiplier from
// the last sweep, 0 at first. Both problems start from it: the g that results from the rejected one would lead the
// other astray. mu_now: the limit of a stick.
template <class Scalar>
ConeStep<Scalar> cone_step(const SetMember<Scalar> &member, const ContactVector<Scalar> &q, Scalar m, Scalar mu_now,
                           Scalar &g) {
  if (m > 0) {
    Scalar given_g = g;
    const ConeStep<Scalar> given = solve(given_problem(member, q, m, mu_now), given_g);
    const ContactInertia<Scalar> &W = member.W;
    if (!(q.n + W.nn * given.p.n + W.nt * given.p.t + W.ns * given.p.s >= 0)) {
      const ConeStep<Scalar> free = solve(free_problem(member, q, mu_now), g);
      if (free.p.n >= m) return free;
    }
    g = given_g;
    return given;
  }
  if (q.n >= 0) return {{0, 0, 0}, TD_MODE_SEPARATING, false};
  return solve(free_problem(member, q, mu_now), g);
}

// |p_T|, scaled by its larger part if the squares are not in range.
template <class Scalar>
Scalar tangential(const ContactVector<Scalar> &p) {
  const Scalar square = p.t * p.t + p.s * p.s;
  const Scalar most = max(abs(p.t), abs(p.s));
  if (!(most > 0) || (square > tolerance::square_in_range<Scalar> && square <= largest<Scalar>))
    return square_root(square);
  return most * square_root(p.t / most * (p.t / most) + p.s / most * (p.s / most));
}

}  // namespace touchdown

#endif
