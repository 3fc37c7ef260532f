// The transport of a page without a server (`elagage site`): what a server would be asked is done by Python in Web Workers of this page, and
// what it would keep, the browser keeps.
import { isKept, keep } from "./keeper.js";
import { kinds, swift } from "./kinds.js";
import { Pool } from "./pool.js";

const pool = new Pool();
const SEARCHES = ["analyse", "play", "review"];
const kindOf = ({ do: what, level }) => (what === "play" ? ((level ?? 3) > swift ? "think" : "play") : "analyse");
const reply = (content, status = 200, type = "application/json") => new Response(content, { status, headers: { "Content-Type": type } });

/** Ask once; gives the answer as fetch does. */
export function send(path, { method, body }) {
  const name = path.replace(/^\/?api\//, "");
  if (isKept(name)) {
    const [status, found] = keep(method, name, body === undefined ? {} : JSON.parse(body));
    return Promise.resolve(reply(JSON.stringify(found), status));
  }
  const given = { lang: document.documentElement.lang, ...(body === undefined ? {} : JSON.parse(body)) };
  return new Promise((resolve) => {
    pool.begin({
      name,
      kind: kinds[name] ?? "quick",
      asked: JSON.stringify(given),
      hear: (header, content) => header.last && resolve(reply(content, header.status, header.type)),
    });
  });
}

/** The wire of searches, as far as a WebSocket is used: `send`, `close`, and what comes as messages. */
class Wire {
  constructor() {
    this.readyState = WebSocket.CONNECTING;
    this.jobs = new Map();
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  say(content) {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: typeof content === "string" ? content : JSON.stringify(content) });
  }

  send(text) {
    const asked = JSON.parse(text);
    const { id, do: what, search } = asked;
    if (SEARCHES.includes(what)) {
      const hear = (header, content) => {
        if (header.last) this.jobs.delete(id);
        this.say(content);
      };
      this.jobs.set(id, pool.begin({ name: what, id, kind: kindOf(asked), asked: text, hear }));
    } else if (what === "stop") {
      pool.stop(this.jobs.get(search));
      this.jobs.delete(search);
      this.say({ id, event: "stopped", search });
    } else if (what === "now") {
      pool.hurry(this.jobs.get(search));
    }
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    for (const job of this.jobs.values()) pool.stop(job);
    this.onclose?.();
  }
}

export const openWire = () => new Wire();
