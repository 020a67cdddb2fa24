/* A plugin of QEMU: how often the loops of an image are gone round, and functions called, at most, in what it runs.
 *
 *   count_rounds.so,watch=FILE,seen=FILE
 *
 * Lines of `watch`, of numbers, addresses in hexadecimal:
 *   back LOOP FROM TO    the edge from the block that ends with instruction FROM to the one that begins with TO is a
 * round enter LOOP FROM TO   the same begins to count anew less LOOP 0 AT       takes a round off in LOOP 0 AT LOOP
 * stands for calls: the function in which they are counted begins, out LOOP 0 AT        returns, call LOOP 0 AT calls
 *   start PLACE 0 AT     public function PLACE begins
 *   site PLACE 0 AT      calls a copy from PLACE
 *   copy 0 0 AT          a copy begins
 *   copies LOOP 0 0      LOOP is a copy's
 * Lines of `seen`: "LOOP PLACE MOST", what LOOP did while PLACE was the public function, or the call of the copy. */
#include "emulator_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_events = 65536, most_counters = 4096, most_places = 1024, slots = 1 << 20 };

enum kind { back, enter, start, site, copy, in, out, call, less };
enum { kind_count = less + 1 };
static const char *const kinds[] = {"back", "enter", "start", "site", "copy", "in", "out", "call", "less"};

struct event { /* at an address; the next one there */
  enum kind kind;
  int departs; /* of back, enter: at FROM, not at TO */
  unsigned counter;
  uint32_t from;
  struct event *next;
};

static struct event events[2 * most_events];
static struct event *at[slots]; /* by half of the address */
static size_t event_count;
static uint32_t last_from[most_counters];
static int32_t now[most_counters];
static uint8_t active[most_counters];
static int32_t most[most_counters][most_places];
static uint8_t entered[most_counters][most_places];
static unsigned place, calling, copy_place;
static uint8_t by_site[most_counters];
static char seen_path[4096];

int qemu_plugin_version = 1;

static void add(enum kind kind, int departs, unsigned counter, uint32_t from, uint32_t address) {
  if (event_count == 2 * most_events || counter >= most_counters || address / 2 >= slots) {
    fprintf(stderr, "count_rounds: too much to watch\n");
    exit(1);
  }
  struct event *event = &events[event_count++];
  struct event **last = &at[address / 2];
  /* What arrives at an instruction comes before what departs from it. */
  while (*last && (!departs || (*last)->next)) last = &(*last)->next;
  *event = (struct event){kind, departs, counter, from, NULL};
  if (departs) {
    last = &at[address / 2];
    while (*last) last = &(*last)->next;
    *last = event;
  } else {
    event->next = at[address / 2];
    at[address / 2] = event;
  }
}

static void note(unsigned counter) {
  const unsigned of = by_site[counter] ? copy_place : place;
  entered[counter][of] = 1;
  if (now[counter] > most[counter][of]) most[counter][of] = now[counter];
}

static void arrive(const struct event *event) {
  if (last_from[event->counter] != event->from) return;
  last_from[event->counter] = 0;
  now[event->counter] = event->kind == back ? now[event->counter] + 1 : 0;
  note(event->counter);
}

static void happen(const struct event *event) {
  switch (event->kind) {
    case back:
    case enter:
      if (event->departs)
        last_from[event->counter] = event->from;
      else
        arrive(event);
      break;
    case start:
      place = event->counter;
      break;
    case site:
      calling = event->counter;
      break;
    case copy:
      copy_place = calling;
      calling = 0;
      break;
    case in:
      active[event->counter] = 1;
      now[event->counter] = 0;
      note(event->counter);
      break;
    case out:
      active[event->counter] = 0;
      break;
    case call:
      if (!active[event->counter]) break;
      ++now[event->counter];
      note(event->counter);
      break;
    case less:
      --now[event->counter];
      break;
  }
}

static void run(unsigned core, void *data) {
  (void)core;
  for (const struct event *event = data; event; event = event->next) happen(event);
}

static void translated(uint64_t id, struct qemu_plugin_tb *block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    const uint64_t address = qemu_plugin_insn_vaddr(instruction) / 2;
    if (address < slots && at[address]) qemu_plugin_register_vcpu_insn_exec_cb(instruction, run, 0, at[address]);
  }
}

static void ended(uint64_t id, void *data) {
  (void)id, (void)data;
  FILE *seen = fopen(seen_path, "w");
  if (!seen) return;
  for (unsigned i = 0; i < most_counters; ++i)
    for (unsigned j = 0; j < most_places; ++j)
      if (entered[i][j]) fprintf(seen, "%u %u %d\n", i, j, (int)most[i][j]);
  fclose(seen);
}

static int watch(const char *path) {
  FILE *file = fopen(path, "r");
  char kind[16];
  unsigned counter, from, to;
  if (!file) return 1;
  while (fscanf(file, "%15s %u %x %x", kind, &counter, &from, &to) == 4) {
    for (int k = 0; k < kind_count; ++k) {
      if (strcmp(kind, kinds[k]) != 0) continue;
      add((enum kind)k, 0, counter, from, to);
      if (k == back || k == enter) add((enum kind)k, 1, counter, from, from);
    }
    if (strcmp(kind, "copies") == 0) by_site[counter] = 1;
  }
  fclose(file);
  return 0;
}

int qemu_plugin_install(uint64_t id, const struct qemu_info_t *info, int argc, char **argv) {
  (void)info;
  const char *watched = "";
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], "watch=", 6) == 0) watched = argv[i] + 6;
    if (strncmp(argv[i], "seen=", 5) == 0) snprintf(seen_path, sizeof seen_path, "%s", argv[i] + 5);
  }
  if (watch(watched) != 0) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
