// Results that the room does not have yet: stored on the tablet before they are called kept, and sent when there is a
// network, also those of a trainee who is gone. Each has an id, so that it is stored once however often it is sent.

import { within } from "../dealer_ui/command_store.js";
import { post } from "../dealer_ui/http.js";
import { openDB } from "../dealer_ui/vendor/idb.js";

const NAME = "floorbook-school";
const STORE = "results";
const AT_ONCE = 20; // results of one message
const RETRY = 30_000; // ms until results are sent again that the room did not answer
const STORE_TIMEOUT = 5000; // ms to wait for the store; without it, results stay in memory

/** ms of a hand on average. */
export const average = (hands) => hands.reduce((sum, hand) => sum + hand, 0) / hands.length;

export class Results {
  /** handlers: {changed(), stored(badge, result), trainee(badge, trainee)}, the trainee as the room has the records now. */
  constructor(handlers) {
    this.handlers = handlers;
    this.kept = []; // [{badge, name, result, refused}]; refused: why the room did not take it, "" before
    this.durable = true;
    this.sending = null;
    this.timer = 0;
  }

  async start() {
    try {
      this.db = await within(STORE_TIMEOUT, openDB(NAME, 1, { upgrade: (db) => db.createObjectStore(STORE) }));
      const stored = await within(STORE_TIMEOUT, this.db.getAll(STORE));
      // In the order dealt, which is the order of the parts of a check ride.
      this.kept.unshift(...stored.sort((one, other) => one.result.began_at - other.result.began_at));
    } catch (error) {
      this.notDurable(error);
    }
    addEventListener("online", () => this.send());
    this.handlers.changed();
    this.send();
  }

  notDurable(error) {
    console.error("This tablet's storage failed.", error);
    this.durable = false;
  }

  /** Results without an answer. */
  get waiting() {
    return this.kept.filter(({ refused }) => !refused);
  }

  /** The first one that the room did not take. */
  get refused() {
    return this.kept.find(({ refused }) => refused) ?? null;
  }

  /** How often a badge has finished an exercise that the room does not have yet. */
  finished(badge, exercise) {
    return this.kept.filter((one) => one.badge === badge && one.result.exercise === exercise && one.result.score.is_finished).length;
  }

  /** ms of a hand on average when a badge dealt an exercise last, of the results that the room does not have yet; undefined if there is none. */
  handTime(badge, exercise) {
    const dealt = this.kept.findLast((one) => one.badge === badge && one.result.exercise === exercise && one.result.score.hands.length);
    return dealt && average(dealt.result.score.hands);
  }

  /** Stores a result, then sends it. Resolves when it is stored. */
  async keep(badge, name, result) {
    const entry = { badge, name, result, refused: "" };
    await this.store(entry);
    this.kept.push(entry);
    this.handlers.changed();
    this.send();
  }

  /** Stores what was dealt of an exercise that goes on. `keep` replaces it; a page that begins anew sends it. */
  keepSoFar(badge, name, result) {
    return this.store({ badge, name, result, refused: "" });
  }

  /** Someone has signed in: their results that were refused are sent with this sign-in. */
  async signedIn(badge, token) {
    for (const entry of this.kept.filter((one) => one.badge === badge && one.refused)) {
      const { pin: _, ...result } = entry.result;
      Object.assign(entry, { refused: "", result: { ...result, token } });
      await this.store(entry);
    }
    this.send();
  }

  /** The trainee or the trainer has seen that the room does not take it. */
  async drop(entry) {
    await this.write((store) => store.delete(entry.result.id));
    this.kept = this.kept.filter((other) => other !== entry);
    this.handlers.changed();
  }

  store(entry) {
    return this.write((store) => store.put(entry, entry.result.id));
  }

  async write(work) {
    if (!this.db || !this.durable) return;
    const transaction = this.db.transaction(STORE, "readwrite", { durability: "strict" });
    try {
      await within(STORE_TIMEOUT, Promise.all([work(transaction.store), transaction.done]));
    } catch (error) {
      this.notDurable(error);
    }
  }

  /** One message at a time, each with the results of one person. */
  send() {
    this.sending ??= this.sendAll()
      .catch((error) => {
        console.warn("Results were not sent; they are sent again.", error);
        this.timer ||= setTimeout(() => this.again(), RETRY);
      })
      .finally(() => {
        this.sending = null;
        this.handlers.changed();
      });
    return this.sending;
  }

  again() {
    this.timer = 0;
    this.send();
  }

  async sendAll() {
    while (this.waiting.length) {
      const { badge } = this.waiting[0];
      const batch = this.waiting.filter((entry) => entry.badge === badge).slice(0, AT_ONCE);
      const { status, body } = await post("school/results", { results: batch.map(({ result }) => result) });
      if (status !== 200) throw new Error(`the room answered ${status} ${body.message ?? ""}`);
      for (const { id, code, message } of body.answers) await this.answered(id, code, message);
      if (body.trainee) this.handlers.trainee(badge, body.trainee);
      const left = batch.filter((entry) => this.waiting.includes(entry));
      if (left.length === batch.length) throw new Error("the room answered none of the results");
    }
  }

  async answered(id, code, message) {
    const entry = this.kept.find(({ result }) => result.id === id);
    if (!entry) return;
    if (!code) {
      this.handlers.stored(entry.badge, entry.result);
      return this.drop(entry);
    }
    entry.refused = message || code;
    await this.store(entry);
  }
}
