/* The hardware port on any Cortex-M: critical sections, a waiting read, over what board.h asks of the board. */
#include "open.h"

#include "board.h"
#include "registers.h"

/* Received bytes between the interrupt that puts them and the program that takes them. */
#define RING_BYTES 2048u

typedef struct cortex_m {
  uint8_t ring[RING_BYTES];
  volatile uint32_t put, taken; /* count up and wrap; their difference is what the ring holds */
} cortex_m;

static cortex_m state; /* an interrupt has no argument to be handed it by */

int32_t td_board_received(uint8_t byte) {
  state.ring[state.put % RING_BYTES] = byte;
  state.put++;
  return state.put - state.taken < RING_BYTES;
}

static int32_t take(cortex_m *self, uint8_t *bytes, int32_t capacity) {
  int32_t count = 0;
  while (count < capacity && self->taken != self->put) {
    bytes[count++] = self->ring[self->taken % RING_BYTES];
    self->taken++;
  }
  if (count) td_board_resume();
  return count;
}

/* Sleeps until a byte arrives, but no longer than `ms`. Interrupts stay off from looking to sleeping, so that none is
 * missed in between; a pending one still wakes the core. */
static void sleep(const cortex_m *self, uint32_t ms) {
  SYST_RVR = ms * td_board_ticks_per_ms - 1;
  SYST_CVR = 0;
  SYST_CSR = 7;
  for (int waiting = 1; waiting;) {
    disable_interrupts();
    waiting = self->put == self->taken && !(SYST_CSR & 1u << 16);
    if (waiting) wait_for_interrupt();
    enable_interrupts();
  }
  SYST_CSR = 0;
  SCB_ICSR = 1u << 25;
}

static int32_t port_read(void *context, uint8_t *bytes, int32_t capacity, uint32_t timeout_ms) {
  cortex_m *self = context;
  const uint32_t longest = 0xFFFFFFu / td_board_ticks_per_ms;
  int32_t count = take(self, bytes, capacity);
  while (count == 0 && timeout_ms > 0) {
    const uint32_t ms = timeout_ms < longest ? timeout_ms : longest;
    sleep(self, ms);
    timeout_ms -= ms;
    count = take(self, bytes, capacity);
  }
  return count;
}

static int32_t port_write(void *context, const uint8_t *bytes, int32_t count) {
  (void)context;
  for (int32_t i = 0; i < count; i++) td_board_send(bytes[i]);
  return count;
}

static uint32_t port_counter(void *context) {
  (void)context;
  return td_board_counter();
}

static uint32_t port_enter_critical(void *context) {
  const uint32_t before = get_primask();
  (void)context;
  disable_interrupts();
  return before;
}

static void port_leave_critical(void *context, uint32_t before) {
  (void)context;
  set_primask(before);
}

void td_port_open(td_port *port) {
  td_board_start();
  *port = (td_port){.context = &state,
                    .counter = port_counter,
                    .counter_name = td_board_counter_name,
                    .enter_critical = port_enter_critical,
                    .leave_critical = port_leave_critical,
                    .read = port_read,
                    .write = port_write,
                    .board_name = td_board_name};
}
