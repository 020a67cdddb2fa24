/* What a board owes the Cortex-M port: port.c, startup.c. One file of drivers/ provides it, with the board's
 * addresses from boards/<board>/board_config.h. */
#ifndef TOUCHDOWN_PORT_CORTEX_M_BOARD_H
#define TOUCHDOWN_PORT_CORTEX_M_BOARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const char *const td_board_name;
extern const char *td_board_counter_name;    /* once started */
extern const uint32_t td_board_ticks_per_ms; /* of the core clock, which SysTick counts */

/* Serial port and counter on; the receive interrupt enabled. */
void td_board_start(void);

/* See td_port.counter. */
uint32_t td_board_counter(void);
/* The same without its end at 2^32, of the emulated boards that count instructions; others do not have it. */
uint64_t td_board_instructions(void);

/* Waits until the byte is taken. */
void td_board_send(uint8_t byte);

/* The receive interrupt calls td_board_received for each byte, and stops itself where that returns 0 (no room);
 * td_board_resume lets it go on. */
int32_t td_board_received(uint8_t byte);
void td_board_resume(void);

/* The board also defines its interrupts' vectors, from number 0 on, in the section ".vectors.board". */

/* Whether somebody answers semihosting calls, which are faults otherwise. */
int32_t td_board_has_host(void);

#ifdef __cplusplus
}
#endif

#endif
