#include "report/player.hpp"

#include <string>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr const char *html = R"(
<div class=player>
<p><select id=player-choice aria-label=run></select> <button id=player-play type=button>Pause</button>
<input id=player-time type=range min=0 max=1 step=any value=0 aria-label=time style='width: 20rem; vertical-align: middle'>
<span id=player-clock></span></p>
<canvas id=player-canvas width=900 height=480 style='width: 100%; max-width: 900px; border: 1px solid #dde2e8;
 border-radius: 4px; touch-action: none; cursor: grab'></canvas>
<p class=subtitle id=player-legend></p>
</div>
)";

constexpr const char *script = R"(
(() => {
  const { shape, runs, seconds, legend } = JSON.parse(document.getElementById('player-data').textContent);
  const [choice, play, slider, clock, canvas] =
    ['choice', 'play', 'time', 'clock', 'canvas'].map(name => document.getElementById('player-' + name));
  const context = canvas.getContext('2d');
  const view = { turn: 0.6, tilt: 0.35, zoom: 1 };
  document.getElementById('player-legend').textContent = legend;
  let number = 0, time = 0, plays = true, before = null;

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
    const between = a.map((value, j) => (1 - s) * value + s * b[j]);
    return { x: between.slice(0, 3), q: q.map(part => part / length), strokes: between.slice(7) };
  };
  const onGround = (x, y) => {
    const [p, n] = [shape.point, shape.normal];
    return [x, y, p[2] - (n[0] * (x - p[0]) + n[1] * (y - p[1])) / n[2]];
  };
  const bounds = () => {
    const all = runs[number].tracks.flatMap(track => track.poses);
    const ends = [0, 1, 2].map(j => [Math.min(...all.map(p => p[j])), Math.max(...all.map(p => p[j]))]);
    const [x, y] = [0, 1].map(j => (ends[j][0] + ends[j][1]) / 2);
    return { centre: onGround(x, y), size: Math.max(...ends.map(([least, most]) => most - least)) + 2 * shape.size };
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
  // Seen from far to near, so that what is near hides what is behind it; brighter where it faces a light from the left.
  const drawMesh = ({ x, y, pitch, heights }) => {
    const far = (count, falls) => [...Array(count).keys()].map(k => falls ? count - 1 - k : k);
    const at = (i, j) => [x + j * pitch, y + i * pitch, heights[i][j]];
    context.lineWidth = 0.5;
    context.strokeStyle = '#b4bdc8';
    for (const i of far(heights.length - 1, Math.cos(view.turn) > 0))
      for (const j of far(heights[i].length - 1, Math.sin(view.turn) < 0)) {
        const corners = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)], [a, b, c, d] = corners.map(p => p[2]);
        const [u, v] = [(a + d - b - c) / 2 / pitch, (a + b - c - d) / 2 / pitch];
        const light = (-0.6 * u + 0.35 * v + 0.72) / Math.hypot(u, v, 1);
        const tone = Math.round(110 + 140 * Math.min(Math.max(light, 0), 1));
        context.fillStyle = `rgb(${tone - 4}, ${tone - 2}, ${tone})`;
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
    context.strokeStyle = '#e3e7ec';
    const half = box.size / 2, pitch = box.size / 10;
    for (let i = -5; i <= 5; ++i) {
      const [a, b] = [box.centre[0] + i * pitch, box.centre[1] + i * pitch];
      line(onGround(a, box.centre[1] - half), onGround(a, box.centre[1] + half));
      line(onGround(box.centre[0] - half, b), onGround(box.centre[0] + half, b));
    }
  };
  const drawBody = (pose, colour) => {
    const held = shape.feet.map((foot, i) => foot.map(
      (value, j) => i < pose.strokes.length ? value + pose.strokes[i] * shape.axes[i][j] : value));
    const feet = held.map(foot => rotate(pose.q, foot).map((value, j) => value + pose.x[j]));
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
    const { t, tracks } = runs[number];
    context.clearRect(0, 0, canvas.width, canvas.height);
    drawGround();
    for (const { poses, colour } of tracks) drawWay(poses, colour + '60');
    for (const { poses, colour } of tracks) drawBody(poseAt(poses, t, time), colour);
    slider.value = time;
    clock.textContent = (time - t[0]).toFixed(2) + ' s';
    canvas.dataset.time = time;
  };
  const choose = chosen => {
    number = chosen;
    const { t } = runs[number];
    slider.min = t[0];
    slider.max = t[t.length - 1];
    time = t[0];
    box = bounds();
    draw();
  };
  const advance = now => {
    const { t } = runs[number], end = t[t.length - 1];
    const speed = Math.max(0.4, (end - t[0]) / seconds);
    if (plays && before !== null) {
      time += speed * (now - before) / 1000;
      if (time > end + speed) time = t[0];
      draw();
    }
    before = now;
    requestAnimationFrame(advance);
  };
  runs.forEach((one, i) => choice.append(new Option(one.name, i)));
  choice.addEventListener('change', () => choose(Number(choice.value)));
  play.addEventListener('click', () => {
    plays = !plays;
    play.textContent = plays ? 'Pause' : 'Play';
  });
  slider.addEventListener('input', () => {
    plays = false;
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
  if (runs.length > 0) {
    choose(0);
    requestAnimationFrame(advance);
  }
})();
)";

// In ASCII, without anything that a page takes for a tag, or shows as it should not be.
std::string harmless(const Json &data) {
  const std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_code = text.compare(at, 2, "\\u") == 0;
    const std::size_t length = is_code ? 6 : text[at] == '\\' ? 2 : 1;
    const bool is_shown =
        !is_code || !is_control(static_cast<char32_t>(std::stoul(text.substr(at + 2, 4), nullptr, 16)));
    shown += text[at] == '<' ? "\\u003c" : is_shown ? text.substr(at, length) : "\\ufffd";
    at += length;
  }
  return shown;
}

}  // namespace

std::string player(const Json &data) {
  const std::string text = harmless(data);
  return html + ("<script type='application/json' id=player-data>" + text) + "</script>\n<script>" + script +
         "</script>\n";
}

}  // namespace touchdown::host
