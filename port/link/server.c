#include "server.h"

#include <string.h>

#include "crc32.h"
#include "touchdown/touchdown.h"

/* How often each thing is counted to learn its least; 0.5 s in all at 16 MHz. */
#define TIMES_COUNTED 32

/* An answer to a greeting fits into a frame. */
typedef char hello_fits[TD_LINK_PAYLOAD >= sizeof(td_link_outcome) + sizeof(td_link_hello) ? 1 : -1];

static void send(const td_link_server *self, const td_frame *frame) {
  uint8_t wire[TD_FRAME_WIRE_BYTES];
  self->port->write(self->port->context, wire, td_frame_encode(frame, wire));
}

static void refuse(const td_link_server *self, const td_frame *request, int32_t reason) {
  td_frame refusal = {.kind = TD_LINK_REFUSAL, .payload = (const uint8_t *)&reason, .size = sizeof reason};
  if (request) {
    refusal.function = request->function;
    refusal.sequence = request->sequence;
  }
  send(self, &refusal);
}

static void answer(const td_link_server *self, const td_link_kept *kept) {
  const td_frame frame = {.kind = TD_LINK_ANSWER,
                          .function = kept->function,
                          .sequence = kept->sequence,
                          .payload = kept->payload,
                          .size = kept->size};
  send(self, &frame);
}

/* Calls a function and counts its work; whose request it is, the caller fills in. */
static td_link_outcome measure(td_link_server *self, const td_link_function *function) {
  const td_port *const port = self->port;
  const uint32_t state = port->enter_critical(port->context);
  const uint32_t before = port->counter(port->context);
  const int32_t status = function->call(function->context, self->request, self->result);
  const uint32_t after = port->counter(port->context);
  port->leave_critical(port->context, state);
  return (td_link_outcome){.status = status, .counter = after - before - self->measuring};
}

static int32_t nothing(void *context, const void *request, void *result) {
  (void)context, (void)request, (void)result;
  return 0;
}

/* Runs as many steps as requested, each of which needs the step before (Marsaglia's xorshift). No step goes through
 * memory, where a processor may or may not forward a store, so that equal loops would take different times.
 */
static int32_t run_loop(void *context, const void *request, void *result) {
  uint32_t steps = 0, x = 1;
  (void)context;
  memcpy(&steps, request, sizeof steps);
  for (; steps > 0; steps--) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  memcpy(result, &x, sizeof x);
  return 0;
}

/* Counts a function once more. The least is kept: what else the machine does can only add to it. */
static void count_call(td_link_server *self, const td_link_function *function, uint32_t *least) {
  const uint32_t counted = measure(self, function).counter;
  if (counted < *least) *least = counted;
}

/* All in turn, again and again, so that a machine which is now slower, now faster is so for each. */
static void count_loops(td_link_server *self) {
  static const uint32_t steps[3] = {TD_LINK_SHORT_LOOP, TD_LINK_MIDDLE_LOOP, TD_LINK_LONG_LOOP};
  const td_link_function loop = {.call = run_loop};
  memset(self->loops, 0xFF, sizeof self->loops);
  for (int32_t i = 0; i < 3 * TIMES_COUNTED; i++) {
    memcpy(self->request, &steps[i % 3], sizeof steps[0]);
    count_call(self, &loop, &self->loops[i % 3]);
  }
}

/* What counting by itself counts. */
static uint32_t count_nothing(td_link_server *self) {
  const td_link_function empty = {.call = nothing};
  uint32_t least = 0xFFFFFFFFu;
  self->measuring = 0;
  measure(self, &empty); /* the first reading of all may count from anywhere */
  for (int32_t i = 0; i < TIMES_COUNTED; i++) count_call(self, &empty, &least);
  return least;
}

static const td_link_function *find(const td_link_server *self, uint8_t number) {
  for (int32_t i = 0; i < self->function_count; i++)
    if (self->functions[i].signature.function == number) return &self->functions[i];
  return NULL;
}

static int32_t size_of(const td_link_outcome *outcome, uint32_t result_bytes) {
  return (int32_t)(sizeof *outcome + (outcome->status < 0 ? 0 : result_bytes));
}

/* Puts an answer's payload together: its check, over the request's and over what follows. */
static int32_t seal(uint32_t request, td_link_outcome outcome, const void *result, uint32_t result_bytes,
                    uint8_t *payload) {
  const int32_t size = size_of(&outcome, result_bytes);
  memcpy(payload, &outcome, sizeof outcome);
  memcpy(payload + sizeof outcome, result, (size_t)size - sizeof outcome);
  outcome.check = td_crc32c(request, payload + sizeof outcome.check, size - (int32_t)sizeof outcome.check);
  memcpy(payload, &outcome, sizeof outcome);
  return size;
}

static void carry_out(td_link_server *self, const td_frame *request, uint32_t crc, td_link_kept *kept) {
  const td_link_function *const function = find(self, request->function);
  if (!function) {
    refuse(self, request, TD_LINK_UNKNOWN_FUNCTION);
    return;
  }
  if ((uint32_t)request->size != function->signature.request_bytes) {
    refuse(self, request, TD_LINK_WRONG_SIZE);
    return;
  }
  memcpy(self->request, request->payload, (size_t)request->size);
  const td_link_outcome outcome = measure(self, function);
  self->answered++;
  kept->size = seal(crc, outcome, self->result, function->signature.result_bytes, kept->payload);
  kept->request = crc;
  kept->sequence = request->sequence;
  kept->function = request->function;
  kept->used = 1;
  answer(self, kept);
}

static void work(td_link_server *self, const td_frame *request) {
  td_link_kept *const kept = &self->kept[request->sequence % TD_LINK_WINDOW];
  const uint32_t crc = td_crc32c(0, request->payload, request->size);
  if (!self->has_session) {
    refuse(self, request, TD_LINK_NO_SESSION);
  } else if (kept->used && kept->sequence == request->sequence && kept->function == request->function &&
             kept->request == crc) {
    self->repeated++;
    answer(self, kept);
  } else {
    carry_out(self, request, crc, kept);
  }
}

static void copy_name(char *to, int32_t capacity, const char *name) {
  for (int32_t i = 0; i < capacity - 1 && name[i]; i++) to[i] = name[i];
}

static td_link_hello describe(const td_link_server *self) {
  td_link_hello hello = {.protocol = TD_LINK_PROTOCOL,
                         .session = self->session,
                         .version = (uint32_t)td_version(),
                         .real_bytes = sizeof(td_real),
                         .payload = TD_LINK_PAYLOAD,
                         .window = TD_LINK_WINDOW,
                         .sources = {self->sources[0], self->sources[1]},
                         .loops = {self->loops[0], self->loops[1], self->loops[2]},
                         .signature_count = (uint32_t)self->function_count};
  copy_name(hello.board_name, sizeof hello.board_name, self->port->board_name);
  copy_name(hello.counter_name, sizeof hello.counter_name, self->port->counter_name);
  for (int32_t i = 0; i < self->function_count; i++) hello.signatures[i] = self->functions[i].signature;
  return hello;
}

/* A greeting that came again opens nothing new, so that the kept answers stay. */
static void greet(td_link_server *self, const td_frame *request) {
  td_link_greeting greeting;
  if (request->size != sizeof greeting) {
    refuse(self, request, TD_LINK_WRONG_SIZE);
    return;
  }
  memcpy(&greeting, request->payload, sizeof greeting);
  if (self->function_count < 0) {
    refuse(self, request, TD_LINK_BAD_TABLE);
    return;
  }
  if (!self->has_session || greeting.session != self->session) {
    for (int32_t i = 0; i < TD_LINK_WINDOW; i++) self->kept[i].used = 0;
    self->session = greeting.session;
    self->has_session = 1;
  }
  const td_link_hello hello = describe(self);
  const td_link_outcome outcome = {.status = TD_SOLVED};
  uint8_t payload[sizeof outcome + sizeof hello];
  const td_frame frame = {.kind = TD_LINK_ANSWER,
                          .function = TD_LINK_HELLO,
                          .sequence = request->sequence,
                          .payload = payload,
                          .size = seal(td_crc32c(0, request->payload, request->size), outcome, &hello,
                                       (uint32_t)td_link_hello_bytes(hello.signature_count), payload)};
  send(self, &frame);
}

static void take(td_link_server *self, uint8_t byte) {
  td_frame frame;
  const int32_t received = td_frame_receive(&self->receiver, byte, &frame);
  if (received == TD_FRAME_GARBLED) {
    self->garbled++;
    refuse(self, NULL, TD_LINK_GARBLED);
  }
  if (received != TD_FRAME_COMPLETE || frame.kind != TD_LINK_REQUEST) return;
  if (frame.function == TD_LINK_HELLO)
    greet(self, &frame);
  else
    work(self, &frame);
}

static int32_t is_served(const td_link_function *functions, int32_t at) {
  const td_link_signature *const signature = &functions[at].signature;
  for (int32_t i = 0; i < at; i++)
    if (functions[i].signature.function == signature->function) return 0;
  return functions[at].call && signature->function != TD_LINK_HELLO && signature->function <= 0xFF &&
         signature->request_bytes <= TD_LINK_PAYLOAD &&
         signature->result_bytes <= TD_LINK_PAYLOAD - sizeof(td_link_outcome);
}

static int32_t all_are_served(const td_link_function *functions, int32_t count) {
  int32_t served = count >= 0 && count <= TD_LINK_MAX_FUNCTIONS;
  for (int32_t i = 0; served && i < count; i++) served = is_served(functions, i);
  return served;
}

int32_t td_link_start(td_link_server *server, const td_port *port, const td_link_function *functions,
                      int32_t function_count) {
  memset(server, 0, sizeof *server);
  server->port = port;
  server->functions = functions;
  server->function_count = all_are_served(functions, function_count) ? function_count : -1;
  td_link_sources(server->sources);
  server->measuring = count_nothing(server);
  count_loops(server);
  return server->function_count < 0 ? TD_LINK_BAD_TABLE : 0;
}

void td_link_serve(td_link_server *server, uint32_t timeout_ms) {
  uint8_t bytes[64];
  const int32_t count = server->port->read(server->port->context, bytes, sizeof bytes, timeout_ms);
  for (int32_t i = 0; i < count; i++) take(server, bytes[i]);
}
