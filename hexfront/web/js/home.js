// The first page: games as cards, a set-up with sensible defaults, my games, open games, results, import.

import { ago, attempt, button, choice, complaint, each, h, memory, outcome, show, titled } from "./dom.js";
import { aboutLevel, levels } from "./levels.js";
import { account } from "./people.js";
import { settings } from "./settings.js";

const DAYS = [0, 1, 2, 3, 7, 14]; // that a player may have for a decision; 0 is no clock
const LISTS = [
  ["mine", "Your games", "Games that you start appear here; this browser remembers them."],
  ["open", "Open to join", "Nobody is waiting for an opponent now."],
  ["watch", "To watch", "Nobody else is playing now."],
  ["recent", "Results", "No game has ended yet."],
];

/** @param {HTMLElement} el @param {any} app */
export async function mount(el, app) {
  const cards = h("div", { class: "cards", role: "group", "aria-label": "Game" });
  const setup = h("form", { class: "setup" });
  const lists = h("div", { class: "lists" });
  el.classList.add("home");
  show(el, head(app), h("main", {}, h("section", { class: "new" }, cards, setup), lists, importer(app)));
  drawLists(lists, app);
  await attempt((why) => show(cards, h("p", { class: "error", role: "alert" }, why)), async () => {
    const { games } = await app.api.get("/api/catalog");
    drawCards(cards, setup, games, app);
  });
}

/** @param {any} app */
function head(app) {
  const who = h("span", { class: "who" });
  account(who, app);
  return h("header", { class: "mast" },
    h("h1", {}, "hexfront"),
    h("p", {}, "The great board wargames of the Eastern Front, their rules kept to the letter."),
    who,
    button("Settings", () => settings(app), { class: "quiet" }));
}

/** @param {HTMLElement} cards @param {HTMLFormElement} setup @param {any[]} games @param {any} app */
function drawCards(cards, setup, games, app) {
  /** @param {any} game */
  const choose = (game) => {
    for (const card of cards.children) card.setAttribute("aria-pressed", String(card.id === `card-${game.id}`));
    memory.set("game", game.id);
    drawSetup(setup, game, app);
  };
  show(cards, ...games.map((game) => card(game, () => {
    choose(game);
    setup.scrollIntoView({ block: "nearest", behavior: "smooth" });
  })));
  const last = games.find((game) => game.id === memory.get("game")) ?? games[0];
  if (last) choose(last);
}

/** @param {any} game @param {() => void} onclick */
function card(game, onclick) {
  const turns = each(game.scenarios, (one) => one.turns);
  const [least, most] = [Math.min(...turns), Math.max(...turns)];
  return h("button", { type: "button", class: "card", id: `card-${game.id}`, onclick, "data-test": `home-card-${game.id}` },
    h("img", { src: `/api/boards/${game.id}.svg`, alt: `The board of ${game.title}`, loading: "lazy", decoding: "async" }),
    h("strong", {}, game.title),
    h("span", { class: "period" }, game.period),
    h("span", { class: "about" }, game.about),
    h("span", { class: "size" }, `${least === most ? most : `${least} to ${most}`} turns${duration(game.minutes)}`));
}

/** @param {number} minutes */
const duration = (minutes) => (!minutes ? "" : minutes < 100 ? ` · about ${minutes} minutes` : ` · about ${Math.round(minutes / 60)} hours`);

/** @param {HTMLFormElement} form @param {any} game @param {any} app */
function drawSetup(form, game, app) {
  const scenario = h("select", { name: "scenario" }, ...each(game.scenarios, (one) => h("option", { value: one.id }, named(one)[0])));
  const when = h("small", { class: "about", "data-test": "scenario-about" });
  const robot = h("select", { name: "robot", "aria-label": "Level of the robot" }, ...levels(game));
  const about = h("small", { class: "about", "data-test": "level-about" });
  const clock = h("select", { name: "days" }, ...DAYS.map((days) => h("option", { value: days }, days ? span(days) : "none")));
  const [problem, complain] = complaint();
  const start = h("button", { type: "submit", class: "main", "data-test": "start" }, "Start");
  show(form,
    h("h2", {}, game.title),
    field("Scenario", scenario, when),
    choice("You play", "side", [...each(game.sides, (side) => [side, titled(side)]), ["", "Watch robots"]]),
    choice("Against", "foe", [["robot", "Robot"], ["local", "Person at this screen"], ["link", "Person by link"], ["open", "Anybody"]]),
    field("Level", robot, about),
    field("Clock", clock),
    game.options.length > 0 && optionals(game.options),
    problem, start);
  const [level, days] = [robot, clock].map((input) => /** @type {HTMLElement} */ (input.parentElement));
  const fit = () => {
    const data = new FormData(form);
    level.hidden = data.get("foe") !== "robot" && data.get("side") !== "";
    days.hidden = !away(data);
    when.textContent = whenAndHowLong(game.scenarios.find((/** @type {any} */ one) => one.id === scenario.value));
    about.textContent = aboutLevel(game.robots.find((/** @type {any} */ one) => one.id === robot.value));
    barExcluded(form);
  };
  form.onchange = fit;
  fit();
  form.onsubmit = async (event) => {
    event.preventDefault();
    start.disabled = true;
    complain("");
    await attempt(complain, () => begin(form, game, app));
    start.disabled = false;
  };
}

/** A scenario's name, and its dates if it tells them: "The first year, June 1941 to July 1942". @param {any} scenario */
const named = (scenario) => scenario.title.split(/, (.*)/);

/** @param {any} scenario */
const whenAndHowLong = (scenario) => titled([named(scenario)[1], `${scenario.turns} turns`].filter(Boolean).join(" · "));

/** @param {number} days */
const span = (days) => `${days} day${days > 1 ? "s" : ""} for each decision`;

/** Is the opponent somebody at another screen? Only then can a clock be agreed. @param {FormData} data */
const away = (data) => data.get("side") !== "" && ["link", "open"].includes(String(data.get("foe")));

/** @param {string} label @param {HTMLElement} input @param {HTMLElement} [about] */
const field = (label, input, about) => h("label", { class: "field" }, h("span", {}, label), input, about);

/** @param {any[]} options */
function optionals(options) {
  return h("details", { class: "options" }, h("summary", {}, `Optional rules (${options.length})`),
    ...options.map((one) => h("label", {},
      h("input", { type: "checkbox", name: "options", value: one.rule, "data-excludes": [one.excludes ?? []].flat().join(" ") }),
      h("span", {}, h("b", {}, one.rule), " ", one.title, one.about && one.about !== one.title && h("small", {}, one.about)))));
}

/** An optional rule that another one excludes cannot be ticked. @param {HTMLFormElement} form */
function barExcluded(form) {
  /** @type {HTMLInputElement[]} */
  const boxes = [...form.querySelectorAll("input[name=options]")].map((box) => /** @type {HTMLInputElement} */ (box));
  const excludes = (/** @type {HTMLInputElement} */ box) => (box.dataset.excludes ?? "").split(/[\s,]+/).filter(Boolean);
  for (const box of boxes) {
    box.disabled = boxes.some((other) => other !== box && other.checked
      && (excludes(other).includes(box.value) || excludes(box).includes(other.value)));
    if (box.disabled) box.checked = false;
  }
}

/** @param {HTMLFormElement} form @param {any} game @param {any} app */
async function begin(form, game, app) {
  const data = new FormData(form);
  const mine = data.get("side");
  const foe = data.get("foe") === "robot" || !mine ? data.get("robot") : data.get("foe");
  const seats = Object.fromEntries(each(game.sides, (side) => [side, side === mine ? "me" : foe]));
  const days = away(data) && Number(data.get("days")) ? { days: Number(data.get("days")) } : {};
  const made = await app.api.post("/api/games", { game: game.id, scenario: data.get("scenario"), options: data.getAll("options"), seats, ...days });
  for (const [side, token] of Object.entries(made.invites ?? {})) memory.set(`invite.${made.id}`, `${side} ${token}`);
  location.hash = `#/g/${made.id}`;
}

/** @param {HTMLElement} el @param {any} app */
async function drawLists(el, app) {
  const found = await Promise.all(LISTS.map(([list]) => app.api.get(`/api/games?list=${list}`).catch(() => ({ games: [] }))));
  show(el, ...LISTS.map(([list, title, empty], place) => {
    const games = found[place].games;
    return h("section", { class: `list ${list}` }, h("h2", {}, title, games.length > 0 && h("span", { class: "count" }, games.length)),
      games.length ? h("ul", {}, ...each(games, (game) => row(game, list, app))) : h("p", { class: "empty" }, empty));
  }));
}

/** @param {any} game @param {string} list @param {any} app */
function row(game, list, app) {
  const players = each(game.seats, (seat) => `${titled(seat.side)}: ${seat.name || seat.kind}`).join(" · ");
  const state = game.over ? outcome(game.result || "", game.seats) : game.turn_name;
  return h("li", {},
    h("a", { href: `#/g/${game.id}${game.over ? "/replay" : ""}` },
      h("strong", {}, game.title), game.branch && h("em", { class: "branch" }, "What if"), game.your_turn && h("em", { class: "turn" }, "Your turn"),
      h("span", {}, state), h("small", {}, `${players} · ${ago(game.updated)}`)),
    list === "open" && button("Join", () => join(game, app)));
}

/** @param {any} game @param {any} app */
function join(game, app) {
  const free = game.seats.find((/** @type {any} */ seat) => seat.kind === "open");
  attempt((why) => app.toast(why), async () => {
    await app.api.post(`/api/games/${game.id}/seats`, { side: free?.side ?? "" });
    location.hash = `#/g/${game.id}`;
  });
}

/** @param {any} app */
function importer(app) {
  const [problem, complain] = complaint({ "data-test": "import-error" });
  const input = h("input", { type: "file", accept: ".txt,text/plain", "data-test": "import", "aria-label": "Record of a game",
    onchange: () => input.files[0] && take(input.files[0]) });
  /** @param {File} file */
  const take = async (file) => {
    complain("");
    await attempt((why) => complain(`${file.name}: ${why}`), async () => {
      if (file.size > 2_000_000) throw new Error(`${file.name} is larger than 2 MB: no record of a game is.`);
      const made = await app.api.post("/api/records", await file.text());
      location.hash = `#/g/${made.id}/replay`;
    });
    input.value = "";
  };
  return h("section", { class: "import",
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: (/** @type {DragEvent} */ event) => { event.preventDefault(); const file = event.dataTransfer?.files[0]; if (file) take(file); } },
  h("h2", {}, "Import a record"),
  h("p", {}, "Choose or drop the text file of a game. Every order and die is checked before it counts."), input, problem);
}
