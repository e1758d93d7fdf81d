/** What the pointer and the hex of the keyboard show: the path to where they are, a stack fanned out, a hex in words. */

import { spoken } from "../board/faces.js";
import { inWords } from "../board/lights.js";

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("./hands.js").Hit} Hit */

const PAUSE = 320; // ms over a stack before it fans out
const GRACE = 260; // ms beside a fan before it folds

export class Pointer {
  /** @param {import("./select.js").Play} play */
  constructor(play) {
    this.play = play;
    /** The hex of the keyboard. */
    this.cursor = "";
    /** The hex under the pointer. */
    this.hovered = "";
    this.timer = 0;
    this.folding = 0;
  }

  /** @param {Hit | null} hit */
  hover(hit) {
    const { play } = this;
    const hex = hit?.hex ?? "";
    const { counters } = play.board;
    if (counters.fanned) this._unfanLater(Boolean(hit?.unit) || hex === counters.fanned);
    if (hit?.unit) return this.tell(counters.byUnit.get(hit.unit));
    if (hex === this.hovered && !hit?.touch) return;
    this.hovered = hex;
    play.lights.trace(hex);
    clearTimeout(this.timer);
    const many = counters.stacks.get(hex)?.length ?? 0;
    if (hit?.counter && many > 1 && !play.attack.targets.includes(hex)) this.timer = window.setTimeout(() => counters.fan(hex), hit.touch ? 0 : PAUSE);
    play.board.el.classList.toggle("over-goal", play.goals.has(hex) || play.targets.has(hex));
    play.app.emit("hint", hex ? this.about(hex) : "");
  }

  /** A fan folds when the pointer has left it, not while it crosses the gap to it. @param {boolean} inside */
  _unfanLater(inside) {
    clearTimeout(this.folding);
    if (!inside) this.folding = window.setTimeout(() => this.play.board.counters.unfan(), GRACE);
  }

  /** @param {Piece | undefined} piece */
  tell(piece) {
    if (piece) this.play.app.emit("hint", spoken(piece));
  }

  /** A hex in words: its number, its town, what is there, what can be done there. @param {string} hex */
  about(hex) {
    const { play } = this;
    const town = play.board.geometry.towns.find((one) => one.hex === hex)?.name;
    const stack = play.board.counters.stacks.get(hex) ?? [];
    const there = stack.map((piece) => [piece.unit, piece.figures, ...piece.marks].filter(Boolean).join(" "));
    const offer = play.goals.get(hex);
    const deed = offer ? [`${offer.verb} here`, inWords(offer)].filter(Boolean).join(", ") : play.targets.has(hex) ? "can be attacked" : "";
    return [town ? `${hex} ${town}` : hex, there.join("; "), deed].filter(Boolean).join(" · ");
  }

  /** Sets the hex of the keyboard. @param {string} hex @param {boolean} shown */
  set(hex, shown = true) {
    const { play } = this;
    this.cursor = hex;
    const layer = play.board.layers.cursor;
    layer.replaceChildren(...(hex && shown ? [play.board.cell(hex, { class: "cursor", "data-test": "cursor", "data-hex": hex })] : []));
    if (!hex || !shown) return;
    this.hovered = hex;
    play.lights.trace(hex);
    play.app.emit("hint", this.about(hex));
    play.app.emit("speak", this.about(hex));
  }

  /** Enter on the hex of the keyboard; false if there was nothing to do. @param {boolean} shift */
  enter(shift) {
    const { play } = this;
    const hex = this.cursor;
    if (!hex) return false;
    const lit = play.goals.has(hex) || play.targets.has(hex);
    const counter = !lit && play.board.counters.stacks.has(hex);
    const something = lit || counter || play.attack.open || play.bare.some((offer) => offer.hex === hex);
    if (something) play.clicks.click({ hex, unit: "", counter: counter || play.targets.has(hex), touch: false, shift, more: false });
    if (something) this.set(hex);
    return something;
  }
}
