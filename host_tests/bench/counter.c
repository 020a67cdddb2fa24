/* That the board's counter counts exactly, however long it was not read, and beyond 2^32 where it says so: a loop of n
 * turns takes a n + b instructions, so what any takes follows from a short one and one twice as long.
 * Seen red: with 32 bits of the timer's ticks alone, the long loop is short of its wraps; with 32 bits of instructions,
 * the longest is. */
#include <stdint.h>
#include <stdio.h>

#include "wide_counter.h"

static uint64_t instructions_of(const td_port *port, uint32_t turns) {
  const uint64_t before = wide_count(port);
  for (uint32_t i = 0; i < turns; ++i) __asm volatile("");
  return counted_since(port, before);
}

int main(void) {
  const uint32_t turns = 1000000;
  const uint32_t many = counter_is_wide() ? 1500 : 200; /* 4.5e9 instructions, or 0.6e9 */
  td_port port;
  td_port_open(&port);
  const uint64_t once = instructions_of(&port, turns), twice = instructions_of(&port, 2 * turns);
  const uint64_t expected = once + (many - 1) * (twice - once), counted = instructions_of(&port, many * turns);
  printf("%lu, %lu, then %lu million of %lu: %s\n", (unsigned long)once, (unsigned long)twice,
         (unsigned long)(counted / turns), (unsigned long)(expected / turns), counted == expected ? "exact" : "WRONG");
  return counted == expected && twice > once ? 0 : 1;
}
