// Small helpers to build the page.

export const $ = (selector, within = document) => within.querySelector(selector);

/** An element: properties that exist are set, `on…` are heard, the others become attributes. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Does the reader want movement? */
export const moving = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Call once things have been quiet for so long. */
export function later(milliseconds, callback) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => callback(...given), milliseconds);
  };
}

/** What the browser keeps; a browser that keeps nothing is no error. */
export const kept = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(`elagage.${key}`));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`elagage.${key}`, JSON.stringify(value));
    } catch {
      // a private window, or no room: the address still holds the game
    }
  },
};
