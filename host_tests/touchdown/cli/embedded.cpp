#include "cli/embedded.hpp"

#include "cli/text.hpp"
#include "program_sources.h"  // made by port/link/fingerprint.cmake

// embedded.inc names each, with a number.
#define TOUCHDOWN_TEXT(number, name)                                                         \
  __asm__(".pushsection .rodata\n.globl touchdown_text_" #number "\ntouchdown_text_" #number \
          ":\n.incbin \"" TOUCHDOWN_HOST_FOLDER "/" name "\"\n.byte 0\n.popsection\n");      \
  extern "C" const char touchdown_text_##number[];
#include "embedded.inc"
#undef TOUCHDOWN_TEXT

namespace touchdown::host {

const char *embedded(const std::string &name) {
#define TOUCHDOWN_TEXT(number, text) \
  if (name == (text)) return touchdown_text_##number;
#include "embedded.inc"
#undef TOUCHDOWN_TEXT
  throw std::out_of_range("no file " + name);
}

std::string program_sources() { return formatted("%08x%08x", TD_LINK_SOURCES_0, TD_LINK_SOURCES_1); }

std::string in_the_tree(const std::string &name) { return TOUCHDOWN_HOST_FOLDER "/" + name; }

}  // namespace touchdown::host
