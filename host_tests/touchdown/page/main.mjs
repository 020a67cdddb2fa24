// Shows the one JSON document that a subcommand of the host program writes (report.schema.json).
import { html } from './dom.mjs';
import { figureOf, hint, zooms } from './figure.mjs';
import { figuresOf, mapOf } from './layouts.mjs';
import { motionOf } from './motion.mjs';
import { pairsOf, tableOf } from './table.mjs';

let isHinted = false;
const partOf = (part, tables) => {
  if (part.text) return html('p', {}, part.text);
  if (part.code) return html('pre', { tabindex: 0 }, part.code);
  if (part.table) return tableOf(tables[part.table], part.table);
  if (part.motion) return motionOf(part.motion);
  const figures = part.maps?.map(mapOf) ?? figuresOf(part.figures, tables);
  const hinted = !isHinted && figures.some(zooms) ? [html('p', { class: 'soft controls' }, hint)] : [];
  isHinted ||= hinted.length > 0;
  return [...hinted, html('div', { class: figures.length > 1 ? 'gallery' : 'single' }, figures.map(figure => figureOf(figure, tables)))];
};

const sectionOf = (id, title, ...children) => html('section', { id }, html('h2', {}, title), children);

// What a reviewer files: how this was made, and from what.
const recordOf = ({ run, caveats }) => [
  caveats.length > 0 ? html('ul', { class: 'caveats' }, caveats.map(caveat => html('li', {}, caveat))) : html('p', {}, 'No caveats.'),
  pairsOf([['program', `touchdown ${run.version}`], ['sources', run.sources], ['date', run.date], ['command line', run.command_line.join(' ')],
    ['seeds', run.seeds ? `${run.seeds.first} to ${run.seeds.last}, one for each sample` : 'no random numbers were drawn']]),
  run.inputs.length > 0 ? html('h3', {}, 'Files read') : [],
  run.inputs.map(input => html('div', { class: 'input' }, pairsOf([['file', input.name], ['bytes', input.bytes], ['SHA-256', input.sha256]]),
    input.text === undefined ? [] : html('details', {}, html('summary', {}, 'its text'), html('pre', { tabindex: 0 }, input.text)))),
];

function show(report) {
  document.title = report.title;
  const sections = report.sections.map((section, i) => sectionOf(`section-${i}`, section.title,
    section.parts.map(part => partOf(part, report.tables))));
  sections.push(sectionOf('record', 'How this was made', recordOf(report)));
  document.body.replaceChildren(
    html('header', {}, html('h1', {}, report.title), html('p', { class: `answer ${report.verdict}` }, report.answer)),
    html('nav', { 'aria-label': 'sections' }, sections.map(section => html('a', { href: `#${section.id}` }, section.firstChild.textContent))),
    html('main', {}, sections));
}

// What a reviewer files has the inputs' text.
matchMedia('print').addEventListener('change', ({ matches }) => document.querySelectorAll('details').forEach(one => one.open ||= matches));
show(JSON.parse(document.getElementById('report').textContent));
