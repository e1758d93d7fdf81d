// What the robots meant to do: sentences for the log, arrows for the board. The server hands out what may be read now:
// of a running game nothing but one's own robots, of a game that is over all.

import { button, h, later, s, show, titled } from "../dom.js";

/** @typedef {import("../types").Plan} Plan */
/** @typedef {import("../types").PlanArrow} Arrow */
/** @typedef {[number, number]} Point */

const BEAT = 1000; // ms between two looks for new plans of a running game
const BEND = 0.09; // how far an arrow bows, so that two that cross can be told apart
const SHORT = { move: 16, attack: 20, hold: 44 }; // how far before the middle of its hex an arrow ends
const ALL = 0.12; // a scale at which arrows can still be followed: better all of a plan than large counters
const CLOSE = 0.42; // from this scale on nobody needs to be brought nearer
const WORDS = { move: "move", attack: "attack", hold: "hold" };

/** @param {string} kind @returns {"move" | "attack" | "hold"} */
const known = (kind) => (kind === "attack" || kind === "hold" ? kind : "move");

export class Plans {
  /** @param {import("../app.js").App} app @param {import("../board/board.js").Board} board */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    /** All plans that may be read, the oldest first. @type {Plan[]} */
    this.list = [];
    /** Whose plans may be read now. @type {string[]} */
    this.sides = [];
    /** The plan whose arrows are on the board. @type {Plan | null} */
    this.shown = null;
    this.over = Boolean(app.view?.over);
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.el = h("p", { class: "legend planned", hidden: true, "data-test": "plan-legend" });
    app.on("view", later(() => this._changed(), BEAT));
    this.load();
  }

  /** Fetches what is new. Two who ask at once wait for the same answer. */
  load() {
    this.loading ??= this._load().catch((error) => console.warn(error)).finally(() => (this.loading = null));
    return this.loading;
  }

  async _load() {
    const { path } = this.app;
    for (let more = true; more && this.app.view; ) {
      const found = await this.app.api.get(`${path}/plans?after=${this.list.at(-1)?.number ?? 0}`);
      if (path !== this.app.path) return;
      this.sides = found.sides;
      this.list.push(...found.plans);
      more = found.more;
    }
    this.app.emit("plans", this.list);
  }

  /** The game has gone on: its end opens all plans, and the owner of robots reads theirs as they are made. */
  _changed() {
    const { view, replaying } = this.app;
    if (!view || replaying) return;
    this.list = this.list.filter((plan) => plan.number <= view.number); // some may have been taken back
    if (view.over !== this.over) {
      this.over = view.over;
      this._again();
    } else if (this.sides.length && !view.over) this.load();
  }

  /** Reads all of them again: what was hidden lies between those that were not. */
  async _again() {
    await this.loading;
    this.list = [];
    await this.load();
  }

  /** The plan by which a line was played: the last of its phase. @param {any[]} lines all lines of the game @param {number} number */
  of(lines, number) {
    const plan = this.list.filter((one) => one.number <= number).at(-1);
    return plan && lines[plan.number - 1]?.heading === lines[number - 1]?.heading ? plan : null;
  }

  // -- on the board ----------------------------------------------------------------------------

  /** The eye of a plan: its arrows come, or go if they are there. @param {Plan} plan */
  toggle(plan) {
    this.draw(this.shown === plan ? null : plan);
    if (!this.shown) return;
    this.app.emit("fold"); // on a telephone the log lies over the board
    const hexes = [...new Set(plan.arrows.flatMap(({ start, end }) => [start, end]))];
    this.board.cover({ bottom: (this.el.parentElement?.offsetHeight ?? 0) + 10 }); // the legend must hide none of them
    if (this.board.scale < CLOSE || !hexes.every((hex) => this.board.sees(hex))) this.board.frameHexes(hexes, ALL);
    this.board.cover({ bottom: 0 });
  }

  /** Puts the arrows of a plan on the board, or takes them away. @param {Plan | null} plan */
  draw(plan) {
    if (plan === this.shown) return;
    this.shown = plan;
    const order = ["hold", "move", "attack"]; // attacks lie on top
    const arrows = [...(plan?.arrows ?? [])].sort((a, b) => order.indexOf(known(a.kind)) - order.indexOf(known(b.kind)));
    this.board.layers.plan.replaceChildren(...arrows.flatMap((arrow) => this._arrow(arrow)));
    this._legend();
    this.app.emit("plans", this.list);
  }

  /** One arrow: a pale edge below, the line and its head above. @param {Arrow} arrow @returns {SVGElement[]} */
  _arrow({ start, end, kind }) {
    const [from, to] = [this.board.centre(start), this.board.centre(end)];
    if (!from || !to) return [];
    const what = known(kind);
    const attrs = { class: `arrow ${what}`, "data-test": `arrow-${what}-${start}-${end}` };
    if (start === end) return [s("g", attrs, ...ring(to))];
    const { line, head } = shape(from, to, what);
    const parts = [s("path", { class: "edge", d: line }), s("path", { class: "edge head", d: head }), s("path", { d: line }), s("path", { class: "head", d: head })];
    return [s("g", attrs, ...parts, ...(what === "hold" ? ring(to) : []))];
  }

  _legend() {
    const plan = this.shown;
    this.el.hidden = !plan;
    if (!plan) return;
    const kinds = ["move", "attack", "hold"].filter((kind) => plan.arrows.some((arrow) => known(arrow.kind) === kind));
    show(this.el, h("b", { title: `Turn ${plan.turn}` }, `${titled(plan.side)} plan`),
      ...kinds.map((kind) => h("span", {}, swatch(/** @type {"move" | "attack" | "hold"} */ (kind)), WORDS[/** @type {"move"} */ (kind)])),
      button("×", () => this.draw(null), { class: "close", "aria-label": "Hide the plan" }));
  }
}

/** A ring around a hex that is to be held. @param {Point} at */
const ring = ([x, y]) => [s("circle", { class: "edge", cx: x, cy: y, r: 43 }), s("circle", { cx: x, cy: y, r: 43 })];

/**
 * A bowed line and the head at its end.
 * @param {Point} from
 * @param {Point} to
 * @param {"move" | "attack" | "hold"} kind
 */
export function shape([ax, ay], [bx, by], kind) {
  const [dx, dy] = [bx - ax, by - ay];
  const long = Math.hypot(dx, dy);
  const bow = kind === "attack" ? 0 : BEND;
  const [mx, my] = [(ax + bx) / 2 - dy * bow, (ay + by) / 2 + dx * bow];
  const [ex, ey] = [(bx - mx) / Math.hypot(bx - mx, by - my), (by - my) / Math.hypot(bx - mx, by - my)]; // where it points at its end
  const cut = Math.min(SHORT[kind], long / 3);
  const [tx, ty] = [bx - ex * cut, by - ey * cut]; // the tip
  const size = kind === "attack" ? 28 : 24;
  const [nx, ny] = [tx - ex * size, ty - ey * size]; // the foot of the head
  const begin = kind === "attack" ? 0.16 : 0; // so that the counter can be read
  const barb = (/** @type {number} */ side) => `${nx - ey * side * size * 0.62} ${ny + ex * side * size * 0.62}`;
  const notch = kind === "attack" ? `L${nx + ex * size * 0.35} ${ny + ey * size * 0.35}` : "";
  return {
    line: `M${ax + dx * begin} ${ay + dy * begin}Q${mx} ${my} ${nx} ${ny}`,
    head: `M${tx} ${ty}L${barb(1)}${notch}L${barb(-1)}Z`,
  };
}

/** A sample of an arrow for the legend. @param {"move" | "attack" | "hold"} kind */
function swatch(kind) {
  const box = s("svg", { viewBox: "0 0 110 50", class: "swatch", "aria-hidden": "true" });
  const { line, head } = shape([4, 25], [104 + SHORT[kind], 25], kind);
  const parts = kind === "hold" ? [s("circle", { cx: 55, cy: 25, r: 20 })] : [s("path", { d: line }), s("path", { class: "head", d: head })];
  box.append(s("g", { class: `arrow ${kind}` }, ...parts));
  return box;
}

// -- in the log ----------------------------------------------------------------------------------------------

/** An eye, drawn. */
const eye = () => s("svg", { viewBox: "0 0 24 24", class: "eye", "aria-hidden": "true" }, s("path", { d: "M2 12C6 5 18 5 22 12C18 19 6 19 2 12Z" }), s("circle", { cx: 12, cy: 12, r: 3.2 }));

/** The button that shows a plan's arrows. @param {Plan} plan @param {any} app */
export function eyeButton(plan, app) {
  const on = app.plans?.shown === plan;
  const label = on ? "Hide the arrows of this plan" : "Show the arrows of this plan on the board";
  const key = button("", (event) => {
    event.stopPropagation();
    app.plans?.toggle(plan);
  }, { class: "look", "aria-pressed": String(on), "aria-label": label, title: label, "data-test": `plan-eye-${plan.number}` });
  key.append(eye());
  return key;
}
