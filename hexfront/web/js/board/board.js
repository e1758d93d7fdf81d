/**
 * The board: a map, layers of lit hexes, counters and paths above it, pan and zoom, and one hit test.
 *
 * Map and layers are drawings of equal size, each a layer of its own for the compositor. Panning moves them by one
 * transform and paints nothing; while zooming a coarse picture of the map is stretched in the place of the fine one, which
 * is drawn again when the hand rests.
 */

import { h, s } from "../dom.js";
import { Counters } from "./counters.js";
import { Hexes } from "./hexes.js";

/** @typedef {import("../types").Geometry} Geometry */
/** @typedef {[number, number]} Point */

const LAYERS = ["night", "shades", "lit", "under", "marks", "paths", "pieces", "plan", "goals", "fan", "cursor", "tip"];
const MOST = 3; // the closest view: pixels to a unit of the map
const NUMBERS = 0.42; // hex numbers show from this scale on
const READABLE = 0.42; // the scale from which counters can be read
const REST = 160; // ms without a turn of the wheel after which the picture is drawn sharp
const MARGIN = 40; // pixels of the table that may show beside a board larger than its window
const PROXY = 2048; // pixels across the coarse picture of the map that stands in while the fine one is drawn

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Reads the map; scripts and handlers could not run under the page's policy, and the server draws none.
 * @param {string} text */
function parsed(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

export class Board extends Hexes {
  /** @param {HTMLElement} el @param {Geometry} geometry @param {string} map */
  constructor(el, geometry, map) {
    super(geometry);
    this.el = el;
    const [left, top, width, height] = geometry.viewBox;
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.frame = 0;
    this.timer = 0;
    this.room = { top: 0, right: 0, bottom: 0, left: 0 };
    this.fitted = true; // the whole board is shown; stays so when the window changes
    /** Called after every move of the view. @type {Set<() => void>} */
    this.moved = new Set();
    this.map = parsed(map);
    this.map.setAttribute("class", "map");
    this.map.setAttribute("aria-hidden", "true");
    const box = geometry.viewBox.join(" ");
    this.svg = s("svg", { class: "live", viewBox: box, role: "presentation" });
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of LAYERS) this.svg.append((this.layers[name] = s("g", { class: `layer-${name}` })));
    for (const drawing of [this.map, this.svg]) {
      drawing.setAttribute("width", String(width));
      drawing.setAttribute("height", String(height));
    }
    this.layers.night.append(s("rect", { x: left, y: top, width, height }));
    this.proxy = h("canvas", { "aria-hidden": "true" });
    el.replaceChildren(this.proxy, this.map, this.svg);
    this.counters = new Counters(this);
    el.addEventListener("scroll", () => this._scrolled());
    this.watcher = new ResizeObserver(() => this._resized());
    this.watcher.observe(el);
    this.fit();
    setTimeout(() => this._paint(map), 700); // when the first board has been seen
  }

  /**
   * Paints the map once as a coarse picture: it lies under the fine one and takes its place while the scale changes, so
   * that no frame has to wait for thousands of shapes.
   * @param {string} map
   */
  async _paint(map) {
    const high = Math.round((PROXY * this.height) / this.width);
    const sized = map.replace("<svg ", `<svg width="${PROXY}" height="${high}" `);
    const address = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
    const picture = new Image(PROXY, high);
    picture.src = address;
    try {
      await picture.decode();
    } catch {
      return; // it looks the same without, only less smooth
    } finally {
      URL.revokeObjectURL(address);
    }
    this.proxy.width = PROXY;
    this.proxy.height = high;
    this.proxy.style.width = `${this.width}px`;
    this.proxy.style.height = `${this.height}px`;
    this.proxy.getContext("2d")?.drawImage(picture, 0, 0, PROXY, high);
    this.el.classList.add("painted");
  }

  /** Draws nothing any more. */
  close() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  // -- window and map --------------------------------------------------------------------------

  /** A point of the window on the map. @param {number} x @param {number} y @returns {Point} */
  unproject(x, y) {
    const box = this.el.getBoundingClientRect();
    const { scrollLeft, scrollTop } = this.el; // not yet panned away, see _scrolled
    return [(x - box.left + scrollLeft - this.x) / this.scale + this.left, (y - box.top + scrollTop - this.y) / this.scale + this.top];
  }

  /** A point of the map in the window. @param {Point} point @returns {Point} */
  project([x, y]) {
    return [(x - this.left) * this.scale + this.x, (y - this.top) * this.scale + this.y];
  }

  // -- pan and zoom ----------------------------------------------------------------------------

  /** The space of the element that nothing else covers. */
  free() {
    const { top, right, bottom, left } = this.room;
    return { left, top, width: Math.max(60, this.el.clientWidth - left - right), height: Math.max(60, this.el.clientHeight - top - bottom) };
  }

  /** The least scale: the whole board with a small margin. */
  least() {
    const free = this.free();
    return Math.min(free.width / this.width, free.height / this.height);
  }

  /** Shows all. */
  fit() {
    this.scale = this.least();
    this._middle(this.left + this.width / 2, this.top + this.height / 2);
    this.fitted = true;
  }

  /** @param {number} x @param {number} y */
  _middle(x, y) {
    const free = this.free();
    this.x = free.left + free.width / 2 - (x - this.left) * this.scale;
    this.y = free.top + free.height / 2 - (y - this.top) * this.scale;
    this.fitted = false;
    this._apply();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this._apply();
  }

  /**
   * Zooms so that what is under a point of the element stays there.
   * @param {number} by
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(by, px = this.el.clientWidth / 2, py = this.el.clientHeight / 2) {
    const scale = Math.min(MOST, Math.max(this.least() * 0.8, this.scale * by));
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this._soft();
    this._apply();
  }

  /** Stretch the drawn picture while the scale changes; draw it anew when it rests. */
  _soft() {
    this.el.classList.add("zooming");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.el.classList.remove("zooming"), REST);
  }

  /** Some of the board stays in sight. */
  _bound() {
    const free = this.free();
    const keep = 0.35;
    const wide = this.width * this.scale;
    const high = this.height * this.scale;
    this.x = Math.min(free.left + free.width * (1 - keep), Math.max(free.left + free.width * keep - wide, this.x));
    this.y = Math.min(free.top + free.height * (1 - keep), Math.max(free.top + free.height * keep - high, this.y));
  }

  _apply() {
    this._bound();
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const move = `translate3d(${this.x}px, ${this.y}px, 0) scale(${this.scale})`;
      this.proxy.style.transform = move;
      this.map.style.transform = move;
      this.svg.style.transform = move;
      this.el.classList.toggle("far", this.scale < NUMBERS);
      for (const fn of this.moved) fn();
    });
  }

  /** Whoever brings an element of the board into view by scrolling (a reader of screens, a test) pans instead. */
  _scrolled() {
    const { scrollLeft, scrollTop } = this.el;
    if (!scrollLeft && !scrollTop) return;
    this.el.scrollTo(0, 0);
    this.pan(-scrollLeft, -scrollTop);
  }

  _resized() {
    if (this.fitted) this.fit();
    else this._apply();
  }

  /** Room that panels take at the edges. @param {Partial<Board["room"]>} room */
  cover(room) {
    this.room = { ...this.room, ...room };
    this._resized();
  }

  /** Shows these hexes, or the middle ones if all of them would be too small to read. @param {string[]} labels @param {number} [small] */
  frameHexes(labels, small = READABLE) {
    const points = labels.map((label) => this.centre(label)).filter((point) => point !== undefined);
    if (!points.length) return this.fit();
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [west, east, north, south] = [Math.min(...xs) - 150, Math.max(...xs) + 150, Math.min(...ys) - 150, Math.max(...ys) + 150];
    const free = this.free();
    const whole = Math.min(1.1, free.width / (east - west), free.height / (south - north));
    this.scale = Math.max(this.least(), whole, small);
    const middle = whole < small ? [median(xs), median(ys)] : [(west + east) / 2, (north + south) / 2];
    this._soft();
    this._middle(middle[0], middle[1]);
    this._fill();
  }

  /** No more of the bare table beside the board than a margin, where the board is larger than its window. */
  _fill() {
    const free = this.free();
    const inside = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room, /** @type {number} */ size) =>
      size > room ? Math.min(from + MARGIN, Math.max(from + room - size - MARGIN, at)) : at;
    this.x = inside(this.x, free.left, free.width, this.width * this.scale);
    this.y = inside(this.y, free.top, free.height, this.height * this.scale);
  }

  /** Is a hex in sight, not at the very edge? @param {string} label */
  sees(label) {
    const point = this.centre(label);
    if (!point) return false;
    const [x, y] = this.project(point);
    const free = this.free();
    const edge = Math.min(60, free.width / 6);
    return x > free.left + edge && y > free.top + edge && x < free.left + free.width - edge && y < free.top + free.height - edge;
  }

  /** Brings a hex into sight; from far away also nearer. @param {string} label @param {boolean} near */
  focusHex(label, near = true) {
    const point = this.centre(label);
    if (!point) return;
    if (near && this.scale < 0.5) {
      this.scale = 0.8;
      this._soft();
    } else if (this.sees(label)) return;
    this._middle(point[0], point[1]);
  }

  // -- drawing ---------------------------------------------------------------------------------

  /**
   * Marks hexes for a while or, with no labels, takes the marks of this kind away.
   * @param {string[]} labels
   * @param {string} kind
   */
  highlight(labels, kind = "looked") {
    const layer = this.layers.marks;
    for (const old of layer.querySelectorAll(`.mark.${CSS.escape(kind)}`)) old.remove();
    for (const label of labels) if (this.centre(label)) layer.append(this.cell(label, { class: `mark ${kind}` }));
  }
}

/** Fetches map and geometry of a game and draws its board. @param {HTMLElement} el @param {string} game */
export async function openBoard(el, game) {
  const path = `/api/boards/${encodeURIComponent(game)}`;
  const [geometry, map] = await Promise.all([fetch(`${path}.json`), fetch(`${path}.svg`)]);
  if (!geometry.ok || !map.ok) throw new Error("The board cannot be fetched; reload the page.");
  return new Board(el, await geometry.json(), await map.text());
}
