// Who sits here: a guest with a name, or an account. Invitations to a seat.

import { account as ownWindow, farewell, input } from "./account.js";
import { attempt, button, complaint, dialog, h, memory, show, titled } from "./dom.js";

/** The name and the way to sign in or out. @param {HTMLElement} el @param {any} app */
export async function account(el, app) {
  try {
    const { person } = await app.api.get("/api/me");
    show(el, person?.guest !== false
      ? button("Sign in", () => signIn(app, person), { class: "quiet", title: `You play as ${person?.name ?? "guest"}` })
      : button(person.name, () => ownWindow(app, person), { class: "quiet" }));
  } catch { /* the page says elsewhere that the server is away */ }
}

/** @param {any} app @param {any} person */
function signIn(app, person) {
  const [problem, complain] = complaint();
  /** @param {string} path */
  const send = (path) => attempt(complain, async () => {
    const { mail, ...rest } = Object.fromEntries(new FormData(form));
    await app.api.post(path, path === "/api/people" && mail ? { ...rest, mail } : rest);
    location.reload();
  });
  const rename = () => attempt(complain, async () => {
    await app.api.put("/api/me", { name: form.elements.name.value });
    location.reload();
  });
  const form = h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); send("/api/login"); } },
    h("p", {}, "You can play as a guest: this browser keeps your games. An account keeps them everywhere."),
    input("name", "Name", { required: true, maxlength: 40, autocomplete: "username" }),
    input("password", "Password", { type: "password", required: true, minlength: 8, autocomplete: "current-password" }),
    input("mail", "Mail (new account, optional)", { type: "email", autocomplete: "email" }), problem,
    h("p", { class: "row" }, h("button", { class: "main" }, "Sign in"),
      button("New account", () => form.reportValidity() && send("/api/people")),
      button("Only change my name", rename)));
  dialog("Sign in", form, person?.id && farewell(app, person));
}

/** The secret link that gives the free seat of a game away, if this browser made the game. @param {string} id */
export function invitation(id) {
  const [side, token] = memory.get(`invite.${id}`).split(" ");
  return token ? { side, link: `${location.origin}/#/g/${id}?seat=${token}` } : null;
}

/** Somebody opened an invitation: take the seat after a word of consent. @param {any} app @param {string} id */
export function accept(app, id) {
  const token = /[?&]seat=([\w.~-]+)/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, "", `#/g/${id}`);
  if (app.view?.you?.length) return;
  const [problem, complain] = complaint();
  const take = () => attempt(complain, async () => {
    const { side } = await app.api.post(`/api/games/${id}/seats`, { token });
    app.toast(`You play the ${titled(side)} side.`);
    location.reload();
  });
  const box = dialog("You are invited", h("p", {}, `Somebody waits for you at a game of ${app.view?.title ?? "hexfront"}.`), problem,
    h("p", { class: "row" }, button("Take the seat", take, { class: "main" }), button("Only watch", () => box.close())));
}
