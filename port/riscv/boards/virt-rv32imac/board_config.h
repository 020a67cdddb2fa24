/* QEMU's RISC-V machine "virt" (hw/riscv/virt.c) with a core of RV32IMAC: no FPU. */
#define BOARD_NAME "virt-rv32imac"
#define BOARD_UART 0x10000000u
#define BOARD_UART_INTERRUPT 10u
#define BOARD_INTERRUPT_CONTROLLER 0x0C000000u
#define BOARD_TIMER_COMPARE 0x02004000u
#define BOARD_TIMER 0x0200BFF8u
#define BOARD_TIMER_HZ 10000000u
