// How sure a landing prediction is: the same prediction at all corners of a box of errors and in its middle, and the
// extremes of what comes out.
#ifndef TOUCHDOWN_LANDING_ENVELOPE_HPP
#define TOUCHDOWN_LANDING_ENVELOPE_HPP

#include "landing/chain.hpp"
#include "systems/slide.hpp"

namespace touchdown {

// Of nothing yet: not applicable, in the nominal case.
template <class Scalar>
inline LandingEnvelope<Scalar> empty_envelope(Scalar gravity) {
  const Extremes<Scalar> none = {TD_NOT_APPLICABLE, TD_NOT_APPLICABLE, TD_ENVELOPE_CORNERS, TD_ENVELOPE_CORNERS};
  const std::int32_t verdict = gravity > 0 ? TD_VERDICT_NO_POLYGON : TD_VERDICT_WEIGHTLESS;
  return {0, 0, none, none, none, none, none, none, none, TD_ENVELOPE_CORNERS, verdict};
}

template <class Scalar>
inline Status check(const LandingErrors<Scalar> &errors) {
  const bool valid = is_time(errors.e) && is_time(errors.mu) && is_time(errors.slope) && is_time(errors.vertical) &&
                     is_time(errors.lateral);
  return valid ? TD_SOLVED : TD_REFUSED_ERRORS;
}

// Each error to the side that a corner says.
template <class Scalar>
inline LandingErrors<Scalar> at_corner(const LandingErrors<Scalar> &errors, int corner) {
  const auto side = [corner](int bit, Scalar error) { return (corner >> bit & 1) != 0 ? error : -error; };
  return {side(0, errors.e), side(1, errors.mu), side(2, errors.slope), side(3, errors.vertical),
          side(4, errors.lateral)};
}

// The horizontal direction of the velocity, or any where it has none but rounding. Made of the two horizontal axes, it
// cannot lean: the rest of v beside up may be rounding that points along up.
template <class Scalar>
inline Vector3<Scalar> heading(const ContactFrame<Scalar> &upright, const Vector3<Scalar> &v) {
  const Scalar rounding = tolerance::point_speed<Scalar> * v.cwiseAbs().maxCoeff();
  const ContactVector<Scalar> ahead = along_surface(to_contact(upright, v), rounding);
  const bool vertical = ahead.t == 0 && ahead.s == 0;
  return vertical ? upright.t : to_world(upright, ahead);
}

template <class Scalar>
inline void apply(const LandingErrors<Scalar> &error, const GroundGeometry<Scalar> &geometry, Lander<Scalar> &lander,
                  LanderState<Scalar> &state) {
  const Vector3<Scalar> ahead = heading(geometry.upright, vector(state.v));
  for (int i = 0; i < lander.feet; ++i) {
    Surface<Scalar> &surface = lander.foot[i].surface;
    surface.e = clamp(surface.e + error.e, Scalar(0), Scalar(1));
    surface.mu_k = clamp(surface.mu_k + error.mu, Scalar(0), largest<Scalar>);
    surface.mu_s = clamp(surface.mu_s + error.mu, surface.mu_k, largest<Scalar>);
  }
  for (int i = 0; i < planes_of(lander); ++i) view(lander.ground[i].n) = geometry.n[i] - error.slope * ahead;
  view(state.v) += error.vertical * geometry.upright.n + error.lateral * ahead;
}

template <class Scalar>
inline void extend(Scalar x, int corner, bool first, Extremes<Scalar> &extremes) {
  if (first || x < extremes.min) {
    extremes.min = x;
    extremes.corner_min = corner;
  }
  if (first || x > extremes.max) {
    extremes.max = x;
    extremes.corner_max = corner;
  }
}

// The quantities that are compared, over a whole chain.
template <class Scalar>
struct LandingOutcome {
  Scalar lost, rebound, peak;
  Scalar energy_margin, tipping_angle;  // least over all edges, if there are any
  std::int32_t verdict;                 // where the energy is least
  bool weighed;                         // there are edges
};

template <class Scalar>
inline void weigh_in(const Stability<Scalar> &stability, LandingOutcome<Scalar> &outcome) {
  for (int k = 0; k < stability.edges; ++k) {
    const Edge<Scalar> &edge = stability.edge[k];
    if (!outcome.weighed || edge.energy_margin < outcome.energy_margin) {
      outcome.energy_margin = edge.energy_margin;
      outcome.verdict = stability.verdict;
    }
    outcome.tipping_angle =
        !outcome.weighed || edge.tipping_angle < outcome.tipping_angle ? edge.tipping_angle : outcome.tipping_angle;
    outcome.weighed = true;
  }
}

// For count > 0.
template <class Scalar>
inline LandingOutcome<Scalar> outcome_of(const Landing<Scalar> &landing) {
  const Touchdown<Scalar> &first = landing.touchdown[0];
  LandingOutcome<Scalar> outcome = {0, first.rebound_speed, first.peak_force, 0, 0, first.stability.verdict, false};
  for (int i = 0; i < landing.count; ++i) {
    const Touchdown<Scalar> &touchdown = landing.touchdown[i];
    outcome.lost += touchdown.energy_lost;
    outcome.rebound = max(outcome.rebound, touchdown.rebound_speed);
    outcome.peak = max(outcome.peak, touchdown.peak_force);
    weigh_in(touchdown.stability, outcome);
  }
  return outcome;
}

// A case without edges has no margin and leaves the extremes of the margins as they are.
template <class Scalar>
inline void extend_margins(const LandingOutcome<Scalar> &outcome, int corner, LandingEnvelope<Scalar> &envelope) {
  if (!outcome.weighed) return;
  const bool first = envelope.energy_margin.min == TD_NOT_APPLICABLE;
  extend(outcome.energy_margin, corner, first, envelope.energy_margin);
  extend(outcome.tipping_angle, corner, first, envelope.tipping_angle);
  if (envelope.energy_margin.corner_min != corner) return;
  envelope.worst_corner = corner;
  envelope.worst_verdict = outcome.verdict;
}

template <class Scalar>
inline void extend(const Landing<Scalar> &landing, int corner, LandingEnvelope<Scalar> &envelope) {
  if (landing.count == 0) return;
  const LandingOutcome<Scalar> outcome = outcome_of(landing);
  const bool first = envelope.landed == 0;
  ++envelope.landed;
  extend(landing.touchdown[0].time, corner, first, envelope.time);
  extend(landing.touchdown[0].p_n, corner, first, envelope.impulse);
  extend(outcome.lost, corner, first, envelope.energy_lost);
  extend(outcome.rebound, corner, first, envelope.rebound_speed);
  extend(outcome.peak, corner, first, envelope.peak_force);
  extend_margins(outcome, corner, envelope);
}

// td_landing_envelope_of. `landing` is room to work in.
template <class Scalar>
inline Status find_envelope(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                            const LandingErrors<Scalar> &errors, Landing<Scalar> &landing,
                            LandingEnvelope<Scalar> &envelope) {
  const Status refused = check(errors);
  if (refused != TD_SOLVED) return refused;
  const Status nominal = predict_landing(lander, state, landing);
  if (nominal < 0) return nominal;
  GroundGeometry<Scalar> geometry = {};
  survey(lander, geometry);
  envelope = empty_envelope(geometry.gravity);
  extend(landing, TD_ENVELOPE_CORNERS, envelope);
  for (int corner = 0; corner < TD_ENVELOPE_CORNERS; ++corner) {
    Lander<Scalar> off = lander;
    LanderState<Scalar> start = state;
    apply(at_corner(errors, corner), geometry, off, start);
    if (predict_landing(off, start, landing) < 0)
      ++envelope.refused;
    else
      extend(landing, corner, envelope);
  }
  return nominal;
}

}  // namespace touchdown

#endif
