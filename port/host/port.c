#define _POSIX_C_SOURCE 200809L

#include "open.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host_port.h"

static uint32_t counter(void *context) {
  struct timespec now;
  (void)context;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
}

/* Signal handlers are what would interrupt. Returns whether it was inside already. */
static uint32_t enter_critical(void *context) {
  td_host_port *const self = context;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const uint32_t inside = sigismember(&before, SIGALRM) == 1 && sigismember(&before, SIGINT) == 1;
  if (!inside) self->signals = before;
  return inside;
}

static void leave_critical(void *context, uint32_t inside) {
  const td_host_port *const self = context;
  if (!inside) pthread_sigmask(SIG_SETMASK, &self->signals, NULL);
}

static int32_t read_stream(void *context, uint8_t *bytes, int32_t capacity, uint32_t timeout_ms) {
  td_host_port *const self = context;
  struct pollfd ready = {.fd = self->input, .events = POLLIN};
  if (self->gone || poll(&ready, 1, (int)timeout_ms) <= 0) return 0;
  const ssize_t count = read(self->input, bytes, (size_t)capacity);
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) self->gone = 1;
  return count > 0 ? (int32_t)count : 0;
}

static int32_t write_stream(void *context, const uint8_t *bytes, int32_t count) {
  td_host_port *const self = context;
  int32_t written = 0;
  while (written < count && !self->gone) {
    const ssize_t now = write(self->output, bytes + written, (size_t)(count - written));
    if (now > 0)
      written += (int32_t)now;
    else if (errno != EINTR)
      self->gone = 1;
  }
  return written;
}

void td_host_port_open(td_host_port *self, int input, int output, td_port *port) {
  *self = (td_host_port){.input = input, .output = output};
  *port = (td_port){.context = self,
                    .counter = counter,
                    .counter_name = "nanoseconds",
                    .enter_critical = enter_critical,
                    .leave_critical = leave_critical,
                    .read = read_stream,
                    .write = write_stream,
                    .board_name = "host"};
}

static td_host_port standard;

static int32_t read_standard(void *context, uint8_t *bytes, int32_t capacity, uint32_t timeout_ms) {
  const int32_t count = read_stream(context, bytes, capacity, timeout_ms);
  if (standard.gone) exit(0);
  return count;
}

void td_port_open(td_port *port) {
  td_host_port_open(&standard, STDIN_FILENO, STDOUT_FILENO, port);
  port->read = read_standard;
}
