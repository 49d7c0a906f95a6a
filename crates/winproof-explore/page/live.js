// The search for what is not known: its limits, its numbers, and their course.

import { byId, count, element, shape } from "./words.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Route} Route */
/** @typedef {import("./words.js").SearchEvent} SearchEvent */

/** How a search can end, in words. */
const ENDS = /** @type {Record<string, string>} */ ({
  solved: "done",
  time: "out of time: allow more seconds and solve again",
  memory: "out of memory: allow more and solve again",
  interrupted: "stopped",
  nodes: "out of nodes",
});

/** @typedef {"proof"|"disproof"|"speed"} Curve */
/** What is plotted. @type {Curve[]} */
const CURVES = ["proof", "disproof", "speed"];
const CURVE_WORDS = { proof: "proof number", disproof: "disproof number", speed: "nodes/s" };

export class LivePanel {
  /**
   * @param {Source} source
   * @param {(event: SearchEvent) => void} found hears of every value
   * @param {() => void} ended
   */
  constructor(source, found, ended) {
    this.source = source;
    this.found = found;
    this.ended = ended;
    this.state = byId("live-state");
    this.numbers = byId("numbers");
    this.plot = byId("plot");
    this.stopButton = /** @type {HTMLButtonElement} */ (byId("stop"));
    this.automatic = /** @type {HTMLInputElement} */ (byId("automatic"));
    this.stopButton.addEventListener("click", () => this.stop());
    /** @type {AbortController|null} */
    this.running = null;
    /** @type {{move: string|null, seconds: number, proof: number|null, disproof: number|null, speed: number}[]} */
    this.course = [];
    byId("live-panel").hidden = !source.canSolve;
  }

  async prepare() {
    const budget = await this.source.budget();
    if (!budget) return;
    const set = (/** @type {string} */ id, /** @type {number} */ value, /** @type {number} */ most) => {
      const input = this.input(id);
      input.value = String(value);
      input.max = String(most);
    };
    set("seconds", budget.seconds, budget.most_seconds);
    set("memory", budget.memory_mib, budget.most_memory_mib);
    set("threads", budget.threads, budget.threads);
  }

  /** @param {string} id */
  input(id) {
    return /** @type {HTMLInputElement} */ (byId(id));
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.stopButton.disabled = true;
  }

  /** Forgets what was shown of another position. */
  clear() {
    this.stop();
    this.state.textContent = "";
    this.numbers.hidden = true;
    this.plot.toggleAttribute("hidden", true);
  }

  /** Searches for the values of a position's moves, or for its proof.
   * @param {Route} route @param {boolean} prove */
  async start(route, prove) {
    this.stop();
    const running = new AbortController();
    this.running = running;
    this.course = [];
    this.stopButton.disabled = false;
    this.state.textContent = prove ? "looking for the proof …" : "searching …";
    const request = {
      position: route.start,
      moves: route.moves,
      prove,
      seconds: Number(this.input("seconds").value) || undefined,
      memory_mib: Number(this.input("memory").value) || undefined,
      threads: Number(this.input("threads").value) || undefined,
    };
    try {
      await this.source.solve(request, (event) => this.running === running && this.hear(event), running.signal);
    } catch (error) {
      if (running.signal.aborted) {
        if (this.running === null) this.state.textContent = "stopped";
        return;
      }
      this.state.textContent = error instanceof Error ? error.message : String(error);
    }
    if (this.running !== running) return;
    this.running = null;
    this.stopButton.disabled = true;
    this.ended();
  }

  /** @param {SearchEvent} event */
  hear(event) {
    if (event.kind === "start") this.limits(event);
    if (event.kind === "progress") this.progress(event);
    if (event.kind === "value") this.found(event);
    if (event.kind === "error") this.state.textContent = event.error;
    if (event.kind === "proof") this.state.textContent = `proved: ${count(event.positions)} positions`;
    if (event.kind === "done") {
      const words = ENDS[event.stopped] ?? event.stopped;
      this.state.textContent = `${words} (${Number(event.seconds).toFixed(1)} s)`;
    }
  }

  /** Shows the limits as they hold: the server may give less than was asked for.
   * @param {SearchEvent} event */
  limits(event) {
    this.input("seconds").value = String(event.seconds);
    this.input("memory").value = String(event.memory_mib);
    this.input("threads").value = String(event.threads);
  }

  /** @param {SearchEvent} event */
  progress(event) {
    const under = event.move ? `searching ${event.move} …` : event.phase === "search" ? "searching …" : null;
    this.state.textContent =
      under ?? (event.phase === "check" ? "checking the certificate …" : "finding the strategy …");
    const number = (/** @type {number|null} */ value) => (value === null ? "∞" : count(value));
    // Alpha-beta has no such numbers.
    const pair =
      event.proof === null && event.disproof === null
        ? []
        : [
            ["proof number", number(event.proof)],
            ["disproof number", number(event.disproof)],
          ];
    const rows = [
      ...pair,
      ["nodes", count(event.nodes)],
      ["nodes/s", count(event.nodes_per_second)],
      ["memory", `${(event.bytes / (1 << 20)).toFixed(0)} MiB`],
      ["seconds", event.seconds.toFixed(0)],
    ];
    if (event.line.length > 0) rows.push(["line", event.line.slice(0, 16).join(" ")]);
    const parts = rows.flatMap(([name, value]) => {
      const wide = name === "line" ? { class: "wide" } : undefined;
      return [element("dt", {}, [name]), element("dd", wide, [value])];
    });
    this.numbers.replaceChildren(...parts);
    this.numbers.hidden = false;
    const { move, seconds, proof, disproof, nodes_per_second: speed } = event;
    this.course.push({ move, seconds, proof, disproof, speed });
    this.draw();
  }

  /** The course of the numbers on one logarithmic scale. Where another move is looked at, the curves start anew. */
  draw() {
    const points = this.course;
    if (points.length < 2) return;
    const names = CURVES.filter((name) => points.some((point) => point[name] !== null));
    const values = points.flatMap((point) => names.map((name) => point[name])).filter((value) => value !== null);
    const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...values.map(Number)))));
    const [first, last] = [points[0].seconds, points[points.length - 1].seconds];
    const x = (/** @type {number} */ seconds) => 26 + (288 * (seconds - first)) / Math.max(0.001, last - first);
    const y = (/** @type {number} */ value) => 92 - (72 * Math.log10(Math.max(1, value))) / decades;
    const words = (/** @type {string} */ text, /** @type {Record<string, string|number>} */ attributes) => {
      const made = shape("text", attributes);
      made.textContent = text;
      return made;
    };
    const step = Math.ceil(decades / 4);
    const lines = Array.from({ length: decades + 1 }, (_, decade) => decade).filter((decade) => decade % step === 0);
    const grid = lines.flatMap((decade) => {
      const level = y(10 ** decade);
      const name = decade < 3 ? String(10 ** decade) : decade < 6 ? `${10 ** (decade - 3)}k` : `${10 ** (decade - 6)}M`;
      return [
        shape("path", { class: "grid", d: `M26 ${level}H314` }),
        words(name, { x: 22, y: level + 3, class: "axis", "text-anchor": "end" }),
      ];
    });
    const curve = (/** @type {Curve} */ name) => {
      let isOn = false;
      const path = points.map((point, place) => {
        const value = point[name];
        const isNew = !isOn || point.move !== points[place - 1]?.move;
        isOn = value !== null;
        // A number that stays by itself is a dot.
        return value === null ? "" : `${isNew ? "M" : "L"}${x(point.seconds)} ${y(value)}${isNew ? "h0.01" : ""}`;
      });
      return shape("path", { class: name, d: path.join("") });
    };
    let left = 26;
    const labels = names.map((name) => {
      const made = words(CURVE_WORDS[name], { x: left, y: 11, class: name });
      left += 14 + 5.6 * CURVE_WORDS[name].length;
      return made;
    });
    const time = words(`${last.toFixed(0)} s`, { x: 314, y: 104, class: "axis", "text-anchor": "end" });
    const said = names.map((name) => CURVE_WORDS[name]).join(", ");
    this.plot.setAttribute("aria-label", `${said} over time, on a logarithmic scale`);
    this.plot.replaceChildren(...grid, ...names.map(curve), ...labels, time);
    this.plot.toggleAttribute("hidden", false);
  }
}
