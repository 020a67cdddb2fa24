// One impulse at another point of the body than its feet (docs/theory, M.4, M.5, M.7): where its line of action meets
// the convex hull of points, without knowing the faces. Seen along the line, the hull is points in a plane, and the
// line is one point: of all triangles over it the first that the force meets holds the contact; if there is none, the
// nearest edge does. All is scaled by the size of the momentum and the body's reach.
#ifndef TOUCHDOWN_MONITOR_HULL_HPP
#define TOUCHDOWN_MONITOR_HULL_HPP

#include "monitor/evidence.hpp"
#include "systems/contact_space.hpp"

namespace touchdown::monitor {

// (M.5): the best impulse of that information, or where that is outside the cone the best on the cone's nearest edge.
template <class Scalar>
Vector3<Scalar> best_impulse(const Matrix3<Scalar> &information, const Vector3<Scalar> &pull,
                             const Vector3<Scalar> &normal, Scalar mu) {
  Factor3<Scalar> factor;
  (void)factorize(information, factor);
  Vector3<Scalar> free = solve(factor, pull);
  const Scalar p_n = free.dot(normal);
  const Vector3<Scalar> tangential = free - p_n * normal;
  const Scalar p_t = square_root(tangential.squaredNorm());
  const bool unknown = normal.squaredNorm() == 0;
  if (unknown || p_t <= mu * p_n) return free;
  Vector3<Scalar> edge = normal;
  if (p_t > 0) edge += mu / p_t * tangential;
  const Scalar along = edge.dot(pull);
  if (!(along > 0)) return Vector3<Scalar>::Zero();
  return along / edge.dot(information * edge) * edge;
}

// ---- Where a line meets a hull

// Points of a hull; to be met, as seen along the force: (x, y) across it, z along it, relative to the line of action.
template <class Scalar>
struct SeenPoints {
  int count;
  Scalar mu;  // greatest of them
  Vector3<Scalar> point[max(TD_MAX_FEET, TD_MAX_HULL_POINTS)];
};

// A point of the hull: how far it is along the force, how far the line passes by, how steep the hull is there.
template <class Scalar>
struct HullPoint {
  Vector3<Scalar> at;  // as seen
  Scalar off;          // square of the distance
  Scalar slope;        // square of dz / d(x, y)
};

template <class Scalar>
Scalar twice_area(const Vector3<Scalar> &a, const Vector3<Scalar> &b) {
  return a[0] * b[1] - a[1] * b[0];
}

// Whether a triangle lies over the line, by the weights of its corners there.
template <class Scalar>
bool is_over(Scalar u, Scalar v, Scalar w) {
  const Scalar area = u + v + w;
  return (u >= 0 && v >= 0 && w >= 0 && area > 0) || (u <= 0 && v <= 0 && w <= 0 && area < 0);
}

// The triangle a, b, c, which lies over the line, where it is met sooner than what is known.
template <class Scalar>
void meet_triangle(const Vector3<Scalar> &a, const Vector3<Scalar> &b, const Vector3<Scalar> &c,
                   HullPoint<Scalar> &best) {
  const Scalar u = twice_area(b, c), v = twice_area(c, a), w = twice_area(a, b), area = u + v + w;
  const Scalar z = (u * a[2] + v * b[2] + w * c[2]) / area;
  if (best.off == 0 && z >= best.at[2]) return;
  const Vector3<Scalar> normal = (b - a).cross(c - a);
  best = {{0, 0, z}, 0, (normal[0] * normal[0] + normal[1] * normal[1]) / (normal[2] * normal[2])};
}

// The point of the edge a, b that is nearest to the line.
template <class Scalar>
void near_edge(const Vector3<Scalar> &a, const Vector3<Scalar> &b, HullPoint<Scalar> &best) {
  const Vector3<Scalar> d = b - a;
  const Scalar length = d[0] * d[0] + d[1] * d[1];
  const Scalar part = length > 0 ? clamp<Scalar>(-(a[0] * d[0] + a[1] * d[1]) / length, 0, 1) : Scalar(0);
  const Vector3<Scalar> at = a + part * d;
  const Scalar off = at[0] * at[0] + at[1] * at[1];
  if (off < best.off) best = {at, off, 1};
}

template <class Scalar>
void meet_triangles(const SeenPoints<Scalar> &seen, HullPoint<Scalar> &best) {
  const auto &x = seen.point;
  for (int i = 0; i < seen.count; ++i) {
    for (int j = i + 1; j < seen.count; ++j) {
      const Scalar w = twice_area(x[i], x[j]);
      for (int k = j + 1; k < seen.count; ++k)
        if (is_over(twice_area(x[j], x[k]), twice_area(x[k], x[i]), w)) meet_triangle(x[i], x[j], x[k], best);
    }
  }
}

template <class Scalar>
HullPoint<Scalar> meet(const SeenPoints<Scalar> &seen) {
  const auto &x = seen.point;
  HullPoint<Scalar> best = {x[0], x[0][0] * x[0][0] + x[0][1] * x[0][1], 1};
  meet_triangles(seen, best);
  for (int i = 0; i < seen.count && best.off != 0; ++i)
    for (int j = i + 1; j < seen.count; ++j) near_edge(x[i], x[j], best);
  return best;
}

// ---- One impulse on the hull

// A single impulse, all scaled.
template <class Scalar>
struct Blow {
  Scalar size;                             // of the momentum: what it was scaled by
  Vector3<Scalar> p, l;                    // linear momentum, and angular about the centre of mass
  Vector3<Scalar> p_variance, l_variance;  // along each axis
  Vector3<Scalar> normal;                  // of length 1; 0: unknown
  SeenPoints<Scalar> hull;                 // of the points that may be hit
  // Once the hull is met:
  Vector3<Scalar> impulse, r;
  Scalar r_variance;  // below 0: no impulse on the hull could
  Scalar likelihood;  // times the part of it that the noise leaves, over that of any momentum
};

// The unit vector along x, whatever its length; 0 where x is 0 or NaN.
template <class Scalar>
Vector3<Scalar> unit_or_zero(const Vector3<Scalar> &x) {
  const Vector3<Scalar> scaled = x / x.cwiseAbs().maxCoeff();
  const Scalar square = scaled.squaredNorm();  // NaN of 0
  return square > 0 ? Vector3<Scalar>(scaled / square_root(square)) : Vector3<Scalar>(Vector3<Scalar>::Zero());
}

// Where the ground touches a round point.
template <class Scalar>
Vector3<Scalar> contact_point(const MonitorPoint<Scalar> &point, const Vector3<Scalar> &normal) {
  return vector(point.r) - point.radius * normal;
}

// (M.4): the event's momentum, of that size. What clipped readings hide is as in evidence.hpp.
template <class Scalar>
void ask_blow(const Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine, const Scalar *variance,
              Blow<Scalar> &blow) {
  const Scalar p = 1 / blow.size, l = p / monitor.reach;
  const Vector3<Scalar> hidden = p * vector(monitor.hidden);
  blow.p = p * first_three(monitor.jump) + hidden;
  blow.l = l * first_three(monitor.jump + 3);
  blow.p_variance =
      square(p) * first_three(variance) + square(Scalar(tolerance::hidden_spread)) * hidden.cwiseProduct(hidden);
  blow.l_variance = square(l) * first_three(variance + 3);
  blow.normal = vector(monitor.normal);
  const bool own_hull = machine.points > 0;
  blow.hull.mu = 0;
  blow.hull.count = own_hull ? machine.points : machine.feet;
  for (int i = 0; i < blow.hull.count; ++i) {
    const MonitorPoint<Scalar> &point = own_hull ? machine.point[i] : machine.foot[i];
    blow.hull.point[i] = Scalar(1 / monitor.reach) * contact_point(point, blow.normal);
    blow.hull.mu = max(blow.hull.mu, cone_of(machine, point));
  }
}

// One force has no moment along itself, and its line meets the hull, whose points are then as seen along it. `unlike`
// is chi squared of what no contact does.
template <class Scalar>
void meet_hull(Scalar unlike, Blow<Scalar> &blow) {
  const Vector3<Scalar> precision = blow.p_variance.cwiseInverse();
  const Vector3<Scalar> p =
      best_impulse<Scalar>(precision.asDiagonal(), precision.cwiseProduct(blow.p), blow.normal, blow.hull.mu);
  ContactFrame<Scalar> frame;
  blow.impulse = p;
  blow.r.setZero();
  blow.r_variance = -1;
  blow.likelihood = 0;
  if (!(p.squaredNorm() > 0) || !frame_of(p, frame)) return;
  const Scalar size = square_root(p.squaredNorm());
  const Vector3<Scalar> middle = frame.n.cross(blow.l) / size;
  for (int i = 0; i < blow.hull.count; ++i) {
    const Vector3<Scalar> from = blow.hull.point[i] - middle;
    blow.hull.point[i] = {frame.t.dot(from), frame.s.dot(from), frame.n.dot(from)};
  }
  const HullPoint<Scalar> met = meet(blow.hull);
  blow.r = middle + frame.t * met.at[0] + frame.s * met.at[1] + frame.n * met.at[2];
  const Scalar turned = blow.r.squaredNorm() * blow.p_variance.sum() / 3;
  const Scalar along = blow.l_variance.dot(frame.n.cwiseProduct(frame.n)) + turned;
  const Scalar across = (blow.l_variance.sum() - along) / 2 + turned;
  const Scalar moment = blow.l.dot(frame.n);
  blow.r_variance = across / (size * size) * (2 + met.slope);
  const Vector3<Scalar> rest = blow.p - p;
  const Scalar misfit =
      moment * moment / along + met.off * size * size / across + precision.dot(rest.cwiseProduct(rest)) + unlike;
  blow.likelihood = likelihood(Six{}, misfit) * square_root((1 + along) / along);
}

}  // namespace touchdown::monitor

#endif
