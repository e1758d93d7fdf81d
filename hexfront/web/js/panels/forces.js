// All units of both sides as the engine groups them: on the board, in pools, to come, dead. A row shows its unit on the
// board; the row of a unit beside the board selects it, if the game offers an order for it now.

import { follow, h, later, look, ofSide, show, titled } from "../dom.js";
import { takes } from "../orders/slots.js";

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  /** @type {import("../types").Force[]} */
  let forces = [];
  const closed = new Set();
  const find = h("input", { type: "search", placeholder: "Name, hex, state", "aria-label": "Search the forces", oninput: later(draw, 120) });
  const by = h("select", { "aria-label": "Order by", onchange: draw },
    h("option", { value: "group" }, "by state"), h("option", { value: "hex" }, "by place"), h("option", { value: "note" }, "by remark"));
  const side = h("select", { "aria-label": "Side", onchange: draw }, h("option", { value: "" }, "both sides"),
    ...(app.view?.sides ?? []).map((/** @type {string} */ one) => h("option", { value: one }, titled(one))));
  const list = h("div", { class: "scroll" });
  el.classList.add("panel", "forces");
  show(el, h("p", { class: "bar" }, find, by, side), list);

  function draw() {
    const words = find.value.trim().toLowerCase();
    const wanted = forces.filter((one) => (!side.value || one.side === side.value)
      && (!words || `${one.group} ${one.name} ${one.title} ${one.figures} ${one.hex ?? ""} ${one.note}`.toLowerCase().includes(words)));
    /** @type {Map<string, import("../types").Force[]>} */
    const groups = new Map();
    for (const one of wanted) {
      const key = by.value === "group" ? one.group : by.value === "hex" ? one.hex || "Off the board" : one.note || "Nothing to remark";
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    const names = [...groups.keys()];
    if (by.value === "hex") names.sort();
    show(list, ...names.map((name) => section(name, groups.get(name) ?? [])), !wanted.length && h("p", { class: "empty" }, "No unit fits."));
    mark();
  }

  /** @param {string} name @param {import("../types").Force[]} units */
  function section(name, units) {
    return h("details", { open: !closed.has(name), ontoggle: (/** @type {any} */ event) => closed[event.target.open ? "delete" : "add"](name) },
      h("summary", {}, name, h("span", { class: "count" }, units.length)),
      h("ul", {}, ...units.map((one) => row(one))));
  }

  /** @param {import("../types").Force} one */
  function row(one) {
    const { hex } = one;
    const asks = !hex && mayAsk(app, one);
    const el = h("li", { ...ofSide(app, one.side), title: one.title, class: !hex && !app.play?.able.has(one.name) ? "quiet" : null, "data-test": `force-${one.name}`, "data-unit": one.name },
      h("button", { type: "button", disabled: !hex && !asks, onclick: () => (hex ? look(app, [hex]) : pick(app, one.name)) },
        h("span", { class: "side" }), h("b", {}, one.name), h("span", { class: "figures" }, one.figures),
        h("span", { class: "note" }, [one.note, hex].filter(Boolean).join(" · "))));
    if (asks) for (const what of ["pointerenter", "focusin"]) el.addEventListener(what, () => sound(app, el, one.name), { once: true });
    return el;
  }

  function mark() {
    for (const el of list.querySelectorAll("li[data-unit]")) el.classList.toggle("picked", app.selection.includes(el.dataset.unit));
  }

  app.on("select", mark);
  follow(el, app, "forces", (found) => { forces = found; draw(); });
}

/** Whether the game can be asked for orders of a unit beside the board now. @param {any} app @param {import("../types").Force} one */
const mayAsk = (app, one) => app.yours && app.play && one.side === app.view.ask.side && !one.name.includes(" ")
  && app.view.ask.verbs.some((/** @type {any} */ verb) => takes(verb, "units"));

/** Not every row is a unit that an order can name; the others offer nothing. @param {any} app @param {string} unit */
const offered = (app, unit) => app.api.get(`${app.path}/options?units=${encodeURIComponent(unit)}`).then(
  (/** @type {any} */ found) => found.orders.length > 0, () => false);

/** A row looks like a button only if the game offers an order for its unit. @param {any} app @param {HTMLElement} el @param {string} unit */
async function sound(app, el, unit) {
  el.classList.toggle("quiet", !(await offered(app, unit)));
}

/** Selects a unit beside the board and brings one of the hexes into sight where it can go. @param {any} app @param {string} unit */
async function pick(app, unit) {
  const { play, board } = app;
  if (!(await offered(app, unit)) || play !== app.play) return;
  await play.choose([unit]);
  const goals = [...play.goals.keys()];
  if (goals.length && !goals.some((hex) => board.sees(hex))) board.focusHex(goals[0], false);
}
