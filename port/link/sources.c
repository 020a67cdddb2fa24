#include "link.h"
#include "link_sources.h" /* made by fingerprint.cmake as the link is built */

void td_link_sources(uint32_t fingerprint[2]) {
  fingerprint[0] = TD_LINK_SOURCES_0;
  fingerprint[1] = TD_LINK_SOURCES_1;
}
