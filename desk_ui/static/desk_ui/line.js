// A player's page refreshes by itself while it is visible.

const EVERY = 15_000; // ms

async function look() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("own");
  if (fresh) document.getElementById("own").replaceWith(fresh);
}

setInterval(() => document.hidden || look().catch(() => {}), EVERY);
document.addEventListener("visibilitychange", () => document.hidden || look().catch(() => {}));
