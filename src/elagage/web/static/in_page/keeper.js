// What a server would keep of its host, kept by the browser: saved games. Settings are kept by the page itself already.
import { kept } from "../dom.js";
import { message } from "../messages.js";

const MISSING = message("There is no saved game of that name: it may have been deleted.");
const FULL = message("The browser has no room for more: delete some games.");
const NAMES = ["me", "settings", "saved", "export", "shelf", "people"];

export const isKept = (name) => NAMES.includes(name.split("/")[0]);

const games = () => kept.get("saved") ?? [];
const entry = ({ record, ...others }) => others;

/** Answer a request: [status, content]. */
export function keep(method, path, given) {
  const [name, id] = path.split("/").map(decodeURIComponent);
  if (name === "me") return [200, { host: true, name: null, others: false }];
  if (name === "settings") return [200, kept.get("settings") ?? {}];
  if (name === "export") return [200, { games: games(), settings: kept.get("settings") ?? {} }];
  if (name !== "saved") return [200, []];
  if (method === "POST") return save(given);
  if (id === undefined) return [200, games().map(entry)];
  const found = games().find((game) => game.id === id);
  if (!found) return [404, { error: MISSING }];
  if (method !== "DELETE") return [200, found];
  kept.set("saved", games().filter((game) => game !== found && game.id !== id));
  return [200, {}];
}

function save({ id, name, game, record }) {
  const made = { id: id ?? crypto.randomUUID(), name, game, record, changed: Date.now() / 1000, shared: false };
  kept.set("saved", [made, ...games().filter((each) => each.id !== made.id)]);
  return games().some((each) => each.id === made.id && each.changed === made.changed) ? [200, entry(made)] : [507, { error: FULL }];
}
