/* A struct goes over the link as it lies in memory, so it must have no holes: where td_real is float, it is as large as
 * its fields together. Else the file that says so does not compile. */
#ifndef TOUCHDOWN_PORT_LINK_HOLES_H
#define TOUCHDOWN_PORT_LINK_HOLES_H

#include "touchdown/precision.h"

#define TD_LINK_FILLS(type, bytes, reals, integers) \
  typedef char type##_has_holes[sizeof(td_real) != 4 || (bytes) / 4 == (reals) + (integers) ? 1 : -1]
#define TD_LINK_HAS_NO_HOLES(type, reals, integers) TD_LINK_FILLS(type, sizeof(type), reals, integers)

#endif
