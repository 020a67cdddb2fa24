/* CRC-32 (ISO-HDLC, as in Ethernet and zip): of "123456789" it is 0xCBF43926. Finds every error burst up to 32 bits. */
#ifndef TOUCHDOWN_PORT_LINK_CRC32_H
#define TOUCHDOWN_PORT_LINK_CRC32_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint32_t td_crc32(const uint8_t *bytes, int32_t count);

/* CRC-32C (Castagnoli, as in iSCSI): of "123456789", begun with 0, it is 0xE3069283. Another polynomial, so that damage
 * which one of the two does not see the other does. Goes on from what it gave for the bytes before. */
uint32_t td_crc32c(uint32_t before, const uint8_t *bytes, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
