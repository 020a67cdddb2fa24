// Which foot touches first during a piece, and when: a linear guess for each foot that ends below the ground, then two
// secants on the one that comes first. A foot that is above at both ends is looked at where the parabola through both
// heights and rates is lowest, if the lander turns enough to have dipped it in between.
#ifndef TOUCHDOWN_LANDING_FIRST_TOUCH_HPP
#define TOUCHDOWN_LANDING_FIRST_TOUCH_HPP

#include "landing/arc.hpp"
#include "landing/contacts.hpp"

namespace touchdown {

template <class Scalar>
struct FootTouch {
  int foot;  // -1: none
  Scalar time;
};

template <class Scalar>
inline Scalar gap_at(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, int foot,
                     Scalar t) {
  State<Scalar> state;
  place_at(arc, t, state);
  return gap_of(lander, terrain, state.x, rotation_of(state.q), foot);
}

// Between 0, where a gap is `above`, and `end`, where it is `below` 0; `gap_after` finds it.
template <class Scalar, class GapAfter>
inline Scalar time_of_touch(const GapAfter &gap_after, Scalar above, Scalar end, Scalar below) {
  Scalar begin = 0;
  Scalar t = end * above / (above - below);
  for (int secant = 0; secant < 2; ++secant) {
    const Scalar gap = gap_after(t);
    (gap > 0 ? begin : end) = t;
    (gap > 0 ? above : below) = gap;
    t = begin + (end - begin) * above / (above - below);
  }
  return t;
}

// By how much a foot can be lower within the span than at the lower of its ends: the bow of its acceleration.
template <class Scalar>
inline Scalar deepest_dip(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc) {
  const Scalar turns = arc.spin.squaredNorm() + square_root(arc.bend.squaredNorm());
  const Scalar bend = turns * terrain.reach + square_root(arc.a.squaredNorm());
  return Scalar(0.125) * bend * arc.span * arc.span;
}

// Where the parabola through the gaps at 0, span / 2 and span is lowest; -1 where that is at an end.
template <class Scalar>
inline Scalar time_of_dip(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Arc<Scalar> &arc,
                          int foot, Scalar begin, Scalar end) {
  const Scalar middle = gap_at(lander, terrain, arc, foot, Scalar(0.5) * arc.span);
  const Scalar bend = 2 * (begin + end) - 4 * middle;  // of begin + slope s + bend s^2
  const Scalar slope = end - begin - bend;
  const bool inside = bend > 0 && slope < 0 && -slope < 2 * bend;
  return inside ? Scalar(-0.5) * slope / bend * arc.span : Scalar(-1);
}

// A foot that begins on the ground, or in it, touches at once if it approaches. One that leaves and is back before the
// end touches where the parabola through its gap and its rate is back: (end - v_n span) (t / span)^2 + v_n t = 0.
template <class Scalar>
inline FootTouch<Scalar> touch_from_ground(const Arc<Scalar> &arc, int i, Scalar v_n, Scalar end) {
  if (!(end < 0)) return {-1, 0};
  if (v_n < 0) return {i, 0};
  return {i, arc.span * (v_n * arc.span / (v_n * arc.span - end))};
}

// Of foot i, which is not among those that bear, and comes near the ground; its gap at the end.
template <class Scalar>
inline FootTouch<Scalar> touch_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Arc<Scalar> &arc,
                                  const Pose<Scalar> &pose, int i, Scalar end) {
  const Scalar begin = pose.gap[i];
  if (begin <= 0) return touch_from_ground(arc, i, normal_speed(lander, terrain, pose, i), end);
  if (end < 0) return {i, arc.span * begin / (begin - end)};
  const Scalar dip = time_of_dip(lander, terrain, arc, i, begin, end);
  if (!(dip > 0)) return {-1, 0};
  const Scalar lowest = gap_at(lander, terrain, arc, i, dip);
  if (!(lowest < 0)) return {-1, 0};
  return {i, time_of_touch([&](Scalar t) { return gap_at(lander, terrain, arc, i, t); }, begin, dip, lowest)};
}

// Between a pose and gaps at the end. Feet of the mask `bearing` are left out.
template <class Scalar>
inline FootTouch<Scalar> first_touch(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                     const Arc<Scalar> &arc, const Pose<Scalar> &pose, const Scalar *end,
                                     std::uint32_t bearing) {
  const Scalar dip_below = deepest_dip(terrain, arc);
  FootTouch<Scalar> first{-1, arc.span};
  for (int i = 0; i < lander.feet; ++i) {
    if ((bearing >> i & 1U) != 0 || !(pose.gap[i] < dip_below || end[i] < dip_below)) continue;
    const FootTouch<Scalar> touch = touch_of(lander, terrain, arc, pose, i, end[i]);
    if (touch.foot >= 0 && (first.foot < 0 || touch.time < first.time)) first = touch;
  }
  const int i = first.foot;
  if (i >= 0 && pose.gap[i] > 0 && end[i] < 0)
    first.time =
        time_of_touch([&](Scalar t) { return gap_at(lander, terrain, arc, i, t); }, pose.gap[i], arc.span, end[i]);
  return first;
}

}  // namespace touchdown

#endif
