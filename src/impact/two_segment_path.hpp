// An impact whose slip path has at most two straight segments, one until slip stops and one after. v_n is then
// piecewise linear in p_n, and every law ends by a formula (E16)..(E19). The planar impact is exactly this. A spatial
// impact ends with it.
#ifndef TOUCHDOWN_IMPACT_TWO_SEGMENT_PATH_HPP
#define TOUCHDOWN_IMPACT_TWO_SEGMENT_PATH_HPP

#include "impact/restitution.hpp"
#include "numerics/bits.hpp"

namespace touchdown {

template <class Scalar>
struct TwoSegmentPath {
  Scalar f1;      // dv_n/dp_n until slip stops
  Scalar length;  // normal impulse until then; the largest number if slip never stops
  Scalar f2;      // dv_n/dp_n after, sticking or sliding on
};

template <class Scalar>
struct TwoSegmentImpact {
  NormalProgress<Scalar> end;
  Scalar p1, p2;     // normal impulse that passed on the first and on the second segment
  Stage stopped_in;  // where slip stopped
  std::int32_t law;  // the law that ended it
  std::int32_t caveats;
};

namespace straight {

// A wedge: the contact sticks and no impulse moves it, because every freedom of the mechanism is held. The impact ends
// at the stop (E19).
template <class Scalar>
TOUCHDOWN_INLINE bool is_wedge(Scalar f) {
  return f <= tolerance::wedged<Scalar>;
}

// v_n where slip stops, from v_n now.
template <class Scalar>
TOUCHDOWN_INLINE Scalar v_n_at_stop(const TwoSegmentPath<Scalar> &segments, Scalar v_n) {
  return v_n + segments.f1 * segments.length;
}

// Impulse along the second segment until v_n = 0. In a wedge no finite impulse reaches it: the result is infinite and
// is refused later, unless the approach left is rounding.
template <class Scalar>
TOUCHDOWN_INLINE Scalar until_rest(Scalar v_n, Scalar f) {
  if (!is_wedge(f)) return -v_n / f;
  return v_n < -tolerance::left_in_wedge<Scalar> ? std::numeric_limits<Real<Scalar>>::infinity() : 0;
}

// Impulse on each segment until compression ends, past the stop if that comes first (E16), (E17).
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> finish_compression(const RestitutionLaw<Scalar> &law,
                                                             const TwoSegmentPath<Scalar> &segments,
                                                             const NormalProgress<Scalar> &now) {
  const Scalar v = now.reached.v_n;
  const Scalar v_stop = v_n_at_stop(segments, v);
  const bool stops = v_stop < 0;
  const Scalar p1 = stops ? segments.length : -v / segments.f1;
  const Scalar p2 = stops ? -v_stop / segments.f2 : 0;
  const Scalar work = stops ? p1 * (v + v_stop) + p2 * v_stop : p1 * v;
  return {begin_restitution(now.reached.p + p1 + p2, -(now.reached.work + Scalar(0.5) * work)),
          p1,
          p2,
          stops ? Stage::compression : Stage::none,
          law.law,
          segments.f1 <= 0 ? TD_CAVEAT_JAM : 0};
}

// Restitution from the state of `impact` to the end by the law, past the stop if that comes first (E18).
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> finish_restitution(const RestitutionLaw<Scalar> &law,
                                                             const TwoSegmentPath<Scalar> &segments,
                                                             TwoSegmentImpact<Scalar> impact) {
  const Compression<Scalar> compression = impact.end.compression;
  Progress<Scalar> now = impact.end.reached;
  Scalar f = segments.f2;
  Scalar dp = 0;
  bool moves = impact.stopped_in != Stage::none;
  if (!moves) {
    const Scalar left = segments.length - impact.p1;
    dp = remaining_by_call(law, compression, now, segments.f1);
    if (dp > left) {
      now = advanced(now, segments.f1, left);
      impact.p1 += left;
      impact.stopped_in = Stage::restitution;
      moves = !is_wedge(f);
      dp = 0;
    } else {
      f = segments.f1;
      impact.p1 += dp;
    }
  }
  if (moves) {
    dp = remaining_by_call(law, compression, now, f);
    impact.p2 += dp;
  }
  impact.end.reached = advanced(now, f, dp);
  return impact;
}

// Continues along the second segment to v_n = 0.
template <class Scalar>
TOUCHDOWN_INLINE void run_on(const TwoSegmentPath<Scalar> &segments, TwoSegmentImpact<Scalar> &impact) {
  Progress<Scalar> &now = impact.end.reached;
  const Scalar dp = until_rest(now.v_n, segments.f2);
  now = advanced(now, segments.f2, dp);
  now.v_n = 0;
  impact.p2 += dp;
}

// After recompression, Poisson's impulse can end before the contact separates (E20).
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> separated(const TwoSegmentPath<Scalar> &segments,
                                                    TwoSegmentImpact<Scalar> impact) {
  if (impact.end.reached.v_n >= 0) return impact;
  run_on(segments, impact);
  impact.caveats |= TD_CAVEAT_EXTENDED;
  return impact;
}

// Compression ends in a wedge.
template <class Scalar>
TOUCHDOWN_INLINE bool wedges(const TwoSegmentPath<Scalar> &segments, const NormalProgress<Scalar> &now) {
  return is_wedge(segments.f2) && v_n_at_stop(segments, now.reached.v_n) < tolerance::wedged<Scalar>;
}

template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> wedged(const RestitutionLaw<Scalar> &law,
                                                 const TwoSegmentPath<Scalar> &segments,
                                                 const NormalProgress<Scalar> &now) {
  const Scalar work = segments.length * (now.reached.v_n + Scalar(0.5) * segments.f1 * segments.length);
  const Scalar p2 = until_rest(v_n_at_stop(segments, now.reached.v_n), segments.f2);
  const std::int32_t by = is_law(law.law, TD_LAW_AUTOMATIC) ? TD_LAW_POISSON : law.law;
  return {begin_restitution(now.reached.p + segments.length + p2, -(now.reached.work + work)),
          segments.length,
          p2,
          Stage::compression,
          by,
          TD_CAVEAT_JAM};
}

// From the end of compression to the end of the impact.
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> finished(const RestitutionLaw<Scalar> &law,
                                                   const TwoSegmentPath<Scalar> &segments,
                                                   const TwoSegmentImpact<Scalar> &compressed) {
  TwoSegmentImpact<Scalar> impact = separated(segments, finish_restitution(law, segments, compressed));
  impact.law = law.law;
  return impact;
}

// The automatic law keeps the more consistent of its two ends.
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> selected(const RestitutionLaw<Scalar> &law,
                                                   const TwoSegmentImpact<Scalar> &poisson,
                                                   const TwoSegmentImpact<Scalar> &energetic) {
  const Selection selection = select(law, poisson.end, energetic.end);
  TwoSegmentImpact<Scalar> impact = selection.law == TD_LAW_ENERGETIC ? energetic : poisson;
  impact.caveats |= selection.caveats;
  return impact;
}

// The contact approaches again during restitution, now or on the first segment before the law ends it (recompression).
template <class Scalar>
TOUCHDOWN_INLINE bool turns_back(const RestitutionLaw<Scalar> &law, const TwoSegmentPath<Scalar> &segments,
                                 const NormalProgress<Scalar> &now) {
  if (now.reached.v_n < 0 || segments.f1 >= 0) return now.reached.v_n < 0;
  const Scalar left = remaining_by_call(law, now.compression, now.reached, segments.f1);
  const Scalar ahead = left < segments.length ? left : segments.length;
  return now.reached.v_n + segments.f1 * ahead < 0;
}

// From recompression until v_n is 0 again, past the stop if that comes first.
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> recover_from_recompression(const RestitutionLaw<Scalar> &law,
                                                                     const TwoSegmentPath<Scalar> &segments,
                                                                     const NormalProgress<Scalar> &now) {
  const Scalar separation = until_separation(now.reached.v_n, segments.f1);
  const bool stops = segments.f1 <= 0 || separation > segments.length;
  TwoSegmentImpact<Scalar> impact = {now, stops ? segments.length : separation, 0, Stage::none, law.law, 0};
  impact.end.reached = advanced(now.reached, segments.f1, impact.p1);
  if (stops) {
    impact.stopped_in = Stage::restitution;
    run_on(segments, impact);
  }
  impact.end.reached.v_n = 0;
  return impact;
}

// From the state of `impact` to the end of the impact, a state within restitution if it resumes there. If the law's end
// passed during recompression, restitution ends when v_n returns to 0 (E20).
template <class Scalar>
TOUCHDOWN_COMPACT TwoSegmentImpact<Scalar> finished_from(const RestitutionLaw<Scalar> &law,
                                                         const TwoSegmentPath<Scalar> &segments, bool resumes,
                                                         TwoSegmentImpact<Scalar> impact) {
  const NormalProgress<Scalar> now = impact.end;
  if (resumes && turns_back(law, segments, now)) {
    impact = recover_from_recompression(law, segments, now);
    const Scalar f = impact.stopped_in == Stage::none ? segments.f1 : segments.f2;
    if (is_wedge(f) || remaining_by_call(law, now.compression, impact.end.reached, f) <= 0) {
      impact.caveats = TD_CAVEAT_EXTENDED;
      return impact;
    }
  }
  return finished(law, segments, impact);
}

}  // namespace straight

// All of an impact from first touch, in plain numbers, each function returning its own: GCC would take structs within
// structs, and such as are changed in place, through memory.
template <class Scalar>
struct StraightCompression {
  Scalar p_c, W_c;  // impulse and work of compression
  Scalar p1, p2;    // as in TwoSegmentImpact
  bool stops;       // slip does
  std::int32_t caveats;
};

template <class Scalar>
struct StraightImpact {
  Scalar p_c, W_c;       // of compression
  Scalar p_r, v_n, W_r;  // of restitution, and v_n after
  Scalar p1, p2;         // as in TwoSegmentImpact
  Stage stopped_in;
  std::int32_t law;
  std::int32_t caveats;
};

template <class Scalar>
TOUCHDOWN_INLINE NormalProgress<Scalar> normal_progress(const StraightImpact<Scalar> &impact) {
  return {{impact.p_c, impact.W_c}, {impact.p_r, impact.v_n, impact.W_r}, Stage::restitution};
}

namespace straight {

// TD_CAVEAT_JAM if f <= 0, otherwise 0, without a branch. f is not -0.
template <class Scalar>
TOUCHDOWN_INLINE std::int32_t jam(Scalar f) {
  constexpr int sign = 8 * sizeof(Scalar) - 1;
  return static_cast<std::int32_t>((bits_of(f) - 1) >> sign) * TD_CAVEAT_JAM;
}

// Until v_n = 0, where no wedge ends it.
template <class Scalar>
TOUCHDOWN_INLINE StraightCompression<Scalar> compressed(const TwoSegmentPath<Scalar> &segments, Scalar v_stop) {
  constexpr Scalar half = Scalar(0.5);
  const Scalar p1 = segments.length;
  if (v_stop < 0) {
    const Scalar p2 = -v_stop / segments.f2;
    return {p1 + p2, -half * (p1 * (v_stop - 1) + p2 * v_stop), p1, p2, true, jam(segments.f1)};
  }
  const Scalar p_c = 1 / segments.f1;
  return {p_c, half * p_c, p_c, 0, false, 0};
}

// Slip stops during restitution, of which some is left. The contact is on its way up there and stays so: f1 > 0, for it
// has ended compression, left >= 0, and no law asks for less than nothing.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> restituted_past_stop(const RestitutionLaw<Scalar> &law,
                                                             const TwoSegmentPath<Scalar> &segments,
                                                             const StraightCompression<Scalar> &now, Scalar left) {
  constexpr Scalar half = Scalar(0.5);
  const Scalar f1 = segments.f1;
  const Scalar f2 = segments.f2;
  const Progress<Scalar> stop = {left, f1 * left, left * (half * f1 * left)};
  const Scalar p2 = is_wedge(f2) ? 0 : remaining_impulse(law, {now.p_c, now.W_c}, stop, f2);
  const Progress<Scalar> end = advanced(stop, f2, p2);
  const Scalar p1 = now.p1 + left;
  return {now.p_c, now.W_c, end.p, end.v_n, end.work, p1, p2, Stage::restitution, law.law, now.caveats};
}

// From the end of compression to the end of the impact.
template <class Scalar>
TOUCHDOWN_ONCE StraightImpact<Scalar> restituted(const RestitutionLaw<Scalar> &law,
                                                 const TwoSegmentPath<Scalar> &segments,
                                                 const StraightCompression<Scalar> &now) {
  constexpr Scalar half = Scalar(0.5);
  if (now.stops) {
    const Scalar f = segments.f2;
    const Scalar dp = impulse_of_restitution(law, {now.p_c, now.W_c}, f);
    return {now.p_c, now.W_c,    dp, f * dp, dp * (half * f * dp), now.p1, now.p2 + dp, Stage::compression,
            law.law, now.caveats};
  }
  const Scalar f = segments.f1;
  const Scalar dp = impulse_of_restitution(law, {now.p_c, now.W_c}, f);
  const Scalar left = segments.length - now.p1;
  if (rarely(dp > left)) return restituted_past_stop(law, segments, now, left);
  return {now.p_c, now.W_c, dp, f * dp, dp * (half * f * dp), now.p1 + dp, 0, Stage::none, law.law, now.caveats};
}

// Of the automatic law's two ends the more consistent. It is come to once more, by its own law: that takes fewer bytes
// than to keep both, and a loop fewer than an end's code once more.
template <class Scalar>
TOUCHDOWN_INLINE Selection select_end(RestitutionLaw<Scalar> law, const TwoSegmentPath<Scalar> &segments,
                                      const StraightCompression<Scalar> &now) {
  NormalProgress<Scalar> poisson = begin_restitution(now.p_c, now.W_c);
  NormalProgress<Scalar> energetic = poisson;
  for (int end = 0; end < 2; ++end) {
    law.law = end == 0 ? TD_LAW_POISSON : TD_LAW_ENERGETIC;
    poisson = energetic;
    energetic = normal_progress(restituted(law, segments, now));
  }
  return select(law, poisson, energetic);
}

// v_n where slip stops, from first touch.
template <class Scalar>
TOUCHDOWN_INLINE Scalar v_n_at_stop(const TwoSegmentPath<Scalar> &segments) {
  return segments.f1 * segments.length - 1;
}

template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> wedged(const RestitutionLaw<Scalar> &law,
                                               const TwoSegmentPath<Scalar> &segments) {
  const TwoSegmentImpact<Scalar> held = wedged(law, segments, at_first_touch<Scalar>());
  const Compression<Scalar> &compression = held.end.compression;
  return {compression.p, compression.work, 0, 0, 0, held.p1, held.p2, held.stopped_in, held.law, held.caveats};
}

}  // namespace straight

// Follows both segments from first touch to the end of the impact, by a law that has one end, where f2 tells that no
// wedge ends it.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> solve_without_wedge(const RestitutionLaw<Scalar> &law,
                                                            const TwoSegmentPath<Scalar> &segments) {
  const StraightCompression<Scalar> now = straight::compressed(segments, straight::v_n_at_stop(segments));
  return straight::restituted(law, segments, now);
}

template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> solve_segments(const RestitutionLaw<Scalar> &law,
                                                       const TwoSegmentPath<Scalar> &segments) {
  const Scalar v_stop = straight::v_n_at_stop(segments);
  if (straight::is_wedge(segments.f2) && v_stop < tolerance::wedged<Scalar>) return straight::wedged(law, segments);
  StraightCompression<Scalar> now = straight::compressed(segments, v_stop);
  RestitutionLaw<Scalar> by = law;
  if (is_law(law.law, TD_LAW_AUTOMATIC)) {
    const Selection selection = straight::select_end(law, segments, now);
    by.law = selection.law;
    now.caveats |= selection.caveats;
  }
  return straight::restituted(by, segments, now);
}

// The same from any state, recompression included, in as few bytes as it takes: the end of a path that turned before.
template <class Scalar>
__attribute__((noinline)) TwoSegmentImpact<Scalar> solve_remaining(const RestitutionLaw<Scalar> &law,
                                                                   const TwoSegmentPath<Scalar> &segments,
                                                                   const NormalProgress<Scalar> &now) {
  const bool resumes = now.stage != Stage::compression;
  if (!resumes && straight::wedges(segments, now)) return straight::wedged(law, segments, now);
  TwoSegmentImpact<Scalar> before = {now, 0, 0, Stage::none, law.law, 0};
  if (!resumes) before = straight::finish_compression(law, segments, now);
  if (!is_law(law.law, TD_LAW_AUTOMATIC)) return straight::finished_from(law, segments, resumes, before);
  const TwoSegmentImpact<Scalar> poisson =
      straight::finished_from(with_law(law, TD_LAW_POISSON), segments, resumes, before);
  const TwoSegmentImpact<Scalar> energetic =
      straight::finished_from(with_law(law, TD_LAW_ENERGETIC), segments, resumes, before);
  return straight::selected(law, poisson, energetic);
}

}  // namespace touchdown

#endif
