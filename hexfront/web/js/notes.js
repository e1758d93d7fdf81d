// Private notes on a game; they save themselves.

import { h, later, sentence, show } from "./dom.js";

/**
 * @param {HTMLElement} el
 * @param {any} app
 */
export function mount(el, app) {
  const path = `${app.path}/note`;
  const told = h("small", { role: "status" }, "Only you can read this.");
  const text = h("textarea", { "aria-label": "Notes", placeholder: "Plans, threats, promises …", maxlength: 20000, oninput: () => { told.textContent = "…"; save(); } });
  el.classList.add("panel", "notes");
  show(el, text, told);
  const save = later(async () => {
    try {
      await app.api.put(path, { text: text.value });
      told.textContent = "Saved. Only you can read this.";
    } catch (error) {
      told.textContent = sentence(error);
    }
  }, 700);
  app.api.get(path).then((/** @type {any} */ found) => { if (!text.value) text.value = found.text ?? ""; }, () => {});
}
