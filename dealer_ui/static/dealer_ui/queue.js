// Commands in flight. Each is stored before it is sent and removed when it is answered, so that a
// reload, a dead network or a restarted server loses none. Sent one by one, in the order of the taps,
// and retried with the same id and the same `seen`.
// An unsent command may still learn that the taps before it went in.
//
// The store is named by tablet and table, so that a tablet that moves to another table takes no taps along.
// Each tap belongs to the dealer who made it. A tap left by another dealer is never sent under a new name:
// a tap is a testimony. It waits for that dealer, or is dropped by a tap.
//
// Taps after a refused one were made on a table state that never existed. They are held, and the dealer decides
// whether they are sent on the present table or dropped. Later taps, made knowing the refusal, go past them.

import { elsewhere, entries, open, run, within } from "./command_store.js";

const BACK_OFF = [300, 600, 1200, 2500, 5000];
const PATIENCE = 8000;
const OPENS = 5000; // ms after which the tablet goes on without its store
const LATE = 2000; // ms after a tap in which its dealer still looks for its result
// Independent of the table's state: they wait for nothing, and nothing waits for them.
const FREE = ["call_floor", "cancel_floor", "report", "incident"];

/** Unique without crypto.randomUUID, which needs TLS or localhost. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Queue {
  /**
   * post(command) resolves to {status, body} or throws if there is no response.
   * told: {changed(), answered(command, body), refused(command, body), barred(status), before(body)};
   * `before` gets the number of the log's entry just before an answered command; `refused` is called for commands
   * that are not held.
   * whose: {queue, dealer, name}, the store's name and the dealer at the tablet; table: its name.
   */
  constructor({ whose, table, post, told }) {
    this.whose = whose;
    this.table = table;
    this.post = post;
    this.told = told;
    this.kept = []; // [{at, command, stored}] in order; one without `at` is not in the store yet
    this.held = []; // refused commands, and the taps that followed them
    this.left = []; // of another dealer, or of another table
    this.ready = false; // the store has been read
    this.failures = 0;
    this.durable = true;
    this.sending = false;
    this.timer = 0;
  }

  /** Resumes sending what an earlier page left. */
  async start() {
    this.found = this.read();
    await this.found;
    this.told.changed();
    this.drain();
  }

  async read() {
    try {
      const { queue, dealer } = this.whose;
      this.db = queue ? await within(OPENS, open(queue)) : null;
      const found = this.db ? await entries(this.db) : [];
      const mine = found.filter(({ command }) => command.dealer === dealer);
      this.held = mine.filter(({ command }) => command.held);
      this.kept = [...mine.filter(({ command }) => !command.held), ...this.kept];
      this.left = [...(await elsewhere(queue)), ...found.filter((entry) => !mine.includes(entry))];
    } catch {
      this.durable = false; // goes on in memory, and the footer says so
    }
    this.ready = true;
  }

  /** The names of dealers who left taps, with the table if it was another one. */
  get leavers() {
    const names = this.left.map(({ command, db }) => (db === this.db ? command.by : `${command.by} (${command.table ?? "?"})`));
    return [...new Set(names)];
  }

  /** Whether all left taps are of another table. */
  get moved() {
    return this.left.every(({ db }) => db !== this.db);
  }

  /** Drops the taps left by others, when asked by a tap. */
  async drop() {
    const gone = this.left;
    try {
      // All of a store at once, and reported only when done: a reload in between leaves all of them or none.
      for (const db of new Set(gone.map((entry) => entry.db))) {
        const its = gone.filter((entry) => entry.db === db);
        await run(db, "readwrite", (store) => its.forEach(({ at }) => store.delete(at)));
      }
    } catch {
      return; // they stay, and stay reported
    }
    this.left = this.left.filter((entry) => !gone.includes(entry));
    this.told.changed();
  }

  /** The dealer has seen the refusal and sends the rest, on the present table as of `seen`. */
  async release(seen) {
    const held = this.takeHeld();
    const on = held.filter(({ command }) => !command.refused);
    for (const { command } of on) Object.assign(command, { seen, held: false });
    this.kept.push(...on);
    this.told.changed();
    await this.rewrite({ put: on, gone: held.filter((entry) => !on.includes(entry)) });
    this.drain();
  }

  /** The dealer has seen the refusal, and the rest is dropped with it. */
  async dismiss() {
    const gone = this.takeHeld();
    this.told.changed();
    await this.rewrite({ gone });
  }

  takeHeld() {
    const { held } = this;
    this.held = [];
    return held;
  }

  get size() {
    return this.kept.length;
  }

  /** How many are being stored: a reload now would lose them. 0 without a store. */
  get storing() {
    return this.durable ? this.kept.filter(({ at }) => at === undefined).length : 0;
  }

  get stuck() {
    return this.failures > 0 && this.kept.length > 0;
  }

  /** Stores a command, then sends it; resolves to the command as stored. */
  async add({ name, args, seen, key, label }) {
    const { dealer, name: by } = this.whose;
    const { table } = this;
    const command = { id: uuid(), seen, name, args, key, label, dealer, by, table, tapped: Date.now() };
    const entry = { command };
    this.kept.push(entry);
    this.told.changed();
    entry.stored = this.store(entry);
    await entry.stored;
    this.told.changed();
    this.drain();
    return command;
  }

  /** A tap made before the store was read waits for it, and goes after what is found there. */
  async store(entry) {
    await this.found;
    if (!this.db) return;
    try {
      entry.at = await run(this.db, "readwrite", (store) => store.add(entry.command));
    } catch {
      this.durable = false;
    }
  }

  /** Tries at once: the network is back, or a socket opened. */
  hurry() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.drain();
  }

  async drain() {
    if (this.sending || this.timer || !this.ready) return;
    this.sending = true;
    try {
      while (this.kept.length && (await this.sendFirst()));
    } finally {
      this.sending = false;
    }
  }

  async sendFirst() {
    const entry = this.kept[0];
    await entry.stored;
    let answer;
    try {
      answer = await this.post(entry.command, PATIENCE);
    } catch {
      return this.wait();
    }
    if (answer.status === 401 || answer.status === 403) {
      this.told.barred(answer.status);
      return false; // kept: sent after the sign-in
    }
    if (answer.status >= 500 || answer.status === 429) return this.wait();
    this.failures = 0;
    await this.settle(entry, answer);
    return true;
  }

  /** First what the screen needs, without a pause in which a tap could come; then the store. */
  async settle(entry, { status, body }) {
    this.kept.shift();
    if (status >= 300) return this.refuse(entry, body);
    const put = this.followOn(entry.command, body);
    this.told.answered(entry.command, body);
    this.told.changed();
    await this.rewrite({ put, gone: [entry] });
  }

  /** A refusal that comes late, or with later taps, stays until its dealer has seen it. */
  async refuse(entry, body) {
    const bound = ({ command }) => !FREE.includes(command.name);
    const upon = bound(entry) ? this.kept.filter(bound) : [];
    const late = bound(entry) && Date.now() - entry.command.tapped > LATE;
    const put = upon.length || late ? [entry, ...upon] : [];
    for (const { command } of put) command.held = true;
    if (put.length) entry.command.refused = body.message ?? "";
    this.kept = this.kept.filter((other) => !put.includes(other));
    this.held.push(...put);
    this.told.refused(entry.command, body);
    this.told.changed();
    await this.rewrite({ put, gone: put.length ? [] : [entry] });
  }

  /**
   * Taps made after this one were made knowing it. If only this command was stored in between
   * (what was before it is what it had seen), they are sent as having seen it too, and are not stale.
   */
  followOn({ seen }, body) {
    if (this.told.before(body) !== seen) return [];
    const later = this.kept.filter(({ command }) => command.seen === seen);
    for (const { command } of later) command.seen = body.seq;
    return later;
  }

  wait() {
    const base = BACK_OFF[Math.min(this.failures, BACK_OFF.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.hurry(), base * (0.75 + Math.random() / 2));
    this.told.changed();
    return false;
  }

  /** Commands already stored that have changed, and those that are done; all at once. */
  async rewrite({ put = [], gone = [] }) {
    await Promise.all([...put, ...gone].map((entry) => entry.stored));
    const known = ({ at }) => at !== undefined;
    const work = (store) => {
      for (const { command, at } of put.filter(known)) store.put(command, at);
      for (const { at } of gone.filter(known)) store.delete(at);
    };
    if (this.db) await run(this.db, "readwrite", work).catch(() => {});
  }
}
