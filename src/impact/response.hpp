// One impact without its report: impulse, velocity after, case. A planar contact takes a short way, through the
// functions of planar_impact.hpp; if that cannot answer for certain, the resolver does.
#ifndef TOUCHDOWN_IMPACT_RESPONSE_HPP
#define TOUCHDOWN_IMPACT_RESPONSE_HPP

#include "impact/audit.hpp"
#include "impact/planar_impact.hpp"
#include "impact/single_impact.hpp"
#include "impact/validation.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// The long way.
template <class Scalar>
inline Status respond_at_length(const Contact<Scalar> &contact, const ContactVector<Scalar> &v,
                                Response<Scalar> &response) {
  Contact<Scalar> struck = contact;
  struck.v = v;
  Impact<Scalar> impact;
  const Status status = resolve_contact(struck, impact);
  if (status >= 0) response = {impact.p, impact.v, impact.case_number};
  return status;
}

// A planar impact, scaled, reflected or not: slip before, and the velocity and impulse that it leaves along t of the
// contact.
template <class Scalar>
struct PlanarMotion {
  Scalar speed, inverse_W;  // |v_n| before, 1 / W_nn
  Scalar u_before, u_after;
  Scalar p_t, v_t;
};

// The answer of an impact without a wedge, by a law that ends by one formula; `status` holds its caveats but the
// energy's. False if it is not finite: the long way then finds the reason. A velocity that is not finite spoils the
// answer: only a jam that does not slow slip would hide it, and that is a wedge.
template <class Scalar>
TOUCHDOWN_INLINE bool answer_in_plane(const StraightImpact<Scalar> &impact, const PlanarMotion<Scalar> &motion,
                                      const PlanarEnergyForm<Scalar> &form, std::int32_t number,
                                      Response<Scalar> &response, Status &status) {
  const Scalar before = weighed_square(form, Scalar(-1), {motion.u_before, 0});
  const Scalar after = weighed_square(form, impact.v_n, {motion.u_after, 0});
  if (after > before && tolerance::gains(before, after - before)) status |= TD_CAVEAT_ENERGY_GAINED;
  const Scalar impulse = motion.speed * motion.inverse_W;
  const Scalar p_n = impulse * (impact.p_c + impact.p_r);
  const Scalar p_t = impulse * motion.p_t;
  const Scalar v_n = motion.speed * impact.v_n;
  const Scalar v_t = motion.speed * motion.v_t;
  if (zero_if_finite(p_n + p_t + v_n + v_t) != 0) return false;
  response = {{p_n, p_t, 0}, {v_n, v_t, 0}, number};
  return true;
}

// Whether its impacts take the closed form, unless they slip out of the plane.
template <class Scalar>
TOUCHDOWN_INLINE bool is_planar_but_for_slip(const Contact<Scalar> &contact) {
  return are_zero(contact.W.ns, contact.W.ts) && !is_method(contact.options.method, TD_METHOD_ALGEBRAIC);
}

// The short way is the closed form, by a law that ends by one formula. `method` and `law` may be any numbers.
static_assert(TD_LAW_POISSON == 0 && TD_LAW_ENERGETIC == 1 && TD_LAW_NEWTON == 2, "what is_short compares");
constexpr bool is_short(std::int32_t law) {
  return has_method(TD_METHOD_PLANAR) && static_cast<std::uint32_t>(law) <= TD_LAW_NEWTON && has_law(law);
}

// If a figure leaves the range, or a wedge is possible, the short way is not taken. W is an inverse inertia.
template <class Scalar>
void prepare_short_way(const ScaledContact<Scalar> &scaled, Prepared<Scalar> &prepared) {
  const PlanarEnergyForm<Scalar> form = planar_energy_form(scaled);
  const PlanarSlip<Scalar> forward = planar_slip(scaled.tt, form.b, form.c, scaled.mu_s, scaled.mu_k);
  const PlanarSlip<Scalar> backward = planar_slip(scaled.tt, -form.b, -form.c, scaled.mu_s, scaled.mu_k);
  if (straight::is_wedge(forward.f_after) ||
      !are_finite(scaled.impulse, form.inv_t, form.b, forward.f_after, forward.slowing, forward.f,
                  forward.friction_after, forward.slip_after, backward.slowing, backward.f))
    return;
  prepared.short_way = 1 + scaled.law.law;
  prepared.after_stop =
      (forward.slides_after ? 1 : 0) | (is_marginal(scaled.mu_s, scaled.mu_k, abs(form.c)) ? TD_CAVEAT_MARGINAL : 0);
  prepared.inverse_W = scaled.impulse;  // at an approach of 1 m/s
  prepared.inverse_t = form.inv_t;
  prepared.b = form.b;
  prepared.e = scaled.law.e;
  prepared.f_after = forward.f_after;
  prepared.along[0] = {1, forward.slowing, forward.f, forward.friction_after, forward.slip_after};
  prepared.along[1] = {-1, backward.slowing, backward.f, -forward.friction_after, -forward.slip_after};
}

template <class Scalar>
Status make_ready(const Contact<Scalar> &contact, Prepared<Scalar> &prepared) {
  Contact<Scalar> struck = contact;
  struck.v = {-1, 0, 0};
  const Status refused = check(struck);
  if (refused != TD_SOLVED) return refused;
  const ScaledContact<Scalar> scaled = scaled_contact(struck);
  const bool positive = is_planar_but_for_slip(contact) ? planar_energy_form(scaled).positive && scaled.ss >= 0
                                                        : energy_form(scaled).positive;
  if (!positive) return TD_REFUSED_CONTACT_INERTIA;
  prepared = {};
  prepared.contact = struck;
  prepared.contact.v = {0, 0, 0};
  if (!is_law(contact.options.law, TD_LAW_COMPROMISE)) prepared.contact.options.d1 = prepared.contact.options.d2 = 0;
  if (is_planar_but_for_slip(contact) && is_short(contact.options.law)) prepare_short_way(scaled, prepared);
  return TD_SOLVED;
}

template <class Scalar>
TOUCHDOWN_INLINE bool respond_prepared(const Prepared<Scalar> &prepared, const ContactVector<Scalar> &v,
                                       Response<Scalar> &response, Status &status) {
  const auto law = static_cast<std::int32_t>(static_cast<std::uint32_t>(prepared.short_way) - 1U);  // for any bits
  if (!(is_short(law) && are_zero(v.s) && v.n < 0)) return false;
  const Scalar speed = abs(v.n);
  const Scalar slip = v.t / speed;
  const td_prepared_slip_in<Scalar> &at = *(slip < 0 ? prepared.along + 1 : prepared.along);
  const Scalar u = abs(slip);
  const PlanarSlip<Scalar> along = {
      prepared.contact.surface.mu_k, at.slowing, at.f, at.friction_after, at.slip_after, prepared.f_after,
      (prepared.after_stop & 1) != 0};
  const PlanarPath<Scalar> path = planar_path(at.slowing, at.f, prepared.f_after, u);
  const StraightImpact<Scalar> impact = solve_without_wedge({law, prepared.e, 0, 0}, path.segments);
  const std::int32_t number = case_of(path.first_case, along.slides_after, impact.stopped_in);
  const PlanarEnd<Scalar> end = planar_end(along, u, impact);
  status = impact.caveats;
  if (number != 0) status |= prepared.after_stop & TD_CAVEAT_MARGINAL;
  const Scalar u_after = at.sign * end.u;
  const PlanarMotion<Scalar> motion = {speed, prepared.inverse_W, slip, u_after, -at.sign * end.friction, u_after};
  return answer_in_plane(impact, motion, {prepared.b, prepared.inverse_t, 0, true}, number, response, status);
}

}  // namespace touchdown

#endif
