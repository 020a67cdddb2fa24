// Tables as Arrow files, read back by another library (flechette) than the one that wrote them, and by pyarrow's rules of
// what a file is: its first and last six bytes.
//
// Seen red: with an object of words for the numbers that have names, a file beside that was the user's, and its own input
// written over; with an empty cell as 0, with numbers rounded to float, with the batch of the last rows left out, and with a
// heading more than the rows have.
import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tableFromIPC } from '@uwdata/flechette';
import { cells, check_arrow, TableError, write_arrow } from './columns.mjs';

const folder = mkdtempSync(join(tmpdir(), 'columns-'));
after(() => rmSync(folder, { recursive: true }));

async function through(text) {
  writeFileSync(join(folder, 'in.csv'), text);
  await write_arrow(join(folder, 'in.csv'), join(folder, 'out.arrow'));
  await check_arrow(join(folder, 'in.csv'), join(folder, 'out.arrow'));
  const bytes = readFileSync(join(folder, 'out.arrow'));
  assert.equal(bytes.subarray(0, 6).toString('latin1'), 'ARROW1');
  assert.equal(bytes.subarray(-6).toString('latin1'), 'ARROW1');
  return tableFromIPC(bytes, { useBigInt: true });
}
const column = (table, name) => [...table.getChild(name)];

test('integers, doubles to the last bit, text, and nothing where there is nothing', async () => {
  const table = await through(
    'run,status,time_s,verdict,none\n0,solved,0.10000000000000001,stays,\n1,TD_BAD_INPUT,,,\n' +
      '9007199254740993,solved,-2.2250738585072014e-308,"tips, over",\n',
  );
  assert.deepEqual(column(table, 'run'), [0n, 1n, 9007199254740993n]);
  assert.deepEqual(column(table, 'time_s'), [0.1, null, -2.2250738585072014e-308]);
  assert.deepEqual(column(table, 'verdict'), ['stays', null, 'tips, over']);
  assert.deepEqual(column(table, 'none'), [null, null, null]);
});

test('nan and infinities are numbers; one word makes a column text', async () => {
  const table = await through('a,b\nnan,1\n-inf,2\n3,two\n');
  assert.deepEqual(column(table, 'a'), [NaN, -Infinity, 3]);
  assert.deepEqual(column(table, 'b'), ['1', '2', 'two']);
});

test('as many batches as it takes', async () => {
  const rows = Array.from({ length: 70000 }, (_, i) => `${i},${Math.sqrt(i)}`);
  const table = await through(`run,root\n${rows.join('\n')}\n`);
  assert.equal(table.numRows, 70000);
  assert.deepEqual(
    column(table, 'root'),
    rows.map((_, i) => Math.sqrt(i)),
  );
});

test('a table without rows keeps its columns', async () => {
  const table = await through('run,status\n');
  assert.equal(table.numRows, 0);
  assert.deepEqual(table.schema.fields.map(({ name }) => name), ['run', 'status']);
});

test('what is no table is refused, and leaves no file', async () => {
  for (const text of ['', 'a,b\n1\n', 'a,b\n1,2,3\n', 'a\n"open\n']) {
    writeFileSync(join(folder, 'bad.csv'), text);
    await assert.rejects(write_arrow(join(folder, 'bad.csv'), join(folder, 'bad.arrow')), TableError);
    assert.equal(existsSync(join(folder, 'bad.arrow')), false);
    assert.equal(existsSync(join(folder, 'bad.arrow.new')), false);
  }
});

test('a file of another table is named', async () => {
  await through('a,b\n1,2.5\n2,3.5\n');
  for (const text of ['a,b\n1,2.5\n', 'a,b\n1,2.5\n2,3.25\n', 'a,c\n1,2.5\n2,3.5\n', 'a,b\n1,2.5\n2,\n']) {
    writeFileSync(join(folder, 'other.csv'), text);
    await assert.rejects(check_arrow(join(folder, 'other.csv'), join(folder, 'out.arrow')), TableError);
  }
});

test('words that JavaScript knows are text, and good names of columns', async () => {
  const table = await through('constructor,__proto__,toString,v\nconstructor,1,hasOwnProperty,1\n__proto__,2,valueOf,2\n');
  assert.deepEqual(table.schema.fields.map(({ name }) => name), ['constructor', '__proto__', 'toString', 'v']);
  assert.deepEqual([...table.getChildAt(0)], ['constructor', '__proto__']);
  assert.deepEqual([...table.getChildAt(1)], [1n, 2n]);
  assert.deepEqual([...table.getChildAt(2)], ['hasOwnProperty', 'valueOf']);
});

test('neither the table nor a file of the user is overwritten', async () => {
  const at = (name) => join(folder, name);
  writeFileSync(at('in.csv'), 'a\n1\n');
  symlinkSync(at('in.csv'), at('link'));
  linkSync(at('in.csv'), at('hard'));
  for (const name of ['in.csv', 'link', 'hard']) await assert.rejects(write_arrow(at('in.csv'), at(name)), /would be overwritten/);
  await assert.rejects(write_arrow(at('in.csv'), folder), TableError);
  await assert.rejects(write_arrow('/dev/zero', at('zero.arrow')), TableError);
  assert.equal(readFileSync(at('in.csv'), 'utf8'), 'a\n1\n');
  writeFileSync(at('out.arrow.new'), 'mine');
  writeFileSync(at('real.arrow'), '');
  symlinkSync(at('real.arrow'), at('to.arrow'));
  await write_arrow(at('in.csv'), at('out.arrow'));
  await write_arrow(at('in.csv'), at('to.arrow'));
  assert.equal(readFileSync(at('out.arrow.new'), 'utf8'), 'mine');
  assert.ok(lstatSync(at('to.arrow')).isSymbolicLink());
  await check_arrow(at('in.csv'), at('real.arrow'));
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.new')), ['out.arrow.new']);
});

test('a line without an end is no table', async () => {
  writeFileSync(join(folder, 'long.csv'), 'a\n' + 'x'.repeat(4 << 20));
  await assert.rejects(write_arrow(join(folder, 'long.csv'), join(folder, 'long.arrow')), TableError);
});

test('cells in quotes', () => {
  assert.deepEqual(cells('a,"b, ""c""",,"d"'), ['a', 'b, "c"', '', 'd']);
  assert.deepEqual(cells('"a",'), ['a', '']);
});
