/**
 * What a player owes: losses, retreats, advances, placements. Units that can answer are marked on the board, picked by
 * clicking, as often as the order names them; dice are shown where they fell.
 */

import { button, h, s } from "../dom.js";
import { only } from "./slots.js";

/** @typedef {import("../types").Offer} Offer */
/** @typedef {import("../types").LogLine} LogLine */

const SHOWN = 5200; // ms that dice stay on the board
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die as a small picture; a number where it has more than six faces. @param {number} face @returns {SVGSVGElement} */
export function die(face) {
  const pips = PIPS[face];
  const dots = pips?.length
    ? pips.map((place) => s("circle", { cx: 7 + 8 * (place % 3), cy: 7 + 8 * Math.floor(place / 3), r: 2.6 }))
    : [s("text", { x: 15, y: 20.5, "text-anchor": "middle", "font-size": 16 }, String(face))];
  return s("svg", { class: "die", viewBox: "0 0 30 30", role: "img", "aria-label": `die ${face}` }, s("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }), ...dots);
}

export class Duties {
  /** @param {import("../app.js").App} app @param {import("./select.js").Play} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
    this.timer = 0;
    /** @type {HTMLElement | null} */
    this.el = null;
  }

  // -- picking units ---------------------------------------------------------------------------

  /** Does this decision name units and nothing else? Then a click names a unit, a second click names it again. */
  get picking() {
    const verbs = this.play.verbs.filter((verb) => verb.slots.length);
    return this.play.app.yours && verbs.length > 0 && verbs.every((verb) => only(verb, "units"));
  }

  /** A decision has come up: if only one unit can answer, it is selected; if none is in sight, look there. @param {boolean} fresh */
  begin(fresh) {
    const { play } = this;
    if (!fresh || !play.able.size) return;
    if (play.able.size === 1) play.choose([...play.able]);
    const [first] = play.places();
    if (first && play.duty) play.board.focusHex(first);
  }

  /** Adds a unit to those named; what can no longer be an order begins anew with it. @param {string} unit */
  async pick(unit) {
    if (!unit) return;
    const { play } = this;
    const now = play.units;
    const turn = play.turn;
    const tries = [[...now, unit], [...now.slice(1), unit], [unit]];
    const answers = await Promise.all(tries.map((units) => play.questions.units(units)));
    if (turn !== play.turn) return;
    const place = answers.findIndex((offers) => offers.length > 0);
    const whole = play.offers.length > 0;
    play.choose(place >= 0 ? tries[place] : whole ? [unit] : tries[0]);
  }

  /** @param {string} unit */
  drop(unit) {
    const units = [...this.play.units];
    units.splice(units.lastIndexOf(unit), 1);
    this.play.choose(units);
  }

  /** The named units with how often, each with a button that takes one away. @returns {HTMLElement[]} */
  picked() {
    /** @type {Map<string, number>} */
    const many = new Map();
    for (const unit of this.play.units) many.set(unit, (many.get(unit) ?? 0) + 1);
    return [...many].map(([unit, count]) =>
      button(count > 1 ? `${unit} × ${count}` : unit, () => this.drop(unit), { class: "chip picked", title: `Take ${unit} back`, "aria-label": `${unit}, ${count} times; take one back` }),
    );
  }

  // -- choosing between orders for one hex -----------------------------------------------------

  /**
   * One order is given at once; of several the player chooses.
   * @param {string} hex
   * @param {Offer[]} offers
   * @param {boolean} touch
   */
  chooseOrder(hex, offers, touch) {
    if (offers.length === 1 && !touch) return this.app.send(offers[0].order);
    return this.chooser(hex, offers.map((offer) => ({ text: offer.order, act: () => this.app.send(offer.order) })));
  }

  /** A few buttons at a hex. @param {string} hex @param {{text: string, act: () => any}[]} deeds */
  chooser(hex, deeds) {
    const { board } = this.play;
    const at = board.centre(hex);
    if (!at) return;
    this.unchoose();
    const [x, y] = board.project(at);
    const menu = h("div", { class: "chooser", role: "menu", "aria-label": `Orders at ${hex}` });
    for (const deed of deeds) menu.append(button(deed.text, () => { this.unchoose(); deed.act(); }, { role: "menuitem" }));
    menu.append(button("cancel", () => this.unchoose(), { role: "menuitem", class: "quiet" }));
    menu.style.left = `${Math.min(x, board.el.clientWidth - 180)}px`;
    menu.style.top = `${Math.min(y + 20, board.el.clientHeight - 150)}px`;
    menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.unchoose());
    board.el.append(menu);
    menu.querySelector("button")?.focus();
    this.menu = menu;
  }

  unchoose() {
    if (!this.menu) return;
    this.menu.remove();
    this.menu = undefined;
    this.play.board.el.focus({ preventScroll: true });
  }

  // -- dice ------------------------------------------------------------------------------------

  /** @param {HTMLElement} el */
  mount(el) {
    this.el = el;
  }

  /** An order was played: its dice are shown with what came of them. @param {LogLine} line */
  told(line) {
    const hexes = (line.order.match(/\b\d{4}\b/g) ?? []).filter((hex) => this.play.board.centre(hex));
    this.play.board.highlight(hexes.slice(-1), "last");
    if (!this.el || !line.dice?.length) return;
    const dice = h("span", { class: "dice" }, ...line.dice.slice(0, 8).map(die));
    const text = h("span", { class: "told" }, line.lines.slice(0, 3).join(" · ") || line.order);
    this.el.replaceChildren(dice, text);
    this.el.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.el && (this.el.hidden = true), SHOWN);
  }
}
