/* touchdown/sensitivity.h - how an impact changes with its inputs: derivatives of impulses and velocities after, how
 * near the next case is, and how state errors and covariances propagate through an impact and to the first touch of a
 * landing.
 *
 * What touchdown.h promises holds here. The impact in each result equals that of the function without derivatives, to
 * the last bit. Derivatives are of the exact slip path, in closed form where it has one; with the algebraic method they
 * are of its formulas.
 *
 * An impact is continuous in the velocity before, except where static friction decides. It has a kink where its case
 * changes: there a derivative holds on one side only. `margin` says how near the kink is, TD_CAVEAT_ONE_SIDED that it
 * is too near. mu_s decides cases and changes nothing else: its derivatives are 0.
 *
 * A saltation matrix accounts for the time of the impact, which a change of the state moves: Kong, Payne, Zhu and
 * Johnson, "Saltation Matrices: The Essential Tool for Linearizing Hybrid Dynamical Systems" (arXiv 2306.06862). Errors
 * of a body's state are differences of states at one time: of position, v and w in world axes, and a small turn of the
 * attitude about world axes. The matrix maps errors at the end of a flight to errors at the start of the next flight,
 * both at the time of the impact. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_SENSITIVITY_H
#define TOUCHDOWN_SENSITIVITY_H

#include <stdint.h>

#include "touchdown/landing.h"
#include "touchdown/multi_contact.h"

/* ---- One contact ------------------------------------------------------------------------------------------------- */

/* Columns of the derivatives of a contact. */
#define TD_BY_V_N 0         /* velocity before, along n */
#define TD_BY_V_T 1         /* along t */
#define TD_BY_V_S 2         /* along s */
#define TD_BY_MU_S 3        /* static friction */
#define TD_BY_MU_K 4        /* kinetic friction */
#define TD_BY_E 5           /* restitution */
#define TD_CONTACT_INPUTS 6 /* how many they are */

/* An impact in contact space and its derivatives. Rows are n, t, s. */
TD_STRUCT(td_impact_derivatives) {
  TD_OF(td_impact) impact;         /* as td_resolve gives it */
  td_real p[3][TD_CONTACT_INPUTS]; /* of the impulse [N s], by velocity [m/s], mu_s, mu_k, e */
  td_real v[3][TD_CONTACT_INPUTS]; /* of the velocity after [m/s] */
  td_real margin; /* [-] smallest relative change of the velocity before that changes the case, to first order */
};

/* Columns of the derivatives by W, each entry with its mirror image. */
#define TD_BY_W_NN 0                /* W_nn */
#define TD_BY_W_NT 1                /* W_nt */
#define TD_BY_W_NS 2                /* W_ns */
#define TD_BY_W_TT 3                /* W_tt */
#define TD_BY_W_TS 4                /* W_ts */
#define TD_BY_W_SS 5                /* W_ss */
#define TD_CONTACT_INERTIA_INPUTS 6 /* how many they are */

/* The derivatives of an impact by W. Rows are n, t, s. */
TD_STRUCT(td_impact_inertia_derivatives) {
  td_real p[3][TD_CONTACT_INERTIA_INPUTS]; /* of the impulse [N s], by W [1/kg] */
  td_real v[3][TD_CONTACT_INERTIA_INPUTS]; /* of the velocity after [m/s] */
};

/* Resolves one impact given in contact space, with its derivatives.
 *
 * impact   written only if the status is not negative.
 * by_W     derivatives by W, written likewise; null: not wanted, which saves work. With them derivatives in
 *          `impact` may differ within their error.
 * returns  as td_resolve; ONE_SIDED too, by W also where a direction has no mobility; and RANGE where a derivative
 *          exceeds the range of td_real.
 * cost     several times td_resolve; at most TD_MAX_STEPS steps.
 * source   docs/theory (V.1)..(V.6), (V.8), (V.9), (V.13), (V.14). */
TD_API td_status td_resolve_derivatives(const td_contact *contact, td_impact_derivatives *impact,
                                        td_impact_inertia_derivatives *by_W);

/* ---- One free rigid body ----------------------------------------------------------------------------------------- */

/* Columns of the derivatives of a body: v and w before, in world axes, from 0 and from 3 on; then the surface. */
#define TD_BODY_BY_V 0    /* velocity of the centre of mass before: three columns */
#define TD_BODY_BY_W 3    /* angular velocity before: three columns */
#define TD_BODY_BY_MU_S 6 /* static friction */
#define TD_BODY_BY_MU_K 7 /* kinetic friction */
#define TD_BODY_BY_E 8    /* restitution */
#define TD_BODY_INPUTS 9  /* how many they are */

/* The impact of a free rigid body and its derivatives. */
TD_STRUCT(td_body_derivatives) {
  TD_OF(td_body_impact) body;        /* as td_resolve_body gives it */
  td_real p[3][TD_BODY_INPUTS];      /* of the impulse [N s]; rows n, t, s of the contact */
  td_real motion[6][TD_BODY_INPUTS]; /* of v (rows 0 to 2) and w (3 to 5) after, world axes */
  td_real margin;                    /* as for a contact, of the contact's velocity before */
};

/* Columns of the derivatives of a body by where it is hit, world axes, three each. */
#define TD_BODY_BY_R 0        /* contact point [m] */
#define TD_BODY_BY_N 3        /* unit normal [-]; along itself it changes nothing */
#define TD_BODY_BY_ATTITUDE 6 /* turn of the body [rad], r and inertia with it, v, w and n without */
#define TD_BODY_POSE_INPUTS 9 /* how many they are */

/* The derivatives of the impact of a free rigid body by where it is hit. */
TD_STRUCT(td_body_pose_derivatives) {
  td_real impulse[3][TD_BODY_POSE_INPUTS]; /* of the impulse [N s], world axes */
  td_real motion[6][TD_BODY_POSE_INPUTS];  /* of v (rows 0 to 2) and w (3 to 5) after, world axes */
};

/* Resolves the impact of a free rigid body, with its derivatives.
 *
 * impact   written only if the status is not negative.
 * by_pose  derivatives by where it is hit, written likewise; null: not wanted. As `by_W` of td_resolve_derivatives.
 * returns  as td_resolve_body and td_resolve_derivatives.
 * source   v' = v + M^-1 J^T p(J v): the contact's derivatives, with the maps into contact space and back;
 *          docs/theory (V.10). */
TD_API td_status td_resolve_body_derivatives(const td_body_contact *body, td_body_derivatives *impact,
                                             td_body_pose_derivatives *by_pose);

/* ---- Several contacts of a free rigid body ---------------------------------------------------------------------- */

#define TD_BODY_MOTION_INPUTS 6 /* columns of the motion before: TD_BODY_BY_V and TD_BODY_BY_W */

/* The impact of a free rigid body at several contacts, and its derivatives by the motion before. */
TD_STRUCT(td_body_multi_contact_derivatives) {
  TD_OF(td_body_multi_contact_impact) body; /* as td_resolve_body_multi_contact gives it */
  td_real motion[6][TD_BODY_MOTION_INPUTS]; /* of v (rows 0 to 2) and w (3 to 5) after, world axes */
  /* [-] Smallest relative change of the motion before that changes the case of a contact, to first order, by the square
   * root of kinetic energy. */
  td_real margin;
  int32_t redundant; /* most impulses of one phase that others could replace; 0: none */
};

/* Resolves the impact of a free rigid body on several points at once, with its derivatives. Under the coupled rule
 * these are of the law that each contact obeys at the end of its phases; under the other rules, of their formulas or of
 * the single impacts in sequence. Their error is some ten times `residual`: give TD_CONVERGED_ITERATIONS or more.
 * Impulses of redundant contacts change as equally compliant contacts would share them. A jump that mu_s decides raises
 * TD_CAVEAT_MARGINAL and does not count in `margin`. Columns by the surfaces go contact by contact, in the order of
 * `points`: mu_s, mu_k, e.
 *
 * p        receives 3 count x 6, of the impulses [N s] by the motion before, contact by contact, rows n, t, s of each;
 *          null: not wanted. Only if the status is not negative.
 * p_by_surface       receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise.
 * motion_by_surface  receives 6 x 3 count, of v and w after by the surfaces; or null. Likewise.
 * contacts  receives count, as of td_resolve_body_multi_contact; or null. Likewise.
 * returns  as td_resolve_body_multi_contact and td_resolve_derivatives.
 * cost     by the coupled rule a linear solve of at most three unknowns a contact, twice, for each of 6 + 3 count
 *          inputs; in sequence td_resolve_derivatives for each impact.
 * source   docs/theory (V.18)..(V.24). */
TD_API td_status td_resolve_body_multi_contact_derivatives(const td_body_multi_contact *body,
                                                           td_body_multi_contact_derivatives *impact, td_real *p,
                                                           td_real *p_by_surface, td_real *motion_by_surface,
                                                           td_contact_result *contacts);

/* ---- Generalized speeds ------------------------------------------------------------------------------------------ */

/* Two bodies that meet are a system of 12 speeds, v and w of each, with the mass matrix of both and J = (J_a, -J_b). */

/* A system after its impact, and where its derivatives go: arrays of the caller, by rows, with n + 3 columns, the n
 * speeds before, then mu_s, mu_k and e. */
TD_STRUCT(td_speeds_derivatives) {
  TD_OF(td_speeds_impact) speeds; /* as td_resolve_speeds gives it */
  td_real margin;                 /* as for a contact, of the contact's velocity before */
};

/* Resolves the impact of a system given by generalized speeds, with its derivatives. The speed A u of a held row counts
 * as constant.
 *
 * p        receives 3 x (n + 3), of the impulse [N s], rows n, t, s; null: not wanted. Only if the status is not
 *          negative.
 * u        receives n x (n + 3), of the speeds after; or null. Likewise.
 * after    as td_resolve_speeds.
 * returns  as td_resolve_speeds and td_resolve_derivatives. */
TD_API td_status td_resolve_speeds_derivatives(const td_speeds *system, td_speeds_derivatives *impact, td_real *p,
                                               td_real *u, td_system_after *after);

/* A system after its impact at several contacts, and how it changes with what went in. */
TD_STRUCT(td_speeds_multi_contact_derivatives) {
  TD_OF(td_speeds_multi_contact_impact) speeds; /* as td_resolve_speeds_multi_contact gives it */
  /* [-] Smallest relative change of the speeds before that changes the case of a contact, to first order, by the square
   * root of kinetic energy. */
  td_real margin;
  int32_t redundant; /* most impulses of one phase that others could replace; 0: none */
};

/* Resolves several contacts at once of a system given by generalized speeds, with its derivatives: as
 * td_resolve_body_multi_contact_derivatives does of a body. The speed A u of a held row counts as constant.
 *
 * p        receives 3 count x n, of the impulses [N s] by the speeds before, contact by contact, rows n, t, s of each;
 *          null: not wanted. Only if the status is not negative.
 * p_by_surface  receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise.
 * u        receives n x n, of the speeds after by the speeds before; or null. Likewise.
 * u_by_surface  receives n x 3 count, of the speeds after by the surfaces; or null. Likewise.
 * after    as td_resolve_speeds.
 * contacts  receives count, as of td_resolve_speeds_multi_contact; or null. Likewise.
 * returns  as td_resolve_speeds_multi_contact and td_resolve_derivatives.
 * cost     as td_resolve_body_multi_contact_derivatives, for each of n + 3 count inputs.
 * source   docs/theory (V.18)..(V.24). */
TD_API td_status td_resolve_speeds_multi_contact_derivatives(const td_speeds_multi_contact *system,
                                                             td_speeds_multi_contact_derivatives *impact, td_real *p,
                                                             td_real *p_by_surface, td_real *u, td_real *u_by_surface,
                                                             td_system_after *after, td_contact_result *contacts);

/* ---- Saltation of a free rigid body ------------------------------------------------------------------------------ */

/* Errors of a state, in this order, three each. */
#define TD_ERROR_X 0        /* [m] position of the centre of mass */
#define TD_ERROR_ATTITUDE 3 /* [rad] turn */
#define TD_ERROR_V 6        /* [m/s] velocity of the centre of mass */
#define TD_ERROR_W 9        /* [rad/s] angular velocity */

/* Errors of parameters, in this order. */
#define TD_ERROR_MU_K 0           /* [-] kinetic friction */
#define TD_ERROR_E 1              /* [-] restitution */
#define TD_ERROR_N 2              /* [-] three: unit normal, turned about the contact point, world axes */
#define TD_ERROR_HEIGHT 5         /* [m] height of the ground at the contact point, along n */
#define TD_ERRORS_OF_PARAMETERS 6 /* how many they are */

/* What acts on a free body in flight. */
TD_STRUCT(td_body_loads) {
  td_real force[3] TD_ZERO;  /* [N] gravity and thrust */
  td_real torque[3] TD_ZERO; /* [N m] about the centre of mass; the gyroscopic torque is added */
};

/* An impact, and how errors propagate through it. */
TD_STRUCT(td_body_saltation) {
  TD_OF(td_body_impact) body;                             /* as td_resolve_body gives it */
  td_real X[TD_ERRORS_OF_STATE][TD_ERRORS_OF_STATE];      /* saltation matrix: errors after, by errors before */
  td_real E[TD_ERRORS_OF_STATE][TD_ERRORS_OF_PARAMETERS]; /* and by errors of parameters */
  td_real margin;                                         /* as of td_impact_derivatives */
};

/* Impacts that a reach takes: four kinds of errors, eight sizes, three axes, both signs. */
#define TD_REACH_IMPACTS 192

/* How large errors may be before first order is off by 5 % of the change of v and w that it predicts, along the worst
 * of three axes, both by the square root of kinetic energy. Right to a quarter. */
TD_STRUCT(td_saltation_reach) {
  td_real x;        /* [m] of the position */
  td_real attitude; /* [rad] */
  td_real v;        /* [m/s] */
  td_real w;        /* [rad/s] */
};

/* Resolves the impact of a free rigid body that touches a plane at rest, with its saltation matrix. A contact that does
 * not approach leaves errors as they are.
 *
 * before   loads in the flight before.
 * after    loads in the flight after; null: the same.
 * saltation  written only if the status is not negative.
 * reach    how large errors may be, found by impacts beside this one; written likewise; null: not wanted.
 * returns  as td_resolve_body_derivatives; RANGE also if loads are not finite, or if the matrix exceeds td_real, as for
 *          a contact that hardly approaches.
 * cost     `reach` takes up to TD_REACH_IMPACTS td_resolve_body more.
 * source   docs/theory (V.11), (V.16). */
TD_API td_status td_body_saltation_of(const td_body_contact *contact, const td_body_loads *before,
                                      const td_body_loads *after, td_body_saltation *saltation,
                                      td_saltation_reach *reach);

/* ---- Saltation of generalized speeds -----------------------------------------------------------------------------
 *
 * The state is configuration and speeds. Errors of the configuration are small displacements whose rates are the
 * speeds: for an arm changes of its joint angles, for a body a displacement and a turn. */

/* How a system with n speeds flies, and how it changes with its configuration: entry k of M, J and A is the derivative
 * along the displacement whose rate is speed k. */
TD_STRUCT(td_speeds_flow) {
  const td_real *before TD_ZERO; /* n, rates of the speeds in the flight before */
  const td_real *after TD_ZERO;  /* n, in the flight after, at the speeds that td_resolve_speeds gives */
  const td_real *M TD_ZERO;      /* n x n x n, of the mass matrix; lower triangles are read. Null: it does not change */
  const td_real *J TD_ZERO;      /* n x 3 x n, of the contact Jacobian, in the axes that it is given in; or null */
  const td_real *A TD_ZERO;      /* n x constraints x n, of the constraint rows; or null */
};

/* An impact, and how near the next case is. */
TD_STRUCT(td_speeds_saltation) {
  TD_OF(td_speeds_impact) speeds; /* as td_resolve_speeds gives it */
  td_real margin;                 /* as of td_impact_derivatives */
};

/* Resolves the impact of a system given by generalized speeds, whose contact touches a plane at rest, with its
 * saltation matrix. The gap grows by J u along the normal. Inertias that hold rows in part do not change. A contact
 * that does not approach leaves errors as they are.
 *
 * X        receives 2 n x 2 n, errors after by errors before, those of the configuration first; null: not wanted. Only
 *          if the status is not negative.
 * E        receives 2 n x 6, by errors of parameters: those of a body, the normal in the axes of J; or null. Likewise.
 * after    as td_resolve_speeds.
 * returns  as td_resolve_speeds and td_resolve_derivatives; RANGE also if an array of `flow` is not finite, or if a
 *          matrix exceeds td_real, as for a contact that hardly approaches.
 * cost     n^3 for each speed with M, else n^2.
 * source   docs/theory (V.11), (V.12). */
TD_API td_status td_speeds_saltation_of(const td_speeds *system, const td_speeds_flow *flow,
                                        td_speeds_saltation *saltation, td_real *X, td_real *E, td_system_after *after);

/* ---- A landing --------------------------------------------------------------------------------------------------- */

/* Covariances at the first touch, of errors of the state in the order above, at the time that is found. */
TD_STRUCT(td_touch_covariance) {
  int32_t known;                                         /* 0: nothing is known, 1: `at`, 2: all. The rest is 0 */
  td_real at[TD_ERRORS_OF_STATE][TD_ERRORS_OF_STATE];    /* before the impact */
  td_real after[TD_ERRORS_OF_STATE][TD_ERRORS_OF_STATE]; /* after it */
  td_real margin;                                        /* of the impact of the touch */
};

/* Finds the first touch, and the covariance of the state there. The flight is as in td_find_first_touch, with constant
 * w, for its errors too.
 *
 * P        12 x 12, of the state, by rows; the lower triangle is read.
 * S        6 x 6, of the parameters likewise. Null: none.
 * touch    as td_find_first_touch gives it. Like `covariance` written only if the status is not negative.
 * returns  TD_REFUSED_ NULL, RANGE (of P or S that is not finite), or as td_find_first_touch; caveats of
 *          td_body_saltation_of, TD_CAVEAT_COVARIANCE of P or S, and TD_CAVEAT_COVARIANCE_ENDS.
 * cost     td_find_first_touch, td_body_saltation_of and at most three times td_covariance_through.
 * source   docs/theory (V.11), (V.17). */
TD_API td_status td_first_touch_covariance(const td_lander *body, const td_lander_state *state, const td_real *P,
                                           const td_real *S, td_first_touch *touch, td_touch_covariance *covariance);

/* ---- Covariance -------------------------------------------------------------------------------------------------- */

/* Rows and columns of what td_covariance_through takes, at most: twice the speeds of a system, and no less than 16. */
#define TD_MAX_COVARIANCE (TD_MAX_SPEEDS > 8 ? 2 * TD_MAX_SPEEDS : 16)

/* The covariance after a linear map of errors, X C X^T + E S E^T. For an impact X is its saltation matrix, or the rows
 * `motion` of td_body_derivatives; E is the matrix of its parameters, C the covariance of the state, S of the
 * parameters. The result is symmetric to the last bit and positive semidefinite to rounding, whatever the input.
 *
 * outputs  1 .. TD_MAX_COVARIANCE.
 * inputs   likewise.
 * X        outputs x inputs, by rows.
 * C        inputs x inputs; the lower triangle is read.
 * parameters   columns of E, 1 .. TD_MAX_COVARIANCE; not read without E and S.
 * E        outputs x parameters; null: none.
 * S        parameters x parameters, the lower triangle is read; null: none.
 * after    outputs x outputs; may be C. Written only if the status is not negative.
 * returns  TD_SOLVED, TD_CAVEAT_COVARIANCE, or TD_REFUSED_ NULL, SIZE, RANGE (of what is not finite, too). */
TD_API td_status td_covariance_through(int32_t outputs, int32_t inputs, const td_real *X, const td_real *C,
                                       int32_t parameters, const td_real *E, const td_real *S, td_real *after);

#endif
