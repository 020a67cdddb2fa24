// A lander that lies flat on three feet or more of one plane, and slides: three degrees of freedom, and an exact stop.
//   friction on foot i       -mu_i N_i u_i / |u_i|
//   load, linear in place    N_i = a + b t_i + c s_i, with the sum and both moments that hold the lander flat; friction
//                            acts a height H below the centre of mass and so shifts the load forwards
//   thrust                   of the attitude in which the step begins
//   change over a step       by the midpoint rule; where the kinetic energy would pass its least, the lander stops
//   there
// The load is Coulomb's for a rigid lander on feet of equal stiffness. Where a foot would have to pull, it is not flat.
#ifndef TOUCHDOWN_LANDING_SLIDING_HPP
#define TOUCHDOWN_LANDING_SLIDING_HPP

#include "landing/contacts.hpp"

namespace touchdown {

// Motion in the plane, and forces: along t and s, and about n.
template <class Scalar>
struct PlanarVector {
  Scalar t, s, turn;
};

template <class Scalar>
struct FlatBody {
  ContactFrame<Scalar> frame;  // of its plane
  PlanarVector<Scalar> u;      // how it moves there
  int count = 0;
  Scalar t[max_feet], s[max_feet], mu[max_feet];  // from the centre of mass
  Scalar height;                                  // of it over the plane
  Scalar mass, inertia;                           // about n
  Scalar weight;                                  // into the plane
  PlanarVector<Scalar> pull;                      // what else acts: gravity along the plane, and the thrust
  PlanarVector<Scalar> thrust = {0, 0, 0};        // of it
  Scalar tilt_t = 0, tilt_s = 0;                  // moment of the thrust about t and s
};

template <class Scalar>
inline void add_thrust(const Lander<Scalar> &lander, const Matrix3<Scalar> &R, FlatBody<Scalar> &flat) {
  const ContactFrame<Scalar> &frame = flat.frame;
  const Vector3<Scalar> force = R * vector(lander.thrust);
  const Vector3<Scalar> moment = R * vector(lander.thrust_at).cross(vector(lander.thrust));
  flat.weight -= frame.n.dot(force);
  flat.thrust = {frame.t.dot(force), frame.s.dot(force), frame.n.dot(moment)};
  flat.pull = {flat.pull.t + flat.thrust.t, flat.pull.s + flat.thrust.s, flat.thrust.turn};
  flat.tilt_t = frame.t.dot(moment);
  flat.tilt_s = frame.s.dot(moment);
}

template <class Scalar>
inline FlatBody<Scalar> make_flat_body(const Terrain<Scalar> &terrain, const State<Scalar> &state,
                                       const Matrix3<Scalar> &R, FootSet feet, bool thrusts) {
  FlatBody<Scalar> flat;
  const Lander<Scalar> &lander = *terrain.lander;
  const int plane = plane_of(terrain, first_of(feet));
  const ContactFrame<Scalar> &frame = flat.frame = terrain.frame[plane], seen = seen_from(R, frame);
  flat.u = {frame.t.dot(state.v), frame.s.dot(state.v), frame.n.dot(state.w)};
  for (int i = 0; i < lander.feet; ++i) {
    if (!feet.has(i)) continue;
    const Vector3<Scalar> r = vector(lander.foot[i].r);
    flat.t[flat.count] = seen.t.dot(r);
    flat.s[flat.count] = seen.s.dot(r);
    flat.mu[flat.count++] = lander.foot[i].mu_sliding;
  }
  const Vector3<Scalar> gravity = vector(lander.gravity);
  flat.height = height_of(terrain, state.x, plane);
  flat.mass = lander.mass;
  flat.inertia = seen.n.dot(times(lander.inertia, seen.n));
  flat.weight = -lander.mass * frame.n.dot(gravity);
  flat.pull = {lander.mass * frame.t.dot(gravity), lander.mass * frame.s.dot(gravity), 0};
  if (thrusts) add_thrust(lander, R, flat);
  return flat;
}

// Of each foot: its load, and its friction divided by the load.
template <class Scalar>
struct Rubbing {
  Scalar load[max_feet], t[max_feet], s[max_feet];
};

// Friction against the slips, which are taken to be longer by `soft` mu; where a foot does not slip, against what
// pulls.
template <class Scalar>
inline void find_friction(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &u, Scalar soft,
                          Rubbing<Scalar> &rubbing) {
  for (int i = 0; i < flat.count; ++i) {
    Scalar t = u.t - u.turn * flat.s[i];
    Scalar s = u.s + u.turn * flat.t[i];
    Scalar longer = soft * flat.mu[i];
    if (t == 0 && s == 0) {
      t = flat.pull.t;
      s = flat.pull.s;
      longer = 0;
    }
    const Scalar length = square_root(t * t + s * s) + longer;
    const Scalar part = length > 0 ? flat.mu[i] / length : Scalar(0);
    rubbing.t[i] = part * t;
    rubbing.s[i] = part * s;
  }
}

// Friction, and loads under it. False where a foot would have to pull, or the feet stand in a line.
template <class Scalar>
inline bool find_loads(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &u, Scalar soft,
                       Rubbing<Scalar> &rubbing) {
  find_friction(flat, u, soft, rubbing);
  Vector3<Scalar> a(Scalar(0), Scalar(0), Scalar(0)), b = a, c = a;
  for (int i = 0; i < flat.count; ++i) {
    const Vector3<Scalar> lever(Scalar(1), flat.t[i] - flat.height * rubbing.t[i],
                                flat.s[i] - flat.height * rubbing.s[i]);
    a += lever;
    b += flat.t[i] * lever;
    c += flat.s[i] * lever;
  }
  const Vector3<Scalar> bc = b.cross(c);
  const Scalar determinant = a.dot(bc);
  const Scalar size = a.squaredNorm() * b.squaredNorm() * c.squaredNorm();
  if (!(determinant * determinant > tolerance::feet_in_line<Scalar> * size)) return false;
  const Vector3<Scalar> first(flat.weight, flat.tilt_s, -flat.tilt_t);
  const Vector3<Scalar> plane =
      Vector3<Scalar>(first.dot(bc), a.dot(first.cross(c)), a.dot(b.cross(first))) / determinant;
  bool pushes = true;
  for (int i = 0; i < flat.count; ++i) {
    rubbing.load[i] = plane[0] + plane[1] * flat.t[i] + plane[2] * flat.s[i];
    pushes = pushes && rubbing.load[i] >= 0;
  }
  return pushes;
}

// The force along the plane.
template <class Scalar>
inline PlanarVector<Scalar> force_of(const FlatBody<Scalar> &flat, const Rubbing<Scalar> &rubbing) {
  PlanarVector<Scalar> force = flat.pull;
  for (int i = 0; i < flat.count; ++i) {
    const Scalar t = rubbing.load[i] * rubbing.t[i], s = rubbing.load[i] * rubbing.s[i];
    force.t -= t;
    force.s -= s;
    force.turn -= flat.t[i] * s - flat.s[i] * t;
  }
  return force;
}

template <class Scalar>
inline PlanarVector<Scalar> after_force(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &force, Scalar time) {
  const PlanarVector<Scalar> &u = flat.u;
  const Scalar inv_mass = time / flat.mass;
  return {u.t + inv_mass * force.t, u.s + inv_mass * force.s, u.turn + time / flat.inertia * force.turn};
}

// Whether friction that holds the pull in proportion to the loads can hold the moment about n as well, by what turns
// about the middle of the loads.
template <class Scalar>
inline bool holds_turn(const FlatBody<Scalar> &flat, const Scalar *load, Scalar pull) {
  Scalar t = 0, s = 0, spread = 0, farthest = 0, least = flat.mu[0];
  for (int i = 0; i < flat.count; ++i) {
    t += load[i] * flat.t[i] / flat.weight;
    s += load[i] * flat.s[i] / flat.weight;
    if (flat.mu[i] < least) least = flat.mu[i];
  }
  for (int i = 0; i < flat.count; ++i) {
    const Scalar square = (flat.t[i] - t) * (flat.t[i] - t) + (flat.s[i] - s) * (flat.s[i] - s);
    spread += load[i] * square;
    farthest = max(farthest, square);
  }
  const Scalar turn = abs(flat.pull.turn - (t * flat.pull.s - s * flat.pull.t));
  return turn * square_root(farthest) <= (least - pull / flat.weight) * spread;
}

template <class Scalar>
inline Scalar pull_on(const FlatBody<Scalar> &flat) {
  return square_root(flat.pull.t * flat.pull.t + flat.pull.s * flat.pull.s);
}

// Whether friction could hold what pulls, if no foot lifted.
template <class Scalar>
inline bool could_hold(const FlatBody<Scalar> &flat) {
  const Scalar pull = pull_on(flat);
  for (int i = 0; i < flat.count; ++i)
    if (flat.mu[i] * flat.weight < pull) return false;
  return true;
}

// Where friction can hold what pulls, without a foot that lifts.
template <class Scalar>
inline bool holds(const FlatBody<Scalar> &flat) {
  const bool turns = flat.pull.turn != 0 || flat.tilt_t != 0 || flat.tilt_s != 0;
  const Scalar pull = pull_on(flat);
  if (!(flat.weight > 0)) return false;
  if (!(pull > 0) && !turns) return true;
  if (!could_hold(flat)) return false;
  Rubbing<Scalar> rubbing;
  FlatBody<Scalar> held = flat;
  for (int i = 0; i < flat.count; ++i) held.mu[i] = pull / flat.weight;
  const PlanarVector<Scalar> still{0, 0, 0};
  return find_loads(held, still, Scalar(0), rubbing) && (!turns || holds_turn(flat, rubbing.load, pull));
}

template <class Scalar>
inline Scalar kinetic_product(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &a,
                              const PlanarVector<Scalar> &b) {
  return Scalar(0.5) * (flat.mass * (a.t * b.t + a.s * b.s) + flat.inertia * a.turn * b.turn);
}

// The part of a change of velocity at which the kinetic energy is least, at most 1. Without a change: 0 if nothing
// moves, else 1.
template <class Scalar>
inline Scalar part_to_stop(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &u,
                           const PlanarVector<Scalar> &after) {
  const PlanarVector<Scalar> d{after.t - u.t, after.s - u.s, after.turn - u.turn};
  const Scalar along = kinetic_product(flat, u, d), square = kinetic_product(flat, d, d);
  if (!(square > 0)) return u.t == 0 && u.s == 0 && u.turn == 0 ? Scalar(0) : Scalar(1);
  return -along < square ? -along / square : Scalar(1);
}

template <class Scalar>
inline Scalar kinetic_energy(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &u) {
  return kinetic_product(flat, u, u);
}

// Whether what pulls has turned the slip aside by half-way: friction turns with it, which one span does not know.
template <class Scalar>
inline bool turns_aside(const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &half_way) {
  if (flat.pull.t == 0 && flat.pull.s == 0) return false;
  const Scalar along = kinetic_product(flat, flat.u, half_way);
  const Scalar most = kinetic_energy(flat, flat.u) * kinetic_energy(flat, half_way);
  return !(along > 0) || !(along * along > tolerance::straight_slide<Scalar> * most);
}

// The motion half-way. Friction that does not know how it ends would throw a slow slip beyond its stop, and more so
// each step: taken over slips that are longer by what it changes in half a step, it does not. False as find_loads.
template <class Scalar>
inline bool find_half_way(const FlatBody<Scalar> &flat, Scalar half, Scalar reach, PlanarVector<Scalar> &u) {
  Rubbing<Scalar> rubbing;
  const Scalar mobility = 1 / flat.mass + reach * reach / flat.inertia;
  if (!find_loads(flat, flat.u, half * flat.weight * mobility, rubbing)) return false;
  u = after_force(flat, force_of(flat, rubbing), half);
  return true;
}

// The motion half-way and after `span`. False as find_loads.
template <class Scalar>
inline bool push(const FlatBody<Scalar> &flat, Scalar span, Scalar reach, PlanarVector<Scalar> &half_way,
                 PlanarVector<Scalar> &after) {
  Rubbing<Scalar> rubbing;
  if (!find_half_way(flat, Scalar(0.5) * span, reach, half_way)) return false;
  if (!find_loads(flat, half_way, Scalar(0), rubbing)) return false;
  after = after_force(flat, force_of(flat, rubbing), span);
  return true;
}

// The state after a slide that began in `from`.
template <class Scalar>
inline State<Scalar> slid_from(const State<Scalar> &from, const FlatBody<Scalar> &flat, const PlanarVector<Scalar> &way,
                               const PlanarVector<Scalar> &u) {
  const ContactFrame<Scalar> &frame = flat.frame;
  return {from.x + (way.t * frame.t + way.s * frame.s), turned_by(from.q, Vector3<Scalar>(way.turn * frame.n)),
          u.t * frame.t + u.s * frame.s, u.turn * frame.n};
}

// Whether a foot that is not in `feet` has reached its plane.
template <class Scalar>
inline bool meets_other_plane(const Terrain<Scalar> &terrain, const State<Scalar> &state, FootSet feet) {
  if (terrain.planes == 1) return false;
  const Matrix3<Scalar> R = rotation_of(state.q);
  for (int i = 0; i < terrain.lander->feet; ++i)
    if (!feet.has(i) && !(gap_of(terrain, state.x, R, i) > 0)) return true;
  return false;
}

// Slides on the feet that bear to the end of the step, or until it stands; fills in its energies, heights from where it
// began. Returns false and changes nothing if the feet cannot stay flat, another one touches, or several steps at once
// turn the lander or its slip too far.
template <class Scalar>
inline bool slide(const Terrain<Scalar> &terrain, EnergyOfStep<Scalar> &energy, Stride<Scalar> &stride,
                  MovingLanding<Scalar> &landing) {
  const FootSet feet = feet_of_mask(landing.bearing);
  const FlatBody<Scalar> flat = make_flat_body(terrain, landing.state, stride.R, feet, stride.thrusts);
  const PlanarVector<Scalar> &u = flat.u;
  const bool at_once = stride.left > terrain.scales.step;
  PlanarVector<Scalar> half_way, after;
  if (!push(flat, stride.left, terrain.reach, half_way, after)) return false;
  if (at_once && turns_aside(flat, half_way)) return false;
  const Scalar part = part_to_stop(flat, u, after);
  const bool stops = part < 1 && holds(flat);
  if (part < 1 && !stops && (at_once || could_hold(flat))) return false;
  const Scalar time = stops ? max(part, Scalar(0)) * stride.left : stride.left;
  if (stops) after = {0, 0, 0};
  const Scalar half = Scalar(0.5) * time;
  const PlanarVector<Scalar> way{half * (u.t + after.t), half * (u.s + after.s), half * (u.turn + after.turn)};
  const bool turns = abs(way.turn) > tolerance::turn_of_slide<Scalar>;
  if (turns && at_once) return false;
  const State<Scalar> end = slid_from(landing.state, flat, way, after);
  if (meets_other_plane(terrain, end, feet)) return false;
  landing.state = end;
  stride.work += flat.thrust.t * way.t + flat.thrust.s * way.s + flat.thrust.turn * way.turn;
  const Scalar drop = (flat.pull.t - flat.thrust.t) * way.t + (flat.pull.s - flat.thrust.s) * way.s;
  energy = {{kinetic_energy(flat, u), 0}, {kinetic_energy(flat, after), -drop}, stride.work};
  landing.phase = stops ? TD_PHASE_RESTING : TD_PHASE_SLIDING;
  note_contact(landing);
  landing.time += time;
  stride.touched = feet;
  return true;
}

// Whether the planes of `feet` are one, but for what single precision cannot separate.
template <class Scalar>
inline bool is_one_plane(const Terrain<Scalar> &terrain, FootSet feet) {
  if (terrain.planes == 1) return true;
  const int first = first_of(feet);
  const Vector3<Scalar> &n = terrain.frame[first].n;
  constexpr Scalar within = tolerance::together_at_all<Scalar>;
  for (int i = first + 1; i < terrain.planes; ++i) {
    if (!feet.has(i)) continue;
    const Scalar above = n.dot(terrain.point[i] - terrain.point[first]) / terrain.reach;
    const Scalar turned = (terrain.frame[i].n - n).squaredNorm();
    if (!(abs(above) < within && turned < within * within)) return false;
  }
  return true;
}

// Three feet or more that lie flat on one plane; none where there are fewer, or another one is about to come
// down.
template <class Scalar>
inline FootSet flat_feet(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose) {
  const Scalar within = terrain.scales.bears_within, slow = tolerance::flat_below<Scalar> * terrain.scales.speed;
  FootSet feet;
  if (!(pose.lowest < within)) return feet;
  int count = 0;
  for (int i = 0; i < terrain.lander->feet; ++i) {
    if (!(pose.gap[i] < tolerance::about_to_bear<Scalar> * within)) continue;
    if (!(pose.gap[i] < within) || !(abs(normal_speed(terrain, pose, i)) < slow)) return {};
    feet.add(i);
    ++count;
  }
  return count < 3 || !is_one_plane(terrain, feet) ? FootSet{} : feet;
}

}  // namespace touchdown

#endif
