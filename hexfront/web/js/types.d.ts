/** What the server tells the browser, as in the HTTP API. Hexes are labels, units are names. */

/** A part of an order's text: what is clicked for it, and whether it can be left out. */
export interface Slot {
  kind: "units" | "path" | "hex" | "hexes" | "number" | "choice";
  optional: boolean;
}

export interface Verb {
  name: string;
  form: string;
  slots: Slot[];
  usage: string;
  rule: string;
}

export interface Ask {
  side: string;
  name: string;
  rule: string;
  title: string;
  prompt: string;
  yours: boolean;
  verbs: Verb[];
}

export interface Piece {
  unit: string;
  hex: string;
  side: string;
  colour: string;
  symbol: string;
  size: string;
  name: string;
  figures: string;
  marks: string[];
  /** May it still move, or fight, in this phase? */
  moves: boolean;
  fights: boolean;
}

/** A drawing of a symbol or a marker, in lines or filled. */
export interface Sign {
  path: string;
  solid: boolean;
}

/** Where a mark stands on a counter: a dot, a ring, a bar, or a letter. */
export interface Mark {
  x: number;
  y: number;
  sign: string;
}

export interface Seat {
  side: string;
  kind: string;
  name: string;
  yours: boolean;
  online: boolean;
}

export interface Phase {
  name: string;
  title: string;
  side: string;
  current: boolean;
}

export interface LogLine {
  number: number;
  turn: number;
  side: string;
  heading: string;
  order: string;
  lines: string[];
  dice: number[];
  proof?: { commit: string; index: number } | null;
}

export interface Reminder {
  text: string;
  rule: string;
  hexes: string[];
  units: string[];
  must: boolean;
}

/** A robot at work: seconds used in this phase, and how many it may use (0: it answers at once). `live` while it thinks. */
export interface Thinking {
  side: string;
  robot: string;
  progress: number;
  seconds: number;
  limit: number;
  live: boolean;
}

/** A line of a plan on the board; from a hex to itself it means that the hex is held. */
export interface PlanArrow {
  start: string;
  end: string;
  kind: string;
}

/** What a robot meant to do, with the number of the order that it came before. */
export interface Plan {
  number: number;
  side: string;
  turn: number;
  step: string;
  words: string[];
  arrows: PlanArrow[];
}

/** Who must decide until when (in seconds, as the server counts them), and who may claim the game because he did not. */
export interface Clock {
  days: number | null;
  side: string;
  until: number | null;
  claim: string | null;
  gone?: string;
}

export interface View {
  id: string;
  game: string;
  title: string;
  scenario: string;
  options: string[];
  sides: string[];
  seats: Seat[];
  you: string[];
  number: number;
  version?: number;
  turn: number;
  turn_name: string;
  facts: [string, string][];
  heading: string;
  phases: Phase[];
  over: boolean;
  result: any;
  ask: Ask | null;
  pieces: Piece[];
  log: LogLine[];
  commit: string;
  thinking: Thinking | null;
  reminders: Reminder[];
  offers: any[];
  clock: Clock | null;
  /** Of a branch: after which line of its game it begins, and that game's address for those who play here. */
  branch: { line: number; game: string | null } | null;
  overlays: Overlay[];
}

/** One order that may be given now; `hex` is where its path ends or what it aims at. */
export interface Offer {
  order: string;
  verb: string;
  units: string[];
  hex: string | null;
  path: string[] | null;
  cost: number | null;
}

export interface Item {
  text: string;
  value: string;
  rule: string;
}

export interface Chance {
  code: string;
  chance: number;
  text: string;
}

export interface Switch {
  word: string;
  title: string;
  on: boolean;
  /** The kind of the slot in which its word stands. */
  slot: string;
}

export interface Panel {
  title: string;
  attack: Item[];
  attack_total: string;
  defence: Item[];
  defence_total: string;
  odds: string;
  chances: Chance[];
  switches: Switch[];
  rule: string;
  why: string;
  note: string;
}

export interface Shade {
  hex: string;
  tone: string;
  label: string;
}

export interface Overlay {
  id: string;
  key: string;
  title: string;
}

export interface Force {
  group: string;
  side: string;
  name: string;
  title: string;
  figures: string;
  hex: string | null;
  note: string;
}

/** The geometry of a board, in the units of its base map. */
export interface Geometry {
  size: number;
  viewBox: [number, number, number, number];
  corners: [number, number][];
  hexes: Record<string, [number, number]>;
  towns: { name: string; hex: string }[];
}

export interface Failure {
  rule: string;
  why: string;
  status: number;
}

export interface Person {
  id: string | number;
  name: string;
  guest: boolean;
}
