// Two workers with Python in them: one for what a person waits for at the board, one for what takes longer, which is started once the first is
// ready. A worker can't listen while Python runs. So each piece of work has a blob's address, which Python looks up now and then: when the page
// has taken it back, the piece is to end. That needs no special header of the web space, as memory that is shared would.
import { el } from "../dom.js";
import { message } from "../messages.js";

const STARTING = message("Python is starting in this page…");
const FAILED = message("Python can't be started in this browser: try a newer one, or another.");
const TOO_LONG = message("This takes too long for a page: give a smaller depth, or a smaller game.");
const LANES = [["quick", "play"], ["think", "figure", "analyse"]]; // in each, the first kind goes first
const LONGEST = { quick: 30, play: 60, think: 120, figure: 60, analyse: 700 }; // seconds, then the worker is started anew

export class Pool {
  constructor() {
    this.number = 0;
    this.lanes = LANES.map((kinds) => ({ kinds, waiting: [], worker: null, job: null, ready: false }));
    this.notice = null;
    this.failed = false;
  }

  /** Have something done: {name, kind, asked, hear}; `hear` gets (header, content). Gives the job. */
  begin(job) {
    Object.assign(job, { number: ++this.number, spent: 0, carry: "null", token: newToken() });
    const lane = this.lanes.find(({ kinds }) => kinds.includes(job.kind));
    if (this.failed) refuse(job, FAILED, 503);
    else this.put(lane, job);
    return job;
  }

  put(lane, job) {
    lane.waiting.push(job);
    if (!lane.worker) this.start(lane);
    this.next(lane);
    // An analysis gives way to what is shorter, and goes on afterwards.
    if (lane.job?.kind === "analyse" && lane.waiting.some(({ kind }) => kind !== "analyse")) URL.revokeObjectURL(lane.job.token);
  }

  start(lane) {
    lane.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    lane.ready = false;
    lane.worker.onmessage = ({ data }) => this.hear(lane, data);
    lane.worker.onerror = () => this.fail();
    if (lane === this.lanes[0]) this.tell(STARTING);
  }

  hear(lane, { event, header, content }) {
    if (event === "failed") return this.fail();
    if (event === "ready") {
      lane.ready = true;
      if (lane === this.lanes[0]) {
        this.tell(null);
        if (!this.lanes[1].worker) setTimeout(() => this.lanes[1].worker ?? this.start(this.lanes[1]), 4000);
      }
      return this.next(lane);
    }
    const { job } = lane;
    if (job?.number !== header.job) return;
    if (header.carry) job.carry = content;
    if (header.event === "later") {
      job.carry = content;
      job.spent += (performance.now() - job.begun) / 1000;
      job.token = newToken();
      this.end(lane);
      if (!job.stopped) lane.waiting.push(job);
      return this.next(lane);
    }
    if (!job.stopped) job.hear(header, content);
    if (header.last) {
      this.end(lane);
      this.next(lane);
    }
  }

  next(lane) {
    if (!lane.ready || lane.job) return;
    for (const kind of lane.kinds) {
      const place = lane.waiting.findIndex((job) => job.kind === kind);
      if (place < 0) continue;
      const [job] = lane.waiting.splice(place, 1);
      lane.job = job;
      job.begun = performance.now();
      const earlier = `{"spent": ${job.spent}, "carry": ${job.carry}}`;
      lane.worker.postMessage({ number: job.number, name: job.name, asked: job.asked, earlier, token: job.token });
      lane.timer = setTimeout(() => this.restart(lane), 1000 * LONGEST[job.kind]);
      return;
    }
  }

  end(lane) {
    clearTimeout(lane.timer);
    URL.revokeObjectURL(lane.job.token);
    lane.job = null;
  }

  /** Nobody wants it any more. */
  stop(job) {
    if (!job) return;
    job.stopped = true;
    URL.revokeObjectURL(job.token);
    for (const lane of this.lanes) lane.waiting = lane.waiting.filter((each) => each !== job);
  }

  /** Let it answer with what it has found, now or as soon as it begins. */
  hurry(job) {
    if (job) URL.revokeObjectURL(job.token);
  }

  /** A piece of work does not come to its end: another worker takes the place of the one that is lost in it. */
  restart(lane) {
    const { job } = lane;
    lane.worker.terminate();
    this.end(lane);
    if (!job.stopped) refuse(job, TOO_LONG, 400);
    this.start(lane);
  }

  fail() {
    this.failed = true;
    this.tell(FAILED);
    for (const lane of this.lanes) {
      for (const job of [lane.job, ...lane.waiting]) if (job && !job.stopped) refuse(job, FAILED, 503);
      lane.worker?.terminate();
      Object.assign(lane, { waiting: [], job: null, ready: false });
    }
  }

  /** Say something in the place of the board, as long as there is none. */
  tell(pair) {
    this.notice?.remove();
    this.notice = pair && el("div", { class: "starting", role: "status" }, pair === STARTING ? el("progress") : "", el("p", {}, pair[document.documentElement.lang] ?? pair.en));
    if (this.notice) document.querySelector("#board").prepend(this.notice);
  }
}

const newToken = () => URL.createObjectURL(new Blob(["wanted"]));

function refuse(job, pair, status) {
  const content = JSON.stringify({ ...(job.id === undefined ? {} : { id: job.id, event: "error", status }), error: pair });
  queueMicrotask(() => job.hear({ event: "error", status, last: true }, content));
}
