// The tablet's state, and the only place where a tap is executed.

import { covered, isOpen } from "./overlay.js";
import { Draws, drawStep } from "./draws.js";
import { Guard } from "./double_tap.js";
import { choose } from "./halves.js";
import { RoomClock } from "./engine/clock.js";
import { Engine, isPossible, offlineLack } from "./engine/engine.js";
import { EngineQueue } from "./engine/engine_queue.js";
import { Network } from "./engine/network.js";
import { TableStore } from "./engine/table_store.js";
import { Updates } from "./engine/updates.js";
import { Live } from "./live.js";
import { fits, holds, leavesPad, opened, podOf, same, sentence, shares, splitWith, withSum } from "./modes.js";
import { mark } from "./paint_timing.js";
import { incoming, keepAct, nameOf, pushAgain, pushStep, takeAct } from "./push.js";
import { PUSH, pushedIn, uuid } from "./queue.js";
import { clockFace, clockStep } from "./render/turn_clock.js";
import { encryptPin } from "./engine/encrypted_pin.js";
import { post, sendCommand, snapshot } from "./http.js";
import { sumOf, total } from "./sums.js";
import { labeled, money, owner, page, say, setChips, setCurrency } from "./text.js";

const LIVE_POLL_INTERVAL = 10_000; // ms between two requests while live updates are off
const CALL_POLL_INTERVAL = 2000; // ms, while a floor call waits for a floor screen
const UNSENT_AFTER = 5000; // ms without a response until the dealer is warned about a floor call
const NO_SCREEN_AFTER = 10_000; // ms that the room has a floor call without a floor screen, until the dealer is warned
const MAX_ASKED = 200; // taps in one hello; at most twenty are sent before their answers
const TABLE_TIMEOUT = 8000; // ms until another socket is tried for the whole table
const NOTICE_TIME = 4000; // ms that a refusal is shown after its cause has ended
const RETURN_MARGIN = 500; // ms after the dealer's return on the server
const PAUSED = "hand_paused";
const CLAIM = "claim_promotion"; // a claim calls the floor in the same tap
const opensCall = (name) => name === "call_floor" || name === CLAIM;
const NOT_YET = { next: null, handover: null, clocked: "" }; // for a dealer whom the room has not signed in
const MIRROR = "floorbook.mirror";
const READ_SUMMARY = "floorbook.push-summary";

/** A pairing code from a QR code, in the URL's fragment, which is removed from the URL immediately. */
function codeInUrl() {
  const [, code = ""] = location.hash.match(/^#pair=([0-9]{1,10})$/) ?? [];
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

/** A screen in a form that can be compared with another. */
const timeless = (screen) => JSON.stringify({ ...screen, now: 0 });

/** What an app at a table uses: its clock, the network, the room, and the queue of its taps. */
export function atTable(app) {
  const clock = new RoomClock();
  return {
    clock,
    network: new Network(),
    updates: new Updates(
      () => app.isIdle,
      () => app.queue.storing > 0,
    ),
    live: new Live({ path: page.socket, snapshot, ask: () => app.askTable(), handlers: app.liveHandlers() }),
    queue: new EngineQueue({
      owner,
      table: page.table,
      post: (command, timeout) => sendCommand(command, timeout, Boolean(app.up)),
      handlers: { ...app.queueHandlers(), ...app.engineHandlers() },
      clock,
      send: (message) => app.live.send(message),
      hello: () => app.askTable(),
      tables: new TableStore(owner.queue),
    }),
  };
}

export class App {
  /** parts(app): what it uses; the school's exercises have their own. */
  constructor(render, parts = atTable) {
    this.render = render;
    this.screen = null;
    this.extras = {}; // the next dealer, and the push summary
    this.mode = null;
    this.savedMode = null; // the selection of who shares a pot, while something else is open over it
    this.shown = null; // who shows first at a stud showdown, as answered by the dealer: {hand, step}
    this.recount = null; // the counted stub of a rebuilt deck: {hand, stub}
    this.keptSum = null; // of a closed pad, until the next tap on a seat
    this.guard = new Guard();
    this.draws = new Draws();
    this.notice = "";
    this.up = false;
    this.offset = 0; // the server's clock minus this tablet's
    this.isLive = true; // the room notifies its screens of changes
    this.polledAt = 0; // while live updates are off
    this.call = null; // a floor call of this tablet: {tapped, storedAt}
    this.folded = false; // the call is folded away, and the seats are visible
    this.asking = {}; // the open page of the call: {reasons} | {group, title, page}
    this.noticeLook = "";
    this.clockFace = ""; // the shown face of the seat that holds up the hand
    this.isKept = false; // the screen is the previous page's
    this.offlineLack = offlineLack(); // why this tablet cannot deal without a network, or ""
    this.sent = new Set(); // names of keys whose command is in flight
    const typed = page.state === "pair" ? codeInUrl() : "";
    this.gate = { step: page.state === "pair" ? "code" : "badge", typed, badge: "", wrong: "" };
    this.mirrored = localStorage.getItem(MIRROR) === "1";
    Object.assign(this, parts(this));
  }

  start() {
    if (page.state !== "table") return this.paintGate();
    const act = takeAct();
    if (act) this.pendingAct = act;
    this.queue.start().then(() => {
      this.reportLeftover();
      this.resumeCall();
      if (page.engine && isPossible()) this.showKept();
    });
    this.live.start();
    this.startEngine();
    // Without it a reload needs the network.
    if (page.engine) this.updates.start().catch((error) => this.notKeptForReload(error));
    setInterval(() => this.everySecond(), 1000);
    addEventListener("online", () => this.queue.retryNow());
    if (owner.returns_in) setTimeout(() => this.giveBack(), owner.returns_in + RETURN_MARGIN);
    this.paint();
  }

  /**
   * Until the room or the engine has drawn the table, the page shows its last screen before the
   * reload.
   */
  async showKept() {
    const kept = await this.queue.readScreen();
    if (!kept || this.screen || this.pendingAct) return;
    this.isKept = true; // no one can decide a tap yet, so the screen would not follow it
    document.body.dataset.screen = "kept";
    this.draw(kept.screen, kept.offset); // without `shownText`, so that the first screen is shown even if it is equal
  }

  everySecond() {
    if (this.up && this.queue.isAsking && performance.now() - this.askedAt > TABLE_TIMEOUT) this.live.reconnect();
    this.updates.apply();
    this.followClock();
    if (!this.isLive && performance.now() - this.polledAt >= this.pollInterval) this.poll();
    this.paint();
  }

  /**
   * A seat that begins to glow changes the felt, so that no tap is taken for a key that no one has
   * seen.
   */
  followClock() {
    const face = clockFace(this);
    if (face !== this.clockFace) this.guard.change();
    this.clockFace = face;
  }

  /** Loads the engine beside the page. Without it the page continues with screens from the server. */
  async startEngine() {
    if (!page.engine || !isPossible()) return;
    this.queue.isExpected = true;
    try {
      this.engine = new Engine(page.engine.worker);
      this.engineTimes = await this.engine.start(page.engine);
      document.body.dataset.engine = "loaded";
      await this.queue.takeOver(this.engine);
    } catch (error) {
      this.stopEngine(error);
    }
    this.paint();
  }

  /** The engine failed: every tap is stored, and the server draws the screens again. */
  stopEngine(error) {
    console.error("The tablet continues without its engine.", error);
    document.body.dataset.engine = "none";
    this.offlineLack = "engine";
    this.engine?.stop();
    this.engine = null;
    this.queue.giveUp();
    if (this.askedAt) this.live.reconnect(); // this socket has sent hello, so it brings entries and no screens
    this.live.refresh();
  }

  /** The service worker was refused: without a network a reload finds no page. The footer shows it. */
  notKeptForReload(error) {
    console.warn("The tablet isn't kept for a start without a network.", error);
    this.offlineLack ||= "reload";
    this.paint();
  }

  /** Between hands, with no waiting tap and nothing open, a reload loses nothing. */
  get isIdle() {
    return Boolean(this.screen && !this.screen.running && !this.queue.size && !this.mode && !this.called);
  }

  /** Requests the table for the engine; false while there is no engine. */
  askTable() {
    const { queue } = this;
    if (!queue?.engine && !queue?.starting) return false;
    queue.isAsking = true;
    this.askedAt = performance.now();
    this.sayHello();
    return true;
  }

  /**
   * The loading engine begins with the table of this screen, even if the network is lost before it
   * is ready.
   */
  askAhead(seq) {
    if (this.queue.needsTable(seq)) this.sayHello({ is_loading: true });
  }

  sayHello(more) {
    const asked = this.queue.unconfirmed.slice(0, MAX_ASKED);
    const pending = asked.map(({ command }) => command.id);
    const shown = asked[0]?.command.shown ?? 0;
    this.live.send({ type: "hello", engine: page.engine.engine, pending, shown, ...more });
  }

  /** Messages that only a page with the engine gets from its socket. */
  received(message) {
    if (message.now) this.clock.heard(message.now);
    if (message.engine && message.engine !== page.engine.engine) this.updates.check();
    if (message.type === "table") this.queue.load(message.table, message);
    if (message.type === "entries") this.queue.applyEntries(message);
    if (message.type === "answers") this.queue.answers(message);
    if (message.type === "context") this.queue.setContext(message);
    if (message.type === "live") this.liveSwitched(message.on);
  }

  /** Without live updates the room sends nothing, so this tablet polls. */
  liveSwitched(on) {
    this.isLive = on;
    this.poll();
    this.paint();
  }

  poll() {
    this.polledAt = performance.now();
    this.live.refresh();
  }

  get pollInterval() {
    return this.isCallStored && !this.isCallDelivered ? CALL_POLL_INTERVAL : LIVE_POLL_INTERVAL;
  }

  engineHandlers() {
    return {
      shown: ({ screen, seq }) => {
        document.body.dataset.engine = "ready";
        this.live.seq = this.live.known = seq;
        // Entries that only confirm a tap change nothing on the screen, so no tap counts as one on
        // an unseen screen.
        const text = screen.header && timeless(screen);
        if (text && text !== this.shownText) this.show(screen, text);
      },
      beside: ({ beside, owner: signedIn }) => {
        const isPushed = this.queue.hasPush; // the room has not signed in the dealer who is here
        if (signedIn && !isPushed) Object.assign(owner, signedIn);
        if (beside) this.extras = isPushed ? { ...beside, ...NOT_YET } : beside;
        if (beside?.currency) setCurrency(beside.currency);
        if (this.screen) this.paint();
      },
      saved: () => ({ beside: this.extras, owner: { ...owner } }),
      seqOfScreen: () => this.live.seq,
      engine: () => page.engine.engine,
      done: (command, seq) => {
        if (opensCall(command?.name) && this.call) this.call.storedAt ??= Date.now();
        if (command?.name === "draw") this.draws.answered(command.args, seq);
      },
      left: (stored, refused) => this.network.counted(stored, refused),
      unanswered: () => this.live.reconnect(),
      unavailable: () => this.network.down(),
      available: () => this.up && this.network.up(),
      failed: (error) => this.stopEngine(error),
      ownerChanged: () => this.updates.keepPage(),
      pinRefused: () => this.askPinAgain(),
      warned: (warning) => this.tell(warning, say("done_but")),
      recorded: (text) => this.tell(text, say("recorded")),
    };
  }

  /**
   * A supervisor who did nothing leaves the tablet to its dealer: the page requests the signed-in
   * dealer.
   */
  giveBack() {
    if (owner.returns_in && !this.queue.size) window.location.reload();
  }

  /** At the gate nothing is sent, but taps that wait for their dealer are reported. */
  async paintGate() {
    this.paint();
    await this.queue.read();
    this.paint();
  }

  /** Once, when the page opens: another dealer's taps are stored here. */
  reportLeftover() {
    if (this.queue.leftover.length && !this.mode) this.set({ of: "confirm", ask: "left" });
  }

  /** A call that an earlier page could not send is still being sent, and shown. */
  resumeCall() {
    const pending = this.queue.pending.find(({ command }) => opensCall(command.name));
    const storedAt = this.screen?.floor.called_at ? Date.now() : null;
    if (pending && !this.call) this.call = { tapped: pending.command.tapped, storedAt };
    this.paint();
  }

  dropLeftover() {
    this.mode = null;
    this.queue.dropLeftover();
  }

  /** "2 taps of Wren", or "". */
  get leftoverText() {
    const { leftover, leftoverOwners } = this.queue;
    return leftover.length ? say("left_behind", { count: leftover.length, name: leftoverOwners.join(", ") }) : "";
  }

  now() {
    return Date.now() + this.offset;
  }

  paint() {
    const before = covered();
    this.render(this);
    if (this.mode && !shares(this.mode)) this.guard.uncover(null); // it depends on the seats under it
    else if (before && !isOpen()) this.guard.uncover(before);
  }

  liveHandlers() {
    return {
      screen: (seq, screen) => {
        this.show(screen);
        this.askAhead(seq);
      },
      extras: (extras) => {
        this.extras = extras;
        if (extras.currency) setCurrency(extras.currency);
        if (this.screen) this.paint();
      },
      state: (up) => {
        this.up = up;
        if (up) this.network.up();
        else this.network.down();
        if (up) this.askAhead(this.live.seq);
        if (up) this.queue.retryNow();
        else this.queue.disconnected();
        this.paint();
      },
      message: (message) => this.received(message),
      unknown: () => window.location.reload(),
    };
  }

  queueHandlers() {
    return {
      changed: () => {
        const waiting = this.queue.engine ? [] : this.queue.pending; // the engine's screen already has them
        this.sent = new Set(waiting.map(({ command }) => command.key));
        this.paint();
      },
      before: ({ prev, seq }) => prev ?? this.live.hops.get(seq),
      answered: (command, { prev, seq, screen, warning, recorded }) => {
        if (command.name === "draw") this.draws.answered(command.args, seq);
        if (warning) this.tell(warning, say("done_but"));
        if (recorded) this.tell(recorded, say("recorded"));
        if (opensCall(command.name) && this.call) this.call.storedAt ??= Date.now();
        if (screen) this.live.take(seq, screen);
        else this.live.expect(prev, seq);
      },
      refused: (command, { code, message }) => {
        if (opensCall(command.name)) this.call = null;
        if (command.name === "draw") this.draws.refused();
        if (this.queue.engine) command.hand = this.screen?.hand;
        if (!command.held) this.tellRefused(`${command.label ?? command.key}: ${message ?? ""}`, code);
        if (!this.queue.engine) this.live.refresh();
      },
      unauthorized: () => window.location.reload(),
    };
  }

  show(screen, text = timeless(screen)) {
    const offset = (this.queue.engine ? this.clock.now() : screen.now) - Date.now();
    this.shownText = text;
    this.draw(screen, offset);
    this.isKept = false;
    delete document.body.dataset.screen;
    const { seq } = this.live;
    if (page.engine) setTimeout(() => this.queue.keepScreen({ screen, seq, offset })); // after the frame if it is due
  }

  /** offset: the room's clock minus this tablet's. */
  draw(screen, offset) {
    this.offset = offset;
    setChips(screen.currency);
    if (!holds(this.mode, this.screen, screen)) this.mode = null;
    if (this.screen?.hand !== screen.hand) this.keptSum = null;
    if (this.savedMode && !holds(this.savedMode, this.screen, screen)) this.savedMode = null;
    if (this.noticeOf === PAUSED && this.screen?.floor.paused && !screen.floor.paused) this.notice = "";
    this.floorShown(screen);
    if (screen.running && this.queue.engine) this.queue.dropSeen(screen.hand);
    this.screen = screen;
    this.draws.shown(this.live.seq);
    if (this.pendingAct) this.carryOut(this.pendingAct);
    this.guard.change();
    this.paint();
  }

  /** The state of the call on a new screen: over, ruled, or conduct, which stops no hand. */
  floorShown(screen) {
    const before = this.screen?.floor;
    const { floor, ruling } = screen;
    const isNewClaim = screen.promotion?.hold && !this.screen?.promotion?.hold;
    if (!floor.called_at) {
      if (this.call?.storedAt) this.call = null;
      this.folded = false;
      this.asking = {};
    } else if (before?.called_at && before.paused !== floor.paused) {
      this.folded = !floor.paused && !floor.told; // the hand continues; the proposal is read first
    }
    if (isNewClaim) this.folded = true; // the shown hands stay visible
    // The socket may be faster than the response.
    if (this.call && this.isStored(screen)) this.call.storedAt ??= Date.now();
    const over = before?.called_at && !floor.called_at;
    if (over && floor.off) this.tell(floor.off, say("called_off"), "final");
    else if (over && ruling?.fresh && !ruling.done) this.tell(ruling.result, ruling.final, "final");
  }

  /** A refusal, a warning or a ruling in the band, until the next tap. */
  tell(message, title = say("not_done"), look = "") {
    this.notice = message;
    this.noticeTitle = title;
    this.noticeLook = look;
    this.noticeOf = "";
    this.paint();
  }

  /** The notice of the freeze ends with the freeze; a later notice leaves the band by itself. */
  tellRefused(message, code) {
    const { notice, noticeTitle, noticeLook } = this;
    this.tell(message);
    this.noticeOf = code;
    if (code !== PAUSED || this.screen?.floor.paused) return;
    setTimeout(() => {
      if (this.notice !== message) return;
      if (notice && noticeLook === "final") this.tell(notice, noticeTitle, noticeLook);
      else this.clear();
    }, NOTICE_TIME);
  }

  /** Opens another page of the call. */
  ask(asking) {
    this.asking = asking;
    this.paint();
  }

  /** The unread push summary. It blocks nothing and goes away with the first tap. */
  get pushSummary() {
    const summary = this.extras.handover;
    return summary && localStorage.getItem(READ_SUMMARY) !== summary.key ? summary : null;
  }

  markSummaryRead() {
    if (this.pushSummary) localStorage.setItem(READ_SUMMARY, this.pushSummary.key);
  }

  clear() {
    this.notice = "";
    this.paint();
  }

  /** Every tap comes through here. The screen changes immediately, the server's response follows. */
  tap(key, event) {
    if (this.isKept) return;
    mark(key.name, event);
    this.notice = "";
    this.markSummaryRead();
    const { do: what } = key;
    if (what.send) this.sendFrom(what, key);
    else if (what.open) this.open(what);
    queueMicrotask(() => this.paint()); // after the queue has handed the tap to the engine, which decides meanwhile
  }

  /** The deck's counts stay open for the next tap; everything else is closed by its tap. */
  sendFrom({ send, args }, { name }) {
    const { mode } = this;
    this.send(send, args, name);
    if (mode?.of === "counts" || leavesPad(mode, args)) this.mode = mode;
    if (args.seat) this.keptSum = null;
  }

  /** `key` is the key's name, which marks the tap in flight; `label` names it if it is refused. */
  send(name, args, key, label = labeled(key, args)) {
    this.mode = null;
    this.savedMode = null;
    if (opensCall(name)) this.callFloor();
    if (name === CLAIM) this.folded = true; // the shown hands stay visible
    if (name === "draw" && !this.queue.engine) this.draws.declare(args);
    if (name === "rebuild_deck") this.recount = null;
    this.queue.add({ name, args, seen: this.live.known, key, label });
  }

  callFloor() {
    this.call = { tapped: Date.now(), storedAt: null };
    this.folded = false;
    this.asking = {};
    setTimeout(() => this.paint(), UNSENT_AFTER);
  }

  get isCallUnsent() {
    if (!this.call || this.call.storedAt) return false;
    return this.network.isNoticed || Date.now() - this.call.tapped >= UNSENT_AFTER;
  }

  get isCallStored() {
    return Boolean(this.call?.storedAt) || this.isStored(this.screen);
  }

  /** The engine's screen has the call immediately; the room has it when it has left the queue. */
  isStored({ floor }) {
    const { engine, starting, pending } = this.queue; // an engine that is starting draws its first screen
    const isPending = (engine ?? starting) && pending.some(({ command }) => opensCall(command.name));
    return Boolean(floor.called_at) && !isPending;
  }

  /** A floor screen has shown the call, or a supervisor has answered it. */
  get isCallDelivered() {
    const { floor } = this.screen;
    return this.isStored(this.screen) && Boolean(floor.delivered_at || floor.rungs.some(({ at }) => at));
  }

  /**
   * No floor screen has shown the call, although the room has had it for ten seconds: the dealer
   * calls out.
   */
  get hasNoScreen() {
    const { floor } = this.screen;
    if (!this.isStored(this.screen) || this.isCallDelivered) return false;
    const storedAt = this.call?.storedAt ? this.call.storedAt + this.offset : 0;
    return this.now() - Math.max(floor.called_at, storedAt) >= NO_SCREEN_AFTER;
  }

  get called() {
    return Boolean(this.call || this.screen.floor.called_at);
  }

  /** Whether the hand waits, which it does until the call's irregularity is known. */
  get stopped() {
    const { floor } = this.screen;
    return !floor.called_at || floor.paused;
  }

  /** Whether the call covers the table; a key that waits for a seat needs the seats. */
  get calling() {
    return this.called && !this.folded && this.mode?.of !== "arm";
  }

  open(what) {
    if (what.open === "mirror") return this.mirror();
    if (what.open === "school") return window.location.assign(`${page.base}school/`);
    if (["half", "split"].includes(what.open)) this.savedMode = null;
    if (what.open === "half") {
      this.mode = choose(this.mode, what.args);
      return;
    }
    if (this.mode?.of === "split" && what.open === "split") {
      this.mode = splitWith(this.mode, what.args.seat);
      return;
    }
    const next = withSum(opened(what, this.screen), this.mode, this.keptSum);
    if (shares(this.mode)) this.savedMode = this.mode;
    if (same(this.mode, next)) this.closeByKey();
    else this.mode = next;
    if (!this.mode) this.restoreMode();
    if (next.of === "push") this.gate = incoming(this);
  }

  /** Requests a supervisor's PIN for this single action: {title, send, args, label}. */
  askSupervisor(act) {
    this.mode = { of: "push" };
    this.gate = incoming(this, act);
  }

  /**
   * The room refused the PIN of a push: between hands the dealer types it again immediately,
   * otherwise after the hand.
   */
  askPinAgain() {
    const { name } = this.queue.refusedPush.args;
    if (this.mode || this.screen?.running) return this.tell(say("pin_again_later", { name }), say("pin_again", { name }));
    this.mode = { of: "push" };
    this.gate = pushAgain(this);
    this.paint();
  }

  /** A pad's key shows its sum. A second tap logs it; a sum that cannot be logged is reported. */
  closeByKey() {
    const { mode } = this;
    const sum = mode.of === "pad" ? total(mode) : 0;
    if (!sum) return this.closePad();
    const { pad } = podOf(this.screen, mode.seat);
    if (fits(pad, sum, mode.allIn)) return this.setTotal();
    this.closePad();
    this.tell(say("pad_not_logged", { seat: mode.seat, amount: money(sum) }));
  }

  /** The sum of a closed pad stays until the next tap on a seat. */
  closePad() {
    this.keptSum = this.mode.of === "pad" ? sumOf(this.mode) : null;
    this.mode = null;
  }

  set(mode) {
    this.mode = mode;
    if (!mode) this.restoreMode();
    this.paint();
  }

  /** What covered the sharing seats is closed; they are still selected. */
  restoreMode() {
    this.mode = this.savedMode;
    this.savedMode = null;
  }

  /** A player who sits down needs a buy-in, if the table has a plaque. */
  seat(player) {
    if (this.screen.buy_in) this.set({ of: "buy_in", chips: [], ...player });
    else this.sitDown(player, player.name);
  }

  /** The player sits down. If the room requires it, a supervisor confirms with a PIN. */
  sitDown(args, label) {
    if (!this.screen.seating_supervised || owner.supervises) this.send("seat_player", args, label);
    else this.askSupervisor({ title: label, text: say("act_do"), send: "seat_player", args, label });
  }

  /** Reports conduct of the player in the seat whose sheet is open. */
  report({ key, title }) {
    const { seat, player, hand } = this.mode;
    this.send("incident", { category: key, seat, player, hand }, key, say("conduct_sent", { title, seat }));
  }

  mirror() {
    this.mirrored = !this.mirrored;
    localStorage.setItem(MIRROR, this.mirrored ? "1" : "0");
    this.restoreMode();
  }

  /** The sentence of the answer to "Who was high on sixth?", for this hand. */
  get shownStep() {
    const { screen, shown } = this;
    return screen.stage.who && shown?.hand === screen.hand && !this.notice ? shown.step : null;
  }

  get step() {
    return sentence(this.mode, this.screen) ?? pushStep(this) ?? drawStep(this) ?? this.shownStep ?? clockStep(this) ?? this.screen.step;
  }

  /** The amber key of the pad. */
  setTotal() {
    const { mode } = this;
    const { pad } = podOf(this.screen, mode.seat);
    this.bet(pad, { to: total(mode), allIn: mode.allIn });
  }

  bet(pad, { to, allIn, what = allIn ? "all_in" : pad.what }) {
    const name = this.mode?.first ? "first_in" : "act";
    const label = `${allIn ? pad.all_in_title : pad.title} ${to ? money(to) : what}`;
    this.keptSum = null;
    this.send(name, { seat: pad.seat, what, ...(to && { to }) }, `pad-${pad.seat}`, label);
    this.paint();
  }

  /** Carries out the action that a supervisor's PIN was for, as the first tap of the page. */
  carryOut({ send, args, label }) {
    this.pendingAct = null;
    this.send(send, args, label, label);
  }

  /** A digit step of pairing, signing in or pushing the next dealer. */
  async enter() {
    const { gate } = this;
    if (gate.step === "badge") {
      Object.assign(gate, { step: "pin", badge: gate.typed, typed: "", wrong: "" });
      return this.paint();
    }
    const [path, body] =
      gate.step === "code"
        ? ["pair", { code: gate.typed }]
        : ["sign-in", { badge: gate.badge, pin: gate.typed }];
    Object.assign(gate, { wrong: "", busy: true });
    this.paint();
    const keepsPin = this.mode?.of === "push" && this.queue.engine;
    if (keepsPin && (gate.again || !this.up)) return this.keepPin();
    await this.submitGate(path, body);
  }

  /**
   * Without the network a push or a supervisor's action waits with its PIN, which the room checks
   * on reconnection.
   */
  async keepPin() {
    const { gate } = this;
    const { act, again, badge, name, supervisor } = gate;
    if (supervisor && !act) {
      Object.assign(gate, { typed: "", wrong: say("supervisor_away"), busy: false });
      return this.paint();
    }
    const id = again ?? uuid();
    const encrypted = await encryptPin(this.extras.pin_key, gate.typed, `${owner.queue}.${id}.${badge}`);
    const pin = { badge, encrypted };
    this.mode = null;
    this.notice = "";
    if (again) await this.queue.retryPush(pin);
    else if (act) this.queue.add({ ...act, id, name: act.send, seen: this.live.known, key: act.label, pin });
    else this.pushLater(id, pin, name || nameOf(this, badge) || say("badge_name", { badge }));
    this.paint();
  }

  /** The next dealer owns all taps from here on. */
  pushLater(id, pin, name) {
    const push = { id, name: PUSH, args: { name }, seen: this.live.known, key: PUSH, label: say("push_label", { name }), pin };
    this.queue.add(push);
    Object.assign(owner, pushedIn(push));
    this.extras = { ...this.extras, ...NOT_YET };
  }

  async submitGate(path, body) {
    try {
      const answer = await post(path, body);
      if (answer.status < 300) {
        if (this.gate.act) keepAct(this.gate.act);
        return window.location.reload();
      }
      const wrong = answer.body.message ?? say("unreachable");
      const step = path === "pair" ? "code" : "badge";
      if (this.gate.name) Object.assign(this.gate, { typed: "", wrong, busy: false });
      else this.gate = { ...this.gate, step, typed: "", badge: "", wrong, busy: false };
    } catch {
      if (this.mode?.of === "push" && this.queue.engine) return this.keepPin();
      Object.assign(this.gate, { wrong: say("unreachable"), busy: false });
    }
    this.paint();
  }
}
