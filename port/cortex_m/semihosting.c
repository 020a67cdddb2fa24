#include "semihosting.h"

#include "board.h"
#include "registers.h"

static int32_t semihosting(uint32_t operation, const void *argument) {
  register uint32_t r0 __asm("r0") = operation;
  register const void *r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return (int32_t)r0;
}

void td_semihosting_exit(int32_t status) {
  const int32_t block[2] = {0x20026 /* application exit */, status};
  if (td_board_has_host()) semihosting(0x20, block);
  for (;;) wait_for_interrupt();
}

void td_semihosting_print(const char *text) {
  if (td_board_has_host()) semihosting(0x04, text);
}

int32_t td_semihosting_open(int32_t descriptor) {
  /* The console is the file ":tt"; the mode picks input (0, "r"), output (4, "w") or error (8, "a"). */
  const uintptr_t block[3] = {(uintptr_t) ":tt", 4u * (uint32_t)descriptor, 3};
  return semihosting(0x01, block);
}

int32_t td_semihosting_write(int32_t handle, const void *bytes, uint32_t count) {
  const uintptr_t block[3] = {(uintptr_t)handle, (uintptr_t)bytes, count};
  return semihosting(0x05, block);
}

int32_t td_semihosting_arguments(char *line, uint32_t capacity) {
  uintptr_t block[2] = {(uintptr_t)line, capacity};
  return td_board_has_host() && semihosting(0x15, block) == 0 ? (int32_t)block[1] : 0;
}
