/* The resolver's functions with derivatives as the link offers them: apart from the others, for firmware with room. */
#ifndef TOUCHDOWN_PORT_LINK_DERIVATIVES_H
#define TOUCHDOWN_PORT_LINK_DERIVATIVES_H

#include "server.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TD_LINK_DERIVATIVES_COUNT 2
extern const td_link_function td_link_derivatives[TD_LINK_DERIVATIVES_COUNT];

#ifdef __cplusplus
}
#endif

#endif
