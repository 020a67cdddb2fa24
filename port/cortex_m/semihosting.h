/* What an emulator (or a debugger) does for a board: end the run with a status, print, give the arguments.
 * "Semihosting for AArch32 and AArch64", Arm. Where nobody answers such a call it is a fault, and so it is not made:
 * nothing is printed, there are no arguments, and a program that ends waits for reset. */
#ifndef TOUCHDOWN_PORT_CORTEX_M_SEMIHOSTING_H
#define TOUCHDOWN_PORT_CORTEX_M_SEMIHOSTING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The emulator ends with this exit status (its low 8 bits). */
void td_semihosting_exit(int32_t status) __attribute__((noreturn));
/* To the emulator's standard error. */
void td_semihosting_print(const char *text);
/* Handle of the emulator's standard input, output or error, for the next: 0, 1, 2. */
int32_t td_semihosting_open(int32_t descriptor);
/* Returns the bytes not written. */
int32_t td_semihosting_write(int32_t handle, const void *bytes, uint32_t count);
/* The arguments in one line; 0 without arguments, or if they do not fit. */
int32_t td_semihosting_arguments(char *line, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
