#include "observer_link.h"

#include <string.h>

#include "crc32.h"
#include "holes.h"

TD_LINK_HAS_NO_HOLES(td_monitor_machine);
TD_LINK_HAS_NO_HOLES(td_monitor);

static td_monitor_machine machine; /* the one */
static td_monitor observer;        /* its own */

static int32_t start(void *context, const void *request, void *result) {
  observer_link_answer *const answer = result;
  (void)context;
  memset(answer, 0, sizeof *answer);
  memcpy(&machine, request, sizeof machine);
  return td_monitor_start(&observer, &machine);
}

static td_joints_sample sample_of(const observer_link_samples *batch, int32_t i) {
  const int32_t n = batch->n, feet = batch->feet;
  const td_real *const numbers = batch->numbers + i * observer_link_stride(n, feet, batch->pushes);
  td_joints_sample sample = {.n = n, .feet = feet, .dt = numbers[0], .M = numbers + 1};
  sample.u = sample.M + n * n;
  sample.force = sample.u + n;
  sample.J = sample.force + n;
  sample.normals = sample.J + 3 * feet * n;
  sample.pushes = batch->pushes;
  sample.push = sample.normals + 3 * feet;
  return sample;
}

static int fits(const observer_link_samples *batch) {
  const int32_t n = batch->n, feet = batch->feet, count = batch->count;
  return n >= 1 && n <= TD_MAX_SPEEDS && feet >= 1 && feet <= TD_MAX_FEET && count >= 0 &&
         count <= OBSERVER_LINK_BATCH && count * n <= OBSERVER_LINK_RESIDUALS && batch->pushes >= 0 &&
         batch->pushes <= TD_MAX_PUSHES &&
         count * observer_link_stride(n, feet, batch->pushes) <= OBSERVER_LINK_NUMBERS;
}

static int32_t take(void *context, const void *request, void *result) {
  const observer_link_samples *const batch = request;
  observer_link_answer *const answer = result;
  td_status status = TD_SOLVED;
  (void)context;
  if (!fits(batch)) return TD_REFUSED_SIZE;
  memset(answer, 0, sizeof *answer);
  while (answer->taken < batch->count && answer->ended == 0) {
    const int32_t before = observer.phase;
    const td_joints_sample sample = sample_of(batch, answer->taken);
    const td_status one = td_monitor_feed_joints(&observer, &machine, &sample);
    if (one < 0) return one;
    status |= one;
    memcpy(answer->residual + answer->taken * batch->n, observer.residual, (size_t)batch->n * sizeof(td_real));
    answer->moment[answer->taken++] = link_moment_of(&observer.event, observer.phase, observer.foot, observer.hold);
    answer->ended = before == TD_MONITOR_WEIGHS && observer.phase != TD_MONITOR_WEIGHS;
  }
  answer->event = observer.event;
  answer->state = td_crc32c(0, (const uint8_t *)&observer, (int32_t)sizeof observer);
  return status;
}

const td_link_function observer_link[OBSERVER_LINK_COUNT] = {
    {{OBSERVER_LINK_START, sizeof(td_monitor_machine), sizeof(observer_link_answer)}, start, NULL},
    {{OBSERVER_LINK_SAMPLES, sizeof(observer_link_samples), sizeof(observer_link_answer)}, take, NULL},
};
