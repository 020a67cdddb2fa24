// A body on its feet in one piece, in which it moves by its mean velocity. Each foot pushes along three lines, the less
// the faster the body moves along these; the forces and the motion that they lead to agree where six equations hold:
//   (K_body + sum A S A') u = over,  A the lines of a foot, S by how much its forces fall with the speeds A' u
// docs/theory (L.18), (L.29).
#ifndef TOUCHDOWN_LANDING_BODY_ON_FEET_HPP
#define TOUCHDOWN_LANDING_BODY_ON_FEET_HPP

#include "numerics/linalg.hpp"
#include "systems/rigid_body.hpp"

namespace touchdown {

template <class Scalar>
struct FootLines {
  Vector3<Scalar> way[3], turn[3];  // of a force 1: along, and about the centre of mass
};

template <class Scalar>
inline Vector3<Scalar> speeds_along(const FootLines<Scalar> &lines, const Motion<Scalar> &motion) {
  Vector3<Scalar> y;
  for (int k = 0; k < 3; ++k) y[k] = lines.way[k].dot(motion.v) + lines.turn[k].dot(motion.w);
  return y;
}

// Force and torque of `push` along the lines, added to `sum`.
template <class Scalar>
inline void add_push(const FootLines<Scalar> &lines, const Vector3<Scalar> &push, Motion<Scalar> &sum) {
  for (int k = 0; k < 3; ++k) {
    sum.v += push[k] * lines.way[k];
    sum.w += push[k] * lines.turn[k];
  }
}

// By what a motion of the body is held: along, about, and how the two go together.
template <class Scalar>
struct BodyOnFeet {
  Matrix3<Scalar> vv, vw, wv, ww;
};

template <class Scalar>
inline BodyOnFeet<Scalar> body_alone(Scalar mass, const Matrix3<Scalar> &inertia) {
  const Matrix3<Scalar> none = Matrix3<Scalar>::Zero();
  return {mass * Matrix3<Scalar>::Identity(), none, none, inertia};
}

// Rows of `slope` that are 0 are left out: the force of a leg that crushes does not depend on speed.
template <class Scalar>
inline void add_foot(const FootLines<Scalar> &lines, const Matrix3<Scalar> &slope, BodyOnFeet<Scalar> &body) {
  for (int k = 0; k < 3; ++k) {
    const Scalar a = slope(k, 0), b = slope(k, 1), c = slope(k, 2);
    if (a == 0 && b == 0 && c == 0) continue;
    const Vector3<Scalar> by_v = a * lines.way[0] + b * lines.way[1] + c * lines.way[2];
    const Vector3<Scalar> by_w = a * lines.turn[0] + b * lines.turn[1] + c * lines.turn[2];
    body.vv += lines.way[k] * by_v.transpose();
    body.vw += lines.way[k] * by_w.transpose();
    body.wv += lines.turn[k] * by_v.transpose();
    body.ww += lines.turn[k] * by_w.transpose();
  }
}

// The six equations, and what they are to give.
template <class Scalar>
struct BodyEquations {
  Scalar A[6][7];
};

template <class Scalar>
inline void enter_rows(int row, const Matrix3<Scalar> &left, const Matrix3<Scalar> &right, const Vector3<Scalar> &over,
                       BodyEquations<Scalar> &equations) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      equations.A[row + i][j] = left(i, j);
      equations.A[row + i][3 + j] = right(i, j);
    }
    equations.A[row + i][6] = over[i];
  }
}

// Gauss, without a search for pivots: feet that do not slide only add to them.
template <class Scalar>
inline bool eliminate(BodyEquations<Scalar> &equations, Scalar *per) {
  bool regular = true;
  Scalar least[6];
  for (int k = 0; k < 6; ++k) least[k] = tolerance::rank<Scalar> * abs(equations.A[k][k]);
  for (int k = 0; k < 6; ++k) {
    const Scalar *const pivot = equations.A[k];
    const bool kept = abs(pivot[k]) > least[k];
    per[k] = kept ? 1 / pivot[k] : Scalar(0);
    regular = regular && kept;
    for (int i = k + 1; i < 6; ++i) {
      Scalar *const row = equations.A[i];
      const Scalar part = row[k] * per[k];
      for (int j = k + 1; j < 7; ++j) row[j] -= part * pivot[j];
    }
  }
  return regular;
}

// The motion that takes the force `over` up; whether it is the only one.
template <class Scalar>
TD_COLD bool find_motion(const Motion<Scalar> &over, const BodyOnFeet<Scalar> &body, Motion<Scalar> &motion) {
  BodyEquations<Scalar> equations;
  enter_rows(0, body.vv, body.vw, over.v, equations);
  enter_rows(3, body.wv, body.ww, over.w, equations);
  Scalar x[6];
  const bool regular = eliminate(equations, x);
  for (int solved = 0; solved < 6; ++solved) {
    const int i = 5 - solved;
    Scalar sum = equations.A[i][6];
    for (int j = i + 1; j < 6; ++j) sum -= equations.A[i][j] * x[j];
    x[i] *= sum;
  }
  motion = {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
  return regular;
}

}  // namespace touchdown

#endif
