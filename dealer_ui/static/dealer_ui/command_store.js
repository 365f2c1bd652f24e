// Stored commands that were not answered: one database for each tablet and table.

const STORE = "commands";
const OURS = "floorbook.";

function request(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** The same promise, but it fails after this many ms: some browsers never answer. */
export function within(ms, promise) {
  const late = new Promise((_, reject) => setTimeout(reject, ms, new Error("late")));
  return Promise.race([promise, late]);
}

export function open(name) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { autoIncrement: true });
  return request(asked);
}

/** One transaction; resolves to the result of the request that `work` returns. */
export function run(db, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode, { durability: "strict" });
    const asked = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(asked?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
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
export async function elsewhere(name) {
  const all = (await indexedDB.databases?.()) ?? [];
  const others = all.filter((one) => one.name.startsWith(OURS) && one.name !== name);
  const found = await Promise.all(others.map(async (one) => entries(await open(one.name))));
  return found.flat();
}
