/** The page: routes, the table with its panels, messages. `#/` home, `#/g/ID` a game, `#/g/ID/replay` its replay. */

import { App } from "./app.js";
import { button, h, memory, show } from "./dom.js";
import { apply } from "./settings.js";

/** Panels beside the board: name, title, side. @type {[string, string, "left" | "right"][]} */
const PANELS = [
  ["forces", "Forces", "left"],
  ["charts", "Charts", "left"],
  ["rules", "Rules", "left"],
  ["log", "Log", "right"],
  ["talk", "Chat", "right"],
  ["notes", "Notes", "right"],
];
const NARROW = matchMedia("(max-width: 760px)"); // room for one panel only
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const app = new App();
let route = 0; // pages that were left while they were fetched are dropped
/** @type {(() => void)[]} */
let closers = [];

// -- messages ----------------------------------------------------------------------------------------

const messages = h("div", { class: "messages", role: "alert" });
let fading = 0;

app.show = (/** @type {string} */ text, /** @type {string} */ rule, /** @type {string} */ kind) => {
  const opener = rule && button(`Rule ${rule}`, () => app.openRule(rule), { class: "rule", "data-test": "refusal-rule" });
  const close = button("×", () => messages.replaceChildren(), { class: "close", "aria-label": "Close" });
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  const said = ended.slice(0, 1).toUpperCase() + ended.slice(1);
  show(messages, h("div", { class: `message ${kind}`, "data-test": kind === "refusal" ? "refusal" : "message" }, h("span", {}, said), opener, close));
  clearTimeout(fading);
  fading = window.setTimeout(() => messages.replaceChildren(), kind === "refusal" ? 14000 : 6000);
};

// -- the table ---------------------------------------------------------------------------------------

/** A module, waited for while the server cannot be reached. Only then is it imported: browsers do not fetch an import that
 * has failed a second time. @param {string} name */
async function fetched(name) {
  await app.api.getPatiently(new URL(`./panels/${name}.js`, import.meta.url).pathname);
  return import(`./panels/${name}.js`);
}

/** One side of the table: a rail of tabs and the panel that is open. */
class Side {
  /** @param {"left" | "right"} side */
  constructor(side) {
    this.side = side;
    this.open = "";
    /** @type {Map<string, {tab: HTMLButtonElement, el: HTMLElement, mounted: boolean}>} */
    this.panels = new Map();
    this.rail = h("div", { class: "rail", role: "tablist", "aria-orientation": "vertical", "aria-label": `Panels ${side}` });
    this.body = h("div", { class: "drawer", hidden: true });
    this.el = h("aside", { class: `side-panels ${side}` }, this.rail, this.body);
    /** What another side does when this one opens on a narrow screen. @type {() => void} */
    this.alone = () => {};
    for (const [name, title, where] of PANELS) if (where === side) this._add(name, title);
  }

  /** @param {string} name @param {string} title */
  _add(name, title) {
    const el = h("section", { id: `panel-${name}`, role: "tabpanel", "aria-label": title, hidden: true, "data-test": name });
    const tab = button(title, () => this.show(this.open === name ? "" : name), { role: "tab", "aria-selected": "false", "aria-controls": el.id, "data-test": `tab-${name}` });
    this.panels.set(name, { tab, el, mounted: false });
    this.rail.append(tab);
    this.body.append(el);
  }

  /** Opens a panel, or folds the side with "". @param {string} name @param {boolean} kept */
  async show(name, kept = true) {
    this.open = name;
    this.body.hidden = !name;
    this.el.classList.toggle("open", Boolean(name));
    for (const [one, { tab, el }] of this.panels) {
      tab.setAttribute("aria-selected", String(one === name));
      el.hidden = one !== name;
    }
    if (kept && !NARROW.matches) memory.set(`open.${this.side}`, name || "none");
    if (name && NARROW.matches) this.alone();
    await this.mount(name);
  }

  /** A panel is fetched when it is first shown. @param {string} name */
  async mount(name) {
    const panel = this.panels.get(name);
    if (!panel || panel.mounted) return;
    panel.mounted = true;
    try {
      const { mount } = await fetched(name);
      if (panel.el.isConnected) mount(panel.el, app); // nobody waits for it at a table that was left
    } catch (error) {
      panel.mounted = false;
      app.fail(error);
    }
  }
}

/** @param {string} id @param {boolean} replaying @param {number} mine */
async function table(id, replaying, mine) {
  const boardEl = h("div", { class: "board", tabindex: 0, role: "application", "data-test": "board", "aria-label": "Board. Arrow keys move the cursor, Tab selects units, question mark lists all keys." });
  const top = h("header", { class: "top" });
  const [left, right] = [new Side("left"), new Side("right")];
  left.alone = () => right.show("", false);
  right.alone = () => left.show("", false);
  const narrowed = () => void (NARROW.matches && left.open && right.open && left.show("", false));
  NARROW.addEventListener("change", narrowed);
  closers.push(() => NARROW.removeEventListener("change", narrowed));
  const owed = h("section", { hidden: true, "aria-label": "Still owed" });
  const attack = h("section", { class: "attack", hidden: true, "aria-label": "Attack", "data-test": "panel-attack" });
  const dice = h("div", { class: "thrown", hidden: true, role: "status" });
  const overlayKeys = h("div", { class: "beside" });
  const corner = h("div", { class: "overlays" }, overlayKeys);
  const voice = h("p", { class: "voice", "aria-live": "polite" });
  const bar = h("footer", { class: replaying ? "actions film-bar" : "actions" });
  const middle = h("main", { class: "middle" }, boardEl, corner, zoomKeys(), owed, dice, attack, voice);
  show(root, h("div", { class: "table" }, top, left.el, middle, bar, right.el)); // Tab comes to the bar before the long log
  const ready = Promise.all([import("./board/board.js"), import("./orders/select.js"), import("./orders/hands.js"), import("./board/overlays.js"), import("./orders/keys.js"), import("./orders/actions.js"), import("./panels/plans.js")]);
  const [[{ openBoard }, { Play }, { Hands }, { Overlays }, { Keys }, { Actions }, { Plans }]] = await Promise.all([ready, app.open(id, replaying)]);
  const view = app.view;
  if (mine !== route || !view) return;
  document.title = view.title;
  const board = await openBoard(boardEl, view.game);
  if (mine !== route) return board.close();
  app.board = board;
  const play = (app.play = new Play(app, board));
  new Hands(board, { click: (hit) => play.clicks.click(hit), hover: (hit) => play.pointer.hover(hit), box: (hexes) => play.box(hexes) });
  play.attack.mount(attack);
  play.duties.mount(dice);
  const overlays = new Overlays(app, board);
  overlays.mount(overlayKeys);
  corner.append((app.plans = new Plans(app, board)).el);
  app.on("fold", () => void (NARROW.matches && [left, right].forEach((side) => side.show("", false))));
  app.on("speak", (text) => (voice.textContent = text));
  app.on("rule", () => void left.show("rules"));
  const actions = replaying ? null : new Actions(bar, app, play);
  const keys = new Keys(app, board, replaying ? null : play, overlays, actions);
  closers.push(() => keys.close(), () => board.close());
  board.frameHexes(keys.front());
  if (NARROW.matches === false) boardEl.focus({ preventScroll: true });
  await around(top, owed, bar, left, right, replaying);
}

/** The panels around the board; the board can be played before they are there.
 * @param {HTMLElement} top @param {HTMLElement} owed @param {HTMLElement} bar @param {Side} left @param {Side} right @param {boolean} replaying */
async function around(top, owed, bar, left, right, replaying) {
  const names = ["topbar", "rules", "endphase", "notify", ...(replaying ? ["replay"] : ["tour"])];
  const [topbar, rules, endphase, notify, last] = await Promise.all(names.map(fetched));
  if (!app.view || !top.isConnected) return;
  app.openRule = (rule) => {
    left.mount("rules").then(() => rules.openRule(rule));
  };
  await left.mount("rules"); // so that every number of a rule can open it
  topbar.mount(top, app);
  notify.mount(null, app);
  if (replaying) {
    last.mount(bar, app);
  } else {
    endphase.mount(owed, app);
    last.mount(null, app);
  }
  const wide = innerWidth >= 1180;
  const kept = (/** @type {string} */ side, /** @type {string} */ other) => (wide ? memory.get(`open.${side}`, other) : "none");
  const [one, two] = [kept("left", "none"), kept("right", "log")];
  left.show(left.panels.has(one) ? one : "", false);
  right.show(right.panels.has(two) ? two : "", false);
}

/** Buttons for those who have neither a wheel nor keys at hand. */
function zoomKeys() {
  const key = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {() => void} */ act) => button(sign, act, { title, "aria-label": title, class: "key" });
  return h("div", { class: "zoom", role: "toolbar", "aria-label": "View" },
    key("+", "Zoom in (+)", () => app.board?.zoom(1.3)),
    key("−", "Zoom out (-)", () => app.board?.zoom(1 / 1.3)),
    key("◻", "Show all (0)", () => app.board?.fit()),
    key("?", "Keys (?)", () => import("./orders/keys.js").then(({ help }) => help(app.view?.overlays ?? []))));
}

// -- routes ------------------------------------------------------------------------------------------

async function go() {
  const mine = ++route;
  for (const close of closers) close();
  closers = [];
  app.leave();
  messages.replaceChildren();
  const found = /^#\/g\/([\w-]+)(\/replay)?/.exec(location.hash);
  document.body.className = found ? "at-table" : "at-home";
  document.title = "hexfront";
  try {
    if (found) await table(found[1], Boolean(found[2]), mine);
    else await home(mine);
  } catch (error) {
    if (mine === route) trouble(error);
  }
}

/** @param {number} mine */
async function home(mine) {
  const el = h("div");
  show(root, el);
  await app.api.me().catch(() => null); // home itself tells what fails
  const { mount } = await import("./home.js");
  if (mine === route) await mount(el, app);
}

/** @param {any} error */
function trouble(error) {
  console.error(error);
  const why = error?.status === 404 ? "There is no such game." : error?.why ?? "This page cannot be shown.";
  show(root, h("div", { class: "trouble", role: "alert" }, h("h1", {}, "hexfront"), h("p", {}, why), h("p", {}, button("Try again", () => location.reload(), { class: "main" }), h("a", { href: "#/" }, "All games"))));
}

apply();
document.body.append(messages);
addEventListener("hashchange", go);
go();
