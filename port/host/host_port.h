/* The hardware port on a POSIX system: a stream of two descriptors (standard input and output, a socket, a serial
 * device), a clock for a counter, signals for interrupts. */
#ifndef TOUCHDOWN_PORT_HOST_HOST_PORT_H
#define TOUCHDOWN_PORT_HOST_HOST_PORT_H

#include <signal.h>

#include "touchdown/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller's memory; must outlive the port. */
typedef struct td_host_port {
  int input, output; /* open descriptors */
  int gone;          /* set once the stream has ended */
  sigset_t signals;  /* blocked before the critical section was entered */
} td_host_port;

/* Fills in `port` over `self`. Its counter is in nanoseconds of the monotonic clock. */
void td_host_port_open(td_host_port *self, int input, int output, td_port *port);

#ifdef __cplusplus
}
#endif

#endif
