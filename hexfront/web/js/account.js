// What somebody can do with his account: tokens for programs, another password, out everywhere, away for good.

import { attempt, button, complaint, dialog, h } from "./dom.js";

/** @param {string} name @param {string} label @param {Record<string, any>} attrs */
export const input = (name, label, attrs) => h("label", { class: "field" }, h("span", {}, label), h("input", { name, ...attrs }));

const password = () => input("password", "Your password", { type: "password", required: true, maxlength: 200, autocomplete: "current-password" });

/** Ends what programs of this person can do as well. */
const tokensToo = () => h("label", { class: "tick" }, h("input", { type: "checkbox", name: "tokens" }), "End the tokens of my programs too");

/**
 * One thing that can be done, folded away until it is wanted. A refusal stands above its button.
 * @param {string} title
 * @param {string} about
 * @param {HTMLElement[]} fields
 * @param {(data: FormData) => Promise<void>} act
 * @param {string} [kind]
 */
function deed(title, about, fields, act, kind = "") {
  const [problem, complain] = complaint();
  const send = h("button", { type: "submit", class: kind }, title);
  /** @param {SubmitEvent} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    complain("");
    send.disabled = true;
    await attempt(complain, () => act(new FormData(form)));
    send.disabled = false;
  };
  const form = h("form", { onsubmit }, h("p", {}, about), ...fields, problem, h("p", { class: "row" }, send));
  return h("details", { class: "deed" }, h("summary", {}, title), form);
}

/** The window of somebody who has signed in. @param {any} app @param {any} person */
export function account(app, person) {
  const box = dialog(person.name, token(app),
    deed("Change my password", "All other browsers that are signed in with this account are signed out.", [
      input("old", "Old password", { type: "password", required: true, maxlength: 200, autocomplete: "current-password" }),
      input("new", "New password", { type: "password", required: true, minlength: 8, maxlength: 200, autocomplete: "new-password" }),
      tokensToo(),
    ], async (data) => {
      await app.api.put("/api/me/password", { old: data.get("old"), new: data.get("new"), tokens: data.has("tokens") });
      box.close();
      app.toast("Your password is changed.");
    }),
    deed("Sign out everywhere", "Every browser that is signed in with this account is signed out, this one too.", [tokensToo()],
      async (data) => {
        await app.api.post("/api/logout/everywhere", { tokens: data.has("tokens") });
        location.reload();
      }),
    farewell(app, person));
}

/** @param {any} app */
function token(app) {
  const told = h("p", { class: "proof", hidden: true });
  const tell = (/** @type {string} */ text) => (told.textContent = text);
  const make = () => {
    told.hidden = false;
    attempt(tell, async () => tell((await app.api.post("/api/tokens", { title: "bot" })).token));
  };
  const out = async () => { await app.api.post("/api/logout", {}); location.reload(); };
  return h("div", {}, h("p", {}, "A token lets a program of yours play in your name. It is shown once."),
    h("p", { class: "row" }, button("Make a token", make), button("Sign out", out)), told);
}

/**
 * Away for good: an account with its password, a guest without one. Asked once more.
 * @param {any} app
 * @param {any} person
 */
export function farewell(app, person) {
  const what = person.guest ? "Delete me here" : "Delete my account";
  return deed(what, `${person.guest ? "This server forgets you" : "Name, mail and password are deleted"}, with your notes and what you wrote in chats. `
    + "Games that only you and robots play are deleted. In games with other people your seat stays, without your name, and they may claim the game.",
  person.guest ? [] : [password()],
  (data) => new Promise((done, fail) => {
    const sure = async () => {
      await app.api.post("/api/me/delete", { password: data.get("password") ?? "" }).then(() => location.replace("/"), fail);
      box.close();
    };
    const box = dialog(`${what}?`, h("p", {}, "Nobody can bring it back, the host of this server neither."),
      h("p", { class: "row" }, button("Delete for good", sure, { class: "danger", "data-test": "delete-sure" }),
        button("Keep it", () => box.close(), { class: "main" })));
    box.addEventListener("close", () => done(undefined));
  }), "danger");
}
