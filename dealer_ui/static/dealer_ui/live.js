// The table's numbered broadcasts: subscribe first, then fetch the snapshot, then apply later ones.
// A skipped number causes a new snapshot.

import { LiveSocket } from "../web/socket.js";

const MAX_HOPS = 50; // broadcasts with a known predecessor
const HEARTBEAT_INTERVAL = 15_000; // ms between two heartbeats; after a minute without one the floor is notified
const BROADCAST_TIMEOUT = 400; // ms from the response to a command until its missing broadcast is fetched

export class Live {
  /**
   * path: of the WebSocket; snapshot() resolves to {seq, screen} or throws. handlers: {screen(seq,
   * screen), extras(extras), state(up), unknown(), message(message)}: `unknown` if the server no
   * longer knows this tablet, `extras` for snapshot data outside the table's log, `message` for
   * messages that only a page with the engine gets. ask() sends the request for the engine's
   * table, and returns whether there is an engine.
   */
  constructor({ path, snapshot, ask, handlers }) {
    this.snapshot = snapshot;
    this.ask = ask;
    this.handlers = handlers;
    this.seq = null; // of the shown screen
    this.known = null; // basis of the next tap: the screen, and the responses since
    this.fetching = null;
    this.isOutdated = false; // something changed since the snapshot in progress began
    this.newer = null;
    this.hops = new Map(); // last entry of a command -> the number before it
    this.retryTimer = 0;
    this.socket = new LiveSocket({
      path,
      ping: "here",
      pingInterval: HEARTBEAT_INTERVAL,
      isKeptWhenHidden: true,
      handlers: {
        connecting: () => this.refresh(), // a tablet without a socket still shows its table
        opened: () => {
          handlers.state(true);
          this.refresh();
        },
        lost: () => handlers.state(false),
        unauthorized: () => handlers.unknown(),
        received: (message) => this.receive(message),
      },
    });
  }

  start() {
    this.socket.start();
  }

  /** Sends a message; false if there is no open socket. */
  send(message) {
    return this.socket.send(message);
  }

  /** The server does not answer; another socket may reach it. */
  reconnect() {
    this.socket.reconnect();
  }

  receive(message) {
    if (message.type === "look") this.refresh(); // something outside the log has changed
    if (message.type !== "screen") return this.handlers.message(message);
    this.hops.set(message.stored ?? message.seq, message.prev); // the screen may be newer than the message
    if (this.hops.size > MAX_HOPS) this.hops.delete(this.hops.keys().next().value);
    if (this.seq !== null && message.seq <= this.seq) return;
    if (message.prev === this.seq) {
      this.take(message.seq, message.screen);
    } else {
      this.newer = message; // may be newer than the snapshot in progress
      this.refresh();
    }
  }

  /** A newer screen from any source: broadcast, snapshot or the response to a command. */
  take(seq, screen) {
    if (this.seq !== null && seq < this.seq) return;
    this.seq = seq;
    this.known = Math.max(this.known ?? 0, seq);
    this.handlers.screen(seq, screen);
  }

  /**
   * A command stored after `prev`, which the socket will send; if it does not, the table is
   * fetched. A tap made before the broadcast is based on it.
   */
  expect(prev, seq) {
    if (prev === this.known) this.known = seq;
    setTimeout(() => {
      if (this.seq === null || this.seq < seq) this.refresh();
    }, BROADCAST_TIMEOUT);
  }

  /**
   * One snapshot at a time: a call during it fetches another afterwards. Retried while the server
   * does not respond.
   */
  async refresh() {
    if (this.ask()) return;
    if (this.fetching) {
      this.isOutdated = true;
      return;
    }
    this.isOutdated = false;
    this.fetching = this.snapshot();
    try {
      const { seq, screen, beside } = await this.fetching;
      if (beside) this.handlers.extras(beside);
      this.take(seq, screen);
      if (this.newer?.seq > seq) this.take(this.newer.seq, this.newer.screen);
      this.newer = null;
    } catch ({ status }) {
      if (status === 401) return this.handlers.unknown();
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => this.refresh(), 1000 + Math.random() * 1000);
      return;
    } finally {
      this.fetching = null;
    }
    if (this.isOutdated) this.refresh();
  }
}
