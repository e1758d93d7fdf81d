/**
 * Everything that goes to the server and comes back. Orders carry the number of the last line that was seen and a key
 * of their own, so that an order sent twice over a bad line counts once.
 */

/** @typedef {import("./types").View} View */

/** An answer that is not a success: one sentence, and the rule behind it if there is one. */
export class ApiError extends Error {
  /** @param {number} status @param {string} why @param {string} rule @param {any} body */
  constructor(status, why, rule = "", body = null) {
    super(why);
    this.status = status;
    this.why = why;
    this.rule = rule;
    this.body = body;
  }
}

const OFFLINE = "The server cannot be reached; what you did last was not counted.";
const TRIES = 3;
const WAITS = 60; // times that something is asked for while the server cannot be reached, once a second
const BEAT = 10000; // ms between two looks at the socket
const SIGNED_OUT = 4401; // close codes of the server: who listens may come again as whoever he is now
const FINAL = [4403, 4404]; // or need not: what he shows has ended, or the game is deleted
const SETTLED = 1500; // ms after which a new cookie has come
const SILENCE = 25000; // ms without a word from the server, after which the socket is given up

/** Was the server out of reach? Then the same may be asked again. @param {unknown} error */
const lost = (error) => error instanceof ApiError && (error.status === 0 || error.status === 503);

/** @param {number} ms */
export const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** A key that no other order has. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads an answer; whatever is not a success is thrown as ApiError. @param {Response} answer */
async function unpack(answer) {
  const text = await answer.text();
  const json = (answer.headers.get("content-type") || "").includes("json");
  let body = null;
  try {
    body = json && text ? JSON.parse(text) : text;
  } catch {
    throw new ApiError(answer.status, "The server's answer cannot be read.");
  }
  if (answer.ok) return body;
  const error = (body && body.error) || {};
  const why = error.why || (body && body.detail) || `The server answered with error ${answer.status}.`;
  throw new ApiError(answer.status, why, error.rule || "", body);
}

export class Api {
  constructor() {
    /** @type {import("./types").Person | null} */
    this.person = null;
    this.csrf = "";
    /** @type {Promise<any> | null} */
    this._hello = null;
  }

  /** Who we are; a guest is made on the first call. Asked once, and again after `forget`. */
  me() {
    this._hello ??= this._plain("GET", "/api/me").then(
      (me) => {
        this.person = me.person;
        this.csrf = me.csrf;
        return me;
      },
      (error) => {
        this._hello = null;
        throw error;
      },
    );
    return this._hello;
  }

  /** After signing in or out. */
  forget() {
    this._hello = null;
    this.csrf = "";
    return this.me();
  }

  /** @param {string} path */
  get(path) {
    return this._plain("GET", path);
  }

  /** As `get`, but a lost connection is waited for: what a panel shows comes once the line is back. @param {string} path */
  async getPatiently(path) {
    for (let turn = 1; ; turn += 1) {
      try {
        return await this.get(path);
      } catch (error) {
        if (!lost(error) || turn === WAITS) throw error;
        await pause(1000);
      }
    }
  }

  /** @param {string} path @param {any} body */
  post(path, body = {}) {
    return this._write("POST", path, body);
  }

  /** @param {string} path @param {any} body */
  put(path, body = {}) {
    return this._write("PUT", path, body);
  }

  /** @param {string} method @param {string} path @param {any} body */
  async _write(method, path, body) {
    await this.me();
    try {
      return await this._plain(method, path, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403 || !/csrf/i.test(error.why)) throw error;
      await this.forget(); // the token was of another sign-in
      return this._plain(method, path, body);
    }
  }

  /** @param {string} method @param {string} path @param {any} [body] */
  async _plain(method, path, body) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = typeof body === "string" ? "text/plain" : "application/json";
    if (this.csrf && method !== "GET") headers["X-CSRF-Token"] = this.csrf;
    let answer;
    try {
      answer = await fetch(path, {
        method,
        headers,
        credentials: "same-origin",
        body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      });
    } catch {
      throw new ApiError(0, OFFLINE);
    }
    return unpack(answer);
  }

  /**
   * Sends an order. A lost connection is tried again with the same key: the order counts once.
   * @param {string} id
   * @param {string} order
   * @param {number} seen
   */
  async order(id, order, seen) {
    const key = freshKey();
    for (let turn = 1; ; turn += 1) {
      try {
        return await this.post(`/api/games/${id}/orders`, { order, seen, key });
      } catch (error) {
        if (!lost(error) || turn === TRIES) throw error;
        await pause(400 * turn);
      }
    }
  }
}

/**
 * The socket of one game. It comes back by itself after a loss, sooner at first and later by and by; the server then sends
 * the whole view, so nothing can be missed.
 */
export class Line {
  /**
   * @param {string} id
   * @param {(message: any) => void} hear
   * @param {(open: boolean) => void} state
   * @param {(why: string, final: boolean) => void} ended  the server has sent us away
   */
  constructor(id, hear, state, ended) {
    this.id = id;
    this.hear = hear;
    this.state = state;
    this.ended = ended;
    this.tries = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.heard = 0;
    this.pulse = setInterval(() => this._beat(), BEAT);
    this._wake = () => this._now();
    addEventListener("online", this._wake);
    this._open();
  }

  _open() {
    if (this.closed) return;
    this.heard = Date.now();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.id}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.state(true);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => this._lost(socket, event.code, event.reason);
  }

  /** Who was turned away, as one of too many, knocks again, but not at once. @param {WebSocket} socket @param {number} [code] @param {string} [why] */
  _lost(socket, code = 0, why = "") {
    if (this.closed || socket !== this.socket) return;
    this.socket = null;
    const final = FINAL.includes(code);
    if (final) this.close();
    if (final || code === SIGNED_OUT) this.ended(why, final);
    this.state(false);
    if (final) return;
    this.tries = code >= 4400 ? Math.max(6, this.tries) : this.tries + 1;
    const wait = code === SIGNED_OUT ? SETTLED : Math.min(15000, 300 * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.timer = window.setTimeout(() => this._open(), wait);
  }

  /** The server says something every ten seconds: a socket that is silent for much longer is dead, whatever it thinks itself. */
  _beat() {
    const socket = this.socket;
    if (!socket) return;
    if (Date.now() - this.heard > SILENCE) {
      this._lost(socket);
      socket.close();
    } else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }

  /** The network is back: do not wait for the timer. */
  _now() {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this._open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this._wake);
    this.socket?.close();
  }
}
