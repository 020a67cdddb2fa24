/* The target's end of the link: carries out requests by a table of functions and answers them. */
#ifndef TOUCHDOWN_PORT_LINK_SERVER_H
#define TOUCHDOWN_PORT_LINK_SERVER_H

#include <stdint.h>

#include "frame.h"
#include "link.h"
#include "touchdown/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One function that the host may call. */
typedef struct td_link_function {
  td_link_signature signature;
  /* Reads the input struct, returns a status, and, unless that is negative, has written the result struct. Runs with
   * interrupts off, so that what it costs is counted exactly. */
  int32_t (*call)(void *context, const void *request, void *result);
  void *context;
} td_link_function;

/* An answer kept for the case that its request comes again. */
typedef struct td_link_kept {
  uint8_t payload[TD_LINK_PAYLOAD];
  int32_t size;
  uint32_t request; /* CRC-32C of its payload */
  uint16_t sequence;
  uint8_t function;
  uint8_t used;
} td_link_kept;

/* The caller's memory; nothing in it is to be read but the counters. */
typedef struct td_link_server {
  const td_port *port;
  const td_link_function *functions;
  int32_t function_count;
  uint32_t measuring;  /* what counting by itself counts */
  uint32_t sources[2]; /* as sent in the handshake: td_link_hello */
  uint32_t loops[3];
  uint32_t session;
  uint8_t has_session;

  uint32_t answered; /* requests carried out */
  uint32_t repeated; /* requests that came again */
  uint32_t garbled;  /* frames that did not check */

  td_frame_receiver receiver;
  td_link_kept kept[TD_LINK_WINDOW];
  uint64_t request[(TD_LINK_PAYLOAD + 7) / 8]; /* aligned for any struct */
  uint64_t result[(TD_LINK_PAYLOAD + 7) / 8];
} td_link_server;

/* `port` and `functions` stay the caller's and must outlive the server. Returns 0, or TD_LINK_BAD_TABLE where there are
 * more than TD_LINK_MAX_FUNCTIONS functions, one without a `call`, one whose number is TD_LINK_HELLO, above 255 or
 * another's, or one whose structs are larger than TD_LINK_PAYLOAD has room for (an answer's has a td_link_outcome in
 * front). Such a server serves nothing, and says why to a host that greets it. */
int32_t td_link_start(td_link_server *server, const td_port *port, const td_link_function *functions,
                      int32_t function_count);

/* Waits up to `timeout_ms` for bytes and deals with those that came. To be called for ever. */
void td_link_serve(td_link_server *server, uint32_t timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
