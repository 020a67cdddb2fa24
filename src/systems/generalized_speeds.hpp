// The ways from generalized speeds to contact space and back, free or with constraints A u held through the impact.
//   With M = L L^T, columns y = L^-1 J^T:  W = Y^T Y,  du = L^-T Y p  (Djerassi 2012 (1)-(4), Shen & Townsend 1998
//   (11)). ConstraintBasis: with Z = L^-1 A^T = Q R, Y is first freed of its part along Q; the constraint impulses are
//   -R^-1 Q^T Y p.
// W is a Gram matrix in every case: symmetric by construction, semidefinite to rounding.
#ifndef TOUCHDOWN_SYSTEMS_GENERALIZED_SPEEDS_HPP
#define TOUCHDOWN_SYSTEMS_GENERALIZED_SPEEDS_HPP

#include "systems/contact_space.hpp"
#include "systems/system_impact.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// A column has an entry for each speed, and one for each partly held row: its added inertia.
constexpr int max_column = max_speeds + max_constraints;

// The mass matrix, ready for division; `view` points into it or to the caller's factor, so it is not copied.
template <class Scalar>
struct MassFactor {
  MassFactor() = default;
  MassFactor(const MassFactor &) = delete;
  MassFactor &operator=(const MassFactor &) = delete;

  CholeskyView<Scalar> view;
  Scalar L[max_speeds * max_speeds];
  Scalar inverse_diagonal[max_speeds];
};

// NULL, SIZE or solved.
template <class Scalar>
Status check_shape(const System<Scalar> &system) {
  if (system.M == nullptr && system.L == nullptr) return TD_REFUSED_NULL;
  if (system.constraints > 0 && system.A == nullptr) return TD_REFUSED_NULL;
  const bool in_range =
      system.n >= 1 && system.n <= max_speeds && system.constraints >= 0 && system.constraints <= max_constraints;
  return in_range ? TD_SOLVED : TD_REFUSED_SIZE;
}

inline Status check_axes(std::int32_t axes) {
  return axes == TD_AXES_WORLD || axes == TD_AXES_CONTACT ? TD_SOLVED : TD_REFUSED_AXES;
}

// MASS_MATRIX, FACTOR or solved.
template <class Scalar>
Status factorize(const System<Scalar> &system, MassFactor<Scalar> &factor) {
  const bool given = system.L != nullptr;
  factor.view = {system.n, given ? system.L : factor.L, factor.inverse_diagonal};
  if (given) return check_factor(system.n, system.L, factor.inverse_diagonal) ? TD_SOLVED : TD_REFUSED_FACTOR;
  return cholesky(system.n, system.M, factor.L, factor.inverse_diagonal) ? TD_SOLVED : TD_REFUSED_MASS_MATRIX;
}

// The forbidden directions: an orthonormal basis Q (rows, zero for a redundant constraint), and R by columns.
template <class Scalar>
struct ConstraintBasis {
  int rows = 0, length = 0, redundant = 0;
  Scalar Q[max_constraints * max_column];
  Scalar R[max_constraints * max_constraints];
  Scalar inverse_R[max_constraints];  // of the diagonal; 0 where redundant
  Scalar strength[max_constraints];   // sqrt(hold), over the divisor of the row
};

// Column j of Z, divided by its largest entry; returns the square of its length. A row held by h enters with sqrt(h),
// and has sqrt(1 - h) of its length in an entry of its own: at h = 1 it forbids its speed, at h = 0 nothing, and
// between it acts as the row of an added inertia.
template <class Scalar>
Scalar constraint_column(const CholeskyView<Scalar> &mass, const Scalar *a, Scalar hold, int j,
                         ConstraintBasis<Scalar> &held) {
  Scalar *q = held.Q + j * max_column;
  fill_zero(held.length, q);
  add_scaled(mass.n, Scalar(1), a, q);
  solve_lower(mass, q);
  const Scalar largest = shrink(mass.n, q);
  const Scalar square = dot(mass.n, q, q);
  const Scalar root = square_root(hold);
  for (int i = 0; i < mass.n; ++i) q[i] *= root;
  held.strength[j] = largest > 0 ? root / largest : 0;
  if (held.length > mass.n) q[mass.n + j] = square_root((Scalar(1) - hold) * square);
  return square;
}

template <class Scalar>
void orthonormalize(int j, Scalar square, ConstraintBasis<Scalar> &held) {
  Scalar *q = held.Q + j * max_column;
  Scalar *column = held.R + j * max_constraints;
  fill_zero(j, column);
  project_out(j, held.length, held.Q, max_column, q, column);
  const Scalar left = dot(held.length, q, q);
  constexpr Scalar rank = tolerance::rank<Scalar>;
  const bool independent = left > rank * rank * square;
  held.inverse_R[j] = independent ? Scalar(1) / square_root(left) : Scalar(0);
  held.redundant += independent ? 0 : 1;
  for (int i = 0; i < held.length; ++i) q[i] *= held.inverse_R[j];
}

// CONSTRAINT, RANGE, solved, or the caveat REDUNDANT. `hold` may be null: all rows held.
template <class Scalar>
Status hold_constraints(const CholeskyView<Scalar> &mass, const System<Scalar> &system, const Scalar *hold,
                        ConstraintBasis<Scalar> &held) {
  held.rows = system.constraints;
  held.length = hold == nullptr ? mass.n : mass.n + held.rows;
  held.redundant = 0;
  for (int j = 0; j < held.rows; ++j) {
    const Scalar *a = system.A + j * mass.n;
    const Scalar h = hold == nullptr ? Scalar(1) : hold[j];
    if (!entries_finite(mass.n, a) || !(h >= 0) || !(h <= 1)) return TD_REFUSED_CONSTRAINT;
    const Scalar square = constraint_column(mass, a, h, j, held);
    if (!is_finite(square)) return TD_REFUSED_RANGE;
    orthonormalize(j, square, held);
  }
  return held.redundant > 0 ? TD_CAVEAT_REDUNDANT : TD_SOLVED;
}

// One contact point of the system: rows n, t, s of J, and columns of Y.
template <class Scalar>
struct PointSpace {
  ContactVector<Scalar> J[max_speeds];
  ContactVector<Scalar> Y[max_column];
};

// JACOBIAN, NORMAL or solved. The frame is written for world axes only, and zero else.
template <class Scalar>
Status read_rows(int n, const Scalar *J, std::int32_t axes, const Vector3<Scalar> &normal, ContactFrame<Scalar> &frame,
                 ContactVector<Scalar> *rows) {
  if (!entries_finite(3 * n, J)) return TD_REFUSED_JACOBIAN;
  if (axes == TD_AXES_CONTACT) {
    const Vector3<Scalar> zero(Scalar(0), Scalar(0), Scalar(0));
    frame = {zero, zero, zero};
    for (int i = 0; i < n; ++i) rows[i] = {J[i], J[n + i], J[2 * n + i]};
    return TD_SOLVED;
  }
  if (!frame_of(normal, frame)) return TD_REFUSED_NORMAL;
  for (int i = 0; i < n; ++i) rows[i] = to_contact(frame, Vector3<Scalar>(J[i], J[n + i], J[2 * n + i]));
  return TD_SOLVED;
}

// Squares of the three columns' lengths.
template <class Scalar>
ContactVector<Scalar> squares(int n, const ContactVector<Scalar> *Y) {
  ContactVector<Scalar> sum{0, 0, 0};
  for (int i = 0; i < n; ++i) sum = sum + ContactVector<Scalar>{Y[i].n * Y[i].n, Y[i].t * Y[i].t, Y[i].s * Y[i].s};
  return sum;
}

// Whether more of a column remains than rounding. A column without a finite square is kept: W will not be finite.
template <class Scalar>
Scalar keeps(Scalar left, Scalar before) {
  constexpr Scalar least = tolerance::rank<Scalar> * tolerance::rank<Scalar>;
  return Scalar(left > least * before || !is_finite(before));
}

// Removes the forbidden directions from the columns. In a direction that is forbidden altogether, rounding is set to 0,
// so that a point held still differs from a heavy one.
template <class Scalar>
void project_out_constraints(int n, const ConstraintBasis<Scalar> &held, ContactVector<Scalar> *Y) {
  ContactVector<Scalar> along[max_constraints] = {};
  const ContactVector<Scalar> before = squares(n, Y);
  project_out(held.rows, held.length, held.Q, max_column, Y, along);
  const ContactVector<Scalar> left = squares(held.length, Y);
  const ContactVector<Scalar> keep{keeps(left.n, before.n), keeps(left.t, before.t), keeps(left.s, before.s)};
  for (int i = 0; i < held.length; ++i) Y[i] = {keep.n * Y[i].n, keep.t * Y[i].t, keep.s * Y[i].s};
}

// Y = L^-1 J^T under the constraints.
template <class Scalar>
void fill_columns(const CholeskyView<Scalar> &mass, const ConstraintBasis<Scalar> &held, const ContactVector<Scalar> *J,
                  ContactVector<Scalar> *Y) {
  copy(mass.n, J, Y);
  fill_zero(held.length - mass.n, Y + mass.n);
  solve_lower(mass, Y);
  if (held.rows > 0) project_out_constraints(mass.n, held, Y);
}

// -R^-1 c, with R by columns; c is used up.
template <class Scalar>
void constraint_impulses(const ConstraintBasis<Scalar> &held, Scalar *c, Scalar *impulses) {
  for (int i = held.rows - 1; i >= 0; --i) {
    const Scalar x = c[i] * held.inverse_R[i];
    add_scaled(i, -x, held.R + i * max_constraints, c);
    impulses[i] = -x * held.strength[i];
  }
}

template <class Scalar>
Scalar kinetic_energy(const CholeskyView<Scalar> &mass, const Scalar *u) {
  return Scalar(0.5) * square_norm(mass, u);
}

// The constraints' answer to a generalized impulse J^T p.
template <class Scalar>
void constraint_reaction(const CholeskyView<Scalar> &mass, const ConstraintBasis<Scalar> &held,
                         const Scalar *generalized_impulse, Scalar *constraint_impulse) {
  if (held.rows == 0) return;
  Scalar column[max_column];
  Scalar along[max_constraints] = {};
  fill_zero(held.length, column);
  copy(mass.n, generalized_impulse, column);
  solve_lower(mass, column);
  project_out(held.rows, held.length, held.Q, max_column, column, along);
  constraint_impulses(held, along, constraint_impulse);
}

// u after = u + L^-T x, with x = Y p, which is used up.
template <class Scalar>
void apply_impulse(const CholeskyView<Scalar> &mass, const Scalar *u, Scalar *x, Scalar *u_after) {
  solve_upper(mass, x);
  for (int i = 0; i < mass.n; ++i) u_after[i] = u[i] + x[i];
}

// The motion of a system after its impact, and the impulses. It is copied to the caller's arrays once all is known to
// be finite: these may be the arrays of the input.
template <class Scalar>
struct SystemAnswer {
  Scalar u[max_speeds], joint_impulses[max_speeds], constraint_impulses[max_constraints];
  Scalar W_nn, v_n;  // of the contact along its normal, before; if there is a contact
};

template <class Scalar>
bool is_finite(const System<Scalar> &system, const SystemAnswer<Scalar> &answer) {
  return entries_finite(system.n, answer.u) && entries_finite(system.n, answer.joint_impulses) &&
         entries_finite(system.constraints, answer.constraint_impulses);
}

// Copies into an array of the caller, which may be null.
template <class Entry>
void copy_out(int n, const Entry *from, Entry *to) {
  if (to != nullptr) copy(n, from, to);
}

template <class Scalar>
void copy_out(const System<Scalar> &system, const SystemAnswer<Scalar> &answer, const SystemAfter<Scalar> *after) {
  if (after == nullptr) return;
  copy_out(system.n, answer.u, after->u_after);
  copy_out(system.n, answer.joint_impulses, after->joint_impulses);
  copy_out(system.constraints, answer.constraint_impulses, after->constraint_impulses);
}

// The system and its one contact in contact space.
template <class Scalar>
struct SpeedsSpace {
  MassFactor<Scalar> mass;
  ConstraintBasis<Scalar> held;
  ContactFrame<Scalar> frame;
  PointSpace<Scalar> point;
};

template <class Scalar>
Status enter(const Speeds<Scalar> &speeds, const Scalar *hold, SpeedsSpace<Scalar> &space) {
  const System<Scalar> &system = speeds.system;
  if (speeds.J == nullptr) return TD_REFUSED_NULL;
  Status status = check_shape(system);
  if (status == TD_SOLVED) status = check_axes(speeds.axes);
  if (status == TD_SOLVED) status = factorize(system, space.mass);
  if (status == TD_SOLVED)
    status = read_rows(system.n, speeds.J, speeds.axes, vector(speeds.normal), space.frame, space.point.J);
  if (status == TD_SOLVED) status = hold_constraints(space.mass.view, system, hold, space.held);
  if (status < 0) return status;
  fill_columns(space.mass.view, space.held, space.point.J, space.point.Y);
  return status;
}

template <class Scalar>
struct SystemWithContact {
  const Speeds<Scalar> &given;
  SpeedsImpact<Scalar> &result;
  SystemAnswer<Scalar> &answer;
  SpeedsSpace<Scalar> &space;

  Status enter() {
    return given.system.u == nullptr ? TD_REFUSED_NULL : touchdown::enter(given, given.system.hold, space);
  }
  // In contact space; the answer reports W_nn and v_n.
  Contact<Scalar> contact() {
    const Contact<Scalar> contact{gram(space.held.length, space.point.Y),
                                  dot(given.system.n, given.system.u, space.point.J), given.surface, given.options};
    answer.W_nn = contact.W.nn;
    answer.v_n = contact.v.n;
    return contact;
  }
  Status resolve() { return resolve_contact(contact(), result.impact); }
  // Held rows may do work, which hides a gain of energy.
  Status move(Energies<Scalar> &energies) {
    const int n = given.system.n;
    const ContactVector<Scalar> &p = result.impact.p;
    Scalar x[max_speeds];
    for (int i = 0; i < n; ++i) answer.joint_impulses[i] = dot(space.point.J[i], p);
    for (int i = 0; i < n; ++i) x[i] = dot(space.point.Y[i], p);
    constraint_reaction(space.mass.view, space.held, answer.joint_impulses, answer.constraint_impulses);
    apply_impulse(space.mass.view, given.system.u, x, answer.u);
    energies = {kinetic_energy(space.mass.view, given.system.u), kinetic_energy(space.mass.view, answer.u)};
    if (space.held.rows > 0) energies.gain = 0;
    return TD_SOLVED;
  }
  bool finish() {
    view(result.t) = space.frame.t;
    view(result.s) = space.frame.s;
    result.redundant = space.held.redundant;
    return is_finite(given.system, answer);
  }
};

// td_resolve_speeds. `impact` and `answer` are scratch when the status is negative.
template <class Scalar>
Status resolve_speeds(const Speeds<Scalar> &speeds, SpeedsImpact<Scalar> &impact, SystemAnswer<Scalar> &answer) {
  SpeedsSpace<Scalar> space;
  SystemWithContact<Scalar> system{speeds, impact, answer, space};
  return resolve_system(system, impact.impact);
}

template <class Scalar>
bool all_finite(const ContactInertia<Scalar> &W) {
  const Scalar row[] = {W.nn, W.nt, W.ns, W.tt, W.ts, W.ss};
  return entries_finite(6, row);
}

// td_operational_space_inertia_of. `inertia` is scratch when the status is negative.
template <class Scalar>
Status find_operational_space_inertia(const Speeds<Scalar> &speeds, OperationalSpaceInertia<Scalar> &inertia) {
  const System<Scalar> &system = speeds.system;
  SpeedsSpace<Scalar> space;
  Status status = enter(speeds, system.hold, space);
  if (status < 0) return status;
  inertia.blended = gram(space.held.length, space.point.Y);
  status |= hold_constraints<Scalar>(space.mass.view, system, nullptr, space.held);
  fill_columns(space.mass.view, space.held, space.point.J, space.point.Y);
  inertia.locked = gram(space.held.length, space.point.Y);
  space.held.rows = 0;
  space.held.length = system.n;
  fill_columns(space.mass.view, space.held, space.point.J, space.point.Y);
  inertia.free = gram(system.n, space.point.Y);
  const bool finite = all_finite(inertia.free) && all_finite(inertia.locked) && all_finite(inertia.blended);
  return finite ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
