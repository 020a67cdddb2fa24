/* That the board's counter counts exactly, however long it was not read: a loop of n turns takes a n + b instructions,
 * so what any takes follows from a short one and one twice as long.
 * Seen red: with 32 bits of the timer's ticks alone, the long loop is short of its wraps. */
#include <stdint.h>
#include <stdio.h>

#include "open.h"

static uint32_t instructions_of(const td_port *port, uint32_t turns) {
  const uint32_t before = port->counter(port->context);
  for (uint32_t i = 0; i < turns; ++i) __asm volatile("");
  return port->counter(port->context) - before;
}

int main(void) {
  const uint32_t turns = 1000000;
  td_port port;
  td_port_open(&port);
  const uint32_t once = instructions_of(&port, turns), twice = instructions_of(&port, 2 * turns);
  const uint32_t expected = once + 199 * (twice - once), counted = instructions_of(&port, 200 * turns);
  printf("%lu, %lu, then %lu of %lu instructions: %s\n", (unsigned long)once, (unsigned long)twice,
         (unsigned long)counted, (unsigned long)expected, counted == expected ? "exact" : "WRONG");
  return counted == expected && twice > once ? 0 : 1;
}
