/* What the drop-test firmware offers over the link beside the resolver's functions: raw samples in, what the impact was
 * out, and the impact that the resolver makes of it. Numbers and payloads as in port/link/link.h. */
#ifndef TOUCHDOWN_TARGET_EXAMPLES_DROP_LINK_H
#define TOUCHDOWN_TARGET_EXAMPLES_DROP_LINK_H

#include "server.h"
#include "touchdown/drop.h"
#include "touchdown/multi_contact.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DROP_LINK_START 16   /* td_drop_rig -> drop_link_progress */
#define DROP_LINK_SAMPLES 17 /* drop_link_samples -> drop_link_progress */
#define DROP_LINK_IMPACT 18  /* drop_link_question -> drop_link_answer, and on to the next impact (td_drop_rearm) */

#define DROP_LINK_BATCH 64

typedef struct drop_link_samples {
  int32_t count; /* 0 .. DROP_LINK_BATCH */
  td_drop_sample samples[DROP_LINK_BATCH];
} drop_link_samples;

typedef struct drop_link_progress {
  int32_t phase; /* TD_DROP_* */
  int32_t taken; /* samples of this batch: none after the one that completed an impact */
} drop_link_progress;

typedef struct drop_link_question {
  td_drop_approach approach; /* speed 0: not known */
  td_body_contact body; /* in the state before the impact; its e, mu_s and mu_k are replaced by the measured ones */
} drop_link_question;

typedef struct drop_link_answer {
  td_drop_impact measured;
  td_body_impact resolved; /* 0 where it was refused */
  int32_t resolved_status;
} drop_link_answer;

#define DROP_LINK_COUNT 3
extern const td_link_function drop_link[DROP_LINK_COUNT];

#ifdef __cplusplus
}
#endif

#endif
