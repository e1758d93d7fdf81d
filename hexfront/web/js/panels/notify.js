// "Your turn" for somebody who looks elsewhere: in the title of the tab, and by the browser if it was allowed.

import { memory } from "../dom.js";

/** @param {HTMLElement | null} _el @param {any} app */
export function mount(_el, app) {
  let was = Boolean(app.view?.ask?.yours);
  const draw = () => {
    const { view } = app;
    const yours = Boolean(view?.ask?.yours) && !location.hash.endsWith("/replay");
    document.title = view ? `${yours ? "● Your turn · " : ""}${view.title}` : "hexfront";
    if (yours && !was && document.hidden) tell(view);
    was = yours;
  };
  app.on("view", draw);
  draw();
}

/** @param {any} view */
function tell(view) {
  if (memory.get("notify") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(`Your turn: ${view.title}`, { body: view.ask.prompt || view.ask.title, tag: view.id });
  note.onclick = () => { window.focus(); note.close(); };
}
