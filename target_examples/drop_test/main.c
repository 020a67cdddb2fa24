/* Drop-test firmware: what the host program asks of a board. It identifies impacts in the rig's samples and resolves
 * them (drop_link.h), reports what touched a machine (monitor_link.h; with joints observer_link.h), predicts what a
 * touch does to an arm (effector_link.h), resolves the other impacts that the host sends, and reports the cost of each
 * call.
 *
 * The same source on every port. The other end is `touchdown ... --on <board>` or `--on serial:<device>`, and for the
 * samples `stream_drops`; all speak the protocol of port/link/link.h. Where the sensor hangs on the board itself, its
 * interrupt calls td_drop_feed with each reading, and nothing here changes. */
#include <string.h>

#include "drop_link.h"
#include "effector_link.h"
#include "land.h"
#include "monitor_link.h"
#include "observer_link.h"
#include "open.h"
#include "resolver.h"
#include "server.h"

static td_link_server server; /* too large for a stack */
static td_link_function functions[TD_LINK_RESOLVER_COUNT + TD_LINK_LAND_COUNT + DROP_LINK_COUNT + MONITOR_LINK_COUNT +
                                  OBSERVER_LINK_COUNT + EFFECTOR_LINK_COUNT];
static int32_t offered; /* of them */

static void offer(const td_link_function *more, int32_t count) {
  memcpy(functions + offered, more, (size_t)count * sizeof *more);
  offered += count;
}

int main(void) {
  td_port port;
  td_port_open(&port);
  offer(td_link_resolver, TD_LINK_RESOLVER_COUNT);
  offer(td_link_land, TD_LINK_LAND_COUNT);
  offer(drop_link, DROP_LINK_COUNT);
  offer(monitor_link, MONITOR_LINK_COUNT);
  offer(observer_link, OBSERVER_LINK_COUNT);
  offer(effector_link, EFFECTOR_LINK_COUNT);
  td_link_start(&server, &port, functions, offered);
  for (;;) td_link_serve(&server, 1000);
}
