// The saltation matrix of an impact (V.11): Kong, Payne, Zhu and Johnson 2023, equation (12),
//     X = D R + (F+ - D R F-) D g / (D g F-),  with the reset R, the flows F and the gap g,
// and likewise by parameters. An error that touches dt later flies dt longer before, and dt less after. The state is
// configuration and speeds; displacements have the speeds as their rates.
#ifndef TOUCHDOWN_SENSITIVITY_SALTATION_HPP
#define TOUCHDOWN_SENSITIVITY_SALTATION_HPP

#include "sensitivity/configuration.hpp"

namespace touchdown::sensitivity {

constexpr int state_errors = TD_ERRORS_OF_STATE, parameter_errors = TD_ERRORS_OF_PARAMETERS;

// The state by time, speeds and their rates, in the flight before and in that after.
template <class Scalar>
struct Flows {
  Scalar before[2 * max_struck], after[2 * max_struck];
};

// A column of the reset's derivatives, of `width`; the configuration stays.
template <class Scalar>
inline void put_column(int n, const Response<Scalar> &response, int width, Scalar *column) {
  for (int i = 0; i < n; ++i) column[(n + i) * width] = response.u[i];
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
    X[i * (width + 1)] = 1;
    copy(n, row, X + (n + i) * width + n);
    by_parameters[TD_ERROR_MU_K] = row[n + TD_BY_MU_K - TD_BY_MU_S];
    by_parameters[TD_ERROR_E] = row[n + TD_BY_E - TD_BY_MU_S];
  }
  for (int k = 0; k < 3; ++k)
    put_column(n, by_lean(struck, frame.t[k], frame.s[k]), parameter_errors, E + TD_ERROR_N + k);
}

// Adds what other times of the touch do, of a contact that approaches.
template <class Scalar>
inline void add_times(const StruckSystem<Scalar> &struck, const Flows<Scalar> &flows, Scalar *X, Scalar *E) {
  const int width = 2 * struck.n;
  for (int i = 0; i < width; ++i) {
    Scalar *const row = X + i * width;
    const Scalar jump = (flows.after[i] - dot<Scalar, Scalar>(width, row, flows.before)) / struck.contact.v.n;
    for (int k = 0; k < struck.n; ++k) row[k] = row[k] + struck.J[k].n * jump;
    E[i * parameter_errors + TD_ERROR_HEIGHT] = -jump;
  }
}

// Of a system that has been struck. A flight gives the axes of the normal, what a displacement changes, and flows.
// False where a matrix is not finite. Out of the way of what differentiates the contact, so that both use one stack.
template <class Flight, class Scalar>
TOUCHDOWN_SHARED bool fill_errors(const Flight &flight, const StruckSystem<Scalar> &struck, const Scalar *rows,
                                  Scalar *X, Scalar *E) {
  const int n = struck.n, width = 2 * n;
  fill_reset(struck, flight.axes(), rows, X, E);
  const auto with = flight.solved_with(struck);
  for (int k = 0; k < n; ++k) {
    SystemChange<Scalar> change;
    flight.displace(k, struck, change);
    put_column(n, by_displacement(struck, with, change), width, X + k);
  }
  if (struck.contact.v.n < 0) {
    Flows<Scalar> flows;
    flight.flow(flows);
    add_times(struck, flows, X, E);
  }
  return entries_finite(width * width, X) && entries_finite(width * parameter_errors, E);
}

template <class Scalar>
inline bool is_finite(const BodyLoads<Scalar> &loads) {
  return touchdown::all_finite(vector(loads.force)) && touchdown::all_finite(vector(loads.torque));
}

template <class Scalar>
struct FlightLoads {
  const BodyLoads<Scalar> &before, &after;
};

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

template <class Scalar>
struct BodyFlight {
  const OneBody<Scalar> &system;
  const FlightLoads<Scalar> &loads;
  BodyMass<Scalar> mass;

  const ContactFrame<Scalar> &axes() const { return system.frame; }
  SolvedWith<Scalar> solved_with(const StruckSystem<Scalar> & /*struck*/) const { return {mass.view(), {}, {}, {}}; }
  // Its position changes nothing.
  void displace(int k, const StruckSystem<Scalar> &struck, SystemChange<Scalar> &change) const {
    if (k >= 3) turn_body(system, struck, Vector3<Scalar>(Vector3<Scalar>::Unit(k - 3)), change);
  }
  void flow(Flows<Scalar> &flows) const {
    flow_of(system.body, system.body.before, loads.before, flows.before);
    flow_of(system.body, system.body.after, loads.after, flows.after);
  }
};

// td_body_saltation_of, but for its reach. Scratch when the status is negative.
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
  const BodyFlight<Scalar> flight = {system, loads, BodyMass<Scalar>(system.body.factor)};
  return fill_errors(flight, struck, rows, result.X[0], result.E[0]) ? status : TD_REFUSED_RANGE;
}

// M x of a symmetric matrix, of which the lower triangle is read.
template <class Scalar, class Entry>
inline void symmetric_times(int n, const Scalar *M, const Entry *x, Entry *product) {
  for (int i = 0; i < n; ++i) {
    Entry sum{};
    for (int j = 0; j < n; ++j) sum = sum + (j <= i ? M[i * n + j] : M[j * n + i]) * x[j];
    product[i] = sum;
  }
}

template <class Scalar>
struct SpeedsFlight {
  const SystemWithContact<Scalar> &system;
  const SpeedsFlow<Scalar> &given;

  int n() const { return system.given.system.n; }
  int held() const { return system.given.system.constraints; }
  ContactFrame<Scalar> axes() const {
    if (system.given.axes != TD_AXES_CONTACT) return system.space.frame;
    return {Vector3<Scalar>::Unit(1), Vector3<Scalar>::Unit(2), Vector3<Scalar>::Unit(0)};
  }
  SolvedWith<Scalar> solved_with(const StruckSystem<Scalar> &struck) const {
    SolvedWith<Scalar> with = {system.space.mass.view, &system.space.held, system.answer.constraint_impulses, {}};
    for (const auto axis : contact_axes<Scalar>) {
      Scalar along[max_speeds], answer[max_constraints];
      for (int i = 0; i < n(); ++i) along[i] = struck.J[i].*axis;
      constraint_reaction(with.mass, *with.held, along, answer);
      for (int i = 0; i < held(); ++i) with.reaction[i].*axis = answer[i];
    }
    return with;
  }
  void displace(int k, const StruckSystem<Scalar> &struck, SystemChange<Scalar> &change) const {
    ContactFrame<Scalar> frame;
    if (given.J != nullptr)
      (void)read_rows(n(), given.J + k * 3 * n(), system.given.axes, vector(system.given.normal), frame, change.J);
    if (given.M != nullptr) symmetric_times(n(), given.M + k * n() * n(), struck.K, change.MK);
    if (given.A == nullptr) return;
    change.A = given.A + k * held() * n();
    for (int i = 0; i < held(); ++i) change.AK[i] = dot(n(), change.A + i * n(), struck.K);
  }
  void flow(Flows<Scalar> &flows) const {
    copy(n(), system.given.system.u, flows.before);
    copy(n(), given.before, flows.before + n());
    copy(n(), system.answer.u, flows.after);
    copy(n(), given.after, flows.after + n());
  }
  bool is_finite() const {
    bool finite = entries_finite(n(), given.before) && entries_finite(n(), given.after);
    for (int k = 0; k < n(); ++k) {
      for (int i = 0; i < n(); ++i)
        finite = finite && (given.M == nullptr || entries_finite(i + 1, given.M + (k * n() + i) * n()));
      finite = finite && (given.J == nullptr || entries_finite(3 * n(), given.J + k * 3 * n()));
      finite = finite && (given.A == nullptr || entries_finite(held() * n(), given.A + k * held() * n()));
    }
    return finite;
  }
};

// Where the errors of a system of speeds are found before they are the caller's.
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
  const SpeedsFlight<Scalar> flight = {system, flow};
  if (!flight.is_finite()) return TD_REFUSED_RANGE;
  result.margin = struck.by.margin;
  return fill_errors(flight, struck, rows.u, errors.X, errors.E) ? status : TD_REFUSED_RANGE;
}

}  // namespace touchdown::sensitivity

#endif
