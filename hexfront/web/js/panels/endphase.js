// What is owed now stands beside the board; what would be forgotten is listed before a phase ends.

import { button, dialog, h, look, show } from "../dom.js";
import { openRule } from "./rules.js";

/**
 * The list of what must still be done in this phase; empty and hidden when nothing is owed.
 * @param {HTMLElement} el
 * @param {any} app
 */
export function mount(el, app) {
  el.classList.add("owed");
  const draw = () => {
    const { view } = app;
    const owed = view?.ask?.yours ? view.reminders : [];
    el.hidden = !owed.length;
    show(el, h("h3", {}, "Still owed"), list(owed, app, () => {}));
  };
  app.on("view", draw);
  draw();
}

/** @param {any[]} reminders @param {any} app @param {() => void} leave */
function list(reminders, app, leave) {
  return h("ul", { class: "reminders" }, ...reminders.map((one) => {
    const where = () => { leave(); look(app, places(one, app.view)); if (one.units.length && app.play?.choose) app.play.choose(one.units); };
    return h("li", { class: one.loss ? "loss" : one.must ? "must" : null }, button(one.text, where), one.rule && button(one.rule, () => { leave(); openRule(one.rule); }, { class: "rule" }));
  }));
}

/** Where a reminder points: its hexes, or those of its units. @param {any} one @param {any} view @returns {string[]} */
function places(one, view) {
  if (one.hexes.length) return one.hexes;
  return view.pieces.filter((/** @type {any} */ piece) => one.units.includes(piece.unit)).map((/** @type {any} */ piece) => piece.hex);
}

/**
 * May the phase end? Asks only if something would be lost or forgotten; what must be done first cannot be passed over.
 * @param {any} app
 * @returns {Promise<boolean>}
 */
export async function mayEnd(app) {
  /** @type {any[]} */
  let found;
  try {
    const answer = await app.api.get(`${app.path}/reminders`);
    found = answer.reminders ?? answer;
  } catch {
    return true; // the server judges the order itself
  }
  if (!found.length) return true;
  const must = found.some((one) => one.must);
  const losses = found.filter((one) => one.loss);
  const rest = found.filter((one) => !one.loss).sort((a, b) => Number(b.must) - Number(a.must));
  return new Promise((tell) => {
    const leave = () => box.close();
    const end = button(losses.length ? "End the phase and lose this" : "End the phase", () => { tell(true); leave(); },
      { class: losses.length ? "danger" : "main", disabled: must, "data-test": "end-anyway" });
    const box = dialog(must ? "Not yet" : losses.length ? "This would be lost" : "Before the phase ends",
      h("div", { class: "scroll", "data-test": "end-list" },
        losses.length > 0 && list(losses, app, leave),
        rest.length > 0 && h("p", {}, must ? "This must be done first:" : "You could still:"),
        rest.length > 0 && list(rest, app, leave)),
      h("p", { class: "row" }, end, button("Go back", leave)));
    box.addEventListener("close", () => tell(false));
  });
}
