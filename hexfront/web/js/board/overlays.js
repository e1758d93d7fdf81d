/** What can be laid over the board, one key each. The engine computes it; here it is only drawn. */

import { button, h, s, show } from "../dom.js";

/** @typedef {import("../types").Shade} Shade */

const WORDS = { both: "both sides", good: "in order", bad: "in trouble", goal: "objective" };

/** Hatchings, so that tones can be told apart without colour. @returns {SVGDefsElement} */
function hatchings() {
  const one = (/** @type {string} */ id, /** @type {string} */ d) =>
    s("pattern", { id: `tone-${id}`, width: 16, height: 16, patternUnits: "userSpaceOnUse" }, s("path", { d, class: `ink ink-${id}` }));
  const right = "M-4 4L4 -4M0 16L16 0M12 20L20 12";
  const left = "M-4 12L4 20M0 0L16 16M12 -4L20 4";
  return s("defs", {}, one("first", right), one("second", left), one("both", right + left), one("good", "M8 6V10"), one("bad", right + left), one("goal", "M0 8H16"));
}

export class Overlays {
  /** @param {import("../app.js").App} app @param {import("./board.js").Board} board */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    this.now = "";
    this.turn = 0;
    board.svg.prepend(hatchings());
    app.on("view", () => this.now && this._fetch());
    /** @type {HTMLElement | null} */
    this.el = null;
    /** @type {Set<string>} */
    this.tones = new Set();
  }

  /** Those of this game. */
  get known() {
    return this.app.view?.overlays ?? [];
  }

  /** Switches an overlay on by its key, or off if it is on. @param {string} key */
  toggle(key) {
    const found = this.known.find((one) => one.key.toLowerCase() === key.toLowerCase());
    if (!found) return false;
    this.now = this.now === found.key ? "" : found.key;
    this.tones.clear();
    if (this.now) this._fetch();
    else this.board.layers.shades.replaceChildren();
    this._changed();
    return true;
  }

  _changed() {
    this._draw();
    this.app.emit("overlay", this.now);
  }

  async _fetch() {
    const turn = ++this.turn;
    try {
      const found = await this.app.api.get(`${this.app.path}/overlay/${encodeURIComponent(this.now)}`);
      if (turn === this.turn && this.now) this._lay(found.shades);
    } catch (error) {
      if (turn !== this.turn) return;
      this.now = "";
      this._changed();
      this.app.fail(error);
    }
  }

  /** A side's tone goes by its place at the table, so that no game needs colours of its own. @param {string} tone */
  _class(tone) {
    const place = this.app.view?.sides.indexOf(tone) ?? -1;
    return place < 0 ? tone : place === 0 ? "first" : "second";
  }

  /** @param {Shade[]} shades */
  _lay(shades) {
    const parts = [];
    for (const shade of shades) {
      const at = this.board.centre(shade.hex);
      if (!at) continue;
      this.tones.add(shade.tone);
      const kind = this._class(shade.tone);
      parts.push(this.board.cell(shade.hex, { class: `shade ${kind}` }), this.board.cell(shade.hex, { class: "hatch", fill: `url(#tone-${kind})` }));
    }
    const words = shades.filter((shade) => shade.label && this.board.centre(shade.hex)).map((shade) => this._word(shade));
    this.board.layers.shades.replaceChildren(...parts, ...words);
    this._draw();
  }

  /** @param {Shade} shade */
  _word(shade) {
    const [x, y] = this.board.geometry.hexes[shade.hex];
    return s("text", { x, y: y - 30, class: "shade-word", "font-size": shade.label.length > 6 ? 13 : 18 }, shade.label);
  }

  /** @param {HTMLElement} el */
  mount(el) {
    this.el = el;
    this._draw();
  }

  _draw() {
    if (!this.el) return;
    const switches = this.known.map((one) =>
      button(one.key, () => this.toggle(one.key), { class: "key", title: `${one.title} (${one.key})`, "aria-label": `Overlay: ${one.title}`, "aria-pressed": String(this.now === one.key), "data-test": `overlay-${one.key}` }),
    );
    const title = this.known.find((one) => one.key === this.now)?.title ?? "";
    const legend = [...this.tones].map((tone) => h("span", { class: `tone ${this._class(tone)}` }, /** @type {any} */ (WORDS)[tone] ?? tone));
    show(this.el, h("div", { class: "keys", role: "toolbar", "aria-label": "Overlays" }, ...switches), title && h("p", { class: "legend", role: "status" }, h("b", {}, title), ...legend));
  }
}
