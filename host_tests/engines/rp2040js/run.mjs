// node run.mjs [--serial] [--large] IMAGE [ARGUMENT...]: runs an image of the board pico in rp2040js until it ends; prints its
// output, returns its exit status. --serial: its serial port is standard input and output, its words go to standard error.
// --large: with a megabyte of memory in one, for images of host_tests, which take more than the 264 KiB of the chip.
//
// What rp2040js does not do is done here: the boot ROM's part (RP2040 datasheet, 2.8.1: the first 256 bytes of flash are
// checked, copied and called), semihosting, and two things of the core as the Armv6-M manual has them: SysTick that is
// cleared begins anew and has not passed, and a pending interrupt ends a wait. What rp2040js warns of, such as a register
// that it does not have or a word that is not aligned, ends the run with status 125.
//
// Seen red: with a bit of the sum changed; with an image that reads a register which rp2040js does not have. With SysTick as
// rp2040js has it, target_examples/task_and_interrupt counts an interrupt that nobody asked for.
import { readFileSync, writeSync } from 'node:fs';
import { RP2040 } from 'rp2040js';

const FLASH = 0x10000000;
const BOOT_COPY = 0x20041f00;
const BOOT_BYTES = 256;
const SYST_CVR = 0x018;

class Ended extends Error {
  constructor(status) {
    super(`ended with ${status}`);
    this.status = status;
  }
}

function fail(words) {
  writeSync(2, `${words}\n`);
  throw new Ended(125);
}

// The segments of an ELF file of 32 bits, where they are stored.
function load(chip, elf) {
  if (elf.readUInt32BE(0) !== 0x7f454c46) fail('no ELF file');
  const table = elf.readUInt32LE(28);
  const [size, count] = [elf.readUInt16LE(42), elf.readUInt16LE(44)];
  for (let at = table; at < table + size * count; at += size) {
    const [offset, stored, bytes] = [elf.readUInt32LE(at + 4), elf.readUInt32LE(at + 12), elf.readUInt32LE(at + 16)];
    if (elf.readUInt32LE(at) === 1 && bytes > 0) chip.flash.set(elf.subarray(offset, offset + bytes), stored - FLASH);
  }
}

// CRC-32 with the polynomial 04c11db7, not reflected.
function sum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

function boot(chip) {
  const stage = chip.flash.subarray(0, BOOT_BYTES);
  const [is, should] = [chip.flashView.getUint32(BOOT_BYTES - 4, true), sum(stage.subarray(0, BOOT_BYTES - 4))];
  if (is !== should) fail(`the boot ROM refuses the image: its sum is 0x${is.toString(16)}, not 0x${should.toString(16)}`);
  chip.sram.set(stage, BOOT_COPY - 0x20000000);
  chip.core.SP = BOOT_COPY;
  chip.core.PC = BOOT_COPY;
}

// "Semihosting for AArch32 and AArch64", Arm: what port/cortex_m/semihosting.c asks for.
function semihosting(chip, words, line) {
  const { core } = chip;
  const word = (address) => chip.readUint32(address);
  const bytes = (from, count) => Uint8Array.from({ length: count }, (_, i) => chip.readUint8(from + i));
  const block = core.registers[1];
  const answer = {
    0x01: () => (word(block + 4) < 4 ? 0 : word(block + 4) < 8 ? 1 : 2), // open: the console, by its mode
    0x04: () => {
      let end = block;
      while (chip.readUint8(end) !== 0) ++end;
      writeSync(2, bytes(block, end - block));
      return 0;
    },
    0x05: () => {
      writeSync(word(block) === 2 ? 2 : words, bytes(word(block + 4), word(block + 8)));
      return 0;
    },
    0x15: () => {
      const [to, room] = [word(block), word(block + 4)];
      if (line.length + 1 > room) return -1;
      [...line, 0].forEach((byte, i) => chip.writeUint8(to + i, byte));
      chip.writeUint32(block + 4, line.length);
      return 0;
    },
    0x20: () => {
      throw new Ended(word(block + 4) & 0xff);
    },
  }[core.registers[0]];
  if (!answer) fail(`semihosting: no operation ${core.registers[0]}`);
  core.registers[0] = answer();
}

function correct_systick({ ppb }) {
  const write = ppb.writeUint32.bind(ppb);
  ppb.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset !== SYST_CVR) return;
    ppb.systickTimer.set(ppb.systickReload);
    ppb.systickCountFlag = false;
  };
}

// One instruction, or, in a wait, the time to the next event.
function step(chip) {
  const { core, clock } = chip;
  if (!core.waiting) {
    clock.tick((core.executeInstruction() * 1e9) / chip.clkSys);
    return;
  }
  clock.tick(Math.max(clock.nanosToNextAlarm, 1));
  if (core.pendingSystick || core.pendingInterrupts & core.enabledInterrupts) {
    core.interruptsUpdated = true;
    core.waiting = false;
  }
}

// Between two looks at what has come: some milliseconds. A wait with nothing to come ends the turn.
function turn(chip, arrived) {
  const uart = chip.uart[0];
  for (let i = 0; i < 50000; ++i) {
    while (arrived.length > 0 && !uart.rxFIFO.full && uart.enabled) uart.feedByte(arrived.shift());
    step(chip);
    if (chip.core.waiting && arrived.length === 0) return;
  }
}

function main({ serial, large }, image, line) {
  const chip = new RP2040();
  if (large) {
    chip.sram = new Uint8Array(1 << 20);
    chip.sramView = new DataView(chip.sram.buffer);
  }
  const refuse = (part, words) => fail(`rp2040js: ${part}: ${words}`);
  chip.logger = { debug() {}, info() {}, warn: refuse, error: refuse };
  correct_systick(chip);
  chip.onBreak = (code) => (code === 0xab ? semihosting(chip, serial ? 2 : 1, line) : fail(`breakpoint ${code}`));
  load(chip, readFileSync(image));
  const arrived = [];
  let sent = [];
  chip.uart[0].onByte = (byte) => sent.push(byte);
  if (serial) {
    process.stdin.on('data', (bytes) => arrived.push(...bytes));
    process.stdin.on('end', () => process.exit(0));
  }
  let next = boot;
  const go = () => {
    try {
      next(chip, arrived);
      next = turn;
    } catch (reason) {
      if (!(reason instanceof Ended)) throw reason;
      process.exit(reason.status);
    }
    if (serial && sent.length > 0) process.stdout.write(Uint8Array.from(sent));
    sent = [];
    setImmediate(go);
  };
  go();
}

const options = {};
const words = process.argv.slice(2);
while (['--serial', '--large'].includes(words[0])) options[words.shift().slice(2)] = true;
const [image, ...line] = words;
// A blank within an argument travels as the byte 0x1f (port/cortex_m/startup.c).
main(options, image, Buffer.from([image.split('/').at(-1), ...line].map((word) => word.replaceAll(' ', '\x1f')).join(' ')));
