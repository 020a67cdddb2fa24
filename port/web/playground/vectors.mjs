// Vectors as arrays of three, and what the pages draw with.
export const add = (a, b, factor = 1) => a.map((value, i) => value + factor * b[i]);
export const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const rotate = ([w, ...u], r) => {
  const t = cross(u, r).map(value => 2 * value);
  return add(add(r, t, w), cross(u, t));
};

export const byId = id => document.getElementById(id);
export const figures = (value, digits = 3) => Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : '–';
export const escaped = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

// A straight line or an arrow of SVG.
export const line = (from, to, style) => `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" class="${style}"/>`;
export const polyline = (points, style) => `<polyline points="${points.map(p => p.join()).join(' ')}" class="${style}"/>`;
export const circle = (at, radius, style) => `<circle cx="${at[0]}" cy="${at[1]}" r="${radius}" class="${style}"/>`;
export const label = (at, text, style = '') => `<text x="${at[0]}" y="${at[1]}" class="${style}">${escaped(text)}</text>`;
export const arrow = (from, to, style) => `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" class="${style}"` +
  ` marker-end="url(#tip-${style.split(' ')[0]})"/>`;

// Sliders of a form: {name: value}, and `changed` when one moves. Each shows its value.
export function sliders(form, changed) {
  const values = {};
  const read = () => {
    for (const input of form.querySelectorAll('input[type=range], input[type=number], select')) {
      values[input.name] = Number(input.value);
      const shown = form.querySelector(`output[for=${input.id}]`);
      if (shown) shown.textContent = input.dataset.unit ? `${input.value} ${input.dataset.unit}` : input.value;
    }
  };
  form.addEventListener('input', () => { read(); changed(values); });
  read();
  return {
    values,
    // Of all that are given and that the form has, without `changed`. A number that is not finite is left out.
    set(given) {
      for (const [name, value] of Object.entries(given)) {
        const input = form.elements.namedItem(name);
        if (input && Number.isFinite(value)) input.value = String(Number(value.toFixed(4)));
      }
      read();
    },
  };
}

// A handle of a picture that a pointer drags and the arrow keys move. `moved` gets its place in the picture's units.
export function draggable(svg, handle, moved) {
  const place = event => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    moved([at.x, at.y]);
  };
  handle.addEventListener('pointerdown', event => {
    const held = new AbortController(), {signal} = held;
    window.addEventListener('pointermove', place, {signal}); // wherever the pointer goes
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => held.abort(), {signal});
    event.preventDefault();
    handle.focus({preventScroll: true});
  });
  handle.addEventListener('keydown', event => {
    const step = {ArrowLeft: [-4, 0], ArrowRight: [4, 0], ArrowUp: [0, -4], ArrowDown: [0, 4]}[event.key];
    if (!step) return;
    event.preventDefault();
    moved([Number(handle.getAttribute('cx')) + step[0], Number(handle.getAttribute('cy')) + step[1]]);
  });
}
