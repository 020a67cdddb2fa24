#include "derivatives.h"

#include <stddef.h>

#include "holes.h"
#include "touchdown/sensitivity.h"

TD_LINK_HAS_NO_HOLES(td_impact_derivatives);
TD_LINK_HAS_NO_HOLES(td_body_derivatives);

static int32_t resolve(void *context, const void *request, void *result) {
  (void)context;
  return td_resolve_derivatives(request, result, NULL);
}

static int32_t resolve_body(void *context, const void *request, void *result) {
  (void)context;
  return td_resolve_body_derivatives(request, result, NULL);
}

const td_link_function td_link_derivatives[TD_LINK_DERIVATIVES_COUNT] = {
    {{TD_LINK_RESOLVE_DERIVATIVES, sizeof(td_contact), sizeof(td_impact_derivatives)}, resolve, NULL},
    {{TD_LINK_RESOLVE_BODY_DERIVATIVES, sizeof(td_body_contact), sizeof(td_body_derivatives)}, resolve_body, NULL},
};
