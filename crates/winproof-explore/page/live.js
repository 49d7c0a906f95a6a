// The search for what is not known: its limits, its numbers, and their course.

import { byId, count, element, shape } from "./words.js";

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Route} Route */
/** @typedef {import("./words.js").SearchEvent} SearchEvent */

/** How a search can end, in words. */
const ENDS = /** @type {Record<string, string>} */ ({
  solved: "done",
  time: "out of time: give it more seconds",
  memory: "out of memory: give it more",
  interrupted: "stopped",
  nodes: "out of nodes",
});

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
    /** @type {{seconds: number, proof: number|null, disproof: number|null, speed: number}[]} */
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
    if (event.kind === "progress") this.progress(event);
    if (event.kind === "value") this.found(event);
    if (event.kind === "error") this.state.textContent = event.error;
    if (event.kind === "proof") this.state.textContent = `proved: ${count(event.positions)} positions`;
    if (event.kind === "done") {
      const words = ENDS[event.stopped] ?? event.stopped;
      this.state.textContent = `${words} (${Number(event.seconds).toFixed(1)} s)`;
    }
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
    if (event.line.length > 0) rows.push(["line", event.line.slice(0, 12).join(" ")]);
    const parts = rows.flatMap(([name, value]) => [element("dt", {}, [name]), element("dd", {}, [value])]);
    this.numbers.replaceChildren(...parts);
    this.numbers.hidden = false;
    const { seconds, proof, disproof, nodes_per_second: speed } = event;
    this.course.push({ seconds, proof, disproof, speed });
    this.draw();
  }

  /** The course of the two numbers, or of the speed where there are none, on a logarithmic scale. */
  draw() {
    const points = this.course;
    if (points.length < 2) return;
    const hasNumbers = points.some((point) => point.proof !== null || point.disproof !== null);
    /** @type {("proof"|"disproof"|"speed")[]} */
    const names = hasNumbers ? ["proof", "disproof"] : ["speed"];
    const values = points.flatMap((point) => names.map((name) => point[name])).filter((value) => value !== null);
    const most = Math.log10(Math.max(10, ...values.map(Number)));
    const [first, last] = [points[0].seconds, points[points.length - 1].seconds];
    const x = (/** @type {number} */ seconds) => 4 + (312 * (seconds - first)) / Math.max(0.001, last - first);
    const y = (/** @type {number} */ value) => 84 - (62 * Math.log10(Math.max(1, value))) / most;
    const curve = (/** @type {"proof"|"disproof"|"speed"} */ name) => {
      const known = points.filter((point) => point[name] !== null);
      const path = known.map((point, place) => `${place ? "L" : "M"}${x(point.seconds)} ${y(Number(point[name]))}`);
      return shape("path", { class: name, d: path.join("") });
    };
    const label = (/** @type {string} */ name, /** @type {number} */ place) => {
      const made = shape("text", { x: 8 + 44 * place, y: 12, class: name });
      made.textContent = name === "speed" ? "nodes/s" : name;
      return made;
    };
    const words = hasNumbers ? "Proof and disproof number" : "Nodes per second";
    this.plot.setAttribute("aria-label", `${words} over time, logarithmic`);
    this.plot.replaceChildren(...names.map(curve), ...names.map(label));
    this.plot.toggleAttribute("hidden", false);
  }
}
