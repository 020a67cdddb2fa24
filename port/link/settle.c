#include "settle.h"

#include <string.h>

#include "holes.h"

TD_LINK_HAS_NO_HOLES(td_settling_foot);
/* But for most_touches, which stands behind the addresses. */
TD_LINK_FILLS(td_settling_body, TD_LINK_BODY_BYTES + sizeof(int32_t));
TD_LINK_HAS_NO_HOLES(td_settling);

static int32_t settle(void *context, const void *request, void *result) {
  const td_link_settling *const before = request;
  td_settling *const after = result;
  td_settling_body body = {0};
  (void)context;
  memcpy(&body, before->body, sizeof before->body);
  *after = before->settling;
  return td_settling_step(&body, before->until, after);
}

const td_link_function td_link_settle[TD_LINK_SETTLE_COUNT] = {
    {{TD_LINK_SETTLE, sizeof(td_link_settling), sizeof(td_settling)}, settle, NULL},
};
