// Talking to the server: requests over HTTP, searches over one WebSocket that mends itself.
import { fillBoth, message } from "./messages.js";
import { openWire, send } from "./transport.js";

/** An error that carries its sentence in both languages. */
export class Refusal extends Error {
  constructor(pair, status = 0) {
    super(pair.en);
    this.pair = pair;
    this.status = status;
  }
}

const AWAY = message("The server doesn't answer. Trying again…");
const REFUSES = message("The server answers {status}.");

/** Ask over HTTP: POST if there is a body, else GET. Throws a Refusal. */
export async function api(path, body, method) {
  const ask = { method: method ?? (body === undefined ? "GET" : "POST"), headers: {} };
  if (body !== undefined) {
    ask.body = JSON.stringify(body);
    ask.headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await send(path.startsWith("/") ? path : `/api/${path}`, ask);
  } catch {
    throw new Refusal(AWAY);
  }
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const data = isJson ? await answer.json().catch(() => null) : await answer.blob();
  if (answer.ok) return data;
  const pair = data?.error ?? fillBoth(REFUSES, { status: answer.status });
  throw new Refusal(pair, answer.status);
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const HEARTBEAT = 20000;

/**
 * The WebSocket. A request lives until its result, its error or its stop; those that live are sent again
 * when a lost connection has come back, so that whoever asked needs to know nothing of it.
 */
export class Socket {
  constructor() {
    this.waiting = new Map(); // id -> {message, hear}
    this.listeners = new Set();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.state = "opening";
    this.open();
    setInterval(() => this.state === "open" && this.raw({ id: "ping", do: "ping" }), HEARTBEAT);
    addEventListener("online", () => this.state === "lost" && this.open());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.state === "lost") this.open();
    });
  }

  /** Call back with "open" or "lost"; gives the way to stop hearing. */
  onState(callback) {
    this.listeners.add(callback);
    return () => this.listeners.delete(callback);
  }

  become(state) {
    if (this.state === state) return;
    this.state = state;
    for (const callback of this.listeners) callback(state);
  }

  open() {
    clearTimeout(this.timer);
    if (this.wire && this.wire.readyState <= WebSocket.OPEN) return;
    const wire = openWire();
    this.wire = wire;
    wire.onopen = () => {
      this.wait = FIRST_WAIT;
      this.become("open");
      for (const { message } of this.waiting.values()) this.raw(message);
    };
    wire.onmessage = (event) => this.hear(JSON.parse(event.data));
    wire.onclose = () => {
      if (this.wire !== wire) return;
      this.become("lost");
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** Leave, and come back as whoever one is now. */
  renew() {
    const { wire } = this;
    this.wire = null;
    wire?.close();
    this.open();
  }

  raw(message) {
    if (this.wire.readyState === WebSocket.OPEN) this.wire.send(JSON.stringify(message));
  }

  hear(message) {
    const asked = this.waiting.get(message.id);
    if (!asked) return; // stopped meanwhile
    if (["result", "error", "stopped"].includes(message.event)) this.waiting.delete(message.id);
    asked.hear(message);
  }

  /** Ask for a search; `hear` gets every answer. Gives {id, stop(), now()}. */
  ask(what, data, hear) {
    const id = `s${++this.number}`;
    const message = { ...data, id, do: what };
    this.waiting.set(id, { message, hear });
    this.raw(message);
    return { id, stop: () => this.stop(id), now: () => this.hurry(id) };
  }

  stop(id) {
    if (this.waiting.delete(id)) this.raw({ id: `${id}-stop`, do: "stop", search: id });
  }

  /** Have a level move with what it has found. */
  hurry(id) {
    if (this.waiting.has(id)) this.raw({ id: `${id}-now`, do: "now", search: id });
  }

  /** Ask, and wait for the last answer; an error answer is thrown. */
  result(what, data, hear = () => {}) {
    let request;
    const promise = new Promise((resolve, reject) => {
      request = this.ask(what, data, (message) => {
        if (message.event === "result") resolve(message);
        else if (message.event === "error") reject(new Refusal(message.error, message.status));
        else hear(message);
      });
    });
    promise.stop = () => request.stop();
    promise.now = () => request.now();
    return promise;
  }
}
