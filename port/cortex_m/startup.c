/* From reset to main and back, for every board: memory, FPU, guards, arguments, faults. */
#include <stddef.h>
#include <stdint.h>

#include "registers.h"
#include "semihosting.h"

extern uint32_t td_stack_guard[], td_stack_top[], td_data_begin[], td_data_end[], td_bss_begin[], td_bss_end[];
extern const uint32_t td_data_image[];

int main(int argc, char **argv);
void exit(int status) __attribute__((noreturn));
void __libc_init_array(void);
void td_reset(void);
void td_fault(uint32_t number, uint32_t reason);
void td_fault_entry(void);
void td_systick(void);
void _init(void);
void _fini(void);

/* Called by __libc_init_array and exit; everything is in the arrays. */
void _init(void) {}
void _fini(void) {}

typedef void (*vector)(void);
__attribute__((section(".vectors.core"), used)) static const vector core_vectors[16] = {
    (vector)(uintptr_t)td_stack_top,
    td_reset,
    td_fault_entry, /* 2: NMI */
    td_fault_entry, /* 3: HardFault */
    td_fault_entry, /* 4: MemManage */
    td_fault_entry, /* 5: BusFault */
    td_fault_entry, /* 6: UsageFault */
    td_fault_entry,
    NULL,
    NULL,
    NULL,
    td_fault_entry, /* 11: SVCall */
    td_fault_entry,
    NULL,
    td_fault_entry, /* 14: PendSV */
    td_systick,
};

/* Wakes a wait (port.c), for which it has nothing to do; a program may put its own in place. */
__attribute__((weak)) void td_systick(void) {}

/* A fault may come from a stack without room, so its handler starts on a fresh one. */
__attribute__((naked)) void td_fault_entry(void) {
  __asm volatile(
      "ldr r2, =td_stack_top\n"
      "mrs r0, ipsr\n"
#if __ARM_ARCH >= 7
      "ldr r1, =0xE000ED28\n" /* CFSR */
      "ldr r1, [r1]\n"
#else
      "movs r1, #0\n"
#endif
      "mov sp, r2\n"
      "bl td_fault\n");
}

/* "fault 4, reason 0x00000082": the exception's number and the bits of CFSR. */
void td_fault(uint32_t number, uint32_t reason) {
  char text[] = "fault 0, reason 0x00000000\n";
  text[6] = (char)('0' + number % 10);
  for (int digit = 0; digit < 8; digit++) text[25 - digit] = "0123456789abcdef"[reason >> 4 * digit & 15];
  td_semihosting_print(text);
  td_semihosting_exit(125);
}

static void start_memory(void) {
  const uint32_t *from = td_data_image;
  for (uint32_t *to = td_data_begin; to < td_data_end;) *to++ = *from++;
  for (uint32_t *to = td_bss_begin; to < td_bss_end;) *to++ = 0;
}

static void start_fpu(void) {
#if __ARM_FP
  SCB_CPACR |= 0xFu << 20;
  barrier();
#endif
}

/* Writes through a null pointer and a stack that ran over stop with a fault instead of going unnoticed. */
static void guard(void) {
#if __ARM_ARCH_7M__ || __ARM_ARCH_7EM__
  const uintptr_t guarded[2] = {0, (uintptr_t)td_stack_guard};
  SCB_SHCSR |= 7u << 16;
  for (uint32_t region = 0; region < 2; region++) {
    MPU_RNR = region;
    MPU_RBAR = guarded[region];
    MPU_RASR = 1u << 28 /* no execution */ | 0u << 24 /* no access */ | 9u << 1 /* 2^(9+1) bytes */ | 1u;
  }
  MPU_CTRL = 5;
  barrier();
#elif __ARM_ARCH_8M_MAIN__ || __ARM_ARCH_8_1M_MAIN__
  SCB_SHCSR |= 7u << 16;
  MPU_MAIR0 = 0x44; /* attribute 0: memory, not cached */
  MPU_RNR = 0;
  MPU_RBAR = 0u | 2u << 1 /* read only */ | 1u /* no execution */;
  MPU_RLAR = 0x3E0u | 1u; /* up to 0x3FF */
  MPU_CTRL = 5;
  set_stack_limit((uint32_t)(uintptr_t)td_stack_guard);
  barrier();
#endif
}

/* Splits a line at blanks; 0x1f stands for a blank within an argument (toolchain/run-on-board). */
static int split_arguments(char *line, char **argv, int capacity) {
  int argc = 0;
  int inside = 0;
  for (; *line; line++) {
    if (*line == ' ') {
      *line = 0;
      inside = 0;
    } else {
      if (!inside && argc < capacity) argv[argc++] = line;
      inside = 1;
      if (*line == 0x1f) *line = ' ';
    }
  }
  return argc;
}

/* No prologue may touch the FPU before it is on. */
static void __attribute__((noinline, noreturn)) run(void) {
  static char line[1024];
  static char *argv[16 + 1];
  __libc_init_array();
  line[td_semihosting_arguments(line, sizeof line - 1)] = 0;
  exit(main(split_arguments(line, argv, 16), argv));
}

void td_reset(void) {
  start_fpu();
  start_memory();
  guard();
  run();
}
