// The whole strategy by plies: how many positions there are, and how ranks fall.

import { byId, count, element } from "./words.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").View} View */
/** @typedef {import("./words.js").Layer} Layer */

export class MapPanel {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.shown = -1;
  }

  /** @param {View} view */
  async show(view) {
    const panel = byId("map-panel");
    panel.hidden = view.strategies.length === 0;
    if (this.shown === view.strategies.length) return;
    this.shown = view.strategies.length;
    const maps = await Promise.all(view.strategies.map((one) => this.source.map(one.number).catch(() => null)));
    const parts = view.strategies.flatMap((strategy, place) => {
      const title = element("h3", {}, [strategy.words]);
      const layers = maps[place];
      return [title, layers ? this.table(layers) : element("p", { class: "note" }, ["too many positions to count"])];
    });
    const note = "Positions by plies from the start. Ranks fall from move to move, so that play ends.";
    if (view.strategies.some((one) => one.ranked)) parts.unshift(element("p", { class: "note" }, [note]));
    byId("map").replaceChildren(...parts);
  }

  /** @param {Layer[]} layers */
  table(layers) {
    const isRanked = layers.some((layer) => layer.lowest_rank !== null);
    const most = Math.max(...layers.map((layer) => layer.positions));
    const rows = layers.map((layer) => {
      const bar = element("div", { class: "bar" });
      bar.style.width = `${(100 * layer.positions) / most}%`;
      const ranks =
        layer.lowest_rank === null
          ? ""
          : layer.lowest_rank === layer.highest_rank
            ? String(layer.lowest_rank)
            : `${layer.lowest_rank}–${layer.highest_rank}`;
      return element("tr", {}, [
        element("th", { scope: "row" }, [String(layer.ply)]),
        element("td", { class: "bars" }, [bar]),
        element("td", {}, [count(layer.positions)]),
        element("td", {}, [ranks]),
      ]);
    });
    const names = ["Ply", "", "Positions", isRanked ? "Ranks" : ""];
    const head = names.map((name) => element("th", { scope: "col" }, [name]));
    return element("table", { class: "map" }, [
      element("thead", {}, [element("tr", {}, head)]),
      element("tbody", {}, rows),
    ]);
  }
}
