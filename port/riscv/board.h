/* What a RISC-V program may ask of the board besides the port: its timer's interrupt. */
#ifndef TOUCHDOWN_PORT_RISCV_BOARD_H
#define TOUCHDOWN_PORT_RISCV_BOARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Machine time, in ticks of td_board_ticks_per_ms to the millisecond. */
extern const uint32_t td_board_ticks_per_ms;

/* The timer's interrupt comes once, after `ticks`; 0: never. */
void td_timer_in(uint32_t ticks);

/* Called in that interrupt; a program may put its own in place. The port's own does nothing: it ends a wait. */
void td_timer(void);

#ifdef __cplusplus
}
#endif

#endif
