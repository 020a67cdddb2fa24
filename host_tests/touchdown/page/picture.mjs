// node picture.mjs OUT.webp PROGRAM ARGUMENT... --report: the top of a report as a picture, without the links to its sections and with
// a moving picture at half its way; in a folder with the packages, as the test host/page makes one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closed, opened } from './browser.mjs';

const [out, program, ...rest] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'touchdown-picture-')), file = join(folder, 'report.html');
execFileSync(program, [...rest, file], { stdio: 'ignore' });
await opened(file, { width: 560 }, async page => {
  await page.evaluate(() => {
    document.querySelector('nav').remove();
    document.querySelectorAll('[type=range]').forEach(slider => {
      slider.value = (Number(slider.min) + Number(slider.max)) / 2;
      slider.dispatchEvent(new Event('input'));
    });
  });
  await page.screenshot({ path: out, quality: 80, clip: { x: 0, y: 0, width: 560, height: 690 } });
});
rmSync(folder, { recursive: true });
await closed();
