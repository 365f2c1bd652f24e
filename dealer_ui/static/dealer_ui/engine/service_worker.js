// Keeps the tablet's page, its parts and the engine, so that a reload without a network is the same tablet. It never
// keeps answers of commands, and nothing outside the tablet. VERSION and KEPT are written above by the server.

const FILES = `floorbook-${VERSION}`;
const PAGES = "floorbook-page";
const PAGE = "/tablet/";
const PAGE_TIMEOUT = 3000; // ms until the kept page is shown instead
let isOther = false; // the page on the screen is of another version: its parts come from the network

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
  if (request.mode === "navigate" && url.pathname === PAGE) event.respondWith(page(request));
  else if (KEPT.includes(url.pathname)) event.respondWith(part(request, url.pathname));
});

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll(KEPT.map((url) => new Request(url, { cache: "no-cache" })));
  if (!self.registration.active) await self.skipWaiting(); // the first one replaces nothing
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("floorbook-") && ![FILES, PAGES].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The page from the room, or the kept one if the room does not answer. */
async function page(request) {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(PAGE);
  try {
    const answer = await fetch(request, { signal: kept ? AbortSignal.timeout(PAGE_TIMEOUT) : undefined });
    if (answer.status >= 500) throw new Error(`the room answered ${answer.status}`);
    await keep(pages, answer);
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The page that is open was loaded before this worker ran. */
async function keepPage(client) {
  const answer = await fetch(PAGE, { cache: "no-store" });
  await keep(await caches.open(PAGES), answer);
  client.postMessage("kept");
}

/** Only a table's page is kept: after a sign-out none must open without the room. */
async function keep(pages, answer) {
  isOther = answer.ok && answer.headers.get("X-Tablet-Version") !== VERSION;
  if (isOther) self.registration.update();
  if (answer.ok && answer.headers.get("X-Tablet-State") === "table") await pages.put(PAGE, answer.clone());
  else await pages.delete(PAGE);
}

async function part(request, path) {
  if (isOther) return fetch(request);
  const kept = await caches.match(path, { cacheName: FILES });
  return kept ?? fetch(request);
}
