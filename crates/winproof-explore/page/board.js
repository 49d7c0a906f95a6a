// The board: what the server drew, and above it what is known of the moves. A click on a square plays a move.

import { ORDER, byId, chipOf, element, shape } from "./words.js";

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
    /** The move that is pointed at in the list. @type {string|null} */
    this.pointed = null;
    /** What is known of the moves: drawn anew while a search goes on, when the rest stays. */
    this.marks = shape("g", { class: "marks" });
    this.targets = shape("g", { class: "targets" });
    // Marks are drawn anew while a search goes on, so that the place counts and not the element.
    this.svg.addEventListener("click", (event) => this.clickAt(event));
  }

  /** @param {View} view */
  show(view) {
    // Values that arrive do not put down the man that was picked up.
    const before = this.view;
    const isOther = before?.position !== view.position;
    if (isOther) {
      this.selected = null;
      this.pointed = null;
      this.choice.hidden = true;
    }
    this.view = view;
    if (!isOther && before?.board.men === view.board.men) {
      this.mark();
      return;
    }
    this.draw();
    const played = view.line.length - 1;
    if (before && played >= 0 && before.position === (view.line[played - 1]?.position ?? view.start)) this.slide(view);
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
      if (square !== null) last.append(this.hasHoles() ? this.ring(square) : this.rectangle(square, "last-move"));
    }
    if (this.flipped) [ground, men, above].forEach((group) => this.turnElements(group));
    this.men = men;
    this.mark();
    this.svg.replaceChildren(ground, last, men, above, this.marks, this.targets);
  }

  /** Draws what is known of the moves, and where one can click. */
  mark() {
    const view = this.view;
    if (!view) return;
    this.marks.replaceChildren();
    this.drawMoves(view, this.marks);
    const targets = view.board.squares.map((_, square) => {
      const target = this.rectangle(square, "target-square");
      const moves = this.movesAt(square);
      if (moves.length > 0 || this.movesFrom(square).length > 0) target.classList.add("playable");
      if (moves.length === 1) {
        const title = shape("title");
        title.textContent = `${moves[0].move}: ${moves[0].said.words}`;
        target.append(title);
      }
      return target;
    });
    this.targets.replaceChildren(...targets);
  }

  /** Shows a move that is pointed at in the list.
   * @param {string|null} move */
  point(move) {
    if (this.pointed === move) return;
    this.pointed = move;
    this.mark();
  }

  hasHoles() {
    return this.view?.board.ground.includes('class="hole"') ?? false;
  }

  /** Lets the man that moved last come from where it was, or fall from above.
   * @param {View} view */
  slide(view) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || view.last.to.length === 0) return;
    const [x, y] = this.place(view.last.to[0]);
    const own = Array.from(this.men?.querySelectorAll("use") ?? []).find(
      (one) => Number(one.getAttribute("x")) === x && Number(one.getAttribute("y")) === y,
    );
    const from = view.last.from !== null ? this.place(view.last.from) : this.hasHoles() ? [x, -60] : null;
    if (!own || !from) return;
    const start = `translate(${from[0] - x}px, ${from[1] - y}px)`;
    own.animate([{ transform: start }, { transform: "none" }], { duration: 220, easing: "ease-in-out" });
  }

  /** What is known of the moves: marks where men are placed, arrows where they walk.
   * @param {View} view @param {SVGElement} marks */
  drawMoves(view, marks) {
    const walking = view.moves.filter((move) => move.place.from !== null);
    const placing = view.moves.filter((move) => move.place.from === null && move.place.to.length > 0);
    for (const move of placing) this.chip(marks, move, move.place.to[0]);
    const pointed = view.moves.find((move) => move.move === this.pointed);
    if (pointed) {
      for (const square of pointed.place.to) marks.append(this.rectangle(square, `pointed ${pointed.said.class}`));
      this.arrow(marks, pointed);
      return;
    }
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
    const isGood = (/** @type {Move} */ move) => move.best && !["open", "loss"].includes(move.said.class);
    const best = proof.length > 0 ? proof : walking.filter(isGood);
    const arrows = best.slice(0, 4);
    this.dots(marks, walking, new Set(arrows.map((move) => move.place.from)));
    for (const move of arrows) this.arrow(marks, move);
  }

  /** A dot on each man that can walk, in the colour of the best that it can do, unless an arrow shows that.
   * @param {SVGElement} marks @param {Move[]} walking @param {Set<number|null>} shown */
  dots(marks, walking, shown) {
    /** @type {Map<number, string>} */
    const best = new Map();
    for (const { place, said } of walking) {
      const old = best.get(Number(place.from));
      const isBetter = old === undefined || ORDER.indexOf(said.class) < ORDER.indexOf(old);
      if (isBetter) best.set(Number(place.from), said.class);
    }
    for (const [square, kind] of best) {
      const [x, y, width, height] = this.place(square);
      const size = Math.min(width, height);
      if (kind === "open" || shown.has(square)) continue;
      marks.append(
        shape("circle", { class: `dot ${kind}`, cx: x + width - size * 0.14, cy: y + size * 0.14, r: size * 0.08 }),
      );
    }
  }

  /** What shows the last stone in a hole.
   * @param {number} square */
  ring(square) {
    const [x, y, width, height] = this.place(square);
    return shape("circle", { class: "last-ring", cx: x + width / 2, cy: y + height / 2, r: width * 0.43 });
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
    const words = chipOf(move.said);
    group.append(shape("circle", { cx, cy, r: size * (words.length > 1 ? 0.28 : 0.22) }));
    const letters = [0.3, 0.3, 0.25, 0.2][words.length] ?? 0.17;
    const text = shape("text", { x: cx, y: cy, "font-size": size * letters });
    text.textContent = words;
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
    const [bx, by] = [x2 - dx * 18, y2 - dy * 18];
    const group = shape("g", { class: `move-arrow ${move.said.class}` });
    const shaft = `M${x1 + dx * 12} ${y1 + dy * 12}L${bx - dx * 3} ${by - dy * 3}`;
    group.append(shape("path", { d: shaft, class: "shaft" }));
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
      this.mark();
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
