/** Where the hexes of a board lie: the hex at a point, its neighbours, its shape, lines from hex to hex. */

import { s } from "../dom.js";

/** @typedef {import("../types").Geometry} Geometry */
/** @typedef {[number, number]} Point */

const CELL = 100; // of the table for the hit test, in units of the map

export class Hexes {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    this.outline = `M${geometry.corners.map((point) => point.join(" ")).join("L")}Z`;
    this._index();
  }

  /** A coarse table of centres: the nearest of those in the cells around a point is the hex under it. */
  _index() {
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    for (const [label, [x, y]] of Object.entries(this.geometry.hexes)) {
      const key = `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`;
      const cell = this.cells.get(key);
      if (cell) cell.push(label);
      else this.cells.set(key, [label]);
    }
  }

  /** @param {string} label @returns {Point | undefined} */
  centre(label) {
    return this.geometry.hexes[label];
  }

  /** The hex at a point of the map, "" off the board. @param {number} x @param {number} y */
  hexAt(x, y) {
    let best = "";
    let least = (0.6 * this.geometry.size) ** 2;
    const column = Math.floor(x / CELL);
    const row = Math.floor(y / CELL);
    for (let i = column - 1; i <= column + 1; i += 1) {
      for (let j = row - 1; j <= row + 1; j += 1) {
        for (const label of this.cells?.get(`${i},${j}`) ?? []) {
          const [a, b] = this.geometry.hexes[label];
          const far = (a - x) ** 2 + (b - y) ** 2;
          if (far < least) [best, least] = [label, far];
        }
      }
    }
    return best;
  }

  /** The hexes that touch a hex. @param {string} label @returns {string[]} */
  around(label) {
    const [x, y] = this.geometry.hexes[label] ?? [NaN, NaN];
    const found = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const [a, b] = this.geometry.corners[turn];
      const [c, d] = this.geometry.corners[(turn + 1) % 6];
      const near = this.hexAt(x + a + c, y + b + d);
      if (near && near !== label) found.push(near);
    }
    return found;
  }

  /** The neighbour that lies most nearly in a direction. @param {string} label @param {number} dx @param {number} dy */
  beside(label, dx, dy) {
    const [x, y] = this.geometry.hexes[label];
    let best = label;
    let most = 0.3;
    for (const near of this.around(label)) {
      const [a, b] = this.geometry.hexes[near];
      const toward = ((a - x) * dx + (b - y) * dy) / this.geometry.size;
      if (toward > most + 0.001) [best, most] = [near, toward];
    }
    return best;
  }

  /** The shape of a hex. @param {string} label @param {Record<string, any>} attrs @returns {SVGPathElement} */
  cell(label, attrs) {
    const [x, y] = this.geometry.hexes[label];
    return s("path", { d: this.outline, transform: `translate(${x} ${y})`, ...attrs });
  }

  /** A line through hexes as a path's `d`. @param {string[]} labels */
  through(labels) {
    const points = labels.map((label) => this.centre(label)).filter((point) => point !== undefined);
    return points.length > 1 ? `M${points.map(([x, y]) => `${x} ${y}`).join("L")}` : "";
  }
}
