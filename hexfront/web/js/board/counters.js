/** All counters on a board. Stacks lie slightly offset with a count from three on, and fan out. */

import { s } from "../dom.js";
import { Faces, HALF, spoken, words } from "./faces.js";

/** @typedef {import("../types").Piece} Piece */
/** @typedef {{x: number, y: number, unit: string}} Spot */

const LEAN = 4.5; // how far the next counter of a stack lies up and to the right
const SHOWN = 3; // counters of a stack that are drawn
const GAP = 70; // from counter to counter in a fan
const ROW = 6; // counters in a row of a fan

/** All counters on a board, kept up to date piece by piece, and the stack that is fanned out. */
export class Counters {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.faces = new Faces(board.svg);
    /** @type {Map<string, {el: SVGGElement, key: string, at: string}>} */
    this.drawn = new Map();
    /** The units in each hex, the top one last. @type {Map<string, Piece[]>} */
    this.stacks = new Map();
    /** @type {Map<string, Piece>} */
    this.byUnit = new Map();
    /** The hex that is fanned out and where its counters lie. */
    this.fanned = "";
    /** @type {Spot[]} */
    this.spots = [];
  }

  /** @param {Piece[]} pieces */
  draw(pieces) {
    const units = pieces.filter((piece) => piece.unit && this.board.centre(piece.hex));
    this.byUnit = new Map(units.map((piece) => [piece.unit, piece]));
    this.stacks = new Map();
    for (const piece of units) this.stacks.set(piece.hex, [...(this.stacks.get(piece.hex) ?? []), piece]);
    for (const stack of this.stacks.values()) stack.sort((a, b) => Number(a.symbol === "leader") - Number(b.symbol === "leader"));
    this._units();
    this._signs(pieces.filter((piece) => !piece.unit && this.board.centre(piece.hex)));
    if (this.fanned) this.fan(this.fanned);
  }

  _units() {
    const layer = this.board.layers.pieces;
    const seen = new Set();
    /** @type {SVGElement[]} */
    const order = [];
    const hexes = [...this.stacks.keys()].sort((a, b) => this._y(a) - this._y(b));
    for (const hex of hexes) {
      const stack = this.stacks.get(hex) ?? [];
      stack.forEach((piece, place) => {
        seen.add(piece.unit);
        order.push(this._place(piece, place, stack.length));
      });
      if (stack.length >= SHOWN) order.push(this._count(hex, stack.length));
    }
    for (const [unit, { el }] of this.drawn) {
      if (!seen.has(unit)) {
        el.remove();
        this.drawn.delete(unit);
      }
    }
    for (const old of layer.querySelectorAll(".count")) if (!order.includes(/** @type {SVGElement} */ (old))) old.remove();
    order.forEach((el, place) => {
      const there = layer.children[place];
      if (there !== el) layer.insertBefore(el, there ?? null);
    });
  }

  /** @param {string} hex */
  _y(hex) {
    const [x, y] = this.board.geometry.hexes[hex];
    return y * 100 + x / 100;
  }

  /** Where a counter of a stack lies. @param {string} hex @param {number} place @param {number} many @returns {[number, number]} */
  _spot(hex, place, many) {
    const [x, y] = this.board.geometry.hexes[hex];
    const shown = Math.min(many, SHOWN);
    const step = LEAN * Math.max(0, place - (many - shown));
    const back = (LEAN * (shown - 1)) / 2;
    return [x - back + step, y + back - step];
  }

  /**
   * The element of a piece, drawn anew only if its print has changed, moved only if it has moved.
   * @param {Piece} piece
   * @param {number} place
   * @param {number} many
   * @returns {SVGGElement}
   */
  _place(piece, place, many) {
    const key = [piece.colour, piece.symbol, piece.size, piece.name, piece.figures, ...piece.marks].join("|");
    let now = this.drawn.get(piece.unit);
    if (!now) {
      now = { el: s("g", { class: "piece", "data-test": `piece-${piece.unit}`, "data-unit": piece.unit }), key: "", at: "" };
      this.drawn.set(piece.unit, now);
    }
    if (now.key !== key) {
      now.key = key;
      now.el.replaceChildren(this.faces.counter(piece));
    }
    const [x, y] = this._spot(piece.hex, place, many);
    const at = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    if (now.at !== at) {
      now.at = at;
      now.el.style.transform = at;
    }
    now.el.dataset.hex = piece.hex;
    now.el.classList.toggle("buried", place < many - SHOWN);
    now.el.classList.toggle("ready", piece.moves);
    return now.el;
  }

  /** @param {string} hex @param {number} many */
  _count(hex, many) {
    const [x, y] = this._spot(hex, many - 1, many);
    const [cx, cy] = [x + HALF - 2, y - HALF + 2];
    return s("g", { class: "count" }, s("circle", { cx, cy, r: 9 }), words(String(many), cx, cy + 4.6, { "font-size": 13, "font-weight": "bold" }));
  }

  /** @param {Piece[]} markers */
  _signs(markers) {
    /** @type {Map<string, number>} */
    const many = new Map();
    const shown = markers.filter((piece) => !(piece.symbol === "control" && this.stacks.has(piece.hex)));
    for (const piece of shown) many.set(piece.hex, (many.get(piece.hex) ?? 0) + 1);
    /** @type {Map<string, number>} */
    const done = new Map();
    const drawn = shown.map((piece) => {
      const place = done.get(piece.hex) ?? 0;
      done.set(piece.hex, place + 1);
      const [x, y] = this.board.geometry.hexes[piece.hex];
      const covered = this.stacks.has(piece.hex);
      const dx = covered ? 22 * place - 26 : 22 * place - 11 * ((many.get(piece.hex) ?? 1) - 1);
      const el = this.faces.marker(piece);
      el.setAttribute("transform", `translate(${x + dx} ${y + (covered ? 37 : 24)})`);
      return /** @type {[SVGGElement, boolean]} */ ([el, covered]);
    });
    this.board.layers.under.replaceChildren(...drawn.filter(([, covered]) => !covered).map(([el]) => el));
    this.board.layers.pieces.append(...drawn.filter(([, covered]) => covered).map(([el]) => (el.classList.add("count"), el)));
  }

  // -- fanning out -----------------------------------------------------------------------------

  /** Lays the counters of a hex side by side above it. @param {string} hex */
  fan(hex) {
    const stack = this.stacks.get(hex) ?? [];
    if (stack.length < 2) return this.unfan();
    this.fanned = hex;
    const rows = Math.ceil(stack.length / ROW);
    const wide = Math.min(stack.length, ROW);
    const [x, y] = this._fanAt(hex, wide, rows);
    this.spots = stack.map((piece, place) => ({
      unit: piece.unit,
      x: x + GAP * ((place % ROW) - (Math.min(ROW, stack.length - ROW * Math.floor(place / ROW)) - 1) / 2),
      y: y + GAP * (Math.floor(place / ROW) - (rows - 1) / 2),
    }));
    const [cx, cy] = this.board.geometry.hexes[hex];
    const frame = { x: x - (GAP * wide) / 2 - 4, y: y - (GAP * rows) / 2 - 4, width: GAP * wide + 8, height: GAP * rows + 8, rx: 9 };
    const tray = [s("path", { d: `M${cx} ${cy}L${x} ${y}`, class: "stem" }), s("rect", { ...frame, class: "tray" })];
    this.board.layers.fan.replaceChildren(...tray, ...this.spots.map((spot, place) => this._fanned(stack[place], spot)));
  }

  /** The middle of a fan: above its hex, but within the board. @param {string} hex @param {number} wide @param {number} rows @returns {[number, number]} */
  _fanAt(hex, wide, rows) {
    const { board } = this;
    const [x, y] = board.geometry.hexes[hex];
    const half = (GAP * wide) / 2 + 8;
    const up = (GAP * rows) / 2 + 46;
    const inside = Math.min(board.left + board.width - half, Math.max(board.left + half, x));
    return [inside, y - up - (GAP * rows) / 2 < board.top ? y + up : y - up];
  }

  /** @param {Piece} piece @param {Spot} spot */
  _fanned(piece, spot) {
    const el = s("g", { class: "fanned", "data-test": `fan-${piece.unit}`, "data-unit": piece.unit, transform: `translate(${spot.x} ${spot.y})` });
    el.append(s("title", {}, spoken(piece)), this.faces.counter(piece));
    el.classList.toggle("chosen", this.drawn.get(piece.unit)?.el.classList.contains("chosen") ?? false);
    el.classList.toggle("ready", piece.moves);
    return el;
  }

  unfan() {
    this.fanned = "";
    this.spots = [];
    this.board.layers.fan.replaceChildren();
  }

  /** The unit of the fan at a point of the map, "" beside it. @param {number} x @param {number} y */
  unitAt(x, y) {
    return this.spots.find((spot) => Math.abs(spot.x - x) <= GAP / 2 && Math.abs(spot.y - y) <= GAP / 2)?.unit ?? "";
  }

  /**
   * Puts a class on the counters of some units and takes it from all others.
   * @param {string} kind
   * @param {Iterable<string>} units
   */
  mark(kind, units) {
    const wanted = new Set(units);
    for (const [unit, { el }] of this.drawn) el.classList.toggle(kind, wanted.has(unit));
    for (const el of this.board.layers.fan.querySelectorAll(".fanned")) el.classList.toggle(kind, wanted.has(/** @type {SVGElement} */ (el).dataset.unit ?? ""));
  }
}
