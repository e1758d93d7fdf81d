/** What an order of some kind is made of: the engine says of each part what is clicked for it. */

/** @typedef {import("../types").Verb} Verb */

/** Has an order of this kind such a part? @param {Verb} verb @param {string} kind */
export const takes = (verb, kind) => verb.slots.some((slot) => slot.kind === kind);

/** Has it such a part and no other? @param {Verb} verb @param {string} kind */
export const only = (verb, kind) => verb.slots.length === 1 && verb.slots[0].kind === kind;

/** Does it send units to a hex, by a path or at once? @param {Verb} verb */
export const goes = ({ slots }) => slots.length === 2 && slots[0].kind === "units" && !slots[1].optional && ["path", "hex"].includes(slots[1].kind);
