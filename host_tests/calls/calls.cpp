// Every public function of the C headers, one line each; compiled once for float and once, with TD_DOUBLE, for double.
// host_tests/gates/names holds this list against the headers and the archive.
#ifdef TD_DOUBLE
#define CALLS_PRECISION double_precision
#else
#define CALLS_PRECISION single_precision
#endif

#include "contact_calls.hpp"
#include "derivative_calls.hpp"
#include "drop_test_calls.hpp"
#include "effector_calls.hpp"
#include "landing_calls.hpp"
#include "monitor_calls.hpp"
#include "name_calls.hpp"
#include "observer_calls.hpp"
#include "system_calls.hpp"

namespace calls {
namespace {

#define CALLS_TEXT_OF(x) #x
#define CALLS_TEXT(x) CALLS_TEXT_OF(x)
// Name in the archive, share of trials, trial.
constexpr Call list[] = {
    {CALLS_TEXT(td_resolve), 480, CALLS_PRECISION::resolve},
    {CALLS_TEXT(td_prepare), 40, CALLS_PRECISION::prepare},
    {CALLS_TEXT(td_resolve_prepared), 80, CALLS_PRECISION::resolve_prepared},
    {CALLS_TEXT(td_resolve_body), 160, CALLS_PRECISION::resolve_body},
    {CALLS_TEXT(td_resolve_pair), 80, CALLS_PRECISION::resolve_pair},
    {CALLS_TEXT(td_resolve_speeds), 80, CALLS_PRECISION::resolve_speeds},
    {CALLS_TEXT(td_operational_space_inertia_of), 40, CALLS_PRECISION::operational_space_inertia_of},
    {CALLS_TEXT(td_resolve_body_multi_contact), 40, CALLS_PRECISION::resolve_body_multi_contact},
    {CALLS_TEXT(td_resolve_speeds_multi_contact), 20, CALLS_PRECISION::resolve_speeds_multi_contact},
    {CALLS_TEXT(td_resolve_derivatives), 40, CALLS_PRECISION::resolve_derivatives},
    {CALLS_TEXT(td_resolve_body_derivatives), 20, CALLS_PRECISION::resolve_body_derivatives},
    {CALLS_TEXT(td_resolve_body_multi_contact_derivatives), 10,
     CALLS_PRECISION::resolve_body_multi_contact_derivatives},
    {CALLS_TEXT(td_resolve_speeds_derivatives), 10, CALLS_PRECISION::resolve_speeds_derivatives},
    {CALLS_TEXT(td_resolve_speeds_multi_contact_derivatives), 10,
     CALLS_PRECISION::resolve_speeds_multi_contact_derivatives},
    {CALLS_TEXT(td_body_saltation_of), 2, CALLS_PRECISION::body_saltation_of},
    {CALLS_TEXT(td_first_touch_covariance), 2, CALLS_PRECISION::first_touch_covariance},
    {CALLS_TEXT(td_speeds_saltation_of), 10, CALLS_PRECISION::speeds_saltation_of},
    {CALLS_TEXT(td_covariance_through), 10, CALLS_PRECISION::covariance_through},
    {CALLS_TEXT(td_restitution_at), 40, CALLS_PRECISION::restitution_at},
    {CALLS_TEXT(td_surface_between), 20, CALLS_PRECISION::surface_between},
    {CALLS_TEXT(td_find_first_touch), 20, CALLS_PRECISION::find_first_touch},
    {CALLS_TEXT(td_predict_effector), 40, CALLS_PRECISION::predict_effector},
    {CALLS_TEXT(td_effector_invariants), 40, CALLS_PRECISION::effector_invariants},
    {CALLS_TEXT(td_landing_start), 20, CALLS_PRECISION::landing_start},
    {CALLS_TEXT(td_landing_step), 20, CALLS_PRECISION::landing_step},
    {CALLS_TEXT(td_land), 4, CALLS_PRECISION::land<20>},
    {CALLS_TEXT(td_stance_of), 20, CALLS_PRECISION::stance_of},
    {CALLS_TEXT(td_landing_sample), 20, CALLS_PRECISION::landing_sample},
    {CALLS_TEXT(td_landing_tally), 4, CALLS_PRECISION::landing_tally},
    {CALLS_TEXT(td_land_sampled), 4, CALLS_PRECISION::land_sampled<3, 10>},
    {CALLS_TEXT(td_drop_start), 20, CALLS_PRECISION::drop_start},
    {CALLS_TEXT(td_drop_feed), 4, CALLS_PRECISION::drop_feed},
    {CALLS_TEXT(td_drop_gap), 1, CALLS_PRECISION::drop_gap},
    {CALLS_TEXT(td_drop_rearm), 1, CALLS_PRECISION::drop_rearm},
    {CALLS_TEXT(td_drop_impact_of), 4, CALLS_PRECISION::drop_impact_of},
    {CALLS_TEXT(td_monitor_start), 20, CALLS_PRECISION::monitor_start},
    {CALLS_TEXT(td_monitor_feed), 4, CALLS_PRECISION::monitor_feed},
    {CALLS_TEXT(td_monitor_feed_joints), 20, CALLS_PRECISION::observer_feed},
#ifndef TD_DOUBLE
    {"td_status_name", 20, CALLS_PRECISION::name_of<td_status_name>},
    {"td_status_advice", 20, CALLS_PRECISION::advice},
    {"td_caveat_name", 20, CALLS_PRECISION::caveat_name},
    {"td_mode_name", 20, CALLS_PRECISION::name_of<td_mode_name>},
    {"td_outcome_name", 20, CALLS_PRECISION::name_of<td_outcome_name>},
    {"td_version", 1, CALLS_PRECISION::version},
    {"td_limits_of_library", 1, CALLS_PRECISION::limits},
#endif
};

#ifndef TD_DOUBLE
// The call that most users make, with default options except the method. Functions that take as many steps as asked are
// asked for one.
constexpr Call narrowed_list[] = {
    {"td_resolve:planar", 480, CALLS_PRECISION::resolve_by<TD_METHOD_PLANAR>},
    {"td_resolve:algebraic", 480, CALLS_PRECISION::resolve_by<TD_METHOD_ALGEBRAIC>},
    {"td_resolve:slip_path", 480, CALLS_PRECISION::resolve_by<TD_METHOD_SLIP_PATH>},
    {"td_land:one_step", 20, CALLS_PRECISION::land<1>},
    {"td_land_sampled:one_step", 20, CALLS_PRECISION::land_sampled<1, 1>},
};
#endif

}  // namespace

#ifdef TD_DOUBLE
const Calls in_double = {"double", list, sizeof list / sizeof *list};
#else
const Calls in_float = {"float", list, sizeof list / sizeof *list};
const Calls narrowed = {"float", narrowed_list, sizeof narrowed_list / sizeof *narrowed_list};
void nothing(Trial &trial) { CALLS_PRECISION::call_zero(trial); }
#endif

}  // namespace calls
