// The page's interface of the engine: one call in, one answer out. It runs in a worker, so a call
// never blocks the keys.

// ms; after that the page continues without the engine. While it loads the room draws the screens, so a slow tablet loses
// nothing by waiting.
const START_TIMEOUT = 300_000;
// ms for one call. A worker that the system ended never answers; a table with thousands of taps
// takes longest.
const CALL_TIMEOUT = 30_000;

const NEEDED = ["WebAssembly", "Worker", "indexedDB"]; // what a browser needs to deal without a network
const SLOTS = 4; // answers in the memory at a time; a further answer comes as a message
const SLOT_SIZE = 1 << 18; // bytes; a longer answer comes as a message

/**
 * Why this browser cannot deal without a network: "address" if the page needs HTTPS or localhost,
 * "browser" if a part is missing, "reload" if it can, but only until the page is loaded again; ""
 * if nothing is missing.
 */
export function offlineLack(browser = globalThis) {
  if (!browser.isSecureContext) return "address";
  if (NEEDED.some((name) => !browser[name])) return "browser";
  return browser.navigator.serviceWorker && browser.caches ? "" : "reload";
}

/** Whether this browser can run the engine. */
export const isPossible = () => ["", "reload"].includes(offlineLack());

/**
 * Memory for the worker's answers. Null if the browser or the URL does not allow it: answers are
 * then messages. Safari and WebKitGTK may isolate a page without SharedArrayBuffer; Firefox ESR
 * has no `Atomics.waitAsync`. Chromium delays a worker's message until it has drawn the pressed
 * key, which costs a frame, but not for a page that waits on shared memory.
 */
function sharedMemory() {
  const isShared = globalThis.crossOriginIsolated && globalThis.SharedArrayBuffer && globalThis.Atomics?.waitAsync;
  if (!isShared) return null;
  return {
    header: new Int32Array(new SharedArrayBuffer(4 * (1 + SLOTS))), // answers so far, and the length of each slot's
    slots: Array.from({ length: SLOTS }, () => new Uint8Array(new SharedArrayBuffer(SLOT_SIZE))),
  };
}

export class Engine {
  constructor(url) {
    this.waiting = new Map(); // id -> {resolve, reject}
    this.memory = sharedMemory();
    this.last = 0;
    this.failure = null; // the error after which the worker is no longer called
    this.worker = new Worker(url, { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.fail(event.message ?? "the worker stopped");
    if (this.memory) this.readMemory();
  }

  /**
   * Loads the engine; resolves to the time it took. Rejects if a file does not match its hash, or
   * after five minutes.
   */
  start(files) {
    const late = new Promise((_, reject) => setTimeout(reject, START_TIMEOUT, new Error("the engine took too long")));
    const stores = new URL("../command_store.js", import.meta.url).href;
    return Promise.race([this.post({ files, stores, memory: this.memory }), late]);
  }

  /** One call of `config.tablet_engine`. */
  async call(name, content) {
    let timer = 0;
    const late = new Promise((_, reject) => {
      timer = setTimeout(reject, CALL_TIMEOUT, new Error("the engine did not answer"));
    });
    try {
      return JSON.parse(await Promise.race([this.post({ name, text: JSON.stringify(content) }), late]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether no call waits for its answer. */
  get isIdle() {
    return !this.waiting.size;
  }

  /** Adds a tap to the store with this name; resolves to its key there. */
  write(store, tap) {
    return this.post({ store, tap });
  }

  post(message) {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  /** Receives each answer that the worker writes to the shared memory. */
  async readMemory() {
    const { header, slots } = this.memory;
    const texts = new TextDecoder();
    while (!this.failure) {
      const answers = Atomics.load(header, 0);
      slots.forEach((slot, i) => {
        const length = Atomics.load(header, 1 + i);
        if (!length) return;
        const [head, json] = texts.decode(slot.slice(0, length)).split("\n");
        Atomics.store(header, 1 + i, 0);
        this.receive({ ...(json && { result: json }), ...JSON.parse(head) });
      });
      await Atomics.waitAsync(header, 0, answers).value;
    }
  }

  receive({ id, result, error }) {
    if (this.failure) return;
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  }

  fail(message) {
    this.failure = new Error(message);
    for (const { reject } of this.waiting.values()) reject(this.failure);
    this.waiting.clear();
  }

  stop() {
    this.fail("the engine was stopped");
    this.worker.terminate();
  }
}
