// Whether a lander stays upright: the support polygon (hull of its feet as seen from above), and for each of its edges
// what it takes to turn over that edge, should both feet of it catch the ground; DESIGN.md (E97), (E98).
//   needed     m (|g_perp| L + g . rho): the lift of the centre of mass from where it is to above the edge
//   available  H^2 / (2 I_edge), the energy of the rotation about the edge that its angular momentum H there leaves
// rho is the perpendicular from the edge to the centre of mass, L its length, g_perp gravity across the edge. The rest
// of the kinetic energy is lost where the edge catches.
#ifndef TOUCHDOWN_LANDING_STABILITY_HPP
#define TOUCHDOWN_LANDING_STABILITY_HPP

#include "numerics/rotation.hpp"
#include "systems/contact_space.hpp"

namespace touchdown {

// The input of the stability analysis.
template <class Scalar>
struct Support {
  Scalar mass, gravity;          // gravity >= 0
  ContactFrame<Scalar> upright;  // n is up
  Matrix3<Scalar> inertia;       // world
  Motion<Scalar> motion;
  int feet;
  const Vector3<Scalar> *arm;  // feet, world, from the centre of mass
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

// `spin` is the angular momentum about the centre of mass. rho is normal to the axis, so that only the parts of gravity
// and velocity across the axis enter.
template <class Scalar>
inline void weigh(const Support<Scalar> &support, const Vector3<Scalar> &spin, Edge<Scalar> &edge) {
  const Vector3<Scalar> &foot = support.arm[edge.from];
  const Vector3<Scalar> way = support.arm[edge.to] - foot;
  const Vector3<Scalar> axis = way * (1 / square_root(way.squaredNorm()));
  const Vector3<Scalar> rho = axis * axis.dot(foot) - foot;
  const Vector3<Scalar> around = axis.cross(rho);
  const Scalar along = axis.dot(support.upright.n);
  const Scalar height = support.upright.n.dot(rho);
  const Scalar inside = support.upright.n.dot(around);
  edge.tipping_angle = angle_of(height, inside);
  const Scalar L_square = rho.squaredNorm();
  const Scalar lift = square_root(L_square * (1 - along * along)) - height;
  const Scalar needed = support.mass * support.gravity * (inside > 0 ? lift : -lift);
  const Scalar H = support.mass * around.dot(support.motion.v) + axis.dot(spin);
  const Vector3<Scalar> turning = support.inertia * axis;
  const Scalar inertia = axis.dot(turning) + support.mass * L_square;
  edge.energy_margin = needed - (H > 0 ? Scalar(0.5) * H * (H / inertia) : Scalar(0));
}

template <class Scalar>
inline std::int32_t verdict_on(const Edge<Scalar> &worst) {
  if (!(worst.tipping_angle > 0)) return TD_VERDICT_BEYOND;
  return worst.energy_margin > 0 ? TD_VERDICT_STAYS : TD_VERDICT_TIPS;
}

template <class Scalar>
inline void find_stability(const Support<Scalar> &support, Stability<Scalar> &stability) {
  stability.edges = 0;
  stability.worst = -1;
  stability.verdict = TD_VERDICT_WEIGHTLESS;
  if (!(support.gravity > 0)) return;
  stability.verdict = TD_VERDICT_NO_POLYGON;
  SeenFromAbove<Scalar> foot;
  for (int i = 0; i < support.feet; ++i) {
    foot.x[i] = support.upright.t.dot(support.arm[i]);
    foot.y[i] = support.upright.s.dot(support.arm[i]);
  }
  stability.edges = hull(foot, support.feet, stability.edge);
  if (stability.edges < 3) stability.edges = 0;
  const Vector3<Scalar> spin = support.inertia * support.motion.w;
  for (int i = 0; i < stability.edges; ++i) {
    weigh(support, spin, stability.edge[i]);
    const bool first = i == 0;
    if (first || stability.edge[i].energy_margin < stability.edge[stability.worst].energy_margin) stability.worst = i;
  }
  if (stability.edges > 0) stability.verdict = verdict_on(stability.edge[stability.worst]);
}

}  // namespace touchdown

#endif
