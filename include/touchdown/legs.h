/* touchdown/legs.h - a landing on legs that yield: how far does each of them shorten, how hard, and what does it take
 * up?
 *
 * Everything said at the top of touchdown.h and of settling.h holds here. A leg is rigid, as in settling.h, or yields
 * along its own axis: it crushes (honeycomb: a constant force while it shortens, and no return), or it is a spring and
 * a damper, which push and never pull. Across its axis it is stiff. Its foot has no mass: it meets the ground without
 * impact, the force of the ground on it is along the axis what the leg's law says, and lies in the cone of friction
 * (`mu_sliding`), inside while the foot sticks. A stroke that reaches the stop ends in an impact along the axis, with
 * the restitution of the foot's surface and friction `mu_sliding` against the slip of the foot; legs below their stops
 * give no impulse. Then the leg is rigid until it lengthens, a crushed one for good. A foot off the ground stays where
 * it is (crushed), or goes back as spring and damper let it.
 *
 * A leg whose axis leans from the normal of its ground by so much that friction holds the foot whatever the force
 * (tan >= 1 / mu, or downwards) jams, and is rigid.
 *
 * Where legs yield, sub-steps take the mean of the velocities before and after (the midpoint rule), so that the work of
 * each leg is its force times its stroke. They end where a foot touches, its slip ends or turns, a crushing leg stops
 * or a stop is reached. A step has 8 of them, a radian of what springs and dampers do has 16. Each is twice as long as
 * the one before where no force has changed by more than 5 %, and a step has at most 64. Against a simulation in fine
 * steps, half of random landings are within 6e-4 in stroke, peak force and energy of each leg, and nine of ten within
 * 2e-3; at a quarter of the default `step`, nine of ten are within 6e-4. DESIGN.md (E170), (E205). */
#ifndef TOUCHDOWN_LEGS_H
#define TOUCHDOWN_LEGS_H

#include "touchdown/precision.h"
#include "touchdown/settling.h"

/* ---- The legs ---------------------------------------------------------------------------------------------------- */

#define TD_LEG_RIGID 0   /* nothing else of it is read */
#define TD_LEG_CRUSHES 1 /* axis, force, stroke */
#define TD_LEG_SPRINGS 2 /* axis, stiffness, damping, stroke */

/* One leg. What its kind does not read may hold anything. */
TD_STRUCT(td_leg) {
  int32_t kind TD_ZERO; /* TD_LEG_* */
  /* [-] Body frame, any length above 0: the way its foot goes as the leg shortens. One that points against `up` and
   * away from the centre of mass is turned round. */
  td_real axis[3] TD_ZERO;
  td_real force TD_ZERO;     /* [N] > 0, while it crushes */
  td_real stiffness TD_ZERO; /* [N/m] > 0 */
  td_real damping TD_ZERO;   /* [N s/m] >= 0 */
  td_real stroke TD_ZERO;    /* [m] >= 0, at most; 0: it has no stop */
};

/* Of a body: leg i ends in foot i, whose place in the body is that of the leg at full length. */
TD_STRUCT(td_legs) {
  /* The first `feet` of the body are read. */
  TD_OF(td_leg) leg[TD_MAX_FEET];
};

/* What a leg has done. Begins as zeros. */
TD_STRUCT(td_leg_record) {
  td_real stroke TD_ZERO;      /* [m] by which it is shorter now; may be given, of a leg that is not at full length */
  td_real most_stroke TD_ZERO; /* [m] at any time */
  td_real peak_force TD_ZERO;  /* [N] along its axis, at any time but that of an impact at the stop, which has none */
  td_real energy TD_ZERO;      /* [J] crushed or damped; what a spring holds is not in it */
  int32_t stops TD_ZERO;       /* impacts at the stop */
};

/* What the legs of a body have done. */
TD_STRUCT(td_legs_record) {
  TD_OF(td_leg_record) leg[TD_MAX_FEET]; /* the first `feet` of the body are read; the rest becomes 0 */
};

/* td_settling_step, on legs: one step on, and not beyond `until` [s]. Where all legs are rigid, with the same bits. In
 * energy_lost, energy that springs hold is not lost.
 *
 * settling  as td_settling_start or the step before left it; read and written. Unchanged where the status is negative.
 * record    likewise; zeros at the start
 * returns   as td_settling_step, with TD_REFUSED_LEG after all that concerns the body; TD_CAVEAT_BUDGET_SPENT also
 *           where springs or dampers are so stiff that 64 sub-steps were too few for their law, and where impacts at
 * the stops took more than the sweeps that those of a step share: no energy is gained even then. cost      at most 64
 * sub-steps of a coupled solve, twice where a piece ends early, and `impacts`. */
TD_API td_status td_settling_step_on_legs(const td_settling_body *body, const td_legs *legs, td_real until,
                                          td_settling *settling, td_legs_record *record);

/* td_settle, on legs at full length: steps until the outcome stands.
 *
 * steps    1 .. TD_MAX_SETTLING_STEPS; spent before, the outcome is TD_OUTCOME_UNDECIDED.
 * returns  as td_settle and td_settling_step_on_legs.
 * cost     at most that of td_settling_start, and `steps` times that of td_settling_step_on_legs. */
TD_API td_status td_settle_on_legs(const td_settling_body *body, const td_legs *legs, const td_lander_state *state,
                                   int32_t steps, td_settling *settling, td_legs_record *record);

#endif
