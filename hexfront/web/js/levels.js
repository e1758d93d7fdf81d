// The robots as opponents to choose: a name, how it plays, and how long it may think.

import { each, h, titled } from "./dom.js";

/** The robots to choose from, weakest first; the one that the server recommends is chosen. @param {any} game */
export const levels = (game) => each(game.robots, (one) => h("option", { value: one.id, selected: one.id === game.robot },
  `${one.title.split(": ")[0]}${one.seconds ? ` · ${one.seconds} s a phase` : ""}`));

/** How a robot plays and how long it thinks. @param {any} robot */
export function aboutLevel(robot) {
  const [, how] = robot?.title.split(": ") ?? [];
  const time = robot?.seconds ? `thinks at most ${robot.seconds} s about a phase` : "answers at once";
  return robot ? `${titled([how, time].filter(Boolean).join("; "))}.` : "";
}
