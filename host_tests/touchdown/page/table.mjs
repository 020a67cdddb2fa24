// A table of a report. A click on a heading, or the key Enter on it, sorts. A table too wide for its place is stacked: each row a
// block of values, each with its heading. The roles stay a table's under `display: grid`. A column without a value is left out.
import { html, shown, withUnit } from './dom.mjs';

const compare = (a, b) => {
  if (a === null || b === null) return (a === null) - (b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
};

const isNumber = (rows, column) => rows.some(row => typeof row[column] === 'number') &&
  rows.every(row => row[column] === null || typeof row[column] === 'number');

export function tableOf(table, title) {
  const kept = table.columns.map((_, at) => at).filter(at => table.rows.length === 0 || table.rows.some(row => row[at] !== null));
  const [columns, ...rows] = [table.columns, ...table.rows].map(cells => kept.map(at => cells[at]));
  const numeric = columns.map((_, column) => isNumber(rows, column));
  const body = html('tbody', { role: 'rowgroup' }), labels = columns.map(({ name, unit }) => withUnit(name, unit));
  const kindOf = (cell, column) => numeric[column] ? 'number' : String(cell).length > 24 && 'words';
  const rowOf = row => html('tr', { role: 'row' }, row.map((cell, column) =>
    html('td', { role: 'cell', class: kindOf(cell, column), 'data-label': labels[column] }, shown(cell))));
  const fill = ordered => body.replaceChildren(...ordered.map(rowOf));
  const headings = labels.map((label, at) => html('th', { scope: 'col', role: 'columnheader', class: numeric[at] && 'number' },
    html('button', { type: 'button' }, label)));
  headings.forEach((heading, column) => heading.firstChild.addEventListener('click', () => {
    const falls = heading.getAttribute('aria-sort') === 'ascending';
    for (const other of headings) other.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
    fill([...rows].sort((a, b) => (falls ? -1 : 1) * compare(a[column], b[column])));
  }));
  fill(rows);
  const box = html('div', { class: 'table', tabindex: 0, role: 'region', 'aria-label': `table: ${title}` },
    html('table', { role: 'table' }, html('thead', { role: 'rowgroup' }, html('tr', { role: 'row' }, headings)), body));
  new ResizeObserver(() => {
    box.classList.remove('stacked');
    box.classList.toggle('stacked', box.scrollWidth > box.clientWidth);
  }).observe(box);
  return box;
}

// Names and values, two a row; those that are known.
export const pairsOf = pairs => html('dl', {}, pairs.filter(([, value]) => value !== undefined)
  .map(([name, value]) => [html('dt', {}, name), html('dd', {}, shown(value))]));
