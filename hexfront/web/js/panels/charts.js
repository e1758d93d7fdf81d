// The charts of the game as tables; the column and the row that count now are lit.

import { each, follow, h, show } from "../dom.js";
import { openRule } from "./rules.js";

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  /** @type {any[]} */
  let charts = [];
  const list = h("div", { class: "scroll" });
  el.classList.add("panel", "charts");
  show(el, list);

  function draw() {
    const odds = app.panel?.odds ?? "";
    show(list, ...charts.map((chart) => table(chart, odds)));
  }

  app.on("panel", draw);
  follow(el, app, "tables", (found) => { charts = found; draw(); });
}

/** Odds are written in several ways; these are the same. @param {string} text */
const plain = (text) => text.replace(/[\s:–-]+/g, "-").toLowerCase();

/** @param {any} chart @param {string} odds */
function table(chart, odds) {
  const lit = new Set([chart.lit, odds].filter(Boolean).map(plain));
  const columns = each(chart.columns, (name, place) => place > 0 && lit.has(plain(name)));
  return h("details", { open: true },
    h("summary", {}, chart.title, chart.rule && h("button", { type: "button", class: "rule", onclick: () => openRule(chart.rule) }, chart.rule)),
    h("div", { class: "wide" }, h("table", {},
      h("thead", {}, h("tr", {}, ...each(chart.columns, (name, place) =>
        h("th", { scope: "col", class: columns[place] ? "lit" : null }, name)))),
      h("tbody", {}, ...each(chart.rows, (row) => h("tr", { class: lit.has(plain(row[0] ?? "")) ? "lit" : null },
        ...each(row, (cell, place) => h(place ? "td" : "th", { class: columns[place] ? "lit" : null, scope: place ? null : "row" }, cell))))))));
}
