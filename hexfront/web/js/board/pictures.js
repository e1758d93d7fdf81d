// The board as a file: a drawing, a picture, a film.

import { h, s } from "../dom.js";

const WIDTH = 3000; // dots of a picture
const FILM = 1280; // dots of a film
const HOLD = 250; // ms for each phase of a film

/**
 * The board as one drawing that needs no style sheet of ours.
 * @param {any} board
 * @param {any[]} [parts] map and counters, or only one of them
 */
export function drawing(board, parts = [board.map, board.svg]) {
  const [left, top, width, height] = board.geometry.viewBox;
  const box = { viewBox: `${left} ${top} ${width} ${height}`, width, height };
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
  const root = s("svg", box, s("style", {}, rules));
  for (const one of parts) {
    const copy = one.cloneNode(true);
    copy.removeAttribute("style");
    for (const [key, value] of Object.entries({ ...box, x: left, y: top })) copy.setAttribute(key, String(value));
    root.append(copy);
  }
  return new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" });
}

const CANNOT = "This browser cannot draw the picture.";

/** @param {Blob} blob @returns {Promise<HTMLImageElement>} */
async function image(blob) {
  const picture = new Image();
  picture.src = URL.createObjectURL(blob);
  try {
    await picture.decode();
  } catch {
    throw new Error(CANNOT);
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  return picture;
}

/** @param {number} width @param {HTMLImageElement} like */
function canvasFor(width, like) {
  /** @type {HTMLCanvasElement} */
  const canvas = h("canvas", { width, height: Math.round((width * like.naturalHeight) / like.naturalWidth) });
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  return { canvas, lay: (/** @type {CanvasImageSource} */ one) => brush.drawImage(one, 0, 0, canvas.width, canvas.height) };
}

/** The board as a PNG. @param {any} board @returns {Promise<Blob>} */
export async function painted(board) {
  const picture = await image(drawing(board));
  const { canvas, lay } = canvasFor(WIDTH, picture);
  lay(picture);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(CANNOT))), "image/png"));
}

/**
 * The whole game as a film; the map is painted once, the counters for each phase.
 * @param {any} board
 * @param {number[]} numbers
 * @param {(number: number) => Promise<void>} go
 * @returns {Promise<Blob>}
 */
export async function movie(board, numbers, go) {
  if (!("MediaRecorder" in window)) throw new Error("This browser cannot record a film.");
  const map = await image(drawing(board, [board.map]));
  const ground = canvasFor(FILM, map);
  ground.lay(map);
  const { canvas, lay } = canvasFor(FILM, map);
  const recorder = new MediaRecorder(canvas.captureStream(8), { mimeType: "video/webm" });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  recorder.start();
  for (const number of [0, ...numbers]) {
    await go(number);
    const counters = await image(drawing(board, [board.svg]));
    lay(ground.canvas);
    lay(counters);
    await new Promise((done) => setTimeout(done, HOLD));
  }
  const ended = new Promise((done) => { recorder.onstop = done; });
  recorder.stop();
  await ended;
  return new Blob(parts, { type: "video/webm" });
}
