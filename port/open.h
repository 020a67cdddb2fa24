/* The port of whatever the program is built for; each folder here gives it. */
#ifndef TOUCHDOWN_PORT_OPEN_H
#define TOUCHDOWN_PORT_OPEN_H

#include "touchdown/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the machine's byte stream and counter and fills in `port`. Once.
 * On a board the stream is its serial port, on a host standard input and output, whose end ends the program. */
void td_port_open(td_port *port);

#ifdef __cplusplus
}
#endif

#endif
