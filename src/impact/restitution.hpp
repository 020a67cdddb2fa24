// Where restitution ends, by each law, along a stretch of constant dv_n/dp_n.
// Newton, Poisson, Stronge's energetic law; the compromise of Baruh 2022, section 6; see docs/theory (I.10)..(I.15).
//
// Units are those of the scaled contact: W_nn = 1 and v_n = -1 before the impact. A law depends on the path only
// through the impulse and the work of the normal force in compression, and through the state that restitution has
// reached.
#ifndef TOUCHDOWN_IMPACT_RESTITUTION_HPP
#define TOUCHDOWN_IMPACT_RESTITUTION_HPP

#include "impact/method_set.hpp"
#include "numerics/scalar.hpp"
#include "numerics/square_root.hpp"
#include "numerics/tolerances.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
struct RestitutionLaw {
  std::int32_t law;
  Scalar e;
  Scalar d1, d2;  // weights of the compromise
};

template <class Scalar>
struct Compression {
  Scalar p, work;  // p_c and W_c, both > 0
};

// The state of a stage: its impulse so far, v_n, and the work of the normal force (< 0 in compression).
template <class Scalar>
struct Progress {
  Scalar p, v_n, work;
};

enum class Stage : std::uint8_t { compression, restitution, none };

// The history of the normal direction, scaled.
template <class Scalar>
struct NormalProgress {
  Compression<Scalar> compression;  // once it has ended
  Progress<Scalar> reached;         // in the stage under way
  Stage stage;
};

template <class Scalar>
constexpr NormalProgress<Scalar> at_first_touch() {
  return {{0, 0}, {0, -1, 0}, Stage::compression};
}

// Compression ends at v_n = 0. Impulse and work of restitution count from 0.
template <class Scalar>
constexpr NormalProgress<Scalar> begin_restitution(Scalar p, Scalar work) {
  return {{p, work}, {0, 0, 0}, Stage::restitution};
}

// v_n grows by f per unit of impulse, so p, v_n and the work follow in closed form (I.10).
template <class Scalar>
TOUCHDOWN_INLINE Progress<Scalar> advanced(const Progress<Scalar> &now, Scalar f, Scalar dp) {
  return {now.p + dp, now.v_n + f * dp, now.work + dp * (now.v_n + Scalar(0.5) * f * dp)};
}

// The impulse that still has to pass until v_n (v_n + f p / 2) p = work: the smallest root above 0, in the form that
// does not cancel. No such impulse: the largest number.
template <class Scalar>
TOUCHDOWN_INLINE Scalar impulse_for_work(Scalar v_n, Scalar f, Scalar work) {
  const Scalar discriminant = v_n * v_n + 2 * f * work;
  const Scalar denominator = v_n + sqrt_unchecked(discriminant);
  const bool reachable = discriminant >= 0 && denominator > 0;
  return reachable ? 2 * work / denominator : largest<Scalar>;
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar remaining_poisson(const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                          const Progress<Scalar> &now) {
  return law.e * compression.p - now.p;
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar remaining_energetic(const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                            const Progress<Scalar> &now, Scalar f) {
  return impulse_for_work(now.v_n, f, law.e * law.e * compression.work - now.work);
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar remaining_newton(const RestitutionLaw<Scalar> &law, const Progress<Scalar> &now, Scalar f) {
  return f > 0 ? (law.e - now.v_n) / f : largest<Scalar>;
}

// J = d1 (1 - N_P)^2 + d2 (1 - N_E)^2 (Baruh 2022, section 6) as a function of the impulse: its constants.
template <class Scalar>
struct Compromise {
  Scalar d2;
  Scalar poisson_weight;  // d1 / (e p_c)^2
  Scalar work_scale;      // 1 / (e^2 W_c)
  Scalar by_poisson;      // impulse still to pass until N_P = 1
};

template <class Scalar>
TOUCHDOWN_INLINE Compromise<Scalar> compromise(const RestitutionLaw<Scalar> &law,
                                               const Compression<Scalar> &compression, const Progress<Scalar> &now) {
  const Scalar alpha = 1 / (law.e * compression.p);
  return {law.d2, law.d1 * alpha * alpha, 1 / (law.e * law.e * compression.work),
          remaining_poisson(law, compression, now)};
}

// Half of dJ/dp and of d2J/dp2 at an impulse dp from where v_n and W_r are given (I.13). W_r is a quadratic of the
// impulse, and N_E a root of it.
template <class Scalar>
struct CompromiseSlope {
  Scalar first, second;
};

template <class Scalar>
TOUCHDOWN_INLINE CompromiseSlope<Scalar> compromise_slope(const Compromise<Scalar> &J, Scalar dp, Scalar v_n,
                                                          Scalar work, Scalar f) {
  if (!(work > 0)) return {J.poisson_weight * (dp - J.by_poisson), J.poisson_weight};
  const Scalar N_E = sqrt_unchecked(work * J.work_scale);
  const Scalar inv_N_E = 1 / N_E;
  const Scalar half_scale = Scalar(0.5) * J.work_scale;
  const Scalar slope = half_scale * v_n * inv_N_E;
  const Scalar curvature = (half_scale * f - slope * slope) * inv_N_E;
  const Scalar off = 1 - N_E;
  return {J.poisson_weight * (dp - J.by_poisson) - J.d2 * slope * off,
          J.poisson_weight + J.d2 * (slope * slope - off * curvature)};
}

// The impulse at which J is least. It lies between the ends by Poisson and by the energetic law. From the energetic
// end, where N_E = 1 makes the first Newton step a Gauss-Newton one, a fixed number of them finds it (I.15).
template <class Scalar>
TOUCHDOWN_COMPACT Scalar least_compromise(Compromise<Scalar> J, Scalar v_n, Scalar work, Scalar f) {
  const Scalar by_energetic = impulse_for_work(v_n, f, 1 / J.work_scale - work);
  const Scalar first = J.by_poisson < by_energetic ? J.by_poisson : by_energetic;
  const Scalar low = first > 0 ? first : 0;
  const Scalar high = J.by_poisson < by_energetic ? by_energetic : J.by_poisson;
  if (!(high < largest<Scalar>)) return low;
  const Scalar slope = Scalar(0.5) * J.work_scale * (v_n + f * by_energetic);
  const Scalar weight = J.poisson_weight + J.d2 * slope * slope;
  Scalar dp = by_energetic - J.poisson_weight * (by_energetic - J.by_poisson) / weight;
  for (int i = 0; i < tolerance::compromise_steps<Scalar>; ++i) {
    const CompromiseSlope<Scalar> at =
        compromise_slope(J, dp, v_n + f * dp, work + dp * (v_n + Scalar(0.5) * f * dp), f);
    if (at.second > 0) dp -= at.first / at.second;
  }
  if (!(dp > low)) return low;
  return dp < high ? dp : high;
}

// Where restitution has only begun, N_E is linear in the impulse too, and the minimum solves a linear least-squares
// problem (I.14).
template <class Scalar>
TOUCHDOWN_INLINE Scalar compromise_from_rest(const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                             Scalar f) {
  const Scalar alpha = 1 / compression.p;
  const Scalar beta = square_root(Scalar(0.5) * f / compression.work);
  return law.e * (law.d1 * alpha + law.d2 * beta) / (law.d1 * alpha * alpha + law.d2 * beta * beta);
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar remaining_compromise(const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                             const Progress<Scalar> &now, Scalar f) {
  if (now.work != 0 || now.v_n != 0) return least_compromise(compromise(law, compression, now), now.v_n, now.work, f);
  return compromise_from_rest(law, compression, f);
}

// The normal impulse that is still to pass until restitution ends, if f holds that long: not above 0 if it has ended
// before, the largest number if it then never ends. With e = 0 it ends as it begins.
template <class Scalar>
TOUCHDOWN_INLINE Scalar remaining_impulse(const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                          const Progress<Scalar> &now, Scalar f) {
  if (law.e == 0) return 0;
  if (is_law(law.law, TD_LAW_ENERGETIC)) {
    const Scalar by_energetic = remaining_energetic(law, compression, now, f);
    return by_energetic > 0 ? by_energetic : 0;  // after a stop, rounding may have brought the work to its end already
  }
  if (is_law(law.law, TD_LAW_NEWTON)) return remaining_newton(law, now, f);
  if (is_law(law.law, TD_LAW_COMPROMISE)) return remaining_compromise(law, compression, now, f);
  return remaining_poisson(law, compression, now);  // the automatic law follows the path to each of its two ends
}

// The same, once in the image.
template <class Scalar>
TOUCHDOWN_SHARED Scalar remaining_by_call(RestitutionLaw<Scalar> law, Compression<Scalar> compression,
                                          Progress<Scalar> now, Scalar f) {
  return remaining_impulse(law, compression, now, f);
}

// The same: with few instructions for Poisson's law, with few bytes for all laws.
template <class Scalar>
TOUCHDOWN_INLINE Scalar remaining_in_brief(const RestitutionLaw<Scalar> &law, const Compression<Scalar> &compression,
                                           const Progress<Scalar> &now, Scalar f) {
  if (only_poisson || law.law == TD_LAW_POISSON) return remaining_poisson(law, compression, now);
  return remaining_by_call(law, compression, now, f);
}

// The same where restitution has only begun: without the terms that are 0 there.
template <class Scalar>
TOUCHDOWN_INLINE Scalar impulse_of_restitution(const RestitutionLaw<Scalar> &law,
                                               const Compression<Scalar> &compression, Scalar f) {
  if (only_poisson || law.law == TD_LAW_POISSON) return law.e * compression.p;
  if (law.e == 0) return 0;
  if (is_law(law.law, TD_LAW_NEWTON)) return law.e / f;
  if (is_law(law.law, TD_LAW_COMPROMISE)) return compromise_from_rest(law, compression, f);
  if (!is_law(law.law, TD_LAW_ENERGETIC)) return law.e * compression.p;
  const Scalar work = law.e * law.e * compression.work;
  return 2 * work / sqrt_unchecked(2 * f * work);
}

// The impulse that is left of a stage if f stays constant, and whether the stage has ended. The impulse is exact for a
// law that ends at a value. For the compromise, which ends at a minimum, it is a Newton step. It is negative after the
// end.
template <class Scalar>
struct Remaining {
  Scalar impulse;
  bool ended;
};

// Once in the image.
template <class Scalar>
TOUCHDOWN_SHARED Remaining<Scalar> remaining_by_compromise(const RestitutionLaw<Scalar> &law,
                                                           const Compression<Scalar> &compression,
                                                           const Progress<Scalar> &now, Scalar f) {
  if (now.work == 0 && now.v_n == 0) return {remaining_compromise(law, compression, now, f), false};
  const CompromiseSlope<Scalar> at =
      compromise_slope(compromise(law, compression, now), Scalar(0), now.v_n, now.work, f);
  const bool ended = at.first >= 0;
  if (!(at.second > 0)) return {ended ? -largest<Scalar> : largest<Scalar>, ended};
  return {-at.first / at.second, ended};
}

// The remaining impulse of restitution, by the law.
template <class Scalar>
TOUCHDOWN_INLINE Remaining<Scalar> remaining_by_law(const RestitutionLaw<Scalar> &law,
                                                    const Compression<Scalar> &compression, const Progress<Scalar> &now,
                                                    Scalar f) {
  if (is_law(law.law, TD_LAW_COMPROMISE)) return remaining_by_compromise(law, compression, now, f);
  const Scalar by_poisson = remaining_poisson(law, compression, now);
  if (only_poisson || law.law == TD_LAW_POISSON) return {by_poisson, by_poisson <= 0};
  if (is_law(law.law, TD_LAW_NEWTON)) return {remaining_newton(law, now, f), now.v_n >= law.e};
  if (!has_law(TD_LAW_ENERGETIC)) return {by_poisson, by_poisson <= 0};
  const Scalar by_energetic = remaining_energetic(law, compression, now, f);
  const bool energetic_ended = now.work >= law.e * law.e * compression.work;
  if (law.law == TD_LAW_ENERGETIC) return {by_energetic, energetic_ended};
  return {by_poisson < by_energetic ? by_poisson : by_energetic, energetic_ended || by_poisson <= 0};
}

// The impulse until an approach ends; the largest number if it does not.
template <class Scalar>
TOUCHDOWN_INLINE Scalar until_separation(Scalar v_n, Scalar f) {
  return f > 0 ? -v_n / f : largest<Scalar>;
}

// The impulse that is left of restitution. Restitution cannot end while v_n < 0. If the law's end passed during
// recompression, restitution ends when v_n returns to 0 (I.20). One copy in the image.
template <class Scalar>
TOUCHDOWN_SHARED Remaining<Scalar> remaining_restitution(const RestitutionLaw<Scalar> &law,
                                                         const Compression<Scalar> &compression, Progress<Scalar> now,
                                                         Scalar f) {
  if (now.v_n < 0) return {until_separation(now.v_n, f), false};
  Remaining<Scalar> left = remaining_by_law(law, compression, now, f);
  if (left.ended && left.impulse * f < -now.v_n) left.impulse = -now.v_n / f;
  return left;
}

template <class Scalar>
TOUCHDOWN_INLINE RestitutionLaw<Scalar> with_law(RestitutionLaw<Scalar> law, std::int32_t other) {
  law.law = other;
  return law;
}

// The consistency figures (Baruh 2022, section 3); only for e > 0.
template <class Scalar>
TOUCHDOWN_INLINE Scalar poisson_figure(Scalar e, const NormalProgress<Scalar> &end) {
  return end.reached.p / (e * end.compression.p);
}

template <class Scalar>
TOUCHDOWN_INLINE Scalar energetic_figure(Scalar e, const NormalProgress<Scalar> &end) {
  return square_root(end.reached.work / end.compression.work) / e;
}

// The law that ends restitution first, of the two that the automatic law compares.
template <class Scalar>
inline std::int32_t first_to_end(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &now, Scalar f) {
  const Scalar by_poisson = remaining_poisson(law, now.compression, now.reached);
  const Scalar by_energetic = remaining_energetic(law, now.compression, now.reached, f);
  return by_poisson <= by_energetic ? TD_LAW_POISSON : TD_LAW_ENERGETIC;
}

struct Selection {
  std::int32_t law;
  std::int32_t caveats;
};

// Baruh 2022, section 5: keep the impact, Poisson's or the energetic one, whose figure for the other law is nearer
// to 1. If both figures are far from 1, the result carries a caveat.
template <class Scalar>
TOUCHDOWN_INLINE Selection select(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &poisson,
                                  const NormalProgress<Scalar> &energetic) {
  if (law.e == 0) return {TD_LAW_POISSON, 0};
  const Scalar poisson_off = abs(energetic_figure(law.e, poisson) - 1);
  const Scalar energetic_off = abs(poisson_figure(law.e, energetic) - 1);
  const bool keep_energetic = energetic_off < poisson_off;
  const Scalar better = keep_energetic ? energetic_off : poisson_off;
  return {keep_energetic ? TD_LAW_ENERGETIC : TD_LAW_POISSON,
          better > tolerance::inconsistent<Scalar> ? TD_CAVEAT_LAWS_DISAGREE : 0};
}

// The same, once in the image.
template <class Scalar>
TOUCHDOWN_COMPACT Selection select_by_call(const RestitutionLaw<Scalar> &law, const NormalProgress<Scalar> &poisson,
                                           const NormalProgress<Scalar> &energetic) {
  return select(law, poisson, energetic);
}

}  // namespace touchdown

#endif
