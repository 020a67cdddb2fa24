/* Every trap, on a stack of its own (mscratch holds it, and the interrupted stack meanwhile): a fault may come from a stack
 * without room. Saves what a C function may change, and calls td_trap. Traps do not nest. */
    .macro each_register store, fstore
    \store ra, 0(sp)
    \store t0, 4(sp)
    \store t1, 8(sp)
    \store t2, 12(sp)
    \store t3, 16(sp)
    \store t4, 20(sp)
    \store t5, 24(sp)
    \store t6, 28(sp)
    \store a0, 32(sp)
    \store a1, 36(sp)
    \store a2, 40(sp)
    \store a3, 44(sp)
    \store a4, 48(sp)
    \store a5, 52(sp)
    \store a6, 56(sp)
    \store a7, 60(sp)
#ifdef __riscv_flen
    .set place, 64
    .irp register, ft0, ft1, ft2, ft3, ft4, ft5, ft6, ft7, ft8, ft9, ft10, ft11, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7
    \fstore \register, place(sp)
    .set place, place + 4
    .endr
#endif
    .endm

    .section .text.td_trap_entry, "ax"
    .globl td_trap_entry
    .balign 4
td_trap_entry:
    csrrw sp, mscratch, sp
    addi sp, sp, -160
    each_register sw, fsw
#ifdef __riscv_flen
    frcsr t0
    sw t0, 144(sp)
#endif
    csrr a0, mcause
    csrr a1, mtval
    call td_trap
#ifdef __riscv_flen
    lw t0, 144(sp)
    fscsr t0
#endif
    each_register lw, flw
    addi sp, sp, 160
    csrrw sp, mscratch, sp
    mret
