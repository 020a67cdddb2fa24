// C API of simultaneous.h; compiled once for float and once, with TD_DOUBLE, for double.
#include "touchdown/simultaneous.h"

#include "c_api/conversion.hpp"
#include "c_api/publish.hpp"
#include "simultaneous/simultaneous.hpp"

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<Scalar> &body,
                                     touchdown::BodyMultiContactImpact<Scalar> &impact) {
  return publish(impact,
                 [&body](BodyMultiContactImpact<Scalar> &scratch) { return resolve_multi_contact(body, scratch); });
}

template <class Scalar>
touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<Scalar> &speeds,
                                     touchdown::SpeedsMultiContactImpact<Scalar> &impact) {
  return publish(
      impact, [&speeds](SpeedsMultiContactImpact<Scalar> &scratch) { return resolve_multi_contact(speeds, scratch); });
}

template touchdown::Status touchdown::resolve_multi_contact(const touchdown::BodyMultiContact<td_real> &,
                                                            touchdown::BodyMultiContactImpact<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::BodyMultiContact<td_real> &,
                                              touchdown::BodyMultiContactImpact<td_real> &);
template touchdown::Status touchdown::resolve(const touchdown::SpeedsMultiContact<td_real> &,
                                              touchdown::SpeedsMultiContactImpact<td_real> &);

namespace touchdown {

static MultiContact<td_real> from_c(const td_multi_contact &x) {
  return {static_cast<Rule>(x.rule), x.iterations, from_c(x.options)};
}

// The points themselves are copied once their number is known to be in range.
static BodyMultiContact<td_real> from_c(const td_body_multi_contact &x) {
  BodyMultiContact<td_real> body;
  body.mass = x.mass;
  body.inertia = inertia_from_c(x.inertia);
  body.v = vector_from_c(x.v);
  body.w = vector_from_c(x.w);
  body.count = x.count;
  body.multi_contact = from_c(x.multi_contact);
  for (int i = 0; i < x.count && x.count <= max_contacts; ++i)
    body.points[i] = {vector_from_c(x.points[i].r), vector_from_c(x.points[i].n), from_c(x.points[i].surface)};
  return body;
}

static SpeedsMultiContact<td_real> from_c(const td_speeds_multi_contact &x) {
  SpeedsMultiContact<td_real> speeds;
  speeds.system = {x.n, x.M, x.L, x.u, x.constraints, x.A, x.hold};
  speeds.count = x.count;
  speeds.axes = static_cast<Axes>(x.axes);
  speeds.J = x.J;
  speeds.normals = x.normals;
  speeds.multi_contact = from_c(x.multi_contact);
  for (int i = 0; i < x.count && x.count <= max_contacts; ++i) speeds.surfaces[i] = from_c(x.surfaces[i]);
  return speeds;
}

static void to_c(const MultiContactResult<td_real> &from, td_multi_contact_result *to) {
  *to = {from.energy_before, from.energy_after,      from.approach_left,
         from.residual,      from.restitution_scale, from.iterations};
}

static void copy_out(int count, const ContactResult<td_real> *from, td_contact_result *to) {
  for (int i = 0; i < count && to != nullptr; ++i) {
    const ContactResult<td_real> &share = from[i];
    to[i] = {share.p.n,           share.p.t,         share.p.s,
             share.v.n,           share.v.t,         share.v.s,
             share.p_compression, share.cone_margin, static_cast<std::int32_t>(share.mode),
             {0, 0, 0},           {0, 0, 0}};
    vector_to_c(share.t, to[i].t);
    vector_to_c(share.s, to[i].s);
  }
}

}  // namespace touchdown

td_status td_resolve_body_multi_contact(const td_body_multi_contact *body, td_body_multi_contact_impact *impact) {
  if (body == nullptr || impact == nullptr || body->points == nullptr) return TD_REFUSED_NULL;
  touchdown::BodyMultiContactImpact<td_real> result;
  const td_status status = touchdown::resolve_multi_contact(touchdown::from_c(*body), result);
  if (status < 0) return status;
  touchdown::to_c(result.result, &impact->result);
  touchdown::vector_to_c(result.v, impact->v);
  touchdown::vector_to_c(result.w, impact->w);
  touchdown::copy_out(body->count, result.contacts, impact->contacts);
  return status;
}

td_status td_resolve_speeds_multi_contact(const td_speeds_multi_contact *system,
                                          td_speeds_multi_contact_impact *impact) {
  if (system == nullptr || impact == nullptr || system->surfaces == nullptr) return TD_REFUSED_NULL;
  touchdown::SpeedsMultiContactImpact<td_real> result;
  const td_status status = touchdown::resolve_multi_contact(touchdown::from_c(*system), result);
  if (status < 0) return status;
  touchdown::to_c(result.result, &impact->result);
  impact->redundant = result.redundant;
  touchdown::copy_out(system->n, result.u, impact->u);
  touchdown::copy_out(system->n, result.joint_impulses, impact->joint_impulses);
  touchdown::copy_out(system->constraints, result.constraint_impulses, impact->constraint_impulses);
  touchdown::copy_out(system->count, result.contacts, impact->contacts);
  return status;
}
