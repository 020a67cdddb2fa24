"""The cycles of each call of a function, as the emulator runs it (count_cycles.c)."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))


def address_of(image, function):
    for line in subprocess.run(["arm-none-eabi-nm", image], check=True, capture_output=True, text=True).stdout.splitlines():
        fields = line.split()
        if fields[-1] == function and fields[-2] in "TW":
            return int(fields[0], 16) & ~1
    sys.exit(f"{image}: no function {function}")


def calls_of(plugin, folder, timing, command, begin, counter=0):
    """[(instructions, least, most)] of each call of the function at an address, in what a command runs; and what it prints."""
    rules, counted = os.path.join(folder, "timing"), os.path.join(folder, "calls")
    with open(rules, "w") as file:
        file.write(f"function {begin:x} {counter:x}\n" + "\n".join(timing) + "\n")
    options = f"-plugin {plugin},timing={rules},calls={counted}"
    said = subprocess.run(command, check=True, capture_output=True, text=True,
                          env={**os.environ, "TOUCHDOWN_QEMU_OPTIONS": options}).stdout
    with open(counted) as file:
        return [tuple(map(int, line.split())) for line in file], said


def built(folder):
    plugin = os.path.join(folder, "count_cycles.so")
    subprocess.run(["gcc", "-O2", "-std=c99", "-shared", "-fPIC", "-fvisibility=hidden", os.path.join(HERE, "count_cycles.c"),
                    "-o", plugin], check=True)
    return plugin
