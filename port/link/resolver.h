/* The resolver's functions as the link offers them. */
#ifndef TOUCHDOWN_PORT_LINK_RESOLVER_H
#define TOUCHDOWN_PORT_LINK_RESOLVER_H

#include "server.h"
#include "touchdown/settling.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What TD_LINK_SETTLE takes: td_settling_step of it, `until` then. */
typedef struct td_link_settling {
  td_settling_body body;
  td_settling settling;
  td_real until;
} td_link_settling;

#define TD_LINK_RESOLVER_COUNT 3
extern const td_link_function td_link_resolver[TD_LINK_RESOLVER_COUNT];

#ifdef __cplusplus
}
#endif

#endif
