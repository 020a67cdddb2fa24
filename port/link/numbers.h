/* Written by toolchain/api from the headers. */
/* The numbers that each struct holds, but for what it points to. */
#ifndef TOUCHDOWN_PORT_LINK_NUMBERS_H
#define TOUCHDOWN_PORT_LINK_NUMBERS_H

#define TD_NUMBERS_OF_td_drop_rig (1 + 1 * (3) + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_drop_sample (1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_drop_half (1 + 1)
#define TD_NUMBERS_OF_td_drop_test                                                                                 \
  (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +                                         \
   TD_NUMBERS_OF_td_drop_sample * (TD_DROP_BEFORE) + 1 + 1 + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3) + 1 + \
   TD_NUMBERS_OF_td_drop_half * (2) + 1 + 1 + 1 + 1 + 1 + TD_NUMBERS_OF_td_drop_rig +                              \
   TD_NUMBERS_OF_td_drop_sample * (TD_DROP_POINTS))
#define TD_NUMBERS_OF_td_measured (1 + 1)
#define TD_NUMBERS_OF_td_drop_approach (1 + 1)
#define TD_NUMBERS_OF_td_drop_impact                                                                               \
  (TD_NUMBERS_OF_td_measured + TD_NUMBERS_OF_td_measured + TD_NUMBERS_OF_td_measured + TD_NUMBERS_OF_td_measured + \
   TD_NUMBERS_OF_td_measured + TD_NUMBERS_OF_td_measured + 1 + 1 + 1 + TD_NUMBERS_OF_td_measured +                 \
   TD_NUMBERS_OF_td_measured + 1 + 1 * (3) + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_effector (TD_NUMBERS_OF_td_speeds + 1 + 1)
#define TD_NUMBERS_OF_td_effector_impact (TD_NUMBERS_OF_td_speeds_impact + 1 * (3) + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_surface (1 + 1 + 1)
#define TD_NUMBERS_OF_td_options (1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_contact_vector (1 + 1 + 1)
#define TD_NUMBERS_OF_td_contact_inertia (1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_contact                                                                   \
  (TD_NUMBERS_OF_td_contact_inertia + TD_NUMBERS_OF_td_contact_vector + TD_NUMBERS_OF_td_surface + \
   TD_NUMBERS_OF_td_options)
#define TD_NUMBERS_OF_td_impact                                                                                        \
  (TD_NUMBERS_OF_td_contact_vector + TD_NUMBERS_OF_td_contact_vector + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + \
   1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_rigid_body (1 + 1 * (6) + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_body_contact \
  (TD_NUMBERS_OF_td_rigid_body + 1 * (3) + 1 * (3) + TD_NUMBERS_OF_td_surface + TD_NUMBERS_OF_td_options)
#define TD_NUMBERS_OF_td_body_impact (TD_NUMBERS_OF_td_impact + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_restitution (1 + 1 * (TD_MAX_RESTITUTION_POINTS) + 1 * (TD_MAX_RESTITUTION_POINTS) + 1)
#define TD_NUMBERS_OF_td_surface_pair (1 + 1 + 1 + 1 + TD_NUMBERS_OF_td_restitution)
#define TD_NUMBERS_OF_td_ground (1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_lander_state (1 * (3) + 1 * (4) + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_foot (1 * (3) + 1 + TD_NUMBERS_OF_td_surface + 1)
#define TD_NUMBERS_OF_td_touch (1 + 1 + 1 + 1 + 1 * (3) + 1)
#define TD_NUMBERS_OF_td_strut_stage (1 + 1)
#define TD_NUMBERS_OF_td_strut                                              \
  (1 * (3) + 1 + 1 + TD_NUMBERS_OF_td_strut_stage * (TD_MAX_STRUT_STAGES) + \
   TD_NUMBERS_OF_td_strut_stage * (TD_MAX_STRUT_STAGES))
#define TD_NUMBERS_OF_td_leg (1 + 1 * (3) + 1 + 1 + 1 + 1 + 1 + 1 + 1 + TD_NUMBERS_OF_td_strut * (3))
#define TD_NUMBERS_OF_td_strut_record (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_leg_record \
  (1 + 1 + 1 + 1 + 1 + 1 * (3) + 1 + 1 * (3) + 1 * (3) + 1 + TD_NUMBERS_OF_td_strut_record * (3))
#define TD_NUMBERS_OF_td_lander                                                                                       \
  (1 + 1 * (6) + 1 * (3) + 1 + TD_NUMBERS_OF_td_foot * (TD_MAX_FEET) + 1 + 1 * (TD_MAX_CLEARANCE_POINTS) * (3) + 1 +  \
   TD_NUMBERS_OF_td_ground * (TD_MAX_FEET) + 1 * (3) + 1 * (3) + 1 * (3) + 1 + TD_NUMBERS_OF_td_options + 1 + 1 + 1 + \
   1 + 1 + 1 + 1 + TD_NUMBERS_OF_td_leg * (TD_MAX_FEET))
#define TD_NUMBERS_OF_td_landing                                                                                       \
  (TD_NUMBERS_OF_td_lander_state + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + \
   TD_NUMBERS_OF_td_leg_record * (TD_MAX_FEET))
#define TD_NUMBERS_OF_td_stance (1 + 1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_foot_outlook (1 + 1 + 1)
#define TD_NUMBERS_OF_td_first_touch                                                                                   \
  (TD_NUMBERS_OF_td_foot_outlook * (TD_MAX_FEET) + 1 + TD_NUMBERS_OF_td_lander_state + TD_NUMBERS_OF_td_lander_state + \
   1 + TD_NUMBERS_OF_td_touch * (TD_MAX_FEET))
#define TD_NUMBERS_OF_td_landing_errors (1 * (TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE) + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_landing_odds (1 + 1 * (TD_OUTCOMES) + 1 * (3) + 1 * (6) + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_limits (1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_monitor_point (1 * (3) + 1 + 1)
#define TD_NUMBERS_OF_td_monitor_machine                                                                             \
  (1 + 1 + TD_NUMBERS_OF_td_monitor_point * (TD_MAX_FEET) + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 * (6) + 1 * (3) + 1 +      \
   TD_NUMBERS_OF_td_monitor_point * (TD_MAX_HULL_POINTS) + 1 + 1 + 1 + 1 + 1 + 1 + 1 * (TD_MONITOR_COMPONENTS) + 1 + \
   1)
#define TD_NUMBERS_OF_td_monitor_sample (1 * (3) + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_joints_sample (1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_contact_event                                                                             \
  (1 + 1 + 1 + 1 + 1 + 1 + 1 * (TD_EXPLANATIONS) + 1 + 1 * (TD_MAX_FEET) + 1 * (3) + 1 + 1 * (TD_MAX_FEET) * (3) + \
   1 * (3) + 1 + 1)
#define TD_NUMBERS_OF_td_monitor                                                                                       \
  (1 + 1 + 1 * (TD_MAX_FEET) + 1 * (TD_MAX_FEET) * (3) + 1 * (TD_MONITOR_COMPONENTS) +                                 \
   TD_NUMBERS_OF_td_contact_event + 1 * (TD_MONITOR_RING) + 1 * (TD_MONITOR_COMPONENTS) +                              \
   1 * (TD_MONITOR_COMPONENTS) + 1 * (6) + 1 * (TD_MONITOR_COMPONENTS) + 1 * (TD_MAX_SPEEDS) + 1 * (6) + 1 * (6) +     \
   1 * (6) + 1 * (6) + TD_NUMBERS_OF_td_monitor_sample + 1 * (3) + 1 * (3) + 1 * (3) + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + \
   1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 * (TD_MAX_FEET))
#define TD_NUMBERS_OF_td_multi_contact (1 + 1 + TD_NUMBERS_OF_td_options)
#define TD_NUMBERS_OF_td_contact_result \
  (TD_NUMBERS_OF_td_contact_vector + TD_NUMBERS_OF_td_contact_vector + 1 + 1 + 1 + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_multi_contact_result (1 + 1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_point (1 * (3) + 1 * (3) + TD_NUMBERS_OF_td_surface)
#define TD_NUMBERS_OF_td_body_multi_contact (TD_NUMBERS_OF_td_rigid_body + 1 + TD_NUMBERS_OF_td_multi_contact)
#define TD_NUMBERS_OF_td_body_multi_contact_impact (TD_NUMBERS_OF_td_multi_contact_result + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_speeds_multi_contact (TD_NUMBERS_OF_td_system + 1 + 1 + TD_NUMBERS_OF_td_multi_contact)
#define TD_NUMBERS_OF_td_speeds_multi_contact_impact (TD_NUMBERS_OF_td_multi_contact_result + 1)
#define TD_NUMBERS_OF_td_response (TD_NUMBERS_OF_td_contact_vector + TD_NUMBERS_OF_td_contact_vector + 1)
#define TD_NUMBERS_OF_td_prepared_slip (1 + 1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_prepared \
  (TD_NUMBERS_OF_td_contact + 1 + 1 + 1 + 1 + 1 + 1 + 1 + TD_NUMBERS_OF_td_prepared_slip * (2))
#define TD_NUMBERS_OF_td_impact_derivatives \
  (TD_NUMBERS_OF_td_impact + 1 * (3) * (TD_CONTACT_INPUTS) + 1 * (3) * (TD_CONTACT_INPUTS) + 1)
#define TD_NUMBERS_OF_td_impact_inertia_derivatives \
  (1 * (3) * (TD_CONTACT_INERTIA_INPUTS) + 1 * (3) * (TD_CONTACT_INERTIA_INPUTS))
#define TD_NUMBERS_OF_td_body_derivatives \
  (TD_NUMBERS_OF_td_body_impact + 1 * (3) * (TD_BODY_INPUTS) + 1 * (6) * (TD_BODY_INPUTS) + 1)
#define TD_NUMBERS_OF_td_body_pose_derivatives (1 * (3) * (TD_BODY_POSE_INPUTS) + 1 * (6) * (TD_BODY_POSE_INPUTS))
#define TD_NUMBERS_OF_td_body_multi_contact_derivatives \
  (TD_NUMBERS_OF_td_body_multi_contact_impact + 1 * (6) * (TD_BODY_MOTION_INPUTS) + 1 + 1)
#define TD_NUMBERS_OF_td_speeds_derivatives (TD_NUMBERS_OF_td_speeds_impact + 1)
#define TD_NUMBERS_OF_td_speeds_multi_contact_derivatives (TD_NUMBERS_OF_td_speeds_multi_contact_impact + 1 + 1)
#define TD_NUMBERS_OF_td_body_loads (1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_body_saltation                                             \
  (TD_NUMBERS_OF_td_body_impact + 1 * (TD_ERRORS_OF_STATE) * (TD_ERRORS_OF_STATE) + \
   1 * (TD_ERRORS_OF_STATE) * (TD_ERRORS_OF_PARAMETERS) + 1)
#define TD_NUMBERS_OF_td_saltation_reach (1 + 1 + 1 + 1)
#define TD_NUMBERS_OF_td_speeds_flow (0)
#define TD_NUMBERS_OF_td_speeds_saltation (TD_NUMBERS_OF_td_speeds_impact + 1)
#define TD_NUMBERS_OF_td_touch_covariance \
  (1 + 1 * (TD_ERRORS_OF_STATE) * (TD_ERRORS_OF_STATE) + 1 * (TD_ERRORS_OF_STATE) * (TD_ERRORS_OF_STATE) + 1)
#define TD_NUMBERS_OF_td_pair                                                                \
  (TD_NUMBERS_OF_td_rigid_body + TD_NUMBERS_OF_td_rigid_body + 1 * (3) + 1 * (3) + 1 * (3) + \
   TD_NUMBERS_OF_td_surface + TD_NUMBERS_OF_td_options)
#define TD_NUMBERS_OF_td_pair_impact \
  (TD_NUMBERS_OF_td_impact + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3) + 1 * (3))
#define TD_NUMBERS_OF_td_system (1 + 1)
#define TD_NUMBERS_OF_td_system_after (0)
#define TD_NUMBERS_OF_td_speeds \
  (TD_NUMBERS_OF_td_system + 1 + 1 * (3) + TD_NUMBERS_OF_td_surface + TD_NUMBERS_OF_td_options)
#define TD_NUMBERS_OF_td_speeds_impact (TD_NUMBERS_OF_td_impact + 1 * (3) + 1 * (3) + 1)
#define TD_NUMBERS_OF_td_operational_space_inertia \
  (TD_NUMBERS_OF_td_contact_inertia + TD_NUMBERS_OF_td_contact_inertia + TD_NUMBERS_OF_td_contact_inertia)

#endif
