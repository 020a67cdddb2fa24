/* touchdown/prepared.h - one impact without a report, prepared ahead: for a controller or an estimator that asks many
 * times a second.
 *
 * What touchdown.h promises holds here. Impulse, velocity after and case equal those of td_resolve, bit for bit. The
 * report is left out: energies, consistency, modes, ratios. While W and the surface stay the same, what depends on them
 * alone is computed once:
 *
 *   td_prepare(&contact, &prepared);
 *   each tick: td_resolve_prepared(&prepared, &v, &response);
 *
 * This short way serves planar contacts (W_ns = W_ts = v_s = 0) under the laws of Poisson, Newton and Stronge, but not
 * the algebraic method. Every other contact takes all of td_resolve, at its cost. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_PREPARED_H
#define TOUCHDOWN_PREPARED_H

#include "touchdown/impact.h"

/* What an impact does to the motion. */
TD_STRUCT(td_response) {
  TD_OF(td_contact_vector) p; /* [N s] impulse on the body */
  TD_OF(td_contact_vector) v; /* [m/s] velocity of the contact point after */
  int32_t case_number;        /* 0..6 of Baruh, Table 1; also 0 without an impact (p_n = 0) */
};

/* A planar contact that slips in one direction, turned so that slip runs along +t; scaled to W_nn = 1. */
TD_STRUCT(td_prepared_slip) {
  td_real sign;           /* [-] of v_t */
  td_real slowing;        /* [-] slip lost per normal impulse */
  td_real f;              /* [-] dv_n/dp_n */
  td_real friction_after; /* [-] after a stop: friction along -t, per normal impulse */
  td_real slip_after;     /* [-] after a stop: slip gained along +t, likewise */
};

/* A contact made ready by td_prepare. The fields after `contact` are for td_resolve_prepared. */
TD_STRUCT(td_prepared) {
  TD_OF(td_contact) contact; /* as given, with 0 for v and for weights that its law does not read */
  int32_t short_way;         /* 1 + the law if the short way serves and the fields below are set; else 0 */
  /* 1: slip that stops begins anew, and does not stick; + TD_CAVEAT_MARGINAL if it nearly sticks */
  int32_t after_stop;
  td_real inverse_W;                /* [kg] 1 / W_nn */
  td_real inverse_t;                /* [-] reciprocal pivot of W_tt, scaled to W_nn = 1; 0: no mobility */
  td_real b;                        /* [-] W_nt, likewise */
  td_real e;                        /* [-] restitution; 0 if it is 0 to rounding */
  td_real f_after;                  /* [-] dv_n/dp_n after a stop, likewise */
  TD_OF(td_prepared_slip) along[2]; /* for slip along +t and along -t */
};

/* Prepares a contact whose W, surface and options stay the same.
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
 * returns  as td_resolve of the contact with this velocity; but it is solved where only a figure of the report is out
 *          of range. */
TD_API td_status td_resolve_prepared(const td_prepared *prepared, const td_contact_vector *v, td_response *response);

#endif
