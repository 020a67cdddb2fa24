#include "drops/rebound.hpp"

#include "drops/impact_model.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

Quantiles quantiles_of(const std::vector<Rebound> &rebounds, double ReboundError::*figure) {
  const std::vector<double> values = collected(rebounds, [figure](const Rebound &r) { return r.error.*figure; });
  return {median(values), quantile(values, 0.9)};
}

std::optional<TargetFigures> target_figures(const std::vector<Rebound> &rebounds) {
  if (rebounds.empty() || !rebounds.front().answer.instructions) return std::nullopt;
  const std::vector<double> counts =
      collected(rebounds, [](const Rebound &r) { return static_cast<double>(*r.answer.instructions); });
  const auto same =
      std::count_if(rebounds.begin(), rebounds.end(), [](const Rebound &r) { return r.same_bits == true; });
  return TargetFigures{median(counts), static_cast<std::uint32_t>(quantile(counts, 1)), static_cast<std::size_t>(same)};
}

constexpr double slow = 0.1;  // [m/s]

ReboundError error_of(const Drop &drop, const Motion &predicted) {
  return {(predicted.v - drop.after.v).norm(), (predicted.w - drop.after.w).norm(), deviation(drop, predicted).norm()};
}

}  // namespace

DropSummary summary_of(const std::vector<Rebound> &rebounds) {
  DropSummary summary{rebounds.size(),
                      quantiles_of(rebounds, &ReboundError::E_norm),
                      quantiles_of(rebounds, &ReboundError::linear),
                      quantiles_of(rebounds, &ReboundError::angular),
                      {},
                      0,
                      0,
                      target_figures(rebounds)};
  for (const Rebound &r : rebounds) {
    summary.slips[static_cast<std::size_t>(r.measured_slip)][static_cast<std::size_t>(r.predicted_slip)]++;
    summary.slips_agree += r.measured_slip == r.predicted_slip ? 1 : 0;
    summary.energy_gained += (r.answer.status & TD_CAVEAT_ENERGY_GAINED) != 0 ? 1 : 0;
  }
  return summary;
}

std::size_t over_budget(const DropRun &run, const Budget &budget) {
  const auto is_over = [&](const Rebound &rebound) { return budget && rebound.answer.instructions > budget; };
  return static_cast<std::size_t>(std::count_if(run.rebounds.begin(), run.rebounds.end(), is_over));
}

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
