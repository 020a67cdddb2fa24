/* Consistent Overhead Byte Stuffing: any bytes as bytes without 0, so that 0 can end a frame.
 * Cheshire & Baker, IEEE/ACM Transactions on Networking 7(2), 1999. */
#ifndef TOUCHDOWN_PORT_LINK_COBS_H
#define TOUCHDOWN_PORT_LINK_COBS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most bytes that `count` bytes become. */
#define TD_COBS_BYTES(count) ((count) + (count) / 254 + 1)

/* Returns the bytes written to `to`, which has room for TD_COBS_BYTES(count) and does not overlap `from`. */
int32_t td_cobs_encode(const uint8_t *from, int32_t count, uint8_t *to);

/* Returns the bytes written to `to`, which may be `from` itself and never gets more than `count`; -1 if `from` is no
 * encoding (it contains 0 or ends too early). */
int32_t td_cobs_decode(const uint8_t *from, int32_t count, uint8_t *to);

#ifdef __cplusplus
}
#endif

#endif
