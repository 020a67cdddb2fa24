/* Arm MPS2 with the Cortex-M7 image AN500 (Arm DAI 0500): FPU for float and double. */
#define BOARD_NAME "mps2-an500"
#define BOARD_CLOCK_HZ 25000000u
#define BOARD_UART 0x40004000u
#define BOARD_TIMER 0x40000000u
#define BOARD_DUAL_TIMER 0x40002000u
#define BOARD_UART_RECEIVE_INTERRUPT 0
