// The saltation matrix of an impact (V.11): Kong, Payne, Zhu and Johnson 2023, equation (12),
//     X = D R + (F+ - D R F-) D g / (D g F-),  with the reset R, the flows F and the gap g,
// and likewise by parameters. An error that touches dt later flies dt longer before, and dt less after. The state is
// configuration and speeds; the rates of displacements are the speeds.
#ifndef TOUCHDOWN_SENSITIVITY_SALTATION_HPP
#define TOUCHDOWN_SENSITIVITY_SALTATION_HPP

#include "sensitivity/configuration.hpp"

namespace touchdown::sensitivity {

constexpr int state_errors = TD_ERRORS_OF_STATE, parameter_errors = TD_ERRORS_OF_PARAMETERS;

// The flights around the impact, which the impact does not know: axes of the normal, matrices to solve with, changes by
// a displacement, and rates of speeds before and after.
template <class Scalar, class Displace>
struct Flights {
  ContactFrame<Scalar> axes;
  SolvedWith<Scalar> with;
  Displace displace;
  Scalar before[2 * max_struck], after[2 * max_struck];
};

// A column of the reset's derivatives, with rows of `width`; the configuration stays.
template <class Scalar>
inline void put_column(int n, const Response<Scalar> &response, int width, Scalar *column) {
  for (int i = 0; i < n; ++i) column[n * width + i * width] = response.u[i];
}

// By speeds and surface, `rows` of du'/d(u, surface), and by the normal in the axes of `frame`.
template <class Scalar>
inline void fill_reset(const StruckSystem<Scalar> &struck, const ContactFrame<Scalar> &frame, const Scalar *rows,
                       Scalar *X, Scalar *E) {
  const int n = struck.n, width = 2 * n;
  fill_zero(width * width, X);
  fill_zero(width * parameter_errors, E);
  for (int i = 0; i < n; ++i) {
    const Scalar *const row = rows + i * (n + surface_inputs);
    Scalar *const by_parameters = E + (n + i) * parameter_errors;
    X[i * width + i] = 1;
    copy(n, row, X + (n + i) * width + n);
    by_parameters[TD_ERROR_MU_K] = row[n + TD_BY_MU_K - TD_BY_MU_S];
    by_parameters[TD_ERROR_E] = row[n + TD_BY_E - TD_BY_MU_S];
  }
  for (int k = 0; k < 3; ++k)
    put_column(n, by_lean(struck, frame.t[k], frame.s[k]), parameter_errors, E + TD_ERROR_N + k);
}

// Adds the effect of other times of the touch, for a contact that approaches.
template <class Scalar, class Displace>
inline void add_times(const StruckSystem<Scalar> &struck, const Flights<Scalar, Displace> &flights, Scalar *X,
                      Scalar *E) {
  const int width = 2 * struck.n;
  for (int i = 0; i < width; ++i) {
    Scalar *const row = X + i * width;
    const Scalar jump = (flights.after[i] - dot<Scalar, Scalar>(width, row, flights.before)) / struck.contact.v.n;
    for (int k = 0; k < struck.n; ++k) row[k] = row[k] + struck.J[k].n * jump;
    E[i * parameter_errors + TD_ERROR_HEIGHT] = -jump;
  }
}

// For a system that has been struck. False if a matrix is not finite. A call, so that it shares its stack with the
// functions that differentiate the contact.
template <class Scalar, class Displace>
TOUCHDOWN_SHARED bool fill_errors(const Flights<Scalar, Displace> &flights, const StruckSystem<Scalar> &struck,
                                  const Scalar *rows, Scalar *X, Scalar *E) {
  const int n = struck.n, width = 2 * n;
  fill_reset(struck, flights.axes, rows, X, E);
  for (int k = 0; k < n; ++k) {
    SystemChange<Scalar> change;
    flights.displace(k, change);
    put_column(n, by_displacement(struck, flights.with, change), width, X + k);
  }
  if (struck.contact.v.n < 0) add_times(struck, flights, X, E);
  return entries_finite(width * width, X) && entries_finite(width * parameter_errors, E);
}

template <class Scalar>
struct FlightLoads {
  const BodyLoads<Scalar> &before, &after;
};

template <class Scalar>
inline bool is_finite(const BodyLoads<Scalar> &loads) {
  return touchdown::all_finite(vector(loads.force)) && touchdown::all_finite(vector(loads.torque));
}

// v, w and their rates: I w' = torque - w x I w.
template <class Scalar>
inline void flow_of(const FreeBody<Scalar> &body, const Motion<Scalar> &motion, const BodyLoads<Scalar> &loads,
                    Scalar *flow) {
  const Vector3<Scalar> momentum = body.inertia * motion.w;
  const Vector3<Scalar> turning =
      solve(body.factor.inertia, Vector3<Scalar>(vector(loads.torque) - motion.w.cross(momentum)));
  for (int i = 0; i < 3; ++i) {
    flow[TD_ERROR_X + i] = motion.v[i];
    flow[TD_ERROR_ATTITUDE + i] = motion.w[i];
    flow[TD_ERROR_V + i] = loads.force[i] * body.factor.inverse_mass;
    flow[TD_ERROR_W + i] = turning[i];
  }
}

// td_body_saltation_of without its reach. The result is scratch when the status is negative.
template <class Scalar>
Status saltation_of(const BodyContact<Scalar> &contact, const FlightLoads<Scalar> &loads,
                    BodySaltation<Scalar> &result) {
  OneBody<Scalar> system{contact, result.body};
  StruckSystem<Scalar> struck;
  Scalar p[3 * TD_BODY_INPUTS], rows[body_speeds * TD_BODY_INPUTS];
  const Status status = strike(system, true, struck, p, rows);
  if (status < 0) return status;
  if (!is_finite(loads.before) || !is_finite(loads.after)) return TD_REFUSED_RANGE;
  result.margin = struck.by.margin;
  const BodyMass<Scalar> mass(system.body.factor);
  const auto displace = [&](int k, SystemChange<Scalar> &change) {  // its position changes nothing
    if (k >= 3) turn_body(system, struck, Vector3<Scalar>(Vector3<Scalar>::Unit(k - 3)), change);
  };
  Flights<Scalar, decltype(displace)> flights{system.frame, {mass.view(), nullptr, nullptr, {}}, displace, {}, {}};
  flow_of(system.body, system.body.before, loads.before, flights.before);
  flow_of(system.body, system.body.after, loads.after, flights.after);
  return fill_errors(flights, struck, rows, result.X[0], result.E[0]) ? status : TD_REFUSED_RANGE;
}

// M x of a symmetric matrix, by its lower triangle.
template <class Scalar, class Entry>
inline void symmetric_times(int n, const Scalar *M, const Entry *x, Entry *product) {
  for (int i = 0; i < n; ++i) {
    Entry sum{};
    for (int j = 0; j < n; ++j) sum = sum + (j <= i ? M[i * n + j] : M[j * n + i]) * x[j];
    product[i] = sum;
  }
}

// What a displacement of the speeds after is solved with, held rows included.
template <class Scalar>
inline void set_solved_with(const SystemWithContact<Scalar> &system, const StruckSystem<Scalar> &struck,
                            SolvedWith<Scalar> &with) {
  const ConstraintBasis<Scalar> &held = system.space.held;
  with.mass = system.space.mass.view;
  with.held = &held;
  with.impulses = system.answer.constraint_impulses;
  for (const auto axis : contact_axes<Scalar>) {
    Scalar along[max_speeds], answer[max_constraints];
    for (int i = 0; i < struck.n; ++i) along[i] = struck.J[i].*axis;
    constraint_reaction(with.mass, held, along, answer);
    for (int i = 0; i < held.rows; ++i) with.reaction[i].*axis = answer[i];
  }
}

// Changes by a displacement along speed k.
template <class Scalar>
inline void displace_speeds(int k, const SystemWithContact<Scalar> &system, const SpeedsFlow<Scalar> &given,
                            const StruckSystem<Scalar> &struck, SystemChange<Scalar> &change) {
  const int n = struck.n, held = system.space.held.rows;
  ContactFrame<Scalar> frame;
  if (given.J != nullptr)
    (void)read_rows(n, given.J + k * 3 * n, system.given.axes, vector(system.given.normal), frame, change.J);
  if (given.M != nullptr) symmetric_times(n, given.M + k * n * n, struck.K, change.MK);
  if (given.A == nullptr) return;
  change.A = given.A + k * held * n;
  for (int i = 0; i < held; ++i) change.AK[i] = dot(n, change.A + i * n, struck.K);
}

// M is left out: its lower triangle is read, and an entry that is not finite there makes X so.
template <class Scalar>
inline bool is_finite(int n, int held, const SpeedsFlow<Scalar> &given) {
  return entries_finite(n, given.before) && entries_finite(n, given.after) &&
         (given.J == nullptr || entries_finite(3 * n * n, given.J)) &&
         (given.A == nullptr || entries_finite(held * n * n, given.A));
}

// Scratch for the errors of a system of speeds before they are copied to the caller.
template <class Scalar>
struct SpeedsErrors {
  Scalar X[4 * max_speeds * max_speeds], E[2 * max_speeds * parameter_errors];
};

// td_speeds_saltation_of. All but the input is scratch when the status is negative.
template <class Scalar>
Status saltation_of(const Speeds<Scalar> &speeds, const SpeedsFlow<Scalar> &flow, SpeedsSaltation<Scalar> &result,
                    SystemAnswer<Scalar> &answer, SpeedsErrors<Scalar> &errors) {
  SpeedsSpace<Scalar> space;
  SystemWithContact<Scalar> system{speeds, result.speeds, answer, space};
  StruckSystem<Scalar> struck;
  SpeedsRows<Scalar> rows;
  const Status status = strike(system, true, struck, rows.p, rows.u);
  if (status < 0) return status;
  const int n = struck.n;
  if (!is_finite(n, space.held.rows, flow)) return TD_REFUSED_RANGE;
  result.margin = struck.by.margin;
  const auto displace = [&](int k, SystemChange<Scalar> &change) { displace_speeds(k, system, flow, struck, change); };
  Flights<Scalar, decltype(displace)> flights{space.frame, {}, displace, {}, {}};
  if (speeds.axes == TD_AXES_CONTACT)
    flights.axes = {Vector3<Scalar>::Unit(1), Vector3<Scalar>::Unit(2), Vector3<Scalar>::Unit(0)};
  set_solved_with(system, struck, flights.with);
  copy(n, speeds.system.u, flights.before);
  copy(n, flow.before, flights.before + n);
  copy(n, answer.u, flights.after);
  copy(n, flow.after, flights.after + n);
  return fill_errors(flights, struck, rows.u, errors.X, errors.E) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
