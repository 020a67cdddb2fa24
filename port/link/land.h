/* The motion until rest as the link offers it: apart from the impacts, for firmware with room. */
#ifndef TOUCHDOWN_PORT_LINK_LAND_H
#define TOUCHDOWN_PORT_LINK_LAND_H

#include <stddef.h>

#include "server.h"
#include "touchdown/landing.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A lander as the link carries it: without its height function, which is an address, and what stands behind it. Its
 * ground is planes, and its legs are rigid. */
#define TD_LINK_LANDER_BYTES offsetof(td_lander, height)

/* What TD_LINK_LAND takes: td_landing_step of it, `until` then. */
typedef struct td_link_landing {
  td_real lander[TD_LINK_LANDER_BYTES / sizeof(td_real)]; /* the first bytes of a td_lander */
  td_landing landing;
  td_real until;
} td_link_landing;

#define TD_LINK_LAND_COUNT 1
extern const td_link_function td_link_land[TD_LINK_LAND_COUNT];

#ifdef __cplusplus
}
#endif

#endif
