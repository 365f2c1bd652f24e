// The service worker on the page's side: registers it, and lets a new version take over between hands.

const CHECK_INTERVAL = 10 * 60 * 1000; // ms

export class Updates {
  /** isIdle() says whether nothing is lost by a reload: between hands, with no tap waiting. */
  constructor(isIdle) {
    this.isIdle = isIdle;
    this.registration = null;
  }

  async start() {
    if (!navigator.serviceWorker) return;
    let had = Boolean(navigator.serviceWorker.controller); // the first one replaces nothing
    this.registration = await navigator.serviceWorker.register("/tablet/sw.js", { scope: "/tablet/", updateViaCache: "none" });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (had) window.location.reload();
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

  /** Another dealer is here: the kept page says who it was. */
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
