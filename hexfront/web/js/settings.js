// Light or dark, motion, notifications: kept in this browser.

import { attempt, button, choice, dialog, h, memory } from "./dom.js";

/** Put the choices on the page; call once at the start. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = memory.get("theme", "system");
  root.dataset.motion = memory.get("motion", "system");
}

/** Does the reader want things to stand still? */
export const still = () => memory.get("motion") === "less"
  || (memory.get("motion") !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);

/** A choice that this browser remembers. @param {string} legend @param {string} name @param {string[][]} values */
const kept = (legend, name, values) => choice(legend, name, values, memory.get(name, values[0][0]), (value) => {
  memory.set(name, value);
  apply();
});

/** Ask the browser, and keep the answer. @param {any} app */
async function allow(app) {
  if (!("Notification" in window)) return app.toast("This browser has no notifications.");
  const answer = await Notification.requestPermission();
  memory.set("notify", answer === "granted" ? "on" : "off");
  return app.toast(answer === "granted" ? "You will be told when it is your turn." : "The browser did not allow notifications.");
}

/** Web hook and mail for the game that is open. @param {any} app */
function hooks(app) {
  const path = `/api/games/${app.view.id}/hooks`;
  /** @param {SubmitEvent} event */
  const save = async (event) => {
    event.preventDefault();
    await attempt((why) => app.toast(why), async () => {
      const { waiting } = await app.api.put(path, Object.fromEntries(new FormData(form)));
      app.toast(waiting ? "Follow the link in the mail that was sent to you." : "Saved for this game.");
    });
  };
  const form = h("form", { onsubmit: save },
    h("p", {}, "When it is your turn in this game, also tell:"),
    h("label", { class: "field" }, h("span", {}, "Mail"), h("input", { name: "mail", type: "email" })),
    h("label", { class: "field" }, h("span", {}, "Web hook"), h("input", { name: "url", type: "url", placeholder: "https://" })),
    h("button", {}, "Save"));
  app.api.get(path).then((/** @type {any} */ now) => {
    form.elements.mail.value = now.mail || now.waiting;
    form.elements.url.value = now.url;
  }, () => {});
  return form;
}

/** @param {any} app */
export function settings(app) {
  dialog("Settings",
    kept("Colours", "theme", [["system", "System"], ["light", "Light"], ["dark", "Dark"]]),
    kept("Motion", "motion", [["system", "System"], ["less", "Less"], ["full", "Full"]]),
    h("p", { class: "row" }, button("Tell me when it is my turn", () => allow(app)),
      app.view && button("Show the tour again", () => { memory.set("tour", ""); location.reload(); })),
    app.view?.you?.length > 0 && hooks(app));
}
