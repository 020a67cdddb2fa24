// A table of a report. A click on a heading, or the key Enter on it, sorts.
import { html, shown, withUnit } from './dom.mjs';

const compare = (a, b) => {
  if (a === null || b === null) return (a === null) - (b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
};

const isNumber = (rows, column) => rows.some(row => typeof row[column] === 'number') &&
  rows.every(row => row[column] === null || typeof row[column] === 'number');

export function tableOf(table, title) {
  const { columns, rows } = table;
  const numeric = columns.map((_, column) => isNumber(rows, column));
  const body = html('tbody');
  const kindOf = (cell, column) => numeric[column] ? 'number' : String(cell).length > 24 && 'words';
  const rowOf = row => html('tr', {}, row.map((cell, column) => html('td', { class: kindOf(cell, column) }, shown(cell))));
  const fill = ordered => body.replaceChildren(...ordered.map(rowOf));
  const headings = columns.map((column, at) => html('th', { scope: 'col', class: numeric[at] && 'number' },
    html('button', { type: 'button' }, withUnit(column.name, column.unit))));
  headings.forEach((heading, column) => heading.firstChild.addEventListener('click', () => {
    const falls = heading.getAttribute('aria-sort') === 'ascending';
    for (const other of headings) other.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
    fill([...rows].sort((a, b) => (falls ? -1 : 1) * compare(a[column], b[column])));
  }));
  fill(rows);
  return html('div', { class: 'table', tabindex: 0, role: 'region', 'aria-label': `table: ${title}` },
    html('table', {}, html('thead', {}, html('tr', {}, headings)), body));
}

// Names and values, two a row; those that are known.
export const pairsOf = pairs => html('dl', {}, pairs.filter(([, value]) => value !== undefined)
  .map(([name, value]) => [html('dt', {}, name), html('dd', {}, shown(value))]));
