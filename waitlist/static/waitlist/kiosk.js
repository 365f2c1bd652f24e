// The kiosk: after 30 s without a touch it shows nothing of the last person, and it runs unattended for days.

const IDLE = 30_000; // ms
const RENEW = 60_000; // ms between fetches of the page while nobody uses it, for the waits
const { home } = document.querySelector("main").dataset;
const form = document.querySelector("form");
let touchedAt = Date.now();
let renewedAt = Date.now();
let leaving = false;

const isUsed = () => !form || [...new FormData(form)].some(([name, value]) => name !== "csrfmiddlewaretoken" && value);

/** Goes to the empty page, once the server answers: an error page of the browser would have no script to come back. */
async function reset() {
  if (leaving) return;
  leaving = true;
  form?.reset();
  for (const one of document.querySelectorAll("main input:not([type=hidden])")) {
    if (one.type === "checkbox") one.checked = false;
    else one.value = "";
  }
  if (!form) document.querySelector("main").hidden = true;
  try {
    const answer = await fetch(home, { signal: AbortSignal.timeout(8000) });
    if (answer.ok) location.replace(home);
  } catch {
    // No server: the page stays empty and tries again.
  } finally {
    leaving = false;
    renewedAt = Date.now();
  }
}

for (const kind of ["pointerdown", "keydown", "input", "scroll"]) {
  addEventListener(kind, () => {
    touchedAt = Date.now();
  }, { capture: true, passive: true });
}
addEventListener("pageshow", (event) => event.persisted && reset());
setInterval(() => {
  const idle = Date.now() - touchedAt >= IDLE;
  if (idle && (isUsed() || document.querySelector(".refused") || Date.now() - renewedAt >= RENEW)) reset();
}, 1000);
