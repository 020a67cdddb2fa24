/* Arm MPS2 with the Cortex-M4F image AN386, as QEMU emulates it (Arm DAI 0386). Receive interrupt of UART 0: number 0.
 */
#define BOARD_NAME "mps2-an386"
#define BOARD_CLOCK_HZ 25000000u
#define BOARD_UART 0x40004000u
#define BOARD_TIMER 0x40000000u
#define BOARD_DUAL_TIMER 0x40002000u
#define BOARD_UART_RECEIVE_INTERRUPT 0
