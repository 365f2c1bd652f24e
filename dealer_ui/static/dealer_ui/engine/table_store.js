// The table as the room confirmed it, kept for a page that opens without a network.

import { openDB } from "../vendor/idb.js";

const STORE = "table";
const PREFIX = "floorbook-table.";
const KEY = "last";
const MAX_AGE = 12 * 3600 * 1000; // ms since it was used; an older table must be asked for before anything is decided

export class TableStore {
  /** queue: the name of the tap store, which has tablet and table in it. */
  constructor(queue) {
    this.name = PREFIX + queue;
    this.opening = null;
    this.saving = null;
    this.next = null;
  }

  open() {
    this.opening ??= openDB(this.name, 1, { upgrade: (db) => db.createObjectStore(STORE) });
    return this.opening;
  }

  /** What was saved last, null if there is nothing or it is too old. usedAt: when the dealer last tapped on it. */
  async read(usedAt = 0) {
    const db = await this.open();
    const saved = await db.get(STORE, KEY);
    return saved && Math.abs(Date.now() - Math.max(saved.savedAt, usedAt)) < MAX_AGE ? saved : null;
  }

  /** Saves the newest; while one is being saved, only the last of the following. */
  save(content) {
    this.next = { ...content, savedAt: Date.now() };
    this.saving ??= this.saveNext();
    return this.saving;
  }

  /** Deletes what was saved: nothing newer can be written, and a page without a network must not show it. */
  async forget() {
    this.next = null;
    const db = await this.open();
    await db.delete(STORE, KEY);
  }

  async saveNext() {
    try {
      while (this.next) {
        const content = this.next;
        this.next = null;
        const db = await this.open();
        await db.put(STORE, content, KEY);
      }
    } finally {
      this.saving = null;
    }
  }
}
