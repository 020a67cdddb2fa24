"""The control-flow graph of one function, as it stands in the image: blocks, calls, dominators, natural loops.

A function is what can be reached from its first instruction without a call: pieces that the compiler has put elsewhere, and
functions of the runtime that run into one another, belong to it. A jump to another function's first instruction is a call after
which it returns. Refused are calls and jumps to where a register says, but for tables whose limit the code compares with and the
call of the caller's height function (query_height), which is that of the image (caller_height); and irreducible loops.
"""
import re
from collections import namedtuple

from image import Refused

CONDITIONS = ("eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")
Instruction = namedtuple("Instruction", "address size stem operands condition")
STEMS = {stem + condition: (stem, condition)
         for stem in ("b", "bl", "bx", "blx", "pop", "ldm", "ldr") for condition in CONDITIONS}


class Block:
    """A run of instructions; what it calls at its end; where it goes on."""

    def __init__(self, start):
        self.start, self.instructions, self.next, self.calls, self.returns = start, [], [], [], False

    @property
    def last(self):
        return self.instructions[-1]


class Loop:
    """A part of the graph that can be gone round: the edges that lead into it, and those that every round takes one of."""

    def __init__(self, body, parent):
        self.body, self.parent = body, parent
        self.heads, self.entries, self.back = [], [], []


def strongly_connected(nodes, edges):
    """Tarjan's algorithm."""
    following = {node: [] for node in nodes}
    for a, b in sorted(edges):
        following[a].append(b)
    number, low, stack, parts = {}, {}, [], []

    def visit(root):
        walk = [(root, iter(following[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        while walk:
            at, left = walk[-1]
            for target in left:
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    walk.append((target, iter(following[target])))
                    break
                if target in open_:
                    low[at] = min(low[at], number[target])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[at])
                if low[at] == number[at]:
                    part = set()
                    while at not in part:
                        part.add(stack.pop())
                    open_.difference_update(part)
                    parts.append(part)
            open_.update(stack[-1:])

    open_ = set()
    for node in sorted(nodes):
        if node not in number:
            open_.add(node)
            visit(node)
    return parts


def decoded(instruction, conditional):
    address, size, mnemonic, operands = instruction
    mnemonic = mnemonic[:-2] if mnemonic.endswith((".w", ".n")) else mnemonic
    stem, condition = STEMS.get(mnemonic, (mnemonic, ""))
    return Instruction(address, size, stem, operands, condition or ("it" if conditional else ""))


def height_function(starts, asker):
    """The caller's function of the image, if `asker` is where the library calls it."""
    if "query_height" not in asker:
        return None
    precision = "double_precision" if "query_heightId" in asker else "single_precision"
    return next((start for name, start in starts.items() if "caller_height" in name and precision in name), None)


class Function:
    def __init__(self, image, start, close):
        """`close` finds the edges that every round of a loop with two entries takes one of."""
        self.image, self.start, self.code, self.close = image, start, {}, close
        self.asked = height_function(image.starts, image.name(start))
        self.jumps = {}  # address of a block's last instruction: (goes on to, calls, returns)
        self.leaders = {start}
        open_ = [start]
        while open_:
            open_ += self.decode(open_.pop())
        self.make_blocks()
        self.find_dominators()
        self.find_loops()

    def refuse(self, instruction, what):
        raise Refused(f"{self.image.name(self.start)} at {instruction.address:x}: {what}: "
                      f"{instruction.stem} {instruction.operands}")

    def decode(self, address):
        """Straight on, up to what ends a block for good; returns the places that it jumps to."""
        targets, left, limit = [], 0, None
        for raw in self.image.instructions(address):
            if raw[0] in self.code:
                break
            now = decoded(raw, left > 0)
            left = len(now.stem) - 1 if re.fullmatch("it[te]*", now.stem) else max(left - 1, 0)
            self.code[now.address] = now
            compared = re.match(r"r\d+|ip|lr", now.operands) and re.search(r"#(0x[0-9a-f]+|\d+)$", now.operands)
            if now.stem == "cmp" and compared:
                limit = int(compared[1], 0)
            ends = self.flow(now, limit)
            if ends is None:
                continue
            following, calls, returns = ends
            self.jumps[now.address] = ends
            self.leaders.update(following)
            targets += following
            if now.address + now.size not in following:
                break
        return [target for target in targets if target not in self.code]

    def flow(self, now, limit):
        """Where an instruction goes, what it calls, whether it returns; None: straight on."""
        after = now.address + now.size
        on = [after] if now.condition else []
        target = re.fullmatch("(?:.*, )?#(0x[0-9a-f]+|\\d+)", now.operands)
        target = int(target[1], 0) if target and now.stem in ("b", "bl", "blx", "cbz", "cbnz") else None
        if now.stem in ("cbz", "cbnz"):
            return [after, target], [], False
        if now.stem == "b":
            if target != self.start and self.image.is_function(target):
                return on, [target], True
            return on + [target], [], False
        if now.stem == "bl" or now.stem == "blx":
            if target is None and self.asked is not None:
                target = self.asked
            if target is None:
                self.refuse(now, "calls what a register says")
            return [after], [target], False
        if now.stem in ("tbb", "tbh"):
            return self.table(now, limit), [], False
        return self.flow_by_register(now, on)

    def flow_by_register(self, now, on):
        if now.stem == "bx":
            if now.operands != "lr" and not self.was_popped(now):
                self.refuse(now, "goes where a register says")
            return on, [], True
        if now.stem in ("pop", "ldm") and re.search(r"\bpc\b", now.operands) or now.stem == "ldr" and now.operands.startswith("pc, [sp]"):
            return on, [], True
        if now.stem == "udf":
            return [], [], False
        if re.match(r"pc\b", now.operands):
            self.refuse(now, "goes where a register says")
        return None

    def was_popped(self, now):
        """bx r3 after pop {r3}: a return."""
        return any(i.stem == "pop" and re.search(rf"\b{now.operands}\b", i.operands)
                   for a, i in self.code.items() if 0 < now.address - a <= 16)

    def table(self, now, limit):
        if limit is None:
            self.refuse(now, "a table without a limit")
        size = 1 if now.stem == "tbb" else 2
        base = now.address + 4
        return sorted({base + 2 * self.image.value(base + size * i, size) for i in range(limit + 1)})

    def make_blocks(self):
        self.blocks = {}
        block = None
        previous = None
        for address in sorted(self.code):
            if block is None or address in self.leaders or previous.address + previous.size != address:
                if block is not None and block.last.address not in self.jumps:
                    block.next = [address]
                block = self.blocks[address] = Block(address)
            previous = self.code[address]
            block.instructions.append(previous)
            if address in self.jumps:
                following, block.calls, block.returns = self.jumps[address]
                block.next = sorted(set(following))
                block = None
        self.before = {start: [] for start in self.blocks}
        for block in self.blocks.values():
            for target in block.next:
                self.before[target].append(block.start)

    def find_dominators(self):
        order, seen, stack = [], {self.start}, [(self.start, iter(self.blocks[self.start].next))]
        while stack:
            at, following = stack[-1]
            target = next((t for t in following if t not in seen), None)
            if target is None:
                order.append(at)
                stack.pop()
            else:
                seen.add(target)
                stack.append((target, iter(self.blocks[target].next)))
        self.order = order[::-1]
        place = {block: i for i, block in enumerate(self.order)}
        self.dominator = {self.start: self.start}
        changed = True
        while changed:
            changed = False
            for block in self.order[1:]:
                new = None
                for p in self.before[block]:
                    if p in self.dominator:
                        new = p if new is None else self.common(place, new, p)
                if self.dominator.get(block) != new:
                    self.dominator[block] = new
                    changed = True
        self.place = place

    def common(self, place, a, b):
        while a != b:
            while place[a] > place[b]:
                a = self.dominator[a]
            while place[b] > place[a]:
                b = self.dominator[b]
        return a

    def dominates(self, a, b):
        while self.place[b] > self.place[a]:
            b = self.dominator[b]
        return a == b

    def find_loops(self):
        self.loops = []
        self.loops_within(set(self.order), {(a, b) for a in self.order for b in self.blocks[a].next}, None)

    def loops_within(self, nodes, edges, parent):
        """Every strongly connected part is a loop; within it, without the edges that close it, there may be others."""
        for part in strongly_connected(nodes, edges):
            inner = {(a, b) for a, b in edges if a in part and b in part}
            if not inner:
                continue
            loop = Loop(part, parent)
            loop.entries = sorted((a, b) for b in part for a in self.before[b] if (a, b) not in inner)
            heads = {b for _, b in loop.entries} | ({self.start} if self.start in part else set())
            loop.entered_at_start = self.start in part and not parent
            loop.heads = sorted(heads)
            if len(heads) == 1:
                loop.back = sorted((a, b) for a, b in inner if b in heads)
            else:
                loop.back = sorted(self.close(self, loop, inner))
            self.loops.append(loop)
            self.loops_within(part, inner - set(loop.back), loop)

    def calls(self):
        """Every call: (block, callee)."""
        return [(block.start, callee) for block in self.blocks.values() for callee in block.calls]
