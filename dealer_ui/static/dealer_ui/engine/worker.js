// The engine's worker: Python in the browser. It loads the files named by the page, checks each against its hash, and
// then answers calls: JSON text in, JSON text out.

let call = null; // dealer_ui.engine.calls.call

async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The content of a file. Throws if it is not the one that the page named. */
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
  const calls = python.pyimport("dealer_ui.engine.calls");
  call = calls.call;
  setTimeout(() => calls.warm_up(), 0);
  return { fetched: Math.round(ready - began), started: Math.round(performance.now() - began) };
}

onmessage = async ({ data: { id, name, text, files } }) => {
  try {
    postMessage({ id, result: files ? await start(files) : call(name, text) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
