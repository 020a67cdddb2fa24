"""What a run in the emulator did, beside what the analysis says that it does at most: how often the loops were gone round
after each entry, and functions called.
"""
import os
import subprocess
import tempfile


HERE = os.path.dirname(os.path.realpath(__file__))


class Watch:
    """What is to be counted: [(what it is called, its events, bound(root))]."""

    def __init__(self, bounds, roots):
        self.bounds, self.roots = bounds, roots
        self.counters, self.lines, self.sites = [], [], []
        self.of_root = {root: bounds.closure(bounds.image.starts[root]) | {bounds.image.starts[root]} for root in roots}
        for i, root in enumerate(roots, 1):
            self.lines.append(f"start {i} 0 {bounds.image.starts[root]:x}")
        for start in sorted(set().union(*self.of_root.values())):
            self.watch(bounds.function(start))
        self.sums, self.most_of_sum = {}, {}
        for root in roots:
            self.watch_sums(root)

    def watch(self, function):
        name = self.bounds.image.plain_name(function.start)
        copies = self.bounds.image.name(function.start) in ("memcpy", "memset", "memmove")
        loops = self.bounds.bound(self.roots[0]).loops(function)
        if copies:
            self.lines.append(f"copy 0 0 {function.start:x}")
        groups = {loop: [loop] for loop in function.loops} if copies else loops.merged()
        for loop, parts in groups.items():
            number = len(self.counters)
            source = loops.source(loop)
            where = f"{os.path.basename(source[1])}:{source[2]}" if source else "its code"
            self.counters.append((f"{name}, loop of {where} at {loop.heads[0]:x}", function.start, loop, parts, copies))
            for part in parts:
                self.lines += [f"back {number} {function.blocks[a].last.address:x} {b:x}" for a, b in part.back]
            self.lines += [f"enter {number} {function.blocks[a].last.address:x} {b:x}" for a, b in loop.entries]
            if copies:
                self.lines.append(f"copies {number} 0 0")
        for loop in function.loops:
            source = loops.source(loop)
            row = source and self.bounds.table.find("pace", source[0], source[3], "*")
            if row:
                self.watch_pace(function, loops, loop, row)
        for block, callee in function.calls():
            if self.bounds.image.name(callee) in ("memcpy", "memset", "memmove"):
                self.sites.append((function, function.blocks[block]))
                self.lines.append(f"site {len(self.sites)} 0 {function.blocks[block].last.address:x}")

    def watch_pace(self, function, loops, loop, row):
        """The rounds of a loop less the calls of functions."""
        *callees, more = row.most.split(" + ")
        number = len(self.counters)
        self.counters.append((f"{self.bounds.image.plain_name(function.start)}, rounds without a call of {' or '.join(callees)}", function.start,
                              int(more), None, False))
        self.lines += [f"back {number} {function.blocks[a].last.address:x} {b:x}" for a, b in loop.back]
        self.lines += [f"enter {number} {function.blocks[a].last.address:x} {b:x}" for a, b in loop.entries]
        self.lines += [f"less {number} 0 {called:x}" for _, called in function.calls()
                       if self.bounds.image.plain_name(called) in callees]

    def watch_sums(self, root):
        """The rows `calls` and `rounds` of a public function."""
        bound, name_of = self.bounds.bound(root), self.bounds.image.plain_name
        for start in sorted(self.of_root[root]):
            function = self.bounds.function(start)
            for targets, beside, most in bound.limits(function):
                self.watch_sum(root, function, f"calls of {' and '.join(map(name_of, targets))}", targets, most, beside)
            for target, loop, most in bound.sums(function):
                self.watch_sum(root, function, f"rounds of {name_of(target)}", [loop.heads[0]], most)

    def watch_sum(self, root, function, what, addresses, most, less=()):
        """How often addresses are reached in one call of a function, less how often others are."""
        key = function.start, *addresses, None, *less
        if key not in self.sums:
            number = self.sums[key] = len(self.counters)
            self.counters.append((f"{self.bounds.image.plain_name(function.start)}, {what}", function.start, None, None, False))
            self.lines += [f"in {number} 0 {function.start:x}"]
            self.lines += [f"call {number} 0 {address:x}" for address in addresses]
            self.lines += [f"less {number} 0 {address:x}" for address in less]
            self.lines += [f"out {number} 0 {block.last.address:x}" for block in function.blocks.values()
                           if block.returns and not block.calls]
        self.most_of_sum[self.sums[key], root] = most

    def compare(self, seen, lower=0):
        """[(what, root, seen, at most)] of everything that was run, its bound less `lower`."""
        found = []
        for (number, place), count in sorted(seen.items()):
            what, start, loop, parts, copies = self.counters[number]
            if place == 0:
                continue
            if copies:
                found.append(self.copied(what, self.bounds.function(start), loop, *self.sites[place - 1], count, lower))
                continue
            root = self.roots[place - 1]
            if start not in self.of_root[root]:
                continue
            if isinstance(loop, int):
                most = loop
            elif loop is None:
                most = self.most_of_sum[number, root]
            else:
                most = self.bounds.bound(root).loops(self.bounds.function(start)).rounds(loop, len(parts) == 1)
            found.append((what, root, count, most - lower))
        return found

    def copied(self, what, copy, loop, function, block, count, lower):
        """Of a call of a copy, for whichever public function: the most that any of them may ask for."""
        most = 0
        for root in self.roots:
            if function.start in self.of_root[root]:
                bound = self.bounds.bound(root)
                most = max(most, bound.copying(bound.loops(copy), loop, bound.bytes(function, block)))
        return f"{what}, for {self.bounds.image.plain_name(function.start)}", "all", count, most - lower

    def run(self, command):
        """{(counter, place): most}, of what a command in the emulator does."""
        with tempfile.TemporaryDirectory() as folder:
            plugin, watched, seen = (os.path.join(folder, name) for name in ("plugin.so", "watch", "seen"))
            subprocess.run(["gcc", "-O2", "-std=c99", "-shared", "-fPIC", "-fvisibility=hidden",
                            os.path.join(HERE, "count_rounds.c"), "-o", plugin], check=True)
            with open(watched, "w") as file:
                file.write("\n".join(self.lines) + "\n")
            options = f"-plugin {plugin},watch={watched},seen={seen}"
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "TOUCHDOWN_QEMU_OPTIONS": options})
            with open(seen) as file:
                return {(int(a), int(b)): int(c) for a, b, c in map(str.split, file)}
