#include "resolver.h"

#include <stddef.h>

#include "holes.h"
#include "touchdown/touchdown.h"

TD_LINK_HAS_NO_HOLES(td_contact);
TD_LINK_HAS_NO_HOLES(td_impact);
TD_LINK_HAS_NO_HOLES(td_body_contact);
TD_LINK_HAS_NO_HOLES(td_body_impact);

static int32_t resolve(void *context, const void *request, void *result) {
  (void)context;
  return td_resolve(request, result);
}

static int32_t resolve_body(void *context, const void *request, void *result) {
  (void)context;
  return td_resolve_body(request, result);
}

const td_link_function td_link_resolver[TD_LINK_RESOLVER_COUNT] = {
    {{TD_LINK_RESOLVE, sizeof(td_contact), sizeof(td_impact)}, resolve, NULL},
    {{TD_LINK_RESOLVE_BODY, sizeof(td_body_contact), sizeof(td_body_impact)}, resolve_body, NULL},
};
