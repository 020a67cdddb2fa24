// What the page draws: for each name that a document's part `figures` may have, figures over the document's tables. An axis is the
// first mark's column unless it is said; where none of a figure's columns holds a number it is left out.
const index = (table, name) => table.columns.findIndex(column => column.name === name);
const cells = (table, name) => table.rows.map(row => row[index(table, name)]);
const different = (table, name) => [...new Set(cells(table, name))];
const matching = (table, pattern) => table.columns.map(column => column.name).filter(name => pattern.test(name));
const bodies = table => different(table, 'body');

const mark = kind => (table, x, y, more) => ({ mark: kind, table, x, y, ...more });
const [dot, line, band, segment, medians, histogram] = ['dot', 'line', 'band', 'segment', 'medians', 'histogram'].map(mark);
const tone = at => 'abcdef'[at % 6];
const lines = (table, x, columns) => columns.map((y, at) => line(table, x, y, { tone: tone(at), name: y }));
const rule = (at, along, more) => ({ mark: 'rule', at, along, ...more });
const diagonal = more => ({ mark: 'diagonal', ...more });

const over = (title, columns, y) => ({ title, x: { label: 'time' }, y: y ?? { label: columns.length > 1 ? title : columns[0] }, marks: lines('motion', 't', columns) });
const growth = (what, x = 'after the last free pose', table = `${what} over time`) => ({
  title: `Error of the ${what}`, y: { label: what, from: 0 },
  marks: [band(table, x, '10 %', { y2: '90 %', name: '10 to 90 %' }), line(table, x, 'median', { name: 'median' }), dot(table, x, 'median')],
});
const map = (title, of, colour, caption) => ({ title, caption, to_scale: true, colour, marks: [of] });

const layouts = {
  // replay, identify
  components: ({ components }) => bodies(components).flatMap(body => matching(components, / measured$/).map(measured => {
    const predicted = measured.replace('measured', 'predicted');
    return {
      title: `${body}: ${measured.replace(' measured', '')} after`, x: { label: 'measured' }, y: { label: 'predicted' }, same: true,
      marks: [dot('components', measured, predicted, { where: { body }, colour: 'slip, measured' }), diagonal({ tone: 'before' })],
    };
  })),
  errors: ({ drops }) => bodies(drops).map(body => ({
    title: body, caption: 'The line is the median of each tenth of the drops.', x: { label: 'approach speed' }, y: { label: 'E-norm error', log: true },
    marks: [dot('drops', 'approach', 'E-norm', { where: { body }, colour: 'slip, measured' }),
      medians('drops', 'approach', 'E-norm', { where: { body }, tone: 'measured', name: 'median' })],
  })),
  work: ({ drops, budget }) => bodies(drops).map(body => ({
    title: body, caption: 'Work of each impact, and how many drops took it.', x: { unit: budget.columns[0].unit, from: 0 }, y: { label: 'drops', unit: '', from: 0 },
    marks: [histogram('drops', 'work', 'work', { where: { body }, name: 'drops' }), ...budget.rows.map(([most]) => rule(most, 'x', { tone: 'limit', name: 'budget' }))],
  })),
  restitution: () => [{
    caption: 'Linear between the points, constant beyond them.', x: { label: 'approach speed' }, y: { label: 'restitution', from: 0, to: 1 },
    marks: [dot('speed ratios', 'approach', 'speed ratio', { tone: 'before', name: 'speed ratio of each drop' }), line('e by speed', 'approach', 'e', { tone: 'b' }),
      segment('e by speed', 'approach', 'at least', { x2: 'approach', y2: 'at most', tone: 'b' }), dot('e by speed', 'approach', 'e', { tone: 'b', name: 'e by speed, with 95 %' })],
  }],
  models: ({ errors }) => bodies(errors).map(body => ({
    title: body, caption: 'Least squares. The laws of restitution lie on one another where they cannot be distinguished.', x: { label: 'approach speed' },
    y: { label: 'E-norm error, median of each tenth', from: 0 },
    marks: errors.columns.slice(3).map(({ name }, at) => medians('errors', 'approach', name, { where: { body }, tone: tone(at), name })),
  })),
  // roll
  growth: () => ['position', 'attitude'].map(what => growth(what)),
  odds: () => [{
    title: 'Probabilities against what came', x: { label: 'predicted probability of a face', from: 0, to: 100 }, y: { from: 0, to: 100 }, same: true,
    marks: [line('odds', 'predicted', 'came up'), dot('odds', 'predicted', 'came up', { name: 'recorded' }), diagonal({ tone: 'before', name: 'as predicted' })],
  }],
  // land
  'over time': ({ motion, touches }) => [
    over('Velocity', ['up', 'across']), over('Rotation', ['rotation']), over('Attitude', ['off up']), over('Height', ['z']),
    over('Feet over the ground', matching(motion, /^foot /)), over('Clearance', ['clearance']),
    over('Force of ground and engine, mean over a frame', ['force']),
    ...touches ? [{ title: 'Impulses of the touches', marks: [dot('touches', 'time', 'impulse', { tone: 'b' })] }] : [],
    over('Strokes of the legs', matching(motion, /^stroke /)), over('Forces of the legs', matching(motion, /^force of leg /)),
    ...[...new Set(matching(motion, /^force of strut /).map(name => name.replace(/\.\d+$/, '.')))].map(leg =>
      over(`Forces of the struts of leg ${leg.slice(15, -1)}`, matching(motion, /^force of strut /).filter(name => name.startsWith(leg)))),
  ],
  // reach
  reach: () => [
    map('Allowed speed', dot('poses', 'reach', 'height', { colour: 'allowed speed' }), { label: 'speed' }),
    map('What is felt: mass along the normal, 1 / W_nn', dot('poses', 'reach', 'height', { colour: 'mass felt' }), { label: 'mass' }),
    map('The approach that strikes least', segment('least approach', 'reach', 'height', { x2: 'to reach', y2: 'to height', colour: 'mass', arrow: true }),
      { label: 'mass felt' }, 'Of all approaches at the same speed, each against a surface that stands across it; its colour is the mass that is felt then.'),
  ],
  // resolve
  impulses: () => [
    { title: 'Impulses', marks: [dot('impacts', 'p_n', 'tangential impulse', { colour: 'after compression' })] },
    { title: 'Energy', marks: [dot('impacts', 'energy before', 'energy after', { colour: 'after restitution' }), diagonal({ tone: 'soft', name: 'nothing lost' })] },
  ],
  // drop
  impacts: ({ samples, impacts }) => different(samples, 'impact').map(impact => {
    const of = name => cells(impacts, name)[cells(impacts, 'impact').indexOf(impact)];
    return {
      title: `impact ${impact} at ${of('t').toFixed(4)} s`, x: { label: 'time after it began' }, y: { label: 'acceleration' },
      marks: [...[line, dot].map(drawn => drawn('samples', 'after it began', '|a|', { where: { impact } })),
        rule(0, 'x', { tone: 'before', name: 'begins' }), rule(of('duration'), 'x', { tone: 'b', name: 'ends' })],
    };
  }),
  'shock response': tables => ['acceleration', 'pseudo-velocity'].map(response => ({
    title: `shock response, ${response}`, x: { label: 'natural frequency', log: true }, y: { log: true },
    marks: different(tables['shock response'], 'impact').map((impact, at) =>
      line('shock response', 'frequency', response, { where: { impact }, tone: tone(at), name: `impact ${impact}` })),
  })),
  // monitor
  feet: tables => {
    const feet = matching(tables['time lines'], /^(foot|contact) \d+(: |$)/), [part] = feet[0].split(' ');
    const names = feet.filter(name => name.includes(': ')).map(name => name.slice(part.length + 1)).join(', ');
    return [{
      caption: `Each ${part}${names && ` (${names})`}: clear, touching, bearing, one step each above its number.`,
      y: { label: part, unit: '', from: -0.5, to: feet.length },
      marks: [...feet.map(foot => line('time lines', 't', foot, { tone: 'a', step: true })),
        dot('touches', 't', part, { where: { what: 'reported' }, tone: 'b', name: 'touches reported' }),
        dot('touches', 't', part, { where: { what: 'in the log' }, tone: 'measured', name: 'touches in the log' })],
    }];
  },
  felt: tables => {
    const felt = matching(tables['time lines'], /^residual of |^\|a\|$/), joints = felt[0] !== '|a|';
    return [{
      caption: joints ? 'Of each joint the torque that nothing known explains.' : 'What the accelerometer felt.', y: { label: joints ? 'residual' : 'acceleration' },
      marks: felt.map((name, at) => line('time lines', 't', name, { tone: tone(at), name: name.replace('residual of ', '') })),
    }];
  },
  contact: () => [{
    caption: 'How likely a contact is while an event is open.', y: { from: 0, to: 1.05 },
    marks: [line('time lines', 't', 'P(contact)', { tone: 'b', name: 'P(contact)' })],
  }],
};

// Drawn over the map of the same name.
const overlays = {
  site: [line('motion', 'x', 'y', { tone: 'b', name: 'way' }), dot('feet in the end', 'x', 'y', { tone: 'e', name: 'feet in the end' })],
};

const axisOf = (tables, marks, which, said) => {
  const { table, [which]: name } = marks[0] ?? {}, column = table && tables[table].columns[index(tables[table], name)];
  return { label: column?.name, unit: column?.unit, ...said };
};
const completed = (figure, tables) => ({
  ...figure, x: axisOf(tables, figure.marks, 'x', figure.x), y: axisOf(tables, figure.marks, 'y', figure.y),
  ...figure.colour && { colour: axisOf(tables, figure.marks, 'colour', figure.colour) },
});
const holds = (tables, { table, y, where }) => tables[table].rows.some(row =>
  Number.isFinite(row[index(tables[table], y)]) && Object.entries(where ?? {}).every(([name, is]) => row[index(tables[table], name)] === is));

export const figuresOf = (name, tables) => layouts[name](tables).filter(figure => figure.marks.some(one => one.table && holds(tables, one)))
  .map(figure => completed(figure, tables));
export const mapOf = ({ grid, over, ...figure }) => ({ ...figure, marks: [{ mark: 'grid', grid }, ...overlays[over] ?? []] });
