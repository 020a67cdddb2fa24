// touchdown/touchdown.hpp - the C++ face of the C headers, templated on the scalar, float or double.
// Written by toolchain/api from the headers.
// Meanings, units, frames, ranges and statuses are those of the C headers. The library has every function for
// float and for double.
#ifndef TOUCHDOWN_TOUCHDOWN_HPP
#define TOUCHDOWN_TOUCHDOWN_HPP

#include "touchdown/drop.h"
#include "touchdown/effector.h"
#include "touchdown/eigen.hpp"
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

namespace touchdown {

inline constexpr int max_speeds = TD_MAX_SPEEDS;                      // TD_MAX_SPEEDS
inline constexpr int max_constraints = TD_MAX_CONSTRAINTS;            // TD_MAX_CONSTRAINTS
inline constexpr int max_contacts = TD_MAX_CONTACTS;                  // TD_MAX_CONTACTS
inline constexpr int max_feet = TD_MAX_FEET;                          // TD_MAX_FEET
inline constexpr int max_clearance_points = TD_MAX_CLEARANCE_POINTS;  // TD_MAX_CLEARANCE_POINTS

template <class Scalar>
using DropRig = td_drop_rig_in<Scalar>;
template <class Scalar>
using DropSample = td_drop_sample_in<Scalar>;
template <class Scalar>
using DropHalf = td_drop_half_in<Scalar>;
template <class Scalar>
using DropTest = td_drop_test_in<Scalar>;
template <class Scalar>
using Measured = td_measured_in<Scalar>;
template <class Scalar>
using DropApproach = td_drop_approach_in<Scalar>;
template <class Scalar>
using DropImpact = td_drop_impact_in<Scalar>;
template <class Scalar>
using Effector = td_effector_in<Scalar>;
template <class Scalar>
using EffectorImpact = td_effector_impact_in<Scalar>;
template <class Scalar>
using Surface = td_surface_in<Scalar>;
template <class Scalar>
using Options = td_options_in<Scalar>;
template <class Scalar>
using ContactVector = td_contact_vector_in<Scalar>;
template <class Scalar>
using ContactInertia = td_contact_inertia_in<Scalar>;
template <class Scalar>
using Contact = td_contact_in<Scalar>;
template <class Scalar>
using Impact = td_impact_in<Scalar>;
template <class Scalar>
using RigidBody = td_rigid_body_in<Scalar>;
template <class Scalar>
using BodyContact = td_body_contact_in<Scalar>;
template <class Scalar>
using BodyImpact = td_body_impact_in<Scalar>;
template <class Scalar>
using Restitution = td_restitution_in<Scalar>;
template <class Scalar>
using SurfacePair = td_surface_pair_in<Scalar>;
template <class Scalar>
using Ground = td_ground_in<Scalar>;
template <class Scalar>
using LanderState = td_lander_state_in<Scalar>;
template <class Scalar>
using Foot = td_foot_in<Scalar>;
template <class Scalar>
using Touch = td_touch_in<Scalar>;
template <class Scalar>
using StrutStage = td_strut_stage_in<Scalar>;
template <class Scalar>
using Strut = td_strut_in<Scalar>;
template <class Scalar>
using Leg = td_leg_in<Scalar>;
template <class Scalar>
using StrutRecord = td_strut_record_in<Scalar>;
template <class Scalar>
using LegRecord = td_leg_record_in<Scalar>;
template <class Scalar>
using Lander = td_lander_in<Scalar>;
template <class Scalar>
using Landing = td_landing_in<Scalar>;
template <class Scalar>
using Stance = td_stance_in<Scalar>;
template <class Scalar>
using FootOutlook = td_foot_outlook_in<Scalar>;
template <class Scalar>
using FirstTouch = td_first_touch_in<Scalar>;
template <class Scalar>
using LandingErrors = td_landing_errors_in<Scalar>;
template <class Scalar>
using LandingOdds = td_landing_odds_in<Scalar>;
template <class Scalar>
using MonitorPoint = td_monitor_point_in<Scalar>;
template <class Scalar>
using MonitorMachine = td_monitor_machine_in<Scalar>;
template <class Scalar>
using MonitorSample = td_monitor_sample_in<Scalar>;
template <class Scalar>
using JointsSample = td_joints_sample_in<Scalar>;
template <class Scalar>
using ContactEvent = td_contact_event_in<Scalar>;
template <class Scalar>
using Monitor = td_monitor_in<Scalar>;
template <class Scalar>
using MultiContact = td_multi_contact_in<Scalar>;
template <class Scalar>
using ContactResult = td_contact_result_in<Scalar>;
template <class Scalar>
using MultiContactResult = td_multi_contact_result_in<Scalar>;
template <class Scalar>
using Point = td_point_in<Scalar>;
template <class Scalar>
using BodyMultiContact = td_body_multi_contact_in<Scalar>;
template <class Scalar>
using BodyMultiContactImpact = td_body_multi_contact_impact_in<Scalar>;
template <class Scalar>
using SpeedsMultiContact = td_speeds_multi_contact_in<Scalar>;
template <class Scalar>
using SpeedsMultiContactImpact = td_speeds_multi_contact_impact_in<Scalar>;
template <class Scalar>
using Response = td_response_in<Scalar>;
template <class Scalar>
using PreparedSlip = td_prepared_slip_in<Scalar>;
template <class Scalar>
using Prepared = td_prepared_in<Scalar>;
template <class Scalar>
using ImpactDerivatives = td_impact_derivatives_in<Scalar>;
template <class Scalar>
using ImpactInertiaDerivatives = td_impact_inertia_derivatives_in<Scalar>;
template <class Scalar>
using BodyDerivatives = td_body_derivatives_in<Scalar>;
template <class Scalar>
using BodyPoseDerivatives = td_body_pose_derivatives_in<Scalar>;
template <class Scalar>
using BodyMultiContactDerivatives = td_body_multi_contact_derivatives_in<Scalar>;
template <class Scalar>
using SpeedsDerivatives = td_speeds_derivatives_in<Scalar>;
template <class Scalar>
using SpeedsMultiContactDerivatives = td_speeds_multi_contact_derivatives_in<Scalar>;
template <class Scalar>
using BodyLoads = td_body_loads_in<Scalar>;
template <class Scalar>
using BodySaltation = td_body_saltation_in<Scalar>;
template <class Scalar>
using SaltationReach = td_saltation_reach_in<Scalar>;
template <class Scalar>
using SpeedsFlow = td_speeds_flow_in<Scalar>;
template <class Scalar>
using SpeedsSaltation = td_speeds_saltation_in<Scalar>;
template <class Scalar>
using TouchCovariance = td_touch_covariance_in<Scalar>;
template <class Scalar>
using Pair = td_pair_in<Scalar>;
template <class Scalar>
using PairImpact = td_pair_impact_in<Scalar>;
template <class Scalar>
using System = td_system_in<Scalar>;
template <class Scalar>
using SystemAfter = td_system_after_in<Scalar>;
template <class Scalar>
using Speeds = td_speeds_in<Scalar>;
template <class Scalar>
using SpeedsImpact = td_speeds_impact_in<Scalar>;
template <class Scalar>
using OperationalSpaceInertia = td_operational_space_inertia_in<Scalar>;

// td_drop_start.
template <class Scalar>
[[nodiscard]] Status start(DropTest<Scalar> &test, const DropRig<Scalar> &rig);

// td_drop_feed.
template <class Scalar>
[[nodiscard]] Status feed(DropTest<Scalar> &test, const DropSample<Scalar> &sample);

// td_drop_gap.
template <class Scalar>
[[nodiscard]] Status gap(DropTest<Scalar> &test, std::int32_t samples);

// td_drop_rearm.
template <class Scalar>
[[nodiscard]] Status rearm(DropTest<Scalar> &test);

// td_drop_impact_of.
template <class Scalar>
[[nodiscard]] Status impact_of(const DropTest<Scalar> &test, const DropApproach<Scalar> *approach,
                               DropImpact<Scalar> &impact);

// td_predict_effector.
template <class Scalar>
[[nodiscard]] Status predict(const Effector<Scalar> &effector, EffectorImpact<Scalar> &impact,
                             SystemAfter<Scalar> *after = nullptr);

// td_effector_invariants.
template <class Scalar>
[[nodiscard]] Status invariants(const Speeds<Scalar> &speeds, std::int32_t &count, Scalar *rows);

// td_resolve.
template <class Scalar>
[[nodiscard]] Status resolve(const Contact<Scalar> &contact, Impact<Scalar> &impact);

// td_resolve_body.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyContact<Scalar> &body, BodyImpact<Scalar> &impact);

// td_restitution_at.
template <class Scalar>
[[nodiscard]] Status restitution_at(const Restitution<Scalar> &restitution, Scalar approach_speed, Scalar &e);

// td_surface_between.
template <class Scalar>
[[nodiscard]] Status surface_between(const SurfacePair<Scalar> *pairs, std::int32_t count, std::int32_t a,
                                     std::int32_t b, Scalar approach_speed, Surface<Scalar> &surface);

// td_landing_start.
template <class Scalar>
[[nodiscard]] Status start(Landing<Scalar> &landing, const Lander<Scalar> &lander, const LanderState<Scalar> &state);

// td_landing_step.
template <class Scalar>
[[nodiscard]] Status step(Landing<Scalar> &landing, const Lander<Scalar> &lander, Scalar until,
                          Touch<Scalar> *touches = nullptr);

// td_land.
template <class Scalar>
[[nodiscard]] Status land(const Lander<Scalar> &lander, const LanderState<Scalar> &state, std::int32_t steps,
                          Landing<Scalar> &landing, Touch<Scalar> *touches = nullptr);

// td_stance_of.
template <class Scalar>
[[nodiscard]] Status stance_of(const Landing<Scalar> &landing, const Lander<Scalar> &lander, Stance<Scalar> &stance);

// td_find_first_touch.
template <class Scalar>
[[nodiscard]] Status find_first_touch(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                                      FirstTouch<Scalar> &touch);

// td_landing_sample.
template <class Scalar>
[[nodiscard]] Status sample(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                            const LandingErrors<Scalar> &errors, std::int32_t index, Lander<Scalar> &sampled_lander,
                            LanderState<Scalar> &sampled_state);

// td_landing_tally.
template <class Scalar>
[[nodiscard]] Status tally(LandingOdds<Scalar> &odds, const Landing<Scalar> &landing);

// td_land_sampled.
template <class Scalar>
[[nodiscard]] Status land_sampled(const Lander<Scalar> &lander, const LanderState<Scalar> &state,
                                  const LandingErrors<Scalar> &errors, std::int32_t samples, std::int32_t steps,
                                  LandingOdds<Scalar> &odds);

// td_monitor_start.
template <class Scalar>
[[nodiscard]] Status start(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine);

// td_monitor_feed.
template <class Scalar>
[[nodiscard]] Status feed(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine,
                          const MonitorSample<Scalar> &sample);

// td_monitor_feed_joints.
template <class Scalar>
[[nodiscard]] Status feed(Monitor<Scalar> &monitor, const MonitorMachine<Scalar> &machine,
                          const JointsSample<Scalar> &sample);

// td_resolve_body_multi_contact.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyMultiContact<Scalar> &body, BodyMultiContactImpact<Scalar> &impact,
                             ContactResult<Scalar> *contacts = nullptr);

// td_resolve_speeds_multi_contact.
template <class Scalar>
[[nodiscard]] Status resolve(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactImpact<Scalar> &impact,
                             SystemAfter<Scalar> *after = nullptr, ContactResult<Scalar> *contacts = nullptr);

// td_prepare.
template <class Scalar>
[[nodiscard]] Status prepare(const Contact<Scalar> &contact, Prepared<Scalar> &prepared);

// td_resolve_prepared.
template <class Scalar>
[[nodiscard]] Status resolve(const Prepared<Scalar> &prepared, const ContactVector<Scalar> &v,
                             Response<Scalar> &response);

// td_resolve_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &impact,
                             ImpactInertiaDerivatives<Scalar> *by_W = nullptr);

// td_resolve_body_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &impact,
                             BodyPoseDerivatives<Scalar> *by_pose = nullptr);

// td_resolve_body_multi_contact_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const BodyMultiContact<Scalar> &body, BodyMultiContactDerivatives<Scalar> &impact,
                             Scalar *p, Scalar *p_by_surface, Scalar *motion_by_surface,
                             ContactResult<Scalar> *contacts = nullptr);

// td_resolve_speeds_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const Speeds<Scalar> &speeds, SpeedsDerivatives<Scalar> &impact, Scalar *p, Scalar *u,
                             SystemAfter<Scalar> *after = nullptr);

// td_resolve_speeds_multi_contact_derivatives.
template <class Scalar>
[[nodiscard]] Status resolve(const SpeedsMultiContact<Scalar> &speeds, SpeedsMultiContactDerivatives<Scalar> &impact,
                             Scalar *p, Scalar *p_by_surface, Scalar *u, Scalar *u_by_surface,
                             SystemAfter<Scalar> *after = nullptr, ContactResult<Scalar> *contacts = nullptr);

// td_body_saltation_of.
template <class Scalar>
[[nodiscard]] Status saltation_of(const BodyContact<Scalar> &contact, const BodyLoads<Scalar> &before,
                                  const BodyLoads<Scalar> &after, BodySaltation<Scalar> &saltation,
                                  SaltationReach<Scalar> *reach = nullptr);

// td_speeds_saltation_of.
template <class Scalar>
[[nodiscard]] Status saltation_of(const Speeds<Scalar> &speeds, const SpeedsFlow<Scalar> &flow,
                                  SpeedsSaltation<Scalar> &saltation, Scalar *X, Scalar *E,
                                  SystemAfter<Scalar> *after = nullptr);

// td_first_touch_covariance.
template <class Scalar>
[[nodiscard]] Status find_first_touch(const Lander<Scalar> &body, const LanderState<Scalar> &state, const Scalar *P,
                                      const Scalar *S, FirstTouch<Scalar> &touch, TouchCovariance<Scalar> &covariance);

// td_covariance_through.
template <class Scalar>
[[nodiscard]] Status covariance_through(std::int32_t outputs, std::int32_t inputs, const Scalar *X, const Scalar *C,
                                        std::int32_t parameters, const Scalar *E, const Scalar *S, Scalar *after);

// td_resolve_pair.
template <class Scalar>
[[nodiscard]] Status resolve(const Pair<Scalar> &pair, PairImpact<Scalar> &impact);

// td_resolve_speeds.
template <class Scalar>
[[nodiscard]] Status resolve(const Speeds<Scalar> &speeds, SpeedsImpact<Scalar> &impact,
                             SystemAfter<Scalar> *after = nullptr);

// td_operational_space_inertia_of.
template <class Scalar>
[[nodiscard]] Status operational_space_inertia(const Speeds<Scalar> &speeds, OperationalSpaceInertia<Scalar> &inertia);

}  // namespace touchdown

#endif
