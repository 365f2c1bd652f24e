// Commands in flight. Each is stored before it is sent and removed when it is answered, so that a
// reload, a dead network or a restarted server loses none. They are sent one by one, in the order
// of the taps, and retried with the same id and the same `seen`. The `seen` of an unsent command is
// updated when an earlier tap is stored; `shown` stays the screen of the tap.

import { entries, entriesOfOtherTables, open, run, within } from "./command_store.js";

const RETRY_DELAYS = [300, 600, 1200, 2500, 5000];
const POST_TIMEOUT = 8000; // ms to wait for the response to a command
const OPEN_TIMEOUT = 5000; // ms to wait for the store; without it, commands stay in memory
const WRITE_TIMEOUT = 5000; // ms to wait for a write; after that they also stay in memory
const LATE_AFTER = 2000; // ms after a tap; a later refusal is held until the dealer has seen it
export const MOST_EARLIER_TAPS = 60; // that a floor call may name
// Refusals of the PIN of a push or an action: no one else has to sign in.
export const SIGN_IN_NEEDED = ["not_signed_in", "other_dealer", "unknown_device", "page_too_old"];
export const PIN_REFUSED = ["bad_sign_in", "locked_out", "other_room", "not_a_dealer", "needs_supervisor"];
export const PUSH = "push"; // a push without the network, with badge and PIN
// Independent of the table's state, so they are never held.
const INDEPENDENT = ["call_floor", "cancel_floor", "report", "incident"];

/** Unique without crypto.randomUUID, which needs TLS or localhost. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A held tap in the form for a floor call. */
export function earlierTap({ id, name, args, refused }) {
  const { seat, what, to, amount } = args;
  const chips = to ?? amount;
  return {
    id,
    name,
    ...(Number.isInteger(seat) && { seat }),
    ...(typeof what === "string" && { what }),
    ...(Number.isInteger(chips) && { amount: chips }),
    ...(refused !== undefined && { refused: true }),
  };
}

/** Whether the room has stored the tap, so that it waits for nothing. */
const isPosted = ({ command }) => Boolean(command.posted);

/** The key of a tap's dealer until the room has checked the PIN of that badge. */
export const badgeKey = (badge) => `badge.${badge}`;

/** The dealer after a push that the room has not checked. */
export const pushedIn = ({ args, pin }) => ({ dealer: badgeKey(pin.badge), badge: pin.badge, name: args.name, supervises: false });

/**
 * The taps of the dealer at the tablet; after an unchecked push also those of the next dealer, who
 * is then the owner. A tap confirmed by a supervisor belongs to the dealer at the tablet.
 */
function ownTaps(stored, owner) {
  const own = [];
  for (const entry of stored) {
    const { command } = entry;
    const by = command.at_tablet_of ?? command.dealer;
    const isPush = command.name === PUSH;
    const isHere = by === owner.dealer || (owner.badge && by === badgeKey(owner.badge));
    const isDone = isPush && command.pin.badge === owner.badge; // the room has checked it
    if (isHere || isDone) own.push(entry);
    if (isPush && isHere && !isDone) Object.assign(owner, pushedIn(command));
  }
  return own;
}

export class Queue {
  /**
   * post(command) resolves to {status, body} or throws if there is no response. handlers:
   * {changed(), answered(command, body), refused(command, body), unauthorized(), before(body)};
   * `before` gets the number of the log's entry just before an answered command; `refused` is
   * called for every refused command; `command.held` is whether the dealer still has to confirm
   * it. owner: {queue, dealer, name}, the store's name and the dealer at the tablet; table: its
   * name.
   */
  constructor({ owner, table, post, handlers }) {
    this.owner = owner;
    this.tableName = table;
    this.post = post;
    this.handlers = handlers;
    this.pending = []; // [{at, command, stored}] in order; an entry without `at` is not in the store yet
    this.held = []; // refused commands, and the taps that followed them
    this.leftover = []; // taps of another dealer or another table
    this.posted = []; // taps that the room has stored, kept for the engine, which does not have them yet
    this.ready = false; // the store has been read
    this.failures = 0;
    this.durable = true;
    this.sending = false;
    this.timer = 0;
  }

  /** Resumes sending the commands of an earlier page. */
  async start() {
    this.loading = this.read();
    await this.loading;
    this.handlers.changed();
    this.drain();
  }

  async read() {
    try {
      const { queue } = this.owner;
      this.db = queue ? await within(OPEN_TIMEOUT, open(queue)) : null;
      this.db?.addEventListener("close", () => this.notDurable()); // the browser's data was cleared
      const kept = this.db ? await entries(this.db) : [];
      this.posted = kept.filter(isPosted);
      const stored = kept.filter((entry) => !isPosted(entry));
      const own = ownTaps(stored, this.owner);
      this.held = own.filter(({ command }) => command.held);
      this.pending = [...own.filter(({ command }) => !command.held), ...this.pending];
      this.leftover = stored.filter((entry) => !own.includes(entry));
      const others = await within(OPEN_TIMEOUT, entriesOfOtherTables(queue));
      this.leftover.unshift(...others.filter((entry) => !isPosted(entry)));
    } catch {
      this.notDurable();
    }
    this.ready = true;
  }

  /** The queue continues in memory, and the footer shows that. */
  notDurable() {
    this.durable = false;
  }

  /** The names of dealers who left taps, with the table if it was another one. */
  get leftoverOwners() {
    const names = this.leftover.map(({ command, db }) => (db === this.db ? command.by : `${command.by} (${command.table ?? "?"})`));
    return [...new Set(names)];
  }

  /** Whether all leftover taps belong to another table. */
  get isLeftoverOfOtherTables() {
    return this.leftover.every(({ db }) => db !== this.db);
  }

  /** Drops the taps of others, after the dealer has confirmed it. */
  async dropLeftover() {
    const dropped = this.leftover;
    try {
      // One transaction per store, so that a reload leaves all of its taps or none.
      for (const db of new Set(dropped.map((entry) => entry.db))) {
        const inStore = dropped.filter((entry) => entry.db === db);
        await run(db, "readwrite", (store) => Promise.all(inStore.map(({ at }) => store.delete(at))));
      }
    } catch {
      return; // they stay, and stay reported
    }
    this.leftover = this.leftover.filter((entry) => !dropped.includes(entry));
    this.handlers.changed();
  }

  /** Sends the held taps, except the refused one, on the table as of `seen`. */
  async release(seen) {
    const held = this.takeHeld();
    const released = held.filter(({ command }) => !command.refused);
    for (const { command } of released) Object.assign(command, { seen, held: false });
    this.pending.push(...released);
    this.handlers.changed();
    await this.rewrite({ put: released, remove: held.filter((entry) => !released.includes(entry)) });
    this.drain();
  }

  /** Drops the refused tap and the held ones. They leave the screen after they have left the store. */
  async dismiss() {
    const remove = [...this.held];
    await this.rewrite({ remove });
    this.held = this.held.filter((entry) => !remove.includes(entry));
    this.handlers.changed();
  }

  takeHeld() {
    const { held } = this;
    this.held = [];
    return held;
  }

  get size() {
    return this.pending.length;
  }

  /** The number of taps being stored, which a reload would lose. 0 without a store. */
  get storing() {
    return this.durable ? this.pending.filter(({ at }) => at === undefined).length : 0;
  }

  get isRetrying() {
    return this.failures > 0 && this.pending.length > 0;
  }

  /** Stores a command, then sends it; resolves to the command as stored. */
  async add({ name, args, seen, key, label }) {
    const { dealer, name: by } = this.owner;
    const command = { id: uuid(), seen, shown: seen, name, args, key, label, dealer, by, table: this.tableName, tapped: Date.now() };
    const entry = { command };
    this.pending.push(entry);
    this.handlers.changed();
    entry.stored = this.store(entry);
    await entry.stored;
    this.handlers.changed();
    this.drain();
    return command;
  }

  /** A tap made before the store was read is sent after the commands in it. */
  async store(entry) {
    await this.loading;
    if (!this.db || !this.durable) return;
    const writing = this.write(entry.command);
    try {
      entry.at = await within(WRITE_TIMEOUT, writing);
    } catch {
      this.notDurable();
      writing.then((at) => this.storedLate(entry, at)).catch(() => {});
    }
  }

  /** Writes a tap to the store; resolves to its key there. */
  write(command) {
    return run(this.db, "readwrite", (store) => store.add(command));
  }

  /** A tap that was answered before it was in the store leaves it again. */
  storedLate(entry, at) {
    entry.at = at;
    if (![this.pending, this.held, this.posted].some((taps) => taps.includes(entry))) this.rewrite({ remove: [entry] });
  }

  /** Retries immediately, because the network is back or a socket opened. */
  retryNow() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.drain();
  }

  async drain() {
    if (this.sending || this.timer || !this.ready) return;
    this.sending = true;
    try {
      while (this.pending.length && (await this.sendFirst()));
    } finally {
      this.sending = false;
    }
  }

  async sendFirst() {
    const entry = this.pending[0];
    await entry.stored;
    if (entry.command.name === "call_floor") await this.nameEarlierTaps(entry);
    let answer;
    try {
      answer = await this.post(entry.command, this.postTimeout);
    } catch {
      return this.wait();
    }
    const { code } = answer.body;
    const isForbidden = (answer.status === 401 || answer.status === 403) && !code; // for example by a proxy
    if (SIGN_IN_NEEDED.includes(code) || isForbidden) {
      this.handlers.unauthorized();
      return false; // it stays pending and is sent after the sign-in
    }
    if (answer.status >= 500 || answer.status === 429) return this.wait();
    this.failures = 0;
    await this.settle(entry, answer);
    return true;
  }

  /** ms to wait for the response to a command. */
  get postTimeout() {
    return POST_TIMEOUT;
  }

  /** Whether a tap stays in the store after the room's answer. */
  keepsPosted() {
    return false;
  }

  /** Adds the held taps made before a floor call to it, once, before it is first sent. */
  async nameEarlierTaps(entry) {
    const { command } = entry;
    if (command.earlier) return;
    const made = this.held.filter((other) => other.command.tapped <= command.tapped);
    command.earlier = made.slice(0, MOST_EARLIER_TAPS).map((other) => earlierTap(other.command));
    await this.rewrite({ put: [entry] });
  }

  /** Updates the screen before the store, so that no tap comes in between. */
  async settle(entry, { status, body }) {
    this.pending = this.pending.filter((other) => other !== entry);
    if (status >= 300) return this.refuse(entry, body);
    // After a supervisor's single action the previous dealer is back at the tablet.
    if (body.owner) Object.assign(this.owner, body.owner);
    const put = this.followOn(entry.command, body);
    const isKept = this.keepsPosted(body);
    if (isKept) {
      entry.command.posted = { prev: body.prev, seq: body.seq };
      this.posted.push(entry);
      put.push(entry);
    }
    this.handlers.answered(entry.command, body);
    this.handlers.changed();
    await this.rewrite({ put, remove: isKept ? [] : [entry] });
  }

  /** A refusal that comes late, or with later taps, stays until its dealer has seen it. */
  async refuse(entry, body) {
    const isBound = ({ command }) => !INDEPENDENT.includes(command.name);
    const following = isBound(entry) ? this.pending.filter(isBound) : [];
    const isLate = isBound(entry) && Date.now() - entry.command.tapped > LATE_AFTER;
    const put = following.length || isLate ? [entry, ...following] : [];
    for (const { command } of put) command.held = true;
    if (put.length) entry.command.refused = body.message ?? "";
    this.pending = this.pending.filter((other) => !put.includes(other));
    this.held.push(...put);
    this.handlers.refused(entry.command, body);
    this.handlers.changed();
    await this.rewrite({ put, remove: put.length ? [] : [entry] });
  }

  /**
   * Sets `seen` of later taps to this entry if nothing else was stored in between, so that they are not stale.
   */
  followOn({ seen }, body) {
    if (this.handlers.before(body) !== seen) return [];
    const later = this.pending.filter(({ command }) => command.seen === seen);
    for (const { command } of later) command.seen = body.seq;
    return later;
  }

  wait() {
    const base = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.retryNow(), base * (0.75 + Math.random() / 2));
    this.handlers.changed();
    return false;
  }

  /** Updates and deletes stored commands in one transaction. */
  async rewrite({ put = [], remove = [] }) {
    if (!put.length && !remove.length) return;
    await Promise.all([...put, ...remove].map((entry) => entry.stored));
    const isStored = ({ at }) => at !== undefined;
    const work = (store) =>
      Promise.all([
        ...put.filter(isStored).map(({ command, at }) => store.put(command, at)),
        ...remove.filter(isStored).map(({ at }) => store.delete(at)),
      ]);
    if (!this.db) return;
    const writing = run(this.db, "readwrite", work).catch(() => {});
    if (this.durable) await within(WRITE_TIMEOUT, writing).catch(() => this.notDurable());
  }
}
