// How a lander stands: whether forces within the cones of the feet on the ground can hold it, and what leads out of
// there.
//   forces   one step of gravity from v = w = 0, its feet pressed, leaves it still; or it slips without turning: it
//            slides
//   barrier  m (|g_perp| L + g . rho) of the least edge of these feet's hull (E97); above all kinetic energy, it rests
//   without a hull, on one foot or two: it stands if they are round and their centres, by their loads, above the centre
//   of mass, and balances else
#ifndef TOUCHDOWN_LANDING_REST_HPP
#define TOUCHDOWN_LANDING_REST_HPP

#include "landing/bearing.hpp"
#include "landing/margin.hpp"

namespace touchdown {

// What one step of gravity comes to from a stand.
template <class Scalar>
struct StaticSolve {
  std::uint32_t feet = 0;  // on the ground
  Motion<Scalar> motion;   // that is left
  Scalar load = 0;         // [N s] along the normals
  Scalar righting = 0;     // [N s m] how far the centres of the feet are above the centre of mass, by their loads
  Scalar friction = 0, most_friction = 0;  // [N s] of all feet: used, and there is
};

template <class Scalar>
inline std::uint32_t feet_that_may_hold(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                        const Pose<Scalar> &pose) {
  std::uint32_t feet = 0;
  for (int i = 0; i < lander.feet; ++i)
    if (pose.gap[i] < tolerance::holds_within<Scalar> * terrain.scales.length) feet |= 1U << i;
  return feet;
}

template <class Scalar>
inline Status solve_statics(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                            StaticSolve<Scalar> &statics) {
  ContactSet<Scalar> set;
  Phase<Scalar> phase;
  CoupledResult<Scalar> result;
  int foot[max_feet];
  statics.feet = feet_that_may_hold(lander, terrain, pose);
  const Scalar step = terrain.scales.step;
  statics.motion = {step * vector(lander.gravity), Vector3<Scalar>::Zero()};
  if (statics.feet == 0) return TD_SOLVED;
  enter_feet(lander, terrain, pose, statics.motion, statics.feet, false, foot, set);
  const Status status = complete(set);
  if (status < 0) return status;
  fill_zero(max_feet, phase.target);
  phase.by_newton = true;
  solve_bearing(set, TD_MAX_LANDING_ITERATIONS, phase, result);
  for (int k = 0; k < set.count; ++k) {
    const ContactVector<Scalar> &p = result.total.p[k];
    statics.load += p.n;
    statics.righting += p.n * terrain.up.dot(pose.R * vector(lander.foot[foot[k]].r));
    statics.friction += square_root(p.t * p.t + p.s * p.s);
    statics.most_friction += lander.foot[foot[k]].mu_sliding * p.n;
  }
  return carry_back(lander, terrain, pose, foot, set, result.total, statics.motion);
}

// How much kinetic energy leads over the least edge of the hull of some feet, which is from one foot to another; and
// the least angle by which the lander leans back from an edge.
template <class Scalar>
struct Barrier {
  int edges;  // 0 without a hull
  Scalar energy, angle;
  int from, to;
};

// Foot `k` of those of the mask.
inline int foot_of(std::uint32_t feet, int k) {
  int found = 0;
  for (int i = 0; i < max_feet; ++i)
    if ((feet >> i & 1U) != 0 && k-- == 0) found = i;
  return found;
}

template <class Scalar>
inline Barrier<Scalar> barrier_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                  const State<Scalar> &state, std::uint32_t feet) {
  State<Scalar> still = state;
  still.v.setZero();
  still.w.setZero();
  Stability<Scalar> stability;
  find_stability(lander, terrain, still, feet, stability);
  if (stability.edges == 0) return {0, -1, 0, -1, -1};
  const Edge<Scalar> &worst = stability.edge[stability.worst];
  Scalar angle = worst.tipping_angle;
  for (int i = 0; i < stability.edges; ++i)
    if (stability.edge[i].tipping_angle < angle) angle = stability.edge[i].tipping_angle;
  return {stability.edges, worst.energy_margin, angle, foot_of(feet, worst.from), foot_of(feet, worst.to)};
}

template <class Scalar>
inline Scalar kinetic_energy(const Lander<Scalar> &lander, const State<Scalar> &state, const Matrix3<Scalar> &R) {
  const Vector3<Scalar> w = R.transpose() * state.w;
  return Scalar(0.5) * (lander.mass * state.v.squaredNorm() + w.dot(times(lander.inertia, w)));
}

// Whether forces that leave `motion` of a step of gravity hold the lander, or let it slide without turning.
template <class Scalar>
inline std::int32_t held_by(const Terrain<Scalar> &terrain, const Motion<Scalar> &motion, Scalar held) {
  if (is_slower(terrain, motion, held)) return TD_STANCE_STANDS;
  const Motion<Scalar> turning{Vector3<Scalar>::Zero(), motion.w};
  const Scalar fall = terrain.up.dot(motion.v), all = square_root(motion.v.squaredNorm());
  return is_slower(terrain, turning, held) && -fall < Scalar(0.999) * all ? TD_STANCE_SLIDES : TD_STANCE_FALLS;
}

// A lander on a stand.
template <class Scalar>
struct Standing {
  std::int32_t stance;  // TD_STANCE_*
  StaticSolve<Scalar> statics;
  Barrier<Scalar> barrier;
  Scalar kinetic;
};

template <class Scalar>
__attribute__((noinline)) Status find_standing(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                               const State<Scalar> &state, Standing<Scalar> &standing) {
  const Pose<Scalar> pose = pose_of(lander, terrain, state);
  const Status status = solve_statics(lander, terrain, pose, standing.statics);
  if (status < 0) return status;
  const StaticSolve<Scalar> &statics = standing.statics;
  standing.kinetic = kinetic_energy(lander, state, pose.R);
  standing.barrier = barrier_of(lander, terrain, state, statics.feet);
  standing.stance = TD_STANCE_FALLS;
  if (statics.feet == 0) return TD_SOLVED;
  standing.stance = held_by(terrain, statics.motion, tolerance::held<Scalar>);
  if (standing.stance != TD_STANCE_STANDS) return TD_SOLVED;
  const Barrier<Scalar> &barrier = standing.barrier;
  const bool rights = barrier.edges > 0 ? barrier.angle > tolerance::balance<Scalar> : statics.righting > 0;
  if (!rights) standing.stance = TD_STANCE_BALANCES;
  return TD_SOLVED;
}

// What a slow lander, or one at its horizon, does on its feet: it stands only where it is not fast enough for any way
// out.
template <class Scalar>
inline std::int32_t stance_on_feet(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                   const State<Scalar> &state) {
  Standing<Scalar> standing;
  if (find_standing(lander, terrain, state, standing) < 0) return TD_STANCE_FALLS;
  if (standing.stance != TD_STANCE_STANDS) return standing.stance;
  const Scalar most = tolerance::still<Scalar> * terrain.scales.speed;
  const bool rests = standing.barrier.edges > 0
                         ? standing.barrier.energy > tolerance::barrier<Scalar> * standing.kinetic
                         : 2 * standing.kinetic < lander.mass * most * most;
  return rests ? TD_STANCE_STANDS : TD_STANCE_FALLS;
}

// The least moment of inertia about a level axis through foot i, and through foot k where that is another one.
template <class Scalar>
inline Scalar inertia_about(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R,
                            int i, int k) {
  const Vector3<Scalar> arm = arm_of(lander, terrain, R, i);
  const Matrix3<Scalar> J = turned(matrix(lander.inertia), R) +
                            lander.mass * (arm.squaredNorm() * Matrix3<Scalar>::Identity() - arm * arm.transpose());
  if (k != i) {
    const Vector3<Scalar> way = arm_of(lander, terrain, R, k) - arm;
    return way.dot(J * way) / way.squaredNorm();
  }
  ContactFrame<Scalar> level;
  frame_of(terrain.up, level);
  const Scalar a = level.t.dot(J * level.t), b = level.t.dot(J * level.s), c = level.s.dot(J * level.s);
  const Scalar half = Scalar(0.5) * (a - c);
  return Scalar(0.5) * (a + c) - square_root(half * half + b * b);
}

// td_stance_of, of a terrain that has been prepared; on ground that a function tells, of planes under the feet.
template <class Scalar>
inline Status find_stance(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state,
                          Stance<Scalar> &stance) {
  Standing<Scalar> standing;
  const Status status = find_standing(lander, terrain, state, standing);
  if (status < 0) return status;
  const StaticSolve<Scalar> &statics = standing.statics;
  const Barrier<Scalar> &barrier = standing.barrier;
  const bool held = standing.stance >= TD_STANCE_BALANCES;
  stance.stance = standing.stance;
  stance.feet = static_cast<std::int32_t>(statics.feet);
  const bool rubs = held && statics.friction < statics.most_friction;
  stance.friction = rubs ? 1 - statics.friction / statics.most_friction : Scalar(0);
  stance.energy = barrier.edges > 0 ? barrier.energy - standing.kinetic : Scalar(TD_NOT_APPLICABLE);
  stance.edge_from = barrier.from;
  stance.edge_to = barrier.to;
  stance.falls_in = TD_NOT_APPLICABLE;
  if (barrier.edges == 0 && statics.feet != 0) {
    stance.edge_from = foot_of(statics.feet, 0);
    const std::uint32_t others = statics.feet & (statics.feet - 1);
    stance.edge_to = others == 0 ? stance.edge_from : foot_of(others, 0);
  }
  if (standing.stance != TD_STANCE_BALANCES) return TD_SOLVED;
  const Scalar lever = -statics.righting / statics.load, gravity = square_root(vector(lander.gravity).squaredNorm());
  const Scalar inertia = inertia_about(lander, terrain, rotation_of(state.q), stance.edge_from, stance.edge_to);
  if (lever > 0) stance.falls_in = square_root(inertia / (lander.mass * gravity * lever));
  return is_finite_or_absent(stance.falls_in) && is_finite(standing.kinetic) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
