// Stores the tablet's page, its parts and the engine, so that a reload without a network is the
// same tablet. It never stores answers of commands, and nothing outside the tablet. The server
// writes VERSION and KEPT above.

const FILES = `floorbook-${VERSION}`;
const PAGES = "floorbook-page";
const COMPILED = "floorbook-compiled"; // of the engine's worker
const PAGE = "/tablet/";
// The state in which a page is stored. After a sign-out no table must open without the room; the
// school has nobody's data.
const KEPT_STATES = { [PAGE]: "table", [`${PAGE}school/`]: "school" };
const AT_TABLE = "busy"; // the school at a table with an open game: its stored page remains
const NO_SCHOOL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>School</title>
<p>The school is not on this tablet yet. Open it once while there is a network. <a href="${PAGE}">Back to the table</a></p>`;
const PAGE_TIMEOUT = 1000; // ms until the stored page is shown instead
let isOther = false; // the page on the screen is of another version, so its parts come from the network

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
  if (event.data === "keep") event.waitUntil(keepPage(event.source));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && url.pathname in KEPT_STATES) event.respondWith(page(event, url.pathname));
  else if (KEPT.includes(url.pathname)) event.respondWith(part(request, url.pathname));
});

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll(KEPT.map((url) => new Request(url, { cache: "no-cache" })));
  if (!self.registration.active) await self.skipWaiting(); // the first worker replaces nothing
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("floorbook-") && ![FILES, PAGES, COMPILED].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/**
 * The page from the room, or the stored page if the room does not answer soon. A late answer is
 * stored for the next load.
 */
async function page(event, path) {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(path);
  const asking = fromRoom(event.request);
  const keeping = asking.then((answer) => keep(pages, path, answer));
  event.waitUntil(keeping.catch(() => {})); // the stored page shows that there is no room
  try {
    const answer = await (kept ? Promise.race([asking, late()]) : asking);
    isOther = isOtherVersion(answer);
    return answer;
  } catch (error) {
    if (kept) return kept;
    if (path !== PAGE) return new Response(NO_SCHOOL, { headers: { "Content-Type": "text/html" } });
    throw error;
  }
}

async function fromRoom(request) {
  const answer = await fetch(request);
  if (answer.status >= 500) throw new Error(`the room answered ${answer.status}`);
  return answer;
}

const late = () => new Promise((_, reject) => setTimeout(reject, PAGE_TIMEOUT, new Error("the room does not answer")));

/** The open page was loaded before this worker ran. */
async function keepPage(client) {
  const path = new URL(client.url).pathname;
  const answer = await fetch(path, { cache: "no-store" });
  isOther = isOtherVersion(answer);
  await keep(await caches.open(PAGES), path, answer);
  client.postMessage("kept");
}

const isOtherVersion = (answer) => answer.ok && answer.headers.get("X-Tablet-Version") !== VERSION;

async function keep(pages, path, answer) {
  if (isOtherVersion(answer)) self.registration.update();
  const state = answer.headers.get("X-Tablet-State");
  if (answer.ok && state === KEPT_STATES[path]) await pages.put(path, answer.clone());
  else if (state !== AT_TABLE) await pages.delete(path);
}

async function part(request, path) {
  if (isOther) return fetch(request);
  const kept = await caches.match(path, { cacheName: FILES });
  return kept ?? fetch(request);
}
