// Stored commands that were not answered: one database for each tablet and table.

const STORE = "commands";
const PREFIX = "floorbook.";

function request(pending) {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result);
    pending.onerror = () => reject(pending.error);
  });
}

/** The same promise, but it fails after this many ms: some browsers never answer. */
export function within(ms, promise) {
  const late = new Promise((_, reject) => setTimeout(reject, ms, new Error("late")));
  return Promise.race([promise, late]);
}

export function open(name) {
  const pending = indexedDB.open(name, 1);
  pending.onupgradeneeded = () => pending.result.createObjectStore(STORE, { autoIncrement: true });
  return request(pending);
}

/** One transaction; resolves to the result of the request that `work` returns. */
export function run(db, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode, { durability: "strict" });
    const pending = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(pending?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
    transaction.commit(); // else it waits until this thread has time for the answers to its requests
  });
}

/** Everything in a database, as [{at, command, db}] in the order of the taps. */
export async function entries(db) {
  const [keys, values] = await Promise.all([
    run(db, "readonly", (store) => store.getAllKeys()),
    run(db, "readonly", (store) => store.getAll()),
  ]);
  return values.map((command, i) => ({ at: keys[i], command, db }));
}

/** Commands left by an earlier table of this tablet; none if the browser cannot list its databases. */
export async function entriesOfOtherTables(name) {
  const all = (await indexedDB.databases?.()) ?? [];
  const others = all.filter((database) => database.name.startsWith(PREFIX) && database.name !== name);
  const stored = await Promise.all(others.map(async (database) => entries(await open(database.name))));
  return stored.flat();
}
