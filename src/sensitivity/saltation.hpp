// The saltation matrix of a body's impact (V.11): Kong, Payne, Zhu and Johnson 2023, equation (12),
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
inline void fill_reset(const BodyDerivatives<Scalar> &by, const BodyPoseDerivatives<Scalar> &by_pose,
                       BodySaltation<Scalar> &result) {
  for (int i = 0; i < state_errors; ++i) {
    fill_zero(state_errors, result.X[i]);
    fill_zero(parameter_errors, result.E[i]);
  }
  for (int i = 0; i < 6; ++i) result.X[i][i] = 1;
  for (int i = 0; i < 6; ++i) {
    Scalar *const row = result.X[TD_ERROR_V + i];
    copy(3, by_pose.motion[i] + TD_BODY_BY_ATTITUDE, row + TD_ERROR_ATTITUDE);
    copy(3, by.motion[i] + TD_BODY_BY_V, row + TD_ERROR_V);
    copy(3, by.motion[i] + TD_BODY_BY_W, row + TD_ERROR_W);
    Scalar *const parameters = result.E[TD_ERROR_V + i];
    parameters[TD_ERROR_MU_K] = by.motion[i][TD_BODY_BY_MU_K];
    parameters[TD_ERROR_E] = by.motion[i][TD_BODY_BY_E];
    copy(3, by_pose.motion[i] + TD_BODY_BY_N, parameters + TD_ERROR_N);
  }
}

// How the time of the touch changes: the gap by errors of the configuration, the rate at which it grows, and the flows
// before and after.
template <class Scalar, int states>
struct TouchTime {
  Scalar gap[states / 2], rate;
  Scalar before[states], after[states];
};

// Adds what other times of the touch do. X has 2 n rows and columns, E as many rows.
template <class Scalar, int states>
inline void add_times(int n, const TouchTime<Scalar, states> &touch, Scalar *X, Scalar *E) {
  for (int i = 0; i < 2 * n; ++i) {
    Scalar *const row = X + i * 2 * n;
    const Scalar jump = (touch.after[i] - dot<Scalar, Scalar>(2 * n, row, touch.before)) / touch.rate;
    add_scaled(n, jump, touch.gap, row);
    E[i * parameter_errors + TD_ERROR_HEIGHT] = -jump;
  }
}

template <class Scalar>
inline bool is_finite(const BodyLoads<Scalar> &loads) {
  return touchdown::all_finite(vector(loads.force)) && touchdown::all_finite(vector(loads.torque));
}

template <class Scalar>
struct FlightLoads {
  const BodyLoads<Scalar> &before, &after;
};

// Of a body whose impact has been resolved. RANGE or solved.
template <class Scalar>
Status saltation_of(const BodyContact<Scalar> &contact, const FlightLoads<Scalar> &loads,
                    const BodyDerivatives<Scalar> &by, const BodyPoseDerivatives<Scalar> &by_pose,
                    BodySaltation<Scalar> &result) {
  result.body = by.body;
  result.margin = by.margin;
  fill_reset(by, by_pose, result);
  FreeBody<Scalar> body;
  ContactFrame<Scalar> frame;
  if (body.enter(contact.body) < 0 || !frame_of(vector(contact.n), frame)) return TD_REFUSED_RANGE;
  const Vector3<Scalar> r = vector(contact.r), arm = r.cross(frame.n);
  TouchTime<Scalar, state_errors> touch;
  touch.rate = frame.n.dot(body.velocity_at(r));
  if (touch.rate < 0) {
    for (int i = 0; i < 3; ++i) {
      touch.gap[TD_ERROR_X + i] = frame.n[i];
      touch.gap[TD_ERROR_ATTITUDE + i] = arm[i];
    }
    flow_of(body, body.before, loads.before, touch.before);
    flow_of(body, Motion<Scalar>{vector(by.body.v), vector(by.body.w)}, loads.after, touch.after);
    add_times(state_errors / 2, touch, result.X[0], result.E[0]);
  }
  const bool finite = entries_finite(state_errors * state_errors, result.X[0]) &&
                      entries_finite(state_errors * parameter_errors, result.E[0]);
  return finite ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
