/**
 * The bar under the board: what is asked, what can be done with what is selected, and the main button. The main button
 * always does the next sensible thing: fight, give the order that is ready, or end the phase.
 */

import { button, h, show, titled } from "../dom.js";
import { mayEnd } from "../panels/endphase.js";
import { only } from "./slots.js";

const DONE = "done"; // the one word that every game has: it ends a phase

export class Actions {
  /** @param {HTMLElement} el @param {import("../app.js").App} app @param {import("./select.js").Play} play */
  constructor(el, app, play) {
    this.app = app;
    this.play = play;
    this.number = 1;
    this.shift = false;
    this.asking = false;
    this.drawn = 0;
    this.prompt = h("p", { class: "prompt", "aria-live": "polite" });
    this.hint = h("p", { class: "hint" });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": "Units beside the board" });
    this.tray.addEventListener("click", (/** @type {MouseEvent} */ event) => (this.shift = event.shiftKey || event.ctrlKey), true);
    this.tools = h("div", { class: "tools", role: "group", "aria-label": "Orders" });
    this.undo = button("Undo", () => app.undo(), { class: "undo", title: "Undo (U)", "data-test": "undo" });
    this.main = button("", () => this.press(), { class: "main", "data-test": "main-button" });
    show(el, h("div", { class: "says" }, this.prompt, this.hint), this.tray, this.tools, this.undo, this.main);
    for (const what of ["bars", "view"]) app.on(what, () => this.later());
    app.on("hint", (text) => (this.hint.textContent = text));
    this.draw();
  }

  /** Many changes in one turn are drawn once. */
  later() {
    if (this.drawn) return;
    this.drawn = requestAnimationFrame(() => {
      this.drawn = 0;
      if (this.app.view) this.draw();
    });
  }

  draw() {
    const { app, play } = this;
    const view = app.view;
    this.prompt.textContent = this._prompt();
    show(this.tray, ...(play.waiting().length ? this._waiting() : []));
    show(this.tools, ...(app.yours ? [...this._verbs(), ...play.duties.picked().filter(() => play.duties.picking), ...this._plain(), ...this._bare(), ...this._numbers()] : []));
    this.undo.disabled = app.busy || !view?.number || view.over || !view.you.length;
    const { text, ready } = this._main();
    this.main.textContent = text;
    this.main.disabled = !ready || app.busy;
  }

  _prompt() {
    const view = this.app.view;
    if (!view) return "";
    if (view.over) return "The game is over.";
    if (!view.ask) return "";
    const what = `${view.ask.title}: ${view.ask.prompt}`;
    return this.app.yours ? what : `${titled(view.ask.side)} decides. ${what}`;
  }

  /** Units beside the board; a click selects one and lights where it can come in. */
  _waiting() {
    const { play } = this;
    return play.waiting().map((unit) =>
      button(unit, () => play.choose(play.units.includes(unit) ? play.units.filter((one) => one !== unit) : this._beside(unit)), {
        class: "chip",
        "aria-pressed": String(play.units.includes(unit)),
        "data-test": `piece-${unit}`,
      }),
    );
  }

  /** A second one joins the first, unless units on the board were selected. @param {string} unit */
  _beside(unit) {
    const { play } = this;
    const joined = play.units.length > 0 && play.units.every((one) => !play.board.counters.byUnit.has(one));
    return joined && this.shift ? [...play.units, unit] : [unit];
  }

  /** The kinds of movement that the selected units have, if there are several. */
  _verbs() {
    const { play } = this;
    const kinds = play.kinds();
    if (kinds.length < 2) return [];
    return kinds.map((verb, place) => button(titled(verb), () => play.setVerb(verb), { class: "chip", "aria-pressed": String(play.verb === verb), title: `${titled(verb)} (${place + 1})`, "data-test": `verb-${verb}` }));
  }

  /** Orders of the selected units that need no hex; the only one is the main button's. */
  _plain() {
    const orders = this.play.plain();
    return orders.length === 1 && this._mainOrder() === orders[0].order ? [] : orders.map((offer) => this._order(offer.order, offer.order));
  }

  /** Orders that stand alone, but the one that ends the phase. */
  _bare() {
    return this.play.verbs.filter((verb) => !verb.slots.length && verb.name !== DONE).map((verb) => this._order(verb.name, titled(verb.name)));
  }

  /** @param {string} order @param {string} text */
  _order(order, text) {
    return button(text, () => this.app.send(order), { "data-test": `order-${order.split(" ")[0]}`, disabled: this.app.busy });
  }

  /** Orders with a number. */
  _numbers() {
    return this.play.verbs.filter((verb) => only(verb, "number")).map((verb) => {
      const input = h("input", { type: "number", value: this.number, "aria-label": `Number for ${verb.name}`, oninput: () => (this.number = Number(input.value)) });
      return h("span", { class: "number" }, input, button(titled(verb.name), () => this.app.send(`${verb.name} ${Math.trunc(this.number)}`)));
    });
  }

  // -- the main button -------------------------------------------------------------------------

  /** The order of the selected units that the main button gives. */
  _mainOrder() {
    const { play } = this;
    const plain = play.plain();
    return plain.length === 1 && !play.goals.size && !play.targets.size ? plain[0].order : "";
  }

  /** What the main button says, and whether it can be pressed. */
  _main() {
    const { app, play } = this;
    const { attack } = play;
    if (app.view?.over) return { text: "Replay", ready: true };
    if (!app.yours) return { text: "Wait", ready: false };
    if (attack.open) return { text: attack.panel ? `${titled(attack.verb)} at ${attack.panel.odds}` : titled(attack.verb), ready: attack.ready };
    const order = this._mainOrder();
    if (order) return { text: titled(order), ready: true };
    if (play.verbs.some((verb) => verb.name === DONE)) return { text: `End: ${app.view?.ask?.title ?? ""}`, ready: true };
    return { text: play.duties.picking ? "Choose units" : "Choose", ready: false };
  }

  /** Does what the main button says. */
  async press() {
    const { app, play } = this;
    if (app.view?.over) {
      location.hash = `#/g/${app.view.id}/replay`;
      return;
    }
    if (!app.yours || app.busy) return;
    const order = this._mainOrder();
    if (play.attack.open) await (play.attack.ready && play.attack.fight());
    else if (order) await app.send(order);
    else if (play.verbs.some((verb) => verb.name === DONE)) await this._end();
  }

  async _end() {
    if (this.asking) return;
    this.asking = true;
    try {
      if (await mayEnd(this.app)) await this.app.send(DONE);
    } finally {
      this.asking = false;
    }
  }
}
