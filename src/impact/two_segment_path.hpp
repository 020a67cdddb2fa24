// An impact whose slip path has at most two straight segments, one until slip stops and one after. v_n is then
// piecewise linear in p_n, and every law ends by a formula (I.16)..(I.19). The planar impact is exactly this. A spatial
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
// at the stop (I.19).
template <class Scalar>
TOUCHDOWN_INLINE bool is_wedge(Scalar f) {
  return f <= tolerance::wedged<Scalar>;
}

// Impulse along the second segment until v_n = 0. In a wedge no finite impulse reaches it: the result is infinite and
// is refused later, unless the approach left is rounding.
template <class Scalar>
TOUCHDOWN_INLINE Scalar until_rest(Scalar v_n, Scalar f) {
  if (!is_wedge(f)) return -v_n / f;
  return v_n < -tolerance::left_in_wedge<Scalar> ? std::numeric_limits<Real<Scalar>>::infinity() : 0;
}

// What ends a piece of constant f: slip stops, v_n rises to 0, or the law ends restitution.
enum class PieceEnd : std::uint8_t { stop, rest, law };

// To the stop, to v_n = 0, to the end by the law, in any order; and one spare, if rounding puts an end below v_n = 0.
constexpr int most_pieces = 4;

template <class Scalar>
struct Piece {
  Scalar f, dp;
  PieceEnd end;
};

// Whether slip stops before the piece ends. In compression: at the stop v_n is still below 0, to rounding if a wedge
// follows (I.16), (I.19). In restitution: before the law ends it (I.18), or v_n turns back (I.20).
template <class Scalar>
TOUCHDOWN_INLINE bool stops_before(const TwoSegmentPath<Scalar> &segments, bool rises, Scalar v_n, Scalar left,
                                   Scalar dp) {
  if (rises) return v_n + segments.f1 * left < (is_wedge(segments.f2) ? tolerance::wedged<Scalar> : 0);
  return dp > left || v_n + segments.f1 * max(dp, Scalar(0)) < 0;
}

// The next piece. It ends as v_n rises to 0, in compression and in restitution that has turned back; otherwise at the
// end of the law, or in a wedge that holds.
template <class Scalar>
TOUCHDOWN_INLINE Piece<Scalar> next_piece(const RestitutionLaw<Scalar> &law, const TwoSegmentPath<Scalar> &segments,
                                          const TwoSegmentImpact<Scalar> &impact) {
  const Progress<Scalar> &now = impact.end.reached;
  const bool stopped = impact.stopped_in != Stage::none;
  const bool rises = impact.end.stage == Stage::compression || now.v_n < 0;
  const Scalar f = stopped ? segments.f2 : segments.f1;
  Scalar dp = 0;
  if (!rises && !(stopped && is_wedge(f))) dp = remaining_by_call(law, impact.end.compression, now, f);
  const Scalar left = segments.length - impact.p1;
  if (!stopped && stops_before(segments, rises, now.v_n, left, dp)) return {f, left, PieceEnd::stop};
  if (!rises) return {f, dp, PieceEnd::law};
  return {f, stopped ? until_rest(now.v_n, f) : -now.v_n / f, PieceEnd::rest};
}

// v_n has risen to 0. Returns whether it was in restitution.
template <class Scalar>
TOUCHDOWN_INLINE bool come_to_rest(Scalar f, TwoSegmentImpact<Scalar> &impact) {
  NormalProgress<Scalar> &normal = impact.end;
  const bool restitutes = normal.stage == Stage::restitution;
  if (!restitutes) {
    if (is_wedge(f)) impact.caveats |= TD_CAVEAT_JAM;
    normal = begin_restitution(normal.reached.p, -normal.reached.work);
  }
  normal.reached.v_n = 0;
  return restitutes;
}

// Passes the piece. Returns whether v_n has risen to 0 in restitution.
template <class Scalar>
TOUCHDOWN_INLINE bool pass_piece(const Piece<Scalar> &piece, TwoSegmentImpact<Scalar> &impact) {
  (impact.stopped_in == Stage::none ? impact.p1 : impact.p2) += piece.dp;
  impact.end.reached = advanced(impact.end.reached, piece.f, piece.dp);
  if (piece.end == PieceEnd::stop) impact.stopped_in = impact.end.stage;
  return piece.end == PieceEnd::rest && come_to_rest(piece.f, impact);
}

// From any state to the end of the impact, by a law that has one end, in few bytes.
template <class Scalar>
TOUCHDOWN_COMPACT TwoSegmentImpact<Scalar> follow_pieces(const RestitutionLaw<Scalar> &law,
                                                         const TwoSegmentPath<Scalar> &segments,
                                                         const NormalProgress<Scalar> &now) {
  TwoSegmentImpact<Scalar> impact;  // filled field by field: for a whole struct GCC calls memset
  impact.end = now;
  impact.p1 = impact.p2 = 0;
  impact.stopped_in = Stage::none;
  impact.law = law.law;
  impact.caveats = now.stage == Stage::compression && segments.f1 <= 0 ? TD_CAVEAT_JAM : 0;
  bool turned_back = false;
  for (int i = 0; i < most_pieces; ++i) {
    const Piece<Scalar> piece = next_piece(law, segments, impact);
    const bool ends = piece.end == PieceEnd::law;
    if (ends && turned_back && piece.dp <= 0) {
      impact.caveats |= TD_CAVEAT_EXTENDED;
      break;
    }
    turned_back = pass_piece(piece, impact);
    if (ends && !(impact.end.reached.v_n < 0)) break;
  }
  return impact;
}

// The automatic law keeps the more consistent of its two ends. In a wedge there is no restitution, so they agree.
template <class Scalar>
TOUCHDOWN_INLINE TwoSegmentImpact<Scalar> selected(const RestitutionLaw<Scalar> &law,
                                                   const TwoSegmentImpact<Scalar> &poisson,
                                                   const TwoSegmentImpact<Scalar> &energetic) {
  Selection selection = {TD_LAW_POISSON, 0};
  if (poisson.end.reached.p != 0) selection = select_by_call(law, poisson.end, energetic.end);
  TwoSegmentImpact<Scalar> impact = selection.law == TD_LAW_ENERGETIC ? energetic : poisson;
  impact.caveats |= selection.caveats;
  return impact;
}

}  // namespace straight

// A whole impact from first touch, in plain numbers; each function returns its own struct. GCC would pass structs
// within structs, or structs that are changed in place, through memory.
template <class Scalar>
struct StraightCompression {
  Scalar p_c, W_c;  // impulse and work of compression
  Scalar p1, p2;    // as in TwoSegmentImpact
  bool stops;       // slip stops
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

// Up to v_n = 0, if no wedge ends the stage.
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

// Slip stops during restitution, before its end. v_n rises there and keeps rising: f1 > 0, because it has ended
// compression, left >= 0, and no law asks for a negative impulse.
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
TOUCHDOWN_INLINE StraightImpact<Scalar> restituted(const RestitutionLaw<Scalar> &law,
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
  if (dp > left) return restituted_past_stop(law, segments, now, left);
  return {now.p_c, now.W_c, dp, f * dp, dp * (half * f * dp), now.p1 + dp, 0, Stage::none, law.law, now.caveats};
}

// The more consistent of the automatic law's two ends. The chosen end is computed again by its own law: this takes
// fewer bytes than keeping both, and a loop takes fewer than a second copy of the code.
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

// v_n at the stop of slip, from first touch.
template <class Scalar>
TOUCHDOWN_INLINE Scalar v_n_at_stop(const TwoSegmentPath<Scalar> &segments) {
  return segments.f1 * segments.length - 1;
}

// Compression that ends in a wedge, at the stop.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> wedged(const RestitutionLaw<Scalar> &law,
                                               const TwoSegmentPath<Scalar> &segments, Scalar v_stop) {
  const Scalar p1 = segments.length;
  const Scalar p2 = until_rest(v_stop, segments.f2);
  const Scalar W_c = -(p1 * (Scalar(0.5) * segments.f1 * p1 - 1));
  const std::int32_t by = is_law(law.law, TD_LAW_AUTOMATIC) ? TD_LAW_POISSON : law.law;
  return {p1 + p2, W_c, 0, 0, 0, p1, p2, Stage::compression, by, TD_CAVEAT_JAM};
}

}  // namespace straight

// Follows both segments from first touch to the end of the impact, by a law that has one end, if f2 excludes a
// wedge.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> solve_without_wedge(const RestitutionLaw<Scalar> &law,
                                                            const TwoSegmentPath<Scalar> &segments) {
  const StraightCompression<Scalar> now = straight::compressed(segments, straight::v_n_at_stop(segments));
  return straight::restituted(law, segments, now);
}

template <class Scalar>
TOUCHDOWN_SHORT StraightImpact<Scalar> solve_segments(const RestitutionLaw<Scalar> &law,
                                                      const TwoSegmentPath<Scalar> &segments) {
  const Scalar v_stop = straight::v_n_at_stop(segments);
  if (straight::is_wedge(segments.f2) && v_stop < tolerance::wedged<Scalar>)
    return straight::wedged(law, segments, v_stop);
  StraightCompression<Scalar> now = straight::compressed(segments, v_stop);
  RestitutionLaw<Scalar> by = law;
  if (is_law(law.law, TD_LAW_AUTOMATIC)) {
    const Selection selection = straight::select_end(law, segments, now);
    by.law = selection.law;
    now.caveats |= selection.caveats;
  }
  return straight::restituted(by, segments, now);
}

// The same from any state, recompression included, in few bytes: for the end of a path that turned before.
template <class Scalar>
TOUCHDOWN_SHARED TwoSegmentImpact<Scalar> solve_remaining(const RestitutionLaw<Scalar> &law,
                                                          const TwoSegmentPath<Scalar> &segments,
                                                          const NormalProgress<Scalar> &now) {
  if (!is_law(law.law, TD_LAW_AUTOMATIC)) return straight::follow_pieces(law, segments, now);
  const TwoSegmentImpact<Scalar> poisson = straight::follow_pieces(with_law(law, TD_LAW_POISSON), segments, now);
  const TwoSegmentImpact<Scalar> energetic = straight::follow_pieces(with_law(law, TD_LAW_ENERGETIC), segments, now);
  return straight::selected(law, poisson, energetic);
}

}  // namespace touchdown

#endif
