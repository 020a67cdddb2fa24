/* In place of port/link/crc32.c: a checksum of 8 bits for a frame and none for an answer, to see that the test would
 * see a link that lets errors by. */
#include "crc32.h"

uint32_t td_crc32(const uint8_t *bytes, int32_t count) {
  uint32_t sum = 0;
  for (int32_t i = 0; i < count; i++) sum = (sum * 3 + bytes[i]) & 0xFF;
  return sum;
}

uint32_t td_crc32c(uint32_t before, const uint8_t *bytes, int32_t count) {
  (void)before, (void)bytes, (void)count;
  return 0;
}
