/* touchdown/impact.h - if this body hits the ground now, in this state, what happens?
 *
 * One contact, given in contact space or as a rigid body, and surfaces by name. What touchdown.h promises holds here.
 *
 * Frame of a contact. `n` is the unit normal out of the struck surface, into the body; `t`, `s` complete the
 * right-handed frame (t, s, n). Velocities are those of the body's contact point relative to the surface's, so that
 * approach is v_n < 0. The impulse p acts on the body, so that p_n >= 0. Positions do not change during the impact. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_IMPACT_H
#define TOUCHDOWN_IMPACT_H

#include <stdint.h>
#ifndef __GNUC__
#include <math.h> /* INFINITY */
#endif

#include "touchdown/status.h"

/* ---- The surface ----------------------------------------------------------------------------------------------------
 */

/* Coulomb friction and restitution of a pair of surfaces. */
TD_STRUCT(td_surface) {
  td_real mu_s TD_ZERO; /* [-] static friction, mu_s >= mu_k */
  td_real mu_k TD_ZERO; /* [-] kinetic friction, >= 0 */
  td_real e TD_ZERO;    /* [-] restitution in [0, 1] */
};

/* Where restitution ends. p_c, p_r: normal impulse of compression and of restitution; W_c, W_r: work of the normal
 * force taken in compression and given back in restitution. */
#define TD_LAW_POISSON 0    /* p_r = e p_c */
#define TD_LAW_ENERGETIC 1  /* W_r = e^2 W_c (Stronge) */
#define TD_LAW_NEWTON 2     /* v_n' = -e v_n; can create energy with friction, and then says so */
#define TD_LAW_COMPROMISE 3 /* least d1 (1 - N_P)^2 + d2 (1 - N_E)^2 along the slip path (Baruh, section 6) */
#define TD_LAW_AUTOMATIC 4  /* Poisson or energetic, whichever the other finds more consistent (Baruh, section 5) */

/* How the impact is integrated. */
#define TD_METHOD_SLIP_PATH 0 /* exact (Darboux-Keller), in bounded work; planar data take the closed form */
#define TD_METHOD_ALGEBRAIC 1 /* Sun-Baruh: friction direction frozen for each stage. Cheaper; limits: docs/theory */
#define TD_METHOD_PLANAR 2    /* closed form; requires W_ns = W_ts = v_s = 0 */

#define TD_DEFAULT_STEPS 7 /* what steps = 0 stands for */
#define TD_MAX_STEPS 64    /* steps at most */

/* Everything zero is the default: Poisson's law on the exact slip path. */
TD_STRUCT(td_options) {
  int32_t law TD_ZERO;    /* TD_LAW_* */
  int32_t method TD_ZERO; /* TD_METHOD_* */
  int32_t steps TD_ZERO;  /* steps that the slip path may take, up to TD_MAX_STEPS; 0: TD_DEFAULT_STEPS */
  td_real d1 TD_ZERO; /* [-] weight of N_P in the compromise law, >= 0, their sum finite; d1 = d2 = 0 stands for 1, 1 */
  td_real d2 TD_ZERO; /* [-] weight of N_E; neither is read by any other law */
};

/* ---- One impact in contact space ------------------------------------------------------------------------------------
 */

/* A vector of the contact frame: impulse [N s] or velocity [m/s]. */
TD_STRUCT(td_contact_vector) {
  td_real n;    /* along the normal, out of the surface */
  td_real t, s; /* along the surface */
};

/* The contact-space inverse inertia W (Delassus matrix, inverse operational-space inertia): dv = W dp. Symmetric; an
 * effective mass is 1 / nn, and nn = 0 is immovable. */
TD_STRUCT(td_contact_inertia) {
  td_real nn, nt, ns; /* [1/kg] W_nn, W_nt, W_ns */
  td_real tt, ts, ss; /* [1/kg] W_tt, W_ts, W_ss */
};

/* What the contact feels of the system behind it. */
TD_STRUCT(td_contact) {
  TD_OF(td_contact_inertia) W TD_ZERO; /* [1/kg] contact-space inverse inertia */
  TD_OF(td_contact_vector) v TD_ZERO;  /* [m/s] velocity of the contact point before; approach is v.n < 0 */
  TD_OF(td_surface) surface;           /* friction and restitution here */
  TD_OF(td_options) options;           /* law and method */
};

/* What a stage of the impact did. */
#define TD_MODE_SEPARATING 0         /* v_n >= 0: no impact */
#define TD_MODE_SLIDES 1             /* slides throughout */
#define TD_MODE_STICKS 2             /* sticks throughout */
#define TD_MODE_STOPS_AND_STICKS 3   /* slip ends within the stage, then it sticks */
#define TD_MODE_STOPS_AND_REVERSES 4 /* slip ends within the stage, then it slides on in a new direction */
#define TD_MODE_REVERSED 5           /* slides throughout in the direction taken after the slip had ended */

/* "separating", "slides", "sticks", "stops-and-sticks", "stops-and-reverses", "reversed"; "unknown" for any other. */
TD_API const char *td_mode_name(int32_t mode);

/* -infinity: there is no value. N_P, N_N, N_E are this where they would be 0/0 (e = 0 or no impact), R1, R2, R3 where
 * the ratio does not exist, and fields of other headers where they say so. Every other value is finite. (R1 and R3 are
 * the largest number where slip stops at any ratio, and below 0 where friction does not slow it.) */
#ifdef __GNUC__ /* clang too: in C++ <math.h> would put its names into the global namespace */
#define TD_NOT_APPLICABLE ((td_real)-__builtin_inff())
#else
#define TD_NOT_APPLICABLE ((td_real)-INFINITY)
#endif

/* What one impact did, in the frame of the contact, and how far to trust it. */
TD_STRUCT(td_impact) {
  TD_OF(td_contact_vector) p; /* [N s] impulse on the body */
  TD_OF(td_contact_vector) v; /* [m/s] velocity of the contact point after */

  td_real p_compression; /* [N s] normal impulse when compression ended */
  td_real p_sliding;     /* [N s] normal impulse that passed while sliding, before any stop */
  td_real p_sticking;    /* [N s] ... while sticking */
  td_real p_reversed;    /* [N s] ... while sliding on after a stop; the three add up to p_n */

  td_real N_P; /* [-] p_r / (e p_c): 1 is consistent with Poisson; or TD_NOT_APPLICABLE */
  td_real N_N; /* [-] v_n' / (-e v_n): 1 is consistent with Newton; or TD_NOT_APPLICABLE */
  td_real N_E; /* [-] sqrt(W_r / W_c) / e: 1 is consistent with the energetic law; or TD_NOT_APPLICABLE */

  td_real energy_before;      /* [J] kinetic energy: v W^-1 v / 2 for a contact, of the whole body for a body */
  td_real energy_after;       /* [J] the same after */
  td_real energy_friction;    /* [J] lost to friction; >= 0 without TD_CAVEAT_DIRECTION */
  td_real energy_restitution; /* [J] lost to restitution, W_c - W_r */

  td_real cone_margin; /* [N s] mu_s p_n - |(p_t, p_s)|: how far inside the static cone; >= 0 up to rounding */

  td_real R1; /* [-] planar: |v_t|/|v_n| at which slip stops just as compression ends; or TD_NOT_APPLICABLE */
  td_real R2; /* [-] friction ratio needed to stick, |W_TT^-1 W_Tn|; sticks if R2 <= mu_s; or TD_NOT_APPLICABLE */
  td_real R3; /* [-] planar: (1 + e) R1, slip stops just as restitution ends; or TD_NOT_APPLICABLE */

  int32_t case_number;      /* 0..6 of Baruh, Table 1 */
  int32_t mode_compression; /* TD_MODE_* */
  int32_t mode_restitution; /* TD_MODE_* */
  int32_t law;              /* the law that ended restitution; differs from options.law under TD_LAW_AUTOMATIC only */
  int32_t method;           /* the method that was used: TD_METHOD_PLANAR for planar data given to TD_METHOD_SLIP_PATH,
                              options.method for a separating contact */
  int32_t steps;            /* steps of the slip path that were used */
};

/* Resolves one impact given in contact space.
 *
 * contact  as above. v_n >= 0 gives zero impulse and TD_MODE_SEPARATING.
 * impact   written only if the status is not negative.
 * returns  TD_SOLVED, caveats, or TD_REFUSED_ NULL, CONTACT_INERTIA, VELOCITY, RESTITUTION, KINETIC_FRICTION,
 *          STATIC_FRICTION, LAW, METHOD, STEPS, WEIGHTS, NOT_PLANAR, RANGE: the first that applies, in this order. That
 *          W is not semidefinite (CONTACT_INERTIA too) is found after NOT_PLANAR.
 * cost     linear in options.steps.
 * source   planar: Sun & Baruh 2022, section 2; Baruh 2022. Algebraic: Sun & Baruh, section 3. Slip path: Keller 1986,
 *          Djerassi 2012 (8)-(11). docs/theory derives each. */
TD_API td_status td_resolve(const td_contact *contact, td_impact *impact);

/* ---- One free rigid body against a fixed surface
 * ---------------------------------------------------------------------- */

/* A rigid body and how it moves. All vectors in one frame of the user's choice ("world"). */
TD_STRUCT(td_rigid_body) {
  td_real mass TD_ZERO;       /* [kg] */
  td_real inertia[6] TD_ZERO; /* [kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz */
  td_real v[3] TD_ZERO;       /* [m/s] velocity of the centre of mass before */
  td_real w[3] TD_ZERO;       /* [rad/s] angular velocity before */
};

/* A free rigid body and the point of it that touches, in the frame of the body's vectors. */
TD_STRUCT(td_body_contact) {
  TD_OF(td_rigid_body) body; /* before the impact */
  td_real r[3] TD_ZERO;      /* [m] from the centre of mass to the contact point */
  td_real n[3] TD_ZERO;      /* [-] normal out of the struck surface; any length above 0 */
  TD_OF(td_surface) surface; /* friction and restitution here */
  TD_OF(td_options) options; /* law and method */
};

/* A free rigid body after its impact. Vectors are in the frame that td_body_contact was given in. */
TD_STRUCT(td_body_impact) {
  TD_OF(td_impact) impact; /* in the contact frame; energies are those of the whole body */
  td_real t[3], s[3]; /* [-] the frame: t is the world x axis laid into the surface (y where n is within 45 deg of x), s
                         = n x t */
  td_real v[3];       /* [m/s] velocity of the centre of mass after */
  td_real w[3];       /* [rad/s] angular velocity after */
};

/* Resolves the impact of a free rigid body.
 *
 * returns  as td_resolve, and before those MASS, INERTIA, NORMAL, POSITION.
 * source   W = 1/m 1 - [r]x I^-1 [r]x (Sun & Baruh 2022, section 3). */
TD_API td_status td_resolve_body(const td_body_contact *body, td_body_impact *impact);

/* ---- Surfaces by name, restitution by approach speed
 * ------------------------------------------------------------------ */

#define TD_MAX_RESTITUTION_POINTS 8 /* points of a table of restitution */

/* Restitution by approach speed: linear between the points, constant outside them. */
TD_STRUCT(td_restitution) {
  td_real capture_speed TD_ZERO;                    /* [m/s] below it e = 0; 0: none */
  td_real speed[TD_MAX_RESTITUTION_POINTS] TD_ZERO; /* [m/s] rising */
  td_real e[TD_MAX_RESTITUTION_POINTS] TD_ZERO;     /* [-] in [0, 1] */
  int32_t points TD_ZERO;                           /* 1 .. TD_MAX_RESTITUTION_POINTS; 1 is a constant */
};

/* The restitution at an approach speed [m/s] (-v_n; a negative one counts as 0).
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, TABLE, VELOCITY. */
TD_API td_status td_restitution_at(const td_restitution *restitution, td_real approach_speed, td_real *e);

/* One pair of named surfaces. The names are numbers of your choice; (a, b) serves (b, a) too. */
TD_STRUCT(td_surface_pair) {
  int32_t a TD_ZERO, b TD_ZERO;       /* names of the two */
  td_real mu_s TD_ZERO, mu_k TD_ZERO; /* [-] static and kinetic friction, mu_s >= mu_k >= 0 */
  TD_OF(td_restitution) restitution;  /* by approach speed */
};

#define TD_MAX_SURFACE_PAIRS 32 /* entries of a table of pairs, at most */

/* The surface between materials a and b at an approach speed, ready for td_contact or td_body_contact.
 *
 * pairs    `count` entries, 1 .. TD_MAX_SURFACE_PAIRS; the first match counts.
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, TABLE, UNKNOWN_SURFACE, VELOCITY, KINETIC_FRICTION, STATIC_FRICTION. */
TD_API td_status td_surface_between(const td_surface_pair *pairs, int32_t count, int32_t a, int32_t b,
                                    td_real approach_speed, td_surface *surface);

#endif
