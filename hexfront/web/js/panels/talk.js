// Chat of a game, and the offers: resign, draw, take back.

import { button, dialog, h, ofSide, sentence, show, titled } from "../dom.js";

const OFFERS = /** @type {Record<string, string[]>} */ ({
  draw: ["Offer a draw", "offers a draw"],
  takeback: ["Ask to take back", "asks to take back the last order"],
  resign: ["Resign", "resigns"],
});

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  const list = h("ol", { class: "scroll talklines", "aria-live": "polite" });
  const asks = h("div", { class: "asks" });
  const input = h("input", { "data-test": "chat-input", maxlength: 2000, placeholder: "Write to the table", "aria-label": "Message", autocomplete: "off" });
  const form = h("form", { class: "bar", onsubmit: send }, input, h("button", {}, "Send"));
  const acts = h("p", { class: "row" }, ...Object.keys(OFFERS).map((kind) => button(OFFERS[kind][0], () => offer(kind), { class: "quiet" })));
  el.classList.add("panel", "talk");
  show(el, list, asks, form, acts);

  /** One line in its place, once: it may come by the socket, in what was said before, or both. @param {any} one */
  const add = (one) => {
    const lines = /** @type {HTMLElement[]} */ ([...list.children]);
    if (lines.some((line) => Number(line.dataset.id) === one.id)) return;
    const later = lines.find((line) => Number(line.dataset.id) > one.id) ?? null;
    list.insertBefore(h("li", { ...ofSide(app, one.side), "data-id": one.id },
      h("b", {}, one.name || one.person || (one.side ? titled(one.side) : "Watcher")), " ", h("span", {}, one.text)), later);
    list.scrollTop = list.scrollHeight;
  };

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    await post("talk", { text }, () => { input.value = text; });
  }

  /** @param {string} what @param {any} body @param {() => void} [undo] */
  async function post(what, body, undo) {
    try {
      await app.api.post(`${app.path}/${what}`, body);
    } catch (error) {
      undo?.();
      app.toast(sentence(error));
    }
  }

  /** @param {string} kind */
  function offer(kind) {
    if (kind !== "resign") return post("offers", { kind });
    const box = dialog("Resign?", h("p", {}, "The game ends at once and your opponent wins it."), h("p", { class: "row" },
      button("Resign", () => { box.close(); post("offers", { kind }); }, { class: "danger" }), button("Play on", () => box.close())));
    return null;
  }

  function draw() {
    const { view } = app;
    const mine = view?.you?.length > 0;
    acts.hidden = !mine || view.over;
    show(asks, ...(view?.offers ?? []).map((/** @type {any} */ one) => {
      const own = view.you.includes(one.side) && view.you.length < view.sides.length;
      return h("p", { class: "ask" }, `${titled(one.side)} ${OFFERS[one.kind]?.[1] ?? one.kind}.`,
        mine && !own && button("Accept", () => post("offers", { kind: one.kind, answer: true }), { class: "main" }),
        mine && button(own ? "Withdraw" : "Decline", () => post("offers", { kind: one.kind, answer: false })));
    }));
  }

  const load = () => app.api.getPatiently(`${app.path}/talk`).then(
    (/** @type {any} */ found) => (found.talk ?? found).forEach(add),
    (/** @type {any} */ error) => app.toast(sentence(error)));
  app.on("talk", (/** @type {any} */ message) => add(message.talk ?? message));
  app.on("offer", () => app.refresh());
  app.on("online", (/** @type {boolean} */ open) => void (open && load())); // what was said meanwhile
  app.on("view", draw);
  load();
  draw();
}
