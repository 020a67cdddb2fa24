// The ground as the caller's function tells it: for each foot the plane that is tangent where the foot would touch.
//   place   p = x - (n_0 . (x - p_0)) n_0, of the plane n_0, p_0 over which heights h and gradients g are told
//   ground  point p + h n_0,  normal n_0 - (g - (n_0 . g) n_0)
//   a foot of radius r touches at c - r n, c its centre: found in some looks, from c on
// DESIGN.md (E210), (E211).
#ifndef TOUCHDOWN_LANDING_HEIGHT_FIELD_HPP
#define TOUCHDOWN_LANDING_HEIGHT_FIELD_HPP

#include "landing/arc.hpp"
#include "landing/contacts.hpp"
#include "landing/first_touch.hpp"

namespace touchdown {

// The ground at the place of x, as plane `plane`. HEIGHT or solved. The only place where the function is called.
template <class Scalar>
__attribute__((noinline)) Status ask_height(const Lander<Scalar> &lander, const Vector3<Scalar> &x, int plane,
                                            Terrain<Scalar> &terrain) {
  constexpr Scalar steepest = TD_STEEPEST_GROUND;
  const Vector3<Scalar> &up = terrain.datum.n;
  const Vector3<Scalar> place = x - up.dot(x - vector(lander.ground[0].point)) * up;
  Scalar at[3] = {place[0], place[1], place[2]}, gradient[3] = {};
  const Scalar height = lander.height(lander.height_context, at, gradient);
  const Vector3<Scalar> rise = vector(gradient) - up.dot(vector(gradient)) * up;
  if (!(height <= lander.highest && height >= -largest<Scalar>)) return TD_REFUSED_HEIGHT;
  if (!(rise.squaredNorm() <= steepest * steepest)) return TD_REFUSED_HEIGHT;
  terrain.point[plane] = place + height * up;
  return frame_of(Vector3<Scalar>(up - rise), terrain.frame[plane]) ? TD_SOLVED : TD_REFUSED_HEIGHT;
}

// The plane under foot i of a lander at x. HEIGHT or solved.
template <class Scalar>
inline Status look_under(const Lander<Scalar> &lander, const Vector3<Scalar> &x, const Matrix3<Scalar> &R, int i,
                         Terrain<Scalar> &terrain) {
  const Foot<Scalar> &foot = lander.foot[i];
  const Vector3<Scalar> centre = x + R * vector(foot.r);
  Vector3<Scalar> lowest = centre;
  for (int look = 0; look < TD_LOOKS_OF_A_FOOT; ++look) {
    const Status status = ask_height(lander, lowest, i, terrain);
    if (status < 0 || foot.radius == 0) return status;
    lowest = centre - foot.radius * terrain.frame[i].n;
  }
  return TD_SOLVED;
}

// The planes under all feet, where there is a function. HEIGHT or solved.
template <class Scalar>
__attribute__((noinline)) Status look_down(const Lander<Scalar> &lander, const State<Scalar> &state,
                                           Terrain<Scalar> &terrain) {
  const Matrix3<Scalar> R = rotation_of(state.q);
  terrain.planes = lander.feet;
  for (int i = 0; i < lander.feet; ++i) {
    const Status status = look_under(lander, state.x, R, i, terrain);
    if (status < 0) return status;
  }
  return TD_SOLVED;
}

// Instead of them the plane that no ground is above.
template <class Scalar>
inline void look_from_above(const Lander<Scalar> &lander, Terrain<Scalar> &terrain) {
  terrain.planes = 1;
  terrain.frame[0] = terrain.datum;
  terrain.point[0] = vector(lander.ground[0].point) + lander.highest * terrain.datum.n;
  terrain.centre = largest<Scalar>;
}

// A touch, found on the plane of where the piece began, on those of where it would be: Newton's method. Where the foot
// does not come down there, it is none; the piece ends at its time all the same, to look again. HEIGHT or solved.
template <class Scalar>
__attribute__((noinline)) Status look_again(const Lander<Scalar> &lander, const Arc<Scalar> &arc,
                                            Terrain<Scalar> &terrain, FootTouch<Scalar> &touch) {
  const int i = touch.foot;
  Scalar t = touch.time;
  for (int look = 0; look < TD_LOOKS_AT_A_TOUCH; ++look) {
    State<Scalar> there;
    place_at(arc, t, there);
    const Matrix3<Scalar> R = rotation_of(there.q);
    const Status status = look_under(lander, there.x, R, i, terrain);
    if (status < 0) return status;
    const Vector3<Scalar> v =
        point_velocity(Vector3<Scalar>(arc.v + t * arc.a), spin_at(arc, t), arm_of(lander, terrain, R, i));
    const Scalar v_n = terrain.frame[i].n.dot(v), gap = gap_of(lander, terrain, there.x, R, i);
    const Scalar later = t - gap / v_n;
    if (!(v_n < 0 && later <= arc.span)) {
      touch.foot = -1;
      return TD_SOLVED;
    }
    t = max(later, Scalar(0));
  }
  touch.time = t;
  return TD_SOLVED;
}

// A point that should not touch, at its height over the ground.
template <class Scalar>
inline void note_clearance(Scalar clearance, int i, MovingLanding<Scalar> &landing) {
  if (landing.closest_point >= 0 && !(clearance < landing.clearance)) return;
  landing.clearance = clearance;
  landing.closest_point = i;
}

// The planes under all feet after a step, and the heights of what is no foot: `near` the ground that of the centre of
// mass as well. HEIGHT or solved.
template <class Scalar>
__attribute__((noinline)) Status look_around(const Lander<Scalar> &lander, bool near, Terrain<Scalar> &terrain,
                                             MovingLanding<Scalar> &landing) {
  const State<Scalar> &state = landing.state;
  const Matrix3<Scalar> R = rotation_of(state.q);
  for (int i = 0; i < lander.points; ++i) {
    const Vector3<Scalar> x = state.x + R * vector(lander.point[i]);
    const Status status = ask_height(lander, x, 0, terrain);
    if (status < 0) return status;
    note_clearance(height_of(terrain, x, 0), i, landing);
  }
  look_from_above(lander, terrain);
  if (!near) return TD_SOLVED;
  const Status status = ask_height(lander, state.x, 0, terrain);
  if (status < 0) return status;
  terrain.centre = height_of(terrain, state.x, 0);
  return look_down(lander, state, terrain);
}

}  // namespace touchdown

#endif
