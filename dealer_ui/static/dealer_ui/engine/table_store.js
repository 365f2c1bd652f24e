// The table as confirmed by the room, stored for a page that opens without a network.

import { openDB } from "../vendor/idb.js";

const STORE = "table";
const PREFIX = "floorbook-table.";
const KEY = "last";
const SCREEN = "screen";
const MAX_AGE = 12 * 3600 * 1000; // ms since its last use; an older table must be fetched again before anything is decided

export class TableStore {
  /** queue: the name of the tap store, which contains tablet and table. */
  constructor(queue) {
    this.name = PREFIX + queue;
    this.opening = null;
    this.saving = null;
    this.next = {}; // the values to save, by key
  }

  open() {
    this.opening ??= openDB(this.name, 1, { upgrade: (db) => db.createObjectStore(STORE) });
    return this.opening;
  }

  /**
   * The last saved table, null if there is none or it is too old. usedAt: when the dealer last
   * tapped on it.
   */
  async read(usedAt = 0) {
    const db = await this.open();
    const saved = await db.get(STORE, KEY);
    return saved && Math.abs(Date.now() - Math.max(saved.savedAt, usedAt)) < MAX_AGE ? saved : null;
  }

  /** The last screen, with the last entry it was drawn on; null if its table is missing or too old. */
  async readScreen(usedAt = 0) {
    if (!(await this.read(usedAt))) return null;
    const db = await this.open();
    return (await db.get(STORE, SCREEN)) ?? null;
  }

  /** Saves the newest table. During a save, only the last of the following tables is saved next. */
  save(content) {
    return this.put(KEY, { ...content, savedAt: Date.now() });
  }

  /**
   * Saves the dealer's screen, for a page that opens without a network and shows it until its
   * engine is ready.
   */
  saveScreen(content) {
    return this.put(SCREEN, content);
  }

  put(key, content) {
    this.next[key] = content;
    this.saving ??= this.saveNext();
    return this.saving;
  }

  /**
   * Deletes the saved table: nothing newer can be written, and a page without a network must not
   * show it.
   */
  async forget() {
    this.next = {};
    const db = await this.open();
    await db.clear(STORE);
  }

  async saveNext() {
    try {
      let keys = Object.keys(this.next);
      while (keys.length) {
        const [key] = keys;
        const content = this.next[key];
        delete this.next[key];
        const db = await this.open();
        await db.put(STORE, content, key);
        keys = Object.keys(this.next);
      }
    } finally {
      this.saving = null;
    }
  }
}
