#include "board.h"
#include "open.h"
#include "tick.h"

/* Of the machine timer, one to a hundred instructions of the emulator: after 3500 to 4300 of them. */
static uint32_t interval(void) {
  static uint32_t step;
  step = (step + 5u) % 9u;
  return 35u + step;
}

void td_timer(void) {
  on_tick();
  td_timer_in(interval()); /* from the end of one to the next, so that the task always gets on */
}

/* Interrupts are on once the port is open. */
void tick_start(void) {
  td_port port;
  td_port_open(&port);
  td_timer_in(interval());
}
void tick_stop(void) { td_timer_in(0); }
int32_t tick_lazy_stackings(void) { return -1; }
