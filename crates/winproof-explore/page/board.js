// The board: what the server drew, and above it what is known of the moves. A click on a square plays a move.

import { byId, element, markOf, shape } from "./words.js";

/** @typedef {import("./words.js").View} View */
/** @typedef {import("./words.js").Move} Move */
/** @typedef {import("./words.js").Place} Place */

export class BoardPanel {
  /** @param {(move: string) => void} play */
  constructor(play) {
    this.play = play;
    this.svg = byId("board");
    this.choice = byId("choose");
    /** @type {View|null} */
    this.view = null;
    /** @type {number|null} */
    this.selected = null;
    this.flipped = false;
    // Marks are drawn anew while a search goes on, so that the place counts and not the element.
    this.svg.addEventListener("click", (event) => this.clickAt(event));
  }

  /** @param {View} view */
  show(view) {
    // Values that arrive do not put down the man that was picked up.
    if (this.view?.position !== view.position) {
      this.selected = null;
      this.choice.hidden = true;
    }
    this.view = view;
    this.draw();
  }

  /** Whether turning the board makes sense: it does where men walk up and down it. */
  canTurn() {
    return this.view?.board.ground.includes('class="light"') ?? false;
  }

  turn() {
    if (this.canTurn()) this.flipped = !this.flipped;
    this.draw();
  }

  draw() {
    const view = this.view;
    if (!view) return;
    const board = view.board;
    this.svg.setAttribute("viewBox", board.view_box);
    this.svg.setAttribute("aria-label", `Board: ${view.position}`);
    const ground = shape("g");
    ground.innerHTML = board.ground;
    const men = shape("g");
    men.innerHTML = board.men;
    const above = shape("g");
    above.innerHTML = board.above;
    const last = shape("g", { class: "last" });
    for (const square of [view.last.from, ...view.last.to]) {
      if (square !== null) last.append(this.rectangle(square, "last-move"));
    }
    const marks = shape("g", { class: "marks" });
    this.drawMoves(view, marks);
    const targets = shape("g", { class: "targets" });
    board.squares.forEach((_, square) => {
      const target = this.rectangle(square, "target-square");
      if (this.movesAt(square).length > 0 || this.movesFrom(square).length > 0) target.classList.add("playable");
      targets.append(target);
    });
    if (this.flipped) [ground, men, above].forEach((group) => this.turnElements(group));
    this.svg.replaceChildren(ground, last, men, above, marks, targets);
  }

  /** What is known of the moves: marks where men are placed, arrows where they walk.
   * @param {View} view @param {SVGElement} marks */
  drawMoves(view, marks) {
    const walking = view.moves.filter((move) => move.place.from !== null);
    const placing = view.moves.filter((move) => move.place.from === null && move.place.to.length > 0);
    for (const move of placing) this.chip(marks, move, move.place.to[0]);
    if (this.selected !== null) {
      marks.append(this.rectangle(this.selected, "selected"));
      const seen = new Set();
      for (const move of walking.filter((one) => one.place.from === this.selected)) {
        const square = move.place.to[0];
        if (!seen.has(square)) this.chip(marks, move, square);
        seen.add(square);
      }
      return;
    }
    const proof = walking.filter((move) => move.proof.length > 0);
    const best = proof.length > 0 ? proof : walking.filter((move) => move.best && !["open", "loss"].includes(move.said.class));
    for (const move of best.slice(0, 4)) this.arrow(marks, move);
  }

  /** The corner and size of a square as it is shown.
   * @param {number} square @returns {number[]} */
  place(square) {
    const squares = this.view?.board.squares ?? [];
    const [x, y, width, height] = squares[square] ?? [0, 0, 0, 0];
    if (!this.flipped) return [x, y, width, height];
    const [right, low] = this.extent();
    return [right - x - width, low - y - height, width, height];
  }

  extent() {
    const squares = this.view?.board.squares ?? [];
    return [Math.max(...squares.map((one) => one[0] + one[2])), Math.max(...squares.map((one) => one[1] + one[3]))];
  }

  /** @param {number} square @param {string} name */
  rectangle(square, name) {
    const [x, y, width, height] = this.place(square);
    return shape("rect", { class: name, x, y, width, height });
  }

  /** A mark of a move's value on a square.
   * @param {SVGElement} marks @param {Move} move @param {number} square */
  chip(marks, move, square) {
    const [x, y, width, height] = this.place(square);
    const size = Math.min(width, height);
    const [cx, cy] = width > height * 1.5 ? [x + width - size * 0.3, y + height / 2] : [x + width / 2, y + height / 2];
    const group = shape("g", { class: `chip ${move.said.class}${move.proof.length > 0 ? " in-proof" : ""}` });
    group.append(shape("circle", { cx, cy, r: size * 0.22 }));
    const text = shape("text", { x: cx, y: cy, "font-size": size * 0.3 });
    text.textContent = markOf(move.said);
    group.append(text);
    marks.append(group);
  }

  /** @param {SVGElement} marks @param {Move} move */
  arrow(marks, move) {
    const { from, to } = move.place;
    if (from === null || to.length === 0) return;
    const middle = (/** @type {number} */ square) => {
      const [x, y, width, height] = this.place(square);
      return [x + width / 2, y + height / 2];
    };
    const [x1, y1] = middle(from);
    const [x2, y2] = middle(to[0]);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [bx, by] = [x2 - dx * 20, y2 - dy * 20];
    const group = shape("g", { class: `move-arrow ${move.said.class}` });
    group.append(shape("path", { d: `M${x1 + dx * 12} ${y1 + dy * 12}L${bx} ${by}`, class: "shaft" }));
    const head = `M${x2} ${y2}L${bx - dy * 11} ${by + dx * 11}L${bx + dy * 11} ${by - dx * 11}z`;
    group.append(shape("path", { d: head, class: "head" }));
    marks.append(group);
  }

  /** The moves that a click on a square means, if no man is picked.
   * @param {number} square @returns {Move[]} */
  movesAt(square) {
    const moves = (this.view?.moves ?? []).filter((move) => move.place.from === null);
    const exact = moves.filter((move) => move.place.to[0] === square);
    if (exact.length > 0) return exact;
    const touched = moves.filter((move) => move.place.to.includes(square));
    return touched.length > 0 ? touched : moves.filter((move) => move.place.near?.includes(square));
  }

  /** @param {number} square @returns {Move[]} */
  movesFrom(square) {
    return (this.view?.moves ?? []).filter((move) => move.place.from === square);
  }

  /** @param {MouseEvent} event */
  clickAt(event) {
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (this.svg));
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const squares = this.view?.board.squares ?? [];
    const square = squares.findIndex((_, number) => {
      const [left, top, width, height] = this.place(number);
      return x >= left && x < left + width && y >= top && y < top + height;
    });
    if (square >= 0) this.click(square);
  }

  /** @param {number} square */
  click(square) {
    const reaches = (/** @type {Move} */ move) => move.place.to.includes(square) || move.place.near?.includes(square);
    const picked = this.selected === null ? [] : this.movesFrom(this.selected).filter(reaches);
    const found = picked.length > 0 ? picked : this.movesAt(square);
    this.choice.hidden = true;
    if (found.length === 1) {
      this.play(found[0].move);
    } else if (found.length > 1) {
      this.choose(found);
    } else {
      const starts = this.movesFrom(square).length > 0 && this.selected !== square;
      this.selected = starts ? square : null;
      this.draw();
    }
  }

  /** Asks which of several moves is meant.
   * @param {Move[]} moves */
  choose(moves) {
    const buttons = moves.map((move) => {
      const button = element("button", { type: "button", class: move.said.class }, [move.move]);
      button.addEventListener("click", () => this.play(move.move));
      return button;
    });
    this.choice.replaceChildren("Which move? ", ...buttons);
    this.choice.hidden = false;
    buttons[0].focus();
  }

  /** Turns what the server drew by half.
   * @param {SVGElement} group */
  turnElements(group) {
    const [right, low] = this.extent();
    const number = (/** @type {Element} */ one, /** @type {string} */ name) => Number(one.getAttribute(name) ?? 0);
    for (const one of Array.from(group.querySelectorAll("rect, use"))) {
      one.setAttribute("x", String(right - number(one, "x") - number(one, "width")));
      one.setAttribute("y", String(low - number(one, "y") - number(one, "height")));
    }
    for (const one of Array.from(group.querySelectorAll("text"))) {
      const [x, y] = [number(one, "x"), number(one, "y")];
      if (x > 0 && x < right) one.setAttribute("x", String(right - x));
      if (y > 0 && y < low) one.setAttribute("y", String(low - y));
    }
  }
}
