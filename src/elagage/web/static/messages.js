// Messages of the pages. The id of a message is its English sentence; its French comes from the project's catalogue, out of which the server
// makes french.js: it holds the messages that these files ask for, found by the calls below, so an id is always written out in them.
import { french } from "./french.js";

/** A text with its {name}s filled in. */
export const fill = (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A message in both languages, {en, fr}; `messageIn` tells it apart from the same English elsewhere. */
export const message = (id) => ({ en: id, fr: french[id] ?? id });
export const messageIn = (context, id) => ({ en: id, fr: french[`${context}\u0004${id}`] ?? id });

/** A pair filled in, in both languages; what fills it may be pairs too. */
export const fillBoth = (pair, values) => Object.fromEntries(Object.entries(pair).map(([language, text]) =>
  [language, fill(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.[language] ?? value])))]));
