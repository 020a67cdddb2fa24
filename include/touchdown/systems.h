/* touchdown/systems.h - the same impact for two bodies, and for a system given by its generalized speeds, such as an
 * arm or a leg, with or without constraints that hold through the impact.
 *
 * What touchdown.h promises holds here. All of it goes through contact space: these functions compute W and the
 * velocity of the contact point, td_resolve resolves the impact, and its impulse is carried back to the system. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_SYSTEMS_H
#define TOUCHDOWN_SYSTEMS_H

#include <stdint.h>

#include "touchdown/impact.h"
#include "touchdown/limits.h"

/* ---- Two free bodies -------------------------------------------------------------------------------------------- */

/* The contact velocity is the velocity of a's point relative to b's; the impulse p acts on a, and -p on b. */
TD_STRUCT(td_pair) {
  TD_OF(td_rigid_body) a, b; /* before the impact */
  td_real r_a[3] TD_ZERO;    /* [m] from the centre of mass of a to the contact point */
  td_real r_b[3] TD_ZERO;    /* [m] from the centre of mass of b */
  td_real n[3] TD_ZERO;      /* [-] normal out of b, into a; any length above 0 */
  TD_OF(td_surface) surface; /* friction and restitution between them */
  TD_OF(td_options) options; /* law and method */
};

/* Two bodies after their impact. Vectors are in the frame that td_pair was given in. */
TD_STRUCT(td_pair_impact) {
  TD_OF(td_impact) impact; /* in the contact frame; energies are those of both bodies */
  td_real t[3], s[3];      /* [-] the frame, as for td_resolve_body */
  td_real v_a[3], w_a[3];  /* [m/s], [rad/s] body a after */
  td_real v_b[3], w_b[3];  /* [m/s], [rad/s] body b after */
};

/* Resolves the impact of two free rigid bodies. To swap the bodies, swap a and b, r_a and r_b, and
 * negate n: the impulse is negated.
 *
 * returns  as td_resolve, and before those MASS, INERTIA, NORMAL, POSITION, of either body.
 * source   W is the sum of both bodies' (Shen & Townsend 1998, section 5). */
TD_API td_status td_resolve_pair(const td_pair *pair, td_pair_impact *impact);

/* ---- Generalized speeds ----------------------------------------------------------------------------------------- */

/* How the three rows of J are to be read. */
#define TD_AXES_WORLD 0   /* x, y, z of the contact point's velocity; `normal` says where the surface is */
#define TD_AXES_CONTACT 1 /* n, t, s: `normal` is not read */

/* A system with n generalized speeds u: kinetic energy u^T M u / 2. Matrices are arrays by rows that the caller owns.
 *   `hold` is given row by row. Between 0 and 1 the row is held by an added inertia, hold / (1 - hold) times the
 * inertia that the row itself feels, like the rotor behind a gear. With a single row W changes linearly from free to
 * held. */
TD_STRUCT(td_system) {
  int32_t n TD_ZERO;           /* 1 .. TD_MAX_SPEEDS */
  const td_real *M TD_ZERO;    /* n x n, mass matrix, symmetric, or its lower triangle with zeros above; an upper
                                  triangle alone is refused. Null where L is given */
  const td_real *L TD_ZERO;    /* n x n, its lower Cholesky factor, M = L L^T; an upper one is refused. Null where M is
                                  given; if both are given, L counts */
  const td_real *u TD_ZERO;    /* n, speeds before */
  int32_t constraints TD_ZERO; /* rows of A, 0 .. TD_MAX_CONSTRAINTS */
  const td_real *A TD_ZERO;    /* constraints x n: A u keeps its value through the impact (0 for a joint, a closed
                                  linkage, a rolling wheel; the speed of a drive for a locked joint). Not read where
                                  constraints = 0 */
  const td_real *hold TD_ZERO; /* constraints: how firmly each row is held, 0 (free) .. 1 (held); null: all held */
};

/* Arrays of the caller for a system after its impact. What they hold changes only if the status is not negative. */
TD_STRUCT(td_system_after) {
  td_real *u_after TD_ZERO;             /* receives n, speeds after; may be u itself. Null: not wanted */
  td_real *joint_impulses TD_ZERO;      /* receives n, J^T p: the generalized impulse of the contacts; or null */
  td_real *constraint_impulses TD_ZERO; /* receives constraints: the impulse that holds each row, M (u' - u) = J^T p +
                                           A^T times these; in N s where A u is in m/s; or null */
};

/* A system and its contact, whose point has the velocity J u (relative to the surface). A J^T that an Eigen or Fortran
 * matrix stores by columns is J by rows. */
TD_STRUCT(td_speeds) {
  TD_OF(td_system) system;   /* what moves */
  const td_real *J TD_ZERO;  /* 3 x n, contact Jacobian */
  int32_t axes TD_ZERO;      /* TD_AXES_* */
  td_real normal[3] TD_ZERO; /* [-] out of the struck surface; any length above 0 */
  TD_OF(td_surface) surface; /* friction and restitution at the contact */
  TD_OF(td_options) options; /* law and method */
};

/* The impact of a system; its speeds after go to a td_system_after. */
TD_STRUCT(td_speeds_impact) {
  /* In the contact frame; energies are u^T M u / 2 of the whole system. What holds a row in part, or a row with
   * A u != 0, may take or give energy: the difference to the losses. */
  TD_OF(td_impact) impact;
  td_real t[3], s[3]; /* [-] the frame, as for td_resolve_body; 0 with TD_AXES_CONTACT */
  int32_t redundant;  /* constraint rows that depended on others */
};

/* Resolves the impact of a system given by generalized speeds, with constraints held or without.
 *
 * after    where speeds and generalized impulses go; null: not wanted.
 * returns  TD_SOLVED, caveats (REDUNDANT too), or the first that applies of TD_REFUSED_ NULL, SIZE, AXES, MASS_MATRIX
 *          or FACTOR, JACOBIAN, NORMAL, CONSTRAINT or RANGE, and then those of td_resolve. CONTACT_INERTIA also for a
 *          point that the constraints hold still along the normal.
 * cost     n^3/6 for M (none for L), 3 n^2, and 4 k^2 n for k constraints.
 * source   du = M^-1 J^T p (Djerassi 2012 (1)-(4); Shen & Townsend 1998 (11)), projected on A du = 0. */
TD_API td_status td_resolve_speeds(const td_speeds *system, td_speeds_impact *impact, td_system_after *after);

/* The contact-space inverse inertia of one contact, in three views of its system. */
TD_STRUCT(td_operational_space_inertia) {
  TD_OF(td_contact_inertia) free;    /* no row of A holds: an arm whose joints give way */
  TD_OF(td_contact_inertia) locked;  /* every row holds: joints that keep their speed through the impact */
  TD_OF(td_contact_inertia) blended; /* every row as `hold` says */
};

/* Computes the three views of a system. For the joints of an arm A is the identity; leave out joints that are never
 * held.
 *
 * returns  TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE. u, surface and options
 *          are not read. */
TD_API td_status td_operational_space_inertia_of(const td_speeds *system, td_operational_space_inertia *inertia);

#endif
