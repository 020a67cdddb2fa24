/* A struct goes over the link as it lies in memory, so it must have no holes: where td_real is float, it is as large as
 * its fields together. Else the file that says so does not compile. */
#ifndef TOUCHDOWN_PORT_LINK_HOLES_H
#define TOUCHDOWN_PORT_LINK_HOLES_H

#include "numbers.h"
#include "touchdown/precision.h"

/* The same of its first `bytes`, behind which there are no numbers. */
#define TD_LINK_FILLS(type, bytes) \
  typedef char type##_has_holes[sizeof(td_real) != 4 || (bytes) / 4 == TD_NUMBERS_OF_##type ? 1 : -1]
#define TD_LINK_HAS_NO_HOLES(type) \
  typedef char type##_has_holes[sizeof(td_real) != 4 || sizeof(type) / 4 == TD_NUMBERS_OF_##type ? 1 : -1]

#endif
