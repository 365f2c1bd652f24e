// The table as the room confirmed it, kept for a page that opens without a network.

const STORE = "table";
const PREFIX = "floorbook-table.";
const KEY = "last";
const MAX_AGE = 12 * 3600 * 1000; // ms since it was used; an older table must be asked for before anything is decided

function request(pending) {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result);
    pending.onerror = () => reject(pending.error);
  });
}

export class TableStore {
  /** queue: the name of the tap store, which has tablet and table in it. */
  constructor(queue) {
    this.name = PREFIX + queue;
    this.db = null;
    this.saving = null;
    this.next = null;
  }

  async open() {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    this.db = await request(opening);
  }

  /** What was saved last, null if there is nothing or it is too old. usedAt: when the dealer last tapped on it. */
  async read(usedAt = 0) {
    if (!this.db) await this.open();
    const saved = await request(this.db.transaction(STORE).objectStore(STORE).get(KEY));
    return saved && Math.abs(Date.now() - Math.max(saved.savedAt, usedAt)) < MAX_AGE ? saved : null;
  }

  /** Saves the newest; while one is being saved, only the last of the following. */
  save(content) {
    this.next = { ...content, savedAt: Date.now() };
    this.saving ??= this.saveNext();
    return this.saving;
  }

  async saveNext() {
    try {
      while (this.next) {
        const content = this.next;
        this.next = null;
        await this.put(content);
      }
    } finally {
      this.saving = null;
    }
  }

  put(content) {
    return new Promise((resolve, reject) => {
      const transaction = this.db.transaction(STORE, "readwrite");
      transaction.objectStore(STORE).put(content, KEY);
      transaction.oncomplete = resolve;
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }
}
