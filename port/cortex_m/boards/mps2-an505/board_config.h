/* Arm MPS2+ with the Cortex-M33 image AN505 (Arm DAI 0505), in the secure state that it boots in. */
#define BOARD_NAME "mps2-an505"
#define BOARD_CLOCK_HZ 20000000u
#define BOARD_UART 0x50200000u
#define BOARD_TIMER 0x50000000u
#define BOARD_DUAL_TIMER 0x50002000u
#define BOARD_UART_RECEIVE_INTERRUPT 32
