#include "cobs.h"

int32_t td_cobs_encode(const uint8_t *from, int32_t count, uint8_t *to) {
  int32_t written = 1;
  int32_t code_at = 0; /* where the length of the block being written goes */
  uint8_t code = 1;
  for (int32_t i = 0; i < count; i++) {
    if (code == 0xFF) {
      to[code_at] = code;
      code_at = written++;
      code = 1;
    }
    if (from[i] == 0) {
      to[code_at] = code;
      code_at = written++;
      code = 1;
    } else {
      to[written++] = from[i];
      code++;
    }
  }
  to[code_at] = code;
  return written;
}

/* Copies bytes that are not 0; returns whether all were so. */
static int copy_nonzero(const uint8_t *from, int32_t count, uint8_t *to) {
  for (int32_t i = 0; i < count; i++) {
    if (from[i] == 0) return 0;
    to[i] = from[i];
  }
  return 1;
}

int32_t td_cobs_decode(const uint8_t *from, int32_t count, uint8_t *to) {
  int32_t written = 0;
  for (int32_t i = 0; i < count;) {
    const int32_t code = from[i++];
    const int32_t block = code - 1;
    if (block < 0 || block > count - i || !copy_nonzero(from + i, block, to + written)) return -1;
    i += block;
    written += block;
    if (code < 0xFF && i < count) to[written++] = 0;
  }
  return written;
}
