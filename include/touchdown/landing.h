/* touchdown/landing.h - a landing, from flight to rest: which foot touches first, and does the lander come to rest, on
 * which feet and legs, or does it tip, slide or leave?
 *
 * What touchdown.h promises holds here. A td_lander says what lands and where: body, feet, a leg for each foot, ground.
 * A td_landing is its state on the way. td_land follows it until the outcome stands, td_landing_step by one step of
 * bounded work; td_find_first_touch finds the first touch of a flight alone; td_stance_of says whether a lander stands;
 * td_land_sampled says how sure an outcome is.
 *
 * Frames. "World" is any frame in which the ground is at rest; "body" is fixed to the lander at its centre of mass.
 *
 * A step is made of sub-steps. In a sub-step the lander flies by Euler's equations. Where feet bear, one coupled solve
 * without restitution presses them; it takes the velocities at the sub-step's end and the arms at its middle, so that
 * sticking and rolling keep their energy to the second order of the step. A sub-step ends at the first new touch, found
 * by a parabola and secants. That touch is a single impact (td_resolve_body), or a coupled one if other feet are as
 * near. A lander that has come down flat slides on in the plane, with the load that friction shifts between its feet,
 * to an exact stop. Legs that yield are pressed in the same sub-steps (see "Legs").
 *
 * Ever smaller bounces end by rules that follow from the step. With g the size of gravity and h the step, feet do not
 * bounce below 1/4 g h. They bear within 1/10 g h^2 of the ground if they approach by less than 1/20 g h and rise by
 * less than 2/5 g h. They touch together within 1/20 g h^2 (or 1e-5 of their reach, if that is more), and lie flat
 * below 3/4 g h.
 *
 * A lander rests where forces in the cones of its feet hold it still, and its kinetic energy is an eighth or less of
 * the energy that leads over any edge of the hull of these feet. On one foot or two it rests only if they are round and
 * their centres above the centre of mass; else it balances.
 *
 * Energy is never created beyond rounding: what a finite step adds is taken from the velocities again, in later steps
 * if they are too slow for it (`owed`). */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_LANDING_H
#define TOUCHDOWN_LANDING_H

#include <stdint.h>

#include "touchdown/multi_contact.h"

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* [rad] Most rotation of one flight: there the angle's own rounding still leaves half of its digits. */
#define TD_MAX_ROTATION_FLOAT 4096      /* of the functions in float */
#define TD_MAX_ROTATION_DOUBLE 67108864 /* of those in double */
#ifdef TD_DOUBLE
#define TD_MAX_ROTATION TD_MAX_ROTATION_DOUBLE /* of those that td_real says */
#else
#define TD_MAX_ROTATION TD_MAX_ROTATION_FLOAT /* of those that td_real says */
#endif

#define TD_MAX_CLEARANCE_POINTS 4 /* points of the body that are watched, at most */

#define TD_DEFAULT_HORIZON 60        /* [s] what horizon = 0 stands for */
#define TD_LANDING_IMPACTS 6         /* what impacts = 0 stands for */
#define TD_MAX_LANDING_IMPACTS 16    /* impacts of one step, at most */
#define TD_LANDING_ITERATIONS 4      /* what iterations = 0 stands for */
#define TD_MAX_LANDING_ITERATIONS 64 /* iterations of a coupled solve, at most */
#define TD_MAX_LANDING_STEPS 65536   /* steps of td_land, at most */
#define TD_QUERIES_OF_A_FOOT 3       /* queries for the ground under a round foot; a point takes one */
#define TD_QUERIES_OF_A_TOUCH 2      /* queries for the ground at a touch */
#define TD_STEEPEST_GROUND 1000      /* [-] rise per run, at most */
#define TD_ERRORS_OF_STATE 12        /* rows of a covariance of the state */
#define TD_MAX_LANDING_SAMPLES 65535 /* samples of one landing, at most */

/* ---- Ground, and a state ---------------------------------------------------------------------------------------- */

/* A plane of the ground. */
TD_STRUCT(td_ground) {
  td_real point[3] TD_ZERO; /* [m] world, any point of the plane */
  td_real n[3] TD_ZERO;     /* [-] world, out of the ground; any length above 0 */
};

/* Where the lander is, and how it moves. */
TD_STRUCT(td_lander_state) {
  td_real x[3] TD_ZERO; /* [m] world, centre of mass */
  td_real q[4] TD_ZERO; /* [-] attitude, body to world: w, x, y, z; any length above 0 */
  td_real v[3] TD_ZERO; /* [m/s] world, velocity of the centre of mass */
  td_real w[3] TD_ZERO; /* [rad/s] world, angular velocity */
};

/* ---- Feet -------------------------------------------------------------------------------------------------------- */

/* A foot: a sphere fixed to the body, or a point where its radius is 0. */
TD_STRUCT(td_foot) {
  td_real r[3] TD_ZERO;       /* [m] body frame, from the centre of mass to the centre of the sphere */
  td_real radius TD_ZERO;     /* [m] >= 0 */
  TD_OF(td_surface) surface;  /* friction and restitution of its impacts */
  td_real mu_sliding TD_ZERO; /* [-] friction while it bears, sticking or sliding; >= 0. Often above that of impacts */
};

/* One foot's part in an impact. Feet that strike together have one each, with the same time. */
TD_STRUCT(td_touch) {
  int32_t foot;        /* which */
  td_real time;        /* [s] from the state given */
  td_real v_n, slip;   /* [m/s] of the foot before: along the normal, and along the ground */
  td_real p[3];        /* [N s] impulse on the body, world */
  td_real energy_lost; /* [J] through this foot */
};

  /* ---- Legs --------------------------------------------------------------------------------------------------------
   *
   * A leg is rigid, or yields along its own axis: it crushes (honeycomb: a constant force while it shortens, and no
   * return), or it is a spring and a damper, which push and never pull. A preload holds a spring at full length.
   * The friction of its guide holds it at any stroke, off the ground as well. Across its axis it is stiff. Its foot has
   * no mass, so it meets the ground without impact. The force of the ground on it follows the leg's law along the axis,
   * and lies in the cone of friction (`mu_sliding`), inside it while the foot sticks. A stroke that reaches the stop
   * ends in an impact along the axis, with the restitution of the foot's surface and friction `mu_sliding` against the
   * slip of the foot; legs below their stops give no impulse. Then the leg is rigid until it lengthens, a crushed one
   * for good. A foot off the ground stays where it is (crushed), or goes back as spring and damper let it.
   *
   * A leg jams, and is rigid, if its axis leans so far from the normal of its ground that friction holds the foot
   * whatever the force (tan >= 1 / mu, or downwards).
   *
   * A tripod is a foot of its own mass on three struts, hinged at the hull and at the foot. It meets the ground without
   * restitution, slides with `mu_sliding`, and lifts off where the ground would have to pull. Off the ground its struts
   * are unloaded, and it moves with the body. A sub-step lasts a quarter of a radian of the body's vibration on all
   * struts; while force and torque change by less than 2 %, or struts only spring, the next is twice as long. The
   * lander is left at rest if its struts can hold it, and its energy would move none of them by 1e-3 of the reach.
   * Legs of all kinds go together. docs/theory/landing.md, (L.26) to (L.29).
   *
   * Where legs yield, sub-steps take the mean of the velocities before and after (the midpoint rule), so that the
   * work of each leg is its force times its stroke. They end where a foot touches, its slip ends or turns, a leg that
   * crushes or has friction comes to a stand, or a stop, or a preload's full length, is reached. A sub-step begins
   * as an eighth of a step, a 16th of a radian of the vibration of springs and dampers, or a 90th of the time in which
   * crushing legs would move the lander by its reach from rest, whichever is shortest. Each is twice as long as the
   * last if no force has changed by more than 5 %. A step ends early after 16 sub-steps, or 48 passes of their solves;
   * the rest of it is the next step. docs/theory/landing.md, (L.17) and (L.25), says how near that is to fine steps.
   */

#define TD_LEG_RIGID 0   /* nothing else of it is read */
#define TD_LEG_CRUSHES 1 /* axis, force, stroke */
#define TD_LEG_SPRINGS 2 /* axis, stiffness, damping, preload, friction, stroke */
#define TD_LEG_TRIPOD 3  /* pad_mass, strut */

#define TD_MAX_STRUT_STAGES 2 /* in each direction */

/* A stage of a strut: the force at which it flows, and up to which stroke. */
TD_STRUCT(td_strut_stage) {
  td_real force TD_ZERO;  /* [N] > 0; 0: no stage, and none after it */
  td_real stroke TD_ZERO; /* [m] of all stages so far; above that of the stage before */
};

/* A strut between a hinge at the hull and its pad. It is elastic up to the force of its stage, flows at that force up
 * to the stage's stroke, and is elastic again beyond its last stage: that is its stop. Without stages it is a spring
 * and a damper. The stroke that flowed while it was pushed and the stroke that flowed while it was pulled are counted
 * apart. */
TD_STRUCT(td_strut) {
  td_real joint[3] TD_ZERO;  /* [m] body frame: its hinge at the hull */
  td_real stiffness TD_ZERO; /* [N/m] > 0, of what is elastic */
  td_real damping TD_ZERO;   /* [N s/m] >= 0, beside it; without damping it rings until friction ends that */
  TD_OF(td_strut_stage) crush[TD_MAX_STRUT_STAGES]; /* where it is pushed */
  TD_OF(td_strut_stage) pull[TD_MAX_STRUT_STAGES];  /* where it is pulled */
};

/* One leg. What its kind does not read may hold anything. */
TD_STRUCT(td_leg) {
  int32_t kind TD_ZERO; /* TD_LEG_* */
  /* [-] Body frame, any length above 0: the way its foot goes as the leg shortens. One that points against `up` and
   * away from the centre of mass is turned round. */
  td_real axis[3] TD_ZERO;
  td_real force TD_ZERO;     /* [N] > 0, while it crushes */
  td_real stiffness TD_ZERO; /* [N/m] > 0 */
  td_real damping TD_ZERO;   /* [N s/m] >= 0 */
  td_real preload TD_ZERO;   /* [N] >= 0, of the spring at full length */
  td_real friction TD_ZERO;  /* [N] >= 0, of its guide, against the stroke; holds it where it can */
  td_real stroke TD_ZERO;    /* [m] >= 0, at most; 0: it has no stop */
  td_real pad_mass TD_ZERO;  /* [kg] > 0, of the foot alone; the lander's mass is without it */
  TD_OF(td_strut) strut[3];  /* from three hinges that are in no plane with the foot */
};

/* What a strut has done. */
TD_STRUCT(td_strut_record) {
  td_real elastic;              /* [m] shortening now that is elastic */
  td_real crushed, pulled;      /* [m] that have flown while it was pushed, and while it was pulled */
  td_real force;                /* [N] now, on both of its hinges, along it: above 0 where it is pushed */
  td_real most_push, push_time; /* [N], [s] greatest force, and when; 0 before */
  td_real most_pull, pull_time; /* [N], [s] the same where it is pulled, above 0 */
  td_real energy;               /* [J] flown and damped */
};

/* What a leg has done. Where all legs of the lander are rigid, td_landing_step neither reads nor writes it. */
TD_STRUCT(td_leg_record) {
  td_real stroke; /* [m] by which it is shorter now; write it after td_landing_start for a leg that begins shorter */
  td_real most_stroke; /* [m] at any time */
  td_real peak_force;  /* [N] along its axis, at any time but that of an impact at the stop, which has none */
  td_real energy;      /* [J] crushed or damped; what a spring holds is not in it */
  int32_t stops;       /* impacts at the stop */
  td_real force[3];    /* [N] world, with which it pushed the lander in the last sub-step; a rigid one too */
  /* Of a tripod: its stroke is how far its foot is from its place, peak_force the greatest force of its
   * three struts together, as the mean of a sub-step. */
  int32_t down;                    /* 1: its foot is on the ground */
  td_real pad[3];                  /* [m] body frame: how far its foot is from its place */
  td_real pad_v[3];                /* [m/s] world, of the foot on the ground; else 0 */
  td_real slide;                   /* [m] way of the foot along the ground */
  TD_OF(td_strut_record) strut[3]; /* in the leg's order */
};

/* ---- The lander -------------------------------------------------------------------------------------------------- */

/* What lands and where, and the budgets. What turns with the lander is in the body frame. */
TD_STRUCT(td_lander) {
  td_real mass TD_ZERO;       /* [kg] */
  td_real inertia[6] TD_ZERO; /* [kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz */
  td_real up[3] TD_ZERO;      /* [-] body frame, any length above 0: it rests upright within 45 deg of up */
  int32_t feet TD_ZERO;       /* 1 .. TD_MAX_FEET */
  TD_OF(td_foot) foot[TD_MAX_FEET]; /* the first `feet` are read */
  int32_t points TD_ZERO;           /* 0 .. TD_MAX_CLEARANCE_POINTS */
  /* [m] body frame: points that should not touch. They are watched alone, no force acts on them. */
  td_real point[TD_MAX_CLEARANCE_POINTS][3] TD_ZERO;
  int32_t planes TD_ZERO; /* 0, 1: ground[0] for every foot; feet: ground[i] for foot i */
  TD_OF(td_ground)
  ground[TD_MAX_FEET];          /* the first `planes` are read, at least one; points are held against the first */
  td_real gravity[3] TD_ZERO;   /* [m/s^2] world; "up" is against it (the first plane's normal if 0) */
  td_real thrust[3] TD_ZERO;    /* [N] body frame, until it is cut */
  td_real thrust_at[3] TD_ZERO; /* [m] body frame, from the centre of mass to where the thrust acts */
  td_real cut_delay TD_ZERO;    /* [s] >= 0, after the first contact */
  /* Of single impacts. For coupled ones the law counts where it is Newton's, else they take Poisson's. */
  TD_OF(td_options) options;
  /* [s] of a step at most; 0: 0.05 sqrt(reach / g), or 0.01 s without gravity. A body that turns by more than 0.15 rad
   * meanwhile takes shorter ones; one far above the ground, or that slides on a single plane, longer ones. */
  td_real step TD_ZERO;
  td_real horizon TD_ZERO; /* [s] from the state given; 0: TD_DEFAULT_HORIZON */
  /* Of one step, at most TD_MAX_LANDING_IMPACTS; what more comes is pressed without restitution.
   * 0: TD_LANDING_IMPACTS. */
  int32_t impacts TD_ZERO;
  /* Of a coupled solve, at most TD_MAX_LANDING_ITERATIONS; 0: TD_LANDING_ITERATIONS. An impact takes twice as many.
   * More than two feet that bear, and those of a body slower than 1/20 g h, are pressed by at most 24 iterations of
   * Newton's method, whatever is asked. The solves of one step share three times TD_MAX_LANDING_ITERATIONS: each takes
   * no more than are left of them, or than it takes by default if that is more. */
  int32_t iterations TD_ZERO;
  int32_t margins TD_ZERO; /* 1: the margin against tipping is watched; 0: it is not, for less work */
  /* Ground that is not plane; all three 0: planes. See "Uneven ground". */
  td_real highest TD_ZERO; /* [m] the ground is nowhere higher; above it `height` is not called, and steps are longer */
  /* Returns the height [m] of the ground at `place` over the plane ground[0], along its normal. `place` is a point [m]
   * of that plane, in the world. Writes `gradient`, which comes as zeros: rise per run, along the axes of the world;
   * its part along the normal is ignored. */
  td_real (*height)(const void *context, const td_real *place, td_real *gradient) TD_ZERO;
  const void *height_context TD_ZERO; /* `context` of its calls */
  int32_t most_touches TD_ZERO;       /* >= 0, how many a caller of td_landing_step or td_land has room for */
  /* Leg i ends in foot i, whose place `r` is that of the leg at full length. The first `feet` are read; all zero:
   * rigid.
   */
  TD_OF(td_leg) leg[TD_MAX_FEET];
};

  /* ---- Uneven ground ----------------------------------------------------------------------------------------------
   *
   * A height function gives the ground over the plane ground[0] (`planes` is 1). With z up and ground[0] at the origin
   * that is height and gradient at (x, y). Each foot meets the plane that is tangent where it would touch, found anew
   * for every sub-step and at its end; a touch is found once more on the plane there. Points and the centre of mass are
   * compared with the ground under them. All else is as on planes, except:
   *
   *  - Shapes smaller than a foot's radius, or than the way of a foot in one step, may be missed. Ground is met from
   *    above: a wall is no obstacle from its side, and a foot may get into it. `deepest` says how deep.
   *  - Feet are off the ground, above or below, by half its curvature times the square of their way in one step. Where
   *    the ground curves upwards a sliding foot is pushed out of it, with 2/5 g h at most.
   *  - A flat slide has an exact stop where the feet that bear have one plane; else it rests when slow for five steps
   *    in a row.
   *
   * The function must return the same for the same place. In one step it is called at most
   *     L (n (p + s + 1) + 2 k) + points + 1 times,
   * n the feet, L = TD_QUERIES_OF_A_FOOT or 1 where all feet are points. td_landing_step: s = k = `impacts`, p = s + 2.
   * On legs that yield: p = k = 16, s = `impacts`. In a step that is clear of `highest` it is called for the points
   * alone. td_landing_start does not call it. Its own time and stack come on top of what is stated of functions
   * here. */

  /* ---- Where it is, and what became of it -------------------------------------------------------------------------
   */

#define TD_PHASE_MOVING 0  /* flies, strikes, rocks, rolls */
#define TD_PHASE_SLIDING 1 /* lies flat on its bearing feet, and slides */
#define TD_PHASE_RESTING 2 /* lies still */

#define TD_OUTCOME_OPEN 0            /* not yet */
#define TD_OUTCOME_RESTS_UPRIGHT 1   /* lies still, `up` within 45 deg of up */
#define TD_OUTCOME_RESTS_OTHERWISE 2 /* lies still otherwise */
/* Turns outwards with the centre of mass beyond all of its feet, round ones as whole spheres, as seen along gravity; or
 * that centre is in the ground: no foot can catch it. Not said under thrust. */
#define TD_OUTCOME_TIPS 3
/* Goes away from the ground, without contact, when the horizon is reached, and neither gravity nor a thrust that goes
 * on pulls it back. */
#define TD_OUTCOME_LEAVES 4
/* Horizon or steps spent before any of the others. Where `time` is below the horizon, more steps would have been
 * needed, else a longer horizon. */
#define TD_OUTCOME_UNDECIDED 5
/* What a body still does at the horizon, and would do for ever: */
#define TD_OUTCOME_BALANCES 6 /* forces hold it still, but the least lean would grow (td_stance_of) */
#define TD_OUTCOME_SLIDES 7   /* slides without turning, where friction could not hold it at rest */
#define TD_OUTCOME_BOUNCES 8  /* bounces on feet that all have e = 1 */
#define TD_OUTCOMES 9         /* how many there are */

/* "open", "rests upright", "rests otherwise", "tips", "leaves", "undecided", "balances", "slides", "bounces"; "unknown"
 * for any other. */
TD_API const char *td_outcome_name(int32_t outcome);

/* A lander on its way to rest. Made by td_landing_start; every field may be read. */
TD_STRUCT(td_landing) {
  TD_OF(td_lander_state) state; /* now */
  td_real time;                 /* [s] since the state given */
  td_real first_contact;        /* [s] of it; TD_NOT_APPLICABLE before */
  /* [J] Since then, kinetic and of height, less the work of the thrust and what is owed; >= 0 up to rounding. */
  td_real energy_lost;
  td_real owed;          /* [J] that finite steps have added and not yet taken back; below 0: that rounding has taken,
                            and may give back */
  td_real deepest;       /* [m] height of the deepest foot over its plane at the end of any step, <= 0 */
  td_real clearance;     /* [m] least height of a clearance point at the end of any step; TD_NOT_APPLICABLE without */
  int32_t closest_point; /* which point that was; -1 without */
  int32_t bearing;       /* bit i: foot i bears, or struck in the last step */
  int32_t phase;         /* TD_PHASE_* */
  int32_t outcome;       /* TD_OUTCOME_*; once it is not open, the state stays as it is */
  int32_t edge_from;     /* TD_OUTCOME_TIPS: a foot that it turns over; else -1 */
  int32_t edge_to;       /* the other, or the same where it is one foot; else -1 */
  /* The least margin against tipping, if `margins` is 1: over all edges of the feet's hull as seen from above,
   * at the end of any step in which a foot touched and no thrust acted. It is the energy that lifts the centre of mass
   * over the edge, less that of the rotation about it. A margin once below 0 need not tip the body: another foot may
   * strike first. */
  td_real least_margin;                  /* [J] energy; TD_NOT_APPLICABLE until there is one */
  td_real least_time;                    /* [s] when; TD_NOT_APPLICABLE likewise */
  int32_t least_from;                    /* the edge, from this foot; -1 likewise */
  int32_t least_to;                      /* to this one; -1 likewise */
  int32_t steps;                         /* taken */
  int32_t impacts;                       /* resolved, single and coupled */
  int32_t touches;                       /* in them: each foot counts */
  int32_t quiet;                         /* slow steps in a row, 1 to 5: then the body is tested for rest */
  td_real sub_step;                      /* [s] >= 0, of the next on legs that yield, at most; 0: an eighth of a step */
  TD_OF(td_leg_record) leg[TD_MAX_FEET]; /* of the first `feet`; of a rigid leg zeros but `force` */
};

/* Begins at a state, before or after the first contact.
 *
 * returns  TD_SOLVED or the first that applies of TD_REFUSED_ NULL, SIZE (feet, points, most_touches), MASS, INERTIA,
 *          POSITION (of a foot or point), RADIUS, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, GROUND, NORMAL (`up`
 *          as well), GRAVITY, THRUST, TIME (cut_delay, step), HORIZON, LAW, METHOD, STEPS, WEIGHTS, IMPACTS,
 *          ITERATIONS, MARGINS, LEG, POSITION (of the state), ATTITUDE, VELOCITY; TD_CAVEAT_BELOW_GROUND where a foot
 *          begins deeper in a plane than g h^2. */
TD_API td_status td_landing_start(td_landing *landing, const td_lander *lander, const td_lander_state *state);

/* One step on, and not beyond `until` [s]. Where the outcome stands, only time goes on. Where `until` is not later,
 * nothing changes.
 *
 * landing  as td_landing_start or the step before left it; read and written. Unchanged where the status is negative.
 *          In energy_lost, energy that springs hold is not lost.
 * touches  receives most_touches, the impacts of the motion, one for each foot, in order of time: the first at index 0,
 *          those of a later step behind the landing.touches before. Null: not wanted. Impacts without room are only
 *          counted. A foot on a leg that yields has none; its record (td_landing.leg) says what it did. Entries behind
 *          landing.touches may be overwritten, even if the status is negative.
 * returns  as td_landing_start, with TD_REFUSED_TIME (until not finite), PHASE, LEG (its record), RANGE;
 *          TD_CAVEAT_BUDGET_SPENT where `impacts` were used up on rigid feet, and where forces on legs were not
 *          found within the passes, or impacts at their stops within the stages, that they have: no energy is gained
 *          even then.
 * cost     bounded by `impacts`, `iterations` and options.steps; where legs yield, by 16 sub-steps of a coupled solve
 *          each, twice if a sub-step ends early. */
TD_API td_status td_landing_step(td_landing *landing, const td_lander *lander, td_real until, td_touch *touches);

/* Steps until the outcome stands.
 *
 * steps    1 .. TD_MAX_LANDING_STEPS; spent before, the outcome is TD_OUTCOME_UNDECIDED.
 * touches  receives most_touches, as td_landing_step; null: not wanted.
 * returns  as td_landing_start and td_landing_step; TD_REFUSED_STEPS for `steps`; TD_CAVEAT_NO_CONTACT where no foot
 *          has touched by the end.
 * cost     at most that of td_landing_start, and `steps` times that of td_landing_step. */
TD_API td_status td_land(const td_lander *lander, const td_lander_state *state, int32_t steps, td_landing *landing,
                         td_touch *touches);

/* ---- Standing ----------------------------------------------------------------------------------------------------
 *
 * Whether a body can stand where it is: forces in the cones of the feet on the ground, within 1/5 g h^2 of it, hold it
 * still, whatever its velocity and thrust. */

#define TD_STANCE_FALLS 0    /* no such forces hold it; or no foot is on the ground; or there is no gravity */
#define TD_STANCE_SLIDES 1   /* friction cannot hold it, and it begins to slide without turning */
#define TD_STANCE_BALANCES 2 /* held, but the least lean grows: on feet in a line, or within 1e-3 rad of an edge */
#define TD_STANCE_STANDS 3   /* held, and it comes back from a small lean */

/* Made by td_stance_of. */
TD_STRUCT(td_stance) {
  int32_t stance; /* TD_STANCE_* */
  int32_t feet;   /* bit i: foot i is on the ground */
  /* [-] 0 to 1: the part of the friction of these feet that they do not need to hold it, sharing loads as if they were
   * equally stiff; 0 where it is not held. */
  td_real friction;
  /* [J] Least energy that leads over an edge of the hull of these feet, less the kinetic energy; TD_NOT_APPLICABLE
   * where they make no hull. */
  td_real energy;
  /* The edge from this foot to `edge_to`; the first two feet where there is no hull, twice the same of one; -1 without.
   */
  int32_t edge_from;
  int32_t edge_to;  /* the edge's other foot */
  td_real falls_in; /* [s] TD_STANCE_BALANCES: in which a lean grows by the factor 2.72; else TD_NOT_APPLICABLE */
};

/* How a lander stands where it is, on its legs as they are now.
 *
 * stance   written only if the status is not negative.
 * returns  as td_landing_step but for its caveats; TD_REFUSED_HEIGHT. */
TD_API td_status td_stance_of(const td_landing *landing, const td_lander *lander, td_stance *stance);

/* ---- The first touch ---------------------------------------------------------------------------------------------
 *
 * Which foot touches first, when, and what its impact does, without the motion. Model of flight: constant acceleration,
 * of gravity and of the thrust as it stands in the state given, without its torque; and constant angular velocity, so
 * that the height of a foot over its plane is h(t) = h_0 + c_1 t + c_2 t^2 + A (cos wt - 1) + B sin wt: exact for a
 * body with three equal moments of inertia and no thrust, and else for the short time of a fall in which neither turns
 * by much. The search for h = 0 never steps past a contact (docs/theory, (L.1) to (L.6)). Legs are rigid. */

#define TD_OUTLOOK_TOUCHES 0  /* at `time` */
#define TD_OUTLOOK_LATER 1    /* approaches now or later, but does not touch within the horizon */
#define TD_OUTLOOK_LEAVES 2   /* rises for ever, or stays clear in every attitude that it can take */
#define TD_OUTLOOK_PARALLEL 3 /* keeps its height except for the rotation, and stays clear */

/* When one foot would touch. */
TD_STRUCT(td_foot_outlook) {
  td_real time;    /* [s] from the state given, as if no other foot touched; TD_NOT_APPLICABLE unless it touches */
  td_real v_n;     /* [m/s] normal velocity of the foot then */
  int32_t outlook; /* TD_OUTLOOK_* */
};

/* The first touch. */
TD_STRUCT(td_first_touch) {
  TD_OF(td_foot_outlook) outlook[TD_MAX_FEET]; /* of its feet; of the rest 0 */
  td_real time;                                /* [s] of it; TD_NOT_APPLICABLE where no foot touches */
  TD_OF(td_lander_state) at, after;            /* pose then, velocities before and after; else the state given */
  int32_t count;                               /* feet that strike; 0 where none touches */
  TD_OF(td_touch) touch[TD_MAX_FEET];          /* the first `count`, the foot that touches first before the others */
};

/* Finds the first touch and resolves its impact as td_land does: one foot by the law of the options; feet that are as
 * near together, by Newton's law if that is the law of the options, else by Poisson's.
 *
 * touch    written only if the status is not negative.
 * returns  as td_landing_start, and NO_CONTACT, GRAZING, and caveats of the impact; GROUND where `height` is given,
 *          HORIZON for what leaves the range until then, those of td_resolve_body, RANGE.
 * cost     linear in feet.
 * stack    about half of that where no feet strike together. */
TD_API td_status td_find_first_touch(const td_lander *lander, const td_lander_state *state, td_first_touch *touch);

/* ---- How sure ----------------------------------------------------------------------------------------------------
 *
 * Small errors grow from impact to impact: one motion shows what may happen, samples show how likely it is. Samples are
 * normal deviates that fill space evenly (Sobol' points), the same on every target: a probability from n of them errs
 * by less than from n random ones. Where samples differ, the outcome is not sure; where all agree, another outcome is
 * rare (docs/theory has figures). 2^k - 1 samples are spread best. */

/* What is uncertain, by standard deviations. All zero: nothing is. */
TD_STRUCT(td_landing_errors) {
  /* Of the state: x [m], a turn of the attitude about axes of the world [rad], v [m/s], w [rad/s]. Row by row; the
   * lower triangle is read. */
  td_real covariance[TD_ERRORS_OF_STATE * TD_ERRORS_OF_STATE] TD_ZERO;
  td_real e TD_ZERO;      /* [-] of the restitution of all feet together; samples are held to [0, 1] */
  td_real mu TD_ZERO;     /* [-] of mu_s, mu_k and mu_sliding of all feet together; samples are held to >= 0 */
  td_real guides TD_ZERO; /* [-] of the friction of all legs together, as a part of it; samples are held to >= 0 */
  td_real slope TD_ZERO;  /* [-] rise per run of all planes together, along each of two axes in the first */
  /* Sum of 1 << TD_LAW_* of the laws of restitution that may hold: samples take them in turn, except sample 0. 0: the
   * law of the options. No law is exact, and another law may lead to another outcome. */
  int32_t laws TD_ZERO;
};

/* The outcomes of the samples. Begins as zeros. */
TD_STRUCT(td_landing_odds) {
  int32_t samples;               /* tallied */
  int32_t outcomes[TD_OUTCOMES]; /* of them, by TD_OUTCOME_*: the probability of one is its share */
  td_real x[3];                  /* [m] mean of the centre of mass of those that rest; 0 where none does */
  td_real covariance[6];         /* [m^2] of it: xx, yy, zz, xy, xz, yz */
  td_real latest;                /* [s] until the last outcome stood */
  td_real clearance;             /* [m] least of all; TD_NOT_APPLICABLE without clearance points */
  int32_t closest_point;         /* which point that was; -1 without */
};

/* Sample `index` of a landing: the lander and the state that td_land would be given. Sample 0 has no errors. Where time
 * is short, land one sample at a time, each from the same lander, state and errors.
 *
 * index    0 .. TD_MAX_LANDING_SAMPLES - 1
 * returns  as td_landing_start; TD_REFUSED_SIZE for `index`; TD_REFUSED_ERRORS; TD_CAVEAT_COVARIANCE. */
TD_API td_status td_landing_sample(const td_lander *lander, const td_lander_state *state,
                                   const td_landing_errors *errors, int32_t index, td_lander *sampled_lander,
                                   td_lander_state *sampled_state);

/* Counts one landing whose outcome stands.
 *
 * odds     read and written. Unchanged where the status is negative.
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, SIZE (counts that no tally produces, or already TD_MAX_LANDING_SAMPLES),
 *          PHASE (its outcome), RANGE. */
TD_API td_status td_landing_tally(td_landing_odds *odds, const td_landing *landing);

/* Samples 0 .. samples - 1, landed and tallied.
 *
 * samples  1 .. TD_MAX_LANDING_SAMPLES
 * steps    as td_land, of each sample
 * returns  as td_landing_sample and td_land; caveats of all samples together.
 * cost     at most that of `samples` calls of td_land and td_landing_sample. */
TD_API td_status td_land_sampled(const td_lander *lander, const td_lander_state *state, const td_landing_errors *errors,
                                 int32_t samples, int32_t steps, td_landing_odds *odds);

#endif
