/* What firmware offers of the contact monitor over the link: the machine in, then its samples by the batch, and what
 * the monitor reports of each. Numbers and payloads as in port/link/link.h. */
#ifndef TOUCHDOWN_TARGET_EXAMPLES_MONITOR_LINK_H
#define TOUCHDOWN_TARGET_EXAMPLES_MONITOR_LINK_H

#include "link_moment.h"
#include "server.h"
#include "touchdown/monitor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MONITOR_LINK_START 19   /* td_monitor_machine -> monitor_link_answer */
#define MONITOR_LINK_SAMPLES 20 /* monitor_link_samples -> monitor_link_answer */

#define MONITOR_LINK_BATCH 32

typedef struct monitor_link_samples {
  int32_t count; /* 0 .. MONITOR_LINK_BATCH */
  td_monitor_sample samples[MONITOR_LINK_BATCH];
} monitor_link_samples;

typedef struct monitor_link_answer {
  int32_t taken;  /* samples of this batch: none after the one that ended an event */
  int32_t ended;  /* 1: the last of them ended `event` */
  uint32_t state; /* CRC-32C of the whole monitor, so that each of its bits is compared */
  td_contact_event event;
  link_moment moment[MONITOR_LINK_BATCH];
} monitor_link_answer;

#define MONITOR_LINK_COUNT 2
extern const td_link_function monitor_link[MONITOR_LINK_COUNT];

#ifdef __cplusplus
}
#endif

#endif
