// The fields of every struct of the C headers. Written by toolchain/api from the headers.
#ifndef TOUCHDOWN_CALLS_STRUCT_FIELDS_HPP
#define TOUCHDOWN_CALLS_STRUCT_FIELDS_HPP

#include "touchdown/drop.h"
#include "touchdown/effector.h"
#include "touchdown/impact.h"
#include "touchdown/landing.h"
#include "touchdown/limits.h"
#include "touchdown/monitor.h"
#include "touchdown/multi_contact.h"
#include "touchdown/prepared.h"
#include "touchdown/sensitivity.h"
#include "touchdown/status.h"
#include "touchdown/systems.h"
#include "touchdown/touchdown.h"

namespace calls {

// A visitor that has `called` receives the names of the following fields, as written here.
template <class V>
auto name_fields(V &v, const char *names, int) -> decltype(v.called(names)) {
  v.called(names);
}
template <class V>
void name_fields(V &, const char *, long) {}

// A visitor v has functions all, optional and first.
#define CALLS_FIELDS(how, ...) (::calls::name_fields(v, #__VA_ARGS__, 0), v.how(__VA_ARGS__))

template <class V, class S>
void fields(V &v, td_drop_rig_in<S> &x) {
  CALLS_FIELDS(all, x.rate, x.normal, x.range, x.resolution, x.threshold, x.gravity, x.misalignment, x.sensitivity,
               x.max_tilt, x.bandwidth, x.filter, x.bounce, x.sensor, x.contact);
}
template <class V, class S>
void fields(V &v, td_drop_sample_in<S> &x) {
  CALLS_FIELDS(all, x.a, x.w);
}
template <class V, class S>
void fields(V &v, td_drop_half_in<S> &x) {
  CALLS_FIELDS(all, x.fell, x.level);
}
template <class V, class S>
void fields(V &v, td_drop_test_in<S> &x) {
  CALLS_FIELDS(all, x.phase, x.next, x.count, x.until, x.slot, x.stride, x.deadline, x.clipped, x.missing, x.second,
               x.unfinished, x.early, x.resting, x.rests, x.checks, x.trigger, x.flown, x.landed, x.before,
               x.normal_bias, x.noise, x.bias, x.rotation_sum, x.sum, x.up, x.learned, x.fell, x.half, x.clips_at,
               x.top, x.near_from, x.at_top, x.near_top, x.rig, x.point);
}
template <class V, class S>
void fields(V &v, td_measured_in<S> &x) {
  CALLS_FIELDS(all, x.value, x.uncertainty);
}
template <class V, class S>
void fields(V &v, td_drop_approach_in<S> &x) {
  CALLS_FIELDS(all, x.speed, x.uncertainty);
}
template <class V, class S>
void fields(V &v, td_drop_impact_in<S> &x) {
  CALLS_FIELDS(all, x.e, x.mu, x.duration, x.compression, x.peak, x.impulse, x.e_force, x.e_duration);
  CALLS_FIELDS(optional, x.e_speed, x.approach, x.leaving);
  CALLS_FIELDS(all, x.sliding, x.friction);
  CALLS_FIELDS(optional, x.tilt);
  CALLS_FIELDS(all, x.turn, x.age, x.split, x.e_bound, x.mu_bound, x.samples, x.rises, x.clipped, x.missing);
}
template <class V, class S>
void fields(V &v, td_effector_in<S> &x) {
  CALLS_FIELDS(all, x.speeds, x.max_speed_jump, x.max_joint_impulse, x.max_constraint_impulse, x.stiffness,
               x.max_force);
}
template <class V, class S>
void fields(V &v, td_effector_impact_in<S> &x) {
  CALLS_FIELDS(all, x.speeds, x.slide, x.energy_lost);
  CALLS_FIELDS(optional, x.scale);
  CALLS_FIELDS(all, x.limit, x.joint);
  CALLS_FIELDS(optional, x.peak_force);
}
template <class V, class S>
void fields(V &v, td_surface_in<S> &x) {
  CALLS_FIELDS(all, x.mu_s, x.mu_k, x.e);
}
template <class V, class S>
void fields(V &v, td_options_in<S> &x) {
  CALLS_FIELDS(all, x.law, x.method, x.steps, x.d1, x.d2);
}
template <class V, class S>
void fields(V &v, td_contact_vector_in<S> &x) {
  CALLS_FIELDS(all, x.n, x.t, x.s);
}
template <class V, class S>
void fields(V &v, td_contact_inertia_in<S> &x) {
  CALLS_FIELDS(all, x.nn, x.nt, x.ns, x.tt, x.ts, x.ss);
}
template <class V, class S>
void fields(V &v, td_contact_in<S> &x) {
  CALLS_FIELDS(all, x.W, x.v, x.surface, x.options);
}
template <class V, class S>
void fields(V &v, td_impact_in<S> &x) {
  CALLS_FIELDS(all, x.p, x.v, x.p_compression, x.p_sliding, x.p_sticking, x.p_reversed);
  CALLS_FIELDS(optional, x.N_P, x.N_N, x.N_E);
  CALLS_FIELDS(all, x.energy_before, x.energy_after, x.energy_friction, x.energy_restitution, x.cone_margin);
  CALLS_FIELDS(optional, x.R1, x.R2, x.R3);
  CALLS_FIELDS(all, x.case_number, x.mode_compression, x.mode_restitution, x.law, x.method, x.steps);
}
template <class V, class S>
void fields(V &v, td_rigid_body_in<S> &x) {
  CALLS_FIELDS(all, x.mass, x.inertia, x.v, x.w);
}
template <class V, class S>
void fields(V &v, td_body_contact_in<S> &x) {
  CALLS_FIELDS(all, x.body, x.r, x.n, x.surface, x.options);
}
template <class V, class S>
void fields(V &v, td_body_impact_in<S> &x) {
  CALLS_FIELDS(all, x.impact, x.t, x.s, x.v, x.w);
}
template <class V, class S>
void fields(V &v, td_restitution_in<S> &x) {
  CALLS_FIELDS(all, x.capture_speed, x.speed, x.e, x.points);
}
template <class V, class S>
void fields(V &v, td_surface_pair_in<S> &x) {
  CALLS_FIELDS(all, x.a, x.b, x.mu_s, x.mu_k, x.restitution);
}
template <class V, class S>
void fields(V &v, td_ground_in<S> &x) {
  CALLS_FIELDS(all, x.point, x.n);
}
template <class V, class S>
void fields(V &v, td_lander_state_in<S> &x) {
  CALLS_FIELDS(all, x.x, x.q, x.v, x.w);
}
template <class V, class S>
void fields(V &v, td_foot_in<S> &x) {
  CALLS_FIELDS(all, x.r, x.radius, x.surface, x.mu_sliding);
}
template <class V, class S>
void fields(V &v, td_touch_in<S> &x) {
  CALLS_FIELDS(all, x.foot, x.time, x.v_n, x.slip, x.p, x.energy_lost);
}
template <class V, class S>
void fields(V &v, td_strut_stage_in<S> &x) {
  CALLS_FIELDS(all, x.force, x.stroke);
}
template <class V, class S>
void fields(V &v, td_strut_in<S> &x) {
  CALLS_FIELDS(all, x.joint, x.stiffness, x.damping, x.crush, x.pull);
}
template <class V, class S>
void fields(V &v, td_leg_in<S> &x) {
  CALLS_FIELDS(all, x.kind, x.axis, x.force, x.stiffness, x.damping, x.preload, x.friction, x.stroke, x.pad_mass,
               x.strut);
}
template <class V, class S>
void fields(V &v, td_strut_record_in<S> &x) {
  CALLS_FIELDS(all, x.elastic, x.crushed, x.pulled, x.force, x.most_push, x.push_time, x.most_pull, x.pull_time,
               x.energy);
}
template <class V, class S>
void fields(V &v, td_leg_record_in<S> &x) {
  CALLS_FIELDS(all, x.stroke, x.most_stroke, x.peak_force, x.energy, x.stops, x.force, x.down, x.pad, x.pad_v, x.slide,
               x.strut);
}
template <class V, class S>
void fields(V &v, td_lander_in<S> &x) {
  CALLS_FIELDS(all, x.mass, x.inertia, x.up, x.feet);
  CALLS_FIELDS(first, x.feet, x.foot);
  CALLS_FIELDS(all, x.points, x.point, x.planes);
  CALLS_FIELDS(first, x.planes, x.ground);
  CALLS_FIELDS(all, x.gravity, x.thrust, x.thrust_at, x.cut_delay, x.options, x.step, x.horizon, x.impacts,
               x.iterations, x.margins, x.highest, x.most_touches);
  CALLS_FIELDS(first, x.feet, x.leg);
}
template <class V, class S>
void fields(V &v, td_landing_in<S> &x) {
  CALLS_FIELDS(all, x.state, x.time);
  CALLS_FIELDS(optional, x.first_contact);
  CALLS_FIELDS(all, x.energy_lost, x.owed, x.deepest);
  CALLS_FIELDS(optional, x.clearance);
  CALLS_FIELDS(all, x.closest_point, x.bearing, x.phase, x.outcome, x.edge_from, x.edge_to);
  CALLS_FIELDS(optional, x.least_margin, x.least_time);
  CALLS_FIELDS(all, x.least_from, x.least_to, x.steps, x.impacts, x.touches, x.quiet, x.sub_step, x.leg);
}
template <class V, class S>
void fields(V &v, td_stance_in<S> &x) {
  CALLS_FIELDS(all, x.stance, x.feet, x.friction);
  CALLS_FIELDS(optional, x.energy);
  CALLS_FIELDS(all, x.edge_from, x.edge_to);
  CALLS_FIELDS(optional, x.falls_in);
}
template <class V, class S>
void fields(V &v, td_foot_outlook_in<S> &x) {
  CALLS_FIELDS(optional, x.time);
  CALLS_FIELDS(all, x.v_n, x.outlook);
}
template <class V, class S>
void fields(V &v, td_first_touch_in<S> &x) {
  CALLS_FIELDS(all, x.outlook);
  CALLS_FIELDS(optional, x.time);
  CALLS_FIELDS(all, x.at, x.after, x.count);
  CALLS_FIELDS(first, x.count, x.touch);
}
template <class V, class S>
void fields(V &v, td_landing_errors_in<S> &x) {
  CALLS_FIELDS(all, x.covariance, x.e, x.mu, x.guides, x.slope, x.laws);
}
template <class V, class S>
void fields(V &v, td_landing_odds_in<S> &x) {
  CALLS_FIELDS(all, x.samples, x.outcomes, x.x, x.covariance, x.latest);
  CALLS_FIELDS(optional, x.clearance);
  CALLS_FIELDS(all, x.closest_point);
}
template <class V>
void fields(V &v, td_limits &x) {
  CALLS_FIELDS(all, x.max_speeds, x.max_constraints, x.max_contacts, x.max_feet, x.laws, x.methods);
}
template <class V, class S>
void fields(V &v, td_monitor_point_in<S> &x) {
  CALLS_FIELDS(all, x.r, x.radius, x.mu);
}
template <class V, class S>
void fields(V &v, td_monitor_machine_in<S> &x) {
  CALLS_FIELDS(all, x.speeds, x.feet);
  CALLS_FIELDS(first, x.feet, x.foot);
  CALLS_FIELDS(all, x.model_error, x.normal_error, x.confidence, x.wait, x.bearing_load, x.rate, x.mass, x.inertia,
               x.sensor, x.points);
  CALLS_FIELDS(first, x.points, x.point);
  CALLS_FIELDS(all, x.range, x.filter, x.accelerometer_noise, x.gyro_noise, x.force_rate, x.torque_rate);
  CALLS_FIELDS(first, x.speeds, x.noise);
  CALLS_FIELDS(all, x.gain, x.learning);
}
template <class V, class S>
void fields(V &v, td_monitor_sample_in<S> &x) {
  CALLS_FIELDS(all, x.a, x.w, x.n, x.force, x.torque);
}
template <class V, class S>
void fields(V &v, td_joints_sample_in<S> &x) {
  CALLS_FIELDS(all, x.n, x.feet, x.dt, x.M, x.u, x.force, x.J, x.normals, x.pushes, x.push);
}
template <class V, class S>
void fields(V &v, td_contact_event_in<S> &x) {
  CALLS_FIELDS(all, x.phase, x.number, x.explanation, x.foot, x.samples, x.caveats, x.probability, x.touched,
               x.foot_probability, x.impulse, x.impulse_uncertainty, x.foot_impulse, x.r);
  CALLS_FIELDS(optional, x.r_uncertainty);
  CALLS_FIELDS(all, x.age);
}
template <class V, class S>
void fields(V &v, td_monitor_in<S> &x) {
  CALLS_FIELDS(all, x.phase, x.touched, x.foot, x.load, x.residual, x.event, x.ring, x.level, x.variance, x.growth,
               x.jump, x.u, x.shaking, x.flight, x.thrust, x.swing, x.last, x.normal, x.hidden, x.beside, x.path,
               x.noise, x.drop, x.loudest, x.lost, x.sure, x.waited, x.reach, x.fed, x.next, x.fresh, x.until, x.begun,
               x.onset, x.standing, x.quiet, x.clips, x.touch, x.back, x.turn, x.hold);
}
template <class V, class S>
void fields(V &v, td_multi_contact_in<S> &x) {
  CALLS_FIELDS(all, x.rule, x.iterations, x.options);
}
template <class V, class S>
void fields(V &v, td_contact_result_in<S> &x) {
  CALLS_FIELDS(all, x.p, x.v, x.p_compression, x.cone_margin, x.mode, x.t, x.s);
}
template <class V, class S>
void fields(V &v, td_multi_contact_result_in<S> &x) {
  CALLS_FIELDS(all, x.energy_before, x.energy_after, x.approach_left, x.residual, x.restitution_scale, x.iterations);
}
template <class V, class S>
void fields(V &v, td_point_in<S> &x) {
  CALLS_FIELDS(all, x.r, x.n, x.surface);
}
template <class V, class S>
void fields(V &v, td_body_multi_contact_in<S> &x) {
  CALLS_FIELDS(all, x.body, x.count, x.points, x.multi_contact);
}
template <class V, class S>
void fields(V &v, td_body_multi_contact_impact_in<S> &x) {
  CALLS_FIELDS(all, x.result, x.v, x.w);
}
template <class V, class S>
void fields(V &v, td_speeds_multi_contact_in<S> &x) {
  CALLS_FIELDS(all, x.system, x.count, x.axes, x.J, x.normals, x.surfaces, x.multi_contact);
}
template <class V, class S>
void fields(V &v, td_speeds_multi_contact_impact_in<S> &x) {
  CALLS_FIELDS(all, x.result, x.redundant);
}
template <class V, class S>
void fields(V &v, td_response_in<S> &x) {
  CALLS_FIELDS(all, x.p, x.v, x.case_number);
}
template <class V, class S>
void fields(V &v, td_prepared_slip_in<S> &x) {
  CALLS_FIELDS(all, x.sign, x.slowing, x.f, x.friction_after, x.slip_after);
}
template <class V, class S>
void fields(V &v, td_prepared_in<S> &x) {
  CALLS_FIELDS(all, x.contact, x.short_way, x.after_stop, x.inverse_W, x.inverse_t, x.b, x.e, x.f_after, x.along);
}
template <class V, class S>
void fields(V &v, td_impact_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.impact, x.p, x.v, x.margin);
}
template <class V, class S>
void fields(V &v, td_impact_inertia_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.p, x.v);
}
template <class V, class S>
void fields(V &v, td_body_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.body, x.p, x.motion, x.margin);
}
template <class V, class S>
void fields(V &v, td_body_pose_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.impulse, x.motion);
}
template <class V, class S>
void fields(V &v, td_body_multi_contact_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.body, x.motion, x.margin, x.redundant);
}
template <class V, class S>
void fields(V &v, td_speeds_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.speeds, x.margin);
}
template <class V, class S>
void fields(V &v, td_speeds_multi_contact_derivatives_in<S> &x) {
  CALLS_FIELDS(all, x.speeds, x.margin, x.redundant);
}
template <class V, class S>
void fields(V &v, td_body_loads_in<S> &x) {
  CALLS_FIELDS(all, x.force, x.torque);
}
template <class V, class S>
void fields(V &v, td_body_saltation_in<S> &x) {
  CALLS_FIELDS(all, x.body, x.X, x.E, x.margin);
}
template <class V, class S>
void fields(V &v, td_saltation_reach_in<S> &x) {
  CALLS_FIELDS(all, x.x, x.attitude, x.v, x.w);
}
template <class V, class S>
void fields(V &v, td_speeds_flow_in<S> &x) {
  CALLS_FIELDS(all, x.before, x.after, x.M, x.J, x.A);
}
template <class V, class S>
void fields(V &v, td_speeds_saltation_in<S> &x) {
  CALLS_FIELDS(all, x.speeds, x.margin);
}
template <class V, class S>
void fields(V &v, td_touch_covariance_in<S> &x) {
  CALLS_FIELDS(all, x.known, x.at, x.after, x.margin);
}
template <class V, class S>
void fields(V &v, td_pair_in<S> &x) {
  CALLS_FIELDS(all, x.a, x.b, x.r_a, x.r_b, x.n, x.surface, x.options);
}
template <class V, class S>
void fields(V &v, td_pair_impact_in<S> &x) {
  CALLS_FIELDS(all, x.impact, x.t, x.s, x.v_a, x.w_a, x.v_b, x.w_b);
}
template <class V, class S>
void fields(V &v, td_system_in<S> &x) {
  CALLS_FIELDS(all, x.n, x.M, x.L, x.u, x.constraints, x.A, x.hold);
}
template <class V, class S>
void fields(V &v, td_speeds_in<S> &x) {
  CALLS_FIELDS(all, x.system, x.J, x.axes, x.normal, x.surface, x.options);
}
template <class V, class S>
void fields(V &v, td_speeds_impact_in<S> &x) {
  CALLS_FIELDS(all, x.impact, x.t, x.s, x.redundant);
}
template <class V, class S>
void fields(V &v, td_operational_space_inertia_in<S> &x) {
  CALLS_FIELDS(all, x.free, x.locked, x.blended);
}

}  // namespace calls

#endif
