/* A single impact as the link offers it. */
#ifndef TOUCHDOWN_PORT_LINK_RESOLVER_H
#define TOUCHDOWN_PORT_LINK_RESOLVER_H

#include "server.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TD_LINK_RESOLVER_COUNT 2
extern const td_link_function td_link_resolver[TD_LINK_RESOLVER_COUNT];

#ifdef __cplusplus
}
#endif

#endif
