// Stored commands without an answer: one database for each tablet and table.

import { openDB } from "./vendor/idb.js";

const STORE = "commands";
const PREFIX = "floorbook.";

/** The same promise, except that it fails after this many ms: some browsers never answer. */
export function within(ms, promise) {
  const late = new Promise((_, reject) => setTimeout(reject, ms, new Error("late")));
  return Promise.race([promise, late]);
}

export function open(name) {
  return openDB(name, 1, { upgrade: (db) => db.createObjectStore(STORE, { autoIncrement: true }) });
}

/** One transaction; resolves to the result of `work` once it is stored. */
export async function run(db, mode, work) {
  const transaction = db.transaction(STORE, mode, { durability: "strict" });
  const working = work(transaction.store);
  transaction.commit(); // otherwise it waits until this thread has time for the answers to its requests
  const [result] = await Promise.all([working, transaction.done]);
  return result;
}

/** All entries of a database, as [{at, command, db}] in the order of the taps. */
export async function entries(db) {
  const [keys, values] = await Promise.all([
    run(db, "readonly", (store) => store.getAllKeys()),
    run(db, "readonly", (store) => store.getAll()),
  ]);
  return values.map((command, i) => ({ at: keys[i], command, db }));
}

/**
 * Commands left by an earlier table of this tablet; empty if the browser cannot list its
 * databases.
 */
export async function entriesOfOtherTables(name) {
  const all = (await indexedDB.databases?.()) ?? [];
  const others = all.filter((database) => database.name.startsWith(PREFIX) && database.name !== name);
  const stored = await Promise.all(others.map(async (database) => entries(await open(database.name))));
  return stored.flat();
}
