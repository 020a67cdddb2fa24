// The impact of the feet that touch, and what is reported of it: one foot alone by the single impact of
// systems/contact_space.hpp, feet that touch together by simultaneous/multi_contact.hpp.
#ifndef TOUCHDOWN_LANDING_FOOT_IMPACTS_HPP
#define TOUCHDOWN_LANDING_FOOT_IMPACTS_HPP

#include "landing/flight.hpp"
#include "landing/stability.hpp"
#include "simultaneous/multi_contact.hpp"
#include "systems/slide.hpp"

namespace touchdown {

// The lander at the instant of contact.
template <class Scalar>
struct Instant {
  LanderState<Scalar> state;
  Matrix3<Scalar> inertia;  // world
  Vector3<Scalar> arm[max_feet];
};

template <class Scalar>
inline Instant<Scalar> instant_of(const Lander<Scalar> &lander, const LanderState<Scalar> &state) {
  Instant<Scalar> instant;
  instant.state = state;
  const Matrix3<Scalar> R = rotation_of(state.q);
  const Matrix3<Scalar> half = R.lazyProduct(lander.inertia);
  instant.inertia = half.lazyProduct(R.transpose());
  for (int i = 0; i < lander.feet; ++i) instant.arm[i] = R * lander.foot[i].r;
  return instant;
}

// The impulses of the feet that touch, and the motion after.
template <class Scalar>
struct FootImpacts {
  Motion<Scalar> after;
  Vector3<Scalar> p[max_feet], slide[max_feet];  // world; like the modes in the order of NextContact::foot
  Scalar p_n[max_feet];
  Mode mode_compression[max_feet], mode_restitution[max_feet];
};

// Rounding error of the velocity of a point of the lander along any axis, from the size of its terms.
template <class Scalar>
inline Scalar rounding_of(const Motion<Scalar> &before, const Motion<Scalar> &after, const Vector3<Scalar> &arm) {
  const Scalar v = before.v.cwiseAbs().maxCoeff() + after.v.cwiseAbs().maxCoeff();
  const Scalar w = before.w.cwiseAbs().maxCoeff() + after.w.cwiseAbs().maxCoeff();
  return tolerance::point_speed<Scalar> * (v + w * arm.cwiseAbs().sum());
}

// Records foot k of those that touched. v is its velocity after.
template <class Scalar>
inline void enter(const ContactFrame<Scalar> &frame, const ContactVector<Scalar> &p, const ContactVector<Scalar> &v,
                  Scalar rounding, int k, FootImpacts<Scalar> &impacts) {
  impacts.p[k] = to_world(frame, p);
  impacts.p_n[k] = p.n;
  impacts.slide[k] = to_world(frame, slide_of(v, impacts.mode_restitution[k], rounding));
}

// A landing has default steps of its own.
template <class Scalar>
inline Options<Scalar> options_of(const Lander<Scalar> &lander) {
  Options<Scalar> options = lander.options;
  if (options.steps == 0) options.steps = TD_LANDING_STEPS;
  return options;
}

template <class Scalar>
inline Status impact_alone(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                           const Instant<Scalar> &instant, int foot, FootImpacts<Scalar> &impacts) {
  const Body<Scalar> body{lander.mass,     instant.inertia, instant.arm[foot],         geometry.n[foot],
                          instant.state.v, instant.state.w, lander.foot[foot].surface, options_of(lander)};
  BodyImpact<Scalar> impact;
  const Status status = resolve_body(body, impact);
  if (status < 0) return status;
  impacts.after = {impact.v, impact.w};
  impacts.mode_compression[0] = impact.impact.mode_compression;
  impacts.mode_restitution[0] = impact.impact.mode_restitution;
  const Scalar rounding = rounding_of({body.v, body.w}, impacts.after, body.r);
  enter(ContactFrame<Scalar>{impact.t, impact.s, body.n}, impact.impact.p, impact.impact.v, rounding, 0, impacts);
  return status;
}

// Out of the way of a single foot, whose stack would carry it.
template <class Scalar>
__attribute__((noinline)) Status impact_together(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                                                 const Instant<Scalar> &instant, const NextContact<Scalar> &next,
                                                 FootImpacts<Scalar> &impacts) {
  BodyMultiContact<Scalar> body;
  body.mass = lander.mass;
  body.inertia = instant.inertia;
  body.v = instant.state.v;
  body.w = instant.state.w;
  body.count = next.feet;
  const bool coupled = lander.options.law == Law::poisson || lander.options.law == Law::newton;
  body.multi_contact = {coupled ? Rule::coupled : Rule::sequential, 0, options_of(lander)};
  for (int k = 0; k < next.feet; ++k) {
    const int i = next.foot[k];
    body.points[k] = {instant.arm[i], geometry.n[i], lander.foot[i].surface};
  }
  BodyMultiContactImpact<Scalar> impact;
  const Status status = resolve_multi_contact(body, impact);
  if (status < 0) return status;
  impacts.after = {impact.v, impact.w};
  for (int k = 0; k < next.feet; ++k) {
    const ContactResult<Scalar> &share = impact.contacts[k];
    const Point<Scalar> &point = body.points[k];
    impacts.mode_compression[k] = impacts.mode_restitution[k] = share.mode;
    const Scalar rounding = rounding_of({body.v, body.w}, impacts.after, point.r);
    enter(ContactFrame<Scalar>{share.t, share.s, point.n}, share.p, share.v, rounding, k, impacts);
  }
  return status;
}

// Foot k of those that touched. The energy through it is p . (u + u') / 2 (E96), whose sum is the lander's.
template <class Scalar>
inline void report_foot(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                        const Instant<Scalar> &instant, const FootImpacts<Scalar> &impacts, int k,
                        Touchdown<Scalar> &touchdown) {
  constexpr Scalar half_pi = Scalar(1.57079632679489661923);
  const Vector3<Scalar> &n = geometry.n[touchdown.foot];
  const Vector3<Scalar> &arm = instant.arm[touchdown.foot];
  const Vector3<Scalar> before = point_velocity(instant.state.v, instant.state.w, arm);
  const Vector3<Scalar> after = point_velocity(impacts.after.v, impacts.after.w, arm);
  touchdown.v_n = n.dot(before);
  const Vector3<Scalar> slip = before - n * touchdown.v_n;
  touchdown.slip = square_root(slip.squaredNorm());
  touchdown.p = impacts.p[k];
  touchdown.p_n = impacts.p_n[k];
  touchdown.mode_compression = impacts.mode_compression[k];
  touchdown.mode_restitution = impacts.mode_restitution[k];
  touchdown.slide = impacts.slide[k];
  touchdown.energy_lost = Scalar(-0.5) * touchdown.p.dot(before + after);
  touchdown.peak_force =
      lander.contact_duration > 0 ? half_pi * touchdown.p_n / lander.contact_duration : Scalar(TD_NOT_APPLICABLE);
}

// Reports what is common to all feet that touched.
template <class Scalar>
inline void report_body(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                        const Instant<Scalar> &instant, const Motion<Scalar> &after, Touchdown<Scalar> &touchdown) {
  touchdown.at = instant.state;
  touchdown.after = {instant.state.x, instant.state.q, after.v, after.w};
  const Scalar rise = geometry.upright.n.dot(after.v);
  touchdown.rebound_speed = rise;
  touchdown.rebound_height = TD_NOT_APPLICABLE;
  if (geometry.gravity > 0)
    touchdown.rebound_height = rise > 0 ? Scalar(0.5) * rise * (rise / geometry.gravity) : Scalar(0);
  find_stability(
      Stance<Scalar>{lander.mass, geometry.gravity, geometry.upright, instant.inertia, after, lander.feet, instant.arm},
      touchdown.stability);
}

template <class Scalar>
inline bool is_finite(const Touchdown<Scalar> &touchdown) {
  const Scalar sum = zero_if_finite(touchdown.p_n) + zero_if_finite(touchdown.energy_lost) +
                     zero_if_finite(touchdown.slip) + zero_if_finite(touchdown.rebound_height) +
                     zero_if_finite(touchdown.peak_force);
  Scalar edges = 0;
  for (int i = 0; i < touchdown.stability.edges; ++i)
    edges += zero_if_finite(touchdown.stability.edge[i].energy_margin) +
             zero_if_finite(touchdown.stability.edge[i].tipping_angle);
  return sum == 0 && edges == 0 && all_finite(touchdown.at.x);
}

}  // namespace touchdown

#endif
