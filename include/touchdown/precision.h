/* touchdown/precision.h - the scalar of the C API: float, or double where TD_DOUBLE is defined.
 *
 * One library archive holds both. Define TD_DOUBLE before including any touchdown header and the same source calls the
 * double functions: they differ by the suffix `_double` in the archive, so a mix-up is a link error, never a wrong
 * result. */
#ifndef TOUCHDOWN_PRECISION_H
#define TOUCHDOWN_PRECISION_H

#ifdef TD_DOUBLE
typedef double td_real; /* every real number of the C API */

#define td_resolve td_resolve_double
#define td_resolve_body td_resolve_body_double
#define td_resolve_pair td_resolve_pair_double
#define td_resolve_speeds td_resolve_speeds_double
#define td_operational_space_inertia_of td_operational_space_inertia_of_double
#define td_resolve_body_multi_contact td_resolve_body_multi_contact_double
#define td_resolve_speeds_multi_contact td_resolve_speeds_multi_contact_double
#define td_restitution_at td_restitution_at_double
#define td_surface_between td_surface_between_double
#define td_predict_landing td_predict_landing_double
#define td_stability_of td_stability_of_double
#define td_landing_envelope_of td_landing_envelope_of_double
#define td_froude_of td_froude_of_double
#define td_predict_effector td_predict_effector_double
#define td_effector_invariants td_effector_invariants_double
#define td_drop_start td_drop_start_double
#define td_drop_feed td_drop_feed_double
#define td_drop_rearm td_drop_rearm_double
#define td_drop_impact_of td_drop_impact_of_double

/* Types that functions inside the library are made for: of one name in both precisions they would be one function. */
#define td_measured td_measured_double
#define td_drop_test td_drop_test_double
#define td_drop_rig td_drop_rig_double
#define td_drop_sample td_drop_sample_double
#define td_drop_approach td_drop_approach_double
#define td_drop_impact td_drop_impact_double
#else
typedef float td_real; /* every real number of the C API */
#endif

#endif
