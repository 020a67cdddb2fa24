#include "resolver.h"

#include <string.h>

#include "holes.h"

TD_LINK_HAS_NO_HOLES(td_contact, 6 + 3 + 3 + 2, 3);
TD_LINK_HAS_NO_HOLES(td_impact, 21, 6);
TD_LINK_HAS_NO_HOLES(td_body_contact, 1 + 6 + 4 * 3 + 3 + 2, 3);
TD_LINK_HAS_NO_HOLES(td_body_impact, 21 + 4 * 3, 6);
TD_LINK_HAS_NO_HOLES(td_settling_foot, 3 + 1 + 3 + 1, 0);
TD_LINK_FILLS(td_settling_body, TD_LINK_BODY_BYTES,
              1 + 6 + 3 + TD_MAX_FEET * (8 + 6) + TD_MAX_CLEARANCE_POINTS * 3 + 3 * 3 + 1 + 2 + 2 + 1, 3 + 3 + 3);
TD_LINK_HAS_NO_HOLES(td_settling, 3 + 4 + 3 + 3 + 5 + 2, 9 + 2);

static int32_t resolve(void *context, const void *request, void *result) {
  (void)context;
  return td_resolve(request, result);
}

static int32_t resolve_body(void *context, const void *request, void *result) {
  (void)context;
  return td_resolve_body(request, result);
}

static int32_t settle(void *context, const void *request, void *result) {
  const td_link_settling *const before = request;
  td_settling *const after = result;
  td_settling_body body = {0};
  (void)context;
  memcpy(&body, before->body, sizeof before->body);
  *after = before->settling;
  return td_settling_step(&body, before->until, after);
}

const td_link_function td_link_resolver[TD_LINK_RESOLVER_COUNT] = {
    {{TD_LINK_RESOLVE, sizeof(td_contact), sizeof(td_impact)}, resolve, NULL},
    {{TD_LINK_RESOLVE_BODY, sizeof(td_body_contact), sizeof(td_body_impact)}, resolve_body, NULL},
    {{TD_LINK_SETTLE, sizeof(td_link_settling), sizeof(td_settling)}, settle, NULL},
};
