// An impact whose slip runs along at most two straight legs: one until slip stops, one after. v_n is then piecewise
// linear in p_n, and every law ends by a formula (E16)..(E19). The planar impact is this and nothing else; the spatial
// ones end with it.
#ifndef TOUCHDOWN_IMPACT_TWO_SEGMENT_PATH_HPP
#define TOUCHDOWN_IMPACT_TWO_SEGMENT_PATH_HPP

#include "impact/restitution.hpp"

namespace touchdown {

template <class Scalar>
struct StraightLegs {
  Scalar f1;      // dv_n/dp_n until slip stops
  Scalar length;  // normal impulse until then; the largest number if slip never stops
  Scalar f2;      // dv_n/dp_n after, sticking or sliding on
};

template <class Scalar>
struct StraightImpact {
  NormalProgress<Scalar> end;
  Scalar p1, p2;     // normal impulse that passed on the first and on the second leg
  Stage stopped_in;  // where slip stopped
  Law law;           // the law that ended it
  std::int32_t caveats;
};

namespace straight {

// Sticking that no impulse moves any more: all freedoms of the mechanism are held. The impact ends at the stop (E19).
template <class Scalar>
TOUCHDOWN_INLINE bool is_wedge(Scalar f) {
  return f <= tolerance::wedged<Scalar>;
}

// v_n where slip stops, from v_n now.
template <class Scalar>
TOUCHDOWN_INLINE Scalar at_stop(const StraightLegs<Scalar> &legs, Scalar v_n) {
  return v_n + legs.f1 * legs.length;
}

// Impulse along the second leg until v_n = 0. None does that in a wedge, which goes out of the range of the result,
// unless what approaches there is rounding.
template <class Scalar>
TOUCHDOWN_INLINE Scalar until_rest(Scalar v_n, Scalar f) {
  if (!is_wedge(f)) return -v_n / f;
  return v_n < -tolerance::left_in_wedge<Scalar> ? std::numeric_limits<Scalar>::infinity() : 0;
}

// What passes on each leg until compression ends, over the stop if that comes first (E16), (E17).
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> compressed(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                                   const NormalProgress<Scalar> &now) {
  const Scalar v = now.reached.v_n;
  const Scalar v_stop = at_stop(legs, v);
  const bool stops = v_stop < 0;
  const Scalar p1 = stops ? legs.length : -v / legs.f1;
  const Scalar p2 = stops ? -v_stop / legs.f2 : 0;
  const Scalar work = stops ? p1 * (v + v_stop) + p2 * v_stop : p1 * v;
  return {touchdown::compressed(now.reached.p + p1 + p2, -(now.reached.work + Scalar(0.5) * work)),
          p1,
          p2,
          stops ? Stage::compression : Stage::none,
          law.law,
          legs.f1 <= 0 ? TD_CAVEAT_JAM : 0};
}

// Restitution from where `impact` stands to the law's end, over the stop if that comes first (E18).
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> restituted(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                                   StraightImpact<Scalar> impact) {
  const Compression<Scalar> compression = impact.end.compression;
  Progress<Scalar> now = impact.end.reached;
  Scalar f = legs.f2;
  Scalar dp = 0;
  bool moves = impact.stopped_in != Stage::none;
  if (!moves) {
    const Scalar left = legs.length - impact.p1;
    dp = remaining_impulse(law, compression, now, legs.f1);
    if (dp > left) {
      now = advanced(now, legs.f1, left);
      impact.p1 += left;
      impact.stopped_in = Stage::restitution;
      moves = !is_wedge(f);
      dp = 0;
    } else {
      f = legs.f1;
      impact.p1 += dp;
    }
  }
  if (moves) {
    dp = remaining_impulse(law, compression, now, f);
    impact.p2 += dp;
  }
  impact.end.reached = advanced(now, f, dp);
  return impact;
}

// Runs on along the second leg up to v_n = 0.
template <class Scalar>
TOUCHDOWN_INLINE void run_on(const StraightLegs<Scalar> &legs, StraightImpact<Scalar> &impact) {
  Progress<Scalar> &now = impact.end.reached;
  const Scalar dp = until_rest(now.v_n, legs.f2);
  now = advanced(now, legs.f2, dp);
  now.v_n = 0;
  impact.p2 += dp;
}

// Poisson's impulse can fall short of the separation where v_n had turned back (E20).
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> separated(const StraightLegs<Scalar> &legs, StraightImpact<Scalar> impact) {
  if (impact.end.reached.v_n >= 0) return impact;
  run_on(legs, impact);
  impact.caveats |= TD_CAVEAT_EXTENDED;
  return impact;
}

// Whether compression ends there.
template <class Scalar>
TOUCHDOWN_INLINE bool wedges(const StraightLegs<Scalar> &legs, const NormalProgress<Scalar> &now) {
  return is_wedge(legs.f2) && at_stop(legs, now.reached.v_n) < tolerance::wedged<Scalar>;
}

template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> wedged(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                               const NormalProgress<Scalar> &now) {
  const Scalar work = legs.length * (now.reached.v_n + Scalar(0.5) * legs.f1 * legs.length);
  const Scalar p2 = until_rest(at_stop(legs, now.reached.v_n), legs.f2);
  const Law by = law.law == Law::automatic ? Law::poisson : law.law;
  return {touchdown::compressed(now.reached.p + legs.length + p2, -(now.reached.work + work)),
          legs.length,
          p2,
          Stage::compression,
          by,
          TD_CAVEAT_JAM};
}

// From the end of compression to the end of the impact.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> finished(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                                 const StraightImpact<Scalar> &compressed) {
  StraightImpact<Scalar> impact = separated(legs, restituted(law, legs, compressed));
  impact.law = law.law;
  return impact;
}

// Of the automatic law's two ends the more consistent.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> selected(const RestitutionLaw<Scalar> &law,
                                                 const StraightImpact<Scalar> &poisson,
                                                 const StraightImpact<Scalar> &energetic) {
  const Selection selection = select(law, poisson.end, energetic.end);
  StraightImpact<Scalar> impact = selection.law == Law::energetic ? energetic : poisson;
  impact.caveats |= selection.caveats;
  return impact;
}

// Whether restitution under way approaches, or will on the first leg before its law lets it end.
template <class Scalar>
TOUCHDOWN_INLINE bool turns_back(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                 const NormalProgress<Scalar> &now) {
  if (now.reached.v_n < 0 || legs.f1 >= 0) return now.reached.v_n < 0;
  const Scalar left = remaining_impulse(law, now.compression, now.reached, legs.f1);
  const Scalar ahead = left < legs.length ? left : legs.length;
  return now.reached.v_n + legs.f1 * ahead < 0;
}

// From there on until v_n is 0 again, over the stop if that comes first.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> returned(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                                 const NormalProgress<Scalar> &now) {
  const Scalar separation = until_separation(now.reached.v_n, legs.f1);
  const bool stops = legs.f1 <= 0 || separation > legs.length;
  StraightImpact<Scalar> impact = {now, stops ? legs.length : separation, 0, Stage::none, law.law, 0};
  impact.end.reached = advanced(now.reached, legs.f1, impact.p1);
  if (stops) {
    impact.stopped_in = Stage::restitution;
    run_on(legs, impact);
  }
  impact.end.reached.v_n = 0;
  return impact;
}

// From where restitution stands to the end of the impact: the return to v_n = 0, where the law had its end before
// (E20).
template <class Scalar>
__attribute__((noinline)) StraightImpact<Scalar> taken_up(const RestitutionLaw<Scalar> &law,
                                                          const StraightLegs<Scalar> &legs,
                                                          const NormalProgress<Scalar> &now) {
  StraightImpact<Scalar> impact = {now, 0, 0, Stage::none, law.law, 0};
  if (turns_back(law, legs, now)) {
    impact = returned(law, legs, now);
    const Scalar f = impact.stopped_in == Stage::none ? legs.f1 : legs.f2;
    if (is_wedge(f) || remaining_impulse(law, now.compression, impact.end.reached, f) <= 0) {
      impact.caveats = TD_CAVEAT_EXTENDED;
      return impact;
    }
  }
  return finished(law, legs, impact);
}

}  // namespace straight

// Walks the legs from `now`, in compression, to the end of the impact.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> walk(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                             const NormalProgress<Scalar> &now) {
  if (straight::wedges(legs, now)) return straight::wedged(law, legs, now);
  StraightImpact<Scalar> before;  // assigned below: GCC would build an initial value in memory, 70 instructions
  before = straight::compressed(law, legs, now);
  if (law.law != Law::automatic) return straight::finished(law, legs, before);
  const StraightImpact<Scalar> poisson = straight::finished(with_law(law, Law::poisson), legs, before);
  const StraightImpact<Scalar> energetic = straight::finished(with_law(law, Law::energetic), legs, before);
  return straight::selected(law, poisson, energetic);
}

// The same from within restitution, whatever it does.
template <class Scalar>
TOUCHDOWN_INLINE StraightImpact<Scalar> walk_restitution(const RestitutionLaw<Scalar> &law,
                                                         const StraightLegs<Scalar> &legs,
                                                         const NormalProgress<Scalar> &now) {
  if (law.law != Law::automatic) return straight::taken_up(law, legs, now);
  const StraightImpact<Scalar> poisson = straight::taken_up(with_law(law, Law::poisson), legs, now);
  const StraightImpact<Scalar> energetic = straight::taken_up(with_law(law, Law::energetic), legs, now);
  return straight::selected(law, poisson, energetic);
}

}  // namespace touchdown

#endif
