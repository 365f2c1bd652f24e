// The table's numbered broadcasts: subscribe first, then the snapshot, then what came after. A skipped
// number means a new snapshot. A dead socket reconnects with back-off and jitter.

const LONGEST = 8000;
const GONE = 4401;
const HOPS = 50;
const BEAT = 15_000; // ms between two heartbeats; after a minute without one the floor is notified
const OVERDUE = 400; // ms from the response to a command until its broadcast counts as lost

export class Live {
  /**
   * url: of the WebSocket; snapshot() resolves to {seq, screen} or throws.
   * told: {screen(seq, screen), beside(told), state(up), gone()}: `gone` if the server no longer knows this tablet,
   * `beside` for snapshot data that is not in the table's log.
   */
  constructor({ url, snapshot, told }) {
    this.url = url;
    this.snapshot = snapshot;
    this.told = told;
    this.seq = null; // of the screen that is shown
    this.known = null; // known to the next tap: the screen, and the responses since
    this.tries = 0;
    this.asking = null;
    this.held = null;
    this.hops = new Map(); // seq of a broadcast -> the number before it
    this.later = 0;
  }

  /** Fetches the table at once, so that a tablet without a socket still sees it. */
  start() {
    this.refresh();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    let beat = 0;
    socket.onopen = () => {
      this.tries = 0;
      beat = setInterval(() => socket.send("here"), BEAT);
      this.told.state(true);
      this.refresh();
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = ({ code }) => {
      clearInterval(beat);
      if (code === GONE) return this.told.gone();
      this.told.state(false);
      this.tries += 1;
      const pause = Math.min(LONGEST, 250 * 2 ** this.tries) * (0.5 + Math.random());
      setTimeout(() => this.start(), pause);
    };
  }

  hear(message) {
    if (message.type === "look") this.refresh(); // something outside the log has changed
    if (message.type !== "screen") return;
    this.hops.set(message.seq, message.prev);
    if (this.hops.size > HOPS) this.hops.delete(this.hops.keys().next().value);
    if (this.seq !== null && message.seq <= this.seq) return;
    if (message.prev === this.seq) {
      this.take(message.seq, message.screen);
    } else {
      this.held = message; // may be newer than the snapshot in progress
      this.refresh();
    }
  }

  /** A newer screen from any source: broadcast, snapshot or the response to a command. */
  take(seq, screen) {
    if (this.seq !== null && seq < this.seq) return;
    this.seq = seq;
    this.known = Math.max(this.known ?? 0, seq);
    this.told.screen(seq, screen);
  }

  /**
   * What the server stored after `prev` and the socket will send; if it does not, the table is fetched. A tap
   * that comes before the broadcast was made knowing it.
   */
  expect(prev, seq) {
    if (prev === this.known) this.known = seq;
    setTimeout(() => {
      if (this.seq === null || this.seq < seq) this.refresh();
    }, OVERDUE);
  }

  /** One snapshot at a time; retried while the server does not respond. */
  async refresh() {
    if (this.asking) return;
    this.asking = this.snapshot();
    try {
      const { seq, screen, beside } = await this.asking;
      if (beside) this.told.beside(beside);
      this.take(seq, screen);
      if (this.held?.seq > seq) this.take(this.held.seq, this.held.screen);
      this.held = null;
    } catch ({ status }) {
      if (status === 401) return this.told.gone();
      clearTimeout(this.later);
      this.later = setTimeout(() => this.refresh(), 1000 + Math.random() * 1000);
    } finally {
      this.asking = null;
    }
  }
}
