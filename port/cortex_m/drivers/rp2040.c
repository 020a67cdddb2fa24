/* RP2040 (RP2040 datasheet), on the board and in rp2040js: second stage of booting, clocks, UART (PL011), and a counter
 * of cycles. Nothing of Raspberry Pi's SDK is used; floats are the compiler's.
 *
 * The core runs at 125 MHz from the crystal. A Cortex-M0+ has no counter of cycles, so a PWM slice counts them in 16
 * bits, and the timer of microseconds, driven by the same crystal, shows how often that has wrapped.
 *
 * The driver recognizes the emulator by its boot ROM, which is empty. */
#include "../board.h"
#include "../registers.h"
#include "board_config.h"

/* A write to the alias of a register clears or sets the bits that are written as 1. */
#define SET(address) REGISTER((address) + 0x2000u)
#define CLEAR(address) REGISTER((address) + 0x3000u)

#define RESETS 0x4000C000u /* 1: held in reset */
#define RESETS_DONE REGISTER(RESETS + 8u)
#define XOSC_CTRL REGISTER(0x40024000u)
#define XOSC_STATUS REGISTER(0x40024004u)
#define XOSC_STARTUP REGISTER(0x4002400Cu)
#define CLK_REF_CTRL REGISTER(0x40008030u)
#define CLK_REF_SELECTED REGISTER(0x40008038u)
#define CLK_SYS_CTRL REGISTER(0x4000803Cu)
#define CLK_SYS_SELECTED REGISTER(0x40008044u)
#define CLK_PERI_CTRL REGISTER(0x40008048u)
#define PLL_CS REGISTER(0x40028000u)
#define PLL_PWR 0x40028004u
#define PLL_FBDIV REGISTER(0x40028008u)
#define PLL_PRIM REGISTER(0x4002800Cu)
#define WATCHDOG_TICK REGISTER(0x4005802Cu)
#define PIN_CTRL(pin) REGISTER(0x40014004u + 8u * (pin))
#define MICROSECONDS REGISTER(0x40054028u)
#define PWM_CTRL REGISTER(0x40050000u)
#define PWM_DIVIDER REGISTER(0x40050004u)
#define PWM_VALUE REGISTER(0x40050008u)
#define PWM_TOP REGISTER(0x40050010u)
#define UART_DATA REGISTER(BOARD_UART)
#define UART_STATE REGISTER(BOARD_UART + 0x18u) /* 1<<4 has received nothing, 1<<5 has no room to send */
#define UART_DIVIDER REGISTER(BOARD_UART + 0x24u)
#define UART_FRACTION REGISTER(BOARD_UART + 0x28u)
#define UART_LINE REGISTER(BOARD_UART + 0x2Cu)
#define UART_CTRL REGISTER(BOARD_UART + 0x30u)
#define UART_INTERRUPT REGISTER(BOARD_UART + 0x38u)

enum { CRYSTAL_MHZ = 12, CYCLES_PER_US = 125, BAUD = 115200 };
#define CLOCK_HZ (CYCLES_PER_US * 1000000u)
/* In 64ths of a clock for a 16th of a bit. */
#define BAUD_DIVIDER ((CLOCK_HZ * 4u + BAUD / 2u) / BAUD)
#define RESET_BITS \
  (1u << 5 /* pins */ | 1u << 8 /* pads */ | 1u << 14 /* PWM */ | 1u << 21 /* timer */ | BOARD_UART_RESET)
#define RESET_PLL (1u << 12)
#define RECEIVE_INTERRUPTS (1u << 4 /* some have come */ | 1u << 6 /* and no more do */)

const char *const td_board_name = BOARD_NAME;
const char *td_board_counter_name = "cycles";
const uint32_t td_board_ticks_per_ms = CLOCK_HZ / 1000u;

extern const volatile uint32_t td_boot_rom_mark; /* "Mu", 1, version; memory.ld says where */

/* The boot ROM copies the first 256 bytes of flash to memory, checks their sum and calls them. They make flash readable
 * as memory, by the slow read that every flash chip has: command 03h, 24 bits of address, 32 of data, a bit at a time,
 * at a fourth of the core's clock. Then they go where the vectors behind them say.
 *
 * host_tests/engines/rp2040js checks the sum as the ROM does, and says what it should be. */
__attribute__((section(".boot2"), naked, used)) static void boot(void) {
  __asm volatile(
      ".syntax unified\n"
      "0: ldr r0, 1f\n" /* synchronous serial interface */
      "movs r1, #0\n"
      "str r1, [r0, #0x08]\n" /* SSIENR: off */
      "movs r1, #4\n"
      "str r1, [r0, #0x14]\n" /* BAUDR */
      "ldr r1, 2f\n"
      "str r1, [r0, #0x00]\n" /* CTRLR0 */
      "ldr r1, 3f\n"
      "ldr r2, 4f\n"
      "str r1, [r0, r2]\n" /* SPI_CTRLR0 */
      "movs r1, #0\n"
      "str r1, [r0, #0x04]\n" /* CTRLR1: one word */
      "movs r1, #1\n"
      "str r1, [r0, #0x08]\n" /* SSIENR: on */
      "ldr r0, 5f\n"
      "ldr r1, 6f\n"
      "str r0, [r1]\n" /* VTOR */
      "ldr r1, [r0, #0]\n"
      "msr msp, r1\n"
      "ldr r1, [r0, #4]\n"
      "bx r1\n"
      ".balign 4\n"
      "1: .word 0x18000000\n"
      "2: .word 31 << 16 | 3 << 8\n" /* frames of 32 bits; reads as of a serial memory */
      "3: .word 0x03 << 24 | 2 << 8 | 6 << 2\n"
      "4: .word 0xF4\n"
      "5: .word 0x10000100\n"
      "6: .word 0xE000ED08\n"
      ".space 252 - (. - 0b)\n"
      ".word 0x509C9B9C\n"); /* the sum */
}

static int32_t is_emulated(void) { return (td_boot_rom_mark & 0xFFFFFFu) != 0x01754Du; }

static void uart_receive(void) {
  int32_t room = 1;
  while (room && !(UART_STATE & 1u << 4)) room = td_board_received((uint8_t)UART_DATA);
  if (!room) UART_INTERRUPT = 0;
}

typedef void (*vector)(void);
__attribute__((section(".vectors.board"), used)) static const vector board_vectors[BOARD_UART_RECEIVE_INTERRUPT + 1] = {
    [BOARD_UART_RECEIVE_INTERRUPT] = uart_receive,
};

static void release(uint32_t bits) {
  CLEAR(RESETS) = bits;
  while ((RESETS_DONE & bits) != bits) {
  }
}

/* Reference clock: the crystal. Core: 12 MHz * 125 / (6 * 2). */
static void start_clocks(void) {
  XOSC_STARTUP = 47; /* a millisecond, in 256 cycles */
  XOSC_CTRL = 0xFABu << 12 | 0xAA0u;
  while (!(XOSC_STATUS & 1u << 31)) {
  }
  CLK_REF_CTRL = 2;
  while (!(CLK_REF_SELECTED & 1u << 2)) {
  }
  CLK_SYS_CTRL = 0; /* from the reference clock, while the loop settles */
  while (!(CLK_SYS_SELECTED & 1u)) {
  }
  SET(RESETS) = RESET_PLL;
  release(RESET_PLL);
  PLL_CS = 1;
  PLL_FBDIV = 125;
  CLEAR(PLL_PWR) = 1u << 0 | 1u << 5; /* power of loop and oscillator */
  while (!(PLL_CS & 1u << 31)) {
  }
  PLL_PRIM = 6u << 16 | 2u << 12;
  CLEAR(PLL_PWR) = 1u << 3; /* power of the dividers */
  CLK_SYS_CTRL = 1;
  while (!(CLK_SYS_SELECTED & 2u)) {
  }
  CLK_PERI_CTRL = 1u << 11;
  WATCHDOG_TICK = 1u << 9 | CRYSTAL_MHZ;
}

static void start_uart(void) {
  PIN_CTRL(BOARD_UART_SEND_PIN) = 2;
  PIN_CTRL(BOARD_UART_RECEIVE_PIN) = 2;
  UART_DIVIDER = BAUD_DIVIDER / 64u;
  UART_FRACTION = BAUD_DIVIDER % 64u;
  UART_LINE = 3u << 5 | 1u << 4; /* 8 bits, queues on */
  UART_CTRL = 1u << 9 | 1u << 8 | 1u;
  while (!(UART_STATE & 1u << 4)) (void)UART_DATA;
  UART_INTERRUPT = RECEIVE_INTERRUPTS;
  NVIC_ISER(0) = 1u << BOARD_UART_RECEIVE_INTERRUPT;
}

static void start_counter(void) {
  PWM_DIVIDER = 1u << 4;
  PWM_TOP = 0xFFFFu;
  PWM_VALUE = (MICROSECONDS * CYCLES_PER_US) & 0xFFFFu;
  PWM_CTRL = 1;
}

void td_board_start(void) {
  start_clocks();
  release(RESET_BITS);
  start_uart();
  start_counter();
}

/* The PWM slice counts cycles modulo 2^16; the microseconds give the count to within some hundred. */
uint32_t td_board_counter(void) {
  const uint32_t about = MICROSECONDS * CYCLES_PER_US, counted = PWM_VALUE;
  return about + (uint32_t)(int16_t)(uint16_t)(counted - about);
}

void td_board_send(uint8_t byte) {
  while (UART_STATE & 1u << 5) {
  }
  UART_DATA = byte;
}

/* A byte that waits may have raised its interrupt already: take it by hand. */
void td_board_resume(void) {
  if (UART_INTERRUPT != 0) return;
  UART_INTERRUPT = RECEIVE_INTERRUPTS;
  const uint32_t before = get_primask();
  disable_interrupts();
  uart_receive();
  set_primask(before);
}

/* On the board a semihosting call is a fault, unless a debugger is there, which the core cannot see. */
int32_t td_board_has_host(void) { return is_emulated(); }
