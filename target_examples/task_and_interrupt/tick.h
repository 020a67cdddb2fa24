/* A periodic interrupt: SysTick on a board, SIGALRM on a host. */
#ifndef TOUCHDOWN_EXAMPLES_TICK_H
#define TOUCHDOWN_EXAMPLES_TICK_H

#include <stdint.h>

/* Calls on_tick() in the interrupt from now on, at uneven intervals, so that it falls everywhere. */
void tick_start(void);
void tick_stop(void);

/* Given by the program. */
void on_tick(void);

/* Interrupts that came while the registers of the FPU still awaited being stacked; -1 where there is no such thing. */
int32_t tick_lazy_stackings(void);

#endif
