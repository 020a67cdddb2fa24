/* touchdown/momentum_observer.h - did a leg touch the ground? Which foot, when, how hard, out of generalized speeds and
 * torques.
 *
 * What contact_monitor.h asks of an inertial sensor, for a machine with joints. Between two samples its generalized
 * momentum changes by what is known to act, and by the contacts, M du = dt force + J^T p: what is missing is the
 * residual of De Luca, Albu-Schaffer, Haddadin and Hirzinger (2006). Where a foot inside its friction cone explains
 * more of it than noise does, an event begins, and every explanation is weighed: one foot, several, none of them.
 *
 *   td_observer_start(&observer, &machine);
 *   for each sample: if (td_observer_feed(&observer, &sample) >= 0 && observer.foot[i] != TD_FOOT_CLEAR) ..
 *
 * Everything said at the top of contact_monitor.h of states holds here. DESIGN.md derives every formula, (E175) to
 * (E183). */
#ifndef TOUCHDOWN_MOMENTUM_OBSERVER_H
#define TOUCHDOWN_MOMENTUM_OBSERVER_H

#include <stdint.h>

#include "touchdown/contact_monitor.h"
#include "touchdown/precision.h"
#include "touchdown/systems.h"

/* ---- The machine ------------------------------------------------------------------------------------------------ */

/* What is known of the machine and its sensors. Of a machine with more than TD_MAX_SPEEDS speeds each leg may have an
 * observer of its own: what else of the machine moves is then known to act on the leg. */
TD_STRUCT(td_observed_machine) {
  int32_t n TD_ZERO;               /* generalized speeds, 1 .. TD_MAX_SPEEDS */
  int32_t feet TD_ZERO;            /* 1 .. TD_MAX_FEET */
  td_real mu[TD_MAX_FEET] TD_ZERO; /* [-] greatest friction of each foot, >= 0 */
  /* Standard deviation of each momentum that a sample misses where nothing touches, > 0; more is learnt. */
  td_real noise[TD_MAX_SPEEDS] TD_ZERO;
  td_real gain TD_ZERO;         /* [1/s] of the residual, > 0 */
  td_real bearing_load TD_ZERO; /* [N] along the normal from which a foot bears, > 0 */
  /* Samples from which level and noise are learnt while no foot touches, 2 .. 1000; 0: TD_MONITOR_LEARNING. 1: none,
   * noise is as told and the level 0, for a machine that stands when it begins. */
  int32_t learning TD_ZERO;
  td_real model_error TD_ZERO; /* [-] of M and J, relative, in [0, 1/2]; 0: 0.03 */
  td_real confidence TD_ZERO;  /* [-] probability from which a contact counts, in [1/2, 1); 0: 0.95 */
  td_real wait TD_ZERO;        /* [s] as that of td_monitor_machine */
};

/* One sample. What stands between two of them, M, force and J, is best of the middle; that of now does where the loop
 * is fast. */
TD_STRUCT(td_observed_sample) {
  int32_t n TD_ZERO;              /* as the machine's */
  int32_t feet TD_ZERO;           /* as the machine's */
  td_real dt TD_ZERO;             /* [s] since the sample before that was not refused, > 0 */
  const td_real *M TD_ZERO;       /* n x n, mass matrix, as in td_system */
  const td_real *u TD_ZERO;       /* n, speeds now */
  const td_real *force TD_ZERO;   /* n, generalized forces that are known to act, less those that keep u constant:
                                     torques, springs, damping, less C u and gravity */
  const td_real *J TD_ZERO;       /* feet x 3 x n, contact Jacobians in world axes, one below the other */
  const td_real *normals TD_ZERO; /* feet x 3, out of the ground, any length; 0: unknown, and then no cone restrains
                                     what the foot takes. Null: unknown of all */
};

/* ---- The observer ----------------------------------------------------------------------------------------------- */

/* Generalized momentum that came in beside what is known to act. */
TD_STRUCT(td_observed_momentum) {
  td_real p[TD_MAX_SPEEDS]; /* of each speed */
  td_real dt;               /* [s] in this time */
  td_real noise;            /* [-] its variance over that of a sample: more after lost ones */
};

/* As large as TD_MAX_SPEEDS says: 1.7 kB in float at 12. `phase`, `touched`, `foot`, `residual`, `load` and `event` are
 * meant to be read. `event` is that of contact_monitor.h, with impulses in world axes, for td_touch_expected too; no
 * point of the body is looked for, so that r is 0 and r_uncertainty TD_NOT_APPLICABLE. */
TD_STRUCT(td_momentum_observer) {
  TD_OF(td_observed_machine) machine;                    /* as given, with defaults in place */
  int32_t phase;                                         /* TD_MONITOR_* */
  int32_t touched;                                       /* 1: something touches, be it known what or not */
  int32_t foot[TD_MAX_FEET];                             /* TD_FOOT_* */
  td_real residual[TD_MAX_SPEEDS];                       /* generalized force that is missing, behind a low pass */
  td_real load[TD_MAX_FEET][3];                          /* [N] on the feet, which together explain it best */
  TD_OF(td_contact_event) event;                         /* the latest */
  TD_OF(td_observed_momentum) before[TD_MONITOR_BEFORE]; /* of the newest samples, in a ring */
  td_real u[TD_MAX_SPEEDS];                              /* of the sample before */
  td_real level[TD_MAX_SPEEDS];                          /* missing force while nothing touches */
  td_real variance[TD_MAX_SPEEDS];                       /* of the momentum of a sample while nothing touches */
  td_real jump[TD_MAX_SPEEDS];                           /* momentum of the event */
  td_real path;                                          /* of the event, to and fro: sum of sqrt(p^T M^-1 p) */
  td_real noise;                                         /* [-] of the event, in variances of a sample */
  td_real loudest;                                       /* [-] chi squared of two samples of the event, at most */
  td_real waited;                                        /* [s] of samples that were lost */
  td_real sure;                                          /* [s] for which its explanation has been a contact */
  int32_t fed;                                           /* 1: there was a sample */
  int32_t next;                                          /* place in `before` */
  int32_t fresh;                                         /* samples in it */
  int32_t calm;                                          /* samples since the last event, up to TD_MONITOR_BEFORE */
  int32_t until;                                         /* samples to the end of learning */
  int32_t first;                                         /* samples since the touch, while it is looked for */
  int32_t since;                                         /* samples since the event drew attention */
  int32_t quiet;                                         /* samples of the event since it was last loud */
  int32_t marked;                                        /* a bit for each foot that it said touches */
  int32_t touch;                                         /* samples for which `touched` is still told */
  int32_t onset;                                         /* 1: nothing happened for long enough before the event */
  int32_t stood[TD_MAX_FEET];                            /* 1: touched when the event began */
  int32_t hold[TD_MAX_FEET];                             /* samples for which a touch is still told */
  int32_t loaded[TD_MAX_FEET]; /* samples for which it has carried bearing_load, up to TD_MONITOR_SETTLED */
};

/* Begins: learns level and noise, then watches.
 *
 * returns  TD_SOLVED, or the first that applies of TD_REFUSED_ NULL, SIZE (n, feet), MONITOR; then `observer` is
 *          untouched. */
TD_API td_status td_observer_start(td_momentum_observer *observer, const td_observed_machine *machine);

/* Takes one sample.
 *
 * sample   one with speeds, forces, Jacobians or normals that are not finite is missing: the next good one tells what
 *          momentum came in since the last, at the force that it says acted, with a variance as of all lost samples off
 *          alike. A lost sample is fed as one of NaN.
 * returns  TD_SOLVED, TD_CAVEAT_MISSING_SAMPLE (this one), or the first that applies of TD_REFUSED_ NULL, NOT_STARTED,
 *          SIZE (not the machine's), TIME (dt), MASS_MATRIX; a refused sample changes nothing.
 * cost     n^3 / 6 for M, n^2 / 2 and two contact Jacobians' products for each foot.
 * source   De Luca, Albu-Schaffer, Haddadin & Hirzinger 2006 (residual); DESIGN.md (E175) to (E183). */
TD_API td_status td_observer_feed(td_momentum_observer *observer, const td_observed_sample *sample);

#endif
