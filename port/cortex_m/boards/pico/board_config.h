/* Raspberry Pi Pico, or any board with an RP2040 and a crystal of 12 MHz (RP2040 datasheet). Serial port: UART0, GPIO 0
 * sends, GPIO 1 receives; their function there is number 2. */
#define BOARD_NAME "pico"
#define BOARD_UART 0x40034000u
#define BOARD_UART_RECEIVE_INTERRUPT 20
#define BOARD_UART_RESET (1u << 22) /* in RESETS */
#define BOARD_UART_SEND_PIN 0u
#define BOARD_UART_RECEIVE_PIN 1u
