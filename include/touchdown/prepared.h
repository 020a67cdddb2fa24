/* touchdown/prepared.h - the impact for who wants no report: what a controller or an estimator asks many times a
 * second.
 *
 * What touchdown.h promises holds here. Impulse, velocity after and case are those of td_resolve, bit
 * for bit; what is left out is the report: energies, consistency, modes, ratios. And where W and the surface stay while
 * the velocity changes, what depends on them alone is computed once:
 *
 *   td_prepare(&contact, &prepared);
 *   each tick: td_resolve_prepared(&prepared, &v, &response);
 *
 * A planar contact (W_ns = W_ts = v_s = 0) is answered so by the laws of Poisson, Newton and Stronge, unless by the
 * algebraic method. Any other goes through all of td_resolve, at its cost. */
#ifndef TOUCHDOWN_PREPARED_H
#define TOUCHDOWN_PREPARED_H

#include "touchdown/impact.h"
#include "touchdown/precision.h"

/* What an impact does to the motion. */
TD_STRUCT(td_response) {
  TD_OF(td_contact_vector) p; /* [N s] impulse on the body */
  TD_OF(td_contact_vector) v; /* [m/s] velocity of the contact point after */
  int32_t case_number;        /* 0..6 of Baruh, Table 1; 0 too without an impact, where p_n = 0 */
};

/* What follows for slip in one direction, as the plane looks when that runs along +t; scaled to W_nn = 1. */
TD_STRUCT(td_prepared_slip) {
  td_real sign;           /* [-] of v_t */
  td_real slowing;        /* [-] slip lost by normal impulse */
  td_real f;              /* [-] dv_n/dp_n */
  td_real friction_after; /* [-] after a stop: friction along -t, by normal impulse */
  td_real slip_after;     /* [-] after a stop: slip gained along +t, likewise */
};

/* A contact made ready by td_prepare. What follows `contact` is for td_resolve_prepared. */
TD_STRUCT(td_prepared) {
  TD_OF(td_contact) contact; /* as it was given, with 0 for v and for weights that its law does not read */
  int32_t short_way;         /* 1 + the law, where the short way is open and what follows is set; otherwise 0 */
  int32_t after_stop;        /* 1: a stop is not followed by sticking; + TD_CAVEAT_MARGINAL, where it nearly is */
  td_real inverse_W;         /* [kg] 1 / W_nn */
  td_real inverse_t;         /* [-] reciprocal pivot of W_tt, scaled to W_nn = 1; 0: no mobility */
  td_real b;                 /* [-] W_nt, likewise */
  td_real e;                 /* [-] restitution; 0 if it is 0 to rounding */
  td_real f_after;           /* [-] dv_n/dp_n after a stop, likewise */
  TD_OF(td_prepared_slip) along[2]; /* for slip along +t and along -t */
};

/* Makes a contact ready whose W, surface and options stay.
 *
 * contact  v is not read.
 * prepared written only if the status is not negative.
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, CONTACT_INERTIA, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, LAW,
 *          METHOD, STEPS, WEIGHTS, NOT_PLANAR: as td_resolve, whatever the velocity. */
TD_API td_status td_prepare(const td_contact *contact, td_prepared *prepared);

/* Resolves an impact of a prepared contact.
 *
 * prepared as td_prepare left it. If you modify it, the result is unspecified; the call is still safe.
 * v        [m/s] velocity of the contact point before
 * response written only if the status is not negative.
 * returns  as td_resolve of the contact with this velocity; but where only a figure of its report left the range, an
 *          answer instead of RANGE. */
TD_API td_status td_resolve_prepared(const td_prepared *prepared, const td_contact_vector *v, td_response *response);

#endif
