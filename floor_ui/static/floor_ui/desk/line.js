// A player's page refreshes by itself while it is visible.

const REFRESH_INTERVAL = 15_000; // ms

async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("own");
  if (fresh) document.getElementById("own").replaceWith(fresh);
}

setInterval(() => document.hidden || refresh().catch(() => {}), REFRESH_INTERVAL);
document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(() => {}));
