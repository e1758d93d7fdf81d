// The front line: where the nearest unit is one side's here and the other's there. Drawn now and at the turns before.

import { s, show } from "../dom.js";

const NEAR = 6; // hexes; further away from everybody there is no front

export class Fronts {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** The line after each turn that has been looked at. @type {Map<number, string>} */
    this.kept = new Map();
    /** Hexsides: two hexes and the line between them. @type {[string, string, string][]} */
    this.borders = [];
    this.layer = s("g", { class: "fronts" });
    app.board?.svg?.insertBefore(this.layer, app.board.layers.pieces);
    app.on("view", () => this.draw());
  }

  toggle() {
    this.on = !this.on;
    document.querySelector("[data-test=front]")?.setAttribute("aria-pressed", String(this.on));
    this.draw();
  }

  /** @param {number} number @param {any} view */
  keep(number, view) {
    if (this.app.board?.around) this.kept.set(number, this.line(view));
  }

  draw() {
    const { view } = this.app;
    if (!this.on || !view) return show(this.layer);
    const before = [...this.kept].filter(([number]) => number < view.number).slice(-4);
    return show(this.layer, ...before.map(([, d], place) => s("path", { d, class: "front", opacity: 0.15 + 0.1 * place })), s("path", { d: this.line(view), class: "front now" }));
  }

  /** @param {any} view */
  line(view) {
    const { board } = this.app;
    const units = view.pieces.filter((/** @type {any} */ one) => one.unit && board.centre(one.hex))
      .map((/** @type {any} */ one) => [one.side, ...board.centre(one.hex)]);
    const far = (NEAR * board.geometry.size) ** 2;
    /** @type {Map<string, string>} */
    const owners = new Map();
    for (const [label, [x, y]] of Object.entries(board.geometry.hexes)) {
      let [least, owner] = [far, ""];
      for (const [side, a, b] of units) {
        const away = (a - x) ** 2 + (b - y) ** 2;
        if (away < least) [least, owner] = [away, side];
      }
      owners.set(label, owner);
    }
    if (!this.borders.length) this.measure();
    return this.borders.filter(([one, other]) => owners.get(one) && owners.get(other) && owners.get(one) !== owners.get(other)).map(([, , d]) => d).join("");
  }

  /** All hexsides of the board, once. */
  measure() {
    const board = /** @type {import("./board.js").Board} */ (this.app.board);
    for (const [label, [x, y]] of Object.entries(board.geometry.hexes)) {
      for (let turn = 0; turn < 6; turn += 1) {
        const [[a, b], [c, d]] = [board.geometry.corners[turn], board.geometry.corners[(turn + 1) % 6]];
        const near = board.hexAt(x + a + c, y + b + d);
        if (near > label) this.borders.push([label, near, `M${x + a} ${y + b}L${x + c} ${y + d}`]);
      }
    }
  }
}
