/* touchdown/sensitivity.h - how an impact changes with what went in: the derivatives of impulses and velocities after
 * by the velocities before, friction and restitution; and how near the next case is.
 *
 * What touchdown.h promises holds here. The impact in each result is that of the function without
 * derivatives, to the last bit. The derivatives are those of the impact along its exact slip path, in closed form
 * wherever that has one; by the algebraic method, those of its formulas.
 *
 * An impact is continuous in the velocity before but where static friction decides, and has a kink where its case
 * changes: there a derivative holds on one side only. `margin` says how near that is, and a caveat where it is as good
 * as there. mu_s decides cases and changes nothing else: its derivatives are 0. */
#ifndef TOUCHDOWN_DERIVATIVES_H
#define TOUCHDOWN_DERIVATIVES_H

#include <stdint.h>

#include "touchdown/multi_contact.h"
#include "touchdown/precision.h"

/* ---- One contact ------------------------------------------------------------------------------------------------- */

/* Columns of the derivatives of a contact. */
#define TD_BY_V_N 0         /* velocity before, along n */
#define TD_BY_V_T 1         /* along t */
#define TD_BY_V_S 2         /* along s */
#define TD_BY_MU_S 3        /* static friction */
#define TD_BY_MU_K 4        /* kinetic friction */
#define TD_BY_E 5           /* restitution */
#define TD_CONTACT_INPUTS 6 /* so many */

/* An impact in contact space and its derivatives. Rows are n, t, s. */
TD_STRUCT(td_impact_derivatives) {
  TD_OF(td_impact) impact;         /* as td_resolve gives it */
  td_real p[3][TD_CONTACT_INPUTS]; /* of the impulse [N s], by velocity [m/s], mu_s, mu_k, e */
  td_real v[3][TD_CONTACT_INPUTS]; /* of the velocity after [m/s] */
  td_real margin; /* [-] least change of the velocity before, as a part of it, that changes the case; by first order */
};

/* Resolves one impact given in contact space, with its derivatives.
 *
 * impact   written only if the status is not negative.
 * returns  as td_resolve; ONE_SIDED too; and RANGE where a derivative exceeds the range of td_real.
 * cost     along the slip path three times that of td_resolve in the median; at most TD_MAX_STEPS steps.
 * source   DESIGN.md (E90)..(E95), (E105), (E107). */
TD_API td_status td_resolve_derivatives(const td_contact *contact, td_impact_derivatives *impact);

/* Columns of the derivatives by W, each entry with its mirror image. */
#define TD_BY_W_NN 0                /* W_nn */
#define TD_BY_W_NT 1                /* W_nt */
#define TD_BY_W_NS 2                /* W_ns */
#define TD_BY_W_TT 3                /* W_tt */
#define TD_BY_W_TS 4                /* W_ts */
#define TD_BY_W_SS 5                /* W_ss */
#define TD_CONTACT_INERTIA_INPUTS 6 /* so many */

/* An impact in contact space and its derivatives, by W too. */
TD_STRUCT(td_impact_inertia_derivatives) {
  TD_OF(td_impact_derivatives) derivatives; /* as td_resolve_derivatives gives them, to the error that they have */
  td_real p[3][TD_CONTACT_INERTIA_INPUTS];  /* of the impulse [N s], by W [1/kg] */
  td_real v[3][TD_CONTACT_INERTIA_INPUTS];  /* of the velocity after [m/s] */
};

/* Resolves one impact given in contact space, with its derivatives, by W too.
 *
 * returns  as td_resolve_derivatives. ONE_SIDED also where a direction has no mobility.
 * source   DESIGN.md (E100), (E101). */
TD_API td_status td_resolve_inertia_derivatives(const td_contact *contact, td_impact_inertia_derivatives *impact);

/* ---- One free rigid body ------------------------------------------------------------------------------------------
 */

/* Columns of the derivatives of a body: v and w before, in world axes, from 0 and from 3 on; then the surface. */
#define TD_BODY_BY_V 0    /* velocity of the centre of mass before: three columns */
#define TD_BODY_BY_W 3    /* angular velocity before: three columns */
#define TD_BODY_BY_MU_S 6 /* static friction */
#define TD_BODY_BY_MU_K 7 /* kinetic friction */
#define TD_BODY_BY_E 8    /* restitution */
#define TD_BODY_INPUTS 9  /* so many */

/* The impact of a free rigid body and its derivatives. */
TD_STRUCT(td_body_derivatives) {
  TD_OF(td_body_impact) body;        /* as td_resolve_body gives it */
  td_real p[3][TD_BODY_INPUTS];      /* of the impulse [N s]; rows n, t, s of the contact */
  td_real motion[6][TD_BODY_INPUTS]; /* of v (rows 0 to 2) and w (3 to 5) after, world axes */
  td_real margin;                    /* as for a contact, of the contact's velocity before */
};

/* Resolves the impact of a free rigid body, with its derivatives.
 *
 * returns  as td_resolve_body and td_resolve_derivatives.
 * source   v' = v + M^-1 J^T p(J v): the derivatives of the contact between its ways in and out. */
TD_API td_status td_resolve_body_derivatives(const td_body_contact *body, td_body_derivatives *impact);

/* Columns of the derivatives of a body by where it is hit, world axes, three each. */
#define TD_BODY_BY_R 0        /* contact point [m] */
#define TD_BODY_BY_N 3        /* unit normal [-]; along itself it changes nothing */
#define TD_BODY_BY_ATTITUDE 6 /* turn of the body [rad], r and inertia with it, v, w and n without */
#define TD_BODY_POSE_INPUTS 9 /* so many */

/* The impact of a free rigid body and its derivatives, by where it is hit too. */
TD_STRUCT(td_body_pose_derivatives) {
  TD_OF(td_body_derivatives) derivatives;  /* as td_resolve_body_derivatives gives them, to the error that they have */
  td_real impulse[3][TD_BODY_POSE_INPUTS]; /* of the impulse [N s], world axes */
  td_real motion[6][TD_BODY_POSE_INPUTS];  /* of v (rows 0 to 2) and w (3 to 5) after, world axes */
};

/* Resolves the impact of a free rigid body, with its derivatives, by where it is hit too.
 *
 * returns  as td_resolve_body and td_resolve_inertia_derivatives.
 * source   DESIGN.md (E102). */
TD_API td_status td_resolve_body_pose_derivatives(const td_body_contact *body, td_body_pose_derivatives *impact);

/* ---- Several contacts of a free rigid body ---------------------------------------------------------------------- */

#define TD_BODY_MOTION_INPUTS 6 /* columns of the motion before: TD_BODY_BY_V and TD_BODY_BY_W */

/* The impact of a free rigid body at several contacts, and its derivatives by the motion before. */
TD_STRUCT(td_body_multi_contact_derivatives) {
  TD_OF(td_body_multi_contact_impact) body; /* as td_resolve_body_multi_contact gives it */
  td_real motion[6][TD_BODY_MOTION_INPUTS]; /* of v (rows 0 to 2) and w (3 to 5) after, world axes */
  td_real margin;                           /* [-] least change of the motion before that changes the case of a contact,
                                               as a part of it, both by the root of their kinetic energy; by first order */
  int32_t redundant; /* impulses of a phase that others of it could stand for, at most; 0: none */
};

/* Resolves the impact of a free rigid body on several points at once, with its derivatives. By the coupled rule they
 * are those of the law that each contact obeys where its phases end, by the others those of their formulas and of the
 * single impacts in sequence. They are right to some ten times `residual`: give TD_CONVERGED_ITERATIONS or more. The
 * impulses of redundant contacts change as equally compliant ones would share them. A jump that mu_s decides is told by
 * TD_CAVEAT_MARGINAL and not by `margin`. Columns by the surface stand contact by contact, in the order of `points`:
 * mu_s, mu_k, e.
 *
 * p        receives 3 count x 6, of the impulses [N s] by the motion before, contact by contact, rows n, t, s of each;
 *          null: not wanted. Only if the status is not negative.
 * p_by_surface       receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise.
 * motion_by_surface  receives 6 x 3 count, of v and w after by the surfaces; or null. Likewise.
 * returns  as td_resolve_body_multi_contact and td_resolve_derivatives.
 * cost     by the coupled rule of so many unknowns as three of each contact at most, twice, for each of 6 + 3 count
 *          inputs; in sequence for each impact that of td_resolve_derivatives.
 * source   DESIGN.md (E220)..(E226). */
TD_API td_status td_resolve_body_multi_contact_derivatives(const td_body_multi_contact *body,
                                                           td_body_multi_contact_derivatives *impact, td_real *p,
                                                           td_real *p_by_surface, td_real *motion_by_surface);

/* ---- Generalized speeds ------------------------------------------------------------------------------------------ */

/* Two bodies that meet are a system of 12 speeds, v and w of each, with the mass matrix of both and J = (J_a, -J_b). */

/* A system after its impact, and where its derivatives go: arrays of the caller, by rows, with n + 3 columns, the n
 * speeds before, then mu_s, mu_k and e. */
TD_STRUCT(td_speeds_derivatives) {
  TD_OF(td_speeds_impact) speeds; /* as td_resolve_speeds gives it */
  td_real margin;                 /* as for a contact, of the contact's velocity before */
};

/* Resolves the impact of a system given by generalized speeds, with its derivatives. Of a row that is held, its speed
 * A u counts as one that stays as it is.
 *
 * p        receives 3 x (n + 3), of the impulse [N s], rows n, t, s; null: not wanted. Only if the status is not
 *          negative.
 * u        receives n x (n + 3), of the speeds after; or null. Likewise.
 * returns  as td_resolve_speeds and td_resolve_derivatives. */
TD_API td_status td_resolve_speeds_derivatives(const td_speeds *system, td_speeds_derivatives *impact, td_real *p,
                                               td_real *u);

/* A system after its impact at several contacts, and how it changes with what went in. */
TD_STRUCT(td_speeds_multi_contact_derivatives) {
  TD_OF(td_speeds_multi_contact_impact) speeds; /* as td_resolve_speeds_multi_contact gives it */
  td_real margin; /* [-] least change of the speeds before that changes the case of a contact, as a part of them, both
                     by the root of their kinetic energy; by first order */
  int32_t redundant; /* impulses of a phase that others of it could stand for, at most; 0: none */
};

/* Resolves several contacts at once of a system given by generalized speeds, with its derivatives: as
 * td_resolve_body_multi_contact_derivatives does of a body. Of a row that is held, its speed A u counts as one that
 * stays as it is.
 *
 * p        receives 3 count x n, of the impulses [N s] by the speeds before, contact by contact, rows n, t, s of each;
 *          null: not wanted. Only if the status is not negative.
 * p_by_surface  receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise.
 * u        receives n x n, of the speeds after by the speeds before; or null. Likewise.
 * u_by_surface  receives n x 3 count, of the speeds after by the surfaces; or null. Likewise.
 * returns  as td_resolve_speeds_multi_contact and td_resolve_derivatives.
 * cost     as td_resolve_body_multi_contact_derivatives, for each of n + 3 count inputs.
 * source   DESIGN.md (E220)..(E226). */
TD_API td_status td_resolve_speeds_multi_contact_derivatives(const td_speeds_multi_contact *system,
                                                             td_speeds_multi_contact_derivatives *impact, td_real *p,
                                                             td_real *p_by_surface, td_real *u, td_real *u_by_surface);

/* ---- Covariance -------------------------------------------------------------------------------------------------- */

#define TD_MAX_COVARIANCE_INPUTS 16  /* inputs of a linear map, at most */
#define TD_MAX_COVARIANCE_OUTPUTS 12 /* and its outputs */

/* The covariance after a linear map, X C X^T: with the rows `motion` of td_body_derivatives for X, and for C those of
 * velocity and surface before, P+ = D P D^T + E S E^T after an impact. Symmetric to the last bit, and positive
 * semidefinite to rounding, whatever comes in.
 *
 * X        outputs x inputs, by rows.
 * C        inputs x inputs; the lower triangle is read.
 * after    outputs x outputs; may be C. Written only if the status is not negative.
 * returns  TD_SOLVED, TD_CAVEAT_COVARIANCE, or TD_REFUSED_ NULL, SIZE, RANGE (of what is not finite, too). */
TD_API td_status td_covariance_through(int32_t outputs, int32_t inputs, const td_real *X, const td_real *C,
                                       td_real *after);

#endif
