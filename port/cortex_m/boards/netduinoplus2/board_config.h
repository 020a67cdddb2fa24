/* Any board with an STM32F405 (ST RM0090), as QEMU's netduinoplus2 emulates it. Serial port: USART1, PA9 sends, PA10
 * receives; those are on APB2, and their alternate function is number 7. */
#define BOARD_NAME "netduinoplus2"
#define BOARD_UART 0x40011000u
#define BOARD_UART_RECEIVE_INTERRUPT 37
#define BOARD_UART_PORT 0x40020000u     /* GPIOA */
#define BOARD_UART_PORT_CLOCK (1u << 0) /* in RCC_AHB1ENR */
#define BOARD_UART_CLOCK (1u << 4)      /* in RCC_APB2ENR */
#define BOARD_UART_SEND_PIN 9
#define BOARD_UART_RECEIVE_PIN 10
/* TIM2, which counts where there is no cycle counter: in the emulator. */
#define BOARD_TIMER 0x40000000u
#define BOARD_TIMER_CLOCK (1u << 0) /* in RCC_APB1ENR */
