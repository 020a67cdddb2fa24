// The derivatives of an impact along the exact slip path by the slip before, mu_k and e (E90)..(E95), (E107).
//
// The path is walked once more in plain numbers, through the end of compression as if there were none, up to the end of
// the impact or to a stop. A stop that sticks before compression ends asks for no walk where only the impulse of
// compression counts.
#ifndef TOUCHDOWN_DERIVATIVES_SLIP_PATH_VARIATION_HPP
#define TOUCHDOWN_DERIVATIVES_SLIP_PATH_VARIATION_HPP

#include "derivatives/varied_stop.hpp"

namespace touchdown::derivatives {

// How the speed of a likeness changes at the same time since the stage began, by dp / |u|.
template <class Scalar>
inline Scalar speed_by(const Likeness<Scalar> &like, const VariedPath<Scalar> &path) {
  const Slip<Scalar> &slip = path.state.slip;
  return slip.speed * (like.scale + like.shift * slip.g / path.stage.speed);
}

// Of a stop here.
template <class Scalar>
inline void note_slide(VariedImpact<Scalar> &impact) {
  const VariedPath<Scalar> &path = impact.path;
  Number<Scalar> speed = path.state.slip.speed;
  speed.by[by_along] = speed_by(path.longer, path);
  speed.by[by_turn] = path.turns ? speed_by(path.turned, path) : dot(path.state.slip.t, path.across.u);
  impact.margins.note_slide(speed);
}

template <class Scalar>
inline bool stops_now(const VariedImpact<Scalar> &impact) {
  const VariedPath<Scalar> &path = impact.path;
  const NormalProgress<Scalar> &normal = path.state.point.normal;
  return stops_straight(path.values.plane, path.state, left_by_impact(impact.told, normal), [&] {
    const Vector2<Scalar> side = across(path.state.slip.t);
    const Scalar later = path.turned.shift - path.turned.scale * normal.reached.p;
    const Scalar turned = path.turns ? path.state.slip.h * later : dot(side, path.across.u);
    return max(abs(turned), abs(dot(side, path.friction.u)));
  });
}

// An impulse passes in a straight line. What is across it changes nothing of that.
template <class Scalar>
inline void slide_on(Scalar dp, VariedPath<Scalar> &path) {
  const TangentialPlane<Scalar> &plane = path.values.plane;
  slip_path::IntegratorState<Scalar> &state = path.state;
  Place<Scalar> at = place_of(state);
  const Vector2<Scalar> friction = {-dp * at.slip.t.x, -dp * at.slip.t.y};
  const Scalar v_n = dot(plane.b, friction);
  Variation<Scalar> &by = path.friction;
  by.work += dp * (by.v_n + Scalar(0.5) * v_n);
  by.u = by.u + mobility_times(plane, friction);
  by.lambda = by.lambda + friction;
  by.v_n += v_n;
  path.across.work += dp * path.across.v_n;
  move_on(plane, dp, at);
  state.point.u = at.u;
  state.point.lambda = at.lambda;
  state.point.normal.reached = {at.p, at.v_n, at.work};
  state.slip = slip_of(plane, at.u);
}

// What is not reached within the steps that there are is closed in straight pieces, to the stop or to the end of a
// slide.
template <class Scalar>
__attribute__((noinline)) void close(VariedImpact<Scalar> &impact) {
  VariedPath<Scalar> &path = impact.path;
  impact.margins.two_sided = false;
  for (int stages = 0; stages < 2; ++stages) {
    const NormalProgress<Scalar> &normal = path.state.point.normal;
    const Scalar left =
        slip_path::remaining_of_stage(path.values.law, normal, normal.reached, path.state.slip.f).impulse;
    if (!(left < impulse_to_stop(path.values.plane, path.state.point.u))) return finish_here(impact);
    slide_on(left, path);
    const Place<Scalar> at = place_of(path.state);
    const Variations<Scalar> variations = variations_at(path, at);
    if (path.state.point.normal.stage == Stage::restitution) return end_impact(at, variations, impact);
    if (leave_compression(at, Scalar(0), variations, impact)) return;
    go_to_end(at, variations, impact);
  }
}

enum class Walk { ended, stops, spent };

// What is left to do is left to the caller: under the steps' frame it would be the deepest stack.
template <class Scalar>
__attribute__((noinline)) Walk follow(VariedImpact<Scalar> &impact) {
  for (int i = 0; i < TD_MAX_STEPS; ++i) {
    if (stops_now(impact)) return Walk::stops;
    note_slide(impact);
    if (take_step(impact)) return Walk::ended;
  }
  return Walk::spent;
}

template <class Scalar>
inline void walk(VariedImpact<Scalar> &impact) {
  const Walk walked = follow(impact);
  if (walked == Walk::stops) finish_here(impact);
  if (walked == Walk::spent) close(impact);
}

// A stop in compression that sticks, of an impact that only the impulse of compression decides: where it is changes
// nothing but how near the next case is.
template <class Scalar>
inline bool only_margin_asks(const Impact<Scalar> &impact, const VariedPath<Scalar> &path) {
  const std::int32_t law = path.values.law.law;
  return impact.case_number == 1 && (law == TD_LAW_POISSON || is_law(law, TD_LAW_NEWTON)) &&
         slip_path::stops_for_certain(path.values.plane, path.start.u);
}

// That stop by the slip before: the path's of the impact itself, longer and from further on (E105), or the straight
// one. False where neither tells it.
template <class Scalar>
inline bool tell_stop(Scalar p, VariedImpact<Scalar> &impact, StopPlace<Scalar> &stop) {
  const VariedPath<Scalar> &path = impact.path;
  const Start<Scalar> &start = path.start;
  const bool turns = turns_enough(path.values.plane, start.slip, tolerance::told_turn<Scalar>);
  if (!turns && turns_enough(path.values.plane, start.slip, tolerance::told_straight<Scalar>)) return false;
  const Place<Scalar> at = place_of(path.state);
  if (!turns) {
    stop = stop_from(at, variations_at(path, at), impact);
    return true;
  }
  stop = {p, 0, 0};
  stop.p.by[by_along] = p * start.inv_speed;
  stop.p.by[by_turn] = -(1 + start.slip.g * stop.p.by[by_along]) / start.slip.h;
  return true;
}

// The contact approaches; `impact` tells the law that ended it, and whether slip has stopped.
template <class Scalar>
__attribute__((noinline)) void differentiate_slip_path(const ScaledContact<Scalar> &contact,
                                                       const Impact<Scalar> &impact,
                                                       ScaledDerivatives<Scalar, inputs> &result) {
  VariedImpact<Scalar> varied(result);
  begin(contact, impact, varied);
  StopPlace<Scalar> stop;
  if (only_margin_asks(impact, varied.path) && tell_stop(impact.p_sliding / contact.impulse, varied, stop))
    finish_from(stop, varied);
  else
    walk(varied);
  const slip_path::Path<Scalar> &values = varied.path.values;
  if (stop_is_uncertain(values, contact, impact, varied.margins.stops)) varied.margins.least = 0;
  conclude(varied.margins, values.plane.sticks && !values.resumes, result);
}

}  // namespace touchdown::derivatives

#endif
