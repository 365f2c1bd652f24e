// Shows floor calls as notifications while no page is open, and sends the taps on them. It stores
// no page and answers no request, because the floor's data always comes from the server.

const SHOWN = "/floor/phone/shown";
const ANSWER = "/floor/phone/answer";
const PHONE = "/floor/phone/";
const CLOSE_AFTER = 5000; // ms; browsers require that each alert is seen, even the one about the end of a call
const NO_ANSWER = "No connection: the call is not answered. Tap to open it.";
const FAILED = "That didn't work. Tap to open the call.";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(received(event.data.json())));
self.addEventListener("notificationclick", (event) => event.waitUntil(tapped(event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(stopped()));

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function post(url, fields) {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields) });
}

/**
 * How long the table has waited by this phone's clock, at least until the alert was sent and at
 * most until its end.
 */
function waited({ calledAt, age, until }) {
  const all = Math.floor(Math.min(Math.max(Date.now() - calledAt, age), until) / 1000);
  return `waiting ${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

async function received(alert) {
  await show(alert);
  // The server counts the phone as one that answers. The call does not depend on it.
  await post(SHOWN, { token: alert.token }).catch(() => {});
  if (alert.isOver) await closeLater(alert.tag, alert.title);
}

function show(alert) {
  const { tag, title, body, calledAt, isSilent, vibrate, keys } = alert;
  return self.registration.showNotification(title, {
    tag,
    body: calledAt ? `${body} · ${waited(alert)}` : body,
    data: alert,
    actions: keys,
    timestamp: calledAt || Date.now(),
    requireInteraction: keys.length > 0,
    silent: isSilent,
    renotify: !isSilent,
    ...(isSilent ? {} : { vibrate }), // a silent notification with a pattern is an error
  });
}

async function closeLater(tag, title) {
  await pause(CLOSE_AFTER);
  for (const notification of await self.registration.getNotifications({ tag }))
    if (notification.title === title) notification.close();
}

async function tapped({ action, notification }) {
  const alert = notification.data;
  notification.close();
  if (action) return answer(alert, action);
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith("/floor/"));
  if (!page) return self.clients.openWindow(alert.url);
  await page.focus();
  return page.navigate(alert.url);
}

/** Answers the call and shows the answer in place of the notification, with the remaining keys. */
async function answer(alert, how) {
  const after = { ...alert, isSilent: true, calledAt: 0 };
  try {
    const response = await post(ANSWER, { token: alert.token, how });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const { title = alert.title, text = FAILED, keys = [] } = isJson ? await response.json() : {};
    Object.assign(after, { title, body: text, keys });
    await show(after);
    if (response.ok && !keys.length) await closeLater(alert.tag, title);
  } catch {
    await show({ ...after, body: NO_ANSWER });
  }
}

/** The browser ended the subscription. A new one needs the page, which has the sign-in. */
function stopped() {
  const alert = { tag: "test", title: "Calls don't ring here anymore", body: "Tap to allow them again.", url: PHONE };
  return show({ ...alert, calledAt: 0, isSilent: false, vibrate: [500], keys: [], token: "" });
}
