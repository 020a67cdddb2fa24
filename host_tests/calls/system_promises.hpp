// Promises about the velocities of a system after its impact, whatever the system: the momentum equals the
// impulses, no contact approaches, and the kinetic energy is the reported one. Each is computed anew in double
// from the description and the answer, with room for the rounding of its own terms, and of the solution of M du =
// J^T p.
#ifndef TOUCHDOWN_CALLS_SYSTEM_PROMISES_HPP
#define TOUCHDOWN_CALLS_SYSTEM_PROMISES_HPP

#include <Eigen/Dense>

#include "promises.hpp"

namespace calls {
namespace CALLS_PRECISION {

using Vector3 = Eigen::Vector3d;
using Speeds = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, TD_MAX_SPEEDS, 1>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, TD_MAX_SPEEDS, TD_MAX_SPEEDS>;

inline Vector3 wide3(const td_real *x) { return {wide(x[0]), wide(x[1]), wide(x[2])}; }
inline Vector3 unit(const td_real *x) { return (wide3(x) / wide3(x).cwiseAbs().maxCoeff()).normalized(); }

// Of a vector or matrix; free of squares, which would leave the range.
template <class Derived>
double size_of(const Eigen::MatrixBase<Derived> &x) {
  return x.cwiseAbs().sum();
}

// True for NaN: numbers out of the range of double are not judged.
inline bool within(double error, double room) { return !(error > room); }

// The impulse on the system, in the frame of its vectors.
template <class Impulse>
Vector3 impulse_of(const Impulse &x, const td_real *n, const td_real *t, const td_real *s) {
  return wide(x.p.n) * unit(n) + wide(x.p.t) * wide3(t) + wide(x.p.s) * wide3(s);
}

// Largest error of a contact's velocity, by the sizes of its terms: in a wedge by its tolerance.
inline double off(const Trial &trial, const td_impact &impact) {
  return rounding + (impact.steps > 0 || (trial.status & TD_CAVEAT_JAM) != 0 ? cut_off : 0);
}
inline double off(const td_multi_contact &together) {
  return rounding + (together.rule == TD_RULE_SEQUENTIAL ? cut_off : 0);
}

// ---- Rigid bodies ---------------------------------------------------------------------------------------------------

// A body before its impact and after, and the impulses that it was given.
struct Moved {
  Moved(const td_rigid_body &body, const td_real *new_v, const td_real *new_w)
      : mass(wide(body.mass)), v(wide3(body.v)), w(wide3(body.w)), v_after(wide3(new_v)), w_after(wide3(new_w)) {
    const td_real(&I)[6] = body.inertia;
    inertia << wide(I[0]), wide(I[3]), wide(I[4]), wide(I[3]), wide(I[1]), wide(I[5]), wide(I[4]), wide(I[5]),
        wide(I[2]);
    size = size_of(inertia);
    inverse_size = size_of(inertia.inverse());
  }
  void add(const Vector3 &r, const Vector3 &p) {
    impulse += p;
    moment += r.cross(p);
    impulse_size += size_of(p);
    moment_size += size_of(r) * size_of(p);
  }

  Vector3 velocity_after(const Vector3 &r) const { return v_after + w_after.cross(r); }
  double energy_after() const { return (mass * v_after.squaredNorm() + w_after.dot(inertia * w_after)) / 2; }

  // Sizes of the terms of w_after, of velocity_after, and of energy_after.
  double spin_size() const { return size_of(w) + size_of(w_after) + inverse_size * moment_size; }
  double velocity_size(const Vector3 &r) const {
    return size_of(v) + size_of(v_after) + impulse_size / mass + size_of(r) * spin_size();
  }
  double energy_size() const {
    return mass * size_of(v_after) * (size_of(v) + size_of(v_after) + impulse_size / mass) +
           size * size_of(w_after) * spin_size();
  }

  double mass, size, inverse_size, impulse_size = 0, moment_size = 0;
  Eigen::Matrix3d inertia;
  Vector3 v, w, v_after, w_after, impulse = Vector3::Zero(), moment = Vector3::Zero();
};

inline void promise_momentum(Trial &trial, const Moved &body) {
  trial.promise(within(size_of(body.mass * (body.v_after - body.v) - body.impulse),
                       rounding * (body.mass * (size_of(body.v) + size_of(body.v_after)) + body.impulse_size) +
                           grain * (1 + body.mass)),
                "momentum is that of the impulse");
  trial.promise(within(size_of(body.inertia * (body.w_after - body.w) - body.moment),
                       rounding * (body.size * body.spin_size() + body.moment_size) + grain * (1 + body.size)),
                "angular momentum is that of the impulse");
}

inline void promise_reported(Trial &trial, double reported, double energy, double size) {
  trial.promise(within(std::abs(reported - energy), rounding * size + grain), "the reported energy is the velocities'");
}

inline void promise_no_approach(Trial &trial, double v_n, double reported, double room) {
  trial.promise(within(-v_n - reported, room + grain), "no point approaches after by more than was reported");
}

inline void promise_body(Trial &trial, const td_body_contact &body, const td_body_impact &after) {
  Moved moved(body.body, after.v, after.w);
  const Vector3 r = wide3(body.r);
  moved.add(r, impulse_of(after.impact, body.n, after.t, after.s));
  promise_momentum(trial, moved);
  promise_reported(trial, wide(after.impact.energy_after), moved.energy_after(), moved.energy_size());
  promise_no_approach(trial, unit(body.n).dot(moved.velocity_after(r)), 0,
                      off(trial, after.impact) * moved.velocity_size(r));
}

inline void promise_pair(Trial &trial, const td_pair &pair, const td_pair_impact &after) {
  Moved a(pair.a, after.v_a, after.w_a), b(pair.b, after.v_b, after.w_b);
  const Vector3 r_a = wide3(pair.r_a), r_b = wide3(pair.r_b);
  const Vector3 p = impulse_of(after.impact, pair.n, after.t, after.s);
  a.add(r_a, p);
  b.add(r_b, -p);
  promise_momentum(trial, a);
  promise_momentum(trial, b);
  promise_reported(trial, wide(after.impact.energy_after), a.energy_after() + b.energy_after(),
                   a.energy_size() + b.energy_size());
  promise_no_approach(trial, unit(pair.n).dot(a.velocity_after(r_a) - b.velocity_after(r_b)), 0,
                      off(trial, after.impact) * (a.velocity_size(r_a) + b.velocity_size(r_b)));
}

inline void promise_feet(Trial &trial, const td_body_multi_contact &body, const td_body_multi_contact_impact &after,
                         const td_contact_result *shares) {
  Moved moved(body.body, after.v, after.w);
  for (int i = 0; i < body.count; ++i)
    moved.add(wide3(body.points[i].r), impulse_of(shares[i], body.points[i].n, shares[i].t, shares[i].s));
  promise_momentum(trial, moved);
  promise_reported(trial, wide(after.result.energy_after), moved.energy_after(), moved.energy_size());
  for (int i = 0; i < body.count; ++i) {
    const Vector3 r = wide3(body.points[i].r);
    promise_no_approach(trial, unit(body.points[i].n).dot(moved.velocity_after(r)), wide(after.result.approach_left),
                        off(body.multi_contact) * moved.velocity_size(r));
  }
}

// ---- Generalized speeds ---------------------------------------------------------------------------------------------

// The Cholesky factor of M, whichever of both is given. NaN where double finds none.
template <class System>
Matrix mass_factor(const System &system) {
  const int n = system.n;
  const td_real *const given = system.L != nullptr ? system.L : system.M;
  Matrix L = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) L(i, j) = wide(given[i * n + j]);
  if (system.L != nullptr) return L;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double left = L(i, j);
      for (int k = 0; k < j; ++k) left -= L(i, k) * L(j, k);
      L(i, j) = j < i ? left / L(j, j) : std::sqrt(left);
    }
  return L;
}

// sqrt of the diagonal of M^-1: lengths of the columns of L^-1.
inline Speeds inverse_sizes(const Matrix &L) {
  const int n = static_cast<int>(L.rows());
  Speeds sizes(n);
  for (int column = 0; column < n; ++column) {
    Speeds x = Speeds::Zero(n);
    double square = 0;
    for (int i = column; i < n; ++i) {
      double left = i == column;
      for (int j = column; j < i; ++j) left -= L(i, j) * x[j];
      x[i] = left / L(i, i);
      square += x[i] * x[i];
    }
    sizes[column] = std::sqrt(square);
  }
  return sizes;
}

// The Jacobian of one contact, and the impulse there in the axes of its rows.
struct Touch {
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, TD_MAX_SPEEDS> J;
  Vector3 normal, p;

  Touch() = default;
  template <class Impulse>
  Touch(int n, const td_real *rows, std::int32_t axes, const td_real *normal_given, const Impulse &x, const td_real *t,
        const td_real *s)
      : J(3, n), normal(1, 0, 0), p(wide(x.p.n), wide(x.p.t), wide(x.p.s)) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < n; ++j) J(i, j) = wide(rows[i * n + j]);
    if (axes == TD_AXES_CONTACT) return;
    normal = unit(normal_given);
    p = impulse_of(x, normal_given, t, s);
  }
};

// A system and its speeds before and after; `impulse`: what changed them, and `impulse_size` the sizes of its terms.
struct Sped {
  Sped(const td_system &system, const td_real *after)
      : L(mass_factor(system)),
        u(system.n),
        u_after(system.n),
        impulse(Speeds::Zero(system.n)),
        impulse_size(impulse),
        size(system.n),
        inverse_size(inverse_sizes(L)) {
    for (int i = 0; i < system.n; ++i) {
      u[i] = wide(system.u[i]);
      u_after[i] = wide(after[i]);
      size[i] = L.row(i).norm();
    }
  }
  Speeds momentum(const Speeds &speeds) const {
    const Speeds x = L.transpose() * speeds;
    return L * x;
  }
  void add(const Speeds &generalized, const Speeds &of_size) {
    impulse += generalized;
    impulse_size += of_size;
  }
  // Sizes of the terms of M u; and of x in M = L L^T, L^T du = x.
  Speeds momentum_size() const {
    return size * (size.dot(u.cwiseAbs() + u_after.cwiseAbs()) + inverse_size.dot(impulse_size));
  }
  // Of the terms of u, solved for.
  Speeds speed_size() const {
    return u.cwiseAbs() + u_after.cwiseAbs() + inverse_size * inverse_size.dot(momentum_size());
  }

  Matrix L;
  Speeds u, u_after, impulse, impulse_size, size, inverse_size;
};

inline void promise_speeds(Trial &trial, const td_system &system, double energy_reported, const td_real *after,
                           const td_real *joints, const td_real *held, const Touch *touches, int count,
                           double approach_left, double off) {
  Sped sped(system, after);
  const int n = system.n;
  for (int i = 0; i < count; ++i)
    sped.add(touches[i].J.transpose() * touches[i].p,
             touches[i].J.cwiseAbs().colwise().sum().transpose() * (size_of(touches[i].p) + grain / rounding));
  for (int j = 0; j < n; ++j)
    trial.promise(within(std::abs(wide(joints[j]) - sped.impulse[j]), rounding * sped.impulse_size[j] + grain),
                  "joints feel the impulse");
  for (int k = 0; k < system.constraints; ++k) {
    Speeds row(n);
    for (int j = 0; j < n; ++j) row[j] = wide(system.A[k * n + j]) * wide(held[k]);
    sped.add(row, row.cwiseAbs());
  }
  const Speeds change = sped.momentum(sped.u_after - sped.u), room = sped.momentum_size();
  for (int j = 0; j < n; ++j)
    trial.promise(within(std::abs(change[j] - sped.impulse[j]), rounding * room[j] + grain),
                  "momentum is that of the impulses");
  promise_reported(trial, energy_reported, sped.u_after.dot(sped.momentum(sped.u_after)) / 2,
                   sped.u_after.cwiseAbs().dot(room));
  const Speeds speed_size = sped.speed_size();
  for (int i = 0; i < count; ++i) {
    const Speeds along = touches[i].J.transpose() * touches[i].normal;
    promise_no_approach(trial, along.dot(sped.u_after), approach_left,
                        off * touches[i].J.cwiseAbs().colwise().sum().dot(speed_size));
  }
}

// A held row takes mobility away and adds none.
inline void promise_views(Trial &trial, const td_operational_space_inertia &views) {
  const auto no_more = [&](td_real held, td_real free) {
    trial.promise(held >= 0 && wide(held) <= wide(free) * (1 + rounding) + grain, "constraints take mobility away");
  };
  for (const td_contact_inertia *view : {&views.locked, &views.blended}) {
    no_more(view->nn, views.free.nn);
    no_more(view->tt, views.free.tt);
    no_more(view->ss, views.free.ss);
  }
}

inline void promise_orthonormal(Trial &trial, int count, int n, const td_real *rows) {
  for (int i = 0; i < count; ++i)
    for (int j = 0; j <= i; ++j) {
      double product = i == j ? -1 : 0;
      for (int k = 0; k < n; ++k) product += wide(rows[i * n + k]) * wide(rows[j * n + k]);
      trial.promise(std::abs(product) <= rounding, "invariants are orthonormal");
    }
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
