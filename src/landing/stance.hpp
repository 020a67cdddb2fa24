// How a lander stands: whether forces within the cones of the feet on the ground can hold it, and what leads out of
// there; and what became of it after a step.
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
//
// A lander tips once its centre of mass is beyond all of its feet, as seen along gravity, from those that touch, and
// goes on outwards: what gravity does from there on only turns it further, and no foot can catch it. A round foot
// counts as its whole sphere: wherever it touches, gravity turns the lander outwards. What it does at the horizon, it
// does for ever: it slides where friction cannot hold it, balances, or bounces without loss.
#ifndef TOUCHDOWN_LANDING_STANCE_HPP
#define TOUCHDOWN_LANDING_STANCE_HPP

#include "landing/contacts.hpp"
#include "systems/contact_space.hpp"

namespace touchdown {

// Feet, and where each is from the centre of mass: in world axes, and as seen from above.
template <class Scalar>
struct Support {
  int feet = 0, foot[max_feet];
  Vector3<Scalar> arm[max_feet];
  Scalar x[max_feet], y[max_feet];
};

template <class Scalar>
inline Support<Scalar> support_of(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, FootSet feet) {
  Support<Scalar> support;
  ContactFrame<Scalar> upright;
  frame_of(terrain.up, upright);
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (!feet.has(i)) continue;
    const int k = support.feet++;
    support.foot[k] = i;
    support.arm[k] = arm_of(terrain, R, i);
    support.x[k] = upright.t.dot(support.arm[k]);
    support.y[k] = upright.s.dot(support.arm[k]);
  }
  return support;
}

// The next corner of the hull after `a`: everything else is to the left of the way there, and of those on that way it
// is the farthest. `a` itself where all feet stand on one spot. Those in `known`, by their place in
// `support`, are corners already.
template <class Scalar>
inline int next_corner(const Support<Scalar> &support, FootSet known, int a) {
  int next = a;
  Scalar x = 0, y = 0, near = 0;  // the way to `next`, and its square
  for (int c = 0; c < support.feet; ++c) {
    if (known.has(c)) continue;
    const Scalar x_c = support.x[c] - support.x[a];
    const Scalar y_c = support.y[c] - support.y[a];
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

// The corners of the hull, anticlockwise, the first at the end once more. Returns the number of edges; fewer than
// three: no polygon.
template <class Scalar>
inline int find_hull(const Support<Scalar> &support, int (&corner)[max_feet + 1]) {
  const Scalar *x = support.x, *y = support.y;
  int start = 0;
  for (int i = 1; i < support.feet; ++i)
    if (y[i] < y[start] || (y[i] == y[start] && x[i] < x[start])) start = i;
  corner[0] = start;
  FootSet known;
  for (int edges = 0; edges < support.feet; ++edges) {
    const int next = next_corner(support, known, corner[edges]);
    if (next == corner[edges]) return 0;
    corner[edges + 1] = next;
    known.add(next);
    if (next == start) return edges + 1;
  }
  return 0;
}

// What turns over an edge, in world axes.
template <class Scalar>
struct TippingBody {
  Scalar mass, gravity;
  Vector3<Scalar> up;
  Matrix3<Scalar> inertia;
  Vector3<Scalar> v, spin;  // spin: angular momentum about the centre of mass
};

// Of an edge of the support polygon, or least of all of them.
template <class Scalar>
struct Barrier {
  Scalar energy, angle;  // [J], less the energy of the rotation about it; [rad] to above it, below 0: beyond
  int edges, from, to;   // of the polygon, 0 without one; feet, seen from above the polygon is to their left
};

// From one arm to the next. rho is normal to the axis, so that only the parts of gravity and velocity across the axis
// enter.
template <class Scalar>
inline Barrier<Scalar> barrier_of(const TippingBody<Scalar> &body, const Vector3<Scalar> &foot,
                                  const Vector3<Scalar> &next) {
  const Vector3<Scalar> way = next - foot;
  const Vector3<Scalar> axis = way * (1 / square_root(way.squaredNorm()));
  const Vector3<Scalar> rho = axis * axis.dot(foot) - foot;
  const Vector3<Scalar> around = axis.cross(rho);
  const Scalar along = axis.dot(body.up), height = body.up.dot(rho), inside = body.up.dot(around);
  const Scalar L_square = rho.squaredNorm();
  const Scalar lift = square_root(L_square * (1 - along * along)) - height;
  const Scalar needed = body.mass * body.gravity * (inside > 0 ? lift : -lift);
  const Scalar H = body.mass * around.dot(body.v) + axis.dot(body.spin);
  const Vector3<Scalar> turning = body.inertia * axis;
  const Scalar inertia = axis.dot(turning) + body.mass * L_square;
  return {needed - (H > 0 ? Scalar(0.5) * H * (H / inertia) : Scalar(0)), angle_of(height, inside), 1, -1, -1};
}

// The least over the edges of the hull of `feet`.
template <class Scalar>
inline Barrier<Scalar> barrier_of(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R,
                                  const Motion<Scalar> &motion, FootSet feet) {
  const Support<Scalar> support = support_of(terrain, R, feet);
  const Matrix3<Scalar> inertia = turned(matrix(terrain.lander->inertia), R);
  const Scalar gravity = square_root(vector(terrain.lander->gravity).squaredNorm());
  const TippingBody<Scalar> body = {terrain.lander->mass, gravity, terrain.up, inertia, motion.v, inertia * motion.w};
  int corner[max_feet + 1];
  const int edges = gravity > 0 ? find_hull(support, corner) : 0;
  Barrier<Scalar> least = {-1, 0, 0, -1, -1};
  if (edges < 3) return least;
  least.edges = edges;
  for (int k = 0; k < edges; ++k) {
    const int from = corner[k], to = corner[k + 1];
    const Barrier<Scalar> edge = barrier_of(body, support.arm[from], support.arm[to]);
    if (k == 0 || edge.angle < least.angle) least.angle = edge.angle;
    if (k > 0 && !(edge.energy < least.energy)) continue;
    least.energy = edge.energy;
    least.from = support.foot[from];
    least.to = support.foot[to];
  }
  return least;
}

// From rest.
template <class Scalar>
inline Barrier<Scalar> barrier_of(const Terrain<Scalar> &terrain, const State<Scalar> &state, FootSet feet) {
  const Motion<Scalar> still{Vector3<Scalar>::Zero(), Vector3<Scalar>::Zero()};
  return barrier_of(terrain, rotation_of(state.q), still, feet);
}

template <class Scalar>
TD_COLD void watch_margin(const Terrain<Scalar> &terrain, MovingLanding<Scalar> &landing) {
  const State<Scalar> &state = landing.state;
  const Barrier<Scalar> barrier =
      barrier_of(terrain, rotation_of(state.q), Motion<Scalar>{state.v, state.w}, every_foot);
  if (barrier.edges == 0 || (landing.least_from >= 0 && !(barrier.energy < landing.least_margin))) return;
  landing.least_margin = barrier.energy;
  landing.least_time = landing.time;
  landing.least_from = barrier.from;
  landing.least_to = barrier.to;
}

// The result of one step of gravity from rest.
template <class Scalar>
struct StaticSolve {
  FootSet feet;           // on the ground
  Motion<Scalar> motion;  // that is left
  Scalar load = 0;        // [N s] along the normals
  Scalar righting = 0;    // [N s m] how far the centres of the feet are above the centre of mass, by their loads
  Scalar friction = 0, most_friction = 0;  // [N s] of all feet: used, and there is
};

template <class Scalar>
inline FootSet feet_that_may_hold(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose) {
  FootSet feet;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (pose.gap[i] < tolerance::holds_within<Scalar> * terrain.scales.length) feet.add(i);
  return feet;
}

template <class Scalar>
inline Status solve_statics(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, StaticSolve<Scalar> &statics) {
  FeetInContact<Scalar> contacts;
  ContactSet<Scalar> &set = contacts.set;
  Phase<Scalar> phase;
  contacts.R = pose.R;
  statics.feet = feet_that_may_hold(terrain, pose);
  const Scalar step = terrain.scales.step;
  statics.motion = {step * vector(terrain.lander->gravity), Vector3<Scalar>::Zero()};
  if (statics.feet.empty()) return TD_SOLVED;
  make_contacts(terrain, statics.motion, statics.feet, false, contacts);
  const Status status = complete(set);
  if (status < 0) return status;
  fill_zero(max_feet, phase.target);
  phase.by_newton = true;
  solve_bearing(set, TD_MAX_LANDING_ITERATIONS, phase);
  for (int k = 0; k < set.count; ++k) {
    const ContactVector<Scalar> &p = phase.impulses.p[k];
    statics.load += p.n;
    statics.righting += p.n * terrain.up.dot(pose.R * vector(terrain.lander->foot[contacts.foot[k]].r));
    statics.friction += square_root(p.t * p.t + p.s * p.s);
    statics.most_friction += terrain.lander->foot[contacts.foot[k]].mu_sliding * p.n;
  }
  return apply_impulses(terrain, contacts, phase.impulses, statics.motion);
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
TD_COLD Status find_standing(const Terrain<Scalar> &terrain, const State<Scalar> &state, Standing<Scalar> &standing) {
  const Pose<Scalar> pose = pose_of(terrain, state);
  const Status status = solve_statics(terrain, pose, standing.statics);
  if (status < 0) return status;
  const StaticSolve<Scalar> &statics = standing.statics;
  standing.kinetic = kinetic_energy(*terrain.lander, state, pose.R);
  standing.barrier = barrier_of(terrain, state, statics.feet);
  standing.stance = TD_STANCE_FALLS;
  if (statics.feet.empty()) return TD_SOLVED;
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

// The first two feet; twice the same where there is one, -1 without a foot.
template <class Record>
inline void name_edge(FootSet feet, Record &record) {
  const FootSet others = without_first(feet);
  record.edge_from = feet.empty() ? -1 : first_of(feet);
  record.edge_to = others.empty() ? record.edge_from : first_of(others);
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
  stance.feet = mask_of(statics.feet);
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

template <class Scalar>
inline bool is_upright(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R) {
  const Scalar rise = terrain.up.dot(R * vector(terrain.lander->up));
  return rise > 0 && 2 * rise * rise > vector(terrain.lander->up).squaredNorm();
}

// From the feet that touch to below the centre of mass.
template <class Scalar>
inline Vector3<Scalar> outwards_from(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, FootSet feet) {
  Vector3<Scalar> sum = Vector3<Scalar>::Zero();
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (feet.has(i)) sum -= arm_of(terrain, R, i);
  return sum - terrain.up * terrain.up.dot(sum);
}

// Whether the centre of mass is beyond every foot that way, by more than what forces are taken to hold, and moves so
// beside those that touch.
template <class Scalar>
inline bool is_beyond(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, const Vector3<Scalar> &w,
                      FootSet feet) {
  const Vector3<Scalar> out = outwards_from(terrain, R, feet);
  const Vector3<Scalar> seen = R.transpose() * out;  // from the body
  const Scalar length = square_root(out.squaredNorm());
  const Scalar nearest = -tolerance::held<Scalar> * terrain.reach * length;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (!(seen.dot(vector(terrain.lander->foot[i].r)) + terrain.lander->foot[i].radius * length < nearest))
      return false;
  Scalar drift = 0;
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (feet.has(i)) drift -= out.dot(w.cross(arm_of(terrain, R, i)));
  return drift > 0;
}

template <class Scalar>
inline bool is_in_ground(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x) {
  if (has_heights(terrain)) return terrain.centre <= 0;
  for (int i = 0; i < terrain.planes; ++i)
    if (!(height_of(terrain, x, i) <= 0)) return false;
  return true;
}

template <class Scalar>
inline bool tips(const Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing) {
  if (is_in_ground(terrain, landing.state.x)) return true;
  const FootSet feet = feet_of_mask(landing.bearing);
  if (feet.empty() || thrusts(terrain, landing) || landing.phase != TD_PHASE_MOVING) return false;
  return is_beyond(terrain, rotation_of(landing.state.q), landing.state.w, feet);
}

// Some foot touches, nothing thrusts, and the lander is slow. One that lies flat stops by its own rule.
template <class Scalar>
inline bool is_quiet(const Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing) {
  if (landing.bearing == 0 || landing.phase != TD_PHASE_MOVING || thrusts(terrain, landing)) return false;
  return is_slower(terrain, Motion<Scalar>{landing.state.v, landing.state.w}, tolerance::slow<Scalar>);
}

// Whether the lander goes away from every plane, and neither gravity nor a thrust that goes on pulls it back.
template <class Scalar>
inline bool leaves(const Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing) {
  if (landing.bearing != 0) return false;
  Vector3<Scalar> a = vector(terrain.lander->gravity);
  if (thrusts(terrain, landing))
    a += rotation_of(landing.state.q) * vector(terrain.lander->thrust) / terrain.lander->mass;
  for (int i = 0; i < terrain.planes; ++i) {
    const Vector3<Scalar> &n = terrain.frame[i].n;
    if (!(n.dot(landing.state.v) > 0 && n.dot(a) >= 0)) return false;
  }
  return true;
}

// No impact takes anything from its normal speed.
template <class Scalar>
inline bool bounces(const Lander<Scalar> &lander, const MovingLanding<Scalar> &landing) {
  bool all = landing.first_contact >= 0;
  for (int i = 0; i < lander.feet; ++i) all = all && lander.foot[i].surface.e == 1;
  return all;
}

// At the horizon. What slides does not turn; what balances is slow.
template <class Scalar, class FindStance>
inline std::int32_t outcome_at_end(const Terrain<Scalar> &terrain, const FindStance &stance,
                                   const MovingLanding<Scalar> &landing) {
  if (leaves(terrain, landing)) return TD_OUTCOME_LEAVES;
  const bool bears = landing.bearing != 0 && !thrusts(terrain, landing);
  const Vector3<Scalar> still = Vector3<Scalar>::Zero();
  const Scalar slow = tolerance::slow<Scalar>;
  if (bears && is_slower(terrain, Motion<Scalar>{still, landing.state.w}, slow)) {
    const std::int32_t found = stance();
    if (found == TD_STANCE_SLIDES) return TD_OUTCOME_SLIDES;
    if (found == TD_STANCE_BALANCES && is_slower(terrain, Motion<Scalar>{landing.state.v, still}, slow))
      return TD_OUTCOME_BALANCES;
  }
  return bounces(*terrain.lander, landing) ? TD_OUTCOME_BOUNCES : TD_OUTCOME_UNDECIDED;
}

// `stance` finds how the lander stands.
template <class Scalar, class FindStance>
inline std::int32_t outcome_of(const Terrain<Scalar> &terrain, const FindStance &stance,
                               const MovingLanding<Scalar> &landing) {
  if (landing.phase == TD_PHASE_RESTING)
    return is_upright(terrain, rotation_of(landing.state.q)) ? TD_OUTCOME_RESTS_UPRIGHT : TD_OUTCOME_RESTS_OTHERWISE;
  if (tips(terrain, landing)) return TD_OUTCOME_TIPS;
  if (landing.time < horizon_of(*terrain.lander)) return TD_OUTCOME_OPEN;
  return outcome_at_end(terrain, stance, landing);
}

}  // namespace touchdown

#endif
