// Notices on a dealer's phone: asks the browser for its subscription, and sends it with the form.

const card = document.getElementById("phone-notices");
const note = document.getElementById("phone-note");

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The worker's registration once it is active. Its scope is the floor's, where alerts are answered. */
async function registration() {
  const registered = await navigator.serviceWorker.register(card.dataset.worker, { scope: "/floor/", updateViaCache: "none" });
  const worker = registered.installing ?? registered.waiting;
  if (!registered.active && worker)
    await new Promise((resolve) => {
      worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
    });
  return registered;
}

async function subscription() {
  const { pushManager } = await registration();
  const options = { userVisibleOnly: true, applicationServerKey: bytes(card.dataset.key) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const earlier = error.name === "InvalidStateError" && (await pushManager.getSubscription());
    if (!earlier) throw error;
    await earlier.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function allow(form) {
  if ((await Notification.requestPermission()) !== "granted") {
    note.textContent = "This browser refuses notifications from here. Allow them in its settings, then reload this page.";
    return;
  }
  try {
    const { endpoint, keys } = (await subscription()).toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.public_key.value = keys.p256dh;
    form.elements.auth_secret.value = keys.auth;
    form.requestSubmit();
  } catch (error) {
    console.warn("This phone can't show notices:", error);
    note.textContent = "The browser's push service doesn't answer. Check the connection, then try again.";
  }
}

const canNotify = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const key = card?.querySelector("[data-allow]");
if (key && !canNotify) {
  key.disabled = true;
  note.textContent = "This browser can't show notices here. On an iPhone, add this page to the home screen and open it from there.";
}
key?.addEventListener("click", () => allow(key.form));
