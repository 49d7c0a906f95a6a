// Where the page gets its data from when a server is there.

/** @typedef {import("./words.js").Source} Source */
/** @typedef {import("./words.js").Route} Route */
/** @typedef {import("./words.js").SearchEvent} SearchEvent */

/** @implements {Source} */
export class ServerSource {
  constructor() {
    this.canSolve = true;
    this.note = "";
    const token = new URLSearchParams(location.search).get("token");
    /** @type {Record<string, string>} */
    this.headers = token ? { "X-Winproof-Token": token } : {};
  }

  /** @param {string} path @param {[string, string][]} query */
  async get(path, query) {
    const words = new URLSearchParams(query).toString();
    const response = await this.fetch(`api/${path}${words ? `?${words}` : ""}`, { headers: this.headers });
    return response.json();
  }

  /** @param {string} address @param {RequestInit} options */
  async fetch(address, options) {
    let response;
    try {
      response = await fetch(address, options);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Error("the explorer does not answer; is it still running?");
    }
    if (response.ok) return response;
    const body = await response.json().catch(() => ({}));
    throw new Error(body.error ?? `the explorer answers ${response.status}`);
  }

  /** @param {Route} route @returns {[string, string][]} */
  query(route) {
    /** @type {[string, string][]} */
    const query = route.moves.map((move) => ["m", move]);
    return route.start === null ? query : [["p", route.start], ...query];
  }

  /** @param {Route} route */
  view(route) {
    return this.get("position", this.query(route));
  }

  /** @param {number} strategy @param {Route} route */
  outline(strategy, route) {
    return this.get("outline", [["strategy", String(strategy)], ...this.query(route)]);
  }

  /** @param {number} strategy */
  map(strategy) {
    return this.get("map", [["strategy", String(strategy)]]);
  }

  budget() {
    return this.get("budget", []);
  }

  /** @param {object} request @param {(event: SearchEvent) => void} hear @param {AbortSignal} signal */
  async solve(request, hear, signal) {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    const response = await this.fetch("api/solve", { method: "POST", headers, body: JSON.stringify(request), signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) hear(JSON.parse(line));
    }
  }
}
