/** What is lit on the board for the selected units: goals with their points, targets, the path under the pointer. */

import { s } from "../dom.js";

/** @typedef {import("../types").Offer} Offer */

/** The points that an order takes, in words. @param {Offer} offer */
export const inWords = ({ cost }) => (cost == null ? "" : `${cost} point${cost === 1 ? "" : "s"}`);

export class Lights {
  /** @param {import("../orders/select.js").Play} play */
  constructor(play) {
    this.play = play;
    this.board = play.board;
  }

  /** Lights everything anew. */
  draw() {
    const { board, play } = this;
    const hexed = play.offers.filter((offer) => offer.hex);
    play.goals = new Map(hexed.filter((offer) => offer.verb === play.verb).map((offer) => [offer.hex ?? "", offer]));
    play.targets = new Map(hexed.filter((offer) => play.aims(offer.verb)).map((offer) => [offer.hex ?? "", offer]));
    const cells = [...play.goals.keys()].map((hex) => board.cell(hex, { class: "reach" }));
    cells.push(...[...play.targets.keys()].map((hex) => board.cell(hex, { class: "target" })));
    if (!play.units.length) {
      const aimed = new Set(play.bare.map((offer) => offer.hex).filter((hex) => hex && board.centre(hex)));
      cells.push(...[...aimed].map((hex) => board.cell(hex ?? "", { class: "reach", "data-test": `hex-${hex}` })));
    }
    board.layers.lit.replaceChildren(...cells);
    board.layers.goals.replaceChildren(...[...play.goals].map(([hex, offer]) => this._badge(hex, offer)), ...[...play.targets.keys()].map((hex) => this._cross(hex)));
    board.el.classList.toggle("duty", play.duty && play.app.yours);
    board.highlight(play.duty && play.app.yours && !play.units.length ? play.places() : [], "asked");
    board.counters.mark("able", play.app.yours ? play.able : []);
    this.trace(play.pointer.hovered);
    play.app.emit("bars");
  }

  /** The points that it takes into a hex; a dot where the engine tells none. @param {string} hex @param {Offer} offer */
  _badge(hex, offer) {
    const [x, y] = this.board.geometry.hexes[hex];
    const text = String(offer.cost ?? "");
    const sign = text ? [s("rect", { x: -15, y: -11, width: 30, height: 21, rx: 10 }), s("text", { y: 5.5, "font-size": 16 }, text)] : [s("circle", { r: 8 })];
    const low = this.board.counters.stacks.has(hex) ? 40 : 0;
    return s("g", { class: "badge", "data-test": `reach-${hex}`, transform: `translate(${x} ${y + low})` }, ...sign);
  }

  /** The sign on a hex that can be attacked. @param {string} hex */
  _cross(hex) {
    const [x, y] = this.board.geometry.hexes[hex];
    return s("g", { class: "sight", "data-test": `hex-${hex}`, transform: `translate(${x + 36} ${y + 30})` }, s("circle", { r: 10 }), s("path", { d: "M-14 0H14M0 -14V14" }));
  }

  /** Draws the path to the hex under the pointer. @param {string} hex */
  trace(hex) {
    const { play } = this;
    const parts = [];
    const offer = play.goals.get(hex);
    const fixed = play.via.length ? play.goals.get(play.via[0])?.path ?? [] : [];
    const start = fixed.length ? fixed : offer?.path ?? [];
    if (start.length > 1) parts.push(...this._drawn(start, "path"));
    const last = fixed[fixed.length - 1] ?? "";
    const loose = fixed.length ? [last, ...play.via.slice(1), ...(offer ? [hex] : [])] : [];
    if (loose.length > 1) parts.push(s("path", { d: this.board.through(loose), class: "loose" }));
    for (const point of play.via) {
      const [x, y] = this.board.geometry.hexes[point];
      parts.push(s("circle", { cx: x, cy: y, r: 13, class: "way" }));
    }
    this.board.layers.paths.replaceChildren(...parts);
    this.board.layers.tip.replaceChildren(...(offer && inWords(offer) ? [this._tip(hex, inWords(offer))] : []));
  }

  /** What the path under the pointer takes, above its end; of equal size at every zoom. @param {string} hex @param {string} text */
  _tip(hex, text) {
    const [x, y] = this.board.geometry.hexes[hex];
    const half = 4.3 * text.length + 8;
    return s("g", { class: "tip", "data-test": "path-points", transform: `translate(${x} ${y - 40}) scale(${(1 / this.board.scale).toFixed(3)})` },
      s("rect", { x: -half, y: -24, width: 2 * half, height: 22, rx: 6 }), s("text", { y: -8.5, "font-size": 14 }, text));
  }

  /** @param {string[]} path @param {string} kind */
  _drawn(path, kind) {
    const d = this.board.through(path);
    const end = this.board.centre(path[path.length - 1]);
    return d && end ? [s("path", { d, class: `${kind} wide` }), s("path", { d, class: kind }), s("circle", { cx: end[0], cy: end[1], r: 9, class: "end" })] : [];
  }
}
