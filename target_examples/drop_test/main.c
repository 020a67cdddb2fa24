/* Drop-test firmware: resolves what the host sends over the board's serial port, and says what it cost.
 *
 * The same source on every port. The other end is `touchdown ... --on <board>` or `--on serial:<device>`; both speak
 * the protocol of port/link/link.h. */
#include "open.h"
#include "resolver.h"
#include "server.h"

static td_link_server server; /* too large for a stack */

int main(void) {
  td_port port;
  td_port_open(&port);
  td_link_start(&server, &port, td_link_resolver, TD_LINK_RESOLVER_COUNT);
  for (;;) td_link_serve(&server, 1000);
}
