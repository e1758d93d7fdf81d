/**
 * The faces of counters as in the hobby. Each kind of symbol is drawn once and used by all; colours come by class.
 * What there is of both is told by the games, through the server.
 */

import { markers, marks, symbols } from "../../api/looks.js";
import { s } from "../dom.js";

/** @typedef {import("../types").Piece} Piece */

export const SIZE = 62; // width of a counter, a hex being 100 from side to side
export const HALF = SIZE / 2;

const HEAD = "M-5.2 -4.5a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0M-12 13C-12 3 -6 2 0 2S12 3 12 13Z";
const POLE = "M-8 14V-14";

/** Classes of a counter's colours: of the first word of its colour, then of the whole. @param {string} colour */
const colours = (colour) => `c-${colour.split("-")[0]} c-${colour}`;

/** What a reader of screens hears of a counter. @param {Piece} piece */
export const spoken = (piece) =>
  [piece.unit || piece.name, piece.side, piece.symbol, piece.figures, piece.hex && `in ${piece.hex}`, ...piece.marks].filter(Boolean).join(", ");

/** @param {string} text @param {number} x @param {number} y @param {Record<string, any>} [given] */
export const words = (text, x, y, given = {}) => s("text", { x, y, ...given }, text);

/** The box with its lines; a head and shoulders for a leader. @param {string} kind */
function drawnSymbol(kind) {
  if (kind === "leader") return [s("path", { d: HEAD, class: "head", transform: "translate(0 -4) scale(0.92)" })];
  const inner = s("path", { d: symbols[kind]?.path ?? "", class: symbols[kind]?.solid ? "solid" : "lines" });
  return [s("g", { transform: "translate(0 -5)", class: "nato" }, s("rect", { x: -16, y: -10, width: 32, height: 20, class: "box" }), inner)];
}

/** A counter without print, with its shadow. */
function blank() {
  const shape = { width: SIZE, height: SIZE, rx: 6 };
  return [s("rect", { x: 2 - HALF, y: 2.6 - HALF, ...shape, class: "shadow" }), s("rect", { x: -HALF, y: -HALF, ...shape, class: "face" })];
}

/** One sign at its spot: a dot, a ring, a bar, or a red square with a letter. @param {import("../types").Mark} mark */
function markSign({ x, y, sign }) {
  const drawn = sign === "dot" || sign === "ring" || sign === "bar";
  const at = { transform: `translate(${x} ${y})`, class: `sign ${drawn ? sign : "letter"}` };
  if (sign === "bar") return s("g", at, s("path", { d: "M-25 -1.4H25V1.4H-25Z" }));
  if (drawn) return s("g", at, s("circle", { r: 3.2 }));
  return s("g", at, s("rect", { x: -7, y: -7, width: 14, height: 14, rx: 2 }), words(sign, 0, 4.2, { "font-size": 12, "font-weight": "bold" }));
}

/** A name that runs up beside the symbol. @param {string} text @param {number} x */
function turned(text, x) {
  const size = Math.min(10.5, 62 / Math.max(1, text.length));
  return words(text, x, -4, { transform: `rotate(-90 ${x} -4)`, "font-size": size.toFixed(1) });
}

/** The names printed on a counter. @param {Piece} piece */
function names(piece) {
  if (piece.symbol === "leader") {
    const size = Math.min(11.5, 54 / (0.53 * Math.max(1, piece.name.length)));
    return [words(piece.name, 0, -19.5, { "font-size": size.toFixed(1) })];
  }
  const [before, after] = piece.name.split("/");
  return after === undefined ? [turned(piece.name, 27)] : [turned(before, -20), turned(after, 27)];
}

export class Faces {
  /** @param {SVGElement} svg where the definitions go */
  constructor(svg) {
    this.defs = s("defs");
    svg.prepend(this.defs);
    /** @type {Set<string>} */
    this.known = new Set();
  }

  /** The id of the drawing of one kind of counter; made when it is first asked for. @param {Piece} piece */
  kind(piece) {
    const id = `kind-${piece.symbol}-${piece.size}`.replace(/[^\w-]/g, "_");
    if (!this.known.has(id)) {
      this.known.add(id);
      const mark = piece.symbol === "leader" ? [] : [words(piece.size, 0, -18, { "font-size": 10, "font-weight": "bold", class: "print" })];
      this.defs.append(s("symbol", { id, overflow: "visible" }, ...blank(), ...drawnSymbol(piece.symbol), ...mark));
    }
    return id;
  }

  /** One counter, its middle at the origin. @param {Piece} piece @returns {SVGGElement} */
  counter(piece) {
    const size = piece.figures.length < 6 ? 21 : 18;
    const figures = words(piece.figures, 0, 24.5, { "font-size": size, "font-weight": "bold" });
    const signs = piece.marks.filter((mark) => mark in marks).map((mark) => markSign(marks[mark]));
    const worn = piece.marks.includes("step") ? " worn" : "";
    return s(
      "g",
      { class: `counter ${colours(piece.colour)}${worn}` },
      s("use", { href: `#${this.kind(piece)}` }),
      s("g", { class: "print" }, ...names(piece), figures),
      ...signs,
    );
  }

  /** One small round marker, or the flag of whoever holds a place. @param {Piece} piece @returns {SVGGElement} */
  marker(piece) {
    const look = { class: `marker ${colours(piece.colour)}`, "data-hex": piece.hex };
    const sign = markers[piece.symbol];
    const title = s("title", {}, [piece.name, piece.side].filter(Boolean).join(", "));
    if (piece.symbol === "control") return s("g", look, title, s("path", { d: sign.path, class: "flag" }), s("path", { d: POLE, class: "pole" }));
    return s("g", look, title, s("circle", { r: 11, class: "face" }), s("path", { d: sign?.path ?? "", class: sign?.solid ? "sign" : "sign thin", transform: "scale(0.62)" }));
  }
}
