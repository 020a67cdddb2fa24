/* touchdown/precision.h - the scalar of the C API, float or double where TD_DOUBLE is defined, and how its structs and
 * functions are declared, once for C and for C++.
 *
 * One library archive holds both precisions. Define TD_DOUBLE before including any touchdown header and the same source
 * calls the double functions: every function and every struct then has another name, with the suffix `_double`, so that
 * one program may use both and a mix-up is an error of the compiler or the linker, never a wrong result.
 * TOUCHDOWN_PRECISIONS of CMake leaves one of them out of the archive. */
#ifndef TOUCHDOWN_PRECISION_H
#define TOUCHDOWN_PRECISION_H

#ifdef TD_DOUBLE
#define TD_REAL_IS_DOUBLE
typedef double td_real; /* every real number of the C API */
#else
typedef float td_real; /* every real number of the C API */
#endif

#ifdef __cplusplus
/* NOLINTBEGIN(bugprone-macro-parentheses): the argument is the name of a type */
#define TD_STRUCT(name)                    \
  template <class td_real>                 \
  struct name##_in;                        \
  typedef name##_in<td_real> name;         \
  typedef name##_in<double> name##_double; \
  template <class td_real>                 \
  struct name##_in /* NOLINTEND(bugprone-macro-parentheses) */
#define TD_OF(name) name##_in<td_real>
#define TD_ZERO \
  {}
#define TD_API extern "C" [[nodiscard]]

#else

/* TD_STRUCT(name) { fields }; is a struct of td_real. In C++ it is a template over td_real, name_in, of which `name` is
 * the instance of the C API and name_double that of double; its fields are written and read as in C. */
#define TD_STRUCT(name)     \
  typedef struct name name; \
  struct name
/* The type of a field that is such a struct. */
#define TD_OF(name) name
/* After a field of an input: in C++ it starts as 0. In C, write = {0}. */
#define TD_ZERO
/* Before a function, whose result is not to be ignored. (GCC's own attribute would not let (void) ignore it.) */
#if defined __clang__
#define TD_API __attribute__((warn_unused_result))
#else
#define TD_API
#endif

#endif

#ifdef TD_DOUBLE
#define td_resolve td_resolve_double
#define td_prepare td_prepare_double
#define td_resolve_prepared td_resolve_prepared_double
#define td_resolve_lean td_resolve_lean_double
#define td_resolve_body td_resolve_body_double
#define td_resolve_pair td_resolve_pair_double
#define td_resolve_speeds td_resolve_speeds_double
#define td_operational_space_inertia_of td_operational_space_inertia_of_double
#define td_resolve_body_multi_contact td_resolve_body_multi_contact_double
#define td_resolve_speeds_multi_contact td_resolve_speeds_multi_contact_double
#define td_resolve_derivatives td_resolve_derivatives_double
#define td_resolve_inertia_derivatives td_resolve_inertia_derivatives_double
#define td_resolve_body_derivatives td_resolve_body_derivatives_double
#define td_resolve_body_multi_contact_derivatives td_resolve_body_multi_contact_derivatives_double
#define td_resolve_speeds_multi_contact_derivatives td_resolve_speeds_multi_contact_derivatives_double
#define td_resolve_body_pose_derivatives td_resolve_body_pose_derivatives_double
#define td_body_saltation_of td_body_saltation_of_double
#define td_predict_landing_covariance td_predict_landing_covariance_double
#define td_speeds_saltation_of td_speeds_saltation_of_double
#define td_covariance_through_speeds_impact td_covariance_through_speeds_impact_double
#define td_covariance_through_impact td_covariance_through_impact_double
#define td_resolve_speeds_derivatives td_resolve_speeds_derivatives_double
#define td_covariance_through td_covariance_through_double
#define td_restitution_at td_restitution_at_double
#define td_surface_between td_surface_between_double
#define td_predict_landing td_predict_landing_double
#define td_stability_of td_stability_of_double
#define td_landing_envelope_of td_landing_envelope_of_double
#define td_froude_of td_froude_of_double
#define td_settling_start td_settling_start_double
#define td_settling_step td_settling_step_double
#define td_settling_prepare td_settling_prepare_double
#define td_settling_step_prepared td_settling_step_prepared_double
#define td_settle td_settle_double
#define td_settling_sample td_settling_sample_double
#define td_settling_tally td_settling_tally_double
#define td_settle_sampled td_settle_sampled_double
#define td_settling_step_on_legs td_settling_step_on_legs_double
#define td_settle_on_legs td_settle_on_legs_double
#define td_predict_effector td_predict_effector_double
#define td_effector_invariants td_effector_invariants_double
#define td_drop_start td_drop_start_double
#define td_drop_feed td_drop_feed_double
#define td_drop_gap td_drop_gap_double
#define td_drop_rearm td_drop_rearm_double
#define td_drop_impact_of td_drop_impact_of_double
#define td_monitor_start td_monitor_start_double
#define td_monitor_feed td_monitor_feed_double
#define td_observer_start td_observer_start_double
#define td_observer_feed td_observer_feed_double
#define td_touch_expected td_touch_expected_double
#define td_latch_start td_latch_start_double
#define td_latch_step td_latch_step_double
#ifndef __cplusplus
#define td_contact_vector td_contact_vector_double
#define td_contact_inertia td_contact_inertia_double
#define td_surface td_surface_double
#define td_options td_options_double
#define td_contact td_contact_double
#define td_impact td_impact_double
#define td_response td_response_double
#define td_prepared_slip td_prepared_slip_double
#define td_prepared td_prepared_double
#define td_rigid_body td_rigid_body_double
#define td_body_contact td_body_contact_double
#define td_body_impact td_body_impact_double
#define td_restitution td_restitution_double
#define td_surface_pair td_surface_pair_double
#define td_pair td_pair_double
#define td_pair_impact td_pair_impact_double
#define td_system td_system_double
#define td_speeds td_speeds_double
#define td_speeds_impact td_speeds_impact_double
#define td_operational_space_inertia td_operational_space_inertia_double
#define td_multi_contact td_multi_contact_double
#define td_contact_result td_contact_result_double
#define td_multi_contact_result td_multi_contact_result_double
#define td_impact_derivatives td_impact_derivatives_double
#define td_impact_inertia_derivatives td_impact_inertia_derivatives_double
#define td_body_derivatives td_body_derivatives_double
#define td_body_pose_derivatives td_body_pose_derivatives_double
#define td_body_loads td_body_loads_double
#define td_body_saltation td_body_saltation_double
#define td_speeds_flow td_speeds_flow_double
#define td_speeds_saltation td_speeds_saltation_double
#define td_speeds_derivatives td_speeds_derivatives_double
#define td_point td_point_double
#define td_body_multi_contact td_body_multi_contact_double
#define td_body_multi_contact_impact td_body_multi_contact_impact_double
#define td_speeds_multi_contact td_speeds_multi_contact_double
#define td_speeds_multi_contact_impact td_speeds_multi_contact_impact_double
#define td_foot td_foot_double
#define td_ground td_ground_double
#define td_lander td_lander_double
#define td_lander_state td_lander_state_double
#define td_foot_outlook td_foot_outlook_double
#define td_edge td_edge_double
#define td_stability td_stability_double
#define td_touchdown td_touchdown_double
#define td_landing td_landing_double
#define td_landing_errors td_landing_errors_double
#define td_extremes td_extremes_double
#define td_landing_envelope td_landing_envelope_double
#define td_froude td_froude_double
#define td_settling_foot td_settling_foot_double
#define td_settling_body td_settling_body_double
#define td_settling td_settling_double
#define td_settling_prepared td_settling_prepared_double
#define td_settling_errors td_settling_errors_double
#define td_settling_odds td_settling_odds_double
#define td_leg td_leg_double
#define td_legs td_legs_double
#define td_leg_record td_leg_record_double
#define td_legs_record td_legs_record_double
#define td_effector td_effector_double
#define td_effector_impact td_effector_impact_double
#define td_drop_rig td_drop_rig_double
#define td_drop_sample td_drop_sample_double
#define td_drop_test td_drop_test_double
#define td_measured td_measured_double
#define td_drop_half td_drop_half_double
#define td_monitor_point td_monitor_point_double
#define td_monitor_machine td_monitor_machine_double
#define td_monitor_sample td_monitor_sample_double
#define td_contact_event td_contact_event_double
#define td_momentum td_momentum_double
#define td_contact_monitor td_contact_monitor_double
#define td_observed_machine td_observed_machine_double
#define td_observed_sample td_observed_sample_double
#define td_observed_momentum td_observed_momentum_double
#define td_momentum_observer td_momentum_observer_double
#define td_touch_expectation td_touch_expectation_double
#define td_touch_surprise td_touch_surprise_double
#define td_latch_rules td_latch_rules_double
#define td_latch_sources td_latch_sources_double
#define td_touchdown_latch td_touchdown_latch_double
#define td_drop_approach td_drop_approach_double
#define td_drop_impact td_drop_impact_double
#endif
#endif

#endif

/* Looked at each time a header of touchdown is included. */
#if defined TD_DOUBLE != defined TD_REAL_IS_DOUBLE
#error "Touchdown: TD_DOUBLE changes within this file: define it before the first touchdown header, or not at all"
#endif
#if defined TD_DOUBLE && defined TD_WITHOUT_DOUBLE
#error "Touchdown: this library was compiled without double (TOUCHDOWN_PRECISIONS)"
#endif
#if !defined TD_DOUBLE && defined TD_WITHOUT_FLOAT
#error "Touchdown: this library was compiled without float (TOUCHDOWN_PRECISIONS): define TD_DOUBLE"
#endif
