#include "landed.h"

#include <stddef.h>
#include <string.h>

static void forget(landed *x, int32_t state) {
  memset(&x->state, 0, sizeof *x - offsetof(landed, state));
  x->state = state;
}

static void hear(landed *x, int source, int32_t touches) {
  if (!touches) x->trusted[source] = 1;
  if (!touches || !x->trusted[source])
    x->count[source] = 0;
  else if (x->count[source] < x->persistence)
    x->count[source]++;
  if (x->count[source] == x->persistence)
    x->left[source] = x->memory;
  else if (x->left[source] > 0)
    x->left[source]--;
}

int landed_step(landed *x, td_real height, const int32_t touches[2]) {
  if (x->state == LANDED_DOWN) return 1;
  if (height >= x->height) forget(x, LANDED_SAFE);
  if (height < x->height && x->state == LANDED_SAFE) forget(x, LANDED_ARMED);
  if (x->state == LANDED_SAFE) return 0;
  for (int i = 0; i < 2; ++i) hear(x, i, touches[i]);
  x->state = LANDED_ARMED + (x->left[0] > 0) + (x->left[1] > 0);
  return x->state == LANDED_DOWN;
}

first_touch first_touch_of(td_real height, td_real speed, const td_real covariance[3]) {
  const td_real time = height / speed;
  const td_real variance = covariance[0] - 2 * time * covariance[1] + time * time * covariance[2];
  return (first_touch){time, variance / (speed * speed)};
}

int is_predicted(const first_touch *touch, const td_contact_event *event) {
  const td_real late = -event->age - touch->time;
  return late * late <= 9 * touch->variance;
}
