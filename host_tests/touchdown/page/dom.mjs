// Elements made of their name, attributes and children. A text is always a text: nothing is parsed as HTML, since ids and
// names in a report come from files and devices.
const make = namespace => (name, attributes = {}, ...children) => {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  element.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null));
  return element;
};

export const html = make('http://www.w3.org/1999/xhtml');
export const svg = make('http://www.w3.org/2000/svg');

// A number as a person reads it: four significant digits, a whole number in full.
export const shown = value => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
  return String(Number(value.toPrecision(4))).replace('e', ' e');
};

export const withUnit = (name, unit) => unit ? `${name} [${unit}]` : name;
