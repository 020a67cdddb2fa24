/* The hardware port on a RISC-V microcontroller in machine mode: NS16550 serial port behind a PLIC, the machine timer
 * to wake a waiting read, instructions retired for a counter (The RISC-V Instruction Set Manual, volume II).
 *
 * Start-up, arguments, output and the end of the run are picolibc's, by semihosting. Under QEMU minstret is exact with
 * `-icount shift=0`, where one instruction takes one nanosecond of its clock (toolchain/run-on-board). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "board.h"
#include "board_config.h"
#include "open.h"

/* Received bytes between the interrupt that puts them and the program that takes them. */
#define RING_BYTES 2048u
/* An interrupt may call the library. */
#define TRAP_STACK_WORDS 8192u

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define UART(offset) (*(volatile uint8_t *)(BOARD_UART + (offset)))
enum { UART_DATA = 0, UART_INTERRUPT = 1, UART_FIFO = 2, UART_LINE = 3, UART_STATE = 5 }; /* offsets */
#define PLIC_PRIORITY REGISTER(BOARD_INTERRUPT_CONTROLLER + 4u * BOARD_UART_INTERRUPT)
#define PLIC_ENABLE REGISTER(BOARD_INTERRUPT_CONTROLLER + 0x2000u)
#define PLIC_THRESHOLD REGISTER(BOARD_INTERRUPT_CONTROLLER + 0x200000u)
#define PLIC_CLAIM REGISTER(BOARD_INTERRUPT_CONTROLLER + 0x200004u)

#define READ(csr)                                    \
  __extension__({                                    \
    uint32_t value_;                                 \
    __asm volatile("csrr %0, " #csr : "=r"(value_)); \
    value_;                                          \
  })
#define WRITE(csr, value) __asm volatile("csrw " #csr ", %0" ::"r"((uint32_t)(value)) : "memory")
#define SET(csr, bits) __asm volatile("csrs " #csr ", %0" ::"r"((uint32_t)(bits)) : "memory")
#define CLEAR(csr, bits) __asm volatile("csrc " #csr ", %0" ::"r"((uint32_t)(bits)) : "memory")
#define MSTATUS_INTERRUPTS 8u
#define MIE_TIMER (1u << 7)
#define MIE_EXTERNAL (1u << 11)
#define CAUSE_TIMER (1u << 31 | 7u)
#define CAUSE_EXTERNAL (1u << 31 | 11u)

/* The guard below the stack: 1 KiB of no access that holds in machine mode too (locked, naturally aligned). */
#define GUARD_BYTES 1024u
#define PMP_GUARD 0x98u

typedef struct riscv {
  uint8_t ring[RING_BYTES];
  volatile uint32_t put, taken; /* count up and wrap; their difference is what the ring holds */
} riscv;

static riscv state; /* an interrupt has no argument to be handed it by */
static uint32_t trap_stack[TRAP_STACK_WORDS] __attribute__((aligned(16)));

extern char __heap_end[]; /* picolibc.ld: where the stack ends */
void td_trap_entry(void);
void td_trap(uint32_t cause, uint32_t value);

const uint32_t td_board_ticks_per_ms = BOARD_TIMER_HZ / 1000u;

static uint64_t now(void) {
  uint32_t high, low;
  do {
    high = REGISTER(BOARD_TIMER + 4u);
    low = REGISTER(BOARD_TIMER);
  } while (high != REGISTER(BOARD_TIMER + 4u));
  return (uint64_t)high << 32 | low;
}

void td_timer_in(uint32_t ticks) {
  const uint64_t when = now() + ticks;
  CLEAR(mie, MIE_TIMER);
  if (ticks == 0) return;
  REGISTER(BOARD_TIMER_COMPARE + 4u) = 0xFFFFFFFFu; /* no moment in between that has passed */
  REGISTER(BOARD_TIMER_COMPARE) = (uint32_t)when;
  REGISTER(BOARD_TIMER_COMPARE + 4u) = (uint32_t)(when >> 32);
  SET(mie, MIE_TIMER);
}

__attribute__((weak)) void td_timer(void) {}

/* What has come, until the ring is full; then the receiver's interrupt is off until something is taken. */
static void receive(void) {
  while (state.put - state.taken < RING_BYTES && (UART(UART_STATE) & 1u)) {
    state.ring[state.put % RING_BYTES] = UART(UART_DATA);
    state.put++;
  }
  if (state.put - state.taken == RING_BYTES) UART(UART_INTERRUPT) = 0;
}

static void external(void) {
  const uint32_t source = PLIC_CLAIM;
  if (source == BOARD_UART_INTERRUPT) receive();
  PLIC_CLAIM = source;
}

/* "fault 7, reason 0x8001fff0": mcause and mtval. */
void td_trap(uint32_t cause, uint32_t value) {
  if (cause == CAUSE_EXTERNAL) {
    external();
  } else if (cause == CAUSE_TIMER) {
    CLEAR(mie, MIE_TIMER);
    td_timer();
  } else {
    printf("fault %lu, reason 0x%08lx\n", (unsigned long)cause, (unsigned long)value);
    _Exit(125);
  }
}

static int32_t take(riscv *self, uint8_t *bytes, int32_t capacity) {
  int32_t count = 0;
  while (count < capacity && self->taken != self->put) {
    bytes[count++] = self->ring[self->taken % RING_BYTES];
    self->taken++;
  }
  if (count) UART(UART_INTERRUPT) = 1;
  return count;
}

/* Sleeps until a byte arrives, but no longer than `ms`. Interrupts stay off from looking to sleeping, so that none is
 * missed in between; a pending one still wakes the core. */
static void sleep(const riscv *self, uint32_t ms) {
  const uint64_t end = now() + (uint64_t)ms * td_board_ticks_per_ms;
  td_timer_in(ms * td_board_ticks_per_ms);
  for (int waiting = 1; waiting;) {
    CLEAR(mstatus, MSTATUS_INTERRUPTS);
    waiting = self->put == self->taken && now() < end;
    if (waiting) __asm volatile("wfi" ::: "memory");
    SET(mstatus, MSTATUS_INTERRUPTS);
  }
  td_timer_in(0);
}

static int32_t port_read(void *context, uint8_t *bytes, int32_t capacity, uint32_t timeout_ms) {
  riscv *self = context;
  const uint32_t longest = 0xFFFFFFFFu / td_board_ticks_per_ms;
  int32_t count = take(self, bytes, capacity);
  if (count == 0 && timeout_ms > 0) {
    sleep(self, timeout_ms < longest ? timeout_ms : longest);
    count = take(self, bytes, capacity);
  }
  return count;
}

static int32_t port_write(void *context, const uint8_t *bytes, int32_t count) {
  (void)context;
  for (int32_t i = 0; i < count; i++) {
    while (!(UART(UART_STATE) & 0x20u)) {
    }
    UART(UART_DATA) = bytes[i];
  }
  return count;
}

static uint32_t port_counter(void *context) {
  (void)context;
  return READ(minstret);
}

static uint32_t port_enter_critical(void *context) {
  uint32_t before;
  (void)context;
  __asm volatile("csrrci %0, mstatus, 8" : "=r"(before)::"memory");
  return before & MSTATUS_INTERRUPTS;
}

static void port_leave_critical(void *context, uint32_t before) {
  (void)context;
  SET(mstatus, before);
}

/* The first kilobyte of the stack's 64: running over it is a fault, not a change of data. A write through a null
 * pointer is one anyway, for there is no memory. */
static void guard(void) {
  const uint32_t begin = ((uint32_t)(uintptr_t)__heap_end + GUARD_BYTES - 1u) & ~(GUARD_BYTES - 1u);
  WRITE(pmpaddr0, begin >> 2 | (GUARD_BYTES / 8u - 1u));
  WRITE(pmpcfg0, PMP_GUARD);
}

static void start_interrupts(void) {
  WRITE(mscratch, (uintptr_t)(trap_stack + TRAP_STACK_WORDS));
  WRITE(mtvec, (uintptr_t)td_trap_entry);
  UART(UART_LINE) = 3; /* 8 bits, no parity, one stop bit */
  UART(UART_FIFO) = 1;
  UART(UART_INTERRUPT) = 1;
  PLIC_PRIORITY = 1;
  PLIC_ENABLE = 1u << BOARD_UART_INTERRUPT;
  PLIC_THRESHOLD = 0;
  SET(mie, MIE_EXTERNAL);
  SET(mstatus, MSTATUS_INTERRUPTS);
}

void td_port_open(td_port *port) {
  guard();
  start_interrupts();
  *port = (td_port){.context = &state,
                    .counter = port_counter,
                    .counter_name = "instructions",
                    .enter_critical = port_enter_critical,
                    .leave_critical = port_leave_critical,
                    .read = port_read,
                    .write = port_write,
                    .board_name = BOARD_NAME};
}
