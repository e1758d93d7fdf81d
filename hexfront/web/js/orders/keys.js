/** The keyboard alone suffices: a cursor goes from hex to hex, and every deed has its key. */

import { dialog, h } from "../dom.js";

/** What `?` shows. @type {[string, string][]} */
export const LIST = [
  ["Arrow keys", "move the hex cursor, when the board has the focus"],
  ["Shift + arrow keys", "pan"],
  ["Enter", "select, move or attack at the cursor; else the main button"],
  ["Shift + Enter", "set a way-point, add a target or a unit"],
  ["Tab, Shift + Tab", "next, previous stack that can still act"],
  ["1 to 9", "the kind of order, where selected units have several; in a fan, the counter"],
  ["F", "fan out the stack at the cursor"],
  ["Esc", "cancel, and then leave the board"],
  ["U", "undo, back to the last die"],
  ["+ and -", "zoom"],
  ["0", "show all"],
  ["Home", "show the front"],
  ["P", "the plan of the robot, in a replay"],
  ["Alt", "hide the counters while it is held"],
  ["?", "this list"],
];

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });
const STEP = 90;

/** Shows all keys, with those of the game's overlays. @param {import("../types").Overlay[]} overlays */
export function help(overlays) {
  const laid = overlays.map((one) => [one.key, one.title]);
  dialog("Keys", h("dl", { class: "keylist" }, ...[...LIST, ...laid].flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])));
}

/** @param {EventTarget | null} target */
const writing = (target) => target instanceof HTMLElement && Boolean(target.closest("input:not([type=checkbox]), textarea, select, dialog, [contenteditable]"));

export class Keys {
  /**
   * @param {import("../app.js").App} app
   * @param {import("../board/board.js").Board} board
   * @param {import("./select.js").Play | null} play
   * @param {import("../board/overlays.js").Overlays} overlays
   * @param {import("./actions.js").Actions | null} actions
   */
  constructor(app, board, play, overlays, actions) {
    this.app = app;
    this.board = board;
    this.play = play;
    this.overlays = overlays;
    this.actions = actions;
    this._down = (/** @type {KeyboardEvent} */ event) => this.down(event);
    this._up = (/** @type {KeyboardEvent} */ event) => this.bare(event.altKey);
    this._blur = () => this.bare(false);
    addEventListener("keydown", this._down);
    addEventListener("keyup", this._up);
    addEventListener("blur", this._blur);
  }

  close() {
    removeEventListener("keydown", this._down);
    removeEventListener("keyup", this._up);
    removeEventListener("blur", this._blur);
  }

  /** Alt hides all counters. @param {boolean} on */
  bare(on) {
    this.board.el.classList.toggle("bare", on);
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    if (event.defaultPrevented || writing(event.target) || document.querySelector("dialog[open]")) return;
    this.bare(event.key === "Alt");
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Alt") event.preventDefault(); // the browser's menu would take the focus
      return;
    }
    const onBoard = this.board.el.contains(document.activeElement);
    if ((onBoard && this._board(event)) || this._any(event)) event.preventDefault();
  }

  /** Keys that work while the board has the focus. @param {KeyboardEvent} event */
  _board(event) {
    const { play } = this;
    const arrow = ARROWS[event.key];
    if (arrow) {
      if (!play && !event.shiftKey) return false;
      if (event.shiftKey || !play) this.board.pan(-STEP * arrow[0], -STEP * arrow[1]);
      else this._go(play, arrow);
      return true;
    }
    if (!play) return false;
    if (event.key === "Tab") return this._tab(play, event);
    if (event.key === " ") return this._select(play, event);
    if (event.key.toLowerCase() === "f" && play.pointer.cursor) {
      if (this.board.counters.fanned === play.pointer.cursor) this.board.counters.unfan();
      else this.board.counters.fan(play.pointer.cursor);
      return true;
    }
    return false;
  }

  /** Tab goes round the stacks that can act; where there is none, or after Esc, it leaves the board as everywhere.
   * @param {import("./select.js").Play} play @param {KeyboardEvent} event */
  _tab(play, event) {
    if (!this.app.yours || !play.able.size || this.leaving) {
      this.leaving = false;
      return false;
    }
    play.next(event.shiftKey ? -1 : 1);
    return true;
  }

  /** The space bar selects what lies at the cursor, also where a move could go. @param {import("./select.js").Play} play @param {KeyboardEvent} event */
  _select(play, event) {
    if (!play.pointer.cursor) return false;
    play.clicks.click({ hex: play.pointer.cursor, unit: "", counter: true, touch: false, shift: event.shiftKey, more: true });
    play.pointer.set(play.pointer.cursor);
    return true;
  }

  /** @param {import("./select.js").Play} play @param {[number, number]} arrow */
  _go(play, arrow) {
    if (!play.pointer.cursor) {
      const box = this.board.el.getBoundingClientRect();
      const [x, y] = this.board.unproject(box.left + box.width / 2, box.top + box.height / 2);
      play.pointer.set(this.board.hexAt(x, y) || Object.keys(this.board.geometry.hexes)[0]);
      return;
    }
    play.pointer.set(this.board.beside(play.pointer.cursor, arrow[0], arrow[1]));
    this.board.focusHex(play.pointer.cursor, false);
  }

  /** Keys that work everywhere but in a field. @param {KeyboardEvent} event */
  _any(event) {
    const { board, play } = this;
    switch (event.key) {
      case "+":
      case "=":
        board.zoom(1.25);
        return true;
      case "-":
        board.zoom(0.8);
        return true;
      case "0":
        board.fit();
        return true;
      case "Home":
        return play ? (board.frameHexes(this.front()), true) : false;
      case "?":
        help(this.overlays.known);
        return true;
      case "Escape":
        return this._escape();
      case "Enter":
        return this._enter(event);
      case "u":
      case "U":
        if (!play) return false;
        this.app.undo();
        return true;
      default:
        return this._digit(event.key) || (/^[a-z]$/i.test(event.key) && this.overlays.toggle(event.key));
    }
  }

  _escape() {
    const { play } = this;
    if (!play) return false;
    const something = play.attack.open || play.units.length || play.via.length || this.board.counters.fanned;
    this.leaving = !something; // a second Esc lets Tab leave the board
    if (something) play.cancel();
    return Boolean(something);
  }

  /** @param {KeyboardEvent} event */
  _enter(event) {
    const { play } = this;
    const active = document.activeElement;
    if (!play || active instanceof HTMLButtonElement || active instanceof HTMLAnchorElement) return false;
    if (this.board.el.contains(active) && this._cursorActs(play) && play.pointer.enter(event.shiftKey)) return true;
    this.actions?.press();
    return true;
  }

  /** Does Enter mean the cursor? In an attack only where it changes something, else it fights. @param {import("./select.js").Play} play */
  _cursorActs(play) {
    if (!play.attack.open) return Boolean(play.pointer.cursor) && !this._again(play);
    return Boolean(play.pointer.cursor) && !play.attack.targets.includes(play.pointer.cursor) && this.board.counters.stacks.has(play.pointer.cursor);
  }

  /** The cursor is on what is selected already: Enter goes on to the main button. @param {import("./select.js").Play} play */
  _again(play) {
    const here = play.pickable(play.pointer.cursor);
    return here.length > 0 && play.plain().length > 0 && here.some((unit) => play.units.includes(unit)) && !play.duties.picking;
  }

  /** @param {string} key */
  _digit(key) {
    const { play } = this;
    if (!play || !/^[1-9]$/.test(key)) return false;
    const place = Number(key) - 1;
    const { counters } = this.board;
    const unit = counters.fanned ? counters.spots[place]?.unit : "";
    const verb = play.kinds()[place];
    if (unit) play.clicks.click({ hex: counters.fanned, unit, counter: true, touch: false, shift: false, more: false });
    else if (verb) play.setVerb(verb);
    return Boolean(unit || verb);
  }

  /** Hexes of units that stand near an enemy: as far as a picture needs it, that is the front. */
  front() {
    const { stacks } = this.board.counters;
    const sides = new Map([...stacks].map(([hex, stack]) => [hex, stack[0].side]));
    const near = [...sides].filter(([hex, side]) => this.board.around(hex).some((other) => sides.has(other) && sides.get(other) !== side));
    return (near.length ? near : [...sides]).map(([hex]) => hex);
  }
}
