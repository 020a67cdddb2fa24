// What a stop of the slip path makes of its variations, from the straight piece that leads to it (E35) to the end of
// the impact: momentum tells the rest (E107).
#ifndef TOUCHDOWN_DERIVATIVES_VARIED_STOP_HPP
#define TOUCHDOWN_DERIVATIVES_VARIED_STOP_HPP

#include "derivatives/varied_slide.hpp"

namespace touchdown::derivatives {

// A stop: how far the stage has got there. v_n follows by momentum.
template <class Scalar>
using StopPlace = Progress<Number<Scalar>>;

// What friction changes of a stop beside the place that it begins at.
template <class Scalar>
struct ByFriction {
  Scalar longer, f, h;
};

// The straight stop from a place: its friction impulse -T^-1 (u + b z), as long as friction is (E35).
template <class Scalar>
inline StopPlace<Scalar> stop_from(const Place<Scalar> &at, const Variations<Scalar> &variations,
                                   VariedImpact<Scalar> &impact) {
  const TangentialPlane<Scalar> &plane = impact.path.values.plane;
  const bool rests = at.u.x == 0 && at.u.y == 0;
  Scalar z = rests ? Scalar(0) : impulse_to_stop(plane, at.u);
  if (z == largest<Scalar>) {
    z = 0;
    impact.margins.two_sided = false;
  }
  const Vector2<Scalar> against = inverse_times(plane, at.u + z * plane.b);
  const Scalar dv_n = z - dot(plane.b, against);
  const Scalar slope = dot(against, plane.c) - plane.mu_k * plane.mu_k * z;
  const Scalar per = z > 0 && slope != 0 ? 1 / slope : Scalar(0);
  const WayToStop<Scalar> way = way_to_stop(plane, against, z, at.v_n + dv_n);
  const ByFriction<Scalar> itself = {plane.mu_k * z * z, -dot(plane.b, way.t),
                                     -dot(way.side, mobility_times(plane, way.t))};
  StopPlace<Scalar> stop = {at.p + z, 0, at.work + z * (at.v_n + Scalar(0.5) * dv_n)};
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) {
    const Variation<Scalar> &by = variations.by[i];
    const ByFriction<Scalar> besides = i == by_friction ? itself : ByFriction<Scalar>{0, 0, 0};
    const Scalar later = per * (besides.longer - dot(against, inverse_times(plane, by.u)));
    stop.p.by[i] = by.p + later;
    stop.work.by[i] = by.work + way.work(by.v_n, dot(way.side, by.u), later, besides.f, besides.h);
  }
  return stop;
}

// What follows a stop, per normal impulse.
template <class Scalar>
struct AfterStopping {
  Vector2<Number<Scalar>> friction, slip;
  Number<Scalar> f;
};

template <class Scalar>
inline AfterStopping<Scalar> along_ray(const slip_path::Path<Scalar> &path) {
  const TangentialPlane<Number<Scalar>> plane = lifted<inputs>(path.plane, by_friction);
  const Slip<Number<Scalar>> ray = resumed_tangent(plane, path.resumed);
  return {plane.mu_k * ray.t, ray.g * ray.t, ray.f};
}

// What the slip before changes of it: along itself, and across.
template <class Scalar>
inline Vector2<Scalar> change_before(const Start<Scalar> &start, int input) {
  if (input == by_along) return start.slip.t;
  return input == by_turn ? across(start.slip.t) : Vector2<Scalar>{0, 0};
}

// v_n at a stop, by momentum, from the impulse since first touch.
template <class Scalar>
inline Number<Scalar> v_n_at(const VariedPath<Scalar> &path, const Number<Scalar> &p) {
  const TangentialPlane<Scalar> &plane = path.values.plane;
  const Scalar f = 1 - dot(plane.b, plane.c);
  Number<Scalar> v_n = f * p;
  v_n.value -= 1 + dot(plane.c, path.start.u);
  v_n.by[by_along] -= dot(plane.c, path.start.slip.t);
  v_n.by[by_turn] -= dot(plane.c, across(path.start.slip.t));
  return v_n;
}

// The impulse of restitution that passes after a stop.
template <class Scalar>
inline Number<Scalar> restituted(const VariedImpact<Scalar> &impact, Progress<Number<Scalar>> now,
                                 const Number<Scalar> &f) {
  if (impact.path.values.law.e == 0) {
    Number<Scalar> left = 0;
    left.by[by_restitution] = first_of_restitution(impact.path.values.law, impact.compression, f.value);
    return left;
  }
  Number<Scalar> dp = 0;
  if (now.v_n < 0) {
    dp = -now.v_n / f;
    now = advanced(now, f, dp);
  }
  const Number<Scalar> left = remaining_impulse(lifted<inputs>(impact.path.values.law), impact.compression, now, f);
  return left > 0 ? dp + left : dp;
}

// The impulse that passes after a stop.
template <class Scalar>
__attribute__((noinline)) Number<Scalar> passed_after(const StopPlace<Scalar> &stop, const Number<Scalar> &f,
                                                      VariedImpact<Scalar> &impact) {
  const bool wedge = straight::is_wedge(f.value);
  if (wedge) impact.margins.two_sided = false;
  if (impact.path.state.point.normal.stage == Stage::restitution)
    return wedge ? Number<Scalar>(0) : restituted(impact, stop, f);
  Number<Scalar> left = 0, work = stop.work;
  if (!wedge) {
    left = -stop.v_n / f;
    work = work + Scalar(0.5) * (left * stop.v_n);
  }
  impact.compression = {stop.p + left, -work};
  return wedge ? left : left + restituted(impact, {0, 0, 0}, f);
}

// How near the end of the impact a stop in restitution is.
template <class Scalar>
inline void note_end(const Number<Scalar> &after, VariedImpact<Scalar> &impact) {
  if (impact.path.state.point.normal.stage == Stage::restitution) impact.margins.note(after);
}

// What follows a stop that sticks is the same from wherever on its line: from the impulse of the stop unchanged,
// instead of by what that changes by, which is large where slip ends slowly, and would cancel later. Returns that.
template <class Scalar>
inline Number<Scalar> keep_impulse(StopPlace<Scalar> &stop) {
  Number<Scalar> shift = 0;
#pragma GCC unroll few
  for (int i = 0; i < by_restitution; ++i) {
    shift.by[i] = stop.p.by[i];
    stop.work.by[i] -= stop.v_n.value * stop.p.by[i];
    stop.p.by[i] = 0;
  }
  return shift;
}

// It sticks: its friction impulse is -T^-1 (u + b p), of the slip before.
template <class Scalar>
inline void put_sticking(const Number<Scalar> &p, const Number<Scalar> &v_n, VariedImpact<Scalar> &impact) {
  const VariedPath<Scalar> &path = impact.path;
  const TangentialPlane<Scalar> &plane = path.values.plane;
  const auto tangential = [&](const Vector2<Scalar> &u, Scalar p_n) {
    const Vector2<Scalar> against = inverse_times(plane, u + p_n * plane.b);
    return from_principal(plane, Vector2<Scalar>{-against.x, -against.y});
  };
  impact.result.put(p.value, v_n.value, tangential(path.start.u, p.value), {0, 0});
#pragma GCC unroll few
  for (int i = 0; i < inputs; ++i)
    impact.result.put(i, p.by[i], v_n.by[i], tangential(change_before(path.start, i), p.by[i]), {0, 0});
}

template <class Scalar>
__attribute__((noinline)) void leave_sticking(const StopPlace<Scalar> &stop, const Number<Scalar> &p_stop,
                                              const Number<Scalar> &shift, VariedImpact<Scalar> &impact) {
  const Number<Scalar> f = impact.path.values.plane.f_stick;
  const Number<Scalar> after = passed_after(stop, f, impact);
  note_end(after - shift, impact);
  put_sticking(p_stop + after, stop.v_n + f * after, impact);
}

// The same before compression ends, from an impulse that is kept: v_n grows alike from there to the end. The impulse of
// restitution is linear in e.
template <class Scalar>
inline void leave_sticking_early(const StopPlace<Scalar> &stop, VariedImpact<Scalar> &impact) {
  using Both = Dual<Scalar, 2>;  // by impulse and work of compression
  const RestitutionLaw<Scalar> &law = impact.path.values.law;
  const Scalar f = impact.path.values.plane.f_stick, left = -stop.v_n.value / f;
  const Both p_c = input_of<Scalar, 2>(stop.p.value + left, 0);
  const Both work = input_of<Scalar, 2>(-(stop.work.value + Scalar(0.5) * (left * stop.v_n.value)), 1);
  const Both by_e = impulse_of_restitution<Both>({law.law, 1, law.d1, law.d2}, {p_c, work}, f);
  Number<Scalar> p, v_n;
  p.value = p_c.value + law.e * by_e.value;
  v_n.value = f * (law.e * by_e.value);
#pragma GCC unroll few
  for (int i = 0; i < inputs; ++i) {
    const Scalar by_p = -stop.v_n.by[i] / f;
    const Scalar by_work = -(stop.work.by[i] + left * stop.v_n.by[i]);
    const Scalar restitution =
        law.e * (by_e.by[0] * by_p + by_e.by[1] * by_work) + (i == by_restitution ? by_e.value : Scalar(0));
    p.by[i] = by_p + restitution;
    v_n.by[i] = f * restitution;
  }
  put_sticking(p, v_n, impact);
}

// It slips on along the ray.
template <class Scalar>
__attribute__((noinline)) void leave_along_ray(const StopPlace<Scalar> &stop, const Number<Scalar> &p_stop,
                                               VariedImpact<Scalar> &impact) {
  const VariedPath<Scalar> &path = impact.path;
  const TangentialPlane<Scalar> &plane = path.values.plane;
  const AfterStopping<Scalar> line = along_ray(path.values);
  const Number<Scalar> after = passed_after(stop, line.f, impact);
  note_end(after, impact);
  const Number<Scalar> end = stop.v_n + line.f * after;
  const Vector2<Number<Scalar>> friction = after * line.friction, slip = after * line.slip;
  const Vector2<Scalar> held = inverse_times(plane, path.start.u + p_stop.value * plane.b);
  impact.result.put(p_stop.value + after.value, end.value,
                    from_principal(plane, Vector2<Scalar>{-held.x - friction.x.value, -held.y - friction.y.value}),
                    from_principal(plane, Vector2<Scalar>{slip.x.value, slip.y.value}));
#pragma GCC unroll few
  for (int i = 0; i < inputs; ++i) {
    const Vector2<Scalar> against = inverse_times(plane, change_before(path.start, i) + p_stop.by[i] * plane.b);
    impact.result.put(
        i, p_stop.by[i] + after.by[i], end.by[i],
        from_principal(plane, Vector2<Scalar>{-against.x - friction.x.by[i], -against.y - friction.y.by[i]}),
        from_principal(plane, Vector2<Scalar>{slip.x.by[i], slip.y.by[i]}));
  }
}

template <class Scalar>
inline void finish_from(StopPlace<Scalar> stop, VariedImpact<Scalar> &impact) {
  impact.margins.stops = true;
  const bool compressing = impact.path.state.point.normal.stage == Stage::compression;
  const TangentialPlane<Scalar> &plane = impact.path.values.plane;
  const auto since_touch = [&] { return compressing ? stop.p : impact.compression.p + stop.p; };
  stop.v_n = v_n_at(impact.path, since_touch());
  if (compressing) impact.margins.note(stop.v_n);
  if (!plane.sticks) return leave_along_ray(stop, since_touch(), impact);
  if (straight::is_wedge(plane.f_stick)) return leave_sticking(stop, since_touch(), Number<Scalar>(0), impact);
  const Number<Scalar> shift = keep_impulse(stop);
  stop.v_n = v_n_at(impact.path, since_touch());
  if (compressing) return leave_sticking_early(stop, impact);
  leave_sticking(stop, since_touch(), shift, impact);
}

template <class Scalar>
__attribute__((noinline)) void finish_here(VariedImpact<Scalar> &impact) {
  const Place<Scalar> at = place_of(impact.path.state);
  finish_from(stop_from(at, variations_at(impact.path, at), impact), impact);
}

}  // namespace touchdown::derivatives

#endif
