/* landed.h - says once that the machine has landed. Mars Polar Lander's latch cut its engine at 40 m, because it kept
 * what a leg's deployment had set at 1500 m. So here
 *   - nothing counts above a height, and a source that still reports a touch when the latch is armed counts only after
 * it has been silent once;
 *   - a source has to report it for some samples in a row;
 *   - two sources of different kinds have to report it: the monitor, and a switch, the load on the legs, a radar that
 * stands still.
 *
 *   SAFE --- below the height ---> ARMED --- a source ---> SUSPECTS --- the other ---> DOWN, for ever
 *     ^----- above it again ---------'<---- memory is over -----'
 *
 * While the height is not known (NaN), SAFE stays SAFE; the others go on. It also says whether a touch came when it was
 * predicted. */
#ifndef LANDED_H
#define LANDED_H

#include "touchdown/monitor.h"

enum { LANDED_SAFE, LANDED_ARMED, LANDED_SUSPECTS, LANDED_DOWN };

typedef struct landed {
  td_real height;      /* [m] below which it is armed */
  int32_t persistence; /* samples in a row, 1 or more */
  int32_t memory;      /* samples for which one source waits for the other, 1 or more */
  int32_t state;       /* LANDED_*; begin with all from here on 0 */
  int32_t trusted[2];  /* 1: the source was silent since the latch was armed */
  int32_t count[2];    /* samples in a row */
  int32_t left[2];     /* samples for which it is remembered */
} landed;

/* One sample; of each source: 0 no, else yes. Returns 1 once it has landed. */
int landed_step(landed *x, td_real height, const int32_t touches[2]);

/* The first touch as predicted by a height and a speed downwards, with their covariance hh, hv, vv. */
typedef struct first_touch {
  td_real time, variance; /* [s] from the newest sample, [s^2] */
} first_touch;
first_touch first_touch_of(td_real height, td_real speed, const td_real covariance[3]);

/* 1: a touch came within 3 standard deviations of it; else it is another one. */
int is_predicted(const first_touch *touch, const td_contact_event *event);

#endif
