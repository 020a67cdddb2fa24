// The moving picture of a report: tosses drawn on a canvas, measured in grey and predicted in colour, in a view that
// turns with the mouse. It reads the JSON of the element roll-data, and fetches nothing.
#ifndef TOUCHDOWN_HOST_TESTS_PLAYER_HPP
#define TOUCHDOWN_HOST_TESTS_PLAYER_HPP

namespace touchdown::host {

constexpr const char *player_html = R"(
<div class=player>
<p><select id=roll-choice aria-label=toss></select> <button id=roll-play type=button>Pause</button>
<input id=roll-time type=range min=0 max=1 step=any value=0 aria-label=time style='width: 20rem; vertical-align: middle'>
<span id=roll-clock></span></p>
<canvas id=roll-canvas width=900 height=480 style='width: 100%; max-width: 900px; border: 1px solid #dde2e8;
 border-radius: 4px; touch-action: none; cursor: grab'></canvas>
<p class=subtitle>grey: measured; blue: predicted</p>
</div>
)";

constexpr const char *player_script = R"(
(() => {
  const { shape, tosses } = JSON.parse(document.getElementById('roll-data').textContent);
  const [choice, play, slider, clock, canvas] =
    ['choice', 'play', 'time', 'clock', 'canvas'].map(name => document.getElementById('roll-' + name));
  const context = canvas.getContext('2d');
  const view = { turn: 0.6, tilt: 0.35, zoom: 1 };
  let toss = 0, time = 0, runs = true, before = null;

  const rotate = ([w, x, y, z], [a, b, c]) => {
    const u = 2 * (y * c - z * b), v = 2 * (z * a - x * c), t = 2 * (x * b - y * a);
    return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
  };
  // The recorded pose before a time, and the way to the next.
  const poseAt = (poses, times, at) => {
    let k = times.findIndex(t => t > at);
    if (k < 0) k = times.length - 1;
    const i = Math.max(k - 1, 0), s = k > i ? Math.min(Math.max((at - times[i]) / (times[k] - times[i]), 0), 1) : 0;
    const a = poses[i], b = poses[k], sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
    const q = [3, 4, 5, 6].map(j => (1 - s) * a[j] + s * sign * b[j]), length = Math.hypot(...q);
    return { x: [0, 1, 2].map(j => (1 - s) * a[j] + s * b[j]), q: q.map(part => part / length) };
  };
  const bounds = () => {
    const all = [...tosses[toss].measured, ...tosses[toss].predicted];
    const ends = [0, 1, 2].map(j => [Math.min(...all.map(p => p[j])), Math.max(...all.map(p => p[j]))]);
    return { centre: [0, 1].map(j => (ends[j][0] + ends[j][1]) / 2).concat([shape.ground]),
             size: Math.max(ends[0][1] - ends[0][0], ends[1][1] - ends[1][0], ends[2][1] - shape.ground) + 2 * shape.size };
  };
  let box = null;
  const project = point => {
    const [x, y, z] = point.map((value, j) => value - box.centre[j]);
    const c = Math.cos(view.turn), s = Math.sin(view.turn);
    const right = c * x + s * y, away = -s * x + c * y;
    const scale = view.zoom * 0.8 * canvas.width / box.size / 1.4;
    return [canvas.width / 2 + scale * right,
            0.72 * canvas.height - scale * (Math.cos(view.tilt) * z + Math.sin(view.tilt) * away)];
  };
  const line = (from, to) => {
    context.beginPath();
    context.moveTo(...project(from));
    context.lineTo(...project(to));
    context.stroke();
  };
  const drawGround = () => {
    context.lineWidth = 1;
    context.strokeStyle = '#e3e7ec';
    const half = box.size / 2, pitch = box.size / 10;
    for (let i = -5; i <= 5; ++i) {
      const [a, b] = [box.centre[0] + i * pitch, box.centre[1] + i * pitch];
      line([a, box.centre[1] - half, shape.ground], [a, box.centre[1] + half, shape.ground]);
      line([box.centre[0] - half, b, shape.ground], [box.centre[0] + half, b, shape.ground]);
    }
  };
  const drawBody = (pose, colour) => {
    const feet = shape.feet.map(foot => rotate(pose.q, foot).map((value, j) => value + pose.x[j]));
    context.strokeStyle = colour;
    context.lineWidth = 2.5;
    for (const [a, b] of shape.edges) line(feet[a], feet[b]);
    context.fillStyle = colour;
    feet.forEach((foot, i) => {
      const [x, y] = project(foot);
      context.beginPath();
      context.arc(x, y, i === 0 ? 5 : 3, 0, 2 * Math.PI);
      context.fill();
    });
  };
  const drawWay = (poses, colour) => {
    context.strokeStyle = colour;
    context.lineWidth = 1;
    for (let i = 1; i < poses.length; ++i) line(poses[i - 1].slice(0, 3), poses[i].slice(0, 3));
  };
  const draw = () => {
    const { t, measured, predicted } = tosses[toss];
    context.clearRect(0, 0, canvas.width, canvas.height);
    drawGround();
    drawWay(measured, '#b9c0c8');
    drawWay(predicted, '#9ec5e8');
    drawBody(poseAt(measured, t, time), '#7d8691');
    drawBody(poseAt(predicted, t, time), '#1f6fb8');
    slider.value = time;
    clock.textContent = (1000 * (time - t[0])).toFixed(0) + ' ms';
    canvas.dataset.time = time;
  };
  const choose = number => {
    toss = number;
    const { t } = tosses[toss];
    slider.min = t[0];
    slider.max = t[t.length - 1];
    time = t[0];
    box = bounds();
    draw();
  };
  const advance = now => {
    const { t } = tosses[toss], end = t[t.length - 1];
    if (runs && before !== null) {
      time += 0.4 * (now - before) / 1000;
      if (time > end + 0.4) time = t[0];
      draw();
    }
    before = now;
    requestAnimationFrame(advance);
  };
  tosses.forEach((one, i) => choice.append(new Option(one.name, i)));
  choice.addEventListener('change', () => choose(Number(choice.value)));
  play.addEventListener('click', () => {
    runs = !runs;
    play.textContent = runs ? 'Pause' : 'Play';
  });
  slider.addEventListener('input', () => {
    runs = false;
    play.textContent = 'Play';
    time = Number(slider.value);
    draw();
  });
  canvas.addEventListener('pointermove', event => {
    if (event.buttons !== 1) return;
    view.turn += event.movementX / 150;
    view.tilt = Math.min(Math.max(view.tilt + event.movementY / 200, 0), 1.5);
    draw();
  });
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    view.zoom = Math.min(Math.max(view.zoom * Math.exp(-event.deltaY / 500), 0.3), 8);
    draw();
  }, { passive: false });
  if (tosses.length > 0) {
    choose(0);
    requestAnimationFrame(advance);
  }
})();
)";

}  // namespace touchdown::host

#endif
