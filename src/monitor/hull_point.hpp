// Where a line of action meets the convex hull of points, without knowing its faces (docs/theory, M.7): seen along the
// line, the hull is that of points in a plane, and the line is one point there. Of all triangles over it the one that
// the force meets first holds the point of contact; where no face is met, the nearest edge does.
#ifndef TOUCHDOWN_MONITOR_HULL_POINT_HPP
#define TOUCHDOWN_MONITOR_HULL_POINT_HPP

#include "monitor/jump.hpp"

namespace touchdown::monitor {

constexpr int most_points = max(TD_MAX_FEET, TD_MAX_HULL_POINTS);

// Points seen along the force: (x, y) across it, z along it, relative to the line of action.
template <class Scalar>
struct SeenPoints {
  int count;
  Vector3<Scalar> point[most_points];
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
void near_edges(const SeenPoints<Scalar> &seen, HullPoint<Scalar> &best) {
  const auto &x = seen.point;
  for (int i = 0; i < seen.count; ++i)
    for (int j = i + 1; j < seen.count; ++j) near_edge(x[i], x[j], best);
}

template <class Scalar>
HullPoint<Scalar> meet(const SeenPoints<Scalar> &seen) {
  const Vector3<Scalar> &first = seen.point[0];
  HullPoint<Scalar> best = {first, first[0] * first[0] + first[1] * first[1], 1};
  meet_triangles(seen, best);
  if (best.off != 0) near_edges(seen, best);
  return best;
}

}  // namespace touchdown::monitor

#endif
