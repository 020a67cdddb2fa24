/* touchdown/status.h - what a function returns: every status and every caveat of the library.
 *
 * 0: solved. Negative: refused, for exactly one reason, and no output was written. Positive: solved and usable, with
 * the sum of the caveats that apply. What a contact did is a mode, not a status.
 *
 * The comment of each begins with its name and what is wrong or uncertain; the sentence after it says what to do. The
 * functions below return both, from this file (toolchain/api). */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_STATUS_H
#define TOUCHDOWN_STATUS_H

#include <stdint.h>

/* What nearly every function returns. */
typedef int32_t td_status;

#define TD_SOLVED 0 /* without any caveat */

/* ---- Refused: the call ------------------------------------------------------------------------------------------ */

/* null pointer: a required pointer is null. Give every pointer whose comment does not say "or null". */
#define TD_REFUSED_NULL (-1)
/* size: a count is outside its range. Compare it with TD_MAX_* of limits.h, and with td_limits_of_library. */
#define TD_REFUSED_SIZE (-19)
/* not started: the state has not been through its start function. Call it first, and copy states whole. */
#define TD_REFUSED_NOT_STARTED (-35)
/* phase: the state holds a phase, count, time or set of feet that no step produces. Start anew; write no field of it.
 */
#define TD_REFUSED_PHASE (-39)
/* range: valid inputs give a result beyond the numbers of td_real. Use units nearer to 1, or double; an approach where
 * W has no mobility needs an infinite impulse. */
#define TD_REFUSED_RANGE (-16)

/* ---- Refused: the body and its motion --------------------------------------------------------------------------- */

/* mass: not finite or not above 0. Give the mass in one unit system throughout. */
#define TD_REFUSED_MASS (-2)
/* inertia: not finite or not positive definite. Give it about the centre of mass, as xx, yy, zz, xy, xz, yz, products
 * with the sign of the matrix entry. */
#define TD_REFUSED_INERTIA (-3)
/* position: a position is not finite. Look for the computation that made it. */
#define TD_REFUSED_POSITION (-5)
/* radius: the radius of a foot is not finite or below 0. Give 0 for a point. */
#define TD_REFUSED_RADIUS (-46)
/* attitude: the quaternion is not finite or has length 0. Give w, x, y, z; (1, 0, 0, 0) is not turned. */
#define TD_REFUSED_ATTITUDE (-27)
/* velocity: a velocity is not finite. Look for the computation that made it. */
#define TD_REFUSED_VELOCITY (-6)
/* leg: a kind that does not exist, an axis of 0, a law out of range, or a record that no step produces. Compare the leg
 * with the comments of td_leg, and start its record as zeros. */
#define TD_REFUSED_LEG (-41)

/* ---- Refused: a system of speeds -------------------------------------------------------------------------------- */

/* mass matrix: M is not finite or not positive definite. Add rotor inertias, and give both triangles alike. */
#define TD_REFUSED_MASS_MATRIX (-20)
/* factor: L is not finite, or an entry of its diagonal is not above 0. Give M = L L^T by rows, L lower triangular. */
#define TD_REFUSED_FACTOR (-21)
/* jacobian: an entry of J is not finite. Look for a pose at which the kinematics divide by 0. */
#define TD_REFUSED_JACOBIAN (-22)
/* constraint: an entry of A is not finite, or one of hold is not in [0, 1]. Give one row for each constraint; its
 * length does not matter. */
#define TD_REFUSED_CONSTRAINT (-23)
/* axes: none of TD_AXES_*. Give TD_AXES_WORLD with normals, or TD_AXES_CONTACT. */
#define TD_REFUSED_AXES (-24)

/* ---- Refused: the contact and its surface ----------------------------------------------------------------------- */

/* normal: not finite or of length 0. Give the direction out of the struck surface (or up), of any length. */
#define TD_REFUSED_NORMAL (-4)
/* contact inertia: W is not positive semidefinite. Compute it as J M^-1 J^T, finite, with W_nn above 0. */
#define TD_REFUSED_CONTACT_INERTIA (-7)
/* restitution: e is not in [0, 1]. A measured e above 1 says that the measurement missed a speed. */
#define TD_REFUSED_RESTITUTION (-8)
/* kinetic friction: mu_k is not finite or is negative. Give 0 for none. */
#define TD_REFUSED_KINETIC_FRICTION (-9)
/* static friction: mu_s is not finite or is below mu_k. Give mu_s = mu_k if only one is known. */
#define TD_REFUSED_STATIC_FRICTION (-10)
/* table: a table is empty, too long, out of range, or its speeds do not rise. Sort its rows by speed. */
#define TD_REFUSED_TABLE (-17)
/* unknown surface: no entry of the surface table names this pair. Add the pair, in either order. */
#define TD_REFUSED_UNKNOWN_SURFACE (-18)

/* ---- Refused: the options --------------------------------------------------------------------------------------- */

/* law: none of TD_LAW_*, or one that the library was compiled without. See limits.h, and for several contacts at once
 * Poisson's or Newton's. */
#define TD_REFUSED_LAW (-11)
/* method: none of TD_METHOD_*, or one that the library was compiled without. See limits.h; 0 is the default. */
#define TD_REFUSED_METHOD (-12)
/* steps: outside its range. Give 0 for the default of the options; of a motion at least 1. */
#define TD_REFUSED_STEPS (-13)
/* weights: a weight of the compromise law is negative, or their sum is not finite. Give 0, 0 for 1, 1. */
#define TD_REFUSED_WEIGHTS (-14)
/* not planar: the planar method was asked for, but W_ns, W_ts or v_s is not 0. Leave method at 0. */
#define TD_REFUSED_NOT_PLANAR (-15)
/* rule: none of TD_RULE_*. Leave it at 0 for the default. */
#define TD_REFUSED_RULE (-25)
/* iterations: outside its range. Give 0 for the default. */
#define TD_REFUSED_ITERATIONS (-26)
/* impacts: the impacts of a step are outside their range. Give 0 for the default. */
#define TD_REFUSED_IMPACTS (-45)
/* margins: neither 0 nor 1. Give 1 to watch the margin against tipping. */
#define TD_REFUSED_MARGINS (-44)

/* ---- Refused: the ground, forces and times ---------------------------------------------------------------------- */

/* ground: planes is not a number that this ground takes, or a point of a plane is not finite. Give one plane, or one
 * for each foot. */
#define TD_REFUSED_GROUND (-28)
/* height: the height function returned a height or gradient out of range. Return finite heights up to `highest`, and
 * gradients up to TD_STEEPEST_GROUND. */
#define TD_REFUSED_HEIGHT (-42)
/* gravity: not finite. Give the vector in world axes; 0 is weightless. */
#define TD_REFUSED_GRAVITY (-29)
/* thrust: the thrust, or where it acts, is not finite. Give 0 for an engine that is off. */
#define TD_REFUSED_THRUST (-43)
/* time: a time is not finite or is out of its range. Give seconds, from the state that the comment names. */
#define TD_REFUSED_TIME (-30)
/* horizon: out of range, or so far that heights overflow or the rotation exceeds TD_MAX_ROTATION. Give a shorter one.
 */
#define TD_REFUSED_HORIZON (-31)
/* errors: an error is not finite or is negative. Give standard deviations, and 0 for what is known exactly. */
#define TD_REFUSED_ERRORS (-32)
/* limits: an entry of a limit of the effector is negative or NaN. Give null or infinity where there is no limit. */
#define TD_REFUSED_LIMIT (-33)

/* ---- Refused: records and sensors ------------------------------------------------------------------------------- */

/* rig: a field of the rig is not finite or out of its range. Compare it with the comments of td_drop_rig. */
#define TD_REFUSED_RIG (-34)
/* no impact: there is no complete impact yet. Feed samples until the phase is TD_DROP_READY, or an event is there. */
#define TD_REFUSED_NO_IMPACT (-36)
/* approach: the speed is not finite or not above 0, or its uncertainty is not finite or is negative. Give null if no
 * speed is known. */
#define TD_REFUSED_APPROACH (-37)
/* gap: less than 0 or more than TD_DROP_LONGEST_GAP samples. Start the test anew after a longer one. */
#define TD_REFUSED_GAP (-38)
/* monitor: a field of the machine is not finite or out of its range. Compare it with the machine's comments. */
#define TD_REFUSED_MONITOR (-40)

/* ---- Caveats: one impact ---------------------------------------------------------------------------------------- */

/* energy gained: the law created kinetic energy, by more than rounding. Use Poisson's or the energetic law. */
#define TD_CAVEAT_ENERGY_GAINED (1 << 0)
/* jam: at some time sliding alone could not have ended compression (dv_n/dp_n <= 0, self-locking). Check mu_k and where
 * the mass is: the impulse depends strongly on both. */
#define TD_CAVEAT_JAM (1 << 1)
/* laws disagree: N_P under the energetic law and N_E under Poisson's are both far from 1, of TD_LAW_AUTOMATIC only.
 * Consider the compromise (Baruh, section 5). */
#define TD_CAVEAT_LAWS_DISAGREE (1 << 2)
/* budget spent: the steps or iterations were used up, and the rest was closed by one coarse step. Allow more. */
#define TD_CAVEAT_BUDGET_SPENT (1 << 3)
/* friction direction: a slide went against the direction that its friction was assumed in. Use the slip path, or more
 * steps of it. */
#define TD_CAVEAT_DIRECTION (1 << 4)
/* restitution extended: the law's restitution ended while the point still approached, and was run on to v_n = 0. Take
 * the rebound as uncertain. */
#define TD_CAVEAT_EXTENDED (1 << 5)
/* inertia of no body: positive definite, but a principal moment exceeds the sum of the others. Check the inertia. */
#define TD_CAVEAT_INERTIA (1 << 6)
/* marginal decision: with slightly different mu_s, v or mass distribution the contact would slide instead of stick, or
 * the reverse; or, in sequence, another contact would come first. Resolve both cases. (Without slip, before or after a
 * stop, the friction that sticking asks for, R2, of several contacts |(p_t, p_s)| / p_n, is within 1/256 of mu_s, and
 * mu_k is less by more; or slip fell to less than 1/256 of its first value, where mu_s would have held it, and slid on;
 * or another contact approached as fast to 1/256.) */
#define TD_CAVEAT_MARGINAL (1 << 26)

/* ---- Caveats: systems and several contacts ---------------------------------------------------------------------- */

/* redundant constraint: a row depends on those before it, to rounding, or is 0. It holds as they do, and its own
 * impulse is 0: add up the impulses of such rows. */
#define TD_CAVEAT_REDUNDANT (1 << 7)
/* restitution scaled: the impulses would have created energy, and were scaled down at all contacts together. Those of
 * restitution were by restitution_scale: compare it with 1. */
#define TD_CAVEAT_RESTITUTION_SCALED (1 << 8)
/* approach left: a contact still approaches after the impact, by more than 1/1000 of the fastest approach before.
 * Resolve once more from the velocities after, or allow more iterations. */
#define TD_CAVEAT_APPROACH (1 << 9)

/* ---- Caveats: landing ------------------------------------------------------------------------------------------- */

/* no contact: no foot touches within the horizon. Give a longer horizon, or look at the `outlook` of
 * td_find_first_touch. */
#define TD_CAVEAT_NO_CONTACT (1 << 10)
/* below ground: a foot starts below the ground by more than rounding, and touches at once if it approaches. Check the
 * state and the planes. */
#define TD_CAVEAT_BELOW_GROUND (1 << 11)
/* grazing: a foot comes so close to the ground that the search did not settle whether it touches; it counts as a touch.
 * Predict again later. */
#define TD_CAVEAT_GRAZING (1 << 12)

/* ---- Caveats: derivatives and covariance ------------------------------------------------------------------------ */

/* one-sided derivative: the impact is at, or too near to, a change of its case. Use the derivative for errors smaller
 * than `margin` only. (e is 0 or 1 or mu_k is 0; or a change of the velocity before by 3e-4 of it, or by 2e-3 of the
 * approach, in double by 1e-8, changes the case; or the contact starts from rest and does not stick, or W allows no
 * motion while it sticks; or slip stops where static friction alone holds it, and may miss that stop as well, or
 * narrowly misses one, which `margin` does not show; or the slip path did not end within TD_MAX_STEPS. Of several
 * contacts at once too: the motion after depends on how redundant ones share; or `residual` is above 1e-5, or above a
 * thousandth of the margin, in float a 5000th.) */
#define TD_CAVEAT_ONE_SIDED (1 << 24)
/* negative variance: a covariance has a negative variance along some direction, beyond rounding; it counts as 0. Check
 * the covariance given. */
#define TD_CAVEAT_COVARIANCE (1 << 25)
/* covariance ends early: the covariance is not known past the touch. Use samples from there on. (Feet strike together,
 * and in a nearby state one of them would touch first; or it exceeds td_real.) */
#define TD_CAVEAT_COVARIANCE_ENDS (1 << 27)

/* ---- Caveats: records and sensors ------------------------------------------------------------------------------- */

/* clipped: a reading reached the sensor's range, or equal readings at the record's extreme are a plateau. Impulse and
 * peak are the least that they may be, and e has a bound (e_bound): use a sensor of more range. */
#define TD_CAVEAT_CLIPPED (1 << 13)
/* ringing: the force rose more than once, or pulled; structure or sensor rang, or something soft gave way first. Filter
 * less, mount the sensor stiffer, or drop from less. */
#define TD_CAVEAT_RINGING (1 << 14)
/* double hit: the contact was lost and made again, within the record or within as long again. The figures are of the
 * greater hit, with all impulse before it counted as compression: repeat the drop. */
#define TD_CAVEAT_DOUBLE_HIT (1 << 15)
/* few samples: compression or restitution lasted less than 7 samples (or, of a long impact, points of the record).
 * Sample faster. */
#define TD_CAVEAT_FEW_SAMPLES (1 << 16)
/* tilt: tilted or turned by more than the rig allows, or upside down. Guide the drop, or allow more. */
#define TD_CAVEAT_TILT (1 << 17)
/* missing sample: a reading was not finite or out of range; the one before stood in. Check the bus. */
#define TD_CAVEAT_MISSING_SAMPLE (1 << 18)
/* unfinished: the force did not end, and stay away for a quarter of its length, within the longest record. Sample
 * slower, or drop a stiffer body. */
#define TD_CAVEAT_UNFINISHED (1 << 19)
/* splits differ: two ways to e differ by more than their uncertainties, or e is not within 0 and 1. Check the approach
 * speed. (By two approach speeds, of caller, fall and bounce; or, without fall and bounce, by the greatest force and by
 * the durations, or by the caller's speed. The pulse is not symmetric, the given speed is wrong, or it did not fall and
 * bounce freely.) */
#define TD_CAVEAT_SPLIT (1 << 20)
/* restitution by shape alone: no approach speed is known, and e is right only where restitution is compression mirrored
 * and stretched. Give an approach speed. */
#define TD_CAVEAT_SHAPE (1 << 21)
/* level at rest is not gravity: unit, axes or scale of the sensor are not what the rig says. Check them. */
#define TD_CAVEAT_GRAVITY (1 << 22)
/* force while learning: a force above the threshold came while the level was learnt; the next impact is not the first.
 * Let the body rest longer before the drop. */
#define TD_CAVEAT_EARLY (1 << 23)
/* impulse below approach: the impulse by mass is less than the approach speed by more than three uncertainties, which
 * no landing allows. Check range, scale and approach speed: readings may be clipped before the sensor's filter. */
#define TD_CAVEAT_MOMENTUM (1 << 28)

/* ---- Words ------------------------------------------------------------------------------------------------------ */

/* The name of a status with the reason: "solved", "refused: contact inertia: W is not positive semidefinite",
 * "caveat: jam"; of a sum of caveats "several caveats". Never null. */
TD_API const char *td_status_name(td_status status);

/* The name of each caveat of a status, in the order of their bits.
 *
 * index    from 0
 * returns  "" where the status has no more: for (k = 0; *(name = td_caveat_name(status, k)); ++k). Never null. */
TD_API const char *td_caveat_name(td_status status, int32_t index);

/* What to do about a refusal, or about the caveat of the lowest bit, in a sentence; "" of TD_SOLVED. Never null. */
TD_API const char *td_status_advice(td_status status);

#endif
