// What was played: a line for each order under the heading of its phase, with its dice and their proof.

import { button, dialog, download, each, h, hexesIn, later, look, ofSide, sentence, show, titled, withHexes } from "../dom.js";
import { eyeButton } from "./plans.js";
import { openRule } from "./rules.js";

const PAGE = 200; // lines shown at once; more on demand
const SAID = 4; // sentences of a plan that are shown at once
const FACES = "⚀⚁⚂⚃⚄⚅";

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  /** Lines older than the view's own. @type {any[]} */
  let older = [];
  let shown = PAGE;
  const find = h("input", { type: "search", placeholder: "Search the log", "aria-label": "Search the log", oninput: later(() => draw(), 120) });
  const more = button("Earlier lines", load, { class: "quiet" });
  const list = h("ol", { class: "loglines", tabindex: 0 });
  el.classList.add("panel", "log");
  show(el, h("p", { class: "bar" }, find, button("Dice", () => fairness(app), { class: "quiet", title: "How to check the dice" })), more, list);

  const all = () => {
    const fresh = app.view?.log ?? [];
    const first = fresh[0]?.number ?? Infinity;
    return [...older.filter((line) => line.number < first), ...fresh];
  };

  async function load() {
    shown += PAGE;
    if (all().length >= shown) return draw(false);
    try {
      const { log } = await app.api.get(`${app.path}/log?before=${all()[0]?.number ?? 0}`);
      older = [...log, ...older];
      draw(false);
    } catch (error) {
      app.toast(sentence(error));
    }
    return undefined;
  }

  function draw(down = true) {
    const words = find.value.trim().toLowerCase();
    const lines = words ? all() : all().slice(-shown);
    /** @type {Map<number, any>} */
    const plans = new Map(app.plans?.list.map((/** @type {any} */ plan) => [plan.number, plan]));
    const fits = (/** @type {any} */ line) => !words || [line.heading, line.order, ...line.lines, ...(plans.get(line.number)?.words ?? [])].join(" ").toLowerCase().includes(words);
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
    let heading = "";
    /** @type {Node[]} */
    const rows = [];
    for (const line of lines.filter(fits)) {
      if (line.heading !== heading) rows.push(h("li", { class: "heading", title: line.heading }, (heading = line.heading)));
      if (plans.has(line.number)) rows.push(planned(plans.get(line.number), app));
      rows.push(entry(line, app));
    }
    more.hidden = !lines.length || lines[0].number <= 1;
    if (!words && more.hidden && app.view?.branch) rows.unshift(begun(app.view.branch));
    show(list, ...rows, !rows.length && h("li", { class: "empty" }, words ? "No line has these words." : "Nothing has been played yet."));
    if (down && low) list.scrollTop = list.scrollHeight;
  }

  app.on("view", later(() => draw(), 40));
  app.on("plans", later(() => draw(), 40));
  draw();
  list.scrollTop = list.scrollHeight;
}

/** Where a branch begins: its log has no line of the game before that. @param {{ line: number, game: string | null }} branch */
export function begun(branch) {
  const game = branch.game ? h("a", { href: `#/g/${branch.game}/replay` }, "another game") : "another game";
  return h("li", { class: "branch", "data-test": "branch-of" }, "What if: this begins after order ", String(branch.line), " of ", game,
    ", with dice of its own. What was hidden there is dealt anew.");
}

/** @param {any} line @param {any} app */
function entry(line, app) {
  const hexes = hexesIn([line.order, ...line.lines].join(" "), app);
  return h("li", { class: "line", ...ofSide(app, line.side), "data-number": line.number, tabindex: 0,
    onclick: () => look(app, hexes),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && event.target === event.currentTarget && look(app, hexes) },
  h("span", { class: "side", title: `${titled(line.side)}, line ${line.number}` }),
  h("code", {}, line.order),
  ...line.dice.map((/** @type {number} */ face, /** @type {number} */ place) => die(line, face, place, app)),
  ...each(line.lines, (text) => told(text, app)));
}

/** What a robot meant to do with the orders that follow. @param {import("../types").Plan} plan @param {any} app */
function planned(plan, app) {
  const said = plan.words.map((text) => h("p", {}, ...withHexes(text, app)));
  const rest = said.splice(SAID);
  return h("li", { class: "plan", ...ofSide(app, plan.side), "data-test": `plan-${plan.number}` },
    h("p", { class: "title" }, h("span", { class: "side", title: titled(plan.side) }), h("b", {}, "Plan"), plan.arrows.length > 0 && eyeButton(plan, app)),
    ...said, rest.length > 0 && h("details", {}, h("summary", {}, `${rest.length} more`), ...rest));
}

/** What came of it; the rule in brackets at its end opens. @param {string} text @param {any} app */
function told(text, app) {
  const [, words, rule] = /^(.*) \(([A-Z\d][\w.]*)\)$/.exec(text) ?? ["", text, ""];
  return h("p", {}, ...withHexes(words, app), rule && " ", rule && button(rule, (event) => { event.stopPropagation(); openRule(rule); }, { class: "rule" }));
}

/** @param {any} line @param {number} face @param {number} place @param {any} app */
function die(line, face, place, app) {
  const index = (line.proof?.index ?? 0) + place;
  return button(FACES[face - 1] ?? String(face), (event) => {
    event.stopPropagation();
    fairness(app, index, face);
  }, { class: "die", "aria-label": `Die ${face}, its proof`, title: `${face} (roll ${index})` });
}

/**
 * How anybody can check a die: now the commitment, after the game everything.
 * @param {any} app
 * @param {number} [index]
 * @param {number} [face]
 */
export function fairness(app, index, face) {
  const { commit, over } = app.view;
  const told = h("p", { class: "told", role: "status" });
  const record = async () => /** @type {Promise<string>} */ (app.api.get(`${app.path}/record`));
  const check = async () => {
    told.textContent = "Checking…";
    told.textContent = await verify(await record(), commit).catch(sentence);
  };
  dialog(face ? `Roll ${index}: ${face}` : "The dice",
    h("p", {}, "A secret seed was drawn before the first order. Its SHA-256 was published then and binds it:"),
    h("p", { class: "proof" }, commit),
    h("p", {}, `Roll n is the first pair of bytes of HMAC-SHA256(seed, "die n") below 65532, divided by six: the remainder plus one.`,
      index == null ? "" : ` This is roll ${index}.`),
    h("p", {}, over
      ? "The game is over and the seed stands in its record: the dice can be checked here, or with “hexfront verify” and the record."
      : "When the game ends, the seed is published in its record and every roll can be checked, here or with “hexfront verify”."),
    h("p", { class: "row" }, over && button("Check all dice", check, { class: "main" }),
      button("Download the record", async () => download(new Blob([await record()]), `${app.view.game}-${app.view.id}.txt`))), told);
}

/** Every die of a record, worked out again from its seed. @param {string} record @param {string} commit */
export async function verify(record, commit) {
  if (!crypto.subtle) return "This browser checks dice only over https or on this computer; use “hexfront verify” with the record.";
  const seed = /^seed: (.*)$/m.exec(record)?.[1];
  if (seed == null) return "The record does not tell the seed yet.";
  const bytes = new TextEncoder();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.encode(seed)));
  if ([...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== commit) return "The seed is not the one that was published.";
  const key = await crypto.subtle.importKey("raw", bytes.encode(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const faces = [...record.matchAll(/ ; dice ([\d ]+?) ;/g)].flatMap((found) => found[1].split(" ").map(Number));
  for (const [index, face] of faces.entries()) {
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, bytes.encode(`die ${index}`)));
    let place = 0;
    while (digest.getUint16(place) >= 65532) place += 2;
    if (1 + (digest.getUint16(place) % 6) !== face) return `Roll ${index} should have been another face than ${face}.`;
  }
  return `The seed is the one published, and all ${faces.length} rolls follow from it.`;
}
