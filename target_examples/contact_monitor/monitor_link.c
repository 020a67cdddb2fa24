#include "monitor_link.h"

#include <string.h>

#include "crc32.h"

/* A struct goes over the link as it lies in memory, and the monitor's bytes are summed: neither may have holes. */
#define HAS_NO_HOLES(type, reals, integers) \
  typedef char type##_has_holes[sizeof(td_real) != 4 || sizeof(type) / 4 == (reals) + (integers) ? 1 : -1]

HAS_NO_HOLES(td_monitor_machine, 1 + 1 + 6 + 3 + (TD_MAX_FEET + TD_MAX_HULL_POINTS) * 5 + 9, 2);
HAS_NO_HOLES(td_monitor_sample, 5 * 3, 0);
HAS_NO_HOLES(td_contact_event, TD_EXPLANATIONS + TD_MAX_FEET * 4 + 3 + 1 + 3 + 1 + 1, 6);
HAS_NO_HOLES(td_contact_monitor,
             1 + 1 + 6 + 3 + (TD_MAX_FEET + TD_MAX_HULL_POINTS) * 5 + 9 + TD_MAX_FEET * 3 + TD_EXPLANATIONS +
                 TD_MAX_FEET * 4 + 9 + TD_MONITOR_BEFORE * 6 + 7 * 6 + 5 * 3 + 3 + 6,
             2 + 1 + TD_MAX_FEET + 6 + 8 + TD_MAX_FEET * 2);

static td_contact_monitor monitor; /* the one machine's */

static int32_t start(void *context, const void *request, void *result) {
  monitor_link_answer *const answer = result;
  (void)context;
  memset(answer, 0, sizeof *answer);
  return td_monitor_start(&monitor, request);
}

static td_real contact_of_open_event(void) {
  const td_real *const p = monitor.event.probability;
  if (monitor.phase != TD_MONITOR_WEIGHS) return 0;
  return p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT];
}

/* A touch that is told now holds for TD_MONITOR_LONGEST samples, this one among them. */
static monitor_link_moment moment_of(void) {
  monitor_link_moment moment = {.contact = contact_of_open_event()};
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    moment.feet |= (uint32_t)(monitor.foot[i] & 3) << (2 * i);
    if (monitor.hold[i] >= TD_MONITOR_LONGEST - 1) moment.told |= 1U << i;
  }
  return moment;
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
    const td_status one = td_monitor_feed(&monitor, &batch->samples[answer->taken]);
    if (one < 0) return one;
    status |= one;
    answer->moment[answer->taken++] = moment_of();
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
