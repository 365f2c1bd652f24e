// The queue of a tablet with the engine: a tap is decided here immediately, and sent when there is
// a network. While the engine loads, for example after a reload for a new version, taps are posted
// one by one as in any browser, and the room draws the screens. With each screen the page requests
// its table, because the stored one may be older. Taps that the room stored after that table stay
// in the store until the engine has them from the room, so that the engine can continue from the
// screen if the network is lost. If it can't, the screen stays until the room is back.

import { within } from "../command_store.js";
import { MOST_EARLIER_TAPS, PIN_REFUSED, PUSH, Queue, badgeKey, earlierTap, uuid, SIGN_IN_NEEDED } from "../queue.js";

const BATCH = 20; // taps of one message; the server accepts no more
const ANSWER_TIMEOUT = 8000; // ms to wait for the answers to a message
const ENTRIES_TIMEOUT = 1000; // ms from the answers until their missing entries are requested
const STORE_TIMEOUT = 5000; // ms to wait until the stored table is read or written; some browsers never answer
const UNAVAILABLE_PAUSE = 2000; // ms, times 0.5 to 1, until taps that the server could not store are sent again, if the room names no pause
const POST_TIMEOUT = 2000; // ms to wait for the response to a post while the engine loads
const UNAVAILABLE = "unavailable";
const REPORT = "refused_taps"; // reports refused taps to the room; it is sent and stored like a tap
const REPORTED = 50; // taps of one report

export class EngineQueue extends Queue {
  /**
   * In addition to the parts of a queue: clock, the room's clock; send(message), false without a
   * socket; hello(), requests the whole table; store, for the table. handlers also has
   * shown(result), beside(message), left(stored, refused), recorded(text), unanswered(),
   * available(), unavailable(), failed(error), pinRefused(), ownerChanged(), seqOfScreen(), the
   * last entry of the screen drawn by the room.
   */
  constructor({ clock, send, hello, tables, ...parts }) {
    super(parts);
    Object.assign(this, { clock, send, hello, tables });
    this.engine = null; // set once the engine has a table
    this.starting = null; // the engine before that
    this.isExpected = false; // the engine is loading
    this.ahead = null; // the room's table that came while the engine loaded, in its stored form
    this.table = null; // {seq, entries, context} as confirmed by the room
    this.isAsking = false; // the whole table is on the way, and taps wait for it
    this.inFlight = null; // {ids, seq, timer} of the message being answered
    this.calls = Promise.resolve(); // the calls in progress
    this.writing = null; // the end of the last write in progress
  }

  /** The engine is loaded: from now on taps wait for it instead of being posted. */
  async takeOver(engine) {
    this.starting = engine;
    this.isExpected = false;
    clearTimeout(this.timer);
    this.timer = 0;
    await this.loading;
    await this.posting;
    await Promise.all(this.pending.map((entry) => entry.stored));
    this.releaseHeld();
    await this.calls;
    const saved = this.ahead ?? (await this.readTable());
    this.ahead = null;
    if (saved && this.lastOf(saved.table) >= this.handlers.seqOfScreen()) {
      this.clock.restore(saved.clock);
      // The page may be newer: another dealer has signed in since the table was saved.
      const isOlder = (saved.owner?.at ?? 0) < (this.owner.at ?? 0);
      await this.load(saved.table, isOlder ? { beside: saved.beside } : saved, true);
    }
    this.hello();
  }

  /** Whether the loading engine needs the room's table for a screen drawn by the room. */
  needsTable(seq) {
    return this.isExpected && !(this.ahead?.table.seq >= seq);
  }

  /** Stores the room's table for the loading engine, and for a page that opens without a network. */
  keepAhead(table, { beside, owner }) {
    if (this.ahead?.table.seq > table.seq) return;
    this.ahead = { table, clock: this.clock.saved, beside, owner };
    return this.serial(async () => {
      await this.loading;
      await this.save(this.ahead); // before the taps that it answers leave the store
      await this.dropPosted(({ command }) => command.posted.seq <= table.seq);
    });
  }

  /** The last entry after a table and the posted taps. */
  lastOf(table) {
    return this.posted.reduce((seq, { command }) => (command.posted.prev === seq ? command.posted.seq : seq), table.seq);
  }

  /** The taps that the engine has not received from the room, in order. */
  get unconfirmed() {
    return [...this.posted, ...this.pending];
  }

  /** Whether the engine will be ready soon. */
  get isStarting() {
    return this.isExpected || Boolean(this.starting);
  }

  get postTimeout() {
    return this.isStarting ? POST_TIMEOUT : super.postTimeout;
  }

  /**
   * The loading engine decides the tap on the stored table. prev: the entry before it, if it is
   * known to be stored.
   */
  keepsPosted({ prev }) {
    return this.isStarting && Number.isInteger(prev) && prev >= 0;
  }

  /** The engine has these taps from the room, or there is no engine. */
  async dropPosted(isDropped = () => true) {
    const remove = this.posted.filter(isDropped);
    this.posted = this.posted.filter((entry) => !remove.includes(entry));
    if (remove.length) await this.rewrite({ remove });
  }

  /** The dealer's last tap, by the tablet's clock; 0 if no tap waits. */
  get lastTapAt() {
    return this.unconfirmed.at(-1)?.command.tapped ?? 0;
  }

  /** The table of an earlier page, or null. Without a store the engine waits for the room's table. */
  async readTable() {
    if (!this.durable) return null;
    try {
      return await within(STORE_TIMEOUT, this.tables.read(this.lastTapAt));
    } catch (error) {
      this.notKept(error);
      return null;
    }
  }

  /** The last screen of an earlier page, or null. */
  async readScreen() {
    if (!this.durable) return null;
    try {
      return await within(STORE_TIMEOUT, this.tables.readScreen(this.lastTapAt));
    } catch (error) {
      this.notKept(error);
      return null;
    }
  }

  /**
   * Stores the dealer's screen. Without an engine no table is stored, and a screen without its
   * table is useless.
   */
  keepScreen(content) {
    if (!this.durable || !(this.engine || this.isStarting)) return Promise.resolve();
    return within(STORE_TIMEOUT, this.tables.saveScreen(content)).catch((error) => this.notKept(error));
  }

  /** Taps held behind a refused one: the engine decides each of them now. */
  releaseHeld() {
    const behind = this.held.filter(({ command }) => command.refused === undefined);
    for (const { command } of behind) command.held = false;
    this.held = this.held.filter((entry) => !behind.includes(entry));
    this.pending = [...behind, ...this.pending];
    return this.rewrite({ put: behind });
  }

  /** The page continues without the engine: every tap is still in the queue, and is posted. */
  giveUp() {
    this.starting = this.engine = this.ahead = null;
    this.isExpected = false;
    this.isAsking = false;
    this.clearFlight();
    // They were decided on everything that the tablet had applied.
    for (const { command } of this.pending) command.seen = this.table?.seq ?? command.seen;
    this.dropPosted();
    this.drain();
  }

  /**
   * One message or tap at a time, so that each works on the result of the previous one. A failing
   * engine is given up.
   */
  serial(work) {
    this.calls = this.calls.then(work).catch((error) => this.handlers.failed(error));
    return this.calls;
  }

  /**
   * The tablet's store does not accept the table or a tap: a reload would lose it, and the footer
   * shows that.
   */
  notKept(error) {
    console.error("This tablet's storage failed.", error);
    this.notDurable();
    this.handlers.changed();
  }

  /** From now on no table is saved, so the last one would be older than the dealer's screen. */
  notDurable() {
    super.notDurable();
    this.tables.forget().catch((error) => console.error("The kept table could not be deleted.", error));
  }

  /**
   * A whole table, from the room or saved by an earlier page. A table older than the tablet's
   * changes nothing.
   */
  load(table, beside, saved = false) {
    if (this.isExpected) return this.keepAhead(table, beside);
    return this.serial(async () => {
      const engine = this.engine ?? this.starting;
      if (!saved) this.isAsking = false;
      if (!engine) return;
      if (this.table && table.seq < this.table.seq) return void this.drain();
      await Promise.all(this.pending.map((entry) => entry.stored));
      this.table = table;
      this.clearFlight();
      const { pending } = await this.step(async () => {
        const result = await engine.call("load", { table, taps: this.unconfirmed.map((entry) => this.wire(entry)), now: this.clock.now(), saved });
        if (!saved) await this.save(); // before the taps that it answers leave the store
        if (!saved) await this.dropPosted();
        return result;
      });
      this.engine = engine;
      this.starting = null;
      const known = new Set(pending);
      const missed = this.pending.filter(({ command }) => !known.has(command.id)); // taps made while it loaded
      for (const entry of missed) await this.decide(entry);
      this.handlers.beside(beside);
      if (!saved) this.save();
      this.drain();
    });
  }

  /** Entries stored by the room. */
  applyEntries({ entries: stored, prev, seq }) {
    return this.serial(async () => {
      if (!this.engine) return;
      const entries = entriesAfter(prev, stored);
      const result = await this.step(async () => {
        const applied = await this.engine.call("entries", { entries, prev, now: this.clock.now() });
        if (!applied.gap) await this.keepEntries(entries, seq, applied); // before the taps that they answer leave the store
        return applied;
      });
      if (result.gap) return this.hello();
      this.landed();
    });
  }

  setContext(message) {
    return this.serial(async () => {
      this.handlers.beside(message);
      if (!this.engine) return;
      this.table = { ...this.table, context: message.context };
      await this.step(() => this.engine.call("context", { context: message.context, now: this.clock.now() }));
    });
  }

  /** Keeps the entries from the command `first` on, which an undo needs. */
  async keepEntries(entries, seq, { first, plaque_seq, arrivals }) {
    if (seq <= this.table.seq) return;
    const fresh = entries.filter((entry) => entry.seq > this.table.seq);
    const known = [...this.table.entries, ...fresh];
    const start = known.findIndex(({ command }) => command === first);
    this.table = { ...this.table, seq, entries: known.slice(Math.max(start, 0)), plaque_seq, arrivals };
    await this.save();
  }

  save(content = { table: this.table, clock: this.clock.saved, ...this.handlers.saved() }) {
    if (!this.durable) return Promise.resolve();
    return within(STORE_TIMEOUT, this.tables.save(content)).catch((error) => this.notKept(error));
  }

  async add(tap) {
    if (!this.engine) return super.add(tap);
    const command = this.command(tap);
    const entry = { command };
    this.pending.push(entry);
    if (!this.engine.isIdle) this.handlers.changed(); // an idle engine has the next screen before this frame is drawn
    entry.stored = this.store(entry);
    await this.serial(() => this.engine && this.decide(entry));
    this.drain();
    return command;
  }

  /**
   * Writes taps one after another, because two threads write: a page that opens later sends them
   * in this order.
   */
  write(command) {
    const writing = this.writing ? this.writing.then(() => this.writeNow(command)) : this.writeNow(command);
    const ended = writing.catch(() => {}).then(() => {
      if (this.writing === ended) this.writing = null;
    });
    this.writing = ended;
    return writing;
  }

  /**
   * An idle worker writes the tap, because it learns of the end of the write sooner than the page;
   * otherwise the page writes it.
   */
  async writeNow(command) {
    if (!this.engine?.isIdle) return super.write(command);
    try {
      return await this.engine.write(this.owner.queue, command);
    } catch (error) {
      console.error("The worker did not write a tap; the page writes it.", error);
      return super.write(command);
    }
  }

  /** Lets the engine decide a tap, unless it already has. */
  decide(entry) {
    return this.step(() => this.engine.call("tap", { tap: this.wire(entry), now: this.clock.now() }), entry);
  }

  command({ id = uuid(), name, args, seen, key, label, pin }) {
    const { dealer: here, name: by } = this.owner;
    const isAct = pin && name !== PUSH;
    const dealer = isAct ? badgeKey(pin.badge) : here;
    const at = this.clock.tapped();
    const earlier = name === "call_floor" ? this.held.slice(0, MOST_EARLIER_TAPS).map((other) => earlierTap(other.command)) : undefined;
    const shown = this.table.seq;
    const others = { earlier, pin, ...(isAct && { at_tablet_of: here }) };
    return { id, at, shown, seen, name, args, key, label, dealer, by, table: this.tableName, tapped: Date.now(), ...others };
  }

  /** One call of the engine, and the effects of its result. own: the tap just made. */
  async step(call, own = null) {
    const result = await call();
    if (own) await own.stored;
    return this.settleResult(result, own);
  }

  /** Removes answered and refused taps from queue and store. */
  async settleResult(result, own) {
    const refused = new Map(result.refused.map((item) => [item.id, item]));
    const answered = new Set(result.answered);
    const gone = this.pending.filter(({ command }) => answered.has(command.id) || refused.has(command.id));
    this.pending = this.pending.filter((entry) => !gone.includes(entry));
    const made = gone.filter(({ command }) => command.name !== REPORT);
    const stored = made.filter(({ command }) => answered.has(command.id)).length;
    this.handlers.left(stored, made.length - stored);
    if (own && result.target) own.command.args = { ...own.command.args, target: result.target };
    const kept = made.filter((entry) => entry !== own && refused.get(entry.command.id)?.code);
    for (const { command } of kept) {
      const { message, code, hand: of, cause } = refused.get(command.id);
      Object.assign(command, { held: true, refused: message, code, of, cause });
    }
    this.held.push(...kept);
    this.report(kept);
    for (const { command } of gone) if (refused.get(command.id)?.code) this.handlers.refused(command, refused.get(command.id));
    for (const item of result.diverged) this.send({ type: "divergence", ...item, engine: this.handlers.engine() });
    this.handlers.shown(result);
    const put = own && result.target && !gone.includes(own) ? [own, ...kept] : kept;
    await this.rewrite({ put, remove: gone.filter((entry) => !kept.includes(entry)) });
    return result;
  }

  /**
   * Taps refused by the room must not be lost with the dealer's key: they are reported with the
   * next message of taps.
   */
  report(refused) {
    for (let first = 0; first < refused.length; first += REPORTED) {
      const taps = refused.slice(first, first + REPORTED).map(({ command }) => {
        const { id, at, dealer, key, label = key, of: hand, code, cause } = command;
        return { id, at: at ?? command.tapped, dealer, label, hand, code, cause };
      });
      this.add({ name: REPORT, args: { taps } });
    }
  }

  /** The number of the dealer's waiting taps. */
  get size() {
    return super.size - this.pending.filter(({ command }) => command.name === REPORT).length;
  }

  /** The engine does not wait for an answer, so the dealer need not see any retry. */
  get isRetrying() {
    return !this.engine && super.isRetrying;
  }

  drain() {
    if (this.starting && !this.engine) return;
    if (this.isExpected && this.hasPush) return; // only the engine's page can request its PIN again
    if (this.engine) this.sendBatch().catch((error) => this.handlers.failed(error));
    else if (!this.sending) this.posting = super.drain(); // a tap made meanwhile is posted by the drain in progress
  }

  async sendBatch() {
    if (this.isAsking || this.inFlight || this.timer || this.refusedPush || !this.pending.length) return;
    this.inFlight = { ids: [], seq: 0, timer: 0 };
    const first = this.pending.slice(0, BATCH);
    await Promise.all(first.map((entry) => entry.stored));
    if (!this.engine) return;
    const taps = await this.engine.call("outbox", { limit: BATCH });
    if (!taps.length || !this.send({ type: "taps", taps })) return this.clearFlight();
    this.inFlight = { ids: taps.map(({ id }) => id), seq: 0, timer: setTimeout(() => this.handlers.unanswered(), ANSWER_TIMEOUT) };
    this.handlers.changed();
  }

  /** The server's answers. Taps that it could not store now stay in the queue. */
  answers({ answers, owner, recorded }) {
    return this.serial(async () => {
      if (!this.engine) return;
      if (owner) Object.assign(this.owner, owner);
      if (owner) this.handlers.ownerChanged();
      if (recorded) this.handlers.recorded(recorded);
      const last = answers.at(-1)?.code ?? "";
      const push = answers.find(({ id, code }) => PIN_REFUSED.includes(code) && this.pending.find(isPushOf(id)));
      const final = answers.filter((answer) => answer !== push && answer.code !== UNAVAILABLE && !SIGN_IN_NEEDED.includes(answer.code));
      for (const { id, seq = 0 } of final) this.handlers.done(this.pending.find(({ command }) => command.id === id)?.command, seq);
      const result = await this.step(() => this.engine.call("answer", { answers: final, now: this.clock.now() }));
      if (result.warning) this.handlers.warned(result.warning);
      if (SIGN_IN_NEEDED.includes(last)) return this.handlers.unauthorized();
      if (last === UNAVAILABLE) this.pause(answers.at(-1).retry);
      else this.handlers.available();
      if (push) await this.keepRefusedPush(push);
      if (owner) return this.hello(); // also for the data outside the table's log, for the dealer who is here now
      this.awaitEntries(Math.max(0, ...final.map(({ seq = 0 }) => seq)));
    });
  }

  /** The taps after a push wait until the dealer has typed the PIN again. */
  async keepRefusedPush({ id, message }) {
    const entry = this.pending.find(isPushOf(id));
    entry.command.wrong = message;
    await this.rewrite({ put: [entry] });
    this.handlers.pinRefused();
  }

  get hasPush() {
    return this.pending.some(({ command }) => command.name === PUSH);
  }

  /** The push whose PIN the room refused, or null. */
  get refusedPush() {
    const first = this.pending[0]?.command;
    return first?.name === PUSH && first.wrong ? first : null;
  }

  /** Sends the retyped PIN of the refused push. */
  async retryPush(pin) {
    const [entry] = this.pending;
    Object.assign(entry.command, { pin, wrong: "" });
    await this.rewrite({ put: [entry] });
    await this.serial(() => this.step(() => this.engine.call("pin", { id: entry.command.id, pin, now: this.clock.now() })));
    this.drain();
  }

  /** The next message waits for this one's entries, so that every tap is sent as decided on them. */
  awaitEntries(seq) {
    clearTimeout(this.inFlight?.timer);
    this.inFlight = { ids: [], seq, timer: setTimeout(() => this.hello(), ENTRIES_TIMEOUT) };
    this.landed();
  }

  landed() {
    if (!this.inFlight || this.inFlight.ids.length || this.inFlight.seq > this.table.seq) return;
    this.clearFlight();
    this.drain();
  }

  clearFlight() {
    clearTimeout(this.inFlight?.timer);
    this.inFlight = null;
  }

  /**
   * The room answers but cannot store: the dealer sees the same as without the room. seconds: the
   * pause requested by the room.
   */
  pause(seconds = 0) {
    this.handlers.unavailable();
    // Never sooner than the room requested, and not all tablets at the same time.
    const pause = seconds ? seconds * 1000 * (1 + Math.random() / 2) : UNAVAILABLE_PAUSE * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.retryNow(), pause);
  }

  /** The socket is closed: the next hello includes the taps that were on the way. */
  disconnected() {
    this.isAsking = false;
    this.clearFlight();
  }

  /**
   * A stored tap in the engine's form. A tap made before the engine has only the tablet's own
   * time.
   */
  wire({ command }) {
    const { id, name, args, at, tapped, dealer, shown, earlier, pin } = command;
    const onRoomClock = at ?? tapped + this.clock.saved;
    return { id, name, args, at: onRoomClock, dealer, shown: shown ?? 0, ...(earlier?.length && { earlier }), ...(pin && { pin }) };
  }

  /** A refused tap without an answer is dropped with the next hand. */
  dropSeen(hand) {
    if (this.held.length > 1) return; // the chips of whole hands may have to be settled
    const seen = this.held.filter(({ command }) => command.hand !== undefined && command.hand < hand);
    if (!seen.length) return;
    this.held = this.held.filter((entry) => !seen.includes(entry));
    this.rewrite({ remove: seen });
  }

  /** The dealer has seen the refused taps. */
  async dismiss() {
    if (!this.engine) return super.dismiss();
    const seen = this.held;
    await this.rewrite({ remove: seen });
    this.held = this.held.filter((entry) => !seen.includes(entry));
    this.handlers.changed();
  }
}

const isPushOf = (id) => ({ command }) => command.id === id && command.name === PUSH;

/** The entries of one command in the engine's form. */
function entriesAfter(prev, { events, ...command }) {
  return events.map((event, i) => ({ ...command, seq: prev + 1 + i, name: event.event, data: JSON.stringify(event) }));
}
