// Commands on their way. Each is stored before it is sent and removed when it is answered, so that a
// reload, a dead network or a restarted server loses none. Sent one by one, in the order of the taps,
// again and again with the same id and the same `seen`.
// What was never sent may still learn that the taps before it went in.
//
// The memory is named by tablet and table, so that a tablet that moves to another table takes no taps along.
// Each tap belongs to the dealer who made it. What another dealer left is never sent under a new name, and
// nobody else may send it as theirs: a tap is a testimony. It waits for that dealer, or is dropped by a tap.

const STORE = "commands";
const BACK_OFF = [300, 600, 1200, 2500, 5000];
const PATIENCE = 8000;

function open(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function run(db, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode, { durability: "strict" });
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Unique without crypto.randomUUID, which wants TLS or localhost. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Queue {
  /**
   * post(command) answers {status, body} or throws when nobody answered.
   * told: {changed(), answered(command, body), refused(command, body), barred(status), before(body)};
   * `before` knows the number of the log's entry just before an answered command.
   * whose: {queue, dealer, name}, the memory's name and the dealer at the tablet.
   */
  constructor({ whose, post, told }) {
    this.whose = whose;
    this.post = post;
    this.told = told;
    this.kept = []; // [{at, command}] in order
    this.left = []; // of another dealer
    this.failures = 0;
    this.durable = true;
    this.sending = false;
    this.timer = 0;
  }

  /** Goes on sending what an earlier page left behind. */
  async start() {
    await this.read();
    this.told.changed();
    this.drain();
  }

  async read() {
    try {
      this.db = await open(this.whose.queue);
      const [keys, values] = await Promise.all([
        run(this.db, "readonly", (store) => store.getAllKeys()),
        run(this.db, "readonly", (store) => store.getAll()),
      ]);
      const found = values.map((command, i) => ({ at: keys[i], command }));
      const mine = ({ command }) => command.dealer === this.whose.dealer;
      this.left = found.filter((entry) => !mine(entry));
      this.kept = [...found.filter(mine), ...this.kept];
    } catch {
      this.durable = false; // goes on in memory, and the footer says so
    }
  }

  /** Who left taps behind, by name. */
  get leavers() {
    return [...new Set(this.left.map(({ command }) => command.by))];
  }

  /** Forgets what others left; asked for by a tap. */
  async drop() {
    const gone = this.left;
    // All at once, and said only when it is done: a reload in between leaves all of them or none.
    const remove = (store) => gone.forEach(({ at }) => store.delete(at));
    try {
      if (this.db) await run(this.db, "readwrite", remove);
    } catch {
      return; // they stay, and stay told
    }
    this.left = this.left.filter((entry) => !gone.includes(entry));
    this.told.changed();
  }

  get size() {
    return this.kept.length;
  }

  get stuck() {
    return this.failures > 0 && this.kept.length > 0;
  }

  /** Stores a command, then sends it; answers the command as it was stored. */
  async add({ name, args, seen, key }) {
    const { dealer, name: by } = this.whose;
    const command = { id: uuid(), seen, name, args, key, dealer, by, tapped: Date.now() };
    const entry = { command };
    this.kept.push(entry);
    this.told.changed();
    entry.stored = this.store(entry);
    await entry.stored;
    this.drain();
    return command;
  }

  async store(entry) {
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
    if (this.sending || this.timer) return;
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
      return false; // kept: goes out after the sign-in
    }
    if (answer.status >= 500 || answer.status === 429) return this.wait();
    this.failures = 0;
    await this.settle(entry, answer);
    return true;
  }

  /** First what the screen needs, without a pause in which a tap could come; then the memory. */
  async settle(entry, { status, body }) {
    this.kept.shift();
    const later = status < 300 ? this.followOn(entry.command, body) : [];
    if (status < 300) this.told.answered(entry.command, body);
    else this.told.refused(entry.command, body);
    this.told.changed();
    for (const other of later) await this.keep(other);
    await this.forget(entry);
  }

  /**
   * Taps that were made on top of this one were made knowing it. When nothing but this command came in
   * between (what was before it is what it had seen), they go out as having seen it too, and are not stale.
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

  /** Writes a command again that is kept already. */
  async keep(entry) {
    await entry.stored;
    await this.remember((store) => store.put(entry.command, entry.at), entry);
  }

  forget(entry) {
    return this.remember((store) => store.delete(entry.at), entry);
  }

  async remember(work, { at }) {
    if (this.db && at !== undefined) await run(this.db, "readwrite", work).catch(() => {});
  }
}
