// One impact of a rigid body: what is dragged, and the slip path, friction cone, modes and energy that come of it.
//
// Every point of a path is an answer of the library. In compression friction goes by the normal impulse alone, so the
// same body with a part of its approach speed and e = 0 ends where the path is by then. In restitution Poisson's law with
// every e up to the impulse that the law chosen ended with does the same.
import {viewOf} from '../../../host_tests/touchdown/page/motion.mjs';
import {add, arrow, byId, circle, cross, dot, draggable, escaped, figures, label, line, polyline, sliders} from './vectors.mjs';

const pieces = 48, up = [0, 0, 1];
const body = {mass: 12, inertia: [0.9, 0.9, 0.4]};
const vectors = {r: ['r_x', 'r_y', 'r_z'], v: ['v_x', 'v_y', 'v_z'], w: ['w_x', 'w_y', 'w_z']};
// By name. The first is that of the tutorial and of README.
const presets = {
  'first impact (tutorial)': {r_x: 0.35, r_y: 0, r_z: -0.6, v_x: 0.4, v_y: 0, v_z: -1.5, w_z: 0, e: 0.3, mu_s: 0.5, mu_k: 0.4},
  'slip that turns': {r_x: 0.35, r_y: 0.1, r_z: -0.6, v_x: 1.5, v_y: 0.6, v_z: -1.2, w_z: 4, e: 0.4, mu_s: 0.6, mu_k: 0.4},
  'slides back': {r_x: 0.2, r_y: 0, r_z: -0.6, v_x: -1.65, v_y: 0, v_z: -1.5, w_z: 0, e: 0.4, mu_s: 0.1, mu_k: 0.1},
  'stops and sticks': {r_x: 0.1, r_y: 0, r_z: -0.6, v_x: 0.4, v_y: 0, v_z: -1.5, w_z: 0, e: 0.3, mu_s: 1, mu_k: 0.8}};
const scale = 150; // of the side and top view: pixels to the metre
const speedScale = 60; // pixels to the metre a second
const spaceScale = speedScale / scale; // of the picture in space: metres to the metre a second

export function strike(td) {
  const contact = td.create('td_body_contact', {body, n: up});
  const hit = td.create('td_body_impact');
  const form = byId('strike-form');
  const inputs = sliders(form, () => draw());
  const vector = name => vectors[name].map(key => inputs.values[key]);
  const at = {get r() { return vector('r'); }, get v() { return vector('v'); }, get w() { return vector('w'); }};
  const put = (name, axis, value) => inputs.set({[vectors[name][axis]]: value});

  function resolve(v, e, law) {
    const {mu_s, mu_k} = inputs.values;
    Object.assign(contact, {r: at.r, surface: {mu_s: Math.max(mu_s, mu_k), mu_k, e}, options: {law}});
    Object.assign(contact.body, {v, w: at.w});
    const status = td.td_resolve_body(contact, hit);
    if (status < 0) return {status};
    const {impact, t, s} = td.plain(hit);
    const world = ({n, t: along, s: across}) => add(add(up.map(x => x * n), t, along), s, across);
    return {status, impact, p: world(impact.p), slip: world(impact.v), v: Array.from(hit.v), w: Array.from(hit.w)};
  }

  // [{p, slip, stage}]: of compression, then of restitution.
  function path(answer, approach) {
    const found = [];
    const take = (v, e, stage) => {
      const part = resolve(v, e, td.constants.TD_LAW_POISSON);
      if (part.status >= 0) found.push({p: part.p, slip: part.slip, stage});
    };
    for (let i = 1; i <= pieces; ++i) take(add(at.v, up, -approach * (1 - i / pieces)), 0, 'compression');
    const most = answer.impact.p_compression > 0 ? answer.p[2] / answer.impact.p_compression - 1 : 0;
    for (let i = 1; i <= pieces; ++i) take(at.v, Math.min(most, 1) * i / pieces, 'restitution');
    return found;
  }

  const sideOrigin = [200, 120], topOrigin = [200, 130];
  const onSide = ([x, , z]) => [sideOrigin[0] + scale * x, sideOrigin[1] - scale * z];
  const onTop = ([x, y]) => [topOrigin[0] + scale * x, topOrigin[1] - scale * y];
  const arrowTip = (origin, v, project) => {
    const zero = project([0, 0, 0]), tip = project(v.map(value => value * speedScale / scale));
    return [origin[0] + tip[0] - zero[0], origin[1] + tip[1] - zero[1]];
  };

  function drawView(id, project, after, ground) {
    const centre = project([0, 0, 0]), foot = project(at.r);
    const move = (handle, place) => { handle.setAttribute('cx', place[0]); handle.setAttribute('cy', place[1]); };
    byId(`${id}-drawing`).innerHTML = ground + line(centre, foot, 'leg') +
      `<ellipse cx="${centre[0]}" cy="${centre[1]}" rx="42" ry="${id === 'strike-side' ? 26 : 42}" class="body"/>` +
      arrow(centre, arrowTip(centre, at.v, project), 'before') +
      (after ? arrow(centre, arrowTip(centre, after.v, project), 'after') + arrow(foot, arrowTip(foot, after.slip, project), 'after') : '');
    move(byId(`${id}-contact`), foot);
    move(byId(`${id}-speed`), arrowTip(centre, at.v, project));
  }

  // The same arrows in space, and the impulse by mass at the contact point, on the ground that is struck.
  const space = viewOf({width: 400, height: 300}, {point: [0, 0, 0], normal: up, size: 1});
  space.view.box = {centre: [0, 0, -0.75], size: 1.6};
  let shown3d = null;
  function drawSpace(slip, after) {
    shown3d = {slip, after};
    const {r, v} = at, here = space.project, centre = [0, 0, 0], grid = [];
    for (let i = -4; i <= 4; ++i) {
      const k = 0.25 * i;
      grid.push(line(here([k, -1, r[2]]), here([k, 1, r[2]]), 'axis'), line(here([-1, k, r[2]]), here([1, k, r[2]]), 'axis'));
    }
    const ring = (a, b) => polyline([...Array(49).keys()].map(i => i * Math.PI / 24)
      .map(turn => here(add(add(centre, a, Math.cos(turn)), b, Math.sin(turn)))), 'ring');
    const pointed = (from, vector, style) => arrow(here(from), here(add(from, vector, spaceScale)), style);
    byId('strike-space').innerHTML = grid.join('') + line(here(centre), here(r), 'leg') + ring([0.28, 0, 0], [0, 0.28, 0]) +
      ring([0.28, 0, 0], [0, 0, 0.17]) + ring([0, 0.28, 0], [0, 0, 0.17]) + pointed(centre, v, 'before') + pointed(r, slip, 'before') +
      (after ? pointed(centre, after.v, 'after') + pointed(r, after.slip, 'after') + pointed(r, after.p.map(x => x / body.mass), 'impulse') : '') +
      circle(here(r), 5, 'contact');
  }
  byId('strike-space').addEventListener('pointermove', event => {
    if (event.buttons !== 1) return;
    space.view.turn += event.movementX / 150;
    space.view.tilt = Math.min(Math.max(space.view.tilt + event.movementY / 200, 0), 1.5);
    drawSpace(shown3d.slip, shown3d.after);
  });

  function drawSlip(points, slip) {
    const all = [slip, ...points.map(point => point.slip), [0, 0, 0]];
    const size = Math.max(0.2, ...all.map(([x, y]) => Math.hypot(x, y)));
    const place = ([x, y]) => [150 + 125 * x / size, 150 - 125 * y / size];
    const stage = name => points.filter(point => point.stage === name).map(point => place(point.slip));
    const compression = [place(slip), ...stage('compression')];
    byId('strike-slip').innerHTML = line([10, 150], [290, 150], 'axis') + line([150, 10], [150, 290], 'axis') +
      label([292, 144], 'v x', 'end') + label([156, 20], 'v y') + label([10, 294], `edge: ${figures(size)} m/s`) +
      polyline(compression, 'compression') + polyline([compression.at(-1), ...stage('restitution')], 'restitution') +
      circle(place(slip), 5, 'before') + circle(stage('restitution').at(-1) ?? compression.at(-1), 5, 'after');
  }

  // Along the direction of the whole tangential impulse; where there is none, along x.
  function drawCone(points, p) {
    const tangential = Math.hypot(p[0], p[1]), along = tangential > 0 ? [p[0] / tangential, p[1] / tangential, 0] : [1, 0, 0];
    const {mu_s, mu_k} = inputs.values, wide = Math.max(mu_s, mu_k);
    const size = Math.max(1e-9, p[2], ...points.map(point => Math.abs(dot(point.p, along))));
    const place = (side, height) => [150 + 125 * side / size, 285 - 250 * height / size];
    const cone = (mu, style) => polyline([place(-mu * size, size), place(0, 0), place(mu * size, size)], style);
    byId('strike-cone').innerHTML = line([10, 285], [290, 285], 'axis') + line([150, 10], [150, 285], 'axis') +
      label([156, 20], 'p n') + label([292, 279], 'p t', 'end') + cone(wide, 'cone static') + cone(mu_k, 'cone') +
      polyline([place(0, 0), ...points.filter(q => q.stage === 'compression').map(q => place(dot(q.p, along), q.p[2]))], 'compression') +
      polyline(points.slice(pieces - 1).map(q => place(dot(q.p, along), q.p[2])), 'restitution') +
      circle(place(dot(p, along), p[2]), 5, 'after') + label([10, 20], `${figures(p[2])} N s`);
  }

  function drawEnergy({energy_before, energy_after, energy_friction, energy_restitution}) {
    const whole = Math.max(energy_before, energy_after, 1e-9);
    let from = 0;
    const bar = (value, style, name) => {
      const width = Math.max(0, 600 * value / whole), x = from;
      from += width;
      return `<rect x="${x}" y="4" width="${width}" height="26" class="${style}"><title>${name}</title></rect>`;
    };
    byId('strike-energy').innerHTML = bar(energy_after, 'kept', 'kept') + bar(energy_friction, 'friction', 'friction') +
      bar(energy_restitution, 'lost', 'restitution');
    const words = [[energy_after, 'kept', 'kept'], [energy_friction, 'friction', 'lost to friction'], [energy_restitution, 'lost', 'lost to restitution']];
    byId('strike-energy-words').innerHTML = `<li>${figures(energy_before)} J before:</li>` +
      words.map(([value, style, name]) => `<li><span class="key ${style}"></span>${figures(value)} J ${name}</li>`).join('');
  }

  function report(answer) {
    const {impact, status} = answer, caveats = [];
    for (let i = 0, name; (name = td.td_caveat_name(status, i)); ++i) caveats.push(name);
    byId('strike-modes').innerHTML = `<b>${escaped(td.td_mode_name(impact.mode_compression))}</b> in compression, ` +
      `<b>${escaped(td.td_mode_name(impact.mode_restitution))}</b> in restitution`;
    byId('strike-caveats').textContent = caveats.join(', ') || 'no caveat';
    const rows = [['impulse p', answer.p.map(x => figures(x)).join(', '), 'N s'], ['velocity after', answer.v.map(x => figures(x)).join(', '), 'm/s'],
      ['turns after', answer.w.map(x => figures(x)).join(', '), 'rad/s'], ['inside the cone by', figures(impact.cone_margin), 'N s'],
      ['N P, N N, N E', [impact.N_P, impact.N_N, impact.N_E].map(x => figures(x)).join(', '), '']];
    byId('strike-figures').innerHTML = rows.map(([name, value, unit]) => `<tr><th>${name}</th><td>${value}</td><td>${unit}</td></tr>`).join('');
  }

  // The same input for another program: `language` is C, Python or JSON.
  function program(language) {
    const {e, mu_s, mu_k, law} = inputs.values, surface = {mu_s: Math.max(mu_s, mu_k), mu_k, e};
    const given = {body: {...body, v: at.v, w: at.w}, r: at.r, n: up, surface, options: {law}};
    if (language !== 'C') {
      const rows = Object.entries(given).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`).join(',\n');
      if (language === 'JSON') return `{\n${rows}\n}\n`;
      given.body.inertia = [...body.inertia, 0, 0, 0];
      return `import touchdown\n\ncontact = {\n${rows.replace(JSON.stringify(body.inertia), JSON.stringify(given.body.inertia))}\n}\n` +
        'status, hit = touchdown.resolve_body(contact)\nprint(touchdown.status_name(status), hit)\n';
    }
    const number = value => Number.isInteger(value) ? `${value}.0f` : `${value}f`;
    const fields = (name, value) =>
      Array.isArray(value) ? value.flatMap((x, i) => x ? [`${name}[${i}] = ${number(x)};`] : []).join(' ') :
      typeof value === 'object' ? Object.entries(value).map(([key, x]) => fields(`${name}.${key}`, x)).filter(Boolean).join('\n  ') :
      name.endsWith('law') ? (value ? `${name} = ${value};` : '') : `${name} = ${number(value)};`;
    return '#include <stdio.h>\n#include "touchdown/touchdown.h"\n\nint main(void) {\n  td_body_contact contact = {0};\n' +
      `  ${fields('contact', given)}\n  td_body_impact hit;\n  const td_status status = td_resolve_body(&contact, &hit);\n` +
      '  printf("%s\\n", td_status_name(status));\n  return status < 0;\n}\n';
  }
  const language = byId('strike-language'), shown = byId('strike-program');
  function share() {
    shown.textContent = program(language.value);
    byId('strike-link').href = '#strike?' + new URLSearchParams(inputs.values);
  }
  language.addEventListener('change', share);
  byId('strike-copy').addEventListener('click', () => {
    getSelection().selectAllChildren(shown); // to be copied by hand where a page may not write to the clipboard
    navigator.clipboard?.writeText(shown.textContent).catch(() => {});
  });
  const choice = byId('strike-preset');
  choice.innerHTML += Object.keys(presets).map(name => `<option>${escaped(name)}</option>`).join('');
  choice.addEventListener('change', () => {
    if (!presets[choice.value]) return;
    inputs.set({w_x: 0, w_y: 0, law: 0, ...presets[choice.value]});
    draw();
  });
  function follow() { // a link that carries an input
    const [place, query] = location.hash.split('?');
    if (place !== '#strike' || !query) return;
    inputs.set(Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, value.trim() ? Number(value) : NaN])));
    draw();
  }
  addEventListener('hashchange', follow);

  function draw() {
    const {e, law} = inputs.values;
    const slip = add(at.v, cross(at.w, at.r)), approach = dot(slip, up);
    const answer = resolve(at.v, e, law), section = byId('strike');
    const ground = onSide([0, 0, at.r[2]])[1];
    share();
    drawView('strike-side', onSide, answer.status >= 0 ? answer : null,
             `<rect x="0" y="${ground}" width="400" height="${Math.max(0, 300 - ground)}" class="ground"/>`);
    drawView('strike-top', onTop, answer.status >= 0 ? answer : null, '');
    drawSpace(slip, answer.status >= 0 ? answer : null);
    if (answer.status < 0) {
      byId('strike-modes').textContent = td.td_status_name(answer.status);
      return;
    }
    const points = approach < 0 ? path(answer, approach) : [];
    drawSlip(points, slip);
    drawCone(points, answer.p);
    drawEnergy(answer.impact);
    report(answer);
    section.dataset.answer = JSON.stringify({r: at.r, v: at.v, w: at.w, status: answer.status, p: answer.p, slip: answer.slip,
                                             modes: [answer.impact.mode_compression, answer.impact.mode_restitution],
                                             energy: [answer.impact.energy_before, answer.impact.energy_after],
                                             end: points.at(-1)?.slip ?? slip});
  }

  const held = (value, least, most) => Math.min(Math.max(value, least), most);
  for (const [view, axis, origin] of [['strike-side', 2, sideOrigin], ['strike-top', 1, topOrigin]]) {
    const range = axis === 2 ? [-0.95, -0.1] : [-0.6, 0.6];
    draggable(byId(view), byId(`${view}-contact`), ([x, y]) => {
      put('r', 0, held((x - origin[0]) / scale, -1.1, 1.1));
      put('r', axis, held((origin[1] - y) / scale, ...range));
      draw();
    });
    draggable(byId(view), byId(`${view}-speed`), ([x, y]) => {
      put('v', 0, held((x - origin[0]) / speedScale, -3, 3));
      put('v', axis, held((origin[1] - y) / speedScale, axis === 2 ? -2.8 : -2, 2));
      draw();
    });
  }
  draw();
  follow();
}
