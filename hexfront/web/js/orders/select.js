/**
 * Selecting and moving. The engine says what selected units can do; here it is lit, and a click on what is lit is sent.
 *
 * A click on a counter selects, a click on a lit hex or its number of points moves. Orders are told apart only by the
 * slots of their text (units with a path, units and a hex, units alone, a hex alone), never by what they mean.
 */

import { Attack } from "./attack.js";
import { Clicks } from "./clicks.js";
import { Lights } from "../board/lights.js";
import { Pointer } from "./pointer.js";
import { Questions } from "./questions.js";
import { Duties } from "./duties.js";
import { takes } from "./slots.js";

/** @typedef {import("../types").Offer} Offer */

export class Play {
  /** @param {import("../app.js").App} app @param {import("../board/board.js").Board} board */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    /** What the selected units can do. @type {Offer[]} */
    this.offers = [];
    /** Orders that name no unit. @type {Offer[]} */
    this.bare = [];
    /** Units that some order names now, also those that are not on the board. @type {Set<string>} */
    this.able = new Set();
    /** The kind of movement whose goals are lit. */
    this.verb = "";
    /** @type {Map<string, Offer>} */
    this.goals = new Map();
    /** Hexes that the selected units can attack. @type {Map<string, Offer>} */
    this.targets = new Map();
    /** @type {string[]} */
    this.via = [];
    this.turn = 0; // answers to older questions are dropped
    this.asked = ""; // the decision for which able and bare were fetched
    this.questions = new Questions(app);
    this.pointer = new Pointer(this);
    this.clicks = new Clicks(this);
    this.lights = new Lights(this);
    this.attack = new Attack(app, this);
    this.duties = new Duties(app, this);
    app.on("view", () => this.refresh());
    app.on("line", (line) => this.duties.told(line));
    this.refresh();
  }

  get units() {
    return this.app.selection;
  }

  get verbs() {
    return this.app.view?.ask?.verbs ?? [];
  }

  /** Does an order of this kind aim at hexes? @param {string} name */
  aims(name) {
    return this.verbs.some((verb) => verb.name === name && takes(verb, "hexes"));
  }

  // -- the view has changed --------------------------------------------------------------------

  refresh() {
    const view = this.app.view;
    if (!view) return;
    this.questions.forget();
    this.board.counters.draw(view.pieces);
    this.able = this._able();
    this.bare = [];
    const decision = [view.ask?.side, view.ask?.name, view.ask?.prompt, view.turn, view.ask?.yours].join("/");
    const fresh = decision !== this.asked;
    this.asked = decision;
    this.duties.unchoose();
    if (fresh) this.board.counters.unfan();
    if (this.attack.open) this.attack.stop();
    this.choose(fresh ? [] : this.units.filter((unit) => this.able.has(unit)));
    if (this.app.yours) this._whole(view.number, fresh);
  }

  /** Is something owed, in the middle of a phase? */
  get duty() {
    const view = this.app.view;
    return Boolean(view?.ask && view.phases.length && !view.phases.some((phase) => phase.current && phase.name === view.ask?.name));
  }

  /** Units that may answer: those that a duty names, those that may still move, or those that may still fight. */
  _able() {
    const view = this.app.view;
    const units = (view?.pieces ?? []).filter((piece) => piece.unit);
    const named = this.duty ? (view?.reminders ?? []).flatMap((one) => one.units) : [];
    const here = named.filter((unit) => units.some((piece) => piece.unit === unit)); // the dead may still be named
    if (named.length) return new Set(here.length ? here : named);
    const moving = units.filter((piece) => piece.moves);
    const ready = moving.length ? moving : units.filter((piece) => piece.fights);
    return new Set(this.verbs.some((verb) => takes(verb, "units")) ? ready.map((piece) => piece.unit) : []);
  }

  /**
   * What can be ordered at all: hexes of orders without units, and units that wait beside the board.
   * @param {number} number
   * @param {boolean} fresh
   */
  async _whole(number, fresh) {
    const { api, path } = this.app;
    const quiet = () => null; // the board can be played without; the next order tells what is wrong
    const [orders, owed] = await Promise.all([api.get(`${path}/options`).catch(quiet), api.get(`${path}/reminders`).catch(quiet)]);
    if (this.app.view?.number !== number || !this.app.yours) return;
    this.bare = orders?.orders ?? [];
    for (const unit of orders?.units ?? []) this.able.add(unit);
    const named = this.duty ? [] : (owed?.reminders ?? []).flatMap((/** @type {any} */ one) => one.units);
    for (const unit of named) if (!this._foe(unit)) this.able.add(unit);
    this.lights.draw();
    if (fresh || !this.units.length) this.duties.begin(fresh);
  }

  /** A reminder may also name enemies that must be attacked. @param {string} unit */
  _foe(unit) {
    const piece = this.board.counters.byUnit.get(unit);
    return piece !== undefined && piece.side !== this.app.view?.ask?.side;
  }

  /** Units that can be ordered and lie beside the board: arrivals, replacements. @returns {string[]} */
  waiting() {
    return this.app.yours ? [...this.able].filter((unit) => !this.board.counters.byUnit.has(unit)) : [];
  }

  // -- selecting -------------------------------------------------------------------------------

  /** Selects units, named more than once if an order may, and lights what they can do. @param {string[]} units */
  async choose(units) {
    const turn = ++this.turn;
    this.offers = [];
    this.via = [];
    this.app.select(units);
    this.board.counters.mark("chosen", units);
    this.lights.draw();
    if (!units.length) return;
    const offers = await this.questions.units(units);
    if (turn !== this.turn) return;
    this.offers = offers;
    this._pickVerb();
    this.lights.draw();
  }

  /** The kind of movement that was lit stays lit, else the first in the order of the phase. */
  _pickVerb() {
    const kinds = this.kinds();
    if (!kinds.includes(this.verb)) this.verb = kinds[0] ?? "";
  }

  /** The kinds of order with a goal that the selected units have. */
  kinds() {
    const found = new Set(this.offers.filter((offer) => offer.hex && !this.aims(offer.verb)).map((offer) => offer.verb));
    return this.verbs.map((verb) => verb.name).filter((name) => found.has(name));
  }

  /** Orders of the selected units that need no hex. */
  plain() {
    return this.offers.filter((offer) => !offer.hex);
  }

  /** @param {string} verb */
  setVerb(verb) {
    this.verb = verb;
    this.via = [];
    this.lights.draw();
  }

  /** The units in a hex that can be named in an order now; all of them if somebody else decides. @param {string} hex */
  pickable(hex) {
    const stack = this.board.counters.stacks.get(hex) ?? [];
    if (!this.app.yours) return stack.map((piece) => piece.unit);
    const able = stack.filter((piece) => this.able.has(piece.unit));
    const own = stack.filter((piece) => piece.side === this.app.view?.ask?.side);
    return (able.length || this.duty ? able : own).map((piece) => piece.unit);
  }

  /** Does the hex hold units of somebody else than who decides? @param {string} hex */
  enemyIn(hex) {
    const side = this.app.view?.ask?.side;
    return (this.board.counters.stacks.get(hex) ?? []).some((piece) => piece.side !== side);
  }

  cancel() {
    if (this.attack.open) this.attack.stop();
    else if (this.via.length) {
      this.via = [];
      this.lights.draw();
    } else {
      this.choose([]);
      this.board.counters.unfan();
    }
  }

  /** The next unit that can still do something, in the order of the board. @param {number} step */
  next(step) {
    const hexes = [...this.board.counters.stacks.keys()].filter((hex) => this._ready(hex).length && this.app.yours);
    if (!hexes.length) return;
    const first = this.board.counters.byUnit.get(this.units[0])?.hex ?? this.pointer.cursor;
    const place = hexes.indexOf(first);
    const hex = hexes[(place + step + hexes.length) % hexes.length] ?? hexes[0];
    this.pointer.set(hex);
    this.board.focusHex(hex, false);
    this.choose(this._ready(hex));
  }

  /** @param {string} hex */
  _ready(hex) {
    return this.pickable(hex).filter((unit) => this.able.has(unit));
  }

  // -- moving ----------------------------------------------------------------------------------

  /** Sets a way-point, or moves it to the end. @param {string} hex */
  wayPoint(hex) {
    this.via = [...this.via.filter((one) => one !== hex), hex];
    this.lights.draw();
  }

  /** Moves the selected units to a lit hex, by the way-points if there are any. @param {string} hex */
  async go(hex) {
    const offer = this.goals.get(hex);
    if (!offer) return;
    await this.app.send(this.via.length ? this._byWay(offer) : offer.order);
  }

  /** The order with its path made of way-points: the engine fills in the hexes between. @param {Offer} offer */
  _byWay(offer) {
    const first = this.goals.get(this.via[0])?.path ?? [];
    const path = [...first, ...this.via.slice(1), offer.hex];
    return `${offer.verb} ${this.units.join(" ")} ${path.filter((one, place) => one !== path[place - 1]).join("-")}`;
  }

  /** Where the units stand that may answer. */
  places() {
    return [...new Set([...this.able].map((unit) => this.board.counters.byUnit.get(unit)?.hex ?? "").filter(Boolean))];
  }

  /** Selects what lies in a box. @param {string[]} hexes */
  box(hexes) {
    const units = hexes.flatMap((hex) => this.pickable(hex));
    this.choose(units);
  }
}
