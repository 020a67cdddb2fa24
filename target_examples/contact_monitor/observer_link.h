/* What firmware offers of the momentum observer over the link: the machine in, then its samples by the batch, and what
 * the observer reports of each. Numbers and payloads as in port/link/link.h. */
#ifndef TOUCHDOWN_TARGET_EXAMPLES_OBSERVER_LINK_H
#define TOUCHDOWN_TARGET_EXAMPLES_OBSERVER_LINK_H

#include "link_moment.h"
#include "server.h"
#include "touchdown/monitor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OBSERVER_LINK_START 22   /* td_monitor_machine -> observer_link_answer */
#define OBSERVER_LINK_SAMPLES 23 /* observer_link_samples -> observer_link_answer */

#define OBSERVER_LINK_BATCH 16     /* samples at most */
#define OBSERVER_LINK_NUMBERS 500  /* of all of them */
#define OBSERVER_LINK_RESIDUALS 48 /* of all of them */

typedef struct observer_link_samples {
  int32_t n, feet; /* as the machine's */
  int32_t count;   /* 0 .. OBSERVER_LINK_BATCH */
  int32_t pushes;  /* of each sample, 0 .. TD_MAX_PUSHES */
  /* One sample behind the other, as td_joints_sample: dt, M (n x n), u (n), force (n), J (feet x 3 x n), normals
   * (feet x 3), push (pushes x n). What is behind them is not read. */
  td_real numbers[OBSERVER_LINK_NUMBERS];
} observer_link_samples;

typedef struct observer_link_answer {
  int32_t taken;  /* samples of this batch: none after the one that ended an event */
  int32_t ended;  /* 1: the last of them ended `event` */
  uint32_t state; /* CRC-32C of the whole observer, so that each of its bits is compared */
  td_contact_event event;
  link_moment moment[OBSERVER_LINK_BATCH];
  td_real residual[OBSERVER_LINK_RESIDUALS]; /* n of each sample, one behind the other */
} observer_link_answer;

/* Numbers of one sample. */
static inline int32_t observer_link_stride(int32_t n, int32_t feet, int32_t pushes) {
  return 1 + n * n + 2 * n + 3 * feet * n + 3 * feet + pushes * n;
}

#define OBSERVER_LINK_COUNT 2
extern const td_link_function observer_link[OBSERVER_LINK_COUNT];

#ifdef __cplusplus
}
#endif

#endif
