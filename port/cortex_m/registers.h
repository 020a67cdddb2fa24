/* Registers that every Cortex-M has at the same address (Armv6-M, v7-M, v8-M Architecture Reference Manuals), and
 * those instructions that C cannot express. */
#ifndef TOUCHDOWN_PORT_CORTEX_M_REGISTERS_H
#define TOUCHDOWN_PORT_CORTEX_M_REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define SYST_CSR REGISTER(0xE000E010u) /* SysTick: control (1 enable, 2 interrupt, 4 core clock, 1<<16 has wrapped) */
#define SYST_RVR REGISTER(0xE000E014u) /* reload, 24 bit */
#define SYST_CVR REGISTER(0xE000E018u) /* value; any write clears it */
#define NVIC_ISER(n) REGISTER(0xE000E100u + 4u * (n)) /* enables interrupts 32 n .. 32 n + 31 */
#define SCB_ICSR REGISTER(0xE000ED04u)                /* 1<<25 takes back a pending SysTick */
#define SCB_SHCSR REGISTER(0xE000ED24u)               /* 7<<16 enables MemManage, BusFault, UsageFault */
#define SCB_CFSR REGISTER(0xE000ED28u)                /* why a fault was taken */
#define SCB_CPACR REGISTER(0xE000ED88u)               /* 0xF<<20 gives access to the FPU */
#define MPU_TYPE REGISTER(0xE000ED90u)
#define MPU_CTRL REGISTER(0xE000ED94u) /* 1 enable, 4 default map for what no region covers */
#define MPU_RNR REGISTER(0xE000ED98u)
#define MPU_RBAR REGISTER(0xE000ED9Cu)
#define MPU_RASR REGISTER(0xE000EDA0u)
#define MPU_RLAR REGISTER(0xE000EDA0u) /* v8-M, in its place */
#define MPU_MAIR0 REGISTER(0xE000EDC0u)

static inline uint32_t get_primask(void) {
  uint32_t primask;
  __asm volatile("mrs %0, primask" : "=r"(primask));
  return primask;
}
static inline void set_primask(uint32_t primask) { __asm volatile("msr primask, %0" ::"r"(primask) : "memory"); }
static inline void disable_interrupts(void) { __asm volatile("cpsid i" ::: "memory"); }
static inline void enable_interrupts(void) { __asm volatile("cpsie i\n isb" ::: "memory"); }
static inline void wait_for_interrupt(void) { __asm volatile("dsb\n wfi" ::: "memory"); }
#if __ARM_ARCH_8M_MAIN__ || __ARM_ARCH_8_1M_MAIN__
static inline void set_stack_limit(uint32_t limit) { __asm volatile("msr msplim, %0" ::"r"(limit) : "memory"); }
#endif
static inline void barrier(void) { __asm volatile("dsb\n isb" ::: "memory"); }

#endif
