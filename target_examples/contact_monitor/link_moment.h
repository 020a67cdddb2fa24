/* What firmware sends over the link after one sample of the contact monitor or of the momentum observer. */
#ifndef TOUCHDOWN_TARGET_EXAMPLES_LINK_MOMENT_H
#define TOUCHDOWN_TARGET_EXAMPLES_LINK_MOMENT_H

#include "touchdown/monitor.h"

typedef struct link_moment {
  td_real contact;   /* [-] probability that the open event is a contact; 0: none is open */
  uint32_t feet;     /* TD_FOOT_* of foot i in bits 2 i and 2 i + 1 */
  uint32_t reported; /* bit i: this sample reported that foot i touches */
} link_moment;

static inline td_real link_contact_of(const td_contact_event *event, int32_t phase) {
  const td_real *const p = event->probability;
  if (phase != TD_MONITOR_WEIGHS) return 0;
  return p[TD_EXPLAINED_BY_FOOT] + p[TD_EXPLAINED_BY_FEET] + p[TD_EXPLAINED_BY_POINT];
}

/* A touch that is reported now holds for TD_MONITOR_LONGEST samples, this one among them. */
static inline link_moment link_moment_of(const td_contact_event *event, int32_t phase, const int32_t *foot,
                                         const int32_t *hold) {
  link_moment moment = {link_contact_of(event, phase), 0, 0};
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    moment.feet |= (uint32_t)(foot[i] & 3) << (2 * i);
    if (hold[i] >= TD_MONITOR_LONGEST - 1) moment.reported |= 1U << i;
  }
  return moment;
}

#endif
