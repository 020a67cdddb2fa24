"""What every instruction of an image costs a Cortex-M4F with memory that does not make it wait, at the least and at the most:
Arm's Cortex-M4 Technical Reference Manual (DDI 0439), tables 3-1 and 7-1 and their notes.

Held against silicon by `calibrate`: six functions of ML-KEM, in assembly most of them, are published to take on a chip at 24 MHz,
without wait states (pqm4, benchmarks.csv of May 2025), what lies between both numbers: the least is 3.4 to 4.4 % below, the most 6.0
to 7.0 % above, their middle 0.9 to 1.7 % above. They have no floating-point arithmetic, whose times are the manual's alone.
"""
import re
import subprocess

SINGLE_ACCESS, FLOAT_UNIT, LONG_OPERATION = 1, 2, 4
REFILL = (1, 3)  # P of table 3-1: what a jump costs until the pipeline is full again
ARITHMETIC = re.compile(r"v(add|sub|mul|nmul|mla|mls|nmla|nmls|fma|fms|fnma|fnms|div|sqrt|cvtr?)\b")
ACCUMULATES = re.compile(r"v(mla|mls|nmla|nmls|fma|fms|fnma|fnms)\b")
CONDITION = "(eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?"


def instructions(image):
    """(address, size, mnemonic, operands) of all code."""
    said = subprocess.run(["arm-none-eabi-objdump", "-dz", image], check=True, capture_output=True, text=True).stdout
    for found in re.finditer(r"^ *([0-9a-f]+):\t([0-9a-f ]+?) *\t([^\t\n]+)(?:\t([^;@\n]*))?", said, re.M):
        if not found[3].startswith("."):
            yield int(found[1], 16), len(found[2].replace(" ", "")) // 2, found[3].strip(), (found[4] or "").strip()


def words(operands):
    """How many words a list like {r4-r7, lr} or {d8-d9} stands for."""
    count = 0
    for part in re.search(r"\{(.*)\}", operands)[1].split(","):
        ends = [int(n) for n in re.findall(r"\d+", part)]
        count += (ends[1] - ends[0] + 1 if "-" in part else 1) * (2 if part.strip().startswith("d") else 1)
    return count


def mask(text):
    """The registers s0 .. s31 in operands."""
    bits = 0
    for kind, number in re.findall(r"\b([sd])(\d+)\b", text):
        bits |= 3 << 2 * int(number) if kind == "d" else 1 << int(number)
    return bits & 0xFFFFFFFF


def cycles(mnemonic, operands):
    """(least, most, kind)"""
    stem = re.sub(r"\.(w|n)$", "", mnemonic)

    def is_one_of(names):
        return re.fullmatch(rf"({names})s?{CONDITION}", stem) is not None

    if stem.startswith("v"):
        return float_cycles(re.sub(r"\..*", "", stem), stem, operands)
    if re.fullmatch("it[te]*", stem):
        return 0, 1, 0  # folded into what is before it, or not
    if is_one_of("ldr|ldrb|ldrh|ldrsb|ldrsh"):
        return 2, 2, SINGLE_ACCESS
    if is_one_of("str|strb|strh"):
        return 1, 2, SINGLE_ACCESS
    if is_one_of("ldrd|strd"):
        return 3, 3, 0
    if is_one_of("push|pop|ldm|ldmia|ldmdb|stm|stmia|stmdb"):
        return 1 + words(operands), 1 + words(operands), 0
    if is_one_of("sdiv|udiv"):
        return 2, 12, 0
    if is_one_of("mla|mls|tbb|tbh"):
        return 2, 2, 0
    return 1, 1, 0


def float_cycles(stem, whole, operands):
    if re.match(r"v(div|sqrt)", stem):
        return 1, 14, FLOAT_UNIT | LONG_OPERATION
    if ACCUMULATES.match(stem):
        return 3, 3, FLOAT_UNIT
    if re.match(r"v(push|pop|ldm|stm)", stem):
        return 1 + words(operands), 1 + words(operands), 0
    if re.match(r"v(ldr|str)", stem):
        return (3, 3, 0) if operands.startswith("d") else (2, 2, SINGLE_ACCESS)
    if stem.startswith("vmov") and len(operands.split(",")) > 2:
        return 2, 2, FLOAT_UNIT
    return 1, 1, FLOAT_UNIT


def lines(image):
    """What count_cycles.c reads."""
    yield f"refill {REFILL[0]} {REFILL[1]}"
    for address, size, mnemonic, operands in instructions(image):
        least, most, kind = cycles(mnemonic, operands)
        result = sources = 0
        if mnemonic.startswith("v"):
            first, _, others = operands.partition(",")
            if ARITHMETIC.match(mnemonic):
                result, sources = mask(first), mask(others) | (mask(first) if ACCUMULATES.match(mnemonic) else 0)
            else:
                sources = mask(operands)
                if re.match(r"v(ldr|ldm|pop)", mnemonic):
                    sources = 0
                elif mnemonic.startswith("vmov"):
                    sources = mask(others)
        yield f"time {address:x} {size} {least} {most} {kind} {result:x} {sources:x}"
