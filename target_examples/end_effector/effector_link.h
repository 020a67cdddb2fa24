/* What firmware offers of the end effector over the link: an arm about to touch, and what the touch does to it
 * (touchdown/effector.h), the arrays that a td_effector points to laid into the payload. Numbers and payloads as in
 * port/link/link.h. */
#ifndef TOUCHDOWN_TARGET_EXAMPLES_EFFECTOR_LINK_H
#define TOUCHDOWN_TARGET_EXAMPLES_EFFECTOR_LINK_H

#include "server.h"
#include "touchdown/effector.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EFFECTOR_LINK_PREDICT 21 /* effector_link_question -> effector_link_answer */

#define EFFECTOR_LINK_SPEEDS 12 /* at most, and as many rows that are held */

/* Matrices are by rows without gaps: M has n x n entries, J 3 x n, A rows x n; what is behind them is not read. */
typedef struct effector_link_question {
  int32_t n, rows;
  td_real M[EFFECTOR_LINK_SPEEDS * EFFECTOR_LINK_SPEEDS];
  td_real J[3 * EFFECTOR_LINK_SPEEDS];
  td_real u[EFFECTOR_LINK_SPEEDS];
  td_real A[EFFECTOR_LINK_SPEEDS * EFFECTOR_LINK_SPEEDS];
  td_real hold[EFFECTOR_LINK_SPEEDS];
  td_real max_speed_jump[EFFECTOR_LINK_SPEEDS];
  td_real max_joint_impulse[EFFECTOR_LINK_SPEEDS];
  td_real max_constraint_impulse[EFFECTOR_LINK_SPEEDS];
  td_real normal[3]; /* world axes */
  td_surface surface;
  td_real stiffness, max_force;
} effector_link_question;

typedef struct effector_link_answer {
  td_effector_impact impact;
  td_real u_after[EFFECTOR_LINK_SPEEDS];
  td_real joint_impulses[EFFECTOR_LINK_SPEEDS];
  td_real constraint_impulses[EFFECTOR_LINK_SPEEDS];
} effector_link_answer;

#define EFFECTOR_LINK_COUNT 1
extern const td_link_function effector_link[EFFECTOR_LINK_COUNT];

#ifdef __cplusplus
}
#endif

#endif
