#include "drops/rebound.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

namespace touchdown::host {
namespace {

constexpr double slow = 0.1;  // [m/s]

double energy_norm(const DropBody &body, const Vector3<double> &v, const Vector3<double> &w) {
  return std::sqrt(v.squaredNorm() + w.dot(body.inertia * w) / body.mass);
}

ReboundError error_of(const Drop &drop, const Motion &predicted) {
  const Vector3<double> dv = predicted.v - drop.after.v, dw = predicted.w - drop.after.w;
  return {dv.norm(), dw.norm(), energy_norm(drop.body, dv, dw) / energy_norm(drop.body, drop.after.v, drop.after.w)};
}

}  // namespace

const char *name_of(Slip slip) {
  static constexpr const char *names[slip_kinds] = {"slides on", "reverses", "stops"};
  return names[static_cast<std::size_t>(slip)];
}

ContactSpeed contact_speed(const DropBody &body, const Motion &motion) {
  const Vector3<double> velocity = motion.v + motion.w.cross(body.r);
  const double normal = velocity.dot(body.n);
  return {normal, velocity - normal * body.n};
}

Slip slip_between(const ContactSpeed &before, const ContactSpeed &after) {
  if (after.slip.norm() < slow) return Slip::stopped;
  return before.slip.dot(after.slip) < 0 ? Slip::reversed : Slip::slid_on;
}

template <class Scalar>
BodyContact<Scalar> in_scalar(const DropBody &x) {
  BodyContact<Scalar> body;
  body.body.mass = static_cast<Scalar>(x.mass);
  set_inertia(body.body.inertia, Matrix3<Scalar>(x.inertia.template cast<Scalar>()));
  view(body.r) = x.r.template cast<Scalar>();
  view(body.n) = x.n.template cast<Scalar>();
  view(body.body.v) = x.v.template cast<Scalar>();
  view(body.body.w) = x.w.template cast<Scalar>();
  body.surface = {static_cast<Scalar>(x.surface.mu_s), static_cast<Scalar>(x.surface.mu_k),
                  static_cast<Scalar>(x.surface.e)};
  return body;
}

template <class Scalar>
Rebound rebound_of(const Drop &drop, const Answer &answer, const BodyImpact<Scalar> &impact) {
  Rebound rebound{};
  rebound.drop = &drop;
  rebound.answer = answer;
  rebound.compression = impact.impact.mode_compression;
  rebound.restitution = impact.impact.mode_restitution;
  rebound.predicted = {vector(impact.v).template cast<double>(), vector(impact.w).template cast<double>()};
  rebound.before = contact_speed(drop.body, {drop.body.v, drop.body.w});
  rebound.measured_after = contact_speed(drop.body, drop.after);
  rebound.predicted_after = contact_speed(drop.body, rebound.predicted);
  rebound.measured_slip = slip_between(rebound.before, rebound.measured_after);
  rebound.predicted_slip = slip_between(rebound.before, rebound.predicted_after);
  rebound.error = error_of(drop, rebound.predicted);
  return rebound;
}

template <class Scalar>
Rebound rebound_of(const Drop &drop) {
  BodyImpact<Scalar> impact;
  const Status status = touchdown::resolve(in_scalar<Scalar>(drop.body), impact);
  if (status < 0) throw std::runtime_error("drop " + drop.id + ": " + td_status_name(status));
  return rebound_of(drop, {status, std::nullopt}, impact);
}

template BodyContact<float> in_scalar(const DropBody &);
template BodyContact<double> in_scalar(const DropBody &);
template Rebound rebound_of(const Drop &, const Answer &, const BodyImpact<float> &);
template Rebound rebound_of(const Drop &, const Answer &, const BodyImpact<double> &);
template Rebound rebound_of<float>(const Drop &);
template Rebound rebound_of<double>(const Drop &);

}  // namespace touchdown::host
