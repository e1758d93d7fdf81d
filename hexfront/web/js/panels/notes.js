// Private notes on a game; they save themselves.

import { attempt, h, later, sentence, show } from "../dom.js";

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  const path = `${app.path}/note`;
  const told = h("small", { role: "status" }, "Only you can read this.");
  const text = h("textarea", { "aria-label": "Notes", placeholder: "Plans, threats, promises …", maxlength: 20000, readonly: true, oninput: () => { told.textContent = "…"; save(); } });
  el.classList.add("panel", "notes");
  show(el, text, told);
  const tell = (/** @type {string} */ words) => (told.textContent = words);
  const save = later(() => attempt(tell, async () => {
    await app.api.put(path, { text: text.value });
    tell("Saved. Only you can read this.");
  }), 700);
  // nothing can be written before what was written is there: saving would wipe it out
  app.api.getPatiently(path).then((/** @type {any} */ found) => {
    text.value = found.text ?? "";
    text.readOnly = false;
  }, (/** @type {any} */ error) => tell(sentence(error)));
}
