// The engine's worker: Python in the browser. It loads the files named by the page, checks each
// against its hash, and then answers calls: JSON text in, JSON text out.

let call = null; // config.tablet_engine.call
let stores = null; // the module command_store.js
let memory = null; // the page's shared memory
const databases = {}; // name -> the open database, or its opening

async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The content of a file. Throws if its hash is not the one from the page. */
async function checked(url, sha256) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const data = await response.arrayBuffer();
  const actual = await digest(data);
  if (actual !== sha256) throw new Error(`${url} has SHA-256 ${actual}, not ${sha256}`);
  return new Uint8Array(data);
}

async function start({ engine, bundle, runtime, lock, files }) {
  const began = performance.now();
  const names = Object.keys(files);
  const loaded = names.map((name) => checked(runtime + name, files[name]));
  const [code, ...contents] = await Promise.all([checked(bundle, engine), ...loaded]);
  const data = Object.fromEntries(names.map((name, i) => [name, contents[i]]));
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: `${runtime}stdlib.zip`,
    lockFileContents: lock,
    fullStdLib: false,
  });
  const ready = performance.now();
  python.unpackArchive(data["msgspec.whl"], "whl");
  python.unpackArchive(code, "zip", { extractDir: "/engine" });
  python.runPython("import sys; sys.path.insert(0, '/engine')");
  const calls = python.pyimport("config.tablet_engine");
  call = calls.call;
  setTimeout(() => calls.warm_up(), 0);
  return { fetched: Math.round(ready - began), started: Math.round(performance.now() - began) };
}

/**
 * Adds a tap to a store; returns its key there. Chromium delays the end of a page's own write, as
 * it does messages.
 */
async function write(name, tap) {
  databases[name] ??= stores.open(name);
  try {
    return await stores.run(await databases[name], "readwrite", (store) => store.add(tap));
  } catch (error) {
    delete databases[name]; // the next tap opens it again
    throw error;
  }
}

/** Writes an answer to the memory that the page waits on; false if there is no space for it. */
function wasWritten(answer) {
  if (!memory) return false;
  const { header, slots } = memory;
  const text = new TextEncoder().encode(JSON.stringify(answer));
  const free = slots.findIndex((slot, i) => !Atomics.load(header, 1 + i) && text.length <= slot.length);
  if (free < 0) return false;
  slots[free].set(text);
  Atomics.store(header, 1 + free, text.length);
  Atomics.add(header, 0, 1);
  Atomics.notify(header, 0);
  return true;
}

async function result({ name, text, files, stores: address, memory: given, store, tap }) {
  if (store) return write(store, tap);
  if (!files) return call(name, text);
  const started = await start(files);
  stores = await import(address);
  memory = given;
  return started;
}

self.onmessage = async ({ data }) => {
  const answer = { id: data.id };
  try {
    answer.result = await result(data);
  } catch (error) {
    answer.error = String(error?.message ?? error);
  }
  if (!wasWritten(answer)) postMessage(answer);
};
