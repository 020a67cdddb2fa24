/* Arm MPS2 with the Cortex-M3 image AN385 (Arm DAI 0385); its emulation also runs images for a Cortex-M0. */
#define BOARD_NAME "mps2-an385"
#define BOARD_CLOCK_HZ 25000000u
#define BOARD_UART 0x40004000u
#define BOARD_TIMER 0x40000000u
#define BOARD_DUAL_TIMER 0x40002000u
#define BOARD_UART_RECEIVE_INTERRUPT 0
