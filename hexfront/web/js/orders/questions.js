/** What may be ordered now: questions to the engine, each asked once until the view changes. */

/** @typedef {import("../types").Offer} Offer */

export class Questions {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Promise<Offer[]>>} */
    this.answers = new Map();
  }

  /** The view has changed: what was answered no longer holds. */
  forget() {
    this.answers.clear();
  }

  /** What may be ordered of exactly these units now. @param {string[]} units @returns {Promise<Offer[]>} */
  units(units) {
    return units.length && this.app.yours ? this._asked(`units=${units.map(encodeURIComponent).join(",")}`) : Promise.resolve([]);
  }

  /** What each of these units alone could aim at a hex. @param {string} hex @param {string[]} units */
  against(hex, units) {
    return units.length && this.app.yours ? this._asked(`hex=${hex}&units=${units.map(encodeURIComponent).join(",")}`) : Promise.resolve([]);
  }

  /** Orders that aim at a hex and name no units. @param {string} hex */
  at(hex) {
    return this.app.yours ? this._asked(`hex=${hex}`) : Promise.resolve([]);
  }

  /** @param {string} query @returns {Promise<Offer[]>} */
  _asked(query) {
    const known = this.answers.get(query);
    if (known) return known;
    const answer = this.app.api.get(`${this.app.path}/options?${query}`).then(
      (found) => found.orders ?? [],
      (error) => {
        this.app.fail(error);
        return [];
      },
    );
    this.answers.set(query, answer);
    return answer;
  }
}
