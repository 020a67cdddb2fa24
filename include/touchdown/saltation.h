/* touchdown/saltation.h - how small errors of a state come out of an impact: the saltation matrix of a body and of a
 * system given by generalized speeds, which knows that another state touches at another time, and covariance through
 * it; and up to the first touch of a landing.
 *
 * What touchdown.h promises holds here. From Kong, Payne, Zhu and Johnson, "Saltation Matrices: The
 * Essential Tool for Linearizing Hybrid Dynamical Systems" (arXiv 2306.06862).
 *
 * The state of a body is position x, attitude, v and w of a free rigid body that touches a plane with a point that is
 * fixed to it. Its errors are differences of states at one time: of x, v and w in world axes, and of the attitude a
 * small turn about world axes. The errors of a flight's end become those of the next one's start, at the same time, had
 * the impact been then. */
#ifndef TOUCHDOWN_SALTATION_H
#define TOUCHDOWN_SALTATION_H

#include "touchdown/landing.h"
#include "touchdown/precision.h"
#include "touchdown/sensitivity.h"

/* ---- One free rigid body ----------------------------------------------------------------------------------------- */

/* Errors of a state, in this order, three each. */
#define TD_ERROR_X 0        /* [m] position of the centre of mass */
#define TD_ERROR_ATTITUDE 3 /* [rad] turn */
#define TD_ERROR_V 6        /* [m/s] velocity of the centre of mass */
#define TD_ERROR_W 9        /* [rad/s] angular velocity */

/* Errors of what it meets, in this order. */
#define TD_ERROR_MU_K 0   /* [-] kinetic friction */
#define TD_ERROR_E 1      /* [-] restitution */
#define TD_ERROR_N 2      /* [-] unit normal about the contact point, world axes: three; along itself no error */
#define TD_ERROR_HEIGHT 5 /* [m] height of the ground at the contact point, along n */
#define TD_ERRORS_OF_PARAMETERS 6 /* so many */

/* What acts on a free body in flight. */
TD_STRUCT(td_body_loads) {
  td_real force[3] TD_ZERO; /* [N] gravity and thrust */
  td_real
      torque[3] TD_ZERO; /* [N m] about the centre of mass; what a turning body's inertia does is known without it */
};

/* An impact, and how errors come out of it. */
TD_STRUCT(td_body_saltation) {
  TD_OF(td_body_impact) body;                             /* as td_resolve_body gives it */
  td_real X[TD_ERRORS_OF_STATE][TD_ERRORS_OF_STATE];      /* saltation matrix: errors after, by errors before */
  td_real E[TD_ERRORS_OF_STATE][TD_ERRORS_OF_PARAMETERS]; /* and by errors of parameters */
  td_real margin;                                         /* as in sensitivity.h */
};

/* Resolves the impact of a free rigid body that touches a plane at rest, with its saltation matrix. A contact that does
 * not approach leaves errors as they are.
 *
 * before   loads in the flight before.
 * after    and in that after; null: the same.
 * returns  as td_resolve_body_pose_derivatives; RANGE also of loads that are not finite, and of a matrix beyond the
 *          range of td_real, as that of a contact that hardly approaches.
 * source   DESIGN.md (E103). */
TD_API td_status td_body_saltation_of(const td_body_contact *contact, const td_body_loads *before,
                                      const td_body_loads *after, td_body_saltation *saltation);

/* Covariance through an impact: after = X P X^T + E S E^T. Symmetric to the last bit, and positive semidefinite to
 * rounding, whatever comes in.
 *
 * P        12 x 12, of the state before, by rows; the lower triangle is read.
 * S        6 x 6 likewise; null: the parameters have no errors.
 * after    12 x 12, of the state after; may be P. Written only if the status is not negative.
 * returns  as td_covariance_through. */
TD_API td_status td_covariance_through_impact(const td_body_saltation *saltation, const td_real *P, const td_real *S,
                                              td_real *after);

/* ---- A landing --------------------------------------------------------------------------------------------------- */

/* Covariances at the first touch, of errors of the state in the order above, at the time that is found. */
TD_STRUCT(td_touch_covariance) {
  int32_t known;                                         /* 0: none of it, 1: `at`, 2: all. The rest is 0 */
  td_real at[TD_ERRORS_OF_STATE][TD_ERRORS_OF_STATE];    /* of the flight to it */
  td_real after[TD_ERRORS_OF_STATE][TD_ERRORS_OF_STATE]; /* and of that after */
  td_real margin;                                        /* as in sensitivity.h, of the impact */
};

/* Finds the first touch, and the covariance of the state there. The flight is that of td_find_first_touch, which keeps
 * w, and so does what errors do in it.
 *
 * P        12 x 12, of the state, by rows; the lower triangle is read.
 * S        6 x 6, of the parameters likewise. Null: none.
 * touch    as td_find_first_touch gives it. Like `covariance` written only if the status is not negative.
 * returns  TD_REFUSED_ NULL, RANGE (of P or S that is not finite), or as td_find_first_touch; caveats of
 *          td_body_saltation_of, TD_CAVEAT_COVARIANCE of P or S, and TD_CAVEAT_COVARIANCE_ENDS.
 * cost     that of td_find_first_touch, of td_body_saltation_of and at most three of td_covariance_through_impact.
 * source   DESIGN.md (E103), (E106). */
TD_API td_status td_first_touch_covariance(const td_lander *body, const td_lander_state *state, const td_real *P,
                                           const td_real *S, td_first_touch *touch, td_touch_covariance *covariance);

/* ---- Generalized speeds ------------------------------------------------------------------------------------------
 *
 * The state is configuration and speeds. Errors of the configuration are small displacements whose rates are the
 * speeds: of an arm those of its joint angles, of a body those of its place and a turn. */

/* What a system with n speeds does in flight, and how it changes with its configuration: entry k of an array of the
 * latter is the derivative along a displacement of which speed k is the rate. */
TD_STRUCT(td_speeds_flow) {
  const td_real *before TD_ZERO; /* n, rates of the speeds in the flight before */
  const td_real *after TD_ZERO;  /* n, and in that after, at the speeds that td_resolve_speeds gives */
  const td_real *M TD_ZERO;      /* n x n x n, of the mass matrix; lower triangles are read. Null: it does not change */
  const td_real *J TD_ZERO;      /* n x 3 x n, of the contact Jacobian, in the axes that it is given in; or null */
  const td_real *A TD_ZERO;      /* n x constraints x n, of the constraint rows; or null */
};

/* An impact, and how near the next case is. */
TD_STRUCT(td_speeds_saltation) {
  TD_OF(td_speeds_impact) speeds; /* as td_resolve_speeds gives it */
  td_real margin;                 /* as in sensitivity.h */
};

/* Resolves the impact of a system given by generalized speeds, whose contact touches a plane at rest, with its
 * saltation matrix. The gap grows by J u along the normal. Inertias that hold rows in part stay as they are. A contact
 * that does not approach leaves errors as they are.
 *
 * X        receives 2 n x 2 n, errors after by errors before, those of the configuration first; null: not wanted. Only
 *          if the status is not negative.
 * E        receives 2 n x 6, by errors of parameters: those of a body, the normal in the axes of J; or null. Likewise.
 * returns  as td_resolve_speeds and td_resolve_inertia_derivatives; RANGE also of an array of `flow` that is not
 *          finite, and of a matrix beyond the range of td_real, as that of a contact that hardly approaches.
 * cost     n^3 for each speed with M, else n^2.
 * source   DESIGN.md (E103), (E104). */
TD_API td_status td_speeds_saltation_of(const td_speeds *system, const td_speeds_flow *flow,
                                        td_speeds_saltation *saltation, td_real *X, td_real *E);

/* Covariance through the impact of a system with n speeds: after = X P X^T + E S E^T. Symmetric to the last bit, and
 * positive semidefinite to rounding, whatever comes in.
 *
 * n        1 .. TD_MAX_SPEEDS.
 * X        2 n x 2 n, saltation matrix, by rows.
 * E        2 n x 6; null: the parameters have no errors.
 * P        2 n x 2 n, of the state before; the lower triangle is read.
 * S        6 x 6 likewise; or null.
 * after    2 n x 2 n, of the state after; may be P. Written only if the status is not negative.
 * returns  as td_covariance_through. */
TD_API td_status td_covariance_through_speeds_impact(int32_t n, const td_real *X, const td_real *E, const td_real *P,
                                                     const td_real *S, td_real *after);

#endif
