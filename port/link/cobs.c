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

int32_t td_cobs_decode(const uint8_t *from, int32_t count, uint8_t *to) {
  int32_t written = 0;
  for (int32_t i = 0; i < count;) {
    const uint8_t code = from[i++];
    if (code == 0 || code - 1 > count - i) return -1;
    for (uint8_t k = 1; k < code; k++) {
      if (from[i] == 0) return -1;
      to[written++] = from[i++];
    }
    if (code < 0xFF && i < count) to[written++] = 0;
  }
  return written;
}
