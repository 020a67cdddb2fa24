// placeholder
#include "touchdown/touchdown.h"

#ifndef TD_DOUBLE
int32_t td_version(void) { return TD_VERSION_MAJOR * 10000 + TD_VERSION_MINOR * 100 + TD_VERSION_PATCH; }
#endif
