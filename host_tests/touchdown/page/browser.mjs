// Headless Chromium without a network, and the reports that it is to open, for the tests and the pictures of the page.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';

export const skipped = 77;
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', process.env.TOUCHDOWN_CHROMIUM ?? ''];
export const program = programs.find(path => existsSync(path));

let browser = null;

// Opens a file at a width, and hands `use` the page and a list that failures go into: whatever is asked of a network or
// written to the console is one. The failures.
export async function opened(file, { width, dark = false }, use) {
  browser ??= await puppeteer.launch({
    executablePath: program, headless: 'shell', args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
  });
  const page = await browser.newPage(), failures = [];
  await page.setViewport({ width, height: 900, hasTouch: width < 640 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  page.on('request', request => request.url() === `file://${file}` || request.url().startsWith('data:') || failures.push(`asks for ${request.url()}`));
  page.on('console', message => failures.push(`console: ${message.text()}`));
  page.on('pageerror', error => failures.push(`error: ${error.message}`));
  await page.goto(`file://${file}`, { waitUntil: 'load' });
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  await use(page, failures);
  await page.close();
  return failures;
}

export const closed = () => browser?.close();

// What `use` makes of the page and the document that a program writes whose last argument is --report.
export async function reported([program, ...rest], use) {
  const folder = mkdtempSync(join(tmpdir(), 'touchdown-page-')), file = join(folder, 'report.html'), json = join(folder, 'report.json');
  try {
    execFileSync(program, [...rest, file, '--json', json], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, SOURCE_DATE_EPOCH: '1' } });
    return await use(file, json);
  } finally {
    rmSync(folder, { recursive: true });
    await closed();
  }
}
