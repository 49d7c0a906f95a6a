// The proof as an outline that opens level by level: defences are grouped by the answer to them.

import { byId, count, element, moveNumber } from "./words.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Strategy} Strategy */
/** @typedef {import("./words.js").Group} Group */
/** @typedef {import("./words.js").Defence} Defence */
/** @typedef {import("./words.js").Level} Level */
/** @typedef {import("./words.js").View} View */

export class OutlinePanel {
  /**
   * @param {Source} source
   * @param {(start: string, moves: string[]) => void} go shows a position
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
        "No proof yet. What the search finds is solved; a proof is a strategy that a checker accepts.";
    }
    for (const strategy of view.strategies) parts.push(this.strategy(strategy));
    if (this.source.note) parts.push(element("p", { class: "note" }, [this.source.note]));
    parts.push(prove);
    this.place.replaceChildren(...parts);
  }

  /** @param {Strategy} strategy */
  strategy(strategy) {
    const settled = strategy.horizon > 0 ? "; the checker settles what is left by itself" : "";
    const listed = `${count(strategy.entries)} position${strategy.entries === 1 ? "" : "s"} listed${settled}`;
    const play = element("button", { type: "button", "data-oppose": String(strategy.number), "aria-pressed": "false" });
    play.addEventListener("click", () => this.oppose(strategy));
    const tree = element("ul", { class: "tree", "aria-label": `Outline of the proof for ${strategy.player}` });
    const open = element("button", { type: "button", class: "open", "aria-expanded": "false" }, ["Outline"]);
    open.addEventListener("click", async () => {
      const isOpen = open.getAttribute("aria-expanded") === "true";
      open.setAttribute("aria-expanded", String(!isOpen));
      if (isOpen) tree.replaceChildren();
      else await this.level(tree, strategy, []);
    });
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
      const key = this.link(`${moveNumber(ply, this.pairs, false)}${level.key}${this.pairs ? "!" : ""}`, strategy, [
        ...path,
        level.key,
      ]);
      const about = [level.end, level.count === null ? null : `${count(level.count)} positions`]
        .filter(Boolean)
        .join(", ");
      items.push(
        element("li", { class: "key" }, [key, element("span", { class: "note" }, [about ? ` ${about}` : ""])]),
      );
      ply += 1;
    }
    for (const group of level.groups) items.push(this.group(strategy, path, group, ply));
    if (items.length === 0) items.push(element("li", { class: "note" }, ["play ends here"]));
    list.replaceChildren(...items);
  }

  /** @param {string} text @param {Strategy} strategy @param {string[]} moves */
  link(text, strategy, moves) {
    const button = element("button", { type: "button", class: "link" }, [text]);
    button.addEventListener("click", () => this.go(strategy.root, moves));
    return button;
  }

  /** Defences with one answer.
   * @param {Strategy} strategy @param {string[]} path @param {Group} group @param {number} ply */
  group(strategy, path, group, ply) {
    const first = group.defences[0];
    const number = moveNumber(ply, this.pairs, false);
    const names = group.others
      ? `other moves (${group.defences.length})`
      : group.defences.map((one) => one.move).join(", ");
    const defence = this.link(`${number}${names}`, strategy, [
      ...path,
      ...first.path.slice(0, first.path.indexOf(first.move) + 1),
    ]);
    const parts = [defence];
    if (group.answer !== null) {
      parts.push(
        this.link(`${moveNumber(ply + 1, this.pairs, false)}${group.answer}`, strategy, [...path, ...first.path]),
      );
    }
    if (group.end !== null) parts.push(element("span", { class: "note" }, [group.end]));
    const counts = group.defences.map((one) => one.count).filter((one) => one !== null && one > 0);
    if (counts.length > 0) {
      const most = Math.max(...counts.map(Number));
      const words = group.defences.length > 1 ? `up to ${count(most)}` : count(most);
      parts.push(element("span", { class: "count", title: "positions below" }, [words]));
    }
    const item = element("li");
    const below = element("ul", { class: "tree" });
    if (group.defences.some((one) => one.more)) item.append(this.opener(below, strategy, path, group));
    else if (group.defences.length > 3) item.append(this.opener(below, strategy, path, group));
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
        const single = (/** @type {Defence} */ one) =>
          this.group(
            strategy,
            path,
            { ...group, others: false, defences: [one] },
            path.length + (one.path[0] === one.move ? 0 : 1),
          );
        below.replaceChildren(...group.defences.map(single));
      }
    });
    return button;
  }
}
