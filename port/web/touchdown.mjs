// The C API in JavaScript: the functions of the headers by their names, on structs that lie in the memory of the .wasm.
//
//   const td = await load(bytes);
//   const lander = td.create('td_body_contact', {body: {mass: 12, inertia: [.9, .9, .4], v: [.4, 0, -1.5]}, r: [.35, 0, -.6],
//                                                n: [0, 0, 1], surface: {mu_s: .5, mu_k: .4, e: .3}});
//   const hit = td.create('td_body_impact');
//   if (td.td_resolve_body(lander, hit) >= 0) console.log(hit.w[1]);
//
// Bits are the host's: the .wasm is of the same sources, and numbers pass between JavaScript and its memory unchanged (a NaN
// stays one, but not its bits).
import {constants, precisions} from './layout.mjs';

const views = {f32: Float32Array, f64: Float64Array, i32: Int32Array, u32: Uint32Array, u8: Uint8Array, pointer: Uint32Array};
const page = 65536;

// Memory behind the library's own, given out in order and taken back from the end.
class Memory {
  constructor(exports) {
    this.memory = exports.memory;
    this.next = exports.__heap_base.value;
  }
  take(bytes) {
    const address = (this.next + 7) & ~7;
    const missing = address + bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / page));
    this.next = address + bytes;
    new Uint8Array(this.memory.buffer, address, bytes).fill(0);
    return address;
  }
  view(kind, address, count) { return new views[kind](this.memory.buffer, address, count); }
}

// Numbers behind a pointer.
class Numbers {
  constructor(memory, kind, values) {
    if (!Array.isArray(values) && !ArrayBuffer.isView(values)) throw new TypeError('no array of numbers');
    const address = memory.take(values.length * views[kind].BYTES_PER_ELEMENT);
    Object.defineProperties(this, {address: {value: address}, values: {get: () => memory.view(kind, address, values.length)}});
    this.values.set(values);
  }
}

const number = (name, value) => {
  if (typeof value !== 'number') throw new TypeError(`${name} is no number`);
  return value;
};

// Its fields, or the places of an array; nothing that it inherits.
const has = (target, key) => {
  const {fields} = target.constructor;
  return fields instanceof Map ? fields.has(key) : /^\d+$/.test(key) && Number(key) < target.length;
};

const assign = (target, given) => {
  if (given === null || typeof given !== 'object') throw new TypeError(`${given} is no object of fields`);
  for (const [key, value] of Object.entries(given)) {
    if (!has(target, key)) throw new TypeError(`no field ${key}`);
    if (typeof target[key] === 'object') assign(target[key], value);
    else target[key] = ArrayBuffer.isView(target) ? number(key, value) : value;
  }
};

// A class for each struct: its fields by name, read and written where they lie.
function classes(memory, structs) {
  const made = Object.create(null);
  const sizeOf = kind => structs[kind] ? structs[kind].size : views[kind].BYTES_PER_ELEMENT;
  const read = (kind, counts, address) => {
    if (counts.length === 0) return structs[kind] ? new made[kind](address) : memory.view(kind, address, 1)[0];
    if (counts.length === 1 && !structs[kind]) return memory.view(kind, address, counts[0]);
    const inner = counts.slice(1), step = inner.reduce((a, b) => a * b, sizeOf(kind));
    return Array.from({length: counts[0]}, (_, i) => read(kind, inner, address + i * step));
  };
  const addressOf = (name, value) => {
    if (value === null) return 0;
    const mine = value instanceof Numbers || (made[value?.constructor?.name] !== undefined && value instanceof made[value.constructor.name]);
    if (!mine) throw new TypeError(`${name} points to nothing of this memory`);
    return value.address;
  };
  for (const [name, {size, fields}] of Object.entries(structs)) {
    made[name] = class {
      constructor(address, length = 1) {
        Object.defineProperties(this, {address: {value: address}, length: {value: length}});
      }
      row(index) {
        if (!(Number.isInteger(index) && index >= 0 && index < this.length)) throw new RangeError(`${name}[${index}] of ${this.length}`);
        return new made[name](this.address + index * size);
      }
    };
    Object.defineProperties(made[name], {name: {value: name}, fields: {value: new Map(fields.map(field => [field.name, field]))}});
    for (const {name: field, at, kind, counts} of fields) {
      Object.defineProperty(made[name].prototype, field, {
        enumerable: true,
        get() { return read(kind, counts, this.address + at); },
        set(value) {
          if (counts.length || structs[kind]) assign(this[field], value);
          else memory.view(kind, this.address + at, 1)[0] = kind === 'pointer' ? addressOf(field, value) : number(field, value);
        },
      });
    }
  }
  return made;
}

const text = (memory, address) => {
  const bytes = new Uint8Array(memory.memory.buffer, address);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
};

// A struct of another kind, a string for a number: not what C would take, so not passed on.
function argument({name, type, pointer}, value, made) {
  if (!pointer) {
    if (typeof value !== 'number') throw new TypeError(`${name} is no number`);
    return value;
  }
  if (value === null) return 0;
  if (!(value instanceof (made[type] ?? Numbers))) throw new TypeError(`${name} is no ${type}`);
  return value.address;
}

export async function load(wasm, precision = 'float') {
  if (!Object.hasOwn(precisions, precision)) throw new TypeError(`${precision}: float or double`);
  const compiled = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const {exports} = await WebAssembly.instantiate(compiled, {});
  exports._initialize?.();
  const memory = new Memory(exports), {structs, functions} = precisions[precision];
  const made = classes(memory, structs), real = precision === 'double' ? 'f64' : 'f32';

  const plain = value => value instanceof Object && 'address' in value
    ? Object.fromEntries(structs[value.constructor.name].fields.map(({name}) => [name, plain(value[name])]))
    : typeof value === 'object' ? Array.from(value, plain) : value;

  const td = {
    precision, constants, plain,
    create(name, given = {}, count = 1) {
      if (!made[name]) throw new TypeError(`no struct ${name}`);
      if (!(Number.isInteger(count) && count > 0)) throw new TypeError(`${count} structs`);
      const struct = new made[name](memory.take(structs[name].size * count), count);
      assign(struct, given);
      return struct;
    },
    reals: values => new Numbers(memory, real, values),
    integers: values => new Numbers(memory, 'i32', values),
    within(work) {
      const before = memory.next;
      try { return work(); } finally { memory.next = before; }
    },
  };
  for (const [name, {symbol, returns, parameters}] of Object.entries(functions)) {
    td[name] = (...given) => {
      if (given.length !== parameters.length) throw new TypeError(`${name} takes ${parameters.length} arguments`);
      const result = exports[symbol](...parameters.map((parameter, i) => argument(parameter, given[i], made)));
      return returns === 'string' ? text(memory, result) : result;
    };
  }
  return Object.freeze(td);
}
