// The first game: a few cards beside what they speak of. What is to be done comes from the engine's question.

import { button, h, memory, show } from "../dom.js";
import { takes } from "../orders/slots.js";

/** Do the orders of this phase begin with units? @param {any} view */
const byUnit = (view) => !view.ask || view.ask.verbs.some((/** @type {any} */ verb) => takes(verb, "units"));

/** @typedef {{at: string, title: string, text: (view: any) => string, until?: string}} Stop */

/** @type {Stop[]} */
const STOPS = [
  { at: ".topbar .move", title: "What is wanted",
    text: (view) => `The game always says who decides what. Now: ${view.ask?.yours ? view.ask.prompt || view.ask.title : "wait for the other side"}. The number opens the rule.` },
  { at: "[data-test=board]", title: "Look around", text: () => "Drag to move the map, wheel or pinch to zoom, 0 shows all of it. Hover or long-press a stack to fan it out." },
  { at: "[data-test=board]", title: "Pick a unit", until: "select",
    text: (view) => (byUnit(view) ? "" : "This phase gives orders to hexes: click one now. In most others you begin with a unit. ")
      + "Click a counter of yours that has no dot, or press Tab for the next one that can still act: everything it may do lights up." },
  { at: "[data-test=board]", title: "Give an order", until: "line",
    text: () => "Click a lit hex. What is not lit is against a rule; click it all the same and you are told which. U takes an order back until a die has fallen." },
  { at: "[data-test=log]", title: "The log", text: () => "Every order stands here. Click a line to see its place, click a die for the proof that nobody chose it." },
  { at: "[data-test=main-button]", title: "When you are done", text: () => "This button, or Enter, ends the phase. Before it does, you see what you would forget." },
];

/**
 * Starts on the first game in this browser in which there is something to decide.
 * @param {HTMLElement | null} _el
 * @param {any} app
 */
export function mount(_el, app) {
  if (memory.get("tour") === "done" || !app.view?.you?.length) return;
  if (app.view.ask?.yours) return begin(app);
  const stop = app.on("view", () => { if (app.view?.ask?.yours) { stop(); begin(app); } });
}

/** @param {any} app */
function begin(app) {
  let place = 0;
  const box = h("aside", { class: "tour", role: "dialog", "aria-label": "First game tour", "data-test": "tour" });
  const words = h("p", {});
  const end = () => {
    memory.set("tour", "done");
    place = STOPS.length; // who still listens has nothing to say
    removeEventListener("hashchange", end);
    removeEventListener("keydown", escape);
    document.querySelector(".toured")?.classList.remove("toured");
    box.remove();
  };
  /** @param {KeyboardEvent} event */
  const escape = (event) => { if (event.key === "Escape" && !event.defaultPrevented) end(); }; // unless it let something go
  const tell = () => {
    if (app.view?.over && STOPS[place]) return end(); // nothing is wanted any more
    if (app.view && STOPS[place]) words.textContent = STOPS[place].text(app.view);
    return undefined;
  };
  const go = (/** @type {number} */ to) => {
    place = to;
    if (place >= STOPS.length || !app.view) return end();
    document.querySelector(".toured")?.classList.remove("toured");
    const { at, title } = STOPS[place];
    document.querySelector(at)?.classList.add("toured");
    tell();
    show(box, h("h3", {}, title), words, h("p", { class: "row" },
      h("small", {}, `${place + 1} of ${STOPS.length}`),
      place > 0 && button("Back", () => go(place - 1), { class: "quiet" }),
      button("Skip the tour", end, { class: "quiet", "data-test": "tour-skip" }),
      button(place === STOPS.length - 1 ? "Play" : "Next", () => go(place + 1), { class: "main" })));
    return undefined;
  };
  app.on("select", (/** @type {string[]} */ units) => { if (units.length && STOPS[place]?.until === "select") go(place + 1); });
  app.on("line", () => { if (["select", "line"].includes(STOPS[place]?.until ?? "-")) go(4); });
  app.on("view", tell);
  addEventListener("hashchange", end);
  addEventListener("keydown", escape);
  document.body.append(box);
  go(0);
}
