"""The most that one call can cost: the longest path through a function's graph, by linear programming (implicit path
enumeration, Li and Malik 1995). Unknown is how often each edge is taken. What enters a block leaves it, and a loop is gone
round so many times for each time it is entered. Edges may be taken in part: the maximum is then never less than that of whole
numbers, for which glpsol 5.0 finds no solution of some programs that have one.
"""
import math
import os
import subprocess
import tempfile

ROUNDING = 1e-3  # of a whole maximum, in what glpsol writes


class Program:
    """Maximize the sum of `costs` times variables, under constraints; glpsol's language."""

    def __init__(self):
        self.costs, self.rows, self.fixed = {}, [], 0

    def add(self, cost, variable):
        self.costs[variable] = self.costs.get(variable, 0) + cost

    def constrain(self, terms, relation, right):
        """terms: [(factor, variable)]"""
        summed = {}
        for factor, variable in terms:
            summed[variable] = summed.get(variable, 0) + factor
        self.rows.append((sorted((v, f) for v, f in summed.items() if f), relation, right))

    def text(self):
        def sum_of(terms):
            return " ".join(f"{'+' if factor >= 0 else '-'} {abs(factor)} {variable}" for variable, factor in terms)
        lines = ["Maximize", " most: " + sum_of(sorted(self.costs.items())), "Subject To"]
        lines += [f" r{i}: {sum_of(terms)} {relation} {right}" for i, (terms, relation, right) in enumerate(self.rows) if terms]
        return "\n".join(lines + ["End", ""])

    def solve(self):
        """The maximum, of whole numbers and fractions, which is never less than that of whole numbers; None without a bound."""
        if not self.costs:
            return 0
        with tempfile.TemporaryDirectory() as folder:
            problem, answer = os.path.join(folder, "problem"), os.path.join(folder, "answer")
            with open(problem, "w") as file:
                file.write(self.text())
            said = subprocess.run(["glpsol", "--lp", problem, "-w", answer, "--tmlim", "60"], capture_output=True, text=True).stdout
            if not os.path.exists(answer) or "OPTIMAL" not in said:
                return None
            status = next(line.split() for line in open(answer) if line.startswith("s "))
            return math.ceil(float(status[6]) - ROUNDING) if status[4:6] == ["f", "f"] else None


class Part:
    """A function in a program, as it is called in one context: its variables, and what enters it, a list of terms and a
    constant."""

    def __init__(self, program, function, context, entries, entered):
        self.program, self.function, self.entries, self.entered = program, function, entries, entered
        self.name = "_".join(f"{start:x}" for start in (function.start, *context))

    def edge(self, a, b):
        return f"e{self.name}_{a:x}_{b:x}"

    def leaving(self, a):
        return f"x{self.name}_{a:x}"

    def into(self, block):
        """How often a block is run: terms and a constant."""
        terms = [(1, self.edge(a, block)) for a in self.function.before[block]]
        return (terms + self.entries, self.entered) if block == self.function.start else (terms, 0)

    def calls(self, block):
        """How often a block makes its calls: a tail call that is not always made is made where the function is left."""
        if block.returns and block.next:
            return [(1, self.leaving(block.start))], 0
        return self.into(block.start)

    def calls_of(self, targets, within=None):
        """How often it calls functions, from some of its blocks or all: terms and a constant."""
        terms, constant = [], 0
        for block, callee in self.function.calls():
            if callee in targets and (within is None or block in within):
                more, known = self.calls(self.function.blocks[block])
                terms, constant = terms + more, constant + known
        return terms, constant

    def flow(self):
        """What enters each block leaves it."""
        for start, block in self.function.blocks.items():
            terms, constant = self.into(start)
            terms = terms + [(-1, self.edge(start, b)) for b in block.next]
            if block.returns or not block.next:
                terms.append((-1, self.leaving(start)))
            self.program.constrain(terms, "=", -constant)

    def rounds(self, groups, most):
        """groups: {loop: the loops of the code that are one loop of the source}; most(loop, alone): how often they are gone
        round after each entry."""
        for loop, parts in groups.items():
            times = most(loop, len(parts) == 1)
            back = {pair for part in parts for pair in part.back}
            terms = [(1, self.edge(a, b)) for a, b in sorted(back)] + [(-times, self.edge(a, b)) for a, b in loop.entries]
            entered = 0
            if loop.entered_at_start:
                terms += [(-times * factor, variable) for factor, variable in self.entries]
                entered = self.entered
            self.program.constrain(terms, "<=", times * entered)

    def pace(self, loop, callees, more):
        """A loop is gone round once for each call that it makes of functions, and so many times more for each entry."""
        terms = [(1, self.edge(a, b)) for a, b in loop.back] + [(-more, self.edge(a, b)) for a, b in loop.entries]
        calls, known = self.calls_of(callees, loop.body)
        terms += [(-factor, variable) for factor, variable in calls]
        self.program.constrain(terms, "<=", known)

    def price(self, cost_of_block, cost_of_call):
        """What cost_of_block(block) and cost_of_call(block, callee) say."""
        for start, block in self.function.blocks.items():
            self.add(cost_of_block(block), *self.into(start))
            for callee in block.calls:
                self.add(cost_of_call(block, callee), *self.calls(block))

    def add(self, cost, terms, constant):
        self.program.fixed += cost * constant
        for factor, variable in terms:
            self.program.add(cost * factor, variable)
