// Above the board: turn and date, facts, the phase with the next ones, and whose move it is.

import * as clock from "./clock.js";
import { button, dialog, each, h, ofSide, outcome, show, titled } from "../dom.js";
import { accept, account, invitation } from "../people.js";
import { openRule } from "./rules.js";
import { settings } from "../settings.js";

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  const now = h("span", { class: "now" });
  const facts = h("dl", { class: "facts" });
  const phases = h("ol", { class: "phases", "aria-label": "Sequence of play" });
  const move = h("p", { class: "move", role: "status" });
  const time = h("p", { hidden: true });
  const who = h("span", { class: "who" });
  el.classList.add("topbar");
  show(el, h("a", { href: "#/", class: "homelink", title: "All games" }, "hexfront"), now, phases, facts, move, time,
    h("span", { class: "tools" }, button("Table", () => table(app), { class: "quiet", title: "Seats, invitation, settings" }), who));
  account(who, app);
  clock.mount(time, app);

  /** When the server last told what a robot has used. */
  let heard = performance.now();

  function draw() {
    const { view } = app;
    if (!view) return;
    show(now, view.turn_name);
    show(facts, ...each(view.facts, ([label, text]) => h("div", { title: `${label}: ${text}` }, h("dt", {}, label), h("dd", {}, text))));
    drawPhases(phases, view);
    drawMove(move, app, heard);
  }

  const timer = setInterval(() => (el.isConnected ? count(move, app, heard) : clearInterval(timer)), 250);
  app.on("view", () => (heard = performance.now()));
  app.on("thinking", (/** @type {any} */ message) => {
    heard = performance.now();
    if (app.view) app.view.thinking = message.side ? message : null;
  });
  for (const what of ["view", "thinking", "online", "here"]) app.on(what, draw);
  draw();
  if (app.view) accept(app, app.view.id);
}

/** The current phase and the next two; those before it are left out. @param {HTMLElement} el @param {any} view */
function drawPhases(el, view) {
  if (view.over) return show(el);
  const here = Math.max(0, view.phases.findIndex((/** @type {any} */ one) => one.current));
  const [now, ...next] = view.phases.slice(here, here + 3);
  if (!now) return show(el);
  const title = (/** @type {any} */ one) => [one.title, titled(one.side || "")].filter(Boolean).join(", ");
  return show(el, h("li", { "aria-current": "step", "data-side": now.side, title: title(now) }, now.title),
    next.length > 0 && h("li", { class: "next" }, ...each(next, (one) => h("span", { title: title(one) }, one.title))));
}

/**
 * What a robot has used of its seconds: "3 of at most 5 s". They run on here while it thinks.
 * @param {import("../types").Thinking} thinking
 * @param {number} heard
 */
function used(thinking, heard) {
  const seconds = Math.floor((thinking.seconds ?? 0) + (thinking.live ? (performance.now() - heard) / 1000 : 0));
  return thinking.limit ? `${seconds} of at most ${thinking.limit} s` : seconds ? `${seconds} s` : "";
}

/** The seconds go by. @param {HTMLElement} el @param {any} app @param {number} heard */
function count(el, app, heard) {
  const at = el.querySelector("[role=timer]");
  const thinking = app.view?.thinking;
  if (at && thinking) at.textContent = used(thinking, heard);
}

/** @param {HTMLElement} el @param {any} app @param {number} heard */
function drawMove(el, app, heard) {
  const { view } = app;
  const { ask, thinking } = view;
  const replaying = location.hash.endsWith("/replay");
  el.dataset.state = !app.online ? "lost" : view.over ? "over" : ask?.yours ? "yours" : "theirs";
  if (!app.online) return show(el, app.ended || "Connection lost, trying again …");
  if (view.over) return show(el, `Game over: ${outcome(view.result || "no result", view.seats)}`, !replaying && h("a", { href: `#/g/${view.id}/replay` }, "Replay"));
  if (!ask || replaying) return show(el);
  const robot = thinking?.side === ask.side ? titled(thinking.robot || ask.side) : "";
  const seat = view.seats.find((/** @type {any} */ one) => one.side === ask.side);
  const whose = ask.yours ? `Your move, ${titled(ask.side)}` : robot ? `${robot} thinks` : `${titled(ask.side)} to move`;
  return show(el, h("b", {}, whose, robot && h("span", { role: "timer", "data-test": "thinking" }, used(thinking, heard))),
    !ask.yours && seat?.kind === "person" && h("span", { class: "here", "data-here": seat.online, "data-test": "here" }, seat.online ? "here" : "away"),
    !ask.yours && seat?.kind === "open" && invitation(view.id) && button("Invite", () => table(app), { class: "quiet" }),
    ask.rule && button(ask.rule, () => openRule(ask.rule), { class: "rule" }));
}

/** Seats, links and settings of this table. @param {any} app */
function table(app) {
  const { view } = app;
  const invite = invitation(view.id);
  const free = view.seats.some((/** @type {any} */ seat) => seat.kind === "open");
  const seats = h("ul", { class: "seats" });
  const draw = () => app.view && show(seats, ...each(app.view.seats, (seat) => h("li", { ...ofSide(app, seat.side), "data-test": `seat-${seat.side}` }, h("span", { class: "side" }),
    h("b", {}, titled(seat.side)), ` ${seat.name || (seat.kind === "open" ? "free" : seat.kind)}`, seat.yours ? " (you)" : "", seat.online && !seat.yours ? " · here" : "")));
  draw();
  const stops = ["here", "view"].map((what) => app.on(what, draw));
  const box = dialog(view.title, seats,
    free && invite && link(`Invite somebody as ${titled(invite.side)}`, invite.link, app),
    link("Let somebody watch", `${location.origin}/#/g/${view.id}`, app),
    h("p", { class: "row" }, h("a", { href: `#/g/${view.id}/replay`, onclick: () => box.close() }, "Replay"), button("Settings", () => { box.close(); settings(app); })));
  box.addEventListener("close", () => stops.forEach((stop) => stop()));
}

/** @param {string} label @param {string} address @param {any} app */
function link(label, address, app) {
  const input = h("input", { value: address, readonly: true, onfocus: () => input.select() });
  const copy = () => navigator.clipboard?.writeText(address).then(() => app.toast("Copied."), () => input.select()) ?? input.select();
  return h("label", { class: "field link" }, h("span", {}, label), input, button("Copy", copy));
}
