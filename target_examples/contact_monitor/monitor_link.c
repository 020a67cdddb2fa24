#include "monitor_link.h"

#include <string.h>

#include "crc32.h"
#include "holes.h"

TD_LINK_HAS_NO_HOLES(td_monitor_machine);
TD_LINK_HAS_NO_HOLES(td_monitor_sample);
TD_LINK_HAS_NO_HOLES(td_contact_event);
TD_LINK_HAS_NO_HOLES(td_monitor);

static td_monitor_machine machine; /* the one */
static td_monitor monitor;         /* its own */

static int32_t start(void *context, const void *request, void *result) {
  monitor_link_answer *const answer = result;
  (void)context;
  memset(answer, 0, sizeof *answer);
  memcpy(&machine, request, sizeof machine);
  return td_monitor_start(&monitor, &machine);
}

static int32_t take(void *context, const void *request, void *result) {
  const monitor_link_samples *const batch = request;
  monitor_link_answer *const answer = result;
  td_status status = TD_SOLVED;
  (void)context;
  if (batch->count < 0 || batch->count > MONITOR_LINK_BATCH) return TD_REFUSED_SIZE;
  memset(answer, 0, sizeof *answer);
  while (answer->taken < batch->count && answer->ended == 0) {
    const int32_t before = monitor.phase;
    const td_status one = td_monitor_feed(&monitor, &machine, &batch->samples[answer->taken]);
    if (one < 0) return one;
    status |= one;
    answer->moment[answer->taken++] = link_moment_of(&monitor.event, monitor.phase, monitor.foot, monitor.hold);
    answer->ended = before == TD_MONITOR_WEIGHS && monitor.phase != TD_MONITOR_WEIGHS;
  }
  answer->event = monitor.event;
  answer->state = td_crc32c(0, (const uint8_t *)&monitor, (int32_t)sizeof monitor);
  return status;
}

const td_link_function monitor_link[MONITOR_LINK_COUNT] = {
    {{MONITOR_LINK_START, sizeof(td_monitor_machine), sizeof(monitor_link_answer)}, start, NULL},
    {{MONITOR_LINK_SAMPLES, sizeof(monitor_link_samples), sizeof(monitor_link_answer)}, take, NULL},
};
