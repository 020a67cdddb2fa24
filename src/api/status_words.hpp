// The words of status.h. Written by toolchain/api from the headers.
#ifndef TOUCHDOWN_API_STATUS_WORDS_HPP
#define TOUCHDOWN_API_STATUS_WORDS_HPP

namespace touchdown::words {

constexpr const char *refusals[] = {
    "solved",
    "refused: null pointer: a required pointer is null",
    "refused: mass: not finite or not above 0",
    "refused: inertia: not finite or not positive definite",
    "refused: normal: not finite or of length 0",
    "refused: position: a position is not finite",
    "refused: velocity: a velocity is not finite",
    "refused: contact inertia: W is not positive semidefinite",
    "refused: restitution: e is not in [0, 1]",
    "refused: kinetic friction: mu_k is not finite or is negative",
    "refused: static friction: mu_s is not finite or is below mu_k",
    "refused: law: none of TD_LAW_*, or one that the library was compiled without",
    "refused: method: none of TD_METHOD_*, or one that the library was compiled without",
    "refused: steps: outside its range",
    "refused: weights: a weight of the compromise law is negative, or their sum is not finite",
    "refused: not planar: the planar method was asked for, but W_ns, W_ts or v_s is not 0",
    "refused: range: valid inputs give a result beyond the numbers of td_real",
    "refused: table: a table is empty, too long, out of range, or its speeds do not rise",
    "refused: unknown surface: no entry of the surface table names this pair",
    "refused: size: a count is outside its range",
    "refused: mass matrix: M is not finite or not positive definite",
    "refused: factor: L is not finite, or an entry of its diagonal is not above 0",
    "refused: jacobian: an entry of J is not finite",
    "refused: constraint: an entry of A is not finite, or one of hold is not in [0, 1]",
    "refused: axes: none of TD_AXES_*",
    "refused: rule: none of TD_RULE_*",
    "refused: iterations: outside its range",
    "refused: attitude: the quaternion is not finite or has length 0",
    "refused: ground: planes is not a number that this ground takes, or a point of a plane is not finite",
    "refused: gravity: not finite",
    "refused: time: a time is not finite or is out of its range",
    "refused: horizon: out of range, or so far that heights overflow or the rotation exceeds TD_MAX_ROTATION",
    "refused: errors: an error is not finite or is negative",
    "refused: limits: an entry of a limit of the effector is negative or NaN",
    "refused: rig: a field of the rig is not finite or out of its range",
    "refused: not started: the state has not been through its start function",
    "refused: no impact: there is no complete impact yet",
    "refused: approach: the speed is not finite or not above 0, or its uncertainty is not finite or is negative",
    "refused: gap: less than 0 or more than TD_DROP_LONGEST_GAP samples",
    "refused: phase: the state holds a phase, count, time or set of feet that no step produces",
    "refused: monitor: a field of the machine is not finite or out of its range",
    "refused: leg: a kind that does not exist, an axis of 0, a law out of range, or a record that no step produces",
    "refused: height: the height function returned a height or gradient out of range",
    "refused: thrust: the thrust, or where it acts, is not finite",
    "refused: margins: neither 0 nor 1",
    "refused: impacts: the impacts of a step are outside their range",
    "refused: radius: the radius of a foot is not finite or below 0",
};

constexpr const char *refusal_advice[] = {
    "",
    "Give every pointer whose comment does not say \"or null\".",
    "Give the mass in one unit system throughout.",
    "Give it about the centre of mass, as xx, yy, zz, xy, xz, yz, products with the sign of the matrix entry.",
    "Give the direction out of the struck surface (or up), of any length.",
    "Look for the computation that made it.",
    "Look for the computation that made it.",
    "Compute it as J M^-1 J^T, finite, with W_nn above 0.",
    "A measured e above 1 says that the measurement missed a speed.",
    "Give 0 for none.",
    "Give mu_s = mu_k if only one is known.",
    "See limits.h, and for several contacts at once Poisson's or Newton's.",
    "See limits.h; 0 is the default.",
    "Give 0 for the default of the options; of a motion at least 1.",
    "Give 0, 0 for 1, 1.",
    "Leave method at 0.",
    "Use units nearer to 1, or double; an approach where W has no mobility needs an infinite impulse.",
    "Sort its rows by speed.",
    "Add the pair, in either order.",
    "Compare it with TD_MAX_* of limits.h, and with td_limits_of_library.",
    "Add rotor inertias, and give both triangles alike.",
    "Give M = L L^T by rows, L lower triangular.",
    "Look for a pose at which the kinematics divide by 0.",
    "Give one row for each constraint; its length does not matter.",
    "Give TD_AXES_WORLD with normals, or TD_AXES_CONTACT.",
    "Leave it at 0 for the default.",
    "Give 0 for the default.",
    "Give w, x, y, z; (1, 0, 0, 0) is not turned.",
    "Give one plane, or one for each foot.",
    "Give the vector in world axes; 0 is weightless.",
    "Give seconds, from the state that the comment names.",
    "Give a shorter one.",
    "Give standard deviations, and 0 for what is known exactly.",
    "Give null or infinity where there is no limit.",
    "Compare it with the comments of td_drop_rig.",
    "Call it first, and copy states whole.",
    "Feed samples until the phase is TD_DROP_READY, or an event is there.",
    "Give null if no speed is known.",
    "Start the test anew after a longer one.",
    "Start anew; write no field of it.",
    "Compare it with the machine's comments.",
    "Compare the leg with the comments of td_leg, and start its record as zeros.",
    "Return finite heights up to `highest`, and gradients up to TD_STEEPEST_GROUND.",
    "Give 0 for an engine that is off.",
    "Give 1 to watch the margin against tipping.",
    "Give 0 for the default.",
    "Give 0 for a point.",
};

constexpr const char *caveats[] = {
    "caveat: energy gained",
    "caveat: jam",
    "caveat: laws disagree",
    "caveat: budget spent",
    "caveat: friction direction",
    "caveat: restitution extended",
    "caveat: inertia of no body",
    "caveat: redundant constraint",
    "caveat: restitution scaled",
    "caveat: approach left",
    "caveat: no contact",
    "caveat: below ground",
    "caveat: grazing",
    "caveat: clipped",
    "caveat: ringing",
    "caveat: double hit",
    "caveat: few samples",
    "caveat: tilt",
    "caveat: missing sample",
    "caveat: unfinished",
    "caveat: splits differ",
    "caveat: restitution by shape alone",
    "caveat: level at rest is not gravity",
    "caveat: force while learning",
    "caveat: one-sided derivative",
    "caveat: negative variance",
    "caveat: marginal decision",
    "caveat: covariance ends early",
    "caveat: impulse below approach",
};

constexpr const char *caveat_advice[] = {
    "The law created kinetic energy, by more than rounding. Use Poisson's or the energetic law.",
    "At some time sliding alone could not have ended compression (dv_n/dp_n <= 0, self-locking). Check mu_k and where "
    "the mass is: the impulse depends strongly on both.",
    "N_P under the energetic law and N_E under Poisson's are both far from 1, of TD_LAW_AUTOMATIC only. Consider the "
    "compromise (Baruh, section 5).",
    "The steps or iterations were used up, and the rest was closed by one coarse step. Allow more.",
    "A slide went against the direction that its friction was assumed in. Use the slip path, or more steps of it.",
    "The law's restitution ended while the point still approached, and was run on to v_n = 0. Take the rebound as "
    "uncertain.",
    "Positive definite, but a principal moment exceeds the sum of the others. Check the inertia.",
    "A row depends on those before it, to rounding, or is 0. It holds as they do, and its own impulse is 0: add up the "
    "impulses of such rows.",
    "The impulses would have created energy, and were scaled down at all contacts together. Those of restitution were "
    "by restitution_scale: compare it with 1.",
    "A contact still approaches after the impact, by more than 1/1000 of the fastest approach before. Resolve once "
    "more from the velocities after, or allow more iterations.",
    "No foot touches within the horizon. Give a longer horizon, or look at the `outlook` of td_find_first_touch.",
    "A foot starts below the ground by more than rounding, and touches at once if it approaches. Check the state and "
    "the planes.",
    "A foot comes so close to the ground that the search did not settle whether it touches; it counts as a touch. "
    "Predict again later.",
    "A reading reached the sensor's range, or equal readings at the record's extreme are a plateau. Impulse and peak "
    "are the least that they may be, and e has a bound (e_bound): use a sensor of more range.",
    "The force rose more than once, or pulled; structure or sensor rang, or something soft gave way first. Filter "
    "less, mount the sensor stiffer, or drop from less.",
    "The contact was lost and made again, within the record or within as long again. The figures are of the greater "
    "hit, with all impulse before it counted as compression: repeat the drop.",
    "Compression or restitution lasted less than 7 samples (or, of a long impact, points of the record). Sample "
    "faster.",
    "Tilted or turned by more than the rig allows, or upside down. Guide the drop, or allow more.",
    "A reading was not finite or out of range; the one before stood in. Check the bus.",
    "The force did not end, and stay away for a quarter of its length, within the longest record. Sample slower, or "
    "drop a stiffer body.",
    "Two ways to e differ by more than their uncertainties, or e is not within 0 and 1. Check the approach speed.",
    "No approach speed is known, and e is right only where restitution is compression mirrored and stretched. Give an "
    "approach speed.",
    "Unit, axes or scale of the sensor are not what the rig says. Check them.",
    "A force above the threshold came while the level was learnt; the next impact is not the first. Let the body rest "
    "longer before the drop.",
    "The impact is at, or too near to, a change of its case. Use the derivative for errors smaller than `margin` only.",
    "A covariance has a negative variance along some direction, beyond rounding; it counts as 0. Check the covariance "
    "given.",
    "With slightly different mu_s, v or mass distribution the contact would slide instead of stick, or the reverse; "
    "or, in sequence, another contact would come first. Resolve both cases.",
    "The covariance is not known past the touch. Use samples from there on.",
    "The impulse by mass is less than the approach speed by more than three uncertainties, which no landing allows. "
    "Check range, scale and approach speed: readings may be clipped before the sensor's filter.",
};

}  // namespace touchdown::words

#endif
