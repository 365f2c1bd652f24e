// A player's page looks again by itself while somebody looks at it.

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
