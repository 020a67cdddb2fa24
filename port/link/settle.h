/* The motion until rest as the link offers it: apart from the impacts, for firmware with room. */
#ifndef TOUCHDOWN_PORT_LINK_SETTLE_H
#define TOUCHDOWN_PORT_LINK_SETTLE_H

#include <stddef.h>

#include "server.h"
#include "touchdown/settling.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A body as the link carries it: without its height function, which is an address. Its ground is planes. */
#define TD_LINK_BODY_BYTES offsetof(td_settling_body, height)

/* What TD_LINK_SETTLE takes: td_settling_step of it, `until` then. */
typedef struct td_link_settling {
  td_real body[TD_LINK_BODY_BYTES / sizeof(td_real)]; /* the first bytes of a td_settling_body */
  td_settling settling;
  td_real until;
} td_link_settling;

#define TD_LINK_SETTLE_COUNT 1
extern const td_link_function td_link_settle[TD_LINK_SETTLE_COUNT];

#ifdef __cplusplus
}
#endif

#endif
