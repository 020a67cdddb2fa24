#include "crc32.h"

/* Four bits at a time: 64 bytes of table instead of 1024. */
static uint32_t remainder_of(const uint32_t table[16], uint32_t before, const uint8_t *bytes, int32_t count) {
  uint32_t crc = ~before;
  for (int32_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    crc = crc >> 4 ^ table[crc & 15];
    crc = crc >> 4 ^ table[crc & 15];
  }
  return ~crc;
}

uint32_t td_crc32(const uint8_t *bytes, int32_t count) {
  static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                     0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                     0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
  return remainder_of(table, 0, bytes, count);
}

uint32_t td_crc32c(uint32_t before, const uint8_t *bytes, int32_t count) {
  static const uint32_t table[16] = {0x00000000, 0x105EC76F, 0x20BD8EDE, 0x30E349B1, 0x417B1DBC, 0x5125DAD3,
                                     0x61C69362, 0x7198540D, 0x82F63B78, 0x92A8FC17, 0xA24BB5A6, 0xB21572C9,
                                     0xC38D26C4, 0xD3D3E1AB, 0xE330A81A, 0xF36E6F75};
  return remainder_of(table, before, bytes, count);
}
