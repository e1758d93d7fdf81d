// The rules in our own words, each with its cases drawn as small boards.

import { button, each, h, later, sentence, show } from "../dom.js";

/** Shows a rule in the panel that was mounted last. @type {(rule: string) => void} */
let opener = () => {};

/** Open a rule by its number. @param {string} rule */
export const openRule = (rule) => opener(rule);

/** @param {HTMLElement} el @param {any} app */
export function mount(el, app) {
  /** @type {any[]} */
  let rules = [];
  /** Addresses of the pictures that are shown. @type {string[]} */
  let pictures = [];
  const find = h("input", { type: "search", placeholder: "Number or words", "aria-label": "Search the rules", oninput: later(draw, 120) });
  const list = h("ul", { class: "scroll rulelist" });
  const page = h("article", { class: "scroll rulepage", hidden: true });
  const bar = h("p", { class: "bar" }, find);
  el.classList.add("panel", "rules");
  show(el, bar, list, page);

  const load = async () => {
    if (rules.length || !app.view) return;
    try {
      const found = await app.api.getPatiently(`/api/rules/${app.view.game}`);
      rules = found.rules ?? found;
      draw();
    } catch (error) {
      show(list, h("li", { class: "error" }, sentence(error)));
    }
  };

  function draw() {
    const words = find.value.trim().toLowerCase();
    show(list, ...rules.filter((one) => !words || `${one.rule} ${one.title} ${one.about}`.toLowerCase().includes(words)).map((one) =>
      h("li", { class: /^[^.]+(\.0)?$/.test(one.rule) ? "chapter" : null },
        h("button", { type: "button", onclick: () => opener(one.rule) }, h("b", {}, one.rule), h("span", {}, one.title)))));
  }

  function back() {
    pictures.forEach((one) => URL.revokeObjectURL(one));
    pictures = [];
    page.hidden = true;
    list.hidden = bar.hidden = false;
  }

  /** An image of a drawing: nothing in it can run. @param {string} svg */
  function picture(svg) {
    const src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    pictures.push(src);
    return src;
  }

  opener = async (number) => {
    app.emit("rule", number); // whoever owns the drawer opens it
    load();
    back();
    list.hidden = bar.hidden = true;
    page.hidden = false;
    const all = button("‹ All rules", back, { class: "quiet" });
    show(page, all, h("p", { class: "empty" }, "…"));
    try {
      const rule = await app.api.get(`/api/rules/${app.view.game}/${encodeURIComponent(number)}`);
      show(page, all, h("h3", {}, h("b", {}, rule.rule), " ", rule.title), ...prose(rule.about),
        rule.state && rule.state !== "played" && h("p", { class: "empty" }, `In this program: ${rule.state}.`),
        ...each(rule.cases, (one) => drawn(one, picture)));
      page.scrollTop = 0;
    } catch (error) {
      show(page, all, h("p", { class: "error" }, sentence(error)));
    }
  };

  new IntersectionObserver(load).observe(el);
}

/** @param {string} text */
const prose = (text) => (text || "").split(/\n\n+/).filter(Boolean).map((part) => h("p", {}, part));

/** @param {any} one @param {(svg: string) => string} picture */
function drawn(one, picture) {
  const then = [one.then ?? []].flat();
  return h("figure", {}, h("figcaption", {}, one.title),
    one.svg && h("img", { src: picture(one.svg), alt: `The situation: ${one.title}`, loading: "lazy" }),
    h("p", { class: "orders" }, ...[one.orders ?? []].flat().map((/** @type {string} */ order) => h("code", {}, order))),
    ...each(then, (text) => h("p", { class: "then" }, text)));
}
