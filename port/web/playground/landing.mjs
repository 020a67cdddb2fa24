// From the first touch to rest: td_landing_step by step, watched from any side, and how sure the outcome is.
import {add, byId, figures, rotate, sliders} from './vectors.mjs';

// Illustrations, not reconstructions. `size` [m] of the picture, `fall` [m] of the centre of mass above its height at rest.
const bodies = [
  {name: 'four legs, on the Moon', mass: 300, inertia: [120, 120, 160], gravity: 1.62, size: 8, fall: 1.5, horizon: 60,
   feet: [[1.7, 1.7, -1.3], [-1.7, 1.7, -1.3], [-1.7, -1.7, -1.3], [1.7, -1.7, -1.3], [0.9, 0.9, 0.9], [-0.9, 0.9, 0.9], [-0.9, -0.9, 0.9], [0.9, -0.9, 0.9]],
   edges: [[4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7], [0, 1], [1, 2], [2, 3], [3, 0]], speed: 1},
  {name: 'a box, on an asteroid', mass: 10, inertia: [0.1, 0.13, 0.17], gravity: 1.6e-4, size: 5, fall: 1, horizon: 4000,
   feet: [[0.14, 0.14, -0.1], [-0.14, 0.14, -0.1], [-0.14, -0.14, -0.1], [0.14, -0.14, -0.1], [0.14, 0.14, 0.1], [-0.14, 0.14, 0.1], [-0.14, -0.14, 0.1], [0.14, -0.14, 0.1]],
   edges: [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]], speed: 60}];
const mostSteps = 20000, samples = 63;

export function landing(td) {
  const canvas = byId('landing-canvas'), context = canvas.getContext('2d'), slider = byId('landing-time'), play = byId('landing-play');
  const view = {turn: 0.5, tilt: 0.4};
  let flight = null, plays = false, before = null;
  const inputs = sliders(byId('landing-form'), () => land());

  function given() {
    const {body: which, e, mu, slope, across, down, tumble} = inputs.values, body = bodies[which];
    const n = [-Math.sin(slope * Math.PI / 180), 0, Math.cos(slope * Math.PI / 180)];
    const speed = Math.sqrt(2 * body.gravity * body.fall), low = -Math.min(...body.feet.map(foot => foot[2]));
    return {body, n,
      description: {mass: body.mass, inertia: body.inertia, up: [0, 0, 1], feet: body.feet.length,
                    foot: body.feet.map(r => ({r, surface: {mu_s: mu, mu_k: mu, e}, mu_sliding: mu})),
                    planes: 1, ground: [{n}], gravity: [0, 0, -body.gravity], horizon: body.horizon},
      state: {x: [0, 0, low + body.fall], q: [1, 0, 0, 0], v: [across * speed, 0, -down * speed],
              w: [0, tumble * speed / body.size * 4, 0]}};
  }

  function land() {
    const {body, n, description, state} = given();
    td.within(() => {
      const about = td.create('td_lander', description), from = td.create('td_lander_state', state);
      const landing = td.create('td_landing'), status = td.td_landing_start(landing, about, from), poses = [];
      if (status < 0) { byId('landing-words').textContent = td.td_status_name(status); return; }
      const keep = () => poses.push({time: landing.time, x: Array.from(landing.state.x), q: Array.from(landing.state.q), bearing: landing.bearing});
      keep();
      while (landing.outcome === 0 && poses.length < mostSteps && td.td_landing_step(landing, about, body.horizon, null) >= 0) keep();
      flight = {body, n, poses, outcome: landing.outcome, impacts: landing.impacts};
      const errors = td.create('td_landing_errors', {e: 0.05, mu: 0.1, slope: 0.02}), odds = td.create('td_landing_odds');
      const speed = Math.hypot(...state.v);
      for (let i = 6; i < 9; ++i) errors.covariance[13 * i] = (0.05 * speed) ** 2;
      report(td.td_land_sampled(about, from, errors, samples, 4000, odds) < 0 ? [] : Array.from(odds.outcomes));
    });
    slider.max = flight.poses.at(-1).time;
    slider.value = 0;
    plays = true;
    draw();
  }

  function report(outcomes) {
    byId('landing-words').textContent = `${td.td_outcome_name(flight.outcome)} after ${figures(flight.poses.at(-1).time)} s, ` +
      `${flight.impacts} impacts, ${flight.poses.length - 1} steps`;
    byId('landing-odds').innerHTML = outcomes.map((count, outcome) => count === 0 ? '' :
      `<tr><th>${td.td_outcome_name(outcome)}</th><td>${Math.round(100 * count / samples)} %</td>` +
      `<td><div class="share" style="width:${(200 * count / samples).toFixed(0)}px"></div></td></tr>`).join('');
    byId('landing').dataset.answer = JSON.stringify({outcome: flight.outcome, time: flight.poses.at(-1).time,
                                                     x: flight.poses.at(-1).x, outcomes});
  }

  const centre = () => flight.poses.at(-1).x.map((value, i) => (value + flight.poses[0].x[i]) / 2);
  function projection() {
    const middle = centre(), wide = Math.max(flight.body.size, 1.3 * Math.abs(flight.poses.at(-1).x[0] - flight.poses[0].x[0]));
    const c = Math.cos(view.turn), s = Math.sin(view.turn), zoom = 0.8 * canvas.width / wide / 1.4;
    return point => {
      const [x, y, z] = add(point, middle, -1);
      return [canvas.width / 2 + zoom * (c * x + s * y),
              0.6 * canvas.height - zoom * (Math.cos(view.tilt) * z + Math.sin(view.tilt) * (c * y - s * x))];
    };
  }
  const stroke = (points, style, width) => {
    context.beginPath();
    points.forEach((point, i) => i ? context.lineTo(...point) : context.moveTo(...point));
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  };

  function drawGround(project) {
    const {n, body} = flight, middle = centre(), half = body.size, onGround = (x, y) => [x, y, -(n[0] * x + n[1] * y) / n[2]];
    for (let i = -8; i <= 8; ++i) {
      const x = middle[0] + half * i / 8, y = middle[1] + half * i / 8;
      stroke([onGround(x, middle[1] - half), onGround(x, middle[1] + half)].map(project), '#dbe1e8', 1);
      stroke([onGround(middle[0] - half, y), onGround(middle[0] + half, y)].map(project), '#dbe1e8', 1);
    }
  }

  // The pose at a time: of the step before, which is short.
  function draw() {
    const time = Number(slider.value), {poses, body} = flight, project = projection();
    let k = poses.findIndex(pose => pose.time > time);
    if (k < 0) k = poses.length;
    const pose = poses[Math.max(k - 1, 0)];
    context.clearRect(0, 0, canvas.width, canvas.height);
    drawGround(project);
    stroke(poses.slice(0, Math.max(k, 1)).map(({x}) => project(x)), '#9fb4cc', 1.5);
    const feet = body.feet.map(foot => add(pose.x, rotate(pose.q, foot)));
    for (const [from, to] of body.edges) stroke([project(feet[from]), project(feet[to])], '#1f4e8c', 2.5);
    feet.forEach((foot, i) => {
      context.fillStyle = pose.bearing >> i & 1 ? '#d1495b' : '#1f4e8c';
      context.beginPath();
      context.arc(...project(foot), 4, 0, 7);
      context.fill();
    });
    byId('landing-clock').textContent = `${figures(time)} s`;
    canvas.dataset.time = time;
    play.textContent = plays ? 'Pause' : 'Play';
  }

  function tick(now) {
    if (plays && flight && before !== null) {
      const next = Number(slider.value) + flight.body.speed * (now - before) / 1000;
      plays = next < Number(slider.max);
      slider.value = next;
      draw();
    }
    before = now;
    requestAnimationFrame(tick);
  }
  slider.addEventListener('input', () => { plays = false; draw(); });
  play.addEventListener('click', () => {
    if (Number(slider.value) >= Number(slider.max)) slider.value = 0;
    plays = !plays;
    draw();
  });
  canvas.addEventListener('pointermove', event => {
    if (!(event.buttons & 1)) return;
    view.turn += event.movementX / 150;
    view.tilt = Math.min(Math.max(view.tilt + event.movementY / 150, 0.05), 1.5);
    draw();
  });
  land();
  requestAnimationFrame(tick);
}
