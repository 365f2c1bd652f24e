// The engine as the page sees it: one call in, one answer out. It runs in a worker, so a call never blocks the keys.

const START_TIMEOUT = 60_000; // ms; after that the page goes on without the engine
// ms for one call; a worker that was ended by the system never answers. A table with thousands of taps takes longest.
const CALL_TIMEOUT = 30_000;

/** Whether this browser can run the engine: WebAssembly, workers, and hashes, which need HTTPS or localhost. */
export const isPossible = () => Boolean(globalThis.WebAssembly && globalThis.Worker && globalThis.isSecureContext);

export class Engine {
  constructor(url) {
    this.waiting = new Map(); // id -> {resolve, reject}
    this.last = 0;
    this.failure = null; // the error after which the worker is not asked any more
    this.worker = new Worker(url, { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.fail(event.message ?? "the worker stopped");
  }

  /** Loads the engine; resolves to how long it took. Rejects if a file does not match its hash, or after a minute. */
  start(files) {
    const late = new Promise((_, reject) => setTimeout(reject, START_TIMEOUT, new Error("the engine took too long")));
    return Promise.race([this.post({ files }), late]);
  }

  /** One call of `dealer_ui.engine.calls`. */
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

  post(message) {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
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
