/* touchdown/effector.h - how fast may the hand approach, and what do the joints feel when it touches?
 *
 * What touchdown.h promises holds here. The arm is a td_speeds (systems.h): M or its factor, J, joint
 * speeds, normal, surface, and constraints where joints are held. An impact is proportional to the speeds: twice the
 * speeds give twice the impulse and twice the jump of every joint, in the same mode. So one impact answers for every
 * speed of the same approach, if friction and restitution do not depend on speed. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_EFFECTOR_H
#define TOUCHDOWN_EFFECTOR_H

#include <stdint.h>

#include "touchdown/systems.h"

/* An arm about to touch, and what its joints bear. */
TD_STRUCT(td_effector) {
  TD_OF(td_speeds) speeds;                  /* the arm, its speeds and the surface */
  const td_real *max_speed_jump TD_ZERO;    /* n, limits of the change of each speed; infinity: no limit; null: no
                                               limits */
  const td_real *max_joint_impulse TD_ZERO; /* n, limits of the contact's impulse on each joint, |J^T p|; likewise */
  /* constraints, limits of the impulse that holds each row, as in a brake or a gear; likewise */
  const td_real *max_constraint_impulse TD_ZERO;
  /* [N/m] >= 0 of the contact along its normal; 0: unknown, and no peak force is predicted */
  td_real stiffness TD_ZERO;
  td_real max_force TD_ZERO; /* [N] >= 0, limit of the peak force; 0 or infinity: no limit */
};

#define TD_LIMIT_NONE 0               /* no limit binds at any scale */
#define TD_LIMIT_SPEED_JUMP 1         /* the change of a speed */
#define TD_LIMIT_JOINT_IMPULSE 2      /* the impulse on a joint */
#define TD_LIMIT_CONSTRAINT_IMPULSE 3 /* the impulse of a row that is held */
#define TD_LIMIT_PEAK_FORCE 4         /* the peak force */

/* What the touch does to the arm. */
TD_STRUCT(td_effector_impact) {
  TD_OF(td_speeds_impact) speeds; /* as td_resolve_speeds gives it */
  td_real slide[3];    /* [-] direction in which the contact slides after; 0 if it sticks, or if its slip may be
                          rounding; world axes, or (t, s, n) with TD_AXES_CONTACT */
  td_real energy_lost; /* [J] through the contact, friction and restitution */
  td_real scale;       /* [-] largest factor on all speeds u before that respects every limit; TD_NOT_APPLICABLE if no
                          limit binds */
  int32_t limit;       /* TD_LIMIT_*: the limit that binds there */
  int32_t joint;       /* its joint, or row; -1: no limit binds, or the peak force */
  td_real peak_force;  /* [N] greatest normal force of the transient contact of ISO/TS 15066: all energy of the approach
                          goes into the spring, |v_n| sqrt(stiffness / W_nn), without friction; TD_NOT_APPLICABLE without
                          stiffness */
};

/* Predicts the impact of an end effector, and how fast the same approach may be.
 *
 * impact   written only if the status is not negative.
 * after    as td_resolve_speeds.
 * returns  as td_resolve_speeds, or LIMIT.
 * cost     as td_resolve_speeds, and two divisions for each joint. */
TD_API td_status td_predict_effector(const td_effector *effector, td_effector_impact *impact, td_system_after *after);

/* Impact-invariant directions: orthonormal rows c for which c . u is the same before and after, whatever the impulse at
 * this contact, so that c M^-1 J^T = 0 (under the constraints held). A controller can track them through the impact.
 *
 * rows     room for n x n; receives `count` rows of n: n less the rank of J, 3 at most.
 * returns  TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE; u, surface and
 *          options are not read.
 * cost     n^3/6 for M and n^2 for each row.
 * source   du = M^-1 J^T p (Djerassi 2012 (1)-(4)). */
TD_API td_status td_effector_invariants(const td_speeds *system, int32_t *count, td_real *rows);

#endif
