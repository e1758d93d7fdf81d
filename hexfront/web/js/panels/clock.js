// The clock of a game by days: how long whoever decides may take, and the claim of the other when it has run out, or when
// whoever played has left for good.

import { attempt, button, dialog, h, show, titled } from "../dom.js";

const SIZES = /** @type {[number, string][]} */ ([[86400, "day"], [3600, "hour"], [60, "minute"]]);
const BEAT = 20000; // ms

/** A time in its largest measure that fits: "2 days", "40 minutes". @param {number} seconds */
function inWords(seconds) {
  const [size, name] = SIZES.find(([one]) => seconds >= 2 * one) ?? [60, "minute"];
  const many = Math.max(1, Math.floor(seconds / size));
  return `${many} ${name}${many > 1 ? "s" : ""}`;
}

/** @param {number} seconds */
const date = (seconds) => new Date(seconds * 1000).toLocaleString([], { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  let asked = 0; // the end of time after which the server was asked whether we may claim
  el.classList.add("clock");

  function draw() {
    const clock = app.view?.over || app.replaying ? null : app.view?.clock;
    el.hidden = !clock;
    if (!clock) return;
    const may = app.view.you.includes(clock.claim) && button("Claim the game", () => claim(app), { "data-test": "claim" });
    el.classList.toggle("late", Boolean(clock.gone));
    el.title = "";
    if (clock.gone) return show(el, h("span", {}, `${titled(clock.gone)} has left`), may);
    const left = clock.until - Date.now() / 1000;
    el.classList.toggle("late", left <= 0);
    el.title = `${titled(clock.side)} decides until ${date(clock.until)}; ${inWords(clock.days * 86400)} for each decision`;
    show(el, h("span", {}, left > 0 ? `${inWords(left)} left` : "time is up"), may);
    if (left <= 0 && !clock.claim && asked !== clock.until && !app.view.you.includes(clock.side)) {
      asked = clock.until;
      app.refresh().catch(() => (asked = 0));
    }
  }

  const timer = setInterval(() => (el.isConnected ? draw() : clearInterval(timer)), BEAT);
  app.on("view", draw);
  draw();
}

/** Wins the game of somebody who did not decide in time, or never will, after a word of consent. @param {any} app */
function claim(app) {
  const send = async () => {
    box.close();
    await attempt((why) => app.toast(why), async () => {
      await app.api.post(`${app.path}/offers`, { kind: "claim" });
      await app.refresh();
    });
  };
  const { clock } = app.view;
  const why = clock.gone ? `Whoever played the ${titled(clock.gone)} side has left for good.` : `${titled(clock.side)} did not decide within ${inWords(clock.days * 86400)}.`;
  const box = dialog("Claim the game?", h("p", {}, `${why} The game ends at once and you win it.`),
    h("p", { class: "row" }, button("Claim the game", send, { class: "main", "data-test": "claim-sure" }), button("Wait", () => box.close())));
}
