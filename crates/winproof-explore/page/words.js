// What the page says, and the shapes of the data that it shows (API.md describes them).

/**
 * @typedef {{value: number|null, lower: number|null, upper: number|null, score: number|null, class: string,
 *   words: string, evidence: string|null}} Said
 * @typedef {{from: number|null, to: number[], near?: number[]}} Place
 * @typedef {{view_box: string, ground: string, men: string, above: string, squares: number[][], names: string[]}} Board
 * @typedef {{move: string, position: string, place: Place, said: Said, best: boolean,
 *   proof: number[], within: number|null}} Move
 * @typedef {{number: number, player: string, words: string, root: string, entries: number, horizon: number,
 *   ranked: boolean, holds: boolean, reply: string|null, rank: number|null}} Strategy
 * @typedef {{move: string, player: string, position: string}} Played
 * @typedef {{title: string, position: string, root: string, start: string, line: Played[], pairs: boolean,
 *   mover: string|null, end: string|null, said: Said, within: number|null, board: Board, last: Place, moves: Move[],
 *   strategies: Strategy[], command: string}} View
 * @typedef {{move: string, path: string[], position: string, count: number|null, more: boolean}} Defence
 * @typedef {{answer: string|null, end: string|null, others: boolean, defences: Defence[]}} Group
 * @typedef {{key: string|null, end: string|null, defender: string, groups: Group[], count: number|null}} Level
 * @typedef {{ply: number, positions: number, answered: number, lowest_rank: number|null, highest_rank: number|null}}
 *   Layer
 * @typedef {{seconds: number, most_seconds: number, memory_mib: number, most_memory_mib: number, threads: number}}
 *   Budget
 * @typedef {{start: string|null, moves: string[]}} Route
 * @typedef {Record<string, any>} SearchEvent
 * @typedef {object} Source
 * @property {boolean} canSolve
 * @property {string} note
 * @property {(route: Route) => Promise<View>} view
 * @property {(strategy: number, route: Route) => Promise<Level|null>} outline
 * @property {(strategy: number) => Promise<Layer[]|null>} map
 * @property {() => Promise<Budget|null>} budget
 * @property {(request: object, hear: (event: SearchEvent) => void, signal: AbortSignal) => Promise<void>} solve
 */

/** The marks of values: they say without colour what the colour says. */
const MARKS = /** @type {Record<string, string>} */ ({
  win: "+",
  loss: "−",
  draw: "=",
  hold: "≥",
  limit: "≤",
  open: "?",
});

/** Values from the best for the player to move to the worst. */
export const ORDER = ["win", "hold", "draw", "open", "limit", "loss"];

/**
 * What stands on the board for a move: its score where the game counts, its mark otherwise.
 * @param {Said} said
 */
export function chipOf(said) {
  if (said.score === null || said.score === undefined) return markOf(said);
  return said.score > 0 ? `+${said.score}` : said.score < 0 ? `−${-said.score}` : "=";
}

/** @param {Said} said */
export function markOf(said) {
  return MARKS[said.class] ?? "?";
}

/**
 * An element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node|string)[]} [children]
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, string|number>} [attributes]
 * @returns {SVGElement}
 */
export function shape(tag, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * A number with its thousands apart.
 * @param {number} number
 */
export function count(number) {
  return Math.round(number).toLocaleString("en");
}

/**
 * The number in front of a move.
 * @param {number} ply from 0
 * @param {boolean} pairs whether a number counts a move by each player
 * @param {boolean} second whether the first move of the line is the second of its pair
 */
export function moveNumber(ply, pairs, second) {
  if (!pairs) return `${ply + 1}.`;
  const place = ply + (second ? 1 : 0);
  return `${Math.floor(place / 2) + 1}${place % 2 === 0 ? "." : "…"}`;
}

/**
 * Whether the first move from a position is the second of its pair: Black is to move.
 * @param {string} position
 * @param {boolean} pairs
 */
export function isSecond(position, pairs) {
  return pairs && /(^| )b( |$)/.test(position);
}

/**
 * A value in words, with the number of moves that the win takes at most.
 * @param {Said} said
 * @param {number|null} plies
 * @param {boolean} pairs whether a number counts a move by each player
 */
export function worth(said, plies, pairs) {
  if (plies === null || plies === 0 || / in [0-9]/.test(said.words)) return said.words;
  const moves = pairs ? Math.ceil(plies / 2) : plies;
  return `${said.words} within ${moves} ${moves === 1 ? "move" : "moves"}`;
}

/**
 * What an answer rests on.
 * @param {Said} said
 */
export function restsOn(said) {
  switch (said.evidence) {
    case "rules":
      return "by the rules";
    case "certificate":
      return "proved by the certificate";
    case "certified":
      return "certified";
    case "proved":
      return "proved";
    case "hash-based":
      return "solved (rests on 64-bit hashes)";
    default:
      return "";
  }
}
