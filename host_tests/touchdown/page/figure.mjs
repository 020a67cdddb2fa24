// A figure of a report as SVG: marks over rows of the report's tables, with a legend that shows and hides, what is under the pointer
// in words, and zoom along its axis.
import { scaleLinear, scaleLog } from 'd3-scale';
import { line, area, curveLinear, curveStepAfter, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import { html, svg, shown, withUnit } from './dom.mjs';

// Okabe and Ito's colours, which people with any colour vision distinguish; a category has its own symbol as well.
const tones = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `var(--${name})`);
const symbols = [symbolCircle, symbolTriangle, symbolSquare, symbolDiamond];
const ramp = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'];  // viridis: light and dark ends, in any colour vision
const cases = ['#56b4e9', '#009e73', '#d55e00', '#f0e442', '#cc79a7', '#0072b2', '#8a94a0'];  // of a grid, in light as in dark
const toneOf = tone => tone ? `var(--${tone})` : tones[0];
const margin = { left: 56, right: 14, top: 12, bottom: 42 };

// The rows of a mark: those of its table whose cells are what `where` says.
function rowsOf(tables, mark) {
  const { columns, rows } = tables[mark.table];
  const index = new Map(columns.map((column, at) => [column.name, at]));
  const at = name => index.get(name);
  const wanted = Object.entries(mark.where ?? {});
  return {
    columns, at, all: rows,
    rows: rows.filter(row => wanted.every(([name, value]) => row[at(name)] === value)),
  };
}

const isFinite = value => typeof value === 'number' && Number.isFinite(value);

function extentOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? [0, 1] : [low, high];
}

// A grid of values, row by row from the first y, as rows of its own.
const gridded = { columns: [{ name: 'x' }, { name: 'y' }, { name: 'value' }], x: row => row[0], y: row => row[1], colour: row => row[2], at: name => ['x', 'y', 'value'].indexOf(name) };
const rowsOfGrid = ({ x, y, across, values }) => {
  const up = values.length / across, at = ([low, high], i, count) => low + (high - low) * i / (count - 1);
  return values.map((value, k) => [at(x, k % across, across), at(y, Math.floor(k / across), up), value]);
};

const median = sorted => (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
const ascending = values => values.sort((a, b) => a - b);

// Marks that are made of rows: their names for columns, and rows.
const derived = {
  // Of ten groups of neighbours in x.
  medians: (points, { x, y }) => {
    const groups = 10, sorted = points.sort((a, b) => a[0] - b[0]), end = group => Math.floor(group * sorted.length / groups);
    const rows = [...Array(groups).keys()].map(group => sorted.slice(end(group), end(group + 1))).filter(part => part.length > 0)
      .map(part => [0, 1].map(at => median(ascending(part.map(point => point[at])))));
    return { mark: { mark: 'line', x, y }, names: [x, y], rows };
  },
  histogram: points => {
    const bins = 60, width = Math.max(...points.map(([x]) => x), 1) / bins, counts = new Map();
    for (const [x] of points) counts.set(Math.floor(x / width), (counts.get(Math.floor(x / width)) ?? 0) + 1);
    return { mark: { mark: 'bar', x: 'from', x2: 'to', y: 'count' }, names: ['from', 'to', 'count'], rows: [...counts].map(([bin, count]) => [width * bin, width * (bin + 1), count]) };
  },
};
function derive(tables, mark) {
  const { rows, at, columns } = rowsOf(tables, mark), unit = columns[at(mark.x)].unit;
  const points = rows.map(row => [row[at(mark.x)], row[at(mark.y)]]).filter(point => point.every(isFinite));
  const { mark: drawn, names, rows: made } = derived[mark.mark](points, mark), of = name => row => row[names.indexOf(name)];
  return { mark: { ...mark, ...drawn }, rows: made, all: made, columns: names.map(name => ({ name, unit: name === 'count' ? '' : name === mark.y ? columns[at(name)].unit : unit })),
    at: name => names.indexOf(name), x: of(drawn.x), y: of(drawn.y), x2: drawn.x2 && of(drawn.x2) };
}

// Marks with their rows and what each column holds.
const resolved = (tables, figure) => figure.marks.map(mark => {
  if (derived[mark.mark]) return derive(tables, mark);
  if (!mark.table) return { mark, rows: mark.grid ? rowsOfGrid(mark.grid) : [], ...mark.grid && gridded };
  const { rows, all, at, columns } = rowsOf(tables, mark);
  const value = name => name === undefined ? undefined : row => row[at(name)];
  return { mark, rows, all, columns, at, x: value(mark.x), y: value(mark.y), x2: value(mark.x2), y2: value(mark.y2), colour: value(mark.colour) };
});

function domainOf(axis, drawn, names) {
  const values = drawn.flatMap(one => names.flatMap(name => one[name] ? one.rows.map(one[name]) : []));
  const limits = drawn.filter(one => one.mark.mark === 'rule' && names.includes(one.mark.along ?? 'x')).map(one => one.mark.at);
  const [low, high] = extentOf([...values, ...limits].filter(value => !axis.log || value > 0));
  const pad = axis.log ? 0 : 0.04 * (high - low || Math.abs(high) || 1);
  return axis.log ? [axis.from ?? low * 0.9, axis.to ?? high * 1.1] : [axis.from ?? low - pad, axis.to ?? high + pad];
}

// Both axes the same, where figures compare a prediction with what was measured; or to the same scale.
function squared(figure, x, y) {
  if (figure.same !== true) return [x, y];
  const both = [Math.min(x[0], y[0]), Math.max(x[1], y[1])];
  return [both, both];
}

function scales(figure, domains, width) {
  const [x, y] = squared(figure, domains.x, domains.y);
  const inner = width - margin.left - margin.right;
  let height = Math.round(Math.min(Math.max(inner * (figure.same ? 0.9 : 0.5), 190), figure.same ? 330 : 340));
  const of = axis => axis.log ? scaleLog() : scaleLinear();
  if (!figure.to_scale) return { x: of(figure.x).domain(x).range([0, inner]), y: of(figure.y).domain(y).range([height, 0]), inner, height };
  const scale = Math.min(inner / (x[1] - x[0]), 380 / (y[1] - y[0]));
  height = Math.max(scale * (y[1] - y[0]), 140);
  const around = ([low, high], length) => [(low + high - length / scale) / 2, (low + high + length / scale) / 2];
  return { x: scaleLinear().domain(around(x, inner)).range([0, inner]), y: scaleLinear().domain(around(y, height)).range([height, 0]), inner, height };
}

function axes(figure, { x, y, inner, height }) {
  const across = x.ticks(Math.max(2, Math.floor(inner / 80))), up = y.ticks(Math.max(2, Math.floor(height / 45)));
  const thinned = (scale, ticks, count) => {
    const format = scale.tickFormat(count);
    return ticks.map(value => [value, format(value)]).filter(([, text]) => text !== '');
  };
  return svg('g', { class: 'axes' },
    thinned(x, across, Math.max(2, Math.floor(inner / 80))).map(([value, text]) => svg('g', { transform: `translate(${x(value)},0)` },
      svg('line', { class: 'grid', y2: height }), svg('text', { y: height + 16, 'text-anchor': 'middle' }, text))),
    thinned(y, up, Math.max(2, Math.floor(height / 45))).map(([value, text]) => svg('g', { transform: `translate(0,${y(value)})` },
      svg('line', { class: 'grid', x2: inner }), svg('text', { x: -7, y: 4, 'text-anchor': 'end' }, text))),
    svg('line', { class: 'frame', y1: height, y2: height, x2: inner }), svg('line', { class: 'frame', y2: height }),
    svg('text', { class: 'label', x: inner / 2, y: height + 34, 'text-anchor': 'middle' }, withUnit(figure.x.label, figure.x.unit)),
    svg('text', { class: 'label', x: -height / 2, y: -44, 'text-anchor': 'middle', transform: 'rotate(-90)' },
      withUnit(figure.y.label, figure.y.unit)));
}

// Colours of a figure's rows: by a number along the ramp, by a category, or the mark's own.
function colouring(figure, drawn) {
  const coloured = drawn.filter(one => one.colour);
  if (figure.colour?.names) return { names: figure.colour.names, of: (_, row) => cases[row[2]], tone: i => cases[i], symbol: () => symbolSquare };
  if (figure.colour) {
    const found = extentOf(coloured.flatMap(one => one.rows.map(one.colour)));
    const [low, high] = [figure.colour.from ?? found[0], figure.colour.to ?? found[1]];
    const scale = scaleLinear().domain(ramp.map((_, i) => low + (high - low) * i / (ramp.length - 1))).range(ramp).clamp(true);
    return { scale, low, high, of: (one, row) => one.colour ? scale(one.colour(row)) : toneOf(one.mark.tone), shape: () => symbolCircle };
  }
  const names = [...new Set(coloured.flatMap(one => one.all.map(one.colour)))];  // of all its table: alike in every figure
  const place = (one, row) => names.indexOf(one.colour(row));
  const tone = i => tones[i % tones.length], shape = i => symbols[i % symbols.length];
  return {
    names, tone, symbol: shape,
    of: (one, row) => one.colour ? tone(place(one, row)) : toneOf(one.mark.tone),
    shape: (one, row) => one.colour ? shape(place(one, row)) : symbolCircle,
  };
}

const sizeOf = rows => rows.length > 200 ? 14 : rows.length > 40 ? 26 : 48;
const painted = (element, property, colour) => {
  element.style[property] = colour;
  return element;
};

const arrow = (from, to) => {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const head = turn => [to[0] - 7 * Math.cos(angle + turn), to[1] - 7 * Math.sin(angle + turn)];
  return `M${from}L${to}M${head(0.45)}L${to}L${head(-0.45)}`;
};

const drawers = {
  dot: (one, { x, y }, colours) => one.rows.filter(row => isFinite(one.x(row)) && isFinite(one.y(row))).map(row => painted(
    svg('path', { class: 'dot', transform: `translate(${x(one.x(row))},${y(one.y(row))})`, d: symbol(colours.shape(one, row), sizeOf(one.rows))() }),
    'fill', colours.of(one, row))),
  line: (one, { x, y }) => painted(svg('path', {
    class: 'line',
    d: line().defined(row => isFinite(one.x(row)) && isFinite(one.y(row))).curve(one.mark.step ? curveStepAfter : curveLinear)
      .x(row => x(one.x(row))).y(row => y(one.y(row)))(one.rows) ?? '',
  }), 'stroke', toneOf(one.mark.tone)),
  band: (one, { x, y }) => painted(svg('path', {
    class: 'band',
    d: area().defined(row => isFinite(one.y(row)) && isFinite(one.y2(row))).x(row => x(one.x(row))).y0(row => y(one.y(row))).y1(row => y(one.y2(row)))(one.rows) ?? '',
  }), 'fill', toneOf(one.mark.tone)),
  bar: (one, { x, y }) => one.rows.map(row => painted(svg('rect', {
    x: x(one.x(row)) + 0.5, width: Math.max(x(one.x2(row)) - x(one.x(row)) - 1, 1), y: y(one.y(row)), height: Math.max(y(0) - y(one.y(row)), 0),
  }), 'fill', toneOf(one.mark.tone))),
  segment: (one, { x, y }, colours) => one.rows.filter(row => [one.x, one.y, one.x2, one.y2].every(value => isFinite(value(row)))).map(row => {
    const from = [x(one.x(row)), y(one.y(row))], to = [x(one.x2(row)), y(one.y2(row))];
    return painted(svg('path', { class: 'line', d: one.mark.arrow ? arrow(from, to) : `M${from}L${to}` }), 'stroke', colours.of(one, row));
  }),
  grid: (one, { x, y }, colours) => {
    const { grid } = one.mark;
    one.image ??= imageOf(one, colours);
    return svg('image', { x: x(grid.x[0]), y: y(grid.y[1]), width: x(grid.x[1]) - x(grid.x[0]), height: y(grid.y[0]) - y(grid.y[1]),
      preserveAspectRatio: 'none', href: one.image });
  },
  rule: ({ mark }, { x, y, inner, height }) => painted(svg('line', mark.along === 'y'
    ? { class: 'line dashed', x2: inner, y1: y(mark.at), y2: y(mark.at) } : { class: 'line dashed', y2: height, x1: x(mark.at), x2: x(mark.at) }),
  'stroke', toneOf(mark.tone)),
  diagonal: ({ mark }, { x, y }) => painted(svg('line', {
    class: 'line dashed', x1: x(x.domain()[0]), y1: y(x.domain()[0]), x2: x(x.domain()[1]), y2: y(x.domain()[1]),
  }), 'stroke', toneOf(mark.tone)),
};

// The cells of a grid as an image, made once.
function imageOf(one, colours) {
  const { across } = one.mark.grid, up = one.rows.length / across;
  const canvas = html('canvas', { width: across, height: up }), context = canvas.getContext('2d');
  one.rows.forEach((row, k) => {
    context.fillStyle = colours.of(one, row);
    context.fillRect(k % across, up - 1 - Math.floor(k / across), 1, 1);
  });
  return canvas.toDataURL();
}

const swatch = (tone, shape, isLine) => html('span', { class: 'key' }, svg('svg', { width: 18, height: 12, 'aria-hidden': true },
  isLine ? painted(svg('line', { class: 'line', x1: 1, x2: 17, y1: 6, y2: 6 }), 'stroke', tone)
    : painted(svg('path', { transform: 'translate(9,6)', d: symbol(shape, 50)() }), 'fill', tone)));

// `toggle` shows or hides a mark, or the rows of a category.
function legendOf(figure, drawn, colours, toggle) {
  const entry = (what, key, name) => {
    const button = html('button', { type: 'button', 'aria-pressed': 'true' }, key, name);
    button.addEventListener('click', () => button.setAttribute('aria-pressed', toggle(what)));
    return html('li', {}, button);
  };
  const entries = drawn.filter(({ mark }) => mark.name).map(one => entry(one, swatch(toneOf(one.mark.tone), one.mark.mark === 'dot' ? symbolCircle : symbolSquare,
    ['line', 'rule', 'segment', 'diagonal'].includes(one.mark.mark)), one.mark.name));
  (colours.names ?? []).forEach((name, i) => {
    const key = swatch(colours.tone(i), colours.symbol(i), false);
    entries.push(figure.colour ? html('li', {}, key, name) : entry(name, key, shown(name)));
  });
  if (colours.scale) {
    const bar = svg('svg', { width: 120, height: 12, 'aria-hidden': true }, [...Array(30).keys()].map(i =>
      painted(svg('rect', { x: 4 * i, width: 4.5, height: 12 }), 'fill', colours.scale(colours.low + (colours.high - colours.low) * i / 29))));
    entries.push(html('li', {}, withUnit(figure.colour.label, figure.colour.unit), ' ', shown(colours.low), ' ', bar, ' ', shown(colours.high)));
  }
  return entries.length > 0 && html('ul', { class: 'legend' }, entries);
}

// The row nearest to a point of the drawing, as a person reads it.
function nearest(drawn, { x, y }, [px, py], reach) {
  let best = null, least = reach;
  for (const one of drawn)
    for (const row of one.x && one.y ? one.rows : []) {
      const distance = Math.hypot(x(one.x2 && one.mark.mark === 'bar' ? (one.x(row) + one.x2(row)) / 2 : one.x(row)) - px, y(one.y(row)) - py);
      if (distance < least) [best, least] = [{ one, row }, distance];
    }
  return best;
}

function wordsOf(figure, { one, row }) {
  if (one.mark.grid)
    return [[figure.x, row[0]], [figure.y, row[1]], [figure.colour, figure.colour.names?.[row[2]] ?? row[2]]].map(([axis, value]) =>
      html('div', {}, `${withUnit(axis.label, axis.unit)}: ${shown(value)}`));
  const named = new Set([one.columns[0].name, ...[one.mark.x, one.mark.y, one.mark.x2, one.mark.y2, one.mark.colour].filter(Boolean)]);
  const lines = [...named].filter(name => !Object.hasOwn(one.mark.where ?? {}, name))
    .map(name => html('div', {}, `${withUnit(name, one.columns[one.at(name)].unit)}: ${shown(row[one.at(name)])}`));
  return one.mark.name ? [html('b', {}, one.mark.name), ...lines] : lines;
}

let clips = 0;
export const hint = 'To zoom, draw across a figure with the pointer or a finger, or press + and − on it; ← and → move along, 0 shows all. Names in a legend show and hide.';
export const zooms = figure => !figure.same && !figure.to_scale;

export function figureOf(figure, tables) {
  const all = resolved(tables, figure), colours = colouring(figure, all), hidden = new Set();
  const whole = { x: domainOf(figure.x, all, ['x', 'x2']), y: domainOf(figure.y, all, ['y', 'y2']) };
  const words = figure.title || figure.caption, clip = `clip-${++clips}`, picture = svg('svg', { role: 'img', 'aria-label': words });
  const tip = html('div', { class: 'tip', hidden: true, 'aria-hidden': true });
  const back = html('button', { type: 'button', class: 'back', hidden: true }, 'show all');
  const box = html('div', { class: 'drawing', ...zooms(figure) && { tabindex: 0, role: 'group', 'aria-label': `${words}: zoom with + and -` } }, picture, tip, back);
  let now = whole, drawn = all, at = null, start = null;

  const draw = () => {
    const width = Math.max(box.clientWidth, 240);
    drawn = all.filter(one => !hidden.has(one)).map(one =>
      one.colour && hidden.size > 0 ? { ...one, rows: one.rows.filter(row => !hidden.has(one.colour(row))) } : one);
    at = scales(figure, now, width);
    const height = at.height + margin.top + margin.bottom;
    picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    picture.setAttribute('width', width);
    picture.setAttribute('height', height);
    picture.replaceChildren(
      svg('clipPath', { id: clip }, svg('rect', { x: -6, y: -6, width: at.inner + 12, height: at.height + 12 })),
      svg('g', { transform: `translate(${margin.left},${margin.top})` }, axes(figure, at),
        svg('g', { 'clip-path': `url(#${clip})` }, drawn.map(one => drawers[one.mark.mark](one, at, colours)))),
      svg('rect', { class: 'stretch', y: margin.top, height: at.height, width: 0 }));
    back.hidden = now === whole;
  };
  const place = event => {
    const { left, top } = picture.getBoundingClientRect();
    return [event.clientX - left - margin.left, event.clientY - top - margin.top];
  };
  const show = event => {
    const point = place(event), found = nearest(drawn, at, point, 24);
    tip.hidden = !found;
    if (!found) return;
    tip.replaceChildren(...wordsOf(figure, found));
    tip.style.left = `${Math.min(Math.max(point[0] + margin.left - tip.offsetWidth / 2, 0), box.clientWidth - tip.offsetWidth)}px`;
    tip.style.top = `${point[1] > at.height / 2 ? point[1] - tip.offsetHeight : point[1] + margin.top + 16}px`;
  };
  const stretch = (from, to) => {
    const mark = picture.querySelector('.stretch');
    mark.setAttribute('x', margin.left + Math.min(from, to));
    mark.setAttribute('width', Math.abs(to - from));
  };
  // What stands between two places across, within the whole.
  const zoom = (from, to) => {
    const [least, most] = whole.x.map(at.x);
    if (most - least > 1e6 * at.inner && to - from < at.inner) return;  // near enough
    now = from < least + 0.5 && to > most - 0.5 ? whole : { x: [Math.max(from, least), Math.min(to, most)].map(at.x.invert), y: whole.y };
    tip.hidden = true;
    draw();
  };
  const along = step => {
    const [least, most] = whole.x.map(at.x), moved = Math.min(Math.max(step, least), most - at.inner);
    zoom(moved, at.inner + moved);
  };
  const keys = {
    '+': () => zoom(at.inner / 4, 3 * at.inner / 4), '-': () => zoom(-at.inner / 2, 3 * at.inner / 2), 0: () => zoom(-Infinity, Infinity),
    ArrowLeft: () => along(-at.inner / 4), ArrowRight: () => along(at.inner / 4),
  };
  const end = () => {
    start = null;
    stretch(0, 0);
  };
  picture.addEventListener('pointermove', event => start === null ? show(event) : stretch(start, place(event)[0]));
  picture.addEventListener('pointerleave', event => {
    tip.hidden ||= event.pointerType !== 'touch';  // a finger leaves when it lifts
    end();
  });
  if (zooms(figure)) {
    picture.addEventListener('pointerdown', event => [start] = place(event));
    picture.addEventListener('pointercancel', end);
    picture.addEventListener('pointerup', event => {
      if (start === null) return;
      const [from, to] = [start, place(event)[0]].sort((a, b) => a - b);
      end();
      if (to - from > 8) zoom(from, to);
      else show(event);
    });
    box.addEventListener('keydown', event => {
      const act = event.target === box && !event.ctrlKey && !event.metaKey && keys[event.key === '=' ? '+' : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
  back.addEventListener('click', keys[0]);
  new ResizeObserver(draw).observe(box);
  const toggle = what => {
    hidden.delete(what) || hidden.add(what);
    draw();
    return !hidden.has(what);
  };
  return html('figure', {}, figure.title && html('h4', {}, figure.title), legendOf(figure, all, colours, toggle) || undefined, box,
    figure.caption && html('figcaption', {}, figure.caption));
}
