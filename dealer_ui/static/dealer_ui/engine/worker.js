// The engine's worker: Python in the browser. It loads the files named by the page, checks each
// against its hash, and then answers calls: JSON text in, JSON as UTF-8 out.

let call = null; // config.tablet_engine.call
let stores = null; // the module command_store.js
let memory = null; // the page's shared memory
const databases = {}; // name -> the open database, or its opening
const COMPILED = "floorbook-compiled"; // the cache with the engine's modules as this browser compiled them
// Packs what Python compiled, with headers of files that are valid whatever the time of their source: the sources are
// checked against their hash, and unpacked with each start.
const PACK = `
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile
content = BytesIO()
with ZipFile(content, "w") as archive:
    for path in Path("/engine").rglob("*.pyc"):
        code = path.read_bytes()
        archive.writestr(str(path.relative_to("/engine")), code[:4] + bytes([1, 0, 0, 0]) + code[8:])
content.getvalue()
`;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

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
  const isCompiled = await unpackCompiled(python, bundle);
  python.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = False");
  const calls = python.pyimport("config.tablet_engine");
  call = calls.call;
  setTimeout(() => {
    calls.warm_up();
    if (!isCompiled) keepCompiled(python, bundle).catch((error) => console.error("The compiled engine isn't kept.", error));
  });
  return { fetched: Math.round(ready - began), started: Math.round(performance.now() - began), isCompiled };
}

/** Unpacks the modules that an earlier start compiled for this bundle; returns whether there were any. */
async function unpackCompiled(python, bundle) {
  const kept = await self.caches?.match(bundle, { cacheName: COMPILED });
  if (!kept) return false;
  try {
    python.unpackArchive(await kept.arrayBuffer(), "zip", { extractDir: "/engine" });
  } catch (error) {
    await caches.delete(COMPILED); // it is damaged: the next start compiles again
    throw error;
  }
  return true;
}

/** Keeps the compiled modules for later starts, in place of those of another bundle. Compiling takes a quarter of a start. */
async function keepCompiled(python, bundle) {
  if (!self.caches) return;
  const packed = python.runPython(PACK);
  const content = packed.toJs();
  packed.destroy();
  await caches.delete(COMPILED);
  const cache = await caches.open(COMPILED);
  await cache.put(bundle, new Response(content));
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

/**
 * The engine's answer to a call, as UTF-8. A string from Python would be copied character by
 * character; bytes are copied in one step.
 */
function called(name, text) {
  const json = call(name, text);
  try {
    return json.toJs();
  } finally {
    json.destroy();
  }
}

/**
 * Writes an answer to the memory that the page waits on, with the engine's JSON on a second line;
 * false if there is no space for it.
 */
function wasWritten(answer, json) {
  if (!memory) return false;
  const { header, slots } = memory;
  const head = encoder.encode(`${JSON.stringify(answer)}\n`);
  const length = head.length + json.length;
  const free = slots.findIndex((slot, i) => !Atomics.load(header, 1 + i) && length <= slot.length);
  if (free < 0) return false;
  slots[free].set(head);
  slots[free].set(json, head.length);
  Atomics.store(header, 1 + free, length);
  Atomics.add(header, 0, 1);
  Atomics.notify(header, 0);
  return true;
}

function send(answer, json = new Uint8Array()) {
  if (wasWritten(answer, json)) return;
  postMessage(json.length ? { ...answer, result: decoder.decode(json) } : answer);
}

async function result({ files, stores: address, memory: given, store, tap }) {
  if (store) return write(store, tap);
  const started = await start(files);
  stores = await import(address);
  memory = given;
  return started;
}

self.onmessage = async ({ data }) => {
  const { id, name, text } = data;
  try {
    if (name) send({ id }, called(name, text));
    else send({ id, result: await result(data) });
  } catch (error) {
    send({ id, error: String(error?.message ?? error) });
  }
};
