/** A click on the board: it moves or attacks where something is lit, selects where counters lie, or tries what is not offered. */

import { goes, only, takes } from "./slots.js";

/** @typedef {import("./hands.js").Hit} Hit */

/** @param {string[]} a @param {string[]} b */
const same = (a, b) => a.length === b.length && a.every((one) => b.includes(one));

export class Clicks {
  /** @param {import("./select.js").Play} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {Hit} hit */
  click(hit) {
    const { play } = this;
    play.pointer.set(hit.hex, false);
    if (!hit.hex) return play.cancel();
    if (play.attack.open && play.attack.click(hit)) return;
    if (this._goal(hit)) return;
    if (this._pick(hit)) return;
    this._other(hit);
  }

  /** A click that moves or attacks. @param {Hit} hit */
  _goal(hit) {
    const { play } = this;
    if (hit.unit || hit.more || !play.app.yours) return false;
    const offer = play.goals.get(hit.hex);
    const own = hit.counter && play.pickable(hit.hex).length > 0 && !play.enemyIn(hit.hex);
    if (offer && own && hit.touch) {
      play.duties.chooser(hit.hex, [
        { text: `${offer.verb} here`, act: () => play.go(hit.hex) },
        { text: "select these", act: () => void this._pick({ ...hit, counter: true }) },
      ]);
      return true;
    }
    if (offer && !own) {
      if (hit.shift) play.wayPoint(hit.hex);
      else play.go(hit.hex);
      return true;
    }
    const aimed = play.verbs.some((verb) => takes(verb, "hexes"));
    if (play.targets.has(hit.hex) || (aimed && hit.counter && play.enemyIn(hit.hex) && !play.pickable(hit.hex).length)) {
      play.attack.start(hit.hex);
      return true;
    }
    return false;
  }

  /** A click that selects. @param {Hit} hit */
  _pick(hit) {
    const { play } = this;
    const stack = play.board.counters.stacks.get(hit.hex) ?? [];
    const group = hit.unit ? [hit.unit] : play.pickable(hit.hex);
    if (!stack.length || !hit.counter) return false;
    if (!group.length && play.app.yours && play.units.length) return false;
    if (stack.length > 1) play.board.counters.fan(hit.hex);
    if (play.duties.picking && play.app.yours) play.duties.pick(hit.unit || group[group.length - 1] || "");
    else if (hit.shift || hit.more) play.choose(this._toggled(group));
    else if (same(play.units, group)) play.choose([]);
    else play.choose(group);
    return true;
  }

  /** @param {string[]} group */
  _toggled(group) {
    const { play } = this;
    const all = group.every((unit) => play.units.includes(unit));
    return all ? play.units.filter((unit) => !group.includes(unit)) : [...new Set([...play.units, ...group])];
  }

  /** A click on a hex that is not lit: an order that aims at it, or a try that the engine will explain. @param {Hit} hit */
  async _other(hit) {
    const { play } = this;
    if (!play.app.yours) return play.choose([]);
    const turn = play.turn;
    const takes = play.verbs.some((verb) => only(verb, "hex"));
    const offers = takes ? await play.questions.at(hit.hex) : [];
    if (turn !== play.turn) return;
    if (offers.length) return play.duties.chooseOrder(hit.hex, offers, hit.touch);
    if (play.units.length) return this._try(hit.hex);
    if (takes && play.verbs.every((verb) => only(verb, "hex") || !verb.slots.length)) {
      const verb = play.verbs.find((one) => only(one, "hex"));
      await play.app.send(`${verb?.name} ${hit.hex}`);
      return;
    }
    play.choose([]);
  }

  /** Sends what a click on an unlit hex would mean, so that the refusal can say why it is not lit. @param {string} hex */
  async _try(hex) {
    const { play } = this;
    const usable = play.verbs.filter(goes);
    const verb = usable.find((one) => one.name === play.verb) ?? usable[0];
    if (verb) await play.app.send(`${verb.name} ${play.units.join(" ")} ${hex}`);
    else play.choose([]);
  }
}
