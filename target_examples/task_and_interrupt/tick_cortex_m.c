#include "registers.h"
#include "tick.h"

#define FPU_FPCCR REGISTER(0xE000EF34u) /* 1<<31 stacks the FPU's registers, 1<<30 lazily, 1 has yet to */

void td_systick(void);

#if __ARM_FP
static int32_t lazy_stackings;
#endif

/* One tick of the emulator's 25 MHz is 1/25.6 of an instruction: after 3500 to 4300 of them. */
static uint32_t interval(void) {
  static uint32_t step;
  step = (step + 7919u) % 20011u;
  return 90000u + step;
}

void td_systick(void) {
#if __ARM_FP
  lazy_stackings += (int32_t)(FPU_FPCCR & 1u);
#endif
  on_tick();
  SYST_RVR = interval(); /* from the end of one to the next, so that the task always gets on */
  SYST_CVR = 0;
  SCB_ICSR = 1u << 25;
}

void tick_start(void) {
  SYST_RVR = interval();
  SYST_CVR = 0;
  SYST_CSR = 7;
}

void tick_stop(void) { SYST_CSR = 0; }

int32_t tick_lazy_stackings(void) {
#if __ARM_FP
  return lazy_stackings;
#else
  return -1;
#endif
}
