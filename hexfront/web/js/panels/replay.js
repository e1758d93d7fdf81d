// Any game again: a time line by phase, plots of how it went, a branch at any point, exports.

import { attempt, button, complaint, dialog, download, each, h, s, sentence, show, titled } from "../dom.js";
import { Fronts } from "../board/front.js";
import { levels } from "../levels.js";
import { drawing, movie, painted } from "../board/pictures.js";
import { still } from "../settings.js";

const [WIDE, HIGH] = [280, 70];

/** @param {HTMLElement} el @param {any} app */
export async function mount(el, app) {
  const film = new Film(app, el);
  const fronts = new Fronts(app);
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "data-test": "replay-slider", "aria-label": "Phase", oninput: () => film.goPhase(Number(slider.value)) });
  const told = h("p", { class: "told", role: "status" }, "Reading the game …");
  const play = button("▶", () => film.toggle(), { title: "Play (space)", "aria-label": "Play", "data-test": "replay-play" });
  const plots = h("div", { class: "plots" });
  const plan = button("Plan", () => film.plan(!film.planned), { title: "What the robot meant to do in this phase (P)", "aria-pressed": "true", hidden: true, "data-test": "replay-plan" });
  /** @param {string} sign @param {string} title @param {() => void} go */
  const key = (sign, title, go) => button(sign, go, { title, "aria-label": title });
  el.classList.add("replay");
  show(el, h("div", { class: "film" },
    key("«", "To the start (Home)", () => film.go(0)), key("‹", "One order back (←)", () => film.step(-1)), play,
    key("›", "One order on (→)", () => film.step(1)), key("»", "To the end (End)", () => film.go(film.last)), slider,
    button("Front", () => fronts.toggle(), { title: "The front line now and at the turns before", "aria-pressed": "false", "data-test": "front" }), plan, button("What if …", () => branch(app, film.at), { "data-test": "branch" }), button("Export", () => exporter(app, film)),
    h("a", { href: `#/g/${app.view.id}` }, "To the table")), told, plots);
  app.board?.fit?.();
  film.changed = () => {
    slider.value = String(film.phase());
    play.textContent = film.playing ? "■" : "▶";
    const line = film.lines[film.at - 1];
    plan.setAttribute("aria-pressed", String(film.planned));
    app.plans?.draw(film.planned ? app.plans.of(film.lines, film.at) : null);
    show(told, h("b", {}, line?.heading ?? (app.view?.branch ? "Where the branch begins" : "The start")), line ? ` ${film.at}/${film.last} ` : "", line && h("code", {}, line.order));
    for (const mark of plots.querySelectorAll(".at")) mark.setAttribute("transform", `translate(${film.share() * WIDE})`);
  };
  keys(film, el);
  await attempt((why) => (told.textContent = why), async () => {
    await film.load();
    await app.plans?.load();
    plan.hidden = !app.plans?.list.length;
    slider.max = String(film.phases.length);
    await film.go(film.at); // the end, unless keys have asked for another position meanwhile
    await draw(plots, film, app, fronts);
  });
}

/** All lines of a game, the position after each of them when it is wanted, and the projector. */
class Film {
  /** @param {any} app @param {HTMLElement} el */
  constructor(app, el) {
    this.app = app;
    this.el = el;
    this.path = app.path;
    this.last = app.view.number;
    this.at = this.last;
    /** @type {any[]} */
    this.lines = [];
    /** The number of the last line of each phase. @type {number[]} */
    this.phases = [];
    /** @type {Map<number, Promise<any>>} */
    this.views = new Map();
    this.playing = false;
    this.planned = true; // the arrows of the plan are shown
    this.run = 0;
    this.changed = () => {};
  }

  /** Shows or hides what the robots meant to do. @param {boolean} on */
  plan(on) {
    this.planned = on;
    this.changed();
  }

  /** The whole log, from the end to the start. */
  async load() {
    let lines = this.app.view.log;
    while (lines.length && lines[0].number > 1) {
      const { log } = await this.app.api.get(`${this.path}/log?before=${lines[0].number}`);
      if (!log.length) break;
      lines = [...log, ...lines];
    }
    this.lines = lines;
    this.phases = lines.filter((/** @type {any} */ line, /** @type {number} */ place) => line.heading !== lines[place + 1]?.heading)
      .map((/** @type {any} */ line) => line.number);
  }

  /** @param {number} number @returns {Promise<any>} */
  view(number) {
    const known = this.views.get(number) ?? this.app.api.get(`${this.path}/replay/${number}`);
    this.views.set(number, known);
    known.catch(() => this.views.delete(number));
    if (this.views.size > 120) this.views.delete(/** @type {number} */ (this.views.keys().next().value));
    return known;
  }

  /** How many phases have ended here. */
  phase() {
    return this.phases.filter((last) => last <= this.at).length;
  }

  share() {
    return this.last ? this.at / this.last : 0;
  }

  /** @param {number} phase */
  goPhase(phase) {
    return this.go(phase ? this.phases[phase - 1] : 0);
  }

  /** Shows the position after an order, unless another one or another page was wanted meanwhile. @param {number} number */
  async go(number) {
    this.at = Math.max(0, Math.min(this.last, number));
    const { at } = this;
    this.changed();
    try {
      const view = await this.view(at);
      if (this.at === at && this.el.isConnected) this.app.take(view);
    } catch (error) {
      this.playing = false;
      this.app.toast(sentence(error));
    }
  }

  /** @param {number} by */
  step(by) {
    return this.go(this.at + by);
  }

  /** Plays or stops. The next order waits until the last one is on the board, and is fetched meanwhile. */
  async toggle() {
    const run = ++this.run;
    this.playing = !this.playing;
    if (this.playing && this.at >= this.last) this.at = 0;
    this.changed();
    while (this.playing && run === this.run && this.at < this.last && this.el.isConnected) {
      const rest = new Promise((done) => setTimeout(done, still() ? 900 : 350));
      this.view(Math.min(this.last, this.at + 2)).catch(() => {});
      await this.step(1);
      await rest;
    }
    if (run !== this.run) return;
    this.playing = false;
    this.changed();
  }
}

/** @param {Film} film @param {HTMLElement} el */
function keys(film, el) {
  /** @type {Record<string, () => void>} */
  const does = {
    ArrowLeft: () => film.step(-1), ArrowRight: () => film.step(1), " ": () => film.toggle(), Home: () => film.go(0), End: () => film.go(film.last),
    p: () => film.plan(!film.planned), P: () => film.plan(!film.planned),
    PageUp: () => film.goPhase(Math.max(0, film.phase() - 1)), PageDown: () => film.goPhase(Math.min(film.phases.length, film.phase() + 1)),
  };
  /** @param {KeyboardEvent} event */
  const hear = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!el.isConnected) removeEventListener("keydown", hear, true);
    else if (does[event.key] && !event.ctrlKey && !event.altKey && !target.closest?.("dialog, select, textarea, input:not([type=range])")
      && !(event.key === " " && target.closest?.("button, a"))) {
      event.preventDefault();
      event.stopPropagation();
      does[event.key]();
    }
  };
  addEventListener("keydown", hear, true);
}

// -- plots ---------------------------------------------------------------------------------------------------

/**
 * One sample for each turn: the figures among the facts, and the units that have left the board.
 * @param {HTMLElement} el
 * @param {Film} film
 * @param {any} app
 * @param {Fronts} fronts
 */
async function draw(el, film, app, fronts) {
  const ends = film.lines.filter((line, place) => line.turn !== film.lines[place + 1]?.turn).map((line) => line.number);
  /** @type {Record<string, Record<string, [number, number][]>>} */
  const plots = {};
  /** @type {Record<string, Set<string>>} */
  const seen = {};
  for (const number of [0, ...ends]) {
    const view = await film.view(number);
    if (!el.isConnected) return;
    fronts.keep(number, view);
    for (const [label, text] of view.facts) if (!app.board?.centre(text)) for (const [name, value] of figures(text, label)) add(plots, label, name, number, value);
    for (const side of view.sides) {
      const here = view.pieces.filter((/** @type {any} */ piece) => piece.side === side && piece.unit).map((/** @type {any} */ piece) => piece.unit);
      seen[side] = new Set([...(seen[side] ?? []), ...here]);
      add(plots, "Units gone from the board", side, number, Math.max(0, seen[side].size - new Set(here).size));
    }
    show(el, ...Object.entries(plots).filter(([, lines]) => moves(lines)).map(([title, lines]) => plot(title, lines, film, app)));
  }
  film.changed();
}

/** The figures in a fact: "12", or a figure for each name: "red 5, blue 7". @param {string} text @param {string} label @returns {[string, number][]} */
function figures(text, label) {
  if (/^[-+]?\d+(\.\d+)?$/.test(text.trim())) return [[label, Number(text)]];
  return [...text.matchAll(/(\p{L}+):? ([-+]?\d+(?:\.\d+)?)(?=$|[,;·])/gu)].map((found) => [found[1], Number(found[2])]);
}

/** @param {Record<string, Record<string, [number, number][]>>} plots @param {string} title @param {string} name @param {number} x @param {number} y */
function add(plots, title, name, x, y) {
  const lines = (plots[title] ??= {});
  (lines[name] ??= []).push([x, y]);
}

/** Is there anything to see? @param {Record<string, [number, number][]>} lines */
const moves = (lines) => Object.values(lines).some((points) => points.some(([, y]) => y !== points[0][1]));

/** @param {string} title @param {Record<string, [number, number][]>} lines @param {Film} film @param {any} app */
function plot(title, lines, film, app) {
  const values = Object.values(lines).flat().map(([, y]) => y);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (/** @type {number} */ number) => (number / Math.max(1, film.last)) * WIDE;
  const y = (/** @type {number} */ value) => HIGH - ((value - low) / (high - low)) * HIGH;
  const sides = app.view.sides;
  const picture = s("svg", { viewBox: `-26 -8 ${WIDE + 34} ${HIGH + 14}`, role: "img", "aria-label": title,
    onclick: (/** @type {MouseEvent} */ event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      film.go(Math.round((Math.max(0, Math.min(WIDE, point.x)) / WIDE) * film.last));
    } },
  s("path", { class: "axis", d: `M0 0V${HIGH}M0 ${y(0)}H${WIDE}` }),
  s("text", { x: -4, y: 4 }, high), s("text", { x: -4, y: HIGH + 3 }, low),
  ...Object.entries(lines).map(([name, points], place) => s("polyline", { class: "curve", "data-line": Math.max(sides.indexOf(name.toLowerCase()), place % 2),
    points: points.map(([a, b]) => `${x(a)},${y(b)}`).join(" ") })),
  s("line", { class: "at", y2: HIGH, transform: `translate(${film.share() * WIDE})` }));
  return h("figure", {}, h("figcaption", {}, title, ...Object.entries(lines).map(([name, points], place) =>
    Object.keys(lines).length > 1 && h("span", { class: "tally", "data-line": Math.max(sides.indexOf(name.toLowerCase()), place % 2) }, `${titled(name)} ${points[points.length - 1][1]}`))), picture);
}

// -- branch and export -----------------------------------------------------------------------------------------

/** @param {any} app @param {number} number */
async function branch(app, number) {
  const { games } = await app.api.get("/api/catalog");
  const game = games.find((/** @type {any} */ one) => one.id === app.view.game);
  const side = h("select", { name: "side" }, ...each(app.view.sides, (one) => h("option", { value: one }, titled(one))));
  const robot = h("select", { name: "robot" }, ...levels(game));
  const [problem, complain] = complaint();
  const go = () => attempt(complain, async () => {
    const { id } = await app.api.post(`/api/games/${app.view.id}/branch`, { number, side: side.value, robot: robot.value });
    box.close();
    location.hash = `#/g/${id}`;
  });
  const box = dialog("What if?", h("p", {}, `A private game from the position after order ${number}, with new dice; what you cannot see is dealt anew. This game goes on as it was.`),
    h("label", { class: "field" }, h("span", {}, "You play"), side), h("label", { class: "field" }, h("span", {}, "Against"), robot), problem,
    h("p", { class: "row" }, button("Play from here", go, { class: "main" })));
}

/** @param {any} app @param {Film} film */
function exporter(app, film) {
  const number = film.at;
  const name = `${app.view.game}-${app.view.id}`;
  const told = h("p", { class: "told", role: "status" });
  /** @param {string} doing @param {() => Promise<void>} fn */
  const run = (doing, fn) => async () => {
    told.textContent = doing;
    told.textContent = await fn().then(() => "Done.", sentence);
  };
  dialog("Export", h("p", {}, "The record is a text that this and every later version opens. Pictures show the position on the board now."),
    h("p", { class: "row" },
      button("Record", run("…", async () => download(new Blob([await app.api.get(`/api/games/${app.view.id}/record`)]), `${name}.txt`))),
      button("SVG", run("…", async () => download(drawing(app.board), `${name}-${number}.svg`))),
      button("PNG", run("Drawing …", async () => download(await painted(app.board), `${name}-${number}.png`))),
      button("Film", run("Filming, a quarter of a second for each phase …", async () => download(await movie(app.board, film.phases, (at) => film.go(at)), `${name}.webm`)))), told);
}
