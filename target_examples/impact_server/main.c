/* The smallest firmware of the link: resolves the single impacts that the host sends, and says what each cost.
 *
 * The same source on every port. The other end is `touchdown replay --on <board>` (toolchain/demo), or `touchdown
 * resolve` without derivatives. target_examples/drop_test offers all that the host program asks of a board. */
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
