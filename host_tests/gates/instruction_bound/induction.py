"""How often a loop is gone round, where the code itself says so: a register that one instruction of every round moves by a
constant, and that a test of every round compares with a constant, or with a register that stays and is a constant away.
"""
import re

REGISTER = re.compile(r"r\d+|sb|sl|fp|ip|lr|sp")
CLOBBERED = {"r0", "r1", "r2", "r3", "ip", "lr"}  # by a call
WRITES_NOTHING = re.compile(r"(str|vstr|stm|vstm|cmp|cmn|tst|teq|it|b$|bx|cb|push|vpush|vcmp|nop|tb|udf|dmb|vmsr).*")
MOST_ROUNDS = 1 << 20
OPPOSITE = {"eq": "ne", "hs": "lo", "mi": "pl", "vs": "vc", "hi": "ls", "ge": "lt", "gt": "le"}
OPPOSITE.update({b: a for a, b in OPPOSITE.items()})


def number(text):
    found = re.fullmatch(r"#(-?(?:0x[0-9a-f]+|\d+))", text.strip())
    return int(found[1], 0) if found else None


def listed(text):
    """How many bytes a list like {r4, r5} or {d8, d9} stands for."""
    registers = re.search(r"\{(.*)\}", text)[1].split(",")
    return sum(8 if r.strip().startswith("d") else 4 for r in registers)


def written(instruction):
    """The general registers that an instruction writes."""
    stem, operands = instruction.stem, instruction.operands
    registers = set()
    if stem in ("bl", "blx"):
        return set(CLOBBERED)
    if stem in ("push", "pop", "vpush", "vpop"):
        registers.add("sp")
    if stem in ("pop", "ldm", "ldmdb"):
        registers.update(REGISTER.findall(re.search(r"\{(.*)\}", operands)[1]))
    back = re.match(r"(\w+)!", operands) or re.search(r"\[(\w+).*\]!", operands) or re.search(r"\[(\w+)\], ", operands)
    if back:
        registers.add(back[1])
    if not WRITES_NOTHING.fullmatch(stem):
        first = [part.strip() for part in operands.split(",")[:2]]
        registers.update(r for r in first[:1] if REGISTER.fullmatch(r))
        if stem in ("ldrd", "umull", "smull", "umlal", "smlal", "vmov") and len(first) > 1 and REGISTER.fullmatch(first[1]):
            registers.add(first[1])
    return registers


def moved_by(instruction, register):
    """By what constant an instruction moves a register; None: it does something else to it."""
    stem, operands = instruction.stem, instruction.operands
    parts = [part.strip() for part in operands.split(",")]
    if instruction.condition:
        return None
    if stem in ("add", "adds", "addw", "sub", "subs", "subw") and parts[0] == register and number(parts[-1]) is not None:
        if len(parts) == 2 or parts[1] == register:
            return number(parts[-1]) * (1 if stem.startswith("add") else -1)
    if re.match(r"(v?ldm|v?stm)", stem) and parts[0] == register + "!" and register not in operands.split("{")[1]:
        return listed(operands) * (-1 if stem.endswith("db") else 1)
    if re.match(r"(v?ldr|v?str)", stem) and register not in parts[0]:
        index = re.search(rf"\[{register}, (#-?\w+)\]!", operands) or re.search(rf"\[{register}\], (#-?\w+)$", operands)
        return number(index[1]) if index else None
    return None


def sets_flags(instruction):
    stem = instruction.stem
    return stem in ("cmp", "cmn", "tst", "teq", "vmrs") or stem.endswith("s") and stem not in ("vmrs",)


class Values:
    """What is known of registers: (what, offset), `what` None for a constant, otherwise a place where it was written."""

    def __init__(self, function):
        self.function = function
        self.writes = {start: set().union(*(written(i) for i in block.instructions))
                       for start, block in function.blocks.items()}

    def at_end(self, block, register):
        return self.before(block, len(self.function.blocks[block].instructions), register)

    def before(self, block, place, register, depth=0):
        """Before the instruction at a place in a block."""
        if depth > 200:
            return ("deep", block, register), 0
        instructions = self.function.blocks[block].instructions
        for i in range(place - 1, -1, -1):
            if register in written(instructions[i]):
                return self.result(block, i, register, depth)
        return self.at_start(block, register, depth)

    def at_start(self, block, register, depth):
        function = self.function
        above = function.dominator[block]
        if above == block:
            return (("given", register), 0) if not function.before[block] else (("joins", block, register), 0)
        between, open_ = set(), list(function.before[block])
        while open_:
            at = open_.pop()
            if at != above and at not in between:
                between.add(at)
                open_ += function.before[at]
        if any(register in self.writes[at] for at in between):
            return ("joins", block, register), 0
        return self.before(above, len(function.blocks[above].instructions), register, depth + 1)

    def result(self, block, place, register, depth):
        """Of the instruction that writes the register."""
        now = self.function.blocks[block].instructions[place]
        unknown = ("written", now.address, register), 0
        if now.condition or now.stem in ("bl", "blx"):
            return unknown
        parts = [part.strip() for part in now.operands.split(",")]
        value = number(parts[-1])
        by = moved_by(now, register)
        if by is not None:
            what, offset = self.before(block, place, register, depth + 1)
            return what, offset + by
        if parts[0] != register:
            return unknown
        if now.stem in ("mov", "movs", "movw") and len(parts) == 2:
            return (None, value) if value is not None else self.copied(block, place, parts[1], depth, unknown)
        if now.stem == "mvn" and value is not None:
            return None, ~value
        if now.stem in ("add", "adds", "addw", "sub", "subs", "subw") and len(parts) == 3 and REGISTER.fullmatch(parts[1]):
            return self.sum(block, place, now, parts, value, depth, unknown)
        literal = re.fullmatch(r"\[pc, #(0x[0-9a-f]+|\d+)\]", ", ".join(parts[1:]))
        if now.stem == "ldr" and literal:
            return None, self.function.image.value((now.address & ~3) + 4 + int(literal[1], 0), 4)
        return unknown

    def copied(self, block, place, register, depth, unknown):
        return self.before(block, place, register, depth + 1) if REGISTER.fullmatch(register) else unknown

    def sum(self, block, place, now, parts, value, depth, unknown):
        what, offset = self.before(block, place, parts[1], depth + 1)
        sign = 1 if now.stem.startswith("add") else -1
        if value is None:
            if not REGISTER.fullmatch(parts[2]):
                return unknown
            other, value = self.before(block, place, parts[2], depth + 1)
            if sign > 0 and what is None and other is not None:
                return other, offset + value
            if other is not None:
                return unknown
        return what, offset + sign * value


def holds(condition, left, right):
    """Whether a condition holds after cmp left, right, of numbers of 32 bits."""
    a, b = left & 0xFFFFFFFF, right & 0xFFFFFFFF
    x, y = (n - (1 << 32) if n >> 31 else n for n in (a, b))
    minus = ((a - b) & 0xFFFFFFFF) >> 31
    return {"eq": a == b, "ne": a != b, "hs": a >= b, "lo": a < b, "hi": a > b, "ls": a <= b, "ge": x >= y, "lt": x < y,
            "gt": x > y, "le": x <= y, "mi": minus == 1, "pl": minus == 0}.get(condition)


class Rounds:
    """How often the loops of a function are gone round again after they are entered, at most."""

    def __init__(self, function):
        self.function, self.values = function, Values(function)

    def of(self, loop):
        """None where the code does not say it."""
        if len(loop.heads) != 1 or loop.entered_at_start:
            return None
        self.loop = loop
        self.inner = [l for l in self.function.loops if l.body < loop.body]
        known = [rounds for block in loop.body if (rounds := self.by_test(block)) is not None]
        return min(known) if known else None

    def every_round(self, block):
        function, loop = self.function, self.loop
        return all(function.dominates(block, a) for a, _ in loop.back) and not any(block in l.body for l in self.inner)

    def by_test(self, block):
        function, loop = self.function, self.loop
        here = function.blocks[block]
        outside = [target for target in here.next if target not in loop.body]
        if len(outside) != 1 or len(here.next) != 2 or not self.every_round(block):
            return None
        last = here.last
        if last.stem not in ("b", "cbz", "cbnz"):
            return None
        target = number(last.operands.split(",")[-1])
        condition = {"cbz": "eq", "cbnz": "ne"}.get(last.stem, last.condition)
        stay = condition if target in loop.body else OPPOSITE.get(condition)
        compared = self.compared(block, last)
        if compared is None or stay is None:
            return None
        place, left, right = compared
        for register, other, swapped in ((left, right, False), (right, left, True)):
            rounds = self.count(block, place, register, other, swapped, stay)
            if rounds is not None:
                return rounds
        return None

    def compared(self, block, last):
        """(place of the comparison, left, right): registers, or numbers."""
        instructions = self.function.blocks[block].instructions
        if last.stem != "b":
            return len(instructions) - 1, last.operands.split(",")[0], 0
        for i in range(len(instructions) - 2, -1, -1):
            now = instructions[i]
            if now.condition == "it" and sets_flags(now):
                return None
            if not sets_flags(now):
                continue
            parts = [part.strip() for part in now.operands.split(",")]
            if now.stem == "cmp" and len(parts) == 2:
                value = number(parts[1])
                return i, parts[0], parts[1] if value is None else value
            if now.stem in ("subs", "adds") and number(parts[-1]) is not None:
                return i + 1, parts[0], 0  # the result, against 0: for eq, ne, mi, pl
            return None
        return None

    def step(self, register):
        """(block, place, by): of the one instruction in the loop that writes a register."""
        found = [(block, i) for block in self.loop.body for i, now in enumerate(self.function.blocks[block].instructions)
                 if register in written(now)]
        if len(found) != 1 or not self.every_round(found[0][0]):
            return None
        block, i = found[0]
        by = moved_by(self.function.blocks[block].instructions[i], register)
        return (block, i, by) if by else None

    def count(self, block, place, register, other, swapped, stay):
        if isinstance(register, int) or not REGISTER.fullmatch(register):
            return None
        step = self.step(register)
        if step is None:
            return None
        limit = (None, other) if isinstance(other, int) else self.values.before(block, place, other)
        if not self.stays(limit[0]):
            return None
        before = step[1] < place if step[0] == block else self.function.dominates(step[0], block)
        worst = 0
        for a, _ in self.loop.entries:
            first = self.values.at_end(a, register)
            rounds = self.simulated(first, limit, step[2], before, swapped, stay)
            if rounds is None:
                return None
            worst = max(worst, rounds)
        return worst

    def stays(self, what):
        """Whether a value is the same in every round: a constant, or from outside of the loop."""
        if what is None or what[0] == "given":
            return True
        if what[0] == "written":
            return not any(block.instructions[0].address <= what[1] <= block.last.address
                           for start, block in self.function.blocks.items() if start in self.loop.body)
        return what[0] == "joins" and what[1] not in self.loop.body

    def simulated(self, first, limit, by, before, swapped, stay):
        if first[0] != limit[0]:
            return None
        if first[0] is not None and stay not in ("ne", "hs", "lo", "hi", "ls"):  # signed ones may be of numbers
            return None
        base = 0 if first[0] is None else 1 << 31  # addresses do not wrap
        value = first[1] + (by if before else 0)
        for rounds in range(MOST_ROUNDS):
            pair = (value + base, limit[1] + base)
            if not holds(stay, *(pair[::-1] if swapped else pair)):
                return rounds
            value += by
        return None
