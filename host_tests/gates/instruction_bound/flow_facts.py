"""What the sources say of how often a loop is gone round: the header of the loop that an instruction's line belongs to, and
the table `flow_facts` of what the quantities in it are at most.
"""
import functools
import os
import re
import subprocess

from image import Refused
from induction import Rounds

NAME = re.compile(r"[A-Za-z_]\w*(?:(?:::|\.|->)\w+)*(?:<Scalar>)?(?:\(\w*\))?")


def header_in(text):
    """What stands in the parentheses of a line's `for`; None: the line has no `for`."""
    found = re.search(r"\b(?:for|while) \(", text)
    if not found:
        return None
    depth = 1
    for end in range(found.end(), len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            return text[found.end():end]
    return text[found.end():]


class Row:
    def __init__(self, place, fields):
        self.place = place
        self.kind, self.what, self.where, self.most, self.why = fields
        self.functions = self.where.split(", ")
        self.used = False

    def is_of(self, what):
        """Of a quantity "*.x" is whatever ends in .x or ->x."""
        return self.what == what or (self.what.startswith("*.") and what.replace("->", ".").endswith(self.what[1:]))

    def holds_in(self, functions, root):
        """"a < b": in a, inlined into b, wherever that stands; "td_f: a": that, for the public function td_f alone, also where
        it is td_f:which; "*": all."""
        chain = " < ".join(["", *functions, ""])
        asked = root.replace("_double", "")
        for place in self.functions:
            of, _, inner = place.rpartition(": ")
            if (not of or of in (asked, asked.partition(":")[0])) and (inner == "*" or f" < {inner} < " in chain):
                return True
        return False


class Table:
    def __init__(self, path):
        self.rows = []
        for number, line in enumerate(open(path), 1):
            if line.strip() and not line.startswith("#"):
                fields = [field.strip() for field in line.split(" | ")]
                if len(fields) != 5 or not all(fields):
                    raise Refused(f"{path}:{number}: not 'kind | what | where | most | why'")
                self.rows.append(Row(f"{os.path.basename(path)}:{number}", fields))

    def find(self, kind, what, functions, root):
        for row in self.rows:
            if row.kind == kind and row.is_of(what) and row.holds_in(functions, root):
                row.used = True
                return row
        return None


class Sources:
    def __init__(self, root):
        self.root, self.lines = root, {}
        self.constants = dict(self.macros())
        for name, value in re.findall(r"constexpr int (\w+) = ([^;]+);", self.all_text("tolerances.hpp")):
            self.constants["tolerance::" + name] = value
            self.constants["tolerance::" + name + "<Scalar>"] = value
        # constants of a namespace; others are a function's own
        sizes = r"max_\w+|leg_\w+|\w+_(?:column|errors|inputs|speeds|cuts|passes|tries)|deviate_\w+|parameters|ways|order"
        for name, value in re.findall(rf"constexpr (?:int|std::int32_t) ({sizes}) = ([^;]+);", self.all_text()):
            self.constants[name] = value

    def macros(self):
        include = os.path.join(self.root, "include/touchdown")
        text = "".join(f"#include <touchdown/{name}>\n" for name in sorted(os.listdir(include)) if name.endswith(".h"))
        said = subprocess.run(["cpp", "-dM", "-I", os.path.dirname(include)], input=text, capture_output=True, text=True, check=True)
        return re.findall(r"^#define (TD_\w+) (.+)$", said.stdout, re.M)

    def all_text(self, ending=".hpp"):
        return "\n".join(open(os.path.join(folder, name)).read() for room in ("src", "include")
                         for folder, _, names in os.walk(os.path.join(self.root, room)) for name in names if name.endswith(ending))

    @functools.lru_cache(None)
    def constant(self, name, real):
        """Of a macro or a constexpr int; `real` is the size of a Scalar. None: it is neither."""
        if re.fullmatch(r"\d+", name):
            return int(name)
        if name == "real":
            return real
        if name not in self.constants:
            alone = re.fullmatch(r"(?:\w+::)*(\w+)(?:<Scalar>)?", name)
            return self.constant(alone[1], real) if alone and alone[1] != name else None
        value = re.sub(r"sizeof\(Real<Scalar>\) == 4 \? (\w+) : (\w+)", lambda m: m[1] if real == 4 else m[2], self.constants[name])
        value = re.sub(NAME, lambda m: str(self.constant(m[0], real)), value)
        value = re.sub(r"(\d+) ([<>]) (\d+) \? ([^?:()]+) : ([^?:()]+)",
                       lambda m: m[4] if (int(m[1]) < int(m[3])) == (m[2] == "<") and m[1] != m[3] else m[5], value)
        return int(eval(value)) if re.fullmatch(r"[\d\s()*+/-]+", value) else None

    def here(self, file):
        """A source of the library: of this tree, where a compiler cache kept what another checkout of it compiled."""
        found = re.search(r".*(/src/.*)$", file)
        return self.root + found[1] if found and os.path.exists(self.root + found[1]) else file

    def text(self, file, line):
        file = self.here(file)
        if file not in self.lines:
            try:
                self.lines[file] = open(file).read().splitlines()
            except OSError:
                self.lines[file] = []
        return self.lines[file][line - 1].strip() if line <= len(self.lines[file]) else ""


class Facts:
    """The bounds of the loops of functions, for one public function."""

    def __init__(self, lines, sources, table, root, real):
        self.lines, self.sources, self.table, self.root, self.real = lines, sources, table, root, real

    def most(self, expression, functions, place):
        """The greatest value of an expression of quantities."""
        def value(match):
            known = self.quantity(match[0], functions)
            if known is None:
                raise Refused(f"{place}: no row for quantity '{match[0]}' in {' < '.join(functions)}")
            return str(known)
        text = NAME.sub(value, expression)
        if not re.fullmatch(r"[\d\s()*+/-]+", text):
            raise Refused(f"{place}: not a sum or product of quantities: {expression}")
        return int(eval(text.replace("/", "//")))

    def quantity(self, name, functions):
        row = self.table.find("quantity", name, functions, self.root)
        if row is not None:
            return self.most(row.most, functions, row.place)
        return self.sources.constant(name, self.real)

    def least(self, expression):
        """Of where a loop begins: its constants, quantities being 0 at the least."""
        text = NAME.sub(lambda m: str(self.sources.constant(m[0], self.real) or 0), expression)
        return int(eval(text)) if re.fullmatch(r"[\d\s()*+/-]+", text) else 0

    def turns(self, header, functions, place):
        """How often the body of `for (header)` is run, at most; None where the header is of another form."""
        up = re.match(r"(?:[\w:]+ )?(\w+) = ([^;]*); \1 (<=?) ([^;&]+?)(?: && [^;]*)?; \+\+\1(, .*)?$", header)
        if up:
            return max(0, self.most(up[4], functions, place) + (up[3] == "<=") - self.least(up[2]))
        down = re.match(r"(?:[\w:]+ )?(\w+) = ([^;]*); \1 (>=?) (\d+)(?: && [^;]*)?; --\1$", header)
        if down:
            return max(0, self.most(down[2], functions, place) + (down[3] == ">=") - int(down[4]))
        return None


class Loops:
    """How often each loop of one function is gone round, for one public function: what the code itself says, or else what
    the table says of its source."""

    def __init__(self, function, facts, known):
        """`known`: a dictionary of what is the same for all public functions."""
        self.function, self.facts = function, facts
        self.sources, self.derived = known.setdefault("sources", {}), known.setdefault("derived", {})

    def source(self, loop):
        """(header, file, line, the functions it is inlined from) of the `for` that a loop is; None: none is known."""
        if loop not in self.sources:
            inner = {frames[1:3] for l in self.function.loops if l.parent is loop and (frames := self.source(l))}
            self.sources[loop] = self.header_of(loop, inner) or self.header_of(loop, set())
        return self.sources[loop]

    def header_of(self, loop, but):
        """Of the edges that close a loop, of those that leave it, of all instructions that are in no loop within it: the one
        `for` that they come from, but for those of loops within it."""
        blocks, within = self.function.blocks, set().union(*(l.body for l in self.function.loops if l.parent is loop))
        closing = [blocks[a].last.address for a, _ in loop.back]
        leaving = [blocks[a].last.address for a in loop.body if any(b not in loop.body for b in blocks[a].next)]
        own = [i.address for a in loop.body - within for i in blocks[a].instructions]
        for addresses in (closing, leaving, own):
            self.facts.lines.ask(addresses)
            found = {}
            for address in addresses:
                frames = self.facts.lines.of(address)
                header = frames and header_in(self.facts.sources.text(*frames[0][1:]))
                if header and frames[0][1:] not in but:
                    found[frames[0][1:]] = header, frames[0][1:][0], frames[0][1:][1], [frame[0] for frame in frames]
            if len(found) == 1:
                return next(iter(found.values()))
        return None

    def functions(self, address):
        """Those that an instruction stands in, the innermost inlined one first."""
        return [frame[0] for frame in self.facts.lines.of(address)] or [self.function.image.name(self.function.start)]

    def place(self, loop):
        """Its number among the loops of its function, as they stand in the code."""
        return sorted(l.heads[0] for l in self.function.loops).index(loop.heads[0]) + 1

    def row(self, loop):
        """The row of a loop, by its function and number: "f 2", or "f 2+3" where two loops of the code are one; its `where` is
        "float", "double", "*" or "td_f: *"."""
        precision = "double" if self.facts.real == 8 else "float"
        name, number = self.function.image.qualified_name(self.function.start), str(self.place(loop))
        for row in self.facts.table.rows:
            of, _, numbers = row.what.rpartition(" ")
            here = row.where in (precision, "*") or ": " in row.where and row.holds_in([name], self.facts.root)
            if row.kind == "loop" and of == name and here and number in numbers.split("+"):
                row.used = True
                return row
        return None

    def by_table(self, loop):
        """How often the body is run, after each entry; None: the table and the source say nothing."""
        functions = self.functions(loop.heads[0])
        row = self.row(loop)
        source = self.source(loop)
        if row is None and source is None:
            return None
        if row is None:
            header, file, line, functions = source
            around = [l for l in self.function.loops if not self.row(l) and self.source(l) == source
                      and (l.body < loop.body or loop.body < l.body)]
            if around:
                raise Refused(f"{self.function.image.qualified_name(self.function.start)}: loops {self.place(loop)} and "
                              f"{self.place(around[0])} seem to be one: for ({header})")
            row = self.facts.table.find("loop", header, functions, self.facts.root)
        if row is not None:
            return self.facts.most(row.most, functions, row.place)
        return self.facts.turns(header, functions, f"{os.path.relpath(self.facts.sources.here(file), self.facts.sources.root)}:{line}: for ({header})")

    def tests_last(self, loop):
        """Whether every round ends with the loop's test: then it is gone round once less than the body is run."""
        for a, _ in loop.back:
            block = self.function.blocks[a]
            frames = self.facts.lines.of(block.last.address)
            if all(target in loop.body for target in block.next) or not frames:
                return False
            if not header_in(self.facts.sources.text(*frames[0][1:])):
                return False
        return len(loop.heads) == 1 and ";" in (self.source(loop) or ("",))[0]

    def merged(self):
        """Loops of the code that are one loop of the source: {outermost: [it, others within it]}."""
        groups, of_row = {}, {}
        for loop in self.function.loops:
            row = self.row(loop)
            groups.setdefault(of_row.setdefault(row, loop) if row else loop, []).append(loop)
        return groups

    def by_code(self, loop):
        if loop not in self.derived:
            self.derived[loop] = Rounds(self.function).of(loop)
        return self.derived[loop]

    def rounds(self, loop, alone=True):
        """How often it is gone round again, after each entry."""
        by_code = self.by_code(loop) if alone and not self.row(loop) else None
        if by_code is not None:
            return by_code
        turns = self.by_table(loop)
        if turns is None:
            name = self.function.image.qualified_name(self.function.start)
            raise Refused(f"loop {name} {self.place(loop)}, at {loop.heads[0]:x}, has no bound: "
                          f"{self.facts.lines.of(self.function.blocks[loop.back[0][0]].last.address)}")
        return max(0, turns - 1) if alone and self.tests_last(loop) else turns


def closing_edges(lines, sources):
    """For loops with two entries: the edges on which the test of their `for` lets them go on."""
    def close(function, loop, edges):
        found = set()
        for a, b in edges:
            frames = lines.of(function.blocks[a].last.address)
            leaves = any(target not in loop.body for target in function.blocks[a].next)
            if leaves and frames and header_in(sources.text(*frames[0][1:])):
                found.add((a, b))
        if not found:
            function.refuse(function.blocks[loop.heads[0]].instructions[0], "a loop with two entries, and no test of its own")
        return found
    return close
