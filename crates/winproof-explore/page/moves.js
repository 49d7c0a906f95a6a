// The legal moves as a list, with what is known of each.

import { ORDER, byId, chipOf, element, restsOn, worth } from "./words.js";

/** @typedef {import("./words.js").View} View */
/** @typedef {import("./words.js").Move} Move */
/** @typedef {import("./words.js").Said} Said */

export class MoveList {
  /**
   * @param {(move: string) => void} play
   * @param {(move: string|null) => void} point hears which move is pointed at
   */
  constructor(play, point) {
    this.play = play;
    this.point = point;
    this.position = "";
    this.list = byId("moves");
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
  }

  /** @param {View} view */
  show(view) {
    // Whoever goes through the list by keys stays where they are when it is shown anew.
    const focused = document.activeElement?.getAttribute("data-move") ?? null;
    const isOther = view.position !== this.position;
    this.position = view.position;
    this.buttons.clear();
    const rank = (/** @type {Move} */ move) => ORDER.indexOf(move.said.class) * 2 - (move.proof.length > 0 ? 1 : 0);
    const score = (/** @type {Move} */ move) => move.said.score ?? 0;
    const moves = view.moves.map((move, place) => ({ move, place }));
    moves.sort((a, b) => rank(a.move) - rank(b.move) || score(b.move) - score(a.move) || a.place - b.place);
    const items = moves.map(({ move }) => {
      const button = element("button", { type: "button", class: `move ${move.said.class}`, "data-move": move.move });
      const words = worth(move.said, move.within === null ? null : move.within + 1, view.pairs);
      this.fill(button, move.move, { ...move.said, words }, move.proof.length > 0);
      button.addEventListener("click", () => this.play(move.move));
      button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.point(move.move));
      button.addEventListener("pointerleave", () => this.point(null));
      button.addEventListener("focus", () => button.matches(":focus-visible") && this.point(move.move));
      button.addEventListener("blur", () => this.point(null));
      this.buttons.set(move.move, button);
      return element("li", {}, [button]);
    });
    if (items.length === 0)
      items.push(
        element("li", { class: "note" }, [view.end ?? "More than this file holds: winproof explore shows it."]),
      );
    this.list.classList.toggle("scored", view.moves.some((move) => (move.said.score ?? null) !== null));
    this.list.replaceChildren(...items);
    if (focused === null) return;
    if (isOther) this.list.querySelector("button")?.focus();
    else this.buttons.get(focused)?.focus();
  }

  /** What a button says of its move.
   * @param {HTMLElement} button @param {string} move @param {Said} said @param {boolean} inProof */
  fill(button, move, said, inProof) {
    const children = [
      element("span", { class: "mark", "aria-hidden": "true" }, [chipOf(said)]),
      element("span", { class: "name" }, [move]),
      element("span", { class: "value" }, [said.words]),
    ];
    if (inProof) children.push(element("span", { class: "badge", title: "the proof plays this" }, ["proof"]));
    button.title = restsOn(said);
    button.className = `move ${said.class}`;
    button.replaceChildren(...children);
  }

  /** A value that a search has just found.
   * @param {string} move @param {Said} said */
  update(move, said) {
    const button = this.buttons.get(move);
    if (button) this.fill(button, move, said, button.querySelector(".badge") !== null);
  }

  /** Moves the focus up and down the list.
   * @param {number} step */
  focus(step) {
    const buttons = Array.from(this.list.querySelectorAll("button"));
    if (buttons.length === 0) return;
    const place = buttons.findIndex((button) => button === document.activeElement);
    const next = place < 0 ? (step > 0 ? 0 : buttons.length - 1) : place + step;
    buttons[Math.max(0, Math.min(buttons.length - 1, next))].focus();
  }
}
