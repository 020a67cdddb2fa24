// node build.mjs OUT: the page as one file without a report in it. The host program puts a report between its two halves,
// where `place` stands. Its own script is all that the page may run, and it may load nothing.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const place = '<!--report-->';
const licences = `The scales and shapes are d3-scale's and d3-shape's, with what these need (github.com/d3), under the ISC licence:
Copyright 2010-2024 Mike Bostock. Permission to use, copy, modify, and/or distribute this software for any purpose with or without
fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies. THE SOFTWARE IS
PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR
ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS
ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

const bundled = async entry => {
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, minify: true, format: 'iife', charset: 'ascii', write: false });
  return outputFiles[0].text.trim();
};
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const here = name => new URL(name, import.meta.url).pathname;
const script = await bundled(here('main.mjs')), style = await bundled(here('page.css'));
if (/<\/(script|style)|<!--/i.test(script + style)) throw new Error('the script ends its own element');
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
writeFileSync(process.argv[2], `<!DOCTYPE html>
<!-- Made by build.mjs of host_tests/touchdown/page: change its sources.
${licences} -->
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Touchdown</title><link rel="icon" href="data:,">
<style>${style}</style></head><body>
<script type="application/json" id="report">${place}</script>
<script>${script}</script>
</body></html>
`);
