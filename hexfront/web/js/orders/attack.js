/**
 * An attack before it is made: targets, attackers clicked in and out, support switched on and off. All figures come from
 * the engine; every change asks for the panel again.
 */

import { button, h, show, titled } from "../dom.js";
import { takes } from "./slots.js";

/** @typedef {import("../types").Panel} Panel */
/** @typedef {import("../types").Item} Item */
/** @typedef {import("./hands.js").Hit} Hit */

/** A chance as people write it. @param {number} chance */
const percent = (chance) => `${(100 * chance).toFixed(1).replace(/\.0$/, "")}%`;

export class Attack {
  /** @param {import("../app.js").App} app @param {import("./select.js").Play} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
    this.open = false;
    this.verb = "";
    /** @type {string[]} */
    this.targets = [];
    /** @type {string[]} */
    this.units = [];
    /** Words of switches that are on, each with its slot. @type {Map<string, string>} */
    this.words = new Map();
    /** Who could take part, as far as the board shows. @type {string[]} */
    this.near = [];
    /** @type {Panel | null} */
    this.panel = null;
    this.turn = 0;
    /** @type {HTMLElement | null} */
    this.el = null;
  }

  // -- beginning and ending --------------------------------------------------------------------

  /** Opens the panel on a hex with the selected units, or with all that can attack it. @param {string} hex */
  async start(hex) {
    const { play } = this;
    const kinds = play.verbs.filter((verb) => takes(verb, "hexes")).map((verb) => verb.name);
    this.verb = play.targets.get(hex)?.verb ?? kinds[0] ?? "";
    if (!this.verb) return;
    this.open = true;
    this.targets = [hex];
    this.words = new Map();
    this.units = [...new Set(play.units)];
    this.near = this._near();
    this.panel = null;
    this._draw();
    this._inSight(hex);
    const turn = ++this.turn;
    if (!this.units.length) {
      const able = await this._able();
      if (turn !== this.turn) return;
      this.units = able;
    }
    this._changed();
  }

  stop() {
    this.open = false;
    this.targets = [];
    this.play.board.room = { top: 0, right: 0, bottom: 0, left: 0 };
    this.turn += 1;
    this.panel = null;
    this.app.panel = null;
    this.app.emit("panel", null);
    this._marks();
    this.play.choose([]);
  }

  /** The panel must not hide what it speaks of: the target goes to the middle of what is left. @param {string} hex */
  _inSight(hex) {
    const { board } = this.play;
    if (!this.el) return;
    const sheet = this.el.offsetWidth > board.el.clientWidth * 0.8;
    const high = Math.round(board.el.clientHeight * 0.62); // it grows to this when its figures come
    board.room = { top: 0, left: 0, right: sheet ? 0 : this.el.offsetWidth + 12, bottom: sheet ? high : 0 };
    board.focusHex(hex);
  }

  /** Units beside the targets that some order can name. */
  _near() {
    const { play } = this;
    const hexes = new Set(this.targets.flatMap((target) => play.board.around(target)));
    return [...hexes].flatMap((hex) => (play.enemyIn(hex) ? [] : play.pickable(hex)));
  }

  /** Those near units of which the engine says that they can attack the target; all, if none can do it alone. */
  async _able() {
    const offers = await this.play.questions.against(this.targets[0], this.near);
    const able = offers.filter((offer) => offer.verb === this.verb).flatMap((offer) => offer.units);
    return able.length ? [...new Set(able)] : this.near;
  }

  // -- changing --------------------------------------------------------------------------------

  /** A click on the board while the panel is open. @param {Hit} hit */
  click(hit) {
    const { play } = this;
    if (this.targets.includes(hit.hex) || (play.enemyIn(hit.hex) && !hit.unit)) {
      this._aim(hit);
      return true;
    }
    const group = hit.unit ? [hit.unit] : play.pickable(hit.hex);
    if (!group.length || !hit.counter) {
      this.stop();
      return true;
    }
    if (!hit.unit && group.length > 1) play.board.counters.fan(hit.hex);
    const all = group.every((unit) => this.units.includes(unit));
    this.units = all ? this.units.filter((unit) => !group.includes(unit)) : [...new Set([...this.units, ...group])];
    this._changed();
    return true;
  }

  /** Another target; with Shift one more, or one less. @param {Hit} hit */
  _aim(hit) {
    if (!hit.shift) {
      if (this.targets.length > 1 || this.targets[0] !== hit.hex) {
        this.play.choose([]);
        this.start(hit.hex);
      }
      return;
    }
    const others = this.targets.filter((target) => target !== hit.hex);
    this.targets = others.length < this.targets.length ? (others.length ? others : this.targets) : [...this.targets, hit.hex];
    this.near = this._near();
    this._changed();
  }

  /** @param {string} unit */
  toggle(unit) {
    this.units = this.units.includes(unit) ? this.units.filter((one) => one !== unit) : [...this.units, unit];
    this._changed();
  }

  /** A switch on or off; of several choices only one can be on. @param {import("../types").Switch} item */
  flip({ word, slot }) {
    const on = !this.words.has(word);
    this.words = new Map([...this.words].filter(([one, its]) => one !== word && !(slot === "choice" && its === slot)));
    if (on) this.words.set(word, slot);
    this._changed();
  }

  /** The order as text: the words of the switches stand in their slots. */
  order() {
    const slots = this.play.verbs.find((verb) => verb.name === this.verb)?.slots ?? [];
    /** @type {Record<string, string[]>} */
    const chosen = { units: this.units, hexes: [">", ...this.targets] };
    const switched = (/** @type {string} */ kind) => [...this.words].filter(([, slot]) => slot === kind).map(([word]) => word);
    return [this.verb, ...slots.flatMap(({ kind }) => [...(chosen[kind] ?? []), ...switched(kind)])].join(" ");
  }

  async _changed() {
    const turn = ++this.turn;
    this._marks();
    if (!this.units.length) {
      this._take(null);
      return;
    }
    try {
      const panel = await this.app.api.post(`${this.app.path}/panel`, { order: this.order() });
      if (turn === this.turn) this._take(panel);
    } catch (error) {
      if (turn === this.turn) this._take(null);
      this.app.fail(error);
    }
  }

  /** @param {Panel | null} panel */
  _take(panel) {
    this.panel = panel;
    this.app.panel = panel;
    this.app.emit("panel", panel);
    this._draw();
  }

  /** May it be fought as it stands? */
  get ready() {
    return Boolean(this.open && this.panel && !this.panel.why && this.units.length);
  }

  async fight() {
    const order = this.order();
    if (!this.panel) return;
    const played = await this.app.send(order);
    if (played && this.open) this.stop();
  }

  // -- drawing ---------------------------------------------------------------------------------

  _marks() {
    const { board } = this.play;
    board.highlight(this.open ? this.targets : [], "aimed");
    board.counters.mark("chosen", this.open ? this.units : this.app.selection);
    board.counters.mark("near", this.open ? this.near : []);
    this._arrows();
    this._draw();
  }

  /** A line from every attacker's hex to the target. */
  _arrows() {
    const { board } = this.play;
    if (!this.open) return board.highlight([], "from");
    const hexes = new Set(this.units.map((unit) => board.counters.byUnit.get(unit)?.hex ?? "").filter(Boolean));
    board.highlight([...hexes], "from");
  }

  /** @param {HTMLElement} el */
  mount(el) {
    this.el = el;
    this._draw();
  }

  _draw() {
    const { el, panel } = this;
    this.app.emit("bars");
    if (!el) return;
    el.hidden = !this.open;
    document.body.classList.toggle("attacking", this.open);
    if (!this.open) return void el.replaceChildren();
    const close = button("×", () => this.stop(), { class: "close", "aria-label": "Close the attack (Esc)" });
    const title = panel?.title || `${titled(this.verb)} ${this.targets.join(" and ")}`;
    const body = panel ? this._body(panel) : [h("p", { class: "quiet" }, this.units.length ? "Working it out." : "Click the units that shall attack.")];
    show(el, h("header", {}, h("h2", {}, title), close), this._crew(), ...body);
  }

  /** Attackers in and out, as buttons for those who do not use a mouse. */
  _crew() {
    const { counters } = this.play.board;
    const names = [...new Set([...this.near, ...this.units])];
    const one = (/** @type {string} */ unit) => {
      const on = this.units.includes(unit);
      const figures = counters.byUnit.get(unit)?.figures ?? "";
      return button(`${unit} ${figures}`, () => this.toggle(unit), { class: "chip", "aria-pressed": String(on), "data-test": `attacker-${unit}` });
    };
    return h("div", { class: "crew", role: "group", "aria-label": "Attackers" }, ...names.map(one));
  }

  /** @param {Panel} panel */
  _body(panel) {
    const sums = h("div", { class: "sums" }, this._sum("Attack", panel.attack, panel.attack_total), this._sum("Defence", panel.defence, panel.defence_total));
    const why = panel.why ? h("p", { class: "why", role: "status" }, `${panel.why} `, panel.rule && this._rule(panel.rule)) : null;
    return [
      h("p", { class: "odds" }, "Odds ", h("strong", { "data-test": "panel-odds" }, panel.odds)),
      why,
      this._bar(panel),
      panel.note ? h("p", { class: "quiet" }, panel.note) : null,
      this._switches(panel),
      sums,
    ];
  }

  /** @param {string} rule */
  _rule(rule) {
    return button(rule, () => this.app.openRule(rule), { class: "rule", title: `Rule ${rule}` });
  }

  /** @param {string} title @param {Item[]} items @param {string} total */
  _sum(title, items, total) {
    const rows = items.map((item) => h("tr", {}, h("td", {}, item.text, " ", item.rule && this._rule(item.rule)), h("td", { class: "value" }, item.value)));
    return h("table", {}, h("caption", {}, title), h("tbody", {}, ...rows), h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Sum"), h("td", { class: "value" }, total))));
  }

  /** One bar of all results, and under it what each would do here. @param {Panel} panel */
  _bar(panel) {
    const parts = panel.chances.map((one, place) => {
      const part = h("span", { class: `part p${place % 6}`, title: `${one.code} ${percent(one.chance)}` }, one.chance >= 0.09 ? one.code : "");
      part.style.flexGrow = String(Math.max(0.001, one.chance));
      return part;
    });
    const rows = panel.chances.map((one, place) => h("li", {}, h("span", { class: `key p${place % 6}` }, one.code), h("b", {}, percent(one.chance)), h("span", {}, one.text)));
    return h("div", { class: "chances" }, h("div", { class: "bar", "aria-hidden": "true" }, ...parts), h("ul", { "data-test": "panel-chances" }, ...rows));
  }

  /** @param {Panel} panel */
  _switches(panel) {
    if (!panel.switches?.length) return null;
    const one = (/** @type {import("../types").Switch} */ item) =>
      h("label", { class: "switch" }, h("input", { type: "checkbox", checked: item.on, "data-test": `switch-${item.word}`, onchange: () => this.flip(item) }), item.title);
    return h("fieldset", { class: "switches" }, h("legend", {}, "Support"), ...panel.switches.map(one));
  }
}
