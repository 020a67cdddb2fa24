/* touchdown/touchdown.h - Touchdown's C99 interface: all of it, in one include. Each header is a manual to be read top
 * to bottom, and compiles alone.
 *
 *   status.h         every status and every caveat, and what to do about each
 *   limits.h         sizes that are fixed when the library is compiled, and what it was compiled for
 *   impact.h         one contact: if this body hits the ground now, in this state, what happens?
 *   prepared.h       the same impact without a report, prepared ahead
 *   systems.h        the same impact for pairs of bodies, generalized speeds M, J, u and held constraints
 *   multi_contact.h  several contacts at once
 *   sensitivity.h    how an impact changes with what goes in, and how errors and covariance come through it
 *   landing.h        when a lander touches first, how it comes to rest, and whether it stands
 *   effector.h       how fast a hand may approach
 *   drop.h           restitution, friction and duration out of a recorded or streamed impact
 *   monitor.h        whether something touched, which foot, when and how hard
 *   touchdown.hpp    the C++ face of all of them
 *
 * Promises of every function here
 *   - Pure: it reads its inputs, writes its outputs, keeps nothing. Reentrant; callable from an interrupt.
 *   - Bounded: no heap, no recursion, no loop without a constant bound.
 *   - Total: any bit pattern in any field gets a defined answer. A negative status means refused, and then no output
 * has been touched.
 *   - Deterministic: the same input gives the same bits on every target (only + - * / sqrt, in one order).
 *
 * Zero. Begin with a struct of zeros: a limit or an option that is 0 stands for the default that its comment names. The
 * machine and its motion have no defaults: there 0 means 0, and is refused where no machine can have it (a mass, an
 * inertia, a normal, an attitude, a number of feet or of speeds).
 *
 * Work. host_tests/bench/README.md lists instructions and stack of each function: the worst found, and the bound
 * proven.
 *
 * Units are SI. Any other consistent set works as well: the results scale with the units.
 *
 * Symbols, units and signs are in docs/theory/index.md. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_TOUCHDOWN_H
#define TOUCHDOWN_TOUCHDOWN_H

#include <stdint.h>

#include "touchdown/drop.h"
#include "touchdown/effector.h"
#include "touchdown/impact.h"
#include "touchdown/landing.h"
#include "touchdown/limits.h"
#include "touchdown/monitor.h"
#include "touchdown/multi_contact.h"
#include "touchdown/prepared.h"
#include "touchdown/sensitivity.h"
#include "touchdown/status.h"
#include "touchdown/systems.h"

/* ---- Version --------------------------------------------------------------------------------------------------------
 */

/* Changes when existing calls change. */
#define TD_VERSION_MAJOR 0
/* Changes when something is added. */
#define TD_VERSION_MINOR 3
/* Changes with corrections alone. */
#define TD_VERSION_PATCH 0

/* Version of the linked library: major * 10000 + minor * 100 + patch. */
TD_API int32_t td_version(void);

#endif
