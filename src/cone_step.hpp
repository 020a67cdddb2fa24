// One contact among others: the impulse that Coulomb's law and the end of its phase ask for while all others rest.
//   v = q + W p;  v_n = 0 ("free": p_n follows) or p_n = m ("given");  v_T = 0 with |p_T| <= mu_s p_n, or
//   v_T = -g p_T, g > 0, with |p_T| = mu_k p_n.
// Eliminating p_n leaves a 2 x 2 problem in the surface, (S + g 1) p_T = -b, p_n = alpha + beta . p_T. Its ratio
// |p_T| / p_n falls from above mu_k to 0 as g grows, so a slide always exists, jam or not; found by Newton on
// mu_k p_n / |p_T| - 1, which is a straight line in g where S is isotropic and beta = 0.
#ifndef TOUCHDOWN_SRC_CONE_STEP_HPP
#define TOUCHDOWN_SRC_CONE_STEP_HPP

#include "contact_set.hpp"

namespace touchdown {

constexpr int slide_steps = 8;

template <class Scalar>
struct SurfaceProblem {
  Scalar tt, ts, ss;  // S
  Scalar b_t, b_s;
  Scalar alpha, beta_t, beta_s;
  Scalar mu_s, mu_k;
};

// v_n = 0 where W_nn p_n + ... + q_n = 0.
template <class Scalar>
SurfaceProblem<Scalar> free_problem(const SetMember<Scalar> &member, const ContactVector<Scalar> &q) {
  const ContactInertia<Scalar> &W = member.W;
  const Scalar per_nn = 1 / W.nn;
  const Scalar c_t = W.nt * per_nn, c_s = W.ns * per_nn;
  return {W.tt - c_t * W.nt,
          W.ts - c_t * W.ns,
          W.ss - c_s * W.ns,
          q.t - c_t * q.n,
          q.s - c_s * q.n,
          -q.n * per_nn,
          -c_t,
          -c_s,
          member.surface.mu_s,
          member.surface.mu_k};
}

// p_n = m.
template <class Scalar>
SurfaceProblem<Scalar> given_problem(const SetMember<Scalar> &member, const ContactVector<Scalar> &q, Scalar m) {
  const ContactInertia<Scalar> &W = member.W;
  return {W.tt, W.ts, W.ss, q.t + W.nt * m, q.s + W.ns * m, m, 0, 0, member.surface.mu_s, member.surface.mu_k};
}

// p_T and p_n at g.
template <class Scalar>
ContactVector<Scalar> impulse_at(const SurfaceProblem<Scalar> &problem, Scalar g) {
  const Scalar tt = problem.tt + g, ss = problem.ss + g;
  const Scalar determinant = tt * ss - problem.ts * problem.ts;
  if (!(determinant > 0)) return {problem.alpha, 0, 0};
  const Scalar per = -1 / determinant;
  const Scalar t = (ss * problem.b_t - problem.ts * problem.b_s) * per;
  const Scalar s = (tt * problem.b_s - problem.ts * problem.b_t) * per;
  return {problem.alpha + problem.beta_t * t + problem.beta_s * s, t, s};
}

template <class Scalar>
Scalar tangential(const ContactVector<Scalar> &p) {
  return square_root(p.t * p.t + p.s * p.s);
}

// mu_k p_n / |p_T| - 1 at g, and its slope.
template <class Scalar>
struct RatioAt {
  Scalar value, slope;
};

template <class Scalar>
RatioAt<Scalar> ratio_at(const SurfaceProblem<Scalar> &problem, Scalar g, const ContactVector<Scalar> &p) {
  const Scalar tt = problem.tt + g, ss = problem.ss + g;
  const Scalar per = 1 / (tt * ss - problem.ts * problem.ts);
  const Scalar fall_t = (ss * p.t - problem.ts * p.s) * per;  // -dp_T/dg = (S + g)^-1 p_T
  const Scalar fall_s = (tt * p.s - problem.ts * p.t) * per;
  const Scalar per_length = 1 / tangential(p);
  const Scalar ratio = problem.mu_k * p.n * per_length;
  const Scalar length_rate = (p.t * fall_t + p.s * fall_s) * per_length * per_length;
  const Scalar normal_rate = problem.mu_k * (problem.beta_t * fall_t + problem.beta_s * fall_s) * per_length;
  return {ratio - 1, ratio * length_rate - normal_rate};
}

// The slide's g, from where an isotropic contact has it, bracketed from below by the stick that was refused.
template <class Scalar>
Scalar slide_multiplier(const SurfaceProblem<Scalar> &problem, Scalar least) {
  const Scalar half_trace = Scalar(0.5) * (problem.tt + problem.ss);
  const Scalar b = square_root(problem.b_t * problem.b_t + problem.b_s * problem.b_s);
  const Scalar guess = b / (problem.mu_k * problem.alpha) - half_trace;
  Scalar low = least, high = 0;
  Scalar g = guess > least ? guess : least + half_trace;
  bool close = false;
  for (int step = 0; step < slide_steps && !close; ++step) {
    const RatioAt<Scalar> ratio = ratio_at(problem, g, impulse_at(problem, g));
    (ratio.value < 0 ? low : high) = g;
    const Scalar newton = g - ratio.value / ratio.slope;
    const bool inside = newton > low && (high == 0 || newton < high);
    const Scalar halved = high == 0 ? 2 * g + half_trace : Scalar(0.5) * (low + high);
    close = inside && ratio.value * ratio.value < tolerance::epsilon<Scalar>;
    g = inside ? newton : halved;
  }
  return g;
}

// On the cone exactly, and at the end of its phase exactly, along the direction found.
template <class Scalar>
ContactVector<Scalar> slide(const SurfaceProblem<Scalar> &problem, Scalar least) {
  if (problem.mu_k == 0) return {problem.alpha, 0, 0};
  const ContactVector<Scalar> p = impulse_at(problem, slide_multiplier(problem, least));
  const Scalar length = tangential(p);
  if (!(length > 0)) return {problem.alpha, 0, 0};
  const Scalar mu_t = problem.mu_k * p.t / length, mu_s = problem.mu_k * p.s / length;
  const Scalar share = 1 - problem.beta_t * mu_t - problem.beta_s * mu_s;
  const Scalar n = share > 0 ? problem.alpha / share : problem.alpha;
  return {n, n * mu_t, n * mu_s};
}

template <class Scalar>
struct ConeStep {
  ContactVector<Scalar> p;
  Mode mode;
};

template <class Scalar>
ConeStep<Scalar> solve(const SurfaceProblem<Scalar> &problem) {
  const Scalar least = tolerance::immobile<Scalar> * (problem.tt + problem.ss);
  const ContactVector<Scalar> stick = impulse_at(problem, least);
  const Scalar reach = problem.mu_s * stick.n;
  if (stick.n >= 0 && stick.t * stick.t + stick.s * stick.s <= reach * reach) return {stick, Mode::sticks};
  return {slide(problem, least), Mode::slides};
}

// q: velocity without this contact's own impulse, less the v_n it is to end with. p_n is at least m.
template <class Scalar>
ConeStep<Scalar> cone_step(const SetMember<Scalar> &member, const ContactVector<Scalar> &q, Scalar m) {
  if (m > 0) {
    const ConeStep<Scalar> given = solve(given_problem(member, q, m));
    if (q.n + (member.W * given.p).n >= 0) return given;
  }
  if (q.n >= 0) return {{0, 0, 0}, Mode::separating};
  const ConeStep<Scalar> free = solve(free_problem(member, q));
  return free.p.n >= m ? free : solve(given_problem(member, q, m));
}

}  // namespace touchdown

#endif
