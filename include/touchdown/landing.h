/* touchdown/landing.h - when does which foot touch, what happens then, and does the lander stay upright?
 *
 * What touchdown.h promises holds here: pure functions over a state, without a clock. A prediction is
 * flight to the first contact, one impact (td_resolve_body), flight to the next, and so on, up to a fixed number.
 *
 * Model of flight. Constant acceleration (gravity, and thrust over mass) and constant angular velocity, so that the
 * height of a foot over its plane is h(t) = h_0 + c_1 t + c_2 t^2 + A (cos wt - 1) + B sin wt: exact for a body with
 * three equal moments of inertia, and else for the short time of a fall in which w x I w / I turns w by little. The
 * search for h = 0 never steps past a contact (DESIGN.md, (E140) to (E145)). The ground is at rest, and legs are rigid.
 *
 * Only impacts act on feet: no force of the ground lasts. A foot that rests is no longer looked for, and the lander
 * falls past it as if the ground there were gone, until the next touchdown: a lander on one resting foot is soon seen
 * with it below the ground. So the chain tells which feet touch next after a short time, not how the lander settles;
 * where the time between touchdowns is long enough to fall by a height that matters, predict again from a state
 * measured then.
 *
 * Frames. "World" is any frame in which the ground is at rest; "body" is fixed to the lander at its centre of mass. */
#ifndef TOUCHDOWN_LANDING_H
#define TOUCHDOWN_LANDING_H

#include <stdint.h>

#include "touchdown/precision.h"
#include "touchdown/simultaneous.h"

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* What steps = 0 stands for in the options of a landing. Fewer than for a single impact: a prediction starts from an
 * estimated state. Of 100 000 random impacts in float the impulse is then within 8e-4 for 999 of 1000, 3e-3 at worst.
 */
#define TD_LANDING_STEPS 5

#define TD_DEFAULT_HORIZON 60 /* [s] what horizon = 0 stands for */

/* [rad] Most rotation of one flight: there the angle's own rounding still leaves half of its digits. A flight that
 * starts with an impact is followed no further, though the horizon may be later. */
#define TD_MAX_ROTATION_FLOAT 4096      /* of the functions in float */
#define TD_MAX_ROTATION_DOUBLE 67108864 /* of those in double */
#ifdef TD_DOUBLE
#define TD_MAX_ROTATION TD_MAX_ROTATION_DOUBLE /* of those that td_real says */
#else
#define TD_MAX_ROTATION TD_MAX_ROTATION_FLOAT /* of those that td_real says */
#endif

/* ---- The lander ------------------------------------------------------------------------------------------------- */

/* A foot: a point fixed to the lander. */
TD_STRUCT(td_foot) {
  td_real r[3] TD_ZERO;      /* [m] body frame, from the centre of mass */
  TD_OF(td_surface) surface; /* friction and restitution of it on the ground */
};

/* A plane of the ground. */
TD_STRUCT(td_ground) {
  td_real point[3] TD_ZERO; /* [m] world, any point of the plane */
  td_real n[3] TD_ZERO;     /* [-] world, out of the ground; any length above 0 */
};

/* The lander, where it lands, and how far to look. */
TD_STRUCT(td_lander) {
  td_real mass TD_ZERO;                 /* [kg] */
  td_real inertia[6] TD_ZERO;           /* [kg m^2] body frame, about the centre of mass: xx, yy, zz, xy, xz, yz */
  int32_t feet TD_ZERO;                 /* 1 .. TD_MAX_FEET */
  TD_OF(td_foot) foot[TD_MAX_FEET];     /* the first `feet` are read */
  int32_t planes TD_ZERO;               /* 0, 1: ground[0] for every foot; feet: ground[i] for foot i */
  TD_OF(td_ground) ground[TD_MAX_FEET]; /* the first `planes` are read, at least one */
  td_real gravity[3] TD_ZERO;           /* [m/s^2] world; "up" is against it (the first plane's normal where it is 0) */
  td_real thrust[3] TD_ZERO;            /* [N] world, constant until the first contact */
  td_real thrust_after[3] TD_ZERO;      /* [N] world, constant after it; 0: the engine is cut at the first contact */
  /* Of every impact. Along the slip path all of a chain share TD_DEFAULT_ITERATIONS * TD_MAX_STEPS steps, or
     TD_MAX_TOUCHDOWNS * TD_MAX_STEPS if that is more: where fewer are left than an impact may take, it takes one. */
  TD_OF(td_options) options;
  td_real horizon TD_ZERO; /* [s] contacts later than this, counted from the state given, are not looked for; 0:
                     TD_DEFAULT_HORIZON */
  td_real simultaneity_window TD_ZERO; /* [s] contacts up to this much after the first count as simultaneous and are
                     resolved together: by the coupled rule under Poisson's and Newton's law, in sequence else */
  td_real rest_speed TD_ZERO; /* [m/s] a foot that moves along the normal no faster than this after it touched rests: it
                         touches again only if it moves faster after another foot's touchdown. A foot that an
                         impact of several leaves approaching by 1/1000 of the fastest approach, or less, rests
                         too; by more (TD_CAVEAT_APPROACH), it touches again. 0: rounding */
  td_real contact_duration TD_ZERO; /* [s] of an impact, for peak forces; 0: unknown */
  int32_t max_touchdowns TD_ZERO;   /* entries of the chain at most, up to TD_MAX_TOUCHDOWNS; 0: as many as that */
  /* Of feet that touch together (td_multi_contact); 0: TD_DEFAULT_ITERATIONS. The touchdowns of a chain share
     TD_MAX_ITERATIONS: each takes no more than are left of them, or than TD_DEFAULT_ITERATIONS if that is more. */
  int32_t iterations TD_ZERO;
};

/* Where the lander is, and how it moves. */
TD_STRUCT(td_lander_state) {
  td_real x[3] TD_ZERO; /* [m] world, centre of mass */
  td_real q[4] TD_ZERO; /* [-] attitude, body to world: w, x, y, z; any length above 0 */
  td_real v[3] TD_ZERO; /* [m/s] world, velocity of the centre of mass */
  td_real w[3] TD_ZERO; /* [rad/s] world, angular velocity */
};

  /* ---- When -------------------------------------------------------------------------------------------------------
   */

#define TD_OUTLOOK_TOUCHES 0  /* at `time` */
#define TD_OUTLOOK_LATER 1    /* approaches or will, but not within the horizon */
#define TD_OUTLOOK_LEAVES 2   /* rises for ever, or stays clear in every attitude that it can take */
#define TD_OUTLOOK_PARALLEL 3 /* keeps its height but for the rotation, and stays clear */

/* When one foot would touch. */
TD_STRUCT(td_foot_outlook) {
  td_real time;    /* [s] from the state given, as if no other foot touched; TD_NOT_APPLICABLE unless it touches */
  td_real v_n;     /* [m/s] normal velocity of the foot then */
  int32_t outlook; /* TD_OUTLOOK_* */
};

  /* ---- Whether it stays upright -----------------------------------------------------------------------------------
   */

#define TD_VERDICT_STAYS 0      /* every margin is above 0 */
#define TD_VERDICT_TIPS 1       /* turns over `worst`, as fast as it now moves, if that edge catches the ground */
#define TD_VERDICT_BEYOND 2     /* the centre of mass is already beyond `worst` */
#define TD_VERDICT_NO_POLYGON 3 /* fewer than three feet that span an area seen from above */
#define TD_VERDICT_WEIGHTLESS 4 /* no gravity: nothing holds it down */

/* "stays upright", "tips", "beyond its edge", "no support polygon", "weightless"; "unknown" for any other. */
TD_API const char *td_verdict_name(int32_t verdict);

/* An edge of the support polygon. */
TD_STRUCT(td_edge) {
  int32_t from, to; /* feet; seen from above the polygon is to the left */
  td_real
      energy_margin; /* [J] needed to lift the centre of mass over the edge, less the energy of the rotation about it */
  td_real tipping_angle; /* [rad] from the centre of mass to above the edge; below 0: beyond */
};

/* How far from toppling. */
TD_STRUCT(td_stability) {
  int32_t verdict;                  /* TD_VERDICT_* */
  int32_t edges;                    /* of the support polygon: hull of the feet as seen from above */
  int32_t worst;                    /* edge of the least energy; -1 without edges */
  TD_OF(td_edge) edge[TD_MAX_FEET]; /* the first `edges`, one after the other round the polygon */
};

/* ---- What happens ----------------------------------------------------------------------------------------------- */

/* One foot's impact. Feet that touch together have an entry each, with the same time and velocities of the body. */
TD_STRUCT(td_touchdown) {
  int32_t foot;                     /* which, as in td_lander */
  int32_t together;                 /* feet of this impact */
  td_real time;                     /* [s] from the state given */
  TD_OF(td_lander_state) at, after; /* pose at contact, velocities before and after */
  td_real v_n, slip;                /* [m/s] of the foot before: along the normal, and along the ground */
  td_real p[3];                     /* [N s] impulse on the lander, world */
  td_real p_n;                      /* [N s] its normal part */
  int32_t mode_compression;         /* TD_MODE_* */
  int32_t mode_restitution;         /* TD_MODE_*; feet that touch together: mode at the end, in both */
  td_real slide[3];       /* [-] world, direction in which the foot slides after; 0 where it sticks, or what slip it
                             has may be rounding */
  td_real energy_lost;    /* [J] through this foot */
  td_real rebound_speed;  /* [m/s] of the centre of mass, up; below 0 while it still falls */
  td_real rebound_height; /* [m] that it rises by afterwards without thrust; TD_NOT_APPLICABLE without gravity */
  td_real peak_force;     /* [N] of a half sine of contact_duration; TD_NOT_APPLICABLE where that is 0 */
  TD_OF(td_stability) stability; /* after */
};

#define TD_CHAIN_FULL 0  /* `max_touchdowns` entries were used */
#define TD_CHAIN_RESTS 1 /* every foot that could touch rests */
/* Nothing more within the horizon, or within TD_MAX_ROTATION of rotation since the last touchdown where that is sooner.
 */
#define TD_CHAIN_HORIZON 2

/* The landing, as far as it was predicted. */
TD_STRUCT(td_landing) {
  TD_OF(td_foot_outlook) outlook[TD_MAX_FEET]; /* as many as feet */
  int32_t first;                               /* foot that touches first; -1: none */
  int32_t together;                            /* feet within the window of it */
  int32_t landing_class; /* sizes of the groups of feet, in order of contact, as digits: 121 is 1-2-1, 22 is 2-2. A
                            group is what touches within the window after its first. Geometry only: no impact changes
                            it */
  int32_t count;         /* entries of the chain */
  int32_t chain_end;     /* TD_CHAIN_* */
  TD_OF(td_touchdown) touchdown[TD_MAX_TOUCHDOWNS]; /* the first `count`, in order of time */
};

/* Predicts the landing from a state.
 *
 * landing  written only if the status is not negative: outlook, first .. chain_end, and `count` entries.
 * returns  TD_SOLVED, caveats (those of every impact of the chain too), or the first that applies of TD_REFUSED_ NULL,
 *          SIZE (feet, max_touchdowns), MASS, INERTIA, POSITION (of a foot), RESTITUTION, KINETIC_FRICTION,
 *          STATIC_FRICTION, GROUND, NORMAL, GRAVITY, THRUST, TIME, REST_SPEED, POSITION (of the state), ATTITUDE,
 * VELOCITY, LAW, METHOD, STEPS, WEIGHTS, ITERATIONS, HORIZON, those of td_resolve_body, RANGE. cost     linear in feet
 * and max_touchdowns. stack    about half of that where no feet touch together. */
TD_API td_status td_predict_landing(const td_lander *lander, const td_lander_state *state, td_landing *landing);

/* Toppling margins of a lander in a state, as reported after each touchdown.
 * returns  as td_predict_landing up to VELOCITY, or RANGE; options and horizon are not read.
 * cost     linear in feet. */
TD_API td_status td_stability_of(const td_lander *lander, const td_lander_state *state, td_stability *stability);

/* ---- How sure --------------------------------------------------------------------------------------------------- */

/* Each is an error to both sides; 0 leaves that one out. */
TD_STRUCT(td_landing_errors) {
  td_real e TD_ZERO;        /* [-] of every surface; held to [0, 1] */
  td_real mu TD_ZERO;       /* [-] of every surface, mu_s and mu_k; held to >= 0 */
  td_real slope TD_ZERO;    /* [-] rise per run of every plane, along the horizontal velocity */
  td_real vertical TD_ZERO; /* [m/s] velocity along up */
  td_real lateral
      TD_ZERO; /* [m/s] velocity along the horizontal velocity (any horizontal where that may be rounding) */
};

#define TD_ENVELOPE_CORNERS 32 /* two sides of each of five errors */

/* Least and largest of the corners of the box of errors and of its middle. These are no bounds: an impact changes its
 * case within the box, and what lies between the corners is often beyond them. td_settle_sampled looks between.
 *
 * Corner k takes the upper error where bit 0 (e), 1 (mu), 2 (slope), 3 (vertical), 4 (lateral) of k is set, else the
 * lower. */
TD_STRUCT(td_extremes) {
  td_real min, max;               /* in the unit of the field; or TD_NOT_APPLICABLE */
  int32_t corner_min, corner_max; /* where they are; TD_ENVELOPE_CORNERS: the nominal case */
};

/* What comes of the errors. */
TD_STRUCT(td_landing_envelope) {
  int32_t landed;             /* cases in which a foot touches; the extremes are over these. Nominal included: 0 .. 33.
                                 Where there is none, they are TD_NOT_APPLICABLE, in the nominal case */
  int32_t refused;            /* cases that were refused */
  TD_OF(td_extremes) time;    /* [s] of the first contact */
  TD_OF(td_extremes) impulse; /* [N s] p_n of the first contact */
  TD_OF(td_extremes) energy_lost;   /* [J] in the whole chain */
  TD_OF(td_extremes) rebound_speed; /* [m/s] largest of the chain */
  TD_OF(td_extremes) peak_force;    /* [N] largest of the chain */
  TD_OF(td_extremes)
  energy_margin; /* [J] least toppling margin of the chain, over the cases that have a support polygon; where
      none has, TD_NOT_APPLICABLE as above */
  TD_OF(td_extremes) tipping_angle; /* [rad] least of the chain, likewise */
  int32_t worst_corner;             /* of the least toppling margin; TD_ENVELOPE_CORNERS where there is none */
  int32_t worst_verdict;            /* there. Without a margin, as where no foot touches: TD_VERDICT_NO_POLYGON, or
                                       TD_VERDICT_WEIGHTLESS without gravity */
};

/* The same prediction at the corners of the errors and in their middle.
 * returns  that of the nominal case, or NULL, ERRORS.
 * cost     33 predictions and little else, each of another case.
 * stack    that of td_predict_landing and about 1 kB. */
TD_API td_status td_landing_envelope_of(const td_lander *lander, const td_lander_state *state,
                                        const td_landing_errors *errors, td_landing_envelope *envelope);

/* ---- Drop tests of scale models --------------------------------------------------------------------------------- */

/* Model over full scale, for a model of the same materials dropped in another gravity with the velocities kept, so
 * that v^2 / (g L) (Froude) and stress are the same: length and time go with gravity_full / gravity_model. */
TD_STRUCT(td_froude) {
  td_real length, time, velocity, angular_velocity, acceleration; /* [-] model over full scale */
  td_real mass, inertia, impulse, force, energy;                  /* [-] likewise, at equal density */
};

/* The scales of a model.
 *
 * gravity_full   [m/s^2] size of gravity where the full-size lander lands
 * gravity_model  [m/s^2] and where the model is dropped; only their ratio counts
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, GRAVITY (not finite or not above 0), RANGE. */
TD_API td_status td_froude_of(td_real gravity_full, td_real gravity_model, td_froude *froude);

#endif
