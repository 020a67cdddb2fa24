// One impact without its report: impulse, velocity after, case. The planar contact has a short way, by the lines of
// planar_impact.hpp; what that cannot answer for certain, the resolver does.
#ifndef TOUCHDOWN_IMPACT_RESPONSE_HPP
#define TOUCHDOWN_IMPACT_RESPONSE_HPP

#include "impact/audit.hpp"
#include "impact/planar_impact.hpp"
#include "impact/single_impact.hpp"
#include "impact/validation.hpp"
#include "touchdown/prepared.hpp"

namespace touchdown {

// The long way.
template <class Scalar>
__attribute__((noinline)) Status respond_at_length(const Contact<Scalar> &contact, const ContactVector<Scalar> &v,
                                                   Response<Scalar> &response) {
  Contact<Scalar> struck = contact;
  struck.v = v;
  Impact<Scalar> impact;
  const Status status = resolve_contact(struck, impact);
  if (status >= 0) response = {impact.p, impact.v, impact.case_number};
  return status;
}

// What the short way takes of W, of the surface and of the law, whatever the velocity.
template <class Scalar>
struct PlanarParameters {
  PlanarContact<Scalar> contact;
  PlanarEnergyForm<Scalar> form;
  Scalar e;
  Scalar inverse_W;  // 1 / W_nn
  Status at_stop;    // the caveat of a stop, or of a start at rest
};

// By the laws that end by one formula. False where the result is not finite: the long way knows why. Nothing else
// checks the velocity, as any that is not finite spoils the result.
template <class Scalar>
TOUCHDOWN_INLINE bool respond_in_plane(const PlanarParameters<Scalar> &plane, const PlanarDirection<Scalar> &along,
                                       std::int32_t law, Scalar speed, Scalar slip, Response<Scalar> &response,
                                       Status &status) {
  const Scalar u = along.sigma * slip;
  ImpactSolution<Scalar> solution =
      planar_solution(plane.contact, along, u, plane.e,
                      solve_without_wedge({law, plane.e, 0, 0}, planar_path(plane.contact, along, u)));
  const Scalar impulse = speed * plane.inverse_W;
  response.p.n = impulse * (solution.normal.compression.p + solution.normal.reached.p);
  response.p.t = impulse * solution.p.x;
  response.v.n = speed * solution.normal.reached.v_n;
  response.v.t = speed * solution.u.x;
  solution.starts_at_rest = solution.stopped_in == Stage::compression && u == 0;  // asks the second where need be
  response.case_number = case_number(solution);
  const Scalar before = weighed_square(plane.form, Scalar(-1), {slip, 0});
  const Scalar after = weighed_square(plane.form, solution.normal.reached.v_n, solution.u);
  const bool gained = after > before && tolerance::gains(before, after - before);
  const bool stops = u == 0 || solution.stopped_in != Stage::none;
  status = solution.caveats | (gained ? TD_CAVEAT_ENERGY_GAINED : 0) | (stops ? plane.at_stop : TD_SOLVED);
  return zero_if_finite(response.p.n + response.p.t + response.v.n + response.v.t) == 0;
}

// Writes no response where it is false.
template <class Scalar>
TOUCHDOWN_INLINE bool respond_by_law(const PlanarParameters<Scalar> &plane, const PlanarDirection<Scalar> &along,
                                     std::int32_t law, Scalar speed, Scalar slip, Response<Scalar> &response,
                                     Status &status) {
  Response<Scalar> answer;
  bool certain = false;
  if (law == TD_LAW_POISSON)
    certain = respond_in_plane(plane, along, TD_LAW_POISSON, speed, slip, answer, status);
  else if (is_law(law, TD_LAW_ENERGETIC))
    certain = respond_in_plane(plane, along, TD_LAW_ENERGETIC, speed, slip, answer, status);
  else
    certain = respond_in_plane(plane, along, TD_LAW_NEWTON, speed, slip, answer, status);
  if (certain) response = {{answer.p.n, answer.p.t, 0}, {answer.v.n, answer.v.t, 0}, answer.case_number};
  return certain;
}

template <class Scalar>
TOUCHDOWN_INLINE PlanarParameters<Scalar> planar_parameters(const ScaledContact<Scalar> &scaled) {
  const PlanarContact<Scalar> contact = planar_contact(scaled.tt, scaled.b.x, scaled.mu_s, scaled.mu_k);
  const bool marginal = is_marginal(scaled.mu_s, scaled.mu_k, abs(contact.c));
  return {contact, planar_energy_form(scaled), scaled.law.e, scaled.impulse / scaled.speed,
          marginal ? TD_CAVEAT_MARGINAL : TD_SOLVED};
}

// Whether an impact of it takes the closed form, unless it slips out of the plane.
template <class Scalar>
TOUCHDOWN_INLINE bool is_planar_but_for_slip(const Contact<Scalar> &contact) {
  return contact.W.ns == 0 && contact.W.ts == 0 && !is_method(contact.options.method, TD_METHOD_ALGEBRAIC);
}

// The short way knows not every law.
template <class Scalar>
TOUCHDOWN_INLINE bool is_short(const Contact<Scalar> &contact) {
  const std::int32_t law = contact.options.law;
  return is_planar_but_for_slip(contact) && !is_law(law, TD_LAW_COMPROMISE) && !is_law(law, TD_LAW_AUTOMATIC);
}

// And no wedge.
template <class Scalar>
TOUCHDOWN_INLINE bool is_short(const PlanarParameters<Scalar> &plane) {
  return plane.form.positive && !straight::is_wedge(plane.contact.f_after);
}

template <class Scalar>
TOUCHDOWN_INLINE td_prepared_slip_in<Scalar> prepared_slip(const PlanarDirection<Scalar> &along) {
  return {along.sigma, along.slowing, along.f, along.after.friction, along.after.slip};
}

// Where a figure leaves the range, the short way stays closed.
template <class Scalar>
void prepare_short_way(const ScaledContact<Scalar> &scaled, Prepared<Scalar> &prepared) {
  const PlanarParameters<Scalar> plane = planar_parameters(scaled);
  const auto forward = prepared_slip(planar_direction(plane.contact, scaled.tt, scaled.b.x, Scalar(1)));
  const auto backward = prepared_slip(planar_direction(plane.contact, scaled.tt, scaled.b.x, Scalar(-1)));
  if (!is_short(plane) ||
      !are_finite(plane.inverse_W, plane.form.inv_t, plane.form.b, plane.contact.f_after, forward.slowing, forward.f,
                  forward.friction_after, forward.slip_after, backward.slowing, backward.f))
    return;
  prepared.short_way = 1 + scaled.law.law;
  prepared.after_stop = (plane.contact.sticks ? 0 : 1) | plane.at_stop;
  prepared.inverse_W = plane.inverse_W;
  prepared.inverse_t = plane.form.inv_t;
  prepared.b = plane.form.b;
  prepared.e = plane.e;
  prepared.f_after = plane.contact.f_after;
  prepared.along[0] = forward;
  prepared.along[1] = backward;
}

template <class Scalar>
Status make_ready(const Contact<Scalar> &contact, Prepared<Scalar> &prepared) {
  Contact<Scalar> struck = contact;
  struck.v = {-1, 0, 0};
  const Status refused = check(struck);
  if (refused != TD_SOLVED) return refused;
  const ScaledContact<Scalar> scaled = scaled_contact(struck);
  const bool positive =
      is_planar_but_for_slip(contact) ? planar_energy_form(scaled).positive : energy_form(scaled).positive;
  if (!positive) return TD_REFUSED_CONTACT_INERTIA;
  prepared = {};
  prepared.contact = struck;
  prepared.contact.v = {0, 0, 0};
  if (!is_law(contact.options.law, TD_LAW_COMPROMISE)) prepared.contact.options.d1 = prepared.contact.options.d2 = 0;
  if (is_short(contact)) prepare_short_way(scaled, prepared);
  return TD_SOLVED;
}

template <class Scalar>
TOUCHDOWN_INLINE Status respond_prepared(const Prepared<Scalar> &prepared, const ContactVector<Scalar> &v,
                                         Response<Scalar> &response) {
  if (prepared.short_way != 0 && v.s == 0 && v.n < 0) {
    const Scalar speed = -v.n;
    const Scalar slip = v.t / speed;
    const td_prepared_slip_in<Scalar> &at = prepared.along[slip < 0];
    const PlanarDirection<Scalar> along = {at.sign, at.slowing, at.f, {at.friction_after, at.slip_after}};
    const PlanarParameters<Scalar> plane = {
        {prepared.contact.surface.mu_k, 0, {0, 0}, prepared.f_after, (prepared.after_stop & 1) == 0},
        {prepared.b, prepared.inverse_t, true},
        prepared.e,
        prepared.inverse_W,
        prepared.after_stop & TD_CAVEAT_MARGINAL};
    const auto law = static_cast<std::int32_t>(static_cast<std::uint32_t>(prepared.short_way) - 1U);  // of any bits
    Status status = TD_SOLVED;
    if (respond_by_law(plane, along, law, speed, slip, response, status)) return status;
  }
  return respond_at_length(prepared.contact, v, response);
}

template <class Scalar>
TOUCHDOWN_INLINE Status respond_lean(const Contact<Scalar> &contact, Response<Scalar> &response) {
  if (contact.v.n < 0 && contact.v.s == 0 && is_sound(contact) && is_short(contact)) {
    const ScaledContact<Scalar> scaled = scaled_contact(contact);
    const PlanarParameters<Scalar> plane = planar_parameters(scaled);
    const Scalar slip = scaled.u.x;
    const PlanarDirection<Scalar> along =
        planar_direction(plane.contact, scaled.tt, scaled.b.x, slip < 0 ? Scalar(-1) : Scalar(1));
    Status status = TD_SOLVED;
    if (is_short(plane) && respond_by_law(plane, along, scaled.law.law, scaled.speed, slip, response, status))
      return status;
  }
  return respond_at_length(contact, contact.v, response);
}

}  // namespace touchdown

#endif
