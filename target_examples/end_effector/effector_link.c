#include "effector_link.h"

#include <string.h>

static int32_t predict(void *context, const void *request, void *result) {
  const effector_link_question *const question = request;
  effector_link_answer *const answer = result;
  td_effector effector = {.max_speed_jump = question->max_speed_jump,
                          .max_joint_impulse = question->max_joint_impulse,
                          .max_constraint_impulse = question->max_constraint_impulse,
                          .stiffness = question->stiffness,
                          .max_force = question->max_force};
  (void)context;
  if (question->n > EFFECTOR_LINK_SPEEDS || question->rows > EFFECTOR_LINK_SPEEDS) return TD_REFUSED_SIZE;
  memset(answer, 0, sizeof *answer);
  effector.speeds = (td_speeds){.system = {.n = question->n,
                                           .M = question->M,
                                           .u = question->u,
                                           .constraints = question->rows,
                                           .A = question->A,
                                           .hold = question->hold},
                                .J = question->J,
                                .axes = TD_AXES_WORLD,
                                .normal = {question->normal[0], question->normal[1], question->normal[2]},
                                .surface = question->surface};
  return td_predict_effector(&effector, &answer->impact,
                             &(td_system_after){answer->u_after, answer->joint_impulses, answer->constraint_impulses});
}

const td_link_function effector_link[EFFECTOR_LINK_COUNT] = {
    {{EFFECTOR_LINK_PREDICT, sizeof(effector_link_question), sizeof(effector_link_answer)}, predict, NULL},
};
