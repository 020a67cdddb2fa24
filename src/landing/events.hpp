// Which foot touches first during a piece, and when: a parabola for each foot that ends below the ground, then a secant
// or two on the one that comes first. A foot that is above at both ends is looked at where the parabola through both
// heights and rates is lowest, if the lander turns enough to have dipped it in between. Then its
// impact, with those of feet that are as near.
#ifndef TOUCHDOWN_LANDING_EVENTS_HPP
#define TOUCHDOWN_LANDING_EVENTS_HPP

#include "landing/contacts.hpp"

namespace touchdown {

template <class Scalar>
struct FootTouch {
  int foot;  // -1: none
  Scalar time;
};

template <class Scalar>
inline Scalar gap_at(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, int foot, Scalar t) {
  State<Scalar> state;
  place_at(arc, t, state);
  return gap_of(terrain, state.x, rotation_of(state.q), foot);
}

// The time in [0, span] at which a quantity is 0: it begins at `from` >= 0 with the slope `rate`, which changes evenly,
// and ends at `to` < 0.
template <class Scalar>
inline Scalar time_to_zero(Scalar from, Scalar to, Scalar rate, Scalar span) {
  const Scalar root = first_root(from, rate, 2 * (to - from - rate * span) / (span * span));
  return root < span ? root : span;
}

// Between 0, where a gap is `above` 0, and `end`, where it is `below`: by a secant from the guess t, and another one
// where that was not near. `gap_after` finds a gap.
template <class Scalar, class GapAfter>
inline Scalar time_of_touch(const GapAfter &gap_after, Scalar t, Scalar above, Scalar end, Scalar below) {
  const Scalar near = tolerance::crossing_is_near<Scalar> * (above - below);
  Scalar begin = 0;
  for (int secant = 0; secant < 2; ++secant) {
    const Scalar gap = gap_after(t);
    (gap > 0 ? begin : end) = t;
    (gap > 0 ? above : below) = gap;
    t = begin + (end - begin) * above / (above - below);
    if (abs(gap) < near) break;
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
inline Scalar time_of_dip(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, int foot, Scalar begin, Scalar end) {
  const Scalar middle = gap_at(terrain, arc, foot, Scalar(0.5) * arc.span);
  const Scalar bend = 2 * (begin + end) - 4 * middle;  // of begin + slope s + bend s^2
  const Scalar slope = end - begin - bend;
  const bool inside = bend > 0 && slope < 0 && -slope < 2 * bend;
  return inside ? Scalar(-0.5) * slope / bend * arc.span : Scalar(-1);
}

// Of foot i, which is not among those that bear, and comes near the ground; its gap at the end. One that ends below the
// ground touches where the parabola through its gaps and its rate says: at once if it begins there and approaches.
template <class Scalar>
inline FootTouch<Scalar> touch_of(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, const Pose<Scalar> &pose,
                                  int i, Scalar end) {
  const Scalar begin = pose.gap[i];
  if (end < 0) return {i, time_to_zero(max(begin, Scalar(0)), end, normal_speed(terrain, pose, i), arc.span)};
  if (begin <= 0) return {-1, 0};
  const Scalar dip = time_of_dip(terrain, arc, i, begin, end);
  if (!(dip > 0)) return {-1, 0};
  const Scalar lowest = gap_at(terrain, arc, i, dip);
  if (!(lowest < 0)) return {-1, 0};
  const Scalar guess = dip * begin / (begin - lowest);
  return {i, time_of_touch([&](Scalar t) { return gap_at(terrain, arc, i, t); }, guess, begin, dip, lowest)};
}

// Between a pose and gaps at the end. Feet in `bearing` are left out.
template <class Scalar>
inline FootTouch<Scalar> find_touch_in_piece(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc,
                                             const Pose<Scalar> &pose, const Scalar *end, FootSet bearing) {
  const Scalar dip_below = deepest_dip(terrain, arc);
  FootTouch<Scalar> first{-1, arc.span};
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (bearing.has(i) || !(pose.gap[i] < dip_below || end[i] < dip_below)) continue;
    const FootTouch<Scalar> touch = touch_of(terrain, arc, pose, i, end[i]);
    if (touch.foot >= 0 && (first.foot < 0 || touch.time < first.time)) first = touch;
  }
  const int i = first.foot;
  if (i < 0 || pose.gap[i] <= 0 || !(end[i] < 0)) return first;
  const auto gap = [&](Scalar t) { return gap_at(terrain, arc, i, t); };
  first.time = time_of_touch(gap, first.time, pose.gap[i], arc.span, end[i]);
  return first;
}

// A touch, found on the plane of where the piece began, on those of where it would be: Newton's method, to the gap that
// the search has left there. Where the foot does not come down there, there is no touch; the piece ends at its time all
// the same, to look again. HEIGHT or solved.
template <class Scalar>
TD_COLD Status refine_touch(const Arc<Scalar> &arc, Terrain<Scalar> &terrain, FootTouch<Scalar> &touch) {
  const int i = touch.foot;
  Scalar t = touch.time;
  const Scalar left = gap_at(terrain, arc, i, t);
  for (int query = 0; query < TD_QUERIES_OF_A_TOUCH; ++query) {
    State<Scalar> there;
    place_at(arc, t, there);
    const Matrix3<Scalar> R = rotation_of(there.q);
    const Status status = find_plane_under(there.x, R, i, terrain);
    if (status < 0) return status;
    const Vector3<Scalar> v =
        point_velocity(Vector3<Scalar>(arc.v + t * arc.a), spin_at(arc, t), arm_of(terrain, R, i));
    const Scalar v_n = terrain.frame[i].n.dot(v), gap = gap_of(terrain, there.x, R, i);
    const Scalar change = gap - left;
    if (abs(change) < tolerance::below_ground<Scalar> * (terrain.reach + square_root(there.x.squaredNorm()))) break;
    const Scalar later = t - change / v_n;
    if (!(v_n < 0 && later <= arc.span)) {
      touch.foot = -1;
      return TD_SOLVED;
    }
    t = max(later, Scalar(0));
  }
  touch.time = t;
  return TD_SOLVED;
}

// An impact of `feet` has led to `motion`.
template <class Scalar>
inline void apply_impact(const Motion<Scalar> &motion, FootSet feet, Stride<Scalar> &stride,
                         MovingLanding<Scalar> &landing) {
  landing.state.v = motion.v;
  landing.state.w = motion.w;
  stride.touched |= feet;
  note_contact(landing);
  if (landing.impacts < TD_MAX_LANDING_STEPS) ++landing.impacts;
}

// Foot i has struck: in the count, and where there is room for it.
template <class Scalar>
inline void note_touch(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int i,
                       const StrikeImpulses<Scalar> &impulses, MovingLanding<Scalar> &landing) {
  const std::int32_t at = landing.touches;
  if (at < std::numeric_limits<std::int32_t>::max()) ++landing.touches;
  if (terrain.touches == nullptr || at >= terrain.lander->most_touches) return;
  terrain.touches[at].time = landing.time;
  fill_touch(terrain, pose, impulses, i, terrain.touches[at]);
}

// The impact of the foot that touches, with those in `stride.rigid` that are as near.
template <class Scalar>
inline Status strike(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int foot, Stride<Scalar> &stride,
                     MovingLanding<Scalar> &landing) {
  const FootSet feet = only(foot) | (stride.rigid & feet_together(terrain, pose));
  StrikeImpulses<Scalar> impulses;
  const Status status = strike_feet(terrain, pose, feet, stride.sweeps_left, impulses);
  if (status < 0) return status;
  apply_impact(impulses.after, feet, stride, landing);
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (feet.has(i)) note_touch(terrain, pose, i, impulses, landing);
  return TD_SOLVED;
}

}  // namespace touchdown

#endif
