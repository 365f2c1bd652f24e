// The table's numbered broadcasts: subscribe first, then the snapshot, then what came after. A number
// that skips means a new snapshot. A socket that dies comes back with back-off and jitter.

const LONGEST = 8000;
const GONE = 4401;
const HOPS = 50;
const BEAT = 15_000; // ms between two signs of life; after a minute of none the floor is told
const OVERDUE = 400; // ms from the answer to a command until its broadcast counts as lost

export class Live {
  /**
   * url: of the WebSocket; snapshot() answers {seq, screen} or throws.
   * told: {screen(seq, screen), beside(told), state(up), gone()}: `gone` when the room no longer knows this tablet,
   * `beside` what a snapshot says that is not in the table's log.
   */
  constructor({ url, snapshot, told }) {
    this.url = url;
    this.snapshot = snapshot;
    this.told = told;
    this.seq = null; // of the screen that is shown
    this.known = null; // as far as the next tap knows: the screen, and what was answered since
    this.tries = 0;
    this.asking = null;
    this.held = null;
    this.hops = new Map(); // seq of a broadcast -> the number before it
    this.later = 0;
  }

  /** Looks at the table at once, so that a tablet without a socket still sees it. */
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
    if (message.type === "look") this.refresh(); // something beside the log has changed
    if (message.type !== "screen") return;
    this.hops.set(message.seq, message.prev);
    if (this.hops.size > HOPS) this.hops.delete(this.hops.keys().next().value);
    if (this.seq !== null && message.seq <= this.seq) return;
    if (message.prev === this.seq) {
      this.take(message.seq, message.screen);
    } else {
      this.held = message; // may be newer than the snapshot that is being taken
      this.refresh();
    }
  }

  /** A newer screen, wherever it came from: broadcast, snapshot or the answer to a command. */
  take(seq, screen) {
    if (this.seq !== null && seq < this.seq) return;
    this.seq = seq;
    this.known = Math.max(this.known ?? 0, seq);
    this.told.screen(seq, screen);
  }

  /**
   * What the room stored upon `prev` and the socket will tell; if it does not, the table is looked at. A tap
   * that comes before the broadcast was made knowing it.
   */
  expect(prev, seq) {
    if (prev === this.known) this.known = seq;
    setTimeout(() => {
      if (this.seq === null || this.seq < seq) this.refresh();
    }, OVERDUE);
  }

  /** One snapshot at a time; asked again while the room does not answer. */
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
