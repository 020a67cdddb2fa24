/* What a plugin of QEMU 4.2 and later is made of, of version 1 of its interface; Debian has no header for it. */
#ifndef EMULATOR_PLUGIN_H
#define EMULATOR_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;

#define EXPORT __attribute__((visibility("default")))

EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info_t *info, int argc, char **argv);

/* A block of instructions is translated before it is run. */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*translated)(uint64_t id, struct qemu_plugin_tb *block));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t place);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);

/* `run` is called before each run of an instruction. `flags`: 0, it asks for no registers. */
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                            void (*run)(unsigned core, void *data), int flags, void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*ended)(uint64_t id, void *data), void *data);

#endif
