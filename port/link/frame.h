/* Frames to bytes and back: link.h says what a frame is. Used by both ends. */
#ifndef TOUCHDOWN_PORT_LINK_FRAME_H
#define TOUCHDOWN_PORT_LINK_FRAME_H

#include <stdint.h>

#include "cobs.h"
#include "link.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TD_FRAME_HEADER 4
#define TD_FRAME_BYTES (TD_FRAME_HEADER + TD_LINK_PAYLOAD + 4)
#define TD_FRAME_WIRE_BYTES (TD_COBS_BYTES(TD_FRAME_BYTES) + 2)

typedef struct td_frame {
  uint8_t kind;
  uint8_t function;
  uint16_t sequence;
  const uint8_t *payload; /* lives as long as what it was received into, and until the next byte */
  int32_t size;           /* of the payload */
} td_frame;

/* Writes a frame of at most TD_LINK_PAYLOAD bytes of payload to `wire`, the 0 at both ends included; returns the bytes.
 */
int32_t td_frame_encode(const td_frame *frame, uint8_t wire[TD_FRAME_WIRE_BYTES]);

/* Collects the bytes of one frame. Start with all zero. */
typedef struct td_frame_receiver {
  uint8_t bytes[TD_FRAME_WIRE_BYTES];
  int32_t count; /* since the last 0; stays at the capacity, which no frame reaches, once it is there */
} td_frame_receiver;

#define TD_FRAME_NONE 0
#define TD_FRAME_COMPLETE 1
#define TD_FRAME_GARBLED (-1)

/* Takes one byte. TD_FRAME_COMPLETE: `frame` has been filled in. TD_FRAME_GARBLED: something ended that was no frame.
 * Either way the next byte begins a new one: any 0 brings the two ends back in step. */
int32_t td_frame_receive(td_frame_receiver *receiver, uint8_t byte, td_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
