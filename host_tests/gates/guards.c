/* Breaks what the board's memory guards are to catch (port/cortex_m/startup.c, port/riscv/port.c): argument "null" or
 * "stack". The guard's word is "fault 4" (MemManage), or 6 where the core has a stack limit (v8-M). Seen red: with the
 * call of guard() taken out of td_reset, "null" ends with "unnoticed" and "stack" in a fault of another number, where
 * the lost return addresses lead to. */
#include <stdint.h>
#include <stdio.h>

#include "open.h"

static volatile uint32_t sum;

/* Runs down the stack 64 KiB, twice what there is. */
__attribute__((noinline)) static void use_stack(int depth) {
  volatile uint8_t kilobyte[1024];
  kilobyte[0] = (uint8_t)depth;
  if (depth < 64) use_stack(depth + 1);
  sum += kilobyte[0];
}

/* Where to write; volatile, so that the compiler cannot see it is null. */
static volatile uint32_t *volatile place = &sum;

int main(int argc, char **argv) {
  td_port port;
  td_port_open(&port); /* some ports set their guards here */
  if (argc > 1 && argv[1][0] == 'n') place = NULL;
  *place = 1;
  if (argc > 1 && argv[1][0] == 's') use_stack(0);
  puts("unnoticed");
  return 0;
}
