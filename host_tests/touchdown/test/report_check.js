// Run behind a report by in_browser: `failures` and `wanted` are there. The verdict goes to the root element.
const check = (holds, words) => holds || failures.push(words);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function checkFigure(svg, number) {
  const box = svg.getBoundingClientRect();
  check(box.width > 100 && box.height > 100, `picture ${number} is ${box.width} by ${box.height}`);
  const drawn = all('path, circle, line, polygon, polyline, rect, use', svg).filter(shape => {
    const size = shape.getBoundingClientRect();
    return size.width + size.height > 0;
  });
  check(drawn.length > 10, `picture ${number} draws ${drawn.length} shapes`);
  for (const use of all('use', svg)) {
    const target = use.getAttribute('xlink:href') || use.getAttribute('href');
    check(svg.querySelector(target), `picture ${number} uses ${target}, which it lacks`);
  }
}

const isSorted = (texts, sign) => texts.every((text, i) => {
  if (i === 0) return true;
  const [a, b] = [parseFloat(texts[i - 1]), parseFloat(text)];
  return Number.isNaN(a - b) ? sign * texts[i - 1].localeCompare(text) <= 0 : sign * (a - b) <= 0;
});

function checkTable(table, number) {
  const rows = () => all('tbody tr', table);
  const before = rows().map(row => row.textContent).sort().join('\n');
  const count = rows().length;
  check(count > 1, `table ${number} has ${count} rows`);
  all('th', table).forEach((heading, column) => {
    for (const [sign, order] of [[1, 'ascending'], [-1, 'descending']]) {
      heading.click();
      check(heading.getAttribute('aria-sort') === order, `table ${number}, column ${column}: not marked ${order}`);
      check(isSorted(rows().map(row => row.cells[column].textContent), sign),
            `table ${number}, column ${column}: not ${order}`);
    }
  });
  check(rows().map(row => row.textContent).sort().join('\n') === before, `table ${number} lost rows in sorting`);
}

// What the slider shows at its ends differs, and is something.
function checkPlayer(canvas) {
  const slider = document.getElementById('player-time');
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
  if (!JSON.parse(document.getElementById('player-data').textContent).shape.mesh) return;
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const filled = pixels.filter((value, i) => i % 4 === 3 && value === 255).length * 4 / pixels.length;
  check(filled > 0.1, `the ground fills ${filled} of the moving picture`);
}

addEventListener('load', () => {
  const figures = all('figure svg'), tables = all('.sortable table'), ids = all('[id]').map(element => element.id);
  check(figures.length >= wanted.figures, `${figures.length} pictures, not ${wanted.figures}`);
  check(tables.length >= wanted.tables, `${tables.length} sortable tables, not ${wanted.tables}`);
  check(new Set(ids).size === ids.length, 'ids that stand there twice');
  check(performance.getEntriesByType('resource').length === 0, 'something is fetched');
  for (const link of all('nav a')) check(document.querySelector(link.getAttribute('href')), `${link.textContent}: no such section`);
  for (const section of all('section'))
    check(section.querySelector('h2') && section.textContent.length > 40, `section ${section.id} is empty`);
  const players = all('#player-canvas');
  check(players.length === wanted.players, `${players.length} moving pictures, not ${wanted.players}`);
  players.forEach(checkPlayer);
  figures.forEach(checkFigure);
  tables.forEach(checkTable);
  document.documentElement.dataset.verdict = failures.length ? 'bad: ' + failures.slice(0, 20).join('; ')
    : `good: ${figures.length} pictures, ${tables.length} sortable tables`;
});
