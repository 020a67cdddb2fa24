// node report_check.mjs FIGURES TABLES MOTIONS PROGRAM ARGUMENT... --report: runs the program, which writes a page and its
// document. The document keeps to the schema; the page holds that document, and, at the width of a telephone and of a desk, in
// light and in dark: asks no network for anything, has no serious fault by axe, does not stick out, has so many figures, all
// drawn, which zoom and have legends that hide, and tables, which sort and fit, and so many moving pictures that move.
// Seen red: a script that throws, a figure emptied, `sort` without its sign, a stylesheet fetched, the slider without its listener,
// the ground of heights not filled, a table that scrolls sideways, a finger that does not zoom, a name of a
// legend that only hides, controls on paper, an input without its text there, soft text too pale, a section without its title in the
// navigation, no policy in the head, a pipe with bytes and SHA-256 of nothing.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { zooms } from './figure.mjs';
import { figuresOf, mapOf } from './layouts.mjs';
import { opened, program as browser, reported, skipped } from './browser.mjs';

const [figures, tables, motions, ...command] = process.argv.slice(2);
const wanted = { figures: Number(figures), tables: Number(tables), motions: Number(motions) };

// What a page can say of itself; runs in the browser. The failures.
function looked(wanted) {
  const failures = [], all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const check = (holds, words) => holds || failures.push(words);
  const number = text => Number(text.replace(' e', 'e'));
  const isSorted = (texts, numeric, sign) => texts.every((text, i) => {
    const before = texts[i - 1];
    if (i === 0 || before === '' || text === '') return true;
    return sign * (numeric ? number(before) - number(text) : before.localeCompare(text, undefined, { numeric: true })) <= 0;
  });
  const checkFigure = (svg, number) => {
    const box = svg.getBoundingClientRect();
    check(box.width > 100 && box.height > 100, `figure ${number} is ${box.width} by ${box.height}`);
    const shapes = all('[clip-path] > *', svg), drawn = shapes.filter(shape => {
      const size = shape.getBoundingClientRect();
      return size.width + size.height > 0;
    });
    check(drawn.length > 0 && 2 * drawn.length >= shapes.length, `figure ${number} draws ${drawn.length} of ${shapes.length} marks`);
    check(!/NaN|Infinity|undefined/.test(svg.innerHTML.replace(/href="data:[^"]*"/g, '')), `figure ${number} draws NaN or infinity`);
    check(all('.axes text', svg).length > 4, `figure ${number} has no axes`);
    check(svg.getAttribute('aria-label'), `figure ${number} says nothing of itself`);
  };
  const checkTable = (table, number) => {
    const box = table.parentNode, { left, right } = box.getBoundingClientRect();
    check(box.scrollWidth <= box.clientWidth, `table ${number} scrolls sideways: ${box.scrollWidth} of ${box.clientWidth}`);
    const names = all('th', table).map(heading => heading.textContent);
    all('th button', table).forEach((button, column) => {
      const place = button.getBoundingClientRect();
      check(place.width > 0 && place.left >= left && place.right <= right, `table ${number}: nothing sorts by ${names[column]}`);
    });
    const isStacked = getComputedStyle(table).display === 'block';
    check(all('td', table).every((cell, i) => cell.textContent === '' ||
      getComputedStyle(cell, '::before').content === (isStacked ? JSON.stringify(names[i % names.length]) : 'none')), `table ${number}: values without their headings`);
    const rows = () => all('tbody tr', table), before = rows().map(row => row.textContent).sort().join('\n');
    check(rows().length > 0, `table ${number} has no row`);
    all('th', table).forEach((heading, column) => {
      for (const [sign, order] of [[1, 'ascending'], [-1, 'descending']]) {
        heading.querySelector('button').click();
        check(heading.getAttribute('aria-sort') === order, `table ${number}, column ${column}: not marked ${order}`);
        check(isSorted(rows().map(row => row.cells[column].textContent), heading.classList.contains('number'), sign), `table ${number}, column ${column}: not ${order}`);
      }
    });
    check(rows().map(row => row.textContent).sort().join('\n') === before, `table ${number} lost rows in sorting`);
  };
  const checkMotion = motion => {
    const canvas = motion.querySelector('canvas'), slider = motion.querySelector('[type=range]');
    const drawnAt = end => {
      slider.value = end;
      slider.dispatchEvent(new Event('input'));
      check(Math.abs(canvas.dataset.time - end) <= 1e-3 * Math.abs(end), `the moving picture stands at ${canvas.dataset.time}, not ${end}`);
      return canvas.toDataURL();
    };
    const first = drawnAt(slider.min), last = drawnAt(slider.max);
    const blank = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    check(first !== blank.toDataURL(), 'the moving picture is empty');
    check(first !== last, 'the moving picture does not move');
    if (!wanted.mesh) return;
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const filled = pixels.filter((value, i) => i % 4 === 3 && value === 255).length * 4 / pixels.length;
    check(filled > 0.1, `the ground fills ${filled} of the moving picture`);
  };
  check(all('dd').every(value => value.textContent !== ''), 'a name without a value');
  const pictures = all('figure .drawing > svg'), tables = all('.table table'), ids = all('[id]').map(element => element.id);
  check(pictures.length === wanted.figures, `${pictures.length} figures, not ${wanted.figures}`);
  check(tables.length >= wanted.tables, `${tables.length} tables, not ${wanted.tables}`);
  check(all('.motion').length === wanted.motions, `${all('.motion').length} moving pictures, not ${wanted.motions}`);
  check(new Set(ids).size === ids.length, 'ids that stand there twice');
  check(document.querySelector('.answer').textContent.length > 20, 'no answer');
  check(all('nav a').length === all('section').length, 'sections that the navigation lacks');
  for (const link of all('nav a')) check(document.querySelector(link.getAttribute('href')), `${link.textContent}: no such section`);
  for (const section of all('section'))
    check(section.querySelector('h2') && section.textContent.length > 40, `section ${section.id} is empty`);
  const wide = document.documentElement.scrollWidth, room = document.documentElement.clientWidth;
  check(wide <= room, `sticks out: ${wide} of ${room}`);
  all('.motion').forEach(checkMotion);
  pictures.forEach(checkFigure);
  tables.forEach(checkTable);
  return failures;
}

// By the rules of axe-core, its faults of the two gravest kinds.
async function axe(page) {
  await page.evaluate(() => document.querySelectorAll('tbody tr:nth-child(n + 20)').forEach(row => row.remove()));  // it takes long
  await page.evaluate(readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'] });
    return violations.filter(one => ['serious', 'critical'].includes(one.impact)).map(one => `axe: ${one.id}: ${one.nodes[0].html.slice(0, 200)}`);
  });
}

// What is under the pointer is said, at the first mark of the first figure with points.
async function hovered(page) {
  const dot = await page.$('figure .dot');
  if (!dot) return wanted.dots ? ['no figure has a point'] : [];
  await dot.scrollIntoView();
  await dot.hover();
  return await page.evaluate(() => document.querySelectorAll('.tip:not([hidden])').length === 1) ? [] : ['nothing is said of a point'];
}

// A figure comes nearer by keys and by a mouse or a finger, and shows all again; each name of a legend hides something and shows it again.
async function zoomed(page, width) {
  const failures = [], box = await page.$('figure .drawing[tabindex]');
  if (!box) return wanted.zooms ? ['no figure zooms'] : [];
  const ticks = () => box.evaluate(element => [...element.querySelectorAll('.axes text[y]')].map(text => text.textContent).join(' '));
  const all = await ticks(), isWhole = async () => await ticks() === all && await box.$eval('.back', button => button.hidden);
  const drawn = async (words, act, nearer = true) => {
    const before = await ticks();
    await act();
    if (await ticks() === before || await isWhole() === nearer) failures.push(`${words}: the axis says ${await ticks()}`);
  };
  await box.scrollIntoView();
  const { x, y, width: across } = await box.boundingBox(), [from, to] = [x + 0.4 * across, x + 0.6 * across], middle = y + 90;
  await box.focus();
  for (const [key, nearer] of [['+', true], ['ArrowRight', true], ['ArrowLeft', true], ['-', false], ['=', true], ['0', false]])
    await drawn(`key ${key}`, () => page.keyboard.press(key), nearer);
  await drawn('pointer', async () => {
    if (width < 640) {
      await page.touchscreen.touchStart(from, middle);
      await page.touchscreen.touchMove(to, middle);
      return page.touchscreen.touchEnd();
    }
    await page.mouse.move(from, middle);
    await page.mouse.down();
    await page.mouse.move(to, middle);
    return page.mouse.up();
  });
  await drawn('show all', () => box.$eval('.back', button => button.click()), false);
  return failures.concat(await page.evaluate(() => [...document.querySelectorAll('.legend button')].flatMap(button => {
    const marks = () => button.closest('figure').querySelector('[clip-path]').innerHTML, before = marks(), name = button.textContent;
    button.click();
    const failures = marks() === before || button.ariaPressed !== 'false' ? [`${name} hides nothing`] : [];
    button.click();
    return marks() !== before || button.ariaPressed !== 'true' ? [...failures, `${name} stays hidden`] : failures;
  })));
}

// On paper: light, without what only a screen can do, and all of every table.
async function printed(page) {
  await page.emulateMediaType('print');
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => {
    const all = selector => [...document.querySelectorAll(selector)], failures = [];
    const left = all('nav, .controls, .tip, .back').filter(element => element.getClientRects().length > 0);
    if (left.length > 0) failures.push(`printed: ${left[0].outerHTML.slice(0, 100)}`);
    if (all('details').some(one => !one.open)) failures.push('printed: without the text of an input');
    if (all('.table, pre').some(box => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)) failures.push('printed: a table or text is cut');
    const { backgroundColor, color } = getComputedStyle(document.body);
    if (backgroundColor !== 'rgb(255, 255, 255)' || color !== 'rgb(0, 0, 0)') failures.push(`printed: ${color} on ${backgroundColor}`);
    return failures;
  });
}

// Neither an image nor a script of elsewhere is let in.
const blocked = page => page.evaluate(() => new Promise(done => {
  const refused = new Set(), timer = setTimeout(() => done([`only ${[...refused]} refused by the policy`]), 3000);
  document.addEventListener('securitypolicyviolation', event => {
    refused.add(event.effectiveDirective.slice(0, 6));
    if (refused.size === 2) clearTimeout(timer), done([]);
  });
  document.body.append(Object.assign(new Image(), { src: 'https://example.org/a.png' }),
    Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = 1' }));
}));

function checkedDocument(page, json) {
  const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url)));
  const report = JSON.parse(json), validate = new Ajv({ allErrors: true, strictTypes: false }).compile(schema);
  const failures = validate(report) ? [] : validate.errors.slice(0, 5).map(error => `schema: ${error.instancePath} ${error.message}`);
  if (!page.includes(json.trim())) failures.push('the page holds another document');
  for (const [name, { columns, rows }] of Object.entries(report.tables)) {
    if (rows.some(row => row.length !== columns.length)) failures.push(`table ${name}: rows of another length`);
    if (new Set(columns.map(column => column.name)).size !== columns.length) failures.push(`table ${name}: columns of one name`);
  }
  const parts = report.sections.flatMap(section => section.parts);
  const drawn = [...parts.flatMap(part => part.figures ? figuresOf(part.figures, report.tables) : []), ...parts.flatMap(part => part.maps?.map(mapOf) ?? [])];
  for (const { title, caption, x, y } of drawn) if (!(title || caption) || !x.label || !y.label) failures.push(`figure ${title ?? caption}: an axis or title without words`);
  const marks = drawn.flatMap(figure => figure.marks).filter(mark => mark.table);
  for (const mark of marks)
    for (const name of [mark.x, mark.y, mark.x2, mark.y2, mark.colour, ...Object.keys(mark.where ?? {})].filter(Boolean))
      if (!report.tables[mark.table]?.columns.some(column => column.name === name)) failures.push(`a mark draws ${mark.table}.${name}`);
  return failures;
}

async function main() {
  if (!browser) {
    console.error('skipped: neither chromium-headless-shell nor chromium is installed');
    return process.env.TOUCHDOWN_NO_BROWSER ?? skipped;
  }
  return reported(command, async (file, json) => {
    const failures = checkedDocument(readFileSync(file, 'utf8'), readFileSync(json, 'utf8'));
    const { tables, sections } = JSON.parse(readFileSync(json, 'utf8'));
    wanted.mesh = sections.some(section => section.parts.some(part => part.motion?.shape.mesh));
    wanted.zooms = sections.some(section => section.parts.some(part => part.figures && figuresOf(part.figures, tables).some(zooms)));
    wanted.dots = sections.some(section => section.parts.some(part => part.figures
      && figuresOf(part.figures, tables).some(figure => figure.marks.some(mark => mark.mark === 'dot' && tables[mark.table].rows.length > 0))));
    for (const { width, dark } of [{ width: 390, dark: true }, { width: 1400, dark: false }]) {
      const found = await opened(file, { width, dark }, async (page, failures) => {
        failures.push(...await hovered(page), ...await zoomed(page, width), ...await page.evaluate(looked, wanted), ...await axe(page), ...await printed(page));
      });
      failures.push(...found.map(words => `at ${width}: ${words}`));
    }
    await opened(file, { width: 1400 }, async page => failures.push(...await blocked(page)));
    for (const words of failures.slice(0, 20)) console.error(words);
    console.log(`${failures.length} failures`);
    return failures.length > 0 ? 1 : 0;
  });
}

process.exit(Number(await main()));
