/* touchdown/limits.h - how large a system may be, and which laws and methods there are: fixed when the library is
 * compiled.
 *
 * Every size can be set, for the library and for its users alike: with CMake by -DTOUCHDOWN_MAX_SPEEDS=18 and so on,
 * which reach every target that links touchdown::touchdown or asks pkg-config; else by -DTD_MAX_SPEEDS=18 for every
 * file of both (Zephyr: CONFIG_TOUCHDOWN_MAX_SPEEDS; ESP-IDF: idf.py -DTOUCHDOWN_MAX_SPEEDS=18; PlatformIO:
 * build_flags; Arduino: below, in this file). A program that may not have been compiled with its library asks
 * td_limits_of_library before anything else. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_LIMITS_H
#define TOUCHDOWN_LIMITS_H

#include <stdint.h>

#include "touchdown/status.h"

/* Generalized speeds, at most; more are TD_REFUSED_SIZE. A quadruped has 18, which take twice the
 * stack of 12. Stack grows with TD_MAX_SPEEDS * (TD_MAX_SPEEDS + TD_MAX_CONSTRAINTS); of structs, td_monitor and
 * td_monitor_machine alone depend on either. */
#ifndef TD_MAX_SPEEDS
#define TD_MAX_SPEEDS 12
#endif
#ifndef TD_MAX_CONSTRAINTS
#define TD_MAX_CONSTRAINTS TD_MAX_SPEEDS /* rows of A, at most */
#endif

/* Contacts at once, at most. No struct depends on it. */
#ifndef TD_MAX_CONTACTS
#define TD_MAX_CONTACTS 8
#endif

/* Feet of a lander, at most; not more than TD_MAX_CONTACTS, for all may touch at once. td_lander grows with it. */
#ifndef TD_MAX_FEET
#define TD_MAX_FEET TD_MAX_CONTACTS
#endif

#if TD_MAX_SPEEDS < 1 || TD_MAX_CONSTRAINTS < 1 || TD_MAX_CONTACTS < 1 || TD_MAX_FEET < 1
#error "Touchdown: TD_MAX_SPEEDS, CONSTRAINTS, CONTACTS and FEET are 1 at least"
#endif
#if TD_MAX_FEET > TD_MAX_CONTACTS
#error "Touchdown: TD_MAX_FEET exceeds TD_MAX_CONTACTS, and all feet may touch at once"
#endif

/* What the linked library was compiled for. The same in both precisions. */
typedef struct td_limits {
  int32_t max_speeds, max_constraints; /* TD_MAX_SPEEDS, TD_MAX_CONSTRAINTS */
  int32_t max_contacts;                /* TD_MAX_CONTACTS */
  int32_t max_feet;                    /* TD_MAX_FEET */
  int32_t laws;                        /* sum of 1 << TD_LAW_* of those that it has; any other is TD_REFUSED_LAW */
  int32_t methods; /* sum of 1 << TD_METHOD_* of those that it has; any other is TD_REFUSED_METHOD */
} td_limits;

/* The limits of the linked library, which need not be those that this file is compiled for.
 *
 * limits   written only if the status is not negative.
 * returns  TD_SOLVED, or TD_REFUSED_NULL. */
TD_API td_status td_limits_of_library(td_limits *limits);

#endif
