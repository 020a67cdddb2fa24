// Every public function of the C headers, one line each; compiled once for float and once, with TD_DOUBLE, for double.
// host_tests/gates/names holds this list against the archive's exported names.
#ifdef TD_DOUBLE
#define CALLS_PRECISION double_precision
#else
#define CALLS_PRECISION single_precision
#endif

#include "contact_calls.hpp"
#include "landing_calls.hpp"
#include "system_calls.hpp"

namespace calls {
namespace {

#define CALLS_TEXT_OF(x) #x
#define CALLS_TEXT(x) CALLS_TEXT_OF(x)
// Name in the archive, share of trials, trial.
constexpr Call list[] = {
    {CALLS_TEXT(td_resolve), 480, CALLS_PRECISION::resolve},
    {CALLS_TEXT(td_resolve_body), 160, CALLS_PRECISION::resolve_body},
    {CALLS_TEXT(td_resolve_pair), 80, CALLS_PRECISION::resolve_pair},
    {CALLS_TEXT(td_resolve_speeds), 80, CALLS_PRECISION::resolve_speeds},
    {CALLS_TEXT(td_mass_views_of), 40, CALLS_PRECISION::mass_views_of},
    {CALLS_TEXT(td_resolve_body_together), 40, CALLS_PRECISION::resolve_body_together},
    {CALLS_TEXT(td_resolve_speeds_together), 20, CALLS_PRECISION::resolve_speeds_together},
    {CALLS_TEXT(td_restitution_at), 40, CALLS_PRECISION::restitution_at},
    {CALLS_TEXT(td_surface_between), 20, CALLS_PRECISION::surface_between},
    {CALLS_TEXT(td_predict_landing), 20, CALLS_PRECISION::predict_landing},
    {CALLS_TEXT(td_stability_of), 20, CALLS_PRECISION::stability_of},
    {CALLS_TEXT(td_landing_envelope_of), 1, CALLS_PRECISION::landing_envelope_of},
    {CALLS_TEXT(td_froude_of), 20, CALLS_PRECISION::froude_of},
};

}  // namespace

#ifdef TD_DOUBLE
const Calls in_double = {"double", list, sizeof list / sizeof *list};
#else
const Calls in_float = {"float", list, sizeof list / sizeof *list};
#endif

}  // namespace calls
