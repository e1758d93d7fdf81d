// All units of both sides as the engine groups them: on the board, in pools, to come, dead.

import { h, later, look, ofSide, show, titled } from "./dom.js";

/**
 * @param {HTMLElement} el
 * @param {any} app
 */
export function mount(el, app) {
  /** @type {import("./types").Force[]} */
  let forces = [];
  let asked = -1;
  const closed = new Set();
  const find = h("input", { type: "search", placeholder: "Name, hex, state", "aria-label": "Search the forces", oninput: later(draw, 120) });
  const by = h("select", { "aria-label": "Order by", onchange: draw },
    h("option", { value: "group" }, "by state"), h("option", { value: "hex" }, "by place"), h("option", { value: "note" }, "by remark"));
  const side = h("select", { "aria-label": "Side", onchange: draw }, h("option", { value: "" }, "both sides"),
    ...(app.view?.sides ?? []).map((/** @type {string} */ one) => h("option", { value: one }, titled(one))));
  const list = h("div", { class: "scroll" });
  el.classList.add("panel", "forces");
  show(el, h("p", { class: "bar" }, find, by, side), list);

  const load = later(async () => {
    if (!app.view || app.view.number === asked || !el.offsetParent) return;
    asked = app.view.number;
    try {
      const found = await app.api.get(`${app.path}/forces`);
      forces = found.forces ?? found;
      draw();
    } catch { asked = -1; }
  }, 400);

  function draw() {
    const words = find.value.trim().toLowerCase();
    const wanted = forces.filter((one) => (!side.value || one.side === side.value)
      && (!words || `${one.group} ${one.name} ${one.title} ${one.figures} ${one.hex ?? ""} ${one.note}`.toLowerCase().includes(words)));
    /** @type {Map<string, import("./types").Force[]>} */
    const groups = new Map();
    for (const one of wanted) {
      const key = by.value === "group" ? one.group : by.value === "hex" ? one.hex || "Off the board" : one.note || "Nothing to remark";
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    const names = [...groups.keys()];
    if (by.value === "hex") names.sort();
    show(list, ...names.map((name) => section(name, groups.get(name) ?? [])), !wanted.length && h("p", { class: "empty" }, "No unit fits."));
  }

  /** @param {string} name @param {import("./types").Force[]} units */
  function section(name, units) {
    return h("details", { open: !closed.has(name), ontoggle: (/** @type {any} */ event) => closed[event.target.open ? "delete" : "add"](name) },
      h("summary", {}, name, h("span", { class: "count" }, units.length)),
      h("ul", {}, ...units.map((one) => h("li", { ...ofSide(app, one.side), title: one.title },
        h("button", { type: "button", disabled: !one.hex, onclick: () => one.hex && look(app, [one.hex]) },
          h("span", { class: "side" }), h("b", {}, one.name), h("span", { class: "figures" }, one.figures),
          h("span", { class: "note" }, [one.note, one.hex].filter(Boolean).join(" · ")))))));
  }

  new IntersectionObserver(load).observe(el);
  app.on("view", load);
  load();
}
