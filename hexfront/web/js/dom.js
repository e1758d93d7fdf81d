// Small helpers for the panels around the board. Text goes in as text nodes only: nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} el
 * @param {Record<string, any>} attrs  `on…` are listeners, true and false switch an attribute on and off
 * @param {Child[]} children
 */
function fill(el, attrs, children) {
  for (const [key, value] of Object.entries(attrs)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") /** @type {any} */ (el)[key] = value;
    else if (value === true) el.setAttribute(key, "");
    else if (value !== false && value != null) el.setAttribute(key, String(value));
  }
  for (const child of children) if (child != null && child !== false) el.append(typeof child === "number" ? String(child) : child);
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  fill(el, attrs, children);
  return el;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...Child} children
 * @returns {any}
 */
export function s(tag, attrs = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  fill(el, attrs, children);
  return el;
}

/**
 * A button that says what it does.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attrs]
 * @returns {HTMLButtonElement}
 */
export const button = (text, onclick, attrs = {}) => h("button", { type: "button", onclick, ...attrs }, text);

/** Another content for an element. @param {Element} el @param {...Child} children */
export function show(el, ...children) {
  el.replaceChildren();
  fill(el, {}, children);
}

/** A list turned into another, whatever is in it. @type {(list: any[], fn: (one: any, place: number) => any) => any[]} */
export const each = (list, fn) => list.map(fn);

/** Attributes that show whose something is. @param {any} app @param {string} side */
export const ofSide = (app, side) => ({ "data-side": side, "data-second": app.view?.sides.indexOf(side) === 1 });

/** A side's or a word's name as a title. @param {string} word */
export const titled = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** How a game ended: the sides as titles, the winner once ("Red decisive"). @param {string} result @param {any[]} seats */
export function outcome(result, seats) {
  const text = seats.reduce((so, { side }) => so.replace(side, titled(side)), result);
  return titled(text.replace(/^(\S+), (?=\1 )/, ""));
}

/** One sentence from whatever went wrong. @param {any} error */
export const sentence = (error) => error?.why ?? error?.error?.why ?? error?.message ?? String(error);

/** Does something; what goes wrong is told in one sentence. @param {(why: string) => void} tell @param {() => Promise<any>} act */
export const attempt = (tell, act) => act().catch((error) => tell(sentence(error)));

/** A paragraph for what goes wrong, and the way to tell it there. @returns {[HTMLElement, (why: string) => void]} */
export function complaint(attrs = {}) {
  const problem = h("p", { class: "error", role: "alert", ...attrs });
  return [problem, (why) => (problem.textContent = why)];
}

/**
 * A window over the page; Esc and the cross close it.
 * @param {string} title
 * @param {...Child} children
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...children) {
  /** @type {HTMLDialogElement} */
  const box = h("dialog", { class: "window", "aria-label": title, tabindex: -1 });
  const close = button("×", () => box.close(), { class: "close", "aria-label": "Close" });
  fill(box, {}, [h("header", {}, h("h2", {}, title), close), ...children]);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  (/** @type {HTMLElement | null} */ (box.querySelector("input, .main:enabled")) ?? box).focus(); // not the cross
  return box;
}

/**
 * A few words to choose one from; the first is chosen if no other is said.
 * @param {string} legend
 * @param {string} name
 * @param {string[][]} values
 * @param {string} [now]
 * @param {(value: string) => void} [chosen]
 */
export function choice(legend, name, values, now = values[0][0], chosen = () => {}) {
  return h("fieldset", { class: "choice" }, h("legend", {}, legend), ...values.map(([value, text]) => h("label", {},
    h("input", { type: "radio", name, value, checked: value === now, onchange: () => chosen(value) }), h("span", {}, text))));
}

/** Hexes of the board that is shown: four digits may be a year too. @param {any} app @param {string} label */
const known = (app, label) => !app.board?.centre || app.board.centre(label) !== undefined;

/**
 * A text in which every hex number of the board can be clicked.
 * @param {string} text
 * @param {any} app
 * @returns {Node[]}
 */
export function withHexes(text, app) {
  return text.split(/\b(\d{4})\b/).map((part, place) => {
    if (place % 2 === 0 || !known(app, part)) return document.createTextNode(part);
    return button(part, (event) => { event.stopPropagation(); look(app, [part]); }, { class: "hex", title: `Show ${part}` });
  });
}

/** The hex numbers in a text. @param {string} text @param {any} app @returns {string[]} */
export const hexesIn = (text, app) => (text.match(/\b\d{4}\b/g) ?? []).filter((label) => known(app, label));

/** Bring hexes into sight and mark them. @param {any} app @param {string[]} labels */
export function look(app, labels) {
  if (!labels.length) return;
  app.board?.focusHex(labels[labels.length - 1]);
  app.board?.highlight(labels, "looked");
}

/** How long ago, in words. @param {string | number} time */
export function ago(time) {
  const then = typeof time === "number" ? time * (time < 1e11 ? 1000 : 1) : Date.parse(/Z|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`);
  const minutes = Math.round((Date.now() - then) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${minutes} minutes ago`;
  if (minutes < 2160) return `${Math.round(minutes / 60)} hours ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}

/**
 * Calls a panel's `take` with what the server tells now, and again after changes of the game while the panel is in sight.
 * @param {HTMLElement} el
 * @param {any} app
 * @param {string} what
 * @param {(found: any) => void} take
 */
export function follow(el, app, what, take) {
  let asked = -1; // the number of the line for which it was asked last
  const load = later(async () => {
    if (!app.view || app.view.number === asked || !el.offsetParent) return;
    asked = app.view.number;
    try { take((await app.api.getPatiently(`${app.path}/${what}`))[what]); } catch { asked = -1; }
  }, 400);
  new IntersectionObserver(load).observe(el);
  app.on("view", load);
  load();
}

/** What this browser remembers; a full or forbidden store is no error. */
export const memory = {
  /** @param {string} key @param {string} [other] */
  get(key, other = "") {
    try { return localStorage.getItem(`hexfront.${key}`) ?? other; } catch { return other; }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try { localStorage.setItem(`hexfront.${key}`, value); } catch { /* private window */ }
  },
};

/** Hand a text or a picture to the reader as a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

/**
 * Call after a pause, once for all calls meanwhile, with the last arguments. Never put off again: robots move fast.
 * @template {any[]} A
 * @param {(...args: A) => void} fn
 * @param {number} pause
 * @returns {(...args: A) => void}
 */
export function later(fn, pause) {
  /** @type {A | null} */
  let waiting = null;
  return (...args) => {
    if (!waiting) {
      setTimeout(() => {
        const last = /** @type {A} */ (waiting);
        waiting = null;
        fn(...last);
      }, pause);
    }
    waiting = args;
  };
}
