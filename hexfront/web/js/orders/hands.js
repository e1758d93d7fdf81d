/** Mouse, pen and fingers on the board: what they mean in hexes. A drag pans, Shift-drag draws a box, two fingers pinch. */

import { s } from "../dom.js";
import { SIZE } from "../board/faces.js";

/**
 * @typedef {object} Hit
 * @property {string} hex the hex under the pointer, "" off the board
 * @property {string} unit the counter of a fan under the pointer
 * @property {boolean} counter whether the pointer is on the counters of the hex, not beside them
 * @property {boolean} touch
 * @property {boolean} shift
 * @property {boolean} more Ctrl, Command or the right button: add to what is selected
 */

/**
 * @typedef {object} Wishes
 * @property {(hit: Hit) => void} click
 * @property {(hit: Hit | null) => void} hover
 * @property {(hexes: string[]) => void} box
 */

const SLACK = 5; // pixels that a hand trembles
const LONG = 450; // ms of a long press
const WHEEL = 0.0016;

export class Hands {
  /** @param {import("../board/board.js").Board} board @param {Wishes} wishes */
  constructor(board, wishes) {
    this.board = board;
    this.wishes = wishes;
    /** @type {Map<number, {x: number, y: number}>} */
    this.down = new Map();
    /** @type {{x: number, y: number} | null} */
    this.start = null;
    this.dragging = false;
    this.boxing = false;
    this.press = 0;
    this.listen(board.el);
  }

  /** @param {HTMLElement} el */
  listen(el) {
    el.addEventListener("pointerdown", (event) => this._down(event));
    el.addEventListener("pointermove", (event) => this._move(event));
    el.addEventListener("pointerup", (event) => this._up(event));
    el.addEventListener("pointercancel", (event) => this._cancel(event));
    el.addEventListener("pointerleave", () => !this.down.size && this.wishes.hover(null));
    el.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    el.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event @returns {Hit} */
  hit(event) {
    const { board } = this;
    const [x, y] = board.unproject(event.clientX, event.clientY);
    const unit = board.counters.unitAt(x, y);
    const hex = unit ? board.counters.fanned : board.hexAt(x, y);
    const at = board.centre(hex);
    const near = Boolean(at) && Math.abs(x - (at?.[0] ?? 0)) < SIZE / 2 + 2 && Math.abs(y - (at?.[1] ?? 0)) < SIZE / 2 - 4;
    const counter = Boolean(unit) || (near && board.counters.stacks.has(hex) && !board.el.classList.contains("bare"));
    const more = event.ctrlKey || event.metaKey || event.button === 2;
    return { hex, unit, counter, touch: event.pointerType === "touch", shift: event.shiftKey, more };
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.target instanceof Element && event.target.closest("button, input, select, textarea")) return;
    this.board.el.setPointerCapture(event.pointerId);
    this.board.el.focus({ preventScroll: true });
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.press);
    if (this.down.size > 1) {
      this.dragging = true;
      return;
    }
    this.start = { x: event.clientX, y: event.clientY };
    this.dragging = false;
    this.boxing = event.shiftKey && event.pointerType !== "touch";
    if (event.pointerType === "touch") this.press = window.setTimeout(() => this._long(event), LONG);
  }

  /** A long press is a finger's hover: it shows, and does nothing. @param {PointerEvent} event */
  _long(event) {
    if (this.dragging || this.down.size !== 1) return;
    this.dragging = true;
    this.wishes.hover(this.hit(event));
    navigator.vibrate?.(10);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const last = this.down.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== "touch") this.wishes.hover(this.hit(event));
      return;
    }
    if (this.down.size === 2) this._pinch(event);
    else this._drag(event, last);
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event @param {{x: number, y: number}} last */
  _drag(event, last) {
    const { start } = this;
    if (!start) return;
    if (!this.dragging && Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
    clearTimeout(this.press);
    if (!this.dragging) this.wishes.hover(null);
    this.dragging = true;
    if (this.boxing) this._box(start, event);
    else this.board.pan(event.clientX - last.x, event.clientY - last.y);
  }

  /** @param {{x: number, y: number}} start @param {PointerEvent} event */
  _box(start, event) {
    const [a, b] = this.board.unproject(start.x, start.y);
    const [c, d] = this.board.unproject(event.clientX, event.clientY);
    const frame = { x: Math.min(a, c), y: Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) };
    this.board.layers.cursor.querySelector(".rubber")?.remove();
    this.board.layers.cursor.append(s("rect", { ...frame, class: "rubber" }));
    this.boxed = frame;
  }

  /** @param {PointerEvent} event */
  _pinch(event) {
    const [[, a], [, b]] = [...this.down].sort(([one]) => (one === event.pointerId ? 1 : -1));
    const now = { x: event.clientX, y: event.clientY };
    const before = Math.hypot(a.x - b.x, a.y - b.y) || 1;
    const after = Math.hypot(a.x - now.x, a.y - now.y);
    const frame = this.board.el.getBoundingClientRect();
    this.board.pan((now.x - b.x) / 2, (now.y - b.y) / 2);
    this.board.zoom(after / before, (a.x + now.x) / 2 - frame.left, (a.y + now.y) / 2 - frame.top);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    clearTimeout(this.press);
    const mine = this.down.delete(event.pointerId);
    if (!mine || this.down.size) return;
    if (this.dragging && this.boxing && this.boxed) this._boxed();
    else if (!this.dragging) this.wishes.click(this.hit(event));
    this.boxing = false;
  }

  _boxed() {
    const { x, y, width, height } = this.boxed ?? { x: 0, y: 0, width: 0, height: 0 };
    this.board.layers.cursor.querySelector(".rubber")?.remove();
    this.boxed = undefined;
    const inside = Object.entries(this.board.geometry.hexes).filter(([, [a, b]]) => a > x && a < x + width && b > y && b < y + height);
    this.wishes.box(inside.map(([label]) => label));
  }

  /** @param {PointerEvent} event */
  _cancel(event) {
    clearTimeout(this.press);
    this.down.delete(event.pointerId);
    this.board.layers.cursor.querySelector(".rubber")?.remove();
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    event.preventDefault();
    const frame = this.board.el.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    const pinch = event.ctrlKey ? 5 : 1; // a touch pad's pinch comes as a small turn with Ctrl
    const turn = Math.max(-240, Math.min(240, event.deltaY * lines * pinch));
    this.board.zoom(Math.exp(-turn * WHEEL), event.clientX - frame.left, event.clientY - frame.top);
  }
}
