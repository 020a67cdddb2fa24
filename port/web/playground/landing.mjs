// From the first touch to rest: td_landing_step by step, watched from any side, and how sure the outcome is.
import {motionOf} from '../../../host_tests/touchdown/page/motion.mjs';
import {byId, figures, sliders} from './vectors.mjs';

// Illustrations, not reconstructions. `fall` [m] of the centre of mass above its height at rest.
const bodies = [
  {name: 'four legs, on the Moon', mass: 300, inertia: [120, 120, 160], gravity: 1.62, fall: 1.5, horizon: 60,
   feet: [[1.7, 1.7, -1.3], [-1.7, 1.7, -1.3], [-1.7, -1.7, -1.3], [1.7, -1.7, -1.3], [0.9, 0.9, 0.9], [-0.9, 0.9, 0.9], [-0.9, -0.9, 0.9], [0.9, -0.9, 0.9]],
   edges: [[4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7], [0, 1], [1, 2], [2, 3], [3, 0]]},
  {name: 'a box, on an asteroid', mass: 10, inertia: [0.1, 0.13, 0.17], gravity: 1.6e-4, fall: 1, horizon: 4000,
   feet: [[0.14, 0.14, -0.1], [-0.14, 0.14, -0.1], [-0.14, -0.14, -0.1], [0.14, -0.14, -0.1], [0.14, 0.14, 0.1], [-0.14, 0.14, 0.1], [-0.14, -0.14, 0.1], [0.14, -0.14, 0.1]],
   edges: [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]]}];
const mostSteps = 20000, samples = 63;

export function landing(td) {
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
              w: [0, tumble * speed / Math.hypot(...body.feet[0]), 0]}};
  }

  function land() {
    const {body, n, description, state} = given(), poses = [], times = [], bearing = [];
    td.within(() => {
      const about = td.create('td_lander', description), from = td.create('td_lander_state', state);
      const landing = td.create('td_landing'), status = td.td_landing_start(landing, about, from);
      if (status < 0) { byId('landing-words').textContent = td.td_status_name(status); return; }
      const keep = () => {
        poses.push([...landing.state.x, ...landing.state.q]);
        times.push(landing.time);
        bearing.push(landing.bearing);
      };
      keep();
      while (landing.outcome === 0 && poses.length < mostSteps && td.td_landing_step(landing, about, body.horizon, null) >= 0) keep();
      const errors = td.create('td_landing_errors', {e: 0.05, mu: 0.1, slope: 0.02}), odds = td.create('td_landing_odds');
      const speed = Math.hypot(...state.v);
      for (let i = 6; i < 9; ++i) errors.covariance[13 * i] = (0.05 * speed) ** 2;
      report(landing, poses.length - 1, td.td_land_sampled(about, from, errors, samples, 4000, odds) < 0 ? [] : Array.from(odds.outcomes));
    });
    if (poses.length === 0) return;
    const size = Math.hypot(...body.feet[0]), shape = {feet: body.feet, edges: body.edges, axes: [], normal: n, point: [0, 0, 0], size};
    byId('landing-motion').replaceChildren(motionOf({shape, seconds: 8, legend: 'Feet that bear are red',
                                                     runs: [{name: body.name, t: times, tracks: [{poses, bearing, tone: 'a'}]}]}));
  }

  function report(landing, steps, outcomes) {
    byId('landing-words').textContent = `${td.td_outcome_name(landing.outcome)} after ${figures(landing.time)} s, ` +
      `${landing.impacts} impacts, ${steps} steps`;
    byId('landing-odds').innerHTML = outcomes.map((count, outcome) => count === 0 ? '' :
      `<tr><th>${td.td_outcome_name(outcome)}</th><td>${Math.round(100 * count / samples)} %</td>` +
      `<td><div class="share" style="width:${(200 * count / samples).toFixed(0)}px"></div></td></tr>`).join('');
    byId('landing').dataset.answer = JSON.stringify({outcome: landing.outcome, time: landing.time, x: Array.from(landing.state.x), outcomes});
  }
  land();
}
