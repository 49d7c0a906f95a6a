// The explorer: the address is the position; everything else follows from it.

import { byId, element, isSecond, markOf, moveNumber, restsOn, worth } from "./words.js";
import { BoardPanel } from "./board.js";
import { MoveList } from "./moves.js";
import { LivePanel } from "./live.js";
import { OutlinePanel } from "./outline.js";
import { MapPanel } from "./map.js";
import { ServerSource } from "./server.js";
import { FileSource } from "./file.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Route} Route */
/** @typedef {import("./words.js").View} View */
/** @typedef {import("./words.js").Strategy} Strategy */
/** @typedef {import("./words.js").Said} Said */

/** How long the proof takes to answer, so that one sees what was played. */
const REPLY_DELAY = 350;

class Explorer {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {View|null} */
    this.view = null;
    /** The line that arrow keys go along; the position may be before its end.
     * @type {Route} */
    this.line = { start: null, moves: [] };
    /** The strategy that is played against. @type {number|null} */
    this.opposed = null;
    /** Whether the strategy is about to move. */
    this.isAnswering = false;
    /** The move that follows the position that is shown next. @type {string|null} */
    this.then = null;
    this.loads = 0;
    const play = (/** @type {string} */ move) => this.play(move);
    this.board = new BoardPanel(play);
    this.moves = new MoveList(play, (move) => this.board.point(move));
    this.live = new LivePanel(
      source,
      (event) => this.hear(event),
      () => this.refresh(),
    );
    this.outline = new OutlinePanel(
      source,
      (start, moves, answer) => this.follow({ start, moves }, answer),
      () => this.prove(),
      (strategy) => this.oppose(strategy),
    );
    this.map = new MapPanel(source);
    this.listen();
  }

  listen() {
    addEventListener("hashchange", () => this.load());
    const on = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
    byId("problem-back").addEventListener("click", () => (this.opposed = null));
    on("first", () => this.step(-Infinity));
    on("back", () => this.step(-1));
    on("forward", () => this.step(1));
    on("last", () => this.step(Infinity));
    on("flip", () => this.board.turn());
    on("copy-position", () => this.copy(this.view?.position));
    on("copy-moves", () => this.copy(this.view?.line.map((one) => one.move).join(" ")));
    on("copy-command", () => this.copy(this.view?.command));
    on("copy-link", () => this.copy(location.href));
    byId("limits").addEventListener("submit", (event) => {
      event.preventDefault();
      this.live.start(this.route(), false);
    });
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement|null} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target?.tagName === "INPUT") return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.step(-Infinity),
      End: () => this.step(Infinity),
      ArrowDown: () => this.moves.focus(1),
      ArrowUp: () => this.moves.focus(-1),
      f: () => this.board.turn(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** The position that the address names.
   * @returns {Route} */
  route() {
    const words = new URLSearchParams(location.hash.slice(1));
    return { start: words.get("p"), moves: words.getAll("m") };
  }

  /** Goes to a position: what the address names then is shown.
   * @param {Route} route @param {boolean} [instead] whether the way back leads past where we are now */
  go(route, instead = false) {
    const words = new URLSearchParams();
    if (route.start !== null && route.start !== this.view?.root) words.set("p", route.start);
    for (const move of route.moves) words.append("m", move);
    const hash = words.toString();
    if (hash === location.hash.slice(1)) this.load();
    else if (instead) location.replace(`#${hash}`);
    else location.hash = hash;
  }

  /** A move that somebody chose.
   * @param {string} move */
  play(move) {
    if (this.isAnswering) return;
    const { start, moves } = this.route();
    this.go({ start, moves: [...moves, move] });
  }

  /** Goes along the line. Who plays against the proof takes back a move with the answer to it.
   * @param {number} by */
  step(by) {
    const { start, moves } = this.route();
    let place = Math.max(0, Math.min(this.line.moves.length, moves.length + by));
    const strategist = this.view?.strategies.find((one) => one.number === this.opposed)?.player;
    while (by < 0 && place > 0 && strategist && this.view?.line[place]?.player === strategist) place -= 1;
    if (place !== moves.length) this.go({ start, moves: this.line.moves.slice(0, place) });
  }

  /** Shows a position of the outline, and then the answer there.
   * @param {Route} route @param {string|null} answer */
  follow(route, answer) {
    this.opposed = null;
    this.then = answer;
    this.go(route);
  }

  /** Shows the position of the address. */
  async load() {
    const load = ++this.loads;
    const route = this.route();
    const { then } = this;
    this.then = null;
    this.isAnswering = false;
    this.live.clear();
    let view;
    try {
      view = await this.source.view(route);
    } catch (error) {
      if (load === this.loads) this.fail(error instanceof Error ? error.message : String(error));
      return;
    }
    if (load !== this.loads) return;
    const isWithin =
      route.start === this.line.start && route.moves.every((move, place) => move === this.line.moves[place]);
    if (!isWithin) this.line = route;
    byId("problem").hidden = true;
    byId("main").hidden = false;
    this.show(view);
    if (this.answer(view, then)) return;
    const isOpen =
      view.moves.some((move) => move.said.value === null) || (view.mover !== null && view.said.value === null);
    if (this.source.canSolve && this.live.automatic.checked && isOpen) this.live.start(route, false);
  }

  /** Looks at the position again, when a search has ended. */
  async refresh() {
    const load = this.loads;
    const view = await this.source.view(this.route()).catch(() => null);
    if (view && load === this.loads) this.show(view);
  }

  /** @param {string} sentence */
  fail(sentence) {
    byId("problem-text").textContent = sentence;
    byId("problem").hidden = false;
    byId("main").hidden = true;
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    byId("title").textContent = view.title;
    document.title = `${view.title} – Winproof explorer`;
    this.verdict(view);
    this.board.show(view);
    this.moves.show(view);
    this.outline.show(view, this.opposed);
    this.map.show(view);
    this.history(view);
    byId("flip").hidden = !this.board.canTurn();
    byId("flip-key").hidden = !this.board.canTurn();
    const { moves } = this.route();
    const disable = (/** @type {string} */ id, /** @type {boolean} */ yes) => byId(id).toggleAttribute("disabled", yes);
    disable("first", moves.length === 0);
    disable("back", moves.length === 0);
    disable("forward", moves.length >= this.line.moves.length);
    disable("last", moves.length >= this.line.moves.length);
  }

  /** @param {View} view */
  verdict(view) {
    this.said({ ...view.said, words: worth(view.said, view.within, view.pairs) });
    const turn = view.mover === null ? `Play has ended: ${view.end}` : `${view.mover} to move`;
    const rests = restsOn(view.said);
    byId("verdict-turn").textContent = rests && view.mover !== null ? `${turn} · ${rests}` : turn;
  }

  /** @param {Said} said */
  said(said) {
    byId("verdict").className = `verdict ${said.class}`;
    byId("verdict-mark").textContent = markOf(said);
    byId("verdict-words").textContent = said.words;
  }

  /** The moves played, and those that were taken back.
   * @param {View} view */
  history(view) {
    const { start, moves } = this.route();
    const second = isSecond(view.start, view.pairs);
    const items = this.line.moves.map((move, place) => {
      const isPast = place < moves.length;
      const text = `${moveNumber(place, view.pairs, second)} ${isPast ? (view.line[place]?.move ?? move) : move}`;
      const button = element("button", { type: "button", class: isPast ? "link" : "link taken-back" }, [text]);
      if (place === moves.length - 1) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.go({ start, moves: this.line.moves.slice(0, place + 1) }));
      return element("li", {}, [button]);
    });
    byId("line").replaceChildren(...items);
  }

  /** A value that a search has found.
   * @param {Record<string, any>} event */
  hear(event) {
    const view = this.view;
    if (!view) return;
    if (event.move === null) {
      view.said = event.said;
      this.verdict(view);
      return;
    }
    const move = view.moves.find((one) => one.move === event.move);
    if (!move) return;
    move.said = event.said;
    this.moves.update(move.move, move.said);
    this.board.mark();
  }

  prove() {
    this.live.start(this.route(), true);
  }

  /** Starts or stops to play against a strategy.
   * @param {Strategy} strategy */
  oppose(strategy) {
    const view = this.view;
    this.opposed = this.opposed === strategy.number ? null : strategy.number;
    if (!view) return;
    this.outline.show(view, this.opposed);
    if (this.opposed === null) return;
    const holds = view.strategies.find((one) => one.number === this.opposed)?.holds;
    if (!holds || view.mover === null) this.go({ start: strategy.root, moves: [] });
    else this.answer(view, null);
  }

  /** Lets the strategy that is played against answer, if it is its turn, or makes the move that is to follow.
   * @param {View} view @param {string|null} then */
  answer(view, then) {
    const reply = then ?? view.strategies.find((one) => one.number === this.opposed)?.reply;
    if (!reply) return false;
    const load = this.loads;
    this.isAnswering = true;
    setTimeout(() => {
      if (load !== this.loads) return;
      this.isAnswering = false;
      const { start, moves } = this.route();
      // Back leads to where a move was chosen, or the answer would come again.
      this.go({ start, moves: [...moves, reply] }, moves.length > 0);
    }, REPLY_DELAY);
    return true;
  }

  /** @param {string|undefined} text */
  async copy(text) {
    const state = byId("copied");
    try {
      await navigator.clipboard.writeText(text ?? "");
      state.textContent = text ? "Copied" : "Nothing to copy yet";
    } catch {
      // Not allowed here: show it, so that it can be copied by hand.
      state.textContent = text ?? "";
    }
  }
}

async function start() {
  const data = document.getElementById("data")?.textContent;
  const source = data ? await FileSource.open(data) : new ServerSource();
  const explorer = new Explorer(source);
  await explorer.live.prepare();
  await explorer.load();
}

start();
