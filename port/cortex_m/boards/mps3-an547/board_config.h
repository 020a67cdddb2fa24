/* Arm MPS3 with the Cortex-M55 image AN547 (Arm DAI 0547), in the secure state that it boots in. */
#define BOARD_NAME "mps3-an547"
#define BOARD_CLOCK_HZ 32000000u
#define BOARD_UART 0x59303000u
#define BOARD_TIMER 0x58000000u
#define BOARD_UART_RECEIVE_INTERRUPT 33
/* Its timer reads the system counter, which counts up once it is turned on here. */
#define BOARD_SYSTEM_COUNTER 0x58100000u
