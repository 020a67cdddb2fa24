/* A plugin of QEMU: the cycles of each call of one function, by the timing of a core that the file `timing` holds.
 *
 *   count_cycles.so,timing=FILE,calls=FILE
 *
 * Lines of `timing`, of numbers, addresses in hexadecimal:
 *   function BEGIN COUNTER   where the function begins, and where the one that reads the counter: the call that
 *                            counts is between its first reading and its second (COUNTER 0: all calls count)
 *   refill LOW HIGH          what a jump costs beyond its own cycle
 *   time AT SIZE LOW HIGH KIND RESULT SOURCES
 *                            an instruction: its cycles at the least and at the most, what it is (below), and
 *                            masks of the registers s0 .. s31 that it computes and that it reads
 * Lines of `calls`, for each call: "INSTRUCTIONS LOW HIGH". A call ends where the code goes on behind the instruction
 * that made it.
 *
 * Three things are not of an instruction alone. For a result of the floating-point unit that the next one reads it
 * waits a cycle. Of loads and stores that follow one another each but the first takes a cycle less. While a quotient
 * or a root is computed, what does not ask the unit goes on, at the least; at the most, nothing does. */
#include "../../gates/instruction_bound/emulator_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { slots = 1 << 20 };
enum { single_access = 1, float_unit = 2, long_operation = 4 };

struct instruction {
  uint32_t address, result, sources;
  uint8_t size, low, high, kind;
};

static struct instruction *code[slots]; /* by half of the address */
static uint32_t function, counter, returns_to, last_end;
static uint32_t computing; /* results of the quotient or root under way */
static const struct instruction *last;
static unsigned refill_low, refill_high;
static uint64_t instructions, low, high, unit_free;
static int running, awaited;
static FILE *calls;

int qemu_plugin_version = 1;

static void count(const struct instruction *now) {
  const int waits = last && (last->result & now->sources) != 0;
  ++instructions;
  if (last_end != now->address) low += refill_low, high += refill_high;
  if (((now->kind & float_unit) || (computing & now->sources)) && unit_free > low) low = unit_free;
  if (now->kind & float_unit) computing = 0;
  low += now->low + (unsigned)waits, high += now->high + (unsigned)waits;
  if (last && (last->kind & now->kind & single_access)) low -= now->low > 1, high -= now->high > 1;
  if (now->kind & long_operation) unit_free = low + now->high - now->low, computing = now->result;
}

static void run(unsigned core, void *data) {
  const struct instruction *now = data;
  (void)core;
  if (running && now->address == returns_to) {
    fprintf(calls, "%llu %llu %llu\n", (unsigned long long)instructions, (unsigned long long)low,
            (unsigned long long)high);
    running = 0;
  }
  if (now->address == counter) awaited = !awaited;
  if (!running && now->address == function && (awaited || counter == 0)) {
    running = 1;
    returns_to = last_end;
    instructions = low = high = unit_free = 0;
    computing = 0;
    last = NULL;
    last_end = now->address;
  }
  if (running) count(now);
  last = now;
  last_end = now->address + now->size;
}

static void translated(uint64_t id, struct qemu_plugin_tb *block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    const uint64_t address = qemu_plugin_insn_vaddr(instruction) / 2;
    if (address < slots && code[address]) qemu_plugin_register_vcpu_insn_exec_cb(instruction, run, 0, code[address]);
  }
}

static void ended(uint64_t id, void *data) {
  (void)id, (void)data;
  fclose(calls);
}

static int read_timing(const char *path) {
  FILE *file = fopen(path, "r");
  char line[256];
  if (!file) return 1;
  while (fgets(line, sizeof line, file)) {
    struct instruction now;
    unsigned at, size, least, most, kind, result, sources;
    if (sscanf(line, "time %x %u %u %u %u %x %x", &at, &size, &least, &most, &kind, &result, &sources) == 7 &&
        at / 2 < slots) {
      now = (struct instruction){at, result, sources, (uint8_t)size, (uint8_t)least, (uint8_t)most, (uint8_t)kind};
      code[at / 2] = malloc(sizeof now);
      *code[at / 2] = now;
    }
    sscanf(line, "function %x %x", &function, &counter);
    sscanf(line, "refill %u %u", &refill_low, &refill_high);
  }
  fclose(file);
  return 0;
}

int qemu_plugin_install(uint64_t id, const struct qemu_info_t *info, int argc, char **argv) {
  (void)info;
  const char *timing = "";
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], "timing=", 7) == 0) timing = argv[i] + 7;
    if (strncmp(argv[i], "calls=", 6) == 0) calls = fopen(argv[i] + 6, "w");
  }
  if (!calls || read_timing(timing) != 0) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
