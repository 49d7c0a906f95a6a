// Where the page gets its data from when it is one file: the strategies are inside it, packed.

import { count } from "./words.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Route} Route */
/** @typedef {import("./words.js").View} View */

/** @implements {Source} */
export class FileSource {
  /** @param {Record<string, any>} data */
  constructor(data) {
    this.data = data;
    this.canSolve = false;
    const nodes = data.nodes.length;
    this.note = data.whole
      ? `This file holds the whole proof: ${count(nodes)} positions. It needs no network.`
      : `A file holds at most ${count(nodes)} positions: those of the proof nearest to the start. ` +
        "winproof explore shows all of it.";
    /** @type {Map<string, number>} */
    this.places = new Map(
      data.nodes.map((/** @type {any} */ node, /** @type {number} */ place) => [node.position, place]),
    );
  }

  /** Unpacks what stands in the page.
   * @param {string} text */
  static async open(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new FileSource(await new Response(stream).json());
  }

  /** @param {Route} route @returns {Promise<View>} */
  async view(route) {
    const { nodes, frames } = this.data;
    const start = route.start === null ? 0 : this.places.get(route.start);
    if (start === undefined) throw new Error(`'${route.start}' is not among the positions of this file`);
    let node = nodes[start];
    let last = { from: null, to: [] };
    const line = [];
    for (const text of route.moves) {
      const found = node.moves.find((/** @type {any[]} */ move) => move[0] === text);
      if (!found) throw new Error(`'${text}' leads from ${node.position} to nothing that this file holds`);
      const [, next, place] = found;
      last = { from: place.from, to: place.to };
      line.push({ move: text, player: node.mover, position: nodes[next].position });
      node = nodes[next];
    }
    const { saids, men, strategies } = this.data;
    const moves = node.moves.map((/** @type {any[]} */ [move, next, place, said, best, proof, within]) => ({
      move,
      position: nodes[next].position,
      place,
      said: saids[said],
      best,
      proof,
      within,
    }));
    const here = strategies.map((/** @type {any} */ one, /** @type {number} */ place) => {
      const [holds, reply, rank] = node.strategies[place];
      return { ...one, holds, reply, rank };
    });
    const [view_box, ground, above, squares, names] = frames[node.frame];
    return {
      title: this.data.title,
      position: node.position,
      root: nodes[0].position,
      start: nodes[start].position,
      line,
      pairs: this.data.pairs,
      mover: node.mover,
      end: node.end,
      said: saids[node.said],
      within: node.within,
      board: {
        view_box,
        ground,
        above,
        squares,
        names,
        men: node.men.map((/** @type {number} */ one) => men[one]).join(""),
      },
      last,
      moves,
      strategies: here,
      command: this.command(node.position, route.moves),
    };
  }

  /** The command that solves a position.
   * @param {string} position @param {string[]} moves */
  command(position, moves) {
    const { game, options, takes_position } = this.data.command;
    const quoted = (/** @type {string} */ word) =>
      /^[A-Za-z0-9_./=:,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
    const place = takes_position ? ` ${quoted(position)}` : "";
    const line = takes_position || moves.length === 0 ? "" : ` --moves ${quoted(moves.join(" "))}`;
    return `winproof solve ${game}${place}${options}${line} --move-values`;
  }

  /** @param {number} strategy @param {Route} route */
  async outline(strategy, route) {
    const view = await this.view(route);
    return this.data.outlines[`${strategy}\t${view.position}`] ?? null;
  }

  /** @param {number} strategy */
  async map(strategy) {
    return this.data.maps[strategy] ?? null;
  }

  async budget() {
    return null;
  }

  async solve() {
    throw new Error("a page in a file cannot search");
  }
}
