#include "frame.h"

#include <string.h>

#include "crc32.h"

static void put_uint32(uint8_t *to, uint32_t value) {
  for (int k = 0; k < 4; k++) to[k] = (uint8_t)(value >> 8 * k);
}

static uint32_t get_uint32(const uint8_t *from) {
  return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

int32_t td_frame_encode(const td_frame *frame, uint8_t wire[TD_FRAME_WIRE_BYTES]) {
  uint8_t bytes[TD_FRAME_BYTES];
  bytes[0] = frame->kind;
  bytes[1] = frame->function;
  bytes[2] = (uint8_t)frame->sequence;
  bytes[3] = (uint8_t)(frame->sequence >> 8);
  if (frame->size > 0) memcpy(bytes + TD_FRAME_HEADER, frame->payload, (size_t)frame->size);
  const int32_t checked = TD_FRAME_HEADER + frame->size;
  put_uint32(bytes + checked, td_crc32(bytes, checked));
  wire[0] = 0;
  const int32_t encoded = td_cobs_encode(bytes, checked + 4, wire + 1);
  wire[1 + encoded] = 0;
  return encoded + 2;
}

static int32_t decode(td_frame_receiver *receiver, int32_t count, td_frame *frame) {
  uint8_t *const bytes = receiver->bytes;
  const int32_t decoded = td_cobs_decode(bytes, count, bytes);
  const int32_t checked = decoded - 4;
  if (checked < TD_FRAME_HEADER || checked > TD_FRAME_HEADER + TD_LINK_PAYLOAD) return TD_FRAME_GARBLED;
  if (td_crc32(bytes, checked) != get_uint32(bytes + checked)) return TD_FRAME_GARBLED;
  frame->kind = bytes[0];
  frame->function = bytes[1];
  frame->sequence = (uint16_t)(bytes[2] | bytes[3] << 8);
  frame->payload = bytes + TD_FRAME_HEADER;
  frame->size = checked - TD_FRAME_HEADER;
  return TD_FRAME_COMPLETE;
}

int32_t td_frame_receive(td_frame_receiver *receiver, uint8_t byte, td_frame *frame) {
  if (byte != 0) {
    if (receiver->count < TD_FRAME_WIRE_BYTES) receiver->bytes[receiver->count++] = byte;
    return TD_FRAME_NONE;
  }
  const int32_t count = receiver->count;
  receiver->count = 0;
  if (count == 0) return TD_FRAME_NONE;
  if (count == TD_FRAME_WIRE_BYTES) return TD_FRAME_GARBLED; /* longer than any frame */
  return decode(receiver, count, frame);
}
