// An impact whose slip runs along at most two straight legs: one until slip stops, one after. v_n is then piecewise
// linear in p_n, and every law ends by a formula (E16)..(E19). The planar impact is this and nothing else; the spatial
// ones end with it.
#ifndef TOUCHDOWN_SRC_STRAIGHT_PATH_HPP
#define TOUCHDOWN_SRC_STRAIGHT_PATH_HPP

#include "restitution.hpp"

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

// Lets dp pass at slope f within compression.
template <class Scalar>
inline void compress(NormalProgress<Scalar> &now, Scalar f, Scalar dp) {
  now.compression.work -= dp * (now.restitution.v_n + Scalar(0.5) * f * dp);
  now.compression.p += dp;
  now.restitution.v_n += f * dp;
}

// Compression from here to its end, over the stop if that comes first (E16), (E17).
template <class Scalar>
inline void finish_compression(const StraightLegs<Scalar> &legs, StraightImpact<Scalar> &impact) {
  NormalProgress<Scalar> &now = impact.end;
  const bool stops = now.restitution.v_n + legs.f1 * legs.length < 0;
  if (stops) {
    compress(now, legs.f1, legs.length);
    impact.p1 = legs.length;
    impact.stopped_in = Stage::compression;
  }
  const Scalar f = stops ? legs.f2 : legs.f1;
  const Scalar dp = -now.restitution.v_n / f;
  compress(now, f, dp);
  (stops ? impact.p2 : impact.p1) = dp;
  now.restitution.v_n = 0;
  now.stage = Stage::restitution;
}

// Restitution from here to the law's end, over the stop if that comes first (E18).
template <class Scalar>
inline void finish_restitution(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                               StraightImpact<Scalar> &impact) {
  NormalProgress<Scalar> &now = impact.end;
  if (impact.stopped_in == Stage::none) {
    const Scalar left = legs.length - impact.p1;
    const Scalar dp = remaining_impulse(law, now.compression, now.restitution, legs.f1);
    const bool stops = dp > left;
    const Scalar passed = stops ? left : dp;
    now.restitution = advanced(now.restitution, legs.f1, passed);
    impact.p1 += passed;
    if (!stops) return;
    impact.stopped_in = Stage::restitution;
  }
  const Scalar dp = remaining_impulse(law, now.compression, now.restitution, legs.f2);
  now.restitution = advanced(now.restitution, legs.f2, dp);
  impact.p2 += dp;
}

// A contact that sticks where no impulse moves it any more: the impact ends where slip stopped (E19).
template <class Scalar>
inline bool wedges(const StraightLegs<Scalar> &legs, const NormalProgress<Scalar> &now) {
  return legs.f2 <= tolerance::wedged<Scalar> && now.stage == Stage::compression &&
         now.restitution.v_n + legs.f1 * legs.length < tolerance::wedged<Scalar>;
}

template <class Scalar>
inline void end_wedged(const StraightLegs<Scalar> &legs, StraightImpact<Scalar> &impact) {
  compress(impact.end, legs.f1, legs.length);
  impact.end.restitution.v_n = 0;
  impact.end.stage = Stage::restitution;
  impact.p1 = legs.length;
  impact.stopped_in = Stage::compression;
  impact.caveats |= TD_CAVEAT_JAM;
}

// Poisson's impulse can fall short of the separation where v_n had turned back; then it runs on to v_n = 0 (E20).
template <class Scalar>
inline void extend_to_separation(const StraightLegs<Scalar> &legs, StraightImpact<Scalar> &impact) {
  NormalProgress<Scalar> &now = impact.end;
  if (now.restitution.v_n >= 0) return;
  const Scalar dp = -now.restitution.v_n / legs.f2;
  now.restitution = advanced(now.restitution, legs.f2, dp);
  now.restitution.v_n = 0;
  impact.p2 += dp;
  impact.caveats |= TD_CAVEAT_EXTENDED;
}

template <class Scalar>
inline StraightImpact<Scalar> restituted(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                         StraightImpact<Scalar> impact) {
  finish_restitution(law, legs, impact);
  extend_to_separation(legs, impact);
  impact.law = law.law;
  return impact;
}

}  // namespace straight

// Walks the legs from `now` to the end of the impact.
template <class Scalar>
inline StraightImpact<Scalar> walk(const RestitutionLaw<Scalar> &law, const StraightLegs<Scalar> &legs,
                                   const NormalProgress<Scalar> &now) {
  StraightImpact<Scalar> impact = {now, 0, 0, Stage::none, law.law, legs.f1 <= 0 ? TD_CAVEAT_JAM : 0};
  if (straight::wedges(legs, now)) {
    straight::end_wedged(legs, impact);
    return impact;
  }
  if (now.stage == Stage::compression) straight::finish_compression(legs, impact);
  if (law.law != Law::automatic) return straight::restituted(law, legs, impact);

  const StraightImpact<Scalar> poisson = straight::restituted(with_law(law, Law::poisson), legs, impact);
  const StraightImpact<Scalar> energetic = straight::restituted(with_law(law, Law::energetic), legs, impact);
  const Selection selection = select(law, poisson.end, energetic.end);
  impact = selection.law == Law::energetic ? energetic : poisson;
  impact.caveats |= selection.caveats;
  return impact;
}

}  // namespace touchdown

#endif
