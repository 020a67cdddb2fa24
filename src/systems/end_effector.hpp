// The impact of an arm's contact at its joints, and how fast it may approach: the impact of
// systems/generalized_speeds.hpp, compared with limits; docs/theory (L.10).
//   Homogeneity: u -> k u gives p -> k p, du -> k du; so the largest scale is the least of limit / |limited value|.
//   Peak force of a linear spring: F^2 / (2 stiffness) = v_n^2 / (2 W_nn), ISO/TS 15066:2016, Annex A.
//   Impact-invariant directions: c . du = c M^-1 J^T p = 0 for every p, the complement of the columns of M^-1 J^T.
#ifndef TOUCHDOWN_SYSTEMS_END_EFFECTOR_HPP
#define TOUCHDOWN_SYSTEMS_END_EFFECTOR_HPP

#include "systems/generalized_speeds.hpp"
#include "systems/slide.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

template <class Scalar>
inline bool are_limits(int n, const Scalar *limits) {
  bool valid = true;
  for (int i = 0; i < n && limits != nullptr; ++i) valid = valid && limits[i] >= 0;
  return valid;
}

template <class Scalar>
inline bool has_limits(const Effector<Scalar> &effector) {
  const System<Scalar> &system = effector.speeds.system;
  return are_limits(system.n, effector.max_speed_jump) && are_limits(system.n, effector.max_joint_impulse) &&
         are_limits(system.constraints, effector.max_constraint_impulse) && effector.stiffness >= 0 &&
         is_finite(effector.stiffness) && effector.max_force >= 0;
}

// One limit of one joint. An infinite limit never binds, and neither does one whose joint feels nothing.
template <class Scalar>
inline void bind(std::int32_t limit, int joint, Scalar most, Scalar happens, EffectorImpact<Scalar> &impact) {
  const Scalar size = abs(happens);
  if (!(size > 0) || !is_finite(most)) return;
  const Scalar scale = most / size;
  if (!is_finite(scale) || (impact.limit != TD_LIMIT_NONE && scale >= impact.scale)) return;
  impact.scale = scale;
  impact.limit = limit;
  impact.joint = joint;
}

template <class Scalar>
inline void find_scale(const Effector<Scalar> &effector, const SystemAnswer<Scalar> &answer,
                       EffectorImpact<Scalar> &impact) {
  const System<Scalar> &system = effector.speeds.system;
  impact.scale = TD_NOT_APPLICABLE;
  impact.limit = TD_LIMIT_NONE;
  impact.joint = -1;
  for (int i = 0; i < system.n; ++i) {
    if (effector.max_speed_jump != nullptr)
      bind(TD_LIMIT_SPEED_JUMP, i, effector.max_speed_jump[i], answer.u[i] - system.u[i], impact);
    if (effector.max_joint_impulse != nullptr)
      bind(TD_LIMIT_JOINT_IMPULSE, i, effector.max_joint_impulse[i], answer.joint_impulses[i], impact);
  }
  for (int i = 0; i < system.constraints && effector.max_constraint_impulse != nullptr; ++i)
    bind(TD_LIMIT_CONSTRAINT_IMPULSE, i, effector.max_constraint_impulse[i], answer.constraint_impulses[i], impact);
  if (effector.max_force > 0 && effector.stiffness > 0)
    bind(TD_LIMIT_PEAK_FORCE, -1, effector.max_force, impact.peak_force, impact);
}

template <class Scalar>
inline Scalar peak_force_of(Scalar stiffness, const SystemAnswer<Scalar> &answer) {
  if (stiffness == 0) return TD_NOT_APPLICABLE;
  return answer.v_n < 0 ? -answer.v_n * square_root(stiffness / answer.W_nn) : Scalar(0);
}

// The largest rounding of the contact's velocity, along any axis: a part of the sum of the joints' shares there.
template <class Scalar>
inline Scalar rounding_of(const Speeds<Scalar> &arm, const Scalar *u_after) {
  const int n = arm.system.n;
  Scalar size = 0;
  for (int i = 0; i < n; ++i) {
    const Scalar column = abs(arm.J[i]) + abs(arm.J[n + i]) + abs(arm.J[2 * n + i]);
    size += column * (abs(arm.system.u[i]) + abs(u_after[i]));
  }
  return tolerance::point_speed<Scalar> * size;
}

template <class Scalar>
inline Vector3<Scalar> slide_of(const Speeds<Scalar> &arm, const SpeedsImpact<Scalar> &speeds, const Scalar *u_after) {
  const Impact<Scalar> &impact = speeds.impact;
  const ContactVector<Scalar> slide = slide_of(impact.v, impact.mode_restitution, rounding_of(arm, u_after));
  if (arm.axes == TD_AXES_CONTACT) return Vector3<Scalar>(slide.t, slide.s, Scalar(0));
  return vector(speeds.t) * slide.t + vector(speeds.s) * slide.s;
}

// td_predict_effector. `impact` and `answer` are scratch when the status is negative.
template <class Scalar>
inline Status predict_effector(const Effector<Scalar> &effector, EffectorImpact<Scalar> &impact,
                               SystemAnswer<Scalar> &answer) {
  const Status status = resolve_speeds(effector.speeds, impact.speeds, answer);
  if (status < 0) return status;
  if (!has_limits(effector)) return TD_REFUSED_LIMIT;
  view(impact.slide) = slide_of(effector.speeds, impact.speeds, answer.u);
  impact.energy_lost = impact.speeds.impact.energy_friction + impact.speeds.impact.energy_restitution;
  impact.peak_force = peak_force_of(effector.stiffness, answer);
  find_scale(effector, answer, impact);
  return is_finite_or_absent(impact.peak_force) ? status : TD_REFUSED_RANGE;
}

// Takes from x its part along the k rows of Q, and makes it a unit vector. False if nothing remains.
template <class Scalar>
inline bool join(int k, int n, Scalar *Q, Scalar *x) {
  Scalar along[max_speeds];
  fill_zero(k, along);
  shrink(n, x);
  const Scalar before = dot(n, x, x);
  project_out(k, n, Q, n, x, along);
  const Scalar left = dot(n, x, x);
  constexpr Scalar rank = tolerance::rank<Scalar>;
  if (!(left > rank * rank * before)) return false;
  const Scalar inv_length = 1 / square_root(left);
  for (int i = 0; i < n; ++i) x[i] *= inv_length;
  return true;
}

// A column of M^-1 J^T: the change by an impulse of 1 N s along n, t or s.
template <class Scalar>
inline void fill_change(const SpeedsSpace<Scalar> &space, int n, const ContactVector<Scalar> &direction, Scalar *x) {
  for (int i = 0; i < n; ++i) x[i] = dot(space.point.Y[i], direction);
  solve_upper(space.mass.view, x);
}

// An orthonormal basis of the columns of M^-1 J^T; their number, or -1 if one is not finite.
template <class Scalar>
inline int span_changes(const SpeedsSpace<Scalar> &space, int n, Scalar *Q) {
  const ContactVector<Scalar> directions[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int rank = 0;
  for (const ContactVector<Scalar> &direction : directions) {
    if (rank == n) break;
    Scalar *const x = Q + rank * n;
    fill_change(space, n, direction, x);
    if (!entries_finite(n, x)) return -1;
    rank += join(rank, n, Q, x) ? 1 : 0;
  }
  return rank;
}

// The unit vector of an axis with the smallest part along the k rows of Q.
template <class Scalar>
inline int least_spanned(int k, int n, const Scalar *Q) {
  int chosen = 0;
  Scalar least = 2;
  for (int i = 0; i < n; ++i) {
    Scalar spanned = 0;
    for (int row = 0; row < k; ++row) spanned += Q[row * n + i] * Q[row * n + i];
    if (spanned < least) {
      least = spanned;
      chosen = i;
    }
  }
  return chosen;
}

// td_effector_invariants.
template <class Scalar>
inline Status find_invariants(const Speeds<Scalar> &speeds, std::int32_t &count, Scalar *rows) {
  SpeedsSpace<Scalar> space;
  const Status status = enter(speeds, speeds.system.hold, space);
  if (status < 0) return status;
  const int n = speeds.system.n;
  Scalar Q[max_speeds * max_speeds];
  const int rank = span_changes(space, n, Q);
  if (rank < 0) return TD_REFUSED_RANGE;
  for (int row = rank; row < n; ++row) {
    Scalar *const x = Q + row * n;
    const int unit = least_spanned(row, n, Q);
    fill_zero(n, x);
    x[unit] = 1;
    join(row, n, Q, x);
  }
  if (!entries_finite((n - rank) * n, Q + rank * n)) return TD_REFUSED_RANGE;
  count = n - rank;
  copy(count * n, Q + rank * n, rows);
  return status;
}

}  // namespace touchdown

#endif
