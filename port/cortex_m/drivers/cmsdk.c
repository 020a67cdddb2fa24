/* Boards of Arm's MPS2/MPS3 family under QEMU: UART and timer of the Cortex-M System Design Kit (Arm DDI 0479), run's
 * end and arguments by semihosting.
 *
 * The counter counts instructions. QEMU started with `-icount shift=10` gives each instruction 1024 ns of its clock,
 * and the timer ticks that clock, so instructions = round(ticks * (nanoseconds of a tick) / 1024), exact and the same
 * in every run. Each reading adds what passed since the reading before, rounded, so two readings in a row differ by
 * exactly the instructions between them whatever was slept before. The 32-bit timer wraps every 167 million
 * instructions (SysTick would every 655 thousand); one of the dual timer, 256 times slower, counts the wraps. A timer
 * that reads the system counter has them itself, in an upper word. */
#include "../board.h"
#include "../registers.h"
#include "board_config.h"

#define UART_DATA REGISTER(BOARD_UART)
#define UART_STATE REGISTER(BOARD_UART + 4u) /* 1 sending, 2 has received */
#define UART_CTRL REGISTER(BOARD_UART + 8u)
#define UART_INTERRUPT REGISTER(BOARD_UART + 12u)
#define UART_DIVIDER REGISTER(BOARD_UART + 16u)
#ifdef BOARD_SYSTEM_COUNTER
#define TIMER_LOW REGISTER(BOARD_TIMER)
#define TIMER_HIGH REGISTER(BOARD_TIMER + 4u)
#else
#define TIMER_CTRL REGISTER(BOARD_TIMER)
#define TIMER_VALUE REGISTER(BOARD_TIMER + 4u) /* counts down */
#define TIMER_RELOAD REGISTER(BOARD_TIMER + 8u)
#define SLOW_TIMER_RELOAD REGISTER(BOARD_DUAL_TIMER)
#define SLOW_TIMER_VALUE REGISTER(BOARD_DUAL_TIMER + 4u) /* counts down */
#define SLOW_TIMER_CTRL REGISTER(BOARD_DUAL_TIMER + 8u)  /* 1<<7 counts, 2<<2 once in 256 ticks, 2 in 32 bits */
#endif

enum { UART_SEND = 1, UART_RECEIVE = 2, UART_RECEIVE_INTERRUPT = 8 };

/* 1024 ns are 4096 quarters of a nanosecond. */
#define TICK_QUARTER_NS (4000000000u / BOARD_CLOCK_HZ)
#if 4000000000u % BOARD_CLOCK_HZ != 0
#error "a tick of the board's clock is no whole number of quarters of a nanosecond"
#endif

const char *const td_board_name = BOARD_NAME;
const char *td_board_counter_name = "instructions";
const uint32_t td_board_ticks_per_ms = BOARD_CLOCK_HZ / 1000u;

static uint64_t ticks_before;
static uint64_t instructions;

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
  SLOW_TIMER_RELOAD = 0xFFFFFFFFu;
  SLOW_TIMER_CTRL = 1u << 7 | 2u << 2 | 2u;
#endif
}

/* Of the timer, modulo 2^40: more than any reading is apart from the next. */
#ifdef BOARD_SYSTEM_COUNTER
static uint64_t ticks(void) {
  const uint32_t high_before = TIMER_HIGH, low = TIMER_LOW, high_after = TIMER_HIGH;
  return (uint64_t)(low >> 31 ? high_before : high_after) << 32 | low;
}
#else
/* What the slow timer counts beyond the fast one are whole wraps of that, to within two of its ticks. */
static uint64_t ticks(void) {
  const uint32_t low = ~TIMER_VALUE, slow = ~SLOW_TIMER_VALUE;
  const uint32_t wraps = (slow - (low >> 8) + (1u << 23)) >> 24;
  return (uint64_t)wraps << 32 | low;
}
#endif

uint64_t td_board_instructions(void) {
  const uint64_t now = ticks();
  const uint64_t passed = (now - ticks_before) & 0xFFFFFFFFFFu;
  instructions += (passed * TICK_QUARTER_NS + 2048u) / 4096u;
  ticks_before = now;
  return instructions;
}

uint32_t td_board_counter(void) { return (uint32_t)td_board_instructions(); }

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

int32_t td_board_has_host(void) { return 1; }
