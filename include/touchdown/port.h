/* touchdown/port.h - the hardware port: what an application around the resolver may ask of the machine it runs on.
 *
 * A port is a value: function pointers with a context. The resolver never sees one; only the link and the examples do.
 * port/README.md says what a port owes. */
#ifndef TOUCHDOWN_PORT_H
#define TOUCHDOWN_PORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a machine offers to the application. */
typedef struct td_port {
  /* Handed to every function below. */
  void *context;

  /* A counter that rises with work done and wraps at 2^32; differences of two readings are what counts. */
  uint32_t (*counter)(void *context);

  /* Its unit: "instructions" in an instruction-counted emulator, "cycles" on hardware. */
  const char *counter_name;

  /* From here to `leave_critical` nothing else runs on this core; the two nest. */
  uint32_t (*enter_critical)(void *context);
  /* Ends that; `state` is what `enter_critical` returned. */
  void (*leave_critical)(void *context, uint32_t state);

  /* Byte stream, in: returns the bytes read, 0..capacity, without waiting longer than `timeout_ms`. */
  int32_t (*read)(void *context, uint8_t *bytes, int32_t capacity, uint32_t timeout_ms);
  /* Byte stream, out: returns the bytes taken, all of them unless the stream is gone. */
  int32_t (*write)(void *context, const uint8_t *bytes, int32_t count);

  /* Printed once at start and sent in the link's handshake, such as "mps2-an386". */
  const char *board_name;
} td_port;

#ifdef __cplusplus
}
#endif

#endif
