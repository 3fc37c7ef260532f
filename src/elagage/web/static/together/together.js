// With others: the page sits at a shared table, or follows the class's board, or neither. The rest of the page asks here what that changes.
import { $ } from "../dom.js";
import "./together_words.js";
import { ClassBoard } from "./class_board.js";
import { Invitation } from "./invitation.js";
import { SharedTable } from "./shared_table.js";

const PATIENCE = 3000; // milliseconds without a connection, after which it is asked why
const ADDRESS = /[#&]table=([a-z2-7]{12}|class)\b/;

export class Together {
  constructor(app) {
    this.app = app;
    this.table = new SharedTable(app);
    this.board = new ClassBoard(app);
    this.invitation = new Invitation(app, this);
    app.socket.onState((state) => state === "lost" && !app.visitor.host && setTimeout(() => this.ask(), PATIENCE));
  }

  /** The server is away: was it started again, with another token? Then its own sentence says what to do. */
  async ask() {
    if (this.app.socket.state !== "lost") return;
    try {
      await this.app.visitor.meet();
    } catch (error) {
      if (error.status === 401) this.app.toast(error, true);
    }
  }

  /** What the page is in now. */
  get now() {
    return this.table.on ? this.table : this.board.on ? this.board : null;
  }

  /** It is known who sits here and what the server offers. */
  begin() {
    this.invitation.begin();
    this.board.begin();
  }

  /** Go where an address leads, if that is to others; gives whether the page is there. */
  fromAddress(hash, here = true) {
    const name = ADDRESS.exec(hash)?.[1];
    if (!name) return Promise.resolve(false);
    if (name === "class") return this.board.come(here);
    return this.table.join(name, here);
  }

  /** A notebook is opened: whoever opens another one leaves. */
  opened(book) {
    if (book.table !== this.table.id) this.table.leave();
    if (book.table !== "class") this.board.left();
  }

  /** May a move be made on the board by hand? */
  may(node) {
    return this.now ? this.now.may(node) : true;
  }

  /** Does a move go to others? Then it is taken there. */
  takes(name) {
    return this.now ? this.now.take(name) : false;
  }

  /** No hints, no analysis. */
  get quiet() {
    return Boolean(this.now?.quiet);
  }

  /** Does the reader only watch? */
  get watches() {
    return this.table.on ? !this.table.playing && !this.table.ended : this.board.on;
  }

  /** Who sits at a side, for its strip; nothing if the reader chooses. */
  seat(side) {
    return this.now?.seat(side) ?? null;
  }

  /** Seconds left for each side, by the server's clock; nothing if the page keeps it. */
  get time() {
    return this.now ? (this.now.time ?? []) : null;
  }

  get sentence() {
    return this.now?.sentence ?? "";
  }

  get badges() {
    return (this.now ?? (this.board.steers ? this.board : null))?.badges ?? null;
  }

  resign() {
    return this.table.on && this.table.resign();
  }

  rematch() {
    return this.table.on && this.table.rematch();
  }

  /** Everything that is to be seen of it. */
  draw() {
    this.table.draw();
    this.board.draw();
    $("#analyse").disabled = this.quiet;
    $("#with-others").title = this.app.w("withSomeone");
  }
}
