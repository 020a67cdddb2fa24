/* STM32F4 (ST RM0090), on the board and under QEMU: USART, and a counter of cycles on the board, of instructions in the
 * emulator.
 *
 * The chip runs from its internal oscillator, 16 MHz, as it does after reset: exact enough for a serial port (1 %), the
 * same on every board, and flash needs no wait states, so that cycles say what the code costs and not the memory.
 *
 * The driver recognizes the emulator by its cycle counter, which stands still. QEMU started with `-icount shift=10`
 * gives each instruction 1024 ns of its clock, and its timers count nanoseconds over prescaler + 1: with 1023 that is
 * instructions, exact and the same in every run. */
#include "../board.h"
#include "../registers.h"
#include "board_config.h"

#define RCC_AHB1ENR REGISTER(0x40023830u)
#define RCC_APB1ENR REGISTER(0x40023840u)
#define RCC_APB2ENR REGISTER(0x40023844u)
#define PORT_MODER REGISTER(BOARD_UART_PORT)
#define PORT_AFR(pin) REGISTER(BOARD_UART_PORT + 0x20u + (pin) / 8u * 4u)
#define UART_STATE REGISTER(BOARD_UART) /* 1<<5 has received, 1<<7 may send */
#define UART_DATA REGISTER(BOARD_UART + 4u)
#define UART_DIVIDER REGISTER(BOARD_UART + 8u)
#define UART_CTRL REGISTER(BOARD_UART + 12u)
#define TIMER_CTRL REGISTER(BOARD_TIMER)
#define TIMER_EVENT REGISTER(BOARD_TIMER + 0x14u)
#define TIMER_VALUE REGISTER(BOARD_TIMER + 0x24u)
#define TIMER_PRESCALER REGISTER(BOARD_TIMER + 0x28u)
#define TIMER_RELOAD REGISTER(BOARD_TIMER + 0x2Cu)
#define DEBUG_HALTING REGISTER(0xE000EDF0u) /* 1: a debugger is at the other end */
#define DEBUG_MONITOR REGISTER(0xE000EDFCu) /* 1<<24 lets the cycle counter be used */
#define CYCLE_CTRL REGISTER(0xE0001000u)
#define CYCLES REGISTER(0xE0001004u)

enum { UART_RECEIVE = 4, UART_SEND = 8, UART_RECEIVE_INTERRUPT = 1 << 5, UART_ON = 1 << 13 };
enum { CLOCK_HZ = 16000000, BAUD = 115200 };

const char *const td_board_name = BOARD_NAME;
const char *td_board_counter_name = "cycles";
const uint32_t td_board_ticks_per_ms = CLOCK_HZ / 1000;

static int32_t is_emulated(void) {
  DEBUG_MONITOR |= 1u << 24;
  CYCLE_CTRL |= 1u;
  const uint32_t before = CYCLES;
  barrier();
  return CYCLES == before;
}

/* Without a debugger a semihosting call would be a fault. */
int32_t td_board_has_host(void) { return is_emulated() || (DEBUG_HALTING & 1u); }

static void uart_receive(void) {
  int32_t room = 1;
  while (room && (UART_STATE & 1u << 5)) room = td_board_received((uint8_t)UART_DATA);
  if (!room) UART_CTRL &= ~(uint32_t)UART_RECEIVE_INTERRUPT;
}

typedef void (*vector)(void);
__attribute__((section(".vectors.board"), used)) static const vector board_vectors[BOARD_UART_RECEIVE_INTERRUPT + 1] = {
    [BOARD_UART_RECEIVE_INTERRUPT] = uart_receive,
};

/* Pin to the USART: mode "alternate function", and its number 7. */
static void connect_pin(uint32_t pin) {
  PORT_MODER = (PORT_MODER & ~(3u << 2 * pin)) | 2u << 2 * pin;
  PORT_AFR(pin) = (PORT_AFR(pin) & ~(15u << pin % 8u * 4u)) | 7u << pin % 8u * 4u;
}

static void start_uart(void) {
  RCC_AHB1ENR |= BOARD_UART_PORT_CLOCK;
  RCC_APB2ENR |= BOARD_UART_CLOCK;
  barrier(); /* a clock takes two cycles to reach what it drives */
  connect_pin(BOARD_UART_SEND_PIN);
  connect_pin(BOARD_UART_RECEIVE_PIN);
  UART_DIVIDER = (CLOCK_HZ + BAUD / 2) / BAUD;
  UART_CTRL = UART_ON | UART_SEND | UART_RECEIVE | UART_RECEIVE_INTERRUPT;
  (void)UART_DATA; /* what came before reception was on */
  NVIC_ISER(BOARD_UART_RECEIVE_INTERRUPT / 32u) = 1u << BOARD_UART_RECEIVE_INTERRUPT % 32u;
}

static void start_emulated_counter(void) {
  td_board_counter_name = "instructions";
  RCC_APB1ENR |= BOARD_TIMER_CLOCK;
  TIMER_PRESCALER = 1023;
  TIMER_RELOAD = 0xFFFFFFFFu;
  TIMER_EVENT = 1; /* takes the prescaler over */
  TIMER_CTRL = 1;
}

void td_board_start(void) {
  start_uart();
  if (is_emulated()) start_emulated_counter();
}

uint32_t td_board_counter(void) { return td_board_counter_name[0] == 'c' ? CYCLES : TIMER_VALUE; }

void td_board_send(uint8_t byte) {
  while (!(UART_STATE & 1u << 7)) {
  }
  UART_DATA = byte;
}

/* A byte that waits raises its interrupt at once on the board; in the emulator it is taken by hand. */
void td_board_resume(void) {
  if (UART_CTRL & UART_RECEIVE_INTERRUPT) return;
  UART_CTRL |= UART_RECEIVE_INTERRUPT;
  const uint32_t before = get_primask();
  disable_interrupts();
  uart_receive();
  set_primask(before);
}
