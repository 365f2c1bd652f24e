// The page "Calls on this phone": checks in the browser whether the phone may ring, and shows why
// it may not.

import { changed } from "../web/live.js";

const TEST_ANSWERED_AFTER = [2000, 5000, 10_000]; // ms after a test until the page checks whether the phone answered
const WITHOUT_RING = ["denied", "insecure", "unsupported", "unreachable"];
let isUnreachable = false; // the push service did not answer the last attempt

const here = () => document.getElementById("here");

/** What this browser can do now. */
function state() {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  if (isUnreachable) return "unreachable";
  return here().dataset.allowed === "yes" && Notification.permission === "granted" ? "rings" : "ask";
}

function show() {
  const now = state();
  for (const part of here().querySelectorAll("[data-when]")) {
    const { when } = part.dataset;
    part.hidden = when === "no-ring" ? !WITHOUT_RING.includes(now) : when !== now;
  }
  document.documentElement.dataset.phone = now;
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The browser's subscription under the room's key; a subscription under an earlier key is useless. */
async function subscription() {
  const { key, worker } = here().dataset;
  await navigator.serviceWorker.register(worker, { scope: "/floor/", updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const earlier = error.name === "InvalidStateError" && (await pushManager.getSubscription());
    if (!earlier) throw error;
    await earlier.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function allow() {
  isUnreachable = false;
  if ((await Notification.requestPermission()) !== "granted") return show();
  try {
    const { endpoint, keys } = (await subscription()).toJSON();
    const form = document.getElementById("allow");
    form.elements.endpoint.value = endpoint;
    form.elements.public_key.value = keys.p256dh;
    form.elements.auth_secret.value = keys.auth;
    form.requestSubmit();
  } catch (error) {
    console.warn("This phone can't be called:", error);
    isUnreachable = true;
    show();
  }
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-allow]")) allow();
});
document.addEventListener("live:done", ({ target }) => {
  if (target.id === "test") for (const pause of TEST_ANSWERED_AFTER) setTimeout(changed, pause);
});
for (const event of ["live:shown", "visibilitychange"]) document.addEventListener(event, show);
show();
