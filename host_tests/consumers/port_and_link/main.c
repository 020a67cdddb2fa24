/* The link's server over a wire in memory, counted by the machine's own port: what it answers is what td_resolve gives
 * here, to the bit. The same program on the host and on a board. */
#include <stdio.h>
#include <string.h>

#include "open.h"
#include "resolver.h"
#include "server.h"
#include "touchdown/touchdown.h"

/* A wire: what was written, and how much of it has been read. */
typedef struct wire {
  uint8_t bytes[4 * TD_FRAME_WIRE_BYTES];
  int32_t written, read;
} wire;
static wire to_server, to_client;
static td_link_server server;
static td_frame_receiver receiver;

static int32_t take(void *context, uint8_t *bytes, int32_t capacity, uint32_t timeout_ms) {
  int32_t count = 0;
  (void)context, (void)timeout_ms;
  while (count < capacity && to_server.read < to_server.written) bytes[count++] = to_server.bytes[to_server.read++];
  return count;
}

static int32_t give(void *context, const uint8_t *bytes, int32_t count) {
  (void)context;
  memcpy(to_client.bytes + to_client.written, bytes, (size_t)count);
  to_client.written += count;
  return count;
}

/* Asks the server; the answer's payload, or null. */
static const uint8_t *ask(uint8_t function, uint16_t sequence, const void *request, int32_t size) {
  td_frame frame = {TD_LINK_REQUEST, function, sequence, request, size};
  to_server.written = td_frame_encode(&frame, to_server.bytes);
  to_server.read = to_client.read = to_client.written = 0;
  while (to_server.read < to_server.written) td_link_serve(&server, 0);
  while (to_client.read < to_client.written)
    if (td_frame_receive(&receiver, to_client.bytes[to_client.read++], &frame) == TD_FRAME_COMPLETE)
      return frame.kind == TD_LINK_ANSWER && frame.sequence == sequence ? frame.payload : NULL;
  return NULL;
}

int main(void) {
  td_port port;
  td_port_open(&port);
  port.read = take, port.write = give;
  td_link_start(&server, &port, td_link_resolver, TD_LINK_RESOLVER_COUNT);

  const td_link_greeting greeting = {TD_LINK_PROTOCOL, 1};
  td_contact contact = {0};
  contact.W.nn = contact.W.tt = contact.W.ss = 1, contact.v.n = -1, contact.v.t = 0.3f, contact.v.s = 0.2f;
  contact.surface.mu_s = contact.surface.mu_k = 0.2f, contact.surface.e = 0.5f;
  td_impact here;
  const td_status status = td_resolve(&contact, &here);

  const uint8_t *answer = ask(TD_LINK_HELLO, 0, &greeting, sizeof greeting);
  td_link_outcome outcome = {0, -1, 0};
  if (answer != NULL) answer = ask(TD_LINK_RESOLVE, 1, &contact, sizeof contact);
  if (answer != NULL) memcpy(&outcome, answer, sizeof outcome);
  const int same = outcome.status == status && memcmp(answer + sizeof outcome, &here, sizeof here) == 0;
  printf("link: %s on %s\n", same ? "the same bits" : "FAIL", port.board_name);
  return !same;
}
