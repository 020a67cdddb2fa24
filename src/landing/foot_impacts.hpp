// The impact of the feet that touch, and what is reported of it: one foot alone by the single impact of
// systems/bodies.hpp, feet that touch together by simultaneous/multi_contact.hpp.
#ifndef TOUCHDOWN_LANDING_FOOT_IMPACTS_HPP
#define TOUCHDOWN_LANDING_FOOT_IMPACTS_HPP

#include "landing/flight.hpp"
#include "landing/stability.hpp"
#include "simultaneous/multi_contact.hpp"
#include "systems/bodies.hpp"
#include "systems/slide.hpp"

namespace touchdown {

// The lander at the instant of contact.
template <class Scalar>
struct Instant {
  State<Scalar> state;
  Matrix3<Scalar> inertia;  // world
  Vector3<Scalar> arm[max_feet];
};

template <class Scalar>
inline Instant<Scalar> instant_of(const Lander<Scalar> &lander, const State<Scalar> &state) {
  Instant<Scalar> instant;
  instant.state = state;
  const Matrix3<Scalar> R = rotation_of(state.q);
  const Matrix3<Scalar> half = R.lazyProduct(matrix(lander.inertia));
  instant.inertia = half.lazyProduct(R.transpose());
  for (int i = 0; i < lander.feet; ++i) instant.arm[i] = R * vector(lander.foot[i].r);
  return instant;
}

// The impulses of the feet that touch, and the motion after.
template <class Scalar>
struct FootImpacts {
  Motion<Scalar> after;
  Vector3<Scalar> p[max_feet], slide[max_feet];  // world; like the modes in the order of NextContact::foot
  Scalar p_n[max_feet];
  std::int32_t mode_compression[max_feet], mode_restitution[max_feet];
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
inline std::int32_t steps_of(const Lander<Scalar> &lander) {
  return lander.options.steps == 0 ? TD_LANDING_STEPS : lander.options.steps;
}

template <class Scalar>
inline Options<Scalar> options_of(const Lander<Scalar> &lander, std::int32_t steps) {
  Options<Scalar> options = lander.options;
  options.steps = steps;
  return options;
}

template <class Scalar>
inline RigidBody<Scalar> body_of(const Lander<Scalar> &lander, const Instant<Scalar> &instant) {
  RigidBody<Scalar> body;
  body.mass = lander.mass;
  set_inertia(body.inertia, instant.inertia);
  view(body.v) = instant.state.v;
  view(body.w) = instant.state.w;
  return body;
}

// Of one foot alone.
template <class Scalar>
inline BodyContact<Scalar> contact_of(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                                      const Instant<Scalar> &instant, int foot, std::int32_t steps) {
  BodyContact<Scalar> contact;
  contact.body = body_of(lander, instant);
  view(contact.r) = instant.arm[foot];
  view(contact.n) = geometry.n[foot];
  contact.surface = lander.foot[foot].surface;
  contact.options = options_of(lander, steps);
  return contact;
}

// Steps along the slip path: as many as a sequence has, or as feet that touch one by one may ask for.
constexpr int max_landing_impacts = TD_DEFAULT_ITERATIONS < max_touchdowns ? max_touchdowns : TD_DEFAULT_ITERATIONS;
constexpr int max_landing_steps = max_landing_impacts * TD_MAX_STEPS;

// What the touchdowns of a chain share: iterations of feet that touch together, and steps. An impact that finds fewer
// than it may take takes one.
struct BudgetLeft {
  std::int32_t most_steps;  // of the next impact
  std::int32_t iterations = TD_MAX_ITERATIONS;
  std::int32_t steps = max_landing_steps;
};

template <class Scalar>
inline Status impact_alone(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                           const Instant<Scalar> &instant, int foot, std::int32_t steps, FootImpacts<Scalar> &impacts) {
  const BodyContact<Scalar> contact = contact_of(lander, geometry, instant, foot, steps);
  BodyImpact<Scalar> impact;
  const Status status = resolve_body(contact, impact);
  if (status < 0) return status;
  impacts.after = {vector(impact.v), vector(impact.w)};
  impacts.mode_compression[0] = impact.impact.mode_compression;
  impacts.mode_restitution[0] = impact.impact.mode_restitution;
  const Scalar rounding = rounding_of({instant.state.v, instant.state.w}, impacts.after, instant.arm[foot]);
  enter(ContactFrame<Scalar>{vector(impact.t), vector(impact.s), geometry.n[foot]}, impact.impact.p, impact.impact.v,
        rounding, 0, impacts);
  return status;
}

// Out of the way of a single foot, whose stack would carry it. `left` is less by what it takes.
template <class Scalar>
__attribute__((noinline)) Status impact_together(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                                                 const Instant<Scalar> &instant, const NextContact<Scalar> &next,
                                                 BudgetLeft &left, FootImpacts<Scalar> &impacts) {
  Point<Scalar> points[max_feet];
  for (int k = 0; k < next.feet; ++k) {
    const int i = next.foot[k];
    view(points[k].r) = instant.arm[i];
    view(points[k].n) = geometry.n[i];
    points[k].surface = lander.foot[i].surface;
  }
  BodyMultiContact<Scalar> body;
  body.body = body_of(lander, instant);
  body.count = next.feet;
  body.points = points;
  const bool coupled = lander.options.law == TD_LAW_POISSON || lander.options.law == TD_LAW_NEWTON;
  body.multi_contact = {coupled ? TD_RULE_COUPLED : TD_RULE_SEQUENTIAL,
                        share_of_budget(lander.iterations, left.iterations, TD_DEFAULT_ITERATIONS),
                        options_of(lander, left.most_steps)};
  BodyMultiContactImpact<Scalar> impact;
  ContactResult<Scalar> contacts[max_contacts];
  const Status status = resolve_multi_contact(body, impact, contacts, left.steps);
  if (status < 0) return status;
  impacts.after = {vector(impact.v), vector(impact.w)};
  left.iterations -= impact.result.iterations;
  for (int k = 0; k < next.feet; ++k) {
    const ContactResult<Scalar> &contact = contacts[k];
    const int i = next.foot[k];
    impacts.mode_compression[k] = impacts.mode_restitution[k] = contact.mode;
    const Scalar rounding = rounding_of({instant.state.v, instant.state.w}, impacts.after, instant.arm[i]);
    enter(ContactFrame<Scalar>{vector(contact.t), vector(contact.s), geometry.n[i]}, contact.p, contact.v, rounding, k,
          impacts);
  }
  return status;
}

// Foot k of those that touched. The energy through it is p . (u + u') / 2 (E146), whose sum is the lander's.
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
  view(touchdown.p) = impacts.p[k];
  touchdown.p_n = impacts.p_n[k];
  touchdown.mode_compression = impacts.mode_compression[k];
  touchdown.mode_restitution = impacts.mode_restitution[k];
  view(touchdown.slide) = impacts.slide[k];
  touchdown.energy_lost = Scalar(-0.5) * impacts.p[k].dot(before + after);
  touchdown.peak_force =
      lander.contact_duration > 0 ? half_pi * touchdown.p_n / lander.contact_duration : Scalar(TD_NOT_APPLICABLE);
}

// Reports what is common to all feet that touched.
template <class Scalar>
inline void report_body(const Lander<Scalar> &lander, const GroundGeometry<Scalar> &geometry,
                        const Instant<Scalar> &instant, const Motion<Scalar> &after, Touchdown<Scalar> &touchdown) {
  touchdown.at = state_to(instant.state);
  touchdown.after = state_to(State<Scalar>{instant.state.x, instant.state.q, after.v, after.w});
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
  const Scalar sum =
      zero_if_finite(touchdown.p_n) + zero_if_finite(touchdown.energy_lost) + zero_if_finite(touchdown.slip);
  Scalar edges = 0;
  for (int i = 0; i < touchdown.stability.edges; ++i)
    edges += zero_if_finite(touchdown.stability.edge[i].energy_margin) +
             zero_if_finite(touchdown.stability.edge[i].tipping_angle);
  return sum == 0 && edges == 0 && all_finite(vector(touchdown.at.x)) &&
         is_finite_or_absent(touchdown.rebound_height) && is_finite_or_absent(touchdown.peak_force);
}

}  // namespace touchdown

#endif
