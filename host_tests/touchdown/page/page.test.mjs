// The page that stands in the tree is what its sources build, and shows every text as a text. Seen red: a word of page.css changed; a
// cell put in by innerHTML.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { closed, opened, program as browser } from './browser.mjs';

after(closed);

const built = new URL('built.html', import.meta.url).pathname;

test('the page in the tree is what its sources build: npm run build in host_tests/touchdown/page', () => {
  execFileSync(process.execPath, ['build.mjs', built]);
  assert.ok(readFileSync(built, 'utf8') === readFileSync('page.html', 'utf8'));
  assert.ok(statSync(built).size < 150e3);
});

const text = 'x<img src=x onerror=RAN()></script><script>RAN()</script>&lt;b&gt; constructor';
const report = {
  format: 'touchdown-report-1', command: text, title: text, answer: text, verdict: 'good', caveats: [text],
  run: { version: '0.0.0', sources: text, date: text, command_line: [text], seeds: { first: text, last: text }, inputs: [{ name: text, bytes: 1, sha256: text, text }] },
  tables: {
    constructor: { columns: [{ name: 'a', unit: text }, { name: 'constructor', unit: '' }, { name: text, unit: '' }], rows: [[1, text, 2], [2, text, 3]] },
    impacts: {
      columns: [['p_n', text], ['tangential impulse', text], ['after compression', text], ['energy before', text], ['energy after', text], ['after restitution', text]]
        .map(([name, unit]) => ({ name, unit })),
      rows: [[1, 2, text, 1, 2, 'constructor'], [2, 3, 'constructor', 2, 3, text]],
    },
  },
  sections: [{
    title: text,
    parts: [{ text }, { code: text }, { table: 'constructor' }, { figures: 'impulses' }, {
      maps: [{
        title: text, caption: text, x: { label: text, unit: text }, y: { label: text }, colour: { label: text, names: [text, 'constructor'] },
        grid: { x: [0, 1], y: [0, 1], across: 2, values: [0, 1, 1, 0] },
      }],
    }],
  }],
};

test('a text of a file or a device is shown, and is never a part of the page', { skip: !browser && 'no Chromium' }, async () => {
  const file = new URL('hostile.html', import.meta.url).pathname;
  writeFileSync(file, readFileSync('page.html', 'utf8').replace('<!--report-->', () => JSON.stringify(report).replaceAll('<', '\\u003c')));
  const failures = await opened(file, { width: 1400 }, async page => {
    const seen = await page.evaluate(() => ({
      images: document.images.length, scripts: document.scripts.length, dots: document.querySelectorAll('.dot').length,
      shown: document.body.textContent.split('x<img src=x onerror=RAN()>').length - 1,
    }));
    assert.deepEqual({ ...seen, shown: seen.shown > 20 }, { images: 0, scripts: 0, dots: 4, shown: true });
  });
  assert.deepEqual(failures, []);
});
