// How a lander stands: whether forces within the cones of the feet on the ground can hold it, and what leads out of
// there.
//   forces   one step of gravity from v = w = 0, its feet pressed, leaves it still; or it slips without turning: it
//            slides
//   barrier  m (|g_perp| L + g . rho) of the least edge of these feet's hull (L.8); above all kinetic energy, it rests
//   without a hull, on one foot or two: it stands if they are round and their centres, by their loads, above the centre
//   of mass, and balances else
//
// What it takes to turn over an edge of the support polygon (hull of the feet as seen from above), should both feet of
// the edge catch the ground; docs/theory (L.8), (L.9).
//   needed     m (|g_perp| L + g . rho): the lift of the centre of mass from where it is to above the edge
//   available  H^2 / (2 I_edge), the energy of the rotation about the edge that its angular momentum H there leaves
// rho is the perpendicular from the edge to the centre of mass, L its length, g_perp gravity across the edge. The rest
// of the kinetic energy is lost where the edge catches.
#ifndef TOUCHDOWN_LANDING_STANCE_HPP
#define TOUCHDOWN_LANDING_STANCE_HPP

#include "landing/contacts.hpp"
#include "systems/contact_space.hpp"

namespace touchdown {

// What stands, in world axes.
template <class Scalar>
struct Support {
  Scalar mass, gravity;  // gravity >= 0
  Vector3<Scalar> up;
  Matrix3<Scalar> inertia;
  Vector3<Scalar> v, spin;  // spin: angular momentum about the centre of mass
  int feet = 0;
  Vector3<Scalar> arm[max_feet];  // of the feet, from the centre of mass
};

// An edge of the support polygon.
template <class Scalar>
struct Edge {
  std::int32_t from, to;  // feet; seen from above the polygon is to the left
  Scalar
      energy_margin;  // [J] needed to lift the centre of mass over the edge, less the energy of the rotation about it
  Scalar tipping_angle;  // [rad] from the centre of mass to above the edge; below 0: beyond
};

template <class Scalar>
struct Stability {
  int edges, worst;  // of the polygon, 0 without gravity; the edge of the least energy, -1 without edges
  Edge<Scalar> edge[max_feet];
};

template <class Scalar>
struct SeenFromAbove {
  Scalar x[max_feet], y[max_feet];
};

// The next corner of the hull after `a`: everything else is to the left of the way there, and of those on that way it
// is the farthest. `a` itself where all feet stand on one spot. Feet in the mask `known` are corners already.
template <class Scalar>
inline int next_corner(const SeenFromAbove<Scalar> &foot, int feet, std::uint32_t known, int a) {
  int next = a;
  Scalar x = 0, y = 0, near = 0;  // the way to `next`, and its square
  for (int c = 0; c < feet; ++c) {
    if ((known >> c & 1U) != 0) continue;
    const Scalar x_c = foot.x[c] - foot.x[a];
    const Scalar y_c = foot.y[c] - foot.y[a];
    const Scalar far = x_c * x_c + y_c * y_c;
    const Scalar left = x * y_c - y * x_c;
    const Scalar rounding = tolerance::aligned<Scalar> * (near + far);
    if (left > rounding || (left >= -rounding && far <= near)) continue;
    next = c;
    x = x_c;
    y = y_c;
    near = far;
  }
  return next;
}

// The hull, anticlockwise, as edges from corner to corner. Fewer than three: no polygon.
template <class Scalar>
inline int hull(const SeenFromAbove<Scalar> &foot, int feet, Edge<Scalar> *edge) {
  int start = 0;
  for (int i = 1; i < feet; ++i) {
    const bool lower = foot.y[i] < foot.y[start];
    if (lower || (foot.y[i] == foot.y[start] && foot.x[i] < foot.x[start])) start = i;
  }
  int corner = start;
  std::uint32_t known = 0;
  for (int edges = 0; edges < feet; ++edges) {
    const int next = next_corner(foot, feet, known, corner);
    if (next == corner) return 0;
    edge[edges] = {corner, next, 0, 0};
    corner = next;
    known |= 1U << corner;
    if (corner == start) return edges + 1;
  }
  return 0;
}

// rho is normal to the axis, so that only the parts of gravity and velocity across the axis enter.
template <class Scalar>
inline void weigh(const Support<Scalar> &support, Edge<Scalar> &edge) {
  const Vector3<Scalar> &foot = support.arm[edge.from];
  const Vector3<Scalar> way = support.arm[edge.to] - foot;
  const Vector3<Scalar> axis = way * (1 / square_root(way.squaredNorm()));
  const Vector3<Scalar> rho = axis * axis.dot(foot) - foot;
  const Vector3<Scalar> around = axis.cross(rho);
  const Scalar along = axis.dot(support.up), height = support.up.dot(rho), inside = support.up.dot(around);
  edge.tipping_angle = angle_of(height, inside);
  const Scalar L_square = rho.squaredNorm();
  const Scalar lift = square_root(L_square * (1 - along * along)) - height;
  const Scalar needed = support.mass * support.gravity * (inside > 0 ? lift : -lift);
  const Scalar H = support.mass * around.dot(support.v) + axis.dot(support.spin);
  const Vector3<Scalar> turning = support.inertia * axis;
  const Scalar inertia = axis.dot(turning) + support.mass * L_square;
  edge.energy_margin = needed - (H > 0 ? Scalar(0.5) * H * (H / inertia) : Scalar(0));
}

// Of the feet of the mask; edges name them by their number among these.
template <class Scalar>
inline void find_stability(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, const Motion<Scalar> &motion,
                           std::uint32_t feet, Stability<Scalar> &stability) {
  Support<Scalar> support;
  ContactFrame<Scalar> upright;
  SeenFromAbove<Scalar> foot;
  frame_of(terrain.up, upright);
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if ((feet >> i & 1U) == 0) continue;
    const Vector3<Scalar> &arm = support.arm[support.feet] = arm_of(terrain, R, i);
    foot.x[support.feet] = upright.t.dot(arm);
    foot.y[support.feet++] = upright.s.dot(arm);
  }
  support.mass = terrain.lander->mass;
  support.gravity = square_root(vector(terrain.lander->gravity).squaredNorm());
  support.up = upright.n;
  support.inertia = turned(matrix(terrain.lander->inertia), R);
  support.v = motion.v;
  support.spin = support.inertia * motion.w;
  stability.edges = support.gravity > 0 ? hull(foot, support.feet, stability.edge) : 0;
  stability.worst = -1;
  if (stability.edges < 3) stability.edges = 0;
  for (int i = 0; i < stability.edges; ++i) {
    weigh(support, stability.edge[i]);
    const bool first = i == 0;
    if (first || stability.edge[i].energy_margin < stability.edge[stability.worst].energy_margin) stability.worst = i;
  }
}

template <class Scalar>
__attribute__((noinline)) void watch_margin(const Terrain<Scalar> &terrain, MovingLanding<Scalar> &landing) {
  Stability<Scalar> stability;
  const State<Scalar> &state = landing.state;
  find_stability(terrain, rotation_of(state.q), Motion<Scalar>{state.v, state.w}, ~0U, stability);
  if (stability.edges == 0) return;
  const Edge<Scalar> &worst = stability.edge[stability.worst];
  if (landing.least_from >= 0 && !(worst.energy_margin < landing.least_margin)) return;
  landing.least_margin = worst.energy_margin;
  landing.least_time = landing.time;
  landing.least_from = worst.from;
  landing.least_to = worst.to;
}

// The result of one step of gravity from rest.
template <class Scalar>
struct StaticSolve {
  std::uint32_t feet = 0;  // on the ground
  Motion<Scalar> motion;   // that is left
  Scalar load = 0;         // [N s] along the normals
  Scalar righting = 0;     // [N s m] how far the centres of the feet are above the centre of mass, by their loads
  Scalar friction = 0, most_friction = 0;  // [N s] of all feet: used, and there is
};

template <class Scalar>
inline std::uint32_t feet_that_may_hold(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose) {
  std::uint32_t feet = 0;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (pose.gap[i] < tolerance::holds_within<Scalar> * terrain.scales.length) feet |= 1U << i;
  return feet;
}

template <class Scalar>
inline Status solve_statics(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, StaticSolve<Scalar> &statics) {
  FeetInContact<Scalar> contacts;
  ContactSet<Scalar> &set = contacts.set;
  Phase<Scalar> phase;
  CoupledResult<Scalar> result;
  contacts.R = pose.R;
  statics.feet = feet_that_may_hold(terrain, pose);
  const Scalar step = terrain.scales.step;
  statics.motion = {step * vector(terrain.lander->gravity), Vector3<Scalar>::Zero()};
  if (statics.feet == 0) return TD_SOLVED;
  make_contacts(terrain, statics.motion, statics.feet, false, contacts);
  const Status status = complete(set);
  if (status < 0) return status;
  fill_zero(max_feet, phase.target);
  phase.by_newton = true;
  solve_bearing(set, TD_MAX_LANDING_ITERATIONS, phase, result);
  for (int k = 0; k < set.count; ++k) {
    const ContactVector<Scalar> &p = result.total.p[k];
    statics.load += p.n;
    statics.righting += p.n * terrain.up.dot(pose.R * vector(terrain.lander->foot[contacts.foot[k]].r));
    statics.friction += square_root(p.t * p.t + p.s * p.s);
    statics.most_friction += terrain.lander->foot[contacts.foot[k]].mu_sliding * p.n;
  }
  return apply_impulses(terrain, contacts, result.total, statics.motion);
}

// How much kinetic energy leads over the least edge of the hull of some feet, which is from one foot to another; and
// the least angle by which the lander leans back from an edge.
template <class Scalar>
struct Barrier {
  int edges;  // 0 without a hull
  Scalar energy, angle;
  int from, to;
};

template <class Scalar>
inline Barrier<Scalar> barrier_of(const Terrain<Scalar> &terrain, const State<Scalar> &state, std::uint32_t feet) {
  const Motion<Scalar> still{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  Stability<Scalar> stability;
  find_stability(terrain, rotation_of(state.q), still, feet, stability);
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
  return is_slower(terrain, turning, held) && -fall < tolerance::falls_straight<Scalar> * all ? TD_STANCE_SLIDES
                                                                                              : TD_STANCE_FALLS;
}

// How a lander stands, and the figures that say so.
template <class Scalar>
struct Standing {
  std::int32_t stance;  // TD_STANCE_*
  StaticSolve<Scalar> statics;
  Barrier<Scalar> barrier;
  Scalar kinetic;
};

template <class Scalar>
__attribute__((noinline)) Status find_standing(const Terrain<Scalar> &terrain, const State<Scalar> &state,
                                               Standing<Scalar> &standing) {
  const Pose<Scalar> pose = pose_of(terrain, state);
  const Status status = solve_statics(terrain, pose, standing.statics);
  if (status < 0) return status;
  const StaticSolve<Scalar> &statics = standing.statics;
  standing.kinetic = kinetic_energy(*terrain.lander, state, pose.R);
  standing.barrier = barrier_of(terrain, state, statics.feet);
  standing.stance = TD_STANCE_FALLS;
  if (statics.feet == 0) return TD_SOLVED;
  standing.stance = held_by(terrain, statics.motion, tolerance::held<Scalar>);
  if (standing.stance != TD_STANCE_STANDS) return TD_SOLVED;
  const Barrier<Scalar> &barrier = standing.barrier;
  const bool rights = barrier.edges > 0 ? barrier.angle > tolerance::balance<Scalar> : statics.righting > 0;
  if (!rights) standing.stance = TD_STANCE_BALANCES;
  return TD_SOLVED;
}

// The stance of a slow lander, or of one at its horizon. It stands only if its kinetic energy leads over no edge, or is
// next to nothing where there is no edge.
template <class Scalar>
inline std::int32_t stance_on_feet(const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Standing<Scalar> standing;
  if (find_standing(terrain, state, standing) < 0) return TD_STANCE_FALLS;
  if (standing.stance != TD_STANCE_STANDS) return standing.stance;
  const Scalar most = tolerance::still<Scalar> * terrain.scales.speed;
  const bool rests = standing.barrier.edges > 0
                         ? standing.barrier.energy > tolerance::barrier<Scalar> * standing.kinetic
                         : 2 * standing.kinetic < terrain.lander->mass * most * most;
  return rests ? TD_STANCE_STANDS : TD_STANCE_FALLS;
}

// The least moment of inertia about a level axis through foot i, and through foot k where that is another one.
template <class Scalar>
inline Scalar inertia_about(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, int i, int k) {
  const Vector3<Scalar> arm = arm_of(terrain, R, i);
  const Matrix3<Scalar> J =
      turned(matrix(terrain.lander->inertia), R) +
      terrain.lander->mass * (arm.squaredNorm() * Matrix3<Scalar>::Identity() - arm * arm.transpose());
  if (k != i) {
    const Vector3<Scalar> way = arm_of(terrain, R, k) - arm;
    return way.dot(J * way) / way.squaredNorm();
  }
  ContactFrame<Scalar> level;
  frame_of(terrain.up, level);
  const Scalar a = level.t.dot(J * level.t), b = level.t.dot(J * level.s), c = level.s.dot(J * level.s);
  const Scalar half = Scalar(0.5) * (a - c);
  return Scalar(0.5) * (a + c) - square_root(half * half + b * b);
}

// The first two feet of the mask; twice the same where there is one, -1 without a foot.
template <class Record>
inline void name_edge(std::uint32_t feet, Record &record) {
  const std::uint32_t others = feet & (feet - 1);
  record.edge_from = feet == 0 ? -1 : foot_of(feet, 0);
  record.edge_to = others == 0 ? record.edge_from : foot_of(others, 0);
}

// td_stance_of, of a terrain that has been prepared; on ground given by a function, of planes under the feet.
template <class Scalar>
inline Status find_stance(const Terrain<Scalar> &terrain, const State<Scalar> &state, Stance<Scalar> &stance) {
  Standing<Scalar> standing;
  const Status status = find_standing(terrain, state, standing);
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
  if (barrier.edges == 0) name_edge(statics.feet, stance);
  stance.falls_in = TD_NOT_APPLICABLE;
  if (standing.stance != TD_STANCE_BALANCES) return TD_SOLVED;
  const Scalar lever = -statics.righting / statics.load,
               gravity = square_root(vector(terrain.lander->gravity).squaredNorm());
  const Scalar inertia = inertia_about(terrain, rotation_of(state.q), stance.edge_from, stance.edge_to);
  if (lever > 0) stance.falls_in = square_root(inertia / (terrain.lander->mass * gravity * lever));
  return is_finite_or_absent(stance.falls_in) && is_finite(standing.kinetic) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
