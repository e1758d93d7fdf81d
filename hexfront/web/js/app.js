/**
 * What all panels share: the view of the game, who wants to hear of changes, and the ways to act.
 *
 * A panel is a function `mount(el, app)`. It draws from `app.view` and listens with `app.on`:
 *   view     the view has changed (the new view)
 *   line     an order was played (the line of the log)
 *   select   the selected units have changed (their names)
 *   overlay  an overlay was switched on or off (its id or "")
 *   talk, offer, thinking   messages of the socket
 *   online   the connection was lost or is back (true or false)
 *   here     a player has come to the table or left it (the view's seats say who is here)
 *   plans    plans that may be read have come, or another one is shown; fold: the board wants the room of the panels
 *   panel    the attack panel has changed (the Panel or null), so that a chart can light its column
 *   bars     what can be done has changed: the bar of buttons is drawn anew
 *   hint     a hex or counter in words, for whoever points at it; speak: the same for a reader of screens
 *   rule     a rule is opened: whoever owns its drawer shows it
 */

import { Api, ApiError, Line } from "./api.js";
import { titled } from "./dom.js";

/** @typedef {import("./types").View} View */

const TOLD = new Set(["talk", "offer", "thinking"]); // messages of the server that panels hear as they are

export class App {
  constructor() {
    this.api = new Api();
    /** The view of the open game; null at home. @type {View | null} */
    this.view = null;
    /** The board; null at home. @type {import("./board/board.js").Board | null} */
    this.board = null;
    /** The play on the board; null at home and in a replay. @type {import("./orders/select.js").Play | null} */
    this.play = null;
    /** The plans of robots; null at home. @type {import("./panels/plans.js").Plans | null} */
    this.plans = null;
    /** Names of the selected units. @type {string[]} */
    this.selection = [];
    /** @type {import("./types").Panel | null} */
    this.panel = null;
    this.online = true;
    /** Why there is no line to the server any more; empty while there is, or may be again. */
    this.ended = "";
    /** The server has ended our session; the next view tells whether we play on all the same. */
    this.signedOut = false;
    /** The game that is being fetched. @type {symbol | null} */
    this.opening = null;
    /** A replay shows older views, and takes no orders. */
    this.replaying = false;
    this.busy = false;
    /** @type {Line | null} */
    this.line = null;
    /** @type {Map<string, Set<(what: any) => void>>} */
    this.ears = new Map();
    /** How a message is shown; main.js sets it. @type {(text: string, rule: string, kind: string) => void} */
    this.show = () => {};
    /** Opens a rule by its number; main.js sets it. @type {(rule: string) => void} */
    this.openRule = () => {};
  }

  /** Listens; the function returned stops it. @param {string} what @param {(what: any) => void} fn */
  on(what, fn) {
    const ears = this.ears.get(what) ?? new Set();
    this.ears.set(what, ears.add(fn));
    return () => void ears.delete(fn);
  }

  /** @param {string} what @param {any} [value] */
  emit(what, value) {
    for (const fn of [...(this.ears.get(what) ?? [])]) {
      try {
        fn(value);
      } catch (error) {
        console.error(error); // one panel's fault must not take the others with it
      }
    }
  }

  /**
   * One sentence for the player; a rule becomes a button that opens it.
   * @param {string} text
   * @param {string} [rule]
   * @param {string} [kind] refusal, or note
   */
  toast(text, rule = "", kind = rule ? "refusal" : "note") {
    this.show(text, rule, kind);
  }

  /** The path of the open game in the API. */
  get path() {
    return `/api/games/${this.view?.id ?? ""}`;
  }

  /** May this browser decide now? */
  get yours() {
    return Boolean(this.view?.ask?.yours) && !this.replaying;
  }

  /**
   * Opens a game: the first view by HTTP, for it is the quickest, everything after by the socket.
   * @param {string} id
   * @param {boolean} replaying
   */
  async open(id, replaying) {
    this.replaying = replaying;
    const mine = (this.opening = Symbol(id));
    await this.api.me();
    const view = await this.api.get(`/api/games/${id}`);
    if (mine !== this.opening) return; // whoever asked has gone elsewhere meanwhile
    this.take(view);
    if (replaying) return;
    this.line = new Line(
      id,
      (message) => this._hear(message),
      (open) => {
        this.online = open;
        this.emit("online", open);
      },
      (why, final) => {
        this.ended = final ? `${titled(why)}.` : "";
        this.signedOut = !final;
      },
    );
  }

  /** Leaves the game; whoever listened hears nothing any more. */
  leave() {
    this.line?.close();
    this.ended = "";
    this.line = this.opening = null;
    this.view = this.board = this.play = this.plans = this.panel = null;
    this.selection = [];
    this.ears.clear();
  }

  /** @param {any} message */
  _hear(message) {
    if (message.type === "view") this.take(message.view);
    else if (message.type === "line") this._line(message);
    else if (message.type === "online") this._here(message);
    else if (TOLD.has(message.type)) this.emit(message.type, message);
  }

  /** A player came or went. This has nothing to do with our own connection. @param {{side: string, online: boolean}} message */
  _here({ side, online }) {
    if (!this.view) return;
    this.view.seats = this.view.seats.map((seat) => (seat.side === side ? { ...seat, online } : seat));
    this.emit("here", side);
  }

  /** An order was played, by us or by somebody else: what we know already is told only once. @param {any} message */
  _line(message) {
    if (!this.view) return;
    const { line, view } = message;
    if (view.version !== undefined && view.version === this.view.version && view.number === this.view.number) return;
    const kept = this.view.log.filter((one) => one.number <= view.number && one.number !== line?.number);
    this.take({ ...view, log: view.log ?? (line ? [...kept, line] : kept) });
  }

  /**
   * Takes a view unless we have a newer one: the answer to an order and the socket's message may overtake each other.
   * @param {View} view
   */
  take(view) {
    const before = this.view?.id === view.id ? this.view : null;
    if (before && !this.replaying && (view.version ?? 0) < (before.version ?? 0)) return;
    this.view = { ...view, log: view.log ?? before?.log ?? [] };
    if (this.signedOut && before?.you.length && !view.you.length) this.toast("You were signed out: you only watch now.");
    this.signedOut = false;
    this.emit("view", this.view);
    const last = before ? before.number : view.number;
    for (const line of this.view.log) if (line.number > last && line.number <= view.number) this.emit("line", line);
  }

  /** Asks for the view again; after an answer that says ours is old. */
  async refresh() {
    if (this.view) this.take(await this.api.get(this.path));
  }

  /**
   * Sends an order for whoever decides now. A refusal is told with its rule.
   * @param {string} order
   * @returns {Promise<boolean>} whether it was played
   */
  async send(order) {
    const view = this.view;
    if (!view || this.busy) return false;
    return this._act(() => this.api.order(view.id, order, view.number));
  }

  /** Takes back the last order, back to the last die or reveal. */
  async undo() {
    const view = this.view;
    if (!view || this.busy) return false;
    return this._act(() => this.api.post(`${this.path}/undo`, { seen: view.number }));
  }

  /** @param {() => Promise<{view: View, line?: import("./types").LogLine}>} act */
  async _act(act) {
    this.busy = true;
    this.emit("bars");
    try {
      this._line(await act());
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.busy = false;
      this.emit("bars");
    }
  }

  /** Tells a failure; one that brings a fresh view brings the board up to date. @param {unknown} error */
  fail(error) {
    if (!(error instanceof ApiError)) {
      console.error(error);
      this.toast("Something failed in this page; reload it, nothing is lost.");
      return;
    }
    if (error.status === 409 && error.body?.view) {
      this.take(error.body.view);
      this.toast("The game had gone on; this is how it stands now.");
      return;
    }
    this.toast(error.why, error.rule, error.status === 422 ? "refusal" : "note");
  }

  /** @param {string[]} units */
  select(units) {
    this.selection = units;
    this.emit("select", units);
  }
}
