// The proof as an outline that opens level by level: defences are grouped by the answer to them.

import { byId, count, element, isSecond, moveNumber } from "./words.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Strategy} Strategy */
/** @typedef {import("./words.js").Group} Group */
/** @typedef {import("./words.js").Defence} Defence */
/** @typedef {import("./words.js").Level} Level */
/** @typedef {import("./words.js").View} View */

/** The most defences that are named one by one. */
const MOST_NAMED = 8;

/** How many moves of a defence's path come before the answer, itself included.
 * @param {Group} group @param {Defence} one */
function untilDefence(group, one) {
  return one.path.length - (group.answer === null ? 0 : 1);
}

export class OutlinePanel {
  /**
   * @param {Source} source
   * @param {(start: string, moves: string[], answer: string|null) => void} go shows a position, then the answer there
   * @param {() => void} prove looks for a proof of the position
   * @param {(strategy: Strategy) => void} oppose plays against a strategy
   */
  constructor(source, go, prove, oppose) {
    this.source = source;
    this.go = go;
    this.prove = prove;
    this.oppose = oppose;
    this.place = byId("proof");
    this.shown = "";
    this.pairs = false;
  }

  /** @param {View} view @param {number|null} opposed the strategy that is played against */
  show(view, opposed) {
    this.pairs = view.pairs;
    const key = JSON.stringify(view.strategies.map((one) => [one.root, one.words, one.number]));
    if (key !== this.shown) {
      this.shown = key;
      this.build(view);
    }
    const now = view.strategies.filter((one) => one.holds);
    const state = byId("proof-state");
    if (view.strategies.length > 0) {
      state.textContent =
        now.length > 0
          ? now
              .map((one) =>
                one.reply ? `Here the proof plays ${one.reply}.` : `${one.player} has an answer to every move here.`,
              )
              .join(" ")
          : "The proof does not come to this position.";
    }
    for (const button of Array.from(this.place.querySelectorAll("[data-oppose]"))) {
      const isOn = button.getAttribute("data-oppose") === String(opposed);
      button.setAttribute("aria-pressed", String(isOn));
      button.textContent = isOn ? "Stop playing" : "Play against it";
    }
    const prove = document.getElementById("prove");
    if (prove) prove.hidden = !this.source.canSolve || view.mover === null || now.length > 0;
  }

  /** @param {View} view */
  build(view) {
    const state = element("p", { id: "proof-state", class: "note", role: "status" });
    const parts = [state];
    const prove = element("button", { type: "button", id: "prove" }, ["Find a proof of this position"]);
    prove.addEventListener("click", () => this.prove());
    if (view.strategies.length === 0) {
      state.textContent =
        "No certificate here yet. Find a proof: a strategy with an answer to every defence, which a checker accepts.";
    }
    for (const strategy of view.strategies) parts.push(this.strategy(strategy, view.strategies.length <= 2));
    if (this.source.note) parts.push(element("p", { class: "note" }, [this.source.note]));
    parts.push(prove);
    this.place.replaceChildren(...parts);
  }

  /** @param {Strategy} strategy @param {boolean} isOpened whether its first level is shown at once */
  strategy(strategy, isOpened) {
    const settled = strategy.horizon > 0 ? "; the checker settles what is left by itself" : "";
    const listed = `${count(strategy.entries)} position${strategy.entries === 1 ? "" : "s"} listed${settled}`;
    const play = element("button", { type: "button", "data-oppose": String(strategy.number), "aria-pressed": "false" });
    play.addEventListener("click", () => this.oppose(strategy));
    const tree = element("ul", { class: "tree", "aria-label": `Outline of the proof for ${strategy.player}` });
    const open = element("button", { type: "button", class: "open", "aria-expanded": "false" });
    const toggle = (/** @type {boolean} */ isOpen) => {
      open.setAttribute("aria-expanded", String(isOpen));
      open.textContent = isOpen ? "Outline ▾" : "Outline ▸";
      if (isOpen) this.level(tree, strategy, []);
      else tree.replaceChildren();
    };
    open.addEventListener("click", () => toggle(open.getAttribute("aria-expanded") !== "true"));
    toggle(isOpened);
    return element("section", { class: "strategy" }, [
      element("h3", {}, [strategy.words]),
      element("p", { class: "note" }, [`${strategy.player}’s strategy: ${listed}`]),
      element("div", { class: "buttons" }, [play, open]),
      tree,
    ]);
  }

  /** Fills a list with one level.
   * @param {HTMLElement} list @param {Strategy} strategy @param {string[]} path */
  async level(list, strategy, path) {
    list.replaceChildren(element("li", { class: "note" }, ["…"]));
    /** @type {Level|null} */
    let level = null;
    try {
      level = await this.source.outline(strategy.number, { start: strategy.root, moves: path });
    } catch (error) {
      list.replaceChildren(element("li", { class: "note" }, [error instanceof Error ? error.message : String(error)]));
      return;
    }
    if (!level) {
      list.replaceChildren(element("li", { class: "note" }, ["more than this file holds"]));
      return;
    }
    const items = [];
    let ply = path.length;
    if (level.key !== null) {
      const words = `${this.number(strategy, ply)}${level.key}${this.pairs ? "!" : ""}`;
      const parts = [this.link(words, strategy, [...path, level.key])];
      if (level.end !== null) parts.push(element("span", { class: "note" }, [level.end]));
      if (level.count !== null) parts.push(this.below(level.count, false));
      items.push(element("li", { class: "key" }, [element("span", { class: "row" }, parts)]));
      ply += 1;
    } else if (path.length === 0 && level.count !== null) {
      const words = [`${level.defender} moves first`, this.below(level.count, false)];
      items.push(element("li", { class: "note" }, words));
    }
    for (const group of level.groups) items.push(this.group(strategy, path, group, ply));
    if (items.length === 0) items.push(element("li", { class: "note" }, ["play ends here"]));
    list.replaceChildren(...items);
  }

  /** The number in front of a move, so many plies from where a strategy starts.
   * @param {Strategy} strategy @param {number} ply */
  number(strategy, ply) {
    const number = moveNumber(ply, this.pairs, isSecond(strategy.root, this.pairs));
    return this.pairs ? number : `${number} `;
  }

  /** How many positions there are below.
   * @param {number} number @param {boolean} isMost whether there are fewer below some */
  below(number, isMost) {
    const words = `${isMost ? "up to " : ""}${count(number)} position${number === 1 ? "" : "s"}`;
    return element("span", { class: "count", title: "positions below with an answer" }, [words]);
  }

  /** Shows the position after some moves, and then the answer to them.
   * @param {string} text @param {Strategy} strategy @param {string[]} moves @param {string|null} [answer] */
  link(text, strategy, moves, answer = null) {
    const button = element("button", { type: "button", class: "link" }, [text]);
    button.addEventListener("click", () => this.go(strategy.root, moves, answer));
    return button;
  }

  /** Defences with one answer.
   * @param {Strategy} strategy @param {string[]} path @param {Group} group @param {number} ply */
  group(strategy, path, group, ply) {
    const first = group.defences[0];
    const number = this.number(strategy, ply);
    const isCrowd = group.others || group.defences.length > MOST_NAMED;
    const crowd = group.others ? `other moves (${group.defences.length})` : `any of ${group.defences.length} moves`;
    // Each defence is played by itself; a crowd by its first.
    const shown = isCrowd ? [first] : group.defences;
    /** @type {(Node|string)[]} */
    const parts = shown.flatMap((one, place) => {
      const comma = place + 1 < shown.length ? "," : "";
      const words = `${place === 0 ? number : ""}${isCrowd ? crowd : one.move}${comma}`;
      const moves = [...path, ...one.path.slice(0, untilDefence(group, one))];
      const link = this.link(words, strategy, moves, group.answer);
      return place === 0 ? [link] : [" ", link];
    });
    if (group.answer !== null) {
      const words = `${this.number(strategy, ply + 1)}${group.answer}`;
      parts.push(this.pairs ? " " : " → ", this.link(words, strategy, [...path, ...first.path]));
    }
    if (group.end !== null) parts.push(element("span", { class: "note" }, [group.end]));
    const counts = group.defences.map((one) => one.count).filter((one) => one !== null && one > 0);
    if (counts.length > 0) parts.push(this.below(Math.max(...counts.map(Number)), counts.length > 1));
    const item = element("li");
    const below = element("ul", { class: "tree" });
    if (group.defences.some((one) => one.more)) item.append(this.opener(below, strategy, path, group));
    else if (isCrowd) item.append(this.opener(below, strategy, path, group));
    item.append(element("span", { class: "row" }, parts), below);
    return item;
  }

  /** What opens the level below a group: its defences one by one, or the next moves if there is only one.
   * @param {HTMLElement} below @param {Strategy} strategy @param {string[]} path @param {Group} group */
  opener(below, strategy, path, group) {
    const button = element(
      "button",
      { type: "button", class: "open", "aria-expanded": "false", "aria-label": "Open" },
      ["▸"],
    );
    button.addEventListener("click", async () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!isOpen));
      button.textContent = isOpen ? "▸" : "▾";
      if (isOpen) {
        below.replaceChildren();
      } else if (group.defences.length === 1) {
        await this.level(below, strategy, [...path, ...group.defences[0].path]);
      } else {
        const single = (/** @type {Defence} */ one) => {
          const ply = path.length + untilDefence(group, one) - 1;
          return this.group(strategy, path, { ...group, others: false, defences: [one] }, ply);
        };
        below.replaceChildren(...group.defences.map(single));
      }
    });
    return button;
  }
}
