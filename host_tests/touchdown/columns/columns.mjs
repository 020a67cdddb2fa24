// node columns.mjs CSV ARROW: a table with one heading as an Apache Arrow file (IPC file format, also known as Feather 2), which
// pandas, Polars, R and DuckDB open. node columns.mjs --check CSV ARROW: that the file holds the table, cell for cell.
//
// A column is of integers of 64 bits where all its cells are such, of doubles where all are numbers (%.17g brings each back to
// the last bit; nan and inf are numbers), of text otherwise; an empty cell is null. The table is read twice, first for the
// types, and written in batches, so that it may be larger than memory.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { finished } from 'node:stream/promises';
import * as arrow from 'apache-arrow';

const BATCH = 65536;
const LONGEST_LINE = 1 << 20;
const INTEGER = /^-?\d{1,18}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NAMED = new Map([['nan', NaN], ['-nan', NaN], ['inf', Infinity], ['-inf', -Infinity]]);

export class TableError extends Error {}

// Cells of a line; a cell in quotes holds commas, and quotes doubled, but no end of line.
export function cells(line) {
  if (!line.includes('"')) return line.split(',');
  const found = [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy)];
  const whole = found.reduce((length, match) => length + match[0].length, 0);
  if (whole !== line.length) throw new TableError(`no line of CSV: ${line}`);
  if (found.length > 1 && found.at(-1)[0] === '' && found.at(-2)[3] === '') found.pop();
  return found.map((match) => (match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2]));
}

// Rows of cells, many at a time.
async function* rows(csv) {
  let width;
  let number = 0;
  let rest = '';
  const row = (line) => {
    const found = cells(line.endsWith('\r') ? line.slice(0, -1) : line);
    number += 1;
    width ??= found.length;
    if (found.length !== width) throw new TableError(`${csv}: line ${number} has ${found.length} cells, the first ${width}`);
    return found;
  };
  for await (const text of createReadStream(csv, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    if (rest.length > LONGEST_LINE) throw new TableError(`${csv}: line ${number + lines.length + 1} is longer than ${LONGEST_LINE}`);
    yield lines.map(row);
  }
  if (rest !== '') yield [row(rest)];
  if (width === undefined) throw new TableError(`${csv}: empty`);
}

const number = (text) => {
  const value = Number(text);
  return Number.isFinite(value) ? value : (NAMED.get(text.toLowerCase()) ?? value);
};

// From the narrowest on.
const KINDS = [
  { fits: (text) => INTEGER.test(text), type: () => new arrow.Int64(), value: (text) => BigInt(text) },
  { fits: (text) => NUMBER.test(text) || NAMED.has(text.toLowerCase()), type: () => new arrow.Float64(), value: number },
  { fits: () => true, type: () => new arrow.Utf8(), value: (text) => text },
];

async function kinds_of(csv) {
  let names;
  let kinds;
  for await (const block of rows(csv)) {
    if (!names) {
      names = block.shift();
      kinds = names?.map(() => 0);
    }
    for (const row of block)
      for (let i = 0; i < row.length; ++i) while (row[i] !== '' && !KINDS[kinds[i]].fits(row[i])) ++kinds[i];
  }
  return { names, kinds: kinds.map((kind) => KINDS[kind]) };
}

function batch_of(schema, kinds, table) {
  const columns = kinds.map((kind, i) =>
    arrow.vectorFromArray(
      table.map((row) => (row[i] === '' ? null : kind.value(row[i]))),
      schema.fields[i].type,
    ),
  );
  const struct = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: table.length,
    nullCount: 0,
    children: columns.map((column) => column.data[0]),
  });
  return new arrow.RecordBatch(schema, struct);
}

async function* batches(csv, schema, kinds) {
  let table = [];
  let heading = 1;
  for await (const block of rows(csv)) {
    table = table.concat(block.slice(heading));
    if (block.length > 0) heading = 0;
    for (; table.length >= BATCH; table = table.slice(BATCH)) yield batch_of(schema, kinds, table.slice(0, BATCH));
  }
  if (table.length > 0) yield batch_of(schema, kinds, table);
}

const stat_of = (file) => stat(file, { bigint: true });
const there = async (file) => stat_of(file).catch(() => undefined);

// Where a link leads, so that it stays one.
async function written_at(csv, file) {
  const input = await stat_of(csv);
  const output = await there(file);
  if (!input.isFile()) throw new TableError(`${csv}: is no file, and would have to be read twice`);
  if (output && !output.isFile()) throw new TableError(`${file}: is there, and is no file`);
  if (output && output.dev === input.dev && output.ino === input.ino)
    throw new TableError(`${file}: is read as well, and would be overwritten`);
  return output ? realpath(file) : file;
}

// Removes a file where a signal ends the program; returns what takes the watch off.
function watch(file) {
  const ends = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGALRM', 'SIGXCPU', 'SIGUSR2', 'SIGVTALRM', 'SIGIO', 'SIGPWR'];
  const end = (signal) => {
    rmSync(file, { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  ends.forEach((signal) => process.on(signal, end));
  return () => ends.forEach((signal) => process.off(signal, end));
}

// The file is there once it is whole, and not before.
export async function write_arrow(csv, file) {
  const final = await written_at(csv, file);
  const { names, kinds } = await kinds_of(csv);
  const schema = new arrow.Schema(names.map((name, i) => new arrow.Field(name, kinds[i].type(), true)));
  const whole = `${final}.${randomUUID()}.new`;
  const unwatch = watch(whole);
  try {
    const out = createWriteStream(whole, { flags: 'wx' });
    const writer = new arrow.RecordBatchFileWriter();
    const written = finished(writer.toNodeStream().pipe(out));
    writer.reset(undefined, schema);
    for await (const batch of batches(csv, schema, kinds)) writer.write(batch);
    writer.finish();
    await written;
    await rename(whole, final);
  } finally {
    await rm(whole, { force: true });
    unwatch();
  }
}

const is_same = (value, text) => {
  if (text === '') return value === null;
  if (typeof value === 'bigint') return value === BigInt(text);
  return typeof value === 'number' ? Object.is(value, number(text)) : value === text;
};

// Throws where a cell is not as it was.
export async function check_arrow(csv, file) {
  const table = arrow.tableFromIPC(await readFile(file));
  const names = table.schema.fields.map((field) => field.name);
  const columns = names.map((_, i) => table.getChildAt(i)[Symbol.iterator]());
  let at = -1;
  const check = (row) => {
    const there = at < 0 ? names : columns.map((column) => column.next().value);
    const i = row.findIndex((text, k) => (at < 0 ? there[k] !== text : !is_same(there[k], text)));
    if (i >= 0 || there.length !== row.length)
      throw new TableError(`${file}: row ${at + 1}, column ${i + 1} is ${there[i]}, not ${row[i]}`);
    at += 1;
  };
  for await (const block of rows(csv)) block.forEach(check);
  if (at !== table.numRows) throw new TableError(`${file}: ${table.numRows} rows, not ${at}`);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const check = process.argv[2] === '--check';
  const files = process.argv.slice(check ? 3 : 2);
  try {
    if (files.length !== 2) throw new TableError('node columns.mjs [--check] CSV ARROW');
    await (check ? check_arrow : write_arrow)(...files);
  } catch (reason) {
    if (!(reason instanceof TableError) && reason.code === undefined) throw reason;
    console.error(reason.message.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'));
    process.exitCode = 2;
  }
}
