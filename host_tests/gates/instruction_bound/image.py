"""An Arm image: its code, the names in it, and the source lines that instructions come from."""
import bisect
import os
import re
import struct
import subprocess

import capstone

PREFIX = "arm-none-eabi-"


class Refused(Exception):
    """What this analysis cannot bound, and where."""


class Image:
    def __init__(self, path):
        self.path = path
        self.text, self.base = self.section(path, b".text")
        self.disassembler = capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS)
        self.starts, self.names, self.plain = {}, {}, {}  # name: address; address: name
        for line in self.tool("nm", path):
            address, kind, name = (line.split() + ["", ""])[:3]
            if kind in ("T", "t", "W", "w") and not name.startswith("$"):
                self.starts[name] = int(address, 16) & ~1
                self.names.setdefault(int(address, 16) & ~1, name)
        self.ordered = sorted(self.names)

    @staticmethod
    def tool(name, *arguments, **options):
        return subprocess.run([PREFIX + name, *arguments], check=True, capture_output=True, text=True, **options).stdout.splitlines()

    @staticmethod
    def section(path, wanted):
        """The bytes of a section, and its address."""
        with open(path, "rb") as file:
            data = file.read()
        table, = struct.unpack_from("<I", data, 32)
        size, count, names = struct.unpack_from("<HHH", data, 46)
        headers = [struct.unpack_from("<10I", data, table + i * size) for i in range(count)]
        strings = headers[names][4]
        for header in headers:
            name = data[strings + header[0]:data.index(b"\0", strings + header[0])]
            if name == wanted:
                return data[header[4]:header[4] + header[5]], header[3]
        raise Refused(f"{path}: no section {wanted.decode()}")

    def value(self, address, size):
        offset = address - self.base
        if not 0 <= offset <= len(self.text) - size:
            raise Refused(f"nothing at {address:x}")
        return int.from_bytes(self.text[offset:offset + size], "little")

    def instructions(self, address):
        """From an address straight on: (address, size, mnemonic, operands)."""
        while True:
            offset, last = address - self.base, None
            for last in self.disassembler.disasm_lite(self.text[offset:offset + 1024], address):
                yield last
                address = last[0] + last[1]
            if last is None:
                raise Refused(f"no code at {address:x}")

    def plain_name(self, address):
        """Without namespaces, arguments and parameters."""
        if not self.plain:
            demangled = self.tool("c++filt", input="".join(name + "\n" for name in self.names.values()))
            self.plain = dict(zip(self.names, map(plain, demangled)))
            self.qualified = dict(zip(self.names, map(qualified, demangled)))
        return self.plain[self.start_of(address)]

    def qualified_name(self, address):
        """With namespaces below the library's."""
        self.plain_name(address)
        return self.qualified[self.start_of(address)]

    def is_function(self, address):
        return address in self.names

    def start_of(self, address):
        """Of the function that an address is in: the runtime has some that begin without a name."""
        return self.ordered[max(0, bisect.bisect_right(self.ordered, address) - 1)]

    def name(self, address):
        return self.names[self.start_of(address)]


class Lines:
    """From an instruction to the lines that it comes from: (function, file, line), the innermost inlined one first."""

    def __init__(self, image):
        self.image, self.known = image, {}

    def ask(self, addresses):
        addresses = sorted(set(addresses) - set(self.known))
        if not addresses:
            return
        said = Image.tool("addr2line", "-e", self.image.path, "-i", "-f", "-a", "-C", input="".join(f"{a:#x}\n" for a in addresses))
        frames = None
        for i, line in enumerate(said):
            if re.fullmatch("0x[0-9a-f]{8}", line):
                frames = self.known.setdefault(int(line, 16), [])
                first = i + 1
            elif (i - first) % 2 == 1:
                place = re.match(r"(.*):(\d+|\?)", line)
                if place[2].isdigit() and place[2] != "0":
                    frames.append((plain(said[i - 1]), os.path.normpath(place[1]), int(place[2])))

    def of(self, address):
        self.ask([address])
        return self.known[address]


def plain(name):
    """Of a demangled name: without template arguments, namespaces and parameters."""
    return qualified(name).split("::")[-1]


def qualified(name):
    """Of a demangled name: without template arguments, parameters, what it returns, and the library's own namespace."""
    depth, text = 0, ""
    for char in name.replace("operator<", "operator").replace("operator>", "operator"):
        depth -= char == ">"
        if depth == 0 and char != "<" and char != ">":
            text += char
        depth += char == "<"
    return text.split("(")[0].split(" ")[-1].removeprefix("touchdown::")
