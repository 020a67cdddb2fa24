// A drop test's record put to the streaming identifier, sample by sample, as an interrupt would.
import {byId, escaped, figures, label, line, polyline, sliders} from './vectors.mjs';

const wanted = ['t', 'ax', 'ay', 'az'], spin = ['wx', 'wy', 'wz'];
const longestGap = 1000; // samples: what follows a longer one is another record

// {times, samples}, or an error that names the line.
export function parsed(text) {
  const lines = text.split(/\r?\n/), header = lines[0].split(',').map(name => name.trim());
  const places = wanted.map(name => header.indexOf(name)), spins = spin.map(name => header.indexOf(name));
  const lacking = wanted.filter((_, i) => places[i] < 0);
  if (lacking.length) throw new Error(`line 1: no column ${lacking.join(', ')}`);
  const times = [], samples = [];
  lines.slice(1).forEach((row, i) => {
    if (!row.trim()) return;
    const cells = row.split(','), number = place => cells[place]?.trim() ? Number(cells[place]) : NaN;
    const time = number(places[0]);
    if (!Number.isFinite(time)) throw new Error(`line ${i + 2}: no time`);
    if (times.length && !(time > times.at(-1))) throw new Error(`line ${i + 2}: time does not go on`);
    times.push(time);
    samples.push({a: places.slice(1).map(number), w: spins.every(place => place >= 0) ? spins.map(number) : [0, 0, 0]});
  });
  if (samples.length < 100) throw new Error(`${samples.length} samples are no record`);
  return {times, samples};
}

// A made-up record as CSV: a body of mass 1 rests, falls by 0.5 m, bounces on a spring that gives back e of the speed.
export function example(e = 0.6, rate = 5000) {
  const rows = ['t,ax,ay,az'], g = 9.81, contact = 0.008;
  let seed = 1, time = 0;
  const noise = () => { seed = (seed * 16807) % 2147483647; return 0.04 * (seed / 2147483647 - 0.5); };
  const put = (seconds, force) => {
    for (let i = 0, n = Math.round(seconds * rate); i < n; ++i, time += 1 / rate) {
      const normal = force((i + 0.5) / n);
      rows.push([time, 0.3 * (normal > 20 ? normal : 0) + noise(), noise(), normal + noise()].map(x => x.toFixed(5)).join());
    }
  };
  put(0.3, () => g);
  put(Math.sqrt(2 * 0.5 / g), () => 0);
  for (let speed = Math.sqrt(2 * g * 0.5); speed > 0.8; speed *= e) {
    const compression = contact / (1 + e), peak = Math.PI / 2 * (speed / compression);
    put(contact, share => { // a quarter of a sine up, one down; the impulses are as 1 to e
      const s = share * (1 + e);
      return g + peak * Math.sin(Math.PI / 2 * (s < 1 ? s : (1 + e - s) / e));
    });
    put(2 * e * speed / g, () => 0);
  }
  put(0.3, () => g);
  return rows.join('\n') + '\n';
}

const rateOf = times => {
  const steps = times.slice(1, 201).map((time, i) => time - times[i]).sort((a, b) => a - b);
  return 1 / steps[steps.length >> 1];
};

export function drop(td) {
  const inputs = sliders(byId('drop-form'), () => { if (record) show(); });
  let record = null;

  function identify({times, samples}) {
    const {threshold, range, gravity, bounce, normal} = inputs.values, rate = rateOf(times), out = [0, 0, 0];
    out[Math.abs(normal) - 1] = Math.sign(normal);
    return td.within(() => {
      const rig = td.create('td_drop_rig', {rate, normal: out, range, threshold, gravity, bounce});
      const test = td.create('td_drop_test'), sample = td.create('td_drop_sample'), impact = td.create('td_drop_impact');
      const approach = td.create('td_drop_approach');
      const started = td.td_drop_start(test, rig);
      if (started < 0) throw new Error(td.td_status_name(started));
      const impacts = [];
      const feed = ({a, w}, i) => {
        Object.assign(sample, {a, w});
        td.td_drop_feed(test, sample);
        if (test.phase !== td.constants.TD_DROP_READY) return;
        const left = impacts.at(-1)?.leaving;
        const known = left?.value > 0 ? Object.assign(approach, {speed: left.value, uncertainty: left.uncertainty}) : null;
        const status = td.td_drop_impact_of(test, known, impact);
        impacts.push({at: times[Math.max(0, i - test.flown)], status, ...(status < 0 ? {} : td.plain(impact))});
        td.td_drop_rearm(test);
      };
      samples.forEach((given, i) => {
        const steps = i ? Math.round((times[i] - times[i - 1]) * rate) : 1;
        if (steps > longestGap) throw new Error(`a gap of ${figures(times[i] - times[i - 1])} s at ${figures(times[i])} s`);
        for (let missing = 1; missing < steps; ++missing) feed({a: [NaN, NaN, NaN], w: [0, 0, 0]}, i);
        feed(given, i);
      });
      return {impacts, axis: Math.abs(normal) - 1, sign: Math.sign(normal), rate};
    });
  }

  function draw({times, samples}, {impacts, axis, sign}) {
    const width = 860, height = 220, first = times[0], length = times.at(-1) - first;
    const values = samples.map(({a}) => sign * a[axis]), finite = values.filter(Number.isFinite);
    const most = finite.reduce((a, b) => Math.max(a, b)), least = Math.min(0, finite.reduce((a, b) => Math.min(a, b)));
    const x = time => 20 + width * (time - first) / length, y = value => 20 + height * (1 - (value - least) / (most - least));
    const columns = new Map(); // least and most of each pixel
    values.forEach((value, i) => {
      if (!Number.isFinite(value)) return;
      const column = Math.round(x(times[i])), known = columns.get(column);
      columns.set(column, known ? [Math.min(known[0], value), Math.max(known[1], value)] : [value, value]);
    });
    const points = [...columns].flatMap(([column, [low, high]]) => [[column, y(low).toFixed(1)], [column, y(high).toFixed(1)]]);
    byId('drop-plot').innerHTML = line([20, y(0)], [880, y(0)], 'axis') + polyline(points, 'record') +
      impacts.map(({at}, i) => line([x(at), 20], [x(at), 240], 'mark') + label([x(at) + 4, 32], String(i + 1))).join('') +
      label([24, 16], `${figures(most)} m/s²`) + label([880, 256], `${figures(length)} s`, 'end');
  }

  const measured = ({value, uncertainty}, factor = 1) =>
    Number.isFinite(value) ? `${figures(value * factor)} ± ${figures(uncertainty * factor, 2)}` : '–';
  function report({impacts, rate}) {
    byId('drop-words').textContent = `${impacts.length} impacts at ${figures(rate, 4)} Hz`;
    byId('drop-table').innerHTML = impacts.map((impact, i) => {
      const caveats = [];
      for (let k = 0, name; impact.status > 0 && (name = td.td_caveat_name(impact.status, k)); ++k) caveats.push(name.replace('caveat: ', ''));
      const cells = impact.status < 0 ? [td.td_status_name(impact.status), '', '', '', ''] :
        [measured(impact.e), measured(impact.mu), measured(impact.duration, 1000), measured(impact.approach), caveats.join(', ')];
      return `<tr><td>${i + 1}</td><td>${figures(impact.at, 4)}</td>${cells.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
    }).join('');
    byId('drop').dataset.answer = JSON.stringify(impacts.map(({e, mu, status}) => ({e: e?.value, mu: mu?.value, status})));
  }

  function show() {
    try {
      const found = identify(record);
      draw(record, found);
      report(found);
    } catch (error) { refuse(error); }
  }
  function refuse(error) {
    byId('drop-words').textContent = error.message;
    byId('drop-table').innerHTML = byId('drop-plot').innerHTML = '';
    delete byId('drop').dataset.answer;
  }
  function take(text) {
    record = null;
    try { record = parsed(text); } catch (error) { refuse(error); return; }
    show();
  }

  byId('drop-example').addEventListener('click', () => take(example()));
  byId('drop-file').addEventListener('change', async event => { if (event.target.files[0]) take(await event.target.files[0].text()); });
  const place = byId('drop');
  place.addEventListener('dragover', event => event.preventDefault());
  place.addEventListener('drop', async event => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) take(await event.dataTransfer.files[0].text());
  });
}
