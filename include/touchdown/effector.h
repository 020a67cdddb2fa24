/* touchdown/effector.h - how fast may the hand approach, and what do the joints feel when it touches?
 *
 * What touchdown.h promises holds here. The arm is a td_speeds (systems.h): M or its factor, J, joint
 * speeds, normal, surface, and constraints where joints are held. An impact is homogeneous in the velocity: twice the
 * speeds, twice the impulse and the jump of every joint, the same mode. So one impact says it for every speed along the
 * same approach. (For friction and restitution that do not depend on speed.) */
#ifndef TOUCHDOWN_EFFECTOR_H
#define TOUCHDOWN_EFFECTOR_H

#include <stdint.h>

#include "touchdown/precision.h"
#include "touchdown/systems.h"

/* An arm about to touch, and what its joints bear. */
TD_STRUCT(td_effector) {
  TD_OF(td_speeds) speeds;                  /* the arm, its speeds and the surface */
  const td_real *max_speed_jump TD_ZERO;    /* n, most change of each speed; infinity where free; null: none has a
                                               limit */
  const td_real *max_joint_impulse TD_ZERO; /* n, most impulse of the contact on each joint, |J^T p|; likewise */
  /* constraints, most impulse of what holds each row: of brakes, of gears; likewise */
  const td_real *max_constraint_impulse TD_ZERO;
  td_real stiffness TD_ZERO; /* [N/m] >= 0 of the contact along its normal; 0: not known, and no peak force */
  td_real max_force TD_ZERO; /* [N] >= 0, most peak force; 0 or infinity: it has no limit */
};

#define TD_LIMIT_NONE 0               /* no limit binds at any scale */
#define TD_LIMIT_SPEED_JUMP 1         /* most change of a speed */
#define TD_LIMIT_JOINT_IMPULSE 2      /* most impulse on a joint */
#define TD_LIMIT_CONSTRAINT_IMPULSE 3 /* most impulse of a row that is held */
#define TD_LIMIT_PEAK_FORCE 4         /* most peak force */

/* What the touch does to the arm. */
TD_STRUCT(td_effector_impact) {
  TD_OF(td_speeds_impact) speeds; /* as td_resolve_speeds gives it */
  td_real slide[3];    /* [-] direction in which the contact slides after, 0 where it sticks or what slip it has may be
                          rounding; world axes, or (t, s, n) with TD_AXES_CONTACT */
  td_real energy_lost; /* [J] through the contact, friction and restitution */
  td_real scale;       /* [-] largest factor on all speeds u before that respects every limit; TD_NOT_APPLICABLE
                          where none binds */
  int32_t limit;       /* TD_LIMIT_*: the one that binds there */
  int32_t joint;       /* and of which joint, or row; -1: none, or the peak force */
  td_real peak_force;  /* [N] most normal force of the transient contact of ISO/TS 15066: all energy of the approach in
                          the spring, |v_n| sqrt(stiffness / W_nn), without friction; TD_NOT_APPLICABLE without
                          stiffness */
};

/* Predicts the impact of an end effector, and how fast the same approach may be.
 *
 * impact   written only if the status is not negative.
 * after    as td_resolve_speeds.
 * returns  as td_resolve_speeds, or LIMIT.
 * cost     as td_resolve_speeds, and two divisions a joint. */
TD_API td_status td_predict_effector(const td_effector *effector, td_effector_impact *impact, td_system_after *after);

/* Impact-invariant directions: rows c, orthonormal, with c . u the same before and after, whatever the impulse at this
 * contact; c M^-1 J^T = 0 (under the constraints held). What a controller tracks through the impact.
 *
 * rows     room for n x n; receives `count` rows of n: n less the rank of J, 3 at most.
 * returns  TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE; u, surface and
 *          options are not read.
 * cost     n^3/6 for M and n^2 for each row.
 * source   du = M^-1 J^T p (Djerassi 2012 (1)-(4)). */
TD_API td_status td_effector_invariants(const td_speeds *system, int32_t *count, td_real *rows);

#endif
