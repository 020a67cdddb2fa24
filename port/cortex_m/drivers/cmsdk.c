/* Boards of Arm's MPS2/MPS3 family under QEMU: UART and timer of the Cortex-M System Design Kit (Arm DDI 0479), run's
 * end and arguments by semihosting.
 *
 * The counter counts instructions. QEMU started with `-icount shift=10` gives each instruction 1024 ns of its clock,
 * and the timer ticks that clock, so instructions = round(ticks * (nanoseconds of a tick) / 1024), exact and the same
 * in every run. Each reading adds what passed since the reading before, rounded, so two readings in a row differ by
 * exactly the instructions between them whatever was slept before. The 32-bit timer holds 167 million instructions
 * between readings; SysTick would hold 655 thousand. */
#include "../board.h"
#include "../registers.h"
#include "../semihosting.h"
#include "board_config.h"

#define UART_DATA REGISTER(BOARD_UART)
#define UART_STATE REGISTER(BOARD_UART + 4u) /* 1 sending, 2 has received */
#define UART_CTRL REGISTER(BOARD_UART + 8u)
#define UART_INTERRUPT REGISTER(BOARD_UART + 12u)
#define UART_DIVIDER REGISTER(BOARD_UART + 16u)
#define TIMER_CTRL REGISTER(BOARD_TIMER)
#define TIMER_VALUE REGISTER(BOARD_TIMER + 4u) /* counts down */
#define TIMER_RELOAD REGISTER(BOARD_TIMER + 8u)

enum { UART_SEND = 1, UART_RECEIVE = 2, UART_RECEIVE_INTERRUPT = 8 };

/* 1024 ns are 4096 quarters of a nanosecond. */
#define TICK_QUARTER_NS (4000000000u / BOARD_CLOCK_HZ)
#if 4000000000u % BOARD_CLOCK_HZ != 0
#error "a tick of the board's clock is no whole number of quarters of a nanosecond"
#endif

#ifdef BOARD_SYSTEM_COUNTER
#define TIMER_TICKS_LEFT (0u - TIMER_CTRL)
#else
#define TIMER_TICKS_LEFT TIMER_VALUE
#endif

const char *const td_board_name = BOARD_NAME;
const char *td_board_counter_name = "instructions";
const uint32_t td_board_ticks_per_ms = BOARD_CLOCK_HZ / 1000u;

static uint32_t timer_before, instructions;

static void uart_receive(void) {
  int32_t room = 1;
  UART_INTERRUPT = 2;
  while (room && (UART_STATE & 2u)) room = td_board_received((uint8_t)UART_DATA);
  if (!room) UART_CTRL = UART_SEND | UART_RECEIVE;
}

typedef void (*vector)(void);
__attribute__((section(".vectors.board"), used)) static const vector board_vectors[BOARD_UART_RECEIVE_INTERRUPT + 1] = {
    [BOARD_UART_RECEIVE_INTERRUPT] = uart_receive,
};

void td_board_start(void) {
  UART_DIVIDER = BOARD_CLOCK_HZ / 115200u;
  UART_CTRL = UART_SEND | UART_RECEIVE | UART_RECEIVE_INTERRUPT;
  (void)UART_DATA; /* what was sent before reception was on would stall for a second */
  NVIC_ISER(BOARD_UART_RECEIVE_INTERRUPT / 32u) = 1u << BOARD_UART_RECEIVE_INTERRUPT % 32u;
#ifdef BOARD_SYSTEM_COUNTER
  REGISTER(BOARD_SYSTEM_COUNTER) = 1;
#else
  TIMER_RELOAD = 0xFFFFFFFFu;
  TIMER_VALUE = 0xFFFFFFFFu;
  TIMER_CTRL = 1;
#endif
}

uint32_t td_board_counter(void) {
  const uint32_t now = TIMER_TICKS_LEFT;
  instructions += (uint32_t)(((uint64_t)(timer_before - now) * TICK_QUARTER_NS + 2048u) / 4096u);
  timer_before = now;
  return instructions;
}

void td_board_send(uint8_t byte) {
  while (UART_STATE & 1u) {
  }
  UART_DATA = byte;
}

/* The bytes that waited have raised their interrupt already: take them by hand. */
void td_board_resume(void) {
  if (UART_CTRL & UART_RECEIVE_INTERRUPT) return;
  UART_CTRL = UART_SEND | UART_RECEIVE | UART_RECEIVE_INTERRUPT;
  const uint32_t before = get_primask();
  disable_interrupts();
  uart_receive();
  set_primask(before);
}

int32_t td_board_arguments(char *line, uint32_t capacity) { return td_semihosting_arguments(line, capacity); }
void td_board_print(const char *text) { td_semihosting_print(text); }
void td_board_exit(int32_t status) { td_semihosting_exit(status); }
