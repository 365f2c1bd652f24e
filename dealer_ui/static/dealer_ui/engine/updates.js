// The service worker on the page's side: registers it, and lets a new version take over between
// hands.

const CHECK_INTERVAL = 10 * 60 * 1000; // ms
const STORE_INTERVAL = 20; // ms between checks whether the last tap is stored

export class Updates {
  /**
   * isIdle() returns whether a reload loses nothing: between hands, with no waiting tap.
   * isStoring() returns whether a tap is being stored, for example one made while the new version
   * took over.
   */
  constructor(isIdle, isStoring) {
    Object.assign(this, { isIdle, isStoring });
    this.registration = null;
  }

  async start() {
    if (!navigator.serviceWorker) return;
    let had = Boolean(navigator.serviceWorker.controller); // the first one replaces nothing
    this.registration = await navigator.serviceWorker.register("/tablet/sw.js", { scope: "/tablet/", updateViaCache: "none" });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (had) this.reload();
      had = true;
    });
    setInterval(() => this.check(), CHECK_INTERVAL);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage("keep");
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "kept") document.body.dataset.kept = "";
    });
    await navigator.storage?.persist?.();
  }

  /**
   * Loads the new version's page once every tap is stored and its worker answers immediately.
   * Until then this page stays.
   */
  reload() {
    // Waiting for a dead worker would keep the page in the old version forever.
    const isActivating = navigator.serviceWorker.controller?.state === "activating";
    if (this.isStoring() || isActivating) setTimeout(() => this.reload(), STORE_INTERVAL);
    else window.location.reload();
  }

  /** Another dealer is here, and the stored page has the previous one. */
  keepPage() {
    this.registration?.active?.postMessage("keep");
  }

  /** The room may have a new version. */
  check() {
    this.registration?.update().catch(() => {});
  }

  /** Lets a waiting version take over if the tablet is idle. */
  apply() {
    if (this.registration?.waiting && this.isIdle()) this.registration.waiting.postMessage("activate");
  }
}
