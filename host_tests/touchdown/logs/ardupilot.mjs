// ArduPilot's DataFlash log (.bin): messages of 0xA3 0x95, a type and a body; those of type 128 (FMT) say how long the
// others are, and what their columns hold.
const sizes = { a: 64, b: 1, B: 1, c: 2, C: 2, d: 8, e: 4, E: 4, f: 4, g: 2, h: 2, H: 2, i: 4, I: 4, L: 4, M: 1, n: 4, N: 16, q: 8, Q: 8, Z: 64 };
const readers = {
  b: (view, at) => view.getInt8(at), B: (view, at) => view.getUint8(at),
  h: (view, at) => view.getInt16(at, true), H: (view, at) => view.getUint16(at, true),
  i: (view, at) => view.getInt32(at, true), I: (view, at) => view.getUint32(at, true),
  q: (view, at) => Number(view.getBigInt64(at, true)), Q: (view, at) => Number(view.getBigUint64(at, true)),
  f: (view, at) => view.getFloat32(at, true), d: (view, at) => view.getFloat64(at, true),
};
const text = (bytes, at, length) => new TextDecoder('latin1').decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, '');

// Numbers of a body by their columns; what is no plain number is left out.
function valuesOf(format, view, at) {
  const value = {};
  format.columns.forEach((column, i) => {
    const read = readers[format.letters[i]];
    if (read) value[column] = read(view, at);
    at += sizes[format.letters[i]] ?? 0;
  });
  return value;
}

export function* messagesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = 3, described = 128, formats = new Map([[described, { length: 89 }]]);
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== 0xa3 || bytes[at + 1] !== 0x95) throw new Error(`the log is damaged at byte ${at}`);
    const format = formats.get(bytes[at + 2]);
    if (!format) throw new Error(`the log is damaged at byte ${at}: a message of unknown type ${bytes[at + 2]}`);
    if (at + format.length > bytes.length) throw new Error('the log is cut short');
    const body = at + head;
    if (bytes[at + 2] === described)
      formats.set(bytes[body], { length: Math.max(bytes[body + 1], head), name: text(bytes, body + 2, 4), letters: text(bytes, body + 6, 16),
        columns: text(bytes, body + 22, 64).split(',') });
    else yield { name: format.name, value: valuesOf(format, view, body) };
    at += format.length;
  }
}
