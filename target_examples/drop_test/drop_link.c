#include "drop_link.h"

#include <string.h>

static td_drop_test test; /* the one rig's */

static int32_t start(void *context, const void *request, void *result) {
  drop_link_progress *const progress = result;
  (void)context;
  const td_status status = td_drop_start(&test, request);
  *progress = (drop_link_progress){.phase = test.phase};
  return status;
}

static int32_t take(void *context, const void *request, void *result) {
  const drop_link_samples *const batch = request;
  drop_link_progress *const progress = result;
  td_status status = TD_SOLVED;
  int32_t taken = 0;
  (void)context;
  if (batch->count < 0 || batch->count > DROP_LINK_BATCH) return TD_REFUSED_SIZE;
  while (taken < batch->count && test.phase != TD_DROP_READY) {
    const td_status one = td_drop_feed(&test, &batch->samples[taken++]);
    if (one < 0) return one;
    status |= one;
  }
  *progress = (drop_link_progress){.phase = test.phase, .taken = taken};
  return status;
}

static int32_t report(void *context, const void *request, void *result) {
  const drop_link_question *const question = request;
  drop_link_answer *const answer = result;
  (void)context;
  memset(answer, 0, sizeof *answer);
  const td_drop_approach *const known = question->approach.speed != 0 ? &question->approach : NULL;
  const td_status status = td_drop_impact_of(&test, known, &answer->measured);
  if (test.phase == TD_DROP_READY) (void)td_drop_rearm(&test);
  if (status < 0) return status;
  td_body_contact body = question->body;
  body.surface.e = answer->measured.e.value;
  body.surface.mu_s = body.surface.mu_k = answer->measured.mu.value;
  answer->resolved_status = td_resolve_body(&body, &answer->resolved);
  return status;
}

const td_link_function drop_link[DROP_LINK_COUNT] = {
    {{DROP_LINK_START, sizeof(td_drop_rig), sizeof(drop_link_progress)}, start, NULL},
    {{DROP_LINK_SAMPLES, sizeof(drop_link_samples), sizeof(drop_link_progress)}, take, NULL},
    {{DROP_LINK_IMPACT, sizeof(drop_link_question), sizeof(drop_link_answer)}, report, NULL},
};
