// The saltation matrix of a body's impact (E103): Kong, Payne, Zhu and Johnson 2023, equation (12),
//     X = D R + (F+ - D R F-) D g / (D g F-),  with the reset R, the flows F and the gap g,
// and likewise by parameters. An error that touches dt later flies dt longer before, and dt less after.
#ifndef TOUCHDOWN_SENSITIVITY_SALTATION_HPP
#define TOUCHDOWN_SENSITIVITY_SALTATION_HPP

#include "numerics/linalg.hpp"
#include "systems/rigid_body.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::sensitivity {

constexpr int state_errors = TD_ERRORS_OF_STATE, parameter_errors = TD_ERRORS_OF_PARAMETERS;

// x, attitude, v and w by time: I w' = torque - w x I w.
template <class Scalar>
inline void flow_of(const FreeBody<Scalar> &body, const Motion<Scalar> &motion, const BodyLoads<Scalar> &loads,
                    Scalar (&flow)[state_errors]) {
  const Vector3<Scalar> momentum = body.inertia * motion.w;
  const Vector3<Scalar> turning =
      solve(body.factor.inertia, Vector3<Scalar>(vector(loads.torque) - motion.w.cross(momentum)));
  for (int i = 0; i < 3; ++i) {
    flow[TD_ERROR_X + i] = motion.v[i];
    flow[TD_ERROR_ATTITUDE + i] = motion.w[i];
    flow[TD_ERROR_V + i] = loads.force[i] * body.factor.inverse_mass;
    flow[TD_ERROR_W + i] = turning[i];
  }
}

// The reset's derivatives: position and attitude stay.
template <class Scalar>
inline void fill_reset(const BodyPoseDerivatives<Scalar> &by, BodySaltation<Scalar> &result) {
  for (int i = 0; i < state_errors; ++i) {
    fill_zero(state_errors, result.X[i]);
    fill_zero(parameter_errors, result.E[i]);
  }
  for (int i = 0; i < 6; ++i) result.X[i][i] = 1;
  for (int i = 0; i < 6; ++i) {
    Scalar *const row = result.X[TD_ERROR_V + i];
    copy(3, by.motion[i] + TD_BODY_BY_ATTITUDE, row + TD_ERROR_ATTITUDE);
    copy(3, by.derivatives.motion[i] + TD_BODY_BY_V, row + TD_ERROR_V);
    copy(3, by.derivatives.motion[i] + TD_BODY_BY_W, row + TD_ERROR_W);
    Scalar *const parameters = result.E[TD_ERROR_V + i];
    parameters[TD_ERROR_MU_K] = by.derivatives.motion[i][TD_BODY_BY_MU_K];
    parameters[TD_ERROR_E] = by.derivatives.motion[i][TD_BODY_BY_E];
    copy(3, by.motion[i] + TD_BODY_BY_N, parameters + TD_ERROR_N);
  }
}

// Adds what other times of the touch do: the gap n . (x + r) less the ground's height grows at the rate v_n.
template <class Scalar>
inline void add_times(const Vector3<Scalar> &n, const Vector3<Scalar> &r, Scalar v_n,
                      const Scalar (&before)[state_errors], const Scalar (&after)[state_errors],
                      BodySaltation<Scalar> &result) {
  const Vector3<Scalar> arm = r.cross(n);
  Scalar jump[state_errors];
  for (int i = 0; i < state_errors; ++i)
    jump[i] = (after[i] - dot<Scalar, Scalar>(state_errors, result.X[i], before)) / v_n;
  for (int i = 0; i < state_errors; ++i) {
    for (int k = 0; k < 3; ++k) {
      result.X[i][TD_ERROR_X + k] += jump[i] * n[k];
      result.X[i][TD_ERROR_ATTITUDE + k] += jump[i] * arm[k];
    }
    result.E[i][TD_ERROR_HEIGHT] = -jump[i];
  }
}

template <class Scalar>
inline bool is_finite(const BodyLoads<Scalar> &loads) {
  return touchdown::all_finite(vector(loads.force)) && touchdown::all_finite(vector(loads.torque));
}

// Of a body whose impact has been resolved. RANGE or solved.
template <class Scalar>
Status saltation_of(const BodyContact<Scalar> &contact, const BodyLoads<Scalar> &loads_before,
                    const BodyLoads<Scalar> &loads_after, const BodyPoseDerivatives<Scalar> &by,
                    BodySaltation<Scalar> &result) {
  result.body = by.derivatives.body;
  result.margin = by.derivatives.margin;
  fill_reset(by, result);
  FreeBody<Scalar> body;
  ContactFrame<Scalar> frame;
  if (body.enter(contact.body) < 0 || !frame_of(vector(contact.n), frame)) return TD_REFUSED_RANGE;
  const Vector3<Scalar> r = vector(contact.r);
  const Scalar v_n = frame.n.dot(body.velocity_at(r));
  if (v_n < 0) {
    Scalar before[state_errors], after[state_errors];
    flow_of(body, body.before, loads_before, before);
    flow_of(body, Motion<Scalar>{vector(result.body.v), vector(result.body.w)}, loads_after, after);
    add_times(frame.n, r, v_n, before, after, result);
  }
  const bool finite = entries_finite(state_errors * state_errors, result.X[0]) &&
                      entries_finite(state_errors * parameter_errors, result.E[0]);
  return finite ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
