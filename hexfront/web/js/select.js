/**
 * Selecting and moving. The engine says what selected units can do; here it is lit, and a click on what is lit is sent.
 *
 * A click on a counter selects, a click on a lit hex or its number of points moves. Orders are told apart only by the
 * form of their text (units with a path, units and a hex, units alone, a hex alone), never by what they mean.
 */

import { Attack } from "./attack.js";
import { Lights, inWords } from "./lights.js";
import { Duties } from "./results.js";
import { isMarker, spoken } from "./counters.js";

/** @typedef {import("./types").Offer} Offer */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./hands.js").Hit} Hit */

const PAUSE = 320; // ms over a stack before it fans out
const GRACE = 260; // ms beside a fan before it folds

/** @param {string[]} a @param {string[]} b */
const same = (a, b) => a.length === b.length && a.every((one) => b.includes(one));

export class Play {
  /**
   * @param {import("./app.js").App} app
   * @param {import("./board.js").Board} board
   */
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
    this.cursor = "";
    this.hovered = "";
    this.timer = 0;
    this.folding = 0;
    this.turn = 0; // answers to older questions are dropped
    this.asked = ""; // the decision for which able and bare were fetched
    /** @type {Map<string, Promise<Offer[]>>} */
    this.answers = new Map();
    this.lights = new Lights(this);
    this.attack = new Attack(app, this);
    this.duties = new Duties(app, this);
    this.stops = [app.on("view", () => this.refresh()), app.on("line", (line) => this.duties.told(line))];
    this.refresh();
  }

  get units() {
    return this.app.selection;
  }

  get verbs() {
    return this.app.view?.ask?.verbs ?? [];
  }

  /** The form of a verb's text, "" for one that stands alone. @param {string} name */
  form(name) {
    return this.verbs.find((verb) => verb.name === name)?.form ?? "";
  }

  /** @param {string} name */
  aims(name) {
    return this.form(name).includes(">");
  }

  // -- questions to the engine -----------------------------------------------------------------

  /**
   * What may be ordered of exactly these units now.
   * @param {string[]} units
   * @returns {Promise<Offer[]>}
   */
  ask(units) {
    return units.length && this.app.yours ? this._asked(`units=${units.map(encodeURIComponent).join(",")}`) : Promise.resolve([]);
  }

  /** Orders that aim at a hex and name no units. @param {string} hex */
  askHex(hex) {
    return this.app.yours ? this._asked(`hex=${hex}`) : Promise.resolve([]);
  }

  /** @param {string} query @returns {Promise<Offer[]>} */
  _asked(query) {
    const known = this.answers.get(query);
    if (known) return known;
    const answer = this.app.api.get(`${this.app.path}/options?${query}`).then(
      (found) => found.orders ?? [],
      (error) => {
        this.app.fail(error);
        return [];
      },
    );
    this.answers.set(query, answer);
    return answer;
  }

  // -- the view has changed --------------------------------------------------------------------

  refresh() {
    const view = this.app.view;
    if (!view) return;
    this.answers.clear();
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

  /** Units that may answer: those that a duty names, those that have not moved, or all of the side that decides. */
  _able() {
    const view = this.app.view;
    const side = view?.ask?.side ?? "";
    const units = (view?.pieces ?? []).filter((piece) => piece.unit && !isMarker(piece));
    const named = this.duty ? (view?.reminders ?? []).flatMap((one) => one.units) : [];
    const here = named.filter((unit) => units.some((piece) => piece.unit === unit)); // the dead may still be named
    if (named.length) return new Set(here.length ? here : named);
    const moving = units.filter((piece) => piece.moves);
    const ready = moving.length ? moving : units.filter((piece) => piece.side === side && !piece.marks.includes("fought"));
    return new Set(this.verbs.some((verb) => verb.form.startsWith("units")) ? ready.map((piece) => piece.unit) : []);
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

  /**
   * Selects units, named more than once if an order may, and lights what they can do.
   * @param {string[]} units
   */
  async choose(units) {
    const turn = ++this.turn;
    this.offers = [];
    this.via = [];
    this.app.select(units);
    this.board.counters.mark("chosen", units);
    this.lights.draw();
    if (!units.length) return;
    const offers = await this.ask(units);
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
    const first = this.board.counters.byUnit.get(this.units[0])?.hex ?? this.cursor;
    const place = hexes.indexOf(first);
    const hex = hexes[(place + step + hexes.length) % hexes.length] ?? hexes[0];
    this.setCursor(hex);
    this.board.focusHex(hex, false);
    this.choose(this._ready(hex));
  }

  /** @param {string} hex */
  _ready(hex) {
    return this.pickable(hex).filter((unit) => this.able.has(unit));
  }

  // -- clicks ----------------------------------------------------------------------------------

  /** @param {Hit} hit */
  click(hit) {
    this.setCursor(hit.hex, false);
    if (!hit.hex) return this.cancel();
    if (this.attack.open && this.attack.click(hit)) return;
    if (this._goal(hit)) return;
    if (this._pick(hit)) return;
    this._other(hit);
  }

  /** A click that moves or attacks. @param {Hit} hit */
  _goal(hit) {
    if (hit.unit || hit.more || !this.app.yours) return false;
    const offer = this.goals.get(hit.hex);
    const own = hit.counter && this.pickable(hit.hex).length > 0 && !this.enemyIn(hit.hex);
    if (offer && own && hit.touch) {
      this.duties.chooser(hit.hex, [
        { text: `${offer.verb} here`, act: () => this.go(hit.hex) },
        { text: "select these", act: () => void this._pick({ ...hit, counter: true }) },
      ]);
      return true;
    }
    if (offer && !own) {
      if (hit.shift) this._way(hit.hex);
      else this.go(hit.hex);
      return true;
    }
    const aimed = this.verbs.some((verb) => verb.form.includes(">"));
    if (this.targets.has(hit.hex) || (aimed && hit.counter && this.enemyIn(hit.hex) && !this.pickable(hit.hex).length)) {
      this.attack.start(hit.hex);
      return true;
    }
    return false;
  }

  /** A click that selects. @param {Hit} hit */
  _pick(hit) {
    const stack = this.board.counters.stacks.get(hit.hex) ?? [];
    const group = hit.unit ? [hit.unit] : this.pickable(hit.hex);
    if (!stack.length || !hit.counter) return false;
    if (!group.length && this.app.yours && this.units.length) return false;
    if (stack.length > 1) this.board.counters.fan(hit.hex);
    if (this.duties.picking && this.app.yours) this.duties.pick(hit.unit || group[group.length - 1] || "");
    else if (hit.shift || hit.more) this.choose(this._toggled(group));
    else if (same(this.units, group)) this.choose([]);
    else this.choose(group);
    return true;
  }

  /** @param {string[]} group */
  _toggled(group) {
    const all = group.every((unit) => this.units.includes(unit));
    return all ? this.units.filter((unit) => !group.includes(unit)) : [...new Set([...this.units, ...group])];
  }

  /** A click on a hex that is not lit: an order that aims at it, or a try that the engine will explain. @param {Hit} hit */
  async _other(hit) {
    if (!this.app.yours) return this.choose([]);
    const turn = this.turn;
    const takes = this.verbs.some((verb) => verb.form === "hex");
    const offers = takes ? await this.askHex(hit.hex) : [];
    if (turn !== this.turn) return;
    if (offers.length) return this.duties.chooseOrder(hit.hex, offers, hit.touch);
    if (this.units.length) return this._try(hit.hex);
    if (takes && this.verbs.every((verb) => verb.form === "hex" || !verb.form)) {
      const verb = this.verbs.find((one) => one.form === "hex");
      await this.app.send(`${verb?.name} ${hit.hex}`);
      return;
    }
    this.choose([]);
  }

  /** Sends what a click on an unlit hex would mean, so that the refusal can say why it is not lit. @param {string} hex */
  async _try(hex) {
    const usable = this.verbs.filter((verb) => /^units (path|hex)$/.test(verb.form));
    const verb = usable.find((one) => one.name === this.verb) ?? usable[0];
    if (verb) await this.app.send(`${verb.name} ${this.units.join(" ")} ${hex}`);
    else this.choose([]);
  }

  /** @param {string} hex */
  _way(hex) {
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

  // -- hover and cursor ------------------------------------------------------------------------

  /** @param {Hit | null} hit */
  hover(hit) {
    const hex = hit?.hex ?? "";
    const { counters } = this.board;
    if (counters.fanned) this._unfanLater(Boolean(hit?.unit) || hex === counters.fanned);
    if (hit?.unit) return this.tell(counters.byUnit.get(hit.unit));
    if (hex === this.hovered && !hit?.touch) return;
    this.hovered = hex;
    this.lights.trace(hex);
    clearTimeout(this.timer);
    const many = counters.stacks.get(hex)?.length ?? 0;
    if (hit?.counter && many > 1 && !this.attack.targets.includes(hex)) this.timer = window.setTimeout(() => counters.fan(hex), hit.touch ? 0 : PAUSE);
    this.board.el.classList.toggle("over-goal", this.goals.has(hex) || this.targets.has(hex));
    this.app.emit("hint", hex ? this.about(hex) : "");
  }

  /** A fan folds when the pointer has left it, not while it crosses the gap to it. @param {boolean} inside */
  _unfanLater(inside) {
    clearTimeout(this.folding);
    if (!inside) this.folding = window.setTimeout(() => this.board.counters.unfan(), GRACE);
  }

  /** @param {Piece | undefined} piece */
  tell(piece) {
    if (piece) this.app.emit("hint", spoken(piece));
  }

  /** A hex in words: its number, its town, what is there, what can be done there. @param {string} hex */
  about(hex) {
    const town = this.board.geometry.towns.find((one) => one.hex === hex)?.name;
    const stack = this.board.counters.stacks.get(hex) ?? [];
    const there = stack.map((piece) => [piece.unit, piece.figures, ...piece.marks].filter(Boolean).join(" "));
    const offer = this.goals.get(hex);
    const deed = offer ? [`${offer.verb} here`, inWords(offer)].filter(Boolean).join(", ") : this.targets.has(hex) ? "can be attacked" : "";
    return [town ? `${hex} ${town}` : hex, there.join("; "), deed].filter(Boolean).join(" · ");
  }

  /** Sets the hex of the keyboard. @param {string} hex @param {boolean} shown */
  setCursor(hex, shown = true) {
    this.cursor = hex;
    const layer = this.board.layers.cursor;
    layer.replaceChildren(...(hex && shown ? [this.board.cell(hex, { class: "cursor", "data-test": "cursor", "data-hex": hex })] : []));
    if (!hex || !shown) return;
    this.hovered = hex;
    this.lights.trace(hex);
    this.app.emit("hint", this.about(hex));
    this.app.emit("speak", this.about(hex));
  }

  /** Enter on the hex of the keyboard; false if there was nothing to do. @param {boolean} shift */
  enter(shift) {
    const hex = this.cursor;
    if (!hex) return false;
    const lit = this.goals.has(hex) || this.targets.has(hex);
    const counter = !lit && this.board.counters.stacks.has(hex);
    const something = lit || counter || this.attack.open || this.bare.some((offer) => offer.hex === hex);
    if (something) this.click({ hex, unit: "", counter: counter || this.targets.has(hex), touch: false, shift, more: false });
    if (something) this.setCursor(hex);
    return something;
  }

  /** Selects what lies in a box. @param {string[]} hexes */
  box(hexes) {
    const units = hexes.flatMap((hex) => this.pickable(hex));
    this.choose(units);
  }
}
