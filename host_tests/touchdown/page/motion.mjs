// The moving picture of a report: bodies on their way drawn on a canvas, in a view that turns with the pointer.
import { html } from './dom.mjs';

const rotate = ([w, x, y, z], [a, b, c]) => {
  const u = 2 * (y * c - z * b), v = 2 * (z * a - x * c), t = 2 * (x * b - y * a);
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
};

// The pose at a time, between the recorded one before and the next.
const poseAt = (poses, times, at) => {
  let k = times.findIndex(t => t > at);
  if (k < 0) k = times.length - 1;
  const i = Math.max(k - 1, 0), s = k > i ? Math.min(Math.max((at - times[i]) / (times[k] - times[i]), 0), 1) : 0;
  const a = poses[i], b = poses[k], sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const q = [3, 4, 5, 6].map(j => (1 - s) * a[j] + s * sign * b[j]), length = Math.hypot(...q);
  const between = a.map((value, j) => (1 - s) * value + s * b[j]);
  return { x: between.slice(0, 3), q: q.map(part => part / length), moved: between.slice(7) };
};

// A view from the side, turned and tilted, of a box around what moves.
export function viewOf(canvas, shape) {
  const view = { turn: 0.6, tilt: 0.35, zoom: 1, box: null };
  const onGround = (x, y) => {
    const [p, n] = [shape.point, shape.normal];
    return [x, y, p[2] - (n[0] * (x - p[0]) + n[1] * (y - p[1])) / n[2]];
  };
  const enclose = tracks => {
    const all = tracks.flatMap(track => track.poses);
    const ends = [0, 1, 2].map(j => [Math.min(...all.map(p => p[j])), Math.max(...all.map(p => p[j]))]);
    const [x, y] = [0, 1].map(j => (ends[j][0] + ends[j][1]) / 2);
    view.box = { centre: onGround(x, y), size: Math.max(...ends.map(([least, most]) => most - least)) + 2 * shape.size };
  };
  const project = point => {
    const [x, y, z] = point.map((value, j) => value - view.box.centre[j]);
    const c = Math.cos(view.turn), s = Math.sin(view.turn), right = c * x + s * y, away = -s * x + c * y;
    const scale = view.zoom * 0.8 * canvas.width / view.box.size / 1.4;
    return [canvas.width / 2 + scale * right, 0.72 * canvas.height - scale * (Math.cos(view.tilt) * z + Math.sin(view.tilt) * away)];
  };
  return { view, onGround, enclose, project };
}

function painterOf(canvas, shape, { view, onGround, project }) {
  const context = canvas.getContext('2d');
  const tone = name => getComputedStyle(canvas).getPropertyValue(`--${name}`);
  const line = (from, to) => {
    context.beginPath();
    context.moveTo(...project(from));
    context.lineTo(...project(to));
    context.stroke();
  };
  // Drawn from far to near, so that what is near hides what is behind it; brighter where it faces a light from the left.
  const drawMesh = ({ x, y, across, values }) => {
    const far = (count, falls) => [...Array(count).keys()].map(k => falls ? count - 1 - k : k);
    const pitch = (x[1] - x[0]) / (across - 1), at = (i, j) => [x[0] + j * pitch, y[0] + i * pitch, values[i * across + j]];
    context.lineWidth = 0.5;
    context.strokeStyle = tone('line');
    for (const i of far(values.length / across - 1, Math.cos(view.turn) > 0))
      for (const j of far(across - 1, Math.sin(view.turn) < 0)) {
        const corners = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)], [a, b, c, d] = corners.map(p => p[2]);
        const [u, v] = [(a + d - b - c) / 2 / pitch, (a + b - c - d) / 2 / pitch];
        const light = Math.min(Math.max((-0.6 * u + 0.35 * v + 0.72) / Math.hypot(u, v, 1), 0), 1);
        context.fillStyle = `color-mix(in srgb, ${tone('mesh')} ${Math.round(100 * light)}%, ${tone('shade')})`;
        context.beginPath();
        for (const corner of corners) context.lineTo(...project(corner));
        context.closePath();
        context.fill();
        context.stroke();
      }
  };
  const drawGround = () => {
    if (shape.mesh) return drawMesh(shape.mesh);
    context.lineWidth = 1;
    context.strokeStyle = tone('line');
    const { centre, size } = view.box, half = size / 2, pitch = size / 10;
    for (let i = -5; i <= 5; ++i) {
      const [a, b] = [centre[0] + i * pitch, centre[1] + i * pitch];
      line(onGround(a, centre[1] - half), onGround(a, centre[1] + half));
      line(onGround(centre[0] - half, b), onGround(centre[0] + half, b));
    }
  };
  const drawBody = (pose, colour) => {
    const held = shape.feet.map((foot, i) => foot.map((value, j) => value + (pose.moved[3 * i + j] ?? 0)));
    const feet = held.map(foot => rotate(pose.q, foot).map((value, j) => value + pose.x[j]));
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = 2.5;
    for (const [a, b] of shape.edges) line(feet[a], feet[b]);
    feet.forEach((foot, i) => {
      context.beginPath();
      context.arc(...project(foot), i === 0 ? 5 : 3, 0, 2 * Math.PI);
      context.fill();
    });
  };
  const drawPath = (poses, colour) => {
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.globalAlpha = 0.4;
    for (let i = 1; i < poses.length; ++i) line(poses[i - 1].slice(0, 3), poses[i].slice(0, 3));
    context.globalAlpha = 1;
  };
  return ({ t, tracks }, time) => {
    context.clearRect(0, 0, canvas.width, canvas.height);
    drawGround();
    for (const { poses, tone: name } of tracks) drawPath(poses, tone(name));
    for (const { poses, tone: name } of tracks) drawBody(poseAt(poses, t, time), tone(name));
  };
}

export function motionOf({ shape, runs, seconds, legend }) {
  const choice = html('select', { 'aria-label': 'which motion' }, runs.map((run, i) => html('option', { value: i }, run.name)));
  const play = html('button', { type: 'button' }, 'Play'), clock = html('span', { class: 'clock' });
  const slider = html('input', { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'time' });
  const canvas = html('canvas', { width: 900, height: 480, role: 'img', 'aria-label': `moving picture; ${legend}` });
  const look = viewOf(canvas, shape), paint = painterOf(canvas, shape, look);
  let run = runs[0], time = 0, plays = false, before = null;

  const draw = () => {
    paint(run, time);
    slider.value = time;
    clock.textContent = `${(time - run.t[0]).toFixed(2)} s`;
    canvas.dataset.time = time;
  };
  const choose = number => {
    run = runs[number];
    [slider.min, slider.max, time] = [run.t[0], run.t[run.t.length - 1], run.t[0]];
    look.enclose(run.tracks);
    draw();
  };
  const advance = now => {
    const end = run.t[run.t.length - 1], speed = Math.max(0.4, (end - run.t[0]) / seconds);
    if (before !== null) {
      time += speed * (now - before) / 1000;
      if (time > end + speed) time = run.t[0];
      draw();
    }
    before = now;
    if (plays && canvas.isConnected) requestAnimationFrame(advance);
  };
  const setPlaying = now => {
    if (now && !plays) requestAnimationFrame(advance);
    [plays, before] = [now, null];
    play.textContent = plays ? 'Pause' : 'Play';
  };
  choice.addEventListener('change', () => choose(Number(choice.value)));
  play.addEventListener('click', () => setPlaying(!plays));
  slider.addEventListener('input', () => {
    setPlaying(false);
    time = Number(slider.value);
    draw();
  });
  canvas.addEventListener('pointermove', event => {
    if (event.buttons !== 1) return;
    look.view.turn += event.movementX / 150;
    look.view.tilt = Math.min(Math.max(look.view.tilt + event.movementY / 200, 0), 1.5);
    draw();
  });
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    look.view.zoom = Math.min(Math.max(look.view.zoom * Math.exp(-event.deltaY / 500), 0.3), 8);
    draw();
  }, { passive: false });
  for (const media of ['(prefers-color-scheme: dark)', 'print']) matchMedia(media).addEventListener('change', draw);
  requestAnimationFrame(() => {
    choose(0);
    setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  });
  return html('div', { class: 'motion' }, html('p', { class: 'controls' }, runs.length > 1 ? choice : [], play, slider, clock), canvas,
    html('p', { class: 'soft' }, `${legend}. Drag to turn the view, use the wheel to come nearer.`));
}
