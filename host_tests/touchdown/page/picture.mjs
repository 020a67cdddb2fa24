// node picture.mjs OUT.webp PROGRAM ARGUMENT... --report: the top of a report as a picture, without the links to its sections and with
// a moving picture at half its way; OUT.png: all of it, as a desk shows it. In a folder with the packages, as the test host/page makes one.
import { opened, reported } from './browser.mjs';

const [out, ...command] = process.argv.slice(2), whole = out.endsWith('.png');
await reported(command, file => opened(file, { width: whole ? 1400 : 560 }, async page => {
  await page.evaluate(() => {
    document.querySelector('nav').remove();
    document.querySelectorAll('[type=range]').forEach(slider => {
      slider.value = (Number(slider.min) + Number(slider.max)) / 2;
      slider.dispatchEvent(new Event('input'));
    });
  });
  await page.screenshot(whole ? { path: out, fullPage: true } : { path: out, quality: 80, clip: { x: 0, y: 0, width: 560, height: 690 } });
}));
