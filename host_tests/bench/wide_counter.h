/* The port's counter, without its end at 2^32 on the boards that have one so wide (port/cortex_m/board.h). */
#ifndef TOUCHDOWN_BENCH_WIDE_COUNTER_H
#define TOUCHDOWN_BENCH_WIDE_COUNTER_H

#include "open.h"

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) uint64_t td_board_instructions(void);
#ifdef __cplusplus
}
#endif

static inline int counter_is_wide(void) { return td_board_instructions != 0; }

static inline uint64_t wide_count(const td_port *port) {
  return counter_is_wide() ? td_board_instructions() : port->counter(port->context);
}

/* Since wide_count returned `before`. */
static inline uint64_t counted_since(const td_port *port, uint64_t before) {
  const uint64_t passed = wide_count(port) - before;
  return counter_is_wide() ? passed : (uint32_t)passed;
}

#endif
