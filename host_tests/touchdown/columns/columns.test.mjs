// Tables as Arrow files, read back by another library (flechette) than the one that wrote them, and by pyarrow's rules of
// what a file is: its first and last six bytes.
//
// Seen red: with an empty cell as 0, with numbers rounded to float, with the batch of the last rows left out, and with a
// heading more than the rows have.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync, existsSync, rmSync } from 'node:fs';
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

test('a file of another table is told', async () => {
  await through('a,b\n1,2.5\n2,3.5\n');
  for (const text of ['a,b\n1,2.5\n', 'a,b\n1,2.5\n2,3.25\n', 'a,c\n1,2.5\n2,3.5\n', 'a,b\n1,2.5\n2,\n']) {
    writeFileSync(join(folder, 'other.csv'), text);
    await assert.rejects(check_arrow(join(folder, 'other.csv'), join(folder, 'out.arrow')), TableError);
  }
});

test('cells in quotes', () => {
  assert.deepEqual(cells('a,"b, ""c""",,"d"'), ['a', 'b, "c"', '', 'd']);
  assert.deepEqual(cells('"a",'), ['a', '']);
});
