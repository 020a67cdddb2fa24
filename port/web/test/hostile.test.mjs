// What is given to `create` by someone else, such as JSON from a request: fields and numbers are taken, nothing else is, and no
// object of the page's is touched. The face's own source, over a layout and a memory of its own, so that it takes no emscripten.
//
// Seen red: with `key in target`, by which Object.prototype could be written.
import assert from 'node:assert/strict';
import {copyFileSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'face-'));
after(() => rmSync(folder, {recursive: true}));
const structs = {
  td_point: {size: 8, fields: [{name: 'r', at: 0, kind: 'f32', counts: [2]}]},
  td_body: {
    size: 32,
    fields: [
      {name: 'mass', at: 0, kind: 'f32', counts: []},
      {name: 'v', at: 4, kind: 'f32', counts: [2]},
      {name: 'foot', at: 12, kind: 'td_point', counts: [2]},
      {name: 'M', at: 28, kind: 'pointer', counts: []},
    ],
  },
};
copyFileSync(new URL('../touchdown.mjs', import.meta.url), join(folder, 'touchdown.mjs'));
writeFileSync(join(folder, 'layout.mjs'),
              `export const constants = {}; export const precisions = {float: ${JSON.stringify({structs, functions: {}})}};`);
const {load} = await import(pathToFileURL(join(folder, 'touchdown.mjs')));
// (module (memory (export "memory") 1) (global (export "__heap_base") i32 (i32.const 1024)))
const wasm = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1, 6, 7, 1, 127, 0, 65, 128, 8, 11, 7, 24, 2, 6, 109, 101, 109, 111,
                             114, 121, 2, 0, 11, 95, 95, 104, 101, 97, 112, 95, 98, 97, 115, 101, 3, 0]);

test('fields are taken, of structs in arrays too', async () => {
  const td = await load(wasm), M = td.reals([1, 2]);
  const body = td.create('td_body', {mass: 3, v: [1, 2], foot: [{}, {r: [4, 5]}], M});
  assert.deepEqual(td.plain(body), {mass: 3, v: [1, 2], foot: [{r: [0, 0]}, {r: [4, 5]}], M: M.address});
  body.M = null;
  assert.equal(body.M, 0);
});

test('nothing else is', async () => {
  const td = await load(wasm), members = prototype => Object.entries(Object.getOwnPropertyDescriptors(prototype));
  const prototypes = [Object, Array, Function, Number, Float32Array].map(({prototype}) => prototype), before = prototypes.map(members);
  const hostile = ['{"__proto__":{"toString":0}}', '{"__proto__":{"__proto__":{"toString":0}}}', '{"constructor":{"name":"x"}}',
                   '{"constructor":{"prototype":{"at":0}}}', '{"v":{"__proto__":{"fill":0}}}', '{"v":{"length":9}}', '{"v":{"buffer":0}}',
                   '{"foot":{"__proto__":{"map":0}}}', '{"foot":{"push":0}}', '{"foot":[{"__proto__":{"r":0}}]}', '{"mass":{"__proto__":{}}}',
                   '{"mass":{"constructor":{"isNaN":0}}}', '{"at":0}', '{"address":0}', '{"length":7}', '{"v":[1,2,3]}', '{"v":{"-1":0}}',
                   '{"v":{"0x1":0}}', '{"v":[null]}', '{"v":["1"]}', '{"mass":"1"}', '{"mass":null}', '{"mass":[1]}', '{"foot":null}',
                   '{"foot":[1]}', '{"M":1024}', '{"M":{"address":1024}}', '{"M":[1]}', 'null', '3'];
  for (const given of hostile) assert.throws(() => td.create('td_body', JSON.parse(given)), TypeError, given);
  for (const name of ['__proto__', 'constructor', 'toString', 'td_bodi']) assert.throws(() => td.create(name), TypeError);
  for (const count of [0, -1, 1.5, NaN, '2', 1e300]) assert.throws(() => td.create('td_body', {}, count));
  for (const values of [3, null, '12', {length: -8}, {length: 1e9}]) assert.throws(() => td.reals(values), TypeError);
  for (const index of [-1, 2, 0.5, NaN, '0']) assert.throws(() => td.create('td_body', {}, 2).row(index), RangeError);
  await assert.rejects(load(wasm, '__proto__'), TypeError);
  await assert.rejects(load(wasm, 'constructor'), TypeError);
  assert.deepEqual(prototypes.map(members), before);
});

test('what asks for too much memory takes none', async () => {
  const td = await load(wasm), first = td.within(() => td.create('td_body').address);
  assert.throws(() => td.create('td_body', {}, 2 ** 40), RangeError);
  assert.equal(td.create('td_body').address, first);
});
