// A landing under way, with its state in vectors; and how high the feet are: the planes of the ground as one step needs
// them, and the gap of each foot in a pose. A foot is
// a sphere, so that its gap is the height of its centre over its plane less its radius, and it touches at that radius
// below its centre. The lengths and speeds that count as small follow from the step (touchdown/landing.h).
//
// Ground that the caller's function describes: for each foot the plane that is tangent where the foot would touch.
//   place   p = x - (n_0 . (x - p_0)) n_0, of the plane n_0, p_0 over which heights h and gradients g are given
//   ground  point p + h n_0,  normal n_0 - (g - (n_0 . g) n_0)
//   a foot of radius r touches at c - r n, c its centre: found in a few queries, from c on
// docs/theory (L.30), (L.31).
#ifndef TOUCHDOWN_LANDING_GROUND_HPP
#define TOUCHDOWN_LANDING_GROUND_HPP

#include "landing/foot_set.hpp"
#include "numerics/rotation.hpp"
#include "systems/rigid_body.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// Where the lander is, and how it moves.
template <class Scalar>
struct State {
  Vector3<Scalar> x;
  Quaternion<Scalar> q;  // of length 1 once it is checked
  Vector3<Scalar> v, w;
};

template <class Scalar>
inline State<Scalar> state_from(const LanderState<Scalar> &state) {
  return {vector(state.x), {state.q[0], state.q[1], state.q[2], state.q[3]}, vector(state.v), vector(state.w)};
}

template <class Scalar>
inline LanderState<Scalar> state_to(const State<Scalar> &state) {
  const Vector3<Scalar> &x = state.x, &v = state.v, &w = state.w;
  return {{x[0], x[1], x[2]}, {state.q.w, state.q.x, state.q.y, state.q.z}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
}

// A td_landing under way, with its state in vectors.
template <class Scalar>
struct MovingLanding : Landing<Scalar> {
  State<Scalar> state;
  bool legs = false;  // some yield, and are read
};

// All but the state and the legs.
template <class Scalar>
inline void copy_record(const Landing<Scalar> &from, Landing<Scalar> &to) {
  to.time = from.time;
  to.first_contact = from.first_contact;
  to.energy_lost = from.energy_lost;
  to.owed = from.owed;
  to.deepest = from.deepest;
  to.clearance = from.clearance;
  to.closest_point = from.closest_point;
  to.bearing = from.bearing;
  to.phase = from.phase;
  to.outcome = from.outcome;
  to.edge_from = from.edge_from;
  to.edge_to = from.edge_to;
  to.least_margin = from.least_margin;
  to.least_time = from.least_time;
  to.least_from = from.least_from;
  to.least_to = from.least_to;
  to.steps = from.steps;
  to.impacts = from.impacts;
  to.touches = from.touches;
  to.quiet = from.quiet;
  to.sub_step = from.sub_step;
}

// The legs as well, where any yields.
template <class Scalar>
inline void take(const Landing<Scalar> &landing, bool legs, MovingLanding<Scalar> &moving) {
  copy_record<Scalar>(landing, moving);
  moving.state = state_from(landing.state);
  moving.legs = legs;
  for (int i = 0; i < max_feet && legs; ++i) moving.leg[i] = landing.leg[i];
}

template <class Scalar>
inline void give(const MovingLanding<Scalar> &moving, bool legs, Landing<Scalar> &landing) {
  copy_record<Scalar>(moving, landing);
  landing.state = state_to(moving.state);
  for (int i = 0; i < max_feet && legs; ++i) landing.leg[i] = moving.leg[i];
}

// A foot bears, strikes or lies on the ground.
template <class Scalar>
inline void note_contact(MovingLanding<Scalar> &landing) {
  if (landing.first_contact < 0) landing.first_contact = landing.time;
}

// td_landing_start; `state` has been checked.
template <class Scalar>
inline MovingLanding<Scalar> landing_from(const State<Scalar> &state) {
  MovingLanding<Scalar> landing;
  landing.state = state;
  landing.time = landing.energy_lost = landing.owed = landing.deepest = landing.sub_step = 0;
  landing.first_contact = landing.clearance = TD_NOT_APPLICABLE;
  landing.least_margin = landing.least_time = TD_NOT_APPLICABLE;
  landing.closest_point = landing.edge_from = landing.edge_to = landing.least_from = landing.least_to = -1;
  landing.bearing = landing.steps = landing.impacts = landing.touches = landing.quiet = 0;
  landing.phase = TD_PHASE_MOVING;
  landing.outcome = TD_OUTCOME_OPEN;
  for (LegRecord<Scalar> &leg : landing.leg) leg = {};
  return landing;
}

// Values that 0 stands for in a lander.
template <class Scalar>
inline int planes_of(const Lander<Scalar> &lander) {
  return lander.planes == 0 ? 1 : lander.planes;
}

template <class Scalar>
inline int impacts_of(const Lander<Scalar> &lander) {
  return lander.impacts == 0 ? TD_LANDING_IMPACTS : lander.impacts;
}

template <class Scalar>
inline Scalar horizon_of(const Lander<Scalar> &lander) {
  return lander.horizon == 0 ? Scalar(TD_DEFAULT_HORIZON) : lander.horizon;
}

// Kinetic energy and energy of height.
template <class Scalar>
struct MechanicalEnergy {
  Scalar kinetic, height;
};

template <class Scalar>
struct EnergyOfStep {
  MechanicalEnergy<Scalar> before, after;
  Scalar work;  // on the lander
};

// Sweeps of coupled solves that the pieces of a step share: as many as an impact may ask for, and what presses before
// it.
constexpr int max_shared_sweeps = 3 * TD_MAX_LANDING_ITERATIONS;

// One step under way.
template <class Scalar>
struct Stride {
  Matrix3<Scalar> R;  // the attitude when it begins
  Scalar left;        // [s] of the step; above 0 at its end: it has ended early
  bool last = false;  // piece: it takes all that is left
  bool thrusts = false;
  Scalar work = 0;  // of the thrust
  int sweeps_left = max_shared_sweeps;
  FootSet touched;
  FootSet rigid = every_foot;  // feet that strike: not on a leg that gives way
};

// What gravity does in one step: what counts as small is a part of it (numerics/tolerances.hpp). Without gravity, feet
// that single precision cannot separate still touch together.
template <class Scalar>
struct LandingScales {
  Scalar step;             // [s] h
  Scalar speed, length;    // [m/s] g h, [m] g h^2
  Scalar bears_within;     // [m]
  Scalar together_within;  // [m]
};

template <class Scalar>
inline LandingScales<Scalar> scales_of(Scalar gravity, Scalar step, Scalar reach) {
  const Scalar speed = gravity * step, length = speed * step;
  return {step, speed, length, tolerance::bears_within<Scalar> * length,
          max(tolerance::together_within<Scalar> * length, tolerance::together_at_all<Scalar> * reach)};
}

// What is the same throughout a step; but on ground given by a function, planes are those under the feet now
// (find_planes).
template <class Scalar>
struct Terrain {
  const Lander<Scalar> *lander;          // with its feet where its legs hold them
  int planes;                            // one for every foot, or as many as there are feet
  ContactFrame<Scalar> frame[max_feet];  // of each plane
  Vector3<Scalar> point[max_feet];       // in it
  ContactFrame<Scalar> datum;            // over which heights are given, if they are
  Scalar centre;                         // [m] then: height of the centre of mass
  Vector3<Scalar> up;
  Scalar reach;               // [m] no point of a foot is farther from the centre of mass
  BodyFactor<Scalar> factor;  // in the body
  bool thrust;                // there is one, until it is cut
  LandingScales<Scalar> scales;
  Touch<Scalar> *touches = nullptr;  // of the caller, room for the lander's most_touches; or null
};

// Whether a function gives the ground.
template <class Scalar>
inline bool has_heights(const Lander<Scalar> &lander) {
  return lander.height != nullptr;
}

template <class Scalar>
inline bool has_heights(const Terrain<Scalar> &terrain) {
  return has_heights(*terrain.lander);
}

template <class Scalar>
inline bool thrusts(const Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing) {
  if (!terrain.thrust) return false;
  return landing.first_contact < 0 || landing.time < landing.first_contact + terrain.lander->cut_delay;
}

template <class Scalar>
inline int plane_of(const Terrain<Scalar> &terrain, int foot) {
  return terrain.planes > 1 ? foot : 0;
}

// From the centre of mass to where foot i touches.
template <class Scalar>
inline Vector3<Scalar> arm_of(const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, int i) {
  return R * vector(terrain.lander->foot[i].r) - terrain.lander->foot[i].radius * terrain.frame[plane_of(terrain, i)].n;
}

template <class Scalar>
inline Scalar height_of(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x, int plane) {
  return terrain.frame[plane].n.dot(x - terrain.point[plane]);
}

template <class Scalar>
inline Scalar gap_of(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x, const Matrix3<Scalar> &R, int i) {
  const int plane = plane_of(terrain, i);
  const Vector3<Scalar> n = R.transpose() * terrain.frame[plane].n;
  return height_of(terrain, x, plane) + n.dot(vector(terrain.lander->foot[i].r)) - terrain.lander->foot[i].radius;
}

// Of foot i, over a plane of normal n in the lander, above which the centre of mass is as high as given; and the least.
template <class Scalar>
inline void find_gap(const Foot<Scalar> &foot, Scalar height, const Vector3<Scalar> &n, Scalar &gap, Scalar &least) {
  gap = height + n.dot(vector(foot.r)) - foot.radius;
  if (gap < least) least = gap;
}

// The gaps of all feet; returns the least.
template <class Scalar>
inline Scalar find_gaps(const Terrain<Scalar> &terrain, const Vector3<Scalar> &x, const Matrix3<Scalar> &R,
                        Scalar *gap) {
  Scalar height = height_of(terrain, x, 0), least = largest<Scalar>;
  Vector3<Scalar> n = R.transpose() * terrain.frame[0].n;
  if (terrain.planes == 1) {
    for (int i = 0; i < terrain.lander->feet; ++i) find_gap(terrain.lander->foot[i], height, n, gap[i], least);
    return least;
  }
  find_gap(terrain.lander->foot[0], height, n, gap[0], least);
  for (int i = 1; i < terrain.lander->feet; ++i) {
    height = height_of(terrain, x, i);
    n = R.transpose() * terrain.frame[i].n;
    find_gap(terrain.lander->foot[i], height, n, gap[i], least);
  }
  return least;
}

// I w, of an inertia given as xx, yy, zz, xy, xz, yz.
template <class Scalar>
inline Vector3<Scalar> times(const Scalar *inertia, const Vector3<Scalar> &w) {
  return {inertia[0] * w[0] + inertia[3] * w[1] + inertia[4] * w[2],
          inertia[3] * w[0] + inertia[1] * w[1] + inertia[5] * w[2],
          inertia[4] * w[0] + inertia[5] * w[1] + inertia[2] * w[2]};
}

// Inertia in the world.
template <class Scalar>
inline Matrix3<Scalar> turned(const Matrix3<Scalar> &inertia, const Matrix3<Scalar> &R) {
  const Matrix3<Scalar> half = R.lazyProduct(inertia);
  return half.lazyProduct(R.transpose());
}

// The ground at the place of x, as plane `plane`. HEIGHT or solved. The only place where the function is called.
template <class Scalar>
TD_COLD Status query_height(const Vector3<Scalar> &x, int plane, Terrain<Scalar> &terrain) {
  constexpr Scalar steepest = TD_STEEPEST_GROUND;
  const Vector3<Scalar> &up = terrain.datum.n;
  const Vector3<Scalar> place = x - up.dot(x - vector(terrain.lander->ground[0].point)) * up;
  Scalar at[3] = {place[0], place[1], place[2]}, gradient[3] = {};
  const Scalar height = terrain.lander->height(terrain.lander->height_context, at, gradient);
  const Vector3<Scalar> rise = vector(gradient) - up.dot(vector(gradient)) * up;
  if (!(height <= terrain.lander->highest && height >= -largest<Scalar>)) return TD_REFUSED_HEIGHT;
  if (!(rise.squaredNorm() <= steepest * steepest)) return TD_REFUSED_HEIGHT;
  terrain.point[plane] = place + height * up;
  return frame_of(Vector3<Scalar>(up - rise), terrain.frame[plane]) ? TD_SOLVED : TD_REFUSED_HEIGHT;
}

// The plane under foot i of a lander at x. HEIGHT or solved.
template <class Scalar>
inline Status find_plane_under(const Vector3<Scalar> &x, const Matrix3<Scalar> &R, int i, Terrain<Scalar> &terrain) {
  const Foot<Scalar> &foot = terrain.lander->foot[i];
  const Vector3<Scalar> centre = x + R * vector(foot.r);
  Vector3<Scalar> lowest = centre;
  for (int query = 0; query < TD_QUERIES_OF_A_FOOT; ++query) {
    const Status status = query_height(lowest, i, terrain);
    if (status < 0 || foot.radius == 0) return status;
    lowest = centre - foot.radius * terrain.frame[i].n;
  }
  return TD_SOLVED;
}

// The planes under all feet, where there is a function. HEIGHT or solved.
template <class Scalar>
TD_COLD Status find_planes(const State<Scalar> &state, Terrain<Scalar> &terrain) {
  const Matrix3<Scalar> R = rotation_of(state.q);
  terrain.planes = terrain.lander->feet;
  for (int i = 0; i < terrain.lander->feet; ++i) {
    const Status status = find_plane_under(state.x, R, i, terrain);
    if (status < 0) return status;
  }
  return TD_SOLVED;
}

// Replaces the planes by the one that no ground is above.
template <class Scalar>
inline void set_highest_plane(Terrain<Scalar> &terrain) {
  terrain.planes = 1;
  terrain.frame[0] = terrain.datum;
  terrain.point[0] = vector(terrain.lander->ground[0].point) + terrain.lander->highest * terrain.datum.n;
  terrain.centre = largest<Scalar>;
}

}  // namespace touchdown

#endif
