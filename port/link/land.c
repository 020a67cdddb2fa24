#include "land.h"

#include <string.h>

#include "holes.h"

TD_LINK_HAS_NO_HOLES(td_foot);
/* But for most_touches and legs, which stand behind the addresses. */
TD_LINK_FILLS(td_lander, TD_LINK_LANDER_BYTES + sizeof(int32_t) + TD_MAX_FEET * sizeof(td_leg));
TD_LINK_HAS_NO_HOLES(td_landing);

static int32_t land(void *context, const void *request, void *result) {
  const td_link_landing *const before = request;
  td_landing *const after = result;
  td_lander lander = {0};
  (void)context;
  memcpy(&lander, before->lander, sizeof before->lander);
  *after = before->landing;
  return td_landing_step(after, &lander, before->until, NULL);
}

const td_link_function td_link_land[TD_LINK_LAND_COUNT] = {
    {{TD_LINK_LAND, sizeof(td_link_landing), sizeof(td_landing)}, land, NULL},
};
