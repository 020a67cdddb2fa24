// Whether a lander stays upright: the support polygon (hull of its feet as seen from above), and for each of its edges
// what it takes to turn over that edge, should both feet of it catch the ground.
//   needed     m (|g_perp| L - g . rho): the lift of the centre of mass from where it is to above the edge
//   available  H^2 / (2 I_edge), the energy of the rotation about the edge that its angular momentum H there leaves
// rho is the perpendicular from the edge to the centre of mass, L its length, g_perp gravity across the edge. The rest
// of the kinetic energy is lost where the edge catches.
#ifndef TOUCHDOWN_SRC_LANDING_STABILITY_HPP
#define TOUCHDOWN_SRC_LANDING_STABILITY_HPP

#include "contact_space.hpp"
#include "landing_attitude.hpp"

namespace touchdown {

// What stability needs to know of a lander in a state.
template <class Scalar>
struct Stance {
  Scalar mass, gravity;     // gravity >= 0
  Vector3<Scalar> up;       // unit
  Matrix3<Scalar> inertia;  // world
  Motion<Scalar> motion;
  int feet;
  const Vector3<Scalar> *arm;  // feet, world, from the centre of mass
};

template <class Scalar>
struct SeenFromAbove {
  Scalar x[max_feet], y[max_feet];
};

// > 0 where c lies to the left of the way from a to b.
template <class Scalar>
inline Scalar left_of(const SeenFromAbove<Scalar> &foot, int a, int b, int c) {
  return (foot.x[b] - foot.x[a]) * (foot.y[c] - foot.y[a]) - (foot.y[b] - foot.y[a]) * (foot.x[c] - foot.x[a]);
}

template <class Scalar>
inline Scalar square_between(const SeenFromAbove<Scalar> &foot, int a, int b) {
  const Scalar x = foot.x[b] - foot.x[a];
  const Scalar y = foot.y[b] - foot.y[a];
  return x * x + y * y;
}

// The next corner of the hull after `a`: everything else is to the left of the way there, and of those on that way it
// is the farthest. `a` itself where all feet stand on one spot.
template <class Scalar>
inline int next_corner(const SeenFromAbove<Scalar> &foot, int feet, int a) {
  int next = a;
  for (int c = 0; c < feet; ++c) {
    const Scalar farther = square_between(foot, a, c);
    if (!(farther > 0)) continue;
    const Scalar near = square_between(foot, a, next);
    const Scalar side = next == a ? Scalar(-1) : left_of(foot, a, next, c);
    const Scalar rounding = 8 * tolerance::epsilon<Scalar> * (near + farther);
    if (side < -rounding || (side <= rounding && farther > near)) next = c;
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
  for (int edges = 0; edges < feet; ++edges) {
    const int next = next_corner(foot, feet, corner);
    if (next == corner) return 0;
    edge[edges] = {corner, next, 0, 0};
    corner = next;
    if (corner == start) return edges + 1;
  }
  return 0;
}

template <class Scalar>
inline void weigh(const Stance<Scalar> &stance, Edge<Scalar> &edge) {
  const Vector3<Scalar> &foot = stance.arm[edge.from];
  const Vector3<Scalar> way = stance.arm[edge.to] - foot;
  const Vector3<Scalar> axis = way / square_root(way.squaredNorm());
  const Vector3<Scalar> rho = axis * axis.dot(foot) - foot;
  const Vector3<Scalar> up = stance.up - axis * axis.dot(stance.up);
  const Scalar L_square = rho.squaredNorm();
  const Scalar height = up.dot(rho);
  const Scalar inside = axis.dot(rho.cross(up));
  edge.angle = angle_of(height, inside);
  const Scalar lift = square_root(L_square * up.squaredNorm()) - height;
  const Scalar needed = stance.mass * stance.gravity * (inside > 0 ? lift : -lift);
  const Vector3<Scalar> momentum = stance.mass * rho.cross(stance.motion.v) + stance.inertia * stance.motion.w;
  const Scalar H = axis.dot(momentum);
  const Scalar inertia = axis.dot(stance.inertia * axis) + stance.mass * L_square;
  edge.energy = needed - (H > 0 ? Scalar(0.5) * H * (H / inertia) : Scalar(0));
}

template <class Scalar>
inline Verdict verdict_on(const Edge<Scalar> &worst) {
  if (!(worst.angle > 0)) return Verdict::beyond;
  return worst.energy > 0 ? Verdict::stays : Verdict::tips;
}

template <class Scalar>
inline void find_stability(const Stance<Scalar> &stance, Stability<Scalar> &stability) {
  stability.edges = 0;
  stability.worst = -1;
  stability.verdict = Verdict::weightless;
  if (!(stance.gravity > 0)) return;
  stability.verdict = Verdict::no_polygon;
  ContactFrame<Scalar> frame;
  frame_of(stance.up, frame);
  SeenFromAbove<Scalar> foot;
  for (int i = 0; i < stance.feet; ++i) {
    foot.x[i] = frame.t.dot(stance.arm[i]);
    foot.y[i] = frame.s.dot(stance.arm[i]);
  }
  stability.edges = hull(foot, stance.feet, stability.edge);
  if (stability.edges < 3) stability.edges = 0;
  for (int i = 0; i < stability.edges; ++i) {
    weigh(stance, stability.edge[i]);
    const bool first = i == 0;
    if (first || stability.edge[i].energy < stability.edge[stability.worst].energy) stability.worst = i;
  }
  if (stability.edges > 0) stability.verdict = verdict_on(stability.edge[stability.worst]);
}

}  // namespace touchdown

#endif
